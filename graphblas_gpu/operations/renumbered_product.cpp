// Operands, mask and result of a product with hypersparse sides, renumbered on host threads.
#include <graphblas_gpu/operations/renumbered_product.hpp>

#include <fmt/format.h>
#include <graphblas_gpu/formats/build.hpp>

namespace graphblas_gpu::host {

std::string host_numberings::note() const {
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

namespace {

/// The rows for renumbered().
formats::untyped_csr renumber_operand(const formats::untyped_view& a, bool inner_is_columns, const formats::numbering& inner,
                                               bool other_is_hypersparse, formats::numbering& other) {
    if (inner_is_columns) {
        other = other_is_hypersparse ? formats::numbered_rows(a) : formats::numbering::identity(a.nrows);
        return formats::renumbered(a, other, inner);
    }
    formats::untyped_csr out = formats::renumbered(a, inner, formats::numbering::identity(a.ncols));
    other = formats::numbering::identity(a.ncols);
    if (!other_is_hypersparse) return out;
    // Only the columns of the remaining entries get numbers: entries at inner indices that the other operand lacks have been
    // dropped.
    other = formats::numbered_columns(out.structure());
    formats::renumber_columns({out.columns.data(), out.columns.size()}, other);
    out.ncols = other.size();
    return out;
}

}  // namespace

any_matrix renumbered(const any_matrix& a, bool inner_is_columns, const formats::numbering& inner, bool other_is_hypersparse,
                      formats::numbering& other) {
    return {renumber_operand(a.rows(), inner_is_columns, inner, other_is_hypersparse, other), a.type()};
}

product_sides vector_product_sides(const any_matrix& a, const any_vector& u, bool transpose, bool from_left) {
    const index output = transpose == from_left ? a.shape().nrows : a.shape().ncols;
    // A dense vector has a position for every inner index anyway; its entries are looked up and not listed.
    const index inner_nvals = u.dense().bits != nullptr ? a.nvals() : std::min(a.nvals(), u.nvals());
    return {output, u.size(), 1, a.nvals(), a.nvals(), inner_nvals};
}

}  // namespace graphblas_gpu::host
