// The SIMT machine on one thread of the processor: who runs, and where the threads of a block meet.
//
// Idea: a thread of a block runs on a fiber until it must wait for others: at a barrier of the block, or at a warp function
// for the lanes that its mask names. The last one to arrive works out the results of all and goes on. When nobody can go on,
// the block is stuck, which is a fault of the kernel: the message says who waits for whom, and where. Threads that never wait
// run one after the other on the same fiber, without a switch.
#pragma once

#include "vector_types.hpp"

#include <cstddef>
#include <cstdint>
#include <source_location>
#include <stdexcept>
#include <string>

namespace rehearsal {

/// A kernel did what no device would bear or what CUDA leaves undefined; thrown out of the launch.
class kernel_fault : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// Everything that threads can meet at. Lanes meet only at the same function, with the same mask; from __syncthreads on it is
/// all threads of a block that meet.
enum class collective : std::uint8_t {
    none, syncwarp, shuffle, ballot, any, all, match_any, match_all, reduce_add, reduce_min, reduce_max, reduce_and,
    reduce_or, reduce_xor, syncthreads, syncthreads_or, syncthreads_and, syncthreads_count,
};

using location = std::source_location;

/// What a lane brings to a warp function, and what it takes away. `source`: the lane that a shuffle reads.
struct lane_value {
    std::uint64_t bits = 0;
    unsigned source = 0;
    std::uint64_t result = 0;
};

/// The variables of the running thread. Outside kernels the coordinates are 0 and the sizes 1.
struct coordinates {
    uint3 thread{0, 0, 0};
    uint3 block{0, 0, 0};
    dim3 block_size;
    dim3 grid_size;
};
inline constinit coordinates running{};

/// True in a kernel, false where host code calls a function that is for both.
bool in_kernel();
/// The running thread's lane.
unsigned lane();

/// Waits for the lanes of `mask` to come to the same function with the same mask. `resolve` is called once, by the last one,
/// with the values of the 32 lanes, and writes the results. Returns the caller's result. Lanes that come from different calls
/// in the source are a fault (of __syncwarp they may): what they exchange would be a matter of luck.
using resolver = void (*)(lane_value* lanes, unsigned mask);
std::uint64_t run_warp_collective(collective what, unsigned mask, std::uint64_t bits, unsigned source, resolver resolve,
                                  location where);
/// Waits for all threads of the block that have not exited. Returns how many of them brought a predicate other than 0, and
/// how many there were. Threads that come from different calls in the source are a fault, as CUDA leaves them undefined.
struct votes {
    unsigned yes;
    unsigned all;
};
votes run_block_collective(collective what, bool predicate, location where);

/// Other threads may run before the caller goes on; called by atomics now and then, so that who spins lets others work.
void maybe_yield(location where);
/// Other threads run before the caller goes on.
void yield(location where);
/// Ends the kernel; the message is preceded by the coordinates of the thread and the place.
[[noreturn]] void fault(const std::string& message, location where);

/// The dynamic shared memory of the running block.
void* dynamic_shared_memory();
/// The pointer lies in an allocation of device memory.
bool in_device_memory(const void* pointer);

/// Seeds the order in which threads and blocks run; 0 stands for the plain order. Until it is called: the value of the
/// environment variable GRAPHBLAS_GPU_REHEARSAL_SEED, or 1.
void seed(std::uint64_t value);

/// Fibers made so far; those of blocks that ended, well or not, are used again.
std::size_t fibers();

/// Runs body(context) for all threads of all blocks, one block after the other.
void run_grid(dim3 grid, dim3 block, std::size_t shared_bytes, void (*body)(void*), void* context);

}  // namespace rehearsal

inline const uint3& threadIdx = rehearsal::running.thread;
inline const uint3& blockIdx = rehearsal::running.block;
inline const dim3& blockDim = rehearsal::running.block_size;
inline const dim3& gridDim = rehearsal::running.grid_size;
inline constexpr int warpSize = 32;
