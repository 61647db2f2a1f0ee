// bit_rows: the structure of a matrix of at most 64 rows, as a word for each column, and the product for searches from up to 64
// vertices at once.
//
// Idea: bit i of word j is entry (i, j). A product that would need a list for each row of a matrix becomes one pass over the
// graph with words instead of truth values. bit_rows is for rows of matrices what the dense form is for a vector.
// Source: beyond the GraphBLAS C API 2.1; Then et al., "The more the merrier: efficient multi-source graph traversal" (VLDB
// 2014).
#pragma once

#include <graphblas_gpu/bit_storage.hpp>
#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/descriptor.hpp>
#include <graphblas_gpu/matrix.hpp>
#include <graphblas_gpu/operations/bit_product.hpp>
#include <graphblas_gpu/operations/elementwise.hpp>
#include <graphblas_gpu/operations/on_engine.hpp>

#include <span>

namespace graphblas_gpu {

namespace host {
struct bit_columns;
struct writable_bit_columns;
}  // namespace host

/// The structure of a matrix of at most 64 rows, as a word for each column; value semantics.
class bit_rows {
  public:
    /// The number of bits of a word.
    static constexpr index max_rows = 64;

    /// Makes an nrows x ncols matrix without entries. Throws invalid_value if there are more than 64 rows, or a side is
    /// negative or exceeds 2^32 - 1. O(ncols).
    bit_rows(index nrows, index ncols);

    /// The number of rows.
    index nrows() const noexcept { return nrows_; }
    /// The number of columns.
    index ncols() const noexcept { return ncols_; }

    /// Whether there is no entry. O(ncols / 64).
    bool empty() const;
    /// The number of entries. O(ncols / 64 + columns that are not empty).
    index nvals() const;

    /// Whether there is an entry at (i, j). Throws invalid_index. O(1).
    bool has_element(index i, index j) const;
    /// Adds the entry (i, j) if it is not there. Throws invalid_index. O(1).
    void set_element(index i, index j);

    /// Removes all entries. O(ncols / 64 + columns that are not empty).
    void clear();

    /// Adds the entries of another object of the same shape. Throws dimension_mismatch. The cost is that of clear().
    void or_with(const context& ctx, const bit_rows& other);

    /// Whether shape and entries are the same. O(ncols).
    friend bool operator==(const bit_rows& a, const bit_rows& b);

    /// For engines: the words, for reading.
    host::bit_columns view() const;
    /// For engines: the words, for writing in place.
    host::writable_bit_columns view();
    /// For engines: the storage of the words, in host memory or on a device.
    /// @{
    const bit_storage& storage() const noexcept { return storage_; }
    bit_storage& storage() noexcept { return storage_; }
    /// @}

  private:
    void check(index i, index j) const;

    bit_storage storage_;  // first, because its copy may fail
    index nrows_;
    index ncols_;
};

/// The entries of A as a matrix. O(ncols + nvals).
matrix<void> to_matrix(const context& ctx, const bit_rows& a);

/// The same with values: the value of entry (i, j) is value(i, j), which is called on several threads of the host. Throws
/// unsupported on a device.
template <class T, class Value>
requires(std::is_invocable_v<const Value&, index, index>)
matrix<T> to_matrix(const context& ctx, const bit_rows& a, const Value& value) {
    return operations::on_engine(ctx, "to_matrix", [&](const context& call_ctx) {
        operations::refuse_own_values_on_device(call_ctx);
        const auto value_of_entry = [&value](const auto&, index i, index j) { return value(i, j); };
        const matrix<void> entries = to_matrix(call_ctx, a);
        return operations::applied(call_ctx, operations::entry_function_of<false, T, void>(value_of_entry), entries.any(),
                                   false)
            .template as<matrix<T>>();
    });
}

/// The same with the witnesses of the entries as values. T is a built-in type.
template <scalar T>
matrix<T> to_matrix(const context& ctx, const bit_rows& a, bit_witnesses& witnesses) {
    return operations::matrix_of_bits(ctx, a, witnesses, base::code_of<T>()).template as<matrix<T>>();
}

/// The same with values given by their binary digits: the value of entry (i, j) is the sum of 2^d over all d for which
/// digits[d] has an entry at (i, j). At most 32 digits, each with the shape of A. T is a built-in type. Throws
/// dimension_mismatch, invalid_value.
template <scalar T>
matrix<T> to_matrix(const context& ctx, const bit_rows& a, std::span<const bit_rows> digits) {
    return operations::matrix_of_bits(ctx, a, digits, base::code_of<T>()).template as<matrix<T>>();
}

/// W<!W> = U any.pair A; the entries that W did not have before are stored in `fresh`. This is the step of a search from many
/// vertices, as vxm_update is the step of a search from one. U is m x k, A k x n, W and `fresh` m x n; W may be U,
/// `fresh` must be neither.
///
/// desc.method: dense pushes from U, dot pulls from the columns of W, automatic takes the direction that is expected to read
/// fewer entries; other methods are not supported. The result is the same. desc.transpose_b is read too, and no
/// other member of the descriptor. Throws dimension_mismatch, invalid_value, unsupported; all objects are then as they were.
/// Pushing O(entries met), on one thread if there is a witness; pulling O(nvals(A) + n) at most.
template <class T>
void mxm_update(const context& ctx, bit_rows& w, bit_rows& fresh, const bit_rows& u, const matrix<T>& a,
                const descriptor& desc = {}) {
    operations::update_bits(ctx, w, fresh, u, a.any(), desc);
}

/// The same; `witnesses` stores for each new entry in column j the smallest k through which it came, so that U has an entry in
/// column k and A has the entry (k, j).
template <class T>
void mxm_update(const context& ctx, bit_rows& w, bit_rows& fresh, const bit_rows& u, const matrix<T>& a, const descriptor& desc,
                bit_witnesses& witnesses) {
    operations::update_bits(ctx, w, fresh, u, a.any(), desc, witnesses);
}

/// The same with a function of the caller's: witness(j, rows, k) is called when column j gets entries through k in the rows
/// whose bits are set in `rows`. It must not throw; calls for different j may run at the same time. Throws unsupported on a
/// device.
template <class T>
void mxm_update(const context& ctx, bit_rows& w, bit_rows& fresh, const bit_rows& u, const matrix<T>& a, const descriptor& desc,
                operations::bit_witness_function witness) {
    operations::update_bits(ctx, w, fresh, u, a.any(), desc, witness);
}

}  // namespace graphblas_gpu
