// Stage 3 of bhSPARSE: the kernels of its groups of rows.
//
// Idea: a row of up to 32 multiplications is computed by one thread, which sorts them by a heap in shared memory. A row of up
// to 512 is computed by a block, which sorts them by a bitonic network and adds up neighbours (expand, sort, compress). For a
// longer row a block keeps a list and merges one row of B after the other into it. Multiplications of a column are added in
// ascending k: heap and network compare the column and then the number of the multiplication, and a merge adds a new term to
// the sum in the list. Where we differ from the paper: a list is merged in place, from its end, so that it takes half of the
// shared memory. Source: bhSPARSE (Liu, Vinter), section 4; merge path: Green, McColl, Bader, "GPU merge path", ICS 2012.
#pragma once

#include <graphblas_gpu/cuda/device/simt.cuh>

#include <graphblas_gpu/cuda/device/streams.hpp>
#include <graphblas_gpu/cuda/merge/expansion.cuh>
#include <graphblas_gpu/cuda/primitives/warp_sums.cuh>
#include <graphblas_gpu/cuda/published/merge/stages.cuh>
#include <graphblas_gpu/cuda/published/methods.hpp>
#include <graphblas_gpu/cuda/shared/kernel_semiring.cuh>

namespace graphblas_gpu::cuda::merge_paper {

using merging::expansion;
using merging::no_column;

/// A multiplication as it is sorted: its column, and its number among those of the row.
/// @{
using sort_key = std::uint64_t;
GB_HD constexpr sort_key key_of(column_index column, unsigned number) { return static_cast<sort_key>(column) << 32 | number; }
GB_HD constexpr column_index column_of(sort_key key) { return static_cast<column_index>(key >> 32); }
GB_HD constexpr unsigned number_of(sort_key key) { return static_cast<unsigned>(key); }
/// @}

/// Entry p of A times entry q of B, for row i.
template <class K>
__device__ typename K::value product_of(const K& k, const product_rows& in, index i, row_offset p, row_offset q) {
    return k.product(value_at<K::reads_left>(in.a.values_as<typename K::left>(), p),
                     value_at<K::reads_right>(in.b.values_as<typename K::right>(), q), i, in.a.columns[p], in.b.columns[q]);
}

/// The heap of a thread: its nodes in shared memory lie a block of threads apart, so that threads do not meet in a bank.
struct thread_heap {
    sort_key* nodes;
    unsigned size;

