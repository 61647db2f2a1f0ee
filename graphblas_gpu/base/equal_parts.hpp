// Equal parts of a range.
#pragma once

namespace graphblas_gpu::base {

/// Where the part of number `part` of `parts` equal parts of `count` things begins: count * part / parts, which may overflow.
template <class Number>
constexpr Number begin_of_part(Number count, Number part, Number parts) {
    return count / parts * part + count % parts * part / parts;
}

}  // namespace graphblas_gpu::base
