// Idea: every layout of lines that is an edge list, every one that is not with the line to be named, and all options.
#include "support.hpp"
#include <graphblas_gpu/io/edge_list.hpp>
#include <graphblas_gpu/io/read.hpp>
#include <graphblas_gpu/io/text_file.hpp>

using namespace io_test;

namespace {

gb::coordinates parse_edges(const std::string& text, const gb::edge_list_options& options = {}) {
    return gb::parse_edge_list(text, "g.tsv", options);
}

void refused_edges(const std::string& text, std::int64_t line, const std::string& words,
                   const gb::edge_list_options& options = {}) {
    INFO(text);
    check_io_error([&] { parse_edges(text, options); }, "g.tsv", line, words);
}

using triples_of = std::vector<triple>;

}  // namespace

TEST_CASE("edge list: separators, comments, line ends", "[io][edge_list]") {
    for (const std::string text :
         {"0 1\n2 0\n", "0\t1\n2\t0", "0,1\n2,0\n", "  0 ,\t 1 \n\n2, 0,\n", "# c\n% c\n\n#\n 0 1\n2 0", "0 1\r\n2 0\r\n",
          "\xef\xbb\xbf# c\n0 1\n2 0\n", "+0 1\n2 0\n"}) {
        INFO(text);
        const gb::coordinates a = parse_edges(text);
        CHECK(a.nrows == 3);
        CHECK(a.ncols == 3);
        CHECK(a.is_pattern());
        CHECK(triples(a) == triples_of{{0, 1, 1}, {2, 0, 1}});
        CHECK(a.report.format == "edge list");
        CHECK(a.report.entries_in_file == 2);
        CHECK(a.report.changes().empty());
        CHECK(a.report.notes.empty());
    }
}

TEST_CASE("edge list: kinds of weights", "[io][edge_list]") {
    gb::coordinates a = parse_edges("0 1 5\n1 2 -3\n");
    CHECK(a.is_integer());
    CHECK(triples(a) == triples_of{{0, 1, 5}, {1, 2, -3}});
    CHECK(a.report.format == "edge list with integer weights");

    a = parse_edges("0,1,5\n1,2,0.5\n2,0,7\n");
    CHECK(a.is_real());
    CHECK(triples(a) == triples_of{{0, 1, 5}, {1, 2, 0.5}, {2, 0, 7}});
    CHECK(a.report.format == "edge list with real weights");

    CHECK(parse_edges("0 1 1e3\n").is_real());
    CHECK(parse_edges("0 1 2.0\n").is_real());
}

TEST_CASE("edge list: the weight option", "[io][edge_list]") {
    const gb::edge_list_options none{.weights = gb::weight_column::none};
    const gb::edge_list_options required{.weights = gb::weight_column::required};

    const gb::coordinates a = parse_edges("0 1 5\n1 2 3anything\n", none);
    CHECK(a.is_pattern());
    CHECK(a.size() == 2);
    CHECK(a.report.weights_ignored);
    CHECK(a.report.changes() == "ignored the values");
    CHECK_FALSE(parse_edges("0 1\n", none).report.weights_ignored);
    refused_edges("0 1 5\n1 2\n", 2, "the weight is missing", none);

    CHECK(parse_edges("0 1 5\n", required).is_integer());
    refused_edges("#\n0 1\n", 2, "weights are required", required);
}

TEST_CASE("edge list: counting from 1", "[io][edge_list]") {
    const gb::edge_list_options one_based{.one_based = true};
    const gb::coordinates a = parse_edges("1 2\n3 1\n", one_based);
    CHECK(a.nrows == 3);
    CHECK(triples(a) == triples_of{{0, 1, 1}, {2, 0, 1}});
    refused_edges("1 2\n#\n0 1\n", 3, "vertex id 0", one_based);
    refused_edges("1 2\n1 0\n", 2, "vertex id 0", one_based);
    CHECK(parse_edges("1 4294967295\n", one_based).nrows == 4294967295);
    refused_edges("1 4294967296\n", 1, "beyond the largest one possible, 4294967295", one_based);
}

TEST_CASE("edge list: relabelling", "[io][edge_list]") {
    const gb::edge_list_options relabel{.ids = gb::vertex_ids::relabel};
    const gb::coordinates a = parse_edges("18446744073709551615 7 1\n7 7 2\n1000000000000 0 3\n", relabel);
    CHECK(a.nrows == 4);
    CHECK(a.ncols == 4);
    CHECK(triples(a) == triples_of{{3, 1, 1}, {1, 1, 2}, {2, 0, 3}});
    CHECK(a.report.original_ids == std::vector<std::uint64_t>{0, 7, 1000000000000, 18446744073709551615u});
    CHECK(a.report.changes() == "relabelled 4 vertices in ascending order");
    refused_edges("1 2\n18446744073709551616 2\n", 2, "does not fit 64 bits", relabel);

    const gb::edge_list_options one_based{.one_based = true, .ids = gb::vertex_ids::relabel};
    CHECK(parse_edges("5 9\n", one_based).report.original_ids == std::vector<std::uint64_t>{5, 9});
    refused_edges("5 9\n0 5\n", 2, "vertex id 0", one_based);
}

