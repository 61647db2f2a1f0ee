#include <graphblas_gpu/cuda/device/simt.cuh>
#include <graphblas_gpu/cuda/jit/linked_launch.hpp>

namespace graphblas_gpu::cuda {
namespace {

#if !defined(GRAPHBLAS_GPU_REHEARSAL)
/// Loads for all devices. The runtime copies the code.
class runtime_loader final : public kernel_loader {
  public:
#if CUDART_VERSION >= 12080
    void* library_of(const std::string& code) override {
        cudaLibrary_t library = nullptr;
        simt::check(cudaLibraryLoadData(&library, code.data(), nullptr, nullptr, 0, nullptr, nullptr, 0),
                    "cudaLibraryLoadData");
        return library;
    }
    const void* kernel_in(void* library, const char* name) override {
        cudaKernel_t kernel = nullptr;
        simt::check(cudaLibraryGetKernel(&kernel, static_cast<cudaLibrary_t>(library), name), "cudaLibraryGetKernel");
        return reinterpret_cast<const void*>(kernel);
    }
#else
    void* library_of(const std::string&) override {
        throw unsupported("kernels that are compiled at run time need a library that is built with CUDA 12.8 or newer");
    }
    const void* kernel_in(void*, const char*) override { return nullptr; }
#endif
};

int architecture_of(int device) {
    int major = 0, minor = 0;
    simt::check(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device), "cudaDeviceGetAttribute");
    simt::check(cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, device), "cudaDeviceGetAttribute");
    return 10 * major + minor;
}
#endif

}  // namespace

struct linked_scope::finder final : simt::kernel_finder {
    finder(const engine& e, linked_program& program) : program_(program), device_(e.device()), asks_(*this) {}

    const void* find(const void* entry) override {
#if defined(GRAPHBLAS_GPU_REHEARSAL)
        return entry;  // the emulated device calls the kernels of the host's compiler, and these call the operators on the host
#else
        const open_kernel* kernel = find_open_kernel(entry);
        if (kernel == nullptr) return entry;
        runtime_loader loader;
        return program_.loaded(*kernel, architecture_of(device_), loader, call_);
#endif
    }

    linked_program& program_;
    int device_;
    std::uint64_t call_ = linked_program::next_call();
    simt::linked_launches asks_;
};

linked_scope::linked_scope(const engine& e, linked_program& program) : finder_(std::make_unique<finder>(e, program)) {}
linked_scope::~linked_scope() = default;

bool are_specialised(const engine& e, linked_program& program, kernel_group group, int word_bytes) {
#if defined(GRAPHBLAS_GPU_REHEARSAL)
    return true;
#else
    runtime_loader loader;
    return program.are_loaded(kernels_in(group, word_bytes), architecture_of(e.device()), loader);
#endif
}

}  // namespace graphblas_gpu::cuda
