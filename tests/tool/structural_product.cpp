// Needs: grb; the verified cases need SuiteSparse:GraphBLAS.
// Idea: --structure-only and --count beside the product with values, whose entries are where theirs are.
#include "support.hpp"

#include <string>
#include <vector>

using namespace tool_test;
using nlohmann::json;

namespace {

/// Positions of a Matrix Market file, without the values.
std::string positions(const std::string& path) {
    std::ifstream in(path);
    std::string line, all;
    while (std::getline(in, line)) {
        if (line.starts_with('%')) continue;
        const std::size_t second = line.find(' ', line.find(' ') + 1);
        all += (all.empty() ? line : line.substr(0, second)) + "\n";
    }
    return all;
}

}  // namespace

TEST_CASE("grb mxm --structure-only and --count", "[tool][structure]") {
    const folder here;
    const std::string a =
        here.file("a.mtx", "%%MatrixMarket matrix coordinate integer general\n2 3 3\n1 1 2\n1 3 3\n2 2 5\n");
    const std::string b =
        here.file("b.mtx", "%%MatrixMarket matrix coordinate integer general\n3 2 4\n1 1 3\n3 1 -2\n2 2 1\n1 2 7\n");
    // Its entry (1, 1) adds up to 0, and is an entry.
    const json c = answer("mxm " + a + " " + b + " --structure-only --out " + here / "c.mtx");
    CHECK(c["form"] == "structure");
    CHECK(c["nvals"] == 3);
    CHECK(c["nrows"] == 2);
    CHECK(c["ncols"] == 2);
    CHECK(c["flops"] == 4);
    CHECK_FALSE(c.contains("sum"));
    CHECK_FALSE(c.contains("semiring"));
    CHECK(text_of(here / "c.mtx") == "%%MatrixMarket matrix coordinate pattern general\n2 2 3\n1 1\n1 2\n2 2\n");
    const json counted = answer("mxm " + a + " " + b + " --count");
    CHECK(counted["form"] == "count");
    CHECK(counted["nvals"] == 3);
    CHECK(answer("mxm " + a + " --transpose-a --count")["nrows"] == 3);
    CHECK(answer("mxm " + a + " --transpose-b --count")["nvals"] == 2);
    CHECK(has(run_grb("mxm " + a + " " + b + " --structure-only --out -").out, "pattern general\n2 2 3\n"));

    const std::string mask =
        here.file("m.mtx", "%%MatrixMarket matrix coordinate integer general\n2 2 2\n1 1 0\n2 2 1\n");
    const std::string masked = "mxm " + a + " " + b + " --mask " + mask;
    for (const std::string form : {" --count", " --structure-only"}) {
        CHECK(answer(masked + form)["nvals"] == 1);
        CHECK(answer(masked + form + " --structural")["nvals"] == 2);
        CHECK(answer(masked + form + " --complement")["nvals"] == 2);
        CHECK(answer(masked + form + " --complement --structural")["nvals"] == 1);
        CHECK(has(complaint("mxm " + a + form, 1), "2x3"));
    }
}

TEST_CASE("grb mxm --structure-only agrees with the product for every mask, transpose and method", "[tool][structure]") {
    const folder here;
    const std::string a = here / "a.mtx", m = here / "m.mtx";
    REQUIRE(run_grb("generate powerlaw 60 5 --seed 3 --weights random:1 --out " + a).status == 0);
    REQUIRE(run_grb("generate uniform 60 12 --seed 4 --out " + m).status == 0);
    for (const std::string mask : {"", " --mask M", " --mask M --structural --complement"}) {
        for (const std::string transpose : {"", " --transpose-a", " --transpose-b", " --transpose-a --transpose-b"}) {
            std::string line = "mxm " + a + mask + transpose;
            if (const auto at = line.find(" M"); at != std::string::npos) line.replace(at + 1, 1, m);
            INFO(line);
            const json whole = answer(line + " --out " + here / "c.mtx");
            for (const std::string method : {"automatic", "hash", "dense", "bitmap_tile", "dot"}) {
                if (method == "dot" && (mask.empty() || has(mask, "--complement"))) continue;  // it needs positions to look at
                INFO(method);
                const std::string by = " --method " + method;
                CHECK(answer(line + by + " --structure-only --out " + here / "s.mtx")["nvals"] == whole["nvals"]);
                CHECK(positions(here / "s.mtx") == positions(here / "c.mtx"));
                CHECK(answer(line + by + " --count")["nvals"] == whole["nvals"]);
            }
        }
    }
    CHECK(has(complaint("mxm " + a + " --count --method dot", 1), "dot"));
}

TEST_CASE("grb mxm --structure-only and --count refuse what is about values", "[tool][structure]") {
    const folder here;
    const std::string graph = here.file("g.tsv", small_graph);
    for (const std::string form : {"--structure-only", "--count"}) {
        for (const std::string& other : std::vector<std::string>{
                 "--semiring plus_times", "--semiring-source 'x + y; 0; x'", "--type int64", "--weights none",
                 "--precision exact", "--accum plus", "--into " + graph, "--replace", "--variant kklp",
                 "--tile-variant tsparse", "--merge-variant bhsparse", "--duplicates sum"}) {
            INFO(form << " " << other);
            const std::string said = complaint("mxm " + graph + " " + form + " " + other, 2);
            CHECK(has(said, other.substr(0, other.find(' '))));
            CHECK(has(said, form));
        }
        CHECK(has(complaint("mxm " + here.file("d.tsv", "0 1\n0 1\n") + " --duplicates error " + form, 1), "(0, 1)"));
    }
    CHECK(has(complaint("mxm " + graph + " --count --out " + here / "c.mtx", 2), "--structure-only"));
    CHECK(has(complaint("mxm " + graph + " --count --answer " + graph, 2), "--structure-only"));
    complaint("mxm " + graph + " --count --structure-only", 2);
}
