// tSparse's kernels: bitmaps and values of a tile of C by a warp.
#include <graphblas_gpu/cuda/device/simt.cuh>

#include <graphblas_gpu/cuda/bitmap_tile/tensor/mma.cuh>
#include <graphblas_gpu/cuda/published/bitmap_tile/counting.hpp>

#include <cmath>

namespace graphblas_gpu::cuda::tile_paper {

namespace {

using namespace tensor;

constexpr unsigned warps_in_block = 8;
constexpr unsigned block_threads = warps_in_block * simt::warp_size;

unsigned blocks_for(row_offset tiles) { return static_cast<unsigned>((tiles + warps_in_block - 1) / warps_in_block); }

/// The tile of C that the calling warp makes.
__device__ row_offset tile_of_warp() { return static_cast<row_offset>(blockIdx.x) * warps_in_block + simt::warp_id(); }

/// The sums of two tasks: the left and right half of the 16 x 16 product. A lane has two rows of two columns of each.
struct diagonal_sums {
    float left[4] = {};
    float right[4] = {};

    /// a_first, a_second, b_first, b_second: the lane's elements of the two tiles of A and the two tiles of B.
    __device__ void add(unsigned a_first, unsigned a_second, unsigned b_first, unsigned b_second) {
        const unsigned a[4] = {a_first, 0, 0, a_second};
        const unsigned b_left[2] = {b_first, 0}, b_right[2] = {0, b_second};
        multiply_halves(left, a, b_left);
        multiply_halves(right, a, b_right);
    }
    /// The sum of the two quarters on the diagonal, at position 2 lane + n of the tile of C.
    __device__ float sum(unsigned n) const { return left[n] + right[2 + n]; }
};

/// The two bits of a tile whose elements a lane holds: they are neighbours in a row of A's tile, or in a column of B's tile.
__device__ unsigned row_bits(tile_bits t) { return static_cast<unsigned>(t >> (2 * simt::lane_id())) & 3; }
__device__ unsigned first_column_position() { return 16 * (simt::lane_id() % 4) + simt::lane_id() / 4; }
__device__ unsigned column_bits(tile_bits t) {
    const auto bits = static_cast<unsigned>(t >> first_column_position());
    return (bits & 1) | (bits >> 7 & 2);
}

/// The number 1 in fp16 for each of the two bits that is set.
__device__ unsigned ones(unsigned bits) {
    constexpr unsigned one = 0x3c00;
    return (bits & 1) * one | (bits >> 1) * (one << 16);
}

__device__ tile_bits broadcast(tile_bits bits, unsigned from) {
    return static_cast<tile_bits>(__shfl_sync(simt::full_warp, static_cast<unsigned long long>(bits), static_cast<int>(from)));
}

/// The bitmap of the positions with a positive sum, from the sums of all lanes.
__device__ tile_bits positive(const diagonal_sums& sums) {
    const unsigned lane = simt::lane_id();
    const unsigned own = (sums.sum(0) > 0 ? 1u : 0u) | (sums.sum(1) > 0 ? 2u : 0u);
    const unsigned shifted = own << (2 * lane % 32);
    const unsigned low = __reduce_or_sync(simt::full_warp, lane < 16 ? shifted : 0);
    const unsigned high = __reduce_or_sync(simt::full_warp, lane < 16 ? 0 : shifted);
    return tile_bits{high} << 32 | low;
}

/// `a`: the bitmaps of the panel's tiles of A.
__global__ void tensor_or_kernel(const tile_bits* a, const tile_bits* b, const task* tasks, const row_offset* begins,
                                 row_offset tiles, tile_bits* bitmaps) {
    const row_offset tile = tile_of_warp();
    if (tile >= tiles) return;
    diagonal_sums sums;
    const row_offset end = begins[tile + 1];
    for (row_offset t = begins[tile]; t < end; t += simt::warp_size) {
        tile_bits own_a = 0, own_b = 0;
        if (t + simt::lane_id() < end) {
            const task pair = tasks[t + simt::lane_id()];
            own_a = a[left_tile(pair)];
            own_b = b[right_tile(pair)];
        }
        const auto count = static_cast<unsigned>(end - t < simt::warp_size ? end - t : simt::warp_size);
        for (unsigned n = 0; n < count; n += 2) {  // tiles beyond the last task are empty
            const tile_bits a_first = broadcast(own_a, n), a_second = broadcast(own_a, n + 1);
            const tile_bits b_first = broadcast(own_b, n), b_second = broadcast(own_b, n + 1);
            sums.add(ones(row_bits(a_first)), ones(row_bits(a_second)), ones(column_bits(b_first)),
                     ones(column_bits(b_second)));
        }
    }
    const tile_bits bits = positive(sums);
    if (simt::lane_id() == 0) bitmaps[tile] = bits;
}

/// A tile with its values.
struct packed_tile {
    tile_bits bits = 0;
    const float* values = nullptr;

