// Element-wise operations on the CUDA engine against the host engine, which has oracles of its own.
//
// Idea: random matrices with empty rows, hubs and few columns; all combinations of mask, replacement and accumulator; results
// have to be equal to the bit.
#include <concepts>
#include <limits>

#include <tests/catch.hpp>
#include <tests/cuda/compare.hpp>

using namespace compare;

namespace {

/// f(ctx, c) on both engines, from the same c; then c is the same.
template <class C, class F>
void check_same(const C& c, const F& f) {
    C expected = c, found = c;
    f(on_host(), expected);
    f(on_device(), found);
    CHECK(!found.any().is_on_host());
    CHECK(same(found, expected));
}

template <class C, class M, class F>
void check_masks(const C& c, const M& mask, const F& f) {
    for (const bool replace : {false, true}) {
        check_same(c, [&](const gb::context& ctx, C& out) { f(ctx, out, gb::no_mask, replace); });
        check_same(c, [&](const gb::context& ctx, C& out) { f(ctx, out, gb::structure(mask), replace); });
        check_same(c, [&](const gb::context& ctx, C& out) { f(ctx, out, !gb::structure(mask), replace); });
        check_same(c, [&](const gb::context& ctx, C& out) { f(ctx, out, gb::values(mask), replace); });
        check_same(c, [&](const gb::context& ctx, C& out) { f(ctx, out, !gb::values(mask), replace); });
    }
}

template <class TC, class TA, class TB, class Op>
void check_ewise(gb::index nrows, gb::index ncols, const Op& op) {
    const auto a = any_matrix<TA>(nrows, ncols, 1);
    const auto b = any_matrix<TB>(nrows, ncols, 2);
    const auto c = any_matrix<TC>(nrows, ncols, 3);
    const auto m = any_matrix<float>(nrows, ncols, 4);
    check_masks(c, m, [&](const gb::context& ctx, auto& out, const auto& mask, bool replace) {
        gb::ewise_add(ctx, out, mask, gb::no_accum, op, a, b, {.replace = replace});
    });
    check_masks(c, m, [&](const gb::context& ctx, auto& out, const auto& mask, bool replace) {
        gb::ewise_add(ctx, out, mask, gb::minus{}, op, a, b, {.replace = replace});
    });
    check_masks(c, m, [&](const gb::context& ctx, auto& out, const auto& mask, bool replace) {
        gb::ewise_mult(ctx, out, mask, gb::plus{}, op, a, b, {.replace = replace});
    });
    CHECK(same(gb::ewise_add(on_device(), op, a, b), gb::ewise_add(on_host(), op, a, b)));
    CHECK(same(gb::ewise_mult(on_device(), op, a, b), gb::ewise_mult(on_host(), op, a, b)));
}

/// A ready-made operator over T that is chosen at run time, so that element-wise operations on the host are compiled once for
/// all.
template <class T, class R>
struct chosen_operator {
    R (*call)(T, T);
    R operator()(std::same_as<T> auto x, std::same_as<T> auto y) const { return call(x, y); }
};

/// Each of Ops, whose results over T have type R, on matrices of A and B; the device is handed the operator's code.
template <class A, class B, class R, class... Ops>
void check_operators() {
    using T = std::common_type_t<A, B>;
    const auto a = any_matrix<A>(30, 30, 5);
    const auto b = any_matrix<B>(30, 30, 6);
    const auto& e = on_device().cuda_engine();
    const gb::cuda::engine::use here(*e, "test");
    const auto x = a.any().device_rows(e), y = b.any().device_rows(e);
    const auto check = [&](const char* name, gb::cuda::binary_code code, const chosen_operator<T, R>& op) {
        INFO(name);
        const gb::cuda::binary_function on_codes{code, gb::base::code_of<T>(), gb::base::code_of<R>()};
        const auto all = gb::matrix<R>::from_storage(gb::cuda::union_of(e, x->view(), y->view(), on_codes));
        const auto common = gb::matrix<R>::from_storage(gb::cuda::intersection_of(e, x->view(), y->view(), on_codes));
        CHECK(same(all, gb::ewise_add(on_host(), op, a, b)));
        CHECK(same(common, gb::ewise_mult(on_host(), op, a, b)));
    };
    (check(Ops::name, *gb::cuda::binary_code_of<Ops>(), {[](T p, T q) { return static_cast<R>(Ops{}(p, q)); }}), ...);
}
template <class A, class B>
void check_all_operators() {
    check_operators<A, B, std::common_type_t<A, B>, gb::first, gb::second, gb::pair, gb::any, gb::plus, gb::minus, gb::times,
                    gb::divide, gb::min, gb::max, gb::land, gb::lor, gb::lxor, gb::lxnor, gb::saturating_plus>();
    if constexpr (std::is_integral_v<std::common_type_t<A, B>> && !std::is_same_v<std::common_type_t<A, B>, bool>)
        check_operators<A, B, std::common_type_t<A, B>, gb::bit_and, gb::bit_or, gb::bit_xor, gb::bit_xnor>();
    check_operators<A, B, bool, gb::eq, gb::ne, gb::lt, gb::le, gb::gt, gb::ge>();
}

}  // namespace

