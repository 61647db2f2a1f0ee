// Cuts, and the way of entries to their blocks.
#include <graphblas_gpu/distributed/grid.hpp>

#include <graphblas_gpu/base/checks.hpp>
#include <graphblas_gpu/error.hpp>

#include <algorithm>
#include <cstring>
#include <string>

namespace graphblas_gpu::dist {
namespace {

std::vector<index> equal_cuts(index length, int parts) {
    std::vector<index> cuts;
    for (index p = 0; p <= parts; ++p) cuts.push_back(length * p / parts);
    return cuts;
}

int part_of(const std::vector<index>& cuts, index at) {
    return static_cast<int>(std::upper_bound(cuts.begin(), cuts.end(), at) - cuts.begin()) - 1;
}

void check_indices(const char* operation, const char* name, std::span<const index> list, index size) {
    for (const index i : list) {
        if (i >= 0 && i < size) continue;
        throw index_out_of_bounds(std::string(operation) + ": " + name + " " + std::to_string(i) + " is outside [0, " +
                                  std::to_string(size) + ")");
    }
}

}  // namespace

grid_cuts::grid_cuts(const context& ctx, index nrows, index ncols) {
    base::check_side(nrows, "dist::matrix: number of rows");
    base::check_side(ncols, "dist::matrix: number of columns");
    rows_ = equal_cuts(nrows, ctx.grid_rows());
    columns_ = equal_cuts(ncols, ctx.grid_columns());
}

grid_cuts grid_cuts::of_vector(const context& ctx, index size) {
    base::check_side(size, "dist::vector: size");
    return {{0, 1}, equal_cuts(size, ctx.size())};
}

rectangle grid_cuts::block_of(int rank) const {
    const std::size_t width = columns_.size() - 1, i = static_cast<std::size_t>(rank) / width,
                      j = static_cast<std::size_t>(rank) % width;
    return {rows_[i], columns_[j], rows_[i + 1] - rows_[i], columns_[j + 1] - columns_[j]};
}

int grid_cuts::rank_of(index i, index j) const {
    return part_of(rows_, i) * static_cast<int>(columns_.size() - 1) + part_of(columns_, j);
}

std::vector<rectangle> grid_cuts::blocks() const {
    std::vector<rectangle> list;
    for (int r = 0; r < size(); ++r) list.push_back(block_of(r));
    return list;
}

std::vector<rectangle> grid_cuts::row_panels(index length, bool transposed) const {
    std::vector<rectangle> list = blocks();
    for (rectangle& r : list) r = transposed ? rectangle{0, r.row, length, r.nrows} : rectangle{r.row, 0, r.nrows, length};
    return list;
}

std::vector<rectangle> grid_cuts::column_panels(index length, bool transposed) const {
    std::vector<rectangle> list = blocks();
    for (rectangle& r : list)
        r = transposed ? rectangle{r.column, 0, r.ncols, length} : rectangle{0, r.column, length, r.ncols};
    return list;
}

std::vector<rectangle> all_in(const context& ctx, int root, const shapes::shape& all) {
    std::vector<rectangle> list(static_cast<std::size_t>(ctx.size()));
    if (root >= 0 && root < ctx.size()) list[static_cast<std::size_t>(root)] = {0, 0, all.nrows, all.ncols};
    return list;
}

std::vector<rectangle> vector_parts(const context& ctx, index size) { return grid_cuts::of_vector(ctx, size).blocks(); }

std::vector<rectangle> sides_of(const grid_cuts& cuts, bool of_columns) {
    std::vector<rectangle> list = cuts.blocks();
    for (rectangle& r : list) r = of_columns ? rectangle{0, r.column, 1, r.ncols} : rectangle{0, r.row, 1, r.nrows};
    return list;
}

void require_rank(const context& ctx, const char* operation, int rank) {
    if (rank < 0 || rank >= ctx.size())
        throw invalid_value(std::string(operation) + ": there is no rank " + std::to_string(rank));
}

shapes::shape shape_in_root(const context& ctx, const char* operation, int root, shapes::shape shape) {
    (void)ctx.together(operation, {root}, [&](note&) { require_rank(ctx, operation, root); });
    ctx.world().broadcast(&shape, sizeof(shape), root);
    return shape;
}

std::vector<index> shuffled_places(const context& ctx, index n, bool inverse) {
    const base::random_deal order = ctx.order_of(n);
    std::vector<index> places(static_cast<std::size_t>(n));
    for (index i = 0; i < n; ++i) {
        const auto place = static_cast<index>(order(static_cast<std::uint64_t>(i)));
        places[static_cast<std::size_t>(inverse ? place : i)] = inverse ? i : place;
    }
    return places;
}

std::vector<note> with_routed_entries(const context& ctx, const char* operation, const grid_cuts& cuts,
                                      std::span<const index> rows, std::span<const index> columns, const void* values,
                                      std::size_t value_bytes, base::function_ref<void(routed_entries&, note&)> build) {
    const shapes::shape shape = cuts.shape();
    const base::random_deal row_order = ctx.order_of(shape.nrows), column_order = ctx.order_of(shape.ncols);
    /// The entries for one rank.
    struct bundle {
        std::vector<column_index> rows, columns;
        std::vector<std::byte> values;
    };
    std::vector<bundle> bundles;
    const auto pack = [&](array_exchange& arrays) {
        check_indices(operation, "row", rows, shape.nrows);
        check_indices(operation, "column", columns, shape.ncols);
        bundles.resize(static_cast<std::size_t>(ctx.size()));
        for (std::size_t n = 0; n < rows.size(); ++n) {
            const index i = ctx.place_of(row_order, rows[n]), j = ctx.place_of(column_order, columns[n]);
            const int to = cuts.rank_of(i, j);
            bundle& b = bundles[static_cast<std::size_t>(to)];
            const rectangle block = cuts.block_of(to);
            b.rows.push_back(static_cast<column_index>(i - block.row));
            b.columns.push_back(static_cast<column_index>(j - block.column));
            const auto* const value = static_cast<const std::byte*>(values) + n * value_bytes;
            if (value_bytes > 0) b.values.insert(b.values.end(), value, value + value_bytes);
        }
        for (int r = 0; r < ctx.size(); ++r) {
            if (r == ctx.rank()) continue;
            const bundle& b = bundles[static_cast<std::size_t>(r)];
            arrays.send(r, b.rows.data(), b.rows.size() * sizeof(column_index));
            arrays.send(r, b.columns.data(), b.columns.size() * sizeof(column_index));
            arrays.send(r, b.values.data(), b.values.size());
            for (int array = 0; array < 3; ++array) arrays.expect(r);
        }
    };
    return with_arrays(ctx, operation, {shape.nrows, shape.ncols}, pack, [&](array_exchange& arrays, note& own) {
        std::vector<buffer<std::byte>> parts;
        routed_entries all;
        const auto add = [](std::vector<index>& list, const column_index* data, std::size_t count) {
            list.insert(list.end(), data, data + count);
        };
        std::size_t bytes = 0;
        for (int r = 0; r < ctx.size(); ++r) {
            bundle& b = bundles[static_cast<std::size_t>(r)];
            if (r != ctx.rank()) {
                b = {};
                const buffer<std::byte> row = arrays.next(r), column = arrays.next(r);
                add(all.rows, reinterpret_cast<const column_index*>(row.data()), row.size() / sizeof(column_index));
                add(all.columns, reinterpret_cast<const column_index*>(column.data()), column.size() / sizeof(column_index));
                parts.push_back(arrays.next(r));
            } else {
                add(all.rows, b.rows.data(), b.rows.size());
                add(all.columns, b.columns.data(), b.columns.size());
                parts.emplace_back(b.values);
            }
            bytes += parts.back().size();
        }
        all.values = buffer<std::byte>(bytes);
        std::size_t at = 0;
        for (const buffer<std::byte>& p : parts) {
            if (!p.empty()) std::memcpy(all.values.data() + at, p.data(), p.size());
            at += p.size();
        }
        build(all, own);
    });
}

}  // namespace graphblas_gpu::dist
