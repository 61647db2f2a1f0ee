// What is chosen on a device where no method is named, and what is prepared for it.
#include <algorithms/structure.hpp>
#include <graphblas_gpu/cuda/product/product_sample.hpp>
#include <graphblas_gpu/graph.hpp>
#include <graphblas_gpu/host/product/symbolic.hpp>
#include <graphblas_gpu/io/generate.hpp>
#include <graphblas_gpu/io/read_matrix.hpp>
#include <graphblas_gpu/mxm.hpp>
#include <graphblas_gpu/planner/device_costs.hpp>
#include <graphblas_gpu/transpose.hpp>

#include <algorithm>
#include <cmath>

#include <tests/catch.hpp>
#include <tests/cuda/samples.hpp>

namespace gb = graphblas_gpu;
using namespace device_samples;

namespace {

/// Full tiles, and so many products that a sample is drawn.
const gb::matrix<float>& full_tiles() {
    (void)on_device();  // the device is made first, so that it is still there when the matrix gives its memory back at exit
    static const auto a = gb::from_coordinates<float>(gb::blocks(2100, 8, 8, 1));
    return a;
}

gb::method method_of_nvals(const gb::matrix<float>& a, const gb::matrix<float>& b, const gb::descriptor& desc = {}) {
    CHECK(gb::mxm_nvals(on_device(), a, b, desc) == gb::mxm_nvals(on_host(), a, b, {.transpose_b = desc.transpose_b}));
    return on_device().last_report().method;
}

}  // namespace

TEST_CASE("full tiles are multiplied as tiles, which are made where that pays", "[one device]") {
    const gb::matrix<float> a = full_tiles();
    REQUIRE(gb::mxm_flops(on_host(), a, a) >= std::int64_t{1} << 25);
    const gb::matrix<float> c = gb::mxm(on_device(), gb::plus_times<float>, a, a);
    const gb::report said = on_device().last_report();
    CHECK(said.method == gb::method::bitmap_tile);
    CHECK(said.estimates.best() == gb::method::bitmap_tile);
    CHECK(said.estimates[gb::method::hash].is_predicted());
    CHECK(said.estimates[gb::method::hash].bytes > 0);
    CHECK_THAT(said.reason, contains_text("ms expected, by"));
    CHECK(a.any().cached_device_tiles(on_device().cuda_engine(), false) != nullptr);
    CHECK(method_of_nvals(a, a) == gb::method::bitmap_tile);
    CHECK(c == gb::mxm(on_host(), gb::plus_times<float>, a, a));
}

TEST_CASE("a method that is named is taken, and nothing is predicted", "[one device]") {
    const gb::matrix<float> a = full_tiles();
    CHECK(method_of_nvals(a, a, {.method = gb::method::hash}) == gb::method::hash);
    CHECK(on_device().last_report().estimates.best() == gb::method::automatic);
    CHECK(a.any().cached_device_tiles(on_device().cuda_engine(), false) == nullptr);
}

TEST_CASE("the tiles of a matrix are cached for one device, not for its transpose, and until it changes") {
    gb::matrix<float> upper = gb::select(on_host(), gb::triu{0}, full_tiles());
    (void)gb::tiling(on_device(), upper);
    CHECK(upper.any().cached_device_tiles(on_device().cuda_engine(), false) != nullptr);
    CHECK(upper.any().cached_device_tiles(on_device().cuda_engine(), true) == nullptr);
    CHECK(upper.any().cached_device_tiles(gb::context::cuda().cuda_engine(), false) == nullptr);
    upper.set_element(0, 0, 2.0f);
    CHECK(upper.any().cached_device_tiles(on_device().cuda_engine(), false) == nullptr);
}