TEST_CASE("edge list: relabelling keeps the order of ids, however they are spread", "[io][edge_list]") {
    std::mt19937_64 random(5);
    for (const std::uint64_t mask : {0xffull, 0xfffffull, ~0ull, 0xf0000000000000ffull}) {
        std::vector<std::uint64_t> ids;
        std::string text;
        for (int k = 0; k < 3000; ++k) {
            ids.push_back(random() & mask);
            text += std::to_string(ids.back()) + (k % 2 == 0 ? " " : "\n");
        }
        const gb::coordinates a = parse_edges(text, {.ids = gb::vertex_ids::relabel});
        CHECK_NOTHROW(a.check());
        const auto& original = a.report.original_ids;
        CHECK(a.nrows == static_cast<gb::index>(original.size()));
        bool all_found = true;
        for (std::size_t p = 0; p < a.rows.size(); ++p)
            all_found &= original[a.rows[p]] == ids[2 * p] && original[a.columns[p]] == ids[2 * p + 1];
        CHECK(all_found);
        CHECK(std::is_sorted(original.begin(), original.end()));
        CHECK(std::adjacent_find(original.begin(), original.end()) == original.end());
    }
}

TEST_CASE("edge list: large and scattered ids", "[io][edge_list]") {
    const gb::coordinates a = parse_edges("0 4294967294\n");
    CHECK(a.nrows == 4294967295);
    REQUIRE(a.report.notes.size() == 1);
    CHECK(a.report.notes[0].text.find("--ids relabel") != std::string::npos);
    refused_edges("0 1\n0 4294967295\n", 2, "--ids relabel");
    refused_edges("0 1\n99999999999999999999 0\n", 2, "--named");
}

TEST_CASE("edge list: no edges", "[io][edge_list]") {
    refused_edges("", 0, "holds no edges");
    refused_edges("\n# nothing\n\n", 0, "holds no edges");
}

TEST_CASE("edge list: malformed lines", "[io][edge_list]") {
    refused_edges("0 1\n# c\n\n2\n", 4, "one column");
    refused_edges("0 1\n0 1 2\n", 2, "a third column '2', which line 1 lacks");
    refused_edges("#\n0 1 2\n0 1\n", 3, "the weight is missing, which line 2 has");
    refused_edges("0 1\n0 1 2 3\n", 2, "more than three columns");
    refused_edges("0 1 2 3\n", 1, "the fourth begins with '3'");
    refused_edges("source,target\nsource,target\n", 1, "'source' is not a vertex id");
    refused_edges("0 1\n-1 0\n", 2, "'-1' is not a vertex id");
    refused_edges("0 1\n0 1.5\n", 2, "'1.5' is not a vertex id");
    refused_edges("0 1\n0 1x\n", 2, "'1x' is not a vertex id");
    refused_edges("0 1\n0;1\n2 3\n", 2, "'0;1' is not a vertex id");
    refused_edges("0 1 1\n0 1 x\n", 2, "the weight 'x' is not a number");
    refused_edges("0 1 1\n0 1 1e400\n", 2, "does not fit a double");
    refused_edges(std::string("0 1\n0 \0\n", 8), 2, "'\\x00' is not a vertex id");
    refused_edges("0 1\n" + std::string(1000, 'x') + " 1\n", 2, "xxx...'");
}

TEST_CASE("edge list: an empty field is no separator", "[io][edge_list]") {
    refused_edges("0,1\n0,,1\n", 2, "an empty field");
    refused_edges("0,1,,5\n", 1, "an empty field");
    CHECK(parse_edges("0 , 1\n1,2,\n").size() == 2);
}

TEST_CASE("edge list: an integer weight beyond 64 bits is refused on whatever line", "[io][edge_list]") {
    refused_edges("0 1 9223372036854775808\n0 1 0.5\n", 1, "does not fit a 64-bit integer");
    refused_edges("0 1 0.5\n0 1 9223372036854775808\n", 2, "does not fit a 64-bit integer");
    CHECK(parse_edges("0 1 0.5\n0 1 9223372036854775808.0\n").is_real());
}

