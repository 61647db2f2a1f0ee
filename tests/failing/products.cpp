// Products of matrices and vectors, for operations.cpp.
#include "operations.hpp"

#include <graphblas_gpu/any.hpp>
#include <graphblas_gpu/jit_semiring.hpp>
#include <graphblas_gpu/mxm.hpp>
#include <graphblas_gpu/plan.hpp>
#include <graphblas_gpu/spamm.hpp>

namespace failing {

const operation_list products = {
    GB_OPERATION("mxm", gb::mxm(ctx, out.c, no_mask, no_accum, plus_times, in.a, in.b)),
    GB_OPERATION("mxm new", out.c = gb::mxm(ctx, plus_times, in.a, in.b)),
    GB_OPERATION("mxm accum", gb::mxm(ctx, out.c, gb::structure(in.mask), gb::plus{}, min_plus, in.a, in.b, {.replace = true})),
    GB_OPERATION("mxm values",
                 gb::mxm(ctx, out.c, !gb::values(in.mask), no_accum, plus_times, in.a, in.b, {.transpose_b = true})),
    GB_OPERATION("mxm hash", gb::mxm(ctx, out.c, no_mask, gb::plus{}, plus_times, in.a, in.b, {.method = gb::method::hash})),
    GB_OPERATION("mxm dense", gb::mxm(ctx, out.c, no_mask, gb::plus{}, plus_times, in.a, in.b,
                                      {.transpose_a = true, .method = gb::method::dense})),
    GB_OPERATION("mxm merge", gb::mxm(ctx, out.c, no_mask, no_accum, plus_times, in.a, in.b, {.method = gb::method::merge})),
    GB_OPERATION("mxm dot",
                 gb::mxm(ctx, out.c, gb::structure(in.mask), no_accum, plus_times, in.a, in.b, {.method = gb::method::dot})),
    GB_OPERATION("mxm bitmap_tile",
                 gb::mxm(ctx, out.c, no_mask, no_accum, plus_times, in.a, in.b, {.method = gb::method::bitmap_tile})),
    GB_OPERATION("mxm catalogued", out.c = gb::mxm(ctx, gb::catalogued<float>("max_times"), in.a, in.b)),
    GB_OPERATION("mxm any",
                 gb::mxm(ctx, out.c.any(), {.matrix = &in.mask.any()}, gb::any_operator("plus", gb::type_of<float>()),
                         gb::any_semiring("min_plus", gb::type_of<float>()), in.a.any(), in.weights.any())),
    GB_OPERATION("vxm any", gb::vxm(ctx, out.w.any(), {}, {}, gb::any_semiring("plus_times", gb::type_of<float>()), in.u.any(),
                                    in.a.any())),
    GB_OPERATION("mxv any",
                 gb::mxv(ctx, out.w.any(), {.vector = &in.mask_of_vector.any()}, gb::any_operator("min", gb::type_of<float>()),
                         gb::any_semiring("min_plus", gb::type_of<float>()), in.a.any(), in.full.any())),
    GB_OPERATION("vxm_update any", gb::vxm_update(ctx, out.w.any(), out.changed.any(), {.vector = &in.mask_of_vector.any()},
                                                  gb::any_operator("min", gb::type_of<float>()),
                                                  gb::any_semiring("min_plus", gb::type_of<float>()), in.u.any(), in.a.any())),
    GB_OPERATION("mxm borrowed", out.c = gb::mxm(ctx, plus_times,
                                                 gb::matrix<float>::borrow_csr(in.n, in.n, in.a.row_offsets(), in.a.columns(),
                                                                               in.a.values(), nullptr),
                                                 in.b)),
    GB_OPERATION("vxm borrowed",
                 out.w = gb::vxm(ctx, plus_times,
                                 gb::vector<float>::borrow_entries(in.n, in.u.indices(), in.u.values(), nullptr), in.a)),
    GB_OPERATION("mxm jit_semiring", out.c = gb::mxm(ctx, gb::jit_semiring<float>(in.plus_times), in.a, in.b)),
    GB_OPERATION("mxm_structure", out.structure = gb::mxm_structure(ctx, in.a, in.b)),
    GB_OPERATION("mxm_nvals", out.number = static_cast<double>(gb::mxm_nvals(ctx, gb::structure(in.mask), in.a, in.b))),
    GB_OPERATION("mxm_batches", double entries = 0; gb::mxm_batches(
                     ctx, gb::plus_times<double>, in.a, in.b, 4000,
                     [&](const gb::matrix<double>& part, gb::index) { entries += static_cast<double>(part.nvals()); });
                 out.number = entries),
    GB_OPERATION("mxm_reduce",
                 out.number = gb::mxm_reduce(ctx, gb::plus{}, gb::structure(in.mask), gb::plus_times<double>, in.a, in.b)),
    GB_OPERATION("mxm_flops", out.number = static_cast<double>(gb::mxm_flops(ctx, in.a, in.b))),
    GB_OPERATION("plan_mxm", auto plan = gb::plan_mxm(ctx, plus_times, in.a, in.b); plan.execute(out.c)),
    GB_OPERATION("mxv", gb::mxv(ctx, out.w, no_mask, no_accum, plus_times, in.a, in.u)),
    GB_OPERATION("mxv new", out.w = gb::mxv(ctx, plus_times, in.a, in.full)),
    GB_OPERATION("mxv accum", gb::mxv(ctx, out.w, no_mask, gb::plus{}, plus_times, in.a, in.full)),
    GB_OPERATION("mxv masked",
                 gb::mxv(ctx, out.w, gb::values(in.mask_of_vector), no_accum, plus_times, in.a, in.u, {.replace = true})),
    GB_OPERATION("mxv transposed",
                 gb::mxv(ctx, out.w, !gb::structure(in.u), gb::min{}, min_plus, in.a, in.full, {.transpose_a = true})),
    GB_OPERATION("vxm", gb::vxm(ctx, out.w, no_mask, no_accum, plus_times, in.u, in.a)),
    GB_OPERATION("vxm accum", gb::vxm(ctx, out.w, no_mask, gb::plus{}, plus_times, in.full, in.a)),
    GB_OPERATION("vxm dot",
                 gb::vxm(ctx, out.w, gb::structure(in.u), gb::plus{}, plus_times, in.u, in.a, {.method = gb::method::dot})),
    GB_OPERATION("vxm_update", gb::vxm_update(ctx, out.w, out.changed, no_mask, gb::min{}, min_plus, in.u, in.a)),
    GB_OPERATION("vxm_update all", gb::vxm_update(ctx, out.w, out.changed, no_mask, no_accum, min_plus, in.u, in.a)),
    GB_OPERATION("vxm_update fills", gb::vxm_update(ctx, out.parents, out.changed, !gb::structure(out.parents), no_accum,
                                                    gb::any_secondi<std::int64_t>, in.u, in.a)),
    GB_OPERATION("vxm_update fills by pushing",
                 gb::vxm_update(ctx, out.parents, out.changed, !gb::structure(out.parents), no_accum,
                                gb::any_secondi<std::int64_t>, in.u, in.a, {.method = gb::method::dense})),
    GB_OPERATION("vxm_update fills by pulling",
                 gb::vxm_update(ctx, out.parents, out.changed, !gb::structure(out.parents), no_accum,
                                gb::any_secondi<std::int64_t>, in.u, in.a, {.method = gb::method::dot})),
    GB_OPERATION("vxm_update relaxes", gb::vxm_update(ctx, out.numbers, out.changed, no_mask, gb::min{}, gb::min_plus<double>,
                                                      in.distances, in.weights)),
    GB_OPERATION("propagate",
                 (void)gb::propagate(ctx, out.parents, in.start, gb::visit, gb::any_secondi<std::int64_t>, in.graph)),
    GB_OPERATION("propagate relax",
                 (void)gb::propagate(ctx, out.numbers, in.start, gb::relax, gb::min_plus<double>, in.weights)),
    GB_OPERATION("spamm", out.number = gb::spamm(ctx, in.blocks, in.blocks, {.tau = 0.1}).product.norm()),
    GB_OPERATION("bit_rows", gb::bit_rows reached(2, in.n); gb::bit_rows fresh(2, in.n); gb::bit_rows from(2, in.n);
                 from.set_element(0, 1); gb::mxm_update(ctx, reached, fresh, from, in.graph);
                 out.structure = gb::to_matrix(ctx, reached)),
};

}  // namespace failing
