// The number of pairs of tiles of two matrices in rows, without making the tiles.
//
// Idea: a tile is counted at its first entry. First the tiles of B are counted by rows of tiles, then each tile of A adds the
// count of the row that it names.
#include <graphblas_gpu/cuda/bitmap_tile/pair_count.hpp>

#include <graphblas_gpu/cuda/bitmap_tile/first_entries.cuh>
#include <graphblas_gpu/cuda/structure/entries.cuh>
#include <graphblas_gpu/cuda/product/flops.hpp>

namespace graphblas_gpu::cuda::bitmap_tile {

namespace {

/// Entries are added to this many sums in turn, so that atomics seldom wait for each other.
constexpr index sums = 1024;

array<std::int64_t> zeros(const engine_ptr& e, index n) {
    array<std::int64_t> out(e, static_cast<std::size_t>(n));
    e->set_bytes(out.data(), 0, out.size() * sizeof(std::int64_t));
    return out;
}

__device__ void add(std::int64_t* to, std::int64_t n) {
    atomicAdd(reinterpret_cast<unsigned long long*>(to), static_cast<unsigned long long>(n));
}

}  // namespace

std::int64_t count_tile_pairs(const engine_ptr& e, const csr_ref& a, const csr_ref& b) {
    constexpr int side = formats::tile_side;
    if (a.nvals == 0 || b.nvals == 0) return 0;
    const array<std::int64_t> tiles = zeros(e, formats::tiles_for(b.nrows)), pairs = zeros(e, sums);
    std::int64_t *const of_row = tiles.data(), *const to = pairs.data();
    for_each_entry(e, b, GB_DEVICE_LAMBDA(index i, row_offset p) {
        if (begins_tile(b, i, p)) add(of_row + i / side, 1);
    });
    for_each_entry(e, a, GB_DEVICE_LAMBDA(index i, row_offset p) {
        if (begins_tile(a, i, p)) add(to + p % sums, of_row[a.columns[p] / side]);
    });
    return totals(e, to, sums).sum;
}

}  // namespace graphblas_gpu::cuda::bitmap_tile
