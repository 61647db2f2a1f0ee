// Idea: all readers of texts need lines that are neither blank nor comments, the words of lines, and the numbers of words. The
// scanner always knows its line number, so that every message can name it. Any byte may occur: NUL and carriage returns are
// ordinary characters.
#pragma once

#include <graphblas_gpu/io/text_blocks.hpp>

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

namespace graphblas_gpu::io {

enum class number_status { fine, not_a_number, out_of_range };

/// Reads the whole word as a number; a leading '+' is allowed.
template <class Integer>
number_status parse_integer(std::string_view word, Integer& value) noexcept {
    if (word.size() > 1 && word[0] == '+' && word[1] != '-') word.remove_prefix(1);
    const char* const end = word.data() + word.size();
    const auto [stop, status] = std::from_chars(word.data(), end, value);
    if (status == std::errc::invalid_argument || stop != end) return number_status::not_a_number;
    return status == std::errc() ? number_status::fine : number_status::out_of_range;
}

/// Reads the whole word as a double: decimal or scientific notation, "inf" and "nan". A number that is too small becomes zero;
/// one that is too large is out of range.
number_status parse_real(std::string_view word, double& value) noexcept;

/// Sources call it io::quoted: std::quoted of <iomanip> would be found beside it for a std::string.
/// The word in quotes for a message: shortened, with control characters and bytes that are no UTF-8 as \xNN.
std::string quoted(std::string_view word);

/// The word with its letters A to Z as small letters.
std::string lower_case(std::string_view word);

/// The characters that separate words and that begin a comment in a format.
class line_syntax {
  public:
    /// Words are separated by blanks, tabs and the characters of `separators`. A line is a comment if its first character that
    /// is not blank is one of `comment_marks`.
    /// If `whole_mark` is not empty, a comment has to begin with all of it. It must outlive the syntax.
    constexpr line_syntax(std::string_view separators, std::string_view comment_marks,
                          std::string_view whole_mark = {}) noexcept
        : whole_mark_(whole_mark) {
        for (const char c : std::string_view(" \t\r\v\f")) classes_[static_cast<unsigned char>(c)] = separator;
        for (const char c : separators) classes_[static_cast<unsigned char>(c)] = separator;
        for (const char c : comment_marks) classes_[static_cast<unsigned char>(c)] = comment;
    }

    bool is_separator(char x) const noexcept { return classes_[static_cast<unsigned char>(x)] == separator; }
    bool is_comment(char x) const noexcept { return classes_[static_cast<unsigned char>(x)] == comment; }
    /// Whether a line is a comment; `words` are those of the line, and not empty.
    bool is_comment(std::string_view words) const noexcept {
        return is_comment(words.front()) && words.starts_with(whole_mark_);
    }

  private:
    enum character_class : unsigned char { ordinary = 0, separator = 1, comment = 2 };
    character_class classes_[256] = {};
    std::string_view whole_mark_;
};

/// Some lines of a text: their number, and the first of them.
struct noted_lines {
    std::int64_t count = 0;
    std::int64_t first_line = 0;
    std::string first;

    void add(std::int64_t line, std::string_view text) {
        if (count++ > 0) return;
        first_line = line;
        first = text.substr(0, 200);
    }
    void add(const noted_lines& others, std::int64_t lines_before) {
        if (count == 0 && others.count > 0) {
            first_line = lines_before + others.first_line;
            first = others.first;
        }
        count += others.count;
    }
};

class text_scanner {
  public:
    /// The syntax and the text must outlive the scanner.
    text_scanner(const line_syntax& syntax, std::string_view text) noexcept : syntax_(syntax), text_(text) {}

    /// Scans block after block; a byte order mark at the beginning is skipped. It is meant for the first lines of a file: after
    /// these, take_block_from_here() or take_block_from_line() hands the rest to another reader.
    text_scanner(const line_syntax& syntax, line_blocks& blocks) noexcept : syntax_(syntax), blocks_(&blocks) {}

    /// Goes to the next line, whatever it contains. Returns false at the end of the text; line() is then the last line.
    bool next_physical_line() {
        if (at_ == text_.size() && !next_block()) return false;
        line_begin_ = at_;
        const std::size_t newline = text_.find('\n', at_);
        const std::size_t end = newline == std::string_view::npos ? text_.size() : newline;
        rest_ = text_.substr(at_, end - at_);
        at_ = newline == std::string_view::npos ? end : newline + 1;
        ++line_;
        empty_field_ = false;
        return true;
    }

    /// Goes to the next line that has words and is not a comment. Returns false at the end of the text.
    bool next_line() {
        while (next_physical_line()) {
            skip_separators();
            if (rest_.empty()) continue;
            if (!syntax_.is_comment(rest_)) return true;
            if (comments_ != nullptr) comments_->add(line_, rest_);
        }
        return false;
    }

    /// Comments that next_line() skips are added to this list from now on.
    void note_comments(noted_lines& comments) noexcept { comments_ = &comments; }

