// Matrices as text: the loops over their entries, for all built-in types.
#include <graphblas_gpu/formats/within_memory.hpp>
#include <graphblas_gpu/io/write_matrix.hpp>

#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/formats/build.hpp>
#include <graphblas_gpu/io/entry_writer.hpp>
#include <graphblas_gpu/io/output_file.hpp>

#include <fmt/format.h>

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
    formats::library_call("write_matrix_market", [&] {
        index written = a.nvals();
        if (symmetric) {
            index diagonal = 0;
            for (index i = 0; i < a.nrows; ++i) diagonal += formats::find(a, i, i) >= 0;
            written = diagonal + (written - diagonal) / 2;
        }
        auto out = entry_writer::matrix_market(path, market::field_of(type), type, symmetric, a.nrows, a.ncols, written);
        write_rows(team, out, a, type, symmetric);
    });
}

void write_edge_list(host::team* team, const std::string& path, const formats::untyped_view& a, type_code type,
                     const edge_list_format& format) {
    formats::library_call("write_edge_list", [&] {
        auto out = entry_writer::edge_list(path, format, type, a.nrows, a.ncols, a.nvals());
        write_rows(team, out, a, type);
    });
}

}  // namespace graphblas_gpu::io

namespace graphblas_gpu {

file_format format_of_name(std::string_view path) {
    return formats::library_call("format_of_name", [&] {
        const std::string suffix = io::suffix_of_name(path);
        if (suffix.empty() || suffix == ".mtx") return file_format::matrix_market;
        if (suffix == ".gbm") return file_format::binary;
        for (const char* const known : {".tsv", ".txt", ".el", ".csv"})
            if (suffix == known) return file_format::edge_list;
        throw invalid_value(fmt::format(
            "{}: no format of matrices is written under the suffix {}; .mtx is Matrix Market, .gbm binary, .tsv, .txt and .el "
            "are edge lists, .csv is one with commas; a further .gz packs with gzip",
            path, suffix));
    });
}

}  // namespace graphblas_gpu
