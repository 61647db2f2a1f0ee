// Host memory for the arrays of all formats.
//
// Idea: small blocks come from the C library. Large blocks are mapped in huge pages. Some of them are cached after use, and
// their pages are offered to the system (MADV_FREE), which takes them if it is short of memory. Until then the next large array
// gets pages that need not be cleared again; clearing pages is a large part of the cost of a product.
#pragma once

#include <cstddef>

namespace graphblas_gpu::formats {

/// `count` elements of `size` bytes, contents arbitrary, aligned to a cache line from 512 bytes on; nullptr for none. Pages of
/// a large block that are never touched cost nothing. Throws out_of_memory with the operation, the number of bytes and what
/// helps.
void* allocate(std::size_t count, std::size_t size);

/// The name of the operation that this thread executes, for messages about memory. Of nested operations the outermost is named,
/// because that is the one that the caller has called.
class named_operation {
  public:
    /// `name` is a literal. If it is null, nothing changes.
    explicit named_operation(const char* name) noexcept;
    ~named_operation();
    named_operation(const named_operation&) = delete;
    named_operation& operator=(const named_operation&) = delete;

    /// The name of the current operation, or null if there is none.
    static const char* current() noexcept;

  private:
    bool names_;
};

/// Frees a block that allocate(count, size) returned.
void deallocate(void* block, std::size_t count, std::size_t size) noexcept;

/// Shrinks a block of allocate(count, size) to `smaller` elements, keeps their contents and returns its new address. Memory is
/// freed if that is worth the effort. Afterwards the block is one of allocate(new_count, size).
void* shrink(void* block, std::size_t count, std::size_t smaller, std::size_t size, std::size_t& new_count) noexcept;

/// The bytes that can be allocated without swapping, by Linux's estimate; the largest number where there is no estimate. It
/// reads a file.
std::size_t available_bytes();
/// Whether arrays of `bytes` bytes in total fit into available_bytes(). That is looked up only from 256 MiB on; less always
/// fits.
bool fits_in_memory(double bytes);

/// The bytes of the blocks that are cached for the next large array. release_cached_blocks() frees them.
std::size_t cached_bytes() noexcept;
void release_cached_blocks() noexcept;

}  // namespace graphblas_gpu::formats
