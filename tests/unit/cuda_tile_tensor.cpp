// What is decided about tensor cores: which products they compute, who gets mixed precision, how values are brought into the
// range of fp16. No device is needed.
#include <cmath>
#include <limits>

#include <graphblas_gpu/cuda/bitmap_tile/tensor/half_range.hpp>
#include <graphblas_gpu/cuda/bitmap_tile/tensor/strategy.hpp>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/planner/device_choice.hpp>

#include <tests/catch.hpp>

namespace gb = graphblas_gpu;
namespace planner = gb::planner;
namespace cuda = gb::cuda;
using cuda::bitmap_tile::tensor_strategy;

TEST_CASE("tensor cores take the semirings that are theirs, where tiles are filled") {
    constexpr double filled = 64, thin = 0.1;
    CHECK(cuda::bitmap_tile::tensor_strategy_of(cuda::plus_times_code<float>, filled) == tensor_strategy::sums_of_float);
    CHECK(cuda::bitmap_tile::tensor_strategy_of(cuda::plus_times_code<double>, filled) == tensor_strategy::sums_of_double);
    CHECK(cuda::bitmap_tile::tensor_strategy_of(cuda::plus_times_code<std::int32_t>, filled) == tensor_strategy::none);
    CHECK(cuda::bitmap_tile::tensor_strategy_of(cuda::plus_times_code<float>, thin) == tensor_strategy::none);
    const auto pairs = cuda::code_of<gb::semiring_t<gb::plus_pair<std::int64_t>>>();
    CHECK(cuda::bitmap_tile::tensor_strategy_of(pairs, filled) == tensor_strategy::counts);
    CHECK(cuda::bitmap_tile::tensor_strategy_of(pairs, thin) == tensor_strategy::none);
    const auto truth = cuda::code_of<gb::semiring_t<gb::lor_land<bool>>>();
    CHECK(cuda::bitmap_tile::tensor_strategy_of(truth, filled) == tensor_strategy::truth);
    CHECK(cuda::bitmap_tile::tensor_strategy_of({cuda::add_code::min, cuda::multiply_code::plus, gb::type_code::float32},
                                                filled) == tensor_strategy::none);
}

TEST_CASE("a power of two brings values into the range of fp16, or nothing does") {
    const auto exponent = [](float least, float most) { return cuda::exponent_for_halves({least, most}); };
    CHECK(exponent(0, 0) == 0);
    CHECK(exponent(1, 255) == 0);
    CHECK(exponent(0x1p-14f, 65504) == 0);
    // One step beyond either end.
    CHECK(exponent(1, 65505) == -1);
    CHECK(exponent(0x1p-15f, 1) == 14);
    CHECK(exponent(0x1p40f, 0x1.8p40f) == -26);
    CHECK(exponent(0x1p-60f, 0x1p-59f) == 73);
    // The greatest becomes 2^14, the least may become 2^-14.
    CHECK(exponent(0x1p12f, 0x1p40f) == -26);
    CHECK(exponent(0x1p11f, 0x1p40f) == std::nullopt);
    CHECK(exponent(std::numeric_limits<float>::denorm_min(), 1) == std::nullopt);
    // A factor is a number of fp32.
    CHECK(exponent(0x1p-141f, 0x1p-140f) == 127);
    CHECK(exponent(0x1p-142f, 0x1p-141f) == std::nullopt);
    CHECK(exponent(0x1p127f, std::numeric_limits<float>::max()) == -113);
    for (const float most : {0x1.fffffep127f, 70000.0f, 0x1p-20f, 3e-38f}) {
        const auto found = exponent(most, most);
        REQUIRE(found);
        CHECK(std::ldexp(most, *found) <= cuda::greatest_half);
        CHECK(std::ldexp(most, *found) >= cuda::min_normal_half);
    }
}
