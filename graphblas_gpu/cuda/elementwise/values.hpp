// Arrays of values on the device: converting, filling, gathering.
#pragma once

#include <graphblas_gpu/cuda/device/csr.hpp>

namespace graphblas_gpu::cuda {

/// The n values of type `from`, cast to type `to` as by cast<To>. Values are 1 if `from` is none; there are none if `to` is
/// none. O(n).
memory converted(const engine_ptr& e, type_code from, const void* values, type_code to, std::int64_t n);

/// A matrix in rows or tiles with values of `type` (none: its structure). If the matrix has that type, its own arrays are used;
/// else the new values are owned by `keep`.
template <class Matrix>
Matrix with_values_of(const engine_ptr& e, const Matrix& a, type_code type, memory& keep) {
    if (type == type_code::none) return a.structure();
    Matrix out = a;
    if (type == a.type) return out;
    keep = converted(e, a.type, a.values, type, a.nvals);
    out.values = keep.data();
    out.type = type;
    return out;
}

/// n copies of x. O(n).
memory memory_filled_with(const engine_ptr& e, const base::scalar_value& x, std::int64_t n);

/// Sets the first n words of an array that is there already to `word`, and those behind them, up to number `size`, to 0.
/// O(size).
/// @{
void fill_words(const engine_ptr& e, unsigned* to, std::int64_t n, std::int64_t size, unsigned word);
void fill_words(const engine_ptr& e, unsigned long long* to, std::int64_t n, std::int64_t size, unsigned long long word);
/// @}

/// The numbers first, first + 1 ... as n values of type int64. O(n).
memory counted_from(const engine_ptr& e, std::int64_t first, std::int64_t n);

/// The number x as a value of a type.
base::scalar_value number_of(type_code type, int x);

/// values[positions[k]] for each k below n; the values have the given type. O(n).
/// @{
memory gathered(const engine_ptr& e, type_code type, const void* values, const row_offset* positions, std::int64_t n);
memory gathered(const engine_ptr& e, type_code type, const void* values, const std::uint32_t* positions, std::int64_t n);
/// @}

/// A copy that shares no array with a. O(nvals + nrows).
csr cloned(const engine_ptr& e, const csr_ref& a);

/// a with values of `type`: its arrays are moved, and the values are cast if the type differs.
csr recast(const engine_ptr& e, csr&& a, type_code type);

}  // namespace graphblas_gpu::cuda
