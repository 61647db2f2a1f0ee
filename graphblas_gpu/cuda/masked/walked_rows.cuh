// Looking up the columns of many rows in one table, by all warps of a block.
//
// Idea: rows are cut into units of 32 columns, the last unit of a row may have fewer. Every warp has an equal share of the
// units of all rows, whatever the lengths of the rows, and goes through them one after the other: within a unit all lanes are
// in the same row.
#pragma once

#include <graphblas_gpu/cuda/device/simt.cuh>
#include <graphblas_gpu/cuda/masked/column_table.cuh>
#include <graphblas_gpu/cuda/primitives/warp_sums.cuh>

#include <algorithm>

namespace graphblas_gpu::cuda::masked {

/// The rows, in shared memory. `threads` of the block; every thread gives one row.
template <unsigned threads>
class walked_rows {
  public:
    /// Writes the rows down, those without columns left out. Ends with a barrier. All threads of the block call.
    __device__ void write(const column_index* columns, std::uint32_t length) {
        const unsigned lane = simt::lane_id(), filled = __ballot_sync(simt::full_warp, length > 0);
        const std::uint32_t units = (length + 31) / 32, up_to_lane = sum_up_to_lane(units);
        if (lane == 31) of_warp_[simt::warp_id()] = {static_cast<std::uint32_t>(__popc(filled)), up_to_lane};
        __syncthreads();
        size before{}, all{};
#pragma unroll
        for (unsigned w = 0; w < warps; ++w) {
            if (w == simt::warp_id()) before = all;
            all.rows += of_warp_[w].rows;
            all.units += of_warp_[w].units;
        }
        if (length > 0) rows_[before.rows + simt::count_below(filled)] = {columns, length, before.units + up_to_lane - units};
        if (threadIdx.x == 0) all_ = all;
        __syncthreads();
    }

    /// How many columns of the warp's share the table has, as far as the calling lane looks them up. The table has a
    /// first_look(j) and a has(j, look), as in pair_table.cuh. All lanes call.
    template <class Table>
    __device__ std::uint32_t look_up_share(const Table& table) const {
        constexpr int ahead = 8;        // columns that are loaded before the first is looked up
        constexpr int looks_ahead = 4;  // first looks before the first is used
        const std::uint32_t share = (all_.units + warps - 1) / warps, first = simt::warp_id() * share;
        if (first >= all_.units) return 0;
        std::uint32_t r = row_of_unit(first);
        const auto lane = static_cast<std::int32_t>(simt::lane_id());
        const std::uint32_t before = (first - rows_[r].first_unit) * 32;
        const column_index* at = rows_[r].columns + before + lane;
        auto left = static_cast<std::int32_t>(rows_[r].length - before);  // columns of the row from the unit on
        std::uint32_t common = 0;
        for (auto units = static_cast<std::int32_t>(std::min(share, all_.units - first)); units > 0; units -= ahead) {
            column_index column[ahead];
#pragma unroll
            for (int u = 0; u < ahead; ++u) {
                column[u] = no_column;
                if (u >= units) continue;
                if (left <= 0) {
                    const row next = rows_[++r];
                    at = next.columns + lane;
                    left = static_cast<std::int32_t>(next.length);
                }
                if (lane < left) column[u] = *at;
                at += 32;
                left -= 32;
            }
#pragma unroll
            for (int v = 0; v < ahead; v += looks_ahead) {
                typename Table::look look[looks_ahead];
#pragma unroll
                for (int u = 0; u < looks_ahead; ++u)
                    look[u] = table.first_look(column[v + u] == no_column ? 0 : column[v + u]);
#pragma unroll
                for (int u = 0; u < looks_ahead; ++u) {
                    if (column[v + u] != no_column) common += table.has(column[v + u], look[u]) ? 1u : 0u;
                }
            }
        }
        return common;
    }

  private:
    static constexpr unsigned warps = threads / simt::warp_size;
    struct row {
        const column_index* columns;
        std::uint32_t length;
        std::uint32_t first_unit;  // units of the rows before it
    };
    struct size {
        std::uint32_t rows, units;
    };

    /// The last row that has its first unit at `unit` or before.
    __device__ std::uint32_t row_of_unit(std::uint32_t unit) const {
        std::uint32_t r = 0;
        for (std::uint32_t rows = all_.rows; rows > 1;) {
            const std::uint32_t half = rows / 2;
            if (rows_[r + half].first_unit <= unit) r += half;
            rows -= half;
        }
        return r;
    }

    row rows_[threads];
    size of_warp_[warps], all_;
};

}  // namespace graphblas_gpu::cuda::masked
