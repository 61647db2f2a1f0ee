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
#include <graphblas_gpu/cuda/elementwise/values.hpp>
#include <graphblas_gpu/duplicates.hpp>
#include <graphblas_gpu/error.hpp>

namespace graphblas_gpu::cuda {

/// The entries of a matrix as lists on the device; all positions are within the matrix.
struct entry_list {
    std::int64_t size = 0;
    const column_index* rows = nullptr;  ///< null: all entries are in row 0
    const column_index* columns = nullptr;
    const void* values = nullptr;
    type_code type = type_code::none;
};

/// The matrix of the entries. Entries at the same position are combined in input order by `duplicates`, and `merged` receives
/// the number of entries whose position was already taken. Without `duplicates`, a repeated position throws invalid_value,
/// which names the first one. Memory: about five copies of the positions beside the result. Waits. O(entries + nrows + ncols).
csr built(const engine_ptr& e, index nrows, index ncols, const entry_list& entries, std::optional<binary_code> duplicates,
          index& merged);

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

/// The same from lists in host memory; `rows` is empty for a vector. Values of type `from` are cast to T before they are
/// combined.
template <class T, class Duplicates>
csr built_from_host(const engine_ptr& e, const char* operation, index nrows, index ncols, std::span<const column_index> rows,
                    std::span<const column_index> columns, type_code from, const void* values, const Duplicates&,
                    index& merged) {
    if constexpr (formats::fits_on_device<T>) {
        const std::optional<binary_code> rule = duplicates_code<T, Duplicates>(operation);
        const engine::use here(*e, operation);
        entry_list entries;
        entries.size = static_cast<std::int64_t>(columns.size());
        entries.type = formats::code_of<T>();
        const array<column_index> i = uploaded(e, rows);
        const array<column_index> j = uploaded(e, columns);
        memory x;
        if constexpr (!std::is_void_v<T>) {
            memory sent(e, columns.size() * formats::size_of(from));
            e->to_device(sent.data(), values, sent.bytes());
            x = from == entries.type ? std::move(sent) : converted(e, from, sent.data(), entries.type, entries.size);
        }
        entries.rows = i.data();
        entries.columns = j.data();
        entries.values = x.data();
        return built(e, nrows, ncols, entries, rule, merged);
    } else {
        throw unsupported(std::string(operation) +
                          ": the CUDA engine holds values of the built-in types and structs of up to 16 bytes; build on the host, without "
                          "a context");
    }
}

}  // namespace graphblas_gpu::cuda
