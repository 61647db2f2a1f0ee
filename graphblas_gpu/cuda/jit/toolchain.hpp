// NVRTC and nvJitLink, loaded when the first semiring with a source of its own needs them.
//
// Idea: neither is linked, so that a program runs without them as long as it needs none of this. A semiring's operators are
// compiled to machine code that the kernels call, which takes a tenth of a second for all kernels, or to LTO-IR that the linker
// inlines into one kernel at a time, which takes .1 to 1 s a kernel. Neither contracts a product and a sum to one rounding, so
// that both compute the same. Source: CUDA Toolkit documentation, "NVRTC" and "nvJitLink".
#pragma once

#include <graphblas_gpu/cuda/jit/open_kernels.hpp>

#include <string>
#include <vector>

namespace graphblas_gpu::cuda {

/// What it throws says what is wrong; linked_program adds where else the call runs.
class toolchain {
  public:
    /// Loads both libraries at the first call. Throws unsupported, with what to install, if one is missing or too old.
    static const toolchain& get();

    /// Compiles and links a kernel that does nothing, after which both libraries have all static objects that they make at
    /// their first use. Some .1 s.
    void use_first() const;

    /// "NVRTC 13.0, nvJitLink 13.0".
    const std::string& version() const { return version_; }

    /// The LTO-IR of a source that includes jit/open_calls.cuh, or its machine code for compute capability `architecture`
    /// (90 for 9.0) if that is not 0. Throws unsupported with the compiler's messages.
    std::string compile(const std::string& name, const std::string& source, int architecture = 0) const;

    /// The machine code of one kernel for compute capability `architecture`, with these operators, which are LTO-IR. Throws
    /// unsupported with the linker's messages.
    std::string link(const open_kernel& kernel, const std::string& operators, int architecture) const;

    /// The machine code of these kernels of semirings, which call the operators (machine code). Throws unsupported with the
    /// linker's messages. For architectures of calling_kernels.
    std::string link_calls(const std::vector<const open_kernel*>& used, const std::string& operators, int architecture) const;

  private:
    struct functions;
    struct input;
    toolchain();
    std::string linked(const std::string& what, const std::vector<const char*>& options,
                       const std::vector<input>& inputs) const;

    std::string version_;
    const functions* call_ = nullptr;
};

/// The headers that the sources of semirings include, by name: those of semirings/ and what they include.
struct embedded_header {
    const char* name;
    const char* text;
};
const std::vector<embedded_header>& embedded_headers();

/// A number that changes with what is embedded or with the kernels, for the keys of the cache.
std::string library_build();

}  // namespace graphblas_gpu::cuda