    __device__ float at(unsigned position) const { return values[formats::tile_rank(bits, position)]; }
};

__device__ packed_tile broadcast(const packed_tile& tile, unsigned from) {
    return {broadcast(tile.bits, from),
            reinterpret_cast<const float*>(__shfl_sync(simt::full_warp, reinterpret_cast<unsigned long long>(tile.values),
                                                       static_cast<int>(from)))};
}

/// Two values as fp16; a value is 0 if its bit is not set. The second value is `rank` values after the first.
__device__ unsigned packed_values(const packed_tile& tile, unsigned bits, unsigned position, unsigned rank, float scale) {
    if (bits == 0) return 0;
    const float* const from = tile.values + formats::tile_rank(tile.bits, position);
    const float low = (bits & 1) != 0 ? from[0] : 0, high = (bits & 2) != 0 ? from[rank] : 0;
    return packed_halves(low * scale, high * scale);
}
__device__ unsigned row_values(const packed_tile& tile, float scale) {
    const unsigned bits = row_bits(tile.bits);
    return packed_values(tile, bits, 2 * simt::lane_id(), bits & 1, scale);
}
__device__ unsigned column_values(const packed_tile& tile, float scale) {
    const unsigned position = first_column_position();
    const auto between = static_cast<unsigned>(tile.bits >> position) & formats::first_tile_row;
    return packed_values(tile, column_bits(tile.bits), position, static_cast<unsigned>(__popc(between)), scale);
}

struct mixed_product {
    tiles_ref a, b, c;
    tasks_ref tasks;
    float a_scale, b_scale, c_scale;
    float* values;
};

struct tile_pair {
    packed_tile a, b;
};

__device__ tile_pair pair_of(const mixed_product& p, index row, task t) {
    const row_offset left = p.tasks.first_tile + left_tile(t), right = right_tile(t);
    const column_index k = p.a.tiles.columns[left];
    return {{p.a.bitmaps[left], p.a.values_as<float>() + p.a.bases[row] + p.a.starts[left]},
            {p.b.bitmaps[right], p.b.values_as<float>() + p.b.bases[k] + p.b.starts[right]}};
}

/// The lane's two entries of C in fp32, without tensor cores. Absent entries are not multiplied.
__device__ void plain_sums(const mixed_product& p, index row, row_offset tile, float (&sums)[2]) {
    const position at = sum_position(simt::lane_id(), 0);
    for (row_offset t = p.tasks.first[tile]; t < p.tasks.last[tile]; ++t) {
        const tile_pair pair = pair_of(p, row, p.tasks.tasks[t]);
        for (unsigned k = 0; k < formats::tile_side; ++k) {
            if ((pair.a.bits & formats::tile_bit(at.row, k)) == 0) continue;
            for (unsigned j = 0; j < 2; ++j) {
                if ((pair.b.bits & formats::tile_bit(k, at.column + j)) == 0) continue;
                sums[j] += pair.a.at(formats::tile_side * at.row + k) * pair.b.at(formats::tile_side * k + at.column + j);
            }
        }
    }
}

__device__ bool is_finite(float x) { return x - x == 0; }

__global__ void __launch_bounds__(block_threads) mixed_kernel(mixed_product p) {
    const row_offset tile = tile_of_warp();
    if (tile >= p.c.tiles.nvals) return;
    const unsigned lane = simt::lane_id();
    const index row_of_c = p.tasks.rows[tile], row = p.tasks.first_row + row_of_c;
    const row_offset end = p.tasks.last[tile];
    diagonal_sums sums;
    for (row_offset t = p.tasks.first[tile]; t < end; t += simt::warp_size) {
        tile_pair own;
        if (t + lane < end) own = pair_of(p, row, p.tasks.tasks[t + lane]);
        const auto count = static_cast<unsigned>(end - t < simt::warp_size ? end - t : simt::warp_size);
        for (unsigned n = 0; n < count; n += 2) {  // tiles beyond the last task are empty
            const packed_tile a_first = broadcast(own.a, n), a_second = broadcast(own.a, n + 1);
            const packed_tile b_first = broadcast(own.b, n), b_second = broadcast(own.b, n + 1);
            sums.add(row_values(a_first, p.a_scale), row_values(a_second, p.a_scale), column_values(b_first, p.b_scale),
                     column_values(b_second, p.b_scale));
        }
    }
    float made[2] = {sums.sum(0) * p.c_scale, sums.sum(1) * p.c_scale};
    if (__any_sync(simt::full_warp, !is_finite(made[0]) || !is_finite(made[1]))) {
        made[0] = made[1] = 0;
        plain_sums(p, row, tile, made);
    }
    const tile_bits bits = p.c.bitmaps[tile];
    const unsigned there = row_bits(bits);
    float* const to = p.values + p.c.bases[row_of_c] + p.c.starts[tile] + formats::tile_rank(bits, 2 * lane);
    if ((there & 1) != 0) to[0] = made[0];
    if ((there & 2) != 0) to[there & 1] = made[1];
}

}  // namespace

void or_products_on_tensor_cores(const engine_ptr& e, const tiles_ref& a, const tiles_ref& b, const task_list& list,
                                 tile_bits* bitmaps) {
    const row_offset tiles = list.structure.nvals;
    simt::launch(e->stream(), blocks_for(tiles), block_threads, 0, tensor_or_kernel, a.bitmaps + list.first_tile, b.bitmaps,
                 list.tasks.data(), list.begins.data(), tiles, bitmaps);
}

void mixed_values(const engine_ptr& e, const tiles_ref& a, const tiles_ref& b, const tiles_ref& c, const tasks_ref& tasks,
                  int a_exponent, int b_exponent, float* values) {
    const mixed_product p{a, b, c, tasks, std::ldexp(1.0f, a_exponent), std::ldexp(1.0f, b_exponent),
                          std::ldexp(1.0f, -a_exponent - b_exponent), values};
    simt::launch(e->stream(), blocks_for(c.tiles.nvals), block_threads, 0, mixed_kernel, p);
}

}  // namespace graphblas_gpu::cuda::tile_paper
