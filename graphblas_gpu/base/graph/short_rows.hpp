// Counting the triangles of a graph whose vertices have few neighbours, on either engine.
//
// Idea: where rows are short, to write down the edges that point one way takes longer than to count. So one pass goes over all
// entries (i, j) with j < i, and merges the entries before j of row i with row j: each triangle is found once, at its largest
// vertex. The same pass finds out whether the matrix is an undirected graph: it looks for the mirror entry of each entry below
// the diagonal, in a row that it reads anyway. Source: the "forward" algorithm by number of Schank, Wagner, "Finding, counting
// and listing all triangles in large graphs" (WEA 2005), without its arrays.
#pragma once

#include <graphblas_gpu/base/graph/orientation.hpp>

namespace graphblas_gpu::base {

/// Rows are short if they have at most so many entries on average, and none has more than longest_short_row.
inline constexpr row_offset short_row_average = 8, longest_short_row = 32;

/// Whether rows may be short, as far as the sizes of a matrix tell.
constexpr bool may_have_short_rows(index nrows, row_offset nvals) { return nvals <= short_row_average * nrows; }

/// What the pass finds.
struct short_row_facts {
    orientation_facts graph;
    std::int64_t triangles = 0;
    index long_rows = 0;  ///< rows that are not short; if there are any, the other numbers mean nothing

    void add(const short_row_facts& other) {
        graph.mirror_sum += other.graph.mirror_sum;
        graph.self_loops += other.graph.self_loops;
        triangles += other.triangles;
        long_rows += other.long_rows;
    }
};

/// Adds what row i tells. `tests_symmetry`: the mirror sum is wanted. Here it is the number of entries off the diagonal, less
/// two for each entry below it that has a mirror entry: 0 if, and only if, the structure is symmetric.
template <bool tests_symmetry>
GB_HD inline void count_row(const row_offset* offsets, const column_index* columns, index i, short_row_facts& found) {
    const row_offset begin = offsets[i], end = offsets[i + 1];
    if (end - begin > longest_short_row) {
        ++found.long_rows;
        return;
    }
    index on_diagonal = 0, mirrored = 0;
    for (row_offset p = begin; p < end; ++p) {
        const index j = columns[p];
        on_diagonal += i == j;
        if (j >= i) continue;
        row_offset x = begin, y = offsets[j], last = offsets[j + 1];
        if (last - y > longest_short_row) continue;  // row j itself says that not all rows are short
        if constexpr (tests_symmetry) {
            // Columns ascend, so that row j has column i among its last ones.
            while (y < last && columns[last - 1] > i) --last;
            mirrored += y < last && columns[last - 1] == i;
        }
        while (x < p && y < last) {
            const column_index here = columns[x], there = columns[y];
            found.triangles += here == there;
            x += here <= there;
            y += there <= here;
        }
    }
    found.graph.self_loops += on_diagonal;
    if constexpr (tests_symmetry)
        found.graph.mirror_sum += static_cast<std::uint64_t>(end - begin - on_diagonal - 2 * mirrored);
}

}  // namespace graphblas_gpu::base
