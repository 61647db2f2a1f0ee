// The graphs of files: undirected, without self loops, with the file's lengths where it has some.
#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/io/write_matrix.hpp>

#include <graphs.hpp>
#include <tests/catch.hpp>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace {

struct read_lengths {
    std::vector<std::int32_t> values;
    bench::gb::index adjacency_nvals;
};

/// lengths() of the edge list, row by row.
read_lengths lengths_of(const std::string& edges) {
    const std::string path = (std::filesystem::temp_directory_path() / "grb_bench_graph.tsv").string();
    std::ofstream(path) << edges;
    bench::graph g(bench::gb::context::host({.threads = 1}), path, "");
    std::filesystem::remove(path);
    const auto values = g.lengths().values();
    return {{values.begin(), values.end()}, g.adjacency().nvals()};
}

}  // namespace

TEST_CASE("whole numbers of a file are lengths, the smallest one of an edge") {
    const read_lengths found = lengths_of("0 1 7\n1 0 9\n1 2 300\n2 2 5\n");
    CHECK(found.values == std::vector<std::int32_t>{7, 7, 300, 300});
    CHECK(found.adjacency_nvals == 4);
}

TEST_CASE("a binary pattern is the graph of the same edges in a list, undirected and without self loops") {
    const std::string path = (std::filesystem::temp_directory_path() / "grb_bench_graph.gbm").string();
    bench::gb::write_binary(path, bench::gb::matrix<void>::from_edges(4, 4, std::vector<bench::gb::index>{0, 1, 2, 2},
                                                                      std::vector<bench::gb::index>{1, 0, 2, 3}));
    const bench::graph g(bench::gb::context::host({.threads = 2}), path, "");
    CHECK(g.structure() == bench::gb::matrix<void>::from_edges(4, 4, std::vector<bench::gb::index>{0, 1, 2, 3},
                                                               std::vector<bench::gb::index>{1, 0, 3, 2}));
    CHECK(g.file_bytes() == static_cast<std::int64_t>(std::filesystem::file_size(path)));
    CHECK(g.read_milliseconds() > 0);
    std::filesystem::remove(path);
}

TEST_CASE("other values are not: lengths are a hash from 1 to 255") {
    const std::vector<std::int32_t> without = lengths_of("0 1\n1 2\n").values;
    REQUIRE(without.size() == 4);
    for (const std::int32_t length : without) CHECK((length >= 1 && length <= 255));
    for (const char* const edges : {"0 1 0\n1 2 300\n", "0 1 -4\n1 2 300\n", "0 1 2147483648\n1 2 300\n", "0 1 7.5\n1 2 300\n"})
        CHECK(lengths_of(edges).values == without);
}
