#include <graphblas_gpu/cuda/device/symbols.hpp>
#include <graphblas_gpu/cuda/jit/toolchain.hpp>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/io/checksum.hpp>

#include <fmt/format.h>

#include <compare>
#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace graphblas_gpu::cuda {

/// What is given to the linker.
struct toolchain::input {
    int type;
    const void* data;
    std::size_t bytes;
    const char* name;
};

namespace {

constexpr int input_is_cubin = 1;     // NVJITLINK_INPUT_CUBIN
constexpr int input_is_ltoir = 3;     // NVJITLINK_INPUT_LTOIR
constexpr int input_is_fatbin = 4;    // NVJITLINK_INPUT_FATBIN
constexpr int source_is_refused = 6;  // NVRTC_ERROR_COMPILATION

struct cuda_version {
    int major = 0, minor = 0;
    auto operator<=>(const cuda_version&) const = default;
    std::string text() const { return fmt::format("{}.{}", major, minor); }
};
constexpr cuda_version built_with{GRAPHBLAS_GPU_CUDA_MAJOR, GRAPHBLAS_GPU_CUDA_MINOR};

/// `wanted`: the version whose packages are named, which is enough.
[[noreturn]] void refuse(const std::string& why, const cuda_version& wanted = built_with) {
    throw unsupported(fmt::format(
        "operators that carry their source are compiled at run time, and {}; install NVRTC and nvJitLink of CUDA {}.{} or a "
        "newer {} (Debian packages cuda-nvrtc-{}-{} and libnvjitlink-{}-{}, or the CUDA Toolkit) where the loader finds them",
        why, wanted.major, wanted.minor, wanted.major, wanted.major, wanted.minor, wanted.major, wanted.minor));
}

/// The library of this name: in the folder that GRAPHBLAS_GPU_CUDA_LIBRARIES names, or else where the loader, CUDA's own
/// variables and the usual folder say. Never closed.
void* opened(const std::string& name) {
    std::vector<std::string> paths;
    const char* const named = std::getenv("GRAPHBLAS_GPU_CUDA_LIBRARIES");
    if (named != nullptr) {
        paths.push_back(std::string(named) + "/" + name);
    } else {
        paths.push_back(name);
        for (const char* variable : {"CUDA_PATH", "CUDA_HOME"}) {
            if (const char* folder = std::getenv(variable)) paths.push_back(std::string(folder) + "/lib64/" + name);
        }
        paths.push_back("/usr/local/cuda/lib64/" + name);
    }
    std::string reason;
    for (const std::string& path : paths) {
        if (void* found = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL)) return found;
        if (reason.empty()) reason = dlerror();
    }
    refuse(fmt::format("{} was not loaded ({}){}", name, reason,
                       named != nullptr ? "; GRAPHBLAS_GPU_CUDA_LIBRARIES names the one folder that is looked into" : ""));
}

void refuse_library(const std::string& why) { refuse(why); }

std::string without_last_newlines(std::string text) {
    while (!text.empty() && (text.back() == '\0' || text.back() == '\n')) text.pop_back();
    return text;
}

/// The text, or the bytes, of which `size` tells how many there are and which `get` writes.
template <class Size, class Get>
std::string read_text(Size size, Get get, void* from) {
    std::size_t bytes = 0;
    size(from, &bytes);
    std::string out(bytes, '\0');
    get(from, out.data());
    return out;
}

}  // namespace

