// The common columns of two ascending lists.
//
// Idea: lists of similar length are merged. If one list is more than 16 times as long as the other one, each column of the
// short list is searched in the long list by galloping: the steps double until they are past the column, and a binary search
// finds it.
// Source: Bentley, Yao, "An almost optimal algorithm for unbounded searching" (1976).
#pragma once

#include <graphblas_gpu/base/types.hpp>

#include <algorithm>

namespace graphblas_gpu::host {

/// The first position in [p, end) with columns[position] >= key, found by doubling steps: O(log distance).
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

/// Two lists are intersected by galloping instead of merging if one list is more than this many times as long as the other
/// list.
inline constexpr row_offset gallop_from_ratio = 16;

/// The common columns of a[p, p_end) and b[q, q_end), ascending, in batches. It gallops where one list is much longer than the
/// other list, and merges otherwise.
class intersection {
  public:
    struct match {
        row_offset p, q;
    };
    /// The size of a batch. It is small, because a sum may end at its first terms.
    static constexpr int max_at_once = 16;

    intersection(const column_index* a, row_offset p, row_offset p_end, const column_index* b, row_offset q, row_offset q_end)
        : a_(a), b_(b), p_(p), p_end_(p_end), q_(q), q_end_(q_end),
          gallops_in_b_((q_end - q) > gallop_from_ratio * (p_end - p)),
          gallops_in_a_((p_end - p) > gallop_from_ratio * (q_end - q)) {}
    /// Writes the next batch; returns its size, 0 at the end.
    int next(match* out);

  private:
    const column_index* a_;
    const column_index* b_;
    row_offset p_, p_end_, q_, q_end_;
    bool gallops_in_b_, gallops_in_a_;
};

/// f(p, q) for every common column of a[p, p_end) and b[q, q_end), ascending; f returns false to stop.
template <class F>
void intersect(const column_index* a, row_offset p, row_offset p_end, const column_index* b, row_offset q, row_offset q_end,
               const F& f) {
    intersection common(a, p, p_end, b, q, q_end);
    intersection::match found[intersection::max_at_once];
    for (int count = intersection::max_at_once; count == intersection::max_at_once;) {
        count = common.next(found);
        for (int n = 0; n < count; ++n) {
            if (!f(found[n].p, found[n].q)) return;
        }
    }
}

/// Whether the entries of a row of B transposed are looked up in the row of A, rather than the entries of A in the row of B
/// transposed.
constexpr bool lookup_is_profitable(row_offset a_size, row_offset b_size) { return b_size <= gallop_from_ratio * a_size; }

/// The entries that one dot product of a row of A with a row of B transposed reads.
constexpr std::int64_t dot_entry_work(row_offset a_size, row_offset b_size) {
    return std::min(b_size, gallop_from_ratio * a_size) + 1;
}

}  // namespace graphblas_gpu::host
