// block_matrix<T>: a matrix of dense blocks of 32 x 32 values, the operand of spamm().
//
// Idea: the blocks lie in one pool under an index of those that have a value other than zero, each with its Frobenius norm. A
// full matrix is the case in which all blocks are present. Sides need not be multiples of 32.
#pragma once

#include <graphblas_gpu/matrix.hpp>
#include <graphblas_gpu/spamm/block_storage.hpp>
#include <graphblas_gpu/spamm/formats/half.hpp>
#include <graphblas_gpu/value_list.hpp>

#include <concepts>
#include <span>
#include <type_traits>
#include <vector>

namespace graphblas_gpu {

/// A type that values of blocks are stored in.
template <class T>
concept block_value =
    std::same_as<T, float> || std::same_as<T, double> || std::same_as<T, float16> || std::same_as<T, bfloat16>;

namespace formats {
template <block_value T>
inline constexpr block_type block_type_of = std::same_as<T, double>    ? block_type::float64
                                            : std::same_as<T, float>   ? block_type::float32
                                            : std::same_as<T, float16> ? block_type::float16
                                                                       : block_type::bfloat16;
/// The type in which values of T are given and read: double for double, float for all others.
template <block_value T>
using dense_value = std::conditional_t<std::same_as<T, double>, double, float>;

/// Compiled for float and double; `type` must have values of U.
/// @{
template <class U>
block_storage blocks_of_dense(block_type type, index nrows, index ncols, std::span<const U> values);
template <class U>
block_storage blocks_of_rows(block_type type, const csr_view<U>& rows);
template <class U>
std::vector<U> dense_of_blocks(const block_storage& a);
template <class U>
csr<U> rows_of_blocks(const block_storage& a);
/// @}
block_storage converted_blocks(const block_storage& a, block_type type);
double element_of_blocks(const block_storage& a, index i, index j);
double norm_of_blocks(const block_storage& a);
}  // namespace formats

/// A matrix with value semantics that is made once and not changed. T is float, double, float16 or bfloat16. Copies share their
/// blocks. Blocks without a value other than zero are not stored. A block that holds an infinity or a NaN has an infinite norm.
template <block_value T>
class block_matrix {
  public:
    using value_type = T;
    /// The type in which values are given and read.
    using dense_type = formats::dense_value<T>;

    /// A 0 x 0 matrix.
    block_matrix() : storage_(formats::block_type_of<T>) {}
    /// A matrix of zeros, without blocks. Throws invalid_value if a side is negative or exceeds 2^32 - 1. O(nrows / 32).
    block_matrix(index nrows, index ncols) : storage_(formats::block_type_of<T>) {
        base::check_side(nrows, "block_matrix: number of rows");
        base::check_side(ncols, "block_matrix: number of columns");
        storage_ = block_storage(formats::block_type_of<T>, nrows, ncols);
    }
    /// The same values in another type, rounded to nearest even. O(values in blocks).
    template <block_value U>
    explicit block_matrix(const block_matrix<U>& other) requires(!std::same_as<T, U>)
        : storage_(formats::converted_blocks(other.storage(), formats::block_type_of<T>)) {}

    /// The nrows x ncols matrix whose value (i, j) is values[i * ncols + j]. Throws invalid_value for the sides,
    /// dimension_mismatch if there are not nrows * ncols values. O(nrows * ncols).
    static block_matrix from_dense(index nrows, index ncols, const value_list<dense_type>& values) {
        return from_storage(
            formats::blocks_of_dense<dense_type>(formats::block_type_of<T>, nrows, ncols, {values.data(), values.size()}));
    }
    /// The values of a sparse matrix; positions without an entry are zero. O(nvals + 1024 blocks).
    static block_matrix from_matrix(const matrix<dense_type>& a) {
        return from_storage(formats::blocks_of_rows<dense_type>(formats::block_type_of<T>, a.rows()));
    }
    /// For operations: takes over blocks of type T.
    static block_matrix from_storage(block_storage storage) { return block_matrix(std::move(storage)); }

    /// All nrows * ncols values, row by row. O(nrows * ncols).
    std::vector<dense_type> to_dense() const { return formats::dense_of_blocks<dense_type>(storage_); }
    /// A sparse matrix with an entry for each value other than zero. O(values in blocks).
    matrix<dense_type> to_matrix() const {
        return matrix<dense_type>::from_storage(formats::rows_of_blocks<dense_type>(storage_));
    }

    /// The numbers of rows and columns.
    /// @{
    index nrows() const noexcept { return storage_.nrows(); }
    index ncols() const noexcept { return storage_.ncols(); }
    /// @}
    /// The number of blocks that are stored, and the bytes of their values.
    /// @{
    index nblocks() const noexcept { return storage_.count(); }
    std::int64_t value_bytes() const noexcept { return storage_.count() * formats::block_values * std::int64_t{sizeof(T)}; }
    /// @}
    /// The value at (i, j); 0 where no block is stored. Throws invalid_index. O(log blocks of a row).
    dense_type get_element(index i, index j) const {
        base::check_index(i, nrows(), "block_matrix: row");
        base::check_index(j, ncols(), "block_matrix: column");
        return static_cast<dense_type>(formats::element_of_blocks(storage_, i, j));
    }
    /// The Frobenius norm of the matrix, from the norms of the blocks. O(blocks).
    double norm() const { return formats::norm_of_blocks(storage_); }

    /// For operations: the blocks.
    const block_storage& storage() const noexcept { return storage_; }

  private:
    explicit block_matrix(block_storage&& storage) : storage_(std::move(storage)) {}

    block_storage storage_;
};

}  // namespace graphblas_gpu
