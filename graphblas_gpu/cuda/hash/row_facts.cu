// Sorting the rows of a panel into classes: one kernel counts the rows of each group, a second one lists them.
#include <graphblas_gpu/cuda/device/early_answer.hpp>
#include <graphblas_gpu/cuda/device/simt.cuh>
#include <graphblas_gpu/cuda/hash/row_facts.hpp>
#include <graphblas_gpu/cuda/primitives/class_lists.cuh>
#include <graphblas_gpu/cuda/shared/column_ranges.cuh>

#include <algorithm>

namespace graphblas_gpu::cuda::hashing {

namespace {

constexpr unsigned threads_a_block = hash_policy::classifying_threads;
constexpr unsigned warps_a_block = threads_a_block / simt::warp_size;
/// The rows that a block lists at a time.
constexpr unsigned rows_a_fill = hash_policy::rows_a_thread * threads_a_block;

static_assert(max_groups <= 256, "a group's number is kept in a byte");

/// What is known of the sizes of the product's rows.
struct known_sizes {
    const row_offset* offsets = nullptr;  ///< of the product's rows, or null
    row_offset most_nvals = 0;            ///< of the longest row
    bool structure_known = false;
    row_offset* empty_to = nullptr;        ///< size 0 is written here for rows without entries; may be null
    const row_classes* classes = nullptr;  ///< of the symbolic phase (host), or null
};

/// The counts of the groups; all zero at first.
struct group_counts {
    unsigned count[max_groups];
    unsigned mixed;  ///< more than one group has rows
    unsigned blocks_done;
    unsigned next[max_groups];  ///< the index at which the next row of each group is listed; there are fewer than 2^32 rows
};

/// The range of the columns that row i can have, found by `lanes` lanes of a warp for each row. All lanes of the warp call.
template <unsigned lanes>
__device__ column_range columns_met(const csr_ref& a, const column_range* of_b, index i, bool live) {
    const row_offset begin = live ? a.offsets[i] : 0, end = live ? a.offsets[i + 1] : 0;
    return joined_range<lanes>(a, of_b, begin + simt::lane_id() % lanes, end, lanes);
}

/// The ranges of the rows of a block (row base + thread) for which `asks` is true. All threads call.
__device__ column_range columns_of_block(const csr_ref& a, const column_range* of_b, index base, bool asks, row_offset length) {
    __shared__ column_index low[threads_a_block], high[threads_a_block];
    __shared__ std::uint16_t asking[threads_a_block];  // short rows from the front, longer rows from the back
    __shared__ unsigned of_parts, of_warps;
    if (threadIdx.x == 0) of_parts = of_warps = 0;
    __syncthreads();
    if (asks) {
        const unsigned at = length <= hash_policy::max_entries_of_a_part ? atomicAdd(&of_parts, 1u)
                                                                         : threads_a_block - 1 - atomicAdd(&of_warps, 1u);
        asking[at] = static_cast<std::uint16_t>(threadIdx.x);
    }
    __syncthreads();
    constexpr unsigned parts = simt::warp_size / hash_policy::lanes_a_part;
    for (unsigned first = simt::warp_id() * parts; first < of_parts; first += warps_a_block * parts) {
        const unsigned n = first + simt::lane_id() / hash_policy::lanes_a_part;
        const unsigned row = n < of_parts ? asking[n] : 0;
        const column_range found = columns_met<hash_policy::lanes_a_part>(a, of_b, base + row, n < of_parts);
        if (n < of_parts && simt::lane_id() % hash_policy::lanes_a_part == 0) {
            low[row] = found.low;
            high[row] = found.high;
        }
    }
    for (unsigned n = simt::warp_id(); n < of_warps; n += warps_a_block) {
        const unsigned row = asking[threads_a_block - 1 - n];
        const column_range found = columns_met<simt::warp_size>(a, of_b, base + row, true);
        if (simt::lane_id() == 0) {
            low[row] = found.low;
            high[row] = found.high;
        }
    }
    __syncthreads();
    return {low[threadIdx.x], high[threadIdx.x]};
}

/// The numbers of a row from which a rule chooses its class.
struct row_size {
    index flops = 0, entries = 0, size = 0;
};

__device__ row_size size_of_row(const product_rows& in, const known_sizes& known, index r) {
    const index i = in.first_row + r;
    row_size s;
    s.flops = s.entries = s.size = in.flops[i];
    if (known.offsets == nullptr) return s;
    s.entries = s.size = known.offsets[r + 1] - known.offsets[r];
    if (in.mask.forbids() && !known.structure_known && s.size > 0) {
        const index bound = s.size + in.mask.rows.offsets[i + 1] - in.mask.rows.offsets[i];
        s.entries = bound < s.flops ? bound : s.flops;
    }
    return s;
}

/// The last block that calls this computes where each group begins, and writes the counts to the host's answer and then a
/// number to `answered`. All threads call.
__device__ void begin_groups(group_counts* counts, unsigned* answer, std::int64_t* answered) {
    __shared__ bool is_last;
    __shared__ unsigned all[max_groups];
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) is_last = atomicAdd(&counts->blocks_done, 1u) == gridDim.x - 1;
    __syncthreads();
    if (!is_last) return;
    __threadfence();
    if (threadIdx.x < max_groups) all[threadIdx.x] = atomicAdd(&counts->count[threadIdx.x], 0u);
    const int used = __syncthreads_count(threadIdx.x < max_groups && all[threadIdx.x] > 0);
    if (threadIdx.x < max_groups) {
        unsigned before = 0;
        for (unsigned g = 0; g < threadIdx.x; ++g) before += all[g];
        counts->next[threadIdx.x] = before;
        answer[threadIdx.x] = all[threadIdx.x];
    }
    if (threadIdx.x == 0) answer[max_groups] = counts->mixed = used > 1;
    __syncthreads();
    if (threadIdx.x > 0) return;
    __threadfence_system();
    *answered = 1;
}

/// The rows that are sorted into classes.
struct sorted_rows {
    const std::uint32_t* list;  ///< null: rows 0 .. count - 1
    index count;
    const column_range* of_b;  ///< null: all rows are assumed to reach all columns, unless their spans are known
    bool has_spans;            ///< the spans of the rows are known; else they are written
    column_span* spans;
    std::uint8_t* groups;  ///< written

