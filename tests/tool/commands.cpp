// Idea: each command on graphs small enough for their answers to be worked out by hand.
#include "support.hpp"

#include <cstdio>
#include <map>
#include <vector>

using namespace tool_test;
using nlohmann::json;

namespace {

const char* const common_names[] = {"engine", "method", "milliseconds", "read_milliseconds"};

void check_common(const json& object) {
    for (const char* const name : common_names) CHECK(object.contains(name));
    CHECK(object["engine"] == "host");
    CHECK(object["milliseconds"].is_number());
    CHECK_FALSE(object.contains("verified"));
}

}  // namespace

TEST_CASE("grb info", "[tool]") {
    const folder here;
    const json graph = answer("info " + here.file("g.tsv", "0 1 4\n1 0 4\n2 2 1\n2 2 3\n"));
    check_common(graph);
    CHECK(graph["nrows"] == 3);
    CHECK(graph["ncols"] == 3);
    CHECK(graph["entries_in_file"] == 4);
    CHECK(graph["nvals"] == 3);
    CHECK(graph["duplicates"] == 1);
    CHECK(graph["self_loops"] == 1);
    CHECK(graph["symmetric"] == true);
    CHECK(graph["changes"]["duplicates_merged"] == 1);

    const json wide =
        answer("info " + here.file("w.mtx", "%%MatrixMarket matrix array real general\n2 3\n1\n0\n2\n0\n3\n0\n"));
    CHECK(wide["nrows"] == 2);
    CHECK(wide["ncols"] == 3);
    CHECK(wide["nvals"] == 6);
    CHECK(wide["values"] == "real");
    CHECK(wide["symmetric"] == false);

    // Two tiles on the diagonal of 10 x 10, with three entries and with one.
    const json tiled = answer("info --tiles " + here.file("t.tsv", "0 1 4\n1 0 4\n2 2 1\n8 9 3\n"));
    CHECK(tiled["tiles"] == 2);
    CHECK(tiled["entries_per_tile"] == 2.0);
    CHECK(tiled["coo_bytes"] == 4 * 8);
    CHECK(tiled["csr_bytes"] == 4 * 4 + 11 * 8);
    CHECK(tiled["tile_bytes"] == 2 * 16 + 3 * 8 + 3 * 8);
    CHECK(tiled["value_bytes"] == 4 * 8);
    CHECK(!graph.contains("tiles"));
}

TEST_CASE("grb tc counts the triangles of the undirected graph and says what it changed", "[tool]") {
    const folder here;
    const std::string file = here.file("g.tsv", small_graph);
    const json counted = answer("tc " + file);
    check_common(counted);
    CHECK(counted["triangles"] == 2);  // 0 1 2 and 1 2 3
    CHECK(counted["edges"] == 5);
    CHECK(counted["symmetrised"] == true);
    CHECK(counted["self_loops_dropped"] == 1);
    CHECK(has(run_grb("tc " + file).out, "symmetrised"));

    const json both = answer("tc " + here.file("b.tsv", "0 1\n1 0\n0 2\n2 0\n1 2\n2 1\n"));
    CHECK(both["triangles"] == 1);
    CHECK(both["symmetrised"] == false);
    const json half = answer(
        "tc " + here.file("s.mtx", "%%MatrixMarket matrix coordinate pattern symmetric\n3 3 3\n2 1\n3 1\n3 2\n"));
    CHECK(half["triangles"] == 1);
    CHECK(half["symmetrised"] == false);

    for (const char* const variant : {"burkhardt", "cohen", "sandia_ll", "sandia_uu", "sandia_lut", "sandia_ult"}) {
        for (const char* const order : {"none", "degree"}) {
            for (const char* const method : {"hash", "dense", "dot"}) {
                const json one =
                    answer("tc " + file + " --variant " + variant + " --order " + order + " --method " + method);
                CHECK(one["triangles"] == 2);
                CHECK(one["variant"] == variant);
                CHECK(one["method"] == method);
            }
        }
    }
}

