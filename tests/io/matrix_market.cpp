// Needs: nothing; the last test reads real files if GRB_TEST_DATA is set.
// Idea: one line per way of being well formed, one per way of being malformed, the latter with the line number to be
// named.
#include "market_text.hpp"
#include <graphblas_gpu/io/reading.hpp>
#include <graphblas_gpu/io/text_file.hpp>

#include <cmath>
#include <limits>

using namespace io_test;
using namespace market_test;

namespace {

const std::string array_real = "%%MatrixMarket matrix array real general\n";

}  // namespace

TEST_CASE("Matrix Market: coordinate real general", "[io][matrix_market]") {
    const gb::coordinates a = parse(real_general + "% comment\n\n3 4 3\n1 1 2.5\n3 4 -1e-3\n2 1 7\n");
    CHECK(a.nrows == 3);
    CHECK(a.ncols == 4);
    CHECK(a.is_real());
    CHECK(triples(a) == std::vector<triple>{{0, 0, 2.5}, {2, 3, -1e-3}, {1, 0, 7}});
    CHECK(a.report.format == "Matrix Market coordinate real general");
    CHECK(a.report.entries_in_file == 3);
    CHECK(a.report.mirrored == 0);
}

TEST_CASE("Matrix Market: spellings and layout of lines", "[io][matrix_market]") {
    const std::vector<triple> expected{{0, 1, 5}, {1, 0, 6}};
    for (const std::string& text : {
             integer_general + "2 2 2\n1 2 5\n2 1 6",                                   // no newline at the end
             integer_general + "2 2 2\n1 2 5\n2 1 6\n\n  \n% end\n",                    // blanks and comments behind
             integer_general + "% a\n \n%\n\t% b\n2\t2  2 \n\n%\n 1 2 5\n \n2 1 6 \n",  // and everywhere else
             std::string("%%MatrixMarket matrix coordinate integer general\r\n%\r\n2 2 2\r\n1 2 5\r\n2 1 6\r\n"),
             std::string("%%MATRIXMARKET MATRIX Coordinate INTEGER General\n2 2 2\n1 2 5\n2 1 6\n"),
             std::string("%%MatrixMarket  matrix\tcoordinate unsigned-integer general \n2 2 2\n+1 2 +5\n2 1 6\n"),
             std::string("\xef\xbb\xbf%%MatrixMarket matrix coordinate integer general\n2 2 2\n1 2 5\n2 1 6\n"),
         }) {
        INFO(text);
        const gb::coordinates a = parse(text);
        CHECK(a.is_integer());
        CHECK(triples(a) == expected);
    }
    CHECK(parse("%%MatrixMarket matrix coordinate double general\n2 2 1\n1 2 5\n").is_real());
}

TEST_CASE("Matrix Market: kinds of values", "[io][matrix_market]") {
    SECTION("pattern") {
        const gb::coordinates a = parse(pattern_general + "2 3 2\n1 3\n2 1\n");
        CHECK(a.is_pattern());
        CHECK(triples(a) == std::vector<triple>{{0, 2, 1}, {1, 0, 1}});
    }
    SECTION("the ends of the integers") {
        const gb::coordinates a = parse(integer_general + "1 1 2\n1 1 9223372036854775807\n1 1 -9223372036854775808\n");
        CHECK(std::get<1>(a.values) == std::vector<std::int64_t>{std::numeric_limits<std::int64_t>::max(),
                                                                 std::numeric_limits<std::int64_t>::min()});
    }
    SECTION("what a double can be") {
        const gb::coordinates a = parse(
            real_general + "1 1 8\n1 1 inf\n1 1 -INF\n1 1 nan\n1 1 1e-400\n1 1 -0.0\n1 1 +.5\n1 1 4.9e-324\n1 1 5.\n");
        const auto& x = std::get<2>(a.values);
        CHECK(x[0] == std::numeric_limits<double>::infinity());
        CHECK(x[1] == -std::numeric_limits<double>::infinity());
        CHECK(std::isnan(x[2]));
        CHECK(x[3] == 0);
        CHECK((x[4] == 0 && std::signbit(x[4])));
        CHECK(x[5] == 0.5);
        CHECK(x[6] == std::numeric_limits<double>::denorm_min());
        CHECK(x[7] == 5);
    }
    SECTION("too small, however it is written") {
        const std::string zeros(400, '0');
        const gb::coordinates a = parse(real_general + "1 1 3\n1 1 0." + zeros + "1\n1 1 -1" + zeros + "e-900\n" +
                                        "1 1 1e-99999999999999999999999\n");
        CHECK(std::get<2>(a.values) == std::vector<double>{0, 0, 0});
    }
}

