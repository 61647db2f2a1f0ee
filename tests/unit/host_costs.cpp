// What methods are expected to cost on host threads, the sample of rows that tells it, and the choice that follows.
#include <graphblas_gpu/base/counter_random.hpp>
#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/extract.hpp>
#include <graphblas_gpu/host/product/product_sample.hpp>
#include <graphblas_gpu/io/generate.hpp>
#include <graphblas_gpu/io/read_matrix.hpp>
#include <graphblas_gpu/mxm.hpp>
#include <graphblas_gpu/plan.hpp>
#include <graphblas_gpu/planner/host_costs.hpp>
#include <graphblas_gpu/planner/sampled.hpp>
#include <graphblas_gpu/tiling.hpp>

#include <cmath>

#include <tests/catch.hpp>

namespace gb = graphblas_gpu;
namespace planner = gb::planner;
using gb::method;

namespace {

const gb::context& on_host() {
    static const gb::context ctx = gb::context::host({.threads = 1});
    return ctx;
}

bool is_near(double x, double y, double part) { return std::abs(x - y) <= part * y; }

gb::matrix<void> made(const gb::coordinates& entries) { return gb::from_coordinates<void>(on_host(), entries); }

/// Whole numbers, so that sums are exact.
gb::matrix<double> weighted(const gb::matrix<void>& structure) {
    gb::csr<double> c;
    c.nrows = structure.nrows();
    c.ncols = structure.ncols();
    c.offsets = gb::buffer<gb::row_offset>(structure.row_offsets());
    c.columns = gb::buffer<gb::column_index>(structure.columns());
    c.values = gb::buffer<double>(c.columns.size());
    for (std::size_t p = 0; p < c.values.size(); ++p) c.values[p] = static_cast<double>(p % 7 + 1);
    return gb::matrix<double>::from_storage(std::move(c));
}

gb::host::product_sample sample_of_square(const gb::matrix<void>& a) {
    return gb::host::sample_product(a.rows(), a.rows(), gb::mxm_flops(on_host(), a, a));
}

}  // namespace

TEST_CASE("a sample of rows tells the entries of a product, the tiles of its operands, and whether they are scattered") {
    const gb::matrix<void> band = made(gb::band(20000, 8)), uniform = made(gb::uniform(50000, 8, 1)),
                           blocks = made(gb::blocks(2000, 8, 3, 1));
    for (const gb::matrix<void>* a : {&band, &uniform, &blocks}) {
        const gb::host::product_sample first = sample_of_square(*a), again = sample_of_square(*a);
        CHECK(is_near(first.nvals, static_cast<double>(gb::mxm_nvals(on_host(), *a, *a)), 0.15));
        CHECK(is_near(first.a_tiles, static_cast<double>(gb::tiling(on_host(), *a).tiles), 0.1));
        CHECK(first.b_tiles == first.a_tiles);
        CHECK(first.nvals == again.nvals);
        CHECK(first.scattered == again.scattered);
    }
    CHECK(sample_of_square(band).scattered == 0);
    CHECK(sample_of_square(blocks).scattered == 0);
    CHECK(sample_of_square(uniform).scattered > 0.9);
}

TEST_CASE("columns of a row of which a part was seen are extrapolated as balls in bins") {
    const auto filled = [](double bins, double balls) { return bins * -std::expm1(-balls / bins); };
    for (const double bins : {1.0, 7.0, 300.0, 1e5, 3e8}) {
        for (const double seen : {1.0, 40.0, 16384.0}) {
            for (const double times : {1.5, 20.0, 1e4}) {
                CAPTURE(bins, seen, times);
                const double found = planner::extrapolated_columns(filled(bins, seen), seen, seen * times, 1e9);
                CHECK(is_near(found, filled(bins, seen * times), 1e-3));
            }
        }
    }
    CHECK(is_near(planner::extrapolated_columns(500, 500, 5000, 1000), filled(1000, 5000),
                  1e-9));                                               // all were different: as many bins as columns
    CHECK(planner::extrapolated_columns(501, 500, 5000, 1e6) <= 5000);  // more keys are estimated than were seen
    CHECK(planner::extrapolated_columns(30, 40, 40, 1e6) == 30);                                    // all were seen
    CHECK(planner::extrapolated_columns(0, 0, 40, 1e6) == 0);
}

