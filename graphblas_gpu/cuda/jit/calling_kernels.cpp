// The machine code of open_kernels.cu, which sources.cmake makes, as bytes of the library.
#include <graphblas_gpu/cuda/jit/open_kernels.hpp>

#include <initializer_list>

#ifdef GRAPHBLAS_GPU_CALLING_KERNELS
asm(".pushsection .rodata\n"
    ".balign 16\n"
    ".globl graphblas_gpu_calling_kernels, graphblas_gpu_calling_kernels_end\n"
    ".hidden graphblas_gpu_calling_kernels, graphblas_gpu_calling_kernels_end\n"
    "graphblas_gpu_calling_kernels: .incbin \"" GRAPHBLAS_GPU_CALLING_KERNELS "\"\n"
    "graphblas_gpu_calling_kernels_end: .byte 0\n"
    ".popsection\n");

extern "C" const char graphblas_gpu_calling_kernels[];
extern "C" const char graphblas_gpu_calling_kernels_end[];
#endif

namespace graphblas_gpu::cuda {

#ifdef GRAPHBLAS_GPU_CALLING_KERNELS
std::string_view calling_kernels() noexcept {
    return {graphblas_gpu_calling_kernels,
            static_cast<std::size_t>(graphblas_gpu_calling_kernels_end - graphblas_gpu_calling_kernels)};
}

bool has_calling_kernels(int architecture) noexcept {
    for (const int there : std::initializer_list<int>{GRAPHBLAS_GPU_CALLING_ARCHITECTURES}) {
        if (there == architecture) return true;
    }
    return false;
}
#else
std::string_view calling_kernels() noexcept { return {}; }
bool has_calling_kernels(int) noexcept { return false; }
#endif

}  // namespace graphblas_gpu::cuda
