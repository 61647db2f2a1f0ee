// Idea: exit status and streams: what is wrong with the command line gives 2, what is wrong with a file gives 1, either
// with one line that names the culprit.
#include "support.hpp"
#include <graphblas_gpu/cuda/jit/kernel_cache.hpp>

#include <algorithm>

using namespace tool_test;

TEST_CASE("grb answers --help and --version", "[tool]") {
    const outcome help = run_grb("--help");
    CHECK(help.status == 0);
    CHECK(help.err.empty());
    for (const char* const command :
         {"info",     "tc",  "bfs",         "mssp",   "mxm",       "convert",     "order",   "generate", "cache",
          "pagerank", "lcc", "kcore",       "ktruss", "jaccard",   "betweenness", "bench",   "cc",       "mis",
          "scc",      "msf", "communities", "mcl",    "closeness", "louvain",     "picture", "report"}) {
        INFO(command);
        CHECK(has(help.out, command));
        const outcome own = run_grb(std::string(command) + " --help"), all = run_grb(std::string(command) + " --help-all");
        CHECK(own.status == 0);
        CHECK(all.status == 0);
        CHECK(has(all.out, "Examples:"));
        CHECK(has(all.out, "--json"));
        // What --help says fits a terminal: three options and one example, which --help-all has too.
        CHECK(std::count(own.out.begin(), own.out.end(), '\n') <= 24);
        CHECK(has(own.out, "grb " + std::string(command) + " --help-all"));
        const std::size_t at = own.out.find("Example:\n  grb ");
        REQUIRE(at != std::string::npos);
        CHECK(has(all.out, own.out.substr(at + 9, own.out.find('\n', at + 9) - at - 9)));
        std::size_t options = 0;
        for (std::size_t line = own.out.find("\n  --"); line != std::string::npos; line = own.out.find("\n  --", line + 1))
            ++options;
        CHECK(options == 3);
    }
    const outcome version = run_grb("--version");
    CHECK(version.status == 0);
    CHECK(version.out.starts_with("grb "));
}

