// Matrices as text, for all built-in types.
#include <graphblas_gpu/base/within_memory.hpp>
#include <graphblas_gpu/io/write_matrix.hpp>

#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/formats/build.hpp>
#include <graphblas_gpu/io/entry_writer.hpp>
#include <graphblas_gpu/io/output_file.hpp>

#include <fmt/format.h>

#include <cstddef>

namespace graphblas_gpu::io {

void write_matrix_market(host::team* team, const std::string& path, const formats::untyped_view& a, type_code type,
                         bool symmetric) {
    base::library_call("write_matrix_market", [&] {
        index written = a.nvals();
        if (symmetric) {
            index diagonal = 0;
            for (index i = 0; i < a.nrows; ++i) diagonal += formats::find(a, i, i) >= 0;
            written = diagonal + (written - diagonal) / 2;
        }
        entry_writer out(path, market_layout(market::field_of(type), type, symmetric, a.nrows, a.ncols, written));
        // Runs are cut among all entries, so that the cuts do not depend on `symmetric`.
        out.write(team, static_cast<std::size_t>(a.nvals()), [&](std::size_t first, std::size_t last, entry_lines& to) {
            add_lines(to, a, type, 0, symmetric, first, last);
        });
    });
}

void write_edge_list(host::team* team, const std::string& path, const formats::untyped_view& a, type_code type,
                     const edge_list_format& format) {
    base::library_call("write_edge_list", [&] {
        entry_writer out(path, edge_list_layout_of(path, format, type, a.nrows, a.ncols, a.nvals()));
        out.write(team, static_cast<std::size_t>(a.nvals()),
                  [&](std::size_t first, std::size_t last, entry_lines& to) { add_lines(to, a, type, 0, false, first, last); });
    });
}

}  // namespace graphblas_gpu::io

namespace graphblas_gpu {

file_format format_of_name(std::string_view path) {
    return base::library_call("format_of_name", [&] {
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
