// Idea: commands whose answer is a number for each vertex or edge, on graphs whose answers can be checked by hand.
#include "support.hpp"

#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

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

TEST_CASE("grb pagerank: weights, and numbers of vertices from files", "[tool][page_rank]") {
    const folder here;
    // What leads out of al goes to bo in three of four cases; both lead back.
    const std::string graph = here.file("g.csv", "al,bo,3\nal,cy,1\nbo,al,5\ncy,al,0.5\n");
    const std::string call = "pagerank " + graph + " --named --damping 0.5 --tolerance 1e-15 --verify ";
    const auto ranks = [&](const std::string& more) {
        const json found = answer(call + more);
        CHECK(found["verified"] == true);
        std::map<std::string, double> of;
        for (std::size_t k = 0; k < 3; ++k) of[found["top_vertices"][k]] = found["top_ranks"][k];
        return of;
    };
    const auto is = [](double x, double y) { return std::abs(x - y) < 1e-14; };
    // al = 1/6 + (1 - al)/2, bo = 1/6 + al 3/8
    auto of = ranks("--weights column");
    CHECK((is(of["al"], 4.0 / 9) && is(of["bo"], 1.0 / 3) && is(of["cy"], 2.0 / 9)));
    of = ranks("");
    CHECK((is(of["al"], 4.0 / 9) && is(of["bo"], 5.0 / 18) && is(of["cy"], 5.0 / 18)));
    // al = (1 - al)/2, bo = (3/4 al + 3/4)/2 with three quarters of the jumps
    for (const std::string list :
         {"bo\t3\ncy\t1\n", "\xEF\xBB\xBF# where\r\nbo,3\r\n\r\n\"cy\" , 1\r\n", "bo 3e300\ncy 1e300", "vertex,rank\nbo,3\ncy,1\n",
          "al 0\nbo;3\ncy 1"}) {
        of = ranks("--weights column --personalization " + here.file("p", list));
        CHECK((is(of["al"], 1.0 / 3) && is(of["bo"], 0.5) && is(of["cy"], 1.0 / 6)));
    }
    of = ranks("--personalization " + here.file("p", "cy"));
    CHECK((is(of["al"], 1.0 / 3) && is(of["bo"], 1.0 / 12) && is(of["cy"], 7.0 / 12)));

    // The ranks of an earlier run are those of this one.
    for (const std::string more : {"", "--definition gap ", "--weights column "}) {
        const std::string out = here / "ranks.tsv";
        CHECK(answer("pagerank " + graph + " --named --tolerance 1e-12 --iterations 900 --out " + out + ' ' +
                     more)["iterations"] > 20);
        const json again = answer("pagerank " + graph + " --named --verify --tolerance 2e-12 --start " + out + ' ' + more);
        CHECK(again["iterations"] == 1);
        CHECK(again["start"] == out);
        CHECK(answer("pagerank " + graph + " --named --verify --iterations 0 --start " + out + ' ' + more)["verified"] == true);
    }
}

TEST_CASE("weights that a command does not use are noted once", "[tool][input]") {
    const folder here;
    const std::string binary = here / "b.gbm", plain = here.file("p.tsv", "0 1\n1 0\n"), text = here.file("g.tsv", small_graph),
                      market = here.file("m.mtx", "%%MatrixMarket matrix coordinate integer general\n2 2 1\n1 2 5\n");
    REQUIRE(run_grb("convert " + text + ' ' + binary).status == 0);
    const auto notes = [](const std::string& line) {
        int count = 0;
        const json found = answer(line);
        for (const json& note : found["notes"]) count += note["code"] == "weights_not_used";
        return count;
    };
    for (const std::string& file : {text, market, binary}) {
        for (const std::string command : {"pagerank ", "betweenness ", "bfs ", "tc ", "cc ", "scc ", "mis ", "communities ",
                                          "kcore ", "lcc ", "ktruss ", "jaccard "}) {
            CHECK(notes(command + file) == 1);
            CHECK(notes(command + file + " --weights none") == 0);
            CHECK(notes(command + plain) == 0);
        }
        for (const std::string command : {"mssp ", "msf ", "mcl "}) CHECK(notes(command + file + " --weights none") == 0);
        CHECK(notes("pagerank " + file + " --weights column") == 0);
        CHECK(notes("betweenness " + file + " --weights random:4") == 0);
    }
    CHECK(has(run_grb("pagerank " + text).out + run_grb("pagerank " + text).err, "--weights column"));
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
    CHECK(has(complaint("pagerank " + graph + " --weights some", 2), "--weights"));
    const std::string plain = here.file("plain.tsv", "a b\nb a\n");
    CHECK(has(complaint("pagerank " + plain + " --named --weights column", 1), "plain.tsv"));
    for (const auto& [weight, words] : std::vector<std::pair<std::string, std::string>>{
             {"-0.5", "from b to c is -0.5"}, {"nan", "from b to c is not finite"}, {"-inf", "from b to c is not finite"}}) {
        const std::string bad = here.file("bad.tsv", "a b 1.5\nb c " + weight + "\n");
        CHECK(has(complaint("pagerank " + bad + " --named --weights column", 1), words));
    }
    for (const auto& [list, words] :
         std::vector<std::pair<std::string, std::string>>{{"a 1\n\nz 2\n", "list:3: "},
                                                          {"a 1\nz 2\n", "no vertex is called z"},
                                                          {"a 1\nb -1\n", "list:2: the number -1"},
                                                          {"a 1\nb nan\n", "list:2: the number nan"},
                                                          {"a one\n", "list:1: 'one' is no number"},
                                                          {"a 1 2\n", "list:1: there are more than two columns"},
                                                          {"a 1\n# a\na 2\n", "list:3: vertex a is listed in line 1 too"},
                                                          {"a 0\nb 0\n", "no vertex has a number above 0"},
                                                          {"# vertex\n", "no vertex has a number above 0"}}) {
        const std::string file = here.file("list", list);
        CHECK(has(complaint("pagerank " + plain + " --named --personalization " + file, 1), words));
        CHECK(has(complaint("pagerank " + plain + " --named --start " + file, 1), words));
    }
    CHECK(has(complaint("pagerank " + plain + " --named --personalization - --start -", 2), "standard input"));
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
    // 0 has the neighbours 1, 2 and 3; one edge leads from one of them to another.
    const json directed = answer("lcc " + graph + " --directed --verify --out " + here / "d.tsv");
    CHECK(directed["neighbour_edges"] == 3);
    CHECK(directed["verified"] == true);
    CHECK(text_of(here / "d.tsv") ==
          "# vertex\tcoefficient\tneighbour_edges\n0\t0.16666666666666666\t1\n1\t0.5\t1\n"
          "2\t0.5\t1\n3\t0.0\t0\n");
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
    CHECK(has(complaint("jaccard " + graph + " --weights column", 2), "--weights"));
}