/// The functions of both libraries that are called, as nvrtc.h and nvJitLink.h declare them.
struct toolchain::functions {
    using program = void*;
    using handle = void*;
    symbols nvrtc{opened(fmt::format("libnvrtc.so.{}", built_with.major)), refuse_library};
    symbols linker{opened(fmt::format("libnvJitLink.so.{}", built_with.major)), refuse_library};
    int (*nvrtcVersion)(int* major, int* minor) = nvrtc["nvrtcVersion"];
    const char* (*nvrtcGetErrorString)(int) = nvrtc["nvrtcGetErrorString"];
    int (*nvrtcCreateProgram)(program*, const char* source, const char* name, int headers, const char* const* texts,
                              const char* const* names) = nvrtc["nvrtcCreateProgram"];
    int (*nvrtcDestroyProgram)(program*) = nvrtc["nvrtcDestroyProgram"];
    int (*nvrtcCompileProgram)(program, int count, const char* const* options) = nvrtc["nvrtcCompileProgram"];
    int (*nvrtcGetProgramLogSize)(program, std::size_t*) = nvrtc["nvrtcGetProgramLogSize"];
    int (*nvrtcGetProgramLog)(program, char*) = nvrtc["nvrtcGetProgramLog"];
    int (*nvrtcGetLTOIRSize)(program, std::size_t*) = nvrtc["nvrtcGetLTOIRSize"];
    int (*nvrtcGetLTOIR)(program, char*) = nvrtc["nvrtcGetLTOIR"];
    int (*nvrtcGetCUBINSize)(program, std::size_t*) = nvrtc["nvrtcGetCUBINSize"];
    int (*nvrtcGetCUBIN)(program, char*) = nvrtc["nvrtcGetCUBIN"];
    int (*nvJitLinkVersion)(unsigned* major, unsigned* minor) = linker["nvJitLinkVersion"];
    int (*nvJitLinkCreate)(handle*, std::uint32_t count, const char** options) = linker["nvJitLinkCreate"];
    int (*nvJitLinkDestroy)(handle*) = linker["nvJitLinkDestroy"];
    int (*nvJitLinkAddData)(handle, int type, const void* data, std::size_t bytes,
                            const char* name) = linker["nvJitLinkAddData"];
    int (*nvJitLinkComplete)(handle) = linker["nvJitLinkComplete"];
    int (*nvJitLinkGetErrorLogSize)(handle, std::size_t*) = linker["nvJitLinkGetErrorLogSize"];
    int (*nvJitLinkGetErrorLog)(handle, char*) = linker["nvJitLinkGetErrorLog"];
    int (*nvJitLinkGetLinkedCubinSize)(handle, std::size_t*) = linker["nvJitLinkGetLinkedCubinSize"];
    int (*nvJitLinkGetLinkedCubin)(handle, void*) = linker["nvJitLinkGetLinkedCubin"];
};

toolchain::toolchain() {
    static const functions found;
    cuda_version of_nvrtc, of_linker;
    found.nvrtcVersion(&of_nvrtc.major, &of_nvrtc.minor);
    unsigned major = 0, minor = 0;
    found.nvJitLinkVersion(&major, &minor);
    of_linker = {static_cast<int>(major), static_cast<int>(minor)};
    // A linker reads what was made by a version of the same major number that is not newer than itself.
    if (of_linker < built_with) {
        refuse(fmt::format("nvJitLink {} is older than the kernels, which were made by CUDA {}", of_linker.text(),
                           built_with.text()));
    }
    if (of_linker < of_nvrtc) {
        refuse(fmt::format("nvJitLink {} is older than NVRTC {}, whose code it has to read", of_linker.text(), of_nvrtc.text()),
               of_nvrtc);
    }
    version_ = fmt::format("NVRTC {}, nvJitLink {}", of_nvrtc.text(), of_linker.text());
    call_ = &found;
}

const toolchain& toolchain::get() {
    static const toolchain loaded;  // a call that fails is made again by the next one
    return loaded;
}

void toolchain::use_first() const {
    const std::string nothing = compile("nothing", "extern \"C\" __global__ void graphblas_gpu_nothing() {}");
    linked("nothing", {"-arch=sm_90", "-lto"}, {{input_is_ltoir, nothing.data(), nothing.size(), "nothing"}});
}

std::string toolchain::compile(const std::string& name, const std::string& source, int architecture) const {
    std::vector<const char*> names, texts;
    for (const embedded_header& header : embedded_headers()) {
        names.push_back(header.name);
        texts.push_back(header.text);
    }
    functions::program program = nullptr;
    int status = call_->nvrtcCreateProgram(&program, source.c_str(), name.c_str(), static_cast<int>(names.size()), texts.data(),
                                           names.data());
    std::vector<const char*> options{"--relocatable-device-code=true", "--std=c++20", "--device-as-default-execution-space",
                                     "--no-source-include", "--fmad=false"};
    const std::string target = "--gpu-architecture=sm_" + std::to_string(architecture);
    const bool is_ltoir = architecture == 0;
    if (is_ltoir) {
        // The architecture is that of the kernels' LTO-IR; the linker chooses the device's.
        options.insert(options.end(), {"--gpu-architecture=compute_80", "--dlink-time-opt"});
    } else {
        // The linker refuses a function that needs more registers than the bounds of a kernel leave its threads; 32 is the
        // least.
        options.insert(options.end(), {target.c_str(), "--maxrregcount=32"});
    }
    if (status == 0) status = call_->nvrtcCompileProgram(program, static_cast<int>(options.size()), options.data());
    std::string out;
    if (status == 0) {
        out = is_ltoir ? read_text(call_->nvrtcGetLTOIRSize, call_->nvrtcGetLTOIR, program)
                       : read_text(call_->nvrtcGetCUBINSize, call_->nvrtcGetCUBIN, program);
    } else if (program != nullptr) {
        out = read_text(call_->nvrtcGetProgramLogSize, call_->nvrtcGetProgramLog, program);
    }
    if (program != nullptr) call_->nvrtcDestroyProgram(&program);
    if (status == 0) return out;
    out = without_last_newlines(out);
    if (status != source_is_refused) {
        throw unsupported(fmt::format("NVRTC failed with \"{}\" on the source of {}{}{} ({})",
                                      call_->nvrtcGetErrorString(status), name, out.empty() ? "" : ": ", out, version_));
    }
    throw unsupported(
        fmt::format("the source of {} does not compile for the device:\n{}\nA source stands alone: it may use the "
                    "operators of graphblas_gpu as gb::..., functions of <cmath>, and what it defines itself",
                    name, out));
}

