// What a product of a matrix and a vector is expected to meet, pushed or pulled, before anything is counted.
//
// Idea: both engines ask this first, and count the pushed entries afterwards where the rows to push along are at hand.
#pragma once

#include <graphblas_gpu/planner/choice.hpp>
#include <semirings/semiring.hpp>

namespace graphblas_gpu::planner {

/// The first term of an output is its last: so with `any`, and with a Boolean sum as a rule. The terminal value of min or max
/// is hardly ever met.
template <class S>
inline constexpr bool hit_ends_row =
    monoid_is_any<semiring_add_t<S>> || (monoid_has_terminal<semiring_add_t<S>> && boolean_scalar<semiring_value_t<S>>);

/// Numbers of entries and positions.
struct vector_product_sizes {
    index output = 0;
    index admitted = 0;  ///< of its positions
    index vector = 0;
    std::int64_t vector_nvals = 0;
    index stored_columns = 0;
    std::int64_t stored_nvals = 0;
    bool pull_transposed = false;    ///< the rows to pull along are those of the transpose of what is stored
    bool transpose_at_hand = false;  ///< of what is stored
    bool hit_ends_row = false;
};

constexpr vector_product_facts expected_facts(const vector_product_sizes& s) {
    const std::int64_t moves = s.transpose_at_hand ? 0 : s.stored_nvals + s.stored_columns;
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
    // Where rows end at their first hit, that is one surprise a row; else a hit among misses is one, and a miss among hits.
    const auto rows = static_cast<double>(s.admitted);
    facts.pull_surprises = static_cast<std::int64_t>(s.hit_ends_row ? rows * (1 - fill) : rows * average * fill * (1 - fill));
    return facts;
}

}  // namespace graphblas_gpu::planner
