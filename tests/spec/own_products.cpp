// Products of matrices over semirings of a user's own against the specification.
#include "mxm_trial.hpp"
#include <graphblas_gpu/own_semiring.hpp>

namespace spec {

namespace {

/// A value that has no ==, and no truth.
struct weighted_label {
    float weight;
    int label;
};

struct lightest {
    struct lighter {
        using value_type = weighted_label;
        weighted_label operator()(const weighted_label& x, const weighted_label& y) const {
            return y.weight < x.weight ? y : x;
        }
        static constexpr weighted_label identity() { return {std::numeric_limits<float>::infinity(), 0}; }
    };
    static constexpr lighter add{};
    static weighted_label multiply(const weighted_label& x, const weighted_label& y) { return {x.weight + y.weight, x.label}; }
};

}  // namespace

TEST_CASE("mxm: a user's own semiring over a struct", "[spec][mxm]") {
    check_mxm<affine, std::int8_t, affine, affine>("least_affine", least_affine{});
}

TEST_CASE("mxm: a semiring made of a monoid and a lambda with positions and two operand types", "[spec][mxm]") {
    const auto weighted = gb::make_semiring<std::int32_t, bool>(
        gb::monoid<gb::plus, std::int64_t>{},
        [](std::int32_t x, bool y, index i, index k, index j) { return y ? x + 100 * i + 10 * k + j : std::int64_t{-1}; });
    check_mxm<std::int64_t, bool, std::int32_t, bool>("a lambda", weighted);
    if (on_cuda()) {
        CHECK_THROWS_WITH(gb::mxm(contexts()[0], weighted, gb::matrix<std::int32_t>(2, 3), gb::matrix<bool>(3, 2)),
                          contains_text("<graphblas_gpu/cuda.cuh>"));
    }
}

TEST_CASE("mxm_reduce: a user's own semiring and monoid over a struct", "[spec][mxm]") {
    if (left_out_on_cuda("mxm_reduce: a semiring of one's own", "it is refused there")) return;
    check_mxm_reduce<affine, affine>(least_affine{}, least_affine::least{}, equal);
}

TEST_CASE("matrix: a struct that cannot be compared can be a value", "[spec][mxm]") {
    const std::vector<weighted_label> values{{1, 10}, {2, 20}, {4, 30}};
    const auto a =
        gb::matrix<weighted_label>::from_edges(3, 3, std::vector<index>{0, 1, 2}, std::vector<index>{1, 2, 0}, values);
    CHECK_FALSE(a.is_symmetric());
    CHECK(gb::transpose(contexts()[0], a).get_element(1, 0)->label == 10);

    gb::matrix<weighted_label> c(3, 3);
    if (on_cuda()) return expect_refused([&] { return gb::mxm(contexts()[0], lightest{}, a, a); });
    gb::mxm(contexts()[0], c, !gb::structure(a), gb::no_accum, lightest{}, a, a, {.transpose_b = true});
    CHECK(c.nvals() == 3);
    CHECK(c.get_element(1, 1)->weight == 4);
}

}  // namespace spec
