// How many threads work on the rows of a class.
//
// Idea: a class says how many lanes a row gets. Few rows with large tables get a block each, so that the device is full.
#pragma once

#include <graphblas_gpu/cuda/engine.hpp>
#include <graphblas_gpu/cuda/hash/team.cuh>
#include <graphblas_gpu/cuda/simt.cuh>

#include <type_traits>

namespace graphblas_gpu::cuda::hashing {

/// Threads of a block that works on one row with `bytes` of shared memory: as many as leave no part of a multiprocessor idle.
inline unsigned threads_for(const device_facts& facts, std::size_t bytes) {
    const std::int64_t blocks = facts.shared_bytes_per_multiprocessor / static_cast<std::int64_t>(bytes + 1024);
    unsigned threads = 128;
    while (threads < 1024 && threads * blocks < 2048) threads *= 2;
    return threads;
}

/// A kernel for parts of warps of 8 and 16 lanes, for warps, and for blocks; null where classes never ask for it.
template <class... Parameters>
struct team_kernels {
    void (*eight)(Parameters...);
    void (*sixteen)(Parameters...);
    void (*warp)(Parameters...);
    void (*block)(Parameters...);
};

/// Launches the kernel of `lanes` for `count` rows with `bytes` (a multiple of 16) of shared memory each.
template <class... Parameters>
void launch_teams(const engine& e, index count, unsigned lanes, std::size_t bytes,
                  const team_kernels<std::type_identity_t<Parameters>...>& kernels, const Parameters&... arguments) {
    if (count == 0) return;
    const bool few = count < 16 * static_cast<index>(e.facts().multiprocessors) && bytes >= 2048;
    if (lanes == whole_block || few) {
        const unsigned threads = lanes == whole_block ? threads_for(e.facts(), bytes) : 128;
        simt::launch(e.stream(), static_cast<unsigned>(count), threads, bytes, kernels.block, arguments...);
        return;
    }
    constexpr unsigned threads = 128;
    const unsigned rows = threads / lanes;
    const auto kernel = lanes == 8 ? kernels.eight : lanes == 16 ? kernels.sixteen : kernels.warp;
    simt::launch(e.stream(), static_cast<unsigned>((count + rows - 1) / rows), threads, rows * bytes, kernel, arguments...);
}

}  // namespace graphblas_gpu::cuda::hashing
