// Sorting of rows, compiled for the sizes of sums (4 and 8 bytes) and not for each semiring.
//
// Idea: a row that is short enough is sorted by a few lanes in shared memory (a bitonic network over column and position).
// Longer rows are sorted by a segmented sort of the whole device.
// Source: Batcher, "Sorting networks and their applications".
#include <graphblas_gpu/cuda/primitives/entries.cuh>
#include <graphblas_gpu/cuda/primitives/sort.hpp>
#include <graphblas_gpu/cuda/published/hash/lanes.cuh>
#include <graphblas_gpu/cuda/published/hash/rules.hpp>
#include <graphblas_gpu/cuda/published/hash/sort_rows.hpp>

namespace graphblas_gpu::cuda::paper {

namespace {

constexpr unsigned block_threads = 256;

/// Sorts items[0 .. size - 1] by all lanes; size is a power of two.
__device__ void sort_in_place(const lanes& g, unsigned long long* items, std::uint32_t size) {
    for (std::uint32_t run = 2; run <= size; run *= 2) {
        for (std::uint32_t step = run / 2; step > 0; step /= 2) {
            for (std::uint32_t n = g.lane; n < size / 2; n += g.size) {
                const std::uint32_t low = 2 * n - (n & (step - 1)), high = low + step;
                const bool ascends = (low & run) == 0;
                const unsigned long long x = items[low], y = items[high];
                if ((x > y) == ascends) {
                    items[low] = y;
                    items[high] = x;
                }
            }
            g.sync();
        }
    }
}

template <class Word>
__global__ void __launch_bounds__(block_threads)
    sort_short_rows(unsorted_rows from, std::uint32_t lanes_a_row, column_index* columns, Word* sorted) {
    const lanes g(lanes_a_row);
    const std::uint32_t most = 16 * g.size, group = threadIdx.x / g.size;
    unsigned long long* const items = simt::dynamic_shared<unsigned long long>() + group * most;
    const auto* const sums = static_cast<const Word*>(from.sums);
    const index r = static_cast<index>(blockIdx.x) * (block_threads / g.size) + group;
    if (r >= from.rows) return;
    const row_offset begin = from.offsets[r];
    if (from.offsets[r + 1] - begin > most) return;
    const auto count = static_cast<std::uint32_t>(from.offsets[r + 1] - begin);
    std::uint32_t size = 1;
    while (size < count) size *= 2;
    for (std::uint32_t n = g.lane; n < size; n += g.size) {
        items[n] = n < count ? static_cast<unsigned long long>(from.columns[begin + n]) << 32 | n : ~0ull;
    }
    g.sync();
    sort_in_place(g, items, size);
    for (std::uint32_t n = g.lane; n < count; n += g.size) {
        columns[begin + n] = static_cast<column_index>(items[n] >> 32);
        if (sums != nullptr) sorted[begin + n] = sums[begin + static_cast<std::uint32_t>(items[n])];
    }
}

/// Sorts the rows with more than `most` entries; all others end where they begin, so that the sort skips them. What is sorted
/// along with the columns is the position of the entry, whatever the size of sums is, because a segmented sort takes long to
/// compile.
template <class Word>
void sort_long_rows(const engine_ptr& e, const unsorted_rows& from, std::int64_t most, column_index* columns, Word* sorted) {
    const array<row_offset> ends_of_rows(e, static_cast<std::size_t>(from.rows));
    row_offset* const ends = ends_of_rows.data();
    const row_offset* const offsets = from.offsets;
    for_each(
        e, from.rows,
        GB_DEVICE_LAMBDA(std::int64_t r) { ends[r] = offsets[r + 1] - offsets[r] > most ? offsets[r + 1] : offsets[r]; });
    const auto nvals = static_cast<std::size_t>(from.nvals);
    const array<std::uint64_t> positions(e, nvals), sorted_positions(e, nvals);
    std::uint64_t* const position = positions.data();
    for_each(e, from.nvals, GB_DEVICE_LAMBDA(std::int64_t p) { position[p] = static_cast<std::uint64_t>(p); });
    sort_segments(e, from.columns, columns, position, sorted_positions.data(), from.nvals, from.rows, offsets, ends);
    if (from.sums == nullptr) return;
    const std::uint64_t* const moved = sorted_positions.data();
    const auto* const sums = static_cast<const Word*>(from.sums);
    csr_ref rows;
    rows.nrows = from.rows;
    rows.nvals = from.nvals;
    rows.offsets = offsets;
    for_each_entry(e, rows, GB_DEVICE_LAMBDA(index r, row_offset p) { if (p < ends[r]) sorted[p] = sums[moved[p]]; });
}

template <class Word>
void sort_with(const engine_ptr& e, const unsorted_rows& from, column_index* columns, Word* sorted) {
    // Each lane compares pairs of entries, so half as many lanes as entries suffice.
    const std::uint32_t lanes_a_row = vector_length(from.nvals / 2, from.rows);
    const index rows_a_block = block_threads / lanes_a_row;
    simt::launch(e->stream(), static_cast<unsigned>((from.rows + rows_a_block - 1) / rows_a_block), block_threads,
                 static_cast<std::size_t>(rows_a_block * sorted_by_lanes(lanes_a_row)) * sizeof(unsigned long long),
                 sort_short_rows<Word>, from, lanes_a_row, columns, sorted);
    const std::int64_t most = sorted_by_lanes(lanes_a_row);
    if (from.most_nvals > most) sort_long_rows(e, from, most, columns, sorted);
}

template <class Value>
void narrow(const engine_ptr& e, const std::uint32_t* sums, void* values, row_offset nvals) {
    auto* const to = static_cast<Value*>(values);
    for_each(
        e, nvals, GB_DEVICE_LAMBDA(std::int64_t p) { to[p] = static_cast<Value>(sums[p]); });
}

}  // namespace

void sort_rows(const engine_ptr& e, const unsorted_rows& from, column_index* columns, void* values, std::size_t value_bytes) {
    if (from.sums == nullptr || value_bytes == 4) {
        sort_with(e, from, columns, static_cast<std::uint32_t*>(values));
    } else if (value_bytes == 8) {
        sort_with(e, from, columns, static_cast<std::uint64_t*>(values));
    } else {
        const array<std::uint32_t> sorted(e, static_cast<std::size_t>(from.nvals));
        sort_with(e, from, columns, sorted.data());
        if (value_bytes == 2)
            narrow<std::uint16_t>(e, sorted.data(), values, from.nvals);
        else
            narrow<std::uint8_t>(e, sorted.data(), values, from.nvals);
    }
}

}  // namespace graphblas_gpu::cuda::paper
