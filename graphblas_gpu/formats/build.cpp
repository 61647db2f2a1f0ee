#include <graphblas_gpu/formats/build.hpp>

#include <fmt/format.h>
#include <graphblas_gpu/error.hpp>

namespace graphblas_gpu::formats {

void check_csr(const structure_view& a, std::size_t offsets_size, std::size_t columns_size, std::size_t values_size,
               bool has_values) {
    if (offsets_size != static_cast<std::size_t>(a.nrows) + 1) {
        throw invalid_object(fmt::format("from_csr: {} offsets for {} rows, {} expected", offsets_size, a.nrows, a.nrows + 1));
    }
    if (a.offsets[0] != 0) throw invalid_object(fmt::format("from_csr: offsets begin with {}, not 0", a.offsets[0]));
    for (index i = 0; i < a.nrows; ++i) {
        if (a.offsets[i + 1] < a.offsets[i]) {
            throw invalid_object(
                fmt::format("from_csr: offsets fall from {} to {} at row {}", a.offsets[i], a.offsets[i + 1], i));
        }
    }
    const auto count = static_cast<std::size_t>(a.offsets[a.nrows]);
    if (columns_size != count) {
        throw invalid_object(fmt::format("from_csr: {} columns, but the last offset is {}", columns_size, count));
    }
    if (has_values && values_size != count) {
        throw invalid_object(fmt::format("from_csr: {} values, but the last offset is {}", values_size, count));
    }
    for (index i = 0; i < a.nrows; ++i) {
        for (row_offset p = a.begin(i); p < a.end(i); ++p) {
            if (a.columns[p] >= a.ncols) {
                throw invalid_object(fmt::format("from_csr: column {} in row {} of a matrix with {} columns", a.columns[p], i,
                                                 a.ncols));
            }
            if (p > a.begin(i) && a.columns[p] <= a.columns[p - 1]) {
                throw invalid_object(fmt::format("from_csr: column {} follows column {} in row {}; columns must ascend",
                                                 a.columns[p], a.columns[p - 1], i));
            }
        }
    }
}

row_offset find(const structure_view& a, index i, index j) {
    const column_index* begin = a.columns + a.begin(i);
    const column_index* end = a.columns + a.end(i);
    const column_index* at = std::lower_bound(begin, end, static_cast<column_index>(j));
    return at != end && *at == static_cast<column_index>(j) ? at - a.columns : -1;
}

}  // namespace graphblas_gpu::formats
