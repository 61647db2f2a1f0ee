// The rows of a matrix that have an entry at a position of a set: what a pull looks for.
#pragma once

#include <graphblas_gpu/base/bits.hpp>
#include <graphblas_gpu/formats/csr.hpp>

#include <algorithm>

namespace graphblas_gpu::host {

/// The first of the positions p .. end - 1 whose column is in `bits`; end if there is none.
inline row_offset first_hit(const column_index* columns, row_offset p, row_offset end, const base::word* bits) {
    while (p < end && !base::test_bit(bits, columns[p])) ++p;
    return p;
}

/// Finds the rows that have a column in `bits`, among the rows 64 w + i for the bits i of `rows`. Calls hit(row, position of
/// the first such column), and returns the rows as bits. The matrix must have entries.
///
/// About half of the rows have a hit at their first column. Which rows is unpredictable, and a mispredicted branch costs as
/// much as ten look-ups. So the first columns of all rows are looked up without a branch, and only rows without a hit there are
/// read on.
template <class F>
base::word rows_that_hit(const structure_view& a, base::word rows, index w, const base::word* bits, F&& hit) {
    using base::word;
    // An empty row may begin behind the last entry; it reads this entry instead, and its result is not used.
    const row_offset last = a.nvals() - 1;
    word at_once = 0, later = 0;
    const auto first_column = static_cast<column_index>(w * base::word_bits);
    base::for_each_bit(rows, static_cast<column_index>(w), [&](column_index j) {
        const row_offset begin = a.offsets[j], end = a.offsets[j + 1];
        const column_index k = a.columns[std::min(begin, last)];
        const word is_hit = bits[base::word_of(k)] >> (k & 63u) & word{1};
        const word any = end > begin ? 1 : 0;
        at_once |= (is_hit & any) << (j - first_column);
        later |= (~is_hit & any) << (j - first_column);
    });
    base::for_each_bit(at_once, static_cast<column_index>(w), [&](column_index j) { hit(j, a.offsets[j]); });
    word hits = at_once;
    base::for_each_bit(later, static_cast<column_index>(w), [&](column_index j) {
        const row_offset p = first_hit(a.columns, a.offsets[j] + 1, a.offsets[j + 1], bits);
        if (p == a.offsets[j + 1]) return;
        hits |= base::bit_of(j);
        hit(j, p);
    });
    return hits;
}

/// Prefetches the first columns of rows 64 w + i for the bits i of `rows`.
inline void fetch_rows(const structure_view& a, base::word rows, index w) {
    base::for_each_bit(rows, static_cast<column_index>(w),
                       [&](column_index j) { __builtin_prefetch(a.columns + a.offsets[j]); });
}

}  // namespace graphblas_gpu::host
