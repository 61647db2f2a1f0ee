// Errors of CUDA calls in words.
#include <graphblas_gpu/cuda/device/simt.cuh>

#include <mutex>
#include <string>

namespace graphblas_gpu::cuda::simt::detail {

namespace {

std::string text_of(dim3 size) {
    return std::to_string(size.x) + "x" + std::to_string(size.y) + "x" + std::to_string(size.z);
}

std::mutex limits;

}  // namespace

void refuse(cudaError_t status, const char* what) {
    const std::string message =
        std::string(what) + ": " + cudaGetErrorName(status) + " (" + cudaGetErrorString(status) + ")";
    switch (status) {
        case cudaErrorMemoryAllocation: throw out_of_memory(message);
        case cudaErrorNoDevice:
        case cudaErrorInvalidDevice:
        case cudaErrorInsufficientDriver:
        case cudaErrorNoKernelImageForDevice:
        case cudaErrorNotSupported: throw unsupported(message);
        default: throw error(error_code::panic, message);
    }
}

void refuse_shared_memory(cudaError_t status, std::size_t bytes) {
    const std::string what = "cudaFuncSetAttribute(" + std::to_string(bytes) + " bytes of dynamic shared memory)";
    refuse(status, what.c_str());
}

void refuse_launch(cudaError_t status, dim3 grid, dim3 block, std::size_t shared_bytes) {
    std::string what = "launch of a kernel with " + text_of(grid) + " blocks of " + text_of(block) + " threads and " +
                       std::to_string(shared_bytes) + " bytes of dynamic shared memory";
    if (status == cudaErrorMemoryAllocation) {
        what +=
            ", for which the driver found no device memory to load it to; context::release_memory() gives back what contexts "
            "keep";
    }
    refuse(status, what.c_str());
}

thread_local kernel_finder* finder = nullptr;

const void* to_launch(const void* entry) { return finder == nullptr ? entry : finder->find(entry); }

limit_guard::limit_guard() { limits.lock(); }
limit_guard::~limit_guard() { limits.unlock(); }

}  // namespace graphblas_gpu::cuda::simt::detail

namespace graphblas_gpu::cuda::simt {

linked_launches::linked_launches(kernel_finder& finder) : before_(detail::finder) { detail::finder = &finder; }
linked_launches::~linked_launches() { detail::finder = before_; }

}  // namespace graphblas_gpu::cuda::simt
