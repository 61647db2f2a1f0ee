// Counts that papers, the data's own pages or another program state, for every variant and method.
//
// Needs: the environment variable GRB_TEST_DATA, the folder that holds the graphs.
#include "check.hpp"
#include "tests/catch.hpp"
#include <algorithms/triangle_count.hpp>
#include <graphblas_gpu/host/bitmap_tile/tile_symbolic.hpp>
#include <graphblas_gpu/io/read_matrix.hpp>
#include <graphblas_gpu/mxm.hpp>

#include <fstream>

namespace {

namespace gb = graphblas_gpu;
using gb::triangle_variant;

constexpr gb::index not_stated = -1;

struct known_graph {
    const char* file;
    gb::index n;
    gb::index nvals;
    gb::index product_nvals;             ///< nvals(A*A)
    std::int64_t multiplications;        ///< in A*A
    gb::index edges;                     ///< of S, which is A made undirected
    std::int64_t triangles;              ///< of S
    gb::index undirected_product_nvals;  ///< nvals(S*S)
};

constexpr known_graph known_graphs[] = {
    {"wiki-Vote.mtx.gz", 8297, 103689, 1831112, 4542805, 100762, 608389, 6937361},
    {"ca-HepPh.txt.gz", 11205, 117618, 849796, 5329291, 117618, 3357890, 3282131},
    {"email-Enron.txt.gz", 36692, 367662, 30492154, 51501448, 183831, 727044, 30492154},
    {"facebook_combined.txt.gz", 4039, 88234, 337529, 2690019, 88234, 1612010, 2896485},
    {"soc-Epinions1.txt.gz", 75877, 405739, 11421615, 21105936, 405739, 1624481, 73464019},
    {"power-grid.txt.gz", 4941, 6594, 6846, 7159, 6594, 651, 39753},
    {"karate.mtx", 34, not_stated, not_stated, not_stated, not_stated, 45, not_stated},
    {"bcsstk13.mtx.gz", not_stated, not_stated, not_stated, not_stated, not_stated, 342300, not_stated},
    {"jagmesh7.mtx", not_stated, not_stated, not_stated, not_stated, not_stated, 2016, not_stated},
    {"west0067.mtx", 67, not_stated, not_stated, not_stated, not_stated, 120, not_stated},
};

/// The path of the file, or nothing and a word about it.
std::optional<std::string> found(const char* file) {
    const std::string folder = check::data_folder();
    if (folder.empty()) {
        WARN("SKIPPED: " << file << ": GRB_TEST_DATA is not set");
        return std::nullopt;
    }
    const std::string path = folder + "/" + file;
    if (!std::ifstream(path)) {
        WARN("SKIPPED: " << file << ": not in " << folder);
        return std::nullopt;
    }
    return path;
}

void check_if_stated(std::int64_t actual, std::int64_t stated) {
    if (stated != not_stated) CHECK(actual == stated);
}

}  // namespace

TEST_CASE("known answers: triangles", "[algorithms][triangles][data]") {
    const auto ctx = spec::context_with(GENERATE(from_range(spec::team_sizes({1, 4}))));
    for (const auto& known : known_graphs) {
        const auto path = found(known.file);
        if (!path) continue;
        const auto s = gb::undirected_structure(ctx, gb::read_matrix<void>(ctx, *path));
        check_if_stated(s.nvals(), known.edges == not_stated ? not_stated : 2 * known.edges);
        for (const auto variant : {triangle_variant::automatic, triangle_variant::burkhardt, triangle_variant::cohen,
                                   triangle_variant::sandia_ll, triangle_variant::sandia_uu,
                                   triangle_variant::sandia_lut, triangle_variant::sandia_ult}) {
            for (const auto method : spec::product_methods()) {
                for (const auto order :
                     {gb::triangle_order::automatic, gb::triangle_order::none, gb::triangle_order::degree}) {
                    // Burkhardt's has no order.
                    const bool any_order = order == gb::triangle_order::automatic, any_method = method == gb::method::automatic;
                    if (!any_order && variant == triangle_variant::burkhardt) continue;
                    // Generated graphs are counted in all combinations (triangle_count.cpp), and so are these on a device. On
                    // the host, several threads try every variant in every order and by every method on the smaller graphs;
                    // larger graphs and one thread get what differs from the automatic choice in one option.
                    if (!spec::on_cuda()) {
                        const bool tries_pairs = ctx.threads() > 1 && s.nvals() <= 180'000;
                        const int automatic = (variant == triangle_variant::automatic) + any_method + any_order;
                        if (automatic < (tries_pairs ? 1 : 2) || (!any_order && !any_method)) continue;
                    }
                    if (!spec::is_tried_where_slow()) continue;
                    INFO(known.file << ", " << gb::to_string(variant) << ", " << gb::to_string(method) << ", order "
                                    << static_cast<int>(order));
                    CHECK(
                        gb::triangle_count(ctx, s, {.variant = variant, .order = order, .method = method}).triangles ==
                        known.triangles);
                }
            }
        }
    }
}

TEST_CASE("known answers: sizes of products", "[algorithms][data]") {
    const auto ctx = spec::context_with(2);
    for (const auto& known : known_graphs) {
        if (known.product_nvals == not_stated) continue;
        const auto path = found(known.file);
        if (!path) continue;
        INFO(known.file);
        const auto a = gb::read_matrix<void>(ctx, *path);
        CHECK(a.nrows() == known.n);
        CHECK(a.ncols() == known.n);
        CHECK(a.nvals() == known.nvals);
        CHECK(gb::mxm_flops(ctx, a, a) == known.multiplications);
        const auto s = gb::undirected_structure(ctx, a);
        const bool is_undirected = s == a;
        if (is_undirected) CHECK(known.undirected_product_nvals == known.product_nvals);
        for (const auto method : spec::product_methods()) {
            if (method == gb::method::dot) continue;  // which needs a mask
            if (!spec::is_tried_where_slow()) continue;
            INFO(gb::to_string(method));
            CHECK(gb::mxm_nvals(ctx, a, a, {.method = method}) == known.product_nvals);
            if (!is_undirected) CHECK(gb::mxm_nvals(ctx, s, s, {.method = method}) == known.undirected_product_nvals);
            CHECK(gb::mxm_structure(ctx, a, a, {.method = method}).nvals() == known.product_nvals);
            const auto c = gb::mxm(ctx, gb::plus_pair<std::int64_t>, a, a, {.method = method});
            CHECK(c.nvals() == known.product_nvals);
            CHECK(gb::reduce(ctx, gb::plus{}, c) == known.multiplications);
        }
    }
}

TEST_CASE("known answers: tiles of wiki-Vote and of its product with itself", "[algorithms][data]") {
    const auto path = found("wiki-Vote.mtx.gz");
    if (!path) return;
    const gb::context ctx = gb::context::host({.threads = 2});
    const auto a = gb::read_matrix<void>(ctx, *path);
    const gb::formats::untyped_tiles tiles = a.any().tiles(ctx.team());
    const gb::host::tile_problem problem(ctx.team(), tiles.structure, tiles.structure, {});
    // tSparse's own counts.
    CHECK(tiles.structure.tiles.nvals() == 72429);
    CHECK(problem.pairs_before()[problem.pairs_before().size() - 1] == 7261770);
    const gb::host::tile_counts product = gb::host::count_tiles(ctx.team(), problem);
    CHECK(product.tiles == 526421);
    CHECK(product.nvals == 1831112);
}