TEST_CASE("ewise on the device: shapes, masks, accumulators") {
    check_ewise<float, float, float>(17, 33, gb::plus{});
    check_ewise<double, std::int64_t, float>(40, 20, gb::minus{});
    check_ewise<std::int32_t, std::int8_t, std::int16_t>(1, 90, gb::times{});
    check_ewise<void, float, void>(23, 9, gb::plus{});
    check_ewise<std::int8_t, void, void>(9, 9, gb::plus{});
    check_ewise<float, double, std::int32_t>(0, 0, gb::plus{});
    check_ewise<float, double, std::int32_t>(5000, 1, gb::plus{});
    check_ewise<bool, float, double>(12, 300, gb::lt{});
    check_ewise<std::uint16_t, std::uint64_t, float>(12, 30, gb::first{});
    check_ewise<std::uint16_t, std::uint64_t, float>(12, 30, gb::second{});
}

TEST_CASE("ewise on the device: every operator in types of all kinds") {
    check_all_operators<bool, bool>();
    check_all_operators<std::int8_t, std::int8_t>();
    check_all_operators<std::uint32_t, std::int16_t>();
    check_all_operators<float, float>();
    check_all_operators<double, std::int64_t>();
}

TEST_CASE("ewise on the device: every operator is handed on under its own code") {
    const auto a = any_vector<float>(200, 5), b = any_vector<float>(200, 6);
    const auto check = [&](const auto& op) {
        INFO(std::remove_cvref_t<decltype(op)>::name);
        CHECK(same(gb::ewise_mult(on_device(), op, a, b), gb::ewise_mult(on_host(), op, a, b)));
    };
    check(gb::first{}), check(gb::second{}), check(gb::pair{}), check(gb::any{}), check(gb::plus{}), check(gb::minus{});
    check(gb::times{}), check(gb::divide{}), check(gb::min{}), check(gb::max{}), check(gb::land{}), check(gb::lor{});
    check(gb::lxor{}), check(gb::eq{}), check(gb::ne{}), check(gb::lt{}), check(gb::le{}), check(gb::gt{}), check(gb::ge{});
    check(gb::saturating_plus{}), check(gb::lxnor{});
    const auto whole = any_vector<std::int32_t>(200, 5), others = any_vector<std::int32_t>(200, 6);
    const auto check_bits = [&](const auto& op) {
        INFO(std::remove_cvref_t<decltype(op)>::name);
        CHECK(same(gb::ewise_mult(on_device(), op, whole, others), gb::ewise_mult(on_host(), op, whole, others)));
    };
    check_bits(gb::bit_and{}), check_bits(gb::bit_or{}), check_bits(gb::bit_xor{}), check_bits(gb::bit_xnor{});
    CHECK(same(gb::apply(on_device(), gb::bit_not{}, whole), gb::apply(on_host(), gb::bit_not{}, whole)));
    CHECK(gb::reduce(on_device(), gb::bit_xor{}, whole) == gb::reduce(on_host(), gb::bit_xor{}, whole));
}

TEST_CASE("ewise on the device: sums that stop at the ends of a type") {
    const auto u = any_vector<std::int8_t>(500, 1), v = any_vector<std::int8_t>(500, 2);
    const auto sums = [&](const gb::context& ctx) {
        const auto scaled = gb::bind_second(gb::times{}, std::int8_t{40});
        return gb::ewise_mult(ctx, gb::saturating_plus{}, gb::apply(ctx, scaled, u), gb::apply(ctx, scaled, v));
    };
    const auto wanted = sums(on_host());
    CHECK(gb::reduce(on_host(), gb::max{}, wanted) == 127);
    CHECK(gb::reduce(on_host(), gb::min{}, wanted) == -128);
    CHECK(same(sums(on_device()), wanted));
}

