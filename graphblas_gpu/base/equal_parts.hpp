// Equal parts of a range, and of the work of rows.
#pragma once

#include <graphblas_gpu/base/types.hpp>

namespace graphblas_gpu::base {

/// Where the part of number `part` of `parts` equal parts of `count` things begins: count * part / parts, which may overflow.
template <class Number>
constexpr Number begin_of_part(Number count, Number part, Number parts) {
    return count / parts * part + count % parts * part / parts;
}

/// Where the part of number `part` of `parts` parts of equal work begins: at the first row with as much work before it.
/// work_before(i) is that of rows 0 .. i - 1. O(log rows).
template <class WorkBefore>
constexpr index first_row_of_part(index rows, const WorkBefore& work_before, std::int64_t part, std::int64_t parts) {
    const std::int64_t work = begin_of_part<std::int64_t>(work_before(rows), part, parts);
    index low = 0, high = rows;
    while (low < high) {
        const index middle = low + (high - low) / 2;
        if (work_before(middle) < work) low = middle + 1;
        else high = middle;
    }
    return low;
}

}  // namespace graphblas_gpu::base