TEST_CASE("edge list: written and read back", "[io][edge_list]") {
    const temporary_directory dir;
    gb::coordinates a;
    a.nrows = a.ncols = 1000;
    a.rows = {999, 0, 4};
    a.columns = {0, 0, 17};
    for (const bool one_based : {false, true}) {
        for (const std::string name : {"g.tsv", "g.tsv.gz"}) {
            for (const decltype(a.values)& values :
                 {decltype(a.values){}, decltype(a.values){std::vector<std::int64_t>{5, -6, 0}},
                  decltype(a.values){std::vector<double>{1, 2, 1e22}}}) {
                a.values = values;
                gb::write_edge_list(dir / name, a, {.one_based = one_based});
                const gb::coordinates b = parse_edges(load_text(dir / name), {.one_based = one_based});
                CHECK(b.nrows == 1000);
                CHECK(b.rows == a.rows);
                CHECK(b.columns == a.columns);
                CHECK(b.values == a.values);
            }
        }
    }
    CHECK(bytes_of(dir / "g.tsv") == "# 1000 vertices from 1, 3 edges\n1000\t1\t1.0\n1\t1\t2.0\n5\t18\t1e+22\n");
    a.ncols = 999;
    CHECK_THROWS_AS(gb::write_edge_list(dir / "rectangle", a), gb::dimension_mismatch);
    CHECK_FALSE(std::filesystem::exists(dir / "rectangle"));
}

TEST_CASE("edge list: the header that we write promises a number of edges", "[io][edge_list]") {
    const std::string header = "# 5 vertices from 0, 3 edges";
    const std::string edges = "0\t1\n1\t2\n4\t0\n";
    for (const std::string& text :
         {header + "\n" + edges, header + "\r\n" + edges, "\xef\xbb\xbf" + header + " \n# c\n" + edges})
        CHECK(parse_edges(text).size() == 3);
    CHECK(parse_edges(header + "\n" + edges, {.ids = gb::vertex_ids::relabel}).size() == 3);
    for (const gb::edge_list_options& options :
         {gb::edge_list_options{}, {.weights = gb::weight_column::none}, {.ids = gb::vertex_ids::relabel}}) {
        refused_edges(header + "\n0\t1\n1\t2\n", 1, "the header promises 3 edges, 2 follow: the file is incomplete", options);
        refused_edges(header + "\r\n0\t1\r\n", 1, "the header promises 3 edges, 1 follow: the file is incomplete", options);
        refused_edges("\xef\xbb\xbf" + header + "\n", 1, "the header promises 3 edges, 0 follow: the file is incomplete",
                      options);
        refused_edges(header + "\n" + edges + "1 0\n", 1,
                      "the header promises 3 edges, 4 follow: the file is not as it was written", options);
    }
    // Other comments promise nothing, and neither does ours in another place.
    for (const std::string first :
         {"# 5 vertices from 0, 4 edges, or so", "# 5 vertices, 4 edges", "# vertices from 0, 4 edges",
          "# 5 vertices from 0, edges", "% 5 vertices from 0, 4 edges", "# Nodes: 5 Edges: 4", "#5 vertices from 0, 4 edges",
          "# 5 vertices from 0, 4", "", "# 5 vertices from 0, 99999999999999999999 edges",
          "# comment\n# 5 vertices from 0, 4 edges"}) {
        INFO(first);
        CHECK(parse_edges(first + "\n" + edges).size() == 3);
    }
}

TEST_CASE("edge list: a file of ours that was cut off is refused, wherever it ends", "[io][edge_list]") {
    const temporary_directory dir;
    gb::coordinates a;
    a.nrows = a.ncols = 200'000;
    for (gb::column_index k = 0; k < 200'000; ++k) {
        a.rows.push_back(k);
        a.columns.push_back(199'999 - k);
    }
    gb::write_edge_list(dir / "a.tsv", a);
    const std::string text = bytes_of(dir / "a.tsv");
    const gb::context ctx = gb::context::host({.threads = 3});
    for (const std::size_t size : {text.size() / 3, text.size() / 2, text.size() - 20}) {
        const std::string whole_lines = text.substr(0, text.find('\n', size) + 1);
        const auto follow = std::count(whole_lines.begin(), whole_lines.end(), '\n') - 1;
        const std::string words = "the header promises 200000 edges, " + std::to_string(follow) + " follow";
        for (const std::string& path : {dir.file("cut.tsv", whole_lines), dir.file("cut.tsv.gz", gzipped(whole_lines))})
            check_io_error([&] { gb::read_coordinates(ctx, path); }, path, 1, words);
    }
    CHECK(gb::read_coordinates(ctx, dir / "a.tsv").size() == 200'000);
}
