// The kernels of small products. That of a matrix: counting, a wait for all counts, and the rows. That of a vector with few
// entries: one row, by one block.
//
// Idea: a long row is made by a block in shared memory, with a sum for every column and a bit for every column that the row
// has. The bits give the columns in ascending order, and clearing what a row has used costs no more than writing the row.
// Blocks take long rows one after the other, so that none keeps another waiting. Then warps sort the multiplications of short
// rows in registers.
// Source: the dense accumulator of kkDENSE (Deveci, Trott, Rajamanickam); short rows are those of hash/short_rows.cuh.
#pragma once

#include <graphblas_gpu/cuda/device/simt.cuh>

#include <graphblas_gpu/cuda/dense/block.cuh>
#include <graphblas_gpu/cuda/hash/expand.cuh>
#include <graphblas_gpu/cuda/hash/short_rows.cuh>
#include <graphblas_gpu/cuda/primitives/warp_sums.cuh>
#include <graphblas_gpu/cuda/small/small_product.hpp>

namespace graphblas_gpu::cuda {

namespace small {

using counter = unsigned long long;
inline constexpr unsigned warps_a_block = policy::block_threads / simt::warp_size;
/// The most rows whose sizes a thread of the last block sums at once.
inline constexpr unsigned rows_a_thread = policy::max_rows / policy::block_threads | 1u;

/// Rows are counted in as many shares as there are blocks: rows s, s + gridDim.x, ... are share s. Of them the calling warp
/// takes this one first.
__device__ inline index first_row_of_warp(unsigned share) { return static_cast<index>(simt::warp_id()) * gridDim.x + share; }

/// A block that counts a share also makes its rows below this number if they are short, and finds what it reads in its cache.
/// Other rows are listed.
__device__ inline index rows_not_listed() { return static_cast<index>(policy::sorting_warps) * gridDim.x; }

template <class T>
__device__ __forceinline__ T read_shared_by_blocks(const T* from) {
    return *static_cast<const volatile T*>(from);
}

/// Counts the multiplications of every row of a share, a warp a row, adds up the totals, and lists rows. A row without any has
/// its size then. `of_first` receives the multiplications of the warp's first row, and `sized` counters::entries if the thread
/// has added to them.
__device__ inline void count_rows(const task& t, unsigned share, counter& of_first, counter& sized) {
    const csr_ref& a = t.in.a;
    const index warps = static_cast<index>(gridDim.x) * warps_a_block;
    counter all = 0, most = 0, missing = 0, above_32 = 0, above_4096 = 0, empty = 0;  // the same in all lanes
    for (index i = first_row_of_warp(share); i < a.nrows; i += warps) {
        counter of_row = 0;
        const row_offset end = a.offsets[i + 1];
        constexpr int at_once = 8;  // loads of a lane in flight, of short rows too
        for (row_offset p = a.offsets[i] + simt::lane_id(); p < end; p += at_once * simt::warp_size) {
            column_index k[at_once];
#pragma unroll
            for (int u = 0; u < at_once; ++u) k[u] = p + u * simt::warp_size < end ? a.columns[p + u * simt::warp_size] : 0;
#pragma unroll
            for (int u = 0; u < at_once; ++u) {
                if (p + u * simt::warp_size >= end) continue;
                of_row += static_cast<counter>(t.in.b.offsets[k[u] + index{1}] - t.in.b.offsets[k[u]]);
            }
        }
        of_row = sum_over_lanes(of_row);
        if (i == first_row_of_warp(share)) of_first = of_row;
        if (simt::lane_id() == 0) {
            t.flops[i] = static_cast<std::int64_t>(of_row);
            if (of_row == 0) t.offsets[i] = t.starts[i] = 0;
            else if (const int c = class_of(static_cast<std::int64_t>(of_row)); c < long_classes || i >= rows_not_listed()) {
                t.lists[c * a.nrows + static_cast<index>(atomicAdd(t.found->listed + c, counter{1}))] =
                    static_cast<std::uint32_t>(i);
            }
        }
        all += of_row;
        above_32 += of_row > 32 ? of_row : 0;
        above_4096 += of_row > 4096 ? of_row : 0;
        empty += of_row == 0 ? one_row : 0;
        most = of_row > most ? of_row : most;
        missing = ~of_row > missing ? ~of_row : missing;
    }
    __shared__ counter of_warps[warps_a_block][all_answers];
    if (simt::lane_id() == 0) {
        counter* const mine = of_warps[simt::warp_id()];
        mine[answers::sum] = all;
        mine[answers::most] = most;
        mine[answers::max_missing] = missing;
        mine[answers::above_32] = above_32;
        mine[answers::above_4096] = above_4096;
        mine[answers::entries] = empty;
    }
    __syncthreads();
    if (threadIdx.x >= all_answers) return;
    const bool is_maximum = threadIdx.x == answers::most || threadIdx.x == answers::max_missing;
    counter of_block = 0;
#pragma unroll
    for (unsigned w = 0; w < warps_a_block; ++w) {
        const counter x = of_warps[w][threadIdx.x];
        of_block = !is_maximum ? of_block + x : x > of_block ? x : of_block;
    }
    counter* const to = &t.found->sum + threadIdx.x;
    if (is_maximum) atomicMax(to, of_block);
    else if (of_block > 0 && threadIdx.x != answers::entries)
        atomicAdd(to, of_block);
    else if (of_block > 0)
        sized = atomicAdd(to, of_block) + of_block;
}

__device__ inline bool is_small(const counters& counted) {
    return counted.sum <= counter{policy::max_multiplications} && counted.most <= counter{policy::max_of_a_row};
}

/// Writes the answer. One thread calls, when the sizes of all rows are known, or when it is known that they are not made.
__device__ inline void answer(const task& t, const counters& counted) {
    t.answer[answers::sum] = static_cast<std::int64_t>(counted.sum);
    t.answer[answers::most] = static_cast<std::int64_t>(counted.most);
    t.answer[answers::max_missing] = static_cast<std::int64_t>(counted.max_missing);
    t.answer[answers::above_32] = static_cast<std::int64_t>(counted.above_32);
    t.answer[answers::above_4096] = static_cast<std::int64_t>(counted.above_4096);
    const auto size = static_cast<std::int64_t>(read_shared_by_blocks(&t.found->entries) % one_row);
    t.answer[answers::entries] = is_small(counted) && size <= t.capacity ? size : not_made;
}

/// The last block writes the offsets of C, and clears the counters. The offsets follow from the sizes of rows; if these were
/// not made, the last offset is not_made. The host has the answer while the offsets are made.
__device__ inline void finish(const task& t, bool made) {
    __shared__ bool is_last;
    __shared__ unsigned scratch[warps_a_block];
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        is_last = atomicAdd(&t.found->blocks_done, 1u) == gridDim.x - 1;
        __threadfence();
    }
    __syncthreads();
    if (!is_last) return;
    // Neighbouring threads read the sizes and write the offsets; in between, each thread sums its own part of them. The rows of
    // a thread are odd in number, so that the threads of a warp use different banks of shared memory, which is not used for
    // anything else any more.
    static_assert(rows_a_thread % 2 == 1);
    static_assert(policy::block_threads * rows_a_thread * sizeof(unsigned) <= policy::sorting_warps * sorting_bytes(0));
    unsigned* const of_rows = simt::dynamic_shared<unsigned>();
    const index n = t.in.a.nrows;
    row_offset before_all = 0;
    for (index base = 0; base < n; base += policy::block_threads * rows_a_thread) {
        const auto count = static_cast<unsigned>(
            n - base < policy::block_threads * rows_a_thread ? n - base : policy::block_threads * rows_a_thread);
        unsigned sizes[rows_a_thread];
#pragma unroll
        for (unsigned u = 0; u < rows_a_thread; ++u) {
            const unsigned r = u * policy::block_threads + threadIdx.x;
            sizes[u] = r < count ? static_cast<unsigned>(read_shared_by_blocks(t.offsets + base + r)) : 0;
        }
#pragma unroll
        for (unsigned u = 0; u < rows_a_thread; ++u) {
            const unsigned r = u * policy::block_threads + threadIdx.x;
            if (r < count) of_rows[r] = sizes[u];
        }
        __syncthreads();
        const unsigned share = (count + policy::block_threads - 1) / policy::block_threads | 1u;
        const unsigned first = threadIdx.x * share < count ? threadIdx.x * share : count;
        const unsigned last = first + share < count ? first + share : count;
        unsigned own = 0, all = 0;
        for (unsigned r = first; r < last; ++r) own += of_rows[r];
        unsigned before = sum_up_to_thread(own, scratch, all) - own;
        for (unsigned r = first; r < last; ++r) {
            const unsigned size = of_rows[r];
            of_rows[r] = before;
            before += size;
        }
        __syncthreads();
        for (unsigned r = threadIdx.x; r < count; r += policy::block_threads) t.offsets[base + r] = before_all + of_rows[r];
        __syncthreads();
        before_all += all;
    }
    if (threadIdx.x == 0) t.offsets[n] = made ? before_all : not_made;
    if (threadIdx.x < sizeof(counters) / sizeof(counter)) reinterpret_cast<counter*>(t.found)[threadIdx.x] = 0;
}

/// A row in shared memory: a bit and a sum for every column.
template <class K>
struct row_space {
    using accumulator = typename K::accumulator;
    accumulator* sums;
    unsigned* bits;
    unsigned words;

