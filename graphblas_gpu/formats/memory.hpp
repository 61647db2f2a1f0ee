// Where the arrays of all formats get their host memory.
//
// Idea: small blocks come from the C library. Large ones are mapped in huge pages, and after use a few of them are kept, with
// their pages offered back to the system (MADV_FREE): it takes them when it is short of memory, and until then the next
// large array finds pages that need not be cleared again, which is a good part of the cost of a product.
#pragma once

#include <cstddef>

namespace graphblas_gpu::formats {

/// `count` elements of `size` bytes, aligned to a cache line, contents arbitrary; nullptr for none. Pages of a large block that
/// are never touched cost nothing. Throws out_of_memory with the number of bytes.
void* allocate(std::size_t count, std::size_t size);

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
