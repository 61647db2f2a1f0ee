// What kernels and their launches are written with: launches, dynamic shared memory, lanes and warps, checked CUDA calls.
//
// Idea: device code includes this header first, and no other header of CUDA. nvcc finds its own <cuda_runtime.h>. A plain C++
// compiler with tests/rehearsal on its include path finds an emulated device there, which defines GRAPHBLAS_GPU_REHEARSAL and
// runs the same kernels on one host thread.
#pragma once

#include <cuda_runtime.h>

#include <graphblas_gpu/error.hpp>

#include <cstddef>
#include <type_traits>

#if !defined(__CUDACC__) && !defined(GRAPHBLAS_GPU_REHEARSAL)
#error "graphblas_gpu/cuda/*.cuh must be compiled by nvcc, or with tests/rehearsal first on the include path"
#endif

/// A function for host and device that is never inlined.
#ifdef __CUDACC__
#define GB_CALLED __host__ __device__ __noinline__
#define GB_CALLED_ON_DEVICE __device__ __noinline__
#else
#define GB_CALLED
#define GB_CALLED_ON_DEVICE
#endif

namespace graphblas_gpu::cuda::simt {

inline constexpr unsigned warp_size = 32;
inline constexpr unsigned full_warp = 0xffffffffu;

/// The lane of the calling thread in its warp, 0 .. 31. All blocks are one-dimensional.
__device__ __forceinline__ unsigned lane_id() { return threadIdx.x % warp_size; }
/// The warp of the calling thread in its block.
__device__ __forceinline__ unsigned warp_id() { return threadIdx.x / warp_size; }

/// The number of lanes in a ballot that are below the calling lane.
__device__ __forceinline__ unsigned count_below(unsigned ballot) {
    return static_cast<unsigned>(__popc(ballot & ((1u << lane_id()) - 1)));
}
/// The index of the lowest bit of a word that is not 0; of a ballot, its first lane.
__device__ __forceinline__ unsigned lowest_bit(unsigned word) {
    return static_cast<unsigned>(__ffs(static_cast<int>(word))) - 1;
}

namespace detail {

/// These make error messages. They are compiled in simt.cu, because launch() is compiled for every kernel and should be little
/// code. Calls that ask the runtime about a kernel or for its last error stay in this header, because a program and a shared
/// library may be linked with different copies of the CUDA runtime.
/// @{
[[noreturn]] void refuse(cudaError_t status, const char* what);
[[noreturn]] void refuse_shared_memory(cudaError_t status, std::size_t bytes);
[[noreturn]] void refuse_launch(cudaError_t status, dim3 grid, dim3 block, std::size_t shared_bytes);
/// @}

/// A lock that is held while the shared memory limit of a kernel is raised.
class limit_guard {
  public:
    limit_guard();
    ~limit_guard();
    limit_guard(const limit_guard&) = delete;
    limit_guard& operator=(const limit_guard&) = delete;
};

}  // namespace detail

/// What launches ask for the kernel of a name on the host where the calls of the kernels are linked at run time (cuda/jit/).
class kernel_finder {
  public:
    /// The linked kernel, as the runtime's functions take it; `entry` itself for a kernel that is whole as it was compiled.
    virtual const void* find(const void* entry) = 0;

  protected:
    ~kernel_finder() = default;
};

/// Makes the launches of this thread ask a finder, for the lifetime of the object.
class linked_launches {
  public:
    explicit linked_launches(kernel_finder& finder);
    ~linked_launches();
    linked_launches(const linked_launches&) = delete;
    linked_launches& operator=(const linked_launches&) = delete;

