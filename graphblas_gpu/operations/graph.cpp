#include <graphblas_gpu/host/rows.hpp>
#include <graphblas_gpu/operations/graph.hpp>

#include <span>

namespace graphblas_gpu::host {

csr<void> edges_by_degree(team& team, const structure_view& a, bool to_larger) {
    const std::span<const row_offset> bound(a.offsets, static_cast<std::size_t>(a.nrows) + 1);
    return build_rows<void>(team, a.nrows, a.ncols, bound, [&](index i, column_index* columns, formats::no_value*) {
        const index here = a.row_size(i);
        index size = 0;
        for (row_offset p = a.begin(i); p < a.end(i); ++p) {
            const index j = a.columns[p], there = a.row_size(j);
            if ((here < there || (here == there && i < j)) == to_larger) columns[size++] = a.columns[p];
        }
        return size;
    });
}

double wedges(const structure_view& part) {
    double sum = 0;
    for (index k = 0; k < part.nrows; ++k) {
        const auto size = static_cast<double>(part.row_size(k));
        sum += size * size;
    }
    return sum;
}

double wedges(const structure_view& a, const structure_view& part) {
    double sum = 0;
    for (index k = 0; k < a.nrows; ++k) {
        const index size = part.row_size(k);
        sum += static_cast<double>(size) * static_cast<double>(a.row_size(k) - size);
    }
    return sum;
}

}  // namespace graphblas_gpu::host
