#include <graphblas_gpu/io/edge_list.hpp>
#include <graphblas_gpu/io/line_fields.hpp>
#include <graphblas_gpu/io/text_blocks.hpp>
#include <graphblas_gpu/io/text_scanner.hpp>

#include <fmt/format.h>

namespace graphblas_gpu::io {

line_fields::line_fields(std::string_view line, char separator, std::int64_t number) noexcept
    : rest_(line),
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
        throw line_error(number_, fmt::format("{} stands behind a quote that ends a field; --separator says what separates the "
                                              "columns",
                                              quoted(rest_)));
    }
    return true;
}

std::string_view line_fields::quoted_field(std::string& storage) {
    bool doubled = false;
    std::size_t end = rest_.find('"', 1);
    while (end != std::string_view::npos && end + 1 < rest_.size() && rest_[end + 1] == '"') {
        doubled = true;
        end = rest_.find('"', end + 2);
    }
    if (end == std::string_view::npos)
        throw line_error(number_, fmt::format("a quote is opened and not closed in this line: {}; a field cannot go on in "
                                              "the next line",
                                              quoted(rest_)));
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

void line_fields::skip_blanks() noexcept {
    std::size_t n = 0;
    while (n < rest_.size() && is_blank(rest_[n])) ++n;
    rest_.remove_prefix(n);
}

}  // namespace graphblas_gpu::io
