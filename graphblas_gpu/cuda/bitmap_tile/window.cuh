// Some neighbouring tiles of C in one row, and all outer products that fall there, gone through by a block.
//
// Idea: each thread takes a column of A's tiles and cuts the row of B that it names to the columns of the window; those of
// which something is left are kept, and once they are enough their products are spread over the threads, in the order of k.
// So a long row of A is walked once for a thousand tiles of C, and few products of many columns fill a block.
// Source: rows of tiles multiplied as rows of entries are (Gustavson).
#pragma once

#include <graphblas_gpu/cuda/bitmap_tile/block_sums.cuh>
#include <graphblas_gpu/cuda/bitmap_tile/stretch.cuh>

namespace graphblas_gpu::cuda::bitmap_tile {

/// Tiles of C that a block takes at a time, at most.
constexpr unsigned window_tiles = 2048;

/// What of a window is the same in all threads.
struct window_facts {
    index row = 0;
    row_offset first = 0;  ///< tile
    unsigned tiles = 0;
    unsigned values = 0;
};

/// In shared memory.
struct tile_window {
    column_index columns[window_tiles];
    std::uint16_t starts[window_tiles];  ///< of each tile: its first value, counted from the window's
    row_offset of_warps[block_warps];
    unsigned cut_tiles, cut_values;

    __device__ unsigned* few_of_warps() { return reinterpret_cast<unsigned*>(of_warps); }

    /// Takes the tiles first .. behind - 1 of a row, as many as have no more than `most_values`, 64 at least. All threads call;
    /// they must be done with what was there.
    __device__ window_facts take(const tiles_ref& c, index row, row_offset first, row_offset behind, unsigned most_values) {
        constexpr unsigned of_thread = window_tiles / block_threads;
        const auto tiles = static_cast<unsigned>(behind - first < window_tiles ? behind - first : window_tiles);
        const unsigned own = threadIdx.x * of_thread;
        unsigned sizes[of_thread], sum = 0, all = 0;
#pragma unroll
        for (unsigned n = 0; n < of_thread; ++n) {
            const unsigned t = own + n;
            const tile_bits bits = t < tiles ? c.bitmaps[first + t] : 0;
            columns[t] = t < tiles ? c.tiles.columns[first + t] : 0;
            sizes[n] = static_cast<unsigned>(formats::tile_nvals(bits));
            sum += sizes[n];
        }
        unsigned before = sum_up_to_here(sum, few_of_warps(), all) - sum;
#pragma unroll
        for (unsigned n = 0; n < of_thread; ++n) {
            starts[own + n] = static_cast<std::uint16_t>(before);
            if (before <= most_values && before + sizes[n] > most_values) {
                cut_tiles = own + n;
                cut_values = before;
            }
            before += sizes[n];
        }
        __syncthreads();
        return all <= most_values ? window_facts{row, first, tiles, all} : window_facts{row, first, cut_tiles, cut_values};
    }
};

/// Columns of A's tiles, and what they name in B within the window; in shared memory.
struct window_sources {
    /// Those of a walk are added to as many as are too few to go on with.
    static constexpr unsigned enough = 192, room = enough + block_threads;

    row_offset from[room];            ///< the first in B's row,
    unsigned length[room];            ///< and how many
    row_offset products_up_to[room];  ///< outer products of single rows with B's, of this one and those before
    unsigned in_row[room];            ///< place in A's row
    column_index k[room];
    std::uint8_t bits[room];          ///< rows of the column that have an entry
};

/// An entry of A and some of a row of B.
struct window_product {
    row_offset p = 0;  ///< the column of A's tile,
    unsigned r = 0;    ///< and its row
    row_offset q = 0;  ///< the row of B's tile
    column_index k = 0;
};

/// What goes through the products of a window.
struct window_walk {
    const csr_ref& a;
    const csr_ref& b;
    const std::uint8_t* bits_of_a;
    const window_facts& facts;
    tile_window& window;
    window_sources& sources;

    /// use(active, product) for all of them, a block's threads at a time, in ascending k. All threads call, and call `use`;
    /// the window may be read there, and barriers met.
    template <class Use>
    __device__ void operator()(const Use& use) const {
        const row_offset begin = a.offsets[facts.row], end = a.offsets[facts.row + 1];
        unsigned kept = 0;
        for (row_offset base = begin; base < end; base += block_threads) {
            kept = keep(begin, base + threadIdx.x, end, kept);
            if (kept < window_sources::enough && base + block_threads < end) continue;
            __syncthreads();
            const row_offset products = count_products(kept);
            for (row_offset first = 0; first < products; first += block_threads) {
                const row_offset at = first + threadIdx.x;
                use(at < products, at < products ? product(begin, at, kept) : window_product{});
            }
            __syncthreads();
            kept = 0;
        }
    }

  private:
    /// Adds entry p of A's row to those kept, if it names anything. Returns how many there are. All threads call.
    __device__ unsigned keep(row_offset begin, row_offset p, row_offset end, unsigned kept) const {
        unsigned length = 0;
        column_index k = 0;
        row_offset from = 0;
        if (p < end) {
            k = a.columns[p];
            row_offset behind = b.offsets[k + index{1}];
            from = b.offsets[k];
            stretch{facts.tiles, window.columns}.cut(b, from, behind);
            length = static_cast<unsigned>(behind - from);
        }
        unsigned added = 0;
        const unsigned at = kept + count_below(length > 0, window.few_of_warps(), added);
        if (length > 0) {
            sources.from[at] = from;
            sources.length[at] = length;
            sources.in_row[at] = static_cast<unsigned>(p - begin);
            sources.k[at] = k;
            sources.bits[at] = bits_of_a[p];
        }
        return kept + added;
    }

    /// Of all that are kept. All threads call.
    __device__ row_offset count_products(unsigned kept) const {
        row_offset before = 0;
        for (unsigned first = 0; first < kept; first += block_threads) {
            const unsigned s = first + threadIdx.x;
            const row_offset own = s < kept ? row_offset{sources.length[s]} * __popc(sources.bits[s]) : 0;
            row_offset all = 0;
            const row_offset up_to = sum_up_to_here(own, window.of_warps, all);
            if (s < kept) sources.products_up_to[s] = before + up_to;
            before += all;
        }
        __syncthreads();
        return before;
    }

    __device__ window_product product(row_offset begin, row_offset at, unsigned kept) const {
        const unsigned s = first_above(sources.products_up_to, 0, kept, at);
        const unsigned length = sources.length[s];
        unsigned rows = sources.bits[s];
        const auto in_source = static_cast<unsigned>(at - (s == 0 ? 0 : sources.products_up_to[s - 1]));
        unsigned part = 0;
        if (in_source >= length) part = in_source / length;
        for (unsigned n = 0; n < part; ++n) rows &= rows - 1;
        return {begin + sources.in_row[s], static_cast<unsigned>(__ffs(static_cast<int>(rows))) - 1,
                sources.from[s] + (in_source - part * length), sources.k[s]};
    }
};

}  // namespace graphblas_gpu::cuda::bitmap_tile
