// The numeric phase of the product: from operands in the semiring's own types to a matrix or to a scalar.
//
// Idea: every method is a class that computes one row at a time (hash_rows, dense_rows, masked_*_rows, dot_rows); here rows
// are spread over threads by their multiplications. Compiled once per (semiring, value type) of the catalogue, and in the
// caller's source for a semiring of the caller's own.
#pragma once

#include <graphblas_gpu/host/dense/dense_rows.hpp>
#include <graphblas_gpu/host/dot/dot_rows.hpp>
#include <graphblas_gpu/host/dot/pair_rows.hpp>
#include <graphblas_gpu/host/hash/hash_rows.hpp>
#include <graphblas_gpu/host/masked/masked_rows.hpp>
#include <graphblas_gpu/host/rows.hpp>
#include <graphblas_gpu/host/running.hpp>
#include <graphblas_gpu/host/symbolic.hpp>

namespace graphblas_gpu::host {

/// How a product is to be run: decided by the planner, carried out here.
struct product_task {
    method how = method::dense;                               ///< hash, dense or dot; dot needs an admitting mask
    const buffer<std::int64_t>* multiplications = nullptr;    ///< before each row, nrows + 1
    const buffer<row_offset>* bounds = nullptr;               ///< before each row, if the product is to be made in one pass
    const buffer<std::int64_t>* dot_work = nullptr;           ///< before each row, for method dot
    const symbolic_operand* symbolic = nullptr;               ///< needed for two phases
};

/// Largest difference of neighbours.
inline index largest_row(const row_offset* offsets, index nrows) {
    row_offset largest = 0;
    for (index i = 0; i < nrows; ++i) largest = std::max(largest, offsets[i + 1] - offsets[i]);
    return largest;
}

/// The largest number of different columns that a row of an unmasked product, or one with a complemented mask, meets.
template <class S>
index table_capacity(const operands<S>& in, const row_offset* offsets) {
    if (!in.mask.forbids()) return largest_row(offsets, in.nrows());
    index capacity = 0;
    for (index i = 0; i < in.nrows(); ++i) {
        capacity = std::max(capacity, offsets[i + 1] - offsets[i] + in.mask.rows.row_size(i));
    }
    return capacity;
}

/// Rows of a method; not all care about the capacity of a table.
template <class Rows, class S>
Rows make_rows(const operands<S>& in, scratch& memory, index capacity) {
    if constexpr (std::is_constructible_v<Rows, const operands<S>&, const packed_rows&, scratch&>) {
        return Rows(in, *in.packed_b_transposed, memory);
    } else if constexpr (std::is_constructible_v<Rows, const operands<S>&, scratch&, index>) {
        return Rows(in, memory, capacity);
    } else {
        return Rows(in, memory);
    }
}

/// The rows of method dot.
template <class S>
using dot_rows_of = std::conditional_t<counts_pairs<S>, pair_rows<S>, dot_rows<S>>;

template <class S>
struct kernels {
    using value = semiring_value_t<S>;

    /// C under the mask. Rows sorted.
    static csr<value> product(team& team, const operands<S>& in, const product_task& task);

    /// All products that the mask admits, added up by the semiring's own monoid; its identity if there is none.
    static value fold(team& team, const operands<S>& in, const product_task& task);

