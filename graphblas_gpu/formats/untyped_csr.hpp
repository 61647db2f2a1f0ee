// A matrix whose values are bytes: the result of code that is compiled once for all value types.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>

#include <graphblas_gpu/formats/csr.hpp>

namespace graphblas_gpu::formats {

/// The size in bytes of a value of T; 0 for void.
template <class T>
inline constexpr std::size_t bytes_of = sizeof(stored<T>);
template <>
inline constexpr std::size_t bytes_of<void> = 0;

/// A view of rows with their values as bytes.
struct untyped_view : structure_view {
    const std::byte* values = nullptr;
    std::size_t value_bytes = 0;  ///< of a value; 0 for structure alone
};
template <class T>
untyped_view untyped(const csr_view<T>& a) {
    if constexpr (std::is_void_v<T>) return {a, nullptr, 0};
    else return {a, reinterpret_cast<const std::byte*>(a.values), sizeof(T)};
}
template <class T>
csr_view<T> typed(const untyped_view& a) {
    return {a, reinterpret_cast<const stored<T>*>(a.values)};
}
/// A view that keeps the arrays alive, if they were made for it.
struct untyped_rows : untyped_view {
    untyped_rows() = default;
    untyped_rows(const untyped_view& view, std::shared_ptr<const void> owner = nullptr)
        : untyped_view(view), keep(std::move(owner)) {}
    std::shared_ptr<const void> keep;
};

/// A csr<T> without its type. A value of T has value_bytes bytes; T is void if value_bytes is 0.
struct untyped_csr {
    index nrows = 0;
    index ncols = 0;
    buffer<row_offset> offsets;
    buffer<column_index> columns;
    buffer<std::byte> values;
    std::size_t value_bytes = 0;

    /// A matrix with arrays for up to `entries` entries, whose contents are not set.
    static untyped_csr with_room(index nrows, index ncols, std::size_t entries, std::size_t value_bytes);
    /// Frees the memory of the arrays behind the last entry.
    void shrink();

    row_offset nvals() const { return offsets.empty() ? 0 : offsets[static_cast<std::size_t>(nrows)]; }
    structure_view structure() const { return {nrows, ncols, offsets.empty() ? no_rows : offsets.data(), columns.data()}; }
    untyped_view view() const { return {structure(), values.data(), value_bytes}; }
};

/// A copy of rows.
/// @{
untyped_csr copy_of(const untyped_view& a);
template <class T>
csr<T> copy_of(const csr_view<T>& a);
/// @}

/// Converts a matrix to csr<T>, whose values are the bytes. Nothing is copied.
template <class T>
csr<T> typed(untyped_csr&& a) {
    csr<T> out;
    out.nrows = a.nrows;
    out.ncols = a.ncols;
    out.offsets = std::move(a.offsets);
    out.columns = std::move(a.columns);
    if constexpr (!std::is_void_v<T>) out.values = buffer<T>::reinterpreted(std::move(a.values));
    return out;
}

template <class T>
csr<T> copy_of(const csr_view<T>& a) {
    return typed<T>(copy_of(untyped(a)));
}

/// Converts a csr<T> to a matrix whose values are bytes. Nothing is copied.
template <class T>
untyped_csr untyped(csr<T>&& a) {
    untyped_csr out;
    out.nrows = a.nrows;
    out.ncols = a.ncols;
    out.offsets = std::move(a.offsets);
    out.columns = std::move(a.columns);
    if constexpr (!std::is_void_v<T>) {
        out.values = buffer<std::byte>::reinterpreted(std::move(a.values));
        out.value_bytes = sizeof(T);
    }
    return out;
}

}  // namespace graphblas_gpu::formats
