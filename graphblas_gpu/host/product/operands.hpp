// The operands of the numeric phase of a product, without types (product_arrays) and with the semiring's types (operands<S>),
// and the loop over the multiplications of a row that methods dense and hash share.
#pragma once

#include <algorithm>

#include <graphblas_gpu/base/blocks.hpp>
#include <graphblas_gpu/formats/csr.hpp>
#include <graphblas_gpu/host/product/mask_rows.hpp>
#include <graphblas_gpu/host/product/position_maps.hpp>
#include <graphblas_gpu/host/threads/team.hpp>
#include <semirings/semirings.hpp>

namespace graphblas_gpu::host {

class packed_rows;

/// The operands of C = A (+).(x) B as arrays without types, for code that is compiled once for all semirings. Values have the
/// types that the semiring reads; values that it does not read may be null.
struct product_arrays {
    const void* semiring = nullptr;  ///< the object
    structure_view a;
    const void* a_values = nullptr;
    structure_view b;
    const void* b_values = nullptr;
    structure_view b_transposed;  ///< only where method::dot is used
    const void* b_transposed_values = nullptr;
    mask_rows mask;
    const packed_rows* packed_b_transposed = nullptr;  ///< only where method::dot counts pairs
    position_maps positions{};
};

/// The operands with their types, for the loops of a semiring.
template <class S>
struct operands {
    S semiring;
    csr_view<semiring_left_t<S>> a;
    csr_view<semiring_right_t<S>> b;
    csr_view<semiring_right_t<S>> b_transposed;  ///< only where method::dot is used
    mask_rows mask;
    const packed_rows* packed_b_transposed = nullptr;  ///< only where method::dot counts pairs
    position_maps positions{};

    static operands of(const product_arrays& in) {
        return {*static_cast<const S*>(in.semiring),
                {in.a, static_cast<const semiring_left_t<S>*>(in.a_values)},
                {in.b, static_cast<const semiring_right_t<S>*>(in.b_values)},
                {in.b_transposed, static_cast<const semiring_right_t<S>*>(in.b_transposed_values)},
                in.mask,
                in.packed_b_transposed,
                in.positions};
    }
    /// These operands without types; the result refers to this object.
    product_arrays arrays() const {
        return {&semiring, a, a.values, b, b.values, b_transposed, b_transposed.values, mask, packed_b_transposed, positions};
    }

    index nrows() const { return a.nrows; }
    index ncols() const { return b.ncols; }

    semiring_left_t<S> left(row_offset p) const {
        if constexpr (semiring_traits<S>::reads_left) return a.values[p];
        return {};
    }
    semiring_value_t<S> multiply(const semiring_left_t<S>& x, row_offset q, index i, index k, index j) const {
        if constexpr (semiring_traits<S>::reads_right) return product_at(semiring, positions, x, b.values[q], i, k, j);
        return product_at(semiring, positions, x, semiring_right_t<S>{}, i, k, j);
    }

    /// f(column j, product) for every multiplication of row i of A, ascending in k, then in j.
    template <class F>
    void for_each_product(index i, F&& f) const {
        const row_offset last = a.nvals() - 1;
        for (row_offset p = a.begin(i); p < a.end(i); ++p) {
            base::look_now_and_then(p);
            fetch_ahead(p, last);
            const index k = a.columns[p];
            const auto x = left(p);
            const row_offset end = b.end(k);
            for (row_offset q = b.begin(k); q < end; ++q) {
                const column_index j = b.columns[q];
                f(j, multiply(x, q, i, k, j));
            }
        }
    }

  private:
    /// The rows of B are short and lie scattered in memory, so they are prefetched 4 and 8 entries of A ahead.
    void fetch_ahead(row_offset p, row_offset last) const {
        __builtin_prefetch(b.offsets + a.columns[std::min(p + 8, last)]);
        const row_offset q = b.begin(a.columns[std::min(p + 4, last)]);
        __builtin_prefetch(b.columns + q);
        if constexpr (semiring_traits<S>::reads_right) __builtin_prefetch(b.values + q);
    }
};

}  // namespace graphblas_gpu::host
