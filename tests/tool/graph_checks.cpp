// Needs: grb, and the checks of its --verify.
// Idea: every command about a graph verifies its answers; and every check is shown an answer that is nearly right.
#include "support.hpp"
#include <graphblas_gpu/matrix.hpp>

#include <graph_checks.hpp>

#include <limits>
#include <string>
#include <string_view>
#include <vector>

using namespace tool_test;
using nlohmann::json;
namespace gb = graphblas_gpu;

namespace {

using numbers = std::vector<std::int64_t>;

/// Entries (rows[n], columns[n]) of 1, in one direction.
template <class T>
gb::matrix<T> graph(gb::index n, const std::vector<gb::index>& rows, const std::vector<gb::index>& columns) {
    if constexpr (std::is_void_v<T>) return gb::matrix<void>::from_edges(n, n, rows, columns);
    else return gb::matrix<T>::from_edges(n, n, rows, columns, std::vector<T>(rows.size(), T{1}));
}

/// The same in both directions.
template <class T>
gb::matrix<T> undirected(gb::index n, std::vector<gb::index> rows, std::vector<gb::index> columns) {
    const std::vector<gb::index> begins = rows;
    rows.insert(rows.end(), columns.begin(), columns.end());
    columns.insert(columns.end(), begins.begin(), begins.end());
    return graph<T>(n, rows, columns);
}

}  // namespace

TEST_CASE("every command about a graph verifies its answer", "[tool][verify]") {
    const folder here;
    const std::string small = here.file("g.tsv", small_graph), loops = here.file("loops.tsv", "0 0\n2 2\n"),
                      none = here.file("none.mtx", "%%MatrixMarket matrix coordinate pattern general\n3 3 0\n"),
                      nobody = here.file("nobody.mtx", "%%MatrixMarket matrix coordinate pattern general\n0 0 0\n"),
                      rmat = here / "rmat.gbm", directed = here / "powerlaw.mtx", grid = here / "grid.tsv";
    REQUIRE(run_grb("generate rmat 7 6 --weights random:9 --out " + rmat).status == 0);
    REQUIRE(run_grb("generate powerlaw 90 4 --out " + directed).status == 0);
    REQUIRE(run_grb("generate grid2d 7 --weights random:2 --out " + grid).status == 0);
    for (const std::string& file : {small, loops, none, nobody, rmat, directed, grid}) {
        for (const char* const command : {"cc",
                                          "scc",
                                          "communities",
                                          "communities --most-rounds 2",
                                          "mcl",
                                          "mcl --inflation 4 --most-iterations 3",
                                          "mis",
                                          "mis --seed 4",
                                          "msf",
                                          "kcore",
                                          "lcc",
                                          "ktruss",
                                          "ktruss --k 4",
                                          "ktruss --k 60",
                                          "jaccard",
                                          "jaccard --undirected",
                                          "pagerank",
                                          "pagerank --definition gap --damping 0.5",
                                          "pagerank --iterations 0",
                                          "pagerank --tolerance 0",
                                          "pagerank --weights random:3",
                                          "pagerank --weights random:3 --definition gap --undirected",
                                          "betweenness",
                                          "betweenness --undirected",
                                          "closeness",
                                          "closeness --measure harmonic --undirected",
                                          "closeness --measure eccentricity --undirected",
                                          "louvain",
                                          "louvain --resolution 2.5",
                                          "betweenness --normalized --source 0,0",
                                          "betweenness --normalized --weights random:5",
                                          "betweenness --undirected --weights random:5",
                                          "lcc --directed"}) {
            // There is no vertex 0 to start from.
            if (file == nobody && std::string_view(command).find("--source") != std::string_view::npos) continue;
            INFO(command << ' ' << file);
            std::string line = command;
            line.insert(std::min(line.find(' '), line.size()), " " + file);
            const json object = answer(line + " --verify");
            CHECK(object["verified"] == true);
            CHECK(object["verified_against"].size() == 1);
        }
    }
}

