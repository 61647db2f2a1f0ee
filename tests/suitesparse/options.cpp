// mxm, mxv and vxm against SuiteSparse:GraphBLAS: all options, methods and transpositions.
#include "peer.hpp"
#include <graphblas_gpu/mxm.hpp>

namespace peer {

namespace {

/// Not floating point: SuiteSparse 7 looks at the bits of a mask, so that -0.0, which casts to false, admits writing.
using mask_value = std::int8_t;

template <class T, class S>
void compare_mxm(const std::string& name, const S& semiring, std::int64_t terms = 0) {
    start();
    constexpr index m = 90, k = 70, n = 140;
    spec::random r(71);
    const auto c = spec::write<gb::matrix<T>>(spec::random_dense<T>(r, m, n, 0.05));
    const auto mask = spec::write<gb::matrix<mask_value>>(spec::random_dense<mask_value>(r, m, n, 0.1));
    const auto their_semiring = ss::make_semiring(semiring);
    for (const bool ta : {false, true}) {
        for (const bool tb : {false, true}) {
            const auto a = spec::skewed<T>(72, ta ? k : m, ta ? m : k, 40, 10);
            const auto b = spec::skewed<T>(73, tb ? n : k, tb ? k : n, 40, 10);
            const auto a_there = ss::to_suitesparse(a), b_there = ss::to_suitesparse(b);
            compare(
                {"mxm " + name, {.transpose_a = ta, .transpose_b = tb}, spec::all_methods}, c, mask,
                [&](const auto& ctx, auto& out, const auto& view, const auto& accum, const auto& d) {
                    gb::mxm(ctx, out, view, accum, semiring, a, b, d);
                },
                [&](GrB_Matrix out, GrB_Matrix view, GrB_BinaryOp accum, GrB_Descriptor d) {
                    ss::check(GrB_mxm(out, view, accum, their_semiring, a_there, b_there, d), "GrB_mxm", out);
                },
                terms);
        }
    }
}

template <class T, class S>
void compare_vectors(const std::string& name, const S& semiring, std::int64_t terms = 0) {
    start();
    constexpr index m = 200, k = 150;
    const auto their_semiring = ss::make_semiring(semiring);
    for (const double fill : {0.03, 0.5}) {
        for (const bool transpose : {false, true}) {
            spec::random r(74);
            const auto w = spec::write<gb::vector<T>>(spec::random_dense<T>(r, 1, m, 0.3));
            const auto mask = spec::write<gb::vector<mask_value>>(spec::random_dense<mask_value>(r, 1, m, 0.4));
            const auto u = spec::write<gb::vector<T>>(spec::random_dense<T>(r, 1, k, fill));
            const auto u_there = ss::to_suitesparse(u);
            const auto a = spec::skewed<T>(75, transpose ? k : m, transpose ? m : k, 60, 20);
            const auto a_there = ss::to_suitesparse(a);
            compare(
                {"mxv " + name, {.transpose_a = transpose}, spec::vector_methods}, w, mask,
                [&](const auto& ctx, auto& out, const auto& view, const auto& accum, const auto& d) {
                    gb::mxv(ctx, out, view, accum, semiring, a, u, d);
                },
                [&](GrB_Vector out, GrB_Vector view, GrB_BinaryOp accum, GrB_Descriptor d) {
                    ss::check(GrB_mxv(out, view, accum, their_semiring, a_there, u_there, d), "GrB_mxv", out);
                },
                terms);
            const auto b = spec::skewed<T>(76, transpose ? m : k, transpose ? k : m, 60, 20);
            const auto b_there = ss::to_suitesparse(b);
            compare(
                {"vxm " + name, {.transpose_b = transpose}, spec::vector_methods}, w, mask,
                [&](const auto& ctx, auto& out, const auto& view, const auto& accum, const auto& d) {
                    gb::vxm(ctx, out, view, accum, semiring, u, b, d);
                },
                [&](GrB_Vector out, GrB_Vector view, GrB_BinaryOp accum, GrB_Descriptor d) {
                    ss::check(GrB_vxm(out, view, accum, their_semiring, u_there, b_there, d), "GrB_vxm", out);
                },
                terms);
        }
    }
}

}  // namespace

TEST_CASE("SuiteSparse: mxm, all options", "[suitesparse]") {
    compare_mxm<std::int64_t>("plus_times<int64>", gb::plus_times<std::int64_t>);
    compare_mxm<float>("min_plus<float>", gb::min_plus<float>);
    compare_mxm<double>("plus_times<double>", gb::plus_times<double>, 70);
}

TEST_CASE("SuiteSparse: mxv and vxm, all options", "[suitesparse]") {
    compare_vectors<std::int64_t>("plus_times<int64>", gb::plus_times<std::int64_t>);
    compare_vectors<float>("plus_second<float>", gb::plus_second<float>, 150);
}

TEST_CASE("SuiteSparse: mxm of up to 2000 rows", "[suitesparse]") {
    using T = std::int64_t;
    start();
    for (const index n : {500, 2000}) {
        const auto a = spec::skewed<T>(77, n, n, n / 2, 30);
        const auto mask = spec::skewed<T>(78, n, n, n / 4, 60);
        const auto a_there = ss::to_suitesparse(a), mask_there = ss::to_suitesparse(mask);
        const auto their_semiring = ss::make_semiring(gb::plus_times<T>);
        for (const bool complement : {false, true}) {
            auto there = ss::new_matrix<T>(n, n);
            const spec::options o{.masked = true, .complement = complement};
            ss::check(GrB_mxm(there, mask_there, nullptr, their_semiring, a_there, a_there, descriptor_of(o, {})),
                      "GrB_mxm");
            const auto theirs = ss::matrix_from<T>(std::move(there));
            for (const gb::method method : spec::all_methods) {
                const gb::context& ctx = spec::contexts()[2];
                gb::matrix<T> ours(n, n);
                const auto view = complement ? !gb::structure(mask) : gb::structure(mask);
                gb::mxm(ctx, ours, view, gb::no_accum, gb::plus_times<T>, a, a, {.method = method});
                spec::expect_none(spec::difference(ours.to_csr(), theirs.to_csr()), [&] { return gb::to_string(method); });
                if (method == gb::method::dot && complement) continue;
                CHECK(gb::mxm_nvals(ctx, view, a, a, {.method = method}) == theirs.nvals());
                CHECK(gb::mxm_reduce(ctx, gb::plus{}, view, gb::plus_times<T>, a, a, {.method = method}) ==
                      gb::reduce(ctx, gb::plus{}, theirs));
            }
        }
    }
}

}  // namespace peer
