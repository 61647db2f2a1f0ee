// Values of nearly empty tiles, where A's rows are long: a block has a window of C's tiles.
//
// Idea: values of C's tiles are in shared memory. Each thread finds a product of an entry of A with a row of a tile of B and
// lays it out; each warp adds those that fall into its own tiles, which are every eighth. It does so in the order of k, and
// lanes that add to one row of a tile take turns: nothing is atomic, and sums are the same in every run.
#pragma once

#include <graphblas_gpu/cuda/bitmap_tile/long_rows.hpp>
#include <graphblas_gpu/cuda/bitmap_tile/value_task.cuh>
#include <graphblas_gpu/cuda/bitmap_tile/window.cuh>

namespace graphblas_gpu::cuda::bitmap_tile {

/// Sums that a block has in shared memory: at least those of one tile.
template <class K>
constexpr unsigned window_values = 20480 / sizeof(typename K::place);

/// An entry of A times a row of a tile of B, for a row of a tile of C; of each thread of a block.
template <class K>
struct row_products {
    row_offset b_values[block_threads];
    typename K::left x[block_threads];
    typename K::right y[block_threads];  ///< the first of B's row, since most have no other
    column_index k[block_threads];
    std::uint16_t tile[block_threads];   ///< of the window,
    std::uint8_t r[block_threads];       ///< and its row,
    std::uint16_t sums[block_threads];   ///< whose sums begin here,
    std::uint8_t c_row[block_threads];   ///< and its bits
    std::uint8_t b_row[block_threads];
    std::uint8_t owner[block_threads];   ///< the warp that adds it
    std::uint8_t of_owner[block_warps][block_threads];  ///< which a warp adds, in ascending order
};

template <class K>
struct window_space {
    typename K::place sums[window_values<K>];
    row_products<K> products;
    window_sources sources;
    tile_window window;
    unsigned piece;
};

/// What the threads of a block do with products.
template <class K>
struct window_sums {
    const task<K>& in;
    const window_facts& facts;
    window_space<K>& space;

    /// Lays out what the calling thread has, and says whose it is.
    __device__ void lay_out(bool active, const window_product& of) const {
        row_products<K>& to = space.products;
        const unsigned at = threadIdx.x;
        to.owner[at] = block_warps;
        if (!active) return;
        const column_index column = in.b.rows.places.columns[of.q];
        const unsigned tile = first_above(space.window.columns, 0, facts.tiles, column) - 1;
        if (tile >= facts.tiles || space.window.columns[tile] != column) return;
        const tile_bits c_bits = in.c.bitmaps[facts.first + tile];
        const unsigned c_row = formats::tile_row(c_bits, of.r), b_row = in.b.rows.bits[of.q];
        if ((b_row & c_row) == 0) return;
        to.owner[at] = static_cast<std::uint8_t>(tile % block_warps);
        to.tile[at] = static_cast<std::uint16_t>(tile);
        to.r[at] = static_cast<std::uint8_t>(of.r);
        to.sums[at] = static_cast<std::uint16_t>(space.window.starts[tile] + formats::tile_rank(c_bits, side * of.r));
        to.c_row[at] = static_cast<std::uint8_t>(c_row);
        to.b_row[at] = static_cast<std::uint8_t>(b_row);
        to.k[at] = of.k;
        const row_offset b_values = in.b.rows.bases[of.k] + in.b.rows.starts[of.q];
        to.b_values[at] = b_values;
        to.y[at] = in.row_value(b_values);
        const std::uint32_t a_tile = in.a.columns.starts[of.p];
        const int rank = formats::tile_rank(in.a.bitmaps[a_tile], side * of.r + of.k % side);
        to.x[at] = in.left(in.a.bases[facts.row] + in.a.starts[a_tile] + rank);
    }
    /// Adds what is the calling warp's. All lanes call.
    __device__ void add_own() const {
        row_products<K>& of = space.products;
        std::uint8_t* const own = of.of_owner[simt::warp_id()];
        unsigned count = 0;
        for (unsigned first = 0; first < block_threads; first += simt::warp_size) {
            const bool is_own = of.owner[first + simt::lane_id()] == simt::warp_id();
            const unsigned lanes = __ballot_sync(simt::full_warp, is_own);
            const unsigned below = lanes & ((1u << simt::lane_id()) - 1);
            if (is_own) own[count + static_cast<unsigned>(__popc(below))] = static_cast<std::uint8_t>(first + simt::lane_id());
            count += static_cast<unsigned>(__popc(lanes));
        }
        __syncwarp();
        for (unsigned first = 0; first < count; first += simt::warp_size) {
            const unsigned n = first + simt::lane_id();
            add_in_turn(n < count, n < count ? own[n] : 0);
        }
    }

