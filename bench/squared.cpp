#include "squared.hpp"

#include <graphblas_gpu/mxm.hpp>
#include <semirings/semirings.hpp>

namespace bench {

namespace gb = graphblas_gpu;

gb::matrix<float> squared(const gb::context& ctx, const gb::matrix<float>& a, gb::method how) {
    return gb::mxm(ctx, gb::plus_times<float>, a, a, {.method = how});
}

std::int64_t multiplications_of_square(const gb::context& ctx, const gb::matrix<void>& a) { return gb::mxm_flops(ctx, a, a); }

}  // namespace bench
