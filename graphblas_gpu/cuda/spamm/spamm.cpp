// A product from its operands to C.
#include <graphblas_gpu/cuda/spamm/cuspamm.hpp>
#include <graphblas_gpu/cuda/spamm/dense.hpp>
#include <graphblas_gpu/cuda/spamm/library.hpp>
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
        case spamm_precision::fp64:
            return block_type::float64;
        case spamm_precision::bf16:
            return block_type::bfloat16;
        case spamm_precision::fp16:
            return block_type::float16;
        default:
            return block_type::float32;
    }
}

/// The factors of one matrix: its own pool, or a converted copy.
struct factors {
    memory copy;
    const void* pool;
    index count;
    double scale;
    index columns;  ///< of the matrix, in blocks
};
factors factors_of(const engine_ptr& e, const blocks& a, spamm_precision precision) {
    const block_type type = factor_type(precision);
    const index columns = formats::blocks_for(a.ncols);
    if (type == a.type) return {{}, a.values.data(), a.count, 1, columns};
    const double scale =
        formats::is_narrower(a.type, precision) ? formats::factor_scale(a.type, precision, largest_finite_norm(e, a)) : 1;
    factors out{converted_pool(e, a, type, scale), nullptr, a.count, scale, columns};
    out.pool = out.copy.data();
    return out;
}

bool runs_on_warpgroups(const engine_ptr& e, const formats::spamm_request& request, spamm_precision precision) {
    return request.variant != spamm_variant::cuspamm && request.tile == 128 && precision != spamm_precision::fp64 &&
           has_warpgroups(e);
}

void multiply(const engine_ptr& e, const formats::spamm_request& request, spamm_precision precision, std::int64_t count,
              const lists_of_tiles& lists) {
    if (runs_on_warpgroups(e, request, precision)) return multiply_by_warpgroups(e, precision, count, lists);
    const index side = request.tile;
    switch (precision) {
        case spamm_precision::fp64:
            return multiply_fp64(e, side, count, lists);
        case spamm_precision::tf32:
            return multiply_tf32(e, side, count, lists);
        case spamm_precision::bf16:
            return multiply_bf16(e, side, count, lists);
        case spamm_precision::fp16:
            return multiply_fp16(e, side, count, lists);
        default:
            return multiply_fp32(e, side, count, lists);
    }
}

lists_of_tiles lists_of(const factors& left, const factors& right, const array<int>& a_at, const array<int>& b_at,
                        const norm_maps& norms, planned_product& plan, std::size_t level, bool adds) {
    const tile_lists& lists = plan.lists[level];
    return {left.pool,
            right.pool,
            left.count,
            right.count,
            a_at.data(),
            b_at.data(),
            plan.c_at.data(),
            formats::blocks_for(plan.c.nrows),
            norms.inner,
            formats::blocks_for(plan.c.ncols),
            norms.tile_columns,
            lists.offsets.data(),
            lists.ks.data(),
            lists.order.data(),
            plan.c.values.data(),
            plan.c.type == block_type::float64,
            adds,
            1 / left.scale / right.scale};
}

/// Whether cuBLAS is there, the arrays fit, and no zero would meet an infinity or a NaN: its product would be a NaN, whereas a
/// product with a block of zeros is left out.
bool by_library_is_possible(const engine_ptr& e, const blocks& a, const blocks& b, int levels, spamm_precision precision) {
    if (levels > 1 || a.count == 0 || b.count == 0 || !has_library(e)) return false;
    const auto padded = [](index n) { return formats::blocks_for(n) * formats::block_side; };
    const auto of_factor = static_cast<index>(formats::size_of(factor_type(precision)));
    const index of_c = precision == spamm_precision::fp64 ? 8 : 4;
    const index m = padded(a.nrows), k = padded(a.ncols), n = padded(b.ncols);
    if ((m * k + k * n) * of_factor + m * n * (of_c + 8) > e->free_bytes()) return false;
    return !has_infinite_norm(e, a) && !has_infinite_norm(e, b);
}

