// Idea: what a line of an edge list means: comments behind the first edge, separators of two characters, numbers as Fortran and
// spreadsheets with a decimal comma write them, and the words of comments that say what sort of graph follows.
#include "support.hpp"
#include <graphblas_gpu/io/edge_list.hpp>
#include <graphblas_gpu/io/reading.hpp>

using namespace io_test;

namespace {

using triples_of = std::vector<triple>;
using words = std::vector<std::string>;

gb::coordinates parse_edges_of(const std::string& text, const gb::edge_list_options& options = {}) {
    return gb::parse_edge_list(text, "g", options);
}

/// The text of the note with this code; empty if there is none.
std::string note(const gb::coordinates& a, const std::string& code) {
    for (const gb::read_note& n : a.report.notes)
        if (n.code == code) return n.text;
    return {};
}

}  // namespace

TEST_CASE("lexical: lines that are comments only by how they begin are noted", "[io][lexical]") {
    struct comments {
        std::string text;
        gb::edge_list_options options;
        std::string words;  ///< of the note; empty: none
    };
    const std::vector<comments> files = {
        {"# a\n0 1\n1 2\n", {}, ""},
        {"0 1\n#2 3\n\n % x\n1 2\n", {}, "2 lines were skipped because they begin with # or %: line 2, '#2 3'"},
        {"a;b\n#tag;b\nc;d\n", {.named = true}, "1 line was skipped because it begins with # or %: line 2, '#tag;b'"},
        {"# a comment\n#tag\tb\n#only\na\tb\n", {.named = true}, "1 line was skipped because it begins with # or %: line 2"},
        {"0 1\n#2 3\n1 2\n", {.comment = "#"}, ""},
        {"0 1\n// 2 3\n1 2\n", {.comment = "//"}, ""},
    };
    for (const comments& file : files) {
        INFO(file.text);
        for (const std::size_t block : {1u, 8u, 1000u}) {
            gb::io::input from(file.text, "g");
            const gb::coordinates a = gb::io::read_edge_list(from, file.options, {.block_size = block});
            CHECK(a.size() == (file.text.find("#tag\tb") != std::string::npos ? 1 : 2));
            const std::string found = note(a, "comments_skipped");
            CHECK(found.substr(0, file.words.size()) == file.words);
            CHECK(found.empty() == file.words.empty());
        }
    }
    CHECK(parse_edges_of("#a #b\n#b c\n", {.named = true, .comment = "none"}).report.names == words{"#a", "#b", "c"});
    check_io_error([] { parse_edges_of("#a #b\n#b c\n", {.named = true}); }, "g", 0, "--comment none takes them for edges");
    check_io_error([] { parse_edges_of("0 1\n# 2\n", {.comment = "//"}); }, "g", 2, "'#' is not a vertex id");
    check_io_error([] { parse_edges_of("0 1\n/ 2\n", {.comment = "//"}); }, "g", 2, "'/' is not a vertex id");
    for (const std::string bad : {"1", "\"", " x"})
        CHECK_THROWS_AS(parse_edges_of("0 1\n", {.comment = bad}), gb::invalid_value);
}

TEST_CASE("lexical: two colons separate columns", "[io][lexical]") {
    const std::string ratings = "1::1193::5::978300760\r\n1::661::3::978302109\r\n";
    check_io_error([&] { parse_edges_of(ratings); }, "g", 1, "--columns 1,2,3");
    for (const char separator : {'\0', gb::double_colon})
        CHECK(triples(parse_edges_of(ratings, {.columns = {1, 2, 3}, .separator = separator})) ==
              triples_of{{1, 1193, 5}, {1, 661, 3}});
    CHECK(parse_edges_of("\"a::b\"::c:d\n", {.named = true, .separator = gb::double_colon}).report.names ==
          words{"a::b", "c:d"});
    // Blanks separate names that have two colons.
    CHECK(parse_edges_of("std::map std::set\nstd::set x\n", {.named = true}).report.names ==
          words{"std::map", "std::set", "x"});
}

TEST_CASE("lexical: numbers of Fortran and with a decimal comma", "[io][lexical]") {
    CHECK(triples(parse_edges_of("0 1 1.0D+03\n1 2 -2.5d-1\n")) == triples_of{{0, 1, 1000}, {1, 2, -0.25}});
    for (const std::string text :
         {"0;1;3,5\n1;2;-4\n2;0;1,25e2\n", "0\t1\t3,5\r\n1\t2\t-4\r\n2\t0\t1,25e2", "0\t1\t-4\n1\t2\t3,5\n"}) {
        INFO(text);
        const gb::coordinates a = parse_edges_of(text);
        CHECK(a.is_real());
        if (a.size() == 3) CHECK(triples(a) == triples_of{{0, 1, 3.5}, {1, 2, -4}, {2, 0, 125}});
        else CHECK(triples(a) == triples_of{{0, 1, -4}, {1, 2, 3.5}});
        CHECK(note(a, "decimal_commas").find("'3,5' in line " + std::to_string(a.size() == 3 ? 1 : 2) + " was read as 3.5") !=
              std::string::npos);
    }
    check_io_error([] { parse_edges_of("0;1;1,234,567\n"); }, "g", 1, "is not a number");
    check_io_error([] { parse_edges_of("\"0\",1,\"1,234\"\n"); }, "g", 1, "is not a number");
}

