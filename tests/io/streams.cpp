// Needs: a directory for temporary files and FIFOs.
// Idea: what can neither be rewound nor measured is read like a file: streams, FIFOs; and so are files that are larger
// than a claim about them.
#include "support.hpp"
#include <graphblas_gpu/io/read_matrix.hpp>
#include <graphblas_gpu/io/write_matrix.hpp>

#include <sys/stat.h>

#include <sstream>
#include <thread>

using namespace io_test;

namespace {


}  // namespace

TEST_CASE("read_matrix and read_coordinates from a stream", "[io][streams]") {
    const gb::context ctx = gb::context::host({.threads = 2});
    const temporary_directory dir;
    const auto expected = gb::read_matrix<std::int64_t>(ctx, dir.file("a.mtx", small_market));
    gb::write_binary(dir / "a.gbm", expected);
    gb::write_binary(dir / "a.gbm.gz", expected);
    for (const std::string& bytes : {small_market, gzipped(small_market), std::string("0 0 4\n0 1 5\n2 0 6\n"),
                                     bytes_of(dir / "a.gbm"), bytes_of(dir / "a.gbm.gz")}) {
        std::istringstream stream(bytes);
        gb::read_report report;
        CHECK(gb::read_matrix<std::int64_t>(ctx, stream, {}, &report) == expected);
        CHECK(report.entries_in_file == 3);
        std::istringstream again("x" + bytes);
        again.get();  // what has been read before is no part of it
        CHECK(sorted_triples(gb::read_coordinates(ctx, again)) == std::vector<triple>{{0, 0, 4}, {0, 1, 5}, {2, 0, 6}});
    }
}

TEST_CASE("streams: errors name the stream and the line", "[io][streams]") {
    const gb::context ctx = gb::context::host({.threads = 2});
    std::istringstream edges("0 1\n0 x\n");
    check_io_error([&] { gb::read_coordinates(ctx, edges); }, "stream", 2, "'x'");
    std::istringstream named("0 1\n");
    check_io_error([&] { gb::read_coordinates(ctx, named, {}, "upload.mtx"); }, "upload.mtx", 1,
                   "the first line has to be");
    std::istringstream bad("0 1\n");
    bad.setstate(std::ios::badbit);
    check_io_error([&] { gb::read_coordinates(ctx, bad); }, "stream", 0, "the stream cannot be read");
    std::istringstream throwing("0 1\n");
    throwing.exceptions(std::ios::failbit | std::ios::eofbit);
    CHECK(gb::read_coordinates(ctx, throwing).size() == 1);
}

TEST_CASE("a count that a stream cannot confirm takes no memory", "[io][streams]") {
    const gb::context ctx = gb::context::host({.threads = 2});
    std::istringstream text("%%MatrixMarket matrix coordinate pattern general\n9 9 9000000000000000\n1 1\n");
    check_io_error([&] { gb::read_coordinates(ctx, text); }, "stream", 3,
                   "the file ends after 1 of the 9000000000000000");
}

TEST_CASE("FIFOs are read and written", "[io][streams]") {
    const temporary_directory dir;
    const std::string fifo = dir / "fifo";
    REQUIRE(mkfifo(fifo.c_str(), 0600) == 0);
    const gb::context ctx = gb::context::host({.threads = 2});
    gb::coordinates entries;
    entries.nrows = entries.ncols = 200'000;
    for (gb::column_index k = 0; k < 200'000; ++k) {
        entries.rows.push_back(k);
        entries.columns.push_back(199'999 - k);
    }
    const auto a = gb::from_coordinates<void>(ctx, entries);
    const auto through = [&](auto write) {
        std::thread writer([&] { write(fifo); });
        const auto read = gb::read_matrix<void>(ctx, fifo);
        writer.join();
        return read;
    };
    CHECK(through([&](const std::string& path) { gb::write_edge_list(path, a); }) == a);
    CHECK(through([&](const std::string& path) { gb::write_matrix_market(path, a); }) == a);
    CHECK(through([&](const std::string& path) { gb::write_binary(path, a); }) == a);
}
