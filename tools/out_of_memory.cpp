// Needs: fmt; Linux or another Unix for the numbers of the process.
// Idea: see out_of_memory.hpp.
#include "out_of_memory.hpp"

#include <graphblas_gpu/formats/memory.hpp>

#include <fmt/format.h>
#include <sys/resource.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace grb {
namespace {

struct step_advice {
    std::string_view begins_with;
    const char* words;
};

/// The advice for each step, found by the beginning of the progress bar's text.
constexpr std::array advice{
    step_advice{"reading", "fewer --threads and, where the command has it, --weights none need less"},
    step_advice{"arranging", "where the command has them, --relabel for large ids and --weights none need less"},
    step_advice{"multiplying", "--mask, --count or --structure-only, fewer --threads or --method hash need less"},
    step_advice{"searching", "fewer vertices at once in --source or fewer --threads need less"},
    step_advice{"counting triangles", "fewer --threads or --method hash need less"},
    step_advice{"verifying", "without --verify the answer alone needs less"},
    step_advice{"checking", "a smaller --most-multiplications needs less"},
    step_advice{"generating", "a smaller graph needs less"},
};

const char* advice_for(std::string_view step, std::string_view reason) {
    // The messages of the CUDA engine contain the word "device".
    if (reason.find("device") != std::string_view::npos)
        return "a larger --memory-limit, where one is given, or --engine host may have room";
    for (const step_advice& known : advice)
        if (step.starts_with(known.begins_with)) return known.words;
    return "fewer --threads need less";
}

std::string megabytes(std::uint64_t bytes) { return fmt::format("{} MiB", bytes >> 20); }

/// How much memory the process used, how much it may use, and how much the machine has.
std::string memory_of_process() {
    std::string words;
    rusage usage{};
    if (getrusage(RUSAGE_SELF, &usage) == 0)
        words = megabytes(static_cast<std::uint64_t>(usage.ru_maxrss) * 1024) + " were in use at most";
    rlimit limit{};
    if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
        words += fmt::format("{}the process may have {} (ulimit -v)", words.empty() ? "" : ", ",
                             megabytes(limit.rlim_cur));
    const std::size_t available = graphblas_gpu::formats::available_bytes();
    if (available != SIZE_MAX)
        words += fmt::format("{}the machine has {} to spare", words.empty() ? "" : ", ", megabytes(available));
    return words;
}

}  // namespace

std::string out_of_memory_line(const std::string& command_name, const std::string& step, const std::string& reason) {
    const std::string where = step.empty() ? command_name : fmt::format("{}, {}", command_name, step);
    return fmt::format("{}: out of memory{}{}; {}; {}", where, reason.empty() ? "" : ": ", reason, memory_of_process(),
                       advice_for(step, reason));
}

}  // namespace grb
