// Idea: commands whose answer is a number for each vertex or edge, on graphs whose answers can be checked by hand.
#include "support.hpp"

#include <cmath>
#include <string>

using namespace tool_test;
using nlohmann::json;

TEST_CASE("grb pagerank ranks vertices and writes the ranks", "[tool][page_rank]") {
    const folder here;
    // 1 and 2 lead to 0, which leads nowhere.
    const std::string graph = here.file("g.tsv", "1 0\n2 0\n");
    const json exact = answer("pagerank " + graph + " --definition gap --damping 0.5 --out " + here / "ranks.tsv");
    CHECK(exact["definition"] == "gap");
    CHECK(exact["damping"] == 0.5);
    CHECK(exact["converged"] == true);
    CHECK(exact["iterations"] == 3);
    CHECK(exact["residual"] == 0.0);
    CHECK(exact["top_vertices"] == json({0, 1, 2}));
    CHECK(exact["top_ranks"] == json({1.0 / 3, 1.0 / 6, 1.0 / 6}));
    CHECK(exact["nrows"] == 3);
    CHECK(has(text_of(here / "ranks.tsv"), "# vertex\trank\n0\t0.333333333333333"));

    const json standard = answer("pagerank " + graph + " --tolerance 1e-12");
    CHECK(std::abs(standard["rank_sum"].get<double>() - 1) < 1e-10);
    CHECK(has(standard["notes"].dump(), "one direction only"));
    const json rough = answer("pagerank " + graph + " --iterations 1 --directed");
    CHECK(rough["converged"] == false);
    CHECK(has(rough["notes"].dump(), "--iterations"));
    CHECK(answer("pagerank " + graph + " --iterations 0 --directed")["method"] == "none");

    // What goes to standard output is the data alone; vertices are called as in the file.
    const std::string named = here.file("n.csv", "bob,al\ncy,al\n");
    const outcome data = run_grb("pagerank " + named + " --named --iterations 0 --out -");
    CHECK(data.out == "# vertex\trank\nbob\t0.3333333333333333\nal\t0.3333333333333333\ncy\t0.3333333333333333\n");
    CHECK(has(data.err, "top_ranks"));
    CHECK(answer("pagerank " + here.file("one.tsv", "1 2\n") + " --one-based")["top_vertices"] == json({2, 1}));
}

TEST_CASE("grb pagerank refuses what it cannot do", "[tool][page_rank]") {
    const folder here;
    const std::string graph = here.file("g.tsv", small_graph);
    const std::string wide = here.file("wide.mtx", "%%MatrixMarket matrix coordinate pattern general\n2 3 1\n1 1\n");
    CHECK(has(complaint("pagerank " + graph + " --damping 1", 2), "--damping 1"));
    CHECK(has(complaint("pagerank " + graph + " --damping half", 2), "'half' is not a number"));
    CHECK(has(complaint("pagerank " + graph + " --tolerance -1", 2), "--tolerance"));
    CHECK(has(complaint("pagerank " + graph + " --iterations -1", 2), "--iterations"));
    CHECK(has(complaint("pagerank " + graph + " --definition leak", 2), "leak"));
    CHECK(has(complaint("pagerank " + graph + " --weights none", 2), "--weights"));
    CHECK(has(complaint("pagerank " + graph + " --out - --json", 2), "standard output"));
    CHECK(has(complaint("pagerank " + wide, 1), "2x3"));
}

TEST_CASE("grb lcc: coefficients and triangles of every vertex", "[tool][local_clustering_coefficient]") {
    const folder here;
    // The triangle 0 1 2, and 3 at its corner 0.
    const std::string graph = here.file("g.tsv", "0 1\n1 2\n2 0\n0 3\n3 3\n");
    const json found = answer("lcc " + graph + " --out " + here / "c.tsv");
    CHECK(found["triangles"] == 1);
    CHECK(found["edges"] == 4);
    CHECK(std::abs(found["average"].get<double>() - 7.0 / 12) < 1e-15);
    CHECK(found["top_vertices"] == json({0, 1, 2, 3}));
    CHECK(found["top_triangles"] == json({1, 1, 1, 0}));
    CHECK(text_of(here / "c.tsv") ==
          "# vertex\tcoefficient\ttriangles\n0\t0.3333333333333333\t1\n1\t1.0\t1\n2\t1.0\t1\n3\t0.0\t0\n");
    CHECK(has(found["notes"].dump(), "4 edges were listed in one direction only"));
    CHECK(has(found["notes"].dump(), "1 self loop was dropped"));
    CHECK(run_grb("lcc " + graph + " --out - --threads 1").out == text_of(here / "c.tsv"));
    CHECK(has(complaint("lcc " + graph + " --directed", 2), "undirected graph"));
    CHECK(has(complaint("lcc " + graph + " --out - --json", 2), "standard output"));
}

