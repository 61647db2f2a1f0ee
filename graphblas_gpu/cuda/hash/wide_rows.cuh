// Wide rows fill their range sparsely, with few products a column: the bits of the range are in shared memory, values are added
// in C.
//
// Idea: a block has a bit for each column of the range, and prefix counts of the bits for every few words. The first pass over
// the products sets the bits, which give the columns in ascending order. In the second pass the index of a column in the row is
// the number of bits before it, and the product is added to C in global memory: the row stays in L2, and few of its products
// have the same column. A range that does not fit is processed in panels. Rows of B, which are usually short, are put end to
// end and cut into steps of 32 products; longer ones are put into a work queue and shared by all warps.
#pragma once

#include <graphblas_gpu/cuda/hash/binning.hpp>
#include <graphblas_gpu/cuda/hash/product_item.cuh>
#include <graphblas_gpu/cuda/hash/row_facts.hpp>
#include <graphblas_gpu/cuda/primitives/bitmap.cuh>
#include <graphblas_gpu/cuda/device/streams.hpp>
#include <graphblas_gpu/cuda/device/simt.cuh>

namespace graphblas_gpu::cuda::hashing {

/// The work queue of a block for long rows of B, and scratch through which its warps exchange sums and lane numbers.
struct wide_row_queue {
    static constexpr unsigned size = hash_policy::wide_queue_rows;

    row_offset p[size];       ///< the entry of A that names each row of B
    row_offset begin[size];   ///< the first entry of that row of B
    unsigned length[size];
    unsigned rows;            ///< rows that were to be queued; those beyond `size` were not
    unsigned sums[hash_policy::max_wide_threads / simt::warp_size];
    unsigned char owners[hash_policy::max_wide_threads];
};
static_assert(sizeof(wide_row_queue) <= hash_policy::wide_queue_bytes);

/// Calls use(item) for each item that fetch(t, item) finds, for t = 0, 32, .. below `total`, with the loads of several t in
/// flight together. All lanes of a warp call fetch together.
template <class Item, unsigned at_once, class Fetch, class Use>
__device__ __forceinline__ void in_batches(unsigned total, const Fetch& fetch, const Use& use) {
    constexpr unsigned step = simt::warp_size;
    for (unsigned first = 0; first < total; first += at_once * step) {
        Item items[at_once];
        bool there[at_once];
#pragma unroll
        for (unsigned u = 0; u < at_once; ++u) there[u] = first + u * step < total && fetch(first + u * step, items[u]);
#pragma unroll
        for (unsigned u = 0; u < at_once; ++u) {
            if (there[u]) use(items[u]);
        }
    }
}

/// Calls use(load(p, q)) for the products of the rows in the queue, which are cut into pieces that the warps take in turn.
template <class Item, unsigned at_once, class Load, class Use>
__device__ __forceinline__ void drain_queue(const wide_row_queue& queue, const Load& load, const Use& use) {
    constexpr unsigned piece = at_once * simt::warp_size;
    const unsigned lane = simt::lane_id();
    const unsigned rows = queue.rows < wide_row_queue::size ? queue.rows : wide_row_queue::size;
    for (unsigned first = 0; first < rows; first += simt::warp_size) {
        const unsigned s = first + lane;
        const unsigned length = s < rows ? queue.length[s] : 0, mine = (length + piece - 1) / piece;
        unsigned total = 0;
        const unsigned before = team<simt::warp_size>::sum_of_lanes_before(mine, total);
        for (unsigned at = simt::warp_id(); at < total; at += blockDim.x / simt::warp_size) {
            const unsigned row = __popc(__ballot_sync(simt::full_warp, before + mine <= at));
            const unsigned from = (at - __shfl_sync(simt::full_warp, before, row)) * piece;
            const unsigned left = queue.length[first + row] - from;
            const row_offset p = queue.p[first + row], q = queue.begin[first + row] + from;
            in_batches<Item, at_once>(
                left < piece ? left : piece,
                [&](unsigned t, Item& item) {
                    if (t + lane < left) item = load(p, q + (t + lane));
                    return t + lane < left;
                },
                use);
        }
    }
}

/// Calls use(load(p, q)) for all products of row i: entry p of A with entry q of B. All threads of the block call; queue.rows
/// is 0 before.
template <class Item, unsigned at_once, class Load, class Use>
__device__ __forceinline__ void expand_wide(const product_rows& in, index i, wide_row_queue& queue, const Load& load,
                                            const Use& use) {
    const csr_ref &a = in.a, &b = in.b;
    const unsigned lane = simt::lane_id(), warps = blockDim.x / simt::warp_size;
    const row_offset begin = a.offsets[i], end = a.offsets[i + 1];
    // The entries of A that a warp takes at a time: fewer than 32 if otherwise some warps would have none.
    const auto share = static_cast<unsigned>(end - begin < blockDim.x ? (end - begin + warps - 1) / warps : simt::warp_size);
    const row_offset stride = share * warps;
    const auto b_row_of = [&](row_offset p) { return lane < share && p < end ? static_cast<index>(a.columns[p]) : index{-1}; };
    row_offset base = begin + simt::warp_id() * share;
    const index k = b_row_of(base + lane);
    index next_k = b_row_of(base + stride + lane);
    row_offset start = k < 0 ? 0 : b.offsets[k], stop = k < 0 ? 0 : b.offsets[k + 1];
    for (; base < end; base += stride) {
        // These loads are issued before the current entries of A are worked on.
        const row_offset next_start = next_k < 0 ? 0 : b.offsets[next_k], next_stop = next_k < 0 ? 0 : b.offsets[next_k + 1];
        next_k = b_row_of(base + 2 * stride + lane);

        auto length = static_cast<unsigned>(stop - start);
        if (length > hash_policy::wide_queue_entries) {
            const unsigned slot = atomicAdd(&queue.rows, 1u);
            if (slot < wide_row_queue::size) {
                queue.p[slot] = base + lane;
                queue.begin[slot] = start;
                queue.length[slot] = length;
                length = 0;
            }
        }
        // Rows that were not queued move up to the first lanes.
        const unsigned left = __ballot_sync(simt::full_warp, length > 0);
        const auto filled = static_cast<unsigned>(__popc(left));
        unsigned char* const owners = queue.owners + simt::warp_id() * simt::warp_size;
        __syncwarp();
        if (length > 0) owners[simt::count_below(left)] = static_cast<unsigned char>(lane);
        __syncwarp();
        const unsigned owner = lane < filled ? owners[lane] : 0;
        length = __shfl_sync(simt::full_warp, length, owner);
        start = __shfl_sync(simt::full_warp, start, owner);
        if (lane >= filled) length = 0;

        // This wraps only if 32 rows of B have 2^32 entries together, which takes more than 2^27 columns. Rows whose values are
        // added have fewer columns (max_wide_panels).
        unsigned total = 0;
        const unsigned before = team<simt::warp_size>::sum_of_lanes_before(length, total);
        const row_offset shifted = start - before;
        unsigned started = 0;  // rows that begin before the step
        in_batches<Item, at_once>(
            total,
            [&](unsigned t, Item& item) {
                const bool starts_here = lane < filled && before - t < simt::warp_size;
                const unsigned starts = __reduce_or_sync(simt::full_warp, starts_here ? 1u << (before - t) : 0u);
                const unsigned row = started + __popc(starts & ((2u << lane) - 1)) - 1;
                started += __popc(starts);
                const row_offset q = __shfl_sync(simt::full_warp, shifted, row) + (t + lane);
                const row_offset p = base + __shfl_sync(simt::full_warp, owner, row);
                if (t + lane < total) item = load(p, q);
                return t + lane < total;
            },
            use);
        start = next_start;
        stop = next_stop;
    }
    __syncthreads();
    drain_queue<Item, at_once>(queue, load, use);
}

/// The bits of columns from .. from + 32 words - 1, and the number of bits before each group of words.
struct wide_bits {
    unsigned* bits;
    unsigned* before;
    unsigned words;  ///< a multiple of 4
    unsigned shift;  ///< a group has 2^shift words
    column_index from;

