// Arrays of values on the device: converted, filled, gathered.
#pragma once

#include <graphblas_gpu/cuda/device/csr.hpp>

namespace graphblas_gpu::cuda {

/// The n values of type `from`, cast to type `to` as cast<To> does; ones where `from` is none, nothing where `to` is. O(n).
memory converted(const engine_ptr& e, type_code from, const void* values, type_code to, std::int64_t n);

/// A matrix in rows or in tiles whose values have that type (none: its structure): its own arrays where it has, else new
/// values beside them, which `keep` owns.
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

/// n times x. O(n).
memory filled(const engine_ptr& e, const formats::scalar_value& x, std::int64_t n);

/// A small number as a value of a type.
inline formats::scalar_value number_of(type_code type, int x) {
    return formats::with_code(type, [&](auto t) { return formats::scalar_value(static_cast<typename decltype(t)::type>(x)); });
}

/// values[positions[k]] for k in 0 .. n, values being of that type. O(n).
/// @{
memory gathered(const engine_ptr& e, type_code type, const void* values, const row_offset* positions, std::int64_t n);
memory gathered(const engine_ptr& e, type_code type, const void* values, const std::uint32_t* positions, std::int64_t n);
/// @}

/// A copy with arrays of its own. O(nvals + nrows).
csr cloned(const engine_ptr& e, const csr_ref& a);

/// a as a matrix of that type: its arrays move, the values are cast where the type differs.
csr recast(const engine_ptr& e, csr&& a, type_code type);

}  // namespace graphblas_gpu::cuda
