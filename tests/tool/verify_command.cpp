// Needs: grb built with SuiteSparse:GraphBLAS and Boost.Graph.
// Idea: grb verify agrees on graphs of every kind and says what it left out; and its list notices each kind of difference:
// a first answer that is wrong, and a method that gives other bits than the first.
#include "support.hpp"

#include <checklist.hpp>

#include <limits>
#include <string>
#include <vector>

using namespace tool_test;
using nlohmann::json;
namespace gb = graphblas_gpu;

namespace {

json verified(const std::string& arguments) {
    const json object = answer("verify " + arguments);
    CHECK(object["verified"] == true);
    CHECK(object["differences"] == 0);
    const std::size_t lines = object["question"].size();
    for (const char* const column : {"methods", "against", "result"}) CHECK(object[column].size() == lines);
    for (std::size_t n = 0; n < lines; ++n) {
        INFO(object["question"][n]);
        if (object["result"][n] == "skipped") continue;
        CHECK(object["result"][n] == "equal");
        CHECK(has(object["against"][n], "SuiteSparse"));
    }
    return object;
}

std::size_t questions(const json& object, std::string_view beginning, std::string_view result = "equal") {
    std::size_t found = 0;
    for (std::size_t n = 0; n < object["question"].size(); ++n)
        found += object["question"][n].get<std::string>().starts_with(beginning) && object["result"][n] == result;
    return found;
}

}  // namespace

TEST_CASE("grb verify checks everything about a graph", "[tool][verify]") {
    const folder here;
    const json small = verified(here.file("g.tsv", small_graph) + " --engine host");
    CHECK(questions(small, "tc,") == 12);
    CHECK(questions(small, "bfs,") == 2);
    CHECK(questions(small, "mssp,") == 8);
    CHECK(questions(small, "C<A> = A*A,") == 25);  // the catalogue
    CHECK(questions(small, "C = A*A,") == 2);
    CHECK(questions(small, "w = u*A,") == 3);
    CHECK(questions(small, "w<!m> = A*u,") == 3);
    CHECK(small["methods"][0] == "automatic hash dense dot bitmap_tile merge");
    CHECK(small["methods"][12] == "automatic hash dense dot");  // bfs
    const std::size_t of_vectors = questions(small, "bfs,") + questions(small, "mssp,") + questions(small, "w");
    CHECK(of_vectors == 22);
    CHECK(small["answers"] == 6 * small["question"].size() - 2 * of_vectors);
    CHECK(has(small["against"][12], "Boost.Graph"));

    REQUIRE(run_grb("generate rmat 7 4 --weights random:9 --out " + here / "rmat.mtx").status == 0);
    verified(here / "rmat.mtx");
    verified(here / "rmat.mtx --undirected --weights none --source 1,2,2");
    CHECK(verified(here / "rmat.mtx --method dot")["methods"][0] == "dot");
    const json tiles = verified(here / "rmat.mtx --engine host --method bitmap_tile");
    CHECK(questions(tiles, "tc,") == 12);
    CHECK(questions(tiles, "C<A> = A*A,") == 25);
    CHECK(questions(tiles, "bfs and mssp", "skipped") == 1);
    CHECK(questions(tiles, "products with a vector", "skipped") == 1);
    const json real = verified(here.file("r.tsv", "0 1 0.5\n1 2 -0.25\n2 3 0.1\n0 3 7.25\n3 0 1.5\n"));
    CHECK(questions(real, "C<A> = A*A,") == 25);
    CHECK(questions(real, "mssp, double") == 2);
    CHECK(has(run_grb("verify " + here / "r.tsv").out, "equal"));
}

TEST_CASE("grb verify says what it leaves out", "[tool][verify]") {
    const folder here;
    const json wide =
        verified(here.file("w.mtx", "%%MatrixMarket matrix coordinate integer general\n2 3 3\n1 1 4\n1 3 5\n2 2 6\n"));
    CHECK(questions(wide, "tc, bfs and mssp", "skipped") == 1);
    CHECK(questions(wide, "C = A*A',") == 2);
    CHECK(questions(wide, "w = A*u,") == 3);
    CHECK(has(wide["notes"].dump(), "2x3"));

    const json cycle = verified(here.file("cycle.tsv", "0 1 1\n1 2 -3\n2 1 1\n"));
    CHECK(questions(cycle, "mssp, int64", "skipped") == 1);
    CHECK(has(cycle["notes"].dump(), "negative"));

    const json large = verified(here.file("g.tsv", small_graph) + " --most-multiplications 3");
    CHECK(questions(large, "C = A*A", "skipped") == 1);
    for (const char* const sizes : {"3 3 0", "0 0 0", "0 5 0"})
        verified(here.file("empty.mtx", std::string("%%MatrixMarket matrix coordinate pattern general\n") + sizes + "\n"));
}

TEST_CASE("a checklist notices what differs", "[tool][verify]") {
    const std::vector<gb::method> methods{gb::method::hash, gb::method::dense};
    const grb::verdict right{{"somebody"}, {}}, wrong{{"somebody"}, "another number"};
    const auto run = [&](std::int64_t first, std::int64_t second, const grb::verdict& said) {
        grb::checklist list;
        list.check(
            "question", methods, [&](gb::method m) { return m == gb::method::hash ? first : second; },
            [&](std::int64_t) { return said; });
        return list.difference();
    };
    CHECK(run(1, 1, right).empty());
    CHECK(run(1, 1, wrong) == "question: another number");
    CHECK(has(run(1, 2, right), "hash and dense"));

    const std::vector<gb::index> at{0, 1};
    const auto matrix = [&](double x, double y) {
        return gb::matrix<double>::from_edges(2, 2, at, at, std::vector<double>{x, y});
    };
    CHECK(grb::same_bits(matrix(1, 0.0), matrix(1, 0.0)));
    CHECK_FALSE(grb::same_bits(matrix(1, 0.0), matrix(1, -0.0)));
    const double nan = std::numeric_limits<double>::quiet_NaN();
    CHECK(grb::same_bits(matrix(1, nan), matrix(1, nan)));
    CHECK_FALSE(grb::same_bits(matrix(1, 2), gb::matrix<double>(2, 2)));
    CHECK_FALSE(grb::same_bits(gb::matrix<void>(2, 2), gb::matrix<void>(2, 3)));
}