TEST_CASE("grb refuses wrong usage with status 2", "[tool]") {
    const folder here;
    const std::string graph = here.file("g.tsv", small_graph);
    const auto refused = [](const std::string& arguments) { return complaint(arguments, 2); };
    // A refusal says what to do.
    CHECK(has(refused(""), "there is no command: give one of those that --help lists (see grb --help)"));
    CHECK(refused("frobnicate " + graph) == "there is no command 'frobnicate' (see grb --help)");
    CHECK(has(refused("betweeness " + graph), "did you mean betweenness?"));
    CHECK(has(refused("tc"), "FILE"));
    CHECK(refused("tc " + graph + " --no-such-option") == "tc has no option --no-such-option (see grb tc --help-all)");
    CHECK(has(refused("tc " + graph + " --undirect"), "did you mean --undirected?"));
    CHECK(has(refused("tc " + graph + " --realbel"), "did you mean --relabel?"));
    CHECK(has(refused("tc " + graph + " second.tsv"), "'second.tsv' is more than the argument of tc"));
    refused("tc " + graph + " --threads -1");
    refused("tc " + graph + " --threads many");
    refused("tc " + graph + " --engine abacus");
    refused("tc " + graph + " --device first");
    CHECK(has(refused("tc " + graph + " --device -1"), "--device: -1"));
    CHECK(has(refused("tc " + graph + " --engine host --device 0"), "--engine host"));
    for (const char* const list : {"first", "0,", ",0", "0,-1", "0 1", "99999999999"})
        CHECK(has(refused("tc " + graph + " --devices '" + std::string(list) + "'"), "--devices"));
    CHECK(has(refused("tc " + graph + " --devices 0,1,0"), "--devices: 0 is named twice"));
    CHECK(has(refused("tc " + graph + " --devices 0,1 --device 0"), "--device"));
    CHECK(has(refused("tc " + graph + " --engine host --devices 0,1"), "--engine host"));
    for (const char* const bytes : {"0", "-1", "G", "1.5G", "4GB", "9999999999T"})
        CHECK(has(refused("tc " + graph + " --memory-limit " + bytes), bytes));
    refused("tc " + graph + " --directed --undirected");
    CHECK(has(refused("tc " + graph + " --method magic"), "automatic, hash, dense, dot"));
    CHECK(has(refused("mxm " + graph + " --variant magic"), "automatic, kkmem, kklp, kkspgemm"));
    CHECK(has(refused("mxm " + graph + " --tile-variant magic"), "automatic, bmsparse, tsparse"));
    CHECK(has(refused("mxm " + graph + " --merge-variant magic"), "automatic, bhsparse"));
    CHECK(has(refused("mxm " + graph + " --precision magic"), "exact, mixed"));
    CHECK(has(refused("tc " + graph + " --variant magic"), "burkhardt"));
    refused("tc " + graph + " --order magic");
    for (const char* const list : {"x", "1,", ",1", "1,,2", "-1", "1.5", "1:2"})
        refused("bfs " + graph + " --source " + list);
    refused("bfs " + graph + " --json --out -");
    refused("bfs " + graph + " --out x --answer y");
    refused("bfs " + graph + " --weights random");
    refused("bfs " + graph + " --weights random:x");
    CHECK(has(refused("mssp " + graph + " --type int8"), "int32, int64, float, double"));
    CHECK(has(refused("mxm " + graph + " --semiring plus_plus"), "min_plus"));
    CHECK(has(refused("mxm " + graph + " --type int7"), "int64"));
    CHECK(has(refused("mxm " + graph + " --semiring lor_land --type int64"), "bool"));
    CHECK(has(refused("mxm " + graph + " --semiring min_plus --type bool"), "float, double"));
    CHECK(has(refused("mxm " + graph + " --accum magic"), "plus, minus, times"));
    CHECK(has(refused("mxm " + graph + " --structural"), "--mask"));
    CHECK(has(refused("mxm " + graph + " --complement"), "--mask"));
    refused("mxm " + graph + " --relabel");
    CHECK(has(refused("mxm - -"), "only once"));
    // What a script passes on when its variable is not set.
    for (const char* const option : {"--mask", "--into", "--out", "--accum", "--type", "--weights", "''"})
        CHECK(has(refused("mxm " + graph + " " + option + (option[0] == '-' ? " ''" : "")), "empty"));
    CHECK(has(refused("bfs " + graph + " --source ''"), "empty"));
    CHECK(has(refused("frobnicate"), "frobnicate"));
    refused("info " + graph + " --method hash");
    CHECK(has(refused("generate cube 3"), "grid2d"));
    CHECK(has(refused("generate rmat 3"), "SCALE EDGEFACTOR"));
    for (const char* const seed : {"18446744073709551616", "-1", "1e3", "0x10"})
        CHECK(has(refused("generate rmat 3 3 --seed " + std::string(seed)), "2^64 - 1"));
    for (const char* const power : {"2.5", "1", "65", "two", "99999999999"}) {
        CHECK(has(refused("mcl " + graph + " --inflation " + power),
                  "--inflation: '" + std::string(power) + "' is not a whole number from 2 to 64"));
    }
    CHECK(has(refused("bfs " + graph + " --source alice"), "--source: 'alice' is not a vertex"));
    CHECK(has(refused("bfs " + graph + " --source 0,x"), "--source: 'x' in '0,x' is not a vertex"));
    CHECK(has(refused("bfs " + graph + " --source 0 --source 1"), "--source is given more than once"));
    CHECK(has(refused("bfs " + graph + " --source"), "--source needs a value"));
    refused("generate rmat three 3");
    refused("generate rmat 99 3");
    refused("generate grid2d 3 --weights column");
    refused("generate grid2d 3 --json");
}

