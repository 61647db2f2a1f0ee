// A barrier of all blocks of a grid, for kernels whose blocks all run at the same time.
//
// Idea: every block adds 1 to a counter, which never decreases, and waits until all blocks have done so. The kernel must be
// started by simt::launch_concurrent, which only starts grids whose blocks can all run at the same time.
// Source: Xiao, Feng, "Inter-block GPU communication via fast barrier synchronization" (IPDPS 2010).
#pragma once

#include <graphblas_gpu/cuda/device/simt.cuh>

namespace graphblas_gpu::cuda {

class grid_barrier {
  public:
    /// `arrived` must be 0 before the kernel starts, and must be used by this barrier only.
    __device__ explicit grid_barrier(unsigned* arrived) : arrived_(arrived) {}

    /// Returns when all threads of the grid have called it. What they wrote to device memory before can then be read by all.
    __device__ void wait() { wait([] {}); }
    /// The same. When all threads of a block have called it, one of them calls finish_block(), before any block goes on.
    template <class F>
    __device__ void wait(const F& finish_block) {
        __syncthreads();
        if (threadIdx.x == 0) finish_block();
        if (gridDim.x == 1) {
            __syncthreads();
            return;
        }
        expected_ += gridDim.x;
        if (threadIdx.x == 0) {
            __threadfence();
            atomicAdd(arrived_, 1u);
            // The difference is right even after the counter has wrapped.
            while (static_cast<int>(*static_cast<volatile unsigned*>(arrived_) - expected_) < 0) {
            }
            __threadfence();
        }
        __syncthreads();
    }

  private:
    unsigned* arrived_;
    unsigned expected_ = 0;
};

}  // namespace graphblas_gpu::cuda