TEST_CASE("grb bfs", "[tool]") {
    const folder here;
    const std::string file = here.file("g.tsv", small_graph);
    const json one = answer("bfs " + file + " --source 0");
    check_common(one);
    CHECK(one["sources"] == json::array({0}));
    CHECK(one["reached"] == json({4}));
    CHECK(one["max_level"] == json({2}));
    CHECK(one["level_sum"] == json({4}));  // 0 1 1 2
    const json several = answer("bfs " + file + " --source 4,3,0,3");
    CHECK(several["sources"] == json({4, 3, 0, 3}));
    CHECK(several["reached"] == json({1, 3, 4, 3}));
    CHECK(several["max_level"] == json({0, 2, 2, 2}));
    CHECK(several["level_sum"] == json({0, 3, 4, 3}));
    CHECK(answer("bfs " + file)["sources"] == json::array({0}));
    CHECK(answer("bfs " + file + " --undirected --source 3")["reached"] == json({4}));

    const std::string out = here / "levels.tsv";
    answer("bfs " + file + " --source 0,4 --out " + out);
    CHECK(text_of(out) ==
          "# source\tvertex\tlevel\tparent\n0\t0\t0\t0\n0\t1\t1\t0\n0\t2\t1\t0\n0\t3\t2\t2\n4\t4\t0\t4\n");
    const outcome streamed = run_grb("bfs " + file + " --source 0,4 --out -");
    CHECK(streamed.out == text_of(out));
    CHECK(has(streamed.err, "reached"));
}

TEST_CASE("grb names vertices as the file does after relabelling, and by numbers otherwise", "[tool]") {
    const folder here;
    const std::string sparse = here.file("ids.csv", "900,7000000000\n7000000000,33\n");
    const json found = answer("bfs " + sparse + " --relabel --source 900,33 --out " + here / "l.tsv");
    CHECK(found["sources"] == json({900, 33}));
    CHECK(found["reached"] == json({3, 1}));
    CHECK(has(text_of(here / "l.tsv"), "900\t33\t2\t7000000000\n"));
    CHECK(answer("mssp " + sparse + " --relabel")["sources"] == json({33}));

    const std::string one_based = here.file("one.tsv", "1 2\n2 3\n");
    CHECK(answer("bfs " + one_based + " --one-based --source 1")["level_sum"] == json({3}));
}

TEST_CASE("grb mssp", "[tool]") {
    const folder here;
    const std::string file = here.file("g.tsv", small_graph);
    const json found = answer("mssp " + file + " --source 0,3");
    check_common(found);
    CHECK(found["type"] == "int64");
    CHECK(found["reached"] == json({4, 3}));
    CHECK(found["max_distance"] == json({11, 3}));
    CHECK(found["distance_sum"] == json({21, 4}));  // 0 4 6 11 and 0 1 3
    CHECK(found["distance_sum"][0].is_number_integer());

    const json ones = answer("mssp " + file + " --weights none");
    CHECK(ones["distance_sum"] == json({4}));
    CHECK_FALSE(ones["notes"].empty());
    const json real = answer("mssp " + here.file("r.tsv", "0 1 0.5\n1 2 -0.25\n"));
    CHECK(real["type"] == "double");
    CHECK(real["max_distance"] == json({0.5}));
    CHECK(real["distance_sum"] == json({0.75}));
    for (const char* const type : {"int32", "int64", "float", "double"})
        CHECK(answer("mssp " + file + " --type " + type)["distance_sum"][0] == 21);

    answer("mssp " + file + " --out " + here / "d.tsv");
    CHECK(has(text_of(here / "d.tsv"), "0\t3\t11\t2\n"));
    const json random = answer("mssp " + file + " --weights random:5");
    CHECK(random["distance_sum"] == answer("mssp " + file + " --weights random:5")["distance_sum"]);
}

