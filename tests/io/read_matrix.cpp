// Needs: matrix.hpp and a context.
// Idea: values arrive in the wanted type, duplicates are counted, and a matrix survives the way to a file and back.
#include "support.hpp"
#include <graphblas_gpu/io/read_matrix.hpp>
#include <graphblas_gpu/io/write_matrix.hpp>

#include <limits>

using namespace io_test;

namespace {

gb::coordinates some_entries() {
    gb::coordinates a;
    a.nrows = 2;
    a.ncols = 3;
    a.rows = {1, 0, 1, 1};
    a.columns = {2, 0, 2, 0};
    a.values = std::vector<double>{2.5, 300, 4.5, 0};
    return a;
}

}  // namespace

namespace {

/// A value of the caller's own, of a size that no built-in type has.
struct measured {
    double value = 0;
    double error = 0;
    measured() = default;
    measured(double v) : value(v), error(v / 8) {}
    friend bool operator==(const measured&, const measured&) = default;
};

}  // namespace

TEST_CASE("from_coordinates takes values to the caller's own type", "[io][read_matrix]") {
    gb::coordinates a;
    a.nrows = a.ncols = 3;
    a.rows = {2, 0, 2, 1};
    a.columns = {1, 2, 1, 0};
    a.values = std::vector<double>{1, 2, 4, 8};
    const auto sum = [](const measured& x, const measured& y) { return measured(x.value + 2 * y.value); };
    gb::read_report report;
    const auto m = gb::from_coordinates<measured>(a, sum, &report);
    CHECK(report.duplicates_merged == 1);
    CHECK(m.nvals() == 3);
    CHECK(m.get_element(2, 1) == measured(9));
    CHECK(m.get_element(0, 2) == measured(2));
    CHECK(m.get_element(1, 0) == measured(8));
    a.values = std::monostate{};
    CHECK(gb::from_coordinates<measured>(a, gb::first{}).get_element(2, 1) == measured(1));
}

TEST_CASE("from_coordinates converts values and merges duplicates", "[io][read_matrix]") {
    gb::coordinates a = some_entries();
    gb::read_report report;

    const auto d = gb::from_coordinates<double>(a, gb::second{}, &report);
    CHECK(d.nrows() == 2);
    CHECK(d.ncols() == 3);
    CHECK(d.nvals() == 3);
    CHECK(d.get_element(1, 2) == 4.5);
    CHECK(report.duplicates_merged == 1);

    CHECK(gb::from_coordinates<double>(a, gb::plus{}).get_element(1, 2) == 7.0);
    CHECK(gb::from_coordinates<std::int32_t>(a, gb::plus{}).get_element(1, 2) == 6);
    CHECK(gb::from_coordinates<std::int8_t>(a).get_element(0, 0) == 127);
    CHECK(gb::from_coordinates<bool>(a).get_element(0, 0) == true);
    CHECK(gb::from_coordinates<bool>(a).get_element(1, 0) == false);
    CHECK(gb::from_coordinates<void>(a).nvals() == 3);
    CHECK_THROWS_AS(gb::from_coordinates<double>(a, gb::no_duplicates), gb::invalid_value);

    a.values = std::monostate{};
    CHECK(gb::from_coordinates<float>(a).get_element(0, 0) == 1.0f);
    CHECK(gb::from_coordinates<float>(a, gb::plus{}).get_element(1, 2) == 2.0f);
    CHECK(gb::from_coordinates<void>(a) == gb::from_coordinates<void>(some_entries()));
}

TEST_CASE("from_coordinates checks what it is given", "[io][read_matrix]") {
    gb::coordinates a = some_entries();
    a.columns[3] = 3;
    CHECK_THROWS_AS(gb::from_coordinates<double>(a), gb::index_out_of_bounds);
}

TEST_CASE("read_matrix and read_edge_list", "[io][read_matrix]") {
    const temporary_directory dir;
    const gb::context ctx = gb::context::host({.threads = 1});
    const std::string edges = dir.file("g.tsv", "0 1 5\n1 2 6\n0 1 7\n2 2 1\n");

    gb::read_report report;
    const auto a = gb::read_matrix<std::int64_t>(ctx, edges, {.symmetric = true, .drop_self_loops = true}, &report);
    CHECK(a.nvals() == 4);
    CHECK(a.is_symmetric());
    CHECK(a.get_element(1, 0) == 7);
    CHECK(report.duplicates_merged == 1);
    CHECK(report.changes() == "dropped 1 self loop, mirrored 2 entries, merged 1 duplicate");
    CHECK(ctx.progress().done == ctx.progress().total);

    CHECK(gb::read_edge_list<float>(ctx, edges).get_element(2, 2) == 1.0f);
    const std::string market = dir.file("m.txt", "%%MatrixMarket matrix coordinate pattern general\n2 2 1\n2 1\n");
    CHECK(gb::read_matrix<void>(ctx, market).has_element(1, 0));
    check_io_error([&] { gb::read_edge_list<void>(ctx, market); }, market, 1, "this is a Matrix Market file");
    CHECK_THROWS_AS(gb::read_edge_list<void>(ctx, edges, {.format = gb::file_format::matrix_market}),
                    gb::invalid_value);
}

