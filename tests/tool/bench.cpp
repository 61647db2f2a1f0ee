// Idea: results of grb bench are those of the commands that compute the same; of the times only that they are in order.
#include "support.hpp"

#include <cstdio>
#include <string>
#include <vector>

using namespace tool_test;
using nlohmann::json;

namespace {

/// The line of that name.
json bench_line(const json& object, const std::string& name) {
    for (const json& line : object["lines"])
        if (line["name"] == name) return line;
    FAIL("there is no line " << name);
    return {};
}

std::vector<json> bench_column(const json& object, const char* name) {
    std::vector<json> values;
    for (const json& line : object["lines"]) values.push_back(line[name]);
    return values;
}

}  // namespace

TEST_CASE("grb bench gives the results of the other commands, and times in order", "[tool][bench]") {
    const folder here;
    const std::string file = here.file("g.tsv", small_graph);
    for (const std::string options : {"", " --source 0,3", " --undirected", " --weights random:3", " --threads 1"}) {
        const json measured = answer("bench " + file + " --time-limit 0.01" + options);
        const bool undirected = has(options, "undirected"), two = has(options, "0,3");
        CHECK(bench_column(measured, "name") ==
              std::vector<json>{"mxm_nvals", "mxm_masked", "triangles", "bfs_levels", "bfs", "sssp", "pagerank", "components",
                                "strong_components", "core_numbers", "independent_set", "label_propagation", "louvain"});
        CHECK(measured["sources"] == (two ? json({0, 3}) : undirected ? json::array({1}) : json::array({0})));
        CHECK(bench_line(measured, "mxm_nvals")["result"] ==
              answer("mxm " + file + " --count" + (undirected ? " --undirected" : ""))["nvals"]);
        CHECK(bench_line(measured, "triangles")["result"] == 2);
        for (const char* const name : {"bfs_levels", "bfs", "sssp"})
            CHECK(bench_line(measured, name)["result"] == (two ? 7 : 4));
        CHECK(measured["undirected_edges"] == 5);
        CHECK(bench_line(measured, "components")["result"] == 2);
        CHECK(bench_line(measured, "strong_components")["result"] == (undirected ? 2 : 3));
        CHECK(bench_line(measured, "core_numbers")["result"] == 2);
        CHECK(bench_line(measured, "independent_set")["result"] == answer("mis " + file)["members"]);
        CHECK(bench_line(measured, "label_propagation")["result"] == answer("communities " + file)["communities"]);
        CHECK(bench_line(measured, "louvain")["result"] == answer("louvain " + file)["communities"]);
        for (const json& line : measured["lines"]) {
            INFO(line);
            CHECK(line["runs"].get<int>() >= 1);
            CHECK(line["runs"].get<int>() <= 1000);
            CHECK(line["fastest_ms"].get<double>() > 0);
            CHECK(line["fastest_ms"] <= line["median_ms"]);
            CHECK(line["median_ms"] <= line["slowest_ms"]);
            CHECK(line["first_ms"].get<double>() > 0);
        }
    }
}

TEST_CASE("grb bench counts the first run only where there is no other", "[tool][bench]") {
    const folder here;
    const std::string file = here.file("g.tsv", small_graph);
    for (const json& line : answer("bench " + file + " --time-limit 0")["lines"]) {
        CHECK(line["runs"] == 1);
        CHECK(line["median_ms"] == line["first_ms"]);
    }
    for (const json& line : answer("bench " + file + " --time-limit 5")["lines"]) CHECK(line["runs"] == 1000);
}

TEST_CASE("grb bench masks A*A with A", "[tool][bench]") {
    const folder here;
    // The path 0 -> 1 -> 2 has the ends of the edge 0 -> 2; A*A has the entry (0, 2) alone.
    const json measured = answer("bench " + here.file("t.tsv", "0 1\n1 2\n0 2\n2 3\n") + " --time-limit 0");
    CHECK(bench_line(measured, "mxm_nvals")["result"] == 3);
    CHECK(bench_line(measured, "mxm_masked")["result"] == 1);
    CHECK(measured["multiplications"] == 3);
    CHECK(has(measured["notes"].dump(), "every edge has length 1"));
}

TEST_CASE("grb bench prints a table", "[tool][bench]") {
    const folder here;
    const outcome measured = run_grb("bench " + here.file("g.tsv", small_graph) + " --time-limit 0 --source 0,3 --verbose");
    CHECK(measured.status == 0);
    CHECK(has(measured.out, "sources            0, 3\n"));
    CHECK(has(measured.out,
              "\nname                                      result  runs  median_ms  fastest_ms  slowest_ms  first_ms\n"));
    CHECK(has(measured.out, "\nbreadth-first search, levels and parents       7     1 "));
    CHECK(has(measured.err, "triangles: last product: method "));
}

TEST_CASE("grb bench notes a line that fails and runs the others", "[tool][bench]") {
    const folder here;
    const std::string cycle = here.file("cycle.tsv", "0 1 1\n1 2 -3\n2 1 1\n");
    const json measured = answer("bench " + cycle + " --time-limit 0");
    CHECK(has(measured["notes"].dump(), "shortest paths, distances: "));
    CHECK(has(measured["notes"].dump(), "negative"));
    CHECK(bench_line(measured, "sssp")["runs"] == 0);
    for (const char* const name : {"result", "median_ms", "fastest_ms", "slowest_ms", "first_ms"})
        CHECK(bench_line(measured, "sssp")[name].is_null());
    CHECK(bench_line(measured, "bfs")["result"] == 3);
    CHECK(bench_line(measured, "bfs")["median_ms"].is_number());
}

TEST_CASE("grb bench refuses what it cannot measure", "[tool][bench]") {
    const folder here;
    const std::string file = here.file("g.tsv", small_graph);
    for (const char* const limit : {"-1", "x", "nan", "inf", "1s"})
        CHECK(has(complaint("bench " + file + " --time-limit " + limit, 2), "--time-limit"));
    CHECK(has(complaint("bench " + file + " --source x", 2), "--source"));
    CHECK(has(complaint("bench " + file + " --source 5", 1), "out of range"));
    CHECK(has(complaint("bench " + here.file("w.mtx", "%%MatrixMarket matrix coordinate pattern general\n2 3 1\n1 1\n"), 1),
              "2x3"));
    CHECK(has(complaint("bench " + here.file("e.mtx", "%%MatrixMarket matrix coordinate pattern general\n0 0 0\n"), 1),
              "no vertex"));
}

TEST_CASE("grb bench measures on a device", "[tool][bench][device]") {
    const device_test on;
    if (!on.has_device()) return;
    const std::string& file = on.graph;
    const std::string command = "bench " + file + " --time-limit 0.01 --engine ";
    const json device = answer(command + "cuda");
    CHECK(device["engine"] == "cuda");
    CHECK(bench_column(device, "result") == bench_column(answer(command + "host"), "result"));
}
