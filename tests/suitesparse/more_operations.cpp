// kronecker, bound operands, index operators, sums, diagonals, tiles, sorting and resizing against SuiteSparse:GraphBLAS.
#include "peer.hpp"

namespace peer {

namespace {

template <class T>
gb::matrix<T> random_matrix(std::uint64_t seed, index nrows, index ncols, double density) {
    start();
    spec::random r(seed);
    return spec::write<gb::matrix<T>>(spec::random_dense<T>(r, nrows, ncols, density));
}
template <class T>
gb::vector<T> random_vector(std::uint64_t seed, index size, double density) {
    start();
    spec::random r(seed);
    return spec::write<gb::vector<T>>(spec::random_dense<T>(r, 1, size, density));
}

/// The operand of the call, stored so that the descriptor's transposition undoes it.
template <class T>
gb::matrix<T> stored(const gb::matrix<T>& a, bool transpose) {
    return transpose ? gb::transpose(spec::contexts()[0], a) : a;
}

template <class T, class Object, class There>
void expect_equal(const char* name, const Object& here, There&& there) {
    spec::expect_none(spec::difference(rows(here), rows<T>(std::forward<There>(there))), [&] { return name; });
}

using indices = std::vector<index>;
std::vector<GrB_Index> unsigned_of(const indices& from) { return {from.begin(), from.end()}; }

}  // namespace

TEST_CASE("SuiteSparse: kronecker", "[suitesparse]") {
    using T = std::int32_t;
    const auto a = random_matrix<T>(11, 7, 9, 0.4), b = random_matrix<T>(12, 8, 11, 0.3);
    const auto c = random_matrix<T>(13, 56, 99, 0.2);
    for (const double density : {0.02, 0.7}) {
        const auto mask = random_matrix<T>(14, 56, 99, density);
        for (const bool ta : {false, true}) {
            for (const bool tb : {false, true}) {
                const gb::descriptor d{.transpose_a = ta, .transpose_b = tb};
                const auto x = stored(a, ta), y = stored(b, tb);
                const auto x_there = ss::to_suitesparse(x), y_there = ss::to_suitesparse(y);
                compare(
                    {"kronecker minus", d}, c, mask,
                    [&](const auto& ctx, auto& out, const auto& view, const auto& accum, const auto& desc) {
                        gb::kronecker(ctx, out, view, accum, gb::minus{}, x, y, desc);
                    },
                    theirs(GrB_Matrix_kronecker_BinaryOp, "GrB_kronecker", GrB_MINUS_INT32, x_there, y_there));
                compare(
                    {"kronecker min_plus", d}, c, mask,
                    [&](const auto& ctx, auto& out, const auto& view, const auto& accum, const auto& desc) {
                        gb::kronecker(ctx, out, view, accum, gb::min_plus<T>, x, y, desc);
                    },
                    theirs(GrB_Matrix_kronecker_Semiring, "GrB_kronecker", GrB_MIN_PLUS_SEMIRING_INT32, x_there, y_there));
            }
        }
    }
    const auto left = random_matrix<double>(15, 9, 4, 0.5), right = random_matrix<double>(16, 5, 30, 0.5);
    auto there = ss::new_matrix<double>(45, 120);
    ss::check(GrB_Matrix_kronecker_Monoid(there, nullptr, nullptr, GrB_TIMES_MONOID_FP64, ss::to_suitesparse(left),
                                          ss::to_suitesparse(right), nullptr),
              "GrB_kronecker");
    expect_equal<double>("kronecker times<double>",
                         gb::kronecker(spec::contexts()[1], gb::monoid<gb::times, double>{}, left, right),
                         std::move(there));
}

TEST_CASE("SuiteSparse: apply with a bound operand", "[suitesparse]") {
    using T = std::int32_t;
    const auto a = random_matrix<T>(21, 40, 70, 0.3), c = random_matrix<T>(22, 40, 70, 0.2);
    const auto mask = random_matrix<T>(23, 40, 70, 0.4);
    for (const bool ta : {false, true}) {
        const gb::descriptor d{.transpose_a = ta};
        const auto x = stored(a, ta);
        const auto there = ss::to_suitesparse(x);
        compare(
            {"7 - x", d}, c, mask,
            [&](const auto& ctx, auto& out, const auto& view, const auto& accum, const auto& desc) {
                gb::apply(ctx, out, view, accum, gb::bind_first(gb::minus{}, T{7}), x, desc);
            },
            [&](GrB_Matrix out, GrB_Matrix view, GrB_BinaryOp accum, GrB_Descriptor desc) {
                // The matrix is their second input here.
                if (ta) ss::check(GrB_Descriptor_set(desc, GrB_INP1, GrB_TRAN), "GrB_Descriptor_set");
                ss::check(GrB_Matrix_apply_BinaryOp1st_INT32(out, view, accum, GrB_MINUS_INT32, 7, there, desc), "GrB_apply");
            });
        compare(
            {"x / 2", d}, c, mask,
            [&](const auto& ctx, auto& out, const auto& view, const auto& accum, const auto& desc) {
                gb::apply(ctx, out, view, accum, gb::bind_second(gb::divide{}, T{2}), x, desc);
            },
            theirs(GrB_Matrix_apply_BinaryOp2nd_INT32, "GrB_apply", GrB_DIV_INT32, there, 2));
    }
    const auto u = random_vector<T>(24, 70, 0.4), w = random_vector<T>(25, 70, 0.3), w_mask = random_vector<T>(26, 70, 0.4);
    const auto u_there = ss::to_suitesparse(u);
    compare(
        {"max(x, 1) of a vector", {}}, w, w_mask,
        [&](const auto& ctx, auto& out, const auto& view, const auto& accum, const auto& desc) {
            gb::apply(ctx, out, view, accum, gb::bind_second(gb::max{}, T{1}), u, desc);
        },
        theirs(GrB_Vector_apply_BinaryOp2nd_INT32, "GrB_apply", GrB_MAX_INT32, u_there, 1));
}

TEST_CASE("SuiteSparse: index operators in apply", "[suitesparse]") {
    using T = std::int64_t;
    const auto a = random_matrix<T>(31, 40, 70, 0.3), c = random_matrix<T>(32, 40, 70, 0.2);
    const auto mask = random_matrix<T>(33, 40, 70, 0.4);
    for (const bool ta : {false, true}) {
        const gb::descriptor d{.transpose_a = ta};
        const auto x = stored(a, ta);
        const auto there = ss::to_suitesparse(x);
        const auto check = [&](const std::string& name, const auto& op, GrB_IndexUnaryOp their_op, std::int64_t s) {
            compare(
                {name, d}, c, mask,
                [&](const auto& ctx, auto& out, const auto& view, const auto& accum, const auto& desc) {
                    gb::apply(ctx, out, view, accum, op, x, desc);
                },
                theirs(GrB_Matrix_apply_IndexOp_INT64, "GrB_apply", their_op, there, s));
        };
        check("rowindex", gb::rowindex{3}, GrB_ROWINDEX_INT64, 3);
        check("colindex", gb::colindex{-2}, GrB_COLINDEX_INT64, -2);
        // SuiteSparse computes j - (i + s) where the C API says j - i + s.
        check("diagindex", gb::diagindex{5}, GrB_DIAGINDEX_INT64, -5);
        check("triu", gb::triu{2}, GrB_TRIU, 2);
    }
    const auto u = random_vector<T>(34, 90, 0.4), w = random_vector<T>(35, 90, 0.3), w_mask = random_vector<T>(36, 90, 0.4);
    const auto u_there = ss::to_suitesparse(u);
    compare(
        {"rowindex of a vector", {}}, w, w_mask,
        [&](const auto& ctx, auto& out, const auto& view, const auto& accum, const auto& desc) {
            gb::apply(ctx, out, view, accum, gb::rowindex{1}, u, desc);
        },
        theirs(GrB_Vector_apply_IndexOp_INT64, "GrB_apply", GrB_ROWINDEX_INT64, u_there, 1));
}

TEST_CASE("SuiteSparse: index operators in select", "[suitesparse]") {
    using T = std::int32_t;
    const auto a = random_matrix<T>(41, 40, 70, 0.3), c = random_matrix<T>(42, 40, 70, 0.2);
    const auto mask = random_matrix<T>(43, 40, 70, 0.4);
    const auto u = random_vector<T>(44, 90, 0.4);
    const auto u_there = ss::to_suitesparse(u);
    for (const bool ta : {false, true}) {
        const gb::descriptor d{.transpose_a = ta};
        const auto x = stored(a, ta);
        const auto there = ss::to_suitesparse(x);
        compare(
            {"rowle", d}, c, mask,
            [&](const auto& ctx, auto& out, const auto& view, const auto& accum, const auto& desc) {
                gb::select(ctx, out, view, accum, gb::rowle{17}, x, desc);
            },
            theirs(GrB_Matrix_select_INT64, "GrB_select", GrB_ROWLE, there, 17));
        const auto check = [&](const char* name, const auto& op, GrB_IndexUnaryOp their_op, auto s) {
            auto out = ss::new_matrix<T>(40, 70);
            const auto desc = ss::make_descriptor({.transpose_a = ta});
            if constexpr (std::is_same_v<decltype(s), T>) {
                ss::check(GrB_Matrix_select_INT32(out, nullptr, nullptr, their_op, there, s, desc), "GrB_select");
            } else {
                ss::check(GrB_Matrix_select_INT64(out, nullptr, nullptr, their_op, there, s, desc), "GrB_select");
            }
            expect_equal<T>(name, gb::select(spec::contexts()[1], op, x, d), std::move(out));
        };
        for (const index k : {-1, 0, 9, 39, 100}) {
            check("rowle", gb::rowle{k}, GrB_ROWLE, k);
            check("rowgt", gb::rowgt{k}, GrB_ROWGT, k);
            check("colle", gb::colle{k}, GrB_COLLE, k);
            check("colgt", gb::colgt{k}, GrB_COLGT, k);
        }
        check("value_eq", gb::value_eq(T{1}), GrB_VALUEEQ_INT32, T{1});
        check("value_ne", gb::value_ne(T{1}), GrB_VALUENE_INT32, T{1});
        check("value_lt", gb::value_lt(T{1}), GrB_VALUELT_INT32, T{1});
        check("value_le", gb::value_le(T{1}), GrB_VALUELE_INT32, T{1});
        check("value_ge", gb::value_ge(T{1}), GrB_VALUEGE_INT32, T{1});
    }
    for (const index k : {-1, 0, 40, 100}) {
        auto out = ss::new_vector<T>(90);
        ss::check(GrB_Vector_select_INT64(out, nullptr, nullptr, GrB_ROWGT, u_there, k, nullptr), "GrB_select");
        expect_equal<T>("rowgt of a vector", gb::select(spec::contexts()[1], gb::rowgt{k}, u), std::move(out));
    }
}

TEST_CASE("SuiteSparse: sums of columns, and into scalars", "[suitesparse]") {
    using T = std::int32_t;
    const auto a = random_matrix<T>(51, 60, 90, 0.1);
    const auto a_there = ss::to_suitesparse(a);
    const auto transposed = ss::make_descriptor({.transpose_a = true});
    auto sums = ss::new_vector<T>(90);
    ss::check(GrB_Matrix_reduce_Monoid(sums, nullptr, nullptr, GrB_PLUS_MONOID_INT32, a_there, transposed), "GrB_reduce");
    expect_equal<T>("reduce_columns", gb::reduce_columns(spec::contexts()[2], gb::plus{}, a), std::move(sums));
    const auto u = random_vector<T>(52, 90, 0.4);
    const auto u_there = ss::to_suitesparse(u);
    for (const std::string name : {"plus", "minus", "second", "min"}) {
        const GrB_BinaryOp accum = ss::binary_operator<T>(name);
        T want = 17, want_of_vector = -3;
        ss::check(GrB_Matrix_reduce_INT32(&want, accum, GrB_PLUS_MONOID_INT32, a_there, nullptr), "GrB_reduce");
        ss::check(GrB_Vector_reduce_INT32(&want_of_vector, accum, GrB_MAX_MONOID_INT32, u_there, nullptr), "GrB_reduce");
        const auto ours = [&](T x, T y) {
            return name == "plus"    ? gb::plus{}(x, y)
                   : name == "minus" ? gb::minus{}(x, y)
                   : name == "min"   ? gb::min{}(x, y)
                                     : y;
        };
        T got = 17, got_of_vector = -3;
        gb::reduce(spec::contexts()[1], got, ours, gb::plus{}, a);
        gb::reduce(spec::contexts()[1], got_of_vector, ours, gb::max{}, u);
        CHECK(got == want);
        CHECK(got_of_vector == want_of_vector);
    }
    // Nothing to add up: the identity is accumulated.
    T want = 17, got = 17;
    ss::check(GrB_Matrix_reduce_INT32(&want, GrB_PLUS_INT32, GrB_MIN_MONOID_INT32, ss::new_matrix<T>(3, 0), nullptr),
              "GrB_reduce");
    gb::reduce(spec::contexts()[1], got, gb::plus{}, gb::min{}, gb::matrix<T>(3, 0));
    CHECK(got == want);

    // Sums of one entry.
    gb::matrix<double> odd(2, 2);
    odd.set_element(0, 1, -0.0);
    odd.set_element(1, 0, std::numeric_limits<double>::quiet_NaN());
    const auto odd_there = ss::to_suitesparse(odd);
    for (const bool ta : {false, true}) {
        const gb::descriptor d{.transpose_a = ta};
        auto plus = ss::new_vector<double>(2), min = ss::new_vector<double>(2);
        const GrB_Descriptor desc = ta ? static_cast<GrB_Descriptor>(transposed) : nullptr;
        ss::check(GrB_Matrix_reduce_Monoid(plus, nullptr, nullptr, GrB_PLUS_MONOID_FP64, odd_there, desc), "GrB_reduce");
        ss::check(GrB_Matrix_reduce_Monoid(min, nullptr, nullptr, GrB_MIN_MONOID_FP64, odd_there, desc), "GrB_reduce");
        expect_equal<double>("plus of -0.0", gb::reduce_rows(spec::contexts()[1], gb::plus{}, odd, d), std::move(plus));
        expect_equal<double>("min of NaN", gb::reduce_rows(spec::contexts()[1], gb::min{}, odd, d), std::move(min));
    }
}

TEST_CASE("SuiteSparse: diagonals", "[suitesparse]") {
    for (const index n : {0, 1, 50}) {
        const auto v = random_vector<double>(61, n, 0.4);
        for (const index k : {-20, -1, 0, 1, 30}) {
            ss::matrix_handle there;
            ss::check(GrB_Matrix_diag(there.out(), ss::to_suitesparse(v), k), "GrB_Matrix_diag");
            expect_equal<double>("matrix_diag", gb::matrix_diag(spec::contexts()[1], v, k), std::move(there));
        }
    }
    const auto a = random_matrix<std::int32_t>(62, 30, 45, 0.3);
    const auto a_there = ss::to_suitesparse(a);
    for (index k = -32; k <= 47; ++k) {
        const auto got = gb::vector_diag(spec::contexts()[1], a, k);
        // Their output must have the right size: a difference would be an error here.
        auto there = ss::new_vector<std::int32_t>(got.size());
        ss::check(GxB_Vector_diag(there, a_there, k, nullptr), "GxB_Vector_diag");
        expect_equal<std::int32_t>("vector_diag", got, std::move(there));
    }
}

TEST_CASE("SuiteSparse: concat and split", "[suitesparse]") {
    const auto a = random_matrix<std::int32_t>(71, 40, 70, 0.3);
    const auto a_there = ss::to_suitesparse(a);
    const std::vector<std::pair<indices, indices>> grids{
        {{40}, {70}}, {{0, 40}, {70, 0}}, {{13, 0, 27}, {1, 68, 1}}, {{10, 10, 10, 10}, {35, 35}}};
    for (const auto& [heights, widths] : grids) {
        const auto m = static_cast<index>(heights.size()), n = static_cast<index>(widths.size());
        const auto tile_nrows = unsigned_of(heights), tile_ncols = unsigned_of(widths);
        std::vector<GrB_Matrix> tiles_there(heights.size() * widths.size());
        ss::check(GxB_Matrix_split(tiles_there.data(), heights.size(), widths.size(), tile_nrows.data(), tile_ncols.data(),
                                   a_there, nullptr),
                  "GxB_Matrix_split");
        std::vector<ss::matrix_handle> owned;
        for (const GrB_Matrix tile : tiles_there) owned.emplace_back(tile);

        auto whole = ss::new_matrix<double>(40, 70);
        ss::check(GxB_Matrix_concat(whole, tiles_there.data(), heights.size(), widths.size(), nullptr), "GxB_Matrix_concat");
        const auto tiles = gb::split(spec::contexts()[2], a, heights, widths);
        gb::matrix<double> c(40, 70);
        gb::concat(spec::contexts()[2], c, tiles, m, n);
        expect_equal<double>("concat", c, std::move(whole));
        REQUIRE(tiles.size() == owned.size());
        for (std::size_t t = 0; t < tiles.size(); ++t) expect_equal<std::int32_t>("split", tiles[t], std::move(owned[t]));
    }
}

TEST_CASE("SuiteSparse: sort", "[suitesparse]") {
    using T = std::int32_t;
    for (const index size : {0, 1, 200}) {
        const auto u = random_vector<T>(81, size, 0.6);
        auto values = ss::new_vector<T>(size);
        auto permutation = ss::new_vector<std::int64_t>(size);
        ss::check(GxB_Vector_sort(values, permutation, GrB_LT_INT32, ss::to_suitesparse(u), nullptr), "GxB_Vector_sort");
        const auto got = gb::sort(spec::contexts()[2], gb::lt{}, u);
        expect_equal<T>("sorted values", got.values, std::move(values));
        expect_equal<std::int64_t>("permutation", got.permutation, std::move(permutation));
    }
    const auto a = random_matrix<T>(82, 40, 70, 0.4);
    auto values = ss::new_matrix<T>(40, 70);
    auto permutation = ss::new_matrix<std::int64_t>(40, 70);
    ss::check(GxB_Matrix_sort(values, permutation, GrB_GT_INT32, ss::to_suitesparse(a), nullptr), "GxB_Matrix_sort");
    const auto got = gb::sort(spec::contexts()[2], gb::gt{}, a);
    expect_equal<T>("sorted rows", got.values, std::move(values));
    expect_equal<std::int64_t>("permutations of rows", got.permutation, std::move(permutation));
}

TEST_CASE("SuiteSparse: resize and build", "[suitesparse]") {
    using T = double;
    for (const auto& [nrows, ncols] :
         std::array<std::pair<index, index>, 5>{{{40, 70}, {0, 0}, {10, 90}, {60, 3}, {64, 128}}}) {
        auto a = random_matrix<T>(91, 40, 70, 0.3);
        auto there = ss::to_suitesparse(a);
        ss::check(GrB_Matrix_resize(there, static_cast<GrB_Index>(nrows), static_cast<GrB_Index>(ncols)), "GrB_Matrix_resize");
        a.resize(nrows, ncols);
        expect_equal<T>("resize", a, std::move(there));
        for (const bool is_dense : {false, true}) {
            auto v = spec::in_form(random_vector<T>(92, 70, 0.4), is_dense);
            auto v_there = ss::to_suitesparse(v);
            ss::check(GrB_Vector_resize(v_there, static_cast<GrB_Index>(ncols)), "GrB_Vector_resize");
            v.resize(ncols);
            expect_equal<T>("resize a vector", v, std::move(v_there));
        }
    }
    const indices i{3, 1, 3, 0}, j{2, 2, 2, 0};
    const std::vector<T> x{1.5, 2, 4, 8};
    const auto i_there = unsigned_of(i), j_there = unsigned_of(j);
    auto built = ss::new_matrix<T>(4, 3);
    ss::check(GrB_Matrix_build_FP64(built, i_there.data(), j_there.data(), x.data(), 4, GrB_MINUS_FP64), "GrB_Matrix_build");
    gb::matrix<T> here(4, 3);
    here.build(i, j, x, gb::minus{});
    expect_equal<T>("build", here, std::move(built));
    auto built_vector = ss::new_vector<T>(4);
    ss::check(GrB_Vector_build_FP64(built_vector, i_there.data(), x.data(), 4, GrB_PLUS_FP64), "GrB_Vector_build");
    gb::vector<T> v(4);
    v.build(i, x, gb::plus{});
    expect_equal<T>("build a vector", v, std::move(built_vector));
}

}  // namespace peer
