// What methods are expected to cost on a device: the choices that were right on an H200, and what no prediction may do.
#include <graphblas_gpu/base/counter_random.hpp>
#include <graphblas_gpu/planner/device_costs.hpp>

#include <cmath>

#include <tests/catch.hpp>

namespace gb = graphblas_gpu;
namespace planner = gb::planner;
using gb::method;

namespace {

planner::device_product_facts square(gb::index n, std::int64_t nvals, std::int64_t flops, std::int64_t most, double entries,
                                     double tiles) {
    planner::device_product_facts f;
    f.nrows = f.ncols = n;
    f.a_nvals = f.b_nvals = nvals;
    f.flops = f.flops_above_32 = flops;
    f.max_flops = most;
    f.nvals = entries;
    f.a_tiles = f.b_tiles = f.tiles_to_make = tiles;
    f.tiles_on_tensor_cores = true;
    return f;
}

/// A*A of matrices that were measured, plus_times over double; the tiles are not cached.
const planner::device_product_facts band = square(4000, 1563800, 616337000, 160801, 3043600, 24850);
const planner::device_product_facts uniform = square(1000000, 8000000, 72003294, 200, 65000964, 7997881);
const planner::device_product_facts blocks = square(32000, 1520000, 80400000, 4096, 2560000, 23750);

double time_of(const planner::device_product_facts& f, method m) { return planner::predict_device_times(f)[m].milliseconds; }

}  // namespace

TEST_CASE("the method with the least expected time is one that was the fastest") {
    CHECK(planner::predict_device_times(band).best() == method::bitmap_tile);     // 0.56 ms, dense 1.6
    CHECK(planner::predict_device_times(uniform).best() == method::hash);         // 2.3, merge 5.0, tiles 14
    CHECK(planner::predict_device_times(blocks).best() == method::bitmap_tile);   // 0.50, dense 0.63
    planner::device_product_facts rmat = square(16384, 228826, 53288000, 200000, 20356353, 204897);
    rmat.flops_above_4096 = 44222207;
    CHECK(planner::predict_device_times(rmat).best() == method::dense);           // 1.08, hash 1.69, merge 4.7
    CHECK(std::abs(time_of(uniform, method::hash) - 2.3) < 0.6);
    CHECK(std::abs(time_of(band, method::bitmap_tile) - 0.56) < 0.2);
}

TEST_CASE("tiles are not predicted where nobody counted them, or where they are nearly empty") {
    planner::device_product_facts f = band;
    f.a_tiles = 0;
    CHECK_FALSE(planner::predict_device_times(f)[method::bitmap_tile].is_predicted());
    CHECK_FALSE(planner::predict_device_times(uniform)[method::bitmap_tile].is_predicted());
    f = square(2003, 83883, 4554541, 8000, 396773, 5115);  // bcsstk13: min_plus takes 0.84 ms by tiles, 0.35 by hash
    CHECK(planner::predict_device_times(f)[method::bitmap_tile].is_predicted());
    f.tiles_on_tensor_cores = false;
    CHECK_FALSE(planner::predict_device_times(f)[method::bitmap_tile].is_predicted());
    CHECK_FALSE(planner::predict_device_times(uniform)[method::dense].is_predicted());
}

TEST_CASE("preparation counts in full for the first product, and by its share for later ones") {
    planner::device_product_facts later = blocks, cached = blocks;
    later.uses = 10;
    cached.tiles_to_make = 0;
    CHECK(time_of(blocks, method::bitmap_tile) > time_of(later, method::bitmap_tile));
    CHECK(time_of(later, method::bitmap_tile) > time_of(cached, method::bitmap_tile));
    planner::device_product_facts masked = uniform;
    masked.admits = true;
    masked.mask_nvals = 8000000;
    planner::device_product_facts transposed = masked;
    transposed.has_transpose_of_b = true;
    CHECK(time_of(masked, method::dot) > time_of(transposed, method::dot));
    CHECK(time_of(masked, method::hash) == time_of(transposed, method::hash));
    CHECK(time_of(masked, method::hash) == time_of(masked, method::dense));
}