TEST_CASE("ewise on the device: vectors, transposes, aliases") {
    const auto u = any_vector<float>(500, 1);
    const auto v = any_vector<std::int32_t>(500, 2);
    const auto m = any_vector<bool>(500, 3);
    check_masks(any_vector<double>(500, 4), m, [&](const gb::context& ctx, auto& out, const auto& mask, bool replace) {
        gb::ewise_add(ctx, out, mask, gb::plus{}, gb::plus{}, u, v, {.replace = replace});
    });
    check_masks(any_vector<double>(500, 4), m, [&](const gb::context& ctx, auto& out, const auto& mask, bool replace) {
        gb::ewise_add(ctx, out, mask, gb::no_accum, gb::plus{}, out, v, {.replace = replace});
    });
    const auto a = any_matrix<float>(30, 50, 7);
    const auto b = any_matrix<float>(50, 30, 8);
    check_same(any_matrix<float>(50, 30, 9), [&](const gb::context& ctx, auto& c) {
        gb::ewise_add(ctx, c, gb::no_mask, gb::no_accum, gb::minus{}, a, b, {.transpose_a = true});
    });
    check_same(any_matrix<float>(30, 30, 9), [&](const gb::context& ctx, auto& c) {
        gb::ewise_add(ctx, c, gb::structure(c), gb::plus{}, gb::minus{}, c, c, {.transpose_b = true});
    });
}

TEST_CASE("ewise on the device: as many entries as one block merges, and more") {
    for (const gb::index size : {2047, 2048, 2049}) {
        const auto u = gb::vector<float>::full(size, 2), v = gb::vector<float>::full(size, 3);
        CHECK(gb::ewise_add(on_device(), gb::plus{}, u, v) == gb::vector<float>::full(size, 5));
        CHECK(gb::ewise_mult(on_device(), gb::times{}, u, v) == gb::vector<float>::full(size, 6));
    }
    const auto u = any_vector<float>(12000, 1), v = any_vector<float>(12000, 2);
    const auto m = any_vector<bool>(12000, 3);
    check_masks(any_vector<double>(12000, 4), m, [&](const gb::context& ctx, auto& out, const auto& mask, bool replace) {
        gb::ewise_add(ctx, out, mask, gb::plus{}, gb::plus{}, u, v, {.replace = replace});
    });
    check_ewise<float, float, float>(130, 170, gb::minus{});
    check_ewise<void, float, void>(170, 130, gb::plus{});
}

TEST_CASE("ewise on the device: what has no code is refused") {
    const auto a = any_matrix<float>(5, 5, 1);
    auto c = a;
    const auto own = [](float x, float y) { return x + 2 * y; };
    CHECK_THROWS_AS(gb::ewise_add(on_device(), c, gb::no_mask, gb::no_accum, own, a, a), gb::unsupported);
    CHECK_THROWS_AS(gb::ewise_add(on_device(), c, gb::no_mask, own, gb::plus{}, a, a), gb::unsupported);
    CHECK(c == a);
}

TEST_CASE("apply on the device") {
    const auto check = [](const auto& a, const auto& f) {
        CHECK(same(gb::apply(on_device(), f, a), gb::apply(on_host(), f, a)));
    };
    // Of the value and of bound operands: in types of all kinds.
    const auto check_values = [&](const auto& a) {
        check(a, gb::identity{}), check(a, gb::ainv{}), check(a, gb::abs{}), check(a, gb::lnot{}), check(a, gb::one{});
        check(a, gb::minv{}), check(a, gb::bind_first(gb::minus{}, 3)), check(a, gb::bind_second(gb::divide{}, 0.5f));
        check(a, gb::bind_first(gb::first{}, 2.5)), check(a, gb::bind_second(gb::first{}, 2.5)), check(a, gb::value_lt(1));
    };
    // Of the position, which reads no value: a matrix, one without values, a vector.
    const auto check_positions = [&](const auto& a) {
        check(a, gb::rowindex{1}), check(a, gb::colindex{-2}), check(a, gb::diagindex{}), check(a, gb::tril{1}),
            check(a, gb::triu{});
        check(a, gb::diag{}), check(a, gb::offdiag{}), check(a, gb::rowle{3}), check(a, gb::rowgt{3}), check(a, gb::colle{4});
        check(a, gb::colgt{4});
    };
    const auto check_all = [&](const auto& a) {
        check_values(a);
        check_positions(a);
    };
    check_all(any_matrix<float>(20, 30, 1));
    check_values(any_matrix<std::int8_t>(20, 30, 1));
    check_all(any_matrix<void>(20, 30, 1));
    check_all(any_vector<double>(200, 1));
    check_values(any_matrix<bool>(3000, 3, 1));
    check(any_matrix<bool>(3000, 3, 1), gb::diagindex{});
    const auto a = any_matrix<float>(21, 11, 2);
    check_masks(any_matrix<std::int32_t>(11, 21, 3), any_matrix<float>(11, 21, 4),
                [&](const auto& ctx, auto& out, const auto& mask, bool replace) {
                    gb::apply(ctx, out, mask, gb::plus{}, gb::colindex{}, a, {.transpose_a = true, .replace = replace});
                });
    check_same(any_matrix<void>(21, 11, 3), [&](const gb::context& ctx, auto& out) {
        gb::apply(
            ctx, out, gb::no_mask, gb::no_accum, [](float x) { return x; }, a);
    });
    CHECK_THROWS_AS(gb::apply(
                        on_device(), [](float x) { return x; }, a),
                    gb::unsupported);
}

