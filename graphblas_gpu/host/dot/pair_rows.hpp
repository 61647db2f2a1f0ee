// Rows of a product whose entries only count common neighbours, or say that there is one, as dot products of bits (method
// `dot`).
//
// Idea: under plus_pair an entry is the size of the intersection of a row of A and a row of B transposed; under any_pair there
// is an entry if the intersection is not empty. The row of A is laid out as bits. A short row of B transposed is looked up in
// these bits. A long row of B transposed is stored as bits itself (packed_rows.hpp); it is compared either in the words that
// the row of A touches or in all words, whichever is less work. No value is read. Cost of an entry: pair_entry_work.
// Source: bmSPARSE (Zhang, Gruenwald) in idea; dot products under a mask as in SuiteSparse:GraphBLAS (Davis, ACM TOMS 2019).
#pragma once

#include <algorithm>
#include <bit>
#include <concepts>

#include <graphblas_gpu/host/dot/packed_rows.hpp>
#include <graphblas_gpu/host/elementwise/running.hpp>
#include <graphblas_gpu/host/product/operands.hpp>
#include <graphblas_gpu/host/product/product_loops.hpp>
#include <graphblas_gpu/host/product/semiring_facts.hpp>
#include <graphblas_gpu/host/simd/bit_loops.hpp>

namespace graphblas_gpu::host {

/// The sum of `count` >= 1 ones, added one by one: an integer wraps around, and a floating-point sum stops growing where one
/// more is rounded away.
template <scalar T>
constexpr T sum_of_ones(index count) {
    if constexpr (std::floating_point<T>) {
        return static_cast<T>(std::min(count, index{1} << std::numeric_limits<T>::digits));
    } else {
        return static_cast<T>(count);
    }
}

/// A row of A laid out as bits, and the list of the words that it touches.
struct pair_workspace final : workspace {
    pair_workspace(const product_arrays& in, const product_loops&, scratch& memory, index)
        : bits(memory.get<base::word>(scratch::clean::row_bits,
                                      static_cast<std::size_t>(in.packed_b_transposed->padded_words()))),
          row(memory.get<column_index>(scratch::raw::list, static_cast<std::size_t>(in.packed_b_transposed->words()))) {}

    base::word* bits;
    column_index* row;
};

template <class S>
class pair_rows {
    using value = semiring_value_t<S>;
    static constexpr bool only_whether = monoid_is_any<semiring_add_t<S>>;

  public:
    using workspace_type = pair_workspace;
    static constexpr bool can_fold = true;

    pair_rows(const operands<S>& in, pair_workspace& own)
        : in_(in), bt_(*in.packed_b_transposed), bits_(own.bits), row_(own.row) {}

    index compute(index i, column_index* columns, value* values) {
        index size = 0;
        for_each_count(i, [&](column_index j, index count) {
            if (count == 0) return;
            columns[size] = j;
            values[size] = only_whether ? value(1) : sum_of_ones<value>(count);
            ++size;
        });
        return size;
    }

    void fold(index i, running<semiring_add_t<S>>& sum) {
        for_each_count(i, [&](column_index, index count) {
            if (count > 0) sum.add(only_whether ? value(1) : sum_of_ones<value>(count));
        });
    }

  private:
    /// f(j, common columns of row i of A and row j of B transposed) for every entry of the mask's row.
    template <class F>
    void for_each_count(index i, F&& f) {
        const structure_view& mask = in_.mask.rows;
        if (mask.row_size(i) == 0 || in_.a.row_size(i) == 0) return;
        // Row i of A as bits, and the list of the words that it touches.
        index touched = 0;
        for (row_offset p = in_.a.begin(i); p < in_.a.end(i); ++p) {
            const column_index w = base::word_of(in_.a.columns[p]);
            if (bits_[w] == 0) row_[touched++] = w;
            bits_[w] |= base::bit_of(in_.a.columns[p]);
        }
        const row_offset last = mask.nvals() - 1;
        for (row_offset m = mask.begin(i); m < mask.end(i); ++m) {
            base::look_now_and_then(m);
            bt_.fetch_offset(mask.columns[std::min(m + dot_policy::offsets_ahead, last)]);
            bt_.fetch(mask.columns[std::min(m + dot_policy::rows_ahead, last)]);
            const column_index j = mask.columns[m];
            f(j, common(j, touched));
        }
        for (index k = 0; k < touched; ++k) bits_[row_[k]] = 0;
    }

    index common(column_index j, index touched) const {
        const base::word* const wide = bt_.wide(j);
        if (wide == nullptr) return bt_.count_in<only_whether>(j, bits_);
        if (!whole_is_profitable(touched, bt_.padded_words())) {
            index count = 0;
            for (index k = 0; k < touched; ++k) {
                count += std::popcount(bits_[row_[k]] & wide[row_[k]]);
                if (only_whether && count > 0) return 1;
            }
            return count;
        }
        return simd::count_common(bits_, wide, bt_.padded_words());
    }

    const operands<S>& in_;
    const packed_rows& bt_;
    base::word* bits_;
    column_index* row_;
};

}  // namespace graphblas_gpu::host
