// Idea: the numbers that `grb info` prints and a report shows.
#pragma once

#include "command.hpp"
#include <graphblas_gpu/matrix.hpp>
#include <graphblas_gpu/tiling.hpp>

#include <optional>

namespace grb {

/// What a matrix has.
struct matrix_facts : file_facts {
    gb::index empty_rows = 0;
    gb::index largest_row = 0;
    gb::index vertices_without_entries = 0;
    std::optional<gb::tile_figures> tiles;
};

/// Counts on one thread. Void, int64, uint64 and double are the types of values; where rows and columns are two sets of
/// vertices, rows and columns without entries are counted. O(nvals + n).
template <class T>
matrix_facts facts_of(const gb::context& ctx, const gb::matrix<T>& a, bool has_two_sides, bool count_tiles);

/// Adds the format and the numbers of the file, after its matrix has been taken.
void add_facts(answer& to, const graph_file& file, const matrix_facts& found);

}  // namespace grb
