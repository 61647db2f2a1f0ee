// NVRTC and nvJitLink, loaded when the first semiring with a source of its own needs them.
//
// Idea: neither is linked, so that a program runs without them as long as it needs none of this. A semiring's operators are
// compiled to LTO-IR once, and linked with one kernel at a time. Source: CUDA Toolkit documentation, "NVRTC" and "nvJitLink".
#pragma once

#include <graphblas_gpu/cuda/linked/open_kernels.hpp>

#include <string>
#include <vector>

namespace graphblas_gpu::cuda {

class toolchain {
  public:
    /// Loads both libraries at the first call. Throws unsupported, with what to install, if one is missing or too old.
    static const toolchain& get();

    /// "NVRTC 13.0".
    const std::string& version() const { return version_; }

    /// The LTO-IR of a source that includes linked/open_calls.cuh. Throws unsupported with the compiler's messages.
    std::string compile(const std::string& name, const std::string& source) const;

    /// The machine code of one kernel for compute capability `architecture` (90 for 9.0), with these operators. Throws
    /// unsupported with the linker's messages.
    std::string link(const open_kernel& kernel, const std::string& operators, int architecture) const;

  private:
    struct functions;
    toolchain();

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
