// Kernels for tiles multiplied as bits.
//
// Idea: a lane that has a pair writes the rows of A's tile and the columns of B's tile as bytes. The bytes of four pairs are
// one word of the instruction's operands. Pairs that belong to another tile of C are masked out of the words.
#include <graphblas_gpu/cuda/bitmap_tile/tensor/values.hpp>

#include <graphblas_gpu/cuda/bitmap_tile/tensor/fragments.cuh>
#include <graphblas_gpu/cuda/bitmap_tile/tensor/mma.cuh>

namespace graphblas_gpu::cuda {

namespace {

using namespace tensor;


/// Byte `pair` of row r of `a` is row r of its tile of A; of `b`, column r of its tile of B.
struct bit_queue {
    unsigned a[formats::tile_side][simt::warp_size / 4];
    unsigned b[formats::tile_side][simt::warp_size / 4];
};

/// 0xff in byte n where bit n of the lowest four is set.
__device__ inline unsigned spread_to_bytes(unsigned bits) { return (bits * 0x00204081u & 0x01010101u) * 0xffu; }

/// A warp's shared memory.
struct count_space {
    bit_queue pairs;
    int sums[run_length][simt::warp_size][2];
    run_tiles tiles;
};

/// The counts of a run.
template <class T>
struct count_sums {
    count_space& space;
    T* values;

    /// All lanes call.
    __device__ void operator()(const tiles_ref& a, const tiles_ref& b, const run& of_c) {
        for (unsigned slot = 0; slot < of_c.count; ++slot) sums_of(slot)[0] = sums_of(slot)[1] = 0;
        for_pairs_of_run(a, b, of_c, [&](unsigned, const tile_pair& pair) {
            gather(pair);
            __syncwarp(simt::full_warp);
            for (unsigned slot = 0; slot < of_c.count; ++slot) {
                const unsigned lanes = __ballot_sync(simt::full_warp, pair.ks != 0 && pair.slot == slot);
                if (lanes != 0) add(slot, lanes);
            }
            __syncwarp(simt::full_warp);
        });
        for (unsigned slot = 0; slot < of_c.count; ++slot) finish(slot, of_c.c.tiles[slot]);
        __syncwarp(simt::full_warp);
    }

  private:
    __device__ int (&sums_of(unsigned slot))[2] { return space.sums[slot][simt::lane_id()]; }
    __device__ void gather(const tile_pair& pair) {
        if (pair.ks == 0) return;
        const tile_bits columns = formats::tile_transposed(pair.b_bits);
        for (unsigned r = 0; r < formats::tile_side; ++r) {
            byte_of(space.pairs.a[r]) = static_cast<unsigned char>(pair.a_bits >> (formats::tile_side * r));
            byte_of(space.pairs.b[r]) = static_cast<unsigned char>(columns >> (formats::tile_side * r));
        }
    }
    __device__ void add(unsigned slot, unsigned lanes) {
        const unsigned row = simt::lane_id() / 4, quarter = simt::lane_id() % 4;
        int sums[2] = {sums_of(slot)[0], sums_of(slot)[1]};
        for (unsigned half = 0; half < 2; ++half) {
            const unsigned word = 4 * half + quarter, mask = spread_to_bytes(lanes >> (4 * word) & 0xfu);
            if ((lanes >> (16 * half) & 0xffffu) == 0) continue;
            count_common_bits(sums, space.pairs.a[row][word] & mask, space.pairs.b[row][word] & mask);
        }
        sums_of(slot)[0] = sums[0];
        sums_of(slot)[1] = sums[1];
    }
    __device__ void finish(unsigned slot, const output_tile& tile) {
        const auto count = [&](unsigned n) { return static_cast<T>(static_cast<unsigned>(sums_of(slot)[n])); };
        write_elements(values, tile, two<T>{count(0), count(1)});
    }

    __device__ static unsigned char& byte_of(unsigned (&row)[simt::warp_size / 4]) {
        return reinterpret_cast<unsigned char*>(row)[simt::lane_id()];
    }
};

template <class T>
__global__ void counts_kernel(tiles_ref a, tiles_ref b, tiles_ref c, unsigned of_warp, T* values) {
    __shared__ count_space spaces[warps_in_block];
    count_space& space = spaces[simt::warp_id()];
    for_parts_of_warp(c.tiles, of_warp, [&](index row, row_offset first, row_offset end) {
        for_runs(a, c, row, first, end, space.tiles,
                 [&](const run& of_c, row_offset) { count_sums<T>{space, values}(a, b, of_c); });
    });
}

struct true_bits_of_tile {
    tiles_ref a;
    tile_bits* out;
    __device__ void operator()(std::int64_t tile) const {
        const index row = row_of_entry(a.tiles.offsets, a.tiles.nrows, tile);
        const bool* at = a.values_as<bool>() + a.bases[row] + a.starts[tile];
        tile_bits bits = a.bitmaps[tile];
        for (tile_bits left = bits; left != 0; left &= left - 1) {
            if (!*at++) bits ^= left & (~left + 1);
        }
        out[tile] = bits;
    }
};

template <class T>
void run_counts(const engine_ptr& e, const tiles_ref& a, const tiles_ref& b, const tiles_ref& c, void* values) {
    const unsigned of_warp = tiles_a_warp(c.tiles.nvals, e->facts().multiprocessors);
    simt::launch(e->stream(), blocks_for(c.tiles.nvals, of_warp), warps_in_block * simt::warp_size, 0, counts_kernel<T>, a, b,
                 c, of_warp, static_cast<T*>(values));
}

}  // namespace

void bit_counts(const engine_ptr& e, const tiles_ref& a, const tiles_ref& b, const tiles_ref& c, type_code type, void* values) {
    switch (type) {
        case type_code::int8:
        case type_code::uint8: return run_counts<std::uint8_t>(e, a, b, c, values);
        case type_code::int16:
        case type_code::uint16: return run_counts<std::uint16_t>(e, a, b, c, values);
        case type_code::int32:
        case type_code::uint32: return run_counts<std::uint32_t>(e, a, b, c, values);
        case type_code::int64:
        case type_code::uint64: return run_counts<std::uint64_t>(e, a, b, c, values);
        case type_code::float32: return run_counts<float>(e, a, b, c, values);
        case type_code::float64: return run_counts<double>(e, a, b, c, values);
        case type_code::boolean: return run_counts<bool>(e, a, b, c, values);
        default: break;
    }
    throw invalid_value("bit_counts: a type of values is needed");
}

array<tile_bits> true_bits(const engine_ptr& e, const tiles_ref& a) {
    array<tile_bits> out(e, static_cast<std::size_t>(a.tiles.nvals));
    for_each(e, a.tiles.nvals, true_bits_of_tile{a, out.data()});
    return out;
}

}  // namespace graphblas_gpu::cuda