    __device__ row_space(index ncols, bool with_values) : words(static_cast<unsigned>((ncols + 31) / 32)) {
        sums = simt::dynamic_shared<accumulator>();
        bits = reinterpret_cast<unsigned*>(sums + (with_values ? 32 * words : 0));
    }
    /// Makes an empty row. All threads call.
    __device__ void clear(const K& k, bool with_values) {
        for (unsigned w = threadIdx.x; w < words; w += policy::block_threads) bits[w] = 0;
        for (unsigned j = threadIdx.x; with_values && j < 32 * words; j += policy::block_threads) sums[j] = empty(k);
    }
    __device__ static accumulator empty(const K& k) { return dense::empty_in_panel<K, dense::pass::write>(k); }
    /// Adds a multiplication of row i if the thread has one.
    __device__ void add(const K& k, index i, bool active, const hashing::product_item<K>& item, bool with_values) {
        if (!active) return;
        if (with_values) dense::add_shared<K, dense::pass::write>(k, sums, bits, item.column, item.product(k, i));
        else dense::set_bit(bits, item.column);
    }
};

/// Reserves room for a row of this size, and writes down its size and its start. `sized` receives counters::entries. One thread
/// calls.
__device__ inline counter reserve(const task& t, index i, unsigned size, counter& sized) {
    const counter before = atomicAdd(&t.found->entries, one_row + size);
    sized = before + one_row + size;
    t.offsets[i] = size;
    t.starts[i] = static_cast<row_offset>(before % one_row);
    return before % one_row;
}

/// Writes row i, whose multiplications the threads have added up, from entry start_of(size) on, and clears it. One thread calls
/// start_of; all threads call this.
template <class K, class Start>
__device__ void write_row(const K& k, const task& t, index i, row_space<K>& row, const Start& start_of) {
    __shared__ unsigned scratch[warps_a_block];
    __shared__ counter start;
    const bool with_values = t.values != nullptr;
    __syncthreads();
    if (t.in.mask.forbids()) {
        const csr_ref& mask = t.in.mask.rows;
        for (row_offset p = mask.offsets[i] + threadIdx.x; p < mask.offsets[i + 1]; p += policy::block_threads) {
            const column_index j = mask.columns[p];
            atomicAnd(row.bits + j / 32, ~(1u << j % 32));
            if (with_values) row.sums[j] = row.empty(k);
        }
        __syncthreads();
    }
    const unsigned share = (row.words + policy::block_threads - 1) / policy::block_threads;
    const unsigned first = threadIdx.x * share, last = first + share < row.words ? first + share : row.words;
    unsigned own = 0, all = 0;
    for (unsigned w = first; w < last; ++w) own += __popc(row.bits[w]);
    const unsigned before = sum_up_to_thread(own, scratch, all) - own;
    if (threadIdx.x == 0) start = start_of(all);
    __syncthreads();
    const bool fits = static_cast<std::int64_t>(start) + all <= t.capacity;
    row_offset to = static_cast<row_offset>(start) + before;
    for (unsigned w = first; w < last; ++w) {
        for (unsigned word = row.bits[w]; word != 0; word &= word - 1, ++to) {
            const unsigned j = w * 32 + simt::lowest_bit(word);
            if (fits) t.columns[to] = j;
            if (!with_values) continue;
            if (fits) static_cast<typename K::value*>(t.values)[to] = k.read(row.sums[j]);
            row.sums[j] = row.empty(k);
        }
        row.bits[w] = 0;
    }
}

/// Makes row i, which has multiplications. All threads call.
template <class K>
__device__ void make_row(const K& k, const task& t, index i, row_space<K>& row, counter& sized) {
    const bool with_values = t.values != nullptr;
    hashing::walk walk;
    walk.begin = t.in.a.offsets[i];
    walk.end = t.in.a.offsets[i + 1];
    walk.flat = read_shared_by_blocks(t.flops + i) < 16 * (walk.end - walk.begin);
    walk.sharing = walk.end - walk.begin > simt::warp_size ? warps_a_block / 2 : warps_a_block;
    hashing::expand<hashing::whole_block, hashing::product_item<K>, policy::steps_in_flight>(
        walk, t.in.a, t.in.b, hashing::product_loader<K>{t.in, with_values},
        [&](bool active, const auto& item) { row.add(k, i, active, item, with_values); });
    write_row(k, t, i, row, [&](unsigned size) { return reserve(t, i, size, sized); });
}

/// The rows with few multiplications, one of sorting_warps a row. The shared memory of the block is not used for anything else
/// meanwhile.
template <class K>
class short_rows {
  public:
    __device__ short_rows(const K& k, const task& t)
        : k_(k), t_(t), space_(simt::dynamic_shared<unsigned char>() + simt::warp_id() * hashing::sorting_space<K>::bytes) {
        static_assert(hashing::sorting_space<K>::bytes <= sorting_bytes(sizeof(typename K::accumulator)));
        static_assert(simt::warp_size * hashing::keys_a_lane == policy::max_of_a_warp);
    }