TEST_CASE("Matrix Market: symmetric files are expanded", "[io][matrix_market]") {
    const gb::coordinates a = parse("%%MatrixMarket matrix coordinate real symmetric\n3 3 3\n1 1 1\n3 1 2\n2 3 4\n");
    CHECK(triples(a) == std::vector<triple>{{0, 0, 1}, {2, 0, 2}, {0, 2, 2}, {1, 2, 4}, {2, 1, 4}});
    CHECK(a.report.entries_in_file == 3);
    CHECK(a.report.mirrored == 2);

    const gb::coordinates pattern = parse("%%MatrixMarket matrix coordinate pattern symmetric\n2 2 1\n2 1\n");
    CHECK(triples(pattern) == std::vector<triple>{{1, 0, 1}, {0, 1, 1}});

    const gb::coordinates s = parse(skew + "3 3 2\n2 1 5\n1 3 -7\n");
    CHECK(triples(s) == std::vector<triple>{{1, 0, 5}, {0, 1, -5}, {0, 2, -7}, {2, 0, 7}});
    CHECK(s.report.mirrored == 2);
}

TEST_CASE("Matrix Market: arrays hold every position", "[io][matrix_market]") {
    const gb::coordinates a = parse(array_real + "2 3\n1\n0\n3\n4\n5\n6\n");
    CHECK(triples(a) == std::vector<triple>{{0, 0, 1}, {1, 0, 0}, {0, 1, 3}, {1, 1, 4}, {0, 2, 5}, {1, 2, 6}});
    CHECK(a.report.format == "Matrix Market array real general");

    const gb::coordinates s = parse("%%MatrixMarket matrix array integer symmetric\n2 2\n1\n2\n3\n");
    CHECK(triples(s) == std::vector<triple>{{0, 0, 1}, {1, 0, 2}, {0, 1, 2}, {1, 1, 3}});

    const gb::coordinates k = parse("%%MatrixMarket matrix array integer skew-symmetric\n3 3\n1\n2\n3\n");
    CHECK(triples(k) == std::vector<triple>{{1, 0, 1}, {0, 1, -1}, {2, 0, 2}, {0, 2, -2}, {2, 1, 3}, {1, 2, -3}});
    CHECK(parse("%%MatrixMarket matrix array integer skew-symmetric\n1 1\n").size() == 0);
}

TEST_CASE("Matrix Market: nothing in it", "[io][matrix_market]") {
    CHECK(parse(real_general + "0 0 0\n").nrows == 0);
    CHECK(parse(real_general + "4294967295 4294967295 0").ncols == 4294967295);
    CHECK(parse(array_real + "4294967295 0\n").size() == 0);
}

TEST_CASE("Matrix Market: a banner with one %", "[io][matrix_market]") {
    CHECK(gb::has_matrix_market_banner("%MatrixMarket matrix"));
    CHECK_FALSE(gb::has_matrix_market_banner("% MatrixMarket matrix"));
    CHECK(triples(parse("%matrixmarket matrix coordinate integer general\n2 2 1\n1 2 7\n")) == std::vector<triple>{{0, 1, 7}});
}

TEST_CASE("Matrix Market: of complex values the structure is read", "[io][matrix_market]") {
    struct matrix {
        std::string words;
        std::string lines;
        std::vector<triple> entries;
    };
    const std::vector<matrix> matrices = {
        {"coordinate complex general", "2 3 2\n1 2 0 -1e3\n2 1 1.5 2\n", {{0, 1, 1}, {1, 0, 1}}},
        {"coordinate complex hermitian", "2 2 2\n1 1 4 0\n2 1 1 -2\n", {{0, 0, 1}, {0, 1, 1}, {1, 0, 1}}},
        {"coordinate complex skew-symmetric", "2 2 2\n1 1 0 0\n2 1 1 -2\n", {{0, 0, 1}, {0, 1, 1}, {1, 0, 1}}},
        {"array complex general", "1 2\n1 0\n2 1\n", {{0, 0, 1}, {0, 1, 1}}},
    };
    for (const matrix& m : matrices) {
        INFO(m.words);
        const gb::coordinates a = parse("%%MatrixMarket matrix " + m.words + "\n" + m.lines);
        CHECK(a.is_pattern());
        CHECK(sorted_triples(a) == m.entries);
        REQUIRE(a.report.notes.size() == 1);
        CHECK(a.report.notes[0].code == "complex_values_ignored");
    }
    // Hermitian real values are symmetric.
    CHECK(sorted_triples(parse("%%MatrixMarket matrix coordinate real hermitian\n2 2 1\n2 1 3\n")) ==
          std::vector<triple>{{0, 1, 3}, {1, 0, 3}});

    const std::string complex = "%%MatrixMarket matrix coordinate complex general\n1 1 1\n";
    const auto read = [&](gb::weight_column weights) {
        const std::string text = complex + "1 1 1 0\n";
        gb::io::input from(text, "m.mtx");
        return gb::io::read_matrix_market(from, {}, weights).report;
    };
    check_io_error([&] { read(gb::weight_column::required); }, "m.mtx", 1, "complex");
    CHECK(read(gb::weight_column::none).notes.empty());
    CHECK(read(gb::weight_column::none).weights_ignored);
    refused(complex + "1 1 1\n", 3, "the value is missing");
    refused(complex + "1 1 1 i\n", 3, "a complex value is two numbers");
    refused("%%MatrixMarket matrix coordinate complex skew-symmetric\n1 1 1\n1 1 0 1\n", 3, "is not zero");
    refused("%%MatrixMarket matrix coordinate complex general\n%%GraphBLAS type double\n1 1 0\n", 2, "complex");
}

