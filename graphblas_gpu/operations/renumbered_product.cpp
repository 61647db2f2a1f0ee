// Operands, mask and result of a product with hypersparse sides, renumbered on host threads.
#include <graphblas_gpu/operations/renumbered_product.hpp>

#include <fmt/format.h>
#include <graphblas_gpu/formats/build.hpp>

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

namespace {

/// The rows for renumbered_source.
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

/// A small matrix that one product made for itself. It caches nothing.
class small_source final : public operations::matrix_source {
  public:
    explicit small_source(formats::untyped_csr&& rows) : rows_(std::move(rows)) {}

    shapes::shape shape() const override { return {rows_.nrows, rows_.ncols}; }
    index nvals() const override { return rows_.nvals(); }
    std::size_t value_bytes() const override { return rows_.value_bytes; }
    operations::untyped_rows rows() const override { return {rows_.view(), nullptr}; }
    operations::untyped_rows transposed_rows(team&) const override {
        const auto made = std::make_shared<const formats::untyped_csr>(formats::transposed(rows_.view()));
        return {made->view(), made};
    }
    operations::untyped_tiles cached_tiles(team&) const override { return {}; }
    bool has_cached_transpose() const override { return false; }
    bool is_symmetric(team&) const override { return false; }
    bool is_known_to_be_symmetric() const override { return false; }

  private:
    formats::untyped_csr rows_;
};

}  // namespace

std::unique_ptr<operations::matrix_source> renumbered_source(const operations::matrix_source& a, bool inner_is_columns,
                                                             const formats::numbering& inner, bool other_is_hypersparse,
                                                             formats::numbering& other) {
    return std::make_unique<small_source>(renumber_operand(a.rows(), inner_is_columns, inner, other_is_hypersparse, other));
}

product_sides vector_product_sides(const operations::matrix_source& a, const operations::vector_source& u, bool transpose,
                                   bool from_left) {
    const index output = transpose == from_left ? a.shape().nrows : a.shape().ncols;
    // A dense vector has a position for every inner index anyway; its entries are looked up and not listed.
    const index inner_nvals = u.dense().bits != nullptr ? a.nvals() : std::min(a.nvals(), u.nvals());
    return {output, u.size(), 1, a.nvals(), a.nvals(), inner_nvals};
}

}  // namespace graphblas_gpu::host
