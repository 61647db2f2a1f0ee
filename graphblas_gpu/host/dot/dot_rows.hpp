// Entries of a product as dot products of rows of A with rows of B transposed (method `dot`).
//
// Idea: entry (i, j) is the merge of two sorted lists; where one list is much longer, the shorter one is looked up in it by
// galloping. A monoid's terminal value ends the merge. The order of additions is ascending k. Always runs over a structural
// mask; a product without one first takes its structure from the symbolic phase.
// Source: the dot products of SuiteSparse:GraphBLAS (Davis, ACM TOMS 2019) in idea; Sandia's triangle counting.
#pragma once

#include <algorithm>

#include <graphblas_gpu/host/operands.hpp>
#include <graphblas_gpu/host/running.hpp>

namespace graphblas_gpu::host {

/// First position in [p, end) with columns[position] >= key, by doubling steps: O(log distance).
constexpr row_offset gallop(const column_index* columns, row_offset p, row_offset end, column_index key) {
    row_offset step = 1;
    row_offset low = p;
    while (p < end && columns[p] < key) {
        low = p + 1;
        p += step;
        step *= 2;
    }
    return std::lower_bound(columns + low, columns + std::min(p, end), key) - columns;
}

/// Lists whose lengths differ by more than this factor are intersected by galloping instead of merging.
inline constexpr row_offset gallop_from_ratio = 16;

/// f(p, q) for every common column of a[p, p_end) and b[q, q_end), ascending; f returns false to stop.
template <class F>
constexpr void intersect(const column_index* a, row_offset p, row_offset p_end, const column_index* b, row_offset q,
                         row_offset q_end, F&& f) {
    if ((q_end - q) > gallop_from_ratio * (p_end - p)) {
        for (; p < p_end && q < q_end; ++p) {
            q = gallop(b, q, q_end, a[p]);
            if (q < q_end && b[q] == a[p] && !f(p, q)) return;
        }
        return;
    }
    if ((p_end - p) > gallop_from_ratio * (q_end - q)) {
        for (; p < p_end && q < q_end; ++q) {
            p = gallop(a, p, p_end, b[q]);
            if (p < p_end && a[p] == b[q] && !f(p, q)) return;
        }
        return;
    }
    while (p < p_end && q < q_end) {
        if (a[p] == b[q]) {
            if (!f(p, q)) return;
            ++p;
            ++q;
        } else if (a[p] < b[q]) {
            ++p;
        } else {
            ++q;
        }
    }
}

template <class S>
class dot_rows {
    using value = semiring_value_t<S>;

  public:
    dot_rows(const operands<S>& in, scratch&, index) : in_(in) {}

    index compute(index i, index, column_index* columns, value* values) {
        index size = 0;
        for (row_offset m = in_.mask.rows.begin(i); m < in_.mask.rows.end(i); ++m) {
            const column_index j = in_.mask.rows.columns[m];
            bool found = false;
            value sum{};
            for_each_term(i, j, [&](const value& product) {
                sum = found ? in_.semiring.add(sum, product) : product;
                found = true;
                return !is_terminal(in_.semiring.add, sum);
            });
            if (!found) continue;
            columns[size] = j;
            values[size] = sum;
            ++size;
        }
        return size;
    }

    void fold(index i, running<semiring_add_t<S>>& sum) {
        for (row_offset m = in_.mask.rows.begin(i); m < in_.mask.rows.end(i); ++m) {
            for_each_term(i, in_.mask.rows.columns[m], [&](const value& product) {
                sum.add(product);
                return true;
            });
        }
    }

  private:
    template <class F>
    void for_each_term(index i, column_index j, F&& f) {
        const auto& bt = in_.b_transposed;
        intersect(in_.a.columns, in_.a.begin(i), in_.a.end(i), bt.columns, bt.begin(j), bt.end(j),
                  [&](row_offset p, row_offset q) {
                      const auto k = static_cast<index>(in_.a.columns[p]);
                      if constexpr (semiring_traits<S>::reads_right) {
                          return f(semiring_product(in_.semiring, in_.left(p), bt.values[q], i, k, index{j}));
                      } else {
                          return f(semiring_product(in_.semiring, in_.left(p), semiring_right_t<S>{}, i, k, index{j}));
                      }
                  });
    }

    const operands<S>& in_;
};

}  // namespace graphblas_gpu::host
