// Own semirings and operators over structs and built-in types, on both engines, against the specification: under all kinds of
// masks, with accumulators that carry their source, by all methods.
#include <graphblas_gpu/apply.hpp>
#include <graphblas_gpu/assign.hpp>
#include <graphblas_gpu/ewise.hpp>
#include <graphblas_gpu/extract.hpp>
#include <graphblas_gpu/mxm.hpp>
#include <graphblas_gpu/mxv.hpp>
#include <graphblas_gpu/own_semiring.hpp>
#include <graphblas_gpu/plan.hpp>
#include <graphblas_gpu/reduce.hpp>
#include <graphblas_gpu/select.hpp>
#include <graphblas_gpu/transpose.hpp>
#include <graphblas_gpu/vxm_update.hpp>

#include <tests/catch.hpp>
#include <tests/cuda/samples.hpp>
#include <tests/cuda/sources.hpp>
#include <tests/spec/spec.hpp>

namespace gb = graphblas_gpu;
using namespace device_samples;

namespace {

/// Small whole numbers, whose sums and products are exact in every type.
template <class T>
T small_value(std::mt19937& random) {
    const int x = static_cast<int>(random() % 7) - 3;
    const int y = static_cast<int>(random() % 5) + 1;
    if constexpr (std::is_same_v<T, sources::arrival>)
        return {static_cast<float>(x), y};
    else if constexpr (std::is_same_v<T, sources::complex_number>)
        return {static_cast<float>(x), static_cast<float>(y)};
    else if constexpr (std::is_same_v<T, sources::fraction>)
        return {static_cast<std::int16_t>(x), static_cast<std::int16_t>(y)};
    else if constexpr (std::is_same_v<T, sources::long_complex>)
        return {static_cast<double>(x), static_cast<double>(y)};
    else if constexpr (std::is_unsigned_v<T>)
        return static_cast<T>(y);
    else
        return gb::cast<T>(x);
}

template <class T>
gb::matrix<T> some_matrix(gb::index nrows, gb::index ncols, unsigned seed, double density = 0.2) {
    return random_matrix<T>(
        nrows, ncols, seed, [&](gb::index i, gb::index j) { return i % 5 == 3 ? 0
                                                                   : i == 2   ? 1
                                                                   : j == 0   ? 0.5
                                                                              : density; },
        small_value<T>);
}
template <class T>
gb::vector<T> some_vector(gb::index size, unsigned seed, double density = 0.5) {
    std::mt19937 random(seed);
    gb::vector<T> v(size);
    for (gb::index i = 0; i < size; ++i) {
        if (random() % 1000 < density * 1000) v.set_element(i, small_value<T>(random));
    }
    return v;
}

template <class T>
void check_equal(const spec::dense<T>& wanted, const spec::dense<T>& found) {
    REQUIRE(wanted.nrows == found.nrows);
    REQUIRE(wanted.ncols == found.ncols);
    const bool is_same = wanted.cells == found.cells;
    CHECK(is_same);
}

enum class mask_kind { none, structure, values, complement };

/// Which positions a mask of this kind admits.
template <class M>
spec::dense<bool> admitted(const spec::dense<M>& mask, mask_kind kind) {
    spec::dense<bool> out{mask.nrows, mask.ncols};
    for (std::size_t p = 0; p < mask.cells.size(); ++p) {
        const bool is_there = mask.cells[p].has_value(), is_true = is_there && *mask.cells[p] != M{};
        out.cells[p] = kind == mask_kind::none || (kind == mask_kind::structure ? is_there
                                                   : kind == mask_kind::values  ? is_true
                                                                                : !is_true);
    }
    return out;
}

/// call(mask) with the mask of this kind.
template <class M, class Call>
void under(const M& mask, mask_kind kind, const Call& call) {
    switch (kind) {
        case mask_kind::none:
            return call(gb::no_mask);
        case mask_kind::structure:
            return call(gb::structure(mask));
        case mask_kind::values:
            return call(gb::values(mask));
        default:
            return call(!gb::values(mask));
    }
}

/// A kernel takes a device up to a second to compile, so that not every semiring is tried with all of them.
const std::vector<gb::method> by_itself{gb::method::automatic};
const std::vector<gb::method> by_all{gb::method::automatic, gb::method::hash,  gb::method::dense,
                                     gb::method::dot,       gb::method::merge, gb::method::bitmap_tile};

/// C<M, replace> = accum(C, A B), and the same of vectors, on both engines.
template <class S, class Accum>
void check_against_specification(const S& s, const Accum& accum, const std::vector<gb::method>& methods) {
    using value = gb::semiring_value_t<S>;
    using left = gb::semiring_left_t<S>;
    using right = gb::semiring_right_t<S>;
    constexpr gb::index n = 22;
    const auto a = some_matrix<left>(n, n, 1);
    const auto b = some_matrix<right>(n, n, 2);
    const auto c = some_matrix<value>(n, n, 3, 0.3);
    const auto m = some_matrix<int>(n, n, 4, 0.4);
    const auto u = some_vector<left>(n, 5);
    const auto v = some_vector<right>(n, 6);
    const auto w = some_vector<value>(n, 7);
    const auto of_vector = some_vector<int>(n, 8);
    const auto spec_c = spec::read(c), spec_w = spec::read(w);
    const auto t = spec::mxm(s, spec::read(a), spec::read(b));
    const auto left_t = spec::mxm(s, spec::read(u), spec::read(b));
    const auto right_t = spec::transposed(spec::mxm(s, spec::read(a), spec::transposed(spec::read(v))));
    for (const gb::context* ctx : {&on_host(), &on_device()}) {
        INFO((ctx == &on_host() ? "host" : "device"));
        for (const mask_kind kind : {mask_kind::none, mask_kind::structure, mask_kind::values, mask_kind::complement}) {
            const auto writable = admitted(spec::read(m), kind);
            const auto writable_in_vector = admitted(spec::read(of_vector), kind);
            for (const bool replace : {false, true}) {
                INFO("mask " << static_cast<int>(kind) << " replace " << replace);
                const auto accumulate = [&](const auto& by) {
                    under(m, kind, [&](const auto& mask) {
                        for (const gb::method how : methods) {
                            const bool needs_entries = how == gb::method::dot;
                            if (needs_entries && (kind == mask_kind::none || kind == mask_kind::complement)) continue;
                            if (how == gb::method::merge && kind != mask_kind::none) continue;
                            INFO(gb::to_string(how));
                            auto out = c;
                            gb::mxm(*ctx, out, mask, by, s, a, b, {.replace = replace, .method = how});
                            check_equal(spec::write_back(spec_c, writable, by, t, replace), spec::read(out));
                        }
                        INFO("transposed operands");
                        auto out = c;
                        gb::mxm(*ctx, out, mask, by, s, gb::transpose(on_host(), a), gb::transpose(on_host(), b),
                                {.transpose_a = true, .transpose_b = true, .replace = replace});
                        check_equal(spec::write_back(spec_c, writable, by, t, replace), spec::read(out));
                    });
                    under(of_vector, kind, [&](const auto& mask) {
                        INFO("vectors");
                        auto out = w;
                        gb::vxm(*ctx, out, mask, by, s, u, b, {.replace = replace});
                        check_equal(spec::write_back(spec_w, writable_in_vector, by, left_t, replace), spec::read(out));
                        INFO("from the right");
                        out = w;
                        gb::mxv(*ctx, out, mask, by, s, a, v, {.replace = replace});
                        check_equal(spec::write_back(spec_w, writable_in_vector, by, right_t, replace), spec::read(out));
                    });
                };
                accumulate(gb::no_accum);
                accumulate(accum);
            }
        }
        using monoid = gb::semiring_add_t<S>;
        if constexpr (!gb::monoid_is_any<monoid>) {
            const bool is_same =
                gb::mxm_reduce(*ctx, gb::semiring_add(s), gb::structure(m), s, a, b) ==
                spec::reduce(gb::semiring_add(s),
                             spec::write_back(spec::dense<value>{n, n}, admitted(spec::read(m), mask_kind::structure),
                                              gb::no_accum, t, true));
            CHECK(is_same);
        }
        check_equal(
            spec::write_back(spec::dense<value>{n, n}, admitted(spec::read(m), mask_kind::complement), gb::no_accum, t, true),
            spec::read(gb::plan_mxm(*ctx, !gb::values(m), s, a, b).execute()));
    }
}

}  // namespace

