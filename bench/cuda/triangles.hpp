// Triangles of a graph as one masked product, by each method.
#pragma once

#include "report.hpp"

#include <string>
#include <vector>

#include <graphblas_gpu/context.hpp>

namespace bench {

inline constexpr const char* triangle_rows[] = {"triangles", "triangles by degree"};

/// The R-MAT graph of 2^scale vertices and edge factor 16, as reports call it.
std::string triangle_graph(int scale);

/// Its lines, those that o.rows names.
std::vector<result> triangles(const gb::context& ctx, const options& o, int scale);

}  // namespace bench
