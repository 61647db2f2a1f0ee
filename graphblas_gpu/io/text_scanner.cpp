// Idea: the parts of the scanner that do not run for every character; see text_scanner.hpp.
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

/// The number of bytes of the character at the beginning of the text, if it is a valid one of UTF-8 that can be shown;
/// otherwise 0. Characters that control a terminal or the direction of text cannot be shown.
std::size_t size_of_shown_character(std::string_view text) noexcept {
    const auto byte = [&](std::size_t k) -> std::uint32_t { return static_cast<unsigned char>(text[k]); };
    const std::uint32_t lead = byte(0);
    if (lead < 0x80) return lead >= ' ' && lead <= '~' ? 1 : 0;
    if (lead < 0xc2 || lead > 0xf4) return 0;
    const std::size_t size = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    if (text.size() < size) return 0;
    std::uint32_t code = lead & (0x7fU >> size);
    for (std::size_t k = 1; k < size; ++k) {
        if ((byte(k) & 0xc0U) != 0x80U) return 0;
        code = code << 6 | (byte(k) & 0x3fU);
    }
    const auto lies_in = [&](std::uint32_t first, std::uint32_t last) { return first <= code && code <= last; };
    const bool is_too_long = (size == 3 && code < 0x800) || (size == 4 && code < 0x10000);
    const bool is_hidden = code < 0xa0 || code == 0xad || lies_in(0x200b, 0x200f) || lies_in(0x2028, 0x202e) ||
                           lies_in(0x2060, 0x206f) || code == 0xfeff;
    return is_too_long || is_hidden || lies_in(0xd800, 0xdfff) || code > 0x10ffff ? 0 : size;
}

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

std::string quoted(std::string_view word) {
    constexpr std::size_t longest = 40, most_escaped = 8;
    std::string text = "'";
    std::size_t escaped = 0, size = 0;
    while (size < std::min(word.size(), longest) && escaped < most_escaped) {
        const std::size_t shown = size_of_shown_character(word.substr(size));
        if (shown > 0) {
            text += word.substr(size, shown);
        } else {
            text += fmt::format("\\x{:02x}", static_cast<unsigned char>(word[size]));
            ++escaped;
        }
        size += std::max<std::size_t>(shown, 1);
    }
    return text + (size < word.size() ? "...'" : "'");
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
