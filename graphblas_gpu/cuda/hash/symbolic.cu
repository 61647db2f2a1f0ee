// Sizes of the rows of a product on the device.
//
// Idea: rows with few products have their columns in registers. If the columns are kept they are sorted, otherwise they
// are counted by marks (column_marks.cuh). For other rows the different columns are counted in shared memory: in a hash table,
// or in a window of bits if the columns of the row lie close together. Columns that a complemented mask forbids are removed:
// short rows and rows with a list look each column up in the mask, and other tables look each column of the mask up in the
// table.
// Source: kkSpGEMM (Deveci, Trott, Rajamanickam); spECK (Parger et al.) for classes by bounds and ranges.
#include <graphblas_gpu/cuda/device/simt.cuh>

#include <algorithm>

#include <graphblas_gpu/cuda/dense/dense.hpp>
#include <graphblas_gpu/cuda/hash/column_marks.cuh>
#include <graphblas_gpu/cuda/hash/expand.cuh>
#include <graphblas_gpu/cuda/hash/lane_rows.cuh>
#include <graphblas_gpu/cuda/hash/launch.hpp>
#include <graphblas_gpu/cuda/hash/row_facts.hpp>
#include <graphblas_gpu/cuda/hash/short_row.cuh>
#include <graphblas_gpu/cuda/hash/symbolic.hpp>
#include <graphblas_gpu/cuda/hash/table.cuh>
#include <graphblas_gpu/cuda/hash/wide_rows.cuh>
#include <graphblas_gpu/cuda/shared/column_lists.cuh>

