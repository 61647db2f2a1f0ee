// ewise_add, ewise_mult, apply, select, assign and reduce of vectors against the specification: all options, and each
// vector in both of its forms.
#include "trial.hpp"

namespace spec {

namespace {

constexpr std::array<index, 7> sizes{0, 1, 5, 63, 64, 65, 130};

/// f(a, b, c, mask), a vector each, in all forms.
template <class TC, class TM, class TA, class TB, class F>
void for_each_vector(F&& f) {
    random r(20240404);
    for (const index size : sizes) {
        for (const double density : {0.1, 0.6}) {
            const auto a = write<gb::vector<TA>>(random_dense<TA>(r, 1, size, density));
            const auto b = write<gb::vector<TB>>(random_dense<TB>(r, 1, size, density));
            const auto c = write<gb::vector<TC>>(random_dense<TC>(r, 1, size, 0.5));
            const auto mask = write<gb::vector<TM>>(random_dense<TM>(r, 1, size, 0.5));
            for (const bool c_form : {false, true})
                for (const bool mask_form : {false, true})
                    for (const bool a_form : {false, true})
                        for (const bool b_form : {false, true})
                            f(in_form(a, a_form), in_form(b, b_form), in_form(c, c_form), in_form(mask, mask_form));
        }
    }
}

std::string named(const char* operation, index size) {
    return std::string(operation) + " of size " + std::to_string(size);
}

}  // namespace

TEST_CASE("vectors: ewise_add and ewise_mult with minus", "[spec][vector]") {
    using T = std::int32_t;
    for_each_vector<T, T, T, T>([](const auto& a, const auto& b, const auto& c, const auto& mask) {
        const auto call_add = [](const auto& ctx, auto& w, const auto& m, const auto& accum, const auto& x,
                                 const auto& y,
                                 const auto& d) { gb::ewise_add(ctx, w, m, accum, gb::minus{}, x, y, d); };
        const auto call_mult = [](const auto& ctx, auto& w, const auto& m, const auto& accum, const auto& x,
                                  const auto& y,
                                  const auto& d) { gb::ewise_mult(ctx, w, m, accum, gb::minus{}, x, y, d); };
        const auto sum = ewise_add<T>(gb::minus{}, read(a), read(b));
        const auto product = ewise_mult<T>(gb::minus{}, read(a), read(b));
        check_outputs({named("ewise_add", a.size()), {}}, c, mask, a, b, sum, call_add);
        check_outputs({named("ewise_mult", a.size()), {}}, c, mask, a, b, product, call_mult);
        expect_none(difference(gb::ewise_add(contexts()[1], gb::minus{}, a, b), sum), [] { return "ewise_add, new"; });
        expect_none(difference(gb::ewise_mult(contexts()[1], gb::minus{}, a, b), product),
                    [] { return "ewise_mult, new"; });
    });
}

TEST_CASE("vectors: ewise_add of a long list and a short one, which share some positions", "[spec][vector]") {
    using T = std::int32_t;
    random r(77);
    const index size = 6000;
    for (const double few : {0.0, 0.0002, 0.001, 0.003}) {
        const auto longer = write<gb::vector<T>>(random_dense<T>(r, 1, size, 0.06));
        auto shorter = write<gb::vector<T>>(random_dense<T>(r, 1, size, few));
        const auto in_longer = longer.to_entries().indices;
        for (const std::size_t p : {std::size_t{0}, std::size_t{100}, in_longer.size() - 1})
            if (few > 0) shorter.set_element(in_longer[p], static_cast<T>(p) + 5);
        for (const auto& [a, b] : {std::pair(&longer, &std::as_const(shorter)), std::pair(&std::as_const(shorter), &longer)}) {
            expect_none(difference(gb::ewise_add(contexts()[1], gb::minus{}, *a, *b),
                                   ewise_add<T>(gb::minus{}, read(*a), read(*b))),
                        [&] { return named("ewise_add", few > 0); });
        }
    }
}

TEST_CASE("vectors: ewise_add and ewise_mult where some have an entry everywhere", "[spec][vector]") {
    using T = std::int32_t;
    random r(20240405);
    for (const index size : {1, 64, 130, 3000}) {
        if (!is_tried_where_slow()) continue;
        for (const auto& [in_a, in_b, in_c] :
             {std::array{1.0, 1.0, 1.0}, {1.0, 0.6, 1.0}, {0.6, 1.0, 0.5}, {0.0, 1.0, 1.0}, {0.5, 0.5, 1.0}}) {
            const auto a = write<gb::vector<T>>(random_dense<T>(r, 1, size, in_a));
            const auto b = write<gb::vector<T>>(random_dense<T>(r, 1, size, in_b));
            const auto c = write<gb::vector<T>>(random_dense<T>(r, 1, size, in_c));
            const auto mask = write<gb::vector<T>>(random_dense<T>(r, 1, size, 0.5));
            const auto call_add = [](const auto& ctx, auto& w, const auto& m, const auto& accum, const auto& x, const auto& y,
                                     const auto& d) { gb::ewise_add(ctx, w, m, accum, gb::minus{}, x, y, d); };
            const auto call_mult = [](const auto& ctx, auto& w, const auto& m, const auto& accum, const auto& x, const auto& y,
                                      const auto& d) { gb::ewise_mult(ctx, w, m, accum, gb::minus{}, x, y, d); };
            check_outputs({named("ewise_add", size), {}}, c, mask, a, b, ewise_add<T>(gb::minus{}, read(a), read(b)), call_add);
            check_outputs({named("ewise_mult", size), {}}, c, mask, a, b, ewise_mult<T>(gb::minus{}, read(a), read(b)),
                          call_mult);
            const auto less = ewise_mult<bool>(gb::lt{}, read(a), read(b));
            expect_none(difference(gb::ewise_mult(contexts()[1], gb::lt{}, a, b), less),
                        [] { return "ewise_mult by lt, new"; });
        }
    }
}

TEST_CASE("vectors: apply a function of value and position, into another type", "[spec][vector]") {
    const auto f = [](std::int8_t x, index i) { return x + 0.5 * static_cast<double>(i); };
    const auto meaning = [&](std::int8_t x, index, index j) { return f(x, j); };
    for_each_vector<float, void, std::int8_t, std::int8_t>(
        [&](const auto& a, const auto&, const auto& c, const auto& mask) {
            const auto t = apply<double>(meaning, read(a));
            check_outputs({named("apply", a.size()), {}, only_automatic, 0, true}, c, mask, a, no_operand, t,
                          [&](const auto& ctx, auto& w, const auto& m, const auto& accum, const auto& x, const auto&,
                              const auto& d) { gb::apply(ctx, w, m, accum, f, x, d); });
            if (on_cuda()) expect_refused([&] { return gb::apply(contexts()[1], f, a); });
            else expect_none(difference(gb::apply(contexts()[1], f, a), t), [] { return "apply, new"; });
        });
}

TEST_CASE("vectors: select by value and position, by value, by position", "[spec][vector]") {
    using T = std::int32_t;
    for_each_vector<T, T, T, T>([](const auto& a, const auto&, const auto& c, const auto& mask) {
        const auto both = [](T x, index i) { return (x + i) % 2 == 0; };
        check_outputs({named("select", a.size()), {}, only_automatic, 0, true}, c, mask, a, no_operand,
                      select([&](T x, index, index j) { return both(x, j); }, read(a)),
                      [&](const auto& ctx, auto& w, const auto& m, const auto& accum, const auto& x, const auto&,
                          const auto& d) { gb::select(ctx, w, m, accum, both, x, d); });
        expect_none(difference(gb::select(contexts()[1], gb::value_ne(0), a),
                               select([](T x, index, index) { return x != 0; }, read(a))),
                    [] { return "select x != 0"; });
        const gb::vector<void> structure = write<gb::vector<void>>(read(a));
        const auto third = [](index i) { return i % 3 == 0; };
        if (on_cuda()) expect_refused([&] { return gb::select(contexts()[1], third, structure); });
        else expect_none(difference(gb::select(contexts()[1], third, structure),
                                    select([](T, index, index j) { return j % 3 == 0; }, read(a))),
                         [] { return "select by position"; });
    });
}

TEST_CASE("vectors: bound operands and index operators; a vector is a column", "[spec][vector]") {
    using T = std::int32_t;
    for_each_vector<T, T, T, T>([](const auto& a, const auto&, const auto& c, const auto& mask) {
        const auto t = apply<index>([](T, index, index j) { return j + 7; }, read(a));
        check_outputs({named("apply rowindex", a.size()), {}}, c, mask, a, no_operand, t,
                      [&](const auto& ctx, auto& w, const auto& m, const auto& accum, const auto& x, const auto&,
                          const auto& d) { gb::apply(ctx, w, m, accum, gb::rowindex{7}, x, d); });
        const auto check = [&](const char* name, const auto& got, const auto& want) {
            expect_none(difference(got, want), [&] { return name; });
        };
        const gb::context& ctx = contexts()[1];
        check("colindex", gb::apply(ctx, gb::colindex{4}, a), apply<index>([](T, index, index) { return 4; }, read(a)));
        check("diagindex", gb::apply(ctx, gb::diagindex{4}, a),
              apply<index>([](T, index, index j) { return 4 - j; }, read(a)));
        check("bind_first", gb::apply(ctx, gb::bind_first(gb::minus{}, 5), a),
              apply<T>([](T x, index, index) { return gb::minus{}(5, x); }, read(a)));
        check("rowle", gb::select(ctx, gb::rowle{40}, a), select([](T, index, index j) { return j <= 40; }, read(a)));
        check("rowgt", gb::select(ctx, gb::rowgt{40}, a), select([](T, index, index j) { return j > 40; }, read(a)));
        check("colle", gb::select(ctx, gb::colle{0}, a), read(a));
        check("triu", gb::select(ctx, gb::triu{-3}, a), select([](T, index, index j) { return j <= 3; }, read(a)));
    });
}

TEST_CASE("vectors: assign a vector, and a scalar", "[spec][vector]") {
    for_each_vector<double, std::int8_t, float, float>([](const auto& a, const auto&, const auto& c, const auto& mask) {
        check_outputs({named("assign a vector", a.size()), {}}, c, mask, a, no_operand, read(a),
                      [](const auto& ctx, auto& w, const auto& m, const auto& accum, const auto& x, const auto&,
                         const auto& d) { gb::assign(ctx, w, m, accum, x, d); });
        check_outputs({named("assign a scalar", a.size()), {}}, c, mask, no_operand, no_operand, filled(1, a.size(), 2.5),
                      [](const auto& ctx, auto& w, const auto& m, const auto& accum, const auto&, const auto&,
                         const auto& d) { gb::assign(ctx, w, m, accum, 2.5f, d); });
    });
    // The mask is the output, whose form changes on the way.
    using T = std::int64_t;
    for_each_vector<T, T, T, T>([](const auto& a, const auto&, const auto& c, const auto& mask) {
        check_outputs({named("assign a scalar to its mask", a.size()), {}}, c, mask, no_operand, no_operand,
                      filled(1, a.size(), T{7}),
                      [](const auto& ctx, auto& w, const auto& m, const auto& accum, const auto&, const auto&,
                         const auto& d) { gb::assign(ctx, w, m, accum, 7, d); });
    });
}

TEST_CASE("vectors: reduce to a scalar", "[spec][vector]") {
    using T = std::int32_t;
    for_each_vector<T, T, T, T>([](const auto& a, const auto& b, const auto&, const auto&) {
        const gb::context& ctx = contexts()[1];
        CHECK(gb::reduce(ctx, gb::plus{}, a) == reduce(gb::monoid<gb::plus, T>{}, read(a)));
        CHECK(gb::reduce(ctx, gb::min{}, b) == reduce(gb::monoid<gb::min, T>{}, read(b)));
        CHECK(gb::reduce(ctx, gb::any{}, b) == reduce(gb::monoid<gb::any, T>{}, read(b)));
        CHECK(gb::reduce(ctx, gb::monoid<gb::max, double>{}, b) == reduce(gb::monoid<gb::max, double>{}, read(b)));
    });
}

}  // namespace spec