void multiply_by_library(const engine_ptr& e, spamm_precision precision, const factors& left, const factors& right,
                         const int* a_at, const int* b_at, planned_product& plan) {
    const index rows = formats::blocks_for(plan.c.nrows), columns = formats::blocks_for(plan.c.ncols), inner = left.columns;
    const auto padded = [](index blocks) { return blocks * formats::block_side; };
    const bool is_double = precision == spamm_precision::fp64;
    const memory a = dense_array(e, left.pool, factor_type(precision), a_at, rows, inner);
    const memory b = dense_array(e, right.pool, factor_type(precision), b_at, inner, columns);
    const memory c(e, static_cast<std::size_t>(padded(rows) * padded(columns)) * (is_double ? 8 : 4));
    library_product(e, precision, padded(rows), padded(columns), padded(inner), a.data(), b.data(), c.data());
    fill_blocks(e, c.data(), is_double, plan.c_at.data(), rows, columns, 1 / left.scale / right.scale, plan.c);
}

}  // namespace

spamm_answer spamm(const engine_ptr& e, const blocks& a, const blocks& b, const formats::spamm_request& asked) {
    formats::spamm_request request = asked;
    for (int l = 0; l < request.levels; ++l) {
        formats::spamm_level& level = request.level[static_cast<std::size_t>(l)];
        if (!formats::is_narrower(a.type, level.precision)) continue;
        level.offset = formats::level_offset(
            a.type, level.precision, formats::factor_scale(a.type, level.precision, largest_finite_norm(e, a)),
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
    std::array<index, 3> group_sides{1, 1, 1};
    for (std::size_t l = 0; l < static_cast<std::size_t>(request.levels); ++l)
        group_sides[l] = runs_on_warpgroups(e, request, request.level[l].precision) ? 2 : 1;
    const auto lists_for = [&](const formats::spamm_request& of) {
        return make_lists(e, norms, from, of, group_sides, a.nrows, b.ncols, type, from[0].is_each ? nullptr : from[0].values.data(),
                          rounding.data());
    };
    planned_product plan = lists_for(request);
    if (!from[0].is_each && from[0].values.empty()) plan.facts.tau = from[0].value;
    plan.facts.reason =
        request.variant == spamm_variant::automatic ? "products of tiles with small norms are left out" : "named by the caller";
    plan.facts.dense = request.variant == spamm_variant::dense;

    const spamm_precision last = request.level[static_cast<std::size_t>(request.levels - 1)].precision;
    const bool too_many = request.variant == spamm_variant::automatic && request.levels == 1 &&
                          !formats::lists_pay(last, plan.facts.products[0], plan.facts.all_products);
    if ((plan.facts.dense || too_many) && last != spamm_precision::fp32 &&
        by_library_is_possible(e, a, b, request.levels, last)) {
        if (too_many) {  // nothing is left out then
            from[0] = thresholds{};
            rounding = array<double>();
            plan = lists_for(request);
            plan.facts.reason = "cuBLAS is expected to be faster than so many products of tiles";
        }
        plan.facts.dense = plan.facts.library = true;
        const factors left = factors_of(e, a, last), right = factors_of(e, b, last);
        multiply_by_library(e, last, left, right, a_at.data(), b_at.data(), plan);
    } else if (request.variant == spamm_variant::cuspamm) {
        const factors left = factors_of(e, a, last), right = factors_of(e, b, last);
        multiply_as_published(e, last == spamm_precision::fp16, lists_of(left, right, a_at, b_at, norms, plan, 0, false),
                              norms.a.data(), norms.b.data(), from[0].values.data(), from[0].value);
    } else {
        const bool adds = request.levels > 1;
        if (adds) e->set_bytes(plan.c.values.data(), 0, plan.c.values.bytes());
        for (std::size_t l = 0; l < static_cast<std::size_t>(request.levels); ++l) {
            const spamm_precision precision = request.level[l].precision;
            if (plan.lists[l].count == 0) continue;
            const factors left = factors_of(e, a, precision), right = factors_of(e, b, precision);
            multiply(e, request, precision, plan.lists[l].count, lists_of(left, right, a_at, b_at, norms, plan, l, adds));
        }
        if (plan.facts.dense) plan.facts.reason = "named by the caller; by the library's own kernels";
    }
    compute_norms(e, plan.c);
    spamm_answer out{std::move(plan.c), plan.facts};
    if (request.drop_below > 0) out.product = without_small_blocks(e, std::move(out.product), request.drop_below, out.facts);
    return out;
}

}  // namespace graphblas_gpu::cuda
