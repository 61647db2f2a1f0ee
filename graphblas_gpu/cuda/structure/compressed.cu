// Packing columns into sets: a row is packed by a group of lanes, about as many as an average row has entries.
//
// Idea: columns are ascending, so a set is a run of neighbouring entries. An entry is the head of a run if the entry before it
// belongs to another set. The rank of a head is the index of its pair, and the head gathers the bits of the run, at most 64
// entries.
#include <graphblas_gpu/cuda/structure/compressed.hpp>
#include <graphblas_gpu/cuda/hash/paper/lanes.cuh>
#include <graphblas_gpu/cuda/hash/paper/rules.hpp>
#include <graphblas_gpu/cuda/elementwise/reduce.hpp>
#include <graphblas_gpu/cuda/primitives/scan.hpp>

namespace graphblas_gpu::cuda {

namespace {

using paper::lanes;

constexpr unsigned block_threads = 256;

struct rows_view {
    index nrows;
    const row_offset* offsets;
    const column_index* columns;
};

/// The row of the group that the calling thread belongs to.
__device__ index row_here(const lanes& g) {
    return static_cast<index>(blockIdx.x) * (blockDim.x / g.size) + threadIdx.x / g.size;
}

__device__ bool is_head(const rows_view& rows, row_offset begin, row_offset p) {
    return p == begin || formats::word_of(rows.columns[p]) != formats::word_of(rows.columns[p - 1]);
}

__global__ void count_sets_kernel(rows_view rows, std::uint32_t lanes_a_row, row_offset* counts) {
    const lanes g(lanes_a_row);
    const index k = row_here(g);
    if (k >= rows.nrows) return;
    const row_offset begin = rows.offsets[k], end = rows.offsets[k + 1];
    long long heads = 0;
    for (row_offset p = begin + g.lane; p < end; p += g.size) heads += is_head(rows, begin, p);
    heads = g.sum(heads);
    if (g.lane == 0) counts[k] = heads;
}

__global__ void pack_kernel(rows_view rows, std::uint32_t lanes_a_row, const row_offset* before, column_index* sets,
                            formats::word* bits) {
    const lanes g(lanes_a_row);
    const index k = row_here(g);
    if (k >= rows.nrows) return;
    const row_offset begin = rows.offsets[k], end = rows.offsets[k + 1];
    row_offset at = before[k];
    for (row_offset base = begin; base < end; base += g.size) {
        const row_offset p = base + g.lane;
        const bool heads = p < end && is_head(rows, begin, p);
        const unsigned votes = g.ballot(heads);
        if (heads) {
            const column_index set = formats::word_of(rows.columns[p]);
            formats::word columns = 0;
            for (row_offset q = p; q < end && formats::word_of(rows.columns[q]) == set; ++q)
                columns |= formats::bit_of(rows.columns[q]);
            const row_offset to = at + g.rank(votes);
            sets[to] = set;
            bits[to] = columns;
        }
        at += __popc(votes);
    }
}

__global__ void count_unions_kernel(rows_view a, index first_row, std::uint32_t lanes_a_row,
                                    const row_offset* b_offsets, std::int64_t* work) {
    const lanes g(lanes_a_row);
    const index r = row_here(g);
    if (r >= a.nrows) return;
    const row_offset end = a.offsets[first_row + r + 1];
    long long sum = 0;
    for (row_offset p = a.offsets[first_row + r] + g.lane; p < end; p += g.size) {
        const auto k = a.columns[p];
        sum += b_offsets[k + index{1}] - b_offsets[k];
    }
    sum = g.sum(sum);
    if (g.lane == 0) work[r] = sum;
}

unsigned blocks_for(index rows, std::uint32_t lanes_a_row) {
    const index rows_a_block = block_threads / lanes_a_row;
    return static_cast<unsigned>((rows + rows_a_block - 1) / rows_a_block);
}

}  // namespace

array<row_offset> column_sets_before(const engine_ptr& e, const csr_ref& rows) {
    const auto n = static_cast<std::size_t>(rows.nrows);
    array<row_offset> before(e, n + 1);
    const auto lanes_a_row = paper::vector_length(rows.nvals, rows.nrows);
    simt::launch(e->stream(), blocks_for(rows.nrows, lanes_a_row), block_threads, 0, count_sets_kernel,
                 rows_view{rows.nrows, rows.offsets, rows.columns}, lanes_a_row, before.data());
    e->set_bytes(before.data() + n, 0, sizeof(row_offset));
    exclusive_scan(e, before.data(), before.data(), rows.nrows + 1);
    return before;
}

compressed compress(const engine_ptr& e, const csr_ref& rows, array<row_offset>&& offsets) {
    compressed packed{rows.nrows, rows.ncols, std::move(offsets), {}, {}};
    const auto pairs = static_cast<std::size_t>(read_element(*e, packed.offsets.data() + rows.nrows));
    packed.sets = array<column_index>(e, pairs);
    packed.bits = array<formats::word>(e, pairs);
    const auto lanes_a_row = paper::vector_length(rows.nvals, rows.nrows);
    simt::launch(e->stream(), blocks_for(rows.nrows, lanes_a_row), block_threads, 0, pack_kernel,
                 rows_view{rows.nrows, rows.offsets, rows.columns}, lanes_a_row, packed.offsets.data(),
                 packed.sets.data(), packed.bits.data());
    return packed;
}

union_work count_unions(const engine_ptr& e, const csr_ref& a, index first_row, index last_row,
                        const row_offset* b_offsets) {
    const index rows = last_row - first_row;
    const array<std::int64_t> work(e, static_cast<std::size_t>(rows));
    const auto lanes_a_row = paper::vector_length(a.nvals, a.nrows);
    simt::launch(e->stream(), blocks_for(rows, lanes_a_row), block_threads, 0, count_unions_kernel,
                 rows_view{rows, a.offsets, a.columns}, first_row, lanes_a_row, b_offsets, work.data());
    if (rows == 0) return {};
    const auto most = sum_of_values(e, type_code::int64, work.data(), rows, binary_code::max, type_code::int64);
    return {sum(e, work.data(), rows), most.as<std::int64_t>()};
}

}  // namespace graphblas_gpu::cuda
