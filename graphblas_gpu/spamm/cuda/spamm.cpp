// A product from its operands to C.
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/spamm/cuda/cuspamm.hpp>
#include <graphblas_gpu/spamm/cuda/product.hpp>
#include <graphblas_gpu/spamm/cuda/steps.hpp>
#include <graphblas_gpu/spamm/cuda/whole_product.hpp>
#include <graphblas_gpu/spamm/formats/spamm_rules.hpp>

#include <optional>

namespace graphblas_gpu::cuda {

namespace block_product {

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

bool runs_on_warpgroups(const engine_ptr& e, const formats::spamm_request& request, spamm_precision precision) {
    return request.variant != spamm_variant::cuspamm && request.tile == 128 && precision != spamm_precision::fp64 &&
           has_warpgroups(e);
}

spamm_precision last_precision(const formats::spamm_request& request) {
    return request.level[static_cast<std::size_t>(request.levels - 1)].precision;
}

namespace {

/// The factors of one matrix: its own pool, or a converted copy.
struct factors {
    memory copy;
    const void* pool;
    index count;
    double scale;
    index columns;  ///< of the matrix, in blocks
};
factors factors_of(const engine_ptr& e, const operand& a, spamm_precision precision, double largest_norm) {
    const block_type type = factor_type(precision);
    const index columns = formats::blocks_for(a.ncols);
    if (type == a.type) return {{}, a.values, a.count, 1, columns};
    const double scale = formats::is_narrower(a.type, precision) ? formats::factor_scale(a.type, precision, largest_norm) : 1;
    factors out{converted_pool(e, a, type, scale), nullptr, a.count, scale, columns};
    out.pool = out.copy.data();
    return out;
}

/// Whether the kernel can write the norms of C. That of fp64 has them before it multiplies by alpha.
bool writes_norms(const engine_ptr& e, const formats::spamm_request& request, spamm_precision precision, block_type of_c) {
    return (precision == spamm_precision::fp64 && request.alpha == 1) ||
           (of_c == block_type::float32 && runs_on_warpgroups(e, request, precision));
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

/// Norms of C are not asked for.
lists_of_tiles lists_of(const factors& left, const factors& right, const operand& a, const operand& b, const norm_maps& norms,
                        planned_block& plan, std::size_t level, bool adds, double alpha) {
    const tile_lists& lists = plan.lists[level];
    return {left.pool,
            right.pool,
            left.count,
            right.count,
            a.at.data(),
            b.at.data(),
            plan.c_at.data(),
            formats::blocks_for(plan.c.nrows),
            norms.inner,
            formats::blocks_for(plan.c.ncols),
            norms.tile_columns,
            lists.lengths.data(),
            lists.ks.data(),
            lists.room,
            lists.order.data(),
            plan.c.values.data(),
            plan.c.type == block_type::float64,
            adds,
            alpha / left.scale / right.scale,
            nullptr};
}

}  // namespace

largest_norms complete_levels(const engine_ptr& e, const operand& a, const operand& b, formats::spamm_request& request) {
    largest_norms largest;
    bool are_known = false;
    for (int l = 0; l < request.levels; ++l) {
        formats::spamm_level& level = request.level[static_cast<std::size_t>(l)];
        if (!formats::is_narrower(a.type, level.precision)) continue;
        if (!are_known) largest = {largest_finite_norm(e, a), largest_finite_norm(e, b)};
        are_known = true;
        level.offset = formats::level_offset(a.type, level.precision, formats::factor_scale(a.type, level.precision, largest.a),
                                             formats::factor_scale(b.type, level.precision, largest.b), request.tile);
    }
    return largest;
}

limits limits_for(const engine_ptr& e, const norm_maps& norms, const formats::spamm_request& request) {
    limits out;
    if (request.rule == formats::spamm_rule::error) {
        out.rounding = zeros<double>(e, 1);
        out.from = thresholds_for_bound(e, norms, request, out.rounding.data());
    } else if (request.rule == formats::spamm_rule::valid_ratio) {
        const std::int64_t all = norms.tiles() * norms.inner;
        out.from[0] = tau_for(e, norms, formats::products_for_ratio(request.value, all), request.search);
    } else {
        out.from[0].value = request.value;
    }
    return out;
}

planned_block planned(const engine_ptr& e, const operand& a, const operand& b, const std::optional<operand>& addend,
                      const norm_maps& norms, const limits& limits, const formats::spamm_request& request) {
    const block_type type = a.type == block_type::float64 ? block_type::float64 : block_type::float32;
    const thresholds& first = limits.from[0];
    std::array<index, 3> group_sides{};
    if (request.variant != spamm_variant::cuspamm) {  // which makes its lists itself
        for (std::size_t l = 0; l < static_cast<std::size_t>(request.levels); ++l)
            group_sides[l] = runs_on_warpgroups(e, request, request.level[l].precision) ? 2 : 1;
    }
    planned_block plan = make_lists(e, norms, limits.from, request, group_sides, a.nrows, b.ncols, type, addend,
                                    first.is_each ? nullptr : first.values.data(), limits.rounding.data());
    if (!first.is_each && first.values.empty()) plan.facts.tau = first.value;
    return plan;
}

blocks multiplied(const engine_ptr& e, const operand& a, const operand& b, const std::optional<operand>& addend,
                  const norm_maps& norms, const limits& limits, const formats::spamm_request& request,
                  const largest_norms& largest, planned_block&& plan, double& dropped) {
    const auto factors_in = [&](spamm_precision precision) {
        return std::pair{factors_of(e, a, precision, largest.a), factors_of(e, b, precision, largest.b)};
    };
    bool has_norms = false;  // of C
    const bool adds = request.levels > 1 || addend;
    if (addend) set_to_multiple(e, plan.c, plan.c_at, request.beta, *addend);
    else if (adds) e->set_bytes(plan.c.values.data(), 0, plan.c.values.bytes());
    if (request.variant == spamm_variant::cuspamm) {
        const auto [left, right] = factors_in(last_precision(request));
        multiply_as_published(e, last_precision(request) == spamm_precision::fp16,
                              lists_of(left, right, a, b, norms, plan, 0, adds, request.alpha), norms.a.data(), norms.b.data(),
                              limits.from[0].values.data(), limits.from[0].value);
    } else {
        for (std::size_t l = 0; l < static_cast<std::size_t>(request.levels); ++l) {
            const spamm_precision precision = request.level[l].precision;
            if (plan.lists[l].count == 0) continue;
            const auto [left, right] = factors_in(precision);
            lists_of_tiles lists = lists_of(left, right, a, b, norms, plan, l, adds, request.alpha);
            has_norms = !adds && writes_norms(e, request, precision, plan.c.type);
            if (has_norms) lists.c_norms = plan.c.norms.data();
            multiply(e, request, precision, plan.lists[l].count, lists);
        }
    }
    if (!has_norms) compute_norms(e, plan.c);
    dropped = 0;
    if (request.drop_below == 0) return std::move(plan.c);
    return without_small_blocks(e, std::move(plan.c), request.drop_below, dropped);
}

void describe(const formats::spamm_request& request, formats::spamm_facts& facts) {
    facts.dense = request.variant == spamm_variant::dense;
    facts.reason = facts.dense                                   ? "named by the caller; by the library's own kernels"
                   : request.variant == spamm_variant::automatic ? "products of tiles with small norms are left out"
                                                                 : "named by the caller";
}

}  // namespace block_product

spamm_answer spamm(const engine_ptr& e, const blocks& of_a, const blocks& of_b, const blocks* of_addend,
                   const formats::spamm_request& asked, bool may_be_whole) {
    using namespace block_product;
    formats::spamm_request request = asked;
    const operand a = operand_of(e, of_a);
    std::optional<operand> other;  // unless A is multiplied by itself
    const operand& b = &of_a == &of_b ? a : other.emplace(operand_of(e, of_b));
    std::optional<operand> addend;
    if (of_addend != nullptr) addend = operand_of(e, *of_addend);
    const largest_norms largest = complete_levels(e, a, b, request);
    const norm_maps norms = norms_of_tiles(e, a, b, request.tile);
    const limits from = limits_for(e, norms, request);
    planned_block plan = planned(e, a, b, addend, norms, from, request);
    formats::spamm_facts facts = plan.facts;
    if (may_be_whole && whole_product_is_profitable(e, request, facts)) return {{}, facts, true};
    describe(request, facts);
    blocks c = multiplied(e, a, b, addend, norms, from, request, largest, std::move(plan), facts.dropped);
    return {std::move(c), facts};
}

}  // namespace graphblas_gpu::cuda
