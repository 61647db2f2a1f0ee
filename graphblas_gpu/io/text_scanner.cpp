// Needs: nothing beyond the standard library.
// Idea: the parts of the scanner that are off the path of every character; see text_scanner.hpp.
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/io/text_scanner.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace graphblas_gpu::io {
namespace {

// std::from_chars says "out of range" for both ends of the range. There the decimal exponent of the leading digit is
// far from zero, so its sign tells them apart. Exponents written with absurdly many digits stay at the limits.
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

}  // namespace

number_status parse_real(std::string_view word, double& value) noexcept {
    if (word.size() > 1 && word[0] == '+' && word[1] != '-') word.remove_prefix(1);
    const char* const end = word.data() + word.size();
    const auto [stop, status] = std::from_chars(word.data(), end, value);
    if (status == std::errc::invalid_argument || stop != end) return number_status::not_a_number;
    if (status == std::errc()) return number_status::fine;
    if (!is_tiny(word)) return number_status::out_of_range;
    value = std::copysign(0.0, word[0] == '-' ? -1.0 : 1.0);
    return number_status::fine;
}

std::string quoted(std::string_view word) {
    constexpr std::size_t longest = 40;
    std::string text = "'";
    for (const char c : word.substr(0, longest)) {
        if (c >= ' ' && c <= '~')
            text += c;
        else
            text += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    }
    return text + (word.size() > longest ? "...'" : "'");
}

text_scanner::text_scanner(std::string_view text, std::string file, std::string_view separators,
                           std::string_view comment_marks, progress_counters* progress)
    : text_(without_byte_order_mark(text)), file_(std::move(file)), progress_(progress) {
    for (const char c : std::string_view(" \t\r\v\f")) classes_[static_cast<unsigned char>(c)] = separator;
    for (const char c : separators) classes_[static_cast<unsigned char>(c)] = separator;
    for (const char c : comment_marks) classes_[static_cast<unsigned char>(c)] = comment;
    if (progress_ == nullptr) {
        next_tick_ = std::string_view::npos;
        return;
    }
    units_before_ = progress_->done;
    if (progress_->total <= units_before_) progress_->total = units_before_ + text_.size();
    units_ = progress_->total - units_before_;
}

void text_scanner::tick() noexcept {
    constexpr std::size_t bytes_between_ticks = std::size_t{1} << 18;
    const double share = text_.empty() ? 1.0 : static_cast<double>(at_) / static_cast<double>(text_.size());
    progress_->done = units_before_ + static_cast<std::uint64_t>(share * static_cast<double>(units_));
    next_tick_ = at_ == text_.size() ? std::string_view::npos : std::min(at_ + bytes_between_ticks, text_.size());
}

void text_scanner::fail_at(std::int64_t line, const std::string& what_is_wrong) const {
    throw io_error(file_, line, what_is_wrong);
}

}  // namespace graphblas_gpu::io