TEST_CASE("grb mxm", "[tool]") {
    const folder here;
    const std::string a =
        here.file("a.mtx", "%%MatrixMarket matrix coordinate integer general\n2 3 3\n1 1 2\n1 3 3\n2 2 5\n");
    const std::string b =
        here.file("b.mtx", "%%MatrixMarket matrix coordinate integer general\n3 2 3\n1 1 7\n3 1 1\n2 2 1\n");
    const json c = answer("mxm " + a + " " + b);
    check_common(c);
    CHECK(c["nrows"] == 2);
    CHECK(c["ncols"] == 2);
    CHECK(c["nvals"] == 2);
    CHECK(c["flops"] == 3);
    CHECK(c["sum"] == 22);  // 2 * 7 + 3 * 1 and 5
    CHECK(c["sum"].is_number_integer());
    CHECK(c["type"] == "int64");
    CHECK(answer("mxm " + a + " --transpose-b")["sum"] == 13 + 25);
    CHECK(answer("mxm " + a + " --transpose-a")["nrows"] == 3);
    CHECK(answer("mxm " + a + " " + b + " --semiring min_plus")["sum"] == 4 + 6);
    CHECK(answer("mxm " + a + " " + b + " --semiring lor_land")["type"] == "bool");
    CHECK(answer("mxm " + a + " " + b + " --semiring lor_land")["sum"] == 2);
    CHECK(answer("mxm " + a + " " + b + " --type fp32")["type"] == "float");
    CHECK(answer("mxm " + a + " " + b + " --type float64")["sum"] == 22.0);
    CHECK(answer("mxm " + a + " " + b + " --weights none")["sum"] == 3);
    const json wrapped =
        answer("mxm " + here.file("w.mtx", "%%MatrixMarket matrix array integer general\n1 1\n20\n") + " --type int8");
    CHECK(wrapped["sum"] == -112);  // 400 - 512

    const std::string mask =
        here.file("m.mtx", "%%MatrixMarket matrix coordinate integer general\n2 2 2\n1 1 0\n2 2 1\n");
    const std::string masked = "mxm " + a + " " + b + " --mask " + mask;
    CHECK(answer(masked)["sum"] == 5);
    CHECK(answer(masked + " --structural")["sum"] == 22);
    CHECK(answer(masked + " --complement")["sum"] == 17);
    CHECK(answer(masked + " --complement --structural")["nvals"] == 0);
    const std::string into =
        here.file("c.mtx", "%%MatrixMarket matrix coordinate integer general\n2 2 2\n1 1 100\n1 2 1000\n");
    CHECK(answer(masked + " --into " + into)["sum"] == 1105);
    CHECK(answer(masked + " --into " + into + " --replace")["sum"] == 5);
    CHECK(answer("mxm " + a + " " + b + " --accum plus --into " + into)["sum"] == 1122);

    CHECK(answer("mxm " + a + " " + b + " --out " + here / "c2.mtx")["nvals"] == 2);
    CHECK(has(text_of(here / "c2.mtx"), "2 2 2\n1 1 17\n2 2 5\n"));
    answer("mxm " + a + " " + b + " --out " + here / "c2.mtx.gz");
    CHECK(answer("info " + here / "c2.mtx.gz")["nvals"] == 2);
    for (const char* const method : {"hash", "dense", "dot"}) {
        const json one = answer("mxm " + a + " " + b + " --method " + method);
        CHECK(one["sum"] == 22);
        CHECK(one["method"] == method);
    }
}

TEST_CASE("grb mxm --explain shows what the planner expects, or why it expects nothing", "[tool]") {
    const folder here;
    const std::string graph = here.file("g.tsv", small_graph);
    CHECK(has(run_grb("mxm " + graph + " --engine host --explain").out, "nothing is predicted for this product"));
    CHECK(answer("mxm " + graph + " --engine host --explain")["notes"].size() == 1);
}

TEST_CASE("grb mxm --explain lists every method, and what was measured of the one that ran", "[tool][device]") {
    const device_test on;
    if (!on.has_device()) return;
    const std::string& graph = on.graph;
    for (const std::string form : {"", " --structure-only", " --deterministic --type float"}) {
        const json said = answer("mxm " + graph + " --engine cuda --explain" + form);
        REQUIRE(said["methods"].size() == 5);
        for (const json& m : said["methods"]) {
            CHECK(m["measured_ms"].is_null() == (m["method"] != said["method"]));
            if (m["method"] == "hash" || m["method"] == "merge") CHECK(m["expected_ms"].get<double>() > 0);
        }
    }
}

TEST_CASE("grb says of a call that the device refuses that it ran on the host, why, and what was copied", "[tool][device]") {
    const device_test on;
    if (!on.has_device()) return;
    const std::string& graph = on.graph;
    // The order of sums by method hash is not fixed on a device.
    const std::string product = "mxm " + graph + " --type float --method hash --deterministic";
    for (const std::string& command : {product, product + " --mask " + graph + " --accum plus --into " + graph}) {
        INFO(command);
        CHECK(has(complaint(command + " --engine cuda", 1), "deterministic"));
        const json by_itself = answer(command);
        CHECK(by_itself["engine"] == "host");
        CHECK(by_itself["calls_on_host"] == 1);
        CHECK(by_itself["device"].is_string());
        CHECK(has(by_itself["reason"], "the device refused the call (mxm: "));
        const json on_host = answer(command + " --engine host");
        CHECK(by_itself["sum"] == on_host["sum"]);
        CHECK(by_itself["threads"] == on_host["threads"]);
        const outcome said = run_grb(command + " --verbose");
        CHECK(said.status == 0);
        const std::size_t line = said.err.find("grb: mxm: on the host, because the device refused the call (mxm: ");
        REQUIRE(line != std::string::npos);
        const std::string words = said.err.substr(line, said.err.find('\n', line) - line);
        CHECK(has(words, " bytes to the device, "));
        CHECK(has(words, " bytes to the host"));
    }
    // Calls that the device takes are not counted.
    CHECK(!answer("mxm " + graph + " --type float").contains("calls_on_host"));
    CHECK(!has(run_grb("mxm " + graph + " --type float --verbose").err, "on the host, because"));
}

