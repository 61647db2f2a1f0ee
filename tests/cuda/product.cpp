// Products on the CUDA engine against the host engine, which has oracles of its own.
//
// Idea: random matrices with empty rows, full rows and hubs; every way in which a product can be asked for. Integers,
// structure, minima and positions have to be equal to the bit, sums of floating-point numbers nearly.
#include <cmath>
#include <random>

#include <graphblas_gpu/mxm.hpp>
#include <graphblas_gpu/plan.hpp>

#include <tests/catch.hpp>
#include <tests/cuda/samples.hpp>

namespace gb = graphblas_gpu;
using namespace device_samples;

namespace {

/// The host gives one answer by all methods.
gb::descriptor on_host_by_any(gb::descriptor desc) {
    desc.method = gb::method::automatic;
    return desc;
}

/// f(options) for every method and both transpositions.
template <class F>
void for_each_option(F&& f) {
    for (const gb::method how : gb::all_methods) {
        for (const bool ta : {false, true}) {
            for (const bool tb : {false, true}) {
                INFO(gb::to_string(how) << (ta ? ", A'" : "") << (tb ? ", B'" : ""));
                f(gb::descriptor{.transpose_a = ta, .transpose_b = tb, .method = how});
            }
        }
    }
}

/// f(mask) for every kind of mask over m.
template <class M, class F>
void for_each_mask(const M& m, F&& f) {
    f(gb::no_mask);
    f(gb::structure(m));
    f(!gb::structure(m));
    f(gb::values(m));
    f(!gb::values(m));
}

template <class S, class TA, class TB, class TC>
void check_mxm(const S& semiring) {
    const gb::matrix<TA> a = any_matrix<TA>(24, 24, 1);
    const gb::matrix<TB> b = any_matrix<TB>(24, 24, 2);
    const gb::matrix<int> m = any_matrix<int>(24, 24, 3, 0.3);
    const gb::matrix<TC> c = any_matrix<TC>(24, 24, 4, 0.3);
    for_each_option([&](const gb::descriptor& desc) {
        check_same(gb::mxm(on_host(), semiring, a, b, on_host_by_any(desc)), gb::mxm(on_device(), semiring, a, b, desc));
        CHECK(on_device().last_report().nvals == on_host().last_report().nvals);
        CHECK(on_device().last_report().flops == on_host().last_report().flops);
        for_each_mask(m, [&](const auto& mask) {
            for (const bool replace : {false, true}) {
                if (!spec::is_tried_where_slow()) continue;
                gb::descriptor with = desc;
                with.replace = replace;
                gb::matrix<TC> x = c, y = c;
                gb::mxm(on_host(), x, mask, gb::plus{}, semiring, a, b, on_host_by_any(with));
                gb::mxm(on_device(), y, mask, gb::plus{}, semiring, a, b, with);
                check_same(x, y);
                x = c;
                y = c;
                gb::mxm(on_host(), x, mask, gb::no_accum, semiring, a, b, on_host_by_any(with));
                gb::mxm(on_device(), y, mask, gb::no_accum, semiring, a, b, with);
                check_same(x, y);
            }
        });
    });
}

}  // namespace

TEST_CASE("products of matrices are those of the host") {
    SECTION("plus_times float") { check_mxm<decltype(gb::plus_times<float>), float, float, float>(gb::plus_times<float>); }
    SECTION("plus_times int64, other types") {
        check_mxm<decltype(gb::plus_times<std::int64_t>), std::int8_t, void, double>(gb::plus_times<std::int64_t>);
    }
    SECTION("min_plus") { check_mxm<decltype(gb::min_plus<std::int32_t>), int, int, int>(gb::min_plus<std::int32_t>); }
    SECTION("plus_pair") {
        check_mxm<decltype(gb::plus_pair<std::int64_t>), float, bool, std::int64_t>(gb::plus_pair<std::int64_t>);
    }
    SECTION("max_times, interpreted") {
        check_mxm<decltype(gb::max_times<double>), double, double, double>(gb::max_times<double>);
    }
    SECTION("any_pair") { check_mxm<decltype(gb::any_pair<float>), float, void, float>(gb::any_pair<float>); }
    SECTION("any_first") { check_mxm<decltype(gb::any_first<double>), double, double, double>(gb::any_first<double>); }
    SECTION("any_second, other types") { check_mxm<decltype(gb::any_second<float>), int, int, double>(gb::any_second<float>); }
    SECTION("any_secondi") {
        check_mxm<decltype(gb::any_secondi<std::int32_t>), int, void, int>(gb::any_secondi<std::int32_t>);
    }
    SECTION("any_firsti") {
        check_mxm<decltype(gb::any_firsti<std::int64_t>), int, void, std::int64_t>(gb::any_firsti<std::int64_t>);
    }
}

