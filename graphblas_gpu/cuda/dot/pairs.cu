// Listing the pairs of a masked product, and cutting them into tasks of about equal work.
#include <graphblas_gpu/cuda/device/for_each.cuh>
#include <graphblas_gpu/cuda/dot/pairs.hpp>
#include <graphblas_gpu/cuda/primitives/scan.hpp>
#include <graphblas_gpu/cuda/primitives/warp_sums.cuh>

#include <algorithm>

namespace graphblas_gpu::cuda::masked {

namespace {

constexpr unsigned threads = policy::pair_threads;

/// The two rows whose dot product belongs to an entry of the mask.
struct row_pair {
    index left = 0;  // row of A, from the first of the part
    column_index right = 0;
    row_offset left_length = 0;
    row_offset right_length = 0;
    __device__ bool is_empty() const { return left_length == 0 || right_length == 0; }
    __device__ bool right_owns() const { return right_length > left_length; }
    __device__ row_offset shorter() const { return right_owns() ? left_length : right_length; }
};

/// Calls f(entry counted from the base, row pair, whether the lane has an entry) for every entry, by whole warps.
template <class F>
__device__ void for_each_row_pair(const part& p, const csr_ref& b, const F& f) {
    __shared__ index bounds[2];
    const row_offset first = static_cast<row_offset>(blockIdx.x) * policy::entries_per_block;
    const row_offset last = first + policy::entries_per_block < p.entries ? first + policy::entries_per_block : p.entries;
    const row_offset* offsets = p.mask.offsets + p.first;
    if (threadIdx.x < 2) {
        const row_offset at = threadIdx.x == 0 ? first : last - 1;
        bounds[threadIdx.x] = row_of_entry(offsets, p.last - p.first, p.base + at);
    }
    __syncthreads();
    const index low = bounds[0], rows = bounds[1] - bounds[0] + 1;
    for (row_offset start = first; start < last; start += threads) {
        const row_offset at = start + threadIdx.x;
        const bool is_there = at < last;
        row_pair m;
        if (is_there) {
            m.left = low + row_of_entry(offsets + low, rows, p.base + at);
            m.right = p.mask.columns[p.base + at];
            const row_offset* a = p.a.offsets + p.first + m.left;
            m.left_length = a[1] - a[0];
            m.right_length = b.offsets[m.right + 1] - b.offsets[m.right];
        }
        f(at, m, is_there);
    }
}

__device__ void add_over_warp(std::int64_t x, unsigned long long* to) {
    x = sum_over_lanes(x);
    if (simt::lane_id() == 0 && x != 0) atomicAdd(to, static_cast<unsigned long long>(x));
}

__global__ void count_work_kernel(part p, csr_ref b, std::int64_t* lengths, unsigned long long* sums) {
    std::int64_t pairs = 0, columns = 0, shorter = 0;
    for_each_row_pair(p, b, [&](row_offset at, const row_pair& m, bool is_there) {
        if (is_there) lengths[at] = m.is_empty() ? 0 : m.right_length;
        if (m.is_empty()) return;
        ++pairs;
        columns += m.right_length;
        shorter += m.shorter();
    });
    add_over_warp(pairs, sums);
    add_over_warp(columns, sums + 1);
    add_over_warp(shorter, sums + 2);
}

/// Reserves a slot for the caller's pair among the pairs of its owner. Lanes of a warp with the same owner share one atomic.
__device__ row_offset reserve_slot(row_offset* counts, index owner, bool is_asking) {
    const long long key = is_asking ? owner : -1;
    const unsigned peers = __match_any_sync(simt::full_warp, key);
    const unsigned leader = simt::lowest_bit(peers);
    unsigned long long first = 0;
    if (is_asking && simt::lane_id() == leader) {
        first = atomicAdd(reinterpret_cast<unsigned long long*>(counts + owner),
                          static_cast<unsigned long long>(__popc(peers)));
    }
    first = __shfl_sync(simt::full_warp, first, leader);
    return static_cast<row_offset>(first) + simt::count_below(peers);
}

__device__ index owner_of(const row_pair& m, index split) { return m.right_owns() ? split + m.right : m.left; }

__global__ void count_by_longer_kernel(part p, csr_ref b, row_offset* counts) {
    const index split = p.last - p.first;
    for_each_row_pair(
        p, b, [&](row_offset, const row_pair& m, bool) { (void)reserve_slot(counts, owner_of(m, split), !m.is_empty()); });
}

__global__ void collect_by_longer_kernel(part p, csr_ref b, row_offset* next, column_index* rows, std::uint32_t* entries,
                                         std::int64_t* lengths) {
    const index split = p.last - p.first;
    for_each_row_pair(p, b, [&](row_offset at, const row_pair& m, bool) {
        const row_offset to = reserve_slot(next, owner_of(m, split), !m.is_empty());
        if (m.is_empty()) return;
        rows[to] = m.right_owns() ? static_cast<column_index>(m.left) : m.right;
        entries[to] = static_cast<std::uint32_t>(at);
        lengths[to] = m.shorter();
    });
}

/// How many slots the threads of a block want together, and the first slot that the block got. These are two members, because
/// the compiler lets all threads read `sum` even where only one thread needs it, and that would race with a write to it.
struct slots_of_block {
    unsigned long long sum;
    unsigned long long begin;
};

/// Reserves `wanted` slots for the calling thread, with one atomic in global memory a block. Returns the first of them. All
/// threads call.
__device__ std::int64_t reserve_slots(std::int64_t wanted, unsigned long long* counter, slots_of_block& shared) {
    __syncthreads();
    if (threadIdx.x == 0) shared = {0, 0};
    __syncthreads();
    std::int64_t slot = 0;
    if (wanted > 0) slot = static_cast<std::int64_t>(atomicAdd(&shared.sum, static_cast<unsigned long long>(wanted)));
    __syncthreads();
    if (threadIdx.x == 0 && shared.sum > 0) shared.begin = atomicAdd(counter, shared.sum);
    __syncthreads();
    return slot + static_cast<std::int64_t>(shared.begin);
}

__device__ void make_tasks(task* to, const owner_record& row, const std::int64_t* before, std::int64_t work,
                           std::int64_t tasks) {
    // Even shares; t * work could overflow.
    const std::int64_t from = before[row.first_pair], share = work / tasks, rest = work % tasks;
    task made{row, from, from};
    for (std::int64_t t = 0; t < tasks; ++t) {
        made.from = made.to;
        made.to = made.from + share + (t < rest ? 1 : 0);
        if (t > 0) {
            const row_offset first = made.row.first_pair;
            made.row.first_pair = first + row_of_entry(before + first, row.last_pair - first, made.from);
        }
        to[t] = made;
    }
}

__global__ void make_tasks_kernel(walk_view w, index owners, bool all_columns_fit, task* warp_tasks, task* small_tasks,
                                  task* large_tasks) {
    __shared__ slots_of_block shared;
    owner_record row;
    row.owner = static_cast<index>(blockIdx.x) * threads + threadIdx.x;
    team who = team::nobody;
    std::int64_t work = 0, tasks = 0;
    if (row.owner < owners) {
        const bool is_second = row.owner >= w.split;
        const row_offset* offsets = w.laid[is_second].offsets + (is_second ? row.owner - w.split : row.owner);
        row.laid_begin = offsets[0];
        row.laid_length = offsets[1] - offsets[0];
        row.first_pair = w.pairs.offsets[row.owner] - w.pairs.base;
        row.last_pair = w.pairs.offsets[row.owner + 1] - w.pairs.base;
        work = w.pairs.work[row.last_pair] - w.pairs.work[row.first_pair];
        who = team_for(row.laid_length, work, all_columns_fit);
        const std::int64_t most = task_work(who, row.laid_length);
        tasks = (work + most - 1) / most;
    }
    const team all[] = {team::warp, team::small_block, team::large_block};
    task* const tasks_of[] = {warp_tasks, small_tasks, large_tasks};
    for (int t = 0; t < 3; ++t) {
        const bool is_mine = who == all[t];
        const std::int64_t at = reserve_slots(is_mine ? tasks : 0, w.counts + static_cast<int>(all[t]), shared);
        if (is_mine) make_tasks(tasks_of[t] + at, row, w.pairs.work, work, tasks);
    }
}

unsigned blocks_for(std::int64_t n, std::int64_t per_block) { return static_cast<unsigned>((n + per_block - 1) / per_block); }

/// Makes the tasks of a plan whose pairs are listed; `work` is an upper bound of all look-ups.
void make_tasks(const engine_ptr& e, walk_plan& plan, index owners, std::int64_t work) {
    const std::int64_t busy = std::min<std::int64_t>(owners, plan.pairs);
    for (const team who : {team::warp, team::small_block, team::large_block}) {
        // The last task of each owner may be short.
        plan.max_tasks[static_cast<int>(who)] = busy + work / task_work(who, 0) + 1;
    }
    for (int t = 0; t < 3; ++t) plan.tasks[t] = array<task>(e, static_cast<std::size_t>(plan.max_tasks[t + 1]));
    plan.counts = zeros<unsigned long long>(e, 2 * teams);
    walk_view& view = plan.view;
    view.warp_tasks = plan.tasks[0].data();
    view.small_tasks = plan.tasks[1].data();
    view.large_tasks = plan.tasks[2].data();
    view.counts = plan.counts.data();
    const bool all_columns_fit = static_cast<std::uint64_t>(view.ncols) <= policy::bits_at_most_columns;
    simt::launch(e->stream(), blocks_for(owners, threads), threads, 0, make_tasks_kernel, view, owners, all_columns_fit,
                 plan.tasks[0].data(), plan.tasks[1].data(), plan.tasks[2].data());
}

/// Replaces the lengths of the pairs by their prefix sums.
void sum_up(const engine_ptr& e, walk_plan& plan) {
    e->set_bytes(plan.work.data() + plan.pairs, 0, sizeof(std::int64_t));
    exclusive_scan(e, plan.work.data(), plan.work.data(), plan.pairs + 1);
    plan.view.pairs.work = plan.work.data();
}

void list_by_longer(const engine_ptr& e, walk_plan& plan, const part& p, const csr_ref& b, index owners) {
    const auto pairs = static_cast<std::size_t>(plan.pairs);
    plan.offsets = array<row_offset>(e, static_cast<std::size_t>(owners) + 1);
    const auto next = zeros<row_offset>(e, static_cast<std::size_t>(owners) + 1);
    plan.rows = array<column_index>(e, pairs);
    plan.entries = array<std::uint32_t>(e, pairs);
    const unsigned blocks = blocks_for(p.entries, policy::entries_per_block);
    simt::launch(e->stream(), blocks, threads, 0, count_by_longer_kernel, p, b, next.data());
    exclusive_scan(e, next.data(), plan.offsets.data(), owners + 1);
    e->copy(next.data(), plan.offsets.data(), next.size() * sizeof(row_offset));
    simt::launch(e->stream(), blocks, threads, 0, collect_by_longer_kernel, p, b, next.data(), plan.rows.data(),
                 plan.entries.data(), plan.work.data());
    plan.view.pairs = {plan.offsets.data(), 0, plan.rows.data(), plan.entries.data(), nullptr};
}

}  // namespace

counted_work count_work(const engine_ptr& e, const part& p, const csr_ref& b_transposed) {
    counted_work counted;
    counted.lengths = array<std::int64_t>(e, static_cast<std::size_t>(p.entries) + 1);
    auto sums = zeros<unsigned long long>(e, 3);
    simt::launch(e->stream(), blocks_for(p.entries, policy::entries_per_block), threads, 0, count_work_kernel, p, b_transposed,
                 counted.lengths.data(), sums.data());
    unsigned long long found[3] = {};
    e->read_small(found, sums.data(), sizeof(found));
    counted.facts.pairs = static_cast<std::int64_t>(found[0]);
    counted.facts.columns = static_cast<std::int64_t>(found[1]);
    counted.facts.shorter = static_cast<std::int64_t>(found[2]);
    return counted;
}

walk_plan plan_dot(const engine_ptr& e, const part& p, const csr_ref& b_transposed, arrangement how, counted_work&& counted) {
    walk_plan plan;
    const index nrows = p.last - p.first;
    plan.view.laid[0] = rows_from(p.a, p.first);
    plan.view.walking[0] = rows_from(b_transposed);
    plan.view.laid[1] = plan.view.walking[0];
    plan.view.walking[1] = plan.view.laid[0];
    plan.view.split = nrows;
    plan.view.ncols = p.a.ncols;
    plan.work = std::move(counted.lengths);
    const bool by_longer = how == arrangement::by_longer;
    const index owners = by_longer ? nrows + b_transposed.nrows : nrows;
    if (by_longer) {
        plan.pairs = counted.facts.pairs;
        list_by_longer(e, plan, p, b_transposed, owners);
    } else {
        plan.pairs = p.entries;
        plan.view.pairs = {p.mask.offsets + p.first, p.base, p.mask.columns + p.base, nullptr, nullptr};
    }
    sum_up(e, plan);
    make_tasks(e, plan, owners, by_longer ? counted.facts.shorter : counted.facts.columns);
    return plan;
}

walk_plan plan_push(const engine_ptr& e, const part& p, const csr_ref& b, std::int64_t flops) {
    walk_plan plan;
    const index nrows = p.last - p.first;
    plan.view.laid[0] = plan.view.laid[1] = rows_from(p.mask, p.first);
    plan.view.walking[0] = plan.view.walking[1] = rows_from(b);
    plan.view.split = nrows;
    plan.view.ncols = p.mask.ncols;
    row_offset ends[2] = {0, p.a.nvals};
    if (p.first > 0) e->read_small(&ends[0], p.a.offsets + p.first, sizeof(row_offset));
    if (p.last < p.a.nrows) e->read_small(&ends[1], p.a.offsets + p.last, sizeof(row_offset));
    plan.pairs = ends[1] - ends[0];
    plan.work = array<std::int64_t>(e, static_cast<std::size_t>(plan.pairs) + 1);
    const column_index* columns = p.a.columns + ends[0];
    std::int64_t* lengths = plan.work.data();
    for_each(e, plan.pairs, GB_DEVICE_LAMBDA(std::int64_t n) {
        const column_index k = columns[n];
        lengths[n] = b.offsets[k + 1] - b.offsets[k];
    });
    plan.view.pairs = {p.a.offsets + p.first, ends[0], columns, nullptr, nullptr};
    sum_up(e, plan);
    make_tasks(e, plan, nrows, flops);
    return plan;
}

}  // namespace graphblas_gpu::cuda::masked
