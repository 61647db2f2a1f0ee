// Needs: a text in memory and the name it goes by in messages.
// Idea: the readers' common ground: lines that are neither blank nor comments, split into words, and numbers out of
// words. The position is a line number at all times, so every complaint can name it. Nothing here trusts the bytes:
// NUL, carriage returns and lines without end are just characters.
#pragma once

#include <graphblas_gpu/progress.hpp>

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <system_error>

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

/// The same for a double: decimal or scientific notation, "inf" and "nan". What is too small becomes zero; what is too
/// large is out of range.
number_status parse_real(std::string_view word, double& value) noexcept;

/// The word in quotes, shortened and with unprintable bytes as \xNN, fit for a message.
std::string quoted(std::string_view word);

class text_scanner {
  public:
    /// Words are parted by blanks, tabs and the characters of `separators`; a line whose first character that is not a
    /// blank is one of `comment_marks` is skipped. A byte order mark at the beginning is skipped.
    text_scanner(std::string_view text, std::string file, std::string_view separators, std::string_view comment_marks,
                 progress_counters* progress);

    /// Goes to the next line as it is; false at the end of the text. line() then stays at the last line.
    bool next_physical_line() {
        if (at_ >= next_tick_) tick();
        if (at_ == text_.size()) return false;
        const std::size_t newline = text_.find('\n', at_);
        const std::size_t end = newline == std::string_view::npos ? text_.size() : newline;
        rest_ = text_.substr(at_, end - at_);
        at_ = newline == std::string_view::npos ? end : newline + 1;
        ++line_;
        empty_field_ = false;
        return true;
    }

    /// Goes to the next line that holds words; false at the end of the text.
    bool next_line() {
        while (next_physical_line()) {
            skip_separators();
            if (!rest_.empty() && !is(comment, rest_.front())) return true;
        }
        return false;
    }

    /// The next word of the line; empty if there is none left.
    std::string_view next_word() noexcept {
        skip_separators();
        std::size_t length = 0;
        while (length < rest_.size() && !is(separator, rest_[length])) ++length;
        const std::string_view word = rest_.substr(0, length);
        rest_.remove_prefix(length);
        return word;
    }

    /// The next word and its value as a number from 0; an empty word is not a number. Indices are most of every file,
    /// so short plain ones are converted while the end of the word is being looked for.
    number_status next_unsigned(std::string_view& word, std::uint64_t& value) noexcept {
        constexpr std::size_t digits_that_always_fit = 19;
        skip_separators();
        std::uint64_t digits = 0;
        std::size_t n = 0;
        for (; n < rest_.size() && n < digits_that_always_fit && rest_[n] >= '0' && rest_[n] <= '9'; ++n)
            digits = 10 * digits + static_cast<std::uint64_t>(rest_[n] - '0');
        if (n == 0 || (n < rest_.size() && !is(separator, rest_[n]))) {
            word = next_word();
            return parse_integer(word, value);
        }
        word = rest_.substr(0, n);
        rest_.remove_prefix(n);
        value = digits;
        return number_status::fine;
    }

    /// What is left of the line, from its next word on.
    std::string_view rest_of_line() noexcept {
        skip_separators();
        return rest_;
    }

    /// Whether two separators of the format, other than blanks, followed each other in what was read of the line.
    bool met_empty_field() const noexcept { return empty_field_; }

    std::int64_t line() const noexcept { return line_; }
    std::size_t bytes_left() const noexcept { return text_.size() - at_; }

    /// Throws io_error for the line at hand, or for the one given.
    [[noreturn]] void fail(const std::string& what_is_wrong) const { fail_at(line_, what_is_wrong); }
    [[noreturn]] void fail_at(std::int64_t line, const std::string& what_is_wrong) const;

  private:
    enum character_class : unsigned char { ordinary = 0, separator = 1, comment = 2 };

    bool is(character_class c, char x) const noexcept { return classes_[static_cast<unsigned char>(x)] == c; }
    void skip_separators() noexcept {
        std::size_t n = 0;
        int marks = 0;
        for (; n < rest_.size() && is(separator, rest_[n]); ++n) marks += rest_[n] > ' ';
        empty_field_ |= marks > 1;
        rest_.remove_prefix(n);
    }
    void tick() noexcept;

    std::string_view text_;
    std::string_view rest_;
    std::size_t at_ = 0;
    std::int64_t line_ = 0;
    bool empty_field_ = false;
    std::string file_;
    character_class classes_[256] = {};

    progress_counters* progress_;
    std::size_t next_tick_ = 0;
    std::uint64_t units_before_ = 0;  // what loading the text has used up
    std::uint64_t units_ = 0;         // what is left for parsing it
};

/// The text without the byte order mark that some editors put in front.
inline std::string_view without_byte_order_mark(std::string_view text) noexcept {
    return text.starts_with("\xef\xbb\xbf") ? text.substr(3) : text;
}

}  // namespace graphblas_gpu::io
