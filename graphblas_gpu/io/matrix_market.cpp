// Needs: text_blocks for the threads, text_scanner for lines and words, plain_numbers for speed.
// Idea: banner and size line make a header. Blocks of entries are parsed apart from each other, plain lines by a loop
// that knows nothing else, all others by the scanner; in file order they are counted and put behind each other. See
// matrix_market.hpp for what is accepted.
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/formats/csr.hpp>
#include <graphblas_gpu/formats/within_memory.hpp>
#include <graphblas_gpu/io/matrix_market.hpp>
#include <graphblas_gpu/io/plain_numbers.hpp>
#include <graphblas_gpu/io/reading.hpp>
#include <graphblas_gpu/io/text_scanner.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

namespace graphblas_gpu {
namespace {

using formats::no_value;
using io::number_status;
using io::quoted;
using io::text_scanner;

constexpr std::string_view banner = "%%matrixmarket";
constexpr io::line_syntax syntax("", "%");

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
    if (!scanner.next_physical_line()) throw io::line_error(1, std::string("the file is empty; ") + wanted);
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
    const std::optional<std::uint64_t> bytes_left = scanner.bytes_left();
    if (!bytes_left) return;
    const std::uint64_t at_most = (*bytes_left + 1) / shortest_line;
    if (h.entries > at_most)
        scanner.fail(fmt::format("{} entries are announced, but the {} bytes that follow cannot hold more than {}",
                                 h.entries, *bytes_left, at_most));
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

void read_value(text_scanner&, no_value&) {}

const char* read_plain_value(const char* p, const char*, std::int64_t& value) {
    return io::read_plain_integer(p, value);
}
const char* read_plain_value(const char* p, const char* end, double& value) {
    return io::read_plain_real(p, end, value);
}

double negated(double value) { return -value; }
std::int64_t negated(std::int64_t value) { return -value; }
no_value negated(no_value) { return {}; }

/// The entries of a block, as in the file: not mirrored. A list that is not needed stays empty.
template <class T>
struct entry_block {
    io::growing<column_index> rows;
    io::growing<column_index> columns;
    io::growing<T> values;
    std::size_t entries = 0;
    std::int64_t lines = 0;

    void clear() {
        entries = 0;
        lines = 0;
    }
};

/// Reads the entries of blocks; knows nothing of the blocks before.
template <class T>
class block_parser {
  public:
    explicit block_parser(const header& h) : h_(h) {}

    void operator()(const io::text_block& block, entry_block<T>& out) const {
        const std::string_view text = block.text();
        const char* const begin = text.data();
        const char* const end = begin + text.size();
        const bool positions = h_.form == layout::coordinate;
        const std::size_t most = text.size() / 2 + 1;  // an entry takes a character and the end of its line
        if (positions) {
            out.rows.make_room(most);
            out.columns.make_room(most);
        }
        if (has_values) out.values.make_room(most);

        text_scanner scanner(syntax, text);
        const char* p = begin;
        while (p < end) {
            const char* const next = positions ? read_plain_entry(p, end, out) : read_plain_element(p, end, out);
            if (next != nullptr) {
                p = next;
                ++out.lines;
            } else {
                scanner.move_to(static_cast<std::size_t>(p - begin), out.lines);
                const bool found = scanner.next_line();
                if (found) read_entry(scanner, out);
                out.lines = scanner.line();
                p = begin + scanner.position();
                if (!found) break;
            }
            ++out.entries;
        }
    }

  private:
    static constexpr bool has_values = !std::is_same_v<T, no_value>;