    /// The row of a share that the warp makes though it is not listed, or -1. It has so many multiplications; 0 if there is
    /// none.
    __device__ int unlisted_row(unsigned share, counter multiplications) const {
        const bool is_made =
            simt::warp_id() < policy::sorting_warps && multiplications > 0 && multiplications <= counter{policy::max_of_a_warp};
        return is_made ? static_cast<int>(first_row_of_warp(share)) : -1;
    }
    /// The n-th row that is listed.
    __device__ int listed_row(unsigned n) const {
        return static_cast<int>(read_shared_by_blocks(t_.lists + long_classes * t_.in.a.nrows + n));
    }
    __device__ void make(index i, counter& sized) const {
        product_output out;
        out.columns = t_.columns;
        out.values = t_.values;
        hashing::row_by_sorting(hashing::short_team{5}, k_, t_.in, out, true, i, space_, [&](unsigned size) {
            counter start = 0;
            if (simt::lane_id() == 0) start = reserve(t_, i, size, sized);
            start = __shfl_sync(simt::full_warp, start, 0);
            return static_cast<std::int64_t>(start) + size <= t_.capacity ? static_cast<row_offset>(start) : row_offset{-1};
        });
        __syncwarp(simt::full_warp);
    }

  private:
    const K& k_;
    const task& t_;
    const hashing::sorting_space<K> space_;
};

/// The long rows of all classes, those with the most multiplications first. The lists are complete.
class list_of_long_rows {
  public:
    __device__ list_of_long_rows(const task& t, const counters& counted) : rows_(t.lists), nrows_(t.in.a.nrows) {
        index before = 0;
#pragma unroll
        for (int c = 0; c < long_classes; ++c) up_to_[c] = before += static_cast<index>(counted.listed[c]);
    }
    __device__ index size() const { return up_to_[long_classes - 1]; }
    __device__ index operator[](index n) const {
        index at = n;
#pragma unroll
        for (int c = 1; c < long_classes; ++c) {
            if (n >= up_to_[c - 1]) at = c * nrows_ + n - up_to_[c - 1];
        }
        return static_cast<index>(read_shared_by_blocks(rows_ + at));
    }

