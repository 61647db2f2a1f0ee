// Runs worlds of random operations for a while, or so many of them.
//
//     fuzz_operations [--seconds N] [--worlds N] [--seed S] [--engine host|device]
//
// Needs: for the engine "device" a CUDA device, or an emulated one.
// Idea: world n has seed S + n, so that the first one repeats it. A failing world is run again and again without one of its
// operations each time; what is not needed for a failure stays left out.
#include "parts.hpp"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>

namespace {

using namespace spec::fuzz;
using namespace spec;

struct settings {
    double seconds = 30;
    long worlds = 0;  ///< 0: as many as there is time for
    std::uint64_t seed = std::random_device{}();
    std::string engine = "host";
};

int usage() {
    std::fprintf(stderr, "usage: fuzz_operations [--seconds N] [--worlds N] [--seed S] [--engine host|device]\n");
    return 2;
}

std::optional<settings> parsed(int argc, char** argv) {
    settings out;
    for (int n = 1; n < argc; n += 2) {
        if (n + 1 == argc) return std::nullopt;
        const std::string name = argv[n], value = argv[n + 1];
        char* end = nullptr;
        if (name == "--seconds") out.seconds = std::strtod(value.c_str(), &end);
        else if (name == "--worlds") out.worlds = std::strtol(value.c_str(), &end, 10);
        else if (name == "--seed") out.seed = std::strtoull(value.c_str(), &end, 10);
        else if (name == "--engine" && (value == "host" || value == "device")) out.engine = value;
        else return std::nullopt;
        if (end != nullptr && (*end != '\0' || end == value.c_str())) return std::nullopt;
    }
    return out;
}

/// The same failing world with as few operations as it takes.
outcome shortened(run_of_world run, std::uint64_t seed, outcome failed) {
    tally ignored;
    std::set<std::size_t> left_out;
    for (std::size_t n = failed.last + 1; n < operations_of_world; ++n) left_out.insert(n);
    for (std::size_t n = failed.last; n-- > 0;) {
        left_out.insert(n);
        outcome shorter = run(seed, left_out, ignored);
        if (shorter.problem.empty()) left_out.erase(n);
        else failed = std::move(shorter);
    }
    return failed;
}

}  // namespace

int main(int argc, char** argv) {
    const std::optional<settings> given = parsed(argc, argv);
    if (!given) return usage();
    if (given->engine == "device") {
        setenv("GRAPHBLAS_GPU_TEST_ENGINE", "cuda", 1);
        if (gb::cuda::engine::usable_devices() == 0) {
            std::printf("skipped: there is no CUDA device of compute capability 8.0 or more, or no engine for it\n");
            return skipped;
        }
    } else {
        unsetenv("GRAPHBLAS_GPU_TEST_ENGINE");
    }
    const auto seed = static_cast<unsigned long long>(given->seed);
    std::printf("fuzz_operations --engine %s --seed %llu\n", given->engine.c_str(), seed);
    std::fflush(stdout);

    constexpr std::array<std::pair<const char*, run_of_world>, 4> types{
        {{"int64", run_int64}, {"double", run_double}, {"bool", run_bool}, {"affine", run_affine}}};
    const auto begin = std::chrono::steady_clock::now();
    const auto elapsed = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(); };
    tally counts;
    long worlds = 0;
    for (; given->worlds > 0 ? worlds < given->worlds : elapsed() < given->seconds; ++worlds) {
        const std::uint64_t at = given->seed + static_cast<std::uint64_t>(worlds);
        const auto& [type, run] = types[at % types.size()];
        outcome found = run(at, {}, counts);
        if (found.problem.empty()) continue;
        long operations = 0;
        for (const auto& [name, count] : counts.runs) operations += count;
        std::printf("FAILED in world %ld over %s, after %ld operations in all: %s\n", worlds, type, operations,
                    found.problem.c_str());
        std::fflush(stdout);
        found = shortened(run, at, std::move(found));
        std::printf("The operations that it takes:\n");
        for (const std::string& words : found.operations) std::printf("  %s\n", words.c_str());
        std::printf("  -> %s\nrepeat it with: fuzz_operations --engine %s --worlds 1 --seed %llu\n", found.problem.c_str(),
                    given->engine.c_str(), static_cast<unsigned long long>(at));
        return 1;
    }
    long operations = 0;
    for (const auto& [name, count] : counts.runs) {
        operations += count;
        std::printf("%10ld %s", count, name.c_str());
        if (const auto refused = counts.refused.find(name); refused != counts.refused.end())
            std::printf(", %ld of them refused by the device", refused->second);
        std::printf("\n");
    }
    std::printf("%ld operations in %ld worlds, none wrong\n", operations, worlds);
}
