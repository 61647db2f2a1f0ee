// Trusses of a structure, compiled once.
#include <algorithms/k_truss.hpp>
#include <graphblas_gpu/assign.hpp>
#include <graphblas_gpu/mask.hpp>
#include <graphblas_gpu/mxm.hpp>
#include <graphblas_gpu/select.hpp>
#include <semirings/index_operators.hpp>
#include <semirings/operators.hpp>
#include <semirings/semirings.hpp>

#include <utility>

namespace graphblas_gpu {

matrix<std::int64_t> trusses::triangles_of_edges(const context& ctx, const matrix<void>& larger, method how) {
    matrix<std::int64_t> count(larger.nrows(), larger.ncols());
    assign(ctx, count, structure(larger), no_accum, std::int64_t{0});
    for (const auto& [first, second] : {std::pair{false, false}, {false, true}, {true, false}}) {
        mxm(ctx, count, structure(larger), plus{}, plus_pair<std::int64_t>, larger, larger,
            {.transpose_a = first, .transpose_b = second, .method = how});
    }
    return count;
}

matrix<std::int64_t> trusses::truss_within(const context& ctx, matrix<std::int64_t> count, std::int64_t k,
                                           k_truss_result& result, method how) {
    while (true) {
        matrix<std::int64_t> kept = select(ctx, value_ge{k - 2}, count);
        if (kept.nvals() == count.nvals() || kept.nvals() == 0) return kept;
        count = triangles_of_edges(ctx, algorithm::structure_of(ctx, kept), how);
        ++result.rounds;
    }
}

template k_truss_result k_truss(const context&, const matrix<void>&, std::int64_t, const k_truss_options&);
template k_truss_result largest_truss(const context&, const matrix<void>&, const k_truss_options&);

}  // namespace graphblas_gpu
