// Idea: one product as `grb mxm` computes it. The command line names the type of the values, the semiring and the accumulator,
// so that all of them are known at run time only.
#pragma once

#include "verify.hpp"
#include <graphblas_gpu/any.hpp>
#include <graphblas_gpu/jit_semiring.hpp>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace grb {

namespace gb = graphblas_gpu;

/// The names for --accum.
std::vector<std::string> accumulator_names();

/// The operands and the mask of a product; operands without values for a product of structures.
struct product_operands {
    gb::any_matrix a;
    std::optional<gb::any_matrix> b;  ///< if absent, A is used again
    std::optional<gb::matrix<bool>> mask;
    bool structural = false;
    bool complement = false;
    gb::descriptor desc;

    const gb::any_matrix& right() const { return b ? *b : a; }
    gb::index nrows() const { return desc.transpose_a ? a.ncols() : a.nrows(); }
    gb::index ncols() const { return desc.transpose_b ? right().nrows() : right().ncols(); }
    /// The mask as it is to be read.
    gb::any_mask view_of_mask() const {
        if (!mask) return {};
        return {&mask->any(), nullptr, !structural, complement};
    }
};

struct product_problem : product_operands {
    gb::any_operator accum;  ///< or none
    gb::any_matrix c;        ///< the output; its initial content is an input too
};

/// A semiring of the catalogue, or one that is made from strings.
struct product_semiring {
    gb::any_semiring semiring;
    std::string name;  ///< in the catalogue; empty if the catalogue lacks it
};
product_semiring named_semiring(const std::string& name, gb::type_code type);
/// Throws what jit_semiring throws.
product_semiring made_semiring(const gb::semiring_expressions& expressions, gb::type_code type);

/// C<M, replace> = accum(C, A (+).(x) B). Throws what mxm throws.
inline void compute(const gb::context& ctx, const gb::any_semiring& semiring, product_problem& problem) {
    gb::mxm(ctx, problem.c, problem.view_of_mask(), problem.accum, semiring, problem.a, problem.right(), problem.desc);
}

/// Compares the product with SuiteSparse's; `before`: the content of C before it. All matrices have values of the type of
/// `answer`. The operands are gone afterwards.
verdict verify_product(const std::string& semiring, const std::string& accum, product_operands&& operands,
                       gb::any_matrix&& before, gb::any_matrix&& answer);

}  // namespace grb
