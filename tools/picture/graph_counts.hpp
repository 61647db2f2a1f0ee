// Needs: the structure of a square matrix.
// Idea: what pictures of a graph show is counted in one pass over its entries, or its vertices, on one thread.
#pragma once

#include <graphblas_gpu/formats/csr.hpp>
#include <graphblas_gpu/matrix.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace grb::picture {

namespace gb = graphblas_gpu;

/// How many entries there are in blocks of equally many rows and columns; blocks at the right and at the bottom may be smaller.
struct block_counts {
    gb::index side = 1;                 ///< rows and columns of a block
    gb::index rows = 0, columns = 0;    ///< blocks in a column and in a row
    std::vector<std::int64_t> entries;  ///< of the blocks, row by row

    std::int64_t at(gb::index row, gb::index column) const { return entries[static_cast<std::size_t>(row * columns + column)]; }
    std::int64_t largest() const;
};

/// At most `most` blocks side by side. O(nvals + nrows), and memory for the blocks alone.
block_counts count_blocks(const gb::structure_view& a, gb::index most = 128);

/// How often each value occurs. Values are positive; those that do not occur are left out.
struct histogram {
    std::vector<std::int64_t> values;  ///< ascending
    std::vector<std::int64_t> times;
    std::int64_t zeros = 0;  ///< how often 0 occurs

    std::int64_t largest() const { return values.empty() ? 0 : values.back(); }
    /// How many values there are, 0 and repetitions counted.
    std::int64_t total() const;
};

/// O(values + the largest of them), which must not be negative.
histogram histogram_of(std::span<const std::int64_t> values);

/// The numbers of entries of the rows, or of the columns; an entry on the diagonal counts once. O(nvals + n).
/// @{
std::vector<std::int64_t> row_sizes(const gb::structure_view& a);
std::vector<std::int64_t> column_sizes(const gb::structure_view& a);
/// @}

/// How many components there are of each size, if every vertex has a label that is a vertex of its component. O(n).
histogram component_sizes(std::span<const std::int64_t> labels);

/// How many vertices there are on each level, from 0. O(vertices that were reached).
std::vector<std::int64_t> level_sizes(std::span<const std::int32_t> levels);

}  // namespace grb::picture