TEST_CASE("lexical: bytes that cannot be printed are cut short in messages", "[io][lexical]") {
    const std::string message = io_error_of([] { parse_edges_of("0 1\n" + std::string(30, '\x01') + " 2\n"); }).what();
    CHECK(message.find("\\x01...'") != std::string::npos);
    CHECK(message.size() < 200);
}

TEST_CASE("lexical: sources and targets of a bipartite graph are two sets", "[io][lexical]") {
    const std::string konect = "% bip unweighted\n% 4 3 2\n1 1\n1 2\n2 1\n3 2\n";
    for (const gb::vertex_ids ids : {gb::vertex_ids::automatic, gb::vertex_ids::relabel}) {
        const gb::coordinates a = parse_edges_of(konect, {.ids = ids});
        CHECK(a.report.has_two_sides);
        CHECK(a.report.declared == gb::declared_edges::bipartite);
        CHECK(a.report.declared_line == 1);
        CHECK(a.nrows == 3);
        CHECK(a.ncols == 2);
        CHECK(a.report.original_ids == std::vector<std::uint64_t>{1, 2, 3, 1, 2});
        CHECK(triples(a) == triples_of{{0, 0, 1}, {0, 1, 1}, {1, 0, 1}, {2, 1, 1}});
    }
    CHECK(parse_edges_of(konect).nrows == 4);
    CHECK(parse_edges_of(konect).ncols == 3);
    CHECK(parse_edges_of(konect, {.sides = gb::vertex_sides::one}).ncols == 4);
    const gb::coordinates named = parse_edges_of("x y\nx x\ny x\n", {.named = true, .sides = gb::vertex_sides::two});
    CHECK(named.report.names == words{"x", "y", "y", "x"});
    CHECK(triples(named) == triples_of{{0, 0, 1}, {0, 1, 1}, {1, 1, 1}});
    const gb::coordinates far =
        parse_edges_of("9000000000 7\n7 7\n", {.ids = gb::vertex_ids::automatic, .sides = gb::vertex_sides::two});
    CHECK(far.report.original_ids == std::vector<std::uint64_t>{7, 9000000000, 7});
    CHECK_THROWS_AS(parse_edges_of(konect, {.ids = gb::vertex_ids::automatic, .vertices = 9}), gb::invalid_value);
}

TEST_CASE("lexical: comments say what sort of graph it is", "[io][lexical]") {
    using enum gb::declared_edges;
    const std::pair<std::string, gb::declared_edges> comments[] = {{"% sym weighted", undirected},
                                                                   {"% asym unweighted", directed},
                                                                   {"# Undirected graph: x.txt", undirected},
                                                                   {"# Directed graph (each pair once)", directed},
                                                                   {"# undirected", undirected},
                                                                   {"# the undirected graph", nothing},
                                                                   {"% bipartite things", nothing},
                                                                   {"# bip", nothing}};
    for (const auto& [comment, kind] : comments) {
        INFO(comment);
        CHECK(parse_edges_of(comment + "\n0 1\n").report.declared == kind);
    }
}

TEST_CASE("lexical: an empty field shifts no columns", "[io][lexical]") {
    struct fields {
        std::string text;
        std::int64_t line;
        std::string words;
    };
    const std::vector<fields> refused = {
        {"source\ttarget\tweight\n1\t\t5\n2\t\t6\n", 2, "an empty field in column 2, where the target of an edge stands"},
        {"source\ttarget\tweight\n\t3\t4\n\t5\t6\n", 2, "an empty field in column 1"},
        {"1\t\t5\n2\t\t6\n", 1, "--separator blank"},
        {"1\t\t5\t7\n2\t3\t6\n", 1, "columns"},
        {"1,2\n,3,4\n", 2, "an empty field before a comma"},
        {",3,4\n1,2\n", 1, "an empty field before a comma"},
        {"1,2\n , 3, 4\n", 2, "an empty field before a comma"},
        {"1,,5\n", 1, "an empty field before a comma"},
    };
    for (const fields& file : refused) {
        INFO(file.text);
        check_io_error([&] { parse_edges_of(file.text); }, "g", file.line, file.words);
    }
    // Blanks and tabs that align columns leave no field empty.
    const std::vector<std::pair<std::string, triples_of>> read = {
        {"1\t\t5\n100000000\t7\n", {{1, 5, 1}, {100000000, 7, 1}}},
        {"1   5\n10  7\n", {{1, 5, 1}, {10, 7, 1}}},
        {"\t1\t2\n\t3\t4\n", {{1, 2, 1}, {3, 4, 1}}},
        {"1\t2\t\n3\t4\t\n", {{1, 2, 1}, {3, 4, 1}}},
        {"1 , 2\n3 ,4\n", {{1, 2, 1}, {3, 4, 1}}},
        {"1 \t\t 2\n3\t4\n", {{1, 2, 1}, {3, 4, 1}}},
    };
    for (const auto& [text, edges] : read) {
        INFO(text);
        CHECK(triples(parse_edges_of(text)) == edges);
    }
    CHECK(triples(parse_edges_of("1\t\t5\n2\t\t6\n", {.columns = {1, 3}})) == triples_of{{1, 5, 1}, {2, 6, 1}});
}