namespace graphblas_gpu::cuda {

namespace hashing {
namespace {

/// Writes the columns of a table to the list of row r, in the order of the slots.
template <unsigned lanes>
__device__ void list_table(const column_list_writer& lists, index r, unsigned size, bool live, const column_index* table,
                           unsigned slots) {
    using lane_group = team<lanes>;
    column_index* const to = team_room_for_list<lanes>(lists, r, size, live);
    __shared__ unsigned listed_by_block;
    if constexpr (lane_group::is_wide) {
        if (to == nullptr) return;
        if (threadIdx.x == 0) listed_by_block = 0;
        __syncthreads();
    }
    const unsigned own = simt::full_warp >> (simt::warp_size - lane_group::width)
                                                << (simt::lane_id() / lane_group::width * lane_group::width);
    unsigned listed = 0;
    for (unsigned first = 0; first < slots; first += lane_group::size()) {
        const unsigned s = first + lane_group::rank();
        const column_index j = s < slots ? table[s] : no_column;
        const bool taken = to != nullptr && j != no_column;
        const unsigned set = __ballot_sync(simt::full_warp, taken) & own;
        if constexpr (lane_group::is_wide) {
            if (simt::lane_id() == 0) listed = atomicAdd(&listed_by_block, static_cast<unsigned>(__popc(set)));
            listed = __shfl_sync(simt::full_warp, listed, 0);
        }
        if (taken) to[listed + simt::count_below(set)] = j;
        if constexpr (!lane_group::is_wide) listed += __popc(set);
    }
}

template <unsigned lanes>
__global__ void count_in_tables(product_rows in, const std::uint32_t* rows, index count, unsigned slots, row_offset* sizes,
                                column_list_writer lists) {
    using lane_group = team<lanes>;
    const bool live = lane_group::number() < count;
    if (!lane_group::is_part && !live) return;
    const index r = !live ? 0 : rows == nullptr ? lane_group::number() : static_cast<index>(rows[lane_group::number()]);
    const index i = in.first_row + r;
    auto* table = reinterpret_cast<column_index*>(lane_group::shared(slots * sizeof(column_index)));
    for (unsigned s = lane_group::rank(); s < slots; s += lane_group::size()) table[s] = no_column;
    lane_group::sync();

    unsigned found = 0;
    expand<lanes, column_index>(
        live ? walk_of<lanes>(in.a, i, in.flops[i]) : walk{.flat = true}, in.a, in.b,
        [&](row_offset, row_offset q) { return in.b.columns[q]; },
        [&](bool active, column_index j) {
            bool added = false;
            if (active) slot_of(table, slots, j, true, added);
            found += added;
        });
    const bool has_lists = lists.columns != nullptr;
    if (has_lists) lane_group::sync();
    if (in.mask.forbids() && has_lists) {
        for (unsigned s = lane_group::rank(); live && s < slots; s += lane_group::size()) {
            if (table[s] == no_column || !holds(in.mask.rows, i, table[s])) continue;
            table[s] = no_column;
            --found;  // may wrap, and then the sum wraps back
        }
        lane_group::sync();
    } else if (in.mask.forbids()) {
        lane_group::sync();
        const row_offset end = in.mask.rows.offsets[i + 1];
        for (row_offset p = in.mask.rows.offsets[i] + lane_group::rank(); p < end; p += lane_group::size()) {
            bool added = false;
            // may wrap, and then the sum wraps back
            found -= slot_of(table, slots, in.mask.rows.columns[p], false, added) < slots;
        }
    }
    const unsigned size = lane_group::sum(found);
    if (live && lane_group::rank() == 0) sizes[r] = size;
    if (has_lists) list_table<lanes>(lists, r, size, live, table, slots);
}

/// Counts rows with few multiplications. If `keeps`, the columns are sorted and cached in the order of the registers.
template <bool keeps, unsigned shift>
__global__ void __launch_bounds__(hash_policy::sorting_threads, 2048 / hash_policy::sorting_threads)
    count_short_rows(product_rows in, const std::uint32_t* rows, index count, row_offset* sizes, std::uint32_t* cached) {
    const short_team t{shift};
    const index number = static_cast<index>(blockIdx.x) * (blockDim.x >> shift) + t.in_block();
    const bool live = number < count;
    const std::uint32_t r = !live ? 0 : rows == nullptr ? static_cast<std::uint32_t>(number) : rows[number];
    const index i = in.first_row + r;
    const short_space space(simt::dynamic_shared<unsigned char>() + simt::warp_id() * short_space::bytes);
    unsigned* const marks = space.inner;
    if constexpr (!keeps) clear_marks(marks);
    unsigned products =
        list_rows(t, space, in, live ? in.a.offsets[i] : 0, live ? in.a.offsets[i + 1] : 0, [](unsigned, row_offset) {});
    unsigned size = 0;
    if constexpr (keeps) {
        std::uint32_t key[keys_a_lane];
        make_keys<column_index>(
            t, space, products, [&](std::uint32_t q) { return in.b.columns[q]; },
            [](unsigned, unsigned, unsigned, column_index j) { return j; }, key);
        if (in.mask.forbids()) {
            __syncwarp(simt::full_warp);  // no lane reads the list any more
            drop_forbidden(t, in.mask.rows, i, products, space.starts, key, [](std::uint32_t x) { return x; });
        }
        sort_keys(key, t.lanes());
        size = different_keys(t, key);
        auto* const to = reinterpret_cast<uint4*>(cached + number * t.capacity() + t.lane() * keys_a_lane);
        const unsigned first = t.lane() * keys_a_lane;
        if (first < products) to[0] = {key[0], key[1], key[2], key[3]};
        if (first + 4 < products) to[1] = {key[4], key[5], key[6], key[7]};
    } else {
        marked_keys keys(t);
        const unsigned most = __reduce_max_sync(simt::full_warp, products);
        keys.load_all(t, space, in.b.columns, products, most);
        if (in.mask.forbids()) {
            __syncwarp(simt::full_warp);  // no lane reads the list any more
            products = keys.drop(t, in.mask.rows, i, products, space.starts);
        }
        // In the square of a symmetric matrix, row i has as many products in column i as the row of A has entries.
        size = keys.count(t, marks, products, most, i < in.ncols() ? static_cast<column_index>(i) : no_key);
    }
    if (live && t.lane() == 0) sizes[r] = size;
}

template <bool keeps>
auto short_row_counts(int n, bool by_lanes) {
    static_assert(hash_policy::sorted_classes == 4);
    if (by_lanes) return count_by_lanes<keeps>;
    return n == 0   ? count_short_rows<keeps, binning::sorted_lanes_log2(0)>
           : n == 1 ? count_short_rows<keeps, binning::sorted_lanes_log2(1)>
           : n == 2 ? count_short_rows<keeps, binning::sorted_lanes_log2(2)>
                    : count_short_rows<keeps, binning::sorted_lanes_log2(3)>;
}

/// The bit of a column in a window: neighbouring columns are in different words.
struct bit_position {
    unsigned word;
    unsigned bit;
    __device__ explicit bit_position(column_index at) : word((at >> 10) * 32 + at % 32), bit(1u << (at / 32 % 32)) {}
};

/// Writes the columns of a window to the list of row r in ascending order: 32 neighbouring columns are one bit of 32 words.
template <unsigned lanes>
__device__ void list_window(const column_list_writer& lists, index r, unsigned size, const unsigned* bits, unsigned words,
                            column_index low) {
    using lane_group = team<lanes>;
    column_index* to = team_room_for_list<lanes>(lists, r, size);
    if (to == nullptr) return;
    const unsigned lane = simt::lane_id(), share = (words / 32 + lane_group::warps() - 1) / lane_group::warps() * 32;
    const unsigned first = lane_group::warp() * share < words ? lane_group::warp() * share : words;
    const unsigned last = first + share < words ? first + share : words;
    if constexpr (lane_group::is_wide) {
        unsigned mine = 0;
        for (unsigned w = first + lane; w < last; w += 32) mine += __popc(bits[w]);
        to += __shfl_sync(simt::full_warp, lane_group::sum_before(mine), 0);
    }
    for (unsigned at = first; at < last; at += 32) {
        const unsigned word = bits[at + lane];
        for (unsigned some = __reduce_or_sync(simt::full_warp, word); some != 0; some &= some - 1) {
            const auto bit = simt::lowest_bit(some);
            const bool mine = (word >> bit & 1) != 0;
            const unsigned set = __ballot_sync(simt::full_warp, mine);
            if (mine) to[simt::count_below(set)] = low + at * 32 + bit * 32 + lane;
            to += __popc(set);
        }
    }
}

template <unsigned lanes>
__global__ void count_in_windows(product_rows in, const std::uint32_t* rows, index count, unsigned words,
                                 const column_span* spans, row_offset* sizes, column_list_writer lists) {
    using lane_group = team<lanes>;
    if (lane_group::number() >= count) return;
    const index r = rows == nullptr ? lane_group::number() : static_cast<index>(rows[lane_group::number()]);
    const index i = in.first_row + r;
    const column_index low = spans[r].low;
    auto* bits = reinterpret_cast<unsigned*>(lane_group::shared(words * sizeof(unsigned)));
    words = static_cast<unsigned>(binning::window_words(spans[r].width));
    for (unsigned w = lane_group::rank(); w < words; w += lane_group::size()) bits[w] = 0;
    lane_group::sync();

    expand<lanes, column_index>(
        walk_of<lanes>(in.a, i, in.flops[i]), in.a, in.b, [&](row_offset, row_offset q) { return in.b.columns[q]; },
        [&](bool active, column_index j) {
            const bit_position at(j - low);
            if (active && (*static_cast<volatile unsigned*>(bits + at.word) & at.bit) == 0) atomicOr(bits + at.word, at.bit);
        });
    lane_group::sync();
    if (in.mask.forbids()) {
        const row_offset end = in.mask.rows.offsets[i + 1];
        for (row_offset p = in.mask.rows.offsets[i] + lane_group::rank(); p < end; p += lane_group::size()) {
            const column_index j = in.mask.rows.columns[p];
            if (j < low || (j - low) / 32 >= words) continue;
            const bit_position at(j - low);
            atomicAnd(bits + at.word, ~at.bit);
        }
        lane_group::sync();
    }
    unsigned found = 0;
    for (unsigned w = lane_group::rank(); w < words; w += lane_group::size()) found += __popc(bits[w]);
    const unsigned size = lane_group::sum(found);
    if (lane_group::rank() == 0) sizes[r] = size;
    if (lists.columns != nullptr) list_window<lanes>(lists, r, size, bits, words, low);
}

/// Counts wide rows, a block a row, in panels of `words` words of bits.
__global__ void __launch_bounds__(hash_policy::max_wide_threads, 2)
    count_wide_rows(product_rows in, const std::uint32_t* rows, unsigned words, const column_span* spans, row_offset* sizes,
                    column_list_writer lists) {
    const index r = rows == nullptr ? index{blockIdx.x} : index{rows[blockIdx.x]};
    const index i = in.first_row + r;
    const column_span span = spans[r];
    wide_row_queue* queue = nullptr;
    wide_bits window = wide_memory({words, 0}, queue);
    window.before = nullptr;
    const bool at_once = span.width <= index{words} * 32;
    row_offset found = 0;
    for (index at = 0; at < span.width; at += index{words} * 32) {
        window.from = span.low + static_cast<column_index>(at);
        window.clear();
        if (threadIdx.x == 0) queue->rows = 0;
        __syncthreads();
        expand_wide<column_index, 4>(
            in, i, *queue, [&](row_offset, row_offset q) { return in.b.columns[q]; }, [&](column_index j) { window.set(j); });
        __syncthreads();
        if (in.mask.forbids()) {
            window.forbid(in.mask.rows, i);
            __syncthreads();
        }
        const warp_totals here = window.count(*queue);
        found += here.all;
        if (lists.columns == nullptr || !at_once) continue;
        column_index* const list = team_room_for_list<whole_block>(lists, r, static_cast<unsigned>(found));
        if (list != nullptr) window.rank_all(here.below, list);
    }
    if (threadIdx.x != 0) return;
    sizes[r] = found;
    if (lists.columns != nullptr && !at_once) *lists.left_out = 1;
}

void count_wide(concurrent_streams& streams, const product_rows& in, const row_classes& classes, row_offset* sizes,
                const column_list_writer& lists) {
    constexpr int c = binning::symbolic_rule::wide;
    if (classes.count(c) == 0) return;
    constexpr index bytes_of_variables = 256;  // the kernel has a few
    const auto most =
        (streams.facts().shared_bytes_per_block - static_cast<index>(hash_policy::wide_queue_bytes) - bytes_of_variables) / 4;
    const auto words = static_cast<unsigned>(std::min((in.ncols() + 127) / 128, most / 4) * 4);
    const std::size_t bytes = hash_policy::wide_queue_bytes + words * sizeof(unsigned);
    simt::launch(streams.next(), static_cast<unsigned>(classes.count(c)), hash_policy::max_wide_threads, bytes, count_wide_rows,
                 in, classes.rows_of(c), words, classes.all_spans(), sizes, lists);
}

}  // namespace
}  // namespace hashing

void hash_row_sizes(const engine_ptr& e, const product_rows& in, row_offset* sizes, cached_rows* cache, counted_rows* counted) {
    using namespace hashing;
    using rule = binning::symbolic_rule;
    if (in.count() == 0) return;
    const auto shared_bytes = static_cast<std::size_t>(e->facts().shared_bytes_per_block);
    row_classes found = classify(e, in, rule{in.ncols(), in.b.nvals, shared_bytes}, sizes);
    column_list_writer lists;
    if (cache != nullptr) {
        cache->make_room(e, in, std::move(found));
        lists = cache->lists();
    }
    const row_classes& classes = cache != nullptr ? cache->classes() : found;
    concurrent_streams streams(*e);
    if (classes.count(rule::by_dense) > 0) {
        (void)streams.next();  // the engine's own stream, on which the dense method runs
        const index count = classes.count(rule::by_dense);
        const dense::limits bounds = dense::limits_for(*e, in, 0, count);
        const bool all_cached = dense::row_sizes(e, in, bounds, classes.rows_of(rule::by_dense), count, sizes, lists,
                                                 counted != nullptr ? &counted->bits : nullptr);
        if (cache != nullptr && !all_cached) cache->leave_out();
    }
    count_wide(streams, in, classes, sizes, lists);
    const int multiprocessors = e->facts().multiprocessors;
    for (int w = rule::wide - rule::windows_from - 1; w >= 0; --w) {
        const hash_policy::window window = hash_policy::symbolic_window(w);
        for (const row_group& g : classes.groups(rule::windows_from + w, multiprocessors)) {
            launch_teams(streams, g, window.lanes, window.words * sizeof(unsigned),
                         {nullptr, nullptr, count_in_windows<32>, count_in_windows<whole_block>}, in, g.rows, g.count,
                         window.words, classes.all_spans(), sizes, lists);
        }
    }
    for (int t = hash_policy::symbolic_tables - 1; t >= 0; --t) {
        const hash_policy::table table = hash_policy::symbolic_table(t);
        for (const row_group& g : classes.groups(binning::first_table + t, multiprocessors)) {
            launch_teams(streams, g, table.lanes, table.slots * sizeof(column_index),
                         {count_in_tables<8>, count_in_tables<16>, count_in_tables<32>, count_in_tables<whole_block>}, in,
                         g.rows, g.count, table.slots, sizes, lists);
        }
    }
    for (int n = hash_policy::sorted_classes - 1; n >= 0; --n) {
        const int c = binning::first_sorted + n;
        if (classes.count(c) == 0) continue;
        std::uint32_t* const keys = cache != nullptr ? cache->keys(n) : nullptr;
        const bool by_lanes = binning::sorts_by_lanes(n, classes.count(c), multiprocessors);
        const unsigned rows =
            by_lanes ? hash_policy::sorting_threads : hash_policy::sorting_threads >> binning::sorted_lanes_log2(n);
        const unsigned bytes = by_lanes ? lane_space::bytes_a_warp : short_space::bytes;
        simt::launch(streams.next(), static_cast<unsigned>((classes.count(c) + rows - 1) / rows), hash_policy::sorting_threads,
                     hash_policy::sorting_threads / simt::warp_size * bytes,
                     keys != nullptr ? short_row_counts<true>(n, by_lanes) : short_row_counts<false>(n, by_lanes), in,
                     classes.rows_of(c), classes.count(c), sizes, keys);
    }
    streams.join();
    if (counted != nullptr && cache == nullptr) counted->classes = std::move(found);
}

}  // namespace graphblas_gpu::cuda