TEST_CASE("a sample of rows of every length, and of operands of different shapes") {
    // One row names all rows of B; all others are empty or short.
    std::vector<gb::index> rows, columns;
    for (gb::index k = 0; k < 5000; ++k) {
        rows.push_back(3);
        columns.push_back(k);
    }
    for (gb::index i = 100; i < 200; ++i) {
        rows.push_back(i);
        columns.push_back(i);
    }
    const auto a = gb::matrix<void>::from_edges(300, 5000, rows, columns);
    const gb::matrix<void> b = gb::extract(on_host(), made(gb::uniform(5000, 20, 1)), gb::all, gb::range{0, 700});
    const std::int64_t flops = gb::mxm_flops(on_host(), a, b);
    const gb::host::product_sample s = gb::host::sample_product(a.rows(), b.rows(), flops);
    CHECK(s.nvals > 0);
    CHECK(s.nvals <= static_cast<double>(flops));
    CHECK(s.a_tiles > 0);
    CHECK(s.b_tiles > 0);
    CHECK(s.b_tiles <= static_cast<double>(b.nvals()));
}

TEST_CASE("expected times on the host are positive, and grow with the work and with fewer threads") {
    const gb::base::counter_random random(1, 0);
    std::uint64_t at = 0;
    const auto size = [&](int bits) { return static_cast<std::int64_t>(random.below(std::uint64_t{1} << bits, at++)) + 1; };
    for (int n = 0; n < 2000; ++n) {
        planner::host_product_facts f;
        f.nrows = size(24);
        f.ncols = size(24);
        f.a_nvals = size(26);
        f.b_nvals = size(26);
        f.flops = size(34);
        f.nvals = static_cast<double>(size(30));
        f.scattered = static_cast<double>(n % 11) / 10;
        f.a_tiles = f.b_tiles = n % 5 == 0 ? 0 : static_cast<double>(size(20));
        f.average_tile_pair = static_cast<double>(1 + n % 512);
        f.entries_to_tile = f.a_nvals;
        f.admits = n % 3 == 1;
        f.forbids = n % 3 == 2;
        f.structure_only = n % 2 == 1;
        f.mask_nvals = size(24);
        f.cost_of_dots = n % 3 == 1 && n % 4 == 1 ? static_cast<double>(size(30)) : 0;
        planner::host_product_facts more = f, shared = f;
        more.flops *= 2;
        more.nvals *= 2;
        shared.threads = 4;
        const planner::method_estimates first = planner::predict_host_times(f), of_more = planner::predict_host_times(more);
        CHECK_FALSE(first[method::automatic].is_predicted());
        CHECK(first[method::dense].is_predicted());
        CHECK(first[method::dot].is_predicted() == (f.cost_of_dots > 0));
        CHECK(first[method::bitmap_tile].is_predicted() == (f.a_tiles > 0));
        for (const method m : gb::all_methods) {
            if (!first[m].is_predicted()) continue;
            CHECK(first[m].milliseconds > 0);
            CHECK(first[m].milliseconds <= of_more[m].milliseconds);
            if (m != method::dot) CHECK(planner::predict_host_times(shared)[m].milliseconds < first[m].milliseconds);
        }
    }
}

TEST_CASE("the host multiplies full tiles as tiles, other matrices by rows, with the same answer") {
    const auto blocks = weighted(made(gb::blocks(1500, 8, 3, 1))), uniform = weighted(made(gb::uniform(40000, 8, 1)));
    const auto chosen_for = [](const gb::matrix<double>& a) {
        const auto c = gb::mxm(on_host(), gb::plus_times<double>, a, a);
        const gb::report said = on_host().last_report();
        CHECK(said.estimates[said.method].is_predicted());
        CHECK(said.estimates[said.method].bytes > 0);
        CHECK(c == gb::mxm(on_host(), gb::plus_times<double>, a, a, {.method = method::hash}));
        CHECK(on_host().last_report().estimates.best() == method::automatic);  // nothing is predicted where a method is named
        return said.method;
    };
    CHECK(chosen_for(blocks) == method::bitmap_tile);
    CHECK(chosen_for(uniform) == method::dense);
    // Tiles add sums over all entries in another order, and later products of a plan have other costs.
    (void)gb::mxm_reduce(on_host(), gb::plus{}, gb::no_mask, gb::plus_times<double>, blocks, blocks);
    CHECK(on_host().last_report().method == method::dense);
    CHECK(on_host().last_report().estimates.best() == method::automatic);  // nothing is predicted
    CHECK(gb::plan_mxm(on_host(), gb::plus_times<double>, blocks, blocks).method() == method::dense);
    const gb::matrix<void> small = made(gb::blocks(4, 8, 1, 1));
    (void)gb::mxm_structure(on_host(), small, small);
    CHECK(on_host().last_report().estimates.best() == method::automatic);  // too small to be worth a sample
}
