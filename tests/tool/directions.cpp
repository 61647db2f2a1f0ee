// Idea: the rule of directions and the rule of repeated edges, command by command, on graphs of two or three edges.
#include "support.hpp"

#include <string>
#include <vector>

using namespace tool_test;
using nlohmann::json;

namespace {

const char* const one_direction_only =
    "every edge of this file is listed in one direction only; --undirected follows them both ways, --directed says that "
    "this is meant";

bool notes(const json& object, const std::string& part) { return has(object["notes"].dump(), part); }

}  // namespace

TEST_CASE("grb bfs and mssp hint at files that list each edge once", "[tool][directions]") {
    const folder here;
    const std::string once = here.file("once.tsv", "0 1\n1 2\n2 0\n2 2\n");
    const std::string up = here.file("up.tsv", "1 0\n2 1\n");
    const std::string some = here.file("some.tsv", "0 1\n1 2\n2 1\n");
    const std::string loops = here.file("loops.tsv", "0 0\n1 1\n");
    const std::string market = "%%MatrixMarket matrix coordinate pattern ";
    const std::string symmetric = here.file("s.mtx", market + "symmetric\n3 3 2\n2 1\n3 2\n");
    const std::string general = here.file("g.mtx", market + "general\n3 3 2\n2 1\n3 2\n");
    for (const std::string command : {"bfs ", "mssp "}) {
        for (const std::string& file : {once, up, general}) {
            CHECK(notes(answer(command + file), one_direction_only));
            CHECK(has(run_grb(command + file).out, one_direction_only));
            CHECK_FALSE(notes(answer(command + file + " --directed"), "one direction only"));
            CHECK_FALSE(notes(answer(command + file + " --undirected"), "one direction only"));
        }
        for (const std::string& file : {some, loops, symmetric})
            CHECK_FALSE(notes(answer(command + file), "one direction only"));
    }
    for (const std::string command : {"info ", "mxm ", "tc ", "order "})
        CHECK_FALSE(notes(answer(command + once), "--directed says"));
    // Directed as listed, unless the header says symmetric.
    CHECK(answer("bfs " + general)["reached"] == json({1}));
    CHECK(answer("bfs " + symmetric)["reached"] == json({3}));
    CHECK(answer("bfs " + general + " --undirected")["reached"] == json({3}));
    CHECK(has(run_grb("--help").out, "Directions:"));
}

TEST_CASE("grb tc works as if --undirected were given, and reports true numbers", "[tool][directions]") {
    const folder here;
    const std::string thrice = here.file("thrice.tsv", "0 1\n0 1\n0 1\n");
    const json counted = answer("tc " + thrice);
    CHECK(counted["edges"] == 1);
    CHECK(counted["changes"]["mirrored"] == 1);
    CHECK(counted["changes"]["duplicates_merged"] == 2);
    CHECK(notes(counted, "as if --undirected were given; 1 edge was listed in one direction only"));
    CHECK(notes(counted, "2 repeated entries were merged"));
    const json said = answer("tc " + thrice + " --undirected");
    CHECK(said["edges"] == 1);
    CHECK(said["triangles"] == 0);
    CHECK(said["changes"] == counted["changes"]);
    CHECK(has(complaint("tc " + thrice + " --directed", 2), "undirected graph"));
    const json both = answer("tc " + here.file("both.tsv", "0 1\n1 0\n1 0\n"));
    CHECK(both["changes"]["duplicates_merged"] == 1);
    CHECK(both["symmetrised"] == false);
}