TEST_CASE("grb generate makes the same file for any number of threads", "[tool]") {
    const folder here;
    const std::map<std::string, json> kinds = {{"rmat 6 4", 64},   {"uniform 50 4", 50},  {"powerlaw 50 4", 50},
                                               {"grid2d 5", 25},   {"stencil5 5", 25},    {"stencil27 3", 27},
                                               {"stencil9 4", 16}, {"stencil7 3", 27},    {"strides 50 4 16", 800},
                                               {"band 10 2", 10},  {"blocks 5 3 2.5", 15}};
    for (const auto& [kind, vertices] : kinds) {
        const bool is_random = has("rmat uniform strides powerlaw blocks", kind.substr(0, kind.find(' ')));
        const std::string make = "generate " + kind + (is_random ? " --seed 7" : "") + " --weights random:3";
        const outcome one = run_grb(make + " --threads 1");
        CHECK(one.status == 0);
        CHECK(one.out.starts_with("%%MatrixMarket"));
        CHECK(one.out == run_grb(make + " --threads 3").out);
        const json made = answer(make + " --out " + here / "g.tsv.gz");
        CHECK(made["nrows"] == vertices);
        const json read = answer("info " + here / "g.tsv.gz");
        CHECK(read["nvals"] == made["nvals"]);
        CHECK(read["values"] == "integer");
        CHECK(has(read["format"], "edge list"));
    }
    CHECK(run_grb("generate rmat 6 4 --seed 1").out != run_grb("generate rmat 6 4 --seed 2").out);
    CHECK(has(run_grb("generate stencil5 4 --weights none").out, "pattern"));
}

TEST_CASE("grb reads standard input and says what it does", "[tool]") {
    const folder here;
    const std::string file = here.file("g.tsv", small_graph);
    CHECK(answer("info - < " + file)["nvals"] == 6);
    const outcome result = run_grb("mxm " + file + " --verbose --json");
    CHECK(result.status == 0);
    CHECK(json::accept(result.out));
    CHECK(has(result.err, "method"));
    const outcome logged = run_grb("mxm " + file + " --log --engine host --json");
    CHECK(logged.status == 0);
    CHECK(json::accept(logged.out));
    CHECK(has(logged.err, "grb: mxm on host begins: 5 x 5 with 6 entries, 5 x 5 with 6 entries\n"));
    CHECK(has(logged.err, "grb: mxm on host ends after "));
    CHECK(!has(run_grb("mxm " + file + " --engine host").err, "begins"));
}

TEST_CASE("grb --engine cuda says in a sentence that there is none", "[tool]") {
    const folder here;
    const std::string file = here.file("g.tsv", small_graph);
    const outcome result = run_grb("tc " + file + " --engine cuda");
    if (result.status == 0) {
        std::printf("left out: grb --engine cuda says in a sentence that there is none: there is one here\n");
        return;
    }
    for (const char* const command : {"info ", "tc ", "bfs ", "mssp ", "mxm "}) {
        CHECK(has(complaint(command + file + " --engine cuda", 1), "CUDA"));
        CHECK(has(complaint(command + file + " --device 0", 1), "CUDA"));
    }
}

TEST_CASE("grb --engine cuda answers as the host does, and names the device", "[tool][device]") {
    const device_test on;
    if (!on.has_device()) return;
    const std::string& file = on.graph;
    const std::string into = "mxm --mask " + file + " --accum plus --into " + file + " ";
    const std::vector<std::string> commands{"tc ", "bfs ", "bfs --source 0,1,3 ", "mssp ", "mssp --source 0,3 ", "mssp --to 3 ",
                                            "mxm ", into};
    for (const std::string& command : commands) {
        INFO(command);
        json host = answer(command + file + " --engine host");
        json device = answer(command + file + " --engine cuda --memory-limit 1G");
        CHECK(device["engine"] == "cuda");
        CHECK(device["device"].is_string());
        for (const char* const name :
             {"engine", "device", "threads", "method", "reason", "milliseconds", "read_milliseconds"}) {
            host.erase(name);
            device.erase(name);
        }
        CHECK(host == device);
    }
    CHECK(answer("tc " + file)["engine"] == "cuda");
    const outcome result = run_grb("tc " + file + " --engine cuda --verbose --json");
    CHECK(has(result.err, "bytes to the device"));
}
