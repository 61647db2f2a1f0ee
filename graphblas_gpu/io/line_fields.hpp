// Needs: a line of text.
// Idea: the fields of a line of comma-separated values (after RFC 4180), whatever the separator is. Blanks around a field
// are no part of it. A field in quotes may hold the separator, and two quotes for one; it ends with its line.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace graphblas_gpu::io {

/// Splits one line into fields.
class line_fields {
  public:
    /// `separator` ' ' stands for any number of blanks and tabs. `number` is that of the line, for complaints.
    line_fields(std::string_view line, char separator, std::int64_t number) noexcept;

    /// The next field; false at the end of the line. Nothing behind the last separator is no field. A field with doubled
    /// quotes lies in `storage`, any other one in the line. Throws line_error for quotes that are not closed and for text
    /// behind closed ones.
    bool next(std::string_view& field, std::string& storage);

  private:
    std::string_view quoted_field(std::string& storage);
    void skip_blanks() noexcept;
    bool is_blank(char c) const noexcept { return c == ' ' || (c == '\t' && separator_ != '\t'); }

    std::string_view rest_;
    char separator_;
    std::int64_t number_;
    bool more_;
};

/// Whether the line holds neither words nor a comment.
bool is_blank_or_comment(std::string_view line) noexcept;

}  // namespace graphblas_gpu::io
