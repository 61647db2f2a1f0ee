// Needs: a directory for temporary files.
// Idea: the line "%%GraphBLAS type" of Matrix Market files: every spelling, the ends of every type, what does not fit, entries
// that are listed twice, and every type written and read back.
#include "market_text.hpp"
#include <graphblas_gpu/io/generate.hpp>
#include <graphblas_gpu/io/read_matrix.hpp>
#include <graphblas_gpu/io/reading.hpp>
#include <graphblas_gpu/io/write_matrix.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <random>
#include <type_traits>

using namespace io_test;
using namespace market_test;

namespace {

std::string typed(const std::string& banner, const std::string& type, const std::string& rest) {
    return banner + "%%GraphBLAS type " + type + "\n" + rest;
}

}  // namespace

TEST_CASE("Matrix Market: the type that a file declares", "[io][matrix_market][declared_type]") {
    using gb::type_code;
    const std::vector<std::pair<type_code, std::vector<const char*>>> spellings{
        {type_code::boolean, {"bool", "GrB_BOOL"}},
        {type_code::int8, {"int8_t", "int8", "GrB_INT8"}},
        {type_code::int16, {"int16_t", "int16", "GrB_INT16"}},
        {type_code::int32, {"int32_t", "int32", "GrB_INT32"}},
        {type_code::int64, {"int64_t", "int64", "GrB_INT64"}},
        {type_code::uint8, {"uint8_t", "uint8", "GrB_UINT8"}},
        {type_code::uint16, {"uint16_t", "uint16", "GrB_UINT16"}},
        {type_code::uint32, {"uint32_t", "uint32", "GrB_UINT32"}},
        {type_code::uint64, {"uint64_t", "uint64", "GrB_UINT64", "UINT64_T"}},
        {type_code::float32, {"float", "fp32", "float32", "GrB_FP32"}},
        {type_code::float64, {"double", "fp64", "float64", "GrB_FP64", "Double"}}};
    for (const auto& [type, names] : spellings) {
        for (const char* const name : names) {
            INFO(name);
            for (const std::string& banner : {integer_general, real_general}) {
                const gb::coordinates a = parse(typed(banner, name, "2 2 2\n1 1 1\n2 2 0\n"));
                CHECK(a.declared_type == type);
                CHECK(a.is_real() == (type >= type_code::float32));
                CHECK(std::holds_alternative<std::vector<std::uint64_t>>(a.values) == (type == type_code::uint64));
            }
            const gb::coordinates ones = parse(typed(pattern_general, name, "2 2 1\n1 1\n"));
            CHECK(ones.is_pattern());
            CHECK(ones.declared_type == type);
            // As older programs write it.
            CHECK(parse(integer_general + "%%GraphBLAS " + name + "\n1 1 1\n1 1 1\n").declared_type == type);
        }
    }
    CHECK(parse(integer_general + "1 1 1\n1 1 1\n").declared_type == type_code::none);
    // Among other comments and blank lines, in front of the sizes; behind them it is a comment.
    CHECK(parse(integer_general + "% a\n\n%%graphblas\tTYPE  int8_t \r\n%\n1 1 1\n1 1 1\n").declared_type == type_code::int8);
    CHECK(parse(integer_general + "1 1 1\n%%GraphBLAS type int8_t\n1 1 300\n").declared_type == type_code::none);
    CHECK(
        parse(integer_general + "%%GraphBLAS\n%%GraphBLAS iso\n%GraphBLAS type int8\n%%GraphBLASx type int8\n1 1 1\n1 1 300\n")
            .declared_type == type_code::none);
    CHECK(parse(typed(typed(integer_general, "int8", ""), "int8_t", "1 1 1\n1 1 1\n")).declared_type == type_code::int8);
    // An array, and a skew-symmetric matrix.
    CHECK(parse("%%MatrixMarket matrix array integer general\n%%GraphBLAS type float\n2 1\n1\ninf\n").is_real());
    CHECK(std::get<1>(parse(typed(skew, "int8_t", "2 2 1\n2 1 -127\n")).values) == std::vector<std::int64_t>{-127, 127});

    refused(typed(integer_general, "int7", "1 1 1\n1 1 1\n"), 2, "the declared type is 'int7'; known are bool, int8_t");
    refused(typed(integer_general, "int8_t too", "1 1 1\n1 1 1\n"), 2, "'int8_t too'");
    refused(typed(integer_general, "", "1 1 1\n1 1 1\n"), 2, "the declared type is ''");
    refused(typed(integer_general, "float complex", "1 1 1\n1 1 1\n"), 2, "complex");
    refused(integer_general + "%\n%%GraphBLAS GxB_FC64\n1 1 1\n1 1 1\n", 3, "complex");
    refused(integer_general + "%%GraphBLAS GrB_INT7\n1 1 1\n1 1 1\n", 2, "'grb_int7'");
    refused(typed(typed(integer_general, "int8", ""), "int16", "1 1 1\n1 1 1\n"), 3, "line 2 declares int8");
    for (const char* const name : {"bool", "uint8_t", "uint64_t"})
        refused(typed(skew, name, "2 2 1\n2 1 1\n"), 2, "skew-symmetric matrix has negative values");
}

