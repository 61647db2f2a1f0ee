// How many threads work on the rows of a class.
//
// Idea: the class says how many lanes a row gets. If a class has few rows, they get more lanes, in proportion to their work, so
// that the device is full. Classes that do not fill the device run at the same time.
#pragma once

#include <graphblas_gpu/cuda/device/simt.cuh>
#include <graphblas_gpu/cuda/device/streams.hpp>
#include <graphblas_gpu/cuda/hash/binning.hpp>
#include <graphblas_gpu/cuda/hash/row_facts.hpp>
#include <graphblas_gpu/cuda/shared/team.cuh>

#include <algorithm>
#include <type_traits>

namespace graphblas_gpu::cuda::hashing {

/// The threads of a block that works on one row with `bytes` of shared memory: so many that the blocks that have room on a
/// multiprocessor give it 2048 threads together.
inline unsigned threads_for(const device_facts& facts, std::size_t bytes) {
    const std::int64_t blocks = facts.shared_bytes_per_multiprocessor / static_cast<std::int64_t>(bytes + 1024);
    unsigned threads = 128;
    while (threads < 1024 && threads * blocks < 2048) threads *= 2;
    return threads;
}

/// One kernel compiled for parts of a warp of 8 and 16 lanes, for warps, and for blocks. A pointer is null if no class uses
/// that version.
template <class... Parameters>
struct team_kernels {
    void (*eight)(Parameters...);
    void (*sixteen)(Parameters...);
    void (*warp)(Parameters...);
    void (*block)(Parameters...);
    unsigned max_threads = 1024;  ///< of a block
};

/// Launches the kernel for teams of `lanes` lanes, or of more lanes if the group has few rows. Each row has `bytes` (a multiple
/// of 16) of shared memory.
template <class... Parameters>
void launch_teams(concurrent_streams& streams, const row_group& group, unsigned lanes, std::size_t bytes,
                  const team_kernels<std::type_identity_t<Parameters>...>& kernels, const Parameters&... arguments) {
    if (group.count == 0) return;
    const unsigned of_level = threads_of_level(group.level);
    if (lanes == whole_block || (group.few && (bytes >= 2048 || of_level > 128))) {
        const unsigned filling = lanes == whole_block ? threads_for(streams.facts(), bytes) : 128;
        const unsigned wanted = group.few ? std::max(filling, of_level) : filling;
        const unsigned threads = simt::threads_up_to(std::min(wanted, kernels.max_threads), kernels.block);
        simt::prefer_shared_memory(kernels.block);
        simt::launch(streams.next(), static_cast<unsigned>(group.count), threads, bytes, kernels.block, arguments...);
        return;
    }
    constexpr unsigned threads = 128;
    if (group.few) lanes = simt::warp_size;
    const unsigned rows = threads / lanes;
    const auto kernel = lanes == 8 ? kernels.eight : lanes == 16 ? kernels.sixteen : kernels.warp;
    simt::prefer_shared_memory(kernel);
    simt::launch(streams.next(), static_cast<unsigned>((group.count + rows - 1) / rows), threads, rows * bytes, kernel,
                 arguments...);
}

/// Makes multiprocessors leave at least a seventh of their memory to the L1 cache when they run this kernel, though fewer of
/// its blocks may have room then; or, if `leave` is false, as the driver chooses.
template <class... Parameters>
void leave_cache(void (*kernel)(Parameters...), bool leave) {
    simt::check(cudaFuncSetAttribute(simt::detail::to_launch(kernel), cudaFuncAttributePreferredSharedMemoryCarveout,
                                     leave ? hash_policy::percent_beside_cache : cudaSharedmemCarveoutDefault),
                "cudaFuncSetAttribute");
}

/// Launches a kernel for `count` rows of sorted class n. The first argument of the kernel is log2 of the lanes of a row.
template <class... Parameters>
void launch_sorted(concurrent_streams& streams, index count, int n, std::size_t bytes_a_warp,
                   void (*kernel)(unsigned, Parameters...), const std::type_identity_t<Parameters>&... arguments) {
    constexpr unsigned threads = hash_policy::sorting_threads;
    const unsigned shift = binning::sorted_lanes_log2(n), rows = threads >> shift;
    if (count == 0) return;
    simt::launch(streams.next(), static_cast<unsigned>((count + rows - 1) / rows), threads,
                 threads / simt::warp_size * bytes_a_warp, kernel, shift, arguments...);
}

}  // namespace graphblas_gpu::cuda::hashing
