// Values of a product by method bitmap_tile: which kernels compute them.
//
// Idea: tensor cores multiply whole tiles, so they are used if tiles are well filled and the semiring is plus_times over float
// or double, a count of products, or lor_land. Sums of fp32 are computed in fp64. Mixed precision is used only if the caller
// asks for it. If tiles are nearly empty, its factors are rounded as for tensor cores, but multiplied without them.
// Source: tSparse (Zachariadis et al.).
#include <graphblas_gpu/cuda/product/stages.hpp>

#include <graphblas_gpu/cuda/bitmap_tile/rules.hpp>
#include <graphblas_gpu/cuda/bitmap_tile/tensor/half_range.hpp>
#include <graphblas_gpu/cuda/bitmap_tile/tensor/strategy.hpp>
#include <graphblas_gpu/cuda/bitmap_tile/tensor/values.hpp>
#include <fmt/format.h>

namespace graphblas_gpu::cuda::stages {

namespace {

using bitmap_tile::tensor_strategy;

/// The tensor-core strategy, which is the same for all panels.
tensor_strategy tensor_strategy_of(const product& p, const tiles& a, const tiles& b) {
    return bitmap_tile::tensor_strategy_of(p.recipe.code, products_of_average(a, b));
}

void write_truth(const product& p, const tiles_ref& a, const tiles_ref& c, bool* values) {
    const tiles_ref& b = p.in_tiles.b_view;
    tiles_ref left = a.structure(), right = b.structure();
    const array<tile_bits> left_bits = true_bits(p.e, a), right_bits = true_bits(p.e, b);
    left.bitmaps = left_bits.data();
    right.bitmaps = right_bits.data();
    bit_counts(p.e, left, right, c, type_code::boolean, values);
}

/// The exponent of the power of two that brings the values of an operand into the range of fp16.
int exponent_for_halves_of(const product& p, const char* operand, const tiles_ref& m) {
    const magnitudes found = magnitudes_of(p.e, m.values_as<float>(), m.nvals);
    if (const auto exponent = exponent_for_halves(found)) return *exponent;
    throw invalid_value(
        fmt::format("{}: mixed precision: values of {} lie between {:.4g} and {:.4g} in magnitude, too far "
                    "apart for fp16 under one power of two",
                    p.task.operation, operand, found.least, found.most));
}

void write_mixed_values(product& p, const tiles_ref& a, const tiles_ref& c, float* values) {
    const operands_in_tiles& in = p.in_tiles;
    const bool by_tensor_cores = tensor_strategy_of(p, *in.a, *in.b) != tensor_strategy::none;
    const bool is_first = !in.exponents;
    choose_exponents(p);
    if (is_first && !by_tensor_cores) {
        p.choice.reason +=
            fmt::format(", without tensor cores: {:.2g} products a pair of tiles", products_of_average(*in.a, *in.b));
    }
    const auto compute = by_tensor_cores ? mixed_values : rounded_values;
    compute(p.e, a, in.b_view, c, in.exponents->first, in.exponents->second, values);
}

}  // namespace

double products_of_average(const tiles& a, const tiles& b) {
    return bitmap_tile::products_a_pair(a.nvals, a.structure.nvals, b.nvals, b.structure.nvals);
}

bool reads_whole_tiles(const product& p, const tiles& a, const tiles& b) {
    return p.has_tile_lists() || tensor_strategy_of(p, a, b) != tensor_strategy::none;
}

void write_tile_values(product& p, const tiles_ref& a, const tiles_ref& c, void* values) {
    if (c.nvals == 0) return;
    if (p.task.desc.precision == precision::mixed) return write_mixed_values(p, a, c, static_cast<float*>(values));
    const tiles_ref& b = p.in_tiles.b_view;
    switch (tensor_strategy_of(p, *p.in_tiles.a, *p.in_tiles.b)) {
        case tensor_strategy::none:
            return p.recipe.run->current(p.e, kernel_group::bitmap_tile).tile_values(p.e, a, b, c, values);
        case tensor_strategy::sums_of_float: return fp64_values(p.e, a, b, c, static_cast<float*>(values));
        case tensor_strategy::sums_of_double: return fp64_values(p.e, a, b, c, static_cast<double*>(values));
        case tensor_strategy::counts: return bit_counts(p.e, a, b, c, p.recipe.code.type, values);
        case tensor_strategy::truth: return write_truth(p, a, c, static_cast<bool*>(values));
    }
}

void choose_exponents(product& p) {
    operands_in_tiles& in = p.in_tiles;
    if (in.exponents) return;
    tiles_ref right = in.b_view;
    if (right.rows.present()) right.values = right.rows.values;
    const bool is_same = right.rows.present() ? p.task.a.values == p.task.b.values : right.values == in.a_view.values;
    const int of_a = exponent_for_halves_of(p, "A", in.a_view);
    in.exponents = {of_a, is_same ? of_a : exponent_for_halves_of(p, "B", right)};
    p.choice.reason += fmt::format("; factors times 2^{} and 2^{} as fp16", in.exponents->first, in.exponents->second);
}

}  // namespace graphblas_gpu::cuda::stages
