// Idea: paths to a vertex on graphs that have one answer, and the cases without a path; on a larger graph every path has to
// consist of edges of the file, whose lengths add up.
#include "support.hpp"

#include <algorithm>
#include <map>
#include <sstream>
#include <string>
#include <utility>

using namespace tool_test;
using nlohmann::json;

namespace {

json path_record(const json& source, const json& vertices, const char* name, const json& values) {
    return {{"source", source}, {"vertices", vertices}, {name, values}};
}

bool has_note(const json& object, const std::string& part) { return has(object["notes"].dump(), part); }

}  // namespace

TEST_CASE("grb mssp --to gives a path from each source", "[tool][paths]") {
    const folder here;
    const std::string file = here.file("g.tsv", small_graph);
    const json one = answer("mssp " + file + " --source 0 --to 3");
    CHECK(one["target"] == 3);
    CHECK(one["paths"] == json::array({path_record(0, {0, 1, 2, 3}, "distances", {0, 4, 6, 11})}));
    CHECK(one["reached"] == json({4}));
    CHECK_FALSE(has_note(one, "path"));

    const json several = answer("mssp " + file + " --source 3,4,2,3 --to 2");
    const json from_3 = path_record(3, {3, 1, 2}, "distances", {0, 1, 3}),
               from_2 = path_record(2, json::array({2}), "distances", json::array({0}));
    CHECK(several["paths"] == json::array({from_3, path_record(4, json::array(), "distances", json::array()), from_2, from_3}));
    CHECK(has_note(several, "no path leads from 4 to 2"));
    CHECK_FALSE(has_note(several, "no path leads from 3"));

    for (const char* const type : {"int32", "float", "double"})
        CHECK(answer("mssp " + file + " --to 3 --type " + type)["paths"][0]["distances"] == json({0, 4, 6, 11}));
    CHECK(answer("mssp " + file + " --to 0 --source 3 --undirected")["paths"] ==
          json::array({path_record(3, {3, 1, 0}, "distances", {0, 1, 5})}));
    const json real = answer("mssp " + here.file("r.tsv", "0 1 0.5\n1 2 -0.25\n") + " --to 2");
    CHECK(real["paths"][0]["distances"] == json({0, 0.5, 0.25}));
    CHECK_FALSE(answer("mssp " + file).contains("paths"));
}

TEST_CASE("grb bfs --to gives the levels on the way", "[tool][paths]") {
    const folder here;
    const std::string file = here.file("g.tsv", small_graph);
    const json found = answer("bfs " + file + " --source 0,3 --to 3");
    CHECK(found["paths"] == json::array({path_record(0, {0, 2, 3}, "levels", {0, 1, 2}),
                                         path_record(3, json::array({3}), "levels", json::array({0}))}));
    CHECK(has_note(answer("bfs " + file + " --source 3 --to 0"), "no path leads from 3 to 0"));
}

TEST_CASE("grb prints a path as a table, a vertex a line", "[tool][paths]") {
    const folder here;
    const std::string file = here.file("g.tsv", small_graph);
    const outcome found = run_grb("mssp " + file + " --source 0,4 --to 3");
    CHECK(found.status == 0);
    CHECK(has(found.out,
              "\nsource  vertices  distances\n     0         0          0\n     0         1          4\n"
              "     0         2          6\n     0         3         11\n"));
    CHECK(has(found.out, "note: no path leads from 4 to 3\n"));

    const outcome none = run_grb("mssp " + file + " --source 4 --to 3");
    CHECK(none.status == 0);
    CHECK(has(none.out, "note: no path leads from 4 to 3\n"));
    CHECK_FALSE(has(none.out, "vertices"));
}

TEST_CASE("grb --to calls vertices as the file does", "[tool][paths]") {
    const folder here;
    const std::string named = here.file("n.csv", "alice,bob\nbob,\"carol, jr\"\ndora,alice\n");
    const json found = answer("bfs " + named + " --named --source alice,dora --to '\"carol, jr\"'");
    CHECK(found["target"] == "carol, jr");
    CHECK(found["paths"][1] == path_record("dora", {"dora", "alice", "bob", "carol, jr"}, "levels", {0, 1, 2, 3}));
    CHECK(has(run_grb("bfs " + named + " --named --source bob --to dora").out, "no path leads from bob to dora"));

    const std::string ids = here.file("i.csv", "900,7000000000\n7000000000,33\n");
    CHECK(answer("mssp " + ids + " --relabel --source 900 --to 33")["paths"][0]["vertices"] == json({900, 7000000000, 33}));
    const std::string from_one = here.file("one.tsv", "1 2\n2 3\n");
    CHECK(answer("bfs " + from_one + " --one-based --source 1 --to 3")["paths"][0]["vertices"] == json({1, 2, 3}));
}

