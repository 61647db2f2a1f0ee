// Needs: a directory for temporary files.
// Idea: small files of each format with the graph worked out by hand or by NetworkX; wrong files with the line of the error;
// files of formats that are not read; and every prefix of every sample, which is read or refused, and nothing else.
#include "support.hpp"
#include <graphblas_gpu/io/formats/format_table.hpp>
#include <graphblas_gpu/io/read.hpp>

#include <cstdint>

using namespace io_test;
using namespace std::string_literals;

namespace {

template <class... Number>
std::string bytes(Number... numbers) {
    std::string all;
    const auto add = [&all](auto x) { all.append(reinterpret_cast<const char*>(&x), sizeof x); };
    (add(numbers), ...);
    return all;
}

using ids = std::vector<std::uint64_t>;
using names = std::vector<std::string>;
using numbers = std::vector<std::int32_t>;

std::string csr(const std::vector<std::int64_t>& offsets, const numbers& neighbours) {
    std::string all;
    for (const std::int64_t x : offsets) all += bytes(x);
    for (const std::int32_t x : neighbours) all += bytes(x);
    return all;
}

struct sample {
    const char* file;
    std::string text;
    gb::index vertices;
    std::vector<triple> entries;  // from 0, sorted
    ids original = {};
    names called = {};
    bool symmetric = false;
    std::string note = {};  // its code
};

// Three graphs that most samples hold.
const std::vector<triple> triangle_and_tail{{0, 1, 1}, {0, 2, 1}, {1, 0, 1}, {1, 2, 1},
                                            {2, 0, 1}, {2, 1, 1}, {2, 3, 1}, {3, 2, 1}};
const std::vector<triple> weighted_path{{0, 1, 5}, {1, 0, 5}, {1, 2, -2.5}, {2, 1, -2.5}};
const std::vector<triple> directed_cycle{{0, 1, 2}, {1, 2, 3}, {2, 0, 4}};

const std::vector<sample>& samples() {
    static const std::vector<sample> all = {
        // METIS: both ends list an edge; empty lines are vertices without edges; comments; weights of vertices and sizes
        {"a.graph", "% of METIS\n5 4\n2 3\n1 3\n1 2 4\n3\n\n", 5, triangle_and_tail, {1, 2, 3, 4, 5}, {}, true},
        {"stripped.graph", "5 4\n2 3\n1 3\n1 2 4\n3\n", 5, triangle_and_tail, {1, 2, 3, 4, 5}, {}, true, "lines_missing"},
        {"isolated.graph", "4 1\n\n% here\n3\n2\n\n", 4, {{1, 2, 1}, {2, 1, 1}}, {1, 2, 3, 4}, {}, true},
        {"twice.graph", "4 8\n2 3\n1 3\n1 2 4\n3\n", 4, triangle_and_tail, {1, 2, 3, 4}, {}, true, "edges_counted_twice"},
        {"edge_weights.graph", "3 2 001\n2 5\n1 5 3 -2.5\n2 -2.5\n", 3, weighted_path, {1, 2, 3}, {}, true},
        {"weights.graph",
         "3 2 11 2\n7 8 2 5\n7 8 1 5 3 -2.5\n7 8 2 -2.5\n",
         3,
         weighted_path,
         {1, 2, 3},
         {},
         true,
         "vertex_weights_ignored"},
        {"sizes.graph",
         "3 2 111\n9 7 2 5\n9 7 1 5 3 -2.5\n9 7 2 -2.5\n",
         3,
         weighted_path,
         {1, 2, 3},
         {},
         true,
         "vertex_weights_ignored"},
        {"metis.txt",
         "5 6\n2 3 4\n1 3\n1 2 4 5\n1 3\n3\n\n",
         5,
         {{0, 1, 1},
          {0, 2, 1},
          {0, 3, 1},
          {1, 0, 1},
          {1, 2, 1},
          {2, 0, 1},
          {2, 1, 1},
          {2, 3, 1},
          {2, 4, 1},
          {3, 0, 1},
          {3, 2, 1},
          {4, 2, 1}},
         {},
         {},
         true},
        // DIMACS
        {"a.gr", "c of DIMACS\np sp 4 3\na 1 2 2\nc\na 2 3 3\na 3 1 4\n", 4, directed_cycle, {1, 2, 3, 4}},
        {"told_by_content.txt",
         "c of DIMACS\r\np sp 4 3\r\na 1 2 2\r\na 2 3 3\r\na 3 1 4\r\n",
         4,
         directed_cycle,
         {1, 2, 3, 4}},
        {"a.max",
         "p max 4 3\nn 1 s\nn 4 t\na 1 2 2\na 2 3 3\na 3 1 4\n",
         4,
         directed_cycle,
         {1, 2, 3, 4},
         {},
         false,
         "vertex_facts_ignored"},
        {"a.col", "c x\np edge 5 4\ne 1 2\ne 1 3\ne 2 3\ne 3 4\n", 5, triangle_and_tail, {1, 2, 3, 4, 5}, {}, true},
        {"pace.gr", "c x\np tw 4 4\n1 2\n1 3\n2 3\n3 4\n", 4, triangle_and_tail, {1, 2, 3, 4}, {}, true},
        // Pajek
        {"a.net",
         "*Network x\n*Vertices 4\n1 \"one two\" 0.1 0.2\n2 b\n3 \"c\"\n4 \"d\"\n*Edges\n1 2\n1 3\n2 3\n3 4\n",
         4,
         triangle_and_tail,
         {},
         {"one two", "b", "c", "d"},
         true},
        {"lists.net", "% x\n*vertices 4\n*edgeslist\n1 2 3\n3 2 4\n", 4, triangle_and_tail, {1, 2, 3, 4}, {}, true},
        {"arcs.net", "*Vertices 4\n*Arcs\n1 2 2\n2 3 3 c Blue\n3 1 4\n", 4, directed_cycle, {1, 2, 3, 4}},
        {"both.net", "*Vertices 3\n*Arcs\n1 2 2\n*Edges\n2 3 3.5\n", 3, {{0, 1, 2}, {1, 2, 3.5}, {2, 1, 3.5}}, {1, 2, 3}},
        {"matrix.net", "*Vertices 3\n*Matrix\n0 2 0\n0 0 3\n4 0 0\n", 3, directed_cycle, {1, 2, 3}},
        {"two_modes.net", "*Vertices 3 1\n*Matrix\n0 7\n", 3, {{0, 2, 7}}, {1, 2, 3}, {}, false, "two_modes"},
        {"some_weights.net",
         "*Vertices 3\n*Arcs\n1 2\n2 3 3\n",
         3,
         {{0, 1, 1}, {1, 2, 3}},
         {1, 2, 3},
         {},
         false,
         "weights_missing"},
        {"same_labels.net",
         "*Vertices 2\n1 \"a\"\n2 \"a\"\n*Arcs\n1 2 3\n",
         2,
         {{0, 1, 3}},
         {1, 2},
         {},
         false,
         "labels_not_used"},
        {"relations.net",
         "*Vertices 3\n*Arcs :1 \"likes\"\n1 2 4\n*Arcs :2 \"knows\"\n2 3 5\n",
         3,
         {{0, 1, 4}, {1, 2, 5}},
         {1, 2, 3},
         {},
         false,
         "relations_joined"},
        {"partition.net",
         "*Vertices 2\n*Arcs\n1 2 3\n*Partition x\n1\n2\n",
         2,
         {{0, 1, 3}},
         {1, 2},
         {},
         false,
         "section_ignored"},
        {"project.net",
         "*Network x\n*Vertices 2\n*Edges\n1 2 1\n*Partition p\n*Vertices 2\n1\n2\n",
         2,
         {{0, 1, 1}, {1, 0, 1}},
         {1, 2},
         {},
         true,
         "section_ignored"},
        // GML
        {"a.gml",
         "# x\nCreator \"y\"\ngraph [\n  comment \"a [ in\na string\"\n  node [ id 0 label \"A &amp; B\" graphics [ x 1 y [ z "
         "2 ] ] ]\n"
         "  node [ id 1 label \"&#233;\" ]\n  node [ id 2 label \"c\" ]\n  edge [ source 0 target 1 value 5 ]\n"
         "  edge [ source 1 target 2 value 9 weight -2.5 ]\n]\n",
         3,
         weighted_path,
         {},
         {"A & B", "\xc3\xa9", "c"},
         true},
        {"directed.gml",
         "graph [ directed 1 edge [ source 30 target 10 weight 4 ] node [ id 30 ] node [ id 10 ]\nnode [ id 20 ]"
         " edge [ source 10 target 20 weight 2 ] edge [ source 20 target 30 weight 3 ] ]",
         3,
         directed_cycle,
         {10, 20, 30}},
        {"positions.gml",
         "graph [ node [ id 0 ] node [ id 1 ] edge [ source 1 target 0 ] ]\n",
         2,
         {{0, 1, 1}, {1, 0, 1}},
         {},
         {},
         true},
        {"negative.gml",
         "graph [ directed 1 node [ id -1 ] node [ id 1 ] edge [ source 1 target -1 ] ]\n",
         2,
         {{1, 0, 1}},
         {},
         {"-1", "1"}},
        // adjacency lists
        {"colons.txt", "# x\n0: 1\n1: 2\n2: 0\n3:\n", 4, {{0, 1, 1}, {1, 2, 1}, {2, 0, 1}}},
        {"a.adjlist", "10 30 20\n20\n40\n", 4, {{0, 1, 1}, {0, 2, 1}}, {10, 20, 30, 40}},
        {"names.adjlist", "a : b, c\nb c\n", 3, {{0, 1, 1}, {0, 2, 1}, {1, 2, 1}}, {}, {"a", "b", "c"}},
        // GAP
        {"a.sg",
         bytes(false, std::int64_t{8}, std::int64_t{5}) + csr({0, 2, 4, 7, 8, 8}, {1, 2, 0, 2, 0, 1, 3, 2}),
         5,
         triangle_and_tail,
         {},
         {},
         true},
        {"directed.wsg",
         bytes(true, std::int64_t{3}, std::int64_t{3}) + csr({0, 1, 2, 3}, {1, 2, 2, 3, 0, 4}) +
             csr({0, 1, 2, 3}, {2, 4, 0, 2, 1, 3}),
         3, directed_cycle},
        {"directed.sg",
         bytes(true, std::int64_t{2}, std::int64_t{3}) + csr({0, 1, 2, 2}, {1, 2}) + csr({0, 0, 1, 2}, {0, 1}),
         3,
         {{0, 1, 1}, {1, 2, 1}}},
    };
    return all;
}

}  // namespace

