// Needs: the public interface.
// Idea: one product as `grb mxm` computes it. Operands, output and accumulator have the semiring's value type, the mask is
// boolean, and the semiring is an entry of the catalogue. So the product is compiled once for each value type (product.cpp).
#pragma once

#include "accumulators.hpp"

#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/descriptor.hpp>
#include <graphblas_gpu/matrix.hpp>

#include <optional>
#include <string_view>

namespace grb {

namespace gb = graphblas_gpu;

template <class T>
struct product_problem {
    gb::matrix<T> a;
    std::optional<gb::matrix<T>> b;  ///< if absent, A is used again
    std::optional<gb::matrix<bool>> mask;
    bool structural = false;
    bool complement = false;
    std::optional<accumulator<T>> accum;
    gb::descriptor desc;
    gb::matrix<T> c;  ///< the output; its initial content is an input too

    const gb::matrix<T>& right() const { return b ? *b : a; }
};

/// C<M, replace> = accum(C, A (+).(x) B) over the semiring of that name in the catalogue, which must be defined for type T.
/// Throws what mxm throws.
template <class T>
void compute(const gb::context& ctx, std::string_view semiring, product_problem<T>& problem);

}  // namespace grb
