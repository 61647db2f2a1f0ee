// Idea: the commands that give every vertex a value: what they count, and what they write.
#include "support.hpp"

using namespace tool_test;
using nlohmann::json;

TEST_CASE("grb cc joins vertices along edges of either direction", "[tool][components]") {
    const folder here;
    const std::string graph = here.file("g.tsv", small_graph);
    const json found = answer("cc " + graph + " --out " + here / "cc.tsv");
    CHECK(found["nrows"] == 5);
    CHECK(found["components"] == 2);
    CHECK(found["largest"] == 4);
    CHECK(found["alone"] == 1);
    CHECK(text_of(here / "cc.tsv") == "# vertex\tcomponent\n0\t0\n1\t0\n2\t0\n3\t0\n4\t4\n");
    CHECK(answer("cc " + graph + " --undirected --threads 2")["components"] == 2);

    const std::string people = here.file("people.csv", "eve,bob\nann,bob\ntom,tom\n");
    CHECK(run_grb("cc " + people + " --named --out -").out ==
          "# vertex\tcomponent\neve\teve\nbob\teve\nann\teve\ntom\ttom\n");
}

TEST_CASE("grb cc refuses what it cannot do", "[tool][components]") {
    const folder here;
    const std::string graph = here.file("g.tsv", small_graph);
    const std::string wide = here.file("wide.mtx", "%%MatrixMarket matrix coordinate pattern general\n2 3 1\n1 1\n");
    CHECK(has(complaint("cc " + graph + " --directed", 2), "--directed"));
    CHECK(has(complaint("cc " + graph + " --out - --json", 2), "standard output"));
    CHECK(has(complaint("cc " + wide, 1), "2x3"));
}

TEST_CASE("grb mis chooses vertices that are no neighbours", "[tool][components]") {
    const folder here;
    const std::string graph = here.file("g.tsv", small_graph);
    for (const char* const seed : {"0", "1", "2", "3"}) {
        const json found = answer("mis " + graph + " --seed " + seed + " --out " + here / "mis.tsv");
        // 0 to 3 are a ring with one chord, 4 has no neighbour.
        const std::string members = text_of(here / "mis.tsv");
        CHECK((members == "# vertex\n0\n3\n4\n" || members == "# vertex\n1\n4\n" || members == "# vertex\n2\n4\n"));
        CHECK(found["members"] == (has(members, "0\n3\n") ? 3 : 2));
        CHECK(found["seed"] == std::stoi(seed));
    }
    CHECK(has(complaint("mis " + graph + " --directed", 2), "--directed"));
}

TEST_CASE("grb scc finds the vertices on common cycles", "[tool][components]") {
    const folder here;
    const std::string graph = here.file("g.tsv", small_graph);
    const json found = answer("scc " + graph + " --out " + here / "scc.tsv");
    CHECK(found["components"] == 3);
    CHECK(found["largest"] == 3);
    CHECK(found["alone"] == 2);
    CHECK(text_of(here / "scc.tsv") == "# vertex\tcomponent\n0\t0\n1\t1\n2\t1\n3\t1\n4\t4\n");
    CHECK(answer("scc " + graph + " --undirected")["components"] == 2);
    CHECK(answer("scc " + here.file("path.tsv", "0 1\n1 2\n"))["notes"].size() == 1);
    CHECK(answer("scc " + here / "path.tsv" + " --directed")["notes"].empty());
}

TEST_CASE("grb msf takes the lightest edges", "[tool][components]") {
    const folder here;
    const std::string graph = here.file("g.tsv", small_graph);
    const json found = answer("msf " + graph + " --out " + here / "msf.tsv");
    CHECK(found["edges"] == 3);
    CHECK(found["trees"] == 2);
    CHECK(found["weight"] == 7);
    CHECK(text_of(here / "msf.tsv") == "# source\ttarget\tweight\n0\t1\t4\n1\t2\t2\n1\t3\t1\n");
    // In double all three weights are equal, and the edges of the first vertex would be taken.
    const json exact =
        answer("msf " + here.file("large.tsv", "0 1 9007199254740993\n0 2 9007199254740993\n1 2 9007199254740992\n") +
               " --verify --out " + here / "forest.tsv");
    CHECK(exact["weight"].dump() == "18014398509481985");
    CHECK(has(text_of(here / "forest.tsv"), "0\t1\t9007199254740993\n1\t2\t9007199254740992\n"));
    CHECK(answer("msf " + here.file("real.tsv", "0 1 0.5\n1 2 2\n"))["weight"] == 2.5);
    const json without = answer("msf " + graph + " --weights none");
    CHECK(without["weight"] == 3);
    CHECK(without["notes"].size() == 1);
    // Of parallel edges the lightest.
    CHECK(answer("msf " + here.file("twice.tsv", "0 1 5\n0 1 2\n1 0 3\n"))["weight"] == 2);
    CHECK(has(complaint("msf " + graph + " --directed", 2), "--directed"));
}

TEST_CASE("grb communities passes labels on", "[tool][components]") {
    const folder here;
    // Two triangles with an edge between them.
    const std::string graph = here.file("g.tsv", "0 1\n1 2\n2 0\n3 4\n4 5\n5 3\n2 3\n");
    const json found = answer("communities " + graph + " --out " + here / "c.tsv");
    CHECK(found["communities"] == 2);
    CHECK(found["settled"] == true);
    CHECK(found["notes"].empty());
    CHECK(text_of(here / "c.tsv") == "# vertex\tcommunity\n0\t0\n1\t0\n2\t0\n3\t3\n4\t3\n5\t3\n");
    const json stopped = answer("communities " + graph + " --most-rounds 1");
    CHECK(stopped["settled"] == false);
    CHECK(stopped["rounds"] == 1);
    CHECK(stopped["notes"].size() == 1);
    CHECK(has(complaint("communities " + graph + " --directed", 2), "--directed"));
    complaint("communities " + graph + " --most-rounds -1", 2);
}

TEST_CASE("grb mcl clusters by random walks", "[tool][components]") {
    const folder here;
    // Two triangles with a weak edge between them.
    const std::string graph = here.file("g.tsv", "0 1 5\n1 2 5\n2 0 5\n3 4 5\n4 5 5\n5 3 5\n2 3 1\n");
    const json found = answer("mcl " + graph + " --out " + here / "c.tsv");
    CHECK(found["clusters"] == 2);
    CHECK(found["largest"] == 3);
    CHECK(found["notes"].empty());
    CHECK(found["multiplications"] > 0);
    CHECK(text_of(here / "c.tsv") == "# vertex\tcluster\n0\t0\n1\t0\n2\t0\n3\t3\n4\t3\n5\t3\n");
    CHECK(answer("mcl " + graph + " --inflation 3")["iterations"] <= found["iterations"]);
    CHECK(answer("mcl " + graph + " --most-iterations 1")["notes"].size() == 1);
    CHECK(has(complaint("mcl " + here.file("negative.tsv", "0 1 -2\n"), 1), "negative"));
    complaint("mcl " + graph + " --inflation 1", 2);
}