TEST_CASE("grb refuses a target that is none", "[tool][paths]") {
    const folder here;
    const std::string file = here.file("g.tsv", small_graph);
    for (const std::string command : {"bfs ", "mssp "}) {
        CHECK(has(complaint(command + file + " --to 1,2", 2), "--to: '1,2' names 2 vertices"));
        CHECK(has(complaint(command + file + " --to x", 2), "--to: 'x'"));
        CHECK(has(complaint(command + file + " --to 5", 1), "vertex 5 is out of range"));
        CHECK(has(complaint(command + file + " --relabel --to 17", 1), "vertex 17 is on no line"));
    }
}

TEST_CASE("grb --to takes the path from an answer that was written, too", "[tool][paths]") {
    const folder here;
    const std::string file = here.file("g.tsv", small_graph), out = here / "d.tsv";
    answer("mssp " + file + " --source 0 --to 3 --out " + out);
    const json streamed = answer("mssp " + file + " --source 0 --to 3");
    const outcome again = run_grb("mssp " + file + " --source 0 --to 3 --json --answer " + out);
    if (has(again.err, "was built without")) {
        WARN("skipped: this grb cannot verify");
        return;
    }
    CHECK(json::parse(again.out)["paths"] == streamed["paths"]);

    // Parents that go round in a circle, and one that is not reached itself.
    for (const char* const parents : {"1\t4\t2\n0\t2\t6\t1\n0\t3\t11\t2\n", "1\t4\t0\n0\t3\t11\t2\n"}) {
        const std::string wrong =
            here.file("w.tsv", std::string("# source\tvertex\tdistance\tparent\n0\t0\t0\t0\n0\t") + parents);
        const outcome refused = run_grb("mssp " + file + " --source 0 --to 3 --json --answer " + wrong);
        CHECK(refused.status == 1);
        REQUIRE(json::accept(refused.out));
        CHECK(has_note(json::parse(refused.out), "the parents do not lead from 3 back to 0"));
        CHECK(json::parse(refused.out)["paths"][0]["vertices"].empty());
    }
}

TEST_CASE("a path of grb mssp --to consists of edges whose lengths add up", "[tool][paths]") {
    const folder here;
    const std::string file = here / "g.tsv";
    answer("generate rmat 8 4 --seed 3 --weights random:9 --out " + file);
    std::map<std::pair<int, int>, int> length;
    std::istringstream lines(text_of(file));
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        int from = 0, to = 0, weight = 0;
        if (words >> from >> to >> weight) length[{from, to}] = weight;
    }
    REQUIRE(length.size() > 500);
    const int target = length.begin()->first.first;
    std::string sources;
    for (const auto& [edge, weight] : length)
        if (!has("," + sources + ",", "," + std::to_string(edge.second) + ","))
            sources += (sources.empty() ? "" : ",") + std::to_string(edge.second);
    const json found = answer("mssp " + file + " --source " + sources + " --to " + std::to_string(target));
    std::size_t longest = 0;
    for (std::size_t s = 0; s < found["paths"].size(); ++s) {
        const json& vertices = found["paths"][s]["vertices"];
        const json& distances = found["paths"][s]["distances"];
        if (vertices.empty()) continue;
        longest = std::max(longest, vertices.size());
        REQUIRE(vertices.size() == distances.size());
        REQUIRE(vertices.front() == found["sources"][s]);
        REQUIRE(vertices.back() == target);
        REQUIRE(distances[0] == 0);
        for (std::size_t k = 1; k < vertices.size(); ++k) {
            const auto edge = length.find({vertices[k - 1].get<int>(), vertices[k].get<int>()});
            REQUIRE(edge != length.end());
            REQUIRE(distances[k].get<int>() == distances[k - 1].get<int>() + edge->second);
        }
    }
    CHECK(longest >= 4);
}

