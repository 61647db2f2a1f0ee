// Rows that a device builds from a list of entries, by the caller's rule for duplicates.
#pragma once

#include <graphblas_gpu/cuda/structure/build.hpp>
#include <graphblas_gpu/duplicates.hpp>
#include <graphblas_gpu/operations/device/sourced_operator.hpp>

#include <concepts>
#include <optional>

namespace graphblas_gpu::device {

/// The operator of a ready-made monoid over T, which combines values as the monoid does; for all other rules Op itself.
/// @{
template <class Op, class T>
struct bare_operator {
    using type = Op;
};
template <class Op, class T>
requires std::same_as<typename Op::value_type, T> && requires { typename Op::operator_type; }
struct bare_operator<Op, T> {
    using type = typename Op::operator_type;
};
template <class Op, class T>
using bare_operator_t = typename bare_operator<Op, T>::type;
/// @}

/// The code of the rule for duplicates of type T. A function without a source is refused; the message begins with `operation`.
template <class T, class Duplicates>
std::optional<cuda::binary_code> duplicates_code(const char* operation) {
    if constexpr (std::is_same_v<Duplicates, no_duplicates_t>) {
        return std::nullopt;
    } else if constexpr (std::is_void_v<T>) {
        return cuda::binary_code::first;
    } else {
        using enum cuda::binary_code;
        constexpr std::optional<cuda::binary_code> code = cuda::binary_code_of<bare_operator_t<Duplicates, T>>();
        if (!code || (formats::is_plain_struct<T>() && code != first && code != second && code != any)) {
            throw unsupported(
                std::string(operation) +
                ": the CUDA engine joins duplicates by ready-made operators and by those that carry their source, and this "
                "rule is none of them; build on the host, without a context");
        }
        return code;
    }
}

/// The matrix of values of T; see cuda::built.
template <class T, class Duplicates>
cuda::csr built(const cuda::engine_ptr& e, const char* operation, index nrows, index ncols, const cuda::entry_lists& entries,
                const Duplicates& duplicates, index& merged) {
    if constexpr (!formats::fits_on_device<T>) {
        throw unsupported(
            std::string(operation) +
            ": the CUDA engine holds values of the built-in types and structs of up to 16 bytes; build on the host, without "
            "a context");
    } else if constexpr (sourced_entry_function<Duplicates> && !std::is_void_v<T>) {
        using own = sourced_pair<Duplicates, T, T, T>;
        const auto join = [&](const cuda::csr_ref& groups, void* to) {
            cuda::join_rows(e, groups, to, own::facts(), own::program(), cuda::state_of(&duplicates, sizeof(Duplicates)));
        };
        return cuda::built(e, operation, nrows, ncols, entries, formats::code_of<T>(), join, merged);
    } else {
        return cuda::built(e, operation, nrows, ncols, entries, formats::code_of<T>(),
                           duplicates_code<T, Duplicates>(operation), merged);
    }
}

}  // namespace graphblas_gpu::device
