// Binary operators that carry their source (GB_DEVICE_SOURCE): from their C++ types to what cuda/jit/ compiles and launches.
#pragma once

#include <graphblas_gpu/cuda/jit/calls.hpp>
#include <graphblas_gpu/cuda/jit/sourced_function.hpp>
#include <graphblas_gpu/device_source.hpp>
#include <graphblas_gpu/error.hpp>
#include <semirings/operators.hpp>

#include <cstring>
#include <memory>
#include <string>
#include <type_traits>

namespace graphblas_gpu::device {

/// The text of a source, after what it uses.
inline std::string whole_text(const device_source& source) {
    return source.uses == nullptr ? source.text : whole_text(*source.uses) + "\n" + source.text;
}

/// The text that is compiled for an operator T, for the rest of the process.
template <class T>
const char* text_of() {
    static const std::string text = whole_text(graphblas_gpu_source_of(device_source_tag<T>{}));
    return text.c_str();
}

/// Whether F takes values of X in their own type. A device hands over the bytes of a struct as what F names, without a
/// conversion. An F with several calls is left to the compiler of the source.
/// @{
template <class F, class X>
constexpr bool takes_first() {
    if constexpr (base::is_plain_struct<X>() && !requires { requires F::position_only; }) {
        if constexpr (requires { cuda::first_parameter(&F::operator()); })
            return std::is_same_v<decltype(cuda::first_parameter(&F::operator())), X>;
    }
    return true;
}
template <class F, class Y>
constexpr bool takes_second() {
    if constexpr (base::is_plain_struct<Y>()) {
        if constexpr (requires { cuda::second_parameter(&F::operator()); })
            return std::is_same_v<decltype(cuda::second_parameter(&F::operator())), Y>;
    }
    return true;
}
/// @}
[[noreturn]] inline void refuse_parameter(const char* name) {
    throw unsupported(std::string(name) +
                      ": on the CUDA engine a function or operator takes a struct in its own type, and this one "
                      "takes another type; it runs on the host, with context::host()");
}

/// A binary operator on values of types X and Y (void: structure alone) with results of type Z.
template <class Op, class X, class Y, class Z>
class sourced_pair {
    using left = std::conditional_t<std::is_void_v<X>, bool, X>;
    using right = std::conditional_t<std::is_void_v<Y>, bool, Y>;

    static void call(const void* state, const void* at_x, const void* at_y, int which, void* out) {
        const left x = cuda::read_at<left>(at_x);
        const right y = cuda::read_at<right>(at_y);
        cuda::write_to<Z>(out, which == 1   ? cuda::cast_or_none<Z>(x)
                               : which == 2 ? cuda::cast_or_none<Z>(y)
                                            : cast<Z>(apply_binary(*static_cast<const Op*>(state), x, y)));
    }

  public:
    static const cuda::sourced_operator& facts() {
        static const cuda::sourced_operator out{device_source_of<Op>.name, text_of<Op>(),      base::code_of<X>(),
                                                base::code_of<Y>(),        base::code_of<Z>(), &call};
        return out;
    }
    static const std::shared_ptr<cuda::linked_program>& program() {
        if constexpr (!takes_first<Op, X>() || !takes_second<Op, Y>()) refuse_parameter(device_source_of<Op>.name);
        static const std::shared_ptr<cuda::linked_program> out = cuda::program_of(facts());
        return out;
    }
    static cuda::csr merge_entries(const cuda::engine_ptr& e, const cuda::csr_ref& a, const cuda::csr_ref& b, bool intersection,
                                   const Op& op) {
        return cuda::merge_entries(e, a, b, intersection, facts(), program(), cuda::state_of(&op, sizeof(Op)));
    }
};

/// A function of entries that the CUDA engine can compile; its types are checked where it is called.
template <class F>
concept sourced_entry_function = has_device_source<F> && std::is_trivially_copyable_v<F> &&
                                     sizeof(F) <= cuda::operator_state::most_bytes
                                 && alignof(F) <= 8;

}  // namespace graphblas_gpu::device
