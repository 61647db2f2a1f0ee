// Idea: the values of a Matrix Market file have the type that the file declares, otherwise the type of its field. They are
// stored as int64, uint64 or double; for narrower types each value is compared with the limits of the type. Values that the
// loop over plain lines cannot read are left to the scanner, which knows all spellings and has the error messages.
#pragma once

#include <graphblas_gpu/formats/csr.hpp>
#include <graphblas_gpu/io/matrix_market_header.hpp>
#include <graphblas_gpu/io/plain_numbers.hpp>
#include <graphblas_gpu/io/text_scanner.hpp>

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace graphblas_gpu::io::market {

/// The value of a mirror image in a skew-symmetric matrix.
/// @{
inline double negated(double value) { return -value; }
inline std::int64_t negated(std::int64_t value) { return -value; }
inline std::uint64_t negated(std::uint64_t value) { return value; }  // a skew-symmetric matrix cannot have this type
inline formats::no_value negated(formats::no_value) { return {}; }
/// @}

/// What the values of a block say besides what they are.
struct value_marks {
    /// The entries whose value is above the largest int64, as numbers in the block: such a value is stored as an int64 with the
    /// same bits.
    std::vector<std::size_t> large;
    std::int64_t first_large_line = 0;
    bool last_is_zero = false;  ///< whether the last value that read() returned, or passed over, is zero

    void clear() {
        large.clear();
        first_large_line = 0;
    }
};

/// Throws for a value; `why` is the reason in the message if no type is declared.
[[noreturn]] void refuse_value(const text_scanner& scanner, const header& h, std::string_view word, const char* why);

/// Reads values that are stored as T: read_plain() in plain lines, which returns the end of the value, or `p` if the value is
/// not in plain form or out of range; read() in all other lines, where `entry` is the number of the entry in the block.
template <class T>
class value_parser;

/// The values of a pattern: none. Those of a complex matrix are passed over.
template <>
class value_parser<formats::no_value> {
  public:
    explicit value_parser(const header& h) : is_complex_(h.kind == field::complex) {}
    formats::no_value read(text_scanner& scanner, std::size_t entry, value_marks& marks) const;

  private:
    bool is_complex_;
};

/// The values of all integer types except uint64.
template <>
class value_parser<std::int64_t> {
  public:
    explicit value_parser(const header& h);

    const char* read_plain(const char* p, const char*, std::int64_t& value) const {
        const char* const end = read_plain_integer(p, value);
        return value >= lowest_ && value <= highest_ ? end : p;
    }
    std::int64_t read(text_scanner& scanner, std::size_t entry, value_marks& marks) const;

  private:
    const header& h_;
    std::int64_t lowest_ = std::numeric_limits<std::int64_t>::min();
    std::int64_t highest_ = std::numeric_limits<std::int64_t>::max();
};

/// The values of uint64.
template <>
class value_parser<std::uint64_t> {
  public:
    explicit value_parser(const header& h) : h_(h) {}
    const char* read_plain(const char* p, const char*, std::uint64_t& value) const { return p + read_plain_digits(p, value); }
    std::uint64_t read(text_scanner& scanner, std::size_t entry, value_marks& marks) const;

  private:
    const header& h_;
};

/// The values of float and double.
template <>
class value_parser<double> {
  public:
    explicit value_parser(const header& h) : h_(h), single_(h.type == type_code::float32) {}
    const char* read_plain(const char* p, const char* text_end, double& value) const {
        const char* const end = read_plain_real(p, text_end, value);
        if (!single_ || end == p) return end;
        return round_plain(value) ? end : p;
    }
    double read(text_scanner& scanner, std::size_t entry, value_marks& marks) const;

  private:
    /// Rounds to float, unless the value is out of the range of float, or so near to the middle between two floats that
    /// rounding twice could differ from rounding once.
    static bool round_plain(double& value) {
        constexpr std::uint64_t behind_float = (std::uint64_t{1} << 29) - 1, middle = std::uint64_t{1} << 28;
        const double magnitude = std::fabs(value);
        const bool in_range = value == 0 || (magnitude >= double{std::numeric_limits<float>::min()} &&
                                             magnitude <= double{std::numeric_limits<float>::max()});
        if (!in_range || (std::bit_cast<std::uint64_t>(value) & behind_float) == middle) return false;
        value = double{static_cast<float>(value)};
        return true;
    }

    const header& h_;
    bool single_;
};

}  // namespace graphblas_gpu::io::market