TEST_CASE("Matrix Market: values of the type that the file declares", "[io][matrix_market][declared_type]") {
    const auto values_of = [](const std::string& type, const std::string& value) {
        const gb::coordinates a = parse(typed(integer_general, type, "1 1 1\n1 1 " + value + "\n"));
        return triples(a).empty() ? 0.0 : std::get<2>(triples(a)[0]);
    };
    const auto outside = [](const std::string& type, const std::string& value) {
        for (const std::string& banner : {integer_general, real_general})
            refused(typed(banner, type, "% a comment\n1 2 2\n1 1 1\n\n1 2 " + value + "\n"), 7,
                    "the value '" + value + "' does not fit " + type + ", the type that line 2 declares");
    };
    struct limits {
        const char* type;
        std::vector<const char*> inside, outside;
    };
    for (const limits& l : {limits{"bool", {"0", "1"}, {"2", "-1", "0.5"}},
                            limits{"int8", {"-128", "127"}, {"-129", "128", "1.5", "inf"}},
                            limits{"int16", {"-32768", "32767"}, {"-32769", "32768", "nan"}},
                            limits{"int32", {"-2147483648", "2147483647"}, {"-2147483649", "2147483648", "1e10"}},
                            limits{"int64", {"-9223372036854775807"}, {"9223372036854775808", "-9223372036854775809"}},
                            limits{"uint8", {"0", "255"}, {"-1", "256"}},
                            limits{"uint16", {"65535"}, {"-1", "65536"}},
                            limits{"uint32", {"4294967295"}, {"-1", "4294967296"}},
                            limits{"uint64", {"0"}, {"-1", "18446744073709551616", "0.25", "1e20"}}}) {
        for (const char* const value : l.inside) CHECK(values_of(l.type, value) == std::stod(value));
        for (const char* const value : l.outside) outside(l.type, value);
    }
    refused(typed(skew, "int8", "2 2 1\n2 1 -128\n"), 4, "has no negative in int8");
    refused(typed("%%MatrixMarket matrix array integer general\n", "uint8", "2 1\n1\n256\n"), 5, "does not fit uint8");

    // Floating point, whatever the field says.
    CHECK(values_of("float", "-inf") == -std::numeric_limits<double>::infinity());
    CHECK(values_of("double", "INF") == std::numeric_limits<double>::infinity());
    CHECK(std::isnan(values_of("double", "nan")));
    CHECK(values_of("double", "0.1") == 0.1);
    CHECK(values_of("float", "0.1") == double{0.1F});
    CHECK(values_of("float", "16777217") == 16777216);
    CHECK(values_of("float", "1e-60") == 0);
    CHECK(values_of("float", "-1e-45") == double{-std::numeric_limits<float>::denorm_min()});
    CHECK(values_of("float", "3.4028234663852886e38") == double{std::numeric_limits<float>::max()});
    // Just above the middle of two floats: rounded to double first, it would be the middle, and then the even one below.
    CHECK(values_of("float", "1.00000005960464477550") == double{1 + 0x1p-23F});
    CHECK(values_of("float", "1.000000059604644775") == 1);
    refused(typed(integer_general, "float", "1 1 1\n1 1 3.5e38\n"), 4, "does not fit float");
    refused(typed(real_general, "double", "1 1 1\n1 1 1e400\n"), 4, "does not fit double");
    refused(typed(integer_general, "double", "1 1 1\n1 1 x\n"), 4, "the value 'x' is not a number");

    // Whole numbers may be written as real ones where the field is real.
    CHECK(std::get<1>(parse(typed(real_general, "int16", "1 1 1\n1 1 -3.0e2\n")).values) == std::vector<std::int64_t>{-300});
    const auto large = parse(typed(integer_general, "uint64", "1 2 2\n1 1 18446744073709551615\n1 2 7\n"));
    CHECK(std::get<3>(large.values) == std::vector<std::uint64_t>{18446744073709551615U, 7});
    CHECK(gb::from_coordinates<std::uint64_t>(large).get_element(0, 0) == 18446744073709551615U);
    CHECK(gb::from_coordinates<double>(large).get_element(0, 0) == 0x1p64);
}