    // The plain forms of a line: words of digits, parted by blanks. Returns where the next line begins; null for any
    // other form, which need not be wrong.
    const char* read_plain_entry(const char* p, const char* end, entry_block<T>& out) const {
        std::uint64_t row = 0, column = 0;
        p = io::skip_blanks(p);
        const int row_digits = io::read_plain_digits(p, row);
        if (row_digits == 0) return nullptr;
        p += row_digits;
        const char* at = io::skip_blanks(p);
        if (at == p) return nullptr;
        const int column_digits = io::read_plain_digits(at, column);
        if (column_digits == 0) return nullptr;
        p = at + column_digits;
        if (row - 1 >= static_cast<std::uint64_t>(h_.nrows) || column - 1 >= static_cast<std::uint64_t>(h_.ncols))
            return nullptr;
        if (h_.shape == symmetry::skew_symmetric && row == column) return nullptr;
        T value{};
        if constexpr (has_values) {
            at = io::skip_blanks(p);
            if (at == p) return nullptr;
            p = read_plain_value(at, end, value);
            if (p == at) return nullptr;
        }
        p = io::end_of_plain_line(p);
        if (p == nullptr) return nullptr;
        out.rows[out.entries] = static_cast<column_index>(row - 1);
        out.columns[out.entries] = static_cast<column_index>(column - 1);
        if constexpr (has_values) out.values[out.entries] = value;
        return p;
    }

    const char* read_plain_element(const char* p, const char* end, entry_block<T>& out) const {
        if constexpr (has_values) {
            p = io::skip_blanks(p);
            const char* const at = read_plain_value(p, end, out.values[out.entries]);
            return at == p ? nullptr : io::end_of_plain_line(at);
        } else {
            return nullptr;
        }
    }

    void read_entry(text_scanner& scanner, entry_block<T>& out) const {
        if (h_.form == layout::coordinate) {
            const column_index row = read_position(scanner, "row", h_.nrows);
            const column_index column = read_position(scanner, "column", h_.ncols);
            if (row == column && h_.shape == symmetry::skew_symmetric)
                scanner.fail(fmt::format("({}, {}) is on the diagonal, which a skew-symmetric matrix does not store",
                                         row + std::uint64_t{1}, column + std::uint64_t{1}));
            out.rows[out.entries] = row;
            out.columns[out.entries] = column;
        }
        T value{};
        read_value(scanner, value);
        if (!scanner.rest_of_line().empty())
            scanner.fail(fmt::format("{} after the end of the entry", quoted(scanner.rest_of_line())));
        if constexpr (std::is_same_v<T, std::int64_t>) {
            // None of these is on the diagonal, so all are mirrored.
            if (h_.shape == symmetry::skew_symmetric && value == std::numeric_limits<std::int64_t>::min())
                scanner.fail(fmt::format("the value {} has no negative in 64 bits", value));
        }
        if constexpr (has_values) out.values[out.entries] = value;
    }

    const header& h_;
};

/// Puts the entries of blocks behind each other, each with its mirror image where there is one.
template <class T>
class entry_collector {
  public:
    entry_collector(const header& h, bool count_is_sound, coordinates& result, std::vector<T>& values)
        : h_(h), result_(result), values_(values) {
        if (h_.form == layout::array) row_ = first_row();
        // A count that the size of the file did not confirm is no reason to ask for memory.
        constexpr std::uint64_t granted = 1 << 20;
        const std::size_t expected =
            (count_is_sound ? h_.entries : std::min(h_.entries, granted)) * (mirrors() ? 2 : 1);
        result_.rows.reserve(expected);
        result_.columns.reserve(expected);
        if (has_values) values_.reserve(expected);
    }

    void operator()(const io::text_block& block, const entry_block<T>& read, const io::line_error* error) {
        const std::uint64_t missing = h_.entries - read_;
        if (read.entries > missing || (error != nullptr && read.entries == missing)) refuse_excess(block, missing);
        if (error != nullptr) return;
        if (h_.form == layout::coordinate && !mirrors()) {
            result_.rows.insert(result_.rows.end(), read.rows.begin(), read.rows.begin() + read.entries);
            result_.columns.insert(result_.columns.end(), read.columns.begin(), read.columns.begin() + read.entries);
            if constexpr (has_values)
                values_.insert(values_.end(), read.values.begin(), read.values.begin() + read.entries);
        } else {
            for (std::size_t k = 0; k < read.entries; ++k) add(read, k);
        }
        read_ += read.entries;
    }