TEST_CASE("read_matrix joins duplicates by the policy", "[io][read_matrix]") {
    using enum gb::duplicate_policy;
    const temporary_directory dir;
    const std::string edges = dir.file("g.tsv", "0 1 5\n0 1 -2\n2 2 9\n1 0 4\n0 1 3\n2 2 8\n");
    const std::string market = dir.file(
        "s.mtx", "%%MatrixMarket matrix coordinate integer symmetric\n3 3 4\n2 1 3\n1 2 5\n3 3 7\n3 2 6\n");
    struct expectation {
        gb::duplicate_policy policy;
        int directed, undirected, loop, symmetric;
    };
    for (const auto& [policy, directed, undirected, loop, symmetric] :
         {expectation{last, 3, 3, 8, 5}, expectation{first, 5, 5, 9, 3}, expectation{min, -2, -2, 8, 3},
          expectation{max, 5, 5, 9, 5}, expectation{sum, 6, 10, 17, 8}}) {
        INFO(gb::to_string(policy));
        for (const int threads : {1, 3}) {
            const gb::context ctx = gb::context::host({.threads = threads});
            gb::read_report report;
            const auto a = gb::read_matrix<std::int64_t>(ctx, edges, {.duplicates = policy}, &report);
            CHECK(a.get_element(0, 1) == directed);
            CHECK(a.get_element(1, 0) == 4);
            CHECK(a.get_element(2, 2) == loop);
            CHECK(report.duplicates_merged == 3);
            CHECK(gb::read_matrix<double>(ctx, edges, {.duplicates = policy}).get_element(0, 1) == directed);
            CHECK(gb::read_matrix<void>(ctx, edges, {.duplicates = policy}).nvals() == 3);
            const auto u = gb::read_matrix<std::int64_t>(ctx, edges, {.symmetric = true, .duplicates = policy});
            CHECK(u.get_element(0, 1) == undirected);
            CHECK(u.is_symmetric());
            // A symmetric file lists an edge once, whatever is asked for.
            for (const bool again : {false, true}) {
                const auto s = gb::read_matrix<std::int64_t>(ctx, market, {.symmetric = again, .duplicates = policy});
                CHECK(s.get_element(0, 1) == symmetric);
                CHECK(s.get_element(1, 2) == 6);
                CHECK(s.is_symmetric());
            }
        }
    }
    const gb::context ctx = gb::context::host({.threads = 1});
    CHECK_THROWS_AS(gb::read_matrix<void>(ctx, edges, {.duplicates = refuse}), gb::invalid_value);
    CHECK_THROWS_AS(gb::read_matrix<double>(ctx, market, {.duplicates = refuse}), gb::invalid_value);
    const std::string simple = dir.file("t.tsv", "0 1 5\n1 0 5\n");
    CHECK(gb::read_matrix<double>(ctx, simple, {.duplicates = refuse}).nvals() == 2);
    CHECK_THROWS_AS(gb::read_matrix<double>(ctx, simple, {.symmetric = true, .duplicates = refuse}), gb::invalid_value);
    for (const gb::duplicate_policy policy : gb::duplicate_policies)
        CHECK(gb::duplicate_policy_from_string(gb::to_string(policy)) == policy);
    CHECK_THROWS_AS(gb::duplicate_policy_from_string("median"), gb::invalid_value);
}

TEST_CASE("matrices written and read back", "[io][read_matrix]") {
    const temporary_directory dir;
    const gb::context ctx = gb::context::host({.threads = 1});
    const auto round_trip = [&](const auto& a) {
        using T = typename std::remove_cvref_t<decltype(a)>::value_type;
        gb::write_matrix_market(dir / "m.mtx.gz", a);
        CHECK(gb::read_matrix<T>(ctx, dir / "m.mtx.gz") == a);
        gb::write_edge_list(dir / "m.tsv", a, {.one_based = true});
        CHECK(gb::read_edge_list<T>(ctx, dir / "m.tsv", {.one_based = true}) == a);
    };
    gb::coordinates entries = some_entries();
    entries.nrows = 3;
    entries.values = std::vector<double>{0.1, -1e30, 1.0 / 3, 2};
    round_trip(gb::from_coordinates<double>(entries));
    round_trip(gb::from_coordinates<float>(entries));
    round_trip(gb::from_coordinates<std::int64_t>(entries));
    round_trip(gb::from_coordinates<bool>(entries));
    round_trip(gb::from_coordinates<void>(entries));
    CHECK_THROWS_AS(gb::write_edge_list(dir / "m.tsv", gb::from_coordinates<void>(some_entries())),
                    gb::dimension_mismatch);
}

TEST_CASE("a float is written as short as a float can be", "[io][read_matrix]") {
    const temporary_directory dir;
    gb::coordinates entries = some_entries();
    entries.values = std::vector<double>{0.1, 0.1, 0.1, 0.1};
    gb::write_matrix_market(dir / "m.mtx", gb::from_coordinates<float>(entries));
    CHECK(bytes_of(dir / "m.mtx") ==
          "%%MatrixMarket matrix coordinate real general\n%%GraphBLAS type float\n2 3 3\n1 1 0.1\n2 1 0.1\n2 3 0.1\n");
}
