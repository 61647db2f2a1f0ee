// A semiring that carries its source, described to the CUDA engine.
#pragma once

#include <graphblas_gpu/cuda/linked/sourced_function.hpp>
#include <graphblas_gpu/cuda/linked/sourced_semiring.hpp>
#include <graphblas_gpu/cuda/linked/words.hpp>
#include <graphblas_gpu/device_source.hpp>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/host/elementwise.hpp>
#include <semirings/semiring.hpp>

#include <cstring>
#include <memory>
#include <string>
#include <type_traits>

namespace graphblas_gpu::device {

/// Whether the sums of a semiring are additions of numbers that fill a word, for which the device has instructions; the rule is
/// that of cuda/linked/open_calls.cuh.
template <class S, class Word>
constexpr bool adds_numbers() {
    using value = semiring_value_t<S>;
    if constexpr (requires { typename semiring_add_t<S>::operator_type; }) {
        return std::is_same_v<typename semiring_add_t<S>::operator_type, plus> && numeric_scalar<value> &&
               sizeof(value) == sizeof(Word);
    } else {
        return false;
    }
}

template <class S>
class sourced {
    using left = semiring_left_t<S>;
    using right = semiring_right_t<S>;
    using value = semiring_value_t<S>;
    static constexpr bool is_long = sizeof(left) > 4 || sizeof(right) > 4 || sizeof(value) > 4;
    using word = std::conditional_t<is_long, unsigned long long, unsigned>;

    static std::uint64_t multiply(const void* state, std::uint64_t x, std::uint64_t y, std::int64_t i, std::int64_t k,
                                  std::int64_t j) {
        const value z = semiring_product(*static_cast<const S*>(state), cuda::from_word<left>(static_cast<word>(x)),
                                         cuda::from_word<right>(static_cast<word>(y)), i, k, j);
        return cuda::to_word<word>(z);
    }
    static std::uint64_t add(const void* state, std::uint64_t x, std::uint64_t y) {
        const value z = semiring_add(*static_cast<const S*>(state))(cuda::from_word<value>(static_cast<word>(x)),
                                                                    cuda::from_word<value>(static_cast<word>(y)));
        return cuda::to_word<word>(z);
    }
    /// An accumulator without a term: all ones, which no arithmetic produces, where sums compare floating-point numbers (see
    /// kernel_semiring.cuh), and the identity elsewhere; of sums of floating-point numbers -0, which adds to nothing.
    static word nothing() {
        if constexpr (std::is_floating_point_v<value>) {
            if constexpr (adds_numbers<S, word>())
                return cuda::to_word<word>(-value{});
            else
                return ~word{0};
        } else {
            return cuda::to_word<word>(semiring_add_t<S>::identity());
        }
    }
    static cuda::sourced_semiring described() {
        const device_source source = graphblas_gpu_source_of(device_source_tag<S>{});
        cuda::sourced_semiring out;
        out.name = source.name;
        out.text = source.text;
        if (semiring_traits<S>::reads_left) out.types.left = formats::code_of<left>();
        if (semiring_traits<S>::reads_right) out.types.right = formats::code_of<right>();
        out.types.value = formats::code_of<value>();
        out.word_bytes = sizeof(word);
        out.nothing = nothing();
        out.is_any = monoid_is_any<semiring_add_t<S>>;
        out.reads_positions = is_positional<S>;
        out.calls = {&multiply, &add};
        return out;
    }

