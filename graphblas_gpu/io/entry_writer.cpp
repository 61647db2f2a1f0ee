// Needs: nothing beyond text_file.
// Idea: the first lines of the two formats; see entry_writer.hpp.
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/io/entry_writer.hpp>

#include <fmt/format.h>

#include <type_traits>
#include <variant>

namespace graphblas_gpu::io {

value_kind value_kind_of(const coordinates& entries) noexcept {
    return entries.is_pattern() ? value_kind::pattern : entries.is_integer() ? value_kind::integer : value_kind::real;
}

entry_writer entry_writer::matrix_market(const std::string& path, value_kind kind, index nrows, index ncols,
                                         index nvals) {
    const char* const field = kind == value_kind::pattern   ? "pattern"
                              : kind == value_kind::integer ? "integer"
                                                            : "real";
    const std::string heading =
        fmt::format("%%MatrixMarket matrix coordinate {} general\n{} {} {}\n", field, nrows, ncols, nvals);
    return {path, heading, ' ', 1};
}

entry_writer entry_writer::edge_list(const std::string& path, bool one_based, index nrows, index ncols, index nvals) {
    if (nrows != ncols)
        throw dimension_mismatch(
            fmt::format("write_edge_list: the matrix is {}x{}, which is not square", nrows, ncols));
    const std::uint64_t first = one_based ? 1 : 0;
    return {path, fmt::format("# {} vertices from {}, {} edges\n", nrows, first, nvals), '\t', first};
}

void entry_writer::entries(const coordinates& all) {
    std::visit(
        [&](const auto& values) {
            for (std::size_t p = 0; p < all.rows.size(); ++p) {
                if constexpr (std::is_same_v<std::remove_cvref_t<decltype(values)>, std::monostate>)
                    entry(all.rows[p], all.columns[p]);
                else
                    entry(all.rows[p], all.columns[p], values[p]);
            }
        },
        all.values);
}

}  // namespace graphblas_gpu::io