    /// The next word of the line; empty if there are no more.
    std::string_view next_word() noexcept {
        skip_separators();
        std::size_t length = 0;
        while (length < rest_.size() && !syntax_.is_separator(rest_[length])) ++length;
        const std::string_view word = rest_.substr(0, length);
        rest_.remove_prefix(length);
        return word;
    }

    /// The next word and its value as a number from 0; an empty word is not a number. Most words of a file are indices, so
    /// short plain numbers are converted while the end of the word is searched for.
    number_status next_unsigned(std::string_view& word, std::uint64_t& value) noexcept {
        constexpr std::size_t digits_that_always_fit = 19;
        skip_separators();
        std::uint64_t digits = 0;
        std::size_t n = 0;
        for (; n < rest_.size() && n < digits_that_always_fit && rest_[n] >= '0' && rest_[n] <= '9'; ++n)
            digits = 10 * digits + static_cast<std::uint64_t>(rest_[n] - '0');
        if (n == 0 || (n < rest_.size() && !syntax_.is_separator(rest_[n]))) {
            word = next_word();
            return parse_integer(word, value);
        }
        word = rest_.substr(0, n);
        rest_.remove_prefix(n);
        value = digits;
        return number_status::fine;
    }

    /// The rest of the line, from its next word on, without the carriage return of a line that ends in CR LF.
    std::string_view rest_of_line() noexcept {
        skip_separators();
        while (rest_.ends_with('\r')) rest_.remove_suffix(1);
        return rest_;
    }

    /// Whether the part of the line that was read begins with a separator other than a blank, or has two of them without a word
    /// in between.
    bool met_empty_field() const noexcept { return empty_field_; }

    std::int64_t line() const noexcept { return line_; }

    /// The beginning of the next line.
    std::size_t position() const noexcept { return at_; }
    /// Continues at another position, which is the beginning of the line after `line`.
    void move_to(std::size_t position, std::int64_t line) noexcept {
        at_ = position;
        line_ = line;
    }

    /// The number of bytes behind the current line, if it is known.
    std::optional<std::uint64_t> bytes_left() const noexcept {
        const auto behind = blocks_ == nullptr ? std::uint64_t{0} : blocks_->bytes_left();
        if (!behind) return std::nullopt;
        return *behind + (text_.size() - at_);
    }

    /// The rest of the block, after the current line or from the beginning of this line. The scanner must not be used
    /// afterwards.
    text_block take_block_from_here() { return take_block(at_); }
    text_block take_block_from_line() { return take_block(line_begin_); }

    [[noreturn]] void fail(const std::string& what_is_wrong) const { throw line_error(line_, what_is_wrong); }

  private:
    void skip_separators() noexcept {
        std::size_t n = 0;
        int marks = 0;
        for (; n < rest_.size() && syntax_.is_separator(rest_[n]); ++n) marks += rest_[n] > ' ';
        const bool is_line_begin = rest_.data() == text_.data() + line_begin_;
        empty_field_ |= marks > (is_line_begin ? 0 : 1);
        rest_.remove_prefix(n);
    }
    bool next_block();
    text_block take_block(std::size_t from) {
        block_.drop_front(from);
        return std::move(block_);
    }

    const line_syntax& syntax_;
    line_blocks* blocks_ = nullptr;
    noted_lines* comments_ = nullptr;
    text_block block_;
    std::string_view text_;
    std::string_view rest_;
    std::size_t at_ = 0;
    std::size_t line_begin_ = 0;
    std::int64_t line_ = 0;
    bool empty_field_ = false;
};

/// Parses a block that has one entry in a line; `lines` and `entries` count what was read. read_plain(p, end) reads the entry
/// of a line of plain form at p and returns the beginning of the next line, or null for any other line. Lines that are not
/// plain are read by read_any(scanner), without those that are blank or comments; `comments`, if not null, gets the latter.
template <class ReadPlain, class ReadAny>
void parse_lines(const line_syntax& syntax, const text_block& block, std::int64_t& lines, std::size_t& entries,
                 const ReadPlain& read_plain, const ReadAny& read_any, noted_lines* comments = nullptr) {
    const char* const begin = block.text().data();
    const char* const end = begin + block.text().size();
    text_scanner scanner(syntax, block.text());
    if (comments != nullptr) scanner.note_comments(*comments);
    for (const char* p = begin; p < end; ++entries) {
        if (const char* const next = read_plain(p, end)) {
            p = next;
            ++lines;
            continue;
        }
        scanner.move_to(static_cast<std::size_t>(p - begin), lines);
        const bool found = scanner.next_line();
        if (found) read_any(scanner);
        lines = scanner.line();
        p = begin + scanner.position();
        if (!found) return;
    }
}

/// The text without the byte order mark that some editors write at its beginning.
inline std::string_view without_byte_order_mark(std::string_view text) noexcept {
    return text.starts_with("\xef\xbb\xbf") ? text.substr(3) : text;
}

}  // namespace graphblas_gpu::io