TEST_CASE("grb kcore: the core number of every vertex", "[tool][k_core]") {
    const folder here;
    // The triangle 0 1 2, then 3 at its corner 0, and 4 alone.
    const std::string graph = here.file("g.tsv", "0 1\n1 2\n2 0\n0 3\n4 4\n");
    const json found = answer("kcore " + graph + " --out " + here / "c.tsv");
    CHECK(found["degeneracy"] == 2);
    CHECK(found["innermost_vertices"] == 3);
    CHECK(found["rounds"] == 3);
    CHECK(found["edges"] == 4);
    CHECK(found["top_vertices"] == json({0, 1, 2, 3, 4}));
    CHECK(found["top_core_numbers"] == json({2, 2, 2, 1, 0}));
    CHECK(text_of(here / "c.tsv") == "# vertex\tcore\n0\t2\n1\t2\n2\t2\n3\t1\n4\t0\n");
    CHECK(has(found["notes"].dump(), "core numbers are those of the undirected graph"));
    CHECK(run_grb("kcore " + graph + " --out - --threads 1").out == text_of(here / "c.tsv"));
    CHECK(has(complaint("kcore " + graph + " --directed", 2), "undirected graph"));
}

TEST_CASE("grb ktruss: the edges of a truss", "[tool][k_truss]") {
    const folder here;
    // All of 0 1 2 3 are joined, 4 makes a triangle with 0 1, and 5 is at its corner.
    const std::string graph = here.file("g.tsv", "0 1\n0 2\n0 3\n1 2\n1 3\n2 3\n4 0\n4 1\n5 4\n");
    const json largest = answer("ktruss " + graph + " --out " + here / "t.tsv");
    CHECK(largest["k"] == 4);
    CHECK(largest["edges"] == 9);
    CHECK(largest["truss_edges"] == 6);
    CHECK(largest["truss_vertices"] == 4);
    CHECK(largest["truss_triangles"] == 4);
    CHECK(text_of(here / "t.tsv") ==
          "# source\ttarget\ttriangles\n0\t1\t2\n0\t2\t2\n0\t3\t2\n1\t2\t2\n1\t3\t2\n2\t3\t2\n");
    CHECK(answer("info " + here / "t.tsv")["nvals"] == 6);
    const json three = answer("ktruss " + graph + " --k 3");
    CHECK(three["truss_edges"] == 8);
    CHECK(three["truss_triangles"] == 5);
    CHECK(answer("ktruss " + graph + " --k 2")["truss_edges"] == 9);
    CHECK(answer("ktruss " + graph + " --k 5")["truss_edges"] == 0);
    CHECK(has(complaint("ktruss " + graph + " --k 1", 2), "--k 1"));
    CHECK(has(complaint("ktruss " + graph + " --k many", 2), "'many' is not a whole number"));
    CHECK(has(complaint("ktruss " + graph + " --directed", 2), "undirected graph"));
}

TEST_CASE("grb jaccard: the similarity of the ends of every edge", "[tool][jaccard_similarity]") {
    const folder here;
    // The triangle 0 1 2, and 3 at its corner 0.
    const std::string graph = here.file("g.tsv", "0 1\n1 2\n2 0\n0 3\n");
    const json found = answer("jaccard " + graph + " --undirected --out " + here / "s.tsv");
    CHECK(found["nvals"] == 8);
    CHECK(found["largest"] == 1.0 / 3);
    CHECK(found["without_common_neighbours"] == 2);
    // The edges 0 1, 0 2 and 1 2 have similarities of 1/4, 1/4 and 1/3, 0 3 has none.
    CHECK(std::abs(found["average"].get<double>() - 5.0 / 24) < 1e-15);
    CHECK(text_of(here / "s.tsv") ==
          "# source\ttarget\tsimilarity\n0\t1\t0.25\n0\t2\t0.25\n0\t3\t0.0\n1\t0\t0.25\n1\t2\t0.3333333333333333\n"
          "2\t0\t0.25\n2\t1\t0.3333333333333333\n3\t0\t0.0\n");
    CHECK(answer("jaccard " + graph + " --directed")["largest"] == 0.0);
    CHECK(has(answer("jaccard " + graph)["notes"].dump(), "one direction only"));
    CHECK(has(run_grb("jaccard " + here.file("n.csv", "bob,al\nbob,cy\nal,cy\n") + " --named --out -").out, "bob\tal\t0.5\n"));
    CHECK(has(complaint("jaccard " + graph + " --weights none", 2), "--weights"));
}

TEST_CASE("grb betweenness: shortest paths over every vertex", "[tool][betweenness_centrality]") {
    const folder here;
    // 0 -> 1 -> 3 and 0 -> 2 -> 3, then 3 -> 4.
    const std::string graph = here.file("g.tsv", "0 1\n0 2\n1 3\n2 3\n3 4\n");
    const json found = answer("betweenness " + graph + " --directed --out " + here / "b.tsv");
    CHECK(found["sources"] == 5);
    CHECK(found["sum"] == 5.0);
    CHECK(found["top_vertices"] == json({3, 1, 2, 0, 4}));
    CHECK(found["top_betweenness"] == json({3.0, 1.0, 1.0, 0.0, 0.0}));
    CHECK(text_of(here / "b.tsv") == "# vertex\tbetweenness\n0\t0.0\n1\t1.0\n2\t1.0\n3\t3.0\n4\t0.0\n");
    CHECK(run_grb("betweenness " + graph + " --out - --threads 1").out == text_of(here / "b.tsv"));
    const json from_two = answer("betweenness " + graph + " --source 0,2");
    CHECK(from_two["sources"] == 2);
    CHECK(from_two["top_betweenness"] == json({2.0, 1.0, 1.0, 0.0, 0.0}));
    CHECK(has(from_two["notes"].dump(), "one direction only"));
    CHECK(answer("betweenness " + graph + " --undirected")["top_betweenness"][0] == 7.0);
    CHECK(has(complaint("betweenness " + graph + " --source 9", 1), "9"));
}
