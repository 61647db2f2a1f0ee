// Where the arrays of all formats get their host memory.
//
// Idea: small blocks come from the C library. Large ones are mapped in huge pages, and after use a few of them are kept, with
// their pages offered back to the system (MADV_FREE): it takes them when it is short of memory, and until then the next
// large array finds pages that need not be cleared again, which is a good part of the cost of a product.
#pragma once

#include <cstddef>

namespace graphblas_gpu::formats {

/// `count` elements of `size` bytes, aligned to a cache line, contents arbitrary; nullptr for none. Pages of a large block that
/// are never touched cost nothing. Throws out_of_memory with the operation, the number of bytes and what helps.
void* allocate(std::size_t count, std::size_t size);

/// The operation that this thread is in, for messages about memory that is short. Of nested ones the outermost counts, which is
/// what the caller has called.
class named_operation {
  public:
    /// `name` is a literal, or null: then nothing changes.
    explicit named_operation(const char* name) noexcept;
    ~named_operation();
    named_operation(const named_operation&) = delete;
    named_operation& operator=(const named_operation&) = delete;

    /// Null outside of all operations.
    static const char* current() noexcept;

  private:
    bool names_;
};

/// Gives back what allocate(count, size) returned.
void deallocate(void* block, std::size_t count, std::size_t size) noexcept;

/// Makes a block of allocate(count, size) one of `smaller` elements, contents kept; returns where it is now. Memory that is
/// worth its while is given back. From here on the block is one of allocate(kept_count, size).
void* shrink(void* block, std::size_t count, std::size_t smaller, std::size_t size, std::size_t& kept_count) noexcept;

/// Bytes that can be had without swapping, as Linux estimates them; all there are where it does not say. Costs a file read.
std::size_t available_bytes();

/// Bytes of blocks that are kept for the next large array; given up by release_kept_blocks().
std::size_t kept_bytes() noexcept;
void release_kept_blocks() noexcept;

}  // namespace graphblas_gpu::formats
