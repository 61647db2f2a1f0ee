// Needs: GRB_TEST_DATA, the folder of the real graphs.
// Idea: the numbers that facts.md in that folder states, most of them from papers and from the pages the graphs come
// from, found by the tool as a user would call it.
#include "support.hpp"

#include <filesystem>

using namespace tool_test;
using nlohmann::json;

namespace {

struct facts {
    const char* file;
    long nrows, nvals, square_nvals, flops, edges, triangles;
};

constexpr facts graphs[] = {
    {"wiki-Vote.mtx.gz", 8297, 103689, 1831112, 4542805, 100762, 608389},
    {"ca-HepPh.txt.gz", 11205, 117618, 849796, 5329291, 117618, 3357890},
    {"email-Enron.txt.gz", 36692, 367662, 30492154, 51501448, 183831, 727044},
    {"facebook_combined.txt.gz", 4039, 88234, 337529, 2690019, 88234, 1612010},
    {"soc-Epinions1.txt.gz", 75877, 405739, 11421615, 21105936, 405739, 1624481},
    {"power-grid.txt.gz", 4941, 6594, 6846, 7159, 6594, 651},
};

std::string real_graph(const char* name) {
    const std::string path = data_folder() + "/" + name;
    return std::filesystem::exists(path) ? path : "";
}

}  // namespace

TEST_CASE("grb finds the known numbers of real graphs", "[tool][data]") {
    for (const facts& known : graphs) {
        DYNAMIC_SECTION(known.file) {
            const std::string path = real_graph(known.file);
            if (path.empty()) {
                WARN("skipped: " << known.file << " is not in GRB_TEST_DATA");
                return;
            }
            const json info = answer("info " + path);
            CHECK(info["nrows"] == known.nrows);
            CHECK(info["nvals"] == known.nvals);
            const json counted = answer("tc " + path + " --verify");
            CHECK(counted["triangles"] == known.triangles);
            CHECK(counted["edges"] == known.edges);
            CHECK(counted["verified"] == true);
            const json square = answer("mxm " + path);
            CHECK(square["nvals"] == known.square_nvals);
            CHECK(square["flops"] == known.flops);
            CHECK(answer("bfs " + path + " --source 3 --verify")["verified"] == true);
            CHECK(answer("mssp " + path + " --source 3 --weights random:1 --verify")["verified"] == true);
        }
    }
}

TEST_CASE("grb finds the known triangles of small matrices", "[tool][data]") {
    const std::pair<const char*, int> known[] = {
        {"karate.mtx", 45}, {"bcsstk13.mtx.gz", 342300}, {"jagmesh7.mtx", 2016}, {"west0067.mtx", 120}};
    for (const auto& [name, triangles] : known) {
        const std::string path = real_graph(name);
        if (path.empty()) {
            WARN("skipped: " << name << " is not in GRB_TEST_DATA");
            continue;
        }
        CHECK(answer("tc " + path + " --verify")["triangles"] == triangles);
        CHECK(answer("info " + path + " --verify")["verified"] == true);
        CHECK(answer("mxm " + path + " --verify")["verified"] == true);
    }
}
