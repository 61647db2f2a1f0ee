// NaN, infinities and both zeros: every method has to give what the specification gives, to the bit.
//
// Idea: a sum that starts from an identity is not the sum of its terms alone: 0 + -0 is 0, and to min a NaN is missing.
#include "trial.hpp"
#include <graphblas_gpu/mxm.hpp>
#include <graphblas_gpu/own_semiring.hpp>
#include <graphblas_gpu/plan.hpp>

#include <algorithm>
#include <cmath>

namespace spec {

namespace {

template <class T>
dense<T> special(random& r, index nrows, index ncols) {
    using limits = std::numeric_limits<T>;
    constexpr std::array values{T(0),
                                T(-0.0),
                                T(1),
                                T(-1),
                                limits::infinity(),
                                -limits::infinity(),
                                limits::quiet_NaN(),
                                limits::max(),
                                limits::lowest(),
                                limits::denorm_min()};
    dense<T> out{nrows, ncols};
    for (auto& cell : out.cells)
        if (r.chance(0.4)) cell = values[static_cast<std::size_t>(r.below(static_cast<index>(values.size())))];
    return out;
}

template <class T, class S>
void check_special(const std::string& name, const S& semiring) {
    random r(51);
    for (int round = 0; round < 25; ++round) {
        const auto a = special<T>(r, 7, 4), b = special<T>(r, 4, 70), m = special<T>(r, 7, 70);
        const auto mask = write<gb::matrix<T>>(m);
        const auto x = write<gb::matrix<T>>(a), y = write<gb::matrix<T>>(b);
        const auto t = mxm(semiring, a, b);
        for (const gb::method method : all_methods) {
            const auto words = [&] { return name + " by " + gb::to_string(method); };
            const gb::context& ctx = contexts()[0];
            expect_none(difference(gb::mxm(ctx, semiring, x, y, {.method = method}), t), words);
            for (const bool complement : {false, true}) {
                gb::matrix<T> c(7, 70);
                const auto view = complement ? !gb::values(mask) : gb::values(mask);
                gb::mxm(ctx, c, view, gb::no_accum, semiring, x, y, {.method = method});
                expect_none(difference(c, write_back(read(gb::matrix<T>(7, 70)), admitted(m, true, complement),
                                                     gb::no_accum, t, true)),
                            words);
            }
        }
        for (const gb::method method : vector_methods) {
            const auto words = [&] { return name + " by " + gb::to_string(method); };
            const gb::context& ctx = contexts()[0];
            const auto u = write<gb::vector<T>>(special<T>(r, 1, 4));
            expect_none(difference(gb::vxm(ctx, semiring, u, y, {.method = method}), mxm(semiring, read(u), b)), words);
            expect_none(difference(gb::mxv(ctx, semiring, x, u, {.method = method}),
                                   transposed(mxm(semiring, a, transposed(read(u))))),
                        words);
        }
    }
    SUCCEED();
}

/// x in every position of the first rows of A and in rows of all lengths of B, of which the other operand has ones. So every
/// entry of A * B and of their products with vectors has one or two terms, all of them -0.
template <class S>
void check_sums_of_minus_zero(const std::string& name, const S& semiring, bool zeros_in_a = true) {
    using T = gb::semiring_value_t<S>;
    constexpr index rows = 40, inner = 2 * rows, columns = 5000;
    random r(52);
    dense<T> a{rows, inner}, b{inner, columns}, of_ones{1, inner};
    const auto put = [](std::optional<T>& cell, bool is_zero) { cell = is_zero ? T(-0.0) : T(1); };
    for (index i = 0; i < rows; ++i) {
        put(a.at(i, i), zeros_in_a);
        if (i % 3 == 0) put(a.at(i, rows + i), zeros_in_a);
    }
    for (index k = 0; k < inner; ++k) {
        const index longest = k % 8 == 0 ? columns : k % 8 < 3 ? 700 : k % 8 < 6 ? 40 : 1;
        for (index n = 0; n < longest; ++n) put(b.at(k, longest == columns ? n : r.below(columns)), !zeros_in_a);
    }
    const auto x = write<gb::matrix<T>>(a), y = write<gb::matrix<T>>(b);
    const auto all_minus_zero = [](const auto& object, const auto& words) {
        const auto values = object.values();
        const auto wrong = std::count_if(values.begin(), values.end(), [](T v) { return v != 0 || !std::signbit(v); });
        INFO(words());
        CHECK(wrong == 0);
        CHECK(!values.empty());
    };
    const gb::context& ctx = contexts()[0];
    const auto narrow = write<gb::matrix<bool>>(random_dense<bool>(r, rows, columns, 0.05));
    const auto wide = write<gb::matrix<bool>>(random_dense<bool>(r, rows, columns, 0.7));
    for (const gb::method method : all_methods) {
        const auto words = [&] { return name + " by " + gb::to_string(method); };
        const gb::descriptor how{.method = method};
        all_minus_zero(gb::mxm(ctx, semiring, x, y, how), words);
        all_minus_zero(gb::plan_mxm(ctx, semiring, x, y, how).execute(), words);
        for (const auto& mask : {gb::structure(narrow), gb::structure(wide), !gb::structure(wide)}) {
            gb::matrix<T> c(rows, columns);
            gb::mxm(ctx, c, mask, gb::no_accum, semiring, x, y, how);
            all_minus_zero(c, words);
        }
        all_minus_zero(gb::plan_mxm(ctx, gb::structure(wide), semiring, x, y, how).execute(), words);
    }
    const auto vector_of = [&](index size, index every, bool is_zero) {
        dense<T> u{1, size};
        for (index k = 0; k < size; k += every) put(u.at(0, k), is_zero);
        return write<gb::vector<T>>(u);
    };
    for (const gb::method method : vector_methods) {
        const auto words = [&] { return name + " by " + gb::to_string(method); };
        const gb::descriptor how{.method = method};
        for (const index every : {1, 3}) {
            all_minus_zero(gb::mxv(ctx, semiring, x, vector_of(inner, every, !zeros_in_a), how), words);
            all_minus_zero(gb::vxm(ctx, semiring, vector_of(inner, every, zeros_in_a), y, how), words);
            const auto m = write<gb::vector<bool>>(random_dense<bool>(r, 1, columns, 0.5));
            gb::vector<T> w(columns);
            gb::vxm(ctx, w, gb::structure(m), gb::no_accum, semiring, vector_of(inner, every, zeros_in_a), y, how);
            all_minus_zero(w, words);
        }
    }
}

/// Its identity is neutral to ==, which is all that a monoid promises, and not to the bit.
struct own_sum {
    using value_type = double;
    double operator()(double x, double y) const { return x + y; }
    static constexpr double identity() { return 0.0; }
};
struct own_semiring {
    own_sum add;
    double multiply(double x, double y) const { return x * y; }
};

}  // namespace

TEST_CASE("special values: sums of products", "[spec][special]") {
    if (left_out_on_cuda("special values: sums of products", "whether a sum overflows on the way depends on its order")) return;
    check_special<float>("plus_times<float>", gb::plus_times<float>);
    check_special<double>("plus_first<double>", gb::plus_first<double>);
}
TEST_CASE("special values: sums of -0 are -0", "[spec][special]") {
    check_sums_of_minus_zero("plus_times<float>", gb::plus_times<float>);
    check_sums_of_minus_zero("plus_times<double>", gb::plus_times<double>);
    check_sums_of_minus_zero("plus_first<float>", gb::plus_first<float>);
    check_sums_of_minus_zero("plus_second<double>", gb::plus_second<double>, false);
    check_sums_of_minus_zero("plus_min<double>", gb::plus_min<double>);
}
TEST_CASE("special values: shortest and longest", "[spec][special]") {
    check_special<float>("min_plus<float>", gb::min_plus<float>);
    check_special<double>("max_second<double>", gb::max_second<double>);
    check_special<float>("min_max<float>", gb::min_max<float>);
}

TEST_CASE("special values: a user's own monoid over floating point", "[spec][special]") {
    if (left_out_on_cuda("special values: a monoid of one's own", "it is refused there")) return;
    check_special<double>("own plus_times<double>", own_semiring{});
}

}  // namespace spec