TEST_CASE("grb closeness: numbers from distances", "[tool][distance_centrality]") {
    const folder here;
    // 0 -> 1 -> 3 and 0 -> 2 -> 3, then 3 -> 4.
    const std::string graph = here.file("g.tsv", "0 1\n0 2\n1 3\n2 3\n3 4\n");
    const json found = answer("closeness " + graph + " --undirected --out " + here / "c.tsv");
    CHECK(found["top_vertices"] == json({3, 1, 2, 0, 4}));
    CHECK(found["top_closeness"] == json({0.8, 4.0 / 6, 4.0 / 6, 4.0 / 7, 0.5}));
    CHECK(has(text_of(here / "c.tsv"), "# vertex\tcloseness\n0\t0.5714285714285714\n1\t"));
    const json far = answer("closeness " + graph + " --undirected --measure eccentricity");
    CHECK((far["diameter"] == 3.0 && far["radius"] == 2.0));
    CHECK(far["top_eccentricity"] == json({3.0, 3.0, 2.0, 2.0, 2.0}));
    const json apart = answer("closeness " + graph + " --directed --measure eccentricity --verify --out " + here / "e.tsv");
    CHECK((has(apart["notes"].dump(), "not_connected") && !apart.contains("diameter") && apart["verified"] == true));
    CHECK(has(text_of(here / "e.tsv"), "\n0\t3.0\n1\tinf\n"));
    CHECK(answer("closeness " + graph + " --measure harmonic --directed")["top_harmonic"][0] == 2.5);
    CHECK(has(complaint("closeness " + graph + " --measure katz", 2), "harmonic"));
    CHECK(has(complaint("closeness " + graph + " --weights column", 2), "--weights"));
}

TEST_CASE("grb louvain: communities that are the same in every run", "[tool][louvain]") {
    const folder here;
    // Two triangles that an edge joins.
    const std::string graph = here.file("g.tsv", "0 1\n1 2\n2 0\n2 3\n3 4\n4 5\n5 3\n");
    const json found = answer("louvain " + graph + " --out " + here / "l.tsv");
    CHECK(found["communities"] == 2);
    CHECK(std::abs(found["modularity"].get<double>() - 5.0 / 14) < 1e-15);
    CHECK(text_of(here / "l.tsv") == "# vertex\tcommunity\n0\t0\n1\t0\n2\t0\n3\t3\n4\t3\n5\t3\n");
    CHECK(answer("louvain " + graph + " --resolution 0")["communities"] == 1);
    CHECK(has(complaint("louvain " + graph + " --resolution -1", 2), "negative"));
    CHECK(has(complaint("louvain " + graph + " --directed", 2), "--directed"));
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

    // With n = 5 vertices, (n - 1)(n - 2) pairs; from one source n - 2 for the others, and none for itself.
    CHECK(answer("betweenness " + graph + " --directed --normalized")["top_betweenness"] ==
          json({3.0 / 12, 1.0 / 12, 1.0 / 12, 0.0, 0.0}));
    CHECK(answer("betweenness " + graph + " --normalized --source 1")["top_betweenness"] ==
          json({1.0 / 3, 0.0, 0.0, 0.0, 0.0}));

    // 0 -> 1 -> 3 is shorter than 0 -> 2 -> 3 by one beyond the digits of a double, and then as long.
    const auto lengths = [&](const std::string& over_1, const std::string& over_2) {
        const std::string file =
            here.file("w.tsv", "0 1 9007199254740992\n0 2 9007199254740992\n1 3 " + over_1 + "\n2 3 " + over_2 + "\n3 4 1\n");
        const json weighted = answer("betweenness " + file + " --weights column --directed --verify");
        CHECK(weighted["verified"] == true);
        return weighted["top_betweenness"];
    };
    CHECK(lengths("1", "2") == json({3.0, 2.0, 0.0, 0.0, 0.0}));
    CHECK(lengths("1", "1") == json({3.0, 1.0, 1.0, 0.0, 0.0}));
    CHECK(lengths("2.0", "6.0") == json({3.0, 2.0, 0.0, 0.0, 0.0}));
    for (const std::string weight : {"0", "-1", "0.0", "-2.5"}) {
        const std::string bad = here.file("bad.tsv", "a b 1\nb c " + weight + "\n");
        CHECK(has(complaint("betweenness " + bad + " --named --weights column", 1), "from b to c is "));
    }
    CHECK(has(complaint("betweenness " + here.file("far.tsv", "0 1 9223372036854775807\n1 2 1\n") + " --weights column", 1),
              "int64"));
}