TEST_CASE("select on the device") {
    const auto check = [](const auto& a, const auto& f) {
        CHECK(same(gb::select(on_device(), f, a), gb::select(on_host(), f, a)));
    };
    const auto check_positions = [&](const auto& a) {
        check(a, gb::tril(1)), check(a, gb::triu{-3}), check(a, gb::diag{}), check(a, gb::offdiag{}), check(a, gb::rowle{3});
        check(a, gb::rowgt{3}), check(a, gb::colle{4}), check(a, gb::colgt{4});
    };
    const auto check_values = [&](const auto& a) {
        check(a, gb::value_eq(1)), check(a, gb::value_ne(0.7)), check(a, gb::value_lt{0}), check(a, gb::value_le(0));
        check(a, gb::value_gt(0)), check(a, gb::value_ge(std::int8_t{1})), check(a, gb::identity{}), check(a, gb::lnot{});
        check(a, gb::bind_second(gb::plus{}, 1));
    };
    const auto m = any_matrix<float>(20, 30, 1);
    const auto v = any_vector<std::int16_t>(300, 1);
    check_values(m), check_positions(m);
    check_values(any_matrix<std::uint64_t>(1, 3000, 1));
    check_values(v), check_positions(v);
    check_positions(any_matrix<void>(30, 20, 1));
    const auto a = any_matrix<double>(21, 21, 2);
    check_masks(any_matrix<std::int32_t>(21, 21, 3), any_matrix<float>(21, 21, 4),
                [&](const auto& ctx, auto& out, const auto& mask, bool replace) {
                    gb::select(ctx, out, mask, gb::no_accum, gb::triu{1}, a, {.transpose_a = true, .replace = replace});
                });
    CHECK_THROWS_AS(gb::select(
                        on_device(), [](double x) { return x > 1; }, a),
                    gb::unsupported);
}

