#include <graphblas_gpu/operations/renumbered_product.hpp>

#include <optional>

#include <fmt/format.h>
#include <graphblas_gpu/formats/build.hpp>
#include <graphblas_gpu/formats/value_mover.hpp>

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

namespace {

/// A small matrix that one product made for itself: nothing is kept with it.
class small_source final : public operations::matrix_source {
  public:
    small_source(formats::renumbered_structure&& made, const matrix_source& from)
        : structure_(std::move(made.structure)), bytes_(from.value_bytes()), values_(structure_.columns.size() * bytes_) {
        const auto* const values = static_cast<const std::byte*>(from.rows().values);
        move_values(values, made.sources, values_);
    }

    shapes::shape shape() const override { return {structure_.nrows, structure_.ncols}; }
    index nvals() const override { return structure_.nvals(); }
    std::size_t value_bytes() const override { return bytes_; }
    operations::untyped_rows rows() const override { return {structure_.structure(), values_.data(), nullptr}; }
    operations::untyped_rows transposed_rows(team&) const override {
        // Positions take the place of values and say where each value is from.
        struct rows_and_values {
            csr<row_offset> positions;
            buffer<std::byte> values;
        };
        buffer<row_offset> positions(structure_.columns.size());
        for (std::size_t p = 0; p < positions.size(); ++p) positions[p] = static_cast<row_offset>(p);
        const auto made = std::make_shared<rows_and_values>();
        made->positions = formats::transposed(csr_view<row_offset>{structure_.structure(), positions.data()});
        made->values = buffer<std::byte>(values_.size());
        move_values(values_.data(), made->positions.values, made->values);
        return {made->positions.structure(), made->values.data(), made};
    }
    operations::untyped_tiles kept_tiles(team&) const override { return {}; }
    bool has_transpose_at_hand() const override { return false; }
    bool is_symmetric(team&) const override { return false; }
    bool is_known_to_be_symmetric() const override { return false; }

  private:
    void move_values(const std::byte* from, const buffer<row_offset>& sources, buffer<std::byte>& to) const {
        if (bytes_ == 0) return;
        formats::with_value_mover(bytes_, [&](auto values) {
            for (std::size_t p = 0; p < sources.size(); ++p) {
                values.copy(to.data(), p, from, static_cast<std::size_t>(sources[p]));
            }
        });
    }

    csr<void> structure_;
    std::size_t bytes_;
    buffer<std::byte> values_;
};

}  // namespace

std::unique_ptr<operations::matrix_source> renumbered_source(const operations::matrix_source& a, bool inner_is_columns,
                                                             const formats::numbering& inner, bool other_is_far,
                                                             formats::numbering& other) {
    return std::make_unique<small_source>(renumber_operand(a.rows().structure, inner_is_columns, inner, other_is_far, other), a);
}

product_sides vector_product_sides(const operations::matrix_source& a, const operations::vector_source& u, bool transpose,
                                   bool from_left) {
    const index output = transpose == from_left ? a.shape().nrows : a.shape().ncols;
    // A vector that is laid out has a place for every inner index anyway, and is looked up rather than listed.
    const index inner_nvals = u.laid_out().bits != nullptr ? a.nvals() : std::min(a.nvals(), u.nvals());
    return {output, u.size(), 1, a.nvals(), a.nvals(), inner_nvals};
}

struct product_operands::small_operands {
    product_numbering numbers;
    std::unique_ptr<operations::matrix_source> a, b;
    csr<void> mask;
};

product_operands::product_operands(const operations::matrix_source& a, const operations::matrix_source& b, const mask_rows& mask,
                                   const descriptor& desc)
    : a_(&a), b_(&b), mask_(mask) {
    const shapes::shape left = a.shape().transposed_if(desc.transpose_a), right = b.shape().transposed_if(desc.transpose_b);
    const product_sides sides(left.nrows, left.ncols, right.ncols, a.nvals(), b.nvals(), std::min(a.nvals(), b.nvals()));
    if (sides.any()) renumber(sides, desc);
}

std::shared_ptr<const product_numbering> product_operands::numbers() const {
    return small_ == nullptr ? nullptr : std::shared_ptr<const product_numbering>(small_, &small_->numbers);
}

void product_operands::renumber(const product_sides& sides, const descriptor& desc) {
    const auto small = std::make_shared<small_operands>();
    product_numbering& numbers = small->numbers;
    const structure_view a = a_->rows().structure, b = b_->rows().structure;
    const bool inner_is_columns_of_a = !desc.transpose_a, inner_is_columns_of_b = desc.transpose_b;
    numbers.inner = formats::numbering::identity(inner_is_columns_of_a ? a.ncols : a.nrows);
    if (sides.far_inner) {
        numbers.inner = a.nvals() <= b.nvals() ? occurring(a, inner_is_columns_of_a) : occurring(b, inner_is_columns_of_b);
    }
    // An operand becomes what it is in new numbers unless both its sides stay as they are.
    const auto take = [&](std::unique_ptr<operations::matrix_source>& made, const operations::matrix_source*& m, bool inner_is_columns,
                          bool other_is_far, formats::numbering& other) {
        const structure_view rows = m->rows().structure;
        if (numbers.inner.is_identity() && !other_is_far) {
            other = formats::numbering::identity(inner_is_columns ? rows.nrows : rows.ncols);
            return;
        }
        made = renumbered_source(*m, inner_is_columns, numbers.inner, other_is_far, other);
        m = made.get();
    };
    take(small->a, a_, inner_is_columns_of_a, sides.far_rows, numbers.rows);
    take(small->b, b_, inner_is_columns_of_b, sides.far_columns, numbers.columns);
    if (mask_.present && !(numbers.rows.is_identity() && numbers.columns.is_identity())) {
        small->mask = formats::renumbered(mask_.rows, numbers.rows, numbers.columns).structure;
        mask_.rows = small->mask.structure();
    }
    small_ = small;
}

}  // namespace graphblas_gpu::host
