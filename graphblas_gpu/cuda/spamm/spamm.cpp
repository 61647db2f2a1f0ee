// A product from its operands to C.
#include <graphblas_gpu/cuda/spamm/plan.hpp>
#include <graphblas_gpu/cuda/spamm/product.hpp>
#include <graphblas_gpu/cuda/spamm/spamm.hpp>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/formats/spamm_rules.hpp>

namespace graphblas_gpu::cuda {

namespace {

using namespace block_product;

/// The type of the factors that a precision multiplies.
block_type factor_type(spamm_precision precision) {
    switch (precision) {
        case spamm_precision::fp64: return block_type::float64;
        case spamm_precision::bf16: return block_type::bfloat16;
        case spamm_precision::fp16: return block_type::float16;
        default: return block_type::float32;
    }
}

/// The factors of one matrix: its own pool, or a converted copy.
struct factors {
    memory copy;
    const void* pool;
    double scale;
};
factors factors_of(const engine_ptr& e, const blocks& a, spamm_precision precision) {
    const block_type type = factor_type(precision);
    if (type == a.type) return {{}, a.values.data(), 1};
    const double scale = formats::is_narrower(a.type, precision) ? formats::factor_scale(a.type, precision, largest_finite_norm(e, a)) : 1;
    factors out{converted_pool(e, a, type, scale), nullptr, scale};
    out.pool = out.copy.data();
    return out;
}

void multiply(const engine_ptr& e, spamm_precision precision, index side, std::int64_t tiles, const lists_of_tiles& lists) {
    switch (precision) {
        case spamm_precision::fp64: return multiply_fp64(e, side, tiles, lists);
        case spamm_precision::tf32: return multiply_tf32(e, side, tiles, lists);
        case spamm_precision::bf16: return multiply_bf16(e, side, tiles, lists);
        case spamm_precision::fp16: return multiply_fp16(e, side, tiles, lists);
        default: return multiply_fp32(e, side, tiles, lists);
    }
}

}  // namespace

spamm_answer spamm(const engine_ptr& e, const blocks& a, const blocks& b, const formats::spamm_request& asked) {
    formats::spamm_request request = asked;
    for (int l = 0; l < request.levels; ++l) {
        formats::spamm_level& level = request.level[static_cast<std::size_t>(l)];
        if (!formats::is_narrower(a.type, level.precision)) continue;
        level.offset = formats::level_offset(a.type, level.precision, formats::factor_scale(a.type, level.precision, largest_finite_norm(e, a)),
                                             formats::factor_scale(b.type, level.precision, largest_finite_norm(e, b)), request.tile);
    }
    const array<int> a_at = positions_of(e, a), b_at = positions_of(e, b);
    const norm_maps norms = norms_of_tiles(e, a, a_at.data(), b, b_at.data(), request.tile);

    std::array<thresholds, 3> from;
    array<double> rounding;
    if (request.rule == formats::spamm_rule::error) {
        rounding = array<double>(e, 1);
        e->set_bytes(rounding.data(), 0, sizeof(double));
        from = thresholds_for_bound(e, norms, request, rounding.data());
    } else if (request.rule == formats::spamm_rule::valid_ratio) {
        const std::int64_t all = norms.tiles() * norms.inner;
        from[0] = tau_for(e, norms, formats::products_for_ratio(request.value, all), request.search);
    } else {
        from[0].value = request.value;
    }
    const block_type type = a.type == block_type::float64 ? block_type::float64 : block_type::float32;
    planned_product plan = make_lists(e, norms, from, request, a.nrows, b.ncols, type, from[0].is_each ? nullptr : from[0].values.data(),
                                      rounding.data());
    if (!from[0].is_each && from[0].values.empty()) plan.facts.tau = from[0].value;
    plan.facts.dense = request.variant == spamm_variant::dense;

    const bool adds = request.levels > 1;
    if (adds) e->set_bytes(plan.c.values.data(), 0, plan.c.values.bytes());
    for (int l = 0; l < request.levels; ++l) {
        const tile_lists& lists = plan.lists[static_cast<std::size_t>(l)];
        const spamm_precision precision = request.level[static_cast<std::size_t>(l)].precision;
        if (lists.products == 0) continue;
        const factors left = factors_of(e, a, precision), right = factors_of(e, b, precision);
        multiply(e, precision, request.tile, lists.tiles,
                 {left.pool, right.pool, a_at.data(), b_at.data(), plan.c_at.data(), formats::blocks_for(a.nrows), norms.inner,
                  formats::blocks_for(b.ncols), norms.tile_columns, lists.offsets.data(), lists.ks.data(), lists.order.data(),
                  plan.c.values.data(), type == block_type::float64, adds, 1 / left.scale / right.scale});
    }
    compute_norms(e, plan.c);
    spamm_answer out{std::move(plan.c), plan.facts};
    if (request.drop_below > 0) out.product = without_small_blocks(e, std::move(out.product), request.drop_below, out.facts);
    return out;
}

}  // namespace graphblas_gpu::cuda
