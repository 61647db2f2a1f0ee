// Which element of a matrix fragment a lane holds, for the tensor-core instructions in use.
//
// Idea: an instruction multiplies small matrices that are spread over the registers of a warp. These functions tell which
// element a register holds, so that tests on the host can check it; mma.cuh has the instructions.
// Source: PTX ISA, section "Matrix fragments for mma".
#pragma once

#include <semirings/types.hpp>

namespace graphblas_gpu::cuda::tensor {

struct position {
    unsigned row;
    unsigned column;
    friend constexpr bool operator==(const position&, const position&) = default;
};

/// The sums of all instructions: 8 x 8 with two elements a lane, or 16 x 8 with two more for the lower rows. In an 8 x 8 tile
/// the elements of a lane are at positions 2 lane and 2 lane + 1 in row-major order.
GB_HD constexpr position sum_position(unsigned lane, unsigned element) {
    return {lane / 4 + 8 * (element / 2), 2 * (lane % 4) + element % 2};
}

/// m16n8k16 of fp16: 8 elements of A, 4 of B, two a register.
/// @{
GB_HD constexpr position half_a_position(unsigned lane, unsigned element) {
    return {lane / 4 + 8 * (element / 2 % 2), 2 * (lane % 4) + element % 2 + 8 * (element / 4)};
}
GB_HD constexpr position half_b_position(unsigned lane, unsigned element) {
    return {2 * (lane % 4) + element % 2 + 8 * (element / 2), lane / 4};
}
/// @}

/// m8n8k4 of fp64: one element of each.
/// @{
GB_HD constexpr position double_a_position(unsigned lane) { return {lane / 4, lane % 4}; }
GB_HD constexpr position double_b_position(unsigned lane) { return {lane % 4, lane / 4}; }
/// @}

/// m8n8k128 of bits: a register of 32 of each.
/// @{
GB_HD constexpr position bit_a_position(unsigned lane, unsigned bit) { return {lane / 4, 32 * (lane % 4) + bit}; }
GB_HD constexpr position bit_b_position(unsigned lane, unsigned bit) { return {32 * (lane % 4) + bit, lane / 4}; }
/// @}

}  // namespace graphblas_gpu::cuda::tensor
