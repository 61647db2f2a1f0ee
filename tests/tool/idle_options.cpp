// Idea: an option is used or refused. Each line here is one that would have no effect: exit status 2, and the option named.
#include "support.hpp"

#include <string>
#include <utility>
#include <vector>

using namespace tool_test;

TEST_CASE("grb refuses options that would have no effect", "[tool][usage]") {
    const folder here;
    const std::string graph = here.file("g.tsv", small_graph);
    const std::string plain = here.file("plain.tsv", "0 1\n");
    const std::string market = here.file("m.mtx", "%%MatrixMarket matrix coordinate integer general\n2 2 1\n1 2 5\n");
    const std::string binary = here / "b.gbm", out = here / "out.mtx";
    REQUIRE(run_grb("convert " + market + " " + binary).status == 0);

    std::vector<std::pair<std::string, std::string>> idle = {
        // of products
        {"mxm " + graph + " --accum plus", "--accum"},
        {"mxm " + graph + " --replace", "--replace"},
        {"mxm " + graph + " --replace --mask " + graph, "--replace"},
        {"mxm " + graph + " --replace --into " + graph + " --accum plus", "--replace"},
        {"mxm " + graph + " --into " + graph, "--into"},
        {"mxm " + graph + " --structural", "--structural"},
        {"mxm " + graph + " --complement", "--complement"},
        {"mxm " + graph + " --variant kklp --method dense", "--variant"},
        {"mxm " + graph + " --tile-variant tsparse --method hash", "--tile-variant"},
        {"mxm " + graph + " --merge-variant bhsparse --method hash", "--merge-variant"},
        {"mxm " + graph + " --answer x --method hash", "--method"},
        {"mxm " + graph + " --answer x --variant kklp", "--variant"},
        {"mxm " + graph + " --answer x --precision mixed", "--precision"},
        {"mxm " + graph + " --answer x --explain", "--explain"},
        {"mxm " + graph + " --answer x --deterministic", "--deterministic"},
        {"mxm " + graph + " --count --deterministic", "--deterministic"},
        {"mxm " + market + " " + binary + " --one-based", "--one-based"},
        // of searches and counts
        {"bfs " + graph + " --weights column", "--weights"},
        {"pagerank " + graph + " --duplicates sum", "--duplicates"},
        {"betweenness " + graph + " --weights none --duplicates sum", "--duplicates"},
        {"bfs " + graph + " --answer x --method hash", "--method"},
        {"mssp " + graph + " --answer x --method hash", "--method"},
        {"tc " + graph + " --weights column", "--weights"},
        {"tc " + graph + " --directed", "--directed"},
        // of files
        {"info " + graph + " --method automatic", "--method"},
        {"order " + graph + " --weights random:1", "--weights"},
        {"order " + graph + " --duplicates min", "--duplicates"},
        {"convert " + graph + " " + out + " --type none --duplicates min", "--duplicates"},
        {"mssp " + graph + " --weights none --duplicates min", "--duplicates"},
        {"mssp " + graph + " --weights random:1 --duplicates sum", "--duplicates"},
        {"mssp " + plain + " --duplicates sum", "--duplicates"},
        // of engines
        {"tc " + graph + " --engine cuda --threads 2", "--threads"},
        {"cc " + graph + " --engine cuda --threads 2 --verify", "--threads"},
        {"tc " + graph + " --engine host --device 0", "--device"},
        // of generators
        {"generate grid2d 3 --seed 1", "--seed"},
        {"generate stencil5 3 --seed 1", "--seed"},
        {"generate stencil27 3 --seed 1", "--seed"},
        {"generate band 3 1 --seed 1", "--seed"},
    };
    for (const std::string command : {"info ", "tc ", "mxm ", "order "})
        for (const std::string& file : {market, binary}) idle.emplace_back(command + file + " --one-based", "--one-based");
    idle.emplace_back("convert " + market + " " + out + " --one-based", "--one-based");
    for (const auto& [line, option] : idle) CHECK(has(complaint(line, 2), option));

    // One edge list among several files is enough.
    const std::string from_one = here.file("one.tsv", "1 2 5\n2 1 1\n");
    CHECK(run_grb("mxm " + market + " " + from_one + " --one-based").status == 0);
    CHECK(run_grb("mxm " + market + " --mask " + from_one + " --one-based").status == 0);
    CHECK(answer("bfs " + from_one + " --one-based")["nrows"] == 2);
}

TEST_CASE("grb refuses negative numbers where they would wrap around", "[tool][usage]") {
    const folder here;
    const std::string graph = here.file("g.tsv", small_graph);
    for (const std::string& line : std::vector<std::string>{
             "generate rmat 3 3 --seed -1", "generate rmat 3 3 --seed=-1", "generate rmat 3 3 --weights random:-1",
             "mssp " + graph + " --weights random:-1", "bfs " + graph + " --source -1", "tc " + graph + " --device -1",
             "tc " + graph + " --threads -1", "tc " + graph + " --memory-limit -1"})
        CHECK(has(complaint(line, 2), "-1"));
    CHECK(run_grb("generate rmat 3 3 --seed 18446744073709551615").status == 0);
}