TEST_CASE("grb mssp takes the shortest of parallel edges", "[tool][directions]") {
    const folder here;
    const auto distance = [](const std::string& line) { return answer("mssp " + line)["max_distance"][0].dump(); };
    const std::string parallel = here.file("p.tsv", "0 1 4\n0 1 3\n0 1 5\n");
    CHECK(distance(parallel) == "3");
    CHECK(notes(answer("mssp " + parallel), "2 duplicate edges were merged, the smallest weight kept"));
    const std::vector<std::pair<std::string, std::string>> rules = {
        {"min", "3"}, {"max", "5"}, {"sum", "12"}, {"first", "4"}, {"last", "5"}};
    for (const auto& [rule, expected] : rules) {
        CHECK(distance(parallel + " --duplicates " + rule) == expected);
        CHECK(distance(parallel + " --type double --undirected --verify --duplicates " + rule) == expected + ".0");
    }
    CHECK(notes(answer("mssp " + parallel + " --duplicates sum"), "2 duplicate edges were merged, their weights added up"));
    CHECK(has(complaint("mssp " + parallel + " --duplicates error", 1), "(0, 1)"));
    CHECK(has(complaint("mssp " + parallel + " --duplicates error", 1), "--duplicates"));
    CHECK(answer("mssp " + here.file("simple.tsv", "0 1 2\n") + " --duplicates error")["reached"] == json({2}));
    CHECK(has(complaint("mssp " + parallel + " --duplicates median", 2), "median"));

    // Opposite directions are parallel edges of an undirected graph, and of no other.
    const std::string opposite = here.file("o.tsv", "0 1 3\n1 0 5\n");
    CHECK(distance(opposite + " --source 1") == "5");
    CHECK(distance(opposite + " --source 1 --undirected") == "3");
    CHECK(distance(opposite + " --source 0 --undirected --duplicates max") == "5");
    CHECK(distance(opposite + " --source 0 --undirected --duplicates sum") == "8");
    CHECK(notes(answer("mssp " + opposite + " --undirected"),
                "1 edge was listed in both directions with different weights, the smallest weight kept"));
    CHECK(has(complaint("mssp " + opposite + " --undirected --duplicates error", 1), "more than one entry"));

    // What a symmetric file lists once is one edge, --undirected or not.
    const std::string symmetric =
        here.file("s.mtx", "%%MatrixMarket matrix coordinate integer symmetric\n3 3 3\n2 1 3\n1 2 5\n3 2 7\n");
    for (const std::string undirected : {"", " --undirected"}) {
        CHECK(distance(symmetric + undirected) == "10");
        CHECK(distance(symmetric + undirected + " --duplicates sum") == "15");
        CHECK(distance(symmetric + undirected + " --source 2 --duplicates sum") == "15");
        CHECK(distance(symmetric + undirected + " --source 1 --duplicates last") == "7");
    }
}

TEST_CASE("every command that uses weights has --duplicates, of which the last line counts", "[tool][directions]") {
    const folder here;
    const std::string file = here.file("g.tsv", "0 1 4\n0 1 3\n1 0 3\n");
    CHECK(answer("info " + file)["symmetric"] == true);
    CHECK(answer("info " + file + " --duplicates first")["symmetric"] == false);
    for (const char* const rule : {"last", "first", "min", "max", "sum"})
        CHECK(answer("info " + file + " --verify --duplicates " + rule)["verified"] == true);
    CHECK(answer("mxm " + file)["sum"] == 18);
    CHECK(answer("mxm " + file + " --duplicates sum")["sum"] == 42);
    CHECK(notes(answer("mxm " + file), "1 duplicate edge was merged, the weight listed last kept"));
    const auto converted = [&](const std::string& options) {
        CHECK(run_grb("convert " + file + " " + here / "c.tsv" + options).status == 0);
        const std::string text = text_of(here / "c.tsv");
        return text.substr(text.find('\n') + 1);
    };
    CHECK(converted("") == "0\t1\t3\n1\t0\t3\n");
    CHECK(converted(" --duplicates max") == "0\t1\t4\n1\t0\t3\n");
    CHECK(converted(" --duplicates max --undirected") == "0\t1\t4\n1\t0\t4\n");
    CHECK(run_grb("order " + file + " " + here / "o.tsv --duplicates sum").status == 0);
    CHECK(has(text_of(here / "o.tsv"), "\t7\n"));
    for (const std::string command : {"info ", "mxm ", "mssp ", "order "}) {
        CHECK(has(complaint(command + file + " --duplicates error", 1), "more than one entry"));
        CHECK(has(run_grb(command + "--help-all").out, "--duplicates"));
    }
    for (const std::string command : {"bfs ", "tc "}) complaint(command + file + " --duplicates min", 2);
}