TEST_CASE("wrong components, sets, communities, clusters and forests do not verify", "[tool][verify]") {
    // 0 -> 1 -> 2 -> 0 is a cycle, and 2 -> 3.
    const auto cycle = graph<void>(4, {0, 1, 2, 2}, {1, 2, 0, 3});
    const gb::structure_view a = cycle.rows();
    CHECK(grb::check_components(a, {0, 0, 0, 0}).empty());
    CHECK(grb::check_components(a, {0, 0, 0, 3}) == "the component of vertex 3 is 3, 0 is right");
    CHECK(grb::check_strong_components(a, {0, 0, 0, 3}).empty());
    CHECK(grb::check_strong_components(a, {0, 0, 0, 0}) == "the component of vertex 3 is 0, 3 is right");
    CHECK(grb::check_strong_components(a, {0, 1, 0, 3}) == "the component of vertex 1 is 1, 0 is right");

    const std::vector<gb::index> maximal{0, 3}, neighbours{0, 2}, few{3};
    CHECK(grb::check_independent_set(a, maximal).empty());
    CHECK(grb::check_independent_set(a, neighbours) == "members 0 and 2 are neighbours");
    CHECK(grb::check_independent_set(a, few) == "vertex 0 could be a member too");

    // In the first round 3 takes the smaller of the labels 2 and 3, the others take 0; in the second 3 takes 0 of 0 and 2.
    CHECK(grb::check_communities(a, {0, 0, 0, 2}, 1, false).empty());
    CHECK(grb::check_communities(a, {0, 0, 0, 2}, 1, true) == "another round would change labels");
    CHECK(grb::check_communities(a, {0, 0, 0, 0}, 2, true).empty());
    CHECK(grb::check_communities(a, {0, 0, 0, 0}, 1, true) == "the community of vertex 3 is 0, 2 is right");

    const auto pairs = undirected<double>(4, {0, 2}, {1, 3});
    CHECK(grb::check_clusters(pairs, {0, 0, 2, 2}, 5, 2).empty());
    CHECK(grb::check_clusters(pairs, {0, 0, 0, 0}, 5, 2) == "the cluster of vertex 2 is 0, 2 is right");

    auto square = undirected<double>(4, {0, 1, 2, 0}, {1, 2, 3, 3}), forest = undirected<double>(4, {0, 0, 1}, {1, 3, 2});
    CHECK(grb::check_spanning_forest(square, forest, 3).empty());
    CHECK(grb::check_spanning_forest(square, forest, 4) == "the weight is 4, 3 is right");
    CHECK(has(grb::check_spanning_forest(square, square, 4), "of 4 edges, 3 is right"));
    forest.remove_element(2, 1);
    CHECK(has(grb::check_spanning_forest(square, forest, 3), "one direction"));
    forest.remove_element(1, 2);
    CHECK(has(grb::check_spanning_forest(square, forest, 2), "of 2 edges, 3 is right"));
    square.set_element(0, 1, 0.5);  // the lighter direction counts
    CHECK(has(grb::check_spanning_forest(square, undirected<double>(4, {0, 0, 1}, {1, 3, 2}), 3), "(0, 1) with weight 0.5"));
}