TEST_CASE("formats: what the files say", "[io][formats]") {
    const temporary_directory dir;
    for (const sample& s : samples()) {
        INFO(s.file);
        gb::coordinates found = gb::read_coordinates(dir.file(s.file, s.text));
        found.check();
        CHECK(found.nrows == s.vertices);
        CHECK(found.ncols == s.vertices);
        CHECK(sorted_triples(found) == s.entries);
        if (!s.original.empty() || !s.called.empty()) {
            CHECK(found.report.original_ids == s.original);
            CHECK(found.report.names == s.called);
        }
        CHECK(found.report.symmetric_by_format == s.symmetric);
        CHECK(found.report.entries_in_file + found.report.mirrored == found.size());
        CHECK(found.report.notes.size() == (s.note.empty() ? 0U : 1U));
        if (!s.note.empty() && !found.report.notes.empty()) CHECK(found.report.notes[0].code == s.note);
        CHECK(triples(gb::read_coordinates(dir.file(std::string(s.file) + ".gz", gzipped(s.text)))) == triples(found));
    }
}

TEST_CASE("formats: both directions of an undirected edge that is listed twice have one weight", "[io][formats]") {
    const temporary_directory dir;
    const std::pair<const char*, std::string> files[] = {
        {"a.gml",
         "graph [ node [ id 0 ] node [ id 1 ] edge [ source 0 target 0 weight 5 ] edge [ source 0 target 1 weight 3 ]\n"
         "edge [ source 1 target 0 weight 1 ] ]\n"},
        {"a.net", "*Vertices 2\n*Edges\n1 1 5\n1 2 3\n2 1 1\n"},
        {"reals.net", "*Vertices 2\n*Edges\n1 1 5.0\n1 2 3.0\n2 1 1.0\n"},
    };
    for (const auto& [name, text] : files) {
        INFO(name);
        const std::vector<triple> listed{{0, 0, 5}, {0, 1, 3}, {1, 0, 3}, {1, 0, 1}, {0, 1, 1}};
        CHECK(triples(gb::read_coordinates(dir.file(name, text))) == listed);
    }
}