TEST_CASE("Matrix Market: integers above 2^63", "[io][matrix_market]") {
    const std::uint64_t large = 18446744073709551615u, half = std::uint64_t{1} << 63;
    for (const char* const field : {"integer", "unsigned-integer"}) {
        const gb::coordinates a = parse(std::string("%%MatrixMarket matrix coordinate ") + field +
                                        " symmetric\n3 3 3\n1 1 18446744073709551615\n2 1 9223372036854775808\n3 2 5\n");
        CHECK(a.declared_type == gb::type_code::uint64);
        CHECK(std::get<3>(a.values) == std::vector<std::uint64_t>{large, half, half, 5, 5});
    }
    CHECK(parse("%%MatrixMarket matrix coordinate unsigned-integer general\n1 1 1\n1 1 5\n").declared_type ==
          gb::type_code::none);
}

TEST_CASE("Matrix Market: zeros on the diagonal of a skew-symmetric matrix", "[io][matrix_market]") {
    CHECK(triples(parse(skew + "2 2 3\n1 1 0\n2 1 -5\n2 2 -0\n")) ==
          std::vector<triple>{{0, 0, 0}, {1, 0, -5}, {0, 1, 5}, {1, 1, 0}});
}

TEST_CASE("Matrix Market: malformed banners", "[io][matrix_market]") {
    refused("", 1, "the file is empty");
    refused("\n" + real_general, 1, "%%MatrixMarket matrix");
    refused("1 2 3\n", 1, "the first line has to be");
    refused("%%MatrixMarketmatrix coordinate real general\n1 1 0\n", 1, "the first line has to be");
    refused("%%MatrixMarket vector coordinate real general\n1 1 0\n", 1, "'vector'");
    refused("%%MatrixMarket\n", 1, "only 'matrix'");
    refused("%%MatrixMarket matrix sparse real general\n1 1 0\n", 1, "neither 'coordinate' nor 'array'");
    refused("%%MatrixMarket matrix coordinate float general\n1 1 0\n", 1, "'float'");
    refused("%%MatrixMarket matrix coordinate real\n1 1 0\n", 1, "the symmetry is ''");
    refused("%%MatrixMarket matrix coordinate real lower\n1 1 0\n", 1, "'lower'");
    refused("%%MatrixMarket matrix coordinate real general 1\n1 1 0\n", 1, "after the banner's five words");
    refused("%%MatrixMarket matrix array pattern general\n1 1\n", 1, "cannot be a pattern");
    refused("%%MatrixMarket matrix coordinate pattern skew-symmetric\n1 1 0\n", 1, "cannot be skew-symmetric");
}