TEST_CASE("sums on the device") {
    const auto check = [](const auto& monoid, const auto& a) {
        CHECK(gb::reduce(on_device(), monoid, a) == gb::reduce(on_host(), monoid, a));
        if constexpr (gb::is_matrix<std::remove_cvref_t<decltype(a)>>) {
            CHECK(same(gb::reduce_rows(on_device(), monoid, a), gb::reduce_rows(on_host(), monoid, a)));
            CHECK(same(gb::reduce_columns(on_device(), monoid, a), gb::reduce_columns(on_host(), monoid, a)));
        }
    };
    const auto check_all = [&](const auto& a) {
        check(gb::plus{}, a), check(gb::any{}, a);
        if constexpr (std::is_void_v<gb::value_of<std::remove_cvref_t<decltype(a)>>>) {
            check(gb::lor{}, a), check(gb::land{}, a), check(gb::lxor{}, a);
            check(gb::monoid<gb::times, float>{}, a), check(gb::monoid<gb::max, std::int8_t>{}, a);
        } else {
            check(gb::times{}, a), check(gb::min{}, a), check(gb::max{}, a);
        }
        check(gb::monoid<gb::plus, std::int64_t>{}, a), check(gb::monoid<gb::lxor, bool>{}, a),
            check(gb::monoid<gb::eq, bool>{}, a);
        check(gb::monoid<gb::land, bool>{}, a), check(gb::monoid<gb::lor, bool>{}, a);
    };
    check_all(any_matrix<std::int32_t>(70, 40, 1));
    check_all(any_matrix<void>(3, 30000, 1, 0.7));  // rows of several tiles
    check_all(any_matrix<bool>(40, 40, 1));
    // Shapes of other kinds, in other types: every monoid is looked up at run time, and has been by now.
    const auto check_shape = [&](const auto& a) {
        check(gb::plus{}, a), check(gb::max{}, a), check(gb::monoid<gb::land, bool>{}, a);
    };
    check_shape(any_matrix<std::uint8_t>(0, 5, 1));
    check_shape(any_matrix<std::int64_t>(9000, 2, 1));
    check_shape(any_matrix<std::int16_t>(2, 12000, 1, 0.5));
    // Sums of small halves are exact, in whatever order.
    check_masks(any_vector<float>(21, 3), any_vector<float>(21, 4),
                [&](const auto& ctx, auto& out, const auto& mask, bool replace) {
                    gb::reduce(ctx, out, mask, gb::plus{}, gb::plus{}, any_matrix<std::int32_t>(15, 21, 2),
                               {.transpose_a = true, .replace = replace});
                });
    double s = 1.5;
    gb::reduce(on_device(), s, gb::plus{}, gb::monoid<gb::plus, double>{}, any_matrix<void>(10, 10, 1));
    CHECK(s == 1.5 + static_cast<double>(any_matrix<void>(10, 10, 1).nvals()));
    auto nan = any_matrix<float>(4, 4, 1);
    for (float& x : nan.values()) x = std::numeric_limits<float>::quiet_NaN();
    CHECK(gb::reduce(on_device(), gb::min{}, nan) == std::numeric_limits<float>::infinity());
}

TEST_CASE("transposes and symmetry on the device") {
    const auto check = [](const auto& a) {
        // Copies share what one of them has found out about symmetry, these two do not.
        using matrix = std::remove_cvref_t<decltype(a)>;
        const auto apart = matrix::from_storage(a.to_csr());
        CHECK(same(gb::transpose(on_device(), a), gb::transpose(on_host(), apart)));
        CHECK(a.is_symmetric() == apart.is_symmetric());
        CHECK(matrix::from_storage(a.to_csr()).is_symmetric(on_device()) == apart.is_symmetric());
        const auto c = any_matrix<double>(a.ncols(), a.nrows(), 5);
        check_same(c, [&](const gb::context& ctx, auto& out) { gb::transpose(ctx, out, gb::structure(c), gb::plus{}, a); });
        CHECK(same(gb::select(on_device(), gb::tril{}, a, {.transpose_a = true}),
                   gb::select(on_host(), gb::tril{}, a, {.transpose_a = true})));
    };
    check(any_matrix<float>(30, 50, 1)), check(any_matrix<bool>(1, 50, 1)), check(any_matrix<std::int64_t>(50, 1, 1));
    check(any_matrix<void>(0, 5, 1)), check(any_matrix<std::int16_t>(300, 300, 1)), check(any_matrix<double>(33, 12, 1));
    check(any_matrix<void>(30, 30, 1));
    const auto square = any_matrix<float>(40, 40, 6);
    const auto both = gb::ewise_add(on_host(), gb::plus{}, square, square, {.transpose_b = true});
    CHECK(same(gb::transpose(on_device(), both), both));
    CHECK(both.any().has_cached_device_transpose());
    CHECK(gb::matrix<float>(both).is_symmetric());
    CHECK(same(gb::transpose(on_device(), gb::transpose(on_device(), square)), square));
    for (const bool with_values : {false, true}) {
        const auto a = any_matrix<float>(40, 40, 3);
        auto s = gb::ewise_add(on_host(), gb::plus{}, a, a, {.transpose_b = true});
        if (with_values) {
            CHECK(gb::matrix<float>(s).is_symmetric(on_device()));
            gb::index i = 0;
            while (s.columns()[static_cast<std::size_t>(i)] == 0) ++i;
            s.values()[static_cast<std::size_t>(i)] += 1;
            CHECK(!gb::matrix<float>(s).is_symmetric(on_device()));
            const auto expected = gb::transpose(on_host(), gb::matrix<float>::from_storage(s.to_csr()));
            CHECK(same(gb::transpose(on_device(), s), expected));
        } else {
            s.remove_element(1, s.columns()[static_cast<std::size_t>(s.row_offsets()[2]) - 1]);
            CHECK(!s.is_symmetric(on_device()));
        }
    }
}
