// Idea: the parts of the scanner that do not run for every character; see text_scanner.hpp.
#include <graphblas_gpu/io/printable.hpp>
#include <graphblas_gpu/io/text_scanner.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace graphblas_gpu::io {
namespace {

// std::from_chars returns "out of range" for numbers that are too large and for numbers that are too small. In both cases the
// decimal exponent of the leading digit is far from zero, so its sign tells them apart. Exponents with too many digits stay at
// the limits.
bool is_tiny(std::string_view number) noexcept {
    constexpr std::int64_t limit = std::numeric_limits<std::int64_t>::max() / 4;
    const std::size_t e = std::min(number.find_first_of("eE"), number.size());
    std::int64_t exponent = 0;
    if (e < number.size()) {
        const std::string_view written = number.substr(e + 1);
        if (parse_integer(written, exponent) != number_status::fine) exponent = written[0] == '-' ? -limit : limit;
    }
    const std::string_view mantissa = number.substr(0, e);
    const auto point = static_cast<std::int64_t>(std::min(mantissa.find('.'), mantissa.size()));
    const auto leading = static_cast<std::int64_t>(std::min(mantissa.find_first_of("123456789"), mantissa.size()));
    return std::clamp(exponent, -limit, limit) + point - leading < 0;
}

constexpr std::size_t longest_fortran = 64;

}  // namespace

number_status parse_real(std::string_view word, double& value) noexcept {
    if (word.size() > 1 && word[0] == '+' && word[1] != '-') word.remove_prefix(1);
    const char* const end = word.data() + word.size();
    const auto [stop, status] = std::from_chars(word.data(), end, value);
    // Fortran writes the exponents of doubles with D: 1.0D+03.
    if (status != std::errc::invalid_argument && stop != end && (*stop == 'd' || *stop == 'D') &&
        word.size() <= longest_fortran) {
        std::array<char, longest_fortran> copy{};
        std::copy(word.begin(), word.end(), copy.begin());
        copy[static_cast<std::size_t>(stop - word.data())] = 'e';
        return parse_real({copy.data(), word.size()}, value);
    }
    if (status == std::errc::invalid_argument || stop != end) return number_status::not_a_number;
    if (status == std::errc()) return number_status::fine;
    if (!is_tiny(word)) return number_status::out_of_range;
    value = std::copysign(0.0, word[0] == '-' ? -1.0 : 1.0);
    return number_status::fine;
}

utf8_character first_character(std::string_view text) noexcept {
    constexpr utf8_character none{0, 0};
    const auto byte = [&](std::size_t k) -> char32_t { return static_cast<unsigned char>(text[k]); };
    const char32_t lead = byte(0);
    if (lead < 0x80) return {lead, 1};
    if (lead < 0xc2 || lead > 0xf4) return none;
    const std::size_t size = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    if (text.size() < size) return none;
    char32_t code = lead & (0x7fU >> size);
    for (std::size_t k = 1; k < size; ++k) {
        if ((byte(k) & 0xc0U) != 0x80U) return none;
        code = code << 6 | (byte(k) & 0x3fU);
    }
    const bool is_too_long = (size == 3 && code < 0x800) || (size == 4 && code < 0x10000);
    const bool is_half_of_pair = code >= 0xd800 && code <= 0xdfff;
    return is_too_long || is_half_of_pair || code > 0x10ffff ? none : utf8_character{code, size};
}

bool is_printable(char32_t code) noexcept {
    const auto lies_in = [&](char32_t first, char32_t last) { return first <= code && code <= last; };
    if (code < 0x7f) return code >= ' ';
    // The joiners U+200C and U+200D belong to words of several scripts.
    const bool is_control = code < 0xa0 || lies_in(0x2028, 0x2029) || lies_in(0xfff0, 0xfffb);
    const bool turns_direction = code == 0x61c || lies_in(0x200e, 0x200f) || lies_in(0x202a, 0x202e) || lies_in(0x2066, 0x2069);
    const bool is_invisible = code == 0xad || code == 0x180e || code == 0x200b || lies_in(0x2060, 0x2065) ||
                              lies_in(0x206a, 0x206f) || code == 0xfeff || lies_in(0xe0000, 0xe0fff);
    const bool is_no_character = lies_in(0xfdd0, 0xfdef) || (code & 0xfffe) == 0xfffe;
    return !(is_control || turns_direction || is_invisible || is_no_character);
}

namespace {

/// Appends the character that the text begins with, or its bytes as \xNN, and removes it. Returns the number of such bytes.
std::size_t append_printable(std::string& to, std::string_view& text) {
    const utf8_character c = first_character(text);
    const bool is_shown = c.size > 0 && is_printable(c.code);
    const std::string_view bytes = text.substr(0, std::max<std::size_t>(c.size, 1));
    text.remove_prefix(bytes.size());
    if (is_shown) to += bytes;
    else
        for (const char byte : bytes) to += fmt::format("\\x{:02x}", static_cast<unsigned char>(byte));
    return is_shown ? 0 : bytes.size();
}

}  // namespace

std::string printable(std::string_view text) {
    std::string shown;
    shown.reserve(text.size());
    while (!text.empty()) append_printable(shown, text);
    return shown;
}

std::string quoted(std::string_view word) {
    constexpr std::size_t longest = 40, max_escaped = 8;
    std::string text = "'";
    std::string_view rest = word;
    for (std::size_t escaped = 0; !rest.empty() && word.size() - rest.size() < longest && escaped < max_escaped;)
        escaped += append_printable(text, rest);
    return text + (rest.empty() ? "'" : "...'");
}

std::string lower_case(std::string_view word) {
    std::string lower(word);
    for (char& c : lower)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return lower;
}

bool text_scanner::next_block() {
    if (blocks_ == nullptr) return false;
    rest_ = {};
    try {
        if (!blocks_->next(block_)) {
            blocks_ = nullptr;
            text_ = {};
            at_ = 0;
            return false;
        }
    } catch (const line_error& e) {
        throw line_error(line_ + e.line(), e.what());
    }
    if (line_ == 0) block_.drop_front(block_.text().size() - without_byte_order_mark(block_.text()).size());
    text_ = block_.text();
    at_ = 0;
    return !text_.empty();
}

}  // namespace graphblas_gpu::io