TEST_CASE("Matrix Market: malformed sizes", "[io][matrix_market]") {
    refused(real_general, 1, "ends before the size line");
    refused(real_general + "% only\n\n", 3, "ends before the size line");
    refused(real_general + "%\n3\n", 3, "lacks the number of columns");
    refused(real_general + "3 3\n", 2, "lacks the number of entries");
    refused(real_general + "3 3 0 0\n", 2, "after the sizes");
    refused(array_real + "1 1 1\n1\n", 2, "after the sizes");
    refused(real_general + "x 3 0\n", 2, "'x' is not a number of rows");
    refused(real_general + "3 -3 0\n", 2, "'-3' is not a number of columns");
    refused(real_general + "3 3 -1\n", 2, "'-1' is not a number of entries");
    refused(real_general + "3 3 1.5\n1 1 1\n", 2, "'1.5' is not a number of entries");
    refused(real_general + "4294967296 3 0\n", 2, "the largest number possible is 4294967295");
    refused(real_general + "3 99999999999999999999 0\n", 2, "the largest number possible is 4294967295");
    refused(real_general + "3 3 99999999999999999999\n1 1 1\n", 2, "the largest number possible is");
    refused("%%MatrixMarket matrix coordinate real symmetric\n3 4 0\n", 2, "symmetric matrix cannot be 3x4");
    refused(skew + "4 3 0\n", 2, "skew-symmetric matrix cannot be 4x3");
}

TEST_CASE("Matrix Market: a count that the file cannot hold", "[io][matrix_market]") {
    refused(real_general + "3 3 1000000000000000\n1 1 1\n", 2, "1000000000000000 entries are announced");
    refused(real_general + "3 3 9223372036854775807\n1 1 1\n", 2, "cannot hold more than 1");
    refused(pattern_general + "3 3 3\n1 1\n2 2\n", 2, "cannot hold more than 2");
    refused(array_real + "4294967295 4294967295\n1\n", 2, "entries are announced");
    refused("%%MatrixMarket matrix array real symmetric\n4294967295 4294967295\n1\n", 2, "entries are announced");
    // Just as many as the bytes allow, the last newline missing.
    CHECK(parse(pattern_general + "3 3 2\n1 1\n2 2").size() == 2);
    CHECK(parse(integer_general + "3 3 2\n1 1 1\n2 2 2").size() == 2);
    CHECK(parse(array_real + "2 1\n1\n2").size() == 2);
}

TEST_CASE("Matrix Market: too few and too many entries", "[io][matrix_market]") {
    refused(real_general + "3 3 3\n1 1 1.000000000\n2 2 2.000000000\n", 4, "after 2 of the 3 entries");
    refused(real_general + "%\n3 3 3\n1 1 1.000000000\n2 2 2.000000000\n%\n\n", 7, "announced in line 3");
    refused(real_general + "3 3 1\n1 1 1\n\n2 2 2\n", 5, "'2 2 2' after the last of the 1 entries");
    refused(array_real + "2 2\n1.000\n2.000\n3.000\n", 5, "after 3 of the 4 entries");
    refused(array_real + "2 1\n1\n2\n3\n", 5, "after the last of the 2 entries");
}

TEST_CASE("Matrix Market: malformed entries", "[io][matrix_market]") {
    const std::string start = real_general + "% a comment\n3 4 2\n1 1 1\n";
    refused(start + "0 1 1\n", 5, "row 0 lies outside 1 to 3");
    refused(start + "1 0 1\n", 5, "column 0 lies outside 1 to 4");
    refused(start + "4 1 1\n", 5, "row 4 lies outside 1 to 3");
    refused(start + "3 5 1\n", 5, "column 5 lies outside 1 to 4");
    refused(start + "-1 1 1\n", 5, "'-1' is not a row");
    refused(start + "9999999999999999999 1 1\n", 5, "row 9999999999999999999 lies outside 1 to 3");
    refused(start + "99999999999999999999 1 1\n", 5, "lies outside 1 to 3");
    refused(start + "4294967297 1 1\n", 5, "row 4294967297 lies outside 1 to 3");
    refused(start + "one 1 1\n", 5, "'one' is not a row");
    refused(start + "1 1.0 1\n", 5, "'1.0' is not a column");
    refused(start + "1 1 x\n", 5, "the value 'x' is not a number");
    refused(start + "1 1 1.5x\n", 5, "the value '1.5x' is not a number");
    refused(start + "1 1 0x10\n", 5, "is not a number");
    refused(start + "1 1 +-1\n", 5, "is not a number");
    refused(start + "1 1 1e400\n", 5, "does not fit a double");
    refused(start + "1 1 -1e99999999999999999999999\n", 5, "does not fit a double");
    refused(start + "1 1 1 1\n", 5, "'1' after the end of the entry");
    refused(start + "1 1   \n   \n", 5, "the value is missing");
    refused(start + "1       \n", 5, "the column is missing");
    refused(start + "1 1\xc3\xa4 1\n", 5, "'1\xc3\xa4' is not a column");
    refused(pattern_general + "3 3 1\n1 1 1\n", 3, "after the end of the entry");
    refused(array_real + "1 1\n1 2\n", 3, "after the end of the entry");
    refused(integer_general + "3 3 1\n1 1 1.5\n", 3, "the value '1.5' is not an integer");
    refused(integer_general + "3 3 1\n1 1 18446744073709551616\n", 3, "does not fit a 64-bit integer; --weights none");
    refused(integer_general + "3 3 2\n1 1 -1\n1 2 9223372036854775808\n", 4, "no integer of 64 bits holds them all");
    refused(skew + "3 3 1\n2 1 9223372036854775808\n", 3, "does not fit a 64-bit integer");
    refused(skew + "3 3 1\n2 2 1\n", 3, "the value of (2, 2) is not zero");
    refused(skew + "3 3 1\n2 1 -9223372036854775808\n", 3, "has no negative");
    // The line break of a file from Windows is no part of the word.
    refused(real_general + "3 3 1\r\n1 1 x\r\n", 3, "the value 'x' is not a number");
    refused(start + std::string("1 1 1\0\n", 7), 5, "'1\\x00' is not a number");
}