  private:
    const std::uint32_t* rows_;
    index nrows_;
    index up_to_[long_classes];
};

/// Waits until all shares are counted, and copies what was counted. All threads call.
__device__ inline void await_counts(const task& t, counters& counted) {
    if (threadIdx.x == 0) {
        while (read_shared_by_blocks(&t.found->shares_counted) < gridDim.x) {
        }
        __threadfence();
    }
    __syncthreads();
    // All blocks read the same addresses at once, so that only one thread of each reads a number.
    if (threadIdx.x < sizeof(counters) / sizeof(counter)) {
        reinterpret_cast<counter*>(&counted)[threadIdx.x] =
            read_shared_by_blocks(reinterpret_cast<counter*>(t.found) + threadIdx.x);
    }
    __syncthreads();
}

/// Blocks take the long rows one after the other. All threads call.
template <class K>
__device__ __forceinline__ void make_long_rows(const K& k, const task& t, const counters& counted, row_space<K>& row,
                                               counter& sized) {
    __shared__ index next;
    const list_of_long_rows list(t, counted);
    for (index n = blockIdx.x; n < list.size();) {
        counter taken = 0;  // is needed after the row only, and there by then
        if (threadIdx.x == 0) taken = atomicAdd(&t.found->long_taken, counter{1});
        make_row(k, t, list[n], row, sized);
        __syncthreads();  // the row is cleared, and `next` read
        if (threadIdx.x == 0) next = gridDim.x + static_cast<index>(taken);
        __syncthreads();
        n = next;
    }
}

template <class K>
__global__ void __launch_bounds__(policy::block_threads, policy::max_blocks) product_kernel(K k, task t) {
    __shared__ unsigned share;
    __shared__ counters counted;
    // Blocks take shares as they come, so that a block waits only for blocks that run, and the grid need not run as a whole.
    if (threadIdx.x == 0) share = atomicAdd(&t.found->shares_taken, 1u);
    __syncthreads();
    // The loop computes all short rows. Its body is most of the code of this kernel, so the body stands here once and is used
    // in two phases. While rows are being counted, every turn counts one share and computes one short row of it. After all rows
    // are counted and the long rows are computed, every turn takes the next row of the list of short rows.
    bool are_counted = false;
    counter sized = 0;             // counters::entries after what the calling thread has added last
    for (unsigned at = share;;) {  // a share, or then a number in the list of short rows
        const short_rows<K> few(k, t);
        int i = -1;
        unsigned taken = 0;  // is needed after the row only, and there by then
        if (!are_counted && at < gridDim.x) {
            counter of_first = 0;
            count_rows(t, at, of_first, sized);
            __syncthreads();
            if (threadIdx.x == 0) {
                __threadfence();
                atomicAdd(&t.found->shares_counted, 1u);
                taken = atomicAdd(&t.found->shares_taken, 1u);
            }
            i = few.unlisted_row(at, of_first);  // no block waits for this row
        } else {
            if (!are_counted) {
                are_counted = true;
                row_space<K> row(t.in.ncols(), t.values != nullptr);
                row.clear(k, t.values != nullptr);
                await_counts(t, counted);
                if (is_small(counted)) make_long_rows(k, t, counted, row, sized);
                at = static_cast<unsigned>(first_row_of_warp(blockIdx.x));
            }
            if (!is_small(counted) || simt::warp_id() >= policy::sorting_warps || at >= counted.listed[long_classes]) break;
            if (simt::lane_id() == 0) taken = static_cast<unsigned>(atomicAdd(&t.found->short_taken, counter{1}));
            i = few.listed_row(at);
        }
        if (i >= 0) few.make(i, sized);
        if (are_counted) {
            at = static_cast<unsigned>(rows_not_listed()) + __shfl_sync(simt::full_warp, taken, 0);
        } else {
            if (threadIdx.x == 0) share = taken;
            __syncthreads();
            at = share;
        }
    }
    const bool gave_last_place = sized / one_row == static_cast<counter>(t.in.a.nrows);
    if (gave_last_place || (!is_small(counted) && blockIdx.x == 0 && threadIdx.x == 0)) answer(t, counted);
    finish(t, is_small(counted));
}

/// The kernel of one row of A with at most block_threads entries, for one block. Nothing is counted in device memory, and an
/// entry of A is read once, so that few loads wait for each other.
template <class K>
__global__ void __launch_bounds__(policy::block_threads) row_kernel(K k, task t) {
    __shared__ unsigned scratch[warps_a_block], up_to[policy::block_threads];  // multiplications up to each entry of A
    __shared__ row_offset starts[policy::block_threads];  // of its row of B, less the multiplications before it
    // fits_block() counts both arrays.
    const bool with_values = t.values != nullptr;
    unsigned length = 0, all = 0;
    row_offset start = 0;
    if (threadIdx.x < t.in.a.nvals) {
        const column_index inner = t.in.a.columns[threadIdx.x];
        start = t.in.b.offsets[inner];
        length = static_cast<unsigned>(t.in.b.offsets[inner + index{1}] - start);
    }
    row_space<K> row(t.in.ncols(), with_values);
    row.clear(k, with_values);
    static_assert(max_entries_of_b < row_offset{1} << 32,
                  "the rows of B are different, so that their entries can be counted in 32 bits");
    up_to[threadIdx.x] = sum_up_to_thread(length, scratch, all);
    starts[threadIdx.x] = start - (up_to[threadIdx.x] - length);
    __syncthreads();
    // Thread 0 alone answers, as soon as the size of the row is known, and writes the offsets.
    const auto answer = [&](std::int64_t size) {
        t.answer[row_sum] = all;
        t.answer[row_entries] = size;
        t.offsets[0] = 0;
        t.offsets[1] = size;
    };
    if (all > policy::max_of_a_row) {
        if (threadIdx.x == 0) answer(not_made);
        return;
    }
    const hashing::product_loader<K> load{t.in, with_values};
    for (unsigned first = 0; first < all; first += policy::steps_in_flight * policy::block_threads) {
        hashing::product_item<K> items[policy::steps_in_flight];
#pragma unroll
        for (unsigned u = 0; u < policy::steps_in_flight; ++u) {
            const unsigned at = first + u * policy::block_threads + threadIdx.x;
            if (at >= all) continue;
            unsigned entry = 0;
#pragma unroll
            for (unsigned half = policy::block_threads / 2; half > 0; half /= 2)
                entry += up_to[entry + half - 1] <= at ? half : 0;
            items[u] = load(entry, starts[entry] + at);
        }
#pragma unroll
        for (unsigned u = 0; u < policy::steps_in_flight; ++u) {
            row.add(k, 0, first + u * policy::block_threads + threadIdx.x < all, items[u], with_values);
        }
    }
    write_row(k, t, 0, row, [&](unsigned size) {
        answer(size);
        return counter{0};
    });
}

}  // namespace small

template <class K>
void small_product(const engine_ptr& e, const K& k, const small::task& t, unsigned blocks, std::size_t shared_bytes) {
    if (t.flops == nullptr)
        return simt::launch(e->stream(), 1, small_policy::block_threads, shared_bytes, small::row_kernel<K>, k, t);
    simt::launch(e->stream(), blocks, small_policy::block_threads, shared_bytes, small::product_kernel<K>, k, t);
}

}  // namespace graphblas_gpu::cuda
