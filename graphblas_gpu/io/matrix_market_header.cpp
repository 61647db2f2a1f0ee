#include <graphblas_gpu/io/matrix_market_header.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <optional>

namespace graphblas_gpu::io::market {
namespace {

/// The message for a complex matrix whose declared type is another one, or the other way round.
constexpr const char* complex_or_not = "the field of the banner and the declared type have to be complex both, or none of them";

header read_banner(text_scanner& scanner) {
    constexpr const char* wanted = "the first line has to be '%%MatrixMarket matrix <format> <field> <symmetry>'";
    if (!scanner.next_physical_line()) throw io::line_error(1, std::string("the file is empty; ") + wanted);
    if (!is_banner(scanner.next_word())) scanner.fail(wanted);

    const std::string object = lower_case(scanner.next_word());
    if (object != "matrix") scanner.fail(fmt::format("the object is {}; only 'matrix' can be read", io::quoted(object)));

    header h{};
    const std::string form = lower_case(scanner.next_word());
    if (form == "coordinate")
        h.form = layout::coordinate;
    else if (form == "array")
        h.form = layout::array;
    else scanner.fail(fmt::format("the format is {}, neither 'coordinate' nor 'array'", io::quoted(form)));

    const std::string kind = lower_case(scanner.next_word());
    if (kind == "real" || kind == "double")
        h.kind = field::real;
    else if (kind == "integer" || kind == "unsigned-integer")
        h.kind = field::integer;
    else if (kind == "pattern")
        h.kind = field::pattern;
    else if (kind == "complex") h.kind = field::complex;
    else scanner.fail(fmt::format("the field is {}, none of 'real', 'integer', 'pattern', 'complex'", io::quoted(kind)));

    const std::string shape = lower_case(scanner.next_word());
    if (shape == "general")
        h.shape = symmetry::general;
    else if (shape == "symmetric")
        h.shape = symmetry::symmetric;
    else if (shape == "skew-symmetric")
        h.shape = symmetry::skew_symmetric;
    else if (shape == "hermitian") h.shape = symmetry::hermitian;
    else
        scanner.fail(fmt::format("the symmetry is {}, none of 'general', 'symmetric', 'skew-symmetric', 'hermitian'",
                                 io::quoted(shape)));

    if (!scanner.rest_of_line().empty())
        scanner.fail(fmt::format("{} after the banner's five words", io::quoted(scanner.rest_of_line())));
    if (h.form == layout::array && h.kind == field::pattern) scanner.fail("an array has values, it cannot be a pattern");
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
        scanner.fail(fmt::format("{} is not a number of {} (a whole number from 0)", io::quoted(word), what));
    if (status == number_status::out_of_range || size > largest)
        scanner.fail(fmt::format("{} {}: the largest number possible is {}", word, what, largest));
    return size;
}

// The number of entries in an array file, which leaves out the upper triangle if it follows from symmetry.
std::uint64_t array_entries(const header& h) {
    const auto rows = static_cast<std::uint64_t>(h.nrows), columns = static_cast<std::uint64_t>(h.ncols);
    if (h.shape == symmetry::general) return rows * columns;  // both below 2^32
    const std::uint64_t below_diagonal = rows == 0 ? 0 : rows * (rows - 1) / 2;
    return h.shape == symmetry::skew_symmetric ? below_diagonal : below_diagonal + rows;
}

// ---- the type of the values ----

constexpr std::string_view structured_comment = "%%graphblas";

struct type_spelling {
    type_code type;
    const char* names[4];  // LAGraph's spelling is first, and is the one that is written
};
constexpr type_spelling spellings[] = {
    {type_code::boolean, {"bool", "grb_bool", "", ""}},
    {type_code::int8, {"int8_t", "int8", "grb_int8", ""}},
    {type_code::int16, {"int16_t", "int16", "grb_int16", ""}},
    {type_code::int32, {"int32_t", "int32", "grb_int32", ""}},
    {type_code::int64, {"int64_t", "int64", "grb_int64", ""}},
    {type_code::uint8, {"uint8_t", "uint8", "grb_uint8", ""}},
    {type_code::uint16, {"uint16_t", "uint16", "grb_uint16", ""}},
    {type_code::uint32, {"uint32_t", "uint32", "grb_uint32", ""}},
    {type_code::uint64, {"uint64_t", "uint64", "grb_uint64", ""}},
    {type_code::float32, {"float", "float32", "fp32", "grb_fp32"}},
    {type_code::float64, {"double", "float64", "fp64", "grb_fp64"}},
};

/// The type with this name, or none if there is no such type.
type_code type_of_name(std::string_view name) {
    if (name.empty()) return type_code::none;
    for (const type_spelling& s : spellings)
        if (std::find(std::begin(s.names), std::end(s.names), name) != std::end(s.names)) return s.type;
    return type_code::none;
}

// Reads "%%GraphBLAS type <type>", and the same without the word "type", as older versions of LAGraph write it. All other
// structured comments are plain comments, in LAGraph too.
void read_structured_comment(text_scanner& scanner, header& h) {
    const std::string first = lower_case(scanner.next_word());
    const bool names_only = first != "type";
    if (names_only && type_of_name(first) == type_code::none && !first.starts_with("grb_") && !first.starts_with("gxb_"))
        return;
    std::string name = names_only ? first : lower_case(scanner.next_word());
    for (std::string_view word = scanner.next_word(); !word.empty(); word = scanner.next_word()) name += ' ' + lower_case(word);

    const bool is_complex = name.ends_with("complex") || name.starts_with("gxb_fc");
    if (is_complex && h.kind != field::complex) scanner.fail(complex_or_not);
    if (is_complex) return;
    const type_code type = type_of_name(name);
    if (type == type_code::none)
        scanner.fail(
            fmt::format("the declared type is {}; known are bool, int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, "
                        "uint32_t, uint64_t, float and double",
                        io::quoted(name)));
    if (h.type != type_code::none && h.type != type)
        scanner.fail(fmt::format("the type {} is declared, but line {} declares {}", type_name(type), h.type_line,
                                 type_name(h.type)));
    if (h.kind == field::complex) scanner.fail(complex_or_not);
    const bool is_unsigned = type == type_code::boolean || (type >= type_code::uint8 && type <= type_code::uint64);
    if (h.shape == symmetry::skew_symmetric && is_unsigned)
        scanner.fail(fmt::format("a skew-symmetric matrix has negative values, its type cannot be {}", type_name(type)));
    h.type = type;
    h.type_line = scanner.line();
}

// ---- the sizes ----

// Comments before the size line may declare the type. Leaves the scanner at the size line.
void read_comments(text_scanner& scanner, header& h) {
    while (scanner.next_physical_line()) {
        const std::string_view line = scanner.rest_of_line();
        if (line.empty()) continue;
        if (!syntax.is_comment(line.front())) return;
        if (lower_case(scanner.next_word()) == structured_comment) read_structured_comment(scanner, h);
    }
    scanner.fail("the file ends before the size line");
}

void read_size_line(text_scanner& scanner, header& h) {
    h.size_line = scanner.line();
    h.nrows = static_cast<index>(read_size(scanner, "rows", std::uint64_t{max_side}));
    h.ncols = static_cast<index>(read_size(scanner, "columns", std::uint64_t{max_side}));
    if (h.shape != symmetry::general && h.nrows != h.ncols)
        scanner.fail(fmt::format("a {} matrix cannot be {}x{}", name_of(h.shape), h.nrows, h.ncols));
    constexpr std::uint64_t max_entries = std::numeric_limits<index>::max();
    h.entries = h.form == layout::array ? array_entries(h) : read_size(scanner, "entries", max_entries);
    if (!scanner.rest_of_line().empty()) scanner.fail(fmt::format("{} after the sizes", io::quoted(scanner.rest_of_line())));

    // A line has "1", "1 1" or "1 1 1" and a newline; the last newline may be missing.
    const std::size_t shortest_line = h.form == layout::array ? 2 : h.kind == field::pattern ? 4 : 6;
    const std::optional<std::uint64_t> bytes_left = scanner.bytes_left();
    if (!bytes_left) return;
    const std::uint64_t at_most = (*bytes_left + 1) / shortest_line;
    if (h.entries > at_most)
        scanner.fail(fmt::format("{} entries are announced, but the {} bytes that follow cannot hold more than {}",
                                 h.entries, *bytes_left, at_most));
}

}  // namespace

const char* name_of(layout l) { return l == layout::coordinate ? "coordinate" : "array"; }
const char* name_of(field f) {
    return f == field::pattern ? "pattern" : f == field::integer ? "integer" : f == field::real ? "real" : "complex";
}
const char* name_of(symmetry s) {
    return s == symmetry::general     ? "general"
           : s == symmetry::symmetric ? "symmetric"
           : s == symmetry::hermitian ? "hermitian"
                                      : "skew-symmetric";
}

bool is_banner(std::string_view word) {
    const std::string lower = lower_case(word);
    return lower == banner || lower == banner.substr(1);
}

header read_header(text_scanner& scanner) {
    header h = read_banner(scanner);
    read_comments(scanner, h);
    read_size_line(scanner, h);
    return h;
}

field field_of(type_code type) {
    if (type == type_code::none) return field::pattern;
    return type == type_code::float32 || type == type_code::float64 ? field::real : field::integer;
}

std::string type_line_of(type_code type, field kind) {
    if (type == type_code::none) return {};
    if (kind == field::integer && type == type_code::int64) return {};
    if (kind == field::real && type == type_code::float64) return {};
    const auto spelling =
        std::find_if(std::begin(spellings), std::end(spellings), [&](const auto& s) { return s.type == type; });
    return fmt::format("%%GraphBLAS type {}\n", spelling->names[0]);
}

}  // namespace graphblas_gpu::io::market
