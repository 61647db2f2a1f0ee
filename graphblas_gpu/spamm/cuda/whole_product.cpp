#include <graphblas_gpu/spamm/cuda/library.hpp>
#include <graphblas_gpu/spamm/cuda/steps.hpp>
#include <graphblas_gpu/spamm/cuda/whole_product.hpp>
#include <graphblas_gpu/spamm/formats/spamm_rules.hpp>

namespace graphblas_gpu::cuda {

namespace {

using block_product::factor_type;
using block_product::last_precision;

/// Products of tiles in a dense product.
std::int64_t all_products(const factor_facts& a, const factor_facts& b, index tile) {
    const auto tiles = [&](index n) { return (n + tile - 1) / tile; };
    return tiles(a.nrows) * tiles(b.ncols) * formats::blocks_for(a.ncols);
}

bool has_most_blocks(const factor_facts& m) {
    return m.count > 0 && 2 * m.count >= formats::blocks_for(m.nrows) * formats::blocks_for(m.ncols);
}

}  // namespace

bool can_multiply_whole(const factor_facts& a, const factor_facts& b, const formats::spamm_request& request) {
    return request.drop_below == 0 && factor_type(last_precision(request)) == a.type && has_most_blocks(a) &&
           has_most_blocks(b);
}

bool whole_product_is_profitable(const engine_ptr& e, const factor_facts& a, const factor_facts& b,
                                 const formats::spamm_request& request) {
    const bool is_dense = request.variant == spamm_variant::dense;
    if ((!is_dense && request.variant != spamm_variant::automatic) || !can_multiply_whole(a, b, request)) return false;
    formats::spamm_size size{a.nrows, a.ncols, b.ncols, formats::size_of(a.type), all_products(a, b, request.tile), 0};
    constexpr std::int64_t usual = 10;  // one in so many products is computed, where the request does not say it
    if (request.rule == formats::spamm_rule::valid_ratio)
        size.products = formats::products_for_ratio(request.value, size.all_products);
    else
        size.products = is_dense || (request.rule == formats::spamm_rule::tau && request.value == 0)
                            ? size.all_products
                            : size.all_products / usual;
    const spamm_precision precision = last_precision(request);
    return formats::dense_milliseconds(precision, size) <=
               formats::lists_milliseconds(precision, block_product::runs_on_warpgroups(e, request, precision), size) &&
           has_library(e);
}

bool whole_product_is_profitable(const engine_ptr& e, const formats::spamm_request& request,
                                 const formats::spamm_facts& facts) {
    const spamm_precision precision = last_precision(request);
    return precision != spamm_precision::fp32 && request.levels == 1 && request.variant == spamm_variant::automatic &&
           !formats::lists_are_profitable(precision, block_product::runs_on_warpgroups(e, request, precision),
                                          facts.products[0], facts.all_products) &&
           has_library(e);
}

formats::spamm_facts facts_of_whole(const factor_facts& a, const factor_facts& b, double norms,
                                    const formats::spamm_request& request) {
    const auto last = static_cast<std::size_t>(request.levels - 1);
    const formats::spamm_level& level = request.level[last];
    formats::spamm_facts out;
    out.all_products = out.products[last] = all_products(a, b, request.tile);
    // The products of norms of the tiles sum up to at most `norms` (Cauchy and Schwarz).
    out.error_bound = level.rounding * norms * (1 + formats::bound_slack);
    out.sum_rounding_bound = formats::sum_rounding(level, formats::blocks_for(a.ncols), norms) * (1 + formats::bound_slack);
    out.dense = out.library = true;
    return out;
}

dense_form multiply_whole(const dense_form& a, const dense_form& b, const blocks* addend,
                          const formats::spamm_request& request) {
    const engine_ptr& e = a.values.owner();
    dense_form c{a.nrows, b.ncols, a.type == block_type::float64 ? block_type::float64 : block_type::float32, {}};
    if (addend != nullptr) c = dense_of(*addend);
    else c.values = memory(e, static_cast<std::size_t>(c.rows() * c.columns()) * formats::size_of(c.type));
    library_product(e, last_precision(request), a.rows(), b.columns(), a.columns(), request.alpha, a.values.data(),
                    b.values.data(), addend == nullptr ? 0 : request.beta, c.values.data());
    return c;
}

}  // namespace graphblas_gpu::cuda