TEST_CASE("structure, count, multiplications and folds are those of the host") {
    const gb::matrix<double> a = any_matrix<double>(30, 30, 5);
    const gb::matrix<int> b = any_matrix<int>(30, 30, 6);
    const gb::matrix<int> m = any_matrix<int>(30, 30, 7, 0.4);
    for_each_option([&](const gb::descriptor& desc) {
        CHECK(gb::mxm_flops(on_host(), a, b, on_host_by_any(desc)) == gb::mxm_flops(on_device(), a, b, desc));
        for_each_mask(m, [&](const auto& mask) {
            bool needs_mask = desc.method == gb::method::dot;
            if constexpr (requires { mask.complement; }) needs_mask = needs_mask && mask.complement;
            if (needs_mask) {
                CHECK_THROWS_AS(gb::mxm_structure(on_device(), mask, a, b, desc), gb::unsupported);
                CHECK_THROWS_AS(gb::mxm_nvals(on_device(), mask, a, b, desc), gb::unsupported);
            } else {
                const gb::descriptor any = on_host_by_any(desc);
                CHECK(gb::mxm_structure(on_host(), mask, a, b, any) == gb::mxm_structure(on_device(), mask, a, b, desc));
                CHECK(gb::mxm_nvals(on_host(), mask, a, b, any) == gb::mxm_nvals(on_device(), mask, a, b, desc));
            }
            const auto folded = [&](const auto& monoid, const auto& semiring) {
                CHECK(gb::mxm_reduce(on_host(), monoid, mask, semiring, a, b, on_host_by_any(desc)) ==
                      gb::mxm_reduce(on_device(), monoid, mask, semiring, a, b, desc));
            };
            folded(gb::plus{}, gb::plus_pair<std::int64_t>);
            folded(gb::plus{}, gb::plus_times<std::int64_t>);
            folded(gb::max{}, gb::plus_times<std::int64_t>);
            folded(gb::any{}, gb::plus_times<std::int64_t>);
            folded(gb::min{}, gb::min_plus<std::int32_t>);
            folded(gb::plus{}, gb::any_first<double>);
        });
    });
}

TEST_CASE("products with sides of nothing") {
    for (const auto& [rows, inner, columns] : {std::array<gb::index, 3>{0, 3, 2}, {3, 0, 2}, {3, 2, 0}, {0, 0, 0}, {1, 1, 1}}) {
        const gb::matrix<float> a = any_matrix<float>(rows, inner, 1, 0.9), b = any_matrix<float>(inner, columns, 2, 0.9);
        check_same(gb::mxm(on_host(), gb::plus_times<float>, a, b), gb::mxm(on_device(), gb::plus_times<float>, a, b));
        CHECK(gb::mxm_nvals(on_device(), a, b) == gb::mxm_nvals(on_host(), a, b));
        CHECK(gb::mxm_structure(on_device(), a, b) == gb::mxm_structure(on_host(), a, b));
        CHECK(gb::mxm_reduce(on_device(), gb::min{}, gb::no_mask, gb::min_plus<std::int32_t>, a, b) ==
              gb::mxm_reduce(on_host(), gb::min{}, gb::no_mask, gb::min_plus<std::int32_t>, a, b));
    }
}

/// Values narrower than the numbers of rows that kernels look for: what they read of them is outside, which a memory checker
/// sees.
TEST_CASE("the first k under a mask by dot products, narrow values") {
    const gb::matrix<std::int8_t> a = any_matrix<std::int8_t>(60, 60, 5), b = any_matrix<std::int8_t>(60, 60, 6);
    const gb::matrix<int> m = any_matrix<int>(60, 60, 7, 0.3);
    gb::matrix<std::int8_t> x(60, 60), y(60, 60);
    gb::mxm(on_host(), x, gb::structure(m), gb::no_accum, gb::any_second<std::int8_t>, a, b);
    gb::mxm(on_device(), y, gb::structure(m), gb::no_accum, gb::any_second<std::int8_t>, a, b, {.method = gb::method::dot});
    CHECK(x == y);
}

TEST_CASE("outputs may be operands and masks") {
    gb::matrix<std::int64_t> x = any_matrix<std::int64_t>(30, 30, 8), y = x;
    gb::mxm(on_host(), x, gb::structure(x), gb::plus{}, gb::plus_times<std::int64_t>, x, x);
    gb::mxm(on_device(), y, gb::structure(y), gb::plus{}, gb::plus_times<std::int64_t>, y, y);
    CHECK(x == y);
}

