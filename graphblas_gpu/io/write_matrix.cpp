// Matrices as text: the loops over their entries, for all built-in types.
#include <graphblas_gpu/io/write_matrix.hpp>

#include <graphblas_gpu/formats/build.hpp>
#include <graphblas_gpu/io/entry_writer.hpp>

#include <algorithm>
#include <cstddef>
#include <span>

namespace graphblas_gpu::io {
namespace {

/// Writes the entries, or the entries of the lower triangle only, each by add(lines, row, column, position). Runs are always
/// cut among all entries, so that the cuts do not depend on `lower_triangle`.
template <class Add>
void write_rows(host::team* team, entry_writer& out, const structure_view& a, bool lower_triangle, const Add& add) {
    const std::span<const row_offset> offsets(a.offsets, static_cast<std::size_t>(a.nrows) + 1);
    out.write(team, static_cast<std::size_t>(a.nvals()), [&](std::size_t first, std::size_t last, entry_lines& to) {
        auto i = static_cast<std::size_t>(
            std::upper_bound(offsets.begin(), offsets.end(), static_cast<row_offset>(first)) - offsets.begin() - 1);
        for (std::size_t p = first; p < last; ++p) {
            while (static_cast<std::size_t>(offsets[i + 1]) <= p) ++i;
            const auto row = static_cast<column_index>(i);
            if (lower_triangle && a.columns[p] > row) continue;
            add(to, row, a.columns[p], p);
        }
    });
}

void write_rows(host::team* team, entry_writer& out, const formats::untyped_view& a, type_code type,
                bool lower_triangle = false) {
    if (type == type_code::none) {
        return write_rows(team, out, a, lower_triangle,
                          [](entry_lines& to, column_index row, column_index column, std::size_t) { to.add(row, column); });
    }
    formats::with_code(type, [&](auto identity) {
        const auto* const values = reinterpret_cast<const typename decltype(identity)::type*>(a.values);
        write_rows(team, out, a, lower_triangle, [&](entry_lines& to, column_index row, column_index column, std::size_t p) {
            to.add(row, column, values[p]);
        });
    });
}

}  // namespace

void write_matrix_market(host::team* team, const std::string& path, const formats::untyped_view& a, type_code type,
                         bool symmetric) {
    index written = a.nvals();
    if (symmetric) {
        index diagonal = 0;
        for (index i = 0; i < a.nrows; ++i) diagonal += formats::find(a, i, i) >= 0;
        written = diagonal + (written - diagonal) / 2;
    }
    auto out = entry_writer::matrix_market(path, market::field_of(type), type, symmetric, a.nrows, a.ncols, written);
    write_rows(team, out, a, type, symmetric);
}

void write_edge_list(host::team* team, const std::string& path, const formats::untyped_view& a, type_code type,
                     bool one_based) {
    auto out = entry_writer::edge_list(path, one_based, a.nrows, a.ncols, a.nvals());
    write_rows(team, out, a, type);
}

}  // namespace graphblas_gpu::io
