// Operators that carry their source in element-wise operations of the CUDA engine, against the host engine.
#include <algorithms/structure.hpp>
#include <graphblas_gpu/apply.hpp>
#include <graphblas_gpu/ewise.hpp>
#include <graphblas_gpu/kronecker.hpp>
#include <graphblas_gpu/mxm.hpp>
#include <graphblas_gpu/reduce.hpp>
#include <graphblas_gpu/select.hpp>

#include <tests/catch.hpp>
#include <tests/cuda/samples.hpp>
#include <tests/cuda/sources.hpp>

namespace gb = graphblas_gpu;
using namespace device_samples;

TEST_CASE("functions that carry their source are applied to entries") {
    const auto a = any_matrix<float>(30, 40, 1);
    const auto u = any_vector<float>(50, 2);
    for (const float steepness : {0.5f, 3.0f}) {
        const sources::logistic f{steepness};
        check_same(gb::apply(on_host(), f, a), gb::apply(on_device(), f, a));
        check_same(gb::apply(on_host(), f, u), gb::apply(on_device(), f, u));
    }
    check_same(gb::apply(on_host(), sources::by_position{}, a), gb::apply(on_device(), sources::by_position{}, a));
    check_same(gb::apply(on_host(), sources::by_position{}, u), gb::apply(on_device(), sources::by_position{}, u));
    check_same(gb::apply(on_host(), sources::by_position{}, a, {.transpose_a = true}),
               gb::apply(on_device(), sources::by_position{}, a, {.transpose_a = true}));
    // To the bit, though the function has a product and a sum.
    const auto fractions = rows_of_sizes<float>(std::vector<gb::index>(40, 30), 100, 3);
    const bool is_same =
        gb::apply(on_host(), sources::logistic{0.3f}, fractions) == gb::apply(on_device(), sources::logistic{0.3f}, fractions);
    CHECK(is_same);
    CHECK(gb::apply(on_device(), sources::logistic{}, gb::matrix<float>(3, 4)).nvals() == 0);
    check_same(gb::apply(on_host(), sources::squashed{}, a), gb::apply(on_device(), sources::squashed{}, a));
}

TEST_CASE("predicates that carry their source select entries") {
    const auto a = any_matrix<std::int32_t>(30, 40, 3);
    const auto u = any_vector<double>(50, 4);
    const sources::lies_between between{-1.5, 2};
    check_same(gb::select(on_host(), between, a), gb::select(on_device(), between, a));
    check_same(gb::select(on_host(), between, u), gb::select(on_device(), between, u));
    check_same(gb::select(on_host(), sources::on_chessboard{}, a), gb::select(on_device(), sources::on_chessboard{}, a));
    check_same(gb::select(on_host(), sources::on_chessboard{}, u), gb::select(on_device(), sources::on_chessboard{}, u));
    check_same(gb::select(on_host(), sources::at_odd_position{}, u), gb::select(on_device(), sources::at_odd_position{}, u));
    const gb::matrix<void> structure = gb::algorithm::structure_of(on_host(), a);
    check_same(gb::select(on_host(), sources::on_chessboard{}, structure),
               gb::select(on_device(), sources::on_chessboard{}, structure));
}

TEST_CASE("operators that carry their source combine entries") {
    const auto a = any_matrix<std::int32_t>(30, 40, 5), small = any_matrix<std::int32_t>(30, 40, 6, 0.02);
    const auto b = any_matrix<double>(30, 40, 7);
    const sources::weighted_difference op{3};
    for (const auto* left : {&a, &small}) {
        check_same(gb::ewise_add(on_host(), op, *left, b), gb::ewise_add(on_device(), op, *left, b));
        check_same(gb::ewise_mult(on_host(), op, *left, b), gb::ewise_mult(on_device(), op, *left, b));
    }
    const auto u = any_vector<std::int32_t>(50, 8);
    const auto v = any_vector<double>(50, 9);
    check_same(gb::ewise_add(on_host(), op, u, v), gb::ewise_add(on_device(), op, u, v));
    check_same(gb::ewise_mult(on_host(), op, u, v), gb::ewise_mult(on_device(), op, u, v));
}

