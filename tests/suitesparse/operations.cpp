// The operations other than products against SuiteSparse:GraphBLAS: all options and transpositions.
#include "peer.hpp"

namespace peer {

namespace {

using T = std::int32_t;

/// Some operands of one shape, here and there.
struct operands {
    static constexpr index m = 60, n = 90;

    explicit operands(const gb::descriptor& d)
        : a(spec::skewed<T>(81, d.transpose_a ? n : m, d.transpose_a ? m : n, 50, 10)),
          b(spec::skewed<T>(82, d.transpose_b ? n : m, d.transpose_b ? m : n, 50, 10)) {
        start();
        spec::random r(83);
        c = spec::write<gb::matrix<T>>(spec::random_dense<T>(r, m, n, 0.1));
        mask = spec::write<gb::matrix<T>>(spec::random_dense<T>(r, m, n, 0.2));
        w = spec::write<gb::vector<T>>(spec::random_dense<T>(r, 1, m, 0.3));
        w_mask = spec::write<gb::vector<T>>(spec::random_dense<T>(r, 1, m, 0.4));
        u = spec::write<gb::vector<T>>(spec::random_dense<T>(r, 1, m, 0.3));
        a_there = ss::to_suitesparse(a);
        b_there = ss::to_suitesparse(b);
        u_there = ss::to_suitesparse(u);
    }

