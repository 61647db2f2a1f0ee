// Cutting the rows of a product for the dense method.
//
// Idea: a warp takes a row of A, and joins the column ranges of the rows of B that its entries name. For a row of A with many
// entries, the whole block does this. Rows are sorted by a histogram of the queues, its prefix sums, and a scatter.
#include <graphblas_gpu/cuda/dense/plan.hpp>
#include <graphblas_gpu/cuda/primitives/class_lists.cuh>
#include <graphblas_gpu/cuda/shared/column_ranges.cuh>

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>

namespace graphblas_gpu::cuda::dense {

namespace {

struct survey {
    product_rows in;
    limits bounds;
    const std::uint32_t* rows;
    index count;
    const column_range* ends;  // column ranges of the rows of B
    column_range* ranges;
    unsigned long long* histogram;
    const row_offset* offsets;  // offsets of the output, or null
    row_offset* sizes;
};

__device__ index row_at(const std::uint32_t* rows, index position) {
    return rows == nullptr ? position : index{rows[position]};
}

/// The queue of a row, and how many items the row has in it; -1 and 0 if the row is empty.
struct queue_assignment {
    int queue;
    std::int64_t parts;
};

__device__ queue_assignment assign_queue(const survey& s, const column_range& range, index r) {
    const index i = s.in.first_row + r;
    const std::int64_t flops = s.in.flops[i];
    const std::int64_t entries = s.offsets == nullptr ? -1 : s.offsets[r + 1] - s.offsets[r];
    const row_class c =
        classify({range, flops, s.in.a.offsets[i + 1] - s.in.a.offsets[i], entries, s.in.mask.present}, s.bounds);
    if (c == row_class::empty) return {-1, 0};
    if (c != row_class::panels) return {queue_of(c, flops), 1};
    const std::int64_t parts = cut_row(range, flops, s.bounds).parts;
    return {queue_of(c, flops / parts), parts};
}

__global__ void survey_rows(survey s) {
    __shared__ unsigned histogram[queues];
    __shared__ unsigned low[policy::survey_threads / simt::warp_size], high[policy::survey_threads / simt::warp_size];
    constexpr unsigned warps = policy::survey_threads / simt::warp_size;
    for (unsigned q = threadIdx.x; q < queues; q += blockDim.x) histogram[q] = 0;
    if (threadIdx.x < warps) {
        low[threadIdx.x] = 0xffffffff;
        high[threadIdx.x] = 0;
    }
    __syncthreads();
    const index first = static_cast<index>(blockIdx.x) * warps;
    for (unsigned w = 0; w < warps && first + w < s.count; ++w) {
        const index i = s.in.first_row + row_at(s.rows, first + w);
        const row_offset begin = s.in.a.offsets[i], end = s.in.a.offsets[i + 1];
        const bool by_block = end - begin > policy::long_row;
        if (!by_block && simt::warp_id() != w) continue;
        const row_offset mine = begin + (by_block ? threadIdx.x : simt::lane_id());
        const column_range range =
            joined_range<simt::warp_size>(s.in.a, s.ends, mine, end, by_block ? policy::survey_threads : simt::warp_size);
        if (simt::lane_id() == 0) {
            atomicMin(&low[w], range.low);
            atomicMax(&high[w], range.high);
        }
    }
    __syncthreads();
    if (threadIdx.x < warps && first + threadIdx.x < s.count) {
        const index r = row_at(s.rows, first + threadIdx.x);
        const column_range range{low[threadIdx.x], high[threadIdx.x]};
        s.ranges[first + threadIdx.x] = range;
        const queue_assignment at = assign_queue(s, range, r);
        if (s.sizes != nullptr) s.sizes[r] = at.queue == copied_queue ? s.in.flops[s.in.first_row + r] : 0;
        if (at.queue >= 0) atomicAdd(&histogram[at.queue], static_cast<unsigned>(at.parts));
    }
    __syncthreads();
    for (unsigned q = threadIdx.x; q < queues; q += blockDim.x) {
        if (histogram[q] != 0) atomicAdd(&s.histogram[q], static_cast<unsigned long long>(histogram[q]));
    }
}

/// Writes the items; starts[q] is the next free slot of queue q. A block reserves slots for all of its rows at once, so that
/// neighbouring rows stay neighbours. The parts of a row are written one after the other, because each part waits for the part
/// before it.
__global__ void scatter_rows(survey s, unsigned long long* starts, item* items) {
    __shared__ block_slots<queues> slots;
    slots.clear();
    const index position = static_cast<index>(blockIdx.x) * blockDim.x + threadIdx.x;
    queue_assignment at{-1, 0};
    unsigned within = 0;
    if (position < s.count) {
        at = assign_queue(s, s.ranges[position], row_at(s.rows, position));
        if (at.queue >= 0) within = slots.take(static_cast<unsigned>(at.queue), static_cast<unsigned>(at.parts));
    }
    slots.reserve(starts);
    if (at.queue < 0) return;
    for (std::int64_t part = 0; part < at.parts; ++part) {
        items[slots.base[at.queue] + within + part] = {static_cast<std::uint32_t>(position), static_cast<std::uint32_t>(part)};
    }
}

/// The table of crossings is made if it is not larger than B (or than 256 MB) and has no more elements than there are
/// multiplications.
void make_crossings(const engine_ptr& e, plan& p) {
    const csr_ref b = p.base.in.b;
    const index panel = p.base.bounds.panel;
    const index cells = (b.ncols + panel - 1) / panel + 1;
    if (b.ncols <= panel || cells > 4096) return;
    const index size = b.nrows * cells;
    if (size * 4 > std::max<index>(index{256} << 20, b.nvals * 8) || size > p.base.in.total_flops) return;
    p.counts = array<std::uint32_t>(e, static_cast<std::size_t>(size));
    std::uint32_t* const counts = p.counts.data();
    for_each(e, size, GB_DEVICE_LAMBDA(std::int64_t at) {
        const index k = at / cells, column = (at % cells) * panel;
        const row_offset begin = b.offsets[k], end = b.offsets[k + 1];
        const row_offset to = column >= b.ncols ? end : lower_bound(b.columns, begin, end, static_cast<column_index>(column));
        counts[at] = static_cast<std::uint32_t>(to - begin);
    });
    p.base.cross = {counts, cells, std::countr_zero(static_cast<std::uint64_t>(panel))};
}

}  // namespace

work plan::work_of(row_class c) const {
    work w = base;
    for (auto before = static_cast<std::size_t>(c); before-- > 0;) w.items += items_of_class[before];
    w.count = items_in(c);
    if (c == row_class::ranks) {
        w.tickets += 1;
        if (w.in.in_order) w.bounds.threads = w.bounds.large_threads;
    }
    if (c == row_class::large_ranks) {
        w.tickets += 2;
        w.bounds.rank_slots = w.bounds.large_rank_slots;
        w.bounds.threads = w.bounds.large_threads;
    }
    return w;
}

index plan::panels_of(std::int64_t flops) const {
    const auto queues = queue_of(row_class::panels, flops) - first_panel_queue + 1;
    return std::accumulate(panels_by_work.begin(), panels_by_work.begin() + queues, index{0});
}

plan make_plan(const engine_ptr& e, const product_rows& in, const limits& bounds, const std::uint32_t* rows, index count,
               const row_offset* offsets, row_offset* sizes) {
    plan p;
    p.base.in = in;
    p.base.bounds = bounds;
    p.base.rows = rows;
    if (count == 0) return p;
    const array<column_range> ends = ranges_of_rows(e, in.b);
    p.ranges = array<column_range>(e, static_cast<std::size_t>(count));
    const auto histogram = zeros<unsigned long long>(e, queues);
    const survey s{in, bounds, rows, count, ends.data(), p.ranges.data(), histogram.data(), offsets, sizes};
    constexpr index rows_of_block = policy::survey_threads / simt::warp_size;
    simt::launch(e->stream(), static_cast<unsigned>((count + rows_of_block - 1) / rows_of_block), policy::survey_threads, 0,
                 survey_rows, s);

    std::array<unsigned long long, queues> sizes_of_queues{}, starts{};
    e->read_small(sizes_of_queues.data(), histogram.data(), sizeof(sizes_of_queues));
    unsigned long long total = 0;
    for (int q = 0; q < queues; ++q) {
        starts[static_cast<std::size_t>(q)] = total;
        total += sizes_of_queues[static_cast<std::size_t>(q)];
    }
    const auto queued_in = [&](int first, int count) {
        index n = 0;
        for (int q = first; q < first + count; ++q) n += static_cast<index>(sizes_of_queues[static_cast<std::size_t>(q)]);
        return n;
    };
    // in the order of row_class
    p.items_of_class = {0, queued_in(small_window_queue, 1), queued_in(window_queue, 1), queued_in(copied_queue, 1),
                        queued_in(first_panel_queue, 64), queued_in(first_rank_queue, 64),
                        queued_in(first_large_rank_queue, 64)};
    std::copy_n(sizes_of_queues.begin() + first_panel_queue, p.panels_by_work.size(), p.panels_by_work.begin());
    if (total == 0) return p;

    e->write_small(histogram.data(), starts.data(), sizeof(starts));
    p.items = array<item>(e, static_cast<std::size_t>(total));
    simt::launch(e->stream(), static_cast<unsigned>((count + policy::survey_threads - 1) / policy::survey_threads),
                 policy::survey_threads, 0, scatter_rows, s, histogram.data(), p.items.data());
    const index panels = p.items_in(row_class::panels);
    if (panels + p.items_in(row_class::large_ranks) > 0) make_crossings(e, p);
    p.counters = zeros<unsigned long long>(e, 3 + static_cast<std::size_t>(panels));
    p.base.ranges = p.ranges.data();
    p.base.items = p.items.data();
    p.base.tickets = p.counters.data();
    p.base.ends = p.counters.data() + 3;
    return p;
}

}  // namespace graphblas_gpu::cuda::dense
