// Matrices and vectors from unordered entries, on the device.
//
// Idea: a stable sort by position puts duplicates next to each other in input order, so that they give the same result as on
// the host.
#pragma once

#include <optional>
#include <span>
#include <string>

#include <graphblas_gpu/cuda/device/csr.hpp>
#include <graphblas_gpu/cuda/elementwise/function_codes.hpp>
#include <graphblas_gpu/duplicates.hpp>
#include <graphblas_gpu/error.hpp>

namespace graphblas_gpu::cuda {

/// The entries of a matrix as lists in host memory; all positions are within the matrix.
struct entry_lists {
    std::span<const column_index> rows;  ///< empty: all entries are in row 0
    std::span<const column_index> columns;
    type_code given = type_code::none;  ///< of the values
    const void* values = nullptr;
};

/// The matrix of the entries, with their values cast to `type` (none: without values). Entries at the same position are combined in
/// input order by `duplicates`, and `merged` receives the number of entries whose position was already taken. Without `duplicates`, a
/// repeated position throws invalid_value, which names the first one. `operation` is for messages. Memory: about five copies of the
/// positions beside the result. Waits. O(entries + nrows + ncols).
csr built(const engine_ptr& e, const char* operation, index nrows, index ncols, const entry_lists& entries, type_code type,
          std::optional<binary_code> duplicates, index& merged);

/// The code of the rule for duplicates of type T. A function of the user's own is refused; the message begins with `operation`.
template <class T, class Duplicates>
std::optional<binary_code> duplicates_code(const char* operation) {
    if constexpr (std::is_same_v<Duplicates, no_duplicates_t>) {
        return std::nullopt;
    } else if constexpr (std::is_void_v<T>) {
        return binary_code::first;
    } else {
        constexpr std::optional<binary_code> code = binary_code_of<Duplicates>();
        constexpr bool only_moves = code == binary_code::first || code == binary_code::second || code == binary_code::any;
        if (!code || (formats::is_plain_struct<T>() && !only_moves)) {
            throw unsupported(std::string(operation) +
                              ": the CUDA engine joins duplicates by the ready-made operators, and this rule is "
                              "none of them; build on the host, without a context");
        }
        return code;
    }
}

/// The matrix of values of T, by the caller's rule for duplicates.
template <class T, class Duplicates>
csr built(const engine_ptr& e, const char* operation, index nrows, index ncols, const entry_lists& entries, const Duplicates&,
          index& merged) {
    if constexpr (formats::fits_on_device<T>) {
        return built(e, operation, nrows, ncols, entries, formats::code_of<T>(), duplicates_code<T, Duplicates>(operation), merged);
    } else {
        throw unsupported(std::string(operation) +
                          ": the CUDA engine holds values of the built-in types and structs of up to 16 bytes; build on the host, without "
                          "a context");
    }
}

}  // namespace graphblas_gpu::cuda