    __device__ void clear() const {
        for (unsigned w = threadIdx.x; w < words; w += blockDim.x) bits[w] = 0;
    }
    __device__ void set(column_index j) const {
        const unsigned at = j - from;
        if (at / 32 < words) set_bit(bits, at);
    }
    /// Clears the bits of the columns that row i of the mask forbids.
    __device__ void forbid(const csr_ref& mask, index i) const {
        for (row_offset p = mask.offsets[i] + threadIdx.x; p < mask.offsets[i + 1]; p += blockDim.x) {
            const unsigned at = mask.columns[p] - from;
            if (at / 32 < words) clear_bit(bits, at);
        }
    }
    __device__ bool holds(unsigned at) const { return at / 32 < words && has_bit(bits, at); }
    __device__ unsigned rank(unsigned at) const {
        const unsigned word = at / 32, group = word >> shift;
        unsigned rank = before[group] + rank_in_word(bits[word], at);
        for (unsigned w = group << shift; w < word; ++w) rank += __popc(bits[w]);
        return rank;
    }

    /// The words of the calling warp, in full rounds of 32 times four.
    __device__ word_range share() const { return words_of_warp<4 * simt::warp_size>(words); }
    __device__ warp_totals count(wide_row_queue& queue) const { return count_bits(bits, share(), queue.sums); }
    /// Writes the prefix counts to `before` and the columns to `columns`; either may be null and is not written then.
    /// `of_warps_below`: the number of bits in the words of the warps below the calling one.
    __device__ void rank_all(unsigned of_warps_below, column_index* columns) const {
        for_quads_with_ranks(bits, share(), of_warps_below, [&](unsigned c, const uint4& quad, unsigned rank) {
            const unsigned of_quad[] = {quad.x, quad.y, quad.z, quad.w};
#pragma unroll
            for (unsigned w = 0; w < 4; ++w) {
                if (before != nullptr && (w & ((1u << shift) - 1)) == 0) before[(c * 4 + w) >> shift] = rank;
                if (columns != nullptr) {
                    unsigned to = rank;
                    for (unsigned word = of_quad[w]; word != 0; word &= word - 1)
                        columns[to++] = from + c * 128 + w * 32 + simt::lowest_bit(word);
                }
                rank += static_cast<unsigned>(__popc(of_quad[w]));
            }
        });
    }
};

/// Cuts the block's dynamic shared memory into the queue and the bits of `panel`.
__device__ inline wide_bits wide_memory(const binning::wide_panel& panel, wide_row_queue*& queue) {
    auto* const memory = simt::dynamic_shared<unsigned char>();
    queue = reinterpret_cast<wide_row_queue*>(memory);
    auto* const bits = reinterpret_cast<unsigned*>(memory + hash_policy::wide_queue_bytes);
    return {bits, bits + panel.words, panel.words, panel.shift, 0};
}

/// A block computes a row. Values are summed in C, so a value of C must have the size of an accumulator.
template <class K>
__global__ void __launch_bounds__(hash_policy::max_wide_threads)
    wide_rows(K k, product_rows in, product_output out, const std::uint32_t* rows, binning::wide_panel panel,
              const column_span* spans) {
    using accumulator = typename K::accumulator;
    const index r = rows == nullptr ? index{blockIdx.x} : index{rows[blockIdx.x]};
    const index i = in.first_row + r;
    const column_span span = spans[r];
    const row_offset begin = out.offsets[r], end = out.offsets[r + 1];
    wide_row_queue* queue = nullptr;
    wide_bits window = wide_memory(panel, queue);
    auto* const sums = static_cast<accumulator*>(out.values);
    if (sums != nullptr) {
        for (row_offset p = begin + threadIdx.x; p < end; p += blockDim.x) sums[p] = k.empty();
    }
    row_offset done = begin;
    for (index at = 0; at < span.width; at += index{panel.words} * 32) {
        window.from = span.low + static_cast<column_index>(at);
        window.clear();
        if (threadIdx.x == 0) queue->rows = 0;
        __syncthreads();
        if (out.columns_known) {
            for (row_offset p = begin + threadIdx.x; p < end; p += blockDim.x) window.set(out.columns[p]);
            __syncthreads();
        } else {
            expand_wide<column_index, 8>(
                in, i, *queue, [&](row_offset, row_offset q) { return in.b.columns[q]; },
                [&](column_index j) { window.set(j); });
            __syncthreads();
            if (in.mask.forbids()) window.forbid(in.mask.rows, i);
            if (threadIdx.x == 0) queue->rows = 0;
            __syncthreads();
        }
        const warp_totals size = window.count(*queue);
        window.rank_all(size.below, out.columns_known ? nullptr : out.columns + done);
        __syncthreads();
        if (sums != nullptr) {
            expand_wide<product_item<K>, 4>(in, i, *queue, product_loader<K>{in, true}, [&](const product_item<K>& item) {
                const unsigned to = item.column - window.from;
                if (window.holds(to)) k.add_in_global(sums + done + window.rank(to), item.product(k, i));
            });
            __syncthreads();
        }
        done += size.all;
    }
}

/// Computes the rows of the wide classes, the longest rows first. Values, if wanted, must have the size of accumulators.
template <class K>
void run_wide_rows(concurrent_streams& streams, const K& k, const product_rows& in, const product_output& out,
                   const row_classes& classes) {
    using rule = binning::numeric_rule;
    const binning::wide_panel panel = binning::wide_panel_for(in.ncols(), streams.facts().shared_bytes_per_block);
    const auto run = [&](int c, unsigned threads) {
        if (classes.count(c) == 0) return;
        simt::launch(streams.next(), static_cast<unsigned>(classes.count(c)), threads, panel.bytes(), wide_rows<K>, k, in, out,
                     classes.rows_of(c), panel, classes.all_spans());
    };
    const bool few = classes.count(rule::wide) < 2 * streams.facts().multiprocessors;
    run(rule::wide, few ? hash_policy::max_wide_threads : hash_policy::wide_threads);
    run(rule::wide + 1, hash_policy::wide_threads);
}

}  // namespace graphblas_gpu::cuda::hashing
