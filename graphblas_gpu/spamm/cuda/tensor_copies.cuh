// Copies of blocks to the shared memory of several thread blocks at once, and the barriers by which they are awaited.
//
// Source: PTX ISA, sections "cp.async.bulk.tensor", "mbarrier", "barrier.cluster"; CUDA driver API, "Tensor Map Object
// Management". Compute capability 9.0.
#pragma once

#include <graphblas_gpu/cuda/device/simt.cuh>

#include <cuda.h>

#include <cstdint>

namespace graphblas_gpu::cuda::block_product {

__device__ __forceinline__ unsigned shared_address(const void* at) {
    return static_cast<unsigned>(__cvta_generic_to_shared(at));
}

/// Makes writes to shared memory visible to the instructions that read operands there.
__device__ __forceinline__ void publish_shared() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }

/// A barrier in shared memory: a phase ends when `arrivals` arrived and all bytes that were expected are there.
__device__ __forceinline__ void begin_barrier(std::uint64_t* barrier, unsigned arrivals) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared_address(barrier)), "r"(arrivals) : "memory");
}
/// After the last begin_barrier, before wait_for_cluster.
__device__ __forceinline__ void publish_barriers() { asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory"); }
/// One arrival, and bytes that copies will bring.
__device__ __forceinline__ void expect_bytes(std::uint64_t* barrier, unsigned bytes) {
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(barrier)), "r"(bytes)
                 : "memory");
}
/// One arrival at the barrier that the thread block of this rank in the cluster has at the same place.
__device__ __forceinline__ void arrive_at(std::uint64_t* barrier, unsigned rank) {
    asm volatile(
        "{\n .reg .b32 remote;\n mapa.shared::cluster.u32 remote, %0, %1;\n"
        " mbarrier.arrive.shared::cluster.b64 _, [remote];\n}" ::"r"(shared_address(barrier)),
        "r"(rank)
        : "memory");
}
/// Waits for the end of the phase of this parity: 0 for the first one, 1 for the second, and so on in turns.
__device__ __forceinline__ void wait_for_barrier(std::uint64_t* barrier, unsigned parity) {
    unsigned done = 0;
    while (done == 0) {
        asm volatile("{\n .reg .pred p;\n mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\n selp.u32 %0, 1, 0, p;\n}"
                     : "=r"(done)
                     : "r"(shared_address(barrier)), "r"(parity)
                     : "memory");
    }
}
/// Waits for all threads of the cluster.
__device__ __forceinline__ void wait_for_cluster() {
    asm volatile("barrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;" ::: "memory");
}

/// Copies the 32 rows of a pool that begin with `row` to the same place in all thread blocks of the cluster whose bits are set
/// in `readers`, and tells the barrier of each that the bytes are there. Rows outside of the pool are zeros.
__device__ __forceinline__ void copy_to_cluster(void* to, const CUtensorMap* pool, int row, std::uint64_t* barrier,
                                                std::uint16_t readers) {
    asm volatile(
        "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1, {%2, %3}], "
        "[%4], %5;" ::"r"(shared_address(to)),
        "l"(pool), "r"(0), "r"(row), "r"(shared_address(barrier)), "h"(readers)
        : "memory");
}

/// The rows of all blocks of a pool, 32 values each, as the copies find them. Their chunks of 16 bytes are permuted on the way:
/// chunk c of row r comes to c ^ r % 8 in rows of 128 bytes and to c ^ r / 2 % 4 in rows of 64.
CUtensorMap pool_of_rows(const void* pool, std::int64_t rows, unsigned row_bytes);

}  // namespace graphblas_gpu::cuda::block_product
