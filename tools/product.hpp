// Needs: the public interface.
// Idea: one product as `grb mxm` computes it. Operands, output and accumulator have the semiring's value type, the mask
// is boolean, so that the compiler sees no more than one combination of types for each semiring of the catalogue; each
// semiring is compiled in a source of its own, made from product_instance.cpp.in.
#pragma once

#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/descriptor.hpp>
#include <graphblas_gpu/matrix.hpp>
#include <semirings/catalogue.hpp>

#include <optional>

namespace grb {

namespace gb = graphblas_gpu;

template <class T>
struct product_problem {
    gb::matrix<T> a;
    std::optional<gb::matrix<T>> b;  ///< absent: A again
    std::optional<gb::matrix<bool>> mask;
    bool structural = false;
    bool complement = false;
    T (*accum)(T, T) = nullptr;
    gb::descriptor desc;
    gb::matrix<T> c;  ///< output; its content before is part of the problem

    const gb::matrix<T>& right() const { return b ? *b : a; }
};

/// C<M, replace> = accum(C, A (+).(x) B). Throws what mxm throws.
template <class S>
void compute(const gb::context& ctx, product_problem<gb::semiring_value_t<S>>& problem);

#define GB_DECLARE(name, T) \
    extern template void compute<gb::semiring_t<gb::name<T>>>(const gb::context&, product_problem<T>&);
#define GB_SEMIRING(name, domain) GB_FOR_EACH_##domain(GB_DECLARE, name)
#include <semirings/catalogue.def>
#undef GB_DECLARE

}  // namespace grb
