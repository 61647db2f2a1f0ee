// Products with hypersparse sides, which are far longer than the number of entries: they run on the indices that occur.
//
// Idea: accumulators, transposes and dense masks are as long as a side of the product. If a side has billions of indices and
// the operands have few entries, the indices that occur in the operands are numbered in ascending order
// (formats/numbering.hpp). Every method computes the product of the small operands, and the result gets its original indices
// back. Inner indices are those of the operand with fewer entries: entries of the other operand at other inner indices have no
// partner and are dropped. For ordinary sides this costs three comparisons.
#pragma once

#include <graphblas_gpu/any_matrix.hpp>
#include <graphblas_gpu/any_vector.hpp>
#include <graphblas_gpu/formats/numbering.hpp>
#include <graphblas_gpu/host/product/position_maps.hpp>

#include <memory>
#include <string>

namespace graphblas_gpu::host {

/// The three sides of a product, C = op(A) op(B): rows of C, the side that is summed over, columns of C.
struct product_sides {
    bool hypersparse_rows = false;
    bool hypersparse_inner = false;
    bool hypersparse_columns = false;

    /// `inner_nvals`: the number of entries of the operand that has fewer.
    constexpr product_sides(index rows, index inner, index columns, index a_nvals, index b_nvals, index inner_nvals)
        : hypersparse_rows(formats::is_hypersparse(rows, a_nvals)),
          hypersparse_inner(formats::is_hypersparse(inner, inner_nvals)),
          hypersparse_columns(formats::is_hypersparse(columns, b_nvals)) {}

    /// Whether some side is hypersparse.
    constexpr bool any() const { return hypersparse_rows || hypersparse_inner || hypersparse_columns; }
};

/// The sides of A u, or of u' A if from_left; the rows are the output.
product_sides vector_product_sides(const any_matrix& a, const any_vector& u, bool transpose, bool from_left);

/// The numberings of the three sides.
struct host_numberings {
    formats::numbering rows;
    formats::numbering inner;
    formats::numbering columns;

    position_maps maps() const { return {rows.map(), inner.map(), columns.map()}; }
    /// A note on the numbering, which is appended to the reason for a method.
    std::string note() const;
};

/// The note for a product with a vector.
std::string note_on_vector(const formats::numbering& output, const formats::numbering& inner);

/// The indices that occur on one side of a matrix as it is stored.
formats::numbering occurring(const structure_view& a, bool on_columns);

/// A renumbered operand. The numbering `inner` of its inner side is given. The numbering `other` of its other side is computed:
/// the indices that occur if `other_is_hypersparse`, else all. `inner_is_columns` refers to the operand as it is stored.
any_matrix renumbered(const any_matrix& a, bool inner_is_columns, const formats::numbering& inner, bool other_is_hypersparse,
                      formats::numbering& other);

}  // namespace graphblas_gpu::host