TEST_CASE("own semirings over structs are the specification's") {
    SECTION("argmin pairs") { check_against_specification(sources::arrivals{}, sources::earlier{}, by_all); }
    SECTION("complex numbers") { check_against_specification(sources::complex_products{}, sources::complex_sum{}, by_itself); }
    SECTION("structs of 4 bytes") { check_against_specification(sources::fractions{}, sources::largest_fraction{}, by_itself); }
    SECTION("complex numbers of 16 bytes") {
        check_against_specification(sources::long_complex_products{}, sources::long_complex_sum{}, by_all);
    }
    SECTION("structs of 16 bytes from numbers and positions") {
        check_against_specification(sources::placed_products{}, sources::long_complex_sum{}, by_itself);
    }
}

TEST_CASE("own semirings over numbers are the specification's") {
    SECTION("widest paths") { check_against_specification(sources::widest_path{}, sources::keep_larger_magnitude{}, by_all); }
    SECTION("a bounded counter") {
        check_against_specification(sources::bounded_counter{{5}}, sources::bounded_sum{7}, by_itself);
    }
    SECTION("modular arithmetic") { check_against_specification(sources::modular{{11}}, sources::modular_sum{7}, by_itself); }
    SECTION("labels of 64 bits") { check_against_specification(sources::least_label{}, gb::min{}, by_itself); }
    SECTION("any") { check_against_specification(sources::any_difference{}, gb::max{}, by_itself); }
}

