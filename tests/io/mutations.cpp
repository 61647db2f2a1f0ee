// Needs: nothing; meant to run under the address and undefined-behaviour sanitisers too.
// Idea: thousands of damaged files. Each has to be read or refused by an error of the library, and what is read has to
// form a matrix; nothing else may happen. The seeds are fixed, so a failure can be repeated.
#include "support.hpp"
#include <graphblas_gpu/io/edge_list.hpp>
#include <graphblas_gpu/io/matrix_market.hpp>
#include <graphblas_gpu/io/read.hpp>
#include <graphblas_gpu/io/text_file.hpp>

using namespace io_test;

namespace {

std::string mutated(std::string text, std::mt19937& random) {
    const auto below = [&random](std::size_t limit) { return random() % std::max<std::size_t>(limit, 1); };
    const std::string_view telling =
        "0129-+.eE %#\n\r\t,\0\xff\x1f\x8b"
        "nix";
    for (auto changes = 1 + below(6); changes > 0; --changes) {
        const std::size_t at = below(text.size() + 1);
        switch (below(6)) {
            case 0:
                text.insert(at, 1, static_cast<char>(random()));
                break;
            case 1:
                text.insert(at, 1, telling[below(telling.size())]);
                break;
            case 2:
                if (at < text.size()) text[at] = telling[below(telling.size())];
                break;
            case 3:
                text.erase(at, below(8));
                break;
            case 4:
                text.insert(at, text.substr(below(text.size() + 1), below(20)));
                break;
            default:
                if (below(4) == 0) text.resize(at);
        }
    }
    return text;
}

// 0: refused; 1: read.
template <class Parse>
int outcome(const std::string& text, Parse parse) {
    try {
        const gb::coordinates a = parse(text);
        a.check();
        return 1;
    } catch (const gb::io_error& e) {
        if (e.line() < 0) throw;
        return 0;
    } catch (const std::exception& e) {
        FAIL("not an io_error: " << e.what() << " for\n" << text);
        return 0;
    }
}

template <class Parse>
void survive(const std::vector<std::string>& valid, unsigned seed, int rounds, Parse parse) {
    std::mt19937 random(seed);
    int read = 0, tried = 0;
    for (const std::string& text : valid) {
        REQUIRE(outcome(text, parse) == 1);
        for (int k = 0; k < rounds; ++k, ++tried) read += outcome(mutated(text, random), parse);
    }
    // Both outcomes have to occur, or else the mutations test nothing.
    CHECK(read > 0);
    CHECK(read < tried);
}

}  // namespace

TEST_CASE("mutated Matrix Market texts", "[io][mutations]") {
    const std::vector<std::string> valid{
        "%%MatrixMarket matrix coordinate real general\n% c\n5 4 4\n1 1 1.5\n5 4 -2e-3\n3 2 inf\n2 2 0\n",
        "%%MatrixMarket matrix coordinate integer skew-symmetric\n5 5 3\n2 1 1\n5 4 -2\n3 2 7\n",
        "%%MatrixMarket matrix coordinate pattern symmetric\n5 5 3\n2 1\n5 4\n3 3\n",
        "%%MatrixMarket matrix array real general\n2 3\n1\n2\n3\n4\n5\n6\n",
        "%%MatrixMarket matrix array integer symmetric\n3 3\n1\n2\n3\n4\n5\n6\n",
    };
    survive(valid, 1, 2000, [](const std::string& text) { return gb::parse_matrix_market(text, "m.mtx"); });
}

TEST_CASE("mutated edge lists", "[io][mutations]") {
    const std::vector<std::string> valid{"# c\n1 2\n3 4\n1 4\n", "1,2,3\n4,5,6\n7,8,9\n", "1\t2\t.5\r\n3\t4\t7\r\n"};
    for (const bool relabel : {false, true})
        for (const bool one_based : {false, true})
            survive(valid, 2, 700, [&](const std::string& text) {
                gb::coordinates a = gb::parse_edge_list(text, "g", {.one_based = one_based, .relabel = relabel});
                a.drop_self_loops();
                a.symmetrise();
                return a;
            });
}

TEST_CASE("mutated gzip files", "[io][mutations]") {
    const temporary_directory dir;
    const std::string packed = gzipped("1 2\n3 4\n") + gzipped("# more\n5 6\n7 8\n9 1\n");
    survive({packed}, 3, 1500, [&](const std::string& bytes) { return gb::read_coordinates(dir.file("g.gz", bytes)); });
}

TEST_CASE("arbitrary bytes", "[io][mutations]") {
    std::mt19937 random(4);
    for (int k = 0; k < 3000; ++k) {
        std::string bytes(random() % 200, '\0');
        for (char& c : bytes) c = static_cast<char>(random());
        outcome(bytes, [](const std::string& text) { return gb::parse_edge_list(text, "g"); });
        outcome("%%MatrixMarket matrix coordinate real general\n" + bytes,
                [](const std::string& text) { return gb::parse_matrix_market(text, "m.mtx"); });
    }
}
