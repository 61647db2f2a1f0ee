#include <graphblas_gpu/shapes.hpp>

#include <limits>

#include <fmt/format.h>
#include <graphblas_gpu/error.hpp>

namespace graphblas_gpu::shapes {

namespace {
const char* transposed_note(bool t) { return t ? " (used transposed)" : ""; }
}  // namespace

shape product(const char* operation, shape a, bool transpose_a, shape b, bool transpose_b) {
    const shape left = a.transposed_if(transpose_a);
    const shape right = b.transposed_if(transpose_b);
    if (left.ncols != right.nrows) {
        throw dimension_mismatch(fmt::format("{}: A is {}x{}{}, B is {}x{}{}: inner dimensions differ ({}, {})", operation,
                                             a.nrows, a.ncols, transposed_note(transpose_a), b.nrows, b.ncols,
                                             transposed_note(transpose_b), left.ncols, right.nrows));
    }
    return {left.nrows, right.ncols};
}

index matrix_vector(const char* operation, shape a, bool transpose, index u, bool from_left) {
    const shape used = a.transposed_if(transpose != from_left);
    if (used.ncols != u) {
        throw dimension_mismatch(fmt::format(
            "{}: A is {}x{}{}, u has size {}: {} differ ({}, {})", operation, a.nrows, a.ncols, transposed_note(transpose), u,
            from_left ? "rows of A and size of u" : "columns of A and size of u", used.ncols, u));
    }
    return used.nrows;
}

shape kronecker(shape a, index a_nvals, shape b, index b_nvals) {
    // Sides are below 2^32, but the product of two of them need not fit an index.
    const auto too_large = [](index x, index y, index most) { return y > 0 && x > most / y; };
    if (too_large(a.nrows, b.nrows, max_side) || too_large(a.ncols, b.ncols, max_side)) {
        throw invalid_value(fmt::format("kronecker: A is {}x{}, B is {}x{}: a side of the result is larger than {}", a.nrows,
                                        a.ncols, b.nrows, b.ncols, max_side));
    }
    if (too_large(a_nvals, b_nvals, std::numeric_limits<index>::max())) {
        throw out_of_memory(fmt::format("kronecker: A has {} entries, B has {}: too many in the result", a_nvals, b_nvals));
    }
    return {a.nrows * b.nrows, a.ncols * b.ncols};
}

void check_same(const char* operation, const char* name, shape actual, shape expected) {
    if (actual == expected) return;
    throw dimension_mismatch(fmt::format("{}: {} is {}x{}, it must be {}x{}", operation, name, actual.nrows, actual.ncols,
                                         expected.nrows, expected.ncols));
}

void check_same(const char* operation, const char* name, index actual, index expected) {
    if (actual == expected) return;
    throw dimension_mismatch(fmt::format("{}: {} has size {}, it must have {}", operation, name, actual, expected));
}

void append(std::string& list, shape size, index nvals, bool is_vector) {
    if (!list.empty()) list += ", ";
    if (!is_vector) list += fmt::format("{} x ", size.nrows);
    list += fmt::format("{} with {} entries", size.ncols, nvals);
}

}  // namespace graphblas_gpu::shapes
