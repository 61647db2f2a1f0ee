// A window is some consecutive tiles of C in one row of tiles. A block walks along all outer products that belong to it.
//
// Idea: the threads look at column slices of A, and list those whose row of B may have entries near the window; a word of marks
// for each row of B tells this. Then each thread takes a listed slice and cuts its row of B to the columns of the window. If
// entries remain, the slice is listed as a source. When there are enough sources, their products are spread over the threads,
// in the order of k. So a block walks along a long row of A once for a thousand tiles of C, and has work for all threads even
// if each slice makes few products.
// Source: rows of tiles are multiplied as rows of entries are (Gustavson).
#pragma once

#include <graphblas_gpu/cuda/bitmap_tile/long_rows.hpp>
#include <graphblas_gpu/cuda/bitmap_tile/segment.cuh>
#include <graphblas_gpu/cuda/primitives/warp_sums.cuh>

namespace graphblas_gpu::cuda::bitmap_tile {

/// The variables of a window that all threads have in registers.
struct window_facts {
    index row = 0;
    row_offset first = 0;  ///< the first tile
    unsigned tiles = 0;
    unsigned values = 0;
};

/// The columns and starts of the window's tiles, in shared memory.
struct tile_window {
    column_index columns[policy::window_tiles];
    std::uint16_t starts[policy::window_tiles];  ///< the first value of each tile, counted from the first value of the window
    unsigned of_warps[policy::block_warps];
    unsigned cut_tiles, cut_values;

    /// Loads tiles first .. behind - 1 of a row, or as many of them as have at most `max_values` values (64 or more). All
    /// threads call, and must have finished with the previous window.
    __device__ window_facts take(const tiles_ref& c, index row, row_offset first, row_offset behind, unsigned max_values) {
        constexpr unsigned of_thread = policy::window_tiles / block_threads;
        const auto tiles = static_cast<unsigned>(behind - first < policy::window_tiles ? behind - first : policy::window_tiles);
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
        unsigned before = sum_up_to_thread(sum, of_warps, all) - sum;
#pragma unroll
        for (unsigned n = 0; n < of_thread; ++n) {
            starts[own + n] = static_cast<std::uint16_t>(before);
            if (before <= max_values && before + sizes[n] > max_values) {
                cut_tiles = own + n;
                cut_values = before;
            }
            before += sizes[n];
        }
        __syncthreads();
        return all <= max_values ? window_facts{row, first, tiles, all} : window_facts{row, first, cut_tiles, cut_values};
    }
};

/// The sources of a window: column slices of A, and the entries of B's row that are within the window; in shared memory.
struct window_sources {
    /// Products are computed when there are at least `enough` sources. Just before, each thread may have added one more.
    static constexpr unsigned enough = policy::enough_sources, room = enough + block_threads;

    row_offset from[room];          ///< the first entry of B's row within the window
    unsigned length[room];          ///< the number of these entries
    unsigned products_up_to[room];  ///< products of single rows of the slices with these entries: an inclusive prefix sum
    unsigned in_row[room];          ///< index of the slice in A's row
    column_index k[room];
    std::uint8_t bits[room];        ///< rows of the slice that have an entry

    /// The entries of A's row that a thread looks at before any row of B is cut.
    static constexpr unsigned looks = simt::warp_size / policy::block_warps;
    /// the entries whose row of B may have entries near the window, numbered over all looks
    std::uint16_t near[looks * block_threads];
    unsigned near_counts[simt::warp_size];      ///< the number of these entries that each warp has found in each look
};

/// An entry of A and a row of a tile of B.
struct window_product {
    row_offset p = 0;  ///< the column slice of A
    unsigned r = 0;    ///< the row of the tile
    row_offset q = 0;  ///< the row slice of B
    column_index k = 0;
};

/// Walks along the products of a window.
struct window_walk {
    const csr_ref& a;
    const csr_ref& b;
    const std::uint8_t* bits_of_a;
    const row_marks& marks;
    const window_facts& facts;
    tile_window& window;
    window_sources& sources;

    /// Calls use(active, product) for all products, one a thread, in ascending k. All threads call, and all threads call `use`,
    /// which may read the window and may have barriers.
    template <class Use>
    __device__ void operator()(const Use& use) const {
        const row_offset begin = a.offsets[facts.row], end = a.offsets[facts.row + 1];
        const std::uint64_t wanted = marks.between(window.columns[0], window.columns[facts.tiles - 1]);
        unsigned listed = 0;
        for (row_offset base = begin; base < end; base += window_sources::looks * block_threads) {
            const unsigned near = look(base, end, wanted);
            for (unsigned first = 0; first < near; first += block_threads) {
                const unsigned n = first + threadIdx.x;
                listed = list_source(begin, n < near ? base + sources.near[n] : end, end, listed);
                if (listed < window_sources::enough) continue;
                multiply(begin, listed, use);
                listed = 0;
            }
        }
        if (listed > 0) multiply(begin, listed, use);
    }

