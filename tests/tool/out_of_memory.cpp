// Needs: grb, and a shell that can limit memory (ulimit -v).
// Idea: with less and less memory a command fails in different places; wherever that is, it says in one line which step it
// was, how much memory there was, and what needs less.
#include "support.hpp"

#include <cstdio>
#include <string>

using namespace tool_test;

namespace {

outcome run_within(int kilobytes, const std::string& arguments) {
    return run_line("(ulimit -v " + std::to_string(kilobytes) + " && exec '" + GRB_PATH + "' " + arguments + ")");
}

/// The least memory with which the program starts at all, in steps of 8 MB; 0 if that is much, as under a sanitizer.
int min_memory() {
    constexpr int most = 1'000'000, step = 8'000;
    int least = 0;
    for (int kilobytes = most; kilobytes > 0 && run_within(kilobytes, "--version").status == 0; kilobytes -= step)
        least = kilobytes;
    return least;
}

}  // namespace

TEST_CASE("grb says what it was doing when memory ran out", "[tool][memory]") {
    const int least = min_memory();
    if (least == 0) {
        std::printf("left out: grb says what it was doing when memory ran out: it does not run within 1 GB here\n");
        return;
    }
    const folder here;
    const std::string graph = here / "g.tsv";
    REQUIRE(run_grb("generate rmat 14 16 --seed 1 --weights random:1 --out " + graph).status == 0);
    for (const std::string command : {"info ", "tc ", "mssp ", "convert "}) {
        const std::string line = command + graph + (command == "convert " ? " " + here / "c.gbm" : "") + " --threads 1";
        bool has_failed = false;
        for (int extra = 0; extra < 200'000; extra += 5'000) {
            const outcome result = run_within(least + extra, line);
            if (result.status == 0) break;
            INFO(line << " with " << least + extra << " kB: " << result.err);
            has_failed = true;
            CHECK(result.status == 1);
            CHECK(result.err.find('\n') == result.err.size() - 1);
            CHECK(result.err.starts_with("grb: " + command.substr(0, command.size() - 1) + ", "));
            CHECK(has(result.err, "out of memory"));
            CHECK(has(result.err, here / ""));
            CHECK(has(result.err, "MiB (ulimit -v)"));
            CHECK((has(result.err, " needs less\n") || has(result.err, " need less\n")));
        }
        CHECK(has_failed);
    }
    const outcome product = run_within(least + 150'000, "mxm " + graph + " --threads 1");
    CHECK(product.status == 1);
    CHECK(has(product.err, "grb: mxm, multiplying: out of memory: mxm: no memory for "));
    CHECK(has(product.err, "--count"));
}

TEST_CASE("grb keeps to --memory-limit", "[tool][memory]") {
    const folder here;
    const std::string graph = here / "g.tsv", star = here / "star.tsv";
    REQUIRE(run_grb("generate rmat 14 16 --seed 1 --weights random:1 --out " + graph).status == 0);
    std::string edges;
    for (int leaf = 1; leaf <= 6000; ++leaf) edges += "0 " + std::to_string(leaf) + "\n";
    here.file("star.tsv", edges);
    // Two lists of 4 bytes for each of 250 000 edges; the square of the star has 36 million entries.
    const std::string reading[] = {"info " + graph, "mssp " + graph, "convert " + graph + " " + here / "c.gbm",
                                   "order " + graph};
    for (const std::string& line : reading) {
        CHECK(has(complaint(line + " --threads 1 --memory-limit 1M", 1), "the limit is 1048576 "));
        CHECK(run_grb(line + " --threads 1 --memory-limit 1G").status == 0);
    }
    const std::string square = "mxm " + star + " --undirected --threads 2 --memory-limit ";
    const std::string refusal = complaint(square + "100M", 1);
    CHECK(has(refusal, "out of memory: mxm: "));
    CHECK(has(refusal, "the limit is 104857600 "));
    CHECK(run_grb(square + "1G").status == 0);
}