TEST_CASE("structs are moved to a device and back") {
    const auto check = []<class T>(std::type_identity<T>) {
        const auto a = some_matrix<T>(30, 20, 1);
        const auto u = some_vector<T>(20, 2);
        const auto same = [](const auto& x, const auto& y) {
            const bool is_same = x == y;
            CHECK(is_same);
        };
        same(gb::transpose(on_host(), a), gb::transpose(on_device(), a));
        same(gb::select(on_host(), gb::tril{}, a), gb::select(on_device(), gb::tril{}, a));
        same(gb::select(on_host(), gb::offdiag{}, a), gb::select(on_device(), gb::offdiag{}, a));
        same(gb::apply(on_host(), gb::rowindex{}, a), gb::apply(on_device(), gb::rowindex{}, a));
        const std::vector<gb::index> twice{7, 3, 3, 11}, rows{7, 3, 11}, columns{0, 5, 2};
        same(gb::extract(on_host(), a, twice, columns), gb::extract(on_device(), a, twice, columns));
        same(gb::ewise_add(on_host(), gb::first{}, a, some_matrix<T>(30, 20, 3)),
             gb::ewise_add(on_device(), gb::first{}, a, some_matrix<T>(30, 20, 3)));
        const auto m = some_matrix<int>(30, 20, 4, 0.5);
        auto x = a, y = a;
        gb::transpose(on_host(), x, gb::structure(m), gb::no_accum, some_matrix<T>(20, 30, 5));
        gb::transpose(on_device(), y, gb::structure(m), gb::no_accum, some_matrix<T>(20, 30, 5));
        same(x, y);
        std::mt19937 random(6);
        const T one = small_value<T>(random);
        gb::assign(on_host(), x, gb::no_mask, gb::no_accum, one, rows, columns);
        gb::assign(on_device(), y, gb::no_mask, gb::no_accum, one, rows, columns);
        same(x, y);
        auto v = u, w = u;
        gb::select(on_host(), v, gb::no_mask, gb::second{}, gb::tril{}, some_vector<T>(20, 7));
        gb::select(on_device(), w, gb::no_mask, gb::second{}, gb::tril{}, some_vector<T>(20, 7));
        same(v, w);
        w.resize(9);
        v.resize(9);
        same(v, w);
    };
    check(std::type_identity<sources::fraction>{});
    check(std::type_identity<sources::arrival>{});
    check(std::type_identity<sources::long_complex>{});
}

