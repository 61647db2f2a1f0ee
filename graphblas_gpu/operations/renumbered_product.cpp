#include <graphblas_gpu/operations/renumbered_product.hpp>

#include <fmt/format.h>

namespace graphblas_gpu::host {

std::string product_numbering::note() const {
    return fmt::format("; computed on the indices that occur: {} of {} rows, {} of {} inner, {} of {} columns", rows.size(),
                       rows.side(), inner.size(), inner.side(), columns.size(), columns.side());
}

std::string note_on_vector(const formats::numbering& output, const formats::numbering& inner) {
    return fmt::format("; computed on the indices that occur: {} of {} outputs, {} of {} inner", output.size(), output.side(),
                       inner.size(), inner.side());
}

formats::numbering occurring(const structure_view& a, bool on_columns) {
    return on_columns ? formats::numbered_columns(a) : formats::numbered_rows(a);
}

formats::renumbered_structure renumber_operand(const structure_view& a, bool inner_is_columns, const formats::numbering& inner,
                                               bool other_is_far, formats::numbering& other) {
    if (inner_is_columns) {
        other = other_is_far ? formats::numbered_rows(a) : formats::numbering::identity(a.nrows);
        return formats::renumbered(a, other, inner);
    }
    formats::renumbered_structure out = formats::renumbered(a, inner, formats::numbering::identity(a.ncols));
    other = formats::numbering::identity(a.ncols);
    if (!other_is_far) return out;
    // Of the entries that are left: what another inner index reaches is not met.
    other = formats::numbered_columns(out.structure.structure());
    formats::renumber_columns({out.structure.columns.data(), out.structure.columns.size()}, other);
    out.structure.ncols = other.size();
    return out;
}

}  // namespace graphblas_gpu::host