    gb::matrix<T> a, b, c, mask;
    gb::vector<T> w, w_mask, u;
    ss::matrix_handle a_there, b_there;
    ss::vector_handle u_there;
};

}  // namespace

TEST_CASE("SuiteSparse: ewise_add and ewise_mult", "[suitesparse]") {
    for (const bool ta : {false, true}) {
        for (const bool tb : {false, true}) {
            const gb::descriptor d{.transpose_a = ta, .transpose_b = tb};
            const operands x(d);
            const GrB_BinaryOp minus = ss::binary_operator<T>("minus");
            compare(
                {"ewise_add", d}, x.c, x.mask,
                [&](const auto& ctx, auto& out, const auto& view, const auto& accum, const auto& desc) {
                    gb::ewise_add(ctx, out, view, accum, gb::minus{}, x.a, x.b, desc);
                },
                theirs(GrB_Matrix_eWiseAdd_BinaryOp, "GrB_eWiseAdd", minus, x.a_there, x.b_there));
            compare(
                {"ewise_mult", d}, x.c, x.mask,
                [&](const auto& ctx, auto& out, const auto& view, const auto& accum, const auto& desc) {
                    gb::ewise_mult(ctx, out, view, accum, gb::minus{}, x.a, x.b, desc);
                },
                theirs(GrB_Matrix_eWiseMult_BinaryOp, "GrB_eWiseMult", minus, x.a_there, x.b_there));
        }
    }
}

TEST_CASE("SuiteSparse: apply and select", "[suitesparse]") {
    for (const bool ta : {false, true}) {
        const gb::descriptor d{.transpose_a = ta};
        const operands x(d);
        compare(
            {"apply", d}, x.c, x.mask,
            [&](const auto& ctx, auto& out, const auto& view, const auto& accum, const auto& desc) {
                gb::apply(ctx, out, view, accum, gb::ainv{}, x.a, desc);
            },
            theirs(GrB_Matrix_apply, "GrB_apply", GrB_AINV_INT32, x.a_there));
        for (const int k : {-3, 0, 5}) {
            const std::vector<std::pair<std::string, GrB_IndexUnaryOp>> kinds{
                {"tril", GrB_TRIL}, {"triu", GrB_TRIU}, {"diag", GrB_DIAG}, {"offdiag", GrB_OFFDIAG}};
            for (const auto& kind : kinds) {
                // One predicate chosen at run time, so that select is compiled once.
                if (spec::left_out_on_cuda("SuiteSparse: select by one predicate for all",
                                           "code of one's own is refused there"))
                    continue;
                const auto predicate = [&](T, index i, index j) {
                    if (kind.first == "tril") return gb::tril{k}(i, j);
                    if (kind.first == "triu") return gb::triu{k}(i, j);
                    if (kind.first == "diag") return gb::diag{k}(i, j);
                    return gb::offdiag{k}(i, j);
                };
                compare(
                    {"select " + kind.first, d}, x.c, x.mask,
                    [&](const auto& ctx, auto& out, const auto& view, const auto& accum, const auto& desc) {
                        gb::select(ctx, out, view, accum, predicate, x.a, desc);
                    },
                    theirs(GrB_Matrix_select_INT64, "GrB_select", kind.second, x.a_there, k));
            }
        }
        compare(
            {"select x > 1", d}, x.c, x.mask,
            [&](const auto& ctx, auto& out, const auto& view, const auto& accum, const auto& desc) {
                gb::select(ctx, out, view, accum, gb::value_gt(1), x.a, desc);
            },
            theirs(GrB_Matrix_select_INT32, "GrB_select", GrB_VALUEGT_INT32, x.a_there, 1));
    }
}

TEST_CASE("SuiteSparse: transpose and assign", "[suitesparse]") {
    for (const bool ta : {false, true}) {
        const gb::descriptor d{.transpose_a = ta}, other{.transpose_a = !ta};
        const operands x(d);
        compare(
            {"transpose", other}, x.c, x.mask,
            [&](const auto& ctx, auto& out, const auto& view, const auto& accum, const auto& desc) {
                gb::transpose(ctx, out, view, accum, x.a, desc);
            },
            theirs(GrB_transpose, "GrB_transpose", x.a_there));
        compare(
            {"assign a matrix", d}, x.c, x.mask,
            [&](const auto& ctx, auto& out, const auto& view, const auto& accum, const auto& desc) {
                gb::assign(ctx, out, view, accum, x.a, desc);
            },
            theirs(GrB_Matrix_assign, "GrB_assign", x.a_there, GrB_ALL, operands::m, GrB_ALL, operands::n));
    }
    const operands x({});
    compare(
        {"assign a scalar", {}}, x.c, x.mask,
        [&](const auto& ctx, auto& out, const auto& view, const auto& accum, const auto& desc) {
            gb::assign(ctx, out, view, accum, 7, desc);
        },
        theirs(GrB_Matrix_assign_INT32, "GrB_assign", 7, GrB_ALL, operands::m, GrB_ALL, operands::n));
    for (const bool is_dense : {false, true}) {
        compare(
            {"assign a scalar to a vector", {}}, spec::in_form(x.w, is_dense), spec::in_form(x.w_mask, !is_dense),
            [&](const auto& ctx, auto& out, const auto& view, const auto& accum, const auto& desc) {
                gb::assign(ctx, out, view, accum, 7, desc);
            },
            theirs(GrB_Vector_assign_INT32, "GrB_assign", 7, GrB_ALL, operands::m));
        compare(
            {"assign a vector", {}}, spec::in_form(x.w, is_dense), spec::in_form(x.w_mask, is_dense),
            [&](const auto& ctx, auto& out, const auto& view, const auto& accum, const auto& desc) {
                gb::assign(ctx, out, view, accum, x.u, desc);
            },
            theirs(GrB_Vector_assign, "GrB_assign", x.u_there, GrB_ALL, operands::m));
    }
}

TEST_CASE("SuiteSparse: reduce", "[suitesparse]") {
    for (const bool ta : {false, true}) {
        const gb::descriptor d{.transpose_a = ta};
        const operands x(d);
        compare(
            {"reduce to a vector", d}, x.w, x.w_mask,
            [&](const auto& ctx, auto& out, const auto& view, const auto& accum, const auto& desc) {
                gb::reduce(ctx, out, view, accum, gb::min{}, x.a, desc);
            },
            theirs(GrB_Matrix_reduce_Monoid, "GrB_reduce", GrB_MIN_MONOID_INT32, x.a_there));
    }
    const operands x({});
    T sum = 0, least = 0;
    ss::check(GrB_Matrix_reduce_INT32(&sum, nullptr, GrB_PLUS_MONOID_INT32, x.a_there, nullptr), "GrB_reduce");
    ss::check(GrB_Vector_reduce_INT32(&least, nullptr, GrB_MIN_MONOID_INT32, x.u_there, nullptr), "GrB_reduce");
    for (const gb::context& ctx : spec::contexts()) {
        CHECK(gb::reduce(ctx, gb::plus{}, x.a) == sum);
        CHECK(gb::reduce(ctx, gb::min{}, x.u) == least);
    }
}

}  // namespace peer
