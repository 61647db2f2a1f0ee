// A semiring as kernels use it: products of entries, and accumulators to which many threads add.
//
// Idea: an accumulator is a word of 32 or 64 bits with a value in its low bits, so that every type and every monoid can be
// added by compare-and-swap; sums of numbers use the atomic instructions for them. An empty accumulator holds the identity of
// the monoid; for sums of floating-point numbers it holds -0, because 0 is not neutral: 0 + -0 is 0. For floating-point types
// under other operators than plus, it holds a bit pattern that no arithmetic produces, because min and max ignore NaN: with an
// identity in the accumulator, a NaN that is the only term would be lost.
//
// Popular semirings are compiled directly (direct<S>). All others of the catalogue share the kernels of their storage type,
// which look up the operators for each product (interpreted<T>); integer types of one size are only distinguished there.
#pragma once

#include <graphblas_gpu/base/types.hpp>
#include <graphblas_gpu/cuda/device/simt.cuh>
#include <graphblas_gpu/cuda/elementwise/operator_codes.hpp>
#include <graphblas_gpu/cuda/shared/accumulator.cuh>
#include <semirings/semirings.hpp>

namespace graphblas_gpu::cuda {

/// A semiring known when the kernel is compiled.
template <semiring_like S>
struct direct {
    using left = semiring_left_t<S>;
    using right = semiring_right_t<S>;
    using value = semiring_value_t<S>;
    using accumulator = accumulator_t<value>;
    using monoid_type = semiring_add_t<S>;
    static_assert(sizeof(value) <= 8, "a semiring on the device works on values of at most 8 bytes");
    static constexpr bool reads_left = semiring_traits<S>::reads_left;
    static constexpr bool reads_right = semiring_traits<S>::reads_right;
    /// Whether the values that it reads may be null because they do not matter.
    static constexpr bool may_lack_values = false;
    /// Whether every product is product({}, {}, 0, 0, 0).
    static constexpr bool is_constant = is_constant_product<S>;
    /// Whether sums are additions of numbers.
    static constexpr bool is_sum = [] {
        if constexpr (requires { typename monoid_type::operator_type; }) {
            return std::is_same_v<typename monoid_type::operator_type, plus> && numeric_scalar<value>;
        } else {
            return false;
        }
    }();
    static constexpr bool marks_empty = std::is_floating_point_v<value> && !is_sum;

    S s;

    static constexpr type_code type() { return base::code_of<value>(); }
    /// Whether products depend on the positions of their factors.
    constexpr bool reads_positions() const { return is_positional<S>; }
    GB_HD value product(const left& x, const right& y, index i, index k, index j) const {
        return semiring_product(s, x, y, i, k, j);
    }
    GB_HD accumulator empty() const {
        if constexpr (marks_empty) return ~accumulator{0};
        else if constexpr (std::is_floating_point_v<value>) return to_accumulator(-value{});
        else return to_accumulator<value>(monoid_type::identity());
    }
    GB_HD value read(accumulator p) const { return from_accumulator<value>(p); }
    GB_HD accumulator write(const value& x) const { return to_accumulator<value>(x); }
    /// The sum of two values.
    GB_HD value sum(const value& x, const value& y) const { return semiring_add(s)(x, y); }
    /// The sum of x and an accumulator that only one thread uses.
    GB_HD accumulator sum_into(accumulator p, const value& x) const {
        if (marks_empty && p == ~accumulator{0}) return write(x);
        return write(sum(read(p), x));
    }
    /// Adds x to an accumulator in shared memory to which any number of threads add.
    __device__ void add(accumulator* to, const value& x) const {
        if constexpr (is_sum) detail::add_number<value>(to, x);
        else detail::add_by_exchange(to, [&](accumulator p) { return sum_into(p, x); });
    }
    /// The same in global or shared memory.
    __device__ void add_in_global(accumulator* to, const value& x) const {
        if constexpr (is_sum) detail::add_number_in_global<value>(to, x);
        else add(to, x);
    }
};

/// Any semiring of the catalogue, with its operators as codes, over values that are stored as T: numbers of that type, or, if T
/// is unsigned, all integers of its size and Booleans.
template <class T>
struct interpreted {
    using left = T;
    using right = T;
    using value = T;
    using accumulator = accumulator_t<T>;
    static constexpr bool reads_left = true;
    static constexpr bool reads_right = true;
    static constexpr bool may_lack_values = true;  // the code tells whether values are read, see product()
    static constexpr bool is_constant = false;
    static constexpr bool is_sum = false;
    static constexpr bool marks_empty = std::is_floating_point_v<T>;

