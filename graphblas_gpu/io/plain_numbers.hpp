// Needs: text after whose end some bytes may be read (text_block::readable_beyond).
// Idea: files consist mostly of numbers, and nearly all numbers are short and plain. These functions read plain numbers, eight
// digits at a time without a branch on the number of digits. All other forms are left to text_scanner.hpp, which knows every
// spelling and has the error messages.
// Source: the arithmetic on eight characters at once is folklore; D. Lemire, "Quickly parsing eight digits" (2022), describes
// it.
#pragma once

#include <array>
#include <bit>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <system_error>

namespace graphblas_gpu::io {

inline const char* skip_blanks(const char* p) noexcept {
    while (*p == ' ' || *p == '\t') ++p;
    return p;
}

/// The beginning of the next line if the rest of this line is blank; otherwise null.
inline const char* end_of_plain_line(const char* p) noexcept {
    if (*p == '\n') return p + 1;
    p = skip_blanks(p);
    if (*p == '\r') ++p;
    return *p == '\n' ? p + 1 : nullptr;
}

/// Reads up to eight digits at p; returns their number.
inline int read_eight_digits(const char* p, std::uint64_t& value) noexcept {
    if constexpr (std::endian::native == std::endian::little) {
        std::uint64_t word = 0;
        std::memcpy(&word, p, sizeof word);
        word ^= 0x3030303030303030;  // digits become 0 to 9, all other characters more than 9
        // A byte of 10 or more gets its top bit set. Carries go towards later characters only, so the first such byte is right.
        const std::uint64_t others = ((word + 0x7676767676767676) | word) & 0x8080808080808080;
        const int digits = others == 0 ? 8 : std::countr_zero(others) / 8;
        if (digits == 0) return 0;
        word <<= 64 - 8 * digits;  // this has the effect of leading zeros
        word = (word * 10) + (word >> 8);
        word = (((word & 0x000000ff000000ff) * 0x000f424000000064) +
                (((word >> 16) & 0x000000ff000000ff) * 0x0000271000000001)) >>
               32;
        value = word;
        return digits;
    } else {
        int digits = 0;
        value = 0;
        for (; digits < 8 && p[digits] >= '0' && p[digits] <= '9'; ++digits)
            value = 10 * value + static_cast<std::uint64_t>(p[digits] - '0');
        return digits;
    }
}

inline constexpr std::array<std::uint64_t, 9> power_of_ten = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000};

/// Reads up to 16 digits at p; returns their number, and 0 if there are more than 16.
inline int read_plain_digits(const char* p, std::uint64_t& value) noexcept {
    const int first = read_eight_digits(p, value);
    if (first < 8) return first;
    std::uint64_t low = 0;
    const int second = read_eight_digits(p + 8, low);
    if (second == 0) return first;
    value = value * power_of_ten[static_cast<std::size_t>(second)] + low;
    if (second == 8 && p[16] >= '0' && p[16] <= '9') return 0;
    return first + second;
}

/// Reads two numbers of up to 16 digits each, after blanks; skip(p) returns the end of the separator at p, or p if there is
/// none. Returns the end of the second number, or null for any other text.
template <class Skip>
const char* read_plain_pair(const char* p, std::uint64_t& first, std::uint64_t& second, const Skip& skip) noexcept {
    p = skip_blanks(p);
    const int first_digits = read_plain_digits(p, first);
    if (first_digits == 0) return nullptr;
    p += first_digits;
    const char* const at = skip(p);
    if (at == p) return nullptr;
    const int second_digits = read_plain_digits(at, second);
    return second_digits == 0 ? nullptr : at + second_digits;
}

/// Reads an integer of up to 16 digits, with or without '-'. Returns its end, or p if there is no such integer.
inline const char* read_plain_integer(const char* p, std::int64_t& value) noexcept {
    const bool negative = *p == '-';
    std::uint64_t magnitude = 0;
    const int digits = read_plain_digits(p + negative, magnitude);
    if (digits == 0) return p;
    const auto positive = static_cast<std::int64_t>(magnitude);
    value = negative ? -positive : positive;
    return p + negative + digits;
}

/// Reads a real number. Returns its end, or p if there is no number or it does not fit a double. `end` is the end of the text.
inline const char* read_plain_real(const char* p, const char* end, double& value) noexcept {
    // Numbers of up to 15 digits are exact in a double, and so are powers of ten up to 22; then their quotient, rounded once,
    // is the double nearest to the written number (Clinger 1990).
    constexpr std::array<double, 9> exact_power = {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8};
    const bool negative = *p == '-';
    const char* at = p + negative;
    std::uint64_t digits = 0;
    const int whole = read_eight_digits(at, digits);
    at += whole;
    int fraction = 0;
    if (*at == '.') {
        std::uint64_t low = 0;
        fraction = read_eight_digits(++at, low);
        at += fraction;
        digits = digits * power_of_ten[static_cast<std::size_t>(fraction)] + low;
    }
    const bool more_follows = (*at >= '0' && *at <= '9') || *at == 'e' || *at == 'E';
    if (whole > 0 && whole + fraction <= 15 && !more_follows) {
        const double magnitude = static_cast<double>(digits) / exact_power[static_cast<std::size_t>(fraction)];
        value = negative ? -magnitude : magnitude;
        return at;
    }
    const auto [stop, status] = std::from_chars(p, end, value);
    return status == std::errc() ? stop : p;
}

}  // namespace graphblas_gpu::io
