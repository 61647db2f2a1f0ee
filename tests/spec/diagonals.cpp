// matrix_diag and vector_diag against the specification.
#include "trial.hpp"

namespace spec {

namespace {

template <class T>
void check_diagonals() {
    random r(81);
    for (const index n : {0, 1, 5, 64, 70}) {
        const auto v = random_dense<T>(r, 1, n, 0.5);
        for (const bool is_dense : {false, true}) {
            const auto there = in_form(write<gb::vector<T>>(v), is_dense);
            for (const index k : {-66, -1, 0, 1, 3, 65}) {
                const auto words = [&] { return "diagonal " + std::to_string(k) + " of size " + std::to_string(n); };
                const auto made = gb::matrix_diag(contexts()[1], there, k);
                expect_none(difference(made, matrix_diag(v, k)), words);
                if (n > 0) expect_none(difference(gb::vector_diag(contexts()[1], made, k), v), words);
            }
        }
    }
    for (const auto& [nrows, ncols] :
         std::array<std::pair<index, index>, 7>{{{0, 0}, {0, 3}, {3, 0}, {1, 1}, {5, 5}, {4, 70}, {66, 3}}}) {
        const auto a = random_dense<T>(r, nrows, ncols, 0.6);
        const auto there = write<gb::matrix<T>>(a);
        for (index k = -nrows - 2; k <= ncols + 2; ++k) {
            expect_none(difference(gb::vector_diag(contexts()[1], there, k), vector_diag(a, k)),
                        [&] { return shape_text({nrows, ncols}) + ", diagonal " + std::to_string(k); });
        }
    }
}

}  // namespace

TEST_CASE("diagonals", "[spec][diagonals]") {
    check_diagonals<std::int32_t>();
    check_diagonals<double>();
    check_diagonals<bool>();
    check_diagonals<void>();
}

TEST_CASE("diagonals of a large matrix, on several threads", "[spec][diagonals]") {
    const auto a = skewed<std::int32_t>(82, 60000, 50000, 30);
    const auto want = gb::vector_diag(contexts()[0], a, -7);
    CHECK(want.size() == 50000);
    for (const gb::context& ctx : contexts()) CHECK(gb::vector_diag(ctx, a, -7) == want);
    const gb::matrix<std::int32_t> only = gb::select(contexts()[1], gb::diag{-7}, a);
    CHECK(want.nvals() == only.nvals());
}

TEST_CASE("diagonals that no matrix can have", "[spec][diagonals]") {
    const gb::context& ctx = contexts()[1];
    const index lowest = std::numeric_limits<index>::lowest(), most = std::numeric_limits<index>::max();
    const gb::vector<int> v(3);
    CHECK_THROWS_AS(gb::matrix_diag(ctx, v, gb::max_side), gb::invalid_value);
    CHECK_THROWS_AS(gb::matrix_diag(ctx, v, -gb::max_side), gb::invalid_value);
    CHECK_THROWS_AS(gb::matrix_diag(ctx, v, lowest), gb::invalid_value);
    CHECK_THROWS_WITH(gb::matrix_diag(ctx, v, most), contains_text(std::to_string(most)));
    const gb::matrix<int> a(3, 4);
    CHECK(gb::vector_diag(ctx, a, lowest) == gb::vector<int>(0));
    CHECK(gb::vector_diag(ctx, a, most) == gb::vector<int>(0));
}

}  // namespace spec