TEST_CASE("operators that carry their source work on structs") {
    const auto a = some_matrix<sources::arrival>(30, 20, 1), b = some_matrix<sources::arrival>(30, 20, 2);
    const auto z = some_matrix<sources::long_complex>(30, 20, 3);
    const auto f = some_matrix<float>(30, 20, 4);
    const auto u = some_vector<sources::arrival>(50, 5);
    const auto same = [](const auto& call) {
        const bool is_same = call(on_host()) == call(on_device());
        CHECK(is_same);
    };
    same([&](const auto& ctx) { return gb::apply(ctx, sources::later{2}, a); });
    same([&](const auto& ctx) { return gb::apply(ctx, sources::later{2}, u); });
    same([&](const auto& ctx) { return gb::apply(ctx, sources::distance_of{}, a, {.transpose_a = true}); });
    same([&](const auto& ctx) { return gb::apply(ctx, sources::starts_at{}, f); });
    same([&](const auto& ctx) { return gb::apply(ctx, sources::conjugated{}, z); });
    same([&](const auto& ctx) { return gb::select(ctx, sources::is_near{}, a); });
    same([&](const auto& ctx) { return gb::select(ctx, sources::is_near{}, u); });
    same([&](const auto& ctx) { return gb::select(ctx, sources::on_chessboard{}, a); });
    same([&](const auto& ctx) { return gb::ewise_add(ctx, sources::earlier{}, a, b); });
    same([&](const auto& ctx) { return gb::ewise_mult(ctx, sources::earlier{}, a, b); });
    same([&](const auto& ctx) {
        return gb::ewise_add(ctx, sources::long_complex_sum{}, z, some_matrix<sources::long_complex>(30, 20, 6));
    });
    same([&](const auto& ctx) { return gb::reduce(ctx, sources::earlier{}, a); });
    same([&](const auto& ctx) { return gb::reduce(ctx, sources::earlier{}, u); });
    same([&](const auto& ctx) { return gb::reduce(ctx, sources::long_complex_sum{}, z); });
    same([&](const auto& ctx) {
        return gb::reduce(ctx, sources::largest_fraction{}, some_matrix<sources::fraction>(90, 80, 7));
    });
    for (const bool transpose : {false, true}) {
        same([&](const auto& ctx) { return gb::reduce_rows(ctx, sources::earlier{}, a, {.transpose_a = transpose}); });
        same([&](const auto& ctx) { return gb::reduce_rows(ctx, sources::long_complex_sum{}, z, {.transpose_a = transpose}); });
        same([&](const auto& ctx) {
            return gb::reduce_rows(ctx, sources::largest_magnitude{}, some_matrix<std::int32_t>(70, 90, 8),
                                   {.transpose_a = transpose});
        });
        same([&](const auto& ctx) {
            return gb::reduce_rows(ctx, sources::bounded_sum{9}, some_matrix<std::uint32_t>(70, 90, 9),
                                   {.transpose_a = transpose});
        });
    }
}

