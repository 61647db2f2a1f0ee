// The expected work of a product of a matrix and a vector, pushed and pulled, before anything is counted.
//
// Idea: both engines compute this estimate first. If the rows that a push walks along exist, they count the entries that the
// push reads afterwards.
#pragma once

#include <graphblas_gpu/planner/choice.hpp>
#include <semirings/semiring.hpp>

namespace graphblas_gpu::planner {

/// Whether the sum of an output is final after its first term. That holds for `any`, and nearly always for sums of Booleans.
/// min and max have a terminal value too, but terms hardly ever reach it.
template <class S>
inline constexpr bool hit_ends_row =
    monoid_is_any<semiring_add_t<S>> || (monoid_has_terminal<semiring_add_t<S>> && boolean_scalar<semiring_value_t<S>>);

/// The sizes of a product with a vector. A position of the vector may or may not have an entry.
struct vector_product_sizes {
    index output = 0;    ///< positions of the output
    index admitted = 0;  ///< positions of the output that the mask admits
    index vector = 0;    ///< positions of the vector
    std::int64_t vector_nvals = 0;
    index stored_columns = 0;
    std::int64_t stored_nvals = 0;
    bool pull_transposed = false;      ///< a pull walks along the rows of the transpose of the stored matrix
    bool transpose_is_cached = false;  ///< the transpose of the stored matrix exists already
    bool hit_ends_row = false;
};

constexpr vector_product_facts expected_facts(const vector_product_sizes& s) {
    const std::int64_t moves = s.transpose_is_cached ? 0 : s.stored_nvals + s.stored_columns;
    const auto entries = static_cast<double>(s.stored_nvals);
    const double average = s.output == 0 ? 0.0 : entries / static_cast<double>(s.output);
    const double fill = s.vector == 0 ? 0.0 : static_cast<double>(s.vector_nvals) / static_cast<double>(s.vector);
    vector_product_facts facts;
    facts.size = s.output;
    facts.pull_transpose = s.pull_transposed ? moves : 0;
    facts.push_transpose = s.pull_transposed ? 0 : moves;
    facts.pull_work = expected_pull_work(s.admitted, average, s.hit_ends_row, fill) + s.vector_nvals;
    facts.push_work = static_cast<std::int64_t>(fill * entries);
    facts.admitted_share = s.output == 0 ? 1.0 : static_cast<double>(s.admitted) / static_cast<double>(s.output);
    // Mispredicted branches are counted. A row that ends at its first hit has one; else hits and misses alternate at random.
    const auto rows = static_cast<double>(s.admitted);
    facts.pull_mispredictions =
        static_cast<std::int64_t>(s.hit_ends_row ? rows * (1 - fill) : rows * average * fill * (1 - fill));
    return facts;
}

}  // namespace graphblas_gpu::planner
