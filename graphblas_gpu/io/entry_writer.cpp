// Needs: nothing beyond output.
// Idea: the first lines of the two formats, and entries that are no matrix yet; see entry_writer.hpp.
#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/io/edge_list.hpp>
#include <graphblas_gpu/io/entry_writer.hpp>
#include <graphblas_gpu/io/matrix_market.hpp>

#include <fmt/format.h>

#include <type_traits>
#include <variant>

namespace graphblas_gpu::io {

value_kind value_kind_of(const coordinates& entries) noexcept {
    return entries.is_pattern() ? value_kind::pattern : entries.is_integer() ? value_kind::integer : value_kind::real;
}

entry_writer entry_writer::matrix_market(const std::string& path, value_kind kind, bool symmetric, index nrows,
                                         index ncols, index nvals) {
    const char* const field = kind == value_kind::pattern   ? "pattern"
                              : kind == value_kind::integer ? "integer"
                                                            : "real";
    const std::string heading = fmt::format("%%MatrixMarket matrix coordinate {} {}\n{} {} {}\n", field,
                                            symmetric ? "symmetric" : "general", nrows, ncols, nvals);
    return {path, heading, ' ', 1};
}

entry_writer entry_writer::edge_list(const std::string& path, bool one_based, index nrows, index ncols, index nvals) {
    if (nrows != ncols)
        throw dimension_mismatch(
            fmt::format("write_edge_list: the matrix is {}x{}, which is not square", nrows, ncols));
    const std::uint64_t first = one_based ? 1 : 0;
    return {path, fmt::format("# {} vertices from {}, {} edges\n", nrows, first, nvals), '\t', first};
}

void entry_writer::write(host::team* team, const coordinates& all) {
    std::visit(
        [&]<class Values>(const Values& values) {
            write(team, all.rows.size(), [&](std::size_t first, std::size_t last, entry_lines& to) {
                for (std::size_t p = first; p < last; ++p) {
                    if constexpr (std::is_same_v<Values, std::monostate>)
                        to.add(all.rows[p], all.columns[p]);
                    else
                        to.add(all.rows[p], all.columns[p], values[p]);
                }
            });
        },
        all.values);
}

}  // namespace graphblas_gpu::io

namespace graphblas_gpu {
namespace {

void write_market(host::team* team, const std::string& path, const coordinates& entries) {
    auto out = io::entry_writer::matrix_market(path, io::value_kind_of(entries), false, entries.nrows, entries.ncols,
                                               entries.size());
    out.write(team, entries);
}

void write_edges(host::team* team, const std::string& path, const coordinates& entries,
                 const edge_list_format& format) {
    auto out = io::entry_writer::edge_list(path, format.one_based, entries.nrows, entries.ncols, entries.size());
    out.write(team, entries);
}

}  // namespace

void write_matrix_market(const std::string& path, const coordinates& entries) { write_market(nullptr, path, entries); }

void write_matrix_market(const context& ctx, const std::string& path, const coordinates& entries) {
    write_market(&ctx.team(), path, entries);
}

void write_edge_list(const std::string& path, const coordinates& entries, const edge_list_format& format) {
    write_edges(nullptr, path, entries, format);
}

void write_edge_list(const context& ctx, const std::string& path, const coordinates& entries,
                     const edge_list_format& format) {
    write_edges(&ctx.team(), path, entries, format);
}

}  // namespace graphblas_gpu