TEST_CASE("Matrix Market: where the type is declared, no entry is listed twice", "[io][matrix_market][declared_type]") {
    const std::string twice = "3 3 4\n1 1 1\n2 3 1\n% a comment\n\n3 1 1\n2 3 2\n";
    CHECK(parse(integer_general + "%\n" + twice).size() == 4);
    refused(typed(integer_general, "int8", twice), 9, "listed in line 5 already; a file that declares its type (line 2)");
    refused(typed(pattern_general, "bool", "2 2 2\n1 1\n1 1\n"), 5, "listed in line 4");
    refused(typed(real_general, "double", "2 2 3\n\n2 2 1\n% x\n1 1 1\n2 2 3\n"), 8, "listed in line 5");
    // The first that repeats another one is named.
    refused(typed(integer_general, "int8", "2 2 4\n2 2 1\n1 1 1\n2 2 1\n1 1 1\n"), 6, "listed in line 4");
    const std::string symmetric = "%%MatrixMarket matrix coordinate integer symmetric\n";
    refused(typed(symmetric, "int8", "3 3 3\n2 1 1\n3 3 1\n1 2 1\n"), 6, "listed in line 4");
    refused(typed(symmetric, "int8", "3 3 3\n3 3 1\n2 1 1\n2 1 1\n"), 6, "listed in line 5");
    CHECK(parse(typed(symmetric, "int8", "3 3 3\n3 3 1\n1 2 1\n3 1 1\n")).size() == 5);

    // In every order, in blocks of any size.
    std::mt19937_64 random(8);
    for (const bool by_columns : {false, true}) {
        std::vector<std::pair<int, int>> all;
        for (int k = 0; k < 5000; ++k) all.emplace_back(k / 70 + 1, k % 70 + 1);
        for (const bool shuffled : {false, true}) {
            if (shuffled) std::shuffle(all.begin(), all.end(), random);
            const auto text = [&](std::size_t repeated) {
                std::string lines = typed(pattern_general, "bool", "80 80 " + std::to_string(all.size()) + "\n");
                for (std::size_t k = 0; k < all.size(); ++k) {
                    const auto [i, j] = all[k == 4000 ? repeated : k];
                    if (k % 7 == 3) lines += k % 2 == 0 ? "\n" : "% comment\n\n";
                    lines += std::to_string(by_columns ? j : i) + " " + std::to_string(by_columns ? i : j) + "\n";
                }
                return lines;
            };
            const auto line_of = [](std::size_t entry) {
                std::int64_t line = 4;
                for (std::size_t k = 0; k <= entry; ++k) line += 1 + (k % 7 == 3 ? k % 2 == 0 ? 1 : 2 : 0);
                return line - 1;
            };
            CHECK(parse(text(4000)).size() == 5000);
            const std::string wrong = text(17);
            refused(wrong, line_of(4000), "listed in line " + std::to_string(line_of(17)) + " already");
            const gb::context ctx = gb::context::host({.threads = 3});
            for (const std::size_t block : {1, 100, 5000}) {
                gb::io::input from(std::string_view(wrong), "m.mtx");
                check_io_error([&] { gb::io::read_matrix_market(from, {.team = &ctx.team(), .block_size = block}); }, "m.mtx",
                               line_of(4000), "listed in line " + std::to_string(line_of(17)));
            }
        }
    }
}

