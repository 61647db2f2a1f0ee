// Values of a product by method bitmap_tile: which kernels compute them.
//
// Idea: tensor cores multiply whole tiles, so they are used if tiles are well filled and the semiring is plus_times over float
// or double, a count of products, or lor_land. Sums of fp32 are computed in fp64. Mixed precision is used only if the caller
// asks for it. If tiles are nearly empty, its factors are rounded as for tensor cores, but multiplied without them.
// Source: tSparse (Zachariadis et al.).
#include <graphblas_gpu/cuda/product/product.hpp>

#include <fmt/format.h>
#include <graphblas_gpu/cuda/bitmap_tile/rules.hpp>
#include <graphblas_gpu/cuda/bitmap_tile/tensor/half_range.hpp>
#include <graphblas_gpu/cuda/bitmap_tile/tensor/values.hpp>

namespace graphblas_gpu::cuda {

using bitmap_tile::tensor_strategy;

double product::products_of_average(const tiles& a, const tiles& b) {
    return bitmap_tile::products_a_pair(a.nvals, a.structure.nvals, b.nvals, b.structure.nvals);
}

tensor_strategy product::tensor_strategy_of(const tiles& a, const tiles& b) const {
    return bitmap_tile::tensor_strategy_of(recipe_.code, products_of_average(a, b));
}

bool product::reads_whole_tiles(const tiles& a, const tiles& b) const {
    return has_tile_lists() || tensor_strategy_of(a, b) != tensor_strategy::none;
}

void product::write_tile_values(const tiles_ref& a, const tiles_ref& c, void* values) {
    if (c.nvals == 0) return;
    if (task_.desc.precision == precision::mixed) return write_mixed_values(a, c, static_cast<float*>(values));
    const tiles_ref& b = b_in_tiles_;
    switch (tensor_strategy_of(*a_tiles_, *b_tiles_)) {
        case tensor_strategy::none: return recipe_.run->tile_values(e_, a, b, c, values);
        case tensor_strategy::sums_of_float: return fp64_values(e_, a, b, c, static_cast<float*>(values));
        case tensor_strategy::sums_of_double: return fp64_values(e_, a, b, c, static_cast<double*>(values));
        case tensor_strategy::counts: return bit_counts(e_, a, b, c, recipe_.code.type, values);
        case tensor_strategy::truth: return write_truth(a, c, static_cast<bool*>(values));
    }
}

void product::write_truth(const tiles_ref& a, const tiles_ref& c, bool* values) {
    tiles_ref left = a.structure(), right = b_in_tiles_.structure();
    const array<tile_bits> left_bits = true_bits(e_, a), right_bits = true_bits(e_, b_in_tiles_);
    left.bitmaps = left_bits.data();
    right.bitmaps = right_bits.data();
    bit_counts(e_, left, right, c, type_code::boolean, values);
}

/// The exponent of the power of two that brings the values of an operand into the range of fp16.
int product::exponent_for_halves_of(const char* operand, const tiles_ref& m) const {
    const magnitudes of = magnitudes_of(e_, m.values_as<float>(), m.nvals);
    if (const auto exponent = exponent_for_halves(of)) return *exponent;
    throw invalid_value(fmt::format("{}: mixed precision: values of {} lie between {:.4g} and {:.4g} in magnitude, too far "
                                    "apart for fp16 under one power of two",
                                    task_.operation, operand, of.least, of.most));
}

void product::choose_exponents() {
    if (exponents_) return;
    tiles_ref right = b_in_tiles_;
    if (right.rows.present()) right.values = right.rows.values;
    const bool is_same = right.rows.present() ? task_.a.values == task_.b.values : right.values == a_in_tiles_.values;
    const int of_a = exponent_for_halves_of("A", a_in_tiles_);
    exponents_ = {of_a, is_same ? of_a : exponent_for_halves_of("B", right)};
    choice_.reason += fmt::format("; factors times 2^{} and 2^{} as fp16", exponents_->first, exponents_->second);
}

void product::write_mixed_values(const tiles_ref& a, const tiles_ref& c, float* values) {
    const bool by_tensor_cores = tensor_strategy_of(*a_tiles_, *b_tiles_) != tensor_strategy::none;
    const bool is_first = !exponents_;
    choose_exponents();
    if (is_first && !by_tensor_cores) {
        choice_.reason += fmt::format(", without tensor cores: {:.2g} products a pair of tiles",
                                      products_of_average(*a_tiles_, *b_tiles_));
    }
    const auto compute = by_tensor_cores ? mixed_values : rounded_values;
    compute(e_, a, b_in_tiles_, c, exponents_->first, exponents_->second, values);
}

}  // namespace graphblas_gpu::cuda
