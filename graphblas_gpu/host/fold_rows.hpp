// A product reduced by a monoid other than its semiring's: rows are formed in working memory and folded, never stored.
#pragma once

#include <graphblas_gpu/host/product.hpp>

namespace graphblas_gpu::host {

template <class Rows, class S, class Monoid, class Work>
semiring_value_t<S> fold_rows_by(team& team, const operands<S>& in, const Monoid& monoid, const Work& work,
                                 index longest_row, index table_capacity) {
    using value = semiring_value_t<S>;
    const auto longest = static_cast<std::size_t>(longest_row);
    return fold_chunks(team, monoid, in.nrows(), work, [&](index first, index last, int member, auto& sum) {
        scratch& memory = team.own_scratch(member);
        auto row = make_rows<Rows>(in, memory, table_capacity);
        auto* columns = memory.template get<column_index>(scratch::raw::row_columns, longest);
        auto* values = memory.template get<value>(scratch::raw::row_values, longest);
        for (index i = first; i < last; ++i) {
            const index size = row.compute(i, columns, values);
            for (index n = 0; n < size; ++n) sum.add(values[n]);
        }
    });
}

template <class S, class Monoid>
semiring_value_t<S> fold_rows(team& team, const operands<S>& in, const product_task& task, const Monoid& monoid) {
    if (in.mask.admits_only()) {
        const index longest = largest_row(in.mask.rows.offsets, in.nrows());
        const auto work = work_of(in, task);
        switch (task.how) {
            case method::hash: return fold_rows_by<masked_hash_rows<S>>(team, in, monoid, work, longest, longest);
            case method::dot: return fold_rows_by<dot_rows_of<S>>(team, in, monoid, work, longest, longest);
            default: return fold_rows_by<masked_dense_rows<S>>(team, in, monoid, work, longest, longest);
        }
    }
    // No row is longer than its multiplications, nor than its columns.
    const buffer<std::int64_t>& work = *task.multiplications;
    const index longest = std::min(largest_row(work.data(), in.nrows()), in.ncols());
    if (task.how == method::hash) {
        const index capacity = longest + (in.mask.forbids() ? largest_row(in.mask.rows.offsets, in.nrows()) : 0);
        return fold_rows_by<hash_rows<S>>(team, in, monoid, work, longest, capacity);
    }
    return fold_rows_by<dense_rows<S>>(team, in, monoid, work, longest, longest);
}

}  // namespace graphblas_gpu::host
