// Checks that the sizes of operands, mask and output fit; each throws with all the numbers, dimension_mismatch unless it says
// otherwise.
#pragma once

#include <graphblas_gpu/formats/types.hpp>

namespace graphblas_gpu::shapes {

struct shape {
    index nrows;
    index ncols;

    constexpr shape transposed_if(bool t) const { return t ? shape{ncols, nrows} : *this; }
    friend constexpr bool operator==(const shape&, const shape&) = default;
};

template <class M>
constexpr shape of(const M& m) {
    if constexpr (requires { m.nrows(); }) return {m.nrows(), m.ncols()};
    else return {1, m.size()};
}

/// The shape of op(A) * op(B). `operation` opens the message, such as "mxm".
shape product(const char* operation, shape a, bool transpose_a, shape b, bool transpose_b);

/// The length of op(A) * u, or of u' * op(A) = op(A)' * u if `from_left`.
index matrix_vector(const char* operation, shape a, bool transpose, index u, bool from_left);

/// The shape of the Kronecker product of A and B, already transposed if they are to be. Throws invalid_value if a side is beyond
/// what a matrix can have, out_of_memory if the entries are beyond what can be counted.
shape kronecker(shape a, index a_nvals, shape b, index b_nvals);

/// `name` such as "output", "mask", "B".
void check_same(const char* operation, const char* name, shape actual, shape expected);
void check_same(const char* operation, const char* name, index actual, index expected);

}  // namespace graphblas_gpu::shapes
