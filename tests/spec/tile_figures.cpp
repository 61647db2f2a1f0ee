// What tiling() says of a matrix, against a loop over its entries, on both engines.
#include "tests/catch.hpp"
#include <graphblas_gpu/io/generate.hpp>
#include <graphblas_gpu/io/read_matrix.hpp>
#include <graphblas_gpu/mxm.hpp>

#include "tests/engine.hpp"
#include "tests/library.hpp"

#include <set>
#include <utility>

namespace gb = graphblas_gpu;

namespace {

template <class T>
void check_figures(const gb::context& ctx, const gb::matrix<T>& a, std::int64_t value_bytes) {
    std::set<std::pair<gb::index, gb::index>> tiles;
    const gb::edges<T> entries = a.to_edges();
    for (std::size_t k = 0; k < entries.rows.size(); ++k) tiles.emplace(entries.rows[k] / 8, entries.columns[k] / 8);
    const auto count = static_cast<gb::index>(tiles.size());
    const gb::index tile_rows = (a.nrows() + 7) / 8;
    const gb::tile_figures t = gb::tiling(ctx, a);
    CHECK(t.nvals == a.nvals());
    CHECK(t.tiles == count);
    CHECK(t.coo_bytes == 8 * a.nvals());
    CHECK(t.csr_bytes == 4 * a.nvals() + 8 * (a.nrows() + 1));
    CHECK(t.tile_bytes == 16 * count + 16 * (tile_rows + 1));
    CHECK(t.value_bytes == value_bytes * a.nvals());
    CHECK(t.entries_per_tile() == (count == 0 ? 0.0 : static_cast<double>(a.nvals()) / static_cast<double>(count)));
}

}  // namespace

TEST_CASE("tiling counts tiles and bytes", "[spec][tiles]") {
    for (const gb::context& ctx : spec::contexts()) {
        check_figures(ctx, gb::matrix<float>(), 4);
        check_figures(ctx, gb::matrix<double>(9, 100), 8);
        check_figures(ctx, gb::from_coordinates<void>(gb::band(61, 3)), 0);
        check_figures(ctx, gb::from_coordinates<float>(gb::rmat(7, 4)), 4);
        check_figures(ctx, gb::from_coordinates<std::int64_t>(gb::blocks(5, 8, 2, 1)), 8);
    }
}

TEST_CASE("tiling counts where the matrix is", "[spec][tiles]") {
    const gb::context& ctx = spec::contexts().front();
    const auto a = gb::from_coordinates<float>(gb::stencil5(20));
    const gb::matrix<void> c = gb::mxm_structure(ctx, a, a);
    CHECK(c.any().is_on_host() == !ctx.is_cuda());
    const gb::tile_figures t = gb::tiling(ctx, c);
    CHECK(c.any().is_on_host() == !ctx.is_cuda());
    CHECK(t.nvals == c.nvals());
    CHECK(t.tiles > 0);
}
