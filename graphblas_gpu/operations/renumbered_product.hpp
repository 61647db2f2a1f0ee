// Products whose sides are far beyond what the operands hold: they run on the indices that occur.
//
// Idea: accumulators, transposes and masks laid out are as long as a side of the product. Where a side is billions and the
// operands have few entries, the indices that occur in them get new numbers, ascending (formats/numbering.hpp), and the product
// of the small operands is what every method computes; the result gets its original indices back. Inner indices are those of
// the operand with fewer entries: what the other one holds elsewhere meets nothing. For ordinary sides this is three
// comparisons.
#pragma once

#include <graphblas_gpu/descriptor.hpp>
#include <graphblas_gpu/formats/numbering.hpp>
#include <graphblas_gpu/host/mask_rows.hpp>
#include <graphblas_gpu/host/position_maps.hpp>
#include <graphblas_gpu/operations/matrix_source.hpp>
#include <graphblas_gpu/operations/vector_source.hpp>
#include <graphblas_gpu/shapes.hpp>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>

namespace graphblas_gpu::host {

/// The three sides of a product, C = op(A) op(B): rows of C, the side that is summed over, columns of C.
struct product_sides {
    bool far_rows = false;
    bool far_inner = false;
    bool far_columns = false;

    /// `inner_nvals`: the fewer entries of the two operands.
    constexpr product_sides(index rows, index inner, index columns, index a_nvals, index b_nvals, index inner_nvals)
        : far_rows(formats::is_far_beyond(rows, a_nvals)),
          far_inner(formats::is_far_beyond(inner, inner_nvals)),
          far_columns(formats::is_far_beyond(columns, b_nvals)) {}

    /// Some side is far beyond the entries.
    constexpr bool any() const { return far_rows || far_inner || far_columns; }
};

/// The same of A u, or of u' A if from_left, whose rows are the output.
product_sides vector_product_sides(const operations::matrix_source& a, const operations::vector_source& u, bool transpose,
                                   bool from_left);

/// The numbers of the three sides.
struct product_numbering {
    formats::numbering rows;
    formats::numbering inner;
    formats::numbering columns;

    position_maps maps() const { return {rows.map(), inner.map(), columns.map()}; }
    /// To be added to the reason for a method.
    std::string note() const;
};

/// The same for a product with a vector.
std::string note_on_vector(const formats::numbering& output, const formats::numbering& inner);

/// The indices that occur on one side of a matrix as it is stored.
formats::numbering occurring(const structure_view& a, bool on_columns);

/// An operand in the numbers of its inner side, which are given, and of its other side, which are found: those that occur if it
/// is far, else all. `inner_is_columns`: of the operand as it is stored.
std::unique_ptr<operations::matrix_source> renumbered_source(const operations::matrix_source& a, bool inner_is_columns,
                                                             const formats::numbering& inner, bool other_is_far,
                                                             formats::numbering& other);

/// The operands and the mask of a product as its kernels are to have them: as they are, or renumbered.
class product_operands {
  public:
    /// Shapes are known to fit.
    product_operands(const operations::matrix_source& a, const operations::matrix_source& b, const mask_rows& mask,
                     const descriptor& desc);

    const operations::matrix_source& a() const { return *a_; }
    const operations::matrix_source& b() const { return *b_; }
    const mask_rows& mask() const { return mask_; }
    /// Null if nothing was renumbered; else whoever holds it holds the operands and the mask too.
    std::shared_ptr<const product_numbering> numbers() const;

  private:
    struct small_operands;
    void renumber(const product_sides& sides, const descriptor& desc);

    const operations::matrix_source* a_;
    const operations::matrix_source* b_;
    mask_rows mask_;
    std::shared_ptr<const small_operands> small_;
};

}  // namespace graphblas_gpu::host
