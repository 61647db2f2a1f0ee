// Idea: the fields of a line of comma-separated values (after RFC 4180), for any separator. Blanks around a field do not belong
// to it. A field in quotes may contain the separator and ends of lines, and two quotes stand for one. The line ends with the
// first end of line outside quotes.
#pragma once

#include <graphblas_gpu/io/text_blocks.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace graphblas_gpu::io {

/// Splits one line into fields.
class line_fields {
  public:
    /// A `separator` of ' ' stands for any number of blanks and tabs, double_colon for "::". `number` is the number of the
    /// line, for messages. A field in quotes may go on in the text that follows the line, up to `end_of_text`.
    line_fields(std::string_view line, char separator, std::int64_t number, const char* end_of_text) noexcept;
    line_fields(std::string_view line, char separator, std::int64_t number) noexcept
        : line_fields(line, separator, number, line.data() + line.size()) {}

    /// Finds the next field; returns false at the end of the line. After the last separator there is no field unless there is
    /// text. A field with doubled quotes is in `storage`, any other field in the line itself. Throws open_quote for quotes that
    /// are not closed before the end of the text, and line_error for text after closed quotes.
    bool next(std::string_view& field, std::string& storage);

    /// Goes to the end of the line, which may be behind ends of lines in quotes. In columns that blanks or tabs separate,
    /// quotes do not count here, because such files often have single ones in columns of text.
    void skip_rest();

    /// Where the line ends, once all fields are read.
    const char* end() const noexcept { return end_; }

  private:
    std::string_view quoted_field(std::string& storage);
    [[noreturn]] void refuse_text_behind_quote() const;
    void skip_blanks() noexcept;
    bool is_blank(char c) const noexcept { return c == ' ' || (c == '\t' && separator_ != '\t'); }
    bool is_separator(std::size_t at) const noexcept {
        return rest_[at] == separator_ && (!doubled_ || (at + 1 < rest_.size() && rest_[at + 1] == separator_));
    }

    std::string_view rest_;
    const char* begin_;
    const char* end_;
    const char* end_of_text_;
    char separator_;
    bool doubled_;  // whether the character has to stand twice
    std::int64_t number_;
    bool more_;
};

/// Where in a line the attributes of an edge begin that stand behind its ends in braces, as in "0 1 {'weight': 4}" of NetworkX;
/// npos if there are none.
std::size_t begin_of_attributes(std::string_view line) noexcept;

/// The line from its first character on that is not blank.
inline std::string_view without_leading_blanks(std::string_view line) noexcept {
    return line.substr(std::min(line.find_first_not_of(" \t\r\v\f"), line.size()));
}

}  // namespace graphblas_gpu::io