TEST_CASE("predictions are positive, the same each time, and grow with the work and with a smaller device") {
    const gb::base::counter_random random(1, 0);
    std::uint64_t at = 0;
    const auto size = [&](int bits) { return static_cast<std::int64_t>(random.below(std::uint64_t{1} << bits, at++)) + 1; };
    for (int n = 0; n < 2000; ++n) {
        planner::device_product_facts f = square(size(24), size(26), size(34), size(20), static_cast<double>(size(30)), 0);
        f.a_tiles = f.b_tiles = static_cast<double>(f.a_nvals) / static_cast<double>(1 + n % 64);
        f.admits = n % 3 == 1;
        f.forbids = n % 3 == 2;
        f.structure_only = n % 2 == 1;
        f.mask_nvals = size(24);
        planner::device_product_facts more = f, smaller = f;
        more.flops *= 2;
        more.flops_above_32 *= 2;
        smaller.multiprocessors = 66;
        const planner::method_estimates first = planner::predict_device_times(f);
        CHECK_FALSE(first[method::automatic].is_predicted());
        CHECK(first[method::hash].is_predicted());
        CHECK(first[first.best()].is_predicted());
        for (const method m : gb::all_methods) {
            if (!first[m].is_predicted()) continue;
            CHECK(first[m].milliseconds > 0);
            CHECK(first[m].milliseconds == time_of(f, m));
            CHECK(first[m].milliseconds <= time_of(more, m));
            CHECK(first[m].milliseconds < time_of(smaller, m));
        }
    }
}

TEST_CASE("a device whose memory is slower takes longer, and so does a product whose operand has to be transposed") {
    planner::device_product_facts slower = uniform, transposed = uniform;
    slower.memory_bandwidth = planner::bandwidth_of_an_h200 * 2 / 3;
    transposed.entries_to_transpose = uniform.b_nvals;
    for (const method m : {method::hash, method::merge}) {
        CHECK(time_of(slower, m) > 1.2 * time_of(uniform, m));
        CHECK(time_of(slower, m) < 1.5 * time_of(uniform, m));
        CHECK(time_of(transposed, m) > time_of(uniform, m));
    }
}

TEST_CASE("a small product by one kernel is expected to take less than by two phases") {
    planner::device_product_facts f = square(1000, 8000, 71912, 150, 62976, 0);
    f.by_one_kernel = true;
    CHECK(planner::predict_device_times(f).best() == method::dense);
    f.by_one_kernel = false;
    CHECK_FALSE(time_of(f, method::dense) < time_of(f, method::hash));
}

TEST_CASE("sums that tensor cores do not compute take longer by tiles") {
    planner::device_product_facts f = band;
    f.tiles_on_tensor_cores = false;
    CHECK(time_of(f, method::bitmap_tile) > 2 * time_of(band, method::bitmap_tile));
}

TEST_CASE("under a mask nearly empty tiles are predicted where rows are about equally long") {
    planner::device_product_facts grid =
        square(2250000, 8994000, 35958008, 16, 27000000, 1966500);  // plus_times takes 0.69 ms by tiles, 2.1 by rows
    grid.tiles_to_make = 0;
    CHECK_FALSE(planner::predict_device_times(grid)[method::bitmap_tile].is_predicted());
    grid.admits = true;
    grid.has_transpose_of_b = true;
    grid.mask_nvals = grid.a_nvals;
    CHECK(planner::predict_device_times(grid).best() == method::bitmap_tile);
    CHECK(time_of(grid, method::bitmap_tile) < 2 * 0.69);
    grid.max_flops = 1000000;
    CHECK_FALSE(planner::predict_device_times(grid)[method::bitmap_tile].is_predicted());
}

TEST_CASE("dot products are weighed against a push only where that is a small part of it") {
    using gb::planner::weighing_dots_is_profitable;
    gb::planner::device_product_facts f;
    f.admits = true;
    f.nrows = f.ncols = 1 << 14;
    f.a_nvals = f.b_nvals = f.mask_nvals = 200'000;
    f.flops = 50'000'000;
    f.max_flops = 100'000;
    CHECK_FALSE(weighing_dots_is_profitable(f));  // a push of some 0.35 ms, and the transpose takes 0.1
    f.uses = 10;
    CHECK(weighing_dots_is_profitable(f));  // the transpose is expected to serve ten products more
    f.uses = 1;
    f.has_transpose_of_b = true;
    CHECK(weighing_dots_is_profitable(f));
    f.has_transpose_of_b = false;
    f.flops *= 10;
    CHECK(weighing_dots_is_profitable(f));
    f.b_nvals = 50'000'000;
    CHECK_FALSE(weighing_dots_is_profitable(f));
    f = {};
    f.admits = f.has_transpose_of_b = true;
    CHECK_FALSE(weighing_dots_is_profitable(f));  // nothing to do
}
