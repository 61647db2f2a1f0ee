// What the numeric phase of a product reads.
#pragma once

#include <span>

#include <graphblas_gpu/formats/csr.hpp>
#include <graphblas_gpu/host/mask_rows.hpp>
#include <graphblas_gpu/host/team.hpp>
#include <semirings/semirings.hpp>

namespace graphblas_gpu::host {

/// The operands of C = A (+).(x) B in the semiring's own types. Values that the semiring does not read may be null.
template <class S>
struct operands {
    S semiring;
    csr_view<semiring_left_t<S>> a;
    csr_view<semiring_right_t<S>> b;
    csr_view<semiring_right_t<S>> b_transposed;  ///< only where method::dot is used
    mask_rows mask;

    index nrows() const { return a.nrows; }
    index ncols() const { return b.ncols; }

    semiring_left_t<S> left(row_offset p) const {
        if constexpr (semiring_traits<S>::reads_left) return a.values[p];
        return {};
    }
    semiring_value_t<S> multiply(const semiring_left_t<S>& x, row_offset q, index i, index k, index j) const {
        if constexpr (semiring_traits<S>::reads_right) return semiring_product(semiring, x, b.values[q], i, k, j);
        return semiring_product(semiring, x, semiring_right_t<S>{}, i, k, j);
    }

    /// f(column j, product) for every multiplication of row i of A, ascending in k, then in j.
    template <class F>
    void for_each_product(index i, F&& f) const {
        for (row_offset p = a.begin(i); p < a.end(i); ++p) {
            const index k = a.columns[p];
            const auto x = left(p);
            const row_offset end = b.end(k);
            for (row_offset q = b.begin(k); q < end; ++q) {
                const column_index j = b.columns[q];
                f(j, multiply(x, q, i, k, j));
            }
        }
    }
};

}  // namespace graphblas_gpu::host
