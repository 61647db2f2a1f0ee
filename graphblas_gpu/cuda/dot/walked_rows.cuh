// Looking up the columns of many rows in one table, by all warps of a block.
//
// Idea: the columns of all rows are one sequence, whatever the lengths of the rows. Every warp has an equal share of it, and
// its lanes look up neighbouring columns, so that no lane waits for a longer row. A lane steps from row to row by itself: it
// knows where its row ends in the sequence.
#pragma once

#include <graphblas_gpu/cuda/device/simt.cuh>
#include <graphblas_gpu/cuda/dot/column_table.cuh>
#include <graphblas_gpu/cuda/primitives/warp_sums.cuh>

#include <algorithm>

namespace graphblas_gpu::cuda::masked {

/// Columns of a row of a matrix, from an entry on.
struct walked_row {
    row_offset begin = 0;
    std::uint32_t length = 0;
};

/// The rows, in shared memory. `threads` of the block; every thread gives `rows_a_thread` rows.
template <unsigned threads, unsigned rows_a_thread>
class walked_rows {
  public:
    /// Writes the rows down, those without columns left out. Ends with a barrier. All threads of the block call.
    __device__ void write(const walked_row (&given)[rows_a_thread]) {
        std::uint32_t length = 0, rank = 0, rows = 0;
#pragma unroll
        for (unsigned k = 0; k < rows_a_thread; ++k) {
            const unsigned filled = __ballot_sync(simt::full_warp, given[k].length > 0);
            length += given[k].length;
            rank += simt::count_below(filled);
            rows += static_cast<std::uint32_t>(__popc(filled));
        }
        const std::uint32_t up_to_lane = sum_up_to_lane(length);
        if (simt::lane_id() == 31) of_warp_[simt::warp_id()] = {rows, up_to_lane};
        __syncthreads();
        size before{}, all{};
#pragma unroll
        for (unsigned w = 0; w < warps; ++w) {
            if (w == simt::warp_id()) before = all;
            all.rows += of_warp_[w].rows;
            all.columns += of_warp_[w].columns;
        }
        rank += before.rows;
        std::uint32_t end = before.columns + up_to_lane - length;
#pragma unroll
        for (unsigned k = 0; k < rows_a_thread; ++k) {
            if (given[k].length == 0) continue;
            const row_offset origin = given[k].begin - static_cast<row_offset>(end);
            end += given[k].length;
            rows_[rank++] = {origin, end};
        }
        if (threadIdx.x == 0) all_ = all;
        __syncthreads();
    }

    /// How many columns of the warp's share the table has, as far as the calling lane looks them up. `columns` of the matrix.
    /// The table has a first_look(j) and a has(j, look), as in pair_table.cuh. All lanes call.
    template <class Table>
    __device__ std::uint32_t look_up_share(const column_index* columns, const Table& table) const {
        const std::uint32_t share = (all_.columns + step * warps - 1) / (step * warps) * step, first = simt::warp_id() * share;
        if (first >= all_.columns) return 0;
        const std::uint32_t last = std::min(first + share, all_.columns), lane = simt::lane_id();
        walk at(*this, columns, std::min(first + lane, last - 1));
        std::uint32_t n = first, common = 0;
        for (; n + step <= last; n += step) common += look_up<true>(at, table, n + lane, last);
        if (n < last) common += look_up<false>(at, table, n + lane, last);
        return common;
    }

  private:
    static constexpr int ahead = 12;       // columns that are loaded before the first is looked up
    static constexpr int looks_ahead = 3;  // first looks before the first is used
    static constexpr std::uint32_t warps = threads / simt::warp_size, step = simt::warp_size * ahead;
    struct alignas(16) row {
        row_offset origin;  // column n of the sequence is entry origin + n of the matrix
        std::uint32_t end;  // columns of the sequence up to the end of the row
    };
    struct size {
        std::uint32_t rows, columns;
    };

    /// Goes from row to row.
    class walk {
      public:
        __device__ walk(const walked_rows& rows, const column_index* columns, std::uint32_t n)
            : rows_(rows.rows_), columns_(columns) {
            for (std::uint32_t left = rows.all_.rows; left > 1;) {
                const std::uint32_t half = left / 2;
                if (rows_[half - 1].end <= n) rows_ += half;
                left -= half;
            }
            take_row();
        }
        /// Column n of the sequence, for ascending n.
        __device__ column_index column(std::uint32_t n) {
            if (n >= end_) {
                while (n >= (++rows_)->end) {
                }
                take_row();
            }
            return row_[n];
        }

      private:
        __device__ void take_row() {
            const row r = *rows_;
            row_ = columns_ + r.origin;
            end_ = r.end;
        }

        const row* rows_;
        const column_index *columns_, *row_;
        std::uint32_t end_;
    };

    /// Looks up columns n, n + 32, ... of one step, as far as they are below `last`; all of them are, if `is_whole`.
    template <bool is_whole, class Table>
    __device__ static std::uint32_t look_up(walk& at, const Table& table, std::uint32_t n, std::uint32_t last) {
        column_index column[ahead];
        std::uint32_t common = 0;
#pragma unroll
        for (int u = 0; u < ahead; ++u) column[u] = is_whole || n + 32 * u < last ? at.column(n + 32 * u) : no_column;
#pragma unroll
        for (int v = 0; v < ahead; v += looks_ahead) {
            typename Table::look look[looks_ahead];
#pragma unroll
            for (int u = 0; u < looks_ahead; ++u) {
                const column_index j = column[v + u];
                look[u] = table.first_look(is_whole || j != no_column ? j : 0);
            }
#pragma unroll
            for (int u = 0; u < looks_ahead; ++u) {
                const column_index j = column[v + u];
                if (is_whole || j != no_column) common += table.has(j, look[u]) ? 1u : 0u;
            }
        }
        return common;
    }

    row rows_[threads * rows_a_thread];
    size of_warp_[warps], all_;
};

}  // namespace graphblas_gpu::cuda::masked