    __device__ sort_key& at(unsigned n) const { return nodes[n * heap_threads]; }
    /// Moves node n down until none below it is smaller.
    __device__ void sift_down(unsigned n) const {
        const sort_key moving = at(n);
        for (unsigned below = 2 * n + 1; below < size; below = 2 * n + 1) {
            if (below + 1 < size && at(below + 1) < at(below)) ++below;
            if (moving < at(below)) break;
            at(n) = at(below);
            n = below;
        }
        at(n) = moving;
    }
};

/// Rows of up to `most` multiplications, a thread a row.
template <class K>
__global__ void __launch_bounds__(heap_threads)
    heap_rows(K k, expansion x, const std::uint32_t* rows, index count, unsigned most, const row_list* lists) {
    using value = typename K::value;
    sort_key* const all = simt::dynamic_shared<sort_key>();
    value* const terms = reinterpret_cast<value*>(all + most * heap_threads) + threadIdx.x;
    const index n = static_cast<index>(blockIdx.x) * heap_threads + threadIdx.x;
    if (n >= count) return;
    const index r = rows[n], i = x.in.first_row + r;
    thread_heap heap{all + threadIdx.x, 0};
    for (row_offset p = x.in.a.offsets[i]; p < x.in.a.offsets[i + 1]; ++p) {
        const index inner = x.in.a.columns[p];
        for (row_offset q = x.in.b.offsets[inner]; q < x.in.b.offsets[inner + 1]; ++q) {
            const column_index column = x.in.b.columns[q];
            if (!mask_admits(x.in.mask, i, column)) continue;
            terms[heap.size * heap_threads] = product_of(k, x.in, i, p, q);
            heap.at(heap.size) = key_of(column, heap.size);
            ++heap.size;
        }
    }
    for (unsigned node = heap.size / 2; node-- > 0;) heap.sift_down(node);
    const row_list to = lists[r];
    row_offset size = 0;
    column_index last = no_column;
    value sum{};
    while (heap.size > 0) {
        const sort_key least = heap.at(0);
        heap.at(0) = heap.at(--heap.size);
        heap.sift_down(0);
        const value term = terms[number_of(least) * heap_threads];
        if (column_of(least) == last) {
            sum = k.sum(sum, term);
        } else {
            if (size > 0) static_cast<value*>(to.values)[size - 1] = sum;
            last = column_of(least);
            sum = term;
            to.columns[size++] = last;
        }
    }
    if (size > 0) static_cast<value*>(to.values)[size - 1] = sum;
    x.sizes[r] = size;
}

/// Sorts 2 blockDim.x keys (a power of two) in shared memory. All threads of the block call.
__device__ inline void sort_in_block(sort_key* keys) {
    const unsigned n = 2 * blockDim.x, t = threadIdx.x;
    for (unsigned run = 2; run <= n; run *= 2) {
        for (unsigned apart = run / 2; apart > 0; apart /= 2) {
            __syncthreads();
            const unsigned low = 2 * t - (t & (apart - 1)), high = low + apart;
            const sort_key x = keys[low], y = keys[high];
            const bool ascends = (low & run) == 0;
            if ((y < x) == ascends) {
                keys[low] = y;
                keys[high] = x;
            }
        }
    }
    __syncthreads();
}

/// Rows of up to 2 blockDim.x multiplications, a block a row.
template <class K>
__global__ void __launch_bounds__(max_bounded_products / 2)
    sorted_rows(K k, expansion x, const std::uint32_t* rows, const row_list* lists) {
    using value = typename K::value;
    __shared__ unsigned scratch[simt::warp_size];
    const unsigned most = 2 * blockDim.x;
    sort_key* const keys = simt::dynamic_shared<sort_key>();
    value* const terms = reinterpret_cast<value*>(keys + most);
    const index r = rows[blockIdx.x];
    const merging::row_products row = merging::products_of(x, r);
    const row_offset first_left = x.in.a.offsets[x.in.first_row];
    for (unsigned n = threadIdx.x; n < most; n += blockDim.x) {
        merging::product_item item{no_column, merging::masked_out};
        if (row.begin + n < row.end) item = merging::product_at(x, row, row.begin + n);
        keys[n] = key_of(item.column, n);
        if (item.column == no_column) continue;
        terms[n] = product_of(k, x.in, row.row, first_left + merging::left_of(item.factors), merging::right_of(item.factors));
    }
    sort_in_block(keys);
    const auto begins = [&](unsigned n) {
        const column_index column = column_of(keys[n]);
        return column != no_column && (n == 0 || column_of(keys[n - 1]) != column);
    };
    const unsigned first = 2 * threadIdx.x, begun = begins(first) + begins(first + 1);
    unsigned size = 0;
    unsigned at = sum_up_to_thread(begun, scratch, size) - begun;
    const row_list to = lists[r];
    for (unsigned n = first; n < first + 2; ++n) {
        if (!begins(n)) continue;
        const column_index column = column_of(keys[n]);
        value sum = terms[number_of(keys[n])];
        for (unsigned m = n + 1; m < most && column_of(keys[m]) == column; ++m) sum = k.sum(sum, terms[number_of(keys[m])]);
        to.columns[at] = column;
        static_cast<value*>(to.values)[at++] = sum;
    }
    if (threadIdx.x == 0) x.sizes[r] = size;
}

/// Entries with ascending columns.
template <class Value>
struct entry_list {
    column_index* columns;
    Value* values;

