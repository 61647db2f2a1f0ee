// Idea: the few functions that are needed are looked up by name, and the few numbers of cuBLAS's enumerations are written down
// here, so that neither its headers nor the library are needed for building. Source: cuBLAS documentation, cublasGemmEx.
#include <graphblas_gpu/cuda/device/simt.cuh>
#include <graphblas_gpu/spamm/cuda/library.hpp>

#include <dlfcn.h>

#include <map>
#include <mutex>
#include <string>

namespace graphblas_gpu::cuda {

namespace {

using handle = void*;
using create_function = int (*)(handle*);
using set_stream_function = int (*)(handle, cudaStream_t);
using gemm_function = int (*)(handle, int, int, int, int, int, const void*, const void*, int, int, const void*, int, int,
                              const void*, void*, int, int, int, int);

struct library {
    std::mutex mutex;  // of the handles, each of which is for one call at a time
    std::map<int, handle> handles;
    create_function create = nullptr;
    set_stream_function set_stream = nullptr;
    gemm_function gemm = nullptr;

    library() {
#ifndef GRAPHBLAS_GPU_REHEARSAL  // the emulated device's memory is not the library's
        void* found = nullptr;
        for (const char* name : {"libcublas.so.13", "libcublas.so.12"}) {
            if (found == nullptr) found = dlopen(name, RTLD_NOW | RTLD_LOCAL);
        }
        if (found == nullptr) return;
        create = reinterpret_cast<create_function>(dlsym(found, "cublasCreate_v2"));
        set_stream = reinterpret_cast<set_stream_function>(dlsym(found, "cublasSetStream_v2"));
        gemm = reinterpret_cast<gemm_function>(dlsym(found, "cublasGemmEx"));
#endif
    }

    /// The handle for a device, null if there is none. Handles are never destroyed: the driver may be gone at the end of the
    /// process.
    handle handle_for(int device) {
        if (create == nullptr || set_stream == nullptr || gemm == nullptr) return nullptr;
        if (const auto at = handles.find(device); at != handles.end()) return at->second;
        handle made = nullptr;
        if (create(&made) != 0) return nullptr;  // for lack of memory, perhaps: the next call tries again
        return handles.emplace(device, made).first->second;
    }
};
library& the_library() {
    static library* const one = new library;
    return *one;
}

}  // namespace

bool has_library(const std::shared_ptr<engine>& e) {
    library& cublas = the_library();
    const std::lock_guard lock(cublas.mutex);
    return cublas.handle_for(e->device()) != nullptr;
}

void library_product(const std::shared_ptr<engine>& e, spamm_precision precision, index m, index n, index k, double alpha,
                     const void* a, const void* b, double beta, void* c) {
    constexpr int float32 = 0, float64 = 1, float16 = 2, bfloat16 = 14;  // cudaDataType_t
    constexpr int sums_float = 68, sums_double = 70, sums_tf32 = 77, no_transpose = 0, default_algorithm = -1;
    const bool is_double = precision == spamm_precision::fp64;
    const int factor = is_double                            ? float64
                       : precision == spamm_precision::fp16 ? float16
                       : precision == spamm_precision::bf16 ? bfloat16
                                                            : float32;
    const int sums = is_double ? sums_double : precision == spamm_precision::tf32 ? sums_tf32 : sums_float;
    const auto alpha_float = static_cast<float>(alpha), beta_float = static_cast<float>(beta);
    library& cublas = the_library();
    const std::lock_guard lock(cublas.mutex);
    const handle to = cublas.handle_for(e->device());
    int status = cublas.set_stream(to, e->stream());
    // cuBLAS stores columns: it is told to compute C' = B' A'.
    if (status == 0) {
        status = cublas.gemm(to, no_transpose, no_transpose, static_cast<int>(n), static_cast<int>(m), static_cast<int>(k),
                             is_double ? static_cast<const void*>(&alpha) : &alpha_float, b, factor, static_cast<int>(n), a,
                             factor, static_cast<int>(k), is_double ? static_cast<const void*>(&beta) : &beta_float, c,
                             is_double ? float64 : float32, static_cast<int>(n), sums, default_algorithm);
    }
    constexpr int allocation_failed = 3;
    if (status == allocation_failed) throw out_of_memory("cublasGemmEx: cuBLAS has no memory for its own arrays");
    if (status != 0) {
        throw error(error_code::panic, "cublasGemmEx of " + std::to_string(m) + "x" + std::to_string(k) + "x" +
                                           std::to_string(n) + " failed with status " + std::to_string(status));
    }
}

}  // namespace graphblas_gpu::cuda