TEST_CASE("formats: what names its vertices itself needs no --named", "[io][formats]") {
    const temporary_directory dir;
    const std::string named = dir.file("a.adjlist", "a b\n"),
                      counted = dir.file("a.mtx", "%%MatrixMarket matrix coordinate pattern general\n1 1 0\n");
    const auto words_of = [](const std::string& path) -> std::string {
        try {
            gb::read_coordinates(path, {.named = true});
        } catch (const gb::invalid_value& e) {
            return e.what();
        }
        return "none";
    };
    CHECK(words_of(named) == named + ": --named is for edge lists; this file, adjacency lists, names its vertices itself");
    CHECK(words_of(counted) == counted + ": --named is for edge lists; the indices of other files are positions");
}

TEST_CASE("formats: KONECT counts vertices from 1, isolated ones too", "[io][formats]") {
    const temporary_directory dir;
    const gb::read_options by_ids{.ids = gb::vertex_ids::automatic};
    const gb::coordinates one = gb::read_coordinates(dir.file("out.a", "% sym unweighted\n% 2 5 5\n1 2\n2 3\n"), by_ids);
    CHECK(one.report.original_ids == ids{1, 2, 3, 4, 5});
    CHECK(triples(one) == std::vector<triple>{{0, 1, 1}, {1, 2, 1}});
    const gb::coordinates two = gb::read_coordinates(dir.file("out.b", "% bip unweighted\n% 2 5 7\n1 2\n2 3\n"), by_ids);
    CHECK(two.nrows == 5);
    CHECK(two.ncols == 7);
    CHECK(two.report.original_ids == ids{1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 6, 7});
    CHECK(triples(two) == std::vector<triple>{{0, 1, 1}, {1, 2, 1}});
}

