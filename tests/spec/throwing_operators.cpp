// An operator of the user's that throws in the middle: the exception arrives, the output stays as it was, and the
// context, whose working memory the interrupted kernel left dirty, gives right answers afterwards.
//
// Needs: products of enough work that several threads share them.
#include "trial.hpp"
#include <graphblas_gpu/mxm.hpp>
#include <graphblas_gpu/own_semiring.hpp>

#include <atomic>
#include <stdexcept>

namespace spec {

namespace {

/// Thrown by none of the library's own code.
struct interrupted : std::runtime_error {
    interrupted() : std::runtime_error("interrupted") {}
};

/// Counts calls down and throws at the last; below 0 it never does.
std::atomic<std::int64_t> calls_left{-1};

void count_down() {
    if (calls_left.load(std::memory_order_relaxed) < 0) return;
    if (calls_left.fetch_sub(1) == 0) throw interrupted();
}

/// Over int64, which the dense accumulator starts from the identity, and over a struct, which it does not.
template <class T>
struct fragile_plus {
    using value_type = T;
    T operator()(const T& x, const T& y) const {
        count_down();
        if constexpr (std::is_same_v<T, affine>)
            return {x.scale + y.scale, x.shift + y.shift};
        else
            return gb::plus{}(x, y);
    }
    static constexpr T identity() { return {}; }
};

template <class T>
struct fragile_multiply {
    gb::monoid<gb::plus, T> add;
    T multiply(const T& x, const T& y) const {
        count_down();
        return gb::times{}(x, y);
    }
};
template <class T>
struct fragile_add {
    fragile_plus<T> add;
    T multiply(const T& x, const T&) const { return x; }
};

template <class T>
gb::matrix<T> skewed(index n) {
    random r(31);
    auto d = random_dense<T>(r, n, n, 0.06);
    return write<gb::matrix<T>>(d);
}

template <class T, class S>
void check_interrupted_products(const S& semiring) {
    const index n = 150;
    const gb::matrix<T> a = skewed<T>(n);
    random r(32);
    gb::matrix<T> before(n, n);
    before.set_element(3, 4, random_value<T>(r));
    const auto mask = write<gb::matrix<bool>>(random_dense<bool>(r, n, n, 0.3));
    const auto u = write<gb::vector<T>>(random_dense<T>(r, 1, n, 0.5));

    for (const gb::context& ctx : contexts()) {
        for (const gb::method method : all_methods) {
            const gb::descriptor d{.method = method};
            const gb::descriptor of_vectors{.method = gb::is_for_matrices_only(method) ? gb::method::automatic : method};
            calls_left = -1;
            const auto right = gb::mxm(contexts()[0], semiring, a, a, {.method = gb::method::hash});
            gb::matrix<T> right_masked(n, n);
            gb::mxm(contexts()[0], right_masked, gb::structure(mask), gb::no_accum, semiring, a, a,
                    {.method = gb::method::hash});
            const auto right_vector = gb::mxv(contexts()[0], semiring, a, u, {.method = gb::method::hash});
            const auto words = [&] {
                return std::string(gb::to_string(method)) + ", " + std::to_string(ctx.threads()) + " threads";
            };
            for (const std::int64_t after : {0, 1, 100, 2000}) {
                auto c = before;
                gb::vector<T> w(n);
                INFO(words() << ", interrupted after " << after);
                calls_left = after;
                CHECK_THROWS_AS(gb::mxm(ctx, c, gb::no_mask, gb::no_accum, semiring, a, a, d), interrupted);
                calls_left = after;
                CHECK_THROWS_AS(gb::mxm(ctx, c, gb::structure(mask), gb::no_accum, semiring, a, a, d), interrupted);
                calls_left = after;
                CHECK_THROWS_AS(gb::mxm(ctx, c, !gb::structure(mask), gb::no_accum, semiring, a, a, d), interrupted);
                calls_left = after;
                CHECK_THROWS_AS(
                    gb::mxm_reduce(ctx, gb::as_monoid<T>(semiring.add), gb::structure(mask), semiring, a, a, d),
                    interrupted);
                calls_left = std::min<std::int64_t>(after, 100);
                CHECK_THROWS_AS(gb::mxv(ctx, w, gb::no_mask, gb::no_accum, semiring, a, u, of_vectors), interrupted);
                calls_left = -1;
                CHECK(c == before);
                CHECK(w == gb::vector<T>(n));

                expect_none(difference(gb::mxm(ctx, semiring, a, a, d), read(right)), words);
                gb::mxm(ctx, c, gb::structure(mask), gb::no_accum, semiring, a, a, {.replace = true, .method = method});
                expect_none(difference(c, read(right_masked)), words);
                expect_none(difference(gb::mxv(ctx, semiring, a, u, of_vectors), read(right_vector)), words);
            }
        }
    }
}

}  // namespace

TEST_CASE("a multiply that throws", "[failures]") {
    check_interrupted_products<std::int64_t>(fragile_multiply<std::int64_t>{});
}
TEST_CASE("an add that throws", "[failures]") {
    check_interrupted_products<std::int64_t>(fragile_add<std::int64_t>{});
    check_interrupted_products<affine>(fragile_add<affine>{});
}

TEST_CASE("accumulators, functions and predicates that throw", "[failures]") {
    using T = std::int32_t;
    const index n = 300;
    random r(33);
    const auto a = write<gb::matrix<T>>(random_dense<T>(r, n, n, 0.4));
    const auto before = write<gb::matrix<T>>(random_dense<T>(r, n, n, 0.4));
    const auto u = write<gb::vector<T>>(random_dense<T>(r, 1, n, 0.6));
    const auto one = write<gb::matrix<T>>(filled(1, 1, T{2}));
    const auto few = write<gb::matrix<bool>>(random_dense<bool>(r, n, n, 0.3));
    const gb::matrix<T> fresh = a;  // whose transpose is not cached
    const auto fragile = [](T x, T y) {
        count_down();
        return gb::plus{}(x, y);
    };
    const auto function = [](T x) {
        count_down();
        return x;
    };
    const auto predicate = [](T, index, index) {
        count_down();
        return true;
    };
    for (const gb::context& ctx : contexts()) {
        for (const std::int64_t after : {0, 5, 150}) {
            INFO(ctx.threads() << " threads, interrupted after " << after);
            auto c = before;
            const auto interrupts = [&](const auto& call) {
                calls_left = after;
                CHECK_THROWS_AS(call(), interrupted);
                calls_left = -1;
                CHECK(c == before);
            };
            interrupts([&] { gb::assign(ctx, c, gb::no_mask, fragile, a); });
            interrupts([&] { gb::assign(ctx, c, gb::structure(a), fragile, 1); });
            interrupts([&] { gb::apply(ctx, c, gb::no_mask, gb::no_accum, function, a); });
            interrupts([&] { gb::select(ctx, c, gb::no_mask, gb::no_accum, predicate, a); });
            interrupts([&] { gb::ewise_add(ctx, c, gb::no_mask, gb::no_accum, fragile, a, c); });
            interrupts([&] { gb::ewise_mult(ctx, c, gb::no_mask, gb::no_accum, fragile, a, c); });
            interrupts([&] { gb::mxm(ctx, c, gb::no_mask, fragile, gb::plus_times<T>, a, a); });
            interrupts([&] { gb::apply(ctx, c, gb::no_mask, gb::no_accum, gb::bind_first(fragile, 3), a); });
            interrupts([&] { gb::kronecker(ctx, c, gb::no_mask, gb::no_accum, fragile, a, one); });
            interrupts([&] { gb::kronecker(ctx, c, gb::structure(few), gb::no_accum, fragile, one, a); });
            interrupts([&] { gb::sort(ctx, [&](T x, T y) { return fragile(x, 0) < y; }, c); });
            const auto full = gb::vector<T>::full(n, 1);
            auto row_sums = full;
            interrupts([&] { gb::reduce(ctx, row_sums, gb::no_mask, fragile, gb::plus{}, a); });
            interrupts([&] { gb::reduce(ctx, row_sums, gb::no_mask, gb::no_accum, fragile_plus<T>{}, a); });
            interrupts([&] {
                gb::reduce(ctx, row_sums, gb::no_mask, gb::no_accum, fragile_plus<T>{}, fresh, {.transpose_a = true});
            });
            CHECK(row_sums == full);
            calls_left = -1;
            gb::apply(ctx, c, gb::no_mask, gb::no_accum, function, a);
            CHECK(c == a);

            for (const bool is_dense : {false, true}) {
                const auto w_before = in_form(u, is_dense);
                auto w = w_before;
                calls_left = after;
                CHECK_THROWS_AS(gb::assign(ctx, w, gb::no_mask, fragile, u), interrupted);
                CHECK(w == w_before);
                calls_left = after;
                CHECK_THROWS_AS(gb::mxv(ctx, w, gb::structure(u), fragile, gb::plus_times<T>, a, u), interrupted);
                CHECK(w == w_before);
                calls_left = -1;
                gb::assign(ctx, w, gb::no_mask, fragile, u);
                expect_none(difference(w, ewise_add<T>(gb::plus{}, read(u), read(u))), [] { return "afterwards"; });
            }
        }
    }
}

}  // namespace spec
