// Idea: numbers as text, in the shortest form that reads back as the same value; the text is the same on every machine and in
// every locale.
#pragma once

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

}  // namespace graphblas_gpu::io
