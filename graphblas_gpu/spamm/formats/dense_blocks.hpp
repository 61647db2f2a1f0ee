// A matrix of dense blocks: 32 x 32 values each, in one pool, under an index of the blocks that are present.
//
// Idea: the index is a CSR of blocks, and the values of block p are pool[1024 p .. 1024 p + 1023], row by row. Blocks at the
// lower and right edge are filled up with zeros, so that no loop over values looks at edges. Each block has its Frobenius norm
// beside it. A block that is absent is zero; a full matrix has all blocks. Source: the blocks and norms are those of cuSpAMM
// (Liu et al.).
#pragma once

#include <graphblas_gpu/base/buffer.hpp>
#include <graphblas_gpu/base/types.hpp>

#include <cstddef>
#include <cstdint>

namespace graphblas_gpu {

/// The type that the values of a block matrix are stored in.
enum class block_type : std::uint8_t { float16, bfloat16, float32, float64 };

namespace formats {

inline constexpr index block_side = 32;
inline constexpr index block_values = block_side * block_side;

/// The number of blocks that n rows or columns are cut into.
constexpr index blocks_for(index n) { return (n + block_side - 1) / block_side; }
constexpr std::size_t size_of(block_type t) { return t == block_type::float64 ? 8 : t == block_type::float32 ? 4 : 2; }
/// Such as "float16".
const char* to_string(block_type t) noexcept;

struct dense_blocks {
    index nrows = 0;
    index ncols = 0;
    block_type type = block_type::float64;
    buffer<row_offset> offsets{row_offset{0}};  ///< blocks_for(nrows) + 1
    buffer<column_index> columns;               ///< the column of each block, counted in blocks; ascending within a row
    buffer<double> norms;                       ///< Frobenius norms; infinity where a value is infinity or NaN
    buffer<std::byte> values;                   ///< block_values a block

    row_offset count() const { return static_cast<row_offset>(columns.size()); }
    template <class T>
    const T* block(row_offset p) const {
        return reinterpret_cast<const T*>(values.data()) + p * block_values;
    }
    template <class T>
    T* block(row_offset p) {
        return reinterpret_cast<T*>(values.data()) + p * block_values;
    }
};

/// The value in the widest of the types: every value of the others is one of double.
template <class T>
double as_double(T x) {
    if constexpr (sizeof(T) == 2)
        return static_cast<double>(static_cast<float>(x));
    else
        return static_cast<double>(x);
}

/// The Frobenius norm of n values; infinity if one is infinity or NaN. No intermediate result overflows or underflows.
double frobenius_norm(block_type type, const void* values, index n);

}  // namespace formats
}  // namespace graphblas_gpu
