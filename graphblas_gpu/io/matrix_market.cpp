// Idea: the entries follow the header (matrix_market_header.hpp). Blocks of lines are parsed in parallel: plain lines by a fast
// loop, all other lines by the scanner. The entries of the blocks are counted and appended to the result in the order of the
// file. See matrix_market.hpp for the accepted files.
#include <graphblas_gpu/base/within_memory.hpp>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/formats/csr.hpp>
#include <graphblas_gpu/io/listed_twice.hpp>
#include <graphblas_gpu/io/matrix_market.hpp>
#include <graphblas_gpu/io/matrix_market_header.hpp>
#include <graphblas_gpu/io/matrix_market_values.hpp>
#include <graphblas_gpu/io/reading.hpp>
#include <graphblas_gpu/io/text_scanner.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <type_traits>
#include <utility>
#include <vector>

namespace graphblas_gpu {
namespace {

using formats::no_value;
using io::number_status;
using io::quoted;
using io::text_scanner;
using io::market::header;
using io::market::layout;
using io::market::symmetry;
using io::market::syntax;

column_index read_position(text_scanner& scanner, const char* what, index side) {
    std::string_view word;
    std::uint64_t position = 0;
    const number_status status = scanner.next_unsigned(word, position);
    if (status == number_status::fine && position - 1 < static_cast<std::uint64_t>(side))
        return static_cast<column_index>(position - 1);
    if (word.empty()) scanner.fail(fmt::format("the {} is missing", what));
    if (status == number_status::not_a_number)
        scanner.fail(fmt::format("{} is not a {} (a whole number from 1 to {})", io::quoted(word), what, side));
    scanner.fail(fmt::format("{} {} lies outside 1 to {}{}", what, word, side,
                             status == number_status::fine && position == 0 ? ": Matrix Market counts from 1" : ""));
}

/// The entries of a block, as in the file: not mirrored. A list that is not needed stays empty.
template <class T>
struct entry_block {
    io::growing<column_index> rows;
    io::growing<column_index> columns;
    io::growing<T> values;
    std::size_t entries = 0;
    std::int64_t lines = 0;
    io::market::value_marks marks;
    /// The entries before which lines were skipped, each with its line in the block.
    std::vector<std::pair<std::uint64_t, std::int64_t>> behind_skipped;

    void clear() {
        entries = 0;
        lines = 0;
        marks.clear();
        behind_skipped.clear();
    }
};

/// Reads the entries of a block, independently of the blocks before it.
template <class T>
class block_parser {
  public:
    explicit block_parser(const header& h) : h_(h), values_(h) {}

    void operator()(const io::text_block& block, entry_block<T>& out) const {
        const bool positions = h_.form == layout::coordinate;
        const std::size_t most = block.text().size() / 2 + 1;  // an entry takes a character and the end of its line
        if (positions) {
            out.rows.make_room(most);
            out.columns.make_room(most);
        }
        if (has_values) out.values.make_room(most);
        const auto read_plain = [&](const char* p, const char* end) {
            return positions ? read_plain_entry(p, end, out) : read_plain_element(p, end, out);
        };
        io::parse_lines(syntax, block, out.lines, out.entries, read_plain, [&](text_scanner& s) { read_entry(s, out); });
    }

  private:
    static constexpr bool has_values = !std::is_same_v<T, no_value>;

    // Reads a line of plain form: words of digits, separated by blanks. Returns the beginning of the next line, or null for any
    // other form, which may still be correct.
    const char* read_plain_entry(const char* p, const char* end, entry_block<T>& out) const {
        std::uint64_t row = 0, column = 0;
        p = io::read_plain_pair(p, row, column, io::skip_blanks);
        if (p == nullptr) return nullptr;
        if (row - 1 >= static_cast<std::uint64_t>(h_.nrows) || column - 1 >= static_cast<std::uint64_t>(h_.ncols))
            return nullptr;
        if (h_.shape == symmetry::skew_symmetric && row == column) return nullptr;
        T value{};
        if constexpr (has_values) {
            const char* const at = io::skip_blanks(p);
            if (at == p) return nullptr;
            p = values_.read_plain(at, end, value);
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
            T value{};
            const char* const at = values_.read_plain(p, end, value);
            out.values[out.entries] = value;
            return at == p ? nullptr : io::end_of_plain_line(at);
        } else {
            return nullptr;
        }
    }