std::string toolchain::linked(const std::string& what, const std::vector<const char*>& options,
                              const std::vector<input>& inputs) const {
    functions::handle handle = nullptr;
    std::vector<const char*> given = options;
    int status = call_->nvJitLinkCreate(&handle, static_cast<std::uint32_t>(given.size()), given.data());
    for (const input& in : inputs) {
        if (status == 0) status = call_->nvJitLinkAddData(handle, in.type, in.data, in.bytes, in.name);
    }
    if (status == 0) status = call_->nvJitLinkComplete(handle);
    std::string out;
    if (status == 0) out = read_text(call_->nvJitLinkGetLinkedCubinSize, call_->nvJitLinkGetLinkedCubin, handle);
    else if (handle != nullptr) out = read_text(call_->nvJitLinkGetErrorLogSize, call_->nvJitLinkGetErrorLog, handle);
    if (handle != nullptr) call_->nvJitLinkDestroy(&handle);
    if (status != 0) {
        throw unsupported("nvJitLink did not link " + what + " (status " + std::to_string(status) +
                          "): " + without_last_newlines(out));
    }
    return out;
}

std::string toolchain::link(const open_kernel& kernel, const std::string& operators, int architecture) const {
    const std::string target = "-arch=sm_" + std::to_string(architecture), only = std::string("-kernels-used=") + kernel.name;
    return linked("the kernel " + std::string(kernel.name) + " for sm_" + std::to_string(architecture),
                  {target.c_str(), "-lto", only.c_str(), "-fma=0"},
                  {{input_is_ltoir, operators.data(), operators.size(), "operators"},
                   {input_is_fatbin, kernel.code, kernel.code_bytes, "kernels"}});
}

std::string toolchain::link_calls(const std::vector<const open_kernel*>& used, const std::string& operators,
                                  int architecture) const {
    std::vector<std::string> options{"-arch=sm_" + std::to_string(architecture)};
    for (const open_kernel* kernel : used) options.push_back(std::string("-kernels-used=") + kernel->name);
    std::vector<const char*> given;
    for (const std::string& option : options) given.push_back(option.c_str());
    const std::string_view kernels = calling_kernels();
    return linked("kernels that call operators, for sm_" + std::to_string(architecture), given,
                  {{input_is_cubin, operators.data(), operators.size(), "operators"},
                   {input_is_fatbin, kernels.data(), kernels.size(), "kernels"}});
}

std::string library_build() {
    static const std::string number = [] {
        constexpr std::uint64_t options = 3;  // another number when the options of compile() or link() change
        std::vector<std::uint64_t> parts = {options};
        for (const embedded_header& header : embedded_headers()) {
            const std::string_view text = header.text;
            parts.push_back(io::xxh64(text.data(), text.size()));
        }
        const void* hashed = nullptr;
        for (std::size_t n = 0; n < open_kernel_count(); ++n) {
            const open_kernel& kernel = open_kernel_at(n);
            if (kernel.code != hashed) parts.push_back(io::xxh64(kernel.code, kernel.code_bytes));
            hashed = kernel.code;
        }
        parts.push_back(io::xxh64(calling_kernels().data(), calling_kernels().size()));
        return std::to_string(io::xxh64(parts.data(), parts.size() * sizeof(parts[0])));
    }();
    return number;
}

}  // namespace graphblas_gpu::cuda
