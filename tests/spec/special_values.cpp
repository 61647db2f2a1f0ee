// NaN, infinities and both zeros: every method has to give what the specification gives, to the bit.
//
// Idea: a sum that starts from an identity is not the sum of its terms alone: 0 + -0 is 0, and to min a NaN is missing.
#include "trial.hpp"
#include <graphblas_gpu/mxm.hpp>
#include <graphblas_gpu/own_semiring.hpp>

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