TEST_CASE("operators that carry their source in Kronecker products") {
    const auto a = any_matrix<std::int32_t>(6, 5, 5);
    const auto b = any_matrix<double>(4, 7, 7);
    const auto m = any_matrix<int>(24, 35, 8, 0.4);
    const sources::weighted_difference op{3};
    check_same(gb::kronecker(on_host(), op, a, b), gb::kronecker(on_device(), op, a, b));
    const gb::descriptor turned{.transpose_a = true, .transpose_b = true};
    check_same(gb::kronecker(on_host(), op, a, b, turned), gb::kronecker(on_device(), op, a, b, turned));
    auto x = any_matrix<double>(24, 35, 9, 0.2), y = x;
    gb::kronecker(on_host(), x, !gb::values(m), gb::max{}, op, a, b);
    gb::kronecker(on_device(), y, !gb::values(m), gb::max{}, op, a, b);
    check_same(x, y);
    const auto of_monoid = [&](const gb::context& ctx) { return gb::kronecker(ctx, sources::largest_magnitude{}, a, a); };
    check_same(of_monoid(on_host()), of_monoid(on_device()));
}

TEST_CASE("accumulators that carry their source") {
    const auto a = any_matrix<float>(30, 30, 10), start = any_matrix<float>(30, 30, 11, 0.4);
    const auto m = any_matrix<int>(30, 30, 12, 0.3);
    const auto under = [&](const auto& mask, const gb::descriptor& desc) {
        auto x = start, y = start;
        gb::apply(on_host(), x, mask, sources::keep_larger_magnitude{}, gb::ainv{}, a, desc);
        gb::apply(on_device(), y, mask, sources::keep_larger_magnitude{}, gb::ainv{}, a, desc);
        check_same(x, y);
    };
    for (const bool replace : {false, true}) {
        under(gb::no_mask, {.replace = replace});
        under(gb::structure(m), {.replace = replace});
        under(!gb::values(m), {.replace = replace});
    }
    // Values of another type are cast to the output's.
    auto x = start, y = start;
    const auto sevenths = gb::apply(on_host(), gb::bind_second(gb::divide{}, 7.0), any_matrix<double>(30, 30, 1));
    gb::apply(on_host(), x, gb::no_mask, sources::keep_larger_magnitude{}, gb::identity{}, sevenths);
    gb::apply(on_device(), y, gb::no_mask, sources::keep_larger_magnitude{}, gb::identity{}, sevenths);
    check_same(x, y);
    gb::mxm(on_host(), x, gb::structure(m), sources::keep_larger_magnitude{}, gb::min_plus<std::int16_t>, a, a);
    gb::mxm(on_device(), y, gb::structure(m), sources::keep_larger_magnitude{}, gb::min_plus<std::int16_t>, a, a);
    check_same(x, y);
    const gb::matrix<void> edges = gb::algorithm::structure_of(on_host(), a);
    gb::select(on_host(), x, !gb::structure(m), sources::keep_larger_magnitude{}, gb::tril{}, edges);
    gb::select(on_device(), y, !gb::structure(m), sources::keep_larger_magnitude{}, gb::tril{}, edges);
    check_same(x, y);
}

TEST_CASE("monoids that carry their source reduce entries") {
    const auto a = any_matrix<std::int32_t>(300, 100, 13, 0.5);
    CHECK(gb::reduce(on_host(), sources::largest_magnitude{}, a) == gb::reduce(on_device(), sources::largest_magnitude{}, a));
    CHECK(gb::reduce(on_device(), sources::largest_magnitude{}, gb::matrix<std::int32_t>(3, 3)) == 0);
    const std::vector<std::int32_t> sevens(5, 7);
    const auto of_sevens = gb::vector<std::int32_t>::from_entries(5, std::vector<gb::index>{0, 1, 2, 3, 4}, sevens);
    CHECK(gb::reduce(on_device(), sources::keep_any{}, of_sevens) == 7);
    CHECK(gb::reduce(on_host(), sources::largest_magnitude{}, any_vector<float>(50, 14)) ==
          gb::reduce(on_device(), sources::largest_magnitude{}, any_vector<float>(50, 14)));
}