    static __device__ entry_list of(const row_list& list) { return {list.columns, static_cast<Value*>(list.values)}; }
    /// All threads of the block call; ends with a barrier.
    __device__ void copy_to(const entry_list& to, row_offset size) const {
        for (row_offset n = threadIdx.x; n < size; n += blockDim.x) {
            to.columns[n] = columns[n];
            to.values[n] = values[n];
        }
        __syncthreads();
    }
};

/// A point of the merge path of two lists: so many entries of each come before it.
struct path_point {
    row_offset x, y;
};

/// The point after `steps` steps of the path of x and y, up to point `end`. Of equal columns that of x comes first; a point
/// never lies between them.
__device__ inline path_point point_on_path(const column_index* x, const column_index* y, const path_point& end,
                                           row_offset steps) {
    const row_offset low = first_not_before(steps > end.y ? steps - end.y : 0, steps < end.x ? steps : end.x,
                                            [&](row_offset n) { return x[n] <= y[steps - 1 - n]; });
    row_offset at = steps - low;
    if (low > 0 && at < end.y && y[at] == x[low - 1]) ++at;
    return {low, at};
}

/// The shared memory of a block that merges, beside its lists.
struct merge_scratch {
    unsigned sums[simt::warp_size];
    path_point begin;
    unsigned long long slot;
};

/// Merges `part`, of part_size entries, into `list`, of `size` entries, which then has `total`. The path is cut into tiles,
/// from the last to the first: entries of the list only move to higher places, where entries have been read already. All
/// threads call.
template <class K>
__device__ void merge_into(const K& k, const entry_list<typename K::value>& list, row_offset size,
                           const entry_list<typename K::value>& part, unsigned part_size, row_offset total, merge_scratch& s) {
    constexpr unsigned steps_of_thread = 4, steps_of_tile = steps_of_thread * merge_threads;
    path_point end{size, part_size};
    while (end.y > 0) {
        const row_offset last = end.x + end.y, first = last > steps_of_tile ? last - steps_of_tile : 0;
        const row_offset mine = first + threadIdx.x * steps_of_thread, next = mine + steps_of_thread;
        path_point at = point_on_path(list.columns, part.columns, end, mine < last ? mine : last);
        const path_point until = point_on_path(list.columns, part.columns, end, next < last ? next : last);
        if (threadIdx.x == 0) s.begin = at;
        column_index columns[steps_of_thread];
        typename K::value values[steps_of_thread];
        unsigned count = 0;
#pragma unroll
        for (unsigned n = 0; n < steps_of_thread; ++n) {
            if (at.x == until.x && at.y == until.y) continue;
            const bool takes_list = at.y == until.y || (at.x < until.x && list.columns[at.x] <= part.columns[at.y]);
            columns[n] = takes_list ? list.columns[at.x] : part.columns[at.y];
            if (takes_list) {
                values[n] = list.values[at.x++];
                if (at.y < until.y && part.columns[at.y] == columns[n]) values[n] = k.sum(values[n], part.values[at.y++]);
            } else {
                values[n] = part.values[at.y++];
            }
            count = n + 1;
        }
        unsigned merged = 0;
        const row_offset before = sum_up_to_thread(count, s.sums, merged) - count;  // with a barrier: everything has been read
        total -= merged;
#pragma unroll
        for (unsigned n = 0; n < steps_of_thread; ++n) {
            if (n >= count) continue;
            list.columns[total + before + n] = columns[n];
            list.values[total + before + n] = values[n];
        }
        end = s.begin;
        __syncthreads();
    }
}

/// Room for `entries` entries, or null if the pool has none left. All threads of the block call.
template <class Value>
__device__ row_list taken_from(const list_pool& pool, row_offset entries, merge_scratch& s) {
    if (threadIdx.x == 0) {
        s.slot = atomicAdd(pool.taken, static_cast<unsigned long long>(entries));
        if (s.slot + static_cast<unsigned long long>(entries) > pool.entries) {
            s.slot = ~0ull;
            atomicAdd(pool.waiting, 1ull);
        }
    }
    __syncthreads();
    const unsigned long long slot = s.slot;
    __syncthreads();
    if (slot == ~0ull) return {};
    return {pool.first.columns + slot, static_cast<Value*>(pool.first.values) + slot};
}

/// Computes what is admitted of entries q .. of a row of B times entry p of A, merge_threads at most, and returns how many
/// these are. All threads call; ends with a barrier.
template <class K>
__device__ unsigned load_part(const K& k, const product_rows& in, index i, row_offset p, row_offset q, row_offset end,
                              const entry_list<typename K::value>& part, merge_scratch& s) {
    q += threadIdx.x;
    const column_index column = q < end ? in.b.columns[q] : no_column;
    const bool admitted = q < end && mask_admits(in.mask, i, column);
    unsigned count = 0;
    const unsigned at = count_below_thread(admitted, s.sums, count);
    if (admitted) {
        part.columns[at] = column;
        part.values[at] = product_of(k, in, i, p, q);
    }
    __syncthreads();
    return count;
}

/// Long rows at a level, a block a row: from the checkpoint on, as far as there is room. Lists are in shared memory, which has
/// room for `capacity` entries, or at the last level in global memory.
template <class K, bool is_in_shared>
__global__ void __launch_bounds__(merge_threads)
    merged_rows(K k, expansion x, const std::uint32_t* rows, long_rows of, unsigned level, unsigned capacity, row_list* lists) {
    using value = typename K::value;
    __shared__ merge_scratch s;
    const product_rows& in = x.in;
    long_row row = of.rows[blockIdx.x];
    if (row.level != level) return;
    __syncthreads();  // the state has been read by all threads before one changes it
    const index r = rows[blockIdx.x], i = in.first_row + r;
    const row_offset multiplications = in.flops[i], bound = multiplications < in.ncols() ? multiplications : in.ncols();
    value* const shared_values = simt::dynamic_shared<value>();
    auto* const shared_columns = reinterpret_cast<column_index*>(shared_values + capacity + merge_threads);
    const entry_list<value> part{shared_columns, shared_values};
    entry_list<value> list{shared_columns + merge_threads, shared_values + merge_threads};
    if constexpr (is_in_shared) {
        entry_list<value>::of(row.list).copy_to(list, row.size);
        row.room = capacity;
    } else {
        list = entry_list<value>::of(row.list);
    }
    const auto keep = [&](const long_row& state) {
        if (threadIdx.x == 0) of.rows[blockIdx.x] = state;
    };
    const row_offset begun = row.right;
    for (row_offset p = row.left; p < in.a.offsets[i + 1]; ++p) {
        const index inner = in.a.columns[p];
        const row_offset end = in.b.offsets[inner + 1];
        for (row_offset q = p == row.left && begun >= 0 ? begun : in.b.offsets[inner]; q < end; q += merge_threads) {
            const unsigned part_size = load_part(k, in, i, p, q, end, part, s);
            if (part_size == 0) continue;
            bool is_in_list = false;
            if (threadIdx.x < part_size) {
                const row_offset at = lower_bound(list.columns, 0, row.size, part.columns[threadIdx.x]);
                is_in_list = at < row.size && list.columns[at] == part.columns[threadIdx.x];
            }
            const row_offset total = row.size + part_size - __syncthreads_count(is_in_list);
            if (total > row.room) {
                const row_offset room = is_in_shared ? row.size : grown_room(row.room, bound);
                const row_list to = taken_from<value>(of.pool, room, s);
                if (to.columns == nullptr) {
                    // A row in shared memory stays at the checkpoint that it came from.
                    if (!is_in_shared) keep({row.list, row.size, row.room, p, q, level});
                    return;
                }
                list.copy_to(entry_list<value>::of(to), row.size);
                if constexpr (is_in_shared) {
                    keep({to, row.size, room, p, q, level + 1});
                    return;
                } else {
                    row.list = to;
                    row.room = room;
                    list = entry_list<value>::of(to);
                }
            }
            merge_into(k, list, row.size, part, part_size, total, s);
            row.size = total;
        }
    }
    if (is_in_shared && row.size > 0) {
        row.list = taken_from<value>(of.pool, row.size, s);
        if (row.list.columns == nullptr) return;
        list.copy_to(entry_list<value>::of(row.list), row.size);
    }
    if (threadIdx.x > 0) return;
    lists[r] = row.list;
    x.sizes[r] = row.size;
    of.rows[blockIdx.x].level = long_row::finished;
}

template <class K>
csr rows(const engine_ptr& e, const K& k, const product_rows& in, type_code type, memory_use& use) {
    using value = typename K::value;
    constexpr std::size_t bytes_of_product = sizeof(sort_key) + sizeof(value);
    unarranged_rows made = binned(e, in, sizeof(value));
    const class_lists<bins>& listed = made.listed;
    concurrent_streams streams(*e);
    for (unsigned bin = 1; bin <= last_heap_bin; ++bin) {
        const auto blocks = static_cast<unsigned>((listed.count(bin) + heap_threads - 1) / heap_threads);
        if (blocks == 0) continue;
        simt::launch(streams.next(), blocks, heap_threads, bin * heap_threads * bytes_of_product, heap_rows<K>, k, made.x,
                     listed.items_of(bin), listed.count(bin), bin, made.lists.data());
    }
    for (unsigned bin = first_block_bin; bin < long_bin; ++bin) {
        if (listed.count(bin) == 0) continue;
        simt::launch(streams.next(), static_cast<unsigned>(listed.count(bin)), block_products(bin) / 2,
                     block_products(bin) * bytes_of_product, sorted_rows<K>, k, made.x, listed.items_of(bin),
                     made.lists.data());
    }
    streams.join();
    merge_long_rows(e, made, [&](const long_rows& of, unsigned level, unsigned capacity) {
        simt::launch(e->stream(), static_cast<unsigned>(listed.count(long_bin)), merge_threads,
                     merge_bytes(capacity, sizeof(value)), capacity > 0 ? merged_rows<K, true> : merged_rows<K, false>, k,
                     made.x, listed.items_of(long_bin), of, level, capacity, made.lists.data());
    });
    return arranged(e, std::move(made), type, use);
}

}  // namespace graphblas_gpu::cuda::merge_paper
