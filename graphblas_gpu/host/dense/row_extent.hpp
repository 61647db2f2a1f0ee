// The work and the column range of a row of a product, from which method `dense` chooses how it reads the row.
#pragma once

#include <graphblas_gpu/formats/csr.hpp>

namespace graphblas_gpu::host {

/// Whether reading a row by scanning all words of its column range costs less than marking the touched words: scanning one
/// empty word costs about a quarter of what the marks add to one multiplication.
constexpr bool scan_is_profitable(index multiplications, index range_in_words) { return 4 * multiplications >= range_in_words; }

/// Row i of a product without a mask: the number of its multiplications, and the first and the last word that contain its
/// columns.
struct row_extent {
    index multiplications = 0;
    column_index low = ~column_index{0};
    column_index high = 0;
    index words() const { return index{high} - low + 1; }
};
row_extent extent_of_row(const structure_view& a, const structure_view& b, index i);

}  // namespace graphblas_gpu::host
