// What kernels and their launches are written with: launch, dynamic shared memory, lanes and warps, checked CUDA calls.
//
// Idea: device code includes this header first and nothing else of CUDA. nvcc finds its own <cuda_runtime.h>; a plain C++
// compiler with tests/rehearsal on its include path finds an emulation of the machine there, which defines
// GRAPHBLAS_GPU_REHEARSAL and runs the same kernels on one thread of the processor.
#pragma once

#include <cuda_runtime.h>

#include <graphblas_gpu/error.hpp>

#include <cstddef>
#include <type_traits>

#if !defined(__CUDACC__) && !defined(GRAPHBLAS_GPU_REHEARSAL)
#error "graphblas_gpu/cuda/*.cuh must be compiled by nvcc, or with tests/rehearsal first on the include path"
#endif

namespace graphblas_gpu::cuda::simt {

inline constexpr unsigned warp_size = 32;
inline constexpr unsigned full_warp = 0xffffffffu;

/// Blocks are one-dimensional throughout: the lane of the calling thread in its warp, 0..31.
__device__ __forceinline__ unsigned lane_id() { return threadIdx.x % warp_size; }
/// The warp of the calling thread in its block.
__device__ __forceinline__ unsigned warp_id() { return threadIdx.x / warp_size; }

namespace detail {

/// Errors in words; in simt.cu, because a launch is compiled for every kernel and should be little code. What asks the runtime
/// about a kernel, or for its last error, stays here: a program may have another runtime than a shared library.
/// @{
[[noreturn]] void refuse(cudaError_t status, const char* what);
[[noreturn]] void refuse_shared_memory(cudaError_t status, std::size_t bytes);
[[noreturn]] void refuse_launch(cudaError_t status, dim3 grid, dim3 block, std::size_t shared_bytes);
/// @}

/// Held by who raises the limit of a kernel.
class limit_guard {
  public:
    limit_guard();
    ~limit_guard();
    limit_guard(const limit_guard&) = delete;
    limit_guard& operator=(const limit_guard&) = delete;
};

}  // namespace detail

/// Throws what `status` stands for; `what` names the call that gave it. The error is taken off the runtime, so that no later
/// call is blamed for it. Errors: out_of_memory; unsupported where there is no usable device; error (panic) otherwise.
inline void check(cudaError_t status, const char* what) {
    if (status == cudaSuccess) return;
    (void)cudaGetLastError();
    detail::refuse(status, what);
}

namespace detail {

/// What a block may have without asking.
inline constexpr std::size_t shared_bytes_unasked = 48 * 1024;

inline cudaFuncAttributes attributes_of(const void* kernel) {
    cudaFuncAttributes attributes{};
    check(cudaFuncGetAttributes(&attributes, kernel), "cudaFuncGetAttributes");
    return attributes;
}

/// The limit of a kernel is only ever raised: another thread may be about to launch it with more.
inline void raise_shared_limit(const void* kernel, std::size_t bytes) {
    const limit_guard one_at_a_time;
    if (static_cast<std::size_t>(attributes_of(kernel).maxDynamicSharedSizeBytes) >= bytes) return;
    const cudaError_t status =
        cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes));
    if (status == cudaSuccess) return;
    (void)cudaGetLastError();
    refuse_shared_memory(status, bytes);
}

/// `threads`, or half of them, and so on: as many as a block of the kernel can have.
inline unsigned threads_up_to(unsigned threads, const void* kernel) {
    constexpr unsigned always = 256;  // of as many registers as a thread can have
    if (threads <= always) return threads;
    const auto most = static_cast<unsigned>(attributes_of(kernel).maxThreadsPerBlock);
    while (threads > most) threads /= 2;
    return threads;
}

}  // namespace detail

/// The block's dynamic shared memory, aligned for any T of up to 16 bytes; as large as the launch said.
template <class T>
__device__ __forceinline__ T* dynamic_shared() {
    static_assert(alignof(T) <= 16, "dynamic shared memory is aligned to 16 bytes");
#ifdef GRAPHBLAS_GPU_REHEARSAL
    return reinterpret_cast<T*>(rehearsal::dynamic_shared_memory());
#else
    extern __shared__ __align__(16) unsigned char graphblas_gpu_dynamic_shared[];
    return reinterpret_cast<T*>(graphblas_gpu_dynamic_shared);
#endif
}

