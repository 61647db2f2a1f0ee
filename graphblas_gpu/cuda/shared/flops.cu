// Counting the multiplications of a product.
//
// Idea: the sequence of all row starts and entries of A, in the order of rows, is cut into tiles of equal length, so that
// neither long rows nor many empty rows keep a block busy. A block computes the prefix sums of the sizes of the rows of B that
// its entries name; the number of a row is the difference of two of them. If all rows of a tile are short, a thread sums each
// row instead.
// Source: tiles over rows and entries together are from merge-based sparse products (Merrill, Garland).
#include <graphblas_gpu/base/equal_parts.hpp>
#include <graphblas_gpu/cuda/device/early_answer.hpp>
#include <graphblas_gpu/cuda/device/for_each.cuh>
#include <graphblas_gpu/cuda/device/simt.cuh>
#include <graphblas_gpu/cuda/primitives/scan.hpp>
#include <graphblas_gpu/cuda/primitives/warp_search.cuh>
#include <graphblas_gpu/cuda/primitives/warp_sums.cuh>
#include <graphblas_gpu/cuda/shared/flops.hpp>

namespace graphblas_gpu::cuda {

namespace {

using counter = unsigned long long;

constexpr unsigned block_threads = 256;
constexpr unsigned warps_a_block = block_threads / simt::warp_size;
constexpr unsigned turns_a_tile = 8;
constexpr unsigned blocks_a_multiprocessor = 5;  // with so many registers that loads of all turns are in flight together
constexpr unsigned tile = block_threads * turns_a_tile;
/// Rows of A up to this length are short.
constexpr row_offset short_row = 8;

/// The number of rows that start before index d of the sequence. Row r starts at index offsets[r] + r, and its entries follow.
/// All lanes call.
__device__ index rows_begun(const csr_ref& a, index d) {
    return count_before(a.nrows, [&](index r) { return a.offsets[r] + r < d; });
}

/// Where the sizes of B's rows are looked up, and, if `lists_b_rows`, where the row of each entry of A is written.
struct sizes_of_b {
    const row_offset* offsets;
    row_of_b* b_rows;       ///< not read if none are written
    const bool* scattered;  ///< whether they are written

