#include <graphblas_gpu/cuda/device/early_answer.hpp>
#include <graphblas_gpu/cuda/device/for_each.cuh>
#include <graphblas_gpu/cuda/device/simt.cuh>
#include <graphblas_gpu/cuda/device/zeroed_counters.hpp>
#include <graphblas_gpu/cuda/dot/column_table.cuh>
#include <graphblas_gpu/cuda/dot/common_entries.hpp>
#include <graphblas_gpu/cuda/dot/cost.hpp>
#include <graphblas_gpu/cuda/dot/pair_table.cuh>
#include <graphblas_gpu/cuda/dot/record_finder.cuh>
#include <graphblas_gpu/cuda/dot/walk.cuh>
#include <graphblas_gpu/cuda/dot/walked_rows.cuh>
#include <graphblas_gpu/cuda/primitives/warp_sums.cuh>

#include <algorithm>

namespace graphblas_gpu::cuda::masked {

namespace {

constexpr unsigned common_warps = policy::common_threads / simt::warp_size;
template <table_kind kind>
constexpr unsigned listed_threads = kind == table_kind::bits ? policy::bits_threads : policy::hash_threads;
template <table_kind kind>
constexpr unsigned listed_blocks = kind == table_kind::bits ? policy::bits_blocks : policy::hash_blocks;

/// What is counted: `pairs`, `left`, `right` and `back` as in count_common_entries, and the number of rows of `pairs`.
struct common_view {
    rows_view pairs, left, right;
    rows_view back;
    index nrows = 0;
    /// Whether a pair of rows is counted where the longer one is.
    __device__ bool has_back() const { return back.offsets != nullptr; }
};

/// A part of the work that is on the list: pairs_a_task pairs of the row `row` from its `first` pair on (its entries of `pairs`
/// are followed by those of `back`), or of the short rows of the group ~row.
struct listed_task {
    index row = 0;
    std::int64_t first = 0;
};

/// The counters of both kernels. They are zero before the first one.
struct common_sums {
    unsigned long long common, entries;
    unsigned long long listed;    // tasks on the list
    unsigned long long too_long;  // whether a row is too long to be listed
    unsigned long long taken;     // tasks that a block has taken
    unsigned long long finished;  // blocks of the second kernel
};

/// A short row, as the lanes of a warp that goes through its pairs need it.
struct short_row_record {
    row_offset first_pair;
    row_offset first_column;
    std::uint32_t start;   // pairs of the warp's rows before it
    std::uint32_t length;  // columns of the row of `left`
};

/// A pair of rows, as the lanes of a warp that goes through their columns need it: each column of the shorter row is looked up
/// in the longer one.
struct pair_record {
    const column_index* shorter;
    const column_index* longer;
    std::uint32_t start;   // columns of the shorter rows of the warp's pairs before it
    std::uint32_t length;  // of the longer row
};

/// The shared memory of a warp that counts short rows.
struct warp_records {
    short_row_record rows[32];
    pair_record pairs[32];
};

/// Whether an ascending row of `length` columns has column c, for rows of fewer than 2^32 columns.
__device__ __forceinline__ bool row_has(const column_index* row, std::uint32_t length, column_index c) {
    while (length > 1) {
        const std::uint32_t half = length / 2;
        row = row[half] <= c ? row + half : row;
        length -= half;
    }
    return length == 1 && *row == c;
}

/// What a thread has counted.
struct counts {
    unsigned long long common = 0, entries = 0;
};

/// The sum of x over the lanes of a warp, for x below 2^43. All lanes call.
__device__ unsigned long long sum_of_counts(unsigned long long x) {
    const unsigned low = __reduce_add_sync(simt::full_warp, static_cast<unsigned>(x & 0xffffu));
    const unsigned high = __reduce_add_sync(simt::full_warp, static_cast<unsigned>(x >> 16));
    return (static_cast<unsigned long long>(high) << 16) + low;
}

/// Adds a thread's counts to the sums of all blocks, by thread 0 of the block. All threads of the block call.
__device__ void add_counts(const counts& found, common_sums* sums) {
    __shared__ counts of_warps[common_warps];
    const counts of_warp{sum_of_counts(found.common), sum_of_counts(found.entries)};
    if (simt::lane_id() == 0) of_warps[simt::warp_id()] = of_warp;
    __syncthreads();
    if (threadIdx.x != 0) return;
    counts all;
    for (unsigned w = 0; w < blockDim.x / simt::warp_size; ++w) {
        all.common += of_warps[w].common;
        all.entries += of_warps[w].entries;
    }
    if (all.common != 0) atomicAdd(&sums->common, all.common);
    if (all.entries != 0) atomicAdd(&sums->entries, all.entries);
}

/// Lists the `size` units of the lane's work that begin at `first`, in tasks of `step` units. All lanes call.
__device__ void list_tasks(index row, std::int64_t first, std::int64_t size, std::int64_t step, listed_task* list,
                           common_sums* sums) {
    if (!__any_sync(simt::full_warp, size > 0)) return;
    const std::int64_t mine = (size + step - 1) / step;
    const std::int64_t up_to = sum_up_to_lane(mine);
    unsigned long long base = 0;
    if (simt::lane_id() == 31) base = atomicAdd(&sums->listed, static_cast<unsigned long long>(up_to));
    base = __shfl_sync(simt::full_warp, base, 31);
    listed_task* to = list + base + (up_to - mine);
    for (std::int64_t t = 0; t < mine; ++t) to[t] = {row, first + t * step};
}

/// The short rows of a group of 32 neighbours, whose pairs are numbered one row after the other.
struct short_row_group {
    std::uint32_t my_start;  // the first pair of the lane-th short row that has any, or 2^32 - 1
    std::uint32_t total;     // pairs of all
};

/// The sizes of a row of `pairs` and of the same row of `left`.
struct row_sizes {
    row_offset first_pair = 0, pairs = 0, first_column = 0, length = 0;
    __device__ row_sizes(const common_view& v, index row) {
        if (row >= v.nrows) return;
        first_pair = v.pairs.offsets[row];
        pairs = v.pairs.offsets[row + 1] - first_pair;
        first_column = v.left.offsets[row];
        length = v.left.offsets[row + 1] - first_column;
    }
    __device__ bool is_empty() const { return pairs == 0 || length == 0; }
    __device__ bool is_short() const { return !is_empty() && is_short_row(length, pairs); }
};

/// Writes the records of a group, each lane giving its row. All lanes call.
__device__ short_row_group lay_out(const row_sizes& row, short_row_record* records) {
    const std::uint32_t pairs = row.is_short() ? static_cast<std::uint32_t>(row.pairs) : 0;
    const std::uint32_t start = sum_below_lane(pairs), total = __shfl_sync(simt::full_warp, start + pairs, 31);
    const unsigned filled = __ballot_sync(simt::full_warp, pairs > 0);
    if (pairs > 0)
        records[simt::count_below(filled)] = {row.first_pair, row.first_column, start, static_cast<std::uint32_t>(row.length)};
    __syncwarp();
    const unsigned lane = simt::lane_id();
    return {lane < static_cast<unsigned>(__popc(filled)) ? records[lane].start : 0xffffffffu, total};
}

/// Looks up the columns of the shorter rows of up to 32 pairs, of which each lane gives one; `columns` is the number of columns
/// of the shorter row, or 0. All lanes call.
__device__ void count_columns(pair_record pair, std::uint32_t columns, pair_record* pairs, counts& found) {
    constexpr int ahead = 2;  // look-ups of a lane that are under way at the same time
    const unsigned lane = simt::lane_id();
    pair.start = sum_below_lane(columns);
    const std::uint32_t total = __shfl_sync(simt::full_warp, pair.start + columns, 31);
    const unsigned filled = __ballot_sync(simt::full_warp, columns > 0);
    __syncwarp();
    if (columns > 0) pairs[simt::count_below(filled)] = pair;
    __syncwarp();
    record_finder finder(lane < static_cast<unsigned>(__popc(filled)) ? pairs[lane].start : 0xffffffffu, 0);
    for (std::uint32_t first = 0; first < total; first += 32 * ahead) {
        column_index wanted[ahead];
        const column_index* longer[ahead];
        std::uint32_t length[ahead];
#pragma unroll
        for (int u = 0; u < ahead; ++u) {
            const std::uint32_t here = first + 32 * u;
            const unsigned record = finder.record_of_lane(here);
            wanted[u] = 0;
            longer[u] = nullptr;
            length[u] = 0;
            if (here + lane >= total) continue;
            const pair_record p = pairs[record];
            wanted[u] = p.shorter[here + lane - p.start];
            longer[u] = p.longer;
            length[u] = p.length;
        }
#pragma unroll
        for (int u = 0; u < ahead; ++u) {
            if (length[u] > 0) found.common += row_has(longer[u], length[u], wanted[u]);
        }
    }
}

/// Whether a pair of a short row and a row of `length` columns is counted with the short rows.
__device__ __forceinline__ bool is_counted_by_short(const common_view& v, std::uint32_t length) {
    return !v.has_back() || length <= policy::short_row_at_most;
}

/// Counts the pairs from `begin` to `end` of a group. All lanes call.
__device__ void count_pairs_of_group(const common_view& v, const short_row_record* rows, const short_row_group& group,
                                     std::uint32_t begin, std::uint32_t end, pair_record* pairs, counts& found) {
    record_finder finder(group.my_start, begin);
    for (; begin < end; begin += 32) {
        const unsigned row = finder.record_of_lane(begin);
        const std::uint32_t mine = begin + simt::lane_id();
        pair_record pair{};
        std::uint32_t columns = 0;
        if (mine < end) {
            const short_row_record r = rows[row];
            const column_index j = v.pairs.columns[r.first_pair + (mine - r.start)];
            const row_offset from = v.right.offsets[j];
            const auto length = static_cast<std::uint32_t>(v.right.offsets[j + index{1}] - from);
            found.entries += length;
            const column_index *const left = v.left.columns + r.first_column, *const right = v.right.columns + from;
            columns = is_counted_by_short(v, length) ? std::min(length, r.length) : 0;
            pair = length < r.length ? pair_record{right, left, 0, r.length} : pair_record{left, right, 0, length};
        }
        count_columns(pair, columns, pairs, found);
    }
}

/// Counts the row of the calling lane. What two pairs need is loaded at the same time, if their rows of `right` are very short.
__device__ void count_by_lane(const common_view& v, const row_sizes& row, counts& found) {
    constexpr unsigned ahead = 2, few = 2;  // pairs, and columns of their rows
    if (row.is_empty()) return;
    const column_index* const columns = v.left.columns + row.first_column;
    for (row_offset pair = 0; pair < row.pairs; pair += ahead) {
        const column_index *const pairs = v.pairs.columns + row.first_pair + pair, *right[ahead];
        std::uint32_t length[ahead];
        bool are_few = true;
        column_index j[ahead], column[ahead * few];
#pragma unroll
        for (unsigned u = 0; u < ahead; ++u) j[u] = pairs[pair + u < row.pairs ? u : 0];
#pragma unroll
        for (unsigned u = 0; u < ahead; ++u) {
            const row_offset from = v.right.offsets[j[u]], end = v.right.offsets[j[u] + index{1}];
            right[u] = v.right.columns + from;
            length[u] = pair + u < row.pairs ? static_cast<std::uint32_t>(end - from) : 0;
            found.entries += length[u];
            if (!is_counted_by_short(v, length[u])) length[u] = 0;
            are_few = are_few && length[u] <= few;
        }
        if (!are_few) {
            for (row_offset k = 0; k < row.length; ++k)
#pragma unroll
                for (unsigned u = 0; u < ahead; ++u) found.common += row_has(right[u], length[u], columns[k]);
            continue;
        }
#pragma unroll
        for (unsigned q = 0; q < ahead * few; ++q) column[q] = q % few < length[q / few] ? right[q / few][q % few] : no_column;
        for (row_offset k = 0; k < row.length; ++k) {
            const column_index wanted = columns[k];
#pragma unroll
            for (unsigned q = 0; q < ahead * few; ++q) found.common += column[q] == wanted;
        }
    }
}

/// Gives the sums of all blocks to the host, and clears them for the next call. One thread of every block calls when its block
/// has added what it found. `leaves_list`: if something is on the list, the sums stay for the next kernel.
__device__ void answer_when_all_have(common_sums* sums, std::int64_t* answer, bool leaves_list) {
    __threadfence();
    if (atomicAdd(&sums->finished, 1ull) + 1 < gridDim.x) return;
    __threadfence();
    const volatile common_sums& all = *sums;
    sums->finished = 0;
    if (leaves_list && all.listed > 0) return;
    answer[0] = static_cast<std::int64_t>(all.common);
    answer[1] = static_cast<std::int64_t>(all.entries);
    answer[2] = static_cast<std::int64_t>(all.too_long);
    *sums = {};
}

/// Counts the short rows, of which a warp takes 32 together, up to `at_once` pairs, and lists what is left of them and the
/// longer rows. Answers the host if nothing is listed.
__global__ void __launch_bounds__(policy::common_threads, policy::common_blocks)
    count_short_rows(common_view v, row_offset longest, std::uint32_t at_once, listed_task* list, common_sums* sums,
                     std::int64_t* answer) {
    __shared__ warp_records shared[common_warps];
    warp_records& records = shared[simt::warp_id()];
    counts found;
    const index step = static_cast<index>(gridDim.x) * policy::common_threads;
    for (index row = index{blockIdx.x} * policy::common_threads + threadIdx.x; row - simt::lane_id() < v.nrows; row += step) {
        const row_sizes sizes(v, row);
        if (__all_sync(simt::full_warp, is_row_of_a_lane(sizes.length, sizes.pairs))) {
            count_by_lane(v, sizes, found);
            continue;
        }
        const bool is_long = !sizes.is_empty() && !sizes.is_short();
        const bool is_too_long = is_long && sizes.length > longest;
        if (is_too_long) sums->too_long = 1;
        const bool is_listed = is_long && !is_too_long;
        const row_offset back = is_listed && v.has_back() ? v.back.offsets[row + 1] - v.back.offsets[row] : 0;
        list_tasks(row, 0, is_listed ? sizes.pairs + back : 0, policy::pairs_a_task, list, sums);
        const short_row_group group = lay_out(sizes, records.rows);
        const std::uint32_t now = group.total < at_once ? group.total : at_once;
        list_tasks(~(row / 32), now, simt::lane_id() == 0 ? group.total - now : 0, policy::pairs_a_task, list, sums);
        count_pairs_of_group(v, records.rows, group, 0, now, records.pairs, found);
    }
    add_counts(found, sums);
    if (threadIdx.x == 0) answer_when_all_have(sums, answer, true);
}

/// The row of a task and the pairs of that task.
struct laid_row {
    index row;
    const column_index* columns;
    std::uint32_t length;
    const column_index *pairs, *back;  // the rows that `pairs` and `back` name
    row_offset of_pairs;               // how many `pairs` names
    row_offset first, last;            // of the task
    __device__ laid_row(const common_view& v, const listed_task& task) : row(task.row), back(nullptr), first(task.first) {
        const row_offset begin = v.left.offsets[row];
        columns = v.left.columns + begin;
        length = static_cast<std::uint32_t>(v.left.offsets[row + 1] - begin);
        pairs = v.pairs.columns + v.pairs.offsets[row];
        of_pairs = v.pairs.offsets[row + 1] - v.pairs.offsets[row];
        row_offset all = of_pairs;
        if (v.has_back()) {
            back = v.back.columns + v.back.offsets[row];
            all += v.back.offsets[row + 1] - v.back.offsets[row];
        }
        last = std::min(first + policy::pairs_a_task, all);
    }
};

/// The row of `right` that the `mine`-th pair of a task names, for looking up its columns in the row of the task. Adds its
/// entries to `entries` if `pairs` names it. It has no columns if its pair is counted where it is laid out, or there is none.
__device__ walked_row other_row(const common_view& v, const laid_row& laid, row_offset mine, unsigned long long& entries) {
    mine += laid.first;
    if (mine >= laid.last) return {};
    const bool is_back = mine >= laid.of_pairs;
    const column_index j = is_back ? laid.back[mine - laid.of_pairs] : laid.pairs[mine];
    walked_row other{v.right.offsets[j], 0};
    other.length = static_cast<std::uint32_t>(v.right.offsets[j + index{1}] - other.begin);
    if (!is_back) entries += other.length;
    // Of rows of equal length the one with the smaller number counts as the shorter one.
    const bool is_shorter =
        other.length < laid.length || (other.length == laid.length && (is_back ? j < laid.row : j <= laid.row));
    if (v.has_back() && !is_shorter) other.length = 0;
    return other;
}

/// Searches the columns of the row of a task in those rows of the warp that are much longer; these are not looked up then. All
/// lanes call.
__device__ std::uint32_t search_in_longer(const common_view& v, const laid_row& laid, walked_row& other) {
    const auto bits = static_cast<std::uint32_t>(32 - __clz(static_cast<int>(other.length)));
    const bool is_much_longer = searching_is_profitable(laid.length, other.length, bits);
    std::uint32_t common = 0;
    for (unsigned lanes = __ballot_sync(simt::full_warp, is_much_longer); lanes != 0; lanes &= lanes - 1) {
        const unsigned from = simt::lowest_bit(lanes);
        const column_index* const row = v.right.columns + __shfl_sync(simt::full_warp, other.begin, from);
        const std::uint32_t length = __shfl_sync(simt::full_warp, other.length, from);
        for (std::uint32_t p = simt::lane_id(); p < laid.length; p += 32) common += row_has(row, length, laid.columns[p]);
    }
    if (is_much_longer) other.length = 0;
    return common;
}

/// The rows of a task, as the threads of a block give them.
template <table_kind kind>
using rows_of_task = walked_rows<listed_threads<kind>, policy::pairs_a_task / listed_threads<kind>>;

/// Counts a part of the pairs of a row that is too long for a warp. All threads of the block call.
template <table_kind kind>
__device__ void count_long_row(const common_view& v, index ncols, const listed_task& task, rows_of_task<kind>& rows,
                               counts& found) {
    constexpr unsigned threads = listed_threads<kind>;
    void* const memory = simt::dynamic_shared<unsigned char>();
    const laid_row laid(v, task);
    const table_shape shape = shape_for_listed(laid.length, ncols);
    column_table<false>(memory, shape).clear(threadIdx.x, threads);
    walked_row other[policy::pairs_a_task / threads];
#pragma unroll
    for (unsigned k = 0; k < policy::pairs_a_task / threads; ++k) {
        other[k] = other_row(v, laid, k * threads + threadIdx.x, found.entries);
        if (!v.has_back()) found.common += search_in_longer(v, laid, other[k]);
    }
    __syncthreads();
    const auto look_up_in = [&](const auto& table) {
        for (std::uint32_t p = threadIdx.x; p < laid.length; p += threads) table.insert(laid.columns[p]);
        rows.write(other);
        found.common += rows.look_up_share(v.right.columns, table);
    };
    if constexpr (kind == table_kind::bits) look_up_in(bit_table(memory));
    else look_up_in(pair_table(memory, shape.size));
}

/// The shared memory of a block that counts short rows. It takes the memory of a table, which such a task does not need.
struct group_records {
    short_row_group group[32];  // by lanes
    short_row_record rows[32];
    pair_record pairs[common_warps][32];
};

/// Counts a part of the pairs of a group of short rows, each of the `warps` of the block an equal share. All threads call.
__device__ void count_group(const common_view& v, const listed_task& task, unsigned warps, group_records& records,
                            counts& found) {
    const unsigned lane = simt::lane_id();
    if (simt::warp_id() == 0) records.group[lane] = lay_out(row_sizes(v, ~task.row * 32 + lane), records.rows);
    __syncthreads();
    const short_row_group group = records.group[lane];
    const auto first = static_cast<std::uint32_t>(task.first);
    const std::uint32_t size = std::min(group.total - first, static_cast<std::uint32_t>(policy::pairs_a_task));
    const std::uint32_t share = (size + warps - 1) / warps, begin = std::min(simt::warp_id() * share, size);
    count_pairs_of_group(v, records.rows, group, first + begin, first + std::min(begin + share, size),
                         records.pairs[simt::warp_id()], found);
}

/// The shared memory of a block of count_listed_tasks beside its table, with the kibibyte that the system takes of every block.
template <table_kind kind>
constexpr std::uint64_t static_bytes_of_tasks = sizeof(rows_of_task<kind>) + 256 + 1024;

/// Counts the tasks of the list; each block takes the next one that is free, while it counts the one before. `kind` of all
/// tables.
template <table_kind kind>
__global__ void __launch_bounds__(listed_threads<kind>, listed_blocks<kind>)
    count_listed_tasks(common_view v, index ncols, const listed_task* list, common_sums* sums, std::int64_t* answer) {
    __shared__ unsigned long long taken;
    __shared__ rows_of_task<kind> rows;
    counts found;
    const unsigned long long listed = sums->listed;
    if (listed == 0) return;
    if (threadIdx.x == 0) taken = atomicAdd(&sums->taken, 1ull);
    __syncthreads();
    while (taken < listed) {
        const listed_task task = list[taken];
        unsigned long long next = 0;
        if (threadIdx.x == 0) next = atomicAdd(&sums->taken, 1ull);
        if (task.row < 0) {
            count_group(v, task, listed_threads<kind> / simt::warp_size, *simt::dynamic_shared<group_records>(), found);
        } else {
            count_long_row<kind>(v, ncols, task, rows, found);
        }
        __syncthreads();
        if (threadIdx.x == 0) taken = next;
        __syncthreads();
    }
    add_counts(found, sums);
    if (threadIdx.x == 0) answer_when_all_have(sums, answer, false);
}

/// Queues the kernel for at most `tasks` tasks.
template <table_kind kind>
void count_listed(const engine& e, const common_view& v, index ncols, std::int64_t tasks, const listed_task* list,
                  common_sums* sums, std::int64_t* answer) {
    const std::uint64_t bytes = std::max<std::uint64_t>(bytes_for_listed(ncols), sizeof(group_records));
    const auto bytes_of_block = static_cast<std::int64_t>(bytes + static_bytes_of_tasks<kind>);
    const std::int64_t fit = e.facts().shared_bytes_per_multiprocessor / bytes_of_block;
    const std::int64_t resident = std::clamp<std::int64_t>(fit, 1, listed_blocks<kind>);
    const auto blocks = static_cast<unsigned>(std::min(tasks, e.facts().multiprocessors * resident));
    simt::launch(e.stream(), blocks, listed_threads<kind>, bytes, count_listed_tasks<kind>, v, ncols, list, sums, answer);
}

}  // namespace

std::optional<common_entries> count_common_entries(const engine_ptr& e, const csr_ref& pairs, const csr_ref& left,
                                                   const csr_ref& right, const csr_ref& back) {
    if (pairs.nvals == 0 || left.nvals == 0 || right.nvals == 0) return common_entries{};
    const common_view v{rows_from(pairs), rows_from(left), rows_from(right), rows_from(back), pairs.nrows};
    const std::int64_t tasks = max_listed(pairs.nrows, pairs.nvals, left.nvals);
    const array<listed_task> list(e, static_cast<std::size_t>(tasks));
    static_assert(sizeof(common_sums) <= zeroed_counters_bytes);
    auto* const sums = static_cast<common_sums*>(zeroed_counters(*e));
    std::int64_t* const answer = ask_early(*e, 3);
    const int multiprocessors = e->facts().multiprocessors;
    // Where a lane counts a row, a block would take as long to start as to count 256 rows, and counts more of them.
    const index blocks_of_all = (pairs.nrows + policy::common_threads - 1) / policy::common_threads,
                resident = multiprocessors * policy::common_blocks;
    const index blocks = pairs.nvals <= 4 * pairs.nrows ? std::min(blocks_of_all, resident) : blocks_of_all;
    simt::launch(e->stream(), static_cast<unsigned>(blocks), policy::common_threads, 0, count_short_rows, v,
                 longest_listed_row(left.ncols), pairs_at_once_for(pairs.nrows, multiprocessors), list.data(), sums, answer);
    // The list may be empty; asking the device before the second kernel would cost more than that kernel does then.
    if (has_listed_bits(left.ncols)) count_listed<table_kind::bits>(*e, v, left.ncols, tasks, list.data(), sums, answer);
    else count_listed<table_kind::hash>(*e, v, left.ncols, tasks, list.data(), sums, answer);
    await_early(*e, 3);
    if (answer[2] != 0) return std::nullopt;
    return common_entries{answer[0], answer[1]};
}

}  // namespace graphblas_gpu::cuda::masked
