// Needs: a directory for temporary files; the last test reads real files if GRB_TEST_DATA is set.
// Idea: which reader gets a file, what the options do to the entries and in which order, and what they refuse.
#include "support.hpp"
#include <graphblas_gpu/io/read.hpp>

using namespace io_test;

namespace {


}  // namespace

TEST_CASE("read_coordinates tells formats by the banner", "[io][read]") {
    const temporary_directory dir;
    const std::vector<triple> expected{{0, 0, 4}, {0, 1, 5}, {2, 0, 6}};
    CHECK(triples(gb::read_coordinates(dir.file("a.mtx", small_market))) == expected);
    CHECK(triples(gb::read_coordinates(dir.file("a.mtx.gz", gzipped(small_market)))) == expected);
    CHECK(triples(gb::read_coordinates(dir.file("a.txt", small_market))) == expected);
    CHECK(triples(gb::read_coordinates(dir.file("b.txt", "0 0 4\n0 1 5\n2 0 6\n"))) == expected);
    CHECK(triples(gb::read_coordinates(dir.file("b", gzipped("0 0 4\n0 1 5\n2 0 6\n")))) == expected);
}

TEST_CASE("read_coordinates: a name that promises Matrix Market", "[io][read]") {
    const temporary_directory dir;
    for (const std::string name : {"a.mtx", "a.MTX", "a.mtx.gz", "a.Mtx.GZ"}) {
        const std::string path = dir.file(name, "0 1\n");
        check_io_error([&] { gb::read_coordinates(path); }, path, 1, "the first line has to be");
        CHECK(gb::read_coordinates(path, {.format = gb::file_format::edge_list}).size() == 1);
    }
    const std::string path = dir.file("a.txt", small_market);
    check_io_error([&] { gb::read_coordinates(path, {.format = gb::file_format::edge_list}); }, path, 1,
                   "this is a Matrix Market file");
    const std::string edges = dir.file("edges.txt", "0 1\n");
    check_io_error([&] { gb::read_coordinates(edges, {.format = gb::file_format::matrix_market}); }, edges, 1,
                   "the first line has to be");
}

TEST_CASE("read_coordinates names file and line", "[io][read]") {
    const temporary_directory dir;
    const std::string a = dir.file("a.mtx.gz", gzipped(small_market + "1 1 1\n"));
    check_io_error([&] { gb::read_coordinates(a); }, a, 6, "after the last of the 3 entries");
    const std::string b = dir.file("b.csv", "0,1\n0,x\n");
    check_io_error([&] { gb::read_coordinates(b); }, b, 2, "'x'");
    check_io_error([&] { gb::read_coordinates(dir / "none"); }, dir / "none", 0, "no such file or directory");
}

TEST_CASE("read_coordinates applies the options", "[io][read]") {
    const temporary_directory dir;
    const std::string path = dir.file("a.mtx", small_market);
    gb::coordinates a = gb::read_coordinates(path, {.symmetric = true, .drop_self_loops = true});
    CHECK(sorted_triples(a) == std::vector<triple>{{0, 1, 5}, {0, 2, 6}, {1, 0, 5}, {2, 0, 6}});
    CHECK(a.report.entries_in_file == 3);
    CHECK(a.report.changes() == "dropped 1 self loop, mirrored 2 entries");

    a = gb::read_coordinates(path, {.weights = gb::weight_column::none});
    CHECK(a.is_pattern());
    CHECK(a.report.weights_ignored);

    a = gb::read_coordinates(path, {.one_based = true});
    CHECK(a.size() == 3);

    a = gb::read_coordinates(
        dir.file("b.txt", "10 20 5\n20 10 6\n"),
        {.one_based = true, .symmetric = true, .ids = gb::vertex_ids::relabel, .weights = gb::weight_column::required});
    CHECK(triples(a) == std::vector<triple>{{0, 1, 6}, {1, 0, 6}});
    CHECK(a.report.original_ids == std::vector<std::uint64_t>{10, 20});
    CHECK(a.report.conflicting_directions == 1);
}

TEST_CASE("read_coordinates refuses options that contradict the file", "[io][read]") {
    const temporary_directory dir;
    CHECK_THROWS_AS(gb::read_coordinates(dir.file("a.mtx", small_market), {.ids = gb::vertex_ids::relabel}), gb::invalid_value);
    const std::string pattern = dir.file("p.mtx", "%%MatrixMarket matrix coordinate pattern general\n2 3 1\n1 1\n");
    check_io_error([&] { gb::read_coordinates(pattern, {.weights = gb::weight_column::required}); }, pattern, 1,
                   "weights are required");
    CHECK_THROWS_AS(gb::read_coordinates(pattern, {.symmetric = true}), gb::dimension_mismatch);
}

TEST_CASE("read_coordinates: progress grows from nothing to all of it", "[io][read]") {
    const temporary_directory dir;
    std::string text;
    for (int k = 0; k < 200'000; ++k) text += std::to_string(k) + " 0\n";
    for (const std::string& bytes : {text, gzipped(text), std::string("0 1\n")}) {
        gb::progress_counters progress;
        gb::read_coordinates(dir.file("x", bytes), {.progress = &progress});
        CHECK(progress.total == bytes.size());
        CHECK(progress.done == progress.total);
    }
}

TEST_CASE("read_coordinates: the graphs of the paper tables", "[io][read]") {
    struct known {
        const char* name;
        gb::index n, entries, undirected_edges;
    };
    for (const known& k :
         {known{"wiki-Vote.mtx.gz", 8297, 103689, 100762}, known{"ca-HepPh.txt.gz", 11205, 117618, 117618},
          known{"email-Enron.txt.gz", 36692, 367662, 183831}, known{"facebook_combined.txt.gz", 4039, 88234, 88234},
          known{"soc-Epinions1.txt.gz", 75877, 405739, 405739}, known{"power-grid.txt.gz", 4941, 6594, 6594}}) {
        const auto path = test_data("read_coordinates: the graphs of the paper tables", k.name);
        if (!path) return;
        INFO(k.name);
        gb::coordinates a = gb::read_coordinates(*path);
        CHECK(a.nrows == k.n);
        CHECK(a.ncols == k.n);
        CHECK(a.size() == k.entries);
        CHECK(a.is_pattern());
        a = gb::read_coordinates(*path, {.symmetric = true, .drop_self_loops = true});
        CHECK(a.size() == 2 * k.undirected_edges);
        CHECK(a.report.conflicting_directions == 0);
    }
}