TEST_CASE("a plan is executed for new values") {
    gb::matrix<double> a = any_matrix<double>(24, 24, 9), b = any_matrix<double>(24, 24, 10);
    const gb::matrix<int> m = any_matrix<int>(24, 24, 11, 0.3);
    for (const gb::method how : gb::all_methods) {
        INFO(gb::to_string(how));
        for_each_mask(m, [&](const auto& mask) {
            const auto sums = gb::plan_mxm(on_device(), mask, gb::plus_times<std::int64_t>, a, b, {.method = how});
            const auto firsts = gb::plan_mxm(on_device(), mask, gb::any_first<double>, a, b, {.method = how});
            const auto pairs = gb::plan_mxm(on_device(), mask, gb::any_pair<float>, a, b, {.method = how});
            for (const double factor : {1.0, 3.0}) {
                gb::csr<double> scaled = a.to_csr();
                for (double& x : scaled.values) x *= factor;
                std::copy(scaled.values.begin(), scaled.values.end(), scaled.values.begin());
                for (gb::index i = 0; i < a.nrows(); ++i) {
                    for (gb::row_offset p = scaled.structure().begin(i); p < scaled.structure().end(i); ++p) {
                        const auto at = static_cast<std::size_t>(p);
                        a.set_element(i, scaled.columns[at], scaled.values[at]);
                    }
                }
                const auto on_host_now = [&](const auto& semiring) {
                    return gb::plan_mxm(on_host(), mask, semiring, a, b).execute();
                };
                CHECK(sums.execute() == on_host_now(gb::plus_times<std::int64_t>));
                CHECK(firsts.execute() == on_host_now(gb::any_first<double>));
                CHECK(pairs.execute() == on_host_now(gb::any_pair<float>));
                gb::matrix<double> c(24, 24);
                sums.execute(c);
                CHECK(c.nvals() == sums.nvals());
                CHECK(sums.nvals() == on_device().last_report().nvals);
            }
        });
    }
    const auto plan = gb::plan_mxm(on_device(), gb::plus_times<double>, a, b);
    a.remove_element(1, a.columns()[static_cast<std::size_t>(a.row_offsets()[1])]);
    CHECK_THROWS_AS(plan.execute(), gb::invalid_value);
}

namespace {

constexpr gb::index hub_columns = 30000, hub = 7;

/// Row `hub` has every third column, row 9 every sixth, all other rows have two entries.
template <class T>
gb::matrix<T> with_hub() {
    std::vector<gb::index> rows, columns;
    std::vector<T> values;
    const auto add = [&](gb::index i, gb::index j) {
        rows.push_back(i);
        columns.push_back(j);
        values.push_back(static_cast<T>(1 + (i + 3 * j) % 5));
    };
    for (gb::index i = 0; i < hub_columns; ++i) {
        if (i == hub || i == 9) {
            for (gb::index j = 0; j < hub_columns; j += i == hub ? 3 : 6) add(i, j);
        } else {
            add(i, i * 7 % hub_columns);
            add(i, (i * 7 + 11) % hub_columns);
        }
    }
    return gb::matrix<T>::from_edges(hub_columns, hub_columns, rows, columns, values);
}

/// Eight entries in each row, some columns next to each other, so that rows of B have columns in common.
template <class T>
gb::matrix<T> with_eight() {
    std::vector<gb::index> rows, columns;
    std::vector<T> values;
    for (gb::index i = 0; i < hub_columns; ++i) {
        for (gb::index n = 0; n < 8; ++n) {
            rows.push_back(i);
            columns.push_back((i / 4 * 5 + n * 3001) % hub_columns);
            values.push_back(static_cast<T>(1 + (i + n) % 7));
        }
    }
    return gb::matrix<T>::from_edges(hub_columns, hub_columns, rows, columns, values);
}

bool is_shared_by_all_blocks() {
    return on_device().last_report().reason.find("; rows that all blocks share: 1") != std::string::npos;
}

template <class T, class S>
void check_hub(const S& semiring) {
    const auto a = with_hub<T>(), b = with_eight<T>();
    const gb::descriptor by_hash{.method = gb::method::hash};
    const auto expected = gb::mxm(on_host(), semiring, a, b);
    CHECK(gb::mxm(on_device(), semiring, a, b, by_hash) == expected);
    CHECK(is_shared_by_all_blocks());
    gb::matrix<gb::semiring_value_t<S>> here(hub_columns, hub_columns), there = here;
    gb::mxm(on_device(), here, !gb::structure(b), gb::no_accum, semiring, a, b, by_hash);
    CHECK(is_shared_by_all_blocks());
    gb::mxm(on_host(), there, !gb::structure(b), gb::no_accum, semiring, a, b);
    CHECK(here == there);
    CHECK(gb::plan_mxm(on_device(), semiring, a, b, by_hash).execute() == expected);
}

}  // namespace

