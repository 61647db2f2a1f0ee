// Idea: the same test bodies run for every engine: GRAPHBLAS_GPU_TEST_ENGINE=cuda makes them run on a CUDA device. ctest has
// each program twice, as <name> and as cuda_<name>; where there is no device, main() says so and ctest lists it as skipped.
#pragma once

#include <graphblas_gpu/context.hpp>

#include <array>
#include <cstdio>
#include <cstdint>
#include <cstdlib>
#include <initializer_list>
#include <memory>
#include <numeric>
#include <string_view>
#include <vector>

namespace spec {

/// The tests run on a CUDA device.
inline bool on_cuda() {
    static const bool asked = [] {
        const char* engine = std::getenv("GRAPHBLAS_GPU_TEST_ENGINE");
        return engine != nullptr && std::string_view(engine) == "cuda";
    }();
    return asked;
}

/// Where contexts and engines of tests have device memory from: null, the usual pool; with GRAPHBLAS_GPU_TEST_MEMORY=exact,
/// which compute-sanitizer wants, memory of which every block is as large as was asked for.
inline std::shared_ptr<graphblas_gpu::device_memory_resource> device_memory() {
    const char* memory = std::getenv("GRAPHBLAS_GPU_TEST_MEMORY");
    const bool exact = memory != nullptr && std::string_view(memory) == "exact";
    return exact ? graphblas_gpu::cuda::exact_memory(0) : nullptr;
}
/// The number of devices that contexts of tests have, from GRAPHBLAS_GPU_TEST_DEVICES; usually 1. With several, work of any
/// size is spread over them.
inline int devices() {
    static const int count = [] {
        const char* const given = std::getenv("GRAPHBLAS_GPU_TEST_DEVICES");
        return given == nullptr ? 1 : std::atoi(given);
    }();
    return count;
}
inline graphblas_gpu::context context_on_cuda(std::int64_t memory_limit = 0) {
    if (devices() > 1) {
        std::vector<int> all(static_cast<std::size_t>(devices()));
        std::iota(all.begin(), all.end(), 0);
        return graphblas_gpu::context::cuda(
            {.devices = all, .memory_limit = memory_limit, .memory = device_memory(), .spread_from = 0});
    }
    return graphblas_gpu::context::cuda({.memory_limit = memory_limit, .memory = device_memory()});
}

/// Numbers of threads to try: on a device, which has no such number, one.
inline std::vector<int> team_sizes(std::initializer_list<int> sizes) {
    return on_cuda() ? std::vector<int>{*sizes.begin()} : std::vector<int>(sizes);
}

/// A context of the engine under test; on the host with so many threads.
inline graphblas_gpu::context context_with(int threads) {
    return on_cuda() ? context_on_cuda() : graphblas_gpu::context::host({.threads = threads});
}

/// Contexts of 1, 2 and 4 threads, made once; or three on one device, each with a stream and memory of its own, one of them
/// limited.
inline const std::array<graphblas_gpu::context, 3>& contexts() {
    using graphblas_gpu::context;
    static const std::array<context, 3> all =
        on_cuda() ? std::array<context, 3>{context_on_cuda(), context_on_cuda(), context_on_cuda(graphblas_gpu::gib(1))}
                  : std::array<context, 3>{context::host({.threads = 1}), context::host({.threads = 2}),
                                           context::host({.threads = 4})};
    return all;
}

/// All methods of products of matrices, `automatic` first.
inline std::vector<graphblas_gpu::method> product_methods() {
    return {graphblas_gpu::all_methods.begin(), graphblas_gpu::all_methods.end()};
}

/// True on a device, where the case is left out: its name and the reason are printed.
inline bool left_out_on_cuda(const char* name, const char* why) {
    if (on_cuda()) std::printf("left out on a device: %s: %s\n", name, why);
    return on_cuda();
}

/// On a device, where a call costs the launches of its kernels, one in so many of some combinations is tried.
/// GRAPHBLAS_GPU_TEST_EVERY says how many: 1 tries all, more than usual is for tools that make every launch slow.
inline constexpr int usual_thinning = 13;
inline int thinning() {
    static const int every = [] {
        if (!on_cuda()) return 1;
        const char* given = std::getenv("GRAPHBLAS_GPU_TEST_EVERY");
        const int n = given != nullptr && std::atoi(given) > 0 ? std::atoi(given) : usual_thinning;
        if (n > 1) std::printf("on a device every %dth combination of options is tried\n", n);
        return n;
    }();
    return every;
}

/// Of many combinations of options, whether this one is tried: all on the host, one in thinning() on a device, by turns; the
/// first of a program always.
inline bool is_tried_here() {
    static int turn = 0;
    return thinning() == 1 || turn++ % thinning() == 0;
}

/// The same of combinations that a device tries whole: some are left out only where there are fewer than usual of the others.
/// Odd, so that the turns go through all of a few methods or options.
inline bool is_tried_where_slow() {
    static const int every = thinning() > usual_thinning ? (thinning() / usual_thinning) | 1 : 1;
    static int turn = 0;
    return every == 1 || turn++ % every == 0;
}

/// Whether billions of operations take seconds: not where kernels are emulated.
inline bool runs_at_full_speed() { return thinning() <= usual_thinning; }

/// The length of a path that is searched level by level: `usual`, but an eighth of it where launches are slow.
inline graphblas_gpu::index long_path(graphblas_gpu::index usual) {
    return thinning() > usual_thinning ? usual / 8 : usual;
}

/// What ctest takes for "skipped".
inline constexpr int skipped = 77;

}  // namespace spec
