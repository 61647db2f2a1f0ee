// Semirings, monoids and functions of entries that carry their source (GB_DEVICE_SOURCE): from their C++ types to what
// cuda/jit/ compiles and launches. sourced_operator.hpp has binary operators.
#pragma once

#include <graphblas_gpu/cuda/elementwise/values.hpp>
#include <graphblas_gpu/cuda/jit/sourced_semiring.hpp>
#include <graphblas_gpu/host/elementwise/elementwise.hpp>
#include <graphblas_gpu/operations/device/sourced_operator.hpp>
#include <semirings/semiring.hpp>

#include <algorithm>

namespace graphblas_gpu::device {

template <class S>
class sourced {
    using left = semiring_left_t<S>;
    using right = semiring_right_t<S>;
    using value = semiring_value_t<S>;
    static constexpr std::size_t longest = std::max({sizeof(left), sizeof(right), sizeof(value)});
    static constexpr bool is_by_words = longest <= 8;  ///< else kernels get addresses of values
    using word = std::conditional_t<(longest > 4), unsigned long long, unsigned>;

    using on_words = cuda::calls_on_words<S, word>;
    using on_bytes = cuda::calls_on_bytes<S>;

    static std::uint64_t multiply(const void* state, std::uint64_t x, std::uint64_t y, std::int64_t i, std::int64_t k,
                                  std::int64_t j) {
        return on_words::multiply(state, static_cast<word>(x), static_cast<word>(y), i, k, j);
    }
    static std::uint64_t add(const void* state, std::uint64_t x, std::uint64_t y) {
        return on_words::add(state, static_cast<word>(x), static_cast<word>(y));
    }
    static word nothing() {
        return cuda::word_without_terms<word, value>(cuda::adds_numbers<S, word>(), semiring_add_t<S>::identity());
    }
    static cuda::sourced_semiring described() {
        const device_source source = graphblas_gpu_source_of(device_source_tag<S>{});
        cuda::sourced_semiring out;
        out.name = source.name;
        out.text = text_of<S>();
        if (semiring_traits<S>::reads_left) out.types.left = base::code_of<left>();
        if (semiring_traits<S>::reads_right) out.types.right = base::code_of<right>();
        out.types.value = base::code_of<value>();
        out.is_any = monoid_is_any<semiring_add_t<S>>;
        out.reads_positions = is_positional<S>;
        if constexpr (is_by_words) {
            out.word_bytes = sizeof(word);
            out.nothing = nothing();
            out.calls.multiply = &multiply;
            out.calls.add = &add;
        } else {
            const value identity = semiring_add_t<S>::identity();
            out.word_bytes = 16;
            std::memcpy(&out.nothing_of_bytes, &identity, sizeof(identity));
            out.calls.multiply_bytes = &on_bytes::multiply;
            out.calls.add_bytes = &on_bytes::add;
        }
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

/// What the CUDA engine can compile: built-in types and plain structs, and an object of few bytes.
template <class S>
inline constexpr bool can_be_compiled_for_device =
    base::fits_on_device<semiring_left_t<S>>&& base::fits_on_device<semiring_right_t<S>>&&
        base::fits_on_device<semiring_value_t<S>>&& std::is_trivially_copyable_v<S> &&
    sizeof(S) <= cuda::operator_state::most_bytes && alignof(S) <= 8;

template <class S>
std::shared_ptr<const cuda::own_product_kernels> sourced_kernels(const char* operation, const S& semiring) {
    if constexpr (can_be_compiled_for_device<S>) {
        return sourced<S>::kernels(operation, semiring);
    } else {
        throw unsupported(std::string(operation) +
                          ": on the CUDA engine a semiring that carries its source works on the built-in value types and on "
                          "structs of 1, 2, 4, 8 or 16 "
                          "bytes that can be copied byte by byte, and its object is trivially copyable and has at most 32 "
                          "bytes; with others it runs on the host, with context::host()");
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
        whole_text(source) +
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
        const auto made = host::call_unary<is_vector>(f, cuda::read_at<read_as>(x), i, j);
        if constexpr (is_predicate) cuda::write_to<Z>(out, static_cast<bool>(made));
        else cuda::write_to<Z>(out, cast<Z>(made));
    }

  public:
    static const cuda::sourced_function& facts() {
        static const cuda::sourced_function out{
            device_source_of<F>.name, text_of<F>(), base::code_of<X>(), base::code_of<Z>(), is_vector, is_predicate, &call};
        return out;
    }
    static const std::shared_ptr<cuda::linked_program>& program() {
        if constexpr (!takes_first<F, X>()) refuse_parameter(device_source_of<F>.name);
        static const std::shared_ptr<cuda::linked_program> out = cuda::program_of(facts());
        return out;
    }
};

}  // namespace graphblas_gpu::device
