// The terms of products of a matrix and a vector, in both directions, for one semiring.
//
// Idea: pushing goes from the entries of u along the rows of a matrix and adds the terms in an accumulator (methods hash and
// dense). Pulling goes from every output that the mask admits along a row, looks the columns up in u, and ends at a terminal
// value (method dot). Both directions add the terms of an output in ascending k, so they give the same result to the bit. The
// mask is a bit for each position.
// Source: push and pull after Beamer, Asanovic, Patterson, "Direction-optimizing breadth-first search" (SC 2012), and Yang,
// Buluc, Owens, "Implementing push-pull efficiently in GraphBLAS" (ICPP 2018).
#pragma once

#include <type_traits>

#include <graphblas_gpu/base/blocks.hpp>
#include <graphblas_gpu/host/product/position_maps.hpp>
#include <graphblas_gpu/host/product/product_loops.hpp>
#include <semirings/semirings.hpp>

namespace graphblas_gpu::host {

/// u' A if `from_left` (the vector is the left factor), else A u.
template <class S, bool from_left>
struct vector_operands {
    using matrix_value = std::conditional_t<from_left, semiring_right_t<S>, semiring_left_t<S>>;
    using vector_value = std::conditional_t<from_left, semiring_left_t<S>, semiring_right_t<S>>;
    static constexpr bool reads_matrix = from_left ? semiring_traits<S>::reads_right : semiring_traits<S>::reads_left;
    static constexpr bool reads_vector = from_left ? semiring_traits<S>::reads_left : semiring_traits<S>::reads_right;

    S semiring;
    /// Pushing: row k lists the outputs that u(k) reaches. Pulling: row j lists the k that reach output j.
    csr_view<matrix_value> rows;
    index size = 0;  ///< of the output

    /// u as a list of indices (pushing), or as one bit and one value for each index (pulling; without bits u is full).
    const column_index* u_indices = nullptr;
    index u_count = 0;
    const base::word* u_bits = nullptr;
    const vector_value* u_values = nullptr;

    bit_mask mask;
    position_maps positions{};

    static vector_operands of(const vector_arrays& in) {
        return {*static_cast<const S*>(in.semiring), {in.rows, static_cast<const matrix_value*>(in.matrix_values)}, in.size,
                in.u_indices, in.u_count, in.u_bits, static_cast<const vector_value*>(in.u_values), in.mask, in.positions};
    }

    /// The term of entry p of the matrix and the value at u_position, for u(k) and the given output.
    semiring_value_t<S> term(row_offset p, index u_position, index k, index output) const {
        const matrix_value m = [&] {
            if constexpr (reads_matrix) return rows.values[p];
            else return matrix_value{};
        }();
        const vector_value x = [&] {
            if constexpr (reads_vector) return u_values[u_position];
            else return vector_value{};
        }();
        if constexpr (from_left) return product_at(semiring, positions, x, m, 0, k, output);
        else return product_at(semiring, positions, m, x, output, k, 0);
    }
};

/// f(output j, term) for every admitted term, ascending in k.
template <class In, class F>
void for_each_pushed(const In& in, F&& f) {
    for (index n = 0; n < in.u_count; ++n) {
        base::look_now_and_then(n);
        const index k = in.u_indices[n];
        const row_offset end = in.rows.end(k);
        for (row_offset p = in.rows.begin(k); p < end; ++p) {
            const column_index j = in.rows.columns[p];
            if (in.mask.admits(j)) f(j, in.term(p, n, k, j));
        }
    }
}

/// Computes the sum of output j by pulling; returns false if it has no term.
template <class In, class T>
bool pull_one(const In& in, column_index j, T& sum) {
    bool found = false;
    const row_offset end = in.rows.end(j);
    for (row_offset p = in.rows.begin(j); p < end; ++p) {
        const column_index k = in.rows.columns[p];
        if (in.u_bits != nullptr && !base::test_bit(in.u_bits, k)) continue;
        const T term = in.term(p, k, k, j);
        sum = found ? in.semiring.add(sum, term) : term;
        found = true;
        if (is_terminal(in.semiring.add, sum)) break;
    }
    return found;
}

}  // namespace graphblas_gpu::host