TEST_CASE("grb names file and line of what is wrong in a file", "[tool]") {
    const folder here;
    const std::string missing = here / "missing.tsv";
    CHECK(complaint("info " + missing, 1).starts_with(missing + ": "));
    const std::string bad = here.file("bad.tsv", "0 1\n1 two\n");
    CHECK(complaint("tc " + bad, 1).starts_with(bad + ":2: "));
    const std::string banner = here.file("bad.mtx", "%%MatrixMarket matrix coordinate integer lower\n1 1 0\n");
    CHECK(complaint("mxm " + banner, 1).starts_with(banner + ":1: "));
    const std::string zero = here.file("zero.tsv", "1 2\n0 1\n");
    CHECK(complaint("info " + zero + " --one-based", 1).starts_with(zero + ":2: "));
    const std::string plain = here.file("plain.tsv", "0 1\n");
    CHECK(complaint("mssp " + plain + " --weights column", 1).starts_with(plain + ":1: "));
}

TEST_CASE("grb fails with status 1 on what a file cannot give", "[tool]") {
    const folder here;
    const std::string graph = here.file("g.tsv", small_graph);
    const std::string wide = here.file("wide.mtx", "%%MatrixMarket matrix coordinate pattern general\n2 3 1\n1 1\n");
    CHECK(has(complaint("bfs " + graph + " --source 5", 1), "vertex 5 is out of range"));
    CHECK(has(complaint("bfs " + graph + " --source 0,18446744073709551615", 1), "out of range"));
    CHECK(has(complaint("mssp " + graph + " --relabel --source 17", 1), "vertex 17 is on no line"));
    CHECK(has(complaint("mxm " + wide, 1), "2x3"));
    CHECK(has(complaint("tc " + wide, 1), "2x3"));
    CHECK(has(complaint("bfs " + wide, 1), wide));
    for (const std::string method : {"merge", "bitmap_tile"}) {
        CHECK(run_grb("mxm " + graph + " --engine host --method " + method).status == 0);
        CHECK(has(complaint("bfs " + graph + " --engine host --method " + method, 1), "is for products of matrices"));
    }
    CHECK(has(complaint("mxm " + graph + " --engine host --variant kklp", 1), "no variant kklp"));
    CHECK(has(complaint("mxm " + graph + " --engine host --tile-variant tsparse", 1), "no variant tsparse"));
    CHECK(has(complaint("mxm " + graph + " --engine host --merge-variant bhsparse", 1), "no variant bhsparse"));
    CHECK(has(complaint("mxm " + graph + " --engine host --precision mixed", 1), "no mixed precision"));
    const std::string cycle = here.file("cycle.tsv", "0 1 1\n1 2 -3\n2 1 1\n");
    CHECK(has(complaint("mssp " + cycle, 1), "negative"));
    CHECK(has(complaint("mxm " + wide + " --out /no/such/folder/c.mtx --transpose-b", 1), "/no/such/folder/c.mtx"));
}

TEST_CASE("grb mssp refuses weights that its type cannot hold", "[tool]") {
    const folder here;
    const std::string large = here.file("large.tsv", "0 1 3000000000\n1 2 1\n");
    CHECK(
        has(complaint("mssp " + large + " --type int32", 1), "3000000000 of the edge from 0 to 1 does not fit int32"));
    CHECK(run_grb("mssp " + large).status == 0);
    const std::string undefined = here.file("nan.tsv", "0 1 2.5\n1 2 nan\n");
    for (const char* const type : {"int32", "int64", "float", "double"})
        CHECK(has(complaint("mssp " + undefined + " --type " + type, 1), "is not finite"));
    const std::string beyond = here.file("beyond.tsv", "0 1 1e300\n");
    for (const char* const type : {"int32", "int64", "float"})
        CHECK(has(complaint("mssp " + beyond + " --type " + type, 1), "does not fit"));
    CHECK(run_grb("mssp " + beyond).status == 0);
}