    std::uint64_t entries_read() const noexcept { return read_; }

  private:
    static constexpr bool has_values = !std::is_same_v<T, no_value>;

    bool mirrors() const noexcept { return h_.shape != symmetry::general; }

    void refuse_excess(const io::text_block& block, std::uint64_t missing) const {
        text_scanner scanner(syntax, block.text());
        for (std::uint64_t k = 0; k < missing; ++k) scanner.next_line();
        if (!scanner.next_line()) return;
        scanner.fail(fmt::format("{} after the last of the {} entries announced in line {}",
                                 quoted(scanner.rest_of_line()), h_.entries, h_.size_line));
    }

    void add(const entry_block<T>& read, std::size_t k) {
        T value{};
        if constexpr (has_values) value = read.values[k];
        if (h_.form == layout::coordinate) {
            add(read.rows[k], read.columns[k], value);
            return;
        }
        add(static_cast<column_index>(row_), static_cast<column_index>(column_), value);
        if (++row_ < h_.nrows) return;
        ++column_;
        row_ = first_row();
    }

    void add(column_index row, column_index column, T value) {
        push(row, column, value);
        if (!mirrors() || row == column) return;
        push(column, row, h_.shape == symmetry::skew_symmetric ? negated(value) : value);
    }

    void push(column_index row, column_index column, [[maybe_unused]] T value) {
        result_.rows.push_back(row);
        result_.columns.push_back(column);
        if constexpr (has_values) values_.push_back(value);
    }

    /// Of the current column of an array, which leaves out what symmetry gives.
    index first_row() const noexcept {
        return h_.shape == symmetry::general ? 0 : h_.shape == symmetry::symmetric ? column_ : column_ + 1;
    }

    const header& h_;
    coordinates& result_;
    std::vector<T>& values_;
    std::uint64_t read_ = 0;
    index row_ = 0;
    index column_ = 0;
};

template <class T>
void read_entries(host::team* team, io::line_blocks& blocks, text_scanner& scanner, const header& h,
                  coordinates& result, std::vector<T>& values) {
    entry_collector<T> collect(h, scanner.bytes_left().has_value(), result, values);
    const std::int64_t lines_before = scanner.line();
    const std::int64_t lines =
        io::for_blocks<entry_block<T>>(team, blocks, scanner.take_block_from_here(), lines_before, block_parser<T>(h),
                                       [&](const io::text_block& block, const entry_block<T>& read,
                                           const io::line_error* error) { collect(block, read, error); });
    if (collect.entries_read() < h.entries)
        throw io_error(blocks.from().name(), lines,
                       fmt::format("the file ends after {} of the {} entries announced in line {}",
                                   collect.entries_read(), h.entries, h.size_line));
}

coordinates read(io::input& from, const io::reading& how) {
    io::line_blocks blocks(from, how.progress, how.block_size);
    text_scanner scanner(syntax, blocks);
    header h;
    try {
        h = read_banner(scanner);
        read_size_line(scanner, h);
    } catch (const io::line_error& e) {
        throw io_error(from.name(), e.line(), e.what());
    }

    coordinates result;
    result.nrows = h.nrows;
    result.ncols = h.ncols;
    if (h.kind == field::real) {
        read_entries(how.team, blocks, scanner, h, result, result.values.emplace<std::vector<double>>());
    } else if (h.kind == field::integer) {
        read_entries(how.team, blocks, scanner, h, result, result.values.emplace<std::vector<std::int64_t>>());
    } else {
        std::vector<no_value> no_values;
        read_entries(how.team, blocks, scanner, h, result, no_values);
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

coordinates io::read_matrix_market(input& from, const reading& how) {
    return formats::within_memory(from.name() + ": the list of its entries", [&] { return read(from, how); });
}

coordinates parse_matrix_market(std::string_view text, const std::string& file, progress_counters* progress) {
    io::input from(text, file);
    return io::read_matrix_market(from, {.progress = progress});
}

}  // namespace graphblas_gpu
