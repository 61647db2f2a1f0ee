// Idea: C<L> = L*L' over plus_pair, summed up and never stored; L is the strictly lower triangle of the graph with its vertices
// as the generator numbers them, and renumbered by descending degree. A count must be the same by all methods, by both
// numberings, and on the host.
#include "lines.hpp"
#include <algorithms/vertex_order.hpp>
#include <fmt/format.h>
#include <graphblas_gpu/io/generate.hpp>
#include <graphblas_gpu/io/read_matrix.hpp>
#include <graphblas_gpu/mxm.hpp>
#include <graphblas_gpu/permute.hpp>
#include <graphblas_gpu/select.hpp>
#include <graphblas_gpu/tiling.hpp>

namespace bench {

namespace {

std::int64_t count_triangles(const gb::context& ctx, const gb::matrix<void>& l, gb::method how) {
    return gb::mxm_reduce(ctx, gb::plus{}, gb::structure(l), gb::plus_pair<std::int64_t>, l, l,
                          {.transpose_b = true, .method = how});
}

result measured(const gb::context& ctx, const options& o, const char* kernel, const gb::matrix<void>& l,
                std::int64_t expected) {
    constexpr gb::method methods[] = {gb::method::bitmap_tile, gb::method::hash, gb::method::dot};
    std::vector<std::int64_t> counts(std::size(methods));
    contest task;
    for (std::size_t k = 0; k < std::size(methods); ++k) {
        task.sides.push_back({gb::to_string(methods[k]), {}, [&, k] { counts[k] = count_triangles(ctx, l, methods[k]); }, {}});
    }
    task.verify = [&]() -> std::string {
        for (std::size_t k = 0; k < counts.size(); ++k) {
            if (counts[k] != expected) return fmt::format("{} by {}, not {}", counts[k], gb::to_string(methods[k]), expected);
        }
        return {};
    };
    result r;
    r.type = "int64";
    r.kernel = kernel;
    r.take(run(task, o.how, o.verify));
    const gb::tile_figures t = gb::tiling(ctx, l);
    r.notes.push_back(fmt::format("{} triangles, {} entries of L, {} tiles of {:.2f} entries, {} products without the mask",
                                  expected, l.nvals(), t.tiles, t.entries_per_tile(),
                                  gb::mxm_flops(ctx, l, l, {.transpose_b = true})));
    return r;
}

}  // namespace

std::string triangle_graph(int scale) { return fmt::format("graph R-MAT {}", scale); }

std::vector<result> triangles(const gb::context& ctx, const options& o, int scale) {
    constexpr gb::index edge_factor = 16;
    const gb::context host = gb::context::host();
    const auto graph = gb::from_coordinates<void>(host, gb::rmat(scale, edge_factor, {.threads = host.threads()}));
    const gb::matrix<void> given = gb::select(host, gb::tril{-1}, graph);
    const std::int64_t expected = count_triangles(host, given, gb::method::automatic);
    std::vector<result> out;
    for (const char* const name : triangle_rows) {
        if (!is_named(o.rows, name)) continue;
        const bool by_degree = name == triangle_rows[1];
        const auto renumbered = [&] {
            return gb::select(ctx, gb::tril{-1},
                              gb::permute(ctx, graph, gb::order_vertices(host, graph, gb::vertex_order::degree)));
        };
        out.push_back(measured(ctx, o, name, by_degree ? renumbered() : given, expected));
        out.back().matrix = triangle_graph(scale);
    }
    return out;
}

}  // namespace bench