  private:
    /// Lists the entries of A's row, from `base` on, whose row of B may have entries in the window. Returns their number. All
    /// threads call.
    __device__ unsigned look(row_offset base, row_offset end, std::uint64_t wanted) const {
        unsigned lanes[window_sources::looks];
#pragma unroll
        for (unsigned n = 0; n < window_sources::looks; ++n) {
            const row_offset p = base + n * block_threads + threadIdx.x;
            lanes[n] = __ballot_sync(simt::full_warp, p < end && (marks.of_rows[a.columns[p]] & wanted) != 0);
            const auto found = static_cast<unsigned>(__popc(lanes[n]));
            if (simt::lane_id() == 0) sources.near_counts[n * policy::block_warps + simt::warp_id()] = found;
        }
        __syncthreads();
        const unsigned own = sources.near_counts[simt::lane_id()], up_to = sum_up_to_lane(own);
#pragma unroll
        for (unsigned n = 0; n < window_sources::looks; ++n) {
            const unsigned before = __shfl_sync(simt::full_warp, up_to - own, n * policy::block_warps + simt::warp_id());
            if ((lanes[n] >> simt::lane_id() & 1) == 0) continue;
            sources.near[before + simt::count_below(lanes[n])] = static_cast<std::uint16_t>(n * block_threads + threadIdx.x);
        }
        __syncthreads();
        return __shfl_sync(simt::full_warp, up_to, simt::warp_size - 1);
    }

    /// Calls use(active, product) for all products of the listed sources. All threads call.
    template <class Use>
    __device__ void multiply(row_offset begin, unsigned listed, const Use& use) const {
        __syncthreads();
        const unsigned products = count_products(listed);
        for (unsigned first = 0; first < products; first += block_threads) {
            const unsigned at = first + threadIdx.x;
            use(at < products, at < products ? product(begin, at, listed) : window_product{});
        }
        __syncthreads();
    }

    /// Lists entry p of A's row as a source, if its row of B has entries in the window. Returns the number of sources. All
    /// threads call.
    __device__ unsigned list_source(row_offset begin, row_offset p, row_offset end, unsigned listed) const {
        unsigned length = 0;
        column_index k = 0;
        row_offset from = 0;
        if (p < end) {
            k = a.columns[p];
            row_offset behind = b.offsets[k + index{1}];
            from = b.offsets[k];
            segment{facts.tiles, window.columns}.cut(b, from, behind);
            length = static_cast<unsigned>(behind - from);
        }
        unsigned added = 0;
        const unsigned at = listed + count_below_thread(length > 0, window.of_warps, added);
        if (length > 0) {
            sources.from[at] = from;
            sources.length[at] = length;
            sources.in_row[at] = static_cast<unsigned>(p - begin);
            sources.k[at] = k;
            sources.bits[at] = bits_of_a[p];
        }
        return listed + added;
    }

    /// Counts the products of the listed sources. There are fewer than 2^32, because a source has at most 8 products for each
    /// tile of the window. All threads call.
    __device__ unsigned count_products(unsigned listed) const {
        unsigned before = 0;
        for (unsigned first = 0; first < listed; first += block_threads) {
            const unsigned s = first + threadIdx.x;
            const unsigned own = s < listed ? sources.length[s] * static_cast<unsigned>(__popc(sources.bits[s])) : 0;
            unsigned all = 0;
            const unsigned up_to = sum_up_to_thread(own, window.of_warps, all);
            if (s < listed) sources.products_up_to[s] = before + up_to;
            before += all;
        }
        __syncthreads();
        return before;
    }

    __device__ window_product product(row_offset begin, unsigned at, unsigned listed) const {
        const unsigned s = first_above(sources.products_up_to, 0, listed, at);
        const unsigned length = sources.length[s];
        unsigned rows = sources.bits[s];
        const unsigned in_source = at - (s == 0 ? 0 : sources.products_up_to[s - 1]);
        unsigned part = 0;
        if (in_source >= length) part = in_source / length;
        for (unsigned n = 0; n < part; ++n) rows &= rows - 1;
        return {begin + sources.in_row[s], simt::lowest_bit(rows), sources.from[s] + (in_source - part * length), sources.k[s]};
    }
};

}  // namespace graphblas_gpu::cuda::bitmap_tile
