// From tables with a value for each position and row, as kernels leave them that compute up to 64 rows at once, to rows in
// memory.
//
// Idea: the values of a position in all rows of a table lie next to each other. A warp takes 32 positions: it counts the
// entries of each row there, and after a prefix sum over these counts it transposes 32 positions of 32 rows at a time in
// shared memory, so that it reads and writes neighbouring elements. The counts of all tables have one prefix sum, so that the
// entries of each are written where they stay.
#pragma once

#include <graphblas_gpu/cuda/device/csr.hpp>
#include <graphblas_gpu/cuda/device/for_each.cuh>
#include <graphblas_gpu/cuda/primitives/scan.hpp>
#include <graphblas_gpu/cuda/propagate/search.hpp>

#include <vector>

namespace graphblas_gpu::cuda::propagation {

inline constexpr index fewest_table_rows = 4;  ///< fewer rows are about as fast one after the other

inline constexpr unsigned warps_converting = 4;
/// The positions that a warp converts. Neighbouring warps write neighbouring elements of a row at about the same time, so that
/// they leave the cache in whole lines.
inline constexpr index tile_positions = simt::warp_size;

/// The values of a table. A class derived from it says which of them are entries.
template <class Word>
struct table_shape {
    using word = Word;
    const Word* values;
    index n, stride, count;  ///< positions, the distance between the values of neighbouring positions, and rows