TEST_CASE("Matrix Market: written and read back", "[io][matrix_market]") {
    const temporary_directory dir;
    gb::coordinates a;
    a.nrows = 3;
    a.ncols = 4294967295;
    a.rows = {2, 0, 1, 1, 0};
    a.columns = {4294967294, 0, 7, 7, 3};
    const auto round_trip = [&](const std::string& name) {
        gb::write_matrix_market(dir / name, a);
        return gb::parse_matrix_market(load_text(dir / name), name);
    };
    for (const std::string name : {"a.mtx", "a.mtx.gz"}) {
        a.values = std::monostate{};
        gb::coordinates b = round_trip(name);
        CHECK((b.nrows == a.nrows && b.ncols == a.ncols && b.rows == a.rows && b.columns == a.columns));
        CHECK(b.is_pattern());

        a.values = std::vector<std::int64_t>{1, -1, 0, std::numeric_limits<std::int64_t>::min(), 1'000'000'000'000};
        b = round_trip(name);
        CHECK(b.values == a.values);

        a.values = std::vector<double>{0.1, -1e308, std::numeric_limits<double>::denorm_min(), 3, 1.0 / 3};
        b = round_trip(name);
        CHECK(b.values == a.values);
    }
    const std::string start = "%%MatrixMarket matrix coordinate real general\n3 4294967295 5\n3 4294967295 0.1\n";
    CHECK(bytes_of(dir / "a.mtx").substr(0, start.size()) == start);
    const std::string first = bytes_of(dir / "a.mtx.gz");
    round_trip("b.mtx.gz");
    CHECK(bytes_of(dir / "b.mtx.gz") == first);
}

TEST_CASE("Matrix Market: the banner is recognised", "[io][matrix_market]") {
    CHECK(gb::has_matrix_market_banner("%%MatrixMarket matrix"));
    CHECK(gb::has_matrix_market_banner("%%matrixMARKET"));
    CHECK(gb::has_matrix_market_banner("\xef\xbb\xbf%%MatrixMarket"));
    CHECK_FALSE(gb::has_matrix_market_banner("%%MatrixMarke"));
    CHECK_FALSE(gb::has_matrix_market_banner(""));
}

TEST_CASE("Matrix Market: real files", "[io][matrix_market]") {
    struct known {
        const char* name;
        gb::index nrows, ncols, in_file, entries;
        const char* format;
    };
    for (const known& k : {known{"karate.mtx", 34, 34, 78, 156, "coordinate pattern symmetric"},
                           known{"wiki-Vote.mtx.gz", 8297, 8297, 103689, 103689, "coordinate pattern general"},
                           known{"west0067.mtx", 67, 67, 294, 294, "coordinate real general"},
                           known{"bcsstk13.mtx.gz", 2003, 2003, 42943, 83883, "coordinate real symmetric"},
                           known{"jagmesh7.mtx", 1138, 1138, 4294, 7450, "coordinate pattern symmetric"},
                           known{"cryg2500.mtx.gz", 2500, 2500, 12349, 12349, "coordinate real general"}}) {
        const auto path = test_data("Matrix Market: real files", k.name);
        if (!path) return;
        INFO(k.name);
        const gb::coordinates a = gb::parse_matrix_market(load_text(*path), *path);
        CHECK(a.nrows == k.nrows);
        CHECK(a.ncols == k.ncols);
        CHECK(a.report.entries_in_file == k.in_file);
        CHECK(a.size() == k.entries);
        CHECK(a.report.format == std::string("Matrix Market ") + k.format);
    }
}
