// Compressed sparse rows: the form in which every matrix is stored, and the views that kernels read.
//
// Idea: row i has the columns columns[offsets[i] .. offsets[i+1]), ascending and without duplicates, and one value for each. A
// matrix<void> has no values. Views are plain pointers: kernels own nothing.
#pragma once

#include <algorithm>
#include <type_traits>
#include <utility>

#include <graphblas_gpu/base/buffer.hpp>
#include <graphblas_gpu/base/types.hpp>

namespace graphblas_gpu {

namespace formats {
/// The type of a value of a structure-only matrix. Such values are never stored.
struct no_value {
    friend constexpr bool operator==(no_value, no_value) { return true; }
};
template <class T>
using stored = std::conditional_t<std::is_void_v<T>, no_value, T>;
/// The types of values of a container; void is structure alone.
template <class T>
concept storable = std::is_void_v<T> ||(std::is_trivially_copyable_v<T>&& std::is_same_v<T, std::remove_cvref_t<T>>);
/// The offsets of a matrix without rows, or of a vector without entries, that has no offsets array.
inline constexpr row_offset no_rows[2] = {0, 0};
}  // namespace formats

/// A view of the structure of a matrix.
struct structure_view {
    index nrows = 0;
    index ncols = 0;
    const row_offset* offsets = nullptr;
    const column_index* columns = nullptr;

    row_offset nvals() const { return offsets == nullptr ? 0 : offsets[nrows]; }
    row_offset begin(index i) const { return offsets[i]; }
    row_offset end(index i) const { return offsets[i + 1]; }
    row_offset row_size(index i) const { return offsets[i + 1] - offsets[i]; }
};

/// A view of a matrix. `values` is null for operations that do not read values.
template <class T>
struct csr_view : structure_view {
    const formats::stored<T>* values = nullptr;
};

namespace formats {
/// Whether there is an entry at every position, so that the entry at (i, j) is number i * ncols + j.
inline bool is_full(const structure_view& a) {
    index positions = 0;
    return !__builtin_mul_overflow(a.nrows, a.ncols, &positions) && a.nvals() == positions;
}
bool same_structure(const structure_view& a, const structure_view& b);
/// Whether shape, structure and values are the same.
template <class T>
bool same_entries(const csr_view<T>& a, const csr_view<T>& b) {
    if (!same_structure(a, b)) return false;
    if constexpr (std::is_void_v<T>) return true;
    else return std::equal(a.values, a.values + a.nvals(), b.values);
}
}  // namespace formats

/// A matrix that owns its arrays.
template <class T>
struct csr {
    index nrows = 0;
    index ncols = 0;
    buffer<row_offset> offsets;         ///< nrows + 1; none in a 0 x 0 matrix that was made without arrays or moved from
    buffer<column_index> columns;       ///< nvals
    buffer<formats::stored<T>> values;  ///< nvals, or empty for T = void

    csr() = default;
    csr(const csr&) = default;
    /// The matrix that is moved from becomes 0 x 0.
    csr(csr&& other) noexcept
        : nrows(std::exchange(other.nrows, 0)),
          ncols(std::exchange(other.ncols, 0)),
          offsets(std::move(other.offsets)),
          columns(std::move(other.columns)),
          values(std::move(other.values)) {}
    csr& operator=(const csr& other) { return *this = csr(other); }
    csr& operator=(csr&& other) noexcept {
        nrows = std::exchange(other.nrows, 0);
        ncols = std::exchange(other.ncols, 0);
        offsets = std::move(other.offsets);
        columns = std::move(other.columns);
        values = std::move(other.values);
        return *this;
    }
    ~csr() = default;
    csr(index rows, index cols) : nrows(rows), ncols(cols), offsets(static_cast<std::size_t>(rows) + 1, row_offset{0}) {}

    row_offset nvals() const { return offsets.empty() ? 0 : offsets[static_cast<std::size_t>(nrows)]; }
    structure_view structure() const {
        return {nrows, ncols, offsets.empty() ? formats::no_rows : offsets.data(), columns.data()};
    }
    csr_view<T> view() const { return {structure(), values.data()}; }

    friend bool operator==(const csr& a, const csr& b) { return formats::same_entries(a.view(), b.view()); }
};

}  // namespace graphblas_gpu