    semiring_code code;
    T identity;

    type_code type() const { return code.type; }
    constexpr bool reads_positions() const {
        return code.multiply == multiply_code::firsti || code.multiply == multiply_code::secondi;
    }
    GB_HD value product(const T& x, const T& y, index i, index k, index) const { return product_of(code, x, y, i, k); }
    GB_HD accumulator empty() const { return marks_empty ? ~accumulator{0} : to_accumulator<T>(identity); }
    GB_HD value read(accumulator p) const { return from_accumulator<T>(p); }
    GB_HD accumulator write(const T& x) const { return to_accumulator<T>(x); }
    GB_HD value sum(const T& x, const T& y) const { return sum_of(code, x, y); }
    GB_HD accumulator sum_into(accumulator p, const T& x) const { return sum_into(code, p, x); }
    __device__ void add(accumulator* to, const T& x) const { add_to(code, to, x); }
    __device__ void add_in_global(accumulator* to, const T& x) const { add(to, x); }

  private:
    // These are calls, not inlined code, and take values: kernels are unrolled many times, and a switch in each copy takes
    // minutes to compile.
    GB_CALLED static T product_of(semiring_code code, T x, T y, index i, index k) {
        return with_operands(code.type, x, y, [&](auto u, auto v) { return product_of(code.multiply, u, v, i, k); });
    }
    template <class U>
    GB_HD static U product_of(multiply_code op, U x, U y, index i, index k) {
        switch (op) {
            case multiply_code::firsti: return static_cast<U>(i);
            case multiply_code::secondi: return static_cast<U>(k);
            case multiply_code::first: return x;
            case multiply_code::second: return y;
            case multiply_code::pair: return static_cast<U>(1);
            default: break;
        }
        if constexpr (std::is_same_v<U, bool>) {
            return op == multiply_code::lor ? lor{}(x, y) : land{}(x, y);
        } else {
            switch (op) {
                case multiply_code::times: return times{}(x, y);
                case multiply_code::plus: return plus{}(x, y);
                case multiply_code::saturating_plus: return saturating_plus{}(x, y);
                case multiply_code::min: return min{}(x, y);
                default: return max{}(x, y);
            }
        }
    }
    GB_CALLED static T sum_of(semiring_code code, T x, T y) {
        return with_operands(code.type, x, y, [&](auto u, auto v) { return sum_of(code.add, u, v); });
    }
    template <class U>
    GB_HD static U sum_of(add_code op, U x, U y) {
        if constexpr (std::is_same_v<U, bool>) {
            return op == add_code::lor ? lor{}(x, y) : op == add_code::land ? land{}(x, y) : lxor{}(x, y);
        } else {
            return op == add_code::plus ? plus{}(x, y) : op == add_code::min ? min{}(x, y) : max{}(x, y);
        }
    }
    /// f(x, y) of the values that x and y stand for, as it is stored.
    template <class F>
    GB_HD static T with_operands(type_code type, T x, T y, const F& f) {
        if constexpr (std::is_unsigned_v<T> && !std::is_same_v<T, bool>) {
            if constexpr (sizeof(T) == sizeof(bool)) {
                if (type == type_code::boolean) return static_cast<T>(f(x != 0, y != 0));
            }
            if (type >= type_code::int8 && type <= type_code::int64) {
                using number = std::make_signed_t<T>;
                return static_cast<T>(f(static_cast<number>(x), static_cast<number>(y)));
            }
        }
        return f(x, y);
    }
    GB_HD static accumulator sum_into(semiring_code code, accumulator p, T x) {
        if (marks_empty && p == ~accumulator{0}) return to_accumulator<T>(x);
        return to_accumulator<T>(sum_of(code, from_accumulator<T>(p), x));
    }
    GB_CALLED_ON_DEVICE static void add_to(semiring_code code, accumulator* to, T x) {
        detail::add_by_exchange(to, [&](accumulator p) { return sum_into(code, p, x); });
    }
};

/// The value of an entry; if the semiring does not read it and the array is null, an arbitrary value.
template <bool reads, class T>
GB_HD inline T value_at(const T* values, row_offset p) {
    if constexpr (reads) return values == nullptr ? T{} : values[p];
    else return T{};
}

}  // namespace graphblas_gpu::cuda
