// Needs: UNPACKS, the names of the formats beside gzip that the library was built with.
// Idea: every reader counts the lists that it makes against the budget of the operation. A context whose limit is below what a
// file needs refuses it in the documented words, and one whose limit is above reads it.
#include "support.hpp"
#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/io/read.hpp>

#include <functional>
#include <sstream>

using namespace io_test;

namespace {

constexpr int edges = 40'000;

/// `edges` lines of line(i), behind `head`.
std::string listed(std::string head, const std::function<std::string(int)>& line, const std::string& tail = "") {
    for (int i = 0; i < edges; ++i) head += line(i);
    return head + tail;
}

struct text_case {
    const char* name;
    std::string text;
    gb::read_options options;
};

std::vector<text_case> texts() {
    const auto pair = [](int i) { return std::to_string(i % 1000 + 1) + " " + std::to_string(i / 1000 + 1); };
    const auto named = [](int i) { return "vertex" + std::to_string(i) + " vertex0\n"; };
    const std::string count = std::to_string(edges);
    return {
        {"edge list", listed("", [&](int i) { return pair(i) + "\n"; }), {}},
        {"edge list with weights", listed("", [&](int i) { return pair(i) + " 7\n"; }), {}},
        {"edge list with real weights", listed("", [&](int i) { return pair(i) + " 7.5\n"; }), {}},
        {"edge list with large ids", listed("", [&](int i) { return pair(i) + "0000000000\n"; }), {.ids = gb::vertex_ids::relabel}},
        {"edge list with names", listed("", named), {.named = true}},
        {"Matrix Market",
         listed("%%MatrixMarket matrix coordinate pattern general\n1000 1000 " + count + "\n",
                [&](int i) { return pair(i) + "\n"; }),
         {}},
        {"Matrix Market, symmetric",
         listed("%%MatrixMarket matrix coordinate integer symmetric\n1000 1000 " + count + "\n",
                [&](int i) { return pair(i) + " 5\n"; }),
         {}},
        {"DIMACS",
         listed("p sp 1000 " + count + "\n", [&](int i) { return "a " + pair(i) + " 3\n"; }),
         {.format = gb::file_format::dimacs}},
        {"Pajek", listed("*vertices 1000\n*arcs\n", [&](int i) { return pair(i) + "\n"; }), {.format = gb::file_format::pajek}},
        {"adjacency list", listed("", named), {.format = gb::file_format::adjacency}},
        {"GML",
         listed(
             "graph [ directed 1 node [ id 1 ] node [ id 2 ]\n",
             [](int) { return std::string("edge [ source 1 target 2 ]\n"); }, "]\n"),
         {.format = gb::file_format::gml}},
    };
}

}  // namespace

TEST_CASE("memory that is short: every reader refuses in the documented words", "[io][memory]") {
    const gb::context enough = gb::context::host({.threads = 2, .memory_limit = std::int64_t{1} << 30});
    const gb::context little = gb::context::host({.threads = 2, .memory_limit = 100'000});
    for (const text_case& c : texts()) {
        INFO(c.name);
        std::istringstream from(c.text), again(c.text);
        CHECK(gb::read_coordinates(enough, from, c.options, "g.txt").size() >= edges);
        CHECK_THROWS_WITH(gb::read_coordinates(little, again, c.options, "g.txt"),
                          contains_text("g.txt: the list of its ") && contains_text(" does not fit in memory: allocate: ") &&
                              contains_text(" bytes are needed, ") && contains_text("the limit is 100000"));
    }
}

#define BYTES(literal) std::string(literal, sizeof(literal) - 1)

TEST_CASE("memory that is short: dictionaries of packed files count", "[io][memory][packed]") {
    const struct {
        const char* format;
        std::string bytes;  ///< "0 1", packed so that unpacking takes 1 GiB
    } files[] = {
        {"xz", BYTES("\xfd\x37\x7a\x58\x5a\x00\x00\x04\xe6\xd6\xb4\x46\x02\x00\x21\x01\x24\x00\x00\x00\x5e\x1f\xc7\xf9\x01\x00"
                     "\x03\x30\x20\x31\x0a\x00\x17\x52\xdf\xcc\x10\xe7\x33\x2f\x00\x01\x1c\x04\x6f\x2c\x9c\xc1\x1f\xb6\xf3\x7d"
                     "\x01\x00\x00\x00\x00\x04\x59\x5a")},
        // A frame with a window descriptor of 2^30 bytes and one raw block, written by hand after RFC 8878.
        {"zstd", BYTES("\x28\xb5\x2f\xfd\x00\xa0\x21\x00\x00\x30\x20\x31\x0a")},
    };
    const temporary_directory dir;
    for (const auto& file : files) {
        INFO(file.format);
        if (std::string(" " UNPACKS " ").find(std::string(" ") + file.format + " ") == std::string::npos) {
            WARN("skipped: dictionaries of packed files for " << file.format << ": the library was built without it");
            continue;
        }
        const std::string path = dir.file("g.tsv", file.bytes);
        const gb::context little = gb::context::host({.threads = 1, .memory_limit = 100'000'000});
        CHECK_THROWS_AS(gb::read_coordinates(little, path), gb::out_of_memory);
        CHECK(gb::read_coordinates(gb::context::host({.threads = 1}), path).size() == 1);
    }
}