TEST_CASE("formats: weights may be left aside or required", "[io][formats]") {
    const temporary_directory dir;
    const std::string weighted = dir.file("a.gr", "p sp 2 1\na 1 2 7\n"), plain = dir.file("a.col", "p edge 2 1\ne 1 2\n");
    CHECK(gb::read_coordinates(weighted).is_integer());
    CHECK(gb::read_coordinates(weighted, {.weights = gb::weight_column::none}).is_pattern());
    CHECK_THROWS_AS(gb::read_coordinates(plain, {.weights = gb::weight_column::required}), gb::io_error);
    CHECK_THROWS_AS(gb::read_coordinates(plain, {.columns = {1, 2}}), gb::invalid_value);
}

TEST_CASE("formats: an option names the format", "[io][formats]") {
    const temporary_directory dir;
    const std::string path = dir.file("a.graph", "0 1\n1 2\n");
    check_io_error([&] { gb::read_coordinates(path); }, path, 1, "--format edges");
    CHECK(gb::read_coordinates(path, {.format = gb::file_format::edge_list}).size() == 2);
    CHECK(gb::read_coordinates(dir.file("a.txt", "0 1\n1 2\n"), {.format = gb::file_format::adjacency}).size() == 2);
    const std::string dimacs = dir.file("b.txt", "p sp 2 1\na 1 2 7\n");
    check_io_error([&] { gb::read_coordinates(dimacs, {.format = gb::file_format::edge_list}); }, dimacs, 1,
                   "this is a DIMACS file, not an edge list");
    for (const gb::file_format format : gb::file_formats()) CHECK(gb::file_format_from_string(to_string(format)) == format);
    CHECK_THROWS_AS(gb::file_format_from_string("dot"), gb::invalid_value);
}