TEST_CASE("a row with a large share of all multiplications is computed by all blocks", "[one device]") {
    SECTION("plus_times float") { check_hub<float>(gb::plus_times<float>); }  // whole numbers, so that sums are exact
    SECTION("min_plus") { check_hub<std::int32_t>(gb::min_plus<std::int32_t>); }
    SECTION("plus_pair") { check_hub<double>(gb::plus_pair<std::int64_t>); }
    SECTION("any_pair") { check_hub<float>(gb::any_pair<bool>); }
    SECTION("the least k, which the products of a vector do not serve") {
        const auto a = with_hub<std::int64_t>(), b = with_eight<std::int64_t>();
        const gb::descriptor by_hash{.method = gb::method::hash};
        const auto semiring = gb::any_secondi<std::int64_t>;
        CHECK(gb::mxm(on_device(), semiring, a, b, by_hash) == gb::mxm(on_host(), semiring, a, b));
        CHECK_FALSE(is_shared_by_all_blocks());
    }
    SECTION("structure and count") {
        const auto a = with_hub<float>(), b = with_eight<float>();
        CHECK(gb::mxm_structure(on_device(), a, b) == gb::mxm_structure(on_host(), a, b));
        CHECK(is_shared_by_all_blocks());
        CHECK(gb::mxm_nvals(on_device(), a, b) == gb::mxm_nvals(on_host(), a, b));
        CHECK(is_shared_by_all_blocks());
    }
}

TEST_CASE("variants of method hash", "[one device]") {
    const gb::matrix<float> a = any_matrix<float>(60, 60, 12);
    for (const gb::hash_variant variant : {gb::hash_variant::kkmem, gb::hash_variant::kklp, gb::hash_variant::kkspgemm}) {
        INFO(gb::to_string(variant));
        CHECK(gb::hash_variant_from_string(gb::to_string(variant)) == variant);
        const gb::descriptor desc{.variant = variant};
        check_same(gb::mxm(on_host(), gb::plus_times<float>, a, a), gb::mxm(on_device(), gb::plus_times<float>, a, a, desc));
        CHECK(on_device().last_report().method == gb::method::hash);
        check_same(gb::mxm(on_host(), gb::any_second<float>, a, a), gb::mxm(on_device(), gb::any_second<float>, a, a, desc));
        CHECK(gb::mxm_structure(on_host(), a, a) == gb::mxm_structure(on_device(), a, a, desc));
        CHECK(gb::plan_mxm(on_device(), gb::plus_pair<std::int64_t>, a, a, desc).execute() ==
              gb::mxm(on_host(), gb::plus_pair<std::int64_t>, a, a));
        CHECK_THROWS_WITH(gb::mxm(on_host(), gb::plus_times<float>, a, a, desc),
                          contains_text("the host engine has no variant"));
        CHECK(gb::mxm_structure(on_host(), gb::structure(a), a, a) ==
              gb::mxm_structure(on_device(), gb::structure(a), a, a, desc));
        CHECK_THROWS_AS(gb::mxm(on_device(), gb::plus_times<float>, a, a, {.method = gb::method::dense, .variant = variant}),
                        gb::unsupported);
    }
    CHECK_THROWS_WITH(gb::hash_variant_from_string("kk"), contains_text("automatic, kkmem, kklp, kkspgemm"));
    // The paper's rule for GPUs: 256 multiplications in an average row.
    const auto reason = [](const gb::matrix<float>& x) {
        (void)gb::mxm(on_device(), gb::plus_times<float>, x, x, {.variant = gb::hash_variant::kkspgemm});
        return on_device().last_report().reason;
    };
    CHECK(reason(rows_of_sizes<float>(std::vector<gb::index>(40, 16), 40, 1)) ==
          "variant kkspgemm asked for: kklp, 10240 multiplications for 40 rows");
    CHECK(reason(rows_of_sizes<float>(std::vector<gb::index>(40, 15), 40, 1)) ==
          "variant kkspgemm asked for: kkmem, 9000 multiplications for 40 rows");
}

TEST_CASE("what the device does not have is refused in one sentence") {
    const gb::matrix<float> a = any_matrix<float>(10, 10, 13);
    CHECK_THROWS_WITH(gb::mxv(on_device(), gb::plus_times<float>, a, any_vector<float>(10, 14), {.method = gb::method::merge}),
                      contains_text("method merge is for products of matrices"));
    const gb::matrix<float> wrong(3, 4);
    CHECK_THROWS_AS(gb::mxm(on_device(), gb::plus_times<float>, a, wrong), gb::dimension_mismatch);
    gb::matrix<float> c(3, 3);
    CHECK_THROWS_AS(gb::mxm(on_device(), c, gb::no_mask, gb::no_accum, gb::plus_times<float>, a, a), gb::dimension_mismatch);
    gb::matrix<float> d(10, 10);
    CHECK_THROWS_AS(gb::mxm(on_device(), d, gb::structure(wrong), gb::no_accum, gb::plus_times<float>, a, a),
                    gb::dimension_mismatch);
}
