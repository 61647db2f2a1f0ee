// Entries of a product as dot products of rows of A with rows of B transposed (method `dot`).
//
// Idea: row i of A is laid out once as bits, with the position of the entry of each column. For every entry (i, j) of the mask
// the entries of row j of B transposed are looked up in this layout; if row j is more than 16 times as long as row i, the
// entries of row i are searched in row j by galloping instead. A sum ends at the monoid's terminal value. Terms are added in
// ascending k. This method needs an admitting mask: a product without one first gets its structure from the symbolic phase and
// uses it as the mask.
// Cost of an entry: dot_entry_work.
// Source: the dot products of SuiteSparse:GraphBLAS (Davis, ACM TOMS 2019) in idea; Sandia's triangle counting.
#pragma once

#include <graphblas_gpu/base/bits.hpp>
#include <graphblas_gpu/host/dot/policy.hpp>
#include <graphblas_gpu/host/product/operands.hpp>
#include <graphblas_gpu/host/product/product_loops.hpp>
#include <graphblas_gpu/host/rows/intersect.hpp>

namespace graphblas_gpu::host {

/// A row of A laid out: a bit for each column, and the position of the column's entry in the row where values of A are read.
struct dot_workspace final : workspace {
    dot_workspace(const product_arrays& in, const product_loops& kernels, scratch& memory, index)
        : looks_up(in.a.ncols <= dot_policy::max_dense_columns),
          bits(looks_up
                   ? memory.get<base::word>(scratch::clean::row_bits, static_cast<std::size_t>(base::words_for(in.a.ncols)))
                   : nullptr),
          positions(looks_up && kernels.reads_left
                        ? memory.get<std::uint32_t>(scratch::raw::positions, static_cast<std::size_t>(in.a.ncols))
                        : nullptr) {}

    bool looks_up;
    base::word* bits;
    std::uint32_t* positions;
};

template <class S>
class dot_rows {
    using value = semiring_value_t<S>;

  public:
    using workspace_type = dot_workspace;
    static constexpr bool can_fold = false;

    dot_rows(const operands<S>& in, dot_workspace& own)
        : in_(in), looks_up_(own.looks_up), bits_(own.bits), positions_(own.positions) {}

    index compute(index i, column_index* columns, value* values) {
        index size = 0;
        for_each_entry(i, [&](column_index j) {
            bool found = false;
            value sum{};
            for_each_term(i, j, [&](const value& product) {
                sum = found ? in_.semiring.add(sum, product) : product;
                found = true;
                return !is_terminal(in_.semiring.add, sum);
            });
            if (!found) return;
            columns[size] = j;
            values[size] = sum;
            ++size;
        });
        return size;
    }

  private:
    /// f(j) for the entries (i, j) of the mask, while row i of A is laid out.
    template <class F>
    void for_each_entry(index i, F&& f) {
        const structure_view& mask = in_.mask.rows;
        if (mask.row_size(i) == 0 || in_.a.row_size(i) == 0) return;
        const row_offset begin = in_.a.begin(i), end = in_.a.end(i);
        for (row_offset p = begin; p < end && looks_up_; ++p) {
            base::set_bit(bits_, in_.a.columns[p]);
            if constexpr (semiring_traits<S>::reads_left) positions_[in_.a.columns[p]] = static_cast<std::uint32_t>(p - begin);
        }
        for (row_offset m = mask.begin(i); m < mask.end(i); ++m) {
            base::look_now_and_then(m);
            f(mask.columns[m]);
        }
        for (row_offset p = begin; p < end && looks_up_; ++p) bits_[base::word_of(in_.a.columns[p])] = 0;
    }

    template <class F>
    void for_each_term(index i, column_index j, F&& f) {
        const auto& bt = in_.b_transposed;
        const auto term = [&](column_index k, row_offset p, row_offset q) {
            if constexpr (semiring_traits<S>::reads_right) {
                return f(product_at(in_.semiring, in_.positions, in_.left(p), bt.values[q], i, index{k}, index{j}));
            } else {
                return f(product_at(in_.semiring, in_.positions, in_.left(p), semiring_right_t<S>{}, i, index{k}, index{j}));
            }
        };
        const row_offset q_end = bt.end(j);
        if (!looks_up_ || !lookup_is_profitable(in_.a.row_size(i), bt.row_size(j))) {
            return intersect(in_.a.columns, in_.a.begin(i), in_.a.end(i), bt.columns, bt.begin(j), q_end,
                             [&](row_offset p, row_offset q) { return term(bt.columns[q], p, q); });
        }
        for (row_offset q = bt.begin(j); q < q_end; ++q) {
            const column_index k = bt.columns[q];
            if (!base::test_bit(bits_, k)) continue;
            row_offset p = 0;
            if constexpr (semiring_traits<S>::reads_left) p = in_.a.begin(i) + positions_[k];
            if (!term(k, p, q)) return;
        }
    }

    const operands<S>& in_;
    bool looks_up_;
    base::word* bits_;
    std::uint32_t* positions_;
};

}  // namespace graphblas_gpu::host