TEST_CASE("accumulators that carry their source in assignments and updates") {
    const auto a = some_matrix<sources::arrival>(12, 10, 1), part = some_matrix<sources::arrival>(3, 4, 2, 0.7);
    const auto mask = some_matrix<int>(12, 10, 3, 0.5), small_mask = some_matrix<int>(3, 4, 3, 0.5);
    const std::vector<gb::index> rows{7, 2, 4}, columns{9, 0, 5, 3};
    for (const bool replace : {false, true}) {
        auto x = a, y = a;
        gb::assign(on_host(), x, gb::structure(mask), sources::earlier{}, part, rows, columns, {.replace = replace});
        gb::assign(on_device(), y, gb::structure(mask), sources::earlier{}, part, rows, columns, {.replace = replace});
        const bool is_same = x == y;
        CHECK(is_same);
        gb::subassign(on_host(), x, !gb::values(small_mask), sources::earlier{}, part, rows, columns, {.replace = replace});
        gb::subassign(on_device(), y, !gb::values(small_mask), sources::earlier{}, part, rows, columns, {.replace = replace});
        const bool is_same_again = x == y;
        CHECK(is_same_again);
        const sources::arrival value{-2, 3};
        gb::assign(on_host(), x, gb::structure(mask), sources::earlier{}, value, rows, columns, {.replace = replace});
        gb::assign(on_device(), y, gb::structure(mask), sources::earlier{}, value, rows, columns, {.replace = replace});
        const bool is_same_value = x == y;
        CHECK(is_same_value);
    }
    // Shortest paths with their sources: rounds of vxm_update until nothing changes.
    const auto lengths = some_matrix<float>(40, 40, 4, 0.1);
    const auto positive = gb::apply(on_host(), gb::abs{}, lengths);
    const auto search = [&](const gb::context& ctx) {
        gb::vector<sources::arrival> w(40), near(40);
        w.set_element(4, {0, 4});
        w.set_element(17, {0.5f, 17});
        near = w;
        for (int round = 0; near.nvals() > 0 && round < 100; ++round) {
            gb::vxm_update(ctx, w, near, gb::no_mask, sources::earlier{}, sources::arrivals{}, near, positive);
        }
        CHECK(near.nvals() == 0);
        return w;
    };
    const bool is_same = search(on_host()) == search(on_device());
    CHECK(is_same);
}

namespace {

/// A struct of the same size as arrival, which the host makes from one.
struct swapped {
    int from = 0;
    float at = 0;
    swapped() = default;
    constexpr swapped(const sources::arrival& x) : from(x.from), at(x.distance) {}
    bool operator==(const swapped&) const = default;
};
struct reads_swapped {
    float operator()(const swapped& x) const { return x.at; }
};

}  // namespace

TEST_CASE("structs are not taken for other structs of their size") {
    const auto a = some_matrix<sources::arrival>(12, 12, 1);
    gb::matrix<swapped> c(12, 12);
    CHECK_THROWS_AS(gb::assign(on_device(), c, gb::no_mask, gb::no_accum, a), gb::unsupported);
    CHECK_THROWS_AS(gb::transpose(on_device(), c, gb::no_mask, gb::no_accum, a), gb::unsupported);
    CHECK(c.nvals() == 0);
    STATIC_REQUIRE(gb::device::takes_first<reads_swapped, swapped>());
    STATIC_REQUIRE_FALSE(gb::device::takes_first<reads_swapped, sources::arrival>());
}

TEST_CASE("structs without an operator that carries its source are refused, and nothing changes") {
    const auto a = some_matrix<sources::arrival>(12, 12, 1);
    auto c = a;
    CHECK_THROWS_AS(gb::ewise_add(
                        on_device(), [](const auto& x, const auto&) { return x; }, a, a),
                    gb::unsupported);
    CHECK_THROWS_AS(gb::select(
                        on_device(), [](const sources::arrival& x) { return x.from > 1; }, a),
                    gb::unsupported);
    CHECK_THROWS_AS(gb::reduce(on_device(), gb::monoid<gb::any, sources::arrival>{}, a), gb::unsupported);
    const bool is_unchanged = c == a;
    CHECK(is_unchanged);
}
