// Some neighbouring tiles of C in one row, and all outer products that fall there, gone through by a block.
//
// Idea: threads look at columns of A's tiles, and list those that name rows of B with something near the window; marks say so,
// a word a row. Then each thread takes one of these and cuts its row of B to the columns of the window; those of which
// something is left are kept, and once they are enough their products are spread over the threads, in the order of k. So a long
// row of A is walked once for a thousand tiles of C, and few products of many columns fill a block.
// Source: rows of tiles multiplied as rows of entries are (Gustavson).
#pragma once

#include <graphblas_gpu/cuda/bitmap_tile/block_sums.cuh>
#include <graphblas_gpu/cuda/bitmap_tile/long_rows.hpp>
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
    unsigned of_warps[block_warps];
    unsigned cut_tiles, cut_values;

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
        unsigned before = sum_up_to_here(sum, of_warps, all) - sum;
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
    unsigned products_up_to[room];  ///< outer products of single rows with B's, of this one and those before
    unsigned in_row[room];            ///< place in A's row
    column_index k[room];
    std::uint8_t bits[room];          ///< rows of the column that have an entry

    /// Entries of A's row that a thread looks at, one after the other, before any is cut.
    static constexpr unsigned looks = simt::warp_size / block_warps;
    std::uint16_t near[looks * block_threads];  ///< those worth it: places among all that the block looks at
    unsigned near_of[simt::warp_size];          ///< how many there are, of each look and warp
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
    const row_marks& marks;
    const window_facts& facts;
    tile_window& window;
    window_sources& sources;

    /// use(active, product) for all of them, a block's threads at a time, in ascending k. All threads call, and call `use`;
    /// the window may be read there, and barriers met.
    template <class Use>
    __device__ void operator()(const Use& use) const {
        const row_offset begin = a.offsets[facts.row], end = a.offsets[facts.row + 1];
        const std::uint64_t wanted = marks.between(window.columns[0], window.columns[facts.tiles - 1]);
        unsigned kept = 0;
        for (row_offset base = begin; base < end; base += window_sources::looks * block_threads) {
            const unsigned near = look(base, end, wanted);
            for (unsigned first = 0; first < near; first += block_threads) {
                const unsigned n = first + threadIdx.x;
                kept = keep(begin, n < near ? base + sources.near[n] : end, end, kept);
                if (kept < window_sources::enough) continue;
                multiply(begin, kept, use);
                kept = 0;
            }
        }
        if (kept > 0) multiply(begin, kept, use);
    }

  private:
    /// Lists entries of A's row, from `base` on, that may name something; returns how many there are. All threads call.
    __device__ unsigned look(row_offset base, row_offset end, std::uint64_t wanted) const {
        unsigned lanes[window_sources::looks];
#pragma unroll
        for (unsigned n = 0; n < window_sources::looks; ++n) {
            const row_offset p = base + n * block_threads + threadIdx.x;
            lanes[n] = __ballot_sync(simt::full_warp, p < end && (marks.of_rows[a.columns[p]] & wanted) != 0);
            const auto found = static_cast<unsigned>(__popc(lanes[n]));
            if (simt::lane_id() == 0) sources.near_of[n * block_warps + simt::warp_id()] = found;
        }
        __syncthreads();
        const unsigned own = sources.near_of[simt::lane_id()];
        unsigned up_to = own;
        for (unsigned step = 1; step < simt::warp_size; step *= 2) {
            const unsigned below = __shfl_up_sync(simt::full_warp, up_to, step);
            if (simt::lane_id() >= step) up_to += below;
        }
#pragma unroll
        for (unsigned n = 0; n < window_sources::looks; ++n) {
            const unsigned before = __shfl_sync(simt::full_warp, up_to - own, n * block_warps + simt::warp_id());
            const unsigned below = lanes[n] & ((1u << simt::lane_id()) - 1);
            if ((lanes[n] >> simt::lane_id() & 1) == 0) continue;
            sources.near[before + static_cast<unsigned>(__popc(below))] =
                static_cast<std::uint16_t>(n * block_threads + threadIdx.x);
        }
        __syncthreads();
        return __shfl_sync(simt::full_warp, up_to, simt::warp_size - 1);
    }

    /// use(active, product) for all products of those that are kept. All threads call.
    template <class Use>
    __device__ void multiply(row_offset begin, unsigned kept, const Use& use) const {
        __syncthreads();
        const unsigned products = count_products(kept);
        for (unsigned first = 0; first < products; first += block_threads) {
            const unsigned at = first + threadIdx.x;
            use(at < products, at < products ? product(begin, at, kept) : window_product{});
        }
        __syncthreads();
    }

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
        const unsigned at = kept + count_below(length > 0, window.of_warps, added);
        if (length > 0) {
            sources.from[at] = from;
            sources.length[at] = length;
            sources.in_row[at] = static_cast<unsigned>(p - begin);
            sources.k[at] = k;
            sources.bits[at] = bits_of_a[p];
        }
        return kept + added;
    }

    /// Of all that are kept: fewer than 2^32, since each has at most the tiles of a window. All threads call.
    __device__ unsigned count_products(unsigned kept) const {
        unsigned before = 0;
        for (unsigned first = 0; first < kept; first += block_threads) {
            const unsigned s = first + threadIdx.x;
            const unsigned own = s < kept ? sources.length[s] * static_cast<unsigned>(__popc(sources.bits[s])) : 0;
            unsigned all = 0;
            const unsigned up_to = sum_up_to_here(own, window.of_warps, all);
            if (s < kept) sources.products_up_to[s] = before + up_to;
            before += all;
        }
        __syncthreads();
        return before;
    }

    __device__ window_product product(row_offset begin, unsigned at, unsigned kept) const {
        const unsigned s = first_above(sources.products_up_to, 0, kept, at);
        const unsigned length = sources.length[s];
        unsigned rows = sources.bits[s];
        const unsigned in_source = at - (s == 0 ? 0 : sources.products_up_to[s - 1]);
        unsigned part = 0;
        if (in_source >= length) part = in_source / length;
        for (unsigned n = 0; n < part; ++n) rows &= rows - 1;
        return {begin + sources.in_row[s], static_cast<unsigned>(__ffs(static_cast<int>(rows))) - 1,
                sources.from[s] + (in_source - part * length), sources.k[s]};
    }
};

}  // namespace graphblas_gpu::cuda::bitmap_tile
