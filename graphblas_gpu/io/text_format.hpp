// Idea: numbers as text, in the shortest form that reads back as the same value; the text is the same on every machine and in
// every locale. Words of tables are in quotes where they would not be read back as they are (RFC 4180, section 2).
#pragma once

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>

namespace graphblas_gpu::io {

using digit_buffer = std::array<char, 64>;

template <class T>
std::string_view digits_of(T x, digit_buffer& buffer) {
    static_assert(std::is_arithmetic_v<T>);
    if constexpr (std::is_same_v<T, bool>) {
        return x ? "1" : "0";
    } else {
        const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), x).ptr;
        return {buffer.data(), static_cast<std::size_t>(end - buffer.data())};
    }
}

/// The shortest text that reads back as the same value.
template <class T>
void append_number(std::string& text, T x) {
    digit_buffer buffer;
    text += digits_of(x, buffer);
}

/// The same, but a floating-point value always shows that it is one: 2.0, not 2.
template <class T>
void append_number_of_its_kind(std::string& text, T x) {
    digit_buffer buffer;
    const std::string_view digits = digits_of(x, buffer);
    text += digits;
    if (std::is_floating_point_v<T> && digits.find_first_not_of("-0123456789") == std::string_view::npos) text += ".0";
}

/// Appends a word of a table whose columns this character separates. It is put in quotes if it has the separator, a quote, a
/// line break or another control character in it, if blanks at its ends would get lost, or if its line could be taken for a
/// comment, or its beginning for a byte order mark.
inline void append_word(std::string& text, std::string_view word, char separator) {
    const auto is_special = [&](char c) { return (c >= 0 && c < ' ') || c == separator || c == '"'; };
    const auto begins_with = [&](std::string_view part) { return word.substr(0, part.size()) == part; };
    const bool plain = !word.empty() && std::none_of(word.begin(), word.end(), is_special) && word.front() != ' ' &&
                       word.back() != ' ' && word.front() != '#' && word.front() != '%' && !begins_with("\xef\xbb\xbf") &&
                       !begins_with("\xff\xfe") && !begins_with("\xfe\xff");
    if (plain) {
        text += word;
        return;
    }
    text += '"';
    for (const char c : word) text.append(c == '"' ? 2 : 1, c);
    text += '"';
}

}  // namespace graphblas_gpu::io