    /// Reads an entry in any form. It is not inlined, so that the loop over plain lines stays small.
    [[gnu::noinline]] void read_entry(text_scanner& scanner, entry_block<T>& out) const {
        if (scanner.line() > out.lines + 1) out.behind_skipped.emplace_back(out.entries, scanner.line());
        if (h_.form == layout::coordinate) {
            out.rows[out.entries] = read_position(scanner, "row", h_.nrows);
            out.columns[out.entries] = read_position(scanner, "column", h_.ncols);
        }
        const T value = values_.read(scanner, out.entries, out.marks);
        if (h_.form == layout::coordinate && h_.shape == symmetry::skew_symmetric && !out.marks.last_is_zero)
            refuse_diagonal(scanner, out.rows[out.entries], out.columns[out.entries]);
        if (!scanner.rest_of_line().empty())
            scanner.fail(fmt::format("{} after the end of the entry", io::quoted(scanner.rest_of_line())));
        if constexpr (has_values) out.values[out.entries] = value;
    }

    /// Of the diagonal a skew-symmetric matrix can have only zeros.
    static void refuse_diagonal(const text_scanner& scanner, column_index row, column_index column) {
        if (row != column) return;
        scanner.fail(
            fmt::format("the value of ({0}, {0}) is not zero, as it has to be on the diagonal of a skew-symmetric matrix",
                        row + std::uint64_t{1}));
    }

    const header& h_;
    const io::market::value_parser<T> values_;
};

/// Appends the entries of the blocks, each followed by its mirror image if the matrix is symmetric.
template <class T>
class entry_collector {
  public:
    entry_collector(const header& h, bool count_is_sound, std::int64_t lines_before, coordinates& result,
                    std::vector<T>& values)
        : h_(h), result_(result), values_(values), lines_(lines_before) {
        if (h_.form == layout::array) row_ = first_row();
        // If the size of the file did not confirm the count, no large memory is reserved for it.
        constexpr std::uint64_t granted = 1 << 20;
        const std::size_t expected = (count_is_sound ? h_.entries : std::min(h_.entries, granted)) * (mirrors() ? 2 : 1);
        make_room(expected);
    }

    void operator()(const io::text_block& block, const entry_block<T>& read, const io::line_error* error) {
        const std::uint64_t missing = h_.entries - read_;
        if (read.entries > missing || (error != nullptr && read.entries == missing)) refuse_excess(block, missing);
        if (error != nullptr) return;
        if (lists_each_once()) remember_lines(read);
        if (large_ == 0 && !read.marks.large.empty()) first_large_line_ = lines_ + read.marks.first_large_line;
        make_room(read.entries * (mirrors() ? 2 : 1));
        if (h_.form == layout::coordinate && !mirrors()) {
            result_.rows.insert(result_.rows.end(), read.rows.begin(), read.rows.begin() + read.entries);
            result_.columns.insert(result_.columns.end(), read.columns.begin(), read.columns.begin() + read.entries);
            if constexpr (has_values) values_.insert(values_.end(), read.values.begin(), read.values.begin() + read.entries);
            large_ += read.marks.large.size();
        } else {
            auto next_large = read.marks.large.begin();
            for (std::size_t k = 0; k < read.entries; ++k) {
                const std::size_t before = result_.rows.size();
                add(read, k);
                if (next_large == read.marks.large.end() || *next_large != k) continue;
                large_ += result_.rows.size() - before;
                ++next_large;
            }
        }
        read_ += read.entries;
        lines_ += read.lines;
    }

    std::uint64_t entries_read() const noexcept { return read_; }

