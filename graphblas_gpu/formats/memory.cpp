#include <graphblas_gpu/formats/memory.hpp>

#include <cstdint>
#include <cstdlib>
#include <new>

#include <fmt/format.h>
#include <graphblas_gpu/error.hpp>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace graphblas_gpu::formats {

namespace {
constexpr std::size_t cache_line = 64;
// Below this a block does not fill enough huge pages to be worth a system call.
constexpr std::size_t huge_page = std::size_t{1} << 21;
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