TEST_CASE("grb generate keeps vertices without edges in an edge list", "[tool]") {
    const folder here;
    REQUIRE(run_grb("generate uniform 5 0 --out " + here / "x.tsv").status == 0);
    CHECK(answer("cc " + here / "x.tsv")["components"] == 5);
    REQUIRE(run_grb("generate rmat 8 2 --out " + here / "r.tsv").status == 0);
    REQUIRE(run_grb("generate rmat 8 2 --out " + here / "r.mtx").status == 0);
    CHECK(answer("cc " + here / "r.tsv")["nrows"] == 256);
    CHECK(answer("cc " + here / "r.tsv")["components"] == answer("cc " + here / "r.mtx")["components"]);
    CHECK(has(answer("cc " + here / "r.tsv")["notes"].dump(), "isolated_vertices"));
    CHECK(answer("info " + here / "r.tsv")["notes"].empty());
}

TEST_CASE("grb cache shows and clears what was compiled at run time", "[tool]") {
    const folder here;
    const auto run_cache = [](const std::string& folder, const std::string& options) {
        return run_line("GRAPHBLAS_GPU_CACHE_DIR='" + folder + "' '" + std::string(GRB_PATH) + "' cache " + options);
    };
    const auto in_cache = [&](const char* options) {
        return nlohmann::json::parse(run_cache(here / "kernels", std::string("--json ") + options).out);
    };
    CHECK(in_cache("")["kernels"] == 0);
    const graphblas_gpu::cuda::kernel_cache cache(here / "kernels");
    std::string note;
    cache.store("one", "kernel", note);
    cache.store("another", "kernel", note);
    CHECK(in_cache("")["kernels"] == 2);
    CHECK(in_cache("--clear")["removed"] == 2);
    CHECK(in_cache("")["kernels"] == 0);
    CHECK(has(run_cache("off", "").out, "none"));
}

TEST_CASE("grb mxm --semiring-source", "[tool][usage]") {
    const folder here;
    const std::string a = here.file("a.mtx", "%%MatrixMarket matrix coordinate integer general\n2 2 3\n1 1 2\n1 2 3\n2 2 5\n");
    // A semiring of the catalogue runs on any engine, and is verified.
    const std::string shortest = "mxm " + a + " --type int64 --engine host ";
    const auto named = answer(shortest + "--semiring min_plus"),
               made = answer(shortest + "--semiring-source 'min(x,y); INT64_MAX; x + y'");
    CHECK(made["semiring"] == "min_plus");
    CHECK(made["sum"] == named["sum"]);
    CHECK(made["nvals"] == 3);
    // Another one is refused on the host, and by --verify, in words.
    const std::string other = "mxm " + a + " --type int64 --semiring-source 'max(x, y); 0; x < y ? x : 2 * y'";
    CHECK(has(complaint(other + " --engine host", 1), "made from strings"));
    CHECK(has(complaint(other + " --engine host --verify", 2), "--verify"));
    const auto refused_parts = [&](const std::string& source) {
        return complaint("mxm " + a + " --type int64 --semiring-source '" + source + "'", 2);
    };
    CHECK(has(refused_parts("max(x, y); 0"), "has 2"));
    CHECK(has(refused_parts("max(x, y); 0; x; y"), "has 4"));
    CHECK(has(refused_parts("max(x, y); zero; x"), "zero"));
    CHECK(has(refused_parts("max(x, y); 0; {x}"), "multiply is not an expression"));
    CHECK(has(complaint("mxm " + a + " --semiring-source 'x + y; 0; x' --type text", 2),
              "'text' is no type of --semiring-source"));
    CHECK(has(complaint("mxm " + a + " --semiring plus_times --semiring-source 'x + y; 0; x'", 2), "--semiring-source"));
    CHECK(has(run_grb("mxm --help-all").out, "code that is executed"));
}
