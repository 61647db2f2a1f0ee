// Relaxations over min.plus on the device: one of them (relaxation.cuh), or up to 64 along the same edges (relaxations.cuh).
#pragma once

#include <graphblas_gpu/cuda/elementwise/operator_codes.hpp>
#include <graphblas_gpu/cuda/propagate/search.hpp>

#include <cstdint>

namespace graphblas_gpu::cuda {

/// The arguments of a relaxation over min.plus. Everything is on the same device, and the vector is one row. All values have
/// the type of the semiring.
struct relaxation_request {
    csr_ref rows;      ///< row k lists the positions that position k reaches, and the lengths of these edges
    csr_ref given;     ///< the positions that have a value at the start
    bool saturates = false;  ///< sums stop at the limits of the type (saturating_plus)
    double longest = 0;      ///< an upper bound of the lengths, if small values are to come first; 0: all values come at once
    /// Before a round with more edges, the bound of one relaxation is lowered: to look at many of these edges again would take
    /// longer than more rounds.
    std::int64_t max_edges_of_round = std::int64_t{12} << 20;
};

/// Whether run_relaxation() accepts this semiring: min.plus of int32, int64, float or double, or min.saturating_plus.
constexpr bool can_be_relaxed(const semiring_code& code) {
    using enum type_code;
    return code.add == add_code::min &&
           (code.multiply == multiply_code::plus || code.multiply == multiply_code::saturating_plus) &&
           (code.type == int32 || code.type == int64 || code.type == float32 || code.type == float64);
}

/// Lowers values until no edge can lower a value. The result has all positions but those whose value is the identity of min.
/// Does not end if a cycle has a negative length. Waits for the device once. O(entries of the rows that are read + side).
/// Throws out_of_memory.
propagated_rows run_relaxation(const engine_ptr& e, const relaxation_request& request);

/// Whether run_relaxations() should make `count` relaxations. If not, because they are few or memory is short, one is made
/// after the other.
bool relaxations_fit(const engine_ptr& e, const csr_ref& rows, index count, type_code type);

/// Relaxations along the same edges: row s of `given` lists the positions that have a value at the start of relaxation s.
/// Lowers values until no edge can lower one, in up to 64 relaxations at a time. Does not end if a cycle has a negative
/// length. Waits for the device once for every 64 relaxations, and once more. O(side x count + entries of the rows that are
/// read). Throws out_of_memory.
propagated_rows run_relaxations(const engine_ptr& e, const relaxation_request& request);

}  // namespace graphblas_gpu::cuda
