#include <graphblas_gpu/io/edge_list.hpp>
#include <graphblas_gpu/io/line_fields.hpp>
#include <graphblas_gpu/io/text_blocks.hpp>
#include <graphblas_gpu/io/text_scanner.hpp>

#include <fmt/format.h>

namespace graphblas_gpu::io {

line_fields::line_fields(std::string_view line, char separator, std::int64_t number, const char* end_of_text) noexcept
    : rest_(line),
      begin_(line.data()),
      end_(line.data() + line.size()),
      end_of_text_(end_of_text),
      separator_(separator == double_colon ? ':' : separator),
      doubled_(separator == double_colon),
      number_(number) {
    while (rest_.ends_with('\r')) rest_.remove_suffix(1);
    skip_blanks();
    more_ = !rest_.empty();
}

bool line_fields::next(std::string_view& field, std::string& storage) {
    if (!more_) return false;
    const bool quotes = rest_.starts_with('"');
    if (quotes) {
        field = quoted_field(storage);
    } else {
        // string_view::find uses memchr, which is slower for a short field.
        std::size_t size = 0;
        if (separator_ == ' ')
            while (size < rest_.size() && !is_blank(rest_[size])) ++size;
        else
            while (size < rest_.size() && !is_separator(size)) ++size;
        field = rest_.substr(0, size);
        rest_.remove_prefix(size);
        while (!field.empty() && is_blank(field.back())) field.remove_suffix(1);
    }
    const std::size_t size_before = rest_.size();
    skip_blanks();
    const bool has_blanks = rest_.size() < size_before;
    if (rest_.empty()) {
        more_ = false;
    } else if (separator_ == ' ' ? has_blanks : is_separator(0)) {
        if (separator_ != ' ') rest_.remove_prefix(doubled_ ? 2 : 1);
        skip_blanks();
        more_ = !rest_.empty();
    } else {
        refuse_text_behind_quote();
    }
    return true;
}

void line_fields::skip_rest() {
    if (separator_ == ' ' || separator_ == '\t' || rest_.find('"') == std::string_view::npos) return;
    std::string storage;
    while (!rest_.empty()) {
        const char* const end_before = end_;
        if (rest_.starts_with('"')) quoted_field(storage);
        skip_blanks();
        // A single quote at the beginning of a field would be joined with the next one, which opens a field of another line.
        if (end_ != end_before && !rest_.empty() && !is_separator(0)) refuse_text_behind_quote();
        std::size_t size = 0;
        while (size < rest_.size() && !is_separator(size)) ++size;
        rest_.remove_prefix(std::min(rest_.size(), size + (doubled_ ? 2 : 1)));
        skip_blanks();
    }
}

void line_fields::refuse_text_behind_quote() const {
    const std::int64_t line = number_ + std::count(begin_, rest_.data(), '\n');
    const char* const opened = line > number_ ? " and was opened in a line before" : "";
    throw line_error(line, fmt::format("{} stands behind a quote that ends a field{}; --separator says what separates the "
                                       "columns",
                                       io::quoted(rest_), opened));
}

std::string_view line_fields::quoted_field(std::string& storage) {
    bool doubled = false;
    const auto closing_quote = [&](std::string_view text) {
        std::size_t at = text.find('"', 1);
        while (at != std::string_view::npos && at + 1 < text.size() && text[at + 1] == '"') {
            doubled = true;
            at = text.find('"', at + 2);
        }
        return at;
    };
    std::size_t end = closing_quote(rest_);
    if (end == std::string_view::npos) {
        const std::string_view text(rest_.data(), static_cast<std::size_t>(end_of_text_ - rest_.data()));
        end = closing_quote(text);
        if (end == std::string_view::npos)
            throw open_quote(
                number_ + std::count(begin_, rest_.data(), '\n'),
                fmt::format("a quote is opened here and not closed, up to the end of the file or for {} MiB: {}; a "
                            "field that begins with a quote has to end with one, and a quote inside is written "
                            "twice",
                            line_blocks::longest_line >> 20, io::quoted(rest_.substr(0, rest_.find('\n')))));
        rest_ = text.substr(0, text.find('\n', end));
        end_ = rest_.data() + rest_.size();
        while (rest_.ends_with('\r')) rest_.remove_suffix(1);
    }
    std::string_view field = rest_.substr(1, end - 1);
    rest_.remove_prefix(end + 1);
    if (!doubled) return field;
    storage.clear();
    for (std::size_t at = 0; at < field.size(); ++at) {
        storage += field[at];
        at += field[at] == '"';
    }
    return storage;
}

std::size_t begin_of_attributes(std::string_view line) noexcept {
    constexpr std::string_view separators = " \t,;|:";
    if (const std::size_t last = line.find_last_not_of(" \t\r"); last == std::string_view::npos || line[last] != '}')
        return std::string_view::npos;
    bool quoted = false;
    for (std::size_t at = 0; at < line.size(); ++at) {
        quoted ^= line[at] == '"';
        if (quoted || line[at] != '{' || at == 0 || separators.find(line[at - 1]) == std::string_view::npos) continue;
        // Two words come before attributes.
        const std::string_view words = without_leading_blanks(line.substr(0, at));
        const std::size_t end = words.find_last_not_of(separators);
        return words.substr(0, end + 1).find_first_of(separators) == std::string_view::npos ? std::string_view::npos : at;
    }
    return std::string_view::npos;
}

void line_fields::skip_blanks() noexcept {
    std::size_t n = 0;
    while (n < rest_.size() && is_blank(rest_[n])) ++n;
    rest_.remove_prefix(n);
}

}  // namespace graphblas_gpu::io
