// Where the arrays of all formats get their host memory.
#pragma once

#include <cstddef>

namespace graphblas_gpu::formats {

/// `count` elements of `size` bytes, aligned to a cache line, untouched; nullptr for none. Large blocks ask the system for
/// huge pages. Throws out_of_memory with the number of bytes.
void* allocate(std::size_t count, std::size_t size);

/// Gives back what allocate(count, size) returned.
void deallocate(void* block, std::size_t count, std::size_t size) noexcept;

}  // namespace graphblas_gpu::formats