TEST_CASE("wrong numbers of vertices and edges do not verify", "[tool][verify]") {
    // A triangle 0, 1, 2 and an edge 2 - 3.
    const auto kite = undirected<void>(4, {0, 1, 0, 2}, {1, 2, 2, 3});
    const gb::structure_view a = kite.rows();
    CHECK(grb::check_core_numbers(a, {2, 2, 2, 1}).empty());
    CHECK(grb::check_core_numbers(a, {2, 2, 3, 1}) == "the core number of vertex 2 is 3, 2 is right");

    const double third = 1.0 / 3;
    CHECK(grb::check_clustering(a, {1, 1, 1, 0}, {1, 1, third, 0}).empty());
    CHECK(has(grb::check_clustering(a, {1, 1, 2, 0}, {1, 1, third, 0}), "triangles of vertex 2 is 2, 1 is right"));
    CHECK(has(grb::check_clustering(a, {1, 1, 1, 0}, {1, 1, 0.5, 0}), "coefficient of vertex 2"));

    auto triangle = undirected<std::int64_t>(4, {0, 1, 0}, {1, 2, 2});
    CHECK(grb::check_truss(a, triangle, 3, true).empty());
    CHECK(has(grb::check_truss(a, triangle, 2, false), "other edges of vertex 2 are in the 2-truss"));
    CHECK(grb::check_truss(a, gb::matrix<std::int64_t>(4, 4), 4, false).empty());
    CHECK(grb::check_truss(a, gb::matrix<std::int64_t>(4, 4), 4, true) == "the 4-truss is empty");
    auto all = undirected<std::int64_t>(4, {0, 1, 0, 2}, {1, 2, 2, 3});
    all.set_element(2, 3, 0);
    all.set_element(3, 2, 0);
    CHECK(grb::check_truss(a, all, 2, false).empty());
    CHECK(grb::check_truss(a, all, 2, true) == "there is a 3-truss");
    triangle.set_element(0, 1, 2);
    CHECK(has(grb::check_truss(a, triangle, 3, true), "edges of vertex 0 are in other numbers"));

    // Of the neighbours of 0 (1, 2) and 1 (0, 2) one is common; 2 has 0, 1, 3; 3 has 2 alone.
    auto similarity =
        gb::matrix<double>::from_edges(4, 4, std::vector<int>{0, 0, 1, 1, 2, 2, 2, 3}, std::vector<int>{1, 2, 0, 2, 0, 1, 3, 2},
                                       std::vector<double>{third, 0.25, third, 0.25, 0.25, 0.25, 0, 0});
    CHECK(grb::check_similarities(a, similarity).empty());
    similarity.values()[1] = 0.5;
    CHECK(grb::check_similarities(a, similarity) == "the similarity of 0 and 2 is 0.5, 0.25 is right");
    similarity.remove_element(0, 1);
    CHECK(has(grb::check_similarities(a, similarity), "other positions"));

    // On a cycle all ranks are equal; from 1 / 2 and 0 in turn a round of damping 0.5 changes the ranks by 1.5.
    const auto cycle = graph<void>(4, {0, 1, 2, 3}, {1, 2, 3, 0});
    const gb::structure_view c = cycle.rows();
    const std::vector<double> equal(4, 0.25), uneven{0.5, 0, 0.5, 0};
    CHECK(grb::check_ranks(c, equal, {.damping = 0.85, .rounds = 1, .residual = 0}).empty());
    CHECK(grb::check_ranks(c, equal, {.damping = 0.85, .rounds = 0, .residual = 0}).empty());
    CHECK(has(grb::check_ranks(c, uneven, {.damping = 0.85, .rounds = 0, .residual = 0}), "the rank of vertex 0"));
    CHECK(grb::check_ranks(c, uneven, {.damping = 0.5, .rounds = 3, .residual = 3.1}).empty());
    CHECK(has(grb::check_ranks(c, uneven, {.damping = 0.5, .rounds = 3, .residual = 2.9}),
              "another round changes the ranks by 1.5"));
    const auto ending = graph<void>(2, {0}, {1});
    const double sharing = 1 / 2.85;  // of the vertex without an edge to it: r = 0.15 / 2 + 0.85 (1 - r) / 2
    const gb::structure_view e = ending.rows();
    CHECK(
        grb::check_ranks(e, {sharing, 1 - sharing}, {.damping = 0.85, .shares_dangling = true, .rounds = 9, .residual = 1e-15})
            .empty());
    CHECK_FALSE(grb::check_ranks(e, {sharing, 1 - sharing}, {.damping = 0.85, .rounds = 9, .residual = 1e-9}).empty());

    // Of the rank of 0, three quarters go to 1 and the rest to 2, from where it starts again at 1.
    const auto fork = gb::matrix<double>::from_edges(3, 3, std::vector<gb::index>{0, 0}, std::vector<gb::index>{1, 2},
                                                     std::vector<double>{3, 1});
    const auto as_is = [&](std::vector<double> ranks, std::vector<double> weights, std::vector<double> goals) {
        return grb::check_ranks(fork.rows(), ranks,
                                {.damping = 0.5,
                                 .shares_dangling = true,
                                 .rounds = 9,
                                 .residual = 1e-15,
                                 .weights = weights,
                                 .personalization = goals});
    };
    CHECK(as_is({2.0 / 3, 0.25, 1.0 / 12}, {6, 2}, {5, 0, 0}).empty());
    CHECK(as_is({2.0 / 3, 0.25, 1.0 / 12}, {3, 1}, {1, 0, 0}).empty());
    CHECK_FALSE(as_is({2.0 / 3, 0.25, 1.0 / 12}, {1, 1}, {1, 0, 0}).empty());
    CHECK_FALSE(as_is({2.0 / 3, 0.25, 1.0 / 12}, {3, 1}, {1, 1, 0}).empty());
    CHECK_FALSE(as_is({2.0 / 3, 0.25, 1.0 / 12}, {}, {1, 0, 0}).empty());
    const gb::structure_view f = fork.rows();
    const grb::ranking before{.damping = 0.5, .shares_dangling = true, .start = {6, 3, 1}};
    CHECK(grb::check_ranks(f, {0.6, 0.3, 0.1}, before).empty());
    CHECK_FALSE(grb::check_ranks(f, {0.6, 0.1, 0.3}, before).empty());

    // All paths between 3 and the others lead over 2.
    const std::vector<gb::index> everybody{0, 1, 2, 3};
    // 0, 1 and 2 are a triangle, and 3 is a neighbour of 2.
    using grb::distance_measure;
    CHECK(grb::check_distances(a, {0.75, 0.75, 1, 0.6}, distance_measure::closeness).empty());
    CHECK(has(grb::check_distances(a, {0.75, 0.75, 1, 0.5}, distance_measure::closeness), "closeness of vertex 3 is 0.5, 0.6"));
    CHECK(grb::check_distances(a, {2.5, 2.5, 3, 2}, distance_measure::harmonic).empty());
    CHECK(has(grb::check_distances(a, {2.5, 3, 3, 2}, distance_measure::harmonic), "harmonic of vertex 1 is 3"));
    CHECK(grb::check_distances(a, {2, 2, 1, 2}, distance_measure::eccentricity).empty());
    CHECK(has(grb::check_distances(a, {2, 2, 2, 2}, distance_measure::eccentricity), "vertex 2 is 2, 1 is right"));
    CHECK(grb::check_modularity(a, {0, 0, 0, 3}, -0.03125, 1).empty());
    CHECK(has(grb::check_modularity(a, {0, 0, 0, 3}, 0.25, 1), "the modularity is 0.25, -0.03125 is right"));
    CHECK(has(grb::check_modularity(a, {0, 0, 2, 0}, 0, 1), "the modularity"));
    CHECK(has(grb::check_modularity(a, {0, 2, 2, 3}, 0, 1), "community of vertex 1 is 2, which is not its first vertex"));
    CHECK(grb::check_betweenness(a, everybody, {0, 0, 4, 0}).empty());
    CHECK(grb::check_betweenness(a, everybody, {0, 0, 4 * (1 + 1e-15), 0}).empty());
    CHECK(grb::check_betweenness(a, everybody, {0, 0, 5, 0}) == "the betweenness of vertex 2 is 5, 4 is right");
    CHECK_FALSE(grb::check_betweenness(a, everybody, {0, 0, 4 * (1 + 1e-12), 0}).empty());
    CHECK_FALSE(grb::check_betweenness(a, everybody, {1e-300, 0, 4, 0}).empty());

    // 0 -> 1 -> 2 is as long as 0 -> 2, and 3 -> 0.
    const auto lengths = gb::matrix<std::int64_t>::from_edges(
        4, 4, std::vector<gb::index>{0, 1, 0, 3}, std::vector<gb::index>{1, 2, 2, 0}, std::vector<std::int64_t>{2, 3, 5, 1});
    const std::vector<gb::index> last{3, 3};
    CHECK(grb::check_betweenness(lengths, everybody, {2, 1, 0, 0}, false).empty());
    CHECK(grb::check_betweenness(lengths, everybody, {2.0 / 6, 1.0 / 6, 0, 0}, true).empty());
    CHECK(grb::check_betweenness(lengths, last, {4.0 / 4, 1.0 / 4, 0, 0}, true).empty());
    CHECK(grb::check_betweenness(lengths, everybody, {2, 2, 0, 0}, false) == "the betweenness of vertex 1 is 2, 1 is right");
    CHECK(grb::check_directed_clustering(f, {0, 0, 0}, {0, 0, 0}).empty());
    CHECK_FALSE(grb::check_directed_clustering(f, {1, 0, 0}, {0.5, 0, 0}).empty());
}
