// reduce, transpose and assign of matrices against the specification: all options, transpositions, forms of vectors.
#include "trial.hpp"

namespace spec {

namespace {

constexpr std::array<std::pair<index, index>, 9> shapes{
    {{0, 0}, {0, 3}, {3, 0}, {1, 1}, {5, 5}, {4, 6}, {1, 65}, {66, 2}, {3, 128}}};

template <class TC, class TM, class TA, class F>
void for_each_shape(F&& f) {
    random r(20240505);
    for (const auto& [nrows, ncols] : shapes) {
        const auto a = random_dense<TA>(r, nrows, ncols, 0.5);
        const auto c = write<gb::matrix<TC>>(random_dense<TC>(r, nrows, ncols, 0.5));
        const auto mask = write<gb::matrix<TM>>(random_dense<TM>(r, nrows, ncols, 0.5));
        for (const bool transpose : {false, true})
            f(a, write<gb::matrix<TA>>(transpose ? transposed(a) : a), c, mask, transpose);
    }
}

template <class TC, class TM, class TA>
void check_transpose_and_assign(const std::string& name) {
    for_each_shape<TC, TM, TA>([&](const auto& a, const auto& stored, const auto& c, const auto& mask, bool transpose) {
        // The descriptor's transposition comes on top of the operation's own.
        check_outputs({"transpose " + name, {.transpose_a = !transpose}}, c, mask, stored, no_operand, a,
                      [](const auto& ctx, auto& out, const auto& m, const auto& accum, const auto& x, const auto&,
                         const auto& d) { gb::transpose(ctx, out, m, accum, x, d); });
        check_outputs({"assign " + name, {.transpose_a = transpose}}, c, mask, stored, no_operand, a,
                      [](const auto& ctx, auto& out, const auto& m, const auto& accum, const auto& x, const auto&,
                         const auto& d) { gb::assign(ctx, out, m, accum, x, d); });
        if (transpose)
            expect_none(difference(gb::transpose(contexts()[1], stored), a), [&] { return "transpose, new, " + name; });
    });
}

template <class TW, class TM, class TA, class Monoid, class Meant>
void check_reduce_rows(const std::string& name, const Monoid& monoid, const Meant& meant) {
    random r(20240606);
    for (const auto& [nrows, ncols] : shapes) {
        const auto a = random_dense<TA>(r, nrows, ncols, 0.4);
        const auto t = reduce_rows(meant, a);
        const auto w0 = write<gb::vector<TW>>(random_dense<TW>(r, 1, nrows, 0.5));
        const auto m0 = write<gb::vector<TM>>(random_dense<TM>(r, 1, nrows, 0.5));
        for (const bool transpose : {false, true}) {
            const auto stored = write<gb::matrix<TA>>(transpose ? transposed(a) : a);
            const gb::descriptor d{.transpose_a = transpose};
            for (const bool w_form : {false, true}) {
                for (const bool m_form : {false, true}) {
                    check_outputs(
                        {"reduce " + name, d}, in_form(w0, w_form), in_form(m0, m_form), stored, no_operand, t,
                        [&](const auto& ctx, auto& w, const auto& m, const auto& accum, const auto& x, const auto&,
                            const auto& desc) { gb::reduce(ctx, w, m, accum, monoid, x, desc); });
                }
            }
            expect_none(difference(gb::reduce_rows(contexts()[1], monoid, stored, d), t), [&] { return name; });
        }
    }
}

template <class TW, class TM, class TA, class Monoid>
void check_reduce_rows(const std::string& name, const Monoid& monoid) {
    check_reduce_rows<TW, TM, TA>(name, monoid, gb::as_monoid<read_as<TA>>(monoid));
}

}  // namespace

TEST_CASE("transpose and assign: int32", "[spec][whole]") {
    check_transpose_and_assign<std::int32_t, std::int32_t, std::int32_t>("int32");
}
TEST_CASE("transpose and assign: double into float under a mask without values", "[spec][whole]") {
    check_transpose_and_assign<float, void, double>("double into float");
}
TEST_CASE("transpose and assign: structure into bool, structure into structure", "[spec][whole]") {
    check_transpose_and_assign<bool, bool, void>("structure into bool");
    check_transpose_and_assign<void, void, void>("structure");
}

TEST_CASE("assign a scalar to every position that the mask admits", "[spec][whole]") {
    using T = std::int32_t;
    for_each_shape<T, T, T>([&](const auto& a, const auto&, const auto& c, const auto& mask, bool transpose) {
        if (transpose) return;
        check_outputs({"assign a scalar", {}}, c, mask, no_operand, no_operand, filled(a.nrows, a.ncols, T{3}),
                      [](const auto& ctx, auto& out, const auto& m, const auto& accum, const auto&, const auto&,
                         const auto& d) { gb::assign(ctx, out, m, accum, 3.75, d); });
    });
}

TEST_CASE("reduce rows to a vector", "[spec][whole]") {
    check_reduce_rows<std::int32_t, std::int32_t, std::int32_t>("plus<int32>", gb::plus{});
    check_reduce_rows<float, std::int8_t, std::int8_t>("min<double> of int8, into float",
                                                       gb::monoid<gb::min, double>{});
    check_reduce_rows<std::int64_t, void, void>("plus<int64> of structure", gb::monoid<gb::plus, std::int64_t>{});
    check_reduce_rows<std::int64_t, void, void>("plus of structure", gb::plus{}, gb::monoid<gb::plus, std::int64_t>{});
    check_reduce_rows<bool, void, void>("lor of structure", gb::lor{}, gb::monoid<gb::lor, bool>{});
    check_reduce_rows<float, float, float>("any<float>", gb::any{});
}

TEST_CASE("reduce a matrix to a scalar", "[spec][whole]") {
    using T = std::int32_t;
    for_each_shape<T, T, T>([&](const auto& a, const auto& stored, const auto&, const auto&, bool transpose) {
        if (transpose) return;
        for (const gb::context& ctx : contexts()) {
            CHECK(gb::reduce(ctx, gb::plus{}, stored) == reduce(gb::monoid<gb::plus, T>{}, a));
            CHECK(gb::reduce(ctx, gb::max{}, stored) == reduce(gb::monoid<gb::max, T>{}, a));
            CHECK(gb::reduce(ctx, gb::any{}, stored) == reduce(gb::monoid<gb::any, T>{}, a));
            CHECK(gb::reduce(ctx, gb::monoid<gb::lxor, bool>{}, stored) == reduce(gb::monoid<gb::lxor, bool>{}, a));
            const gb::matrix<void> structure = write<gb::matrix<void>>(a);
            CHECK(gb::reduce(ctx, gb::monoid<gb::plus, index>{}, structure) == stored.nvals());
        }
    });
}

}  // namespace spec
