// Idea: which vertices the graph of an edge list has: those that its lines, its comments or the caller name.
#include "support.hpp"
#include <graphblas_gpu/io/edge_list.hpp>
#include <graphblas_gpu/io/edge_list_comments.hpp>
#include <graphblas_gpu/io/read.hpp>

#include <cstdint>
#include <numeric>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

using namespace io_test;

TEST_CASE("edge list: numbers of vertices and edges in comments", "[io][edge_list]") {
    struct expected {
        std::vector<std::string> comments;
        std::optional<std::uint64_t> vertices, edges;
    };
    const auto none = std::nullopt;
    const std::vector<expected> all = {
        {{"# Undirected graph: as19971108.txt", "# Nodes: 6474 Edges: 13895", "# FromNodeId\tToNodeId"}, 6474, 13895},
        {{"# 900 vertices from 0, 1000 edges"}, 900, 1000},
        {{"% sym unweighted", "% 78 34 34"}, 34, 78},
        {{"% asym posweighted", "%\t12 5 5 "}, 5, 12},
        {{"% bip unweighted", "% 100 20 30"}, none, 100},
        {{"% 78 34 34"}, none, none},
        {{"% sym unweighted", "% 78 34 34 2019"}, none, none},
        {{"#nodes 34 edges 78"}, 34, 78},
        {{"#NODES=34;EDGES=78"}, 34, 78},
        {{"# 34 nodes", "# Links: 78"}, 34, 78},
        {{"% 1,234,567 vertices and 12 arcs"}, 1234567, 12},
        {{"# Number of nodes: 5", "# Nodes: 6"}, 5, none},
        {{"# links between nodes 3 and 5"}, none, none},
        {{"# version 1.5 nodes", "# 2009-11-08 vertices", "# nodes: a b", "# v2 nodes", "#", "# 99999999999999999999 nodes"},
         none,
         none},
    };
    for (const expected& one : all) {
        INFO(one.comments.front());
        gb::io::comment_facts facts;
        for (std::size_t k = 0; k < one.comments.size(); ++k)
            gb::io::read_comment(one.comments[k], static_cast<std::int64_t>(k) + 1, facts);
        CHECK((facts.vertices ? std::optional(facts.vertices->number) : none) == one.vertices);
        CHECK((facts.edges ? std::optional(facts.edges->number) : none) == one.edges);
    }
}

namespace {

/// What is expected of a file: the names of its vertices, and the codes of the notes.
struct reading {
    std::string text;
    gb::edge_list_options options;
    std::vector<std::uint64_t> ids;
    std::string notes;
};

std::vector<std::uint64_t> ids_of(const gb::coordinates& a, bool one_based) {
    if (!a.report.original_ids.empty()) return a.report.original_ids;
    std::vector<std::uint64_t> ids(static_cast<std::size_t>(a.nrows));
    std::iota(ids.begin(), ids.end(), one_based ? 1 : 0);
    return ids;
}

std::string notes_of(const gb::coordinates& a) {
    std::string codes;
    for (const gb::read_note& n : a.report.notes) codes += (codes.empty() ? "" : " ") + n.code;
    return codes;
}

}  // namespace