    __device__ index operator[](index n) const { return list == nullptr ? n : static_cast<index>(list[n]); }
};

/// A block takes `rows_a_turn` rows at a time. Ranges are found only if the rows have no list.
template <class Rule>
__global__ void count_classes(product_rows in, Rule rule, known_sizes known, sorted_rows rows, unsigned rows_a_turn,
                              group_counts* counts, unsigned* answer, std::int64_t* answered) {
    __shared__ unsigned of_block[max_groups];
    if (threadIdx.x < max_groups) of_block[threadIdx.x] = 0;
    __syncthreads();
    const index step = static_cast<index>(gridDim.x) * rows_a_turn;
    for (index base = static_cast<index>(blockIdx.x) * rows_a_turn; base < rows.count; base += step) {
        const index n = base + threadIdx.x;
        const bool live = threadIdx.x < rows_a_turn && n < rows.count;
        const index r = live ? rows[n] : 0, i = in.first_row + r;
        const row_size size = live ? size_of_row(in, known, r) : row_size{};
        const bool needs = live && rule.needs_range(size.flops, size.entries);
        bool asks = needs && rows.of_b != nullptr;
        const row_offset length = needs ? in.a.offsets[i + 1] - in.a.offsets[i] : 0;
        asks = asks && length <= hash_policy::max_entries_looked_at;
        column_range columns{0, static_cast<column_index>(in.ncols() - 1)};
        if (needs && rows.has_spans) columns = {rows.spans[r].low, rows.spans[r].low + (rows.spans[r].width - 1)};
        if (__syncthreads_or(asks) != 0) {
            const column_range met = columns_of_block(in.a, rows.of_b, in.first_row + base, asks, length);
            if (asks) columns = met;
        }
        unsigned group = max_groups;
        if (live) {
            const bool long_rows = binning::names_long_rows(size.flops, length);
            const int c = rule.class_of(size.flops, size.entries, size.size, columns.size(), long_rows);
            group = static_cast<unsigned>(c * work_levels + work_level(size.flops));
            rows.groups[n] = static_cast<std::uint8_t>(group);
            if (c >= binning::first_table && !rows.has_spans) rows.spans[r] = {columns.low, columns.width()};
            if (c == binning::empty && known.empty_to != nullptr) known.empty_to[r] = 0;
        }
        const unsigned same = __match_any_sync(simt::full_warp, group);
        if (live && simt::lane_id() == simt::lowest_bit(same)) atomicAdd(&of_block[group], static_cast<unsigned>(__popc(same)));
    }
    __syncthreads();
    if (threadIdx.x < max_groups && of_block[threadIdx.x] > 0) {
        atomicAdd(&counts->count[threadIdx.x], of_block[threadIdx.x]);
    }
    begin_groups(counts, answer, answered);
}

/// A block lists rows_a_fill rows at a time: a thread has several, so that their accesses overlap and few blocks meet at the
/// counters.
__global__ void __launch_bounds__(threads_a_block) fill_classes(sorted_rows rows, group_counts* counts, std::uint32_t* to) {
    __shared__ block_slots<max_groups, unsigned> slots;
    if (counts->mixed == 0) return;
    const index step = static_cast<index>(gridDim.x) * rows_a_fill;
    for (index base = static_cast<index>(blockIdx.x) * rows_a_fill; base < rows.count; base += step) {
        slots.clear();
        const index first = base + threadIdx.x;
        unsigned group[hash_policy::rows_a_thread], slot[hash_policy::rows_a_thread];
#pragma unroll
        for (unsigned n = 0; n < hash_policy::rows_a_thread; ++n) {
            const index at = first + n * threads_a_block;
            group[n] = at < rows.count ? rows.groups[at] : max_groups;
        }
#pragma unroll
        for (unsigned n = 0; n < hash_policy::rows_a_thread; ++n) {
            const unsigned same = __match_any_sync(simt::full_warp, group[n]);
            const unsigned leader = simt::lowest_bit(same);
            slot[n] = 0;
            if (group[n] < max_groups && simt::lane_id() == leader)
                slot[n] = slots.take(group[n], static_cast<unsigned>(__popc(same)));
            slot[n] = __shfl_sync(simt::full_warp, slot[n], leader) + simt::count_below(same);
        }
        slots.reserve(counts->next);
#pragma unroll
        for (unsigned n = 0; n < hash_policy::rows_a_thread; ++n) {
            const index at = first + n * threads_a_block;
            if (at < rows.count) to[slots.base[group[n]] + slot[n]] = static_cast<std::uint32_t>(rows[at]);
        }
    }
}

/// The rows that a block takes at a time: fewer if blocks of 256 rows would not fill the device and ranges have to be found.
unsigned rows_a_turn(index count, int multiprocessors, bool looks) {
    unsigned rows = threads_a_block;
    while (looks && rows > 32 && count < static_cast<index>(rows) * 8 * multiprocessors) rows /= 2;
    return rows;
}

/// The class of all rows, if the rows with the least and the most multiplications show that it is the same; else -1. For rows
/// with few multiplications the class does not depend on the range, and it ascends with multiplications and entries.
template <class Rule>
int only_class(const product_rows& in, const Rule& rule, const known_sizes& known) {
    if (in.min_flops == 0 || in.max_flops > hash_policy::max_of_a_warp_part || in.mask.forbids()) return -1;
    const index range = in.ncols();
    const auto class_of = [&](index flops, index size) { return rule.class_of(flops, size, size, range); };
    const int c = class_of(in.max_flops, known.offsets != nullptr ? known.most_nvals : in.max_flops);
    const bool same = class_of(in.min_flops, known.offsets != nullptr ? 1 : in.min_flops) == c;
    return same && c != binning::empty && c < Rule::windows_from ? c : -1;
}

template <class Rule>
row_classes sorted_into_classes(const engine_ptr& e, const product_rows& in, const Rule& rule, const known_sizes& known) {
    row_classes out;
    const index count = in.count();
    if (count == 0) return out;
    if (const int c = only_class(in, rule, known); c >= 0) {
        const int group = c * work_levels + work_level(in.max_flops);
        std::fill(out.starts.begin() + group + 1, out.starts.end(), count);
        return out;
    }
    const int multiprocessors = e->facts().multiprocessors;
    bool looks = rule.may_need_range(in.max_flops);
    sorted_rows rows{.count = count};
    const row_classes* const before = known.classes;
    if (before != nullptr && before->starts.back() == count && (before->has_ranges || !looks)) {
        std::copy_n(before->starts.begin(), first_longer + 1, out.starts.begin());
        std::fill(out.starts.begin() + first_longer + 1, out.starts.end(), count);
        out.rows = before->rows.shared();
        out.spans = before->spans.shared();
        rows.count -= out.starts[first_longer];
        if (rows.count == 0) return out;
        rows.list = out.from(first_longer);
        rows.has_spans = true;
        looks = false;
    } else {
        out.spans = array<column_span>(e, static_cast<std::size_t>(count));
    }
    const array<column_range> of_b = looks ? ranges_of_rows(e, in.b) : array<column_range>();
    out.has_ranges = looks;
    const array<std::uint8_t> groups(e, static_cast<std::size_t>(rows.count));
    array<std::uint32_t> listed(e, static_cast<std::size_t>(rows.count));
    const auto counts = zeros<group_counts>(e, 1);
    rows.of_b = of_b.data();
    rows.spans = out.spans.data();
    rows.groups = groups.data();

    const unsigned turn = rows_a_turn(rows.count, multiprocessors, looks);
    const auto blocks = [&](unsigned at_once) {
        return static_cast<unsigned>(
            std::min<index>((rows.count + at_once - 1) / at_once, 8 * static_cast<index>(multiprocessors)));
    };
    simt::launch(e->stream(), blocks(turn), threads_a_block, 0, count_classes<Rule>, in, rule, known, rows, turn, counts.data(),
                 reinterpret_cast<unsigned*>(e->answer()), ask_early(*e, 1));
    simt::launch(e->stream(), blocks(rows_a_fill), threads_a_block, 0, fill_classes, rows, counts.data(), listed.data());
    (void)await_early(*e, 1);
    const auto* const found = reinterpret_cast<const unsigned*>(e->answer());
    const int first = rows.has_spans ? first_longer : 0;
    for (int g = first; g < max_groups; ++g) out.starts[g + 1] = out.starts[g] + found[g];
    if (found[max_groups] != 0) (rows.has_spans ? out.longer : out.rows) = std::move(listed);
    return out;
}

}  // namespace

std::array<row_group, work_levels> row_classes::groups(int c, int multiprocessors) const {
    std::array<row_group, work_levels> out{};
    if (!are_few(count(c), multiprocessors)) {
        out[0] = {rows_of(c), count(c)};
        return out;
    }
    for (int level = 0; level < work_levels; ++level) {
        const auto g = static_cast<std::size_t>(c * work_levels + level);
        out[static_cast<std::size_t>(level)] = {from(c * work_levels + level), starts[g + 1] - starts[g], level, true};
    }
    return out;
}

row_classes classify(const engine_ptr& e, const product_rows& in, const binning::symbolic_rule& rule, row_offset* sizes) {
    return sorted_into_classes(e, in, rule, {nullptr, 0, false, sizes, nullptr});
}

row_classes classify(const engine_ptr& e, const product_rows& in, const binning::numeric_rule& rule,
                     const product_output& out) {
    return sorted_into_classes(e, in, rule, {out.offsets, out.most_nvals, out.columns_known, nullptr, out.classes});
}

}  // namespace graphblas_gpu::cuda::hashing
