// Values of nearly empty tiles in rows where A's rows are long: a block computes a window of C's tiles.
//
// Idea: the sums of C's entries are in shared memory. Each thread has a product of an entry of A and a row of a tile of B.
// Threads whose products add to the same row of a tile of C take turns: each writes its ticket to that row's slot by an atomic
// minimum, and the thread with the lowest ticket adds. So sums are added in the order of k and without atomics, and are the
// same in every run.
#pragma once

#include <graphblas_gpu/cuda/bitmap_tile/long_rows.hpp>
#include <graphblas_gpu/cuda/bitmap_tile/value_task.cuh>
#include <graphblas_gpu/cuda/bitmap_tile/window.cuh>

namespace graphblas_gpu::cuda::bitmap_tile {

/// The sums that a block has in shared memory: enough for at least one full tile.
template <class K>
constexpr unsigned window_values = policy::window_bytes / sizeof(typename K::accumulator);

template <class K>
struct window_space {
    typename K::accumulator sums[window_values<K>];
    unsigned tickets[policy::ticket_slots];
    window_sources sources;
    tile_window window;
    unsigned piece;
};

/// A product with the row of C that it is added to.
template <class K>
struct summand : row_product<K> {
    unsigned sums = 0;  ///< index of the row's first sum
    unsigned c_row = 0;
};

/// Adds the products of a window to its sums.
template <class K>
class window_sums {
  public:
    __device__ window_sums(const task<K>& in, const window_facts& facts, window_space<K>& space)
        : in_(in), facts_(facts), space_(space) {
        for (unsigned v = threadIdx.x; v < facts.values; v += block_threads) space.sums[v] = in.k.empty();
        clear_tickets();
    }

    /// Adds the product of each thread. All threads call.
    __device__ void add(bool active, const window_product& item) {
        const summand<K> own = active ? summand_of(item) : summand<K>{};
        if (turns_left_ < block_threads) {
            clear_tickets();
            __syncthreads();
        }
        unsigned* const ticket = space_.tickets + own.sums % policy::ticket_slots;
        for (bool waits = own.present;;) {
            // This ticket is lower than all tickets of earlier turns.
            const unsigned mine = turns_left_-- * block_threads + threadIdx.x;
            if (waits) atomicMin(ticket, mine);
            __syncthreads();
            if (waits && *ticket == mine) {
                add(own);
                waits = false;
            }
            if (__syncthreads_or(waits) == 0) return;
        }
    }

  private:
    /// The turns until the slots are cleared again. A call of add() takes at most as many turns as there are threads.
    static constexpr unsigned max_turns = policy::turns_a_thread * block_threads;

    __device__ void clear_tickets() {
        for (unsigned c = threadIdx.x; c < policy::ticket_slots; c += block_threads) space_.tickets[c] = ~0u;
        turns_left_ = max_turns;
    }
    __device__ summand<K> summand_of(const window_product& item) const {
        summand<K> out;
        const slices_ref& b = in_.b.rows;
        // All loads are issued first, so that they are in flight together.
        const column_index column = b.structure.columns[item.q];
        const std::uint32_t b_start = b.starts[item.q], a_tile = in_.a.columns.starts[item.p];
        out.b_row = b.bits[item.q];
        out.b_values = b.bases[item.k] + b_start;
        const tile_bits a_bits = in_.a.bitmaps[a_tile];
        const row_offset a_values = in_.a.bases[facts_.row] + in_.a.starts[a_tile];
        out.y = in_.row_value(out.b_values);
        out.x = in_.left(a_values + formats::tile_rank(a_bits, side * item.r + item.k % side));
        out.tile = first_above(space_.window.columns, 0, facts_.tiles, column) - 1;
        if (out.tile >= facts_.tiles || space_.window.columns[out.tile] != column) return out;
        const tile_bits c_bits = in_.c.bitmaps[facts_.first + out.tile];
        out.c_row = formats::tile_row(c_bits, item.r);
        out.present = (out.b_row & out.c_row) != 0;
        out.r = item.r;
        out.k = item.k;
        out.sums = space_.window.starts[out.tile] + static_cast<unsigned>(formats::tile_rank(c_bits, side * item.r));
        return out;
    }
    __device__ void add(const summand<K>& item) const {
        const index column = static_cast<index>(space_.window.columns[item.tile]) * side;
        add_row_product(in_, facts_.row, item, item.c_row, column, space_.sums + item.sums);
    }

    const task<K>& in_;
    const window_facts& facts_;
    window_space<K>& space_;
    unsigned turns_left_ = 0;
};

/// Computes the tiles of a piece, as many at a time as there is room for. All threads call.
template <class K>
__device__ void sum_piece(const task<K>& in, const row_marks& marks, const row_piece& piece, window_space<K>& space) {
    for (row_offset first = piece.first; first < piece.behind;) {
        const window_facts facts = space.window.take(in.c, piece.row, first, piece.behind, window_values<K>);
        window_sums<K> body(in, facts, space);
        const window_walk walk{in.a.columns.structure, in.b.rows.structure, in.a.columns.bits, marks, facts, space.window,
                               space.sources};
        walk([&](bool active, const window_product& item) { body.add(active, item); });
        typename K::value* const to = in.values + in.c.bases[piece.row] + in.c.starts[first];
        for (unsigned v = threadIdx.x; v < facts.values; v += block_threads) to[v] = in.k.read(space.sums[v]);
        __syncthreads();
        first += facts.tiles;
    }
}

/// counts[0]: the number of pieces; counts[1]: the next piece that no block has taken.
template <class K>
__global__ void __launch_bounds__(block_threads, 4)
    sum_pieces(task<K> in, row_marks marks, const row_piece* pieces, unsigned* counts) {
    window_space<K>& space = *simt::dynamic_shared<window_space<K>>();
    for (;;) {
        if (threadIdx.x == 0) space.piece = atomicAdd(counts + 1, 1u);
        __syncthreads();
        const unsigned piece = space.piece;
        if (piece >= counts[0]) return;
        sum_piece(in, marks, pieces[piece], space);
    }
}

}  // namespace graphblas_gpu::cuda::bitmap_tile
