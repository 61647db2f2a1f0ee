// Needs: grb.
// Idea: a matrix goes through all formats and comes back the same to the byte; what cannot come back is said or refused.
#include "support.hpp"

#include <vector>

using namespace tool_test;
using nlohmann::json;

TEST_CASE("grb convert carries a matrix through every format", "[tool][convert]") {
    const folder here;
    for (const char* const kind : {"rmat 6 4", "stencil5 5", "rmat 6 4 --weights random:3"}) {
        REQUIRE(run_grb(std::string("generate ") + kind + " --out " + here / "a.mtx").status == 0);
        const json first = answer("convert " + here / "a.mtx " + here / "b.gbm");
        CHECK(first["out_format"] == "binary");
        CHECK(first["values_changed"] == 0);
        CHECK(first["nrows"] == answer("info " + here / "a.mtx")["nrows"]);
        const std::vector<std::string> way = {"b.gbm", "c.mtx", "d.mtx.gz", "e.gbm.gz", "f.mtx"};
        for (std::size_t n = 1; n < way.size(); ++n)
            CHECK(answer("convert " + here / way[n - 1] + " " + here / way[n])["nvals"] == first["nvals"]);
        CHECK(text_of(here / "c.mtx") == text_of(here / "f.mtx"));
        answer("convert " + here / "f.mtx " + here / "g.gbm --threads 1");
        CHECK(text_of(here / "b.gbm") == text_of(here / "g.gbm"));
        // By stream, in the format that is named.
        CHECK(run_grb("convert - - --format mtx < " + here / "b.gbm").out == text_of(here / "c.mtx"));
        CHECK(has(run_grb("convert - - --format mtx < " + here / "b.gbm").err, "nvals"));
        CHECK(run_grb("convert - - --format binary < " + here / "c.mtx").out == text_of(here / "b.gbm"));
    }
}

TEST_CASE("grb convert says what it changes", "[tool][convert]") {
    const folder here;
    const std::string graph = here.file("g.tsv", "0 1 300\n1 0 7\n2 2 1\n2 2 3\n");
    const json plain = answer("convert " + graph + " " + here / "a.mtx");
    CHECK(plain["changes"] == "merged 1 duplicate");
    CHECK(plain["type"] == "int64");
    CHECK(text_of(here / "a.mtx") ==
          "%%MatrixMarket matrix coordinate integer general\n3 3 3\n1 2 300\n2 1 7\n3 3 3\n");

    const json narrow = answer("convert " + graph + " " + here / "n.gbm --type uint8");
    CHECK(narrow["values_changed"] == 1);
    CHECK(has(narrow["notes"].dump(), "1 of 3 values are not the same as uint8"));
    CHECK(answer("convert " + here / "n.gbm " + here / "m.mtx --type int8")["values_changed"] == 0);

    const json structure = answer("convert " + graph + " " + here / "s.tsv --type none --drop-self-loops");
    CHECK(structure["type"] == "none");
    CHECK(has(structure["changes"], "ignored the values"));
    CHECK(has(structure["notes"].dump(), "1 self loop was dropped"));
    CHECK(has(structure["notes"].dump(), "the last 1 of 3 vertices"));
    CHECK(has(text_of(here / "s.tsv"), "0\t1\n1\t0\n"));
    CHECK(has(answer("convert " + here / "s.tsv " + here / "o.mtx --type double")["notes"].dump(), "all are 1"));

    const json both = answer("convert " + here.file("one.tsv", "0 1 5\n") + " " + here / "u.mtx --undirected --symmetric");
    CHECK(both["changes"] == "mirrored 1 entry");
    CHECK(text_of(here / "u.mtx") == "%%MatrixMarket matrix coordinate integer symmetric\n2 2 1\n2 1 5\n");
}

TEST_CASE("grb convert keeps the ids of an edge list on request", "[tool][convert]") {
    const folder here;
    const std::string ids = here.file("ids.csv", "900,7000000000\n7000000000,33\n");
    CHECK(has(answer("convert " + ids + " " + here / "a.gbm --relabel")["notes"].dump(), "--ids"));
    CHECK(answer("convert " + ids + " " + here / "a.gbm --relabel --ids " + here / "ids.tsv")["notes"].empty());
    CHECK(text_of(here / "ids.tsv") == "# vertex\tid\n0\t33\n1\t900\n2\t7000000000\n");
}

TEST_CASE("grb convert refuses what would be lost", "[tool][convert]") {
    const folder here;
    const std::string graph = here.file("g.tsv", small_graph);
    const std::string wide = here.file("wide.mtx", "%%MatrixMarket matrix coordinate pattern general\n2 3 1\n1 1\n");
    const std::string out = here / "out";
    CHECK(has(complaint("convert " + graph + " " + out + ".gbm --symmetric", 2), "Matrix Market"));
    CHECK(has(complaint("convert " + graph + " " + out + " --type int7", 2), "int64"));
    CHECK(has(complaint("convert " + graph + " " + out + " --format xml", 2), "edges"));
    CHECK(has(complaint("convert " + graph + " " + out + " --ids x", 2), "--relabel"));
    CHECK(has(complaint("convert " + graph + " " + out + " --type none --weights random:1", 2), "--weights"));
    CHECK(has(complaint("convert " + graph + " - --json", 2), "standard output"));
    CHECK(has(complaint("convert " + graph, 2), "OUT"));
    CHECK(has(complaint("convert " + graph + " " + out + " --symmetric", 1), "not symmetric"));
    CHECK(has(complaint("convert " + wide + " " + out + ".tsv", 1), "2x3"));
    CHECK(has(complaint("convert " + wide + " /no/such/folder/x.gbm", 1), "/no/such/folder/x.gbm"));
    CHECK_FALSE(std::filesystem::exists(out));
    CHECK_FALSE(std::filesystem::exists(out + ".tsv"));
}

TEST_CASE("every command reads binary files, and from standard input", "[tool][convert]") {
    const folder here;
    const std::string graph = here.file("g.tsv", small_graph);
    const std::string binary = here / "g.gbm";
    answer("convert " + graph + " " + binary);
    CHECK(answer("info " + binary)["format"] == "binary int64");
    for (const char* const command : {"info", "tc", "bfs", "mssp", "mxm"}) {
        INFO(command);
        json from_text = answer(std::string(command) + " " + graph);
        const json from_binary = answer(std::string(command) + " - < " + binary);
        for (const char* const name : {"nrows", "nvals", "triangles", "level_sum", "distance_sum", "sum"})
            if (from_text.contains(name)) CHECK(from_text[name] == from_binary[name]);
    }
    const json made = answer("generate rmat 5 3 --weights random:1 --out " + here / "r.gbm");
    CHECK(made["nvals"] == answer("info " + here / "r.gbm")["nvals"]);
    answer("mxm " + binary + " --out " + here / "square.gbm");
    CHECK(answer("info " + here / "square.gbm")["nvals"] == answer("mxm " + graph)["nvals"]);
}
