// Host memory for the arrays of all formats.
//
// Idea: small blocks come from the C library. Large blocks are mapped in huge pages. Some of them are cached after use, and
// their pages are offered to the system (MADV_FREE), which takes them if it is short of memory. Until then the next large array
// gets pages that need not be cleared again; clearing pages is a large part of the cost of a product. A program may set a
// source of its own for all blocks (host_memory.hpp).
#pragma once

#include <graphblas_gpu/base/memory_budget.hpp>

#include <cstddef>

namespace graphblas_gpu::base {

/// `count` elements of `size` bytes, contents arbitrary, aligned to a cache line from 512 bytes on; nullptr for none. Pages of
/// a large block that are never touched cost nothing but budget. Throws out_of_memory with the operation, the number of bytes
/// and what helps, if the system or the budget of the operation does not have them.
void* allocate(std::size_t count, std::size_t size);

/// Frees a block that allocate(count, size) returned.
void deallocate(void* block, std::size_t count, std::size_t size) noexcept;

/// Shrinks a block of allocate(count, size) to `smaller` elements, keeps their contents and returns its new address. Memory is
/// freed if that is worth the effort. Afterwards the block is one of allocate(new_count, size).
void* shrink(void* block, std::size_t count, std::size_t smaller, std::size_t size, std::size_t& new_count) noexcept;

/// Whether blocks come from a memory resource of the program (host_memory.hpp), which knows alone how much there is.
bool is_from_program() noexcept;

/// The bytes of the blocks that are cached for the next large array. release_cached_blocks() frees them.
std::size_t cached_bytes() noexcept;
void release_cached_blocks() noexcept;

}  // namespace graphblas_gpu::base
