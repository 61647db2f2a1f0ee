// Idea: XXH64 reads 32 bytes a step in four independent lanes of 64-bit multiplications, which is faster than memory and gives
// the same result on all processors. It is sequential, so an array is hashed in blocks, and then the hashes of the blocks are
// hashed: a tree of two levels.
// Source: Y. Collet, xxHash fast digest algorithm, specification 0.1.1, "XXH64 algorithm description".
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace graphblas_gpu::host {
class team;
}  // namespace graphblas_gpu::host

namespace graphblas_gpu::io {

/// XXH64 with seed 0.
std::uint64_t xxh64(const void* bytes, std::size_t size) noexcept;

/// The number of bytes of a block; the last block may be shorter.
constexpr std::size_t checksum_block = std::size_t{1} << 20;

constexpr std::size_t checksum_blocks(std::uint64_t size) noexcept {
    return static_cast<std::size_t>((size + checksum_block - 1) / checksum_block);
}

/// XXH64 of the hashes of the blocks, each as eight bytes, the lowest byte first.
std::uint64_t checksum_of_blocks(std::span<const std::uint64_t> hashes);

/// The checksum of a whole array; computed by the team, or by the calling thread if there is none.
std::uint64_t checksum(const void* bytes, std::size_t size, host::team* team = nullptr);

}  // namespace graphblas_gpu::io