    /// The number of values above the largest int64, mirror images included, and the line of the first one.
    std::size_t large_values() const noexcept { return large_; }
    std::int64_t first_large_line() const noexcept { return first_large_line_; }

    /// A file that declares its type comes from a program that works with matrices, in which no entry occurs twice: LAGraph
    /// refuses duplicates in such a file, and so do we. It must be called after the last entry.
    void check_listed_once(const std::string& file) const {
        if (!lists_each_once()) return;
        const auto found = io::find_listed_twice(result_, mirrors());
        if (!found) return;
        throw io_error(file, line_of(found->again),
                       fmt::format("this entry was listed in line {} already; a file that declares its type (line {}) lists "
                                   "each entry once",
                                   line_of(found->first), h_.type_line));
    }

  private:
    static constexpr bool has_values = !std::is_same_v<T, no_value>;

    bool lists_each_once() const noexcept { return h_.type != type_code::none && h_.form == layout::coordinate; }

    void remember_lines(const entry_block<T>& read) {
        known_lines_.emplace_back(read_, lines_ + 1);
        for (const auto& [entry, line] : read.behind_skipped) known_lines_.emplace_back(read_ + entry, lines_ + line);
    }

    /// The line of an entry: after an entry whose line is known, every entry takes one line.
    std::int64_t line_of(std::uint64_t entry) const {
        const auto next = std::upper_bound(known_lines_.begin(), known_lines_.end(), entry,
                                           [](std::uint64_t e, const auto& known) { return e < known.first; });
        const auto& [first, line] = *std::prev(next);
        return line + static_cast<std::int64_t>(entry - first);
    }

    bool mirrors() const noexcept { return h_.shape != symmetry::general; }

    void refuse_excess(const io::text_block& block, std::uint64_t missing) const {
        text_scanner scanner(syntax, block.text());
        for (std::uint64_t k = 0; k < missing; ++k) scanner.next_line();
        if (!scanner.next_line()) return;
        scanner.fail(fmt::format("{} after the last of the {} entries announced in line {}", io::quoted(scanner.rest_of_line()),
                                 h_.entries, h_.size_line));
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
        push(column, row, h_.shape == symmetry::skew_symmetric ? io::market::negated(value) : value);
    }

    void make_room(std::size_t entries) {
        base::make_room(result_.rows, entries);
        base::make_room(result_.columns, entries);
        if (has_values) base::make_room(values_, entries);
    }

    void push(column_index row, column_index column, [[maybe_unused]] T value) {
        result_.rows.push_back(row);
        result_.columns.push_back(column);
        if constexpr (has_values) values_.push_back(value);
    }

    /// The first row of the current column of an array file, which leaves out the entries that follow from symmetry.
    index first_row() const noexcept {
        return h_.shape == symmetry::general ? 0 : h_.shape == symmetry::skew_symmetric ? column_ + 1 : column_;
    }

