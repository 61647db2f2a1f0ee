// concat, split, diagonals and permutations: sizes and positions are computed here, then an engine moves the entries.
#include <graphblas_gpu/operations/arrange.hpp>

#include <graphblas_gpu/base/value_mover.hpp>
#include <graphblas_gpu/base/within_memory.hpp>
#include <graphblas_gpu/cuda/structure/arrange.hpp>
#include <graphblas_gpu/host/arrange/arrange_rows.hpp>
#include <graphblas_gpu/host/arrange/extract_rows.hpp>
#include <graphblas_gpu/operations/on_engine.hpp>
#include <graphblas_gpu/permute.hpp>

#include <algorithm>
#include <atomic>

namespace graphblas_gpu::operations {

using formats::selection;

namespace {

/// A grid of matrices, or of vectors as rows.
template <class Object>
result_rows put_together(const context& ctx, const char* operation, const std::vector<const Object*>& tiles,
                         const host::tiling& grid) {
    if (ctx.is_cuda()) {
        const device::engine_in_use e(ctx.cuda_engine(), operation);
        std::vector<std::shared_ptr<const cuda::csr>> rows;
        std::vector<cuda::csr_ref> views;
        for (const Object* const tile : tiles) {
            rows.push_back(tile->device_rows(e));
            views.push_back(rows.back()->view());
        }
        return result_rows(cuda::concatenated(e, views, grid));
    }
    std::vector<formats::untyped_view> views;
    for (const Object* const tile : tiles) views.push_back(host::rows_of(ctx.team(), *tile, false));
    return result_rows(host::concatenated(ctx.team(), views, grid));
}

}  // namespace

result_rows concatenated(const context& ctx, const std::vector<const any_matrix*>& tiles, index tile_rows, index tile_columns,
                         const shapes::shape* expected) {
    std::vector<shapes::shape> sizes;
    for (const any_matrix* const tile : tiles) sizes.push_back(tile->shape());
    const host::tiling grid = host::tiling_of_grid(sizes, tile_rows, tile_columns);
    if (expected != nullptr) shapes::check_same("concat", "C", *expected, grid.shape());
    return put_together(ctx, "concat", tiles, grid);
}

void concat(const context& ctx, const std::vector<const any_matrix*>& tiles, index tile_rows, index tile_columns,
            const any_output& out) {
    on_engine(ctx, "concat", [&](const context& call_ctx) {
        const shapes::shape expected = out.matrix->shape();
        store(call_ctx, "concat", out, concatenated(call_ctx, tiles, tile_rows, tile_columns, &expected));
    });
}

result_rows stacked(const context& ctx, index ncols, const std::vector<const any_vector*>& rows) {
    host::tiling grid{{0}, {0, ncols}};
    for (std::size_t s = 0; s < rows.size(); ++s) grid.rows.push_back(grid.rows.back() + 1);
    return put_together(ctx, "stack_rows", rows, grid);
}

std::vector<result_rows> split(const context& ctx, const any_matrix& a, const host::tiling& grid) {
    std::vector<result_rows> tiles;
    const auto size_of = [](const std::vector<index>& starts, std::size_t n) { return starts[n + 1] - starts[n]; };
    if (ctx.is_cuda()) {
        const device::engine_in_use e(ctx.cuda_engine(), "split");
        const auto range = [&](const std::vector<index>& starts, std::size_t n) {
            return selection::progression(starts[n], 1, size_of(starts, n));
        };
        for (std::size_t p = 0; p + 1 < grid.rows.size(); ++p) {
            for (std::size_t q = 0; q + 1 < grid.columns.size(); ++q) {
                tiles.emplace_back(cuda::extracted(e, a.device_rows(e)->view(), range(grid.rows, p), range(grid.columns, q)));
            }
        }
        return tiles;
    }
    for (std::size_t p = 0; p + 1 < grid.rows.size(); ++p) {
        for (formats::untyped_csr& tile :
             host::split_rows(ctx.team(), a.rows(), grid.rows[p], size_of(grid.rows, p), grid.columns)) {
            tiles.emplace_back(std::move(tile));
        }
    }
    return tiles;
}

result_rows matrix_of_diagonal(const context& ctx, const any_vector& v, index k) {
    if (ctx.is_cuda()) {
        const device::engine_in_use e(ctx.cuda_engine(), "matrix_diag");
        return result_rows(cuda::matrix_of_diagonal(e, v.device_rows(e)->view(), k));
    }
    const formats::untyped_view list = v.list();
    const index down = std::max<index>(-k, 0), right = std::max<index>(k, 0), size = list.ncols + down + right;
    const auto entries = static_cast<std::size_t>(list.nvals());
    formats::untyped_csr out = formats::untyped_csr::with_room(size, size, entries, list.value_bytes);
    std::size_t p = 0;
    for (index i = 0; i < size; ++i) {
        out.offsets[static_cast<std::size_t>(i)] = static_cast<row_offset>(p);
        if (p == entries || list.columns[p] + down != i) continue;
        out.columns[p] = static_cast<column_index>(list.columns[p] + right);
        ++p;
    }
    out.offsets[static_cast<std::size_t>(size)] = static_cast<row_offset>(p);
    std::copy_n(list.values, entries * list.value_bytes, out.values.data());
    return result_rows(std::move(out));
}

result_rows diagonal_of(const context& ctx, const any_matrix& a, index down, index right, index size) {
    if (ctx.is_cuda()) {
        const device::engine_in_use e(ctx.cuda_engine(), "vector_diag");
        return result_rows(cuda::diagonal_of(e, a.device_rows(e)->view(), down, right, size));
    }
    const formats::untyped_view rows = a.rows();
    buffer<row_offset> found(static_cast<std::size_t>(size));
    std::atomic<index> count{0};
    host::for_ranges(ctx.team(), size, 8 * size, [&](index first, index last, int) {
        index found_here = 0;
        for (index i = first; i < last; ++i) {
            const row_offset p = formats::find(rows, i + down, i + right);
            found[static_cast<std::size_t>(i)] = p;
            found_here += p >= 0;
        }
        count += found_here;
    });
    formats::untyped_csr out =
        formats::untyped_csr::with_room(1, size, static_cast<std::size_t>(count.load()), rows.value_bytes);
    std::size_t n = 0;
    base::with_value_mover(rows.value_bytes, [&](auto moved) {
        for (index i = 0; i < size; ++i) {
            const row_offset p = found[static_cast<std::size_t>(i)];
            if (p < 0) continue;
            out.columns[n] = static_cast<column_index>(i);
            moved.copy(out.values.data(), n, rows.values, static_cast<std::size_t>(p));
            ++n;
        }
    });
    out.offsets[0] = 0;
    out.offsets[1] = static_cast<row_offset>(n);
    return result_rows(std::move(out));
}

result_rows permuted(const context& ctx, const any_matrix& a, const formats::permutation& rows,
                     const formats::permutation& columns) {
    if (ctx.is_cuda()) {
        const device::engine_in_use e(ctx.cuda_engine(), "permute");
        return result_rows(cuda::permuted(e, a.device_rows(e)->view(), rows.old_of, columns.old_of));
    }
    return result_rows(host::permuted(ctx.team(), a.rows(), rows.old_of.data(), columns.new_of.data()));
}

result_rows permuted(const context& ctx, const any_vector& u, const formats::permutation& order) {
    if (ctx.is_cuda()) {
        const device::engine_in_use e(ctx.cuda_engine(), "permute");
        return result_rows(cuda::permuted(e, u.device_rows(e)->view(), {}, order.old_of));
    }
    const auto dense = u.dense();
    if (dense.bits == nullptr) {
        constexpr column_index only_row = 0;
        return result_rows(host::permuted(ctx.team(), u.list(), &only_row, order.new_of.data()));
    }
    return result_rows(host::extract_entries(ctx.team(), dense.bits, dense.values, u.type().bytes,
                                             selection::list({order.old_of.begin(), order.old_of.end()})));
}

}  // namespace graphblas_gpu::operations

namespace graphblas_gpu {

std::vector<index> inverse_order(const integer_list<index>& order) {
    return base::library_call("inverse_order", [&]() -> std::vector<index> {
        const formats::permutation p =
            formats::checked_permutation(order, static_cast<index>(order.size()), "inverse_order: order");
        return {p.new_of.begin(), p.new_of.end()};
    });
}

}  // namespace graphblas_gpu
