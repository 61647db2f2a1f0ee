#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/formats/memory.hpp>

#include <fmt/format.h>

#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <new>
#include <string>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace graphblas_gpu::formats {

namespace {
constexpr std::size_t cache_line = 64;
// Below this a block does not fill enough huge pages to be worth a system call.
constexpr std::size_t huge_page = std::size_t{1} << 21;

// The system promises more memory than it has and ends the program that takes it at its word; from this size on a block
// is asked about first.
constexpr std::size_t asked_about_from = std::size_t{1} << 30;

/// Bytes that can be had without swapping, as Linux estimates them; all there are where it does not say.
std::size_t available_bytes() {
    std::ifstream information("/proc/meminfo");
    std::string name;
    std::size_t kibibytes = 0;
    std::string unit;
    while (information >> name >> kibibytes) {
        if (name == "MemAvailable:") return kibibytes * 1024;
        std::getline(information, unit);
    }
    return SIZE_MAX;
}
}  // namespace

void* allocate(std::size_t count, std::size_t size) {
    if (count == 0) return nullptr;
    if (count > (SIZE_MAX - huge_page) / size) {
        throw out_of_memory(fmt::format("allocate: {} elements of {} bytes exceed the address space", count, size));
    }
    const std::size_t bytes = count * size;
    const bool large = bytes >= 2 * huge_page;
    const std::size_t alignment = large ? huge_page : cache_line;
    const std::size_t rounded = (bytes + alignment - 1) / alignment * alignment;
    if (rounded >= asked_about_from && rounded > available_bytes()) {
        throw out_of_memory(fmt::format("allocate: {} bytes are needed, {} are available", bytes, available_bytes()));
    }
    void* block = std::aligned_alloc(alignment, rounded);
    if (block == nullptr) throw out_of_memory(fmt::format("allocate: no memory for {} bytes", bytes));
#if defined(__linux__)
    // Advice only: where it is refused the pages are small and everything still works.
    if (large) (void)madvise(block, rounded, MADV_HUGEPAGE);
#endif
    return block;
}

void deallocate(void* block, std::size_t, std::size_t) noexcept { std::free(block); }

}  // namespace graphblas_gpu::formats