TEST_CASE("edge list: which ids are vertices", "[io][edge_list]") {
    using enum gb::vertex_ids;
    const temporary_directory dir;
    const std::string list = dir.file("list.txt", "# isolated\n7\n\n 2 \r\n");
    const std::uint64_t huge = 18446744073709551615u;
    const std::vector<reading> all = {
        // Every number up to the largest id occurs: nothing is to be decided.
        {"0 1\n1 2\n", {.ids = automatic}, {0, 1, 2}, ""},
        {"0 1\n1 2\n", {.ids = positions}, {0, 1, 2}, ""},
        {"1 2\n2 3\n", {.one_based = true, .ids = automatic}, {1, 2, 3}, ""},
        // Numbers on no line.
        {"0 2\n2 5\n", {.ids = automatic}, {0, 2, 5}, "ids_relabelled"},
        {"0 2\n2 5\n", {.ids = relabel}, {0, 2, 5}, ""},
        {"0 2\n2 5\n", {.ids = positions}, {0, 1, 2, 3, 4, 5}, "ids_on_no_line"},
        {"1 2\n2 3\n", {.ids = automatic}, {1, 2, 3}, "ids_relabelled"},
        {"1 2\n2 3\n", {.ids = positions}, {0, 1, 2, 3}, "ids_on_no_line"},
        {"1 3\n3 3\n", {.one_based = true, .ids = automatic}, {1, 3}, "ids_relabelled"},
        {"9407087 3\n3 9000001\n", {.ids = automatic}, {3, 9000001, 9407087}, "ids_relabelled"},
        {"63 64\n65 127\n128 1000\n", {.ids = automatic}, {63, 64, 65, 127, 128, 1000}, "ids_relabelled"},
        // Ids that are no positions, on the first line or later, where ids count from 1 too.
        {"18446744073709551615 4\n", {.ids = automatic}, {4, huge}, "ids_relabelled"},
        {"0 1\n1 5000000000\n", {.ids = automatic}, {0, 1, 5000000000}, "ids_relabelled"},
        {"1 2\n2 5000000000\n", {.one_based = true, .ids = automatic}, {1, 2, 5000000000}, "ids_relabelled"},
        {"1 2\n2 5000000000\n", {.one_based = true, .ids = relabel}, {1, 2, 5000000000}, ""},
        // A comment declares the number of vertices.
        {"# Nodes: 5 Edges: 2\n0 1\n1 3\n", {.ids = automatic}, {0, 1, 2, 3, 4}, "isolated_vertices"},
        {"# Nodes: 5 Edges: 2\n0 1\n1 3\n", {.ids = positions}, {0, 1, 2, 3, 4}, "isolated_vertices"},
        {"# Nodes: 5 Edges: 2\n0 1\n1 3\n", {.ids = relabel}, {0, 1, 3}, ""},
        {"% sym unweighted\n% 2 5 5\n1 2\n2 5\n", {.ids = automatic}, {1, 2, 3, 4, 5}, "isolated_vertices"},
        {"# Nodes: 3 Edges: 2\n10 20\n20 30\n", {.ids = automatic}, {10, 20, 30}, "ids_relabelled"},
        {"# Nodes: 3 Edges: 2\n1 2\n2 3\n", {.ids = automatic}, {1, 2, 3}, ""},
        {"# Nodes: 3 Edges: 2\n1 2\n2 3\n", {.one_based = true, .ids = automatic}, {1, 2, 3}, ""},
        {"# Nodes: 4 Edges: 2\n10 20\n20 30\n", {.ids = automatic}, {10, 20, 30}, "vertices_declared ids_relabelled"},
        {"# Nodes: 4 Edges: 1\n10 5000000000\n", {.ids = automatic}, {10, 5000000000}, "vertices_declared ids_relabelled"},
        {"# Nodes: 2 Edges: 2\n0 1\n1 2\n", {.ids = automatic}, {0, 1, 2}, "vertices_declared"},
        {"# Nodes: 4000000000\n0 1\n", {.ids = automatic}, {0, 1}, "vertices_declared"},
        {"# 4 vertices from 0, 2 edges\n0 1\n1 2\n", {.ids = positions}, {0, 1, 2, 3}, ""},
        {"# 4 vertices from 0, 2 edges\n0 1\n1 2\n", {.ids = automatic}, {0, 1, 2, 3}, "isolated_vertices"},
        {"# 4 vertices from 1, 2 edges\n1 2\n2 4\n", {.ids = automatic}, {1, 2, 3, 4}, "isolated_vertices"},
        // The caller says which vertices there are.
        {"# Nodes: 9\n0 1\n1 2\n", {.ids = automatic, .vertices = 4}, {0, 1, 2, 3}, ""},
        {"0 1\n1 2\n", {.ids = positions, .vertices = 4}, {0, 1, 2, 3}, ""},
        {"1 2\n2 4\n", {.ids = automatic, .vertices = 4}, {1, 2, 3, 4}, ""},
        {"0 1\n1 3\n", {.ids = automatic, .vertex_list = list}, {0, 1, 2, 3, 7}, "vertices_added ids_relabelled"},
        {"0 1\n1 3\n", {.ids = relabel, .vertex_list = list}, {0, 1, 2, 3, 7}, "vertices_added"},
        {"0 1\n1 3\n", {.ids = positions, .vertex_list = list}, {0, 1, 2, 3, 4, 5, 6, 7}, "vertices_added ids_on_no_line"},
        {"0 1\n1 5000000000\n", {.ids = relabel, .vertex_list = list}, {0, 1, 2, 7, 5000000000}, "vertices_added"},
    };
    for (const reading& one : all) {
        INFO(one.text);
        INFO(static_cast<int>(one.options.ids));
        const gb::coordinates a = gb::parse_edge_list(one.text, "g.tsv", one.options);
        const std::vector<std::uint64_t> ids = ids_of(a, one.options.one_based);
        CHECK(a.nrows == static_cast<gb::index>(ids.size()));
        CHECK(ids == one.ids);
        CHECK(notes_of(a) == one.notes);
        // Each edge joins the vertices that its line names.
        std::istringstream lines(one.text);
        std::size_t edge = 0;
        for (std::string line; std::getline(lines, line);) {
            if (line[0] == '#' || line[0] == '%') continue;
            CHECK(std::to_string(ids[a.rows[edge]]) + " " + std::to_string(ids[a.columns[edge]]) == line);
            ++edge;
        }
        CHECK(edge == a.rows.size());
    }
}

