// What the tests of linking share: the libraries, kernels by their names, a folder for a cache, a loader that needs no device,
// processes.
#pragma once

#include <graphblas_gpu/cuda/jit/linked_program.hpp>
#include <graphblas_gpu/cuda/jit/toolchain.hpp>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/operations/device/sourced.hpp>

#include <tests/catch.hpp>
#include <tests/cuda/sources.hpp>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace linked_test {

namespace gb = graphblas_gpu;
namespace cu = graphblas_gpu::cuda;

/// Says that the test that runs is skipped, and why.
inline void skipped(const char* why) {
    std::printf("skipped: %s: %s\n", Catch::getResultCapture().getCurrentTestName().c_str(), why);
}

/// The libraries, or null: the test is skipped then.
inline const cu::toolchain* tools() {
    try {
        return &cu::toolchain::get();
    } catch (const gb::unsupported& refused) {
        skipped(refused.what());
        return nullptr;
    }
}

template <class S>
cu::sourced_semiring described(int word_bytes) {
    const gb::device_source source = graphblas_gpu_source_of(gb::device_source_tag<S>{});
    cu::sourced_semiring out;
    out.name = source.name;
    out.text = gb::device::text_of<S>();
    out.word_bytes = word_bytes;
    return out;
}

/// An open kernel whose name contains both, or null.
inline const cu::open_kernel* kernel_named(std::string_view what, std::string_view of) {
    for (std::size_t n = 0; n < cu::open_kernel_count(); ++n) {
        const std::string_view name = cu::open_kernel_at(n).name;
        if (name.find(what) != name.npos && name.find(of) != name.npos) return &cu::open_kernel_at(n);
    }
    return nullptr;
}

/// A kernel to link, or null: the emulated device has none, and the test is skipped.
inline const cu::open_kernel* any_kernel() {
    const cu::open_kernel* found = kernel_named("rows_by_sorting", "open_semiringIj");
    if (found == nullptr) skipped("a rehearsal has no kernels to link");
    return found;
}
/// The same where the libraries are needed too.
inline const cu::open_kernel* any_kernel_to_link() { return tools() == nullptr ? nullptr : any_kernel(); }

struct cache_folder {
    std::string path =
        (std::filesystem::temp_directory_path() / ("graphblas_gpu_linked_" + std::to_string(::getpid()))).string();
    ~cache_folder() { std::filesystem::remove_all(path); }
};

/// Counts what is loaded, in the place of the runtime; a kernel is the address of its code.
struct counting_loader final : cu::kernel_loader {
    std::vector<std::unique_ptr<std::string>> loaded;
    void* library_of(const std::string& code) override {
        loaded.push_back(std::make_unique<std::string>(code));
        return loaded.back().get();
    }
    const void* kernel_in(void* library, const char*) override { return library; }
};

/// Runs tests that are hidden in a process of its own, in which no library has been loaded yet, with these variables.
/// @{
inline std::string command_of_self(const std::string& environment, const char* tests) {
    return environment + " '" + std::filesystem::read_symlink("/proc/self/exe").string() + "' '" + tests + "'";
}
inline int status_of_self(const std::string& environment, const char* tests) {
    return std::system((command_of_self(environment, tests) + " > /dev/null 2>&1").c_str());
}
inline std::string output_of_self(const std::string& environment, const char* tests) {
    std::FILE* const output = ::popen(command_of_self(environment, tests).c_str(), "r");
    REQUIRE(output != nullptr);
    std::string said;
    for (int c = std::fgetc(output); c != EOF; c = std::fgetc(output)) said += static_cast<char>(c);
    CHECK(::pclose(output) == 0);
    return said;
}
/// @}

}  // namespace linked_test