  private:
    template <class Rows>
    static csr<value> masked(team& team, const operands<S>& in, const product_task& task);
    static csr<value> one_pass(team& team, const operands<S>& in, const product_task& task);
    template <class Rows>
    static csr<value> two_phases(team& team, const operands<S>& in, const product_task& task);
    template <class Rows>
    static value fold_masked(team& team, const operands<S>& in, const product_task& task);
    static value fold_all(team& team, const operands<S>& in, const product_task& task);
};

/// The work before row i under an admitting mask: its multiplications and mask entries, or what dot products walk over.
template <class S>
auto work_of(const operands<S>& in, const product_task& task) {
    const row_offset* const mask = in.mask.rows.offsets;
    const buffer<std::int64_t>* const products = task.how == method::dot ? task.dot_work : task.multiplications;
    return [mask, products](index i) { return mask[i] + (*products)[static_cast<std::size_t>(i)]; };
}

template <class S>
template <class Rows>
csr<semiring_value_t<S>> kernels<S>::masked(team& team, const operands<S>& in, const product_task& task) {
    const std::span<const row_offset> bound(in.mask.rows.offsets, static_cast<std::size_t>(in.nrows()) + 1);
    const index capacity = largest_row(in.mask.rows.offsets, in.nrows());
    return build_rows<value>(team, in.nrows(), in.ncols(), bound, work_of(in, task), [&](int member) {
        return [&in, row = make_rows<Rows>(in, team.own_scratch(member), capacity)](index i, column_index* columns,
                                                                         value* values) mutable {
            return row.compute(i, columns, values);
        };
    });
}

template <class S>
csr<semiring_value_t<S>> kernels<S>::one_pass(team& team, const operands<S>& in, const product_task& task) {
    return build_rows<value>(team, in.nrows(), in.ncols(), *task.bounds, *task.multiplications, [&](int member) {
        return [row = dense_rows<S>(in, team.own_scratch(member))](index i, column_index* columns, value* values) mutable {
            return row.compute(i, columns, values);
        };
    });
}

template <class S>
template <class Rows>
csr<semiring_value_t<S>> kernels<S>::two_phases(team& team, const operands<S>& in, const product_task& task) {
    csr<value> out;
    out.nrows = in.nrows();
    out.ncols = in.ncols();
    out.offsets = symbolic_sizes(team, in.a, *task.symbolic, in.mask, task.how);
    out.columns = buffer<column_index>(static_cast<std::size_t>(out.nvals()));
    out.values = buffer<value>(static_cast<std::size_t>(out.nvals()));

    const index capacity = table_capacity(in, out.offsets.data());
    for_ranges_by_work(team, *task.multiplications, [&](index first, index last, int member) {
        auto row = make_rows<Rows>(in, team.own_scratch(member), capacity);
        for (index i = first; i < last; ++i) {
            const auto at = out.offsets[static_cast<std::size_t>(i)];
            row.compute(i, out.columns.data() + at, out.values.data() + at);
        }
    });
    return out;
}

template <class S>
csr<semiring_value_t<S>> kernels<S>::product(team& team, const operands<S>& in, const product_task& task) {
    if (in.mask.admits_only()) {
        switch (task.how) {
            case method::hash: return masked<masked_hash_rows<S>>(team, in, task);
            case method::dot: return masked<dot_rows_of<S>>(team, in, task);
            default: return masked<masked_dense_rows<S>>(team, in, task);
        }
    }
    if (task.bounds != nullptr) return one_pass(team, in, task);
    return task.how == method::hash ? two_phases<hash_rows<S>>(team, in, task) : two_phases<dense_rows<S>>(team, in, task);
}

/// Adds up one partial sum a chunk and then those in order. Which member takes a chunk is chance, the chunks are not: two
/// runs on as many threads add in the same order.
template <class Monoid, class Work, class Body>
monoid_value_t<Monoid> fold_chunks(team& team, const Monoid& monoid, index rows, const Work& work_before, Body&& body) {
    const std::vector<index> cuts = cut_rows(rows, work_before, pieces_for(team, work_at(work_before, rows)));
    std::vector<running<Monoid>> sums(cuts.size() - 1, running<Monoid>(monoid));
    team.run(static_cast<index>(cuts.size()) - 1, [&](index chunk, int member) {
        const auto c = static_cast<std::size_t>(chunk);
        running<Monoid> sum(monoid);
        body(cuts[c], cuts[c + 1], member, sum);
        sums[c] = sum;
    });
    running<Monoid> total(monoid);
    for (const auto& sum : sums) total.add(sum);
    return total.sum();
}

template <class S>
template <class Rows>
semiring_value_t<S> kernels<S>::fold_masked(team& team, const operands<S>& in, const product_task& task) {
    const index capacity = largest_row(in.mask.rows.offsets, in.nrows());
    return fold_chunks(team, in.semiring.add, in.nrows(), work_of(in, task), [&](index first, index last, int member, auto& sum) {
        auto row = make_rows<Rows>(in, team.own_scratch(member), capacity);
        for (index i = first; i < last; ++i) row.fold(i, sum);
    });
}

template <class S>
semiring_value_t<S> kernels<S>::fold_all(team& team, const operands<S>& in, const product_task& task) {
    const auto words = static_cast<std::size_t>(formats::words_for(in.ncols()));
    return fold_chunks(team, in.semiring.add, in.nrows(), *task.multiplications, [&](index first, index last, int member, auto& sum) {
        if (!in.mask.forbids()) {
            for (index i = first; i < last; ++i) {
                in.for_each_product(i, [&](column_index, const value& x) { sum.add(x); });
            }
            return;
        }
        auto* forbidden = team.own_scratch(member).template get<formats::word>(scratch::clean::forbidden, words);
        const structure_view& mask = in.mask.rows;
        for (index i = first; i < last; ++i) {
            for (row_offset p = mask.begin(i); p < mask.end(i); ++p) formats::set_bit(forbidden, mask.columns[p]);
            in.for_each_product(i, [&](column_index j, const value& x) {
                if (!formats::test_bit(forbidden, j)) sum.add(x);
            });
            for (row_offset p = mask.begin(i); p < mask.end(i); ++p) forbidden[formats::word_of(mask.columns[p])] = 0;
        }
    });
}

template <class S>
semiring_value_t<S> kernels<S>::fold(team& team, const operands<S>& in, const product_task& task) {
    if (!in.mask.admits_only()) return fold_all(team, in, task);
    switch (task.how) {
        case method::hash: return fold_masked<masked_hash_rows<S>>(team, in, task);
        case method::dot: return fold_masked<dot_rows_of<S>>(team, in, task);
        default: return fold_masked<masked_dense_rows<S>>(team, in, task);
    }
}

}  // namespace graphblas_gpu::host
