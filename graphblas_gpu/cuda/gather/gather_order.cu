// Sorting the products of each piece into the order of A, and finding their runs.
//
// Idea: a block first sorts the words of each entry of C, which is the order of k. Then it sorts all words of the piece by
// their entry of A only. This sort is stable, so within an entry of A the ranks ascend with the entries of C. A run begins
// where a word is not the successor of the word before. When the runs of all pieces have been counted, they are written.
#include <graphblas_gpu/cuda/device/simt.cuh>

#include <graphblas_gpu/cuda/device/for_each.cuh>
#include <graphblas_gpu/cuda/gather/gather_order.hpp>
#include <graphblas_gpu/cuda/primitives/find_entry.cuh>
#include <graphblas_gpu/cuda/primitives/scan.hpp>
#include <graphblas_gpu/cuda/primitives/warp_sums.cuh>

#ifdef __CUDACC__
#include <cub/block/block_radix_sort.cuh>
#else
#include <cub_rehearsal.hpp>
#endif

namespace graphblas_gpu::cuda::gathering {

namespace {

/// Writes the words of a long entry again, in sorted order, by looking up its column in each row of B that its row of A names.
__device__ void list_long_entry(const grouped_products& in, row_offset entry, row_offset first_left, std::uint32_t* words) {
    __shared__ unsigned scratch[policy::threads / simt::warp_size];
    const index i = row_of_entry(in.c.offsets, in.c.nrows, entry);
    const column_index j = in.c.columns[entry];
    row_offset done = 0;
    for (row_offset base = in.a.offsets[i]; base < in.a.offsets[i + 1]; base += policy::threads) {
        const row_offset p = base + threadIdx.x;
        bool has_product = false;
        row_offset rank = 0;
        if (p < in.a.offsets[i + 1]) {
            const index k = in.a.columns[p];
            const row_offset q = find_entry(in.b, k, j);
            has_product = q >= 0;
            rank = q - in.b.offsets[k];
        }
        unsigned found = 0;
        const row_offset at = done + count_below_thread(has_product, scratch, found);
        if (has_product) words[at] = word_of(p - first_left, rank, in.rank_bits);
        done += found;
    }
}

/// The index of product t when the products of its entry are sorted by their words.
__device__ unsigned ordered_index(const std::uint16_t* starts, const piece& here, const std::uint32_t* words, unsigned t) {
    unsigned low = 0, high = here.entries;
    while (high - low > 1) {
        const unsigned middle = low + (high - low) / 2;
        if (starts[middle] <= t) low = middle;
        else high = middle;
    }
    const unsigned end = low + 1 < here.entries ? starts[low + 1] : here.held;
    unsigned at = starts[low];
    for (unsigned other = starts[low]; other < end; ++other) at += words[other] < words[t];
    return at;
}

using sort = CUB_NS_QUALIFIER::BlockRadixSort<std::uint32_t, policy::threads, products_a_thread>;

struct order_space {
    std::uint32_t words[policy::held_products];
    std::uint32_t by_entry[policy::held_products];
    typename sort::TempStorage sorting;
    std::uint16_t begun[chunks_a_piece];  ///< the number of runs that begin in each chunk
};

/// Sorts the words of a piece into the order of A. slots[n]: the slot of product n * threads + threadIdx.x of that order.
__device__ void sort_by_left(const grouped_products& in, const piece& here, const std::uint16_t* starts, order_space& s,
                             unsigned (&slots)[products_a_thread]) {
    for (unsigned t = threadIdx.x; t < here.held; t += policy::threads) s.words[t] = in.words[here.first_product + t];
    __syncthreads();
    for (unsigned t = threadIdx.x; t < here.held; t += policy::threads)
        s.by_entry[ordered_index(starts, here, s.words, t)] = s.words[t];
    __syncthreads();
    std::uint32_t keys[products_a_thread];
#pragma unroll
    for (unsigned n = 0; n < products_a_thread; ++n) {
        const unsigned t = threadIdx.x * products_a_thread + n;
        keys[n] = t < here.held ? left_of(s.by_entry[t], in.rank_bits) << product_bits | t : ~std::uint32_t{0};
    }
    sort(s.sorting).SortBlockedToStriped(keys, product_bits, product_bits + (in.left_bits > 0 ? in.left_bits : 1));
#pragma unroll
    for (unsigned n = 0; n < products_a_thread; ++n) {
        const unsigned t = n * policy::threads + threadIdx.x;
        slots[n] = keys[n] & ((1u << product_bits) - 1);
        if (t < here.held) s.words[t] = s.by_entry[slots[n]];
    }
    __syncthreads();
}

/// Writes products and runs_before, counts the runs of each piece, and sorts the words. all_runs[n] receives the runs of piece
/// n including those of a long entry.
__global__ void order_products(grouped_products in, view lists, std::uint16_t* products, std::uint16_t* runs_before,
                               piece* pieces, row_offset* all_runs) {
    __shared__ order_space s;
    const piece here = lists.pieces[blockIdx.x];
    runs_before += row_offset{blockIdx.x} * chunks_a_piece;
    products += here.first_product;
    // These elements are read together with those of the piece, so they are set to 0.
    for (unsigned t = threadIdx.x; t < here.of_long; t += policy::threads) products[here.held + t] = 0;
    if (here.entries == 0) {
        if (threadIdx.x < chunks_a_piece) runs_before[threadIdx.x] = 0;
        if (threadIdx.x == 0) all_runs[blockIdx.x] = 0;
        return;
    }
    unsigned slots[products_a_thread];
    sort_by_left(in, here, lists.starts + here.first_entry, s, slots);

    const auto goes_on = [&](unsigned t) {
        return t > 0 && s.words[t] == s.words[t - 1] + 1 &&
               left_of(s.words[t], in.rank_bits) == left_of(s.words[t - 1], in.rank_bits);
    };
    std::uint32_t* const own = in.words + here.first_product;
#pragma unroll
    for (unsigned n = 0; n < products_a_thread; ++n) {
        const unsigned t = n * policy::threads + threadIdx.x;
        const bool begins = t < here.held && !goes_on(t);
        if (t < here.held) {
            products[t] = static_cast<std::uint16_t>(slots[n] | (begins ? begins_run : 0u));
            own[t] = s.words[t];
        }
        const unsigned begun = __ballot_sync(simt::full_warp, begins);
        if (simt::lane_id() == 0) s.begun[t / policy::chunk] = static_cast<std::uint16_t>(__popc(begun));
    }
    __syncthreads();
    if (threadIdx.x <= chunks_a_piece) {
        unsigned before = 0;
        for (unsigned c = 0; c < threadIdx.x; ++c) before += s.begun[c];
        if (threadIdx.x < chunks_a_piece) {
            runs_before[threadIdx.x] = static_cast<std::uint16_t>(before);
        } else {
            pieces[blockIdx.x].runs = before;
            all_runs[blockIdx.x] = row_offset{before} + here.of_long;
        }
    }
    if (here.of_long > 0) {
        const row_offset entry = here.first_entry + here.entries - 1;
        list_long_entry(in, entry, in.first_left[blockIdx.x], own + here.held);
    }
}

__global__ void write_runs(grouped_products in, view lists, run* runs) {
    const piece here = lists.pieces[blockIdx.x];
    const std::uint32_t* const own = in.words + here.first_product;
    run* const to = runs + here.first_run;
    const auto entry_of = [&](std::uint32_t word, row_offset moved) {
        const row_offset p = in.first_left[blockIdx.x] + left_of(word, in.rank_bits);
        const row_offset q = in.b.offsets[in.a.columns[p]] + rank_of(word, in.rank_bits) - moved;
        return run{static_cast<std::uint32_t>(p), static_cast<std::uint32_t>(q)};
    };
    for (unsigned base = 0; base < here.held; base += policy::threads) {
        const unsigned t = base + threadIdx.x;
        const bool begins = t < here.held && (lists.products[here.first_product + t] & begins_run) != 0;
        const unsigned begun = __ballot_sync(simt::full_warp, begins);
        if (!begins) continue;
        const unsigned before = lists.runs_before[row_offset{blockIdx.x} * chunks_a_piece + t / policy::chunk];
        to[before + simt::count_below(begun)] = entry_of(own[t], t);
    }
    for (unsigned t = threadIdx.x; t < here.of_long; t += policy::threads) to[here.runs + t] = entry_of(own[here.held + t], 0);
}

}  // namespace

void put_in_order(const engine_ptr& e, const grouped_products& groups, gather_lists& lists) {
    const std::size_t count = lists.pieces.size();
    const auto blocks = static_cast<unsigned>(count);
    piece* const pieces = lists.pieces.data();
    array<row_offset> first_run(e, count + 1);
    lists.products = list_with_tail(e, static_cast<std::size_t>(groups.products));
    lists.runs_before = list_with_tail(e, count * chunks_a_piece);
    simt::launch(e->stream(), blocks, policy::threads, 0, order_products, groups, lists.view(), lists.products.data(),
                 lists.runs_before.data(), pieces, first_run.data());
    lists.runs =
        array<run>(e, static_cast<std::size_t>(sizes_to_offsets(e, first_run.data(), static_cast<std::int64_t>(count))));
    const row_offset* const firsts = first_run.data();
    for_each(e, static_cast<std::int64_t>(count), GB_DEVICE_LAMBDA(std::int64_t n) { pieces[n].first_run = firsts[n]; });
    simt::launch(e->stream(), blocks, policy::threads, 0, write_runs, groups, lists.view(), lists.runs.data());
}

}  // namespace graphblas_gpu::cuda::gathering