    __device__ Word value(index v, index s) const { return values[v * stride + s]; }
};

/// How many positions a lane loads at the same time. The compiler moves no load before a branch or a store to shared memory.
inline constexpr unsigned positions_in_flight = 8;

/// The rows that may have entries at positions first, first + 1, ..; none at positions that do not exist.
template <class Table>
__device__ __forceinline__ void load_rows(const Table& from, index first, std::uint64_t (&rows)[positions_in_flight]) {
#pragma unroll
    for (unsigned u = 0; u < positions_in_flight; ++u) rows[u] = from.rows_of(first + u < from.n ? first + u : 0);
#pragma unroll
    for (unsigned u = 0; u < positions_in_flight; ++u) rows[u] = first + u < from.n ? rows[u] : 0;
}

/// to[s * tiles + k]: the number of entries in row s and tile k. `Table` is a table_shape with rows_of(v), a bit for each row
/// that may have an entry at position v, has(v, s), whether such a row has one, and absent(), the value of those that have
/// none.
template <class Table>
__global__ void count_entries_of_table(Table from, index tiles, row_offset* to) {
    const index tile = static_cast<index>(blockIdx.x) * warps_converting + simt::warp_id();
    const unsigned lane = simt::lane_id();
    if (tile >= tiles) return;
    row_offset low = 0, high = 0;
    for (index first = tile * tile_positions; first < (tile + 1) * tile_positions; first += positions_in_flight) {
        std::uint64_t words[positions_in_flight];
        load_rows(from, first, words);
#pragma unroll
        for (unsigned u = 0; u < positions_in_flight; ++u) {
            low += (words[u] >> lane & 1) != 0 && from.has(first + u, lane) ? 1 : 0;
            high += (words[u] >> lane >> simt::warp_size & 1) != 0 && from.has(first + u, lane + simt::warp_size) ? 1 : 0;
        }
    }
    if (lane < from.count) to[lane * tiles + tile] = low;
    if (lane + simt::warp_size < from.count) to[(lane + simt::warp_size) * tiles + tile] = high;
}

/// Writes the rows; `starts` are the prefix sums of the counts.
template <class Table>
__global__ void write_entries_of_table(Table from, index tiles, const row_offset* starts, column_index* columns,
                                       typename Table::word* to) {
    constexpr unsigned full = simt::full_warp;
    using word = typename Table::word;
    __shared__ word squares[warps_converting][simt::warp_size][simt::warp_size + 1];
    word(&square)[simt::warp_size][simt::warp_size + 1] = squares[simt::warp_id()];
    const index tile = static_cast<index>(blockIdx.x) * warps_converting + simt::warp_id();
    const index first = tile * tile_positions;
    const unsigned lane = simt::lane_id();
    if (tile >= tiles) return;
    for (index first_s = 0; first_s < from.count; first_s += simt::warp_size) {
        const unsigned rows =
            static_cast<unsigned>(from.count - first_s < simt::warp_size ? from.count - first_s : simt::warp_size);
        const long long at =
            lane < rows ? starts[(first_s + lane) * tiles + tile] : 0;  // of the row with the number of the lane
        for (unsigned k = 0; k < simt::warp_size; k += positions_in_flight) {
            std::uint64_t words[positions_in_flight];
            load_rows(from, first + k, words);
            word values[positions_in_flight];
#pragma unroll
            for (unsigned u = 0; u < positions_in_flight; ++u) {
                const bool may_have = (words[u] >> first_s >> lane & 1) != 0;
                values[u] = may_have ? from.value(first + k + u, first_s + lane) : Table::absent();
            }
#pragma unroll
            for (unsigned u = 0; u < positions_in_flight; ++u) square[k + u][lane] = values[u];
        }
        __syncwarp();
        for (unsigned s = 0; s < rows; ++s) {
            const word value = square[lane][s];
            const bool is_entry = value != Table::absent();
            const unsigned entries = __ballot_sync(full, is_entry);
            const long long here = __shfl_sync(full, at, static_cast<int>(s)) + simt::count_below(entries);
            if (!is_entry) continue;
            columns[here] = static_cast<column_index>(first + lane);
            to[here] = value;
        }
        __syncwarp();
    }
}

/// The entries of several tables, whose rows follow each other, as rows of one matrix. Waits for the device.
template <class Table>
csr rows_of_tables(const engine_ptr& e, const std::vector<Table>& tables, type_code type) {
    const index n = tables.front().n, tiles = (n + tile_positions - 1) / tile_positions;
    const auto blocks = static_cast<unsigned>((tiles + warps_converting - 1) / warps_converting);
    constexpr unsigned threads = warps_converting * simt::warp_size;
    index rows = 0;
    for (const Table& table : tables) rows += table.count;
    const array<row_offset> starts(e, static_cast<std::size_t>(rows * tiles) + 1);
    row_offset* of_table = starts.data();
    for (const Table& table : tables) {
        simt::launch(e->stream(), blocks, threads, 0, count_entries_of_table<Table>, table, tiles, of_table);
        of_table += table.count * tiles;
    }
    csr out = csr_with_room(e, rows, n, sizes_to_offsets(e, starts.data(), rows * tiles), type);
    row_offset* const offsets = out.offsets.data();
    const row_offset* of_tiles = starts.data();
    for_each(
        e, rows + 1, GB_DEVICE_LAMBDA(std::int64_t s) { offsets[s] = of_tiles[s * tiles]; });
    for (const Table& table : tables) {
        simt::launch(e->stream(), blocks, threads, 0, write_entries_of_table<Table>, table, tiles, of_tiles, out.columns.data(),
                     static_cast<typename Table::word*>(out.values.data()));
        of_tiles += table.count * tiles;
    }
    return out;
}

/// The distance between the values of neighbouring positions: they begin at a sector of the memory.
inline index stride_of_table(index count, std::size_t value_bytes) {
    const auto values_of_sector = static_cast<index>(32 / value_bytes);
    return (count + values_of_sector - 1) / values_of_sector * values_of_sector;
}

/// Calls f(first, size, stride) for each table of `count` rows; they have about the same number of rows.
template <class F>
void for_each_table(index count, std::size_t value_bytes, const F& f) {
    const index tables = kernels_for_rows(count);
    for (index t = 0; t < tables; ++t) {
        const index first = count * t / tables, size = count * (t + 1) / tables - first;
        f(first, size, stride_of_table(size, value_bytes));
    }
}

/// Whether the tables of `count` rows and their entries fit the memory that is free, and the rows are not few. `more_of_table`:
/// bytes for each position that a table needs besides its values; `scratch`: what is needed once.
inline bool tables_fit(const engine_ptr& e, index n, index count, std::size_t value_bytes, std::size_t more_of_table,
                       double scratch) {
    if (count < fewest_table_rows) return false;
    constexpr double counts_of_entry = static_cast<double>(sizeof(row_offset)) / static_cast<double>(tile_positions);
    double of_position =
        static_cast<double>(count) * (static_cast<double>(value_bytes + sizeof(column_index)) + counts_of_entry);
    for_each_table(count, value_bytes, [&](index, index, index stride) {
        of_position += static_cast<double>(static_cast<std::size_t>(stride) * value_bytes + more_of_table);
    });
    return static_cast<double>(n) * of_position + scratch <= static_cast<double>(e->free_bytes());
}

}  // namespace graphblas_gpu::cuda::propagation