/// Of memory that is read or written once: what caches hold beside it stays there.
/// @{
template <class T>
__device__ __forceinline__ T read_once(const T* from) {
#ifdef GRAPHBLAS_GPU_REHEARSAL
    return *from;
#else
    return __ldcs(from);
#endif
}
template <class T>
__device__ __forceinline__ void write_once(T* to, const T& x) {
#ifdef GRAPHBLAS_GPU_REHEARSAL
    *to = x;
#else
    if constexpr (std::is_same_v<T, bool>) __stcs(reinterpret_cast<unsigned char*>(to), static_cast<unsigned char>(x));
    else __stcs(to, x);
#endif
}
/// @}

/// `threads`, or half of them, and so on: as many as a block of the kernel can have. Registers set the bound, and a semiring of
/// the caller's own may take many.
template <class... Parameters>
unsigned threads_up_to(unsigned threads, void (*kernel)(Parameters...)) {
    return detail::threads_up_to(threads, reinterpret_cast<const void*>(kernel));
}

/// Has multiprocessors set as much memory aside for blocks as they can when they run the kernel. Kernels that want it divided
/// alike can share a multiprocessor.
template <class... Parameters>
void prefer_shared_memory(void (*kernel)(Parameters...)) {
    constexpr int percent = 100;
    check(cudaFuncSetAttribute(reinterpret_cast<const void*>(kernel), cudaFuncAttributePreferredSharedMemoryCarveout, percent),
          "cudaFuncSetAttribute");
}

/// Enqueues kernel(arguments...) on `stream` for grid x block threads with `shared_bytes` of dynamic shared memory a block.
/// A grid of 0 blocks does nothing. Errors of the launch itself are thrown as by check(); those of the kernel's run surface
/// at the next synchronisation.
template <class... Parameters, class... Arguments>
void launch(cudaStream_t stream, dim3 grid, dim3 block, std::size_t shared_bytes, void (*kernel)(Parameters...),
            Arguments&&... arguments) {
    static_assert(sizeof...(Parameters) == sizeof...(Arguments), "launch: as many arguments as the kernel has parameters");
    static_assert((!std::is_reference_v<Parameters> && ...), "launch: kernels take their parameters by value");
    if (grid.x == 0 || grid.y == 0 || grid.z == 0) return;
    const void* entry = reinterpret_cast<const void*>(kernel);
    if (shared_bytes > detail::shared_bytes_unasked) detail::raise_shared_limit(entry, shared_bytes);
    const auto enqueue = [&](Parameters... parameters) {
#ifdef GRAPHBLAS_GPU_REHEARSAL
        return rehearsal::launch_kernel(kernel, grid, block, shared_bytes, stream, parameters...);
#else
        void* addresses[sizeof...(Parameters) + 1] = {static_cast<void*>(&parameters)...};
        return cudaLaunchKernel(entry, grid, block, addresses, shared_bytes, stream);
#endif
    };
    const cudaError_t status = enqueue(static_cast<Parameters>(arguments)...);
    if (status == cudaSuccess) return;
    (void)cudaGetLastError();
    detail::refuse_launch(status, grid, block, shared_bytes);
}

/// The same for a kernel whose blocks wait for each other: all of them run at the same time, or the launch fails. The emulated device
/// runs one block at a time, and gets one.
template <class... Parameters, class... Arguments>
void launch_concurrent(cudaStream_t stream, unsigned blocks, dim3 block, std::size_t shared_bytes, void (*kernel)(Parameters...),
                       Arguments&&... arguments) {
#ifdef GRAPHBLAS_GPU_REHEARSAL
    (void)blocks;
    launch(stream, 1, block, shared_bytes, kernel, static_cast<Arguments&&>(arguments)...);
#else
    static_assert(sizeof...(Parameters) == sizeof...(Arguments), "launch: as many arguments as the kernel has parameters");
    const void* entry = reinterpret_cast<const void*>(kernel);
    if (shared_bytes > detail::shared_bytes_unasked) detail::raise_shared_limit(entry, shared_bytes);
    const auto enqueue = [&](Parameters... parameters) {
        void* addresses[sizeof...(Parameters) + 1] = {static_cast<void*>(&parameters)...};
        return cudaLaunchCooperativeKernel(entry, dim3(blocks), block, addresses, shared_bytes, stream);
    };
    const cudaError_t status = enqueue(static_cast<Parameters>(arguments)...);
    if (status == cudaSuccess) return;
    (void)cudaGetLastError();
    detail::refuse_launch(status, dim3(blocks), block, shared_bytes);
#endif
}

}  // namespace graphblas_gpu::cuda::simt