TEST_CASE("formats: wrong files name the line and what is wrong", "[io][formats]") {
    struct wrong {
        const char* file;
        std::string text;
        std::int64_t line;
        const char* words;
    };
    const wrong files[] = {
        {"a.graph", "", 0, "the header"},
        {"a.graph", "0 0\n", 1, "announces 0 vertices; if this is an edge list, --format edges"},
        {"a.graph", "3 2 12\n", 1, "'12' is not the format"},
        {"a.graph", "3 2\n2\n1 4\n2\n", 3, "'4' is not a vertex, which is a whole number from 1 to 3"},
        {"a.graph", "3 2\n2\n0\n2\n", 3, "'0' is not a vertex"},
        {"a.graph", "3 2\n2\n1 3\n2\n1\n", 5, "'1' after the line of the last of 3 vertices"},
        {"a.graph", "3 3\n2\n1 3\n2\n", 1, "6 neighbours in all, but 3 vertices with 4 neighbours"},
        {"a.graph", "3 2\n2\n1 3\n", 3, "but 2 vertices with 3 neighbours follow"},
        {"a.graph", "3 2\n2 3\n1\n2\n", 0, "vertex 1 lists 3 as a neighbour, but 3 does not list 1"},
        {"a.graph", "2 1 1\n2 5\n1 6\n", 0, "with the same weight"},
        {"a.graph", "2 1 1\n2\n1 6\n", 2, "the weight is missing"},
        {"a.gr", "c x\na 1 2 3\n", 2, "'a' before the problem line"},
        {"a.gr", "c x\n", 0, "the problem line"},
        {"a.gr", "p sp 2 1\na 1 3 3\n", 2, "'3' is not a vertex"},
        {"a.gr", "p sp 2 1\na 1 2\n", 2, "the weight is missing"},
        {"a.gr", "p sp 2 1\na 1 2 x\n", 2, "the weight 'x' is not a number"},
        {"a.gr", "p sp 2 1\na 1 2 9223372036854775808\n", 2, "does not fit a 64-bit integer"},
        {"a.gr", "p sp 2 1\na 1 2 3 4\n", 2, "'4' after the end of the edge"},
        {"a.gr", "p sp 2 1\ne 1 2\n", 2, "'e' does not begin a line"},
        {"a.gr", "p sp 2 1\np sp 2 1\n", 2, "a second problem line"},
        {"a.gr", "p sp 2 2\na 1 2 3\n", 1, "announces 2 edges, 1 follow: the file is incomplete"},
        {"a.co", "p aux sp co 1\nv 1 2 3\n", 1, "the file with the ending .gr"},
        {"a.txt", "p cnf 3 2\n1 2 0\n", 1, "conjunctive normal form"},
        {"a.col", "p edge 9 8\ne 1 2\n", 1, "incomplete"},
        {"a.net", "*Arcs\n1 2\n", 1, "before the line '*Vertices NUMBER'"},
        {"a.net", "*Vertices 2\n1 \"a\n", 2, "has no second quote"},
        {"a.net", "*Vertices 2\n*Arcs\n1 3\n", 3, "'3' is not a vertex"},
        {"a.net", "*Vertices 2\n*Matrix\n0 1\n", 3, "ends after 1 of 2 rows"},
        {"a.net", "*Vertices 2\n*Matrix\n0 1\n0\n", 4, "has 1 of 2 numbers"},
        {"a.net", "*Vertices 2\n*Vertices 2\n", 2, "a second network"},
        {"a.net", "*Vertices 1\n*Vector v\n*Vertices 1\n0.5\n*Network y\n*Vertices 2\n", 6, "a second network"},
        {"a.gml", "graph [\n node [ id 1 ]\n node [ id 1 ]\n]\n", 3, "a second node with the id 1"},
        {"a.gml", "graph [\n node [ label 1 ]\n]\n", 2, "a node without an id"},
        {"a.gml", "graph [\n node [ id 1 ]\n edge [ source 1 target 2 ]\n]\n", 3, "the node 2, which is not in the file"},
        {"a.gml", "graph [\n edge [ source 1 ]\n]\n", 2, "an edge without a target"},
        {"a.gml", "graph [\n node [ id 1 ]\n", 1, "no closing ]"},
        {"a.gml", "graph [\n node [ id x ]\n]\n", 2, "'x' is not a whole number"},
        {"a.gml", "Version 1\n", 0, "no 'graph ['"},
        {"a.adjlist", "1 2:5\n", 1, "weights of edges are not read in this format"},
        {"a.sg", "x", 0, "the file ends within the header"},
        {"a.sg", bytes(false, std::int64_t{-1}, std::int64_t{2}), 0, "no graph of the GAP benchmark suite"},
        {"a.sg", bytes(false, std::int64_t{1}, std::int64_t{1}) + csr({0, 1}, {1}), 0,
         "neighbour 1 of vertex 0 lies outside 0 to 0"},
        {"a.sg", bytes(false, std::int64_t{1}, std::int64_t{1}) + csr({1, 1}, {0}), 0, "the offsets do not rise"},
        {"a.sg", bytes(false, std::int64_t{1}, std::int64_t{1}) + csr({0, 1}, {0, 0, 0}), 0, "8 bytes follow"},
        {"a.sg", bytes(false, std::int64_t{1} << 60, std::int64_t{1}) + csr({0, std::int64_t{1} << 60}, {0, 0}), 0,
         "the file ends within"},
    };
    const temporary_directory dir;
    for (const wrong& w : files) {
        INFO(w.text);
        const std::string path = dir.file(w.file, w.text);
        check_io_error([&] { gb::read_coordinates(path); }, path, w.line, w.words);
    }
}