TEST_CASE("tiles that are nearly empty are not multiplied as tiles", "[one device]") {
    const auto a = gb::from_coordinates<float>(gb::rmat(13, 24));
    REQUIRE(gb::mxm_flops(on_host(), a, a) >= std::int64_t{1} << 25);
    CHECK(method_of_nvals(a, a) != gb::method::bitmap_tile);
    (void)gb::tiling(on_device(), a);
    CHECK(method_of_nvals(a, a) != gb::method::bitmap_tile);
}

TEST_CASE("rows of B that a million entries of A name, scattered and side by side", "[one device]") {
    for (const gb::coordinates& edges : {gb::uniform(140000, 8, 1), gb::stencil9(350)}) {
        const auto a = gb::from_coordinates<float>(edges);
        REQUIRE(a.nvals() >= gb::index{1} << 20);
        CHECK(gb::mxm(on_device(), gb::plus_times<float>, a, a) == gb::mxm(on_host(), gb::plus_times<float>, a, a));
        CHECK(gb::mxm_nvals(on_device(), a, a) == gb::mxm_nvals(on_host(), a, a));
    }
}

TEST_CASE("the transpose for dot products is made once a matrix was multiplied often enough under masks", "[one device]") {
    const auto a = gb::from_coordinates<float>(gb::rmat(12, 24));
    gb::planner::device_product_facts f;
    f.nrows = f.ncols = a.nrows();
    f.a_nvals = f.b_nvals = f.mask_nvals = a.nvals();
    f.admits = f.structure_only = true;
    f.flops = gb::mxm_flops(on_host(), a, a);
    const auto before = gb::host::multiplications_before(on_host().team(), a.rows(), a.rows());
    for (std::size_t i = 0; i + 1 < before.size(); ++i)
        f.max_flops = std::max<std::int64_t>(f.max_flops, before[i + 1] - before[i]);
    const auto& e = *on_device().cuda_engine();
    f.multiprocessors = e.facts().multiprocessors;
    if (const double bandwidth = gb::cuda::memory_bandwidth(e); bandwidth > 0) f.memory_bandwidth = bandwidth;
    while (f.uses <= 20 && !gb::planner::weighing_dots_is_profitable(f)) ++f.uses;
    REQUIRE(f.uses > 1);
    REQUIRE(f.uses <= 20);
    const auto first_with_transpose = [&](const gb::matrix<float>& m) {
        for (int n = 1; n <= 20; ++n) {
            (void)gb::mxm_nvals(on_device(), gb::structure(m), m, m);
            if (m.any().has_cached_device_transpose()) return n;
        }
        return 0;
    };
    gb::matrix<float> m = a;
    CHECK(first_with_transpose(m) == f.uses);
    m.set_element(0, 0, 2.0f);
    CHECK_FALSE(m.any().has_cached_device_transpose());
    CHECK(first_with_transpose(m) > 1);
}

TEST_CASE("the edges of an undirected graph with long rows keep their transpose", "[one device]") {
    const auto edges_of = [](const gb::context& ctx, const gb::matrix<void>& a) { return gb::orient_by_degree(ctx, a).edges; };
    const auto is_kept = [&](const gb::context& ctx, const gb::matrix<void>& a) {
        const gb::matrix<void> edges = edges_of(ctx, a);
        CHECK(edges == gb::triu_by_degree(on_host(), a));
        return edges.any().has_cached_device_transpose();
    };
    const auto graph = gb::undirected_structure(on_host(), gb::from_coordinates<void>(gb::rmat(10, 64)));
    CHECK(is_kept(on_device(), graph));
    const gb::matrix<void> edges = edges_of(on_device(), graph);
    CHECK_FALSE(edges.any().is_known_to_be_symmetric());
    CHECK(gb::transpose(on_device(), edges) == gb::tril_by_degree(on_host(), graph));
    const auto count = [&](const gb::context& ctx, const gb::matrix<void>& u) {
        return gb::mxm_reduce(ctx, gb::plus{}, gb::structure(u), gb::plus_pair<std::int64_t>, u, u);
    };
    CHECK(count(on_device(), edges) == count(on_host(), gb::triu_by_degree(on_host(), graph)));

    // Rows that are short, half of the entries in long rows, a self loop, an entry without a mirror entry, little memory.
    CHECK_FALSE(is_kept(on_device(), gb::from_coordinates<void>(gb::grid2d(40))));
    CHECK_FALSE(is_kept(on_device(), gb::matrix<void>(0, 0)));
    gb::matrix<void> changed = graph;
    changed.set_element(5, 5);
    CHECK_FALSE(is_kept(on_device(), changed));
    changed.remove_element(5, 5);
    CHECK(is_kept(on_device(), changed));
    const gb::index j = graph.columns()[0];
    gb::index i = 0;
    while (graph.row_offsets()[static_cast<std::size_t>(i) + 1] == 0) ++i;
    changed.remove_element(i, j);
    CHECK_FALSE(is_kept(on_device(), changed));
    const gb::context limited = gb::context::cuda({.memory_limit = 12 * graph.nvals() + 4096 * 64});
    CHECK_FALSE(is_kept(limited, graph));
}

