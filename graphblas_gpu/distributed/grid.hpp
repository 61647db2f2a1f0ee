// How a matrix is cut into blocks, and entries that are sent to the ranks whose blocks they lie in.
#pragma once

#include <graphblas_gpu/distributed/exchange.hpp>
#include <graphblas_gpu/integer_list.hpp>
#include <graphblas_gpu/shapes.hpp>

#include <cstddef>
#include <initializer_list>
#include <span>
#include <utility>
#include <vector>

namespace graphblas_gpu::dist {

/// The blocks of a matrix on the grid of a context: rank (i, j) holds the rows rows[i] .. rows[i + 1] - 1 and the columns
/// columns[j] .. columns[j + 1] - 1, which may be none.
class grid_cuts {
  public:
    /// Cuts at equal distances. Throws invalid_value for sides that no matrix has.
    grid_cuts(const context& ctx, index nrows, index ncols);
    /// The parts of a vector, as blocks of a matrix of one row. Throws in the same way.
    static grid_cuts of_vector(const context& ctx, index size);

    /// The shape of the matrix, and where it is cut.
    /// @{
    shapes::shape shape() const { return {rows_.back(), columns_.back()}; }
    const std::vector<index>& rows() const { return rows_; }
    const std::vector<index>& columns() const { return columns_; }
    /// @}
    /// The block of a rank.
    rectangle block_of(int rank) const;
    /// The rank whose block has this position.
    int rank_of(index i, index j) const;

    /// What each rank holds; and what it needs to compute its block of a product: all columns, or rows, of a matrix of `length`
    /// columns or rows, or the transpose of such a panel.
    /// @{
    std::vector<rectangle> blocks() const;
    std::vector<rectangle> row_panels(index length, bool transposed) const;
    std::vector<rectangle> column_panels(index length, bool transposed) const;
    /// @}

  private:
    grid_cuts(std::vector<index>&& rows, std::vector<index>&& columns) : rows_(std::move(rows)), columns_(std::move(columns)) {}
    int size() const { return static_cast<int>((rows_.size() - 1) * (columns_.size() - 1)); }

    std::vector<index> rows_, columns_;
};

/// A list in which rank `root`, if there is one, has all of the matrix and the others have nothing.
std::vector<rectangle> all_in(const context& ctx, int root, const shapes::shape& all);

/// The equal parts of a vector with `size` indices, as columns of one row. The parts of the ranks of a grid row make up the
/// rows of their blocks of a matrix with as many rows.
std::vector<rectangle> vector_parts(const context& ctx, index size);
/// The rows, or columns, of each rank's block, as parts of a vector.
std::vector<rectangle> sides_of(const grid_cuts& cuts, bool of_columns);

/// Throws invalid_value if there is no rank of this number.
void require_rank(const context& ctx, const char* operation, int rank);
/// The shape that `root` gives. All ranks call this; throws as require_rank.
shapes::shape shape_in_root(const context& ctx, const char* operation, int root, shapes::shape shape);

/// For each original index of a side of length n its place in the shuffled layout; or the inverse.
std::vector<index> shuffled_places(const context& ctx, index n, bool inverse);

/// Entries with values as bytes, and indices within a block.
struct routed_entries {
    std::vector<index> rows, columns;
    buffer<std::byte> values;
};
/// Sends entries with original indices, each rank its own, to the ranks of their blocks, and calls build(entries, note) there.
/// They arrive in the order of ranks and of lists. `values` has value_bytes for each entry. Throws index_out_of_bounds.
std::vector<note> with_routed_entries(const context& ctx, const char* operation, const grid_cuts& cuts,
                                      std::span<const index> rows, std::span<const index> columns, const void* values,
                                      std::size_t value_bytes, base::function_ref<void(routed_entries&, note&)> build);

}  // namespace graphblas_gpu::dist