TEST_CASE("formats: what is not read is refused with what to do", "[io][formats]") {
    const std::pair<const char*, std::string> files[] = {
        {"page.mtx", "<!DOCTYPE html>\n<html>404</html>\n"},
        {"a.txt", "<?xml version='1.0'?>\n<gexf xmlns='x'>\n"},
        {"a.txt", "// x\nstrict digraph \"G\" {\n a -> b;\n}\n"},
        {"a.txt", "graph {\n a -- b;\n}\n"},
        {"a.dot", "0 1\n"},
        {"a.csv", "PAR1\x15"},
        {"a.csv", "ARROW1\0\0"s},
        {"a.feather", "FEA1"},
        {"a.mat", "MATLAB 5.0 MAT-file, Platform"},
        {"a.txt", "\x89HDF\r\n\x1a\n\0"s},
        {"a.txt", "SQLite format 3\0"s},
        {"a.txt", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"},
        {"a.pkl", "\x80\x04\x95\0"s},
        {"a.txt", "\x93NUMPY\1\0"s},
        {"a.rua", "title                key\n 4 1 1 2 0\nRUA              3     3     4     0\n(10I8) (10I8)\n"},
        {"a.gr", bytes(std::uint64_t{1}, std::uint64_t{4}, std::uint64_t{3}, std::uint64_t{2}) + "data"},
        {"a.graph500", bytes(std::int64_t{0}, std::int64_t{1})},
        {"a.txt", "<http://a> <http://b> <http://c> .\n"},
        {"a.ttl", "# x\n@prefix a: <http://a> .\n"},
        {"a.xlsx", "0 1\n"},
        {"a.clq.b", "64\n"},
        {"a.lgl", "# 0\n1 5\n2 7\n# 1\n2 3\n"},
        {"a.tgf", "1 A\n2 B\n#\n1 2\n"},
        {"a.txt", "DL n=5\n"},
        {"a.txt", "dl\nNR = 2, NC = 3\n"},
        {"a.csv", "\xef\xbb\xbfsep=;\r\n1;2\r\n"},
        {"a.dat", "0 1\n\0\1\2"s},
    };
    const temporary_directory dir;
    for (const auto& [name, text] : files) {
        INFO(text);
        const std::string path = dir.file(name, text);
        const gb::io_error e = io_error_of([&] { gb::read_coordinates(path); });
        const std::string message = e.what();
        INFO(message);
        CHECK((message.find("not read here; ") != std::string::npos || message.find("this is no text") != std::string::npos));
        CHECK(std::all_of(message.begin(), message.end(), [](char c) { return c >= ' ' && c <= '~'; }));
    }
}

TEST_CASE("formats: every prefix of a file is read or refused", "[io][formats]") {
    const temporary_directory dir;
    for (const sample& s : samples()) {
        INFO(s.file);
        for (std::size_t size = 0; size < s.text.size(); ++size) {
            INFO(size);
            const std::string path = dir.file(s.file, s.text.substr(0, size));
            try {
                gb::read_coordinates(path).check();
            } catch (const gb::io_error&) {
            }
        }
        // The blocks in which a text is read change nothing.
        const std::string path = dir.file(s.file, s.text);
        gb::io::input whole(path), cut(path);
        const gb::io::format_entry& entry = gb::io::entry_of(gb::io::format_of(whole, gb::file_format::automatic));
        CHECK(triples(entry.read(whole, {}, {})) == triples(entry.read(cut, {.block_size = 3}, {})));
    }
}

TEST_CASE("formats: the files beside an edge list of Graphalytics", "[io][formats]") {
    const temporary_directory dir;
    const std::string edges = dir.file("g.e", "10 20 5\n20 30 6\n");
    CHECK(gb::read_coordinates(edges, {.ids = gb::vertex_ids::relabel}).nrows == 3);
    dir.file("g.v", "10\n20\n30\n40\n");
    gb::coordinates found = gb::read_coordinates(edges, {.ids = gb::vertex_ids::relabel});
    CHECK(found.report.original_ids == ids{10, 20, 30, 40});
    CHECK(triples(found) == std::vector<triple>{{0, 1, 5}, {1, 2, 6}});
    dir.file("g.properties", "# x\ngraph.g.directed = false\n");
    found = gb::read_coordinates(edges, {.ids = gb::vertex_ids::relabel});
    CHECK(sorted_triples(found) == std::vector<triple>{{0, 1, 5}, {1, 0, 5}, {1, 2, 6}, {2, 1, 6}});
    CHECK(found.report.mirrored == 2);
}
