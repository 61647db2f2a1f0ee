#include <graphblas_gpu/cuda/jit/open_kernels.hpp>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <unordered_map>
#include <vector>

namespace graphblas_gpu::cuda {
namespace {

/// What nvcc puts around the code of a source; see fatbinary_section.h of the CUDA Toolkit.
struct code_wrapper {
    std::int32_t magic;
    std::int32_t version;
    const void* code;
    void* unused;
};
constexpr std::int32_t wrapper_magic = 0x466243b1;

struct code_header {
    std::uint32_t magic;
    std::uint16_t version;
    std::uint16_t header_bytes;
    std::uint64_t body_bytes;
};
constexpr std::uint32_t code_magic = 0xba55ed50;

struct registry {
    std::unordered_map<const void*, std::size_t> number_of;  ///< by the address on the host
    std::vector<open_kernel> kernels;
    open_kernel source;  ///< of the kernels that are being registered
};

/// Sources register themselves before main().
registry& all() {
    static registry kernels;
    return kernels;
}

}  // namespace

const open_kernel* find_open_kernel(const void* entry) noexcept {
    const auto found = all().number_of.find(entry);
    return found == all().number_of.end() ? nullptr : &all().kernels[found->second];
}

std::vector<const open_kernel*> kernels_in(kernel_group group, int word_bytes) {
    std::vector<const open_kernel*> out;
    for (const void* entry : entries_of(group, word_bytes)) {
        if (const open_kernel* const kernel = find_open_kernel(entry)) out.push_back(kernel);
    }
    return out;
}

std::vector<const open_kernel*> launched_together_with(const open_kernel& kernel) {
    for (const kernel_group group : {kernel_group::hash, kernel_group::hash_in_order, kernel_group::bitmap_tile}) {
        for (const int word_bytes : {4, 8}) {
            std::vector<const open_kernel*> all = kernels_in(group, word_bytes);
            if (std::find(all.begin(), all.end(), &kernel) != all.end()) return all;
        }
    }
    return {&kernel};
}

std::size_t open_kernel_count() noexcept { return all().kernels.size(); }
const open_kernel& open_kernel_at(std::size_t n) { return all().kernels.at(n); }

}  // namespace graphblas_gpu::cuda

extern "C" void graphblas_gpu_register_open_source(void (*describe)(void**), const void* code) {
    using namespace graphblas_gpu::cuda;
    registry& known = all();
    known.source = {};
    code_wrapper wrapper;
    std::memcpy(&wrapper, code, sizeof(wrapper));
    code_header header{};
    if (wrapper.magic == wrapper_magic) std::memcpy(&header, wrapper.code, sizeof(header));
    if (header.magic != code_magic)
        return;  // a compiler with another layout: the source has no kernels then, which is refused at use
    known.source.code = wrapper.code;
    known.source.code_bytes = header.header_bytes + static_cast<std::size_t>(header.body_bytes);
    void* handle = nullptr;
    describe(&handle);
}

extern "C" void graphblas_gpu_register_open_kernel(void**, const char* entry, char*, const char* name, int, void*, void*, void*,
                                                   void*, int*) {
    using namespace graphblas_gpu::cuda;
    registry& known = all();
    open_kernel kernel = known.source;
    kernel.name = name;
    known.number_of.emplace(entry, known.kernels.size());
    known.kernels.push_back(kernel);
}
