// Products of matrices with sides far beyond their entries: all methods, masks, accumulators and transpositions, and every
// form.
#include "far_product_trial.hpp"

namespace spec {

TEST_CASE("far sides: mxm over floating point", "[spec][far]") {
    random r(1);
    for (const far_shape& shape : far_shapes(r)) {
        check_far_mxm<double, float, double, double>("plus_times<double>", gb::plus_times<double>, shape, true);
    }
}

TEST_CASE("far sides: mxm over pairs and structure", "[spec][far]") {
    using T = std::int64_t;
    random r(2);
    for (const far_shape& shape : far_shapes(r)) {
        check_far_mxm<T, void, void, T>("plus_pair<int64>", gb::plus_pair<T>, shape, false);
        check_far_mxm<T, T, void, void>("any_pair<bool>", gb::any_pair<bool>, shape, false);
    }
}

TEST_CASE("far sides: mxm tells a multiply the indices of the operands", "[spec][far]") {
    using T = std::int64_t;
    random r(3);
    for (const far_shape& shape : far_shapes(r)) {
        check_far_mxm<T, T, void, void>("any_secondi<int64>", gb::any_secondi<T>, shape, false);
        check_far_mxm<T, T, void, void>("min_firsti<int64>", gb::min_firsti<T>, shape, false);
    }
}

TEST_CASE("far sides: structure, counts, sums and plans of products", "[spec][far]") {
    using T = std::int64_t;
    random r(4);
    for (const far_shape& shape : far_shapes(r)) {
        check_far_forms<T, T, T>("plus_times<int64>", gb::plus_times<T>, shape, true, true);
        check_far_forms<T, void, T>("min_secondi<int64>", gb::min_secondi<T>, shape, true, true);
        check_far_forms<T, void, void>("plus_pair<int64>", gb::plus_pair<T>, shape, true, true);
    }
}

TEST_CASE("far sides: counts and sums of a product that has too many rows to be stored", "[spec][far]") {
    using T = std::int64_t;
    random r(5);
    const far_shape both = all_rows_and_columns(r);
    check_far_forms<T, T, T>("plus_times<int64>", gb::plus_times<T>, both, false, false);
    check_far_forms<T, void, void>("min_firsti<int64>", gb::min_firsti<T>, both, false, false);
    const far_shape outer{"A' B', all rows", far_side(r, longest_side, 30), near_side(4), near_side(20), true, true};
    check_far_forms<T, T, T>("plus_times<int64>", gb::plus_times<T>, outer, false, false);
}

TEST_CASE("far sides: the report says that indices were renumbered", "[spec][far]") {
    const auto a = gb::matrix<double>::from_edges(3, longest_side, std::vector<index>{0, 1, 2},
                                                  std::vector<index>{7, 7, 4'000'000'000}, std::vector<double>{1, 2, 3});
    with_little_memory([&](const gb::context& ctx) {
        const auto c = gb::mxm(ctx, gb::plus_times<double>, a, a, {.transpose_b = true});
        CHECK(c.nvals() == 5);
        CHECK_THAT(ctx.last_report().reason, contains_text(on_cuda() ? "the indices that occur" : "2 of 4294967295 inner"));
    });
}

}  // namespace spec
