// Idea: the context of the engine that a command line asks for, and what --verbose says of it; see options.hpp.
#include "options.hpp"

#include "answer.hpp"
#include <graphblas_gpu/cuda/devices/device_group.hpp>
#include <graphblas_gpu/log.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

namespace grb {

namespace {

/// What the listener of a context, which has no state of its own, looks at and counts.
/// @{
bool says_refusals = false;
int refusals = 0;
/// @}

/// Where the events of --log go.
class standard_error final : public gb::log_sink {
    void write(const gb::log_event& event) override { tell_line(to_string(event)); }
};

void start_log(const run_options& options) {
    static standard_error lines;
    if (options.log) (void)gb::set_log(&lines);
}

gb::context automatic_context(const run_options& options) {
    const gb::context ctx = gb::context::automatic();
    says_refusals = options.verbose;
    ctx.on_refusal([](const gb::report& call) noexcept {
        ++refusals;
        if (!says_refusals) return;
        std::fprintf(stderr, "grb: %s: %s; %lld bytes to the device, %lld bytes to the host\n", call.operation.c_str(),
                     call.reason.c_str(), static_cast<long long>(call.bytes_to_device),
                     static_cast<long long>(call.bytes_to_host));
    });
    return ctx;
}

}  // namespace

int calls_on_host() { return refusals; }

gb::context make_host_context(const run_options& options) {
    start_log(options);
    return gb::context::host({.threads = options.threads, .memory_limit = options.memory_limit});
}

gb::context make_context(const run_options& options) {
    start_log(options);
    if (options.cuda_option != nullptr && (options.engine == "host" || (options.engine == "auto" && options.threads > 0)))
        throw usage_error(fmt::format("{} is for the CUDA engine, but {} asks for the host's", options.cuda_option,
                                      options.engine == "host" ? "--engine host" : "--threads"));
    if (options.engine == "cuda" && options.threads > 0 && !options.verify)
        throw usage_error(
            "--threads is for the host engine, but --engine cuda asks for the device, and no other library verifies on "
            "threads");
    const bool has_device = options.memory_limit > 0 && gb::cuda::engine::usable_devices() > 0;
    // --threads with a number selects host threads.
    const bool on_host = options.engine == "host" || (options.engine == "auto" && options.threads > 0);
    if (options.engine == "cuda" || options.cuda_option != nullptr || (has_device && !on_host)) {
        gb::cuda_options cuda = options.cuda;
        cuda.memory_limit = options.memory_limit;
        return gb::context::cuda(cuda);
    }
    return on_host || options.memory_limit > 0 ? make_host_context(options) : automatic_context(options);
}

void say_moves(const run_options& options, const gb::context& ctx) {
    if (!ctx.is_cuda()) return;
    const gb::cuda::engine& device = *ctx.cuda_engine();
    const gb::cuda::moves moved = device.moved();
    if (const auto& group = ctx.device_group(); group != nullptr) {
        std::int64_t between = 0, peak = 0;
        for (const auto& e : group->engines()) {
            between += e->moved().bytes_from_devices;
            peak = std::max(peak, e->peak_bytes());
        }
        say(options, fmt::format("{} devices: {} bytes from one to another; at most {} bytes of the memory of one",
                                 group->size(), between, peak));
    }
    say(options, fmt::format("{}: {} bytes to the device, {} bytes to the host, {:.3f} ms; at most {} bytes of its memory",
                             device.facts().name, moved.bytes_to_device, moved.bytes_to_host, moved.milliseconds,
                             device.peak_bytes()));
}

void say(const run_options& options, const std::string& sentence) {
    if (options.verbose) tell_line(sentence);
}

}  // namespace grb