TEST_CASE("a product that other methods compute after all counts as one use", "[one device]") {
    // A row that is too long to be listed, among too many columns for a table of bits.
    const gb::index n = (gb::index{1} << 17) + 1, length = 5000;
    std::vector<gb::index> rows(static_cast<std::size_t>(length), 7), columns(static_cast<std::size_t>(length));
    for (gb::index k = 0; k < length; ++k) columns[static_cast<std::size_t>(k)] = 3 * k;
    for (gb::index k = 0; k < length; ++k) {
        rows.push_back(100 + k);
        columns.push_back(6 * k % n);
    }
    const auto a = gb::matrix<void>::from_edges(n, n, rows, columns);
    const auto count = [&](const gb::context& ctx) {
        return gb::mxm_reduce(ctx, gb::plus{}, gb::structure(a), gb::plus_pair<std::int64_t>, a, a);
    };
    CHECK(count(on_device()) == count(on_host()));
    CHECK_THAT(on_device().last_report().reason, !contains_text("columns that rows have in common"));
    CHECK(a.any().count_use() == 2);
}

TEST_CASE("a sample of rows tells how many entries a product has, and how many tiles its operands have") {
    const gb::cuda::engine::use here(*on_device().cuda_engine(), "sample");
    const auto check = [&](const gb::matrix<float>& a, double within) {
        const auto e = on_device().cuda_engine();
        const auto rows = a.any().device_rows(e);
        gb::cuda::start_sample(*e, e->stream(), rows->view(), rows->view());
        (void)e->await_answer();
        const auto found = gb::cuda::read_sample(*e, rows->view(), rows->view(), gb::mxm_flops(on_host(), a, a));
        const auto is_near = [within](double x, gb::index wanted) {
            return std::abs(x - static_cast<double>(wanted)) <= within * static_cast<double>(wanted);
        };
        const auto structure = gb::mxm_structure(on_host(), a, a);
        const auto offsets = a.row_offsets(), offsets_of_c = structure.row_offsets();
        gb::index searches = 0;
        for (std::size_t i = 0; i + 1 < offsets.size(); ++i) {
            searches += (offsets[i + 1] - offsets[i]) * (offsets_of_c[i + 1] - offsets_of_c[i]);
        }
        CHECK(is_near(found.nvals, structure.nvals()));
        CHECK(is_near(found.searches, searches));
        CHECK(is_near(found.a_tiles, gb::tiling(on_host(), a).tiles));
        CHECK(found.b_tiles == found.a_tiles);
    };
    check(full_tiles(), 0.05);
    check(gb::from_coordinates<float>(gb::band(3000, 20)), 0.05);
    check(gb::from_coordinates<float>(gb::grid2d(80)), 0.1);
    check(gb::from_coordinates<float>(gb::rmat(10, 8)), 0.4);  // rows differ much
}
