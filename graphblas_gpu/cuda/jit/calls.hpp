// Calls of operators with values as words, or with the addresses of values in their own types.
//
// Idea: the device's compiler (NVRTC) and the host's read the same definitions, so that an emulated device computes the same.
// NVRTC takes functions without attributes for the device's.
#pragma once

#include <graphblas_gpu/cuda/jit/words.hpp>
#include <semirings/semiring.hpp>

namespace graphblas_gpu::cuda {

/// Whether the sums of a semiring are additions of numbers that fill a word, for which the device has instructions.
template <class S, class Word>
constexpr bool adds_numbers() {
    if constexpr (requires { typename semiring_add_t<S>::operator_type; }) {
        return std::is_same_v<typename semiring_add_t<S>::operator_type, plus> && numeric_scalar<semiring_value_t<S>> &&
               sizeof(semiring_value_t<S>) == sizeof(Word);
    } else {
        return false;
    }
}

/// The product and the sum of a semiring S, whose object, with its constants, lies where `state` points to.
template <class S, class Word>
struct calls_on_words {
    static_assert(semiring_like<S>, "the source does not define a semiring: see semirings/semiring.hpp");
    using value = semiring_value_t<S>;

    static Word multiply(const void* state, Word x, Word y, std::int64_t i, std::int64_t k, std::int64_t j) {
        return to_word<Word, value>(semiring_product(*static_cast<const S*>(state), from_word<semiring_left_t<S>>(x),
                                                     from_word<semiring_right_t<S>>(y), i, k, j));
    }
    static Word add(const void* state, Word x, Word y) {
        return to_word<Word, value>(semiring_add(*static_cast<const S*>(state))(from_word<value>(x), from_word<value>(y)));
    }
};

/// The value at an address; where there is none, what an entry without a value reads as: 1 of a number. A struct always has a
/// value.
template <class T>
T read_at(const void* at) {
    T x{};
    if (at != nullptr) memcpy(static_cast<void*>(&x), at, sizeof(T));
    else if constexpr (scalar<T>) x = static_cast<T>(1);
    return x;
}
template <class T>
void write_to(void* at, const T& x) {
    memcpy(at, &x, sizeof(T));
}

/// The same calls on values in their own types.
template <class S>
struct calls_on_bytes {
    static_assert(semiring_like<S>, "the source does not define a semiring: see semirings/semiring.hpp");
    using value = semiring_value_t<S>;

    static void multiply(const void* state, const void* x, const void* y, std::int64_t i, std::int64_t k, std::int64_t j,
                         void* out) {
        write_to<value>(out, semiring_product(*static_cast<const S*>(state), read_at<semiring_left_t<S>>(x),
                                              read_at<semiring_right_t<S>>(y), i, k, j));
    }
    static void add(const void* state, const void* x, const void* y, void* out) {
        write_to<value>(out, semiring_add(*static_cast<const S*>(state))(read_at<value>(x), read_at<value>(y)));
    }
};

/// x as a Z. Only unions ask for the value of one side alone, and these are defined only where it casts.
template <class Z, class X>
constexpr Z cast_or_none(const X& x) {
    if constexpr (graphblas_gpu::detail::castable_to<X, Z>) return cast<Z>(x);
    else return Z{};
}

/// The types of the parameters of an operator whose call is one function; these are not defined.
/// @{
template <class R, class F, class X, class... More>
std::remove_cvref_t<X> first_parameter(R (F::*)(X, More...) const);
template <class R, class F, class X, class Y, class... More>
std::remove_cvref_t<Y> second_parameter(R (F::*)(X, Y, More...) const);
template <class R, class X, class... More>
std::remove_cvref_t<X> first_parameter(R (*)(X, More...));
template <class R, class X, class Y, class... More>
std::remove_cvref_t<Y> second_parameter(R (*)(X, Y, More...));
/// @}

}  // namespace graphblas_gpu::cuda
