// Needs: the library's report of a product.
// Idea: the planner's table, for the option --explain.
#pragma once

#include "answer.hpp"
#include <graphblas_gpu/context.hpp>

namespace grb {

/// Adds the time and the memory that every method was expected to need, and the time that was measured of the method that ran. A method
/// without a prediction cannot compute the product, or its cost is not known; a note says why nothing is predicted at all.
void add_explanation(answer& to, const graphblas_gpu::report& product);

}  // namespace grb