TEMPLATE_TEST_CASE("Matrix Market: what is written is read back in its type", "[io][matrix_market][declared_type]", bool,
                   std::int8_t, std::int16_t, std::int32_t, std::int64_t, std::uint8_t, std::uint16_t, std::uint32_t,
                   std::uint64_t, float, double, void) {
    using T = TestType;
    const temporary_directory dir;
    const gb::context ctx = gb::context::host({.threads = 2});
    gb::matrix<T> a(3, 5);
    if constexpr (std::is_void_v<T>) {
        a.set_element(1, 2);
        a.set_element(2, 0);
    } else {
        a.set_element(0, 1, std::numeric_limits<T>::lowest());
        a.set_element(0, 4, std::numeric_limits<T>::max());
        a.set_element(1, 2, std::numeric_limits<T>::min());
        a.set_element(2, 0, static_cast<T>(1) / static_cast<T>(3));
    }
    const auto in_file = [&](const std::string& path) {
        const gb::coordinates read = gb::read_coordinates(path);
        CHECK(gb::from_coordinates<T>(read) == a);
        return read;
    };
    gb::write_matrix_market(ctx, dir / "a.mtx", a);
    gb::coordinates read = in_file(dir / "a.mtx");
    constexpr gb::type_code type = gb::base::code_of<T>();
    // The banner tells int64, double and a pattern; the others need a line.
    const bool is_in_banner = type == gb::type_code::none || type == gb::type_code::int64 || type == gb::type_code::float64;
    const std::string line = std::string("\n%%GraphBLAS type ") + (std::is_integral_v<T> && type != gb::type_code::boolean
                                                                       ? gb::type_name(type) + std::string("_t")
                                                                       : gb::type_name(type)) + "\n3 5 ";
    CHECK((bytes_of(dir / "a.mtx").find(line) != std::string::npos) == !is_in_banner);
    CHECK((bytes_of(dir / "a.mtx").find("%%GraphBLAS") != std::string::npos) == !is_in_banner);
    CHECK(read.declared_type == (is_in_banner ? gb::type_code::none : type));
    // The entries carry it on, and so does a binary file.
    gb::write_matrix_market(dir / "b.mtx", read);
    CHECK(bytes_of(dir / "b.mtx") == bytes_of(dir / "a.mtx"));
    gb::write_matrix(ctx, dir / "a.gbm", a);
    read = in_file(dir / "a.gbm");
    CHECK(read.declared_type == type);
    gb::write_matrix_market(ctx, dir / "c.mtx", read);
    CHECK(bytes_of(dir / "c.mtx") == bytes_of(dir / "a.mtx"));
    // Other values are not of that type.
    gb::assign_random_weights(read, 1);
    CHECK(read.declared_type == gb::type_code::none);
    CHECK(gb::read_coordinates(ctx, dir / "a.mtx", {.weights = gb::weight_column::none}).declared_type == gb::type_code::none);
    const auto square = gb::matrix<T>::from_edges(2, 2, {0, 1}, {1, 0}, [] {
        if constexpr (std::is_void_v<T>) return gb::second{};
        else return std::array<T, 2>{1, 1};
    }());
    gb::write_matrix_market(ctx, dir / "s.mtx", square, {.symmetric = true});
    CHECK(gb::read_matrix<T>(ctx, dir / "s.mtx") == square);
    CHECK(gb::read_coordinates(dir / "s.mtx").declared_type == (is_in_banner ? gb::type_code::none : type));
}