    /// sizes[n] = the size of the row that entry first + n * step of A names, or 0 if that is not before `end`. All loads are
    /// issued before anything is written.
    template <bool lists_b_rows, class T, unsigned count>
    __device__ __forceinline__ void look_up(const csr_ref& a, row_offset first, unsigned step, row_offset end,
                                            T (&sizes)[count]) const {
        column_index k[count];
        T start[count];
#pragma unroll
        for (unsigned n = 0; n < count; ++n) {
            if (first + n * step < end) k[n] = a.columns[first + n * step];
        }
#pragma unroll
        for (unsigned n = 0; n < count; ++n) {
            sizes[n] = 0;
            if (first + n * step >= end) continue;
            start[n] = static_cast<T>(offsets[k[n]]);
            sizes[n] = static_cast<T>(offsets[k[n] + index{1}]) - start[n];
        }
        if constexpr (lists_b_rows) {
            if (!*scattered) return;
#pragma unroll
            for (unsigned n = 0; n < count; ++n) {
                if (first + n * step < end)
                    b_rows[first + n * step] = {static_cast<std::uint32_t>(start[n]), static_cast<std::uint32_t>(sizes[n])};
            }
        }
    }
};

/// sums[n] = the total size of the rows of B that entries first .. first + n - 1 of A name; may wrap. All threads call.
template <class T, bool lists_b_rows>
__device__ void sum_sizes(const csr_ref& a, const sizes_of_b& of_b, row_offset first, row_offset end, T* sums) {
    __shared__ T of_runs[turns_a_tile * warps_a_block];  // of groups of 32 entries
    T mine[turns_a_tile];
    of_b.look_up<lists_b_rows>(a, first + threadIdx.x, block_threads, end, mine);
#pragma unroll
    for (unsigned turn = 0; turn < turns_a_tile; ++turn) {
        mine[turn] = sum_up_to_lane(mine[turn]);
        if (simt::lane_id() == simt::warp_size - 1) of_runs[turn * warps_a_block + simt::warp_id()] = mine[turn];
    }
    __syncthreads();
    if (simt::warp_id() == 0) {
        static_assert(turns_a_tile * warps_a_block == 2 * simt::warp_size);
        const T x = of_runs[2 * simt::lane_id()], y = of_runs[2 * simt::lane_id() + 1];
        const T up_to = sum_up_to_lane(static_cast<T>(x + y));
        of_runs[2 * simt::lane_id()] = up_to - y - x;
        of_runs[2 * simt::lane_id() + 1] = up_to - y;
    }
    __syncthreads();
    if (threadIdx.x == 0) sums[0] = 0;
#pragma unroll
    for (unsigned turn = 0; turn < turns_a_tile; ++turn) {
        sums[turn * block_threads + threadIdx.x + 1] = mine[turn] + of_runs[turn * warps_a_block + simt::warp_id()];
    }
    __syncthreads();
}

/// The total size of the rows of B that entries begin .. end - 1 of A name.
template <class T, bool lists_b_rows>
__device__ counter sum_of_short(const csr_ref& a, const sizes_of_b& of_b, row_offset begin, row_offset end) {
    T sizes[short_row];
    counter sum = 0;
    of_b.look_up<lists_b_rows>(a, begin, 1, end, sizes);
#pragma unroll
    for (row_offset n = 0; n < short_row; ++n) sum += sizes[n];
    return sum;
}

/// Whether all rows first .. last - 1 are short. All threads call.
__device__ bool are_short(const csr_ref& a, index first, index last) {
    bool short_ones = true;
    for (index r = first + threadIdx.x; r < last; r += block_threads) {
        if (a.offsets[r + 1] - a.offsets[r] > short_row) short_ones = false;
    }
    return __syncthreads_and(short_ones) != 0;
}

/// A short row is counted by the tile in which it starts. A longer row that several tiles share is added to; all other rows are
/// written. The columns of a row are different, so its number is at most nvals(B), and T needs only as many bits as nvals(B).
template <class T, bool lists_b_rows>
__global__ void __launch_bounds__(block_threads, blocks_a_multiprocessor)
    count_kernel(csr_ref a, sizes_of_b of_b, counter* flops) {
    __shared__ T sums[tile + 1];
    __shared__ index rows[2];
    const index begin = static_cast<index>(blockIdx.x) * tile;
    const index end = begin + tile < a.nrows + a.nvals ? begin + tile : a.nrows + a.nvals;
    if (simt::warp_id() < 2) {
        const index begun = rows_begun(a, simt::warp_id() == 0 ? begin : end);
        if (simt::lane_id() == 0) rows[simt::warp_id()] = begun;
    }
    __syncthreads();
    const index before = rows[0] > 0 ? rows[0] - 1 : 0;  // the row in which the tile begins
    if (are_short(a, before, rows[1])) {
        for (index r = rows[0] + threadIdx.x; r < rows[1]; r += block_threads) {
            flops[r] = sum_of_short<T, lists_b_rows>(a, of_b, a.offsets[r], a.offsets[r + 1]);
        }
        return;
    }
    const row_offset first = begin - rows[0], last = end - rows[1];
    sum_sizes<T, lists_b_rows>(a, of_b, first, last, sums);
    for (index r = before + threadIdx.x; r < rows[1]; r += block_threads) {
        const row_offset row_begin = a.offsets[r], row_end = a.offsets[r + 1];
        const bool starts_here = r >= rows[0], ends_here = row_end <= last;
        if (row_end - row_begin <= short_row && !(starts_here && ends_here)) {
            if (starts_here) flops[r] = sum_of_short<T, lists_b_rows>(a, of_b, row_begin, row_end);
            continue;
        }
        const row_offset from = row_begin > first ? row_begin : first, to = row_end < last ? row_end : last;
        const counter sum = from < to ? static_cast<T>(sums[to - first] - sums[from - first]) : 0;
        if (starts_here && ends_here) flops[r] = sum;
        else if (sum > 0) atomicAdd(flops + r, sum);
    }
}

/// Groups of 32 neighbouring entries of A that are looked at to learn whether the rows of B that they name lie scattered: their
/// offsets are in at least half as many cache lines as there are entries.
constexpr unsigned looked_at_a_warp = 8, groups_looked_at = looked_at_a_warp * warps_a_block;
constexpr column_index rows_a_line = 128 / sizeof(row_offset);

/// Finds out whether the entries of A lie scattered, for the kernel that counts and for the host. One block.
__global__ void __launch_bounds__(block_threads) look_at_entries(csr_ref a, bool* scattered, std::int64_t* answer) {
    __shared__ unsigned lines;
    if (threadIdx.x == 0) lines = 0;
    __syncthreads();
    column_index line[looked_at_a_warp];
#pragma unroll
    for (unsigned n = 0; n < looked_at_a_warp; ++n) {
        const row_offset group = n * warps_a_block + simt::warp_id();
        line[n] = a.columns[(a.nvals - simt::warp_size) * group / groups_looked_at + simt::lane_id()] / rows_a_line;
    }
    unsigned different = 0;
#pragma unroll
    for (unsigned n = 0; n < looked_at_a_warp; ++n) {
        const bool first = simt::lowest_bit(__match_any_sync(simt::full_warp, line[n])) == simt::lane_id();
        different += static_cast<unsigned>(__popc(__ballot_sync(simt::full_warp, first)));
    }
    if (simt::lane_id() == 0) atomicAdd(&lines, different);
    __syncthreads();
    if (threadIdx.x == 0) *answer = *scattered = 2 * lines >= groups_looked_at * simt::warp_size;
}

/// The totals of many numbers, in a form in which zeros mean "no numbers".
struct totals_found {
    counter sum;
    counter most;
    counter max_missing;  ///< the largest complement of a number, which is the complement of the smallest number
    counter above_32;
    counter above_4096;
    counter blocks_done;
};
static_assert(sizeof(totals_found) == room_for_flops * sizeof(std::int64_t));

__device__ totals_found over_lanes(totals_found t) {
    for (unsigned apart = simt::warp_size / 2; apart > 0; apart /= 2) {
        const counter most = __shfl_xor_sync(simt::full_warp, t.most, apart);
        const counter missing = __shfl_xor_sync(simt::full_warp, t.max_missing, apart);
        t.sum += __shfl_xor_sync(simt::full_warp, t.sum, apart);
        t.above_32 += __shfl_xor_sync(simt::full_warp, t.above_32, apart);
        t.above_4096 += __shfl_xor_sync(simt::full_warp, t.above_4096, apart);
        t.most = most > t.most ? most : t.most;
        t.max_missing = missing > t.max_missing ? missing : t.max_missing;
    }
    return t;
}

/// The last block writes the sum, the largest number, the complement of the smallest number, and the two sums of large numbers
/// to `answer`: totals_numbers numbers.
constexpr int totals_numbers = 5;
__global__ void totals_kernel(const std::int64_t* numbers, index n, totals_found* to, std::int64_t* answer) {
    __shared__ totals_found of_warps[warps_a_block];
    const index step = static_cast<index>(gridDim.x) * blockDim.x;
    totals_found mine{};
#pragma unroll 4
    for (index i = static_cast<index>(blockIdx.x) * blockDim.x + threadIdx.x; i < n; i += step) {
        const auto x = static_cast<counter>(numbers[i]);
        mine.sum += x;
        mine.above_32 += x > 32 ? x : 0;
        mine.above_4096 += x > 4096 ? x : 0;
        mine.most = x > mine.most ? x : mine.most;
        mine.max_missing = ~x > mine.max_missing ? ~x : mine.max_missing;
    }
    mine = over_lanes(mine);
    if (simt::lane_id() == 0) of_warps[simt::warp_id()] = mine;
    __syncthreads();
    if (simt::warp_id() > 0) return;
    mine = over_lanes(simt::lane_id() < warps_a_block ? of_warps[simt::lane_id()] : totals_found{});
    if (simt::lane_id() != 0) return;
    atomicAdd(&to->sum, mine.sum);
    if (mine.above_32 > 0) atomicAdd(&to->above_32, mine.above_32);
    if (mine.above_4096 > 0) atomicAdd(&to->above_4096, mine.above_4096);
    atomicMax(&to->most, mine.most);
    atomicMax(&to->max_missing, mine.max_missing);
    __threadfence();
    if (atomicAdd(&to->blocks_done, counter{1}) != gridDim.x - 1) return;
    __threadfence_system();  // the host then also sees what earlier kernels have written to its answer
    answer[0] = static_cast<std::int64_t>(atomicAdd(&to->sum, counter{0}));
    answer[1] = static_cast<std::int64_t>(atomicAdd(&to->most, counter{0}));
    answer[2] = static_cast<std::int64_t>(atomicAdd(&to->max_missing, counter{0}));
    answer[3] = static_cast<std::int64_t>(atomicAdd(&to->above_32, counter{0}));
    answer[4] = static_cast<std::int64_t>(atomicAdd(&to->above_4096, counter{0}));
}

/// Adds the totals of the numbers to `zeros`, and makes the kernel write them to the engine's early answer.
void add_totals(const engine_ptr& e, const std::int64_t* numbers, index n, void* zeros) {
    const index wanted = (n + block_threads - 1) / block_threads;
    const index most = static_cast<index>(e->facts().multiprocessors) * 4;
    simt::launch(e->stream(), static_cast<unsigned>(wanted < most ? wanted : most), block_threads, 0, totals_kernel, numbers, n,
                 static_cast<totals_found*>(zeros), ask_early(*e, totals_numbers));
}

sum_and_most await_totals(engine& e) {
    const std::int64_t* const found = await_early(e, totals_numbers);
    return {found[0], found[1], ~found[2], found[3], found[4]};
}

}  // namespace

sum_and_most totals(const engine_ptr& e, const std::int64_t* numbers, index n) {
    if (n == 0) return {};
    const auto found = zeros<totals_found>(e, 1);
    add_totals(e, numbers, n, found.data());
    return await_totals(*e);
}

void start_counting(const engine_ptr& e, const csr_ref& a, const csr_ref& b, std::int64_t* flops, row_of_b* b_rows) {
    e->set_bytes(flops, 0, static_cast<std::size_t>(a.nrows + room_for_flops) * sizeof(std::int64_t));
    array<bool> scattered;
    if (b_rows != nullptr) {
        scattered = array<bool>(e, 1);
        simt::launch(e->stream(), 1, block_threads, 0, look_at_entries, a, scattered.data(), e->answer());
    }
    const index tiles = (a.nrows + a.nvals + tile - 1) / tile;
    const auto kernel = b_rows != nullptr     ? count_kernel<std::uint32_t, true>
                        : b.nvals >> 32 == 0 ? count_kernel<std::uint32_t, false>
                                             : count_kernel<counter, false>;
    simt::launch(e->stream(), static_cast<unsigned>(tiles), block_threads, 0, kernel, a,
                 sizes_of_b{b.offsets, b_rows, scattered.data()}, reinterpret_cast<counter*>(flops));
}

sum_and_most await_count(const engine_ptr& e, index nrows, std::int64_t* flops) {
    if (nrows == 0) return {};
    add_totals(e, flops, nrows, flops + nrows);
    return await_totals(*e);
}

bool b_rows_are_listed(const engine& e) { return *e.answer() != 0; }

sum_and_most count_multiplications(const engine_ptr& e, const csr_ref& a, const csr_ref& b, std::int64_t* flops) {
    start_counting(e, a, b, flops, nullptr);
    return await_count(e, a.nrows, flops);
}

sum_and_most offsets_of_sizes(const engine_ptr& e, row_offset* sizes, index n) {
    e->set_bytes(sizes + n, 0, room_for_offsets * sizeof(row_offset));
    if (n == 0) return {};
    add_totals(e, sizes, n, sizes + n + 1);
    exclusive_scan(e, sizes, sizes, n + 1);
    return await_totals(*e);
}

void sums_before(const engine_ptr& e, const std::int64_t* numbers, index n, std::int64_t* before) {
    e->set_bytes(before, 0, sizeof(std::int64_t));
    inclusive_scan(e, numbers, before + 1, n);
}

std::vector<index> rows_of_equal_work(const engine_ptr& e, const std::int64_t* before, index n, int parts,
                                      std::int64_t work_of_row) {
    std::int64_t* const first = e->answer();
    for_each(
        e, parts, GB_DEVICE_LAMBDA(std::int64_t part) {
            first[part] = base::first_row_of_part(
                n, [&](index i) { return before[i] + i * work_of_row; }, part, parts);
        });
    (void)e->await_answer();
    std::vector<index> cuts(first, first + parts);
    cuts.push_back(n);
    return cuts;
}

index rows_within(const engine_ptr& e, const std::int64_t* before, index n, index first, std::int64_t enough) {
    if (first >= n) return n;
    std::int64_t* const last = e->answer();
    for_each(
        e, 1, GB_DEVICE_LAMBDA(std::int64_t) {
            const index within = first + row_of_entry(before + first, n + 1 - first, before[first] + enough);
            *last = within > first ? within : first + 1;
        });
    return e->await_answer();
}

}  // namespace graphblas_gpu::cuda
