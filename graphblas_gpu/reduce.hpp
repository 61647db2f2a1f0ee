// Sums under a monoid: of all entries, or of each row.
//
// Source: GraphBLAS C API 2.1, section 4.3.10 (GrB_reduce).
#pragma once

#include <graphblas_gpu/host/elementwise.hpp>
#include <graphblas_gpu/operations/operation.hpp>
#include <graphblas_gpu/host/product.hpp>

namespace graphblas_gpu {

/// All entries of a matrix or vector under a monoid, or an operator that is one over the entries' type (bool for structure
/// alone); the identity if there are none. Floating point: the order of terms depends on the number of threads, not on the
/// run. O(nvals + nrows).
template <class Monoid, container A>
requires monoid_source<Monoid, host::reading<value_of<A>>>
auto reduce(const context& ctx, const Monoid& monoid, const A& a) {
    using value = host::reading<value_of<A>>;
    const auto sum_of = as_monoid<value>(monoid);
    const auto in = host::own_operand(ctx.team(), a, false);
    const auto& view = in.view();
    const std::span<const row_offset> work(view.offsets, static_cast<std::size_t>(view.nrows) + 1);
    return host::fold_chunks(ctx.team(), sum_of, work, [&](index first, index last, int, auto& sum) {
        for (row_offset p = view.begin(first); p < view.begin(last); ++p) {
            sum.add(cast<monoid_value_t<decltype(sum_of)>>(host::read(view, p)));
        }
    });
}

/// w<m, replace> = accum(w, the sum of each row of A), or of each column if desc.transpose_a. A row without entries gives no
/// entry. w and the mask have the size nrows(A). Throws dimension_mismatch. O(nvals(A) + nrows(A)).
template <class TW, vector_mask Mask, class Accum, class Monoid, class TA>
requires monoid_source<Monoid, host::reading<TA>>
void reduce(const context& ctx, vector<TW>& w, const Mask& mask, const Accum& accum, const Monoid& monoid, const matrix<TA>& a,
            const descriptor& desc = {}) {
    const shapes::shape shape = host::used_shape(a, desc.transpose_a);
    host::check_output("reduce", w, mask, {1, shape.nrows});
    const auto sum_of = as_monoid<host::reading<TA>>(monoid);
    using value = monoid_value_t<decltype(sum_of)>;
    const auto in = host::own_operand(ctx.team(), a, desc.transpose_a);
    const auto& view = in.view();

    csr<value> t(1, shape.nrows);
    buffer<value> sums(static_cast<std::size_t>(shape.nrows));
    const std::span<const row_offset> work(view.offsets, static_cast<std::size_t>(view.nrows) + 1);
    host::for_ranges_by_work(ctx.team(), work, [&](index first, index last, int) {
        for (index i = first; i < last; ++i) {
            host::running<std::remove_cvref_t<decltype(sum_of)>> sum(sum_of);
            for (row_offset p = view.begin(i); p < view.end(i); ++p) sum.add(cast<value>(host::read(view, p)));
            sums[static_cast<std::size_t>(i)] = sum.sum();
        }
    });
    index count = 0;
    for (index i = 0; i < view.nrows; ++i) count += view.row_size(i) > 0;
    t.offsets[1] = count;
    t.columns = buffer<column_index>(static_cast<std::size_t>(count));
    t.values = buffer<value>(static_cast<std::size_t>(count));
    std::size_t n = 0;
    for (index i = 0; i < view.nrows; ++i) {
        if (view.row_size(i) == 0) continue;
        t.columns[n] = static_cast<column_index>(i);
        t.values[n] = sums[static_cast<std::size_t>(i)];
        ++n;
    }
    host::finish(ctx.team(), w, std::move(t), mask, accum, desc.replace);
}

/// The sums of the rows (columns if desc.transpose_a) as a new vector.
template <class Monoid, class TA>
requires monoid_source<Monoid, host::reading<TA>>
auto reduce_rows(const context& ctx, const Monoid& monoid, const matrix<TA>& a, const descriptor& desc = {}) {
    using value = monoid_value_t<decltype(as_monoid<host::reading<TA>>(monoid))>;
    vector<value> w(host::used_shape(a, desc.transpose_a).nrows);
    reduce(ctx, w, no_mask, no_accum, monoid, a, desc);
    return w;
}

}  // namespace graphblas_gpu
