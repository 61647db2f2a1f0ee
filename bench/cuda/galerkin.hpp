// The Galerkin products of multigrid beside cuSPARSE's, as bhSPARSE and kkSpGEMM measured them.
//
// Idea: R A P on the finest level of a smoothed-aggregation hierarchy, as (R A) P and as R (A P), for Poisson equations on grids with 5,
// 9, 7 and 27 points. Each of the four products is a line of its own, with the same operands for all sides.
// Source: Liu, Vinter, "A framework for general sparse matrix-matrix multiplication on GPUs and heterogeneous processors", section 5.
#pragma once

#include "report.hpp"

#include <vector>

#include <graphblas_gpu/context.hpp>

namespace bench {

inline constexpr const char* galerkin_row = "galerkin";

/// The lines of all problems whose names o.only allows, fp64.
std::vector<result> galerkin_products(const gb::context& ctx, const options& o);

}  // namespace bench