  private:
    /// Products of 32 lanes; those that add to one row of a tile of C one after the other. All lanes call.
    __device__ void add_in_turn(bool active, unsigned at) const {
        const row_products<K>& of = space.products;
        // A row of a tile is known by where its sums begin.
        const unsigned place = active ? of.sums[at] : window_values<K> + simt::lane_id();
        const unsigned same = __match_any_sync(simt::full_warp, place);
        const unsigned turn = static_cast<unsigned>(__popc(same & ((1u << simt::lane_id()) - 1)));
        const unsigned last = __reduce_max_sync(simt::full_warp, turn);
        for (unsigned now = 0; now <= last; ++now) {
            if (active && turn == now) add(at);
            __syncwarp();
        }
    }
    __device__ void add(unsigned at) const {
        const row_products<K>& of = space.products;
        const unsigned r = of.r[at], c_row = of.c_row[at], b_row = of.b_row[at];
        const index column = static_cast<index>(space.window.columns[of.tile[at]]) * side;
        typename K::place* const sums = space.sums + of.sums[at];
        const typename K::left x = of.x[at];
        for (unsigned left = b_row & c_row; left != 0; left &= left - 1) {
            const unsigned c = static_cast<unsigned>(__ffs(static_cast<int>(left))) - 1, below = (1u << c) - 1;
            const unsigned rank = static_cast<unsigned>(__popc(b_row & below));
            const typename K::right y = rank == 0 ? of.y[at] : in.row_value(of.b_values[at] + rank);
            typename K::place* const sum = sums + __popc(c_row & below);
            *sum = in.k.sum_into(*sum, in.k.product(x, y, in.row(facts.row, r), of.k[at], column + c));
        }
    }
};

/// The tiles of a piece, as many at a time as there is room for. All threads call.
template <class K>
__device__ void sum_piece(const task<K>& in, const row_piece& piece, window_space<K>& space) {
    for (row_offset first = piece.first; first < piece.behind;) {
        const window_facts facts = space.window.take(in.c, piece.row, first, piece.behind, window_values<K>);
        for (unsigned v = threadIdx.x; v < facts.values; v += block_threads) space.sums[v] = no_sum(in.k);
        const window_sums<K> body{in, facts, space};
        const window_walk walk{in.a.columns.places, in.b.rows.places, in.a.columns.bits, facts, space.window, space.sources};
        walk([&](bool active, const window_product& of) {
            body.lay_out(active, of);
            __syncthreads();
            body.add_own();
            __syncthreads();
        });
        typename K::value* const to = in.values + in.c.bases[piece.row] + in.c.starts[first];
        for (unsigned v = threadIdx.x; v < facts.values; v += block_threads) to[v] = in.k.read(space.sums[v]);
        __syncthreads();
        first += facts.tiles;
    }
}

/// counts: of pieces, and of those taken.
template <class K>
__global__ void __launch_bounds__(block_threads, 4) sum_pieces(task<K> in, const row_piece* pieces, unsigned* counts) {
    window_space<K>& space = *simt::dynamic_shared<window_space<K>>();
    for (;;) {
        if (threadIdx.x == 0) space.piece = atomicAdd(counts + 1, 1u);
        __syncthreads();
        const unsigned piece = space.piece;
        if (piece >= counts[0]) return;
        sum_piece(in, pieces[piece], space);
    }
}

}  // namespace graphblas_gpu::cuda::bitmap_tile
