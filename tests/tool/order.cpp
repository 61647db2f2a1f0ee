// Idea: the matrix that comes out is the one that went in under other names, which the ids tell.
#include "support.hpp"

#include <map>
#include <sstream>
#include <vector>

using namespace tool_test;
using nlohmann::json;

namespace {

/// The numbers of every line that is no comment, the first in front.
std::vector<std::vector<long>> numbers_of(const std::string& path) {
    std::vector<std::vector<long>> lines;
    std::istringstream in(text_of(path));
    for (std::string line; std::getline(in, line);) {
        if (line.starts_with('#')) continue;
        std::istringstream words(line);
        lines.emplace_back();
        for (long number = 0; words >> number;) lines.back().push_back(number);
    }
    return lines;
}

}  // namespace

TEST_CASE("grb order renumbers the vertices and says how", "[tool][order]") {
    const folder here;
    const std::string graph = here.file("g.tsv", small_graph);
    for (const char* const by : {"degree", "rcm", "jaccard"}) {
        const json made = answer("order " + graph + " " + here / "out.tsv --old-ids " + here / "ids.tsv --by " + by);
        CHECK(made["order"] == by);
        CHECK(made["nrows"] == 5);
        CHECK(made["nvals"] == 6);
        CHECK(made["tiles_before"] == 1);
        CHECK(made["tiles_after"] == 1);
        CHECK(made["entries_per_tile_after"] == 6.0);
        CHECK(made["bandwidth_before"] == 2);
        std::map<long, long> old_name;
        for (const auto& line : numbers_of(here / "ids.tsv")) old_name[line.at(0)] = line.at(1);
        CHECK(old_name.size() == 5);
        std::map<std::pair<long, long>, long> edges;
        for (const auto& line : numbers_of(here / "out.tsv")) edges[{old_name[line.at(0)], old_name[line.at(1)]}] = line.at(2);
        CHECK(edges == std::map<std::pair<long, long>, long>{
                           {{0, 1}, 4}, {{0, 2}, 9}, {{1, 2}, 2}, {{2, 3}, 5}, {{3, 1}, 1}, {{4, 4}, 7}});
    }
    // 1 and 2 have three neighbours, 0 and 3 two, 4 none but itself.
    answer("order " + graph + " --by degree --old-ids " + here / "ids.tsv");
    CHECK(text_of(here / "ids.tsv") == "# vertex\tid\n0\t1\n1\t2\n2\t0\n3\t3\n4\t4\n");
}

TEST_CASE("grb order brings a shuffled matrix near its diagonal, and writes what was asked for", "[tool][order]") {
    const folder here;
    answer("generate grid2d 20 --out " + here / "grid.mtx");
    answer("order " + here / "grid.mtx " + here / "hubs.mtx --by degree");  // corners and sides at the end
    const json back = answer("order " + here / "hubs.mtx " + here / "band.gbm --by rcm --threads 1");
    CHECK(back["bandwidth_before"] > 100);
    CHECK(back["bandwidth_after"] <= 22);
    CHECK(back["nvals"] == answer("info " + here / "band.gbm")["nvals"]);
    CHECK(answer("info " + here / "band.gbm")["symmetric"] == true);
    CHECK(run_grb("order " + here / "hubs.mtx - --by rcm --threads 2").out ==
          run_grb("order " + here / "hubs.mtx - --by rcm --threads 1").out);
    // Nothing is written without OUT, and jaccard is what is meant where nothing is said.
    const json result = answer("order " + here / "grid.mtx");
    CHECK(result["order"] == "jaccard");
    CHECK_FALSE(result.contains("out"));
    CHECK(result["notes"].empty());
    CHECK(has(answer("order " + here / "grid.mtx " + here / "x.mtx")["notes"].dump(), "--old-ids"));
}

TEST_CASE("grb order keeps names and vertices without edges", "[tool][order]") {
    const folder here;
    const std::string ids = here.file("ids.csv", "900,7000000000\n7000000000,33\n");
    answer("order " + ids + " --relabel --by degree --old-ids " + here / "names.tsv");
    CHECK(text_of(here / "names.tsv") == "# vertex\tid\n0\t7000000000\n1\t33\n2\t900\n");
    const std::string lonely = here.file("lonely.mtx", "%%MatrixMarket matrix coordinate pattern general\n3 3 1\n1 3\n");
    answer("order " + lonely + " " + here / "e.tsv --by degree");
    CHECK(answer("info " + here / "e.tsv")["nrows"] == 3);
}

TEST_CASE("grb order refuses what it cannot do", "[tool][order]") {
    const folder here;
    const std::string graph = here.file("g.tsv", small_graph);
    const std::string wide = here.file("wide.mtx", "%%MatrixMarket matrix coordinate pattern general\n2 3 1\n1 1\n");
    CHECK(has(complaint("order " + graph + " --by size", 2), "degree, rcm, jaccard"));
    CHECK(has(complaint("order " + graph + " - --json", 2), "standard output"));
    CHECK(has(complaint("order " + graph + " --old-ids -", 2), "--old-ids"));
    CHECK(has(complaint("order " + graph + " --weights magic", 2), "magic"));
    CHECK(has(complaint("order " + wide, 1), "2x3"));
    CHECK(has(complaint("order " + graph + " /no/such/folder/x.mtx", 1), "/no/such/folder/x.mtx"));
}
