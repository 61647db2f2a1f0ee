// Larger random products, made so that every path inside the methods is taken: rows shared by threads, hash tables, the
// compressed and the plain symbolic phase, dense rows read off by scanning and by their marks, lists intersected by
// galloping.
//
// Idea: the specification is a dense triple loop, which a few hundred rows still allow. Which path was taken is checked
// where the report or a formula tells.
#include "mxm_trial.hpp"
#include <graphblas_gpu/host/bitmap_tile/tile_symbolic.hpp>
#include <graphblas_gpu/host/dense/row_extent.hpp>

namespace spec {

namespace {

/// Rows made of runs of neighbouring columns, which compression packs well; the runs cross words.
template <class T>
gb::matrix<T> in_runs(std::uint64_t seed, index nrows, index ncols) {
    random r(seed);
    std::vector<index> rows, columns;
    std::vector<T> values;
    for (index i = 0; i < nrows; ++i) {
        const index from = r.below(ncols), length = 20 + r.below(100);
        for (index j = from; j < std::min(from + length, ncols); ++j) {
            rows.push_back(i);
            columns.push_back(j);
            values.push_back(random_value<T>(r));
        }
    }
    return gb::matrix<T>::from_edges(nrows, ncols, rows, columns, values);
}

/// All methods and thread counts against `t`, without a mask and under four masks.
template <class T, class S>
void check_all_ways(const std::string& name, const S& semiring, const gb::matrix<T>& a, const gb::matrix<T>& b) {
    const auto t = mxm(semiring, read(a), read(b));
    const double off = product_tolerance<S, T>(a.ncols());
    const auto tolerance = [&](std::size_t) { return off; };
    random r(41);
    const auto m = random_dense<std::int8_t>(r, t.nrows, t.ncols, 0.1);
    const auto mask = write<gb::matrix<std::int8_t>>(m);
    const auto c = write<gb::matrix<T>>(random_dense<T>(r, t.nrows, t.ncols, 0.05));
    for (const options& o : all_options()) {
        // Replace and accumulators are the business of the small tests; here one of each mask is enough.
        if (o.replace || (o.accum != accumulation::none && o.accum != accumulation::minus) ||
            (o.accum != accumulation::none && o.by_value))
            continue;
        const auto admits = o.masked ? admitted(m, o.by_value, o.complement) : filled(t.nrows, t.ncols, true);
        const auto want = rows_of(o.accum == accumulation::none
                                      ? write_back(read(c), admits, gb::no_accum, t, o.replace)
                                      : write_back(read(c), admits, chosen_accumulator{o.accum}, t, o.replace));
        for (const gb::method method : all_methods) {
            for (const gb::context& ctx : contexts()) {
                if (!is_tried_where_slow()) continue;
                const gb::descriptor d{.replace = o.replace, .method = method};
                auto out = c;
                with_mask_and_accumulator(o, mask, [&](const auto& view, const auto& accum) {
                    gb::mxm(ctx, out, view, accum, semiring, a, b, d);
                });
                expect_none(difference(out.to_csr(), want, tolerance),
                            [&] { return name + ": " + describe(o, d, alias::none, ctx.threads()); });
            }
        }
    }
    for (const gb::method method : all_methods) {
        if (method == gb::method::dot) continue;  // which needs a mask
        for (const gb::context& ctx : contexts()) {
            const auto words = [&] { return name + ": structure by " + gb::to_string(method); };
            expect_none(difference(gb::mxm_structure(ctx, a, b, {.method = method}), t), words);
            CHECK(gb::mxm_nvals(ctx, a, b, {.method = method}) == gb::mxm_structure(ctx, a, b).nvals());
        }
    }
    SUCCEED();
}

/// How many rows of A*B the dense method reads off by scanning, and by their marks.
template <class T>
std::pair<index, index> scanned_and_marked(const gb::matrix<T>& a, const gb::matrix<T>& b) {
    index scanned = 0, marked = 0;
    const gb::structure_view x = a.rows(), y = b.rows();
    for (index i = 0; i < x.nrows; ++i) {
        index multiplications = 0, low = y.ncols, high = 0;
        for (gb::row_offset p = x.begin(i); p < x.end(i); ++p) {
            for (gb::row_offset q = y.begin(x.columns[p]); q < y.end(x.columns[p]); ++q) {
                ++multiplications;
                low = std::min<index>(low, y.columns[q] / 64);
                high = std::max<index>(high, y.columns[q] / 64);
            }
        }
        if (multiplications > 0) ++(gb::host::scan_is_profitable(multiplications, high - low + 1) ? scanned : marked);
    }
    return {scanned, marked};
}

}  // namespace

TEST_CASE("large mxm: skewed rows, float", "[spec][large]") {
    const auto a = skewed<float>(1, 300, 250, 250, 5);
    const auto b = skewed<float>(2, 250, 400, 400, 5);
    REQUIRE(gb::mxm_flops(contexts()[0], a, b) > 40000);  // enough for several threads
    check_all_ways("skewed", gb::plus_times<float>, a, b);
}

TEST_CASE("large mxm: scattered columns, not compressed", "[spec][large]") {
    const auto a = skewed<float>(17, 150, 250, 250, 20);
    const auto b = skewed<float>(18, 250, 1500, 6, 250);
    REQUIRE(gb::mxm_flops(contexts()[0], a, b) > 40000);  // enough for several threads
    (void)gb::mxm(contexts()[0], gb::plus_times<float>, a, b, {.method = gb::method::hash});
    CHECK((on_cuda() || !contexts()[0].last_report().compressed));
    check_all_ways("scattered", gb::plus_times<float>, a, b);
}

TEST_CASE("large mxm: wide and sparse, some rows scanned and some marked", "[spec][large]") {
    const auto a = skewed<double>(3, 50, 100, 60);
    const auto b = skewed<double>(4, 100, 3000, 300);
    const auto [scanned, marked] = scanned_and_marked(a, b);
    CHECK(scanned > 5);
    CHECK(marked > 5);
    check_all_ways("wide", gb::max_second<double>, a, b);
}

TEST_CASE("large mxm: wide and sparse, a monoid without identity", "[spec][large]") {
    const auto a = skewed<std::int64_t>(5, 60, 100, 60);
    const auto b = skewed<std::int64_t>(6, 100, 3000, 600);
    check_all_ways("wide", gb::any_secondi<std::int64_t>, a, b);
}

TEST_CASE("large mxm: runs of columns, compressed", "[spec][large]") {
    const auto a = skewed<std::int64_t>(7, 150, 150, 120, 3);
    const auto b = in_runs<std::int64_t>(8, 150, 1000);
    const gb::context host = gb::context::host({.threads = 1});
    for (const gb::method method : {gb::method::hash, gb::method::dense, gb::method::dot}) {
        (void)gb::mxm(host, gb::plus_times<std::int64_t>, a, b, {.method = method});
        CHECK(host.last_report().compressed == (method != gb::method::dense));  // which has no symbolic phase
    }
    for (const gb::method method : {gb::method::hash, gb::method::dense}) {
        (void)gb::mxm_structure(host, a, b, {.method = method});
        CHECK(host.last_report().compressed);
    }
    check_all_ways("runs", gb::plus_times<std::int64_t>, a, b);
}

TEST_CASE("large mxm: few entries in a very wide matrix, tiles by table", "[spec][large]") {
    constexpr index ncols = index{1} << 22;
    random r(43);
    const auto scattered = [&r](index nrows, index entries) {
        std::vector<index> rows, columns;
        std::vector<std::int64_t> values;
        for (index n = 0; n < entries; ++n) {
            rows.push_back(r.below(nrows));
            columns.push_back(r.chance(0.5) ? r.below(500) : r.below(ncols));
            values.push_back(random_value<std::int64_t>(r));
        }
        return gb::matrix<std::int64_t>::from_edges(nrows, ncols, rows, columns, values);
    };
    const auto a = skewed<std::int64_t>(9, 120, 100, 40);
    const auto b = scattered(100, 3000), mask = scattered(120, 9000);
    const gb::context host = gb::context::host({.threads = 1});
    const std::int64_t pairs = gb::mxm_flops(host, a, b);
    REQUIRE(!gb::host::tile_array_is_profitable(ncols / gb::formats::tile_side, pairs));
    for (const gb::context& ctx : contexts()) {
        for (const gb::method method : all_methods) {
            const gb::descriptor d{.method = method}, by_hash{.method = gb::method::hash};
            const auto words = [&] {
                return std::string(gb::to_string(method)) + ", " + std::to_string(ctx.threads()) + " threads";
            };
            const auto compare = [&](const auto& semiring, const auto& view) {
                gb::matrix<std::int64_t> c(120, ncols), want(120, ncols);
                gb::mxm(ctx, c, view, gb::no_accum, semiring, a, b, d);
                gb::mxm(host, want, view, gb::no_accum, semiring, a, b, by_hash);
                REQUIRE(want.nvals() > 100);
                expect_none(difference(c.to_csr(), want.to_csr()), words);
                CHECK(gb::mxm_reduce(ctx, gb::plus{}, view, semiring, a, b, d) == gb::reduce(host, gb::plus{}, want));
            };
            compare(gb::plus_times<std::int64_t>, gb::no_mask);
            compare(gb::plus_times<std::int64_t>, gb::structure(mask));
            compare(gb::plus_times<std::int64_t>, !gb::structure(mask));
            compare(gb::any_second<std::int64_t>, gb::no_mask);
            compare(gb::any_second<std::int64_t>, gb::structure(mask));
        }
    }
}

TEST_CASE("large mxm: long lists against short ones", "[spec][large]") {
    // Rows of A are long and columns of B short, then the other way round: more than the ratio from which lists gallop.
    const auto full = write<gb::matrix<std::int32_t>>([] {
        random r(9);
        return random_dense<std::int32_t>(r, 30, 1500, 0.9);
    }());
    const auto thin = write<gb::matrix<std::int32_t>>([] {
        random r(10);
        dense<std::int32_t> d{1500, 40};
        for (int n = 0; n < 300; ++n) d.at(r.below(1500), r.below(40)) = random_value<std::int32_t>(r);
        return d;
    }());
    check_all_ways("long against short", gb::min_plus<std::int32_t>, full, thin);
    const gb::context& ctx = contexts()[0];
    check_all_ways("short against long", gb::min_plus<std::int32_t>, gb::transpose(ctx, thin),
                   gb::transpose(ctx, full));
}

TEST_CASE("large mxm: automatic takes dot products where they pay, on a device where a push is long", "[spec][large]") {
    const auto a = skewed<float>(11, 400, 400, 400, 8);
    gb::matrix<void> mask(400, 400);
    for (index i = 0; i < 400; i += 40) mask.set_element(i, (i * 7) % 400);
    gb::matrix<float> c(400, 400), by_hash(400, 400);
    const gb::context ctx = spec::context_with(2);
    (void)gb::transpose(ctx, a);
    gb::mxm(ctx, c, gb::structure(mask), gb::no_accum, gb::plus_times<float>, a, a);
    // A push this short is not worth weighing on a device (planner::weighing_dots_is_profitable).
    CHECK(ctx.last_report().method == (on_cuda() ? gb::method::hash : gb::method::dot));
    gb::mxm(ctx, by_hash, gb::structure(mask), gb::no_accum, gb::plus_times<float>, a, a, {.method = gb::method::hash});
    CHECK((on_cuda() || c == by_hash));
}

TEST_CASE("large mxv and vxm: all methods, fills and thread counts", "[spec][large]") {
    const auto a = skewed<float>(12, 600, 500, 500, 8);
    const auto dense_a = read(a);
    random r(13);
    for (const double fill : {0.0, 0.003, 0.2, 1.0}) {
        const auto u = random_dense<float>(r, 1, 500, fill);
        const auto x = random_dense<float>(r, 1, 600, fill);
        const auto au = transposed(mxm(gb::plus_times<float>, dense_a, transposed(u)));
        const auto xa = mxm(gb::plus_times<float>, x, dense_a);
        for (const gb::context& ctx : contexts()) {
            for (const gb::method method : vector_methods) {
                for (const bool is_dense : {false, true}) {
                    const auto words = [&] {
                        return std::string(gb::to_string(method)) + ", fill " + std::to_string(fill);
                    };
                    const auto left = in_form(write<gb::vector<float>>(x), is_dense);
                    const auto right = in_form(write<gb::vector<float>>(u), is_dense);
                    const double off = product_tolerance<std::remove_cvref_t<decltype(gb::plus_times<float>)>, float>(600);
                    expect_none(difference(gb::mxv(ctx, gb::plus_times<float>, a, right, {.method = method}), au, off),
                                words);
                    expect_none(difference(gb::vxm(ctx, gb::plus_times<float>, left, a, {.method = method}), xa, off),
                                words);
                    CHECK((method == gb::method::automatic || ctx.last_report().method == method));
                }
            }
        }
    }
}

TEST_CASE("large sums: the same for every run on as many threads", "[spec][large]") {
    const auto a = skewed<float>(14, 500, 500, 500, 8);
    for (const gb::context& ctx : contexts()) {
        const float sum = gb::reduce(ctx, gb::plus{}, a);
        const float product_sum = gb::mxm_reduce(ctx, gb::plus{}, gb::no_mask, gb::plus_times<float>, a, a);
        for (int run = 0; run < 10; ++run) {
            CHECK(same(gb::reduce(ctx, gb::plus{}, a), sum));
            // Products of floating-point numbers are added in any order on a device.
            if (!on_cuda()) CHECK(same(gb::mxm_reduce(ctx, gb::plus{}, gb::no_mask, gb::plus_times<float>, a, a), product_sum));
        }
    }
}

TEST_CASE("large elementwise operations on several threads", "[spec][large]") {
    const auto a = skewed<std::int32_t>(15, 700, 500, 500, 40), b = skewed<std::int32_t>(16, 700, 500, 400, 40);
    const auto da = read(a), db = read(b);
    for (const gb::context& ctx : contexts()) {
        const auto words = [&] { return std::to_string(ctx.threads()) + " threads"; };
        expect_none(difference(gb::ewise_add(ctx, gb::minus{}, a, b), ewise_add<std::int32_t>(gb::minus{}, da, db)),
                    words);
        expect_none(difference(gb::ewise_mult(ctx, gb::minus{}, a, b), ewise_mult<std::int32_t>(gb::minus{}, da, db)),
                    words);
        expect_none(
            difference(gb::select(ctx, gb::tril{}, a), select([](int, index i, index j) { return j <= i; }, da)),
            words);
        expect_none(difference(gb::transpose(ctx, a), transposed(da)), words);
        CHECK(gb::reduce(ctx, gb::plus{}, a) == reduce(gb::monoid<gb::plus, std::int32_t>{}, da));
    }
}

}  // namespace spec
