// Block matrices: made from dense and sparse matrices and back, rounded to 16 bits.
#include "spamm_trial.hpp"

namespace spec {

TEST_CASE("block_matrix: made from dense and sparse matrices, and back", "[spamm]") {
    for (const auto& [m, k, n] : shapes()) {
        const dense a = decaying(m, k, 3, 7);
        const auto blocks = blocks_of<double>(a);
        CHECK(blocks.to_dense() == a.values);
        CHECK(blocks.nblocks() == (m + 31) / 32 * ((k + 31) / 32));
        CHECK(std::abs(blocks.norm() - norm(a)) <= 1e-12 * norm(a));
        const auto sparse = blocks.to_matrix();
        CHECK(sparse.nvals() == m * k);
        CHECK(gb::block_matrix<double>::from_matrix(sparse).to_dense() == a.values);
        if (m > 0 && k > 0) CHECK(blocks.get_element(m - 1, k - 1) == a.at(m - 1, k - 1));
        const std::vector<float> narrow(a.values.begin(), a.values.end());
        CHECK(gb::block_matrix<float>(blocks).to_dense() == narrow);
        (void)n;
    }
    const std::vector<index> rows{0, 99, 99}, columns{40, 0, 70};
    const std::vector<double> values{2, 3, 0};
    const auto sparse = gb::matrix<double>::from_edges(100, 71, rows, columns, values);
    const auto blocks = gb::block_matrix<double>::from_matrix(sparse);
    CHECK(blocks.nblocks() == 2);  // the third entry is a zero
    CHECK(blocks.get_element(0, 40) == 2);
    CHECK(blocks.get_element(99, 0) == 3);
    CHECK(blocks.get_element(50, 50) == 0);
    CHECK(blocks.to_matrix().nvals() == 2);
    CHECK(blocks.norm() == Approx(std::sqrt(13.0)));
    CHECK(gb::block_matrix<float>(5, 9).nblocks() == 0);
    CHECK_THROWS_AS(gb::block_matrix<float>(-1, 9), gb::invalid_value);
    CHECK_THROWS_AS(gb::block_matrix<double>::from_dense(3, 3, std::vector<double>(8)), gb::dimension_mismatch);
    CHECK_THROWS_AS(blocks.get_element(100, 0), gb::invalid_index);
}

TEST_CASE("block_matrix: doubles are rounded once to 16 bits", "[spamm]") {
    const std::vector<double> above_a_tie{1 + 0x1p-11 + 0x1p-40};
    const auto a = gb::block_matrix<double>::from_dense(1, 1, above_a_tie);
    CHECK(gb::block_matrix<gb::float16>(a).get_element(0, 0) == 1 + 0x1p-10);
}

TEST_CASE("block_matrix: numbers of 16 bits", "[spamm]") {
    int wrong = 0;
    for (unsigned bits = 0; bits < 0x10000u; ++bits) {
        gb::float16 half;
        half.bits = static_cast<std::uint16_t>(bits);
        const float x(half);
        wrong += !(std::isnan(x) ? std::isnan(float(gb::float16(x))) : gb::float16(x).bits == bits);
        gb::bfloat16 brain;
        brain.bits = static_cast<std::uint16_t>(bits);
        const float y(brain);
        wrong += !(std::isnan(y) ? std::isnan(float(gb::bfloat16(y))) : gb::bfloat16(y).bits == bits);
        // Halfway to the next larger magnitude: to the even one.
        if ((bits & 0x7fffu) < 0x7bffu) {
            gb::float16 next;
            next.bits = static_cast<std::uint16_t>(bits + 1);
            const float middle = (x + float(next)) / 2;
            wrong += gb::float16(middle).bits != (bits % 2 == 0 ? bits : bits + 1);
        }
    }
    CHECK(wrong == 0);
    CHECK(float(gb::float16(65519.0f)) == 65504.0f);
    CHECK(std::isinf(float(gb::float16(65520.0f))));
    CHECK(float(gb::float16(0x1p-25f)) == 0.0f);
    CHECK(float(gb::float16(0x1.8p-25f)) == 0x1p-24f);
    CHECK(float(gb::bfloat16(1.00390625f)) == 1.0f);
    CHECK(float(gb::bfloat16(1.01171875f)) == 1.015625f);
}

}  // namespace spec
