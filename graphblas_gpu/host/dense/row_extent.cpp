#include <graphblas_gpu/host/dense/row_extent.hpp>

#include <graphblas_gpu/base/bits.hpp>

#include <algorithm>

namespace graphblas_gpu::host {

row_extent extent_of_row(const structure_view& a, const structure_view& b, index i) {
    row_extent range;
    for (row_offset p = a.begin(i); p < a.end(i); ++p) {
        const index k = a.columns[p];
        const row_offset begin = b.begin(k), end = b.end(k);
        if (begin == end) continue;
        range.multiplications += end - begin;
        range.low = std::min(range.low, base::word_of(b.columns[begin]));
        range.high = std::max(range.high, base::word_of(b.columns[end - 1]));
    }
    return range;
}

}  // namespace graphblas_gpu::host
