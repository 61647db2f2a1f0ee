// Needs: a directory for temporary files.
// Idea: the same matrix gives the same bytes, whoever writes it, and another program can read them.
#include "support.hpp"
#include <graphblas_gpu/io/generate.hpp>
#include <graphblas_gpu/io/read_matrix.hpp>
#include <graphblas_gpu/io/write_matrix.hpp>

using namespace io_test;

namespace {

gb::coordinates some_graph() {
    gb::coordinates a = gb::rmat(13, 8, {.seed = 5});
    gb::assign_random_weights(a, 3);
    return a;
}

/// By zlib's own reader of files.
std::string unpacked(const std::string& path) {
    const gzFile file = gzopen(path.c_str(), "rb");
    std::string text, part(100'000, ' ');
    for (int n = 1; n > 0;) {
        n = gzread(file, part.data(), static_cast<unsigned>(part.size()));
        REQUIRE(n >= 0);
        text.append(part, 0, static_cast<std::size_t>(n));
    }
    REQUIRE(gzclose(file) == Z_OK);
    return text;
}

}  // namespace

TEST_CASE("writers: the same bytes for any number of threads", "[io][write]") {
    const temporary_directory dir;
    const gb::coordinates entries = some_graph();
    const auto a = gb::from_coordinates<std::int64_t>(entries);
    REQUIRE(a.nvals() > 3 * (1 << 15));  // more than a few runs
    const auto bytes_by = [&](const std::string& name, auto write) {
        write(dir / name);
        return bytes_of(dir / name);
    };
    for (const std::string ending : {"", ".gz"}) {
        std::vector<std::string> alone{
            bytes_by("1.mtx" + ending, [&](const std::string& path) { gb::write_matrix_market(path, a); }),
            bytes_by("1.tsv" + ending, [&](const std::string& path) { gb::write_edge_list(path, a); }),
            bytes_by("1.gbm" + ending, [&](const std::string& path) { gb::write_binary(path, a); }),
            bytes_by("2.mtx" + ending, [&](const std::string& path) { gb::write_matrix_market(path, entries); }),
            bytes_by("2.tsv" + ending, [&](const std::string& path) { gb::write_edge_list(path, entries); })};
        for (const int threads : {1, 2, 5}) {
            const gb::context ctx = gb::context::host({.threads = threads});
            const std::vector<std::string> together{
                bytes_by("1.mtx" + ending, [&](const std::string& path) { gb::write_matrix(ctx, path, a); }),
                bytes_by("1.tsv" + ending, [&](const std::string& path) { gb::write_matrix(ctx, path, a); }),
                bytes_by("1.gbm" + ending, [&](const std::string& path) { gb::write_matrix(ctx, path, a); }),
                bytes_by("2.mtx" + ending,
                         [&](const std::string& path) { gb::write_matrix_market(ctx, path, entries); }),
                bytes_by("2.tsv" + ending, [&](const std::string& path) { gb::write_edge_list(ctx, path, entries); })};
            for (std::size_t k = 0; k < alone.size(); ++k) {
                const bool same = together[k] == alone[k];
                CHECK(same);
            }
        }
    }
    for (const std::string name : {"1.mtx", "1.tsv", "1.gbm", "2.mtx", "2.tsv"}) {
        const bool same = unpacked(dir / (name + ".gz")) == bytes_of(dir / name);
        CHECK(same);
    }
    const gb::context ctx = gb::context::host({.threads = 3});
    for (const std::string name : {"1.mtx", "1.gbm", "2.mtx", "1.mtx.gz", "1.gbm.gz"}) {
        const bool same = gb::read_matrix<std::int64_t>(ctx, dir / name) == a;
        CHECK(same);
    }
}

TEST_CASE("write_matrix_market: symmetric on request", "[io][write]") {
    const temporary_directory dir;
    const gb::context ctx = gb::context::host({.threads = 2});
    const std::string general =
        "%%MatrixMarket matrix coordinate integer general\n3 3 5\n1 1 9\n1 2 5\n2 1 5\n2 3 7\n3 2 7\n";
    const auto a = gb::read_matrix<std::int32_t>(ctx, dir.file("a.mtx", general));
    gb::write_matrix_market(ctx, dir / "s.mtx", a, {.symmetric = true});
    CHECK(bytes_of(dir / "s.mtx") ==
          "%%MatrixMarket matrix coordinate integer symmetric\n%%GraphBLAS type int32_t\n3 3 3\n1 1 9\n2 1 5\n3 2 7\n");
    CHECK(gb::read_matrix<std::int32_t>(ctx, dir / "s.mtx") == a);
    gb::write_matrix_market(ctx, dir / "g.mtx", gb::read_matrix<std::int64_t>(ctx, dir / "a.mtx"));
    CHECK(bytes_of(dir / "g.mtx") == general);
    auto b = a;
    b.set_element(0, 1, 6);
    CHECK_THROWS_AS(gb::write_matrix_market(ctx, dir / "no.mtx", b, {.symmetric = true}), gb::invalid_value);
    CHECK_FALSE(std::filesystem::exists(dir / "no.mtx"));
}

TEST_CASE("format_of_name", "[io][write]") {
    CHECK(gb::format_of_name("a.gbm") == gb::file_format::binary);
    CHECK(gb::format_of_name("a.GBM.gz") == gb::file_format::binary);
    CHECK(gb::format_of_name("a.tsv.gz") == gb::file_format::edge_list);
    CHECK(gb::format_of_name("a.el") == gb::file_format::edge_list);
    CHECK(gb::format_of_name("a.csv") == gb::file_format::edge_list);
    CHECK(gb::format_of_name("a.mtx") == gb::file_format::matrix_market);
    CHECK(gb::format_of_name("-") == gb::file_format::matrix_market);
    CHECK(gb::format_of_name("gz") == gb::file_format::matrix_market);
    for (const char* const name : {"graph", "graph-1.5", "a.b/graph", ".hidden", "/dev/null", "a.gz"})
        CHECK(gb::format_of_name(name) == gb::file_format::matrix_market);
    for (const char* const name : {"a.graphml", "a.mtx.xz", "a.json", "a.npz", "a.tsv.bz2"}) {
        CHECK_THROWS_WITH(gb::format_of_name(name), contains_text(".csv is one with commas"));
        CHECK_THROWS_AS(gb::write_matrix(gb::context::host({.threads = 1}), name, gb::matrix<void>::from_edges(1, 1, {}, {})),
                        gb::invalid_value);
    }
}

TEST_CASE("from_coordinates: the same as building by hand, for any number of threads", "[io][from_coordinates]") {
    std::mt19937_64 random(1);
    struct shape {
        gb::index nrows, ncols;
        std::size_t size;
    };
    // Many duplicates; few; one row; one column; hubs that fill a bin; sides that are no powers of two.
    for (const shape s :
         {shape{50, 60, 20'000}, shape{4000, 5000, 60'000}, shape{1, 100'000, 50'000}, shape{100'000, 1, 50'000},
          shape{1'000'003, 70'001, 40'000}, shape{3, 3, 9}, shape{5, 5, 0}, shape{1, 1, 3}}) {
        gb::coordinates entries;
        entries.nrows = s.nrows;
        entries.ncols = s.ncols;
        std::vector<gb::index> rows, columns;
        std::vector<double> values;
        for (std::size_t k = 0; k < s.size; ++k) {
            const auto skewed = [&](gb::index side) {
                return static_cast<gb::index>(random() % (random() % side + 1));
            };
            rows.push_back(skewed(s.nrows));
            columns.push_back(skewed(s.ncols));
            values.push_back(static_cast<double>(random()) / 3.0);
            entries.rows.push_back(static_cast<gb::column_index>(rows.back()));
            entries.columns.push_back(static_cast<gb::column_index>(columns.back()));
        }
        entries.values = values;
        // A rule that no order but that of the input satisfies.
        const auto rule = [](double x, double y) { return 0.7 * x + y; };
        const auto expected = gb::matrix<double>::from_edges(s.nrows, s.ncols, rows, columns, values, rule);
        const auto structure = gb::matrix<void>::from_edges(s.nrows, s.ncols, rows, columns);
        gb::read_report alone;
        CHECK(gb::from_coordinates<double>(entries, rule, &alone) == expected);
        for (const int threads : {1, 2, 7}) {
            const gb::context ctx = gb::context::host({.threads = threads});
            gb::read_report report;
            CHECK(gb::from_coordinates<double>(ctx, entries, rule, &report) == expected);
            CHECK(report.duplicates_merged == static_cast<gb::index>(s.size) - expected.nvals());
            CHECK(gb::from_coordinates<void>(ctx, entries) == structure);
            CHECK(alone.duplicates_merged == report.duplicates_merged);
            if (report.duplicates_merged == 0) continue;
            std::string first, again;
            try {
                gb::from_coordinates<double>(entries, gb::no_duplicates);
            } catch (const gb::invalid_value& e) {
                first = e.what();
            }
            try {
                gb::from_coordinates<double>(ctx, entries, gb::no_duplicates);
            } catch (const gb::invalid_value& e) {
                again = e.what();
            }
            CHECK_THAT(first, contains_text("more than one entry"));
            CHECK(first == again);
        }
    }
}
