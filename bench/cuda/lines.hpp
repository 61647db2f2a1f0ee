// The lines of grb_bench_cuda.
#pragma once

#include "report.hpp"
#include <graphblas_gpu/context.hpp>

#include <string>
#include <vector>

namespace bench {

/// The names of all lines.
std::vector<std::string> line_names();

/// Measures the lines that are asked for and prints them. Returns 1 if an answer is wrong, else 0.
int measure_lines(const options& o);

/// Whether the name is in the list; an empty list has all names.
bool is_named(const std::vector<std::string>& names, const std::string& name);

/// Whether the name of a matrix begins with one of o.only, which is empty if all matrices are measured. Beginnings suffice,
/// because commas, which some names have, separate the names in the option.
bool is_chosen(const options& o, const std::string& matrix);

inline constexpr const char* triangle_rows[] = {"triangles", "triangles by degree"};

/// The R-MAT graph of 2^scale vertices and edge factor 16, as reports call it.
std::string triangle_graph(int scale);

/// Its lines, those that o.rows names.
std::vector<result> triangles(const gb::context& ctx, const options& o, int scale);

}  // namespace bench
