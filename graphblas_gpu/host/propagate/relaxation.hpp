// Relaxation on host threads: see relaxation.cpp.
#pragma once

#include <graphblas_gpu/base/bits.hpp>
#include <graphblas_gpu/base/type_code.hpp>
#include <graphblas_gpu/formats/untyped_csr.hpp>
#include <graphblas_gpu/host/threads/team.hpp>

#include <cstdint>

namespace graphblas_gpu::host {

/// The arguments of a relaxation over min.plus. Vectors are one row. All values have the same type: int32, int64, float or
/// double.
struct relaxation_request {
    formats::untyped_view
        rows;  ///< row k lists the positions that position k reaches, and the lengths of these edges, none negative
    formats::untyped_view given;  ///< the positions that have a value at the start
    type_code type = type_code::none;
    bool saturates = false;  ///< sums stop at the limits of the type (saturating_plus)
    double longest = 0;      ///< an upper bound of the lengths, > 0
};

struct relaxation_answer {
    index nvals = 0;
    buffer<base::word> bits;     ///< of all positions except those whose value is the identity of min
    buffer<std::byte> values;    ///< one for each position
    std::int32_t steps = 0;  ///< the number of buckets that were used; a bucket that was used in several turns counts as often
    std::int32_t shared_steps = 0;  ///< the steps that several threads shared
};

/// Whether values are the same for every order of relaxing: no sum can wrap around, no given value is NaN, and none is -0,
/// which would stay if it arrived before 0. O(entries of `given`).
bool can_be_relaxed(const relaxation_request& request);

/// Lowers values until no edge can lower a value. O(entries of the rows that are read + side). Throws out_of_memory.
relaxation_answer run_relaxation(team& team, const relaxation_request& request);

}  // namespace graphblas_gpu::host
