// Idea: see matrix_market_values.hpp. A value that the declared type cannot represent is refused, also where LAGraph accepts it
// (fractions for an integer type); only digits beyond the precision of a floating-point type are rounded.
#include <graphblas_gpu/io/matrix_market_values.hpp>

#include <fmt/format.h>

#include <charconv>
#include <optional>
#include <system_error>
#include <type_traits>

namespace graphblas_gpu::io::market {
namespace {

std::string_view value_word(text_scanner& scanner) {
    const std::string_view word = scanner.next_word();
    if (word.empty()) scanner.fail("the value is missing");
    return word;
}

/// 5.0 and 1e3 are integers too, in a file whose field is real.
template <class T>
std::optional<T> integer_written_as_real(std::string_view word) {
    constexpr double beyond = static_cast<double>(std::numeric_limits<T>::max() / 2 + 1) * 2;
    double real = 0;
    if (parse_real(word, real) != number_status::fine) return std::nullopt;
    if (real != std::trunc(real) || real >= beyond || real < (std::is_signed_v<T> ? -beyond : 0)) return std::nullopt;
    return static_cast<T>(real);
}

/// Reads the word as an integer, in a file of that field.
template <class T>
number_status read_integer(std::string_view word, field kind, T& value) {
    const number_status status = parse_integer(word, value);
    if (status != number_status::not_a_number || kind != field::real) return status;
    const std::optional<T> whole = integer_written_as_real<T>(word);
    value = whole.value_or(0);
    return whole ? number_status::fine : status;
}

}  // namespace

void refuse_value(const text_scanner& scanner, const header& h, std::string_view word, const char* why) {
    if (h.type == type_code::none) scanner.fail(fmt::format("the value {} {}", io::quoted(word), why));
    scanner.fail(fmt::format("the value {} does not fit {}, the type that line {} declares", io::quoted(word),
                             type_name(h.type), h.type_line));
}

value_parser<std::int64_t>::value_parser(const header& h) : h_(h) {
    if (h.type != type_code::none) {
        base::with_code(h.type, [this](auto type) {
            using declared = typename decltype(type)::type;
            if constexpr (std::is_integral_v<declared> && !std::is_same_v<declared, std::uint64_t>) {
                lowest_ = std::numeric_limits<declared>::min();
                highest_ = std::numeric_limits<declared>::max();
            }
        });
    }
    // No entry is on the diagonal, so every entry is mirrored with the opposite sign.
    if (h.shape == symmetry::skew_symmetric) lowest_ = -highest_;
}

formats::no_value value_parser<formats::no_value>::read(text_scanner& scanner, std::size_t, value_marks& marks) const {
    if (!is_complex_) return {};
    marks.last_is_zero = true;
    for (int part = 0; part < 2; ++part) {
        const std::string_view word = value_word(scanner);
        double value = 0;
        if (parse_real(word, value) == number_status::not_a_number)
            scanner.fail(fmt::format("the value {} is not a number; a complex value is two numbers", io::quoted(word)));
        marks.last_is_zero = marks.last_is_zero && value == 0;
    }
    return {};
}

std::int64_t value_parser<std::int64_t>::read(text_scanner& scanner, std::size_t entry, value_marks& marks) const {
    const std::string_view word = value_word(scanner);
    std::int64_t value = 0;
    const number_status status = read_integer(word, h_.kind, value);
    if (status == number_status::not_a_number) refuse_value(scanner, h_, word, "is not an integer");
    if (status == number_status::out_of_range) {
        std::uint64_t large = 0;
        const bool fits = read_integer(word, h_.kind, large) == number_status::fine;
        if (!fits || h_.type != type_code::none || h_.shape == symmetry::skew_symmetric)
            refuse_value(scanner, h_, word, "does not fit a 64-bit integer; --weights none reads the structure alone");
        if (marks.large.empty()) marks.first_large_line = scanner.line();
        marks.large.push_back(entry);
        return std::bit_cast<std::int64_t>(large);
    }
    marks.last_is_zero = value == 0;
    if (h_.shape == symmetry::skew_symmetric && value == -highest_ - 1)
        scanner.fail(fmt::format("the value {} has no negative in {}", value,
                                 h_.type == type_code::none ? "64 bits" : type_name(h_.type)));
    if (value < lowest_ || value > highest_) refuse_value(scanner, h_, word, "");
    return value;
}

std::uint64_t value_parser<std::uint64_t>::read(text_scanner& scanner, std::size_t, value_marks&) const {
    const std::string_view word = value_word(scanner);
    std::uint64_t value = 0;
    if (read_integer(word, h_.kind, value) != number_status::fine) refuse_value(scanner, h_, word, "");
    return value;
}

double value_parser<double>::read(text_scanner& scanner, std::size_t, value_marks& marks) const {
    const std::string_view word = value_word(scanner);
    double value = 0;
    const number_status status = parse_real(word, value);
    if (status == number_status::not_a_number) scanner.fail(fmt::format("the value {} is not a number", io::quoted(word)));
    if (status == number_status::out_of_range) refuse_value(scanner, h_, word, "does not fit a double");
    marks.last_is_zero = value == 0;
    if (!single_) return value;
    const std::string_view digits = word.substr(word.size() > 1 && word[0] == '+');
    float rounded = 0;
    const auto [stop, error] = std::from_chars(digits.data(), digits.data() + digits.size(), rounded);
    if (error == std::errc()) return double{rounded};
    // The value is out of the range of float: if it is too small it becomes zero, if it is too large it is refused.
    if (std::fabs(value) > 1) refuse_value(scanner, h_, word, "");
    return std::copysign(0.0, value);
}

}  // namespace graphblas_gpu::io::market