TEST_CASE("--depth and --cutoff leave out what is farther away", "[tool][limits]") {
    const folder here;
    // 0 -1-> 1 -1-> 2 -1-> 3, and 0 -2.5-> 3: worked out by hand.
    const std::string chain = here.file("c.tsv", "0 1 1\n1 2 1\n2 3 1\n0 3 2.5\n"), out = here / "o.tsv";
    for (const char* const more : {"", " --engine host --method hash", " --engine host --method dense", " --verify"}) {
        INFO(more);
        const json two = answer("bfs " + chain + " --source 1,0 --depth 1 --out " + out + more);
        CHECK(two["depth"] == 1);
        CHECK(two["reached"] == json{2, 3});
        CHECK(text_of(out) == "# source\tvertex\tlevel\tparent\n1\t1\t0\t1\n1\t2\t1\t1\n0\t0\t0\t0\n0\t1\t1\t0\n0\t3\t1\t0\n");
        CHECK(answer("bfs " + chain + " --source 1 --depth 0" + more)["reached"] == json{1});
        CHECK(answer("bfs " + chain + " --source 1 --depth 7" + more)["reached"] == json{3});
        const json near = answer("mssp " + chain + " --source 0,1 --cutoff 2 --out " + out + more);
        CHECK(near["reached"] == json{3, 3});
        CHECK(near["max_distance"] == json{2.0, 2.0});
        CHECK(answer("mssp " + chain + " --cutoff 2.5" + more)["reached"] == json{4});
    }
    // Many sources, which are searched at once.
    std::string sources = "0";
    for (int k = 1; k < 40; ++k) sources += "," + std::to_string(k);
    REQUIRE(run_grb("generate rmat 6 6 --seed 3 --out " + here / "g.mtx").status == 0);
    const std::string graph = "bfs " + here / "g.mtx --source " + sources + " --depth 2";
    CHECK(answer(graph)["level_sum"] == answer(graph + " --verify")["level_sum"]);
    CHECK(answer(graph)["max_level"] == answer(graph + " --verify")["max_level"]);

    const json no_path = answer("bfs " + chain + " --source 1 --to 3 --depth 1");
    CHECK(no_path["paths"][0]["vertices"].empty());
    CHECK(has(no_path["notes"].dump(), "no path leads from 1 to 3 of at most 1 edges (--depth)"));
    // Over a negative edge, the path to a near vertex may lead through one that is farther away.
    const std::string back = here.file("n.tsv", "0 1 5\n1 2 -4\n");
    const json by_far = answer("mssp " + back + " --to 2 --cutoff 1");
    CHECK(by_far["reached"] == json{2});
    CHECK(by_far["paths"][0]["vertices"] == json{0, 1, 2});
    for (const char* const wrong : {"bfs FILE --depth -1", "bfs FILE --depth 1.5", "mssp FILE --cutoff -1", "mssp FILE --cutoff x",
                                    "mssp FILE --cutoff nan", "bfs FILE --depth 1 --answer x", "mssp FILE --depth 1"}) {
        std::string line = wrong;
        line.replace(line.find("FILE"), 4, chain);
        complaint(line, 2);
    }
}

TEST_CASE("mssp says what became the lengths, and notes those that look like times", "[tool][limits]") {
    const folder here;
    const std::string times = here.file("t.tsv", "0 1 1082040961\n1 2 1082155839\n");
    const json found = answer("mssp " + times);
    CHECK(found["lengths"] == "column 3");
    CHECK(has(found["notes"].dump(), "looks_like_times"));
    CHECK(has(answer("msf " + times)["notes"].dump(), "looks_like_times"));
    for (const char* const text : {"0 1 1082040961\n1 2 5\n", "0 1 99999999\n", "0 1 100000000.5\n", "0 1\n"})
        CHECK_FALSE(has(answer("mssp " + here.file("n.tsv", text))["notes"].dump(), "looks_like_times"));
    CHECK(answer("mssp " + times + " --weights none")["lengths"] == "none");
    CHECK(answer("mssp " + times + " --weights random:1")["lengths"] == "random");
    CHECK(answer("mssp " + here.file("4.csv", "0,9,1,2\n1,9,2,3\n") + " --columns 1,3,4")["lengths"] == "column 4");
    answer("convert " + times + " " + here / "t.mtx");
    CHECK(answer("mssp " + here / "t.mtx")["lengths"] == "values");
}