  public:
    /// The kernels of a semiring with these constants. Throws unsupported.
    static std::shared_ptr<const cuda::own_product_kernels> kernels(const char* operation, const S& semiring) {
        static const cuda::sourced_semiring facts = described();
        static const std::shared_ptr<cuda::linked_program> program = cuda::program_of(facts);
        return cuda::linked_kernels(operation, facts, program, cuda::state_of(&semiring, sizeof(S)));
    }
};

/// What the CUDA engine can compile: built-in types, and an object of few bytes.
template <class S>
inline constexpr bool can_be_compiled_for_device =
    scalar<semiring_left_t<S>>&& scalar<semiring_right_t<S>>&& scalar<semiring_value_t<S>>&& std::is_trivially_copyable_v<S> &&
    sizeof(S) <= cuda::operator_state::most_bytes && alignof(S) <= 8;

template <class S>
std::shared_ptr<const cuda::own_product_kernels> sourced_kernels(const char* operation, const S& semiring) {
    if constexpr (can_be_compiled_for_device<S>) {
        return sourced<S>::kernels(operation, semiring);
    } else {
        throw unsupported(
            std::string(operation) +
            ": on the CUDA engine a semiring that carries its source works on the built-in value types, and its object is "
            "trivially copyable and has at most 32 bytes; with others it runs on the host, with context::host()");
    }
}

/// A semiring whose sums are those of a monoid, for reductions of values that are there already.
template <class Monoid>
struct sum_by {
    using value_type = monoid_value_t<Monoid>;
    Monoid add;
    constexpr value_type multiply(value_type x, value_type) const { return x; }
};

/// Its source: that of the monoid, and the same definition.
template <class Monoid>
requires has_device_source<Monoid> device_source graphblas_gpu_source_of(device_source_tag<sum_by<Monoid>>) {
    constexpr device_source source = graphblas_gpu_source_of(device_source_tag<Monoid>{});
    static const std::string name = std::string("graphblas_gpu_sum_by<") + source.name + ">";
    static const std::string text =
        std::string(source.text) +
        "\ntemplate <class M> struct graphblas_gpu_sum_by { using value_type = typename M::value_type; M add; "
        "constexpr value_type multiply(value_type x, value_type) const { return x; } };";
    return {name.c_str(), text.c_str()};
}

/// A function of entries that are read as X (void: structure alone), with results of type Z; bool for predicates.
template <class F, class X, class Z, bool is_vector, bool is_predicate>
class sourced_call {
    using read_as = std::conditional_t<std::is_void_v<X>, bool, X>;

    static void call(const void* state, const void* x, std::int64_t i, std::int64_t j, void* out) {
        const F& f = *static_cast<const F*>(state);
        read_as value = static_cast<read_as>(1);
        if (x != nullptr) std::memcpy(&value, x, sizeof(value));
        const auto made = host::call_unary<is_vector>(f, value, i, j);
        Z result;
        if constexpr (is_predicate)
            result = static_cast<bool>(made);
        else
            result = cast<Z>(made);
        std::memcpy(out, &result, sizeof(result));
    }

  public:
    static constexpr device_source source = graphblas_gpu_source_of(device_source_tag<F>{});
    static constexpr cuda::sourced_function facts{
        source.name, source.text, formats::code_of<X>(), formats::code_of<Z>(), is_vector, is_predicate, &call};
    static const std::shared_ptr<cuda::linked_program>& program() {
        static const std::shared_ptr<cuda::linked_program> out = cuda::program_of(facts);
        return out;
    }
};

/// A binary operator on values of types X and Y (void: structure alone) with results of type Z.
template <class Op, class X, class Y, class Z>
class sourced_pair {
    using left = std::conditional_t<std::is_void_v<X>, bool, X>;
    using right = std::conditional_t<std::is_void_v<Y>, bool, Y>;

    static void call(const void* state, const void* at_x, const void* at_y, int which, void* out) {
        left x = static_cast<left>(1);
        right y = static_cast<right>(1);
        if (at_x != nullptr) std::memcpy(&x, at_x, sizeof(x));
        if (at_y != nullptr) std::memcpy(&y, at_y, sizeof(y));
        const Z result = which == 1   ? cast<Z>(x)
                         : which == 2 ? cast<Z>(y)
                                      : cast<Z>(apply_binary(*static_cast<const Op*>(state), x, y));
        std::memcpy(out, &result, sizeof(result));
    }

  public:
    static cuda::csr merged(const cuda::engine_ptr& e, const cuda::csr_ref& a, const cuda::csr_ref& b, bool intersection,
                            const Op& op) {
        constexpr device_source source = graphblas_gpu_source_of(device_source_tag<Op>{});
        constexpr cuda::sourced_operator facts{source.name,           source.text,           formats::code_of<X>(),
                                               formats::code_of<Y>(), formats::code_of<Z>(), &call};
        static const std::shared_ptr<cuda::linked_program> program = cuda::program_of(facts);
        return cuda::merged(e, a, b, intersection, facts, program, cuda::state_of(&op, sizeof(Op)));
    }
};

/// A function of entries that the CUDA engine can compile; its types are checked where it is called.
template <class F>
concept sourced_entry_function = has_device_source<F> && std::is_trivially_copyable_v<F> &&
                                     sizeof(F) <= cuda::operator_state::most_bytes
                                 && alignof(F) <= 8;

}  // namespace graphblas_gpu::device
