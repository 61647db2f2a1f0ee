#include <graphblas_gpu/formats/blocks.hpp>
#include <graphblas_gpu/formats/build.hpp>

#include <fmt/format.h>
#include <graphblas_gpu/error.hpp>

namespace graphblas_gpu::formats {

std::vector<row_offset> stable_order(std::span<const column_index> keys, index key_count,
                                     std::span<const row_offset> earlier) {
    std::vector<row_offset> next(static_cast<std::size_t>(key_count) + 1, 0);
    in_blocks(std::size_t{0}, keys.size(), entries_between_looks, [&](std::size_t first, std::size_t last) {
        for (const column_index key : keys.subspan(first, last - first)) ++next[std::size_t{key} + 1];
    });
    for (std::size_t k = 1; k < next.size(); ++k) next[k] += next[k - 1];
    std::vector<row_offset> order(keys.size());
    in_blocks(std::size_t{0}, keys.size(), entries_between_looks, [&](std::size_t first, std::size_t last) {
        for (std::size_t n = first; n < last; ++n) {
            const row_offset p = earlier.empty() ? static_cast<row_offset>(n) : earlier[n];
            order[static_cast<std::size_t>(next[keys[static_cast<std::size_t>(p)]]++)] = p;
        }
    });
    return order;
}

std::vector<row_offset> row_major_order(index nrows, index ncols, std::span<const column_index> rows,
                                        std::span<const column_index> columns) {
    // Entries that are sorted already, as in most files, keep their order.
    bool sorted = true;
    for (std::size_t n = 1; n < rows.size() && sorted; ++n) {
        sorted = rows[n - 1] < rows[n] || (rows[n - 1] == rows[n] && columns[n - 1] <= columns[n]);
    }
    if (sorted) {
        std::vector<row_offset> order(rows.size());
        for (std::size_t n = 0; n < order.size(); ++n) order[n] = static_cast<row_offset>(n);
        return order;
    }
    // A few entries in a huge matrix are sorted, because that is cheaper than a counter for every column.
    if (static_cast<std::size_t>(nrows) + static_cast<std::size_t>(ncols) > 16 * rows.size() + 1024) {
        std::vector<row_offset> order(rows.size());
        for (std::size_t n = 0; n < order.size(); ++n) order[n] = static_cast<row_offset>(n);
        std::stable_sort(order.begin(), order.end(), [&](row_offset p, row_offset q) {
            const auto a = static_cast<std::size_t>(p), b = static_cast<std::size_t>(q);
            return rows[a] != rows[b] ? rows[a] < rows[b] : columns[a] < columns[b];
        });
        return order;
    }
    return stable_order(rows, nrows, stable_order(columns, ncols, {}));
}

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
