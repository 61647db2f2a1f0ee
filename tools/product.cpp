#include "product.hpp"

#include <graphblas_gpu/mxm.hpp>

namespace grb {

template <class T>
void compute(const gb::context& ctx, std::string_view semiring, product_problem<T>& problem) {
    const gb::catalogued<T> over(semiring);
    const auto multiply = [&](const auto& mask) {
        if (problem.accum) gb::mxm(ctx, problem.c, mask, *problem.accum, over, problem.a, problem.right(), problem.desc);
        else gb::mxm(ctx, problem.c, mask, gb::no_accum, over, problem.a, problem.right(), problem.desc);
    };
    if (!problem.mask) return multiply(gb::no_mask);
    const auto view = problem.structural ? gb::structure(*problem.mask) : gb::values(*problem.mask);
    multiply(problem.complement ? !view : view);
}

#define GB_INSTANTIATE(name, T) template void compute(const gb::context&, std::string_view, product_problem<T>&);
GB_FOR_EACH_any_type(GB_INSTANTIATE, )
#undef GB_INSTANTIATE

}  // namespace grb
