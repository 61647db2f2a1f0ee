// Needs: text_scanner for lines and numbers.
// Idea: banner and size line make a header; one loop per format, specialised on the kind of value, reads the entries.
// See matrix_market.hpp for what is accepted.
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/formats/within_memory.hpp>
#include <graphblas_gpu/io/entry_writer.hpp>
#include <graphblas_gpu/io/matrix_market.hpp>
#include <graphblas_gpu/io/text_scanner.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace graphblas_gpu {
namespace {

using io::number_status;
using io::quoted;
using io::text_scanner;

constexpr std::string_view banner = "%%matrixmarket";

enum class layout { coordinate, array };
enum class field { pattern, integer, real };
enum class symmetry { general, symmetric, skew_symmetric };

struct header {
    layout form;
    field kind;
    symmetry shape;
    index nrows = 0;
    index ncols = 0;
    std::uint64_t entries = 0;
    std::int64_t size_line = 0;
};

std::string lower_case(std::string_view word) {
    std::string lower(word);
    for (char& c : lower)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return lower;
}

const char* name_of(layout l) { return l == layout::coordinate ? "coordinate" : "array"; }
const char* name_of(field f) { return f == field::pattern ? "pattern" : f == field::integer ? "integer" : "real"; }
const char* name_of(symmetry s) {
    return s == symmetry::general ? "general" : s == symmetry::symmetric ? "symmetric" : "skew-symmetric";
}

header read_banner(text_scanner& scanner) {
    constexpr const char* wanted = "the first line has to be '%%MatrixMarket matrix <format> <field> <symmetry>'";
    if (!scanner.next_physical_line()) scanner.fail_at(1, std::string("the file is empty; ") + wanted);
    if (lower_case(scanner.next_word()) != banner) scanner.fail(wanted);

    const std::string object = lower_case(scanner.next_word());
    if (object != "matrix") scanner.fail(fmt::format("the object is {}; only 'matrix' can be read", quoted(object)));

    header h{};
    const std::string form = lower_case(scanner.next_word());
    if (form == "coordinate")
        h.form = layout::coordinate;
    else if (form == "array")
        h.form = layout::array;
    else
        scanner.fail(fmt::format("the format is {}, neither 'coordinate' nor 'array'", quoted(form)));

    const std::string kind = lower_case(scanner.next_word());
    if (kind == "real" || kind == "double")
        h.kind = field::real;
    else if (kind == "integer" || kind == "unsigned-integer")
        h.kind = field::integer;
    else if (kind == "pattern")
        h.kind = field::pattern;
    else if (kind == "complex")
        scanner.fail("the matrix is complex; only real, integer and pattern matrices can be read");
    else
        scanner.fail(fmt::format("the field is {}, none of 'real', 'integer', 'pattern'", quoted(kind)));

    const std::string shape = lower_case(scanner.next_word());
    if (shape == "general")
        h.shape = symmetry::general;
    else if (shape == "symmetric")
        h.shape = symmetry::symmetric;
    else if (shape == "skew-symmetric")
        h.shape = symmetry::skew_symmetric;
    else if (shape == "hermitian")
        scanner.fail("the matrix is hermitian, that is complex; only real, integer and pattern matrices can be read");
    else
        scanner.fail(
            fmt::format("the symmetry is {}, none of 'general', 'symmetric', 'skew-symmetric'", quoted(shape)));

    if (!scanner.rest_of_line().empty())
        scanner.fail(fmt::format("{} after the banner's five words", quoted(scanner.rest_of_line())));
    if (h.form == layout::array && h.kind == field::pattern)
        scanner.fail("an array has values, it cannot be a pattern");
    if (h.shape == symmetry::skew_symmetric && h.kind == field::pattern)
        scanner.fail("a pattern has no signs, it cannot be skew-symmetric");
    return h;
}

std::uint64_t read_size(text_scanner& scanner, const char* what, std::uint64_t largest) {
    std::string_view word;
    std::uint64_t size = 0;
    const number_status status = scanner.next_unsigned(word, size);
    if (word.empty()) scanner.fail(fmt::format("the size line lacks the number of {}", what));
    if (status == number_status::not_a_number)
        scanner.fail(fmt::format("{} is not a number of {} (a whole number from 0)", quoted(word), what));
    if (status == number_status::out_of_range || size > largest)
        scanner.fail(fmt::format("{} {}: the largest number possible is {}", word, what, largest));
    return size;
}

// Entries in the file of an array, which leaves out the upper triangle where symmetry gives it.
std::uint64_t array_entries(const header& h) {
    const auto rows = static_cast<std::uint64_t>(h.nrows), columns = static_cast<std::uint64_t>(h.ncols);
    if (h.shape == symmetry::general) return rows * columns;  // both below 2^32
    const std::uint64_t below_diagonal = rows == 0 ? 0 : rows * (rows - 1) / 2;
    return h.shape == symmetry::symmetric ? below_diagonal + rows : below_diagonal;
}

void read_size_line(text_scanner& scanner, header& h) {
    if (!scanner.next_line()) scanner.fail("the file ends before the size line");
    h.size_line = scanner.line();
    h.nrows = static_cast<index>(read_size(scanner, "rows", std::uint64_t{max_side}));
    h.ncols = static_cast<index>(read_size(scanner, "columns", std::uint64_t{max_side}));
    if (h.shape != symmetry::general && h.nrows != h.ncols)
        scanner.fail(fmt::format("a {} matrix cannot be {}x{}", name_of(h.shape), h.nrows, h.ncols));
    constexpr std::uint64_t most_entries = std::numeric_limits<index>::max();
    h.entries = h.form == layout::array ? array_entries(h) : read_size(scanner, "entries", most_entries);
    if (!scanner.rest_of_line().empty())
        scanner.fail(fmt::format("{} after the sizes", quoted(scanner.rest_of_line())));

    // "1", "1 1" or "1 1 1" and a newline each; the last newline may be missing.
    const std::size_t shortest_line = h.form == layout::array ? 2 : h.kind == field::pattern ? 4 : 6;
    const std::size_t at_most = (scanner.bytes_left() + 1) / shortest_line;
    if (h.entries > at_most)
        scanner.fail(fmt::format("{} entries are announced, but the {} bytes that follow cannot hold more than {}",
                                 h.entries, scanner.bytes_left(), at_most));
}

column_index read_position(text_scanner& scanner, const char* what, index side) {
    std::string_view word;
    std::uint64_t position = 0;
    const number_status status = scanner.next_unsigned(word, position);
    if (status == number_status::fine && position - 1 < static_cast<std::uint64_t>(side))
        return static_cast<column_index>(position - 1);
    if (word.empty()) scanner.fail(fmt::format("the {} is missing", what));
    if (status == number_status::not_a_number)
        scanner.fail(fmt::format("{} is not a {} (a whole number from 1 to {})", quoted(word), what, side));
    scanner.fail(fmt::format("{} {} lies outside 1 to {}", what, word, side));
}

void read_value(text_scanner& scanner, std::int64_t& value) {
    const std::string_view word = scanner.next_word();
    if (word.empty()) scanner.fail("the value is missing");
    const number_status status = io::parse_integer(word, value);
    if (status == number_status::not_a_number)
        scanner.fail(fmt::format("the value {} is not an integer", quoted(word)));
    if (status == number_status::out_of_range)
        scanner.fail(fmt::format("the value {} does not fit a 64-bit integer", quoted(word)));
}

void read_value(text_scanner& scanner, double& value) {
    const std::string_view word = scanner.next_word();
    if (word.empty()) scanner.fail("the value is missing");
    const number_status status = io::parse_real(word, value);
    if (status == number_status::not_a_number) scanner.fail(fmt::format("the value {} is not a number", quoted(word)));
    if (status == number_status::out_of_range)
        scanner.fail(fmt::format("the value {} does not fit a double", quoted(word)));
}

double negated(const text_scanner&, double value) { return -value; }
std::int64_t negated(const text_scanner& scanner, std::int64_t value) {
    if (value == std::numeric_limits<std::int64_t>::min())
        scanner.fail(fmt::format("the value {} has no negative in 64 bits", value));
    return -value;
}

void expect_end_of_line(text_scanner& scanner) {
    if (!scanner.rest_of_line().empty())
        scanner.fail(fmt::format("{} after the end of the entry", quoted(scanner.rest_of_line())));
}

void next_entry(text_scanner& scanner, const header& h, std::uint64_t entries_read) {
    if (!scanner.next_line())
        scanner.fail(fmt::format("the file ends after {} of the {} entries announced in line {}", entries_read,
                                 h.entries, h.size_line));
}

template <class T>
void add_mirror_image(text_scanner& scanner, const header& h, coordinates& result, std::vector<T>& values) {
    const column_index row = result.rows.back(), column = result.columns.back();
    if (h.shape == symmetry::general || row == column) return;
    result.rows.push_back(column);
    result.columns.push_back(row);
    if (h.kind == field::pattern) return;
    const T value = values.back();
    values.push_back(h.shape == symmetry::skew_symmetric ? negated(scanner, value) : value);
}

template <class T>
void read_coordinate_entries(text_scanner& scanner, const header& h, coordinates& result, std::vector<T>& values) {
    for (std::uint64_t k = 0; k < h.entries; ++k) {
        next_entry(scanner, h, k);
        const column_index row = read_position(scanner, "row", h.nrows);
        const column_index column = read_position(scanner, "column", h.ncols);
        if (row == column && h.shape == symmetry::skew_symmetric)
            scanner.fail(fmt::format("({}, {}) is on the diagonal, which a skew-symmetric matrix does not store",
                                     row + std::uint64_t{1}, column + std::uint64_t{1}));
        result.rows.push_back(row);
        result.columns.push_back(column);
        if (h.kind != field::pattern) read_value(scanner, values.emplace_back());
        expect_end_of_line(scanner);
        add_mirror_image(scanner, h, result, values);
    }
}

template <class T>
void read_array_entries(text_scanner& scanner, const header& h, coordinates& result, std::vector<T>& values) {
    std::uint64_t entries_read = 0;
    if (h.entries == 0) return;
    for (index column = 0; column < h.ncols; ++column) {
        const index first_row = h.shape == symmetry::general ? 0 : h.shape == symmetry::symmetric ? column : column + 1;
        for (index row = first_row; row < h.nrows; ++row) {
            next_entry(scanner, h, entries_read++);
            result.rows.push_back(static_cast<column_index>(row));
            result.columns.push_back(static_cast<column_index>(column));
            read_value(scanner, values.emplace_back());
            expect_end_of_line(scanner);
            add_mirror_image(scanner, h, result, values);
        }
    }
}

template <class T>
void read_entries(text_scanner& scanner, const header& h, coordinates& result, std::vector<T>& values) {
    const std::size_t expected = h.entries * (h.shape == symmetry::general ? 1 : 2);
    result.rows.reserve(expected);
    result.columns.reserve(expected);
    if (h.kind != field::pattern) values.reserve(expected);
    if (h.form == layout::coordinate)
        read_coordinate_entries(scanner, h, result, values);
    else
        read_array_entries(scanner, h, result, values);
    if (scanner.next_line())
        scanner.fail(fmt::format("{} after the last of the {} entries announced in line {}",
                                 quoted(scanner.rest_of_line()), h.entries, h.size_line));
}

coordinates parse(std::string_view text, const std::string& file, progress_counters* progress) {
    text_scanner scanner(text, file, "", "%", progress);
    header h = read_banner(scanner);
    read_size_line(scanner, h);

    coordinates result;
    result.nrows = h.nrows;
    result.ncols = h.ncols;
    if (h.kind == field::real) {
        read_entries(scanner, h, result, result.values.emplace<std::vector<double>>());
    } else if (h.kind == field::integer) {
        read_entries(scanner, h, result, result.values.emplace<std::vector<std::int64_t>>());
    } else {
        std::vector<std::int64_t> no_values;
        read_entries(scanner, h, result, no_values);
    }
    result.report.format = fmt::format("Matrix Market {} {} {}", name_of(h.form), name_of(h.kind), name_of(h.shape));
    result.report.entries_in_file = static_cast<index>(h.entries);
    result.report.mirrored = result.size() - result.report.entries_in_file;
    return result;
}

}  // namespace

bool has_matrix_market_banner(std::string_view text) noexcept {
    const std::string_view start = io::without_byte_order_mark(text).substr(0, banner.size());
    return std::equal(start.begin(), start.end(), banner.begin(), banner.end(), [](char c, char wanted) {
        return c == wanted || (c >= 'A' && c <= 'Z' && c - 'A' + 'a' == wanted);
    });
}

coordinates parse_matrix_market(std::string_view text, const std::string& file, progress_counters* progress) {
    return formats::within_memory(file + ": the list of its entries", [&] { return parse(text, file, progress); });
}

void write_matrix_market(const std::string& path, const coordinates& entries) {
    auto out =
        io::entry_writer::matrix_market(path, io::value_kind_of(entries), entries.nrows, entries.ncols, entries.size());
    out.entries(entries);
    out.close();
}

}  // namespace graphblas_gpu
