// The product of bit_rows, and matrices made of them, on whichever engine a context has. Compiled once: bit_rows have no
// values, and a product reads the structure of the matrix alone.
#pragma once

#include <graphblas_gpu/any_matrix.hpp>
#include <graphblas_gpu/base/function_ref.hpp>
#include <graphblas_gpu/descriptor.hpp>
#include <graphblas_gpu/operations/result_rows.hpp>

#include <cstdint>
#include <span>

namespace graphblas_gpu {

class bit_rows;
class bit_witnesses;

namespace operations {

/// The caller's function that is told through which k entries came: witness(j, rows, k).
using bit_witness_function = base::function_ref<void(column_index, std::uint64_t, column_index)>;

/// W<!W> = U any.pair A, and the entries that W did not have; see mxm_update in bit_rows.hpp.
/// @{
void update_bits(const context& ctx, bit_rows& w, bit_rows& fresh, const bit_rows& u, const any_matrix& a,
                 const descriptor& desc);
void update_bits(const context& ctx, bit_rows& w, bit_rows& fresh, const bit_rows& u, const any_matrix& a,
                 const descriptor& desc, bit_witnesses& witnesses);
void update_bits(const context& ctx, bit_rows& w, bit_rows& fresh, const bit_rows& u, const any_matrix& a,
                 const descriptor& desc, bit_witness_function witness);
/// @}

/// The entries of A with values of a built-in type: their witnesses, or the numbers whose binary digits are given.
/// @{
result_rows matrix_of_bits(const context& ctx, const bit_rows& a, bit_witnesses& witnesses, type_code type);
result_rows matrix_of_bits(const context& ctx, const bit_rows& a, std::span<const bit_rows> digits, type_code type);
/// @}

/// Throws unsupported if operations run on a device: it does not call a function of the caller's for values.
void refuse_own_values_on_device(const context& ctx);

}  // namespace operations
}  // namespace graphblas_gpu
