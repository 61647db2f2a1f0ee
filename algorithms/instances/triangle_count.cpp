// Triangle counting of a structure, compiled once.
#include <algorithms/triangle_count.hpp>
#include <graphblas_gpu/mxm.hpp>
#include <semirings/operators.hpp>
#include <semirings/semirings.hpp>

namespace graphblas_gpu {

std::int64_t triangles::count_products(const context& ctx, const matrix<void>& mask, const matrix<void>& left,
                                       const matrix<void>& right, const descriptor& desc) {
    return mxm_reduce(ctx, plus{}, structure(mask), plus_pair<std::int64_t>, left, right, desc);
}

template triangle_count_result triangle_count(const context&, const matrix<void>&, const triangle_count_options&);

}  // namespace graphblas_gpu
