// Checks that the sizes of operands, mask and output fit. Each check throws an exception with all the numbers:
// dimension_mismatch unless its comment names another one.
#pragma once

#include <string>

#include <graphblas_gpu/base/types.hpp>

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

/// The shape of op(A) * op(B). The message begins with `operation`, such as "mxm".
shape product(const char* operation, shape a, bool transpose_a, shape b, bool transpose_b);

/// The length of op(A) * u, or of u' * op(A) = op(A)' * u if `from_left`.
index matrix_vector(const char* operation, shape a, bool transpose, index u, bool from_left);

/// The shape of the Kronecker product of A and B, whose shapes are given after any transposition. Throws invalid_value if a
/// side is longer than a matrix allows, out_of_memory if the number of entries does not fit an index.
shape kronecker(shape a, index a_nvals, shape b, index b_nvals);

/// Throws unless `actual` is `expected`. `name` is the name of the object in the message, such as "output", "mask", "B".
void check_same(const char* operation, const char* name, shape actual, shape expected);
void check_same(const char* operation, const char* name, index actual, index expected);

/// Appends the size of an operand to a list of them: "34 x 34 with 156 entries", of a vector "34 with 3 entries".
void append(std::string& list, shape size, index nvals, bool is_vector);

}  // namespace graphblas_gpu::shapes