  private:
    kernel_finder* before_;
};

namespace detail {

/// The kernel to launch for this address on the host.
const void* to_launch(const void* entry);

template <class... Parameters>
const void* to_launch(void (*kernel)(Parameters...)) {
    return to_launch(reinterpret_cast<const void*>(kernel));
}

}  // namespace detail

/// Throws the exception that `status` stands for; `what` names the call that returned it. The runtime's last error is cleared,
/// so that a later call does not report it. Throws out_of_memory, unsupported if there is no usable device, and error (panic)
/// otherwise.
inline void check(cudaError_t status, const char* what) {
    if (status == cudaSuccess) return;
    (void)cudaGetLastError();
    detail::refuse(status, what);
}

namespace detail {

/// The dynamic shared memory that a block can have without a raised limit.
inline constexpr std::size_t shared_bytes_unasked = 48 * 1024;

inline cudaFuncAttributes attributes_of(const void* kernel) {
    cudaFuncAttributes attributes{};
    check(cudaFuncGetAttributes(&attributes, kernel), "cudaFuncGetAttributes");
    return attributes;
}

/// Raises the limit of a kernel. The limit is never lowered, because another thread may be about to launch the kernel with
/// more.
inline void raise_shared_limit(const void* kernel, std::size_t bytes) {
    const limit_guard one_at_a_time;
    if (static_cast<std::size_t>(attributes_of(kernel).maxDynamicSharedSizeBytes) >= bytes) return;
    const cudaError_t status =
        cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes));
    if (status == cudaSuccess) return;
    (void)cudaGetLastError();
    refuse_shared_memory(status, bytes);
}

/// `threads`, halved until a block of the kernel can have that number.
inline unsigned threads_up_to(unsigned threads, const void* kernel) {
    constexpr unsigned always = 256;  // a block can always have this many threads, however many registers they use
    if (threads <= always) return threads;
    const auto most = static_cast<unsigned>(attributes_of(kernel).maxThreadsPerBlock);
    while (threads > most) threads /= 2;
    return threads;
}

}  // namespace detail

/// The block's dynamic shared memory. It is aligned to 16 bytes; its size is given at the launch.
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

/// For memory that is read or written only once: these accesses do not displace other data from the caches.
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

/// `threads`, halved until a block of the kernel can have that number. Registers set the limit, and the kernels of a user's own
/// semiring may use many.
template <class... Parameters>
unsigned threads_up_to(unsigned threads, void (*kernel)(Parameters...)) {
    return detail::threads_up_to(threads, detail::to_launch(kernel));
}

/// Makes multiprocessors reserve as much of their L1 cache as possible for shared memory when they run this kernel. Kernels
/// that ask for the same division can run on a multiprocessor at the same time.
template <class... Parameters>
void prefer_shared_memory(void (*kernel)(Parameters...)) {
    constexpr int percent = 100;
    check(cudaFuncSetAttribute(detail::to_launch(kernel), cudaFuncAttributePreferredSharedMemoryCarveout, percent),
          "cudaFuncSetAttribute");
}

/// Queues kernel(arguments...) on `stream` for grid x block threads with `shared_bytes` of dynamic shared memory a block. A
/// grid of 0 blocks does nothing. Errors of the launch are thrown as by check(); errors of the running kernel are thrown at the
/// next synchronisation.
template <class... Parameters, class... Arguments>
void launch(cudaStream_t stream, dim3 grid, dim3 block, std::size_t shared_bytes, void (*kernel)(Parameters...),
            Arguments&&... arguments) {
    static_assert(sizeof...(Parameters) == sizeof...(Arguments), "launch: as many arguments as the kernel has parameters");
    static_assert((!std::is_reference_v<Parameters> && ...), "launch: kernels take their parameters by value");
    if (grid.x == 0 || grid.y == 0 || grid.z == 0) return;
    const void* entry = detail::to_launch(kernel);
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

/// The same for a kernel whose blocks wait for each other: either all blocks run at the same time, or the launch fails. The
/// emulated device runs one block at a time, so the kernel gets one block there.
template <class... Parameters, class... Arguments>
void launch_concurrent(cudaStream_t stream, unsigned blocks, dim3 block, std::size_t shared_bytes,
                       void (*kernel)(Parameters...), Arguments&&... arguments) {
#ifdef GRAPHBLAS_GPU_REHEARSAL
    (void)blocks;
    launch(stream, 1, block, shared_bytes, kernel, static_cast<Arguments&&>(arguments)...);
#else
    static_assert(sizeof...(Parameters) == sizeof...(Arguments), "launch: as many arguments as the kernel has parameters");
    const void* entry = detail::to_launch(kernel);
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