TEST_CASE("edge list: ids of many blocks, the last of which are no positions", "[io][edge_list]") {
    std::string text;
    for (int k = 0; k < 200'000; ++k) text += std::to_string(3 * k + 1) + " " + std::to_string(3 * k + 4) + " 1\n";
    text += "1 5000000000 0.5\n";
    for (int k = 0; k < 100'000; ++k) text += "1 7 2\n";
    const temporary_directory dir;
    const gb::coordinates a = gb::read_coordinates(gb::context::host({.threads = 2}), dir.file("g.tsv", text),
                                                   {.one_based = true, .ids = gb::vertex_ids::automatic});
    REQUIRE(a.nrows == 200'002);
    CHECK(a.size() == 300'001);
    CHECK(a.is_real());
    for (gb::column_index k = 0; k < 200'000; ++k)
        if (a.rows[k] != k || a.columns[k] != k + 1 || a.report.original_ids[k] != 3 * k + 1) FAIL(k);
    CHECK(a.report.original_ids.back() == 5000000000);
    CHECK(a.columns[200'000] == 200'001);
    CHECK(a.columns.back() == 2);
}

TEST_CASE("edge list: vertices that contradict the file or each other", "[io][edge_list]") {
    using enum gb::vertex_ids;
    const temporary_directory dir;
    const auto refused = [](const gb::edge_list_options& options, const std::string& words) {
        check_io_error([&] { gb::parse_edge_list("1 2\n2 5\n", "g.tsv", options); }, "g.tsv", 0, words);
    };
    refused({.ids = automatic, .vertices = 4}, "--vertices says that there are 4 vertices, but 3 ids occur, up to 5");
    refused({.ids = positions, .vertices = 5}, "vertex id 5 is beyond the last of the 5 vertices of --vertices, 4");
    CHECK(gb::parse_edge_list("1 2\n2 5\n", "g.tsv", {.ids = automatic, .vertices = 3}).nrows == 3);
    const std::string list = dir.file("list", "1\n# c\nx\n");
    check_io_error([&] { gb::parse_edge_list("1 2\n", "g.tsv", {.vertex_list = list}); }, list, 3, "'x' is not a vertex id");
    check_io_error([&] { gb::parse_edge_list("1 2\n", "g.tsv", {.vertex_list = dir / "none"}); }, dir / "none", 0, "");
    for (const gb::edge_list_options& options : std::vector<gb::edge_list_options>{{.ids = relabel, .vertices = 4},
                                                                                   {.named = true, .vertices = 4},
                                                                                   {.ids = automatic, .named = true},
                                                                                   {.vertices = -1},
                                                                                   {.vertices = gb::max_side + 1},
                                                                                   {.vertices = 4, .vertex_list = list}})
        CHECK_THROWS_AS(gb::parse_edge_list("1 2\n", "g.tsv", options), gb::invalid_value);
}

TEST_CASE("edge list: names without a line", "[io][edge_list]") {
    const temporary_directory dir;
    const gb::coordinates a = gb::parse_edge_list(
        "# 4 nodes\nann bob\n", "g.tsv", {.named = true, .vertex_list = dir.file("list", "# names\ncarl\nann\nzoe van x\n")});
    CHECK(a.report.names == std::vector<std::string>{"ann", "bob", "carl", "zoe van x"});
    CHECK(a.nrows == 4);
    CHECK(notes_of(a) == "vertices_added ids_are_names");
    const auto names_with = [&](const std::string& list) {
        return gb::parse_edge_list("\"q,r\",a\n", "e.csv", {.named = true, .vertex_list = dir.file("list", list)}).report.names;
    };
    using names = std::vector<std::string>;
    CHECK(names_with("\"q,r\"\nz\n") == names{"q,r", "a", "z"});
    CHECK(names_with("\"  z\"\n\"#x\"\nq,r\n") == names{"q,r", "a", "  z", "#x"});
    check_io_error([&] { names_with("Id,Label\na,Ann\n"); }, dir / "list", 2, "'a,Ann' has several columns");
    const auto added = [&](gb::vertex_ids ids, const std::string& edges) {
        const gb::coordinates all =
            gb::parse_edge_list(edges, "g", {.ids = ids, .vertex_list = dir.file("list", "1\n5\n7\n7\n")});
        for (const gb::read_note& n : all.report.notes)
            if (n.code == "vertices_added") return n.text.substr(n.text.find(" added "));
        return std::string();
    };
    CHECK(added(gb::vertex_ids::automatic, "1 2\n2 5\n") == " added 1 vertex that is on no line");
    CHECK(added(gb::vertex_ids::relabel, "2 5000000000\n2 5\n") == " added 2 vertices that are on no line");
    CHECK(added(gb::vertex_ids::automatic, "1 5\n5 7\n").empty());
    CHECK(notes_of(gb::parse_edge_list("# 4 nodes\nann bob\n", "g.tsv", {.named = true})) == "ids_are_names vertices_declared");
}

TEST_CASE("edge list: the columns that a header names", "[io][edge_list]") {
    struct table {
        std::string text;
        bool named;
        std::vector<triple> edges;  ///< by the positions of the vertices
        std::string notes;
    };
    const std::vector<table> all = {
        {",source,target\n9,0,1\n8,1,2\n", false, {{0, 1, 1}, {1, 2, 1}}, "columns_by_name"},
        {"Id,Source,Target\n9,0,1\n8,1,2\n", false, {{0, 1, 1}, {1, 2, 1}}, "columns_by_name"},
        {"Source,Target,Type,Id,Label,Weight\n0,1,Directed,7,,5\n", false, {{0, 1, 5}}, "columns_by_name"},
        {"source,relation,target\nA,pp,B\nB,pp,C\n", true, {{0, 1, 1}, {1, 2, 1}}, "columns_by_name ids_are_names"},
        {"u,v\nann,bob\n", true, {{0, 1, 1}}, "header_skipped ids_are_names"},
        {"u,v\nv,w\n", true, {{0, 1, 1}, {1, 2, 1}}, "ids_are_names"},
        {":START_ID,:END_ID\nann,bob\n", true, {{0, 1, 1}}, "header_skipped ids_are_names"},
        {"CITING\tCITED\n0\t1\n", false, {{0, 1, 1}}, "header_skipped"},
    };
    for (const table& one : all) {
        INFO(one.text);
        const gb::coordinates a = gb::parse_edge_list(one.text, "g.csv", {.named = one.named});
        CHECK(triples(a) == one.edges);
        CHECK(notes_of(a) == one.notes);
    }
    using enum gb::weight_column;
    check_io_error([&] { gb::parse_edge_list("A pp B\nB pp C\n", "g.sif", {.weights = none, .named = true}); }, "g.sif", 1,
                   "--columns 1,3");
    CHECK(gb::parse_edge_list("0 1 {}\n1 2 {}\n", "g.txt", {.weights = none}).size() == 2);
}

TEST_CASE("edge list: a comment that declares vertices and no edges", "[io][edge_list]") {
    CHECK(gb::parse_edge_list("# Nodes: 5 Edges: 0\n", "g", {.ids = gb::vertex_ids::automatic}).nrows == 5);
    CHECK(gb::parse_edge_list("# nothing\n", "g", {.vertices = 3}).nrows == 3);
    check_io_error([] { gb::parse_edge_list("# Nodes: 5 Edges: 9\n", "g"); }, "g", 0, "line 1 declares 9 of them; --vertices 5");
    check_io_error([] { gb::parse_edge_list("# Nodes: 5\n", "g"); }, "g", 0, "line 1 declares 5 vertices; --vertices 5");
    check_io_error([] { gb::parse_edge_list("# nothing\n", "g"); }, "g", 0, "--comment none");
}