    const header& h_;
    coordinates& result_;
    std::vector<T>& values_;
    std::uint64_t read_ = 0;
    std::size_t large_ = 0;
    std::int64_t first_large_line_ = 0;
    std::int64_t lines_;
    std::vector<std::pair<std::uint64_t, std::int64_t>> known_lines_;  // (entry, line)
    index row_ = 0;
    index column_ = 0;
};

template <class T>
void read_entries(const io::reading& how, io::line_blocks& blocks, text_scanner& scanner, header& h, coordinates& result,
                  std::vector<T>& values) {
    const bool count_is_sound = how.share == nullptr && scanner.bytes_left().has_value();
    const std::int64_t lines_before = how.share == nullptr ? scanner.line() : 0;
    io::text_block first_block = scanner.take_block_from_here();
    if (how.share != nullptr) {
        if (h.form == layout::array) throw io::no_shares{};
        how.share->announced = h.entries;
        blocks.go_to_share(first_block, *how.share);
    }
    entry_collector<T> collect(h, count_is_sound, lines_before, result, values);
    const std::int64_t lines =
        io::for_blocks<entry_block<T>>(how.team, blocks, std::move(first_block), lines_before, block_parser<T>(h),
                                       [&](const io::text_block& block, const entry_block<T>& read,
                                           const io::line_error* error) { collect(block, read, error); });
    if (how.share != nullptr) h.entries = collect.entries_read();
    if (collect.entries_read() < h.entries)
        throw io_error(blocks.from().name(), lines,
                       fmt::format("the file ends after {} of the {} entries announced in line {}",
                                   collect.entries_read(), h.entries, h.size_line));
    collect.check_listed_once(blocks.from().name());
    if constexpr (std::is_same_v<T, std::int64_t>) {
        if (collect.large_values() == 0) return;
        // Values above the largest int64 have the bits of negative numbers.
        const auto negative = std::count_if(values.begin(), values.end(), [](std::int64_t value) { return value < 0; });
        if (static_cast<std::size_t>(negative) > collect.large_values())
            throw io_error(blocks.from().name(), collect.first_large_line(),
                           "the value is above 2^63 - 1, and other values are negative: no integer of 64 bits holds them all; "
                           "--weights none reads the structure alone");
        std::vector<std::uint64_t> all(values.begin(), values.end());
        result.values = std::move(all);
        result.declared_type = type_code::uint64;
    }
}

/// Notes that the values of a complex matrix are not read, or throws io_error if they are required.
void leave_complex_values(const std::string& file, weight_column weights, read_report& report) {
    if (weights == weight_column::required)
        throw io_error(file, 1,
                       "the values are complex and cannot be read; without --weights column the structure is read alone");
    report.weights_ignored = weights == weight_column::none;
    if (weights == weight_column::automatic)
        report.add_note("complex_values_ignored",
                        "the values of the file are complex and were left aside: its structure was read");
}

coordinates read(io::input& from, const io::reading& how, weight_column weights) {
    io::line_blocks blocks(from, how.progress, how.block_size);
    text_scanner scanner(syntax, blocks);
    header h;
    try {
        h = io::market::read_header(scanner);
    } catch (const io::line_error& e) {
        throw io_error(from.name(), e.line(), e.what());
    }

    coordinates result;
    result.nrows = h.nrows;
    result.ncols = h.ncols;
    result.declared_type = h.type;
    const auto read_all = [&](auto& values) { read_entries(how, blocks, scanner, h, result, values); };
    if (h.kind == io::market::field::complex) leave_complex_values(from.name(), weights, result.report);
    if (h.kind == io::market::field::pattern || h.kind == io::market::field::complex) {
        std::vector<no_value> no_values;
        read_all(no_values);
    } else if (h.type == type_code::uint64) {
        read_all(result.values.emplace<std::vector<std::uint64_t>>());
    } else if ((h.type == type_code::none ? h.kind : io::market::field_of(h.type)) == io::market::field::real) {
        read_all(result.values.emplace<std::vector<double>>());
    } else {
        read_all(result.values.emplace<std::vector<std::int64_t>>());
    }
    result.report.format = fmt::format("Matrix Market {} {} {}", name_of(h.form), name_of(h.kind), name_of(h.shape));
    result.report.entries_in_file = static_cast<index>(h.entries);
    result.report.mirrored = result.size() - result.report.entries_in_file;
    result.report.symmetric_by_format = h.shape == symmetry::symmetric || h.shape == symmetry::hermitian;
    return result;
}

}  // namespace

bool has_matrix_market_banner(std::string_view text) noexcept {
    text = io::without_byte_order_mark(text);
    return io::market::is_banner(text.substr(0, io::market::banner.size() - !text.starts_with("%%")));
}

coordinates io::read_matrix_market(input& from, const reading& how, weight_column weights) {
    from.read_as_text();
    return base::within_memory(from.name() + ": the list of its entries", [&] { return read(from, how, weights); });
}

coordinates parse_matrix_market(std::string_view text, const std::string& file, progress_counters* progress) {
    return base::library_call("parse_matrix_market", [&] {
        io::input from(text, file);
        return io::read_matrix_market(from, {.progress = progress});
    });
}

}  // namespace graphblas_gpu
