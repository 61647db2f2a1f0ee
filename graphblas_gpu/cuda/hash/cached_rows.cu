// Kernels that write the columns that the symbolic phase has cached to their offsets in C.
#include <graphblas_gpu/cuda/hash/cached_rows.hpp>
#include <graphblas_gpu/cuda/hash/lane_rows.cuh>
#include <graphblas_gpu/cuda/hash/launch.hpp>
#include <graphblas_gpu/cuda/hash/order.cuh>
#include <graphblas_gpu/cuda/hash/short_row.cuh>
#include <graphblas_gpu/cuda/hash/wide_rows.cuh>
#include <graphblas_gpu/cuda/device/simt.cuh>
#include <graphblas_gpu/planner/device_choice.hpp>

#include <algorithm>

namespace graphblas_gpu::cuda {

namespace hashing {
namespace {

constexpr unsigned keys_a_warp = keys_a_lane * simt::warp_size;
/// A warp takes 256 keys, 32 at a time: those of one row, or of several rows of 2^shift lanes each. A key that differs from the
/// key before it is the next column of its row. flops_left[r] of these rows is set to 0 if the array is not null.
template <unsigned shift>
__global__ void __launch_bounds__(hash_policy::sorting_threads)
    write_keys(product_rows in, const row_offset* offsets, const std::uint32_t* rows, index count, const std::uint32_t* keys,
               column_index* columns, std::int64_t* flops_left) {
    constexpr unsigned rows_a_warp = simt::warp_size >> shift, steps_a_row = keys_a_lane / rows_a_warp;
    const unsigned lane = simt::lane_id();
    const index warp = static_cast<index>(blockIdx.x) * (blockDim.x / simt::warp_size) + simt::warp_id();
    const index number = warp * rows_a_warp + lane;
    unsigned products = 0;
    row_offset begin = 0;
    if (lane < rows_a_warp && number < count) {
        const index r = rows == nullptr ? number : static_cast<index>(rows[number]);
        products = static_cast<unsigned>(in.flops[in.first_row + r]);
        begin = offsets[r];
        if (flops_left != nullptr) flops_left[r] = 0;
    }
    const std::uint32_t* const from = keys + warp * keys_a_warp + lane;
    std::uint32_t key[keys_a_lane];
#pragma unroll
    for (unsigned step = 0; step < keys_a_lane; ++step) {
        const unsigned of_row = __shfl_sync(simt::full_warp, products, step / steps_a_row);
        key[step] = no_key;
        if (step % steps_a_row * simt::warp_size + lane < of_row) key[step] = simt::read_once(from + step * simt::warp_size);
    }
    const unsigned below = (1u << lane) - 1;
    column_index* to = columns;
#pragma unroll
    for (unsigned step = 0; step < keys_a_lane; ++step) {
        const bool begins = step % steps_a_row == 0;
        if (begins) to = columns + __shfl_sync(simt::full_warp, begin, step / steps_a_row);
        std::uint32_t smaller = __shfl_up_sync(simt::full_warp, key[step], 1);
        const std::uint32_t last = begins ? ~key[step] : __shfl_sync(simt::full_warp, key[begins ? step : step - 1], 31);
        if (lane == 0) smaller = last;
        const bool head = key[step] != no_key && key[step] != smaller;
        const unsigned heads = __ballot_sync(simt::full_warp, head);
        if (head) to[__popc(heads & below)] = key[step];
        to += __popc(heads);
    }
}

/// The rows of a class whose lists are written to C.
struct listed_rows {
    const row_offset* offsets;  ///< of C
    const std::uint32_t* rows;  ///< null: all rows of the panel
    index count;
    column_list_writer lists;
    column_index* columns;     ///< of C
    std::int64_t* flops_left;  ///< null, or set to 0 for each row that is written
};

/// What a team needs of a row: its list, which is null if the row has none, and its offset and size in C.
struct listed_row {
    index r = 0;
    const column_index* list = nullptr;
    row_offset begin = 0;
    unsigned size = 0;

    __device__ listed_row(const listed_rows& in, index number) {
        r = in.rows == nullptr ? number : static_cast<index>(in.rows[number]);
        const std::uint32_t offset = in.lists.list_offsets[r];
        if (offset == column_list_writer::none) return;
        list = in.lists.columns + offset;
        begin = in.offsets[r];
        size = static_cast<unsigned>(in.offsets[r + 1] - begin);
    }
};

/// Copies lists that are sorted; `sharing` teams share a row.
template <unsigned lanes>
__global__ void write_lists(unsigned sharing, listed_rows in) {
    using lane_group = team<lanes>;
    constexpr unsigned at_once = 4;
    if (lane_group::number() >= in.count * sharing) return;
    const listed_row row(in, lane_group::number() / sharing);
    if (row.list == nullptr) return;
    const auto share = static_cast<unsigned>(lane_group::number() % sharing);
    const unsigned threads = lane_group::size() * sharing;
    column_index* const to = in.columns + row.begin;
    for (unsigned first = share * lane_group::size() + lane_group::rank(); first < row.size; first += at_once * threads) {
        column_index some[at_once];
#pragma unroll
        for (unsigned u = 0; u < at_once; ++u) {
            if (first + u * threads < row.size) some[u] = row.list[first + u * threads];
        }
#pragma unroll
        for (unsigned u = 0; u < at_once; ++u) {
            if (first + u * threads < row.size) to[first + u * threads] = some[u];
        }
    }
    if (in.flops_left != nullptr && share == 0 && lane_group::rank() == 0) in.flops_left[row.r] = 0;
}

/// Sorts lists of up to 32 n columns in the registers of a warp.
template <unsigned n>
__global__ void __launch_bounds__(hash_policy::sorting_threads) sort_lists(unsigned, listed_rows in) {
    using lane_group = team<simt::warp_size>;
    if (lane_group::number() >= in.count) return;
    const listed_row row(in, lane_group::number());
    if (row.list == nullptr) return;
    if (in.flops_left != nullptr && simt::lane_id() == 0) in.flops_left[row.r] = 0;
    std::uint32_t key[n];
#pragma unroll
    for (unsigned k = 0; k < n; ++k) {
        const unsigned p = k * simt::warp_size + simt::lane_id();
        key[k] = p < row.size ? row.list[p] : no_key;
    }
    sort_keys(key, simt::warp_size);
#pragma unroll
    for (unsigned k = 0; k < n; ++k) {
        const unsigned p = simt::lane_id() * n + k;
        if (p < row.size) in.columns[row.begin + p] = key[k];
    }
}

/// Sorts lists by setting a bit for each column, in `words` words that cover all columns.
__global__ void __launch_bounds__(hash_policy::wide_threads) lists_by_bits(unsigned words, listed_rows in) {
    const listed_row row(in, blockIdx.x);
    if (row.list == nullptr) return;
    if (in.flops_left != nullptr && threadIdx.x == 0) in.flops_left[row.r] = 0;
    wide_row_queue* queue = nullptr;
    wide_bits window = wide_memory({words, 0}, queue);
    window.before = nullptr;
    window.clear();
    __syncthreads();
    for (unsigned p = threadIdx.x; p < row.size; p += blockDim.x) window.set(row.list[p]);
    __syncthreads();
    window.rank_all(window.count(*queue).below, in.columns + row.begin);
}

/// Sorts lists of up to `entries` columns by for_each_in_order().
__global__ void order_lists(unsigned entries, listed_rows in) {
    const listed_row row(in, blockIdx.x);
    if (row.list == nullptr) return;
    order_space space{};
    space.columns = simt::dynamic_shared<column_index>();
    space.slots = binning::list_slots(row.size);
    space.buckets = binning::list_buckets(entries);
    space.counts = space.columns + binning::list_slots(entries) + 1;
    space.list = reinterpret_cast<std::uint16_t*>(space.counts + space.buckets);
    for (unsigned p = threadIdx.x; p < space.slots; p += blockDim.x) space.columns[p] = p < row.size ? row.list[p] : no_column;
    for (unsigned b = threadIdx.x; b < space.buckets; b += blockDim.x) space.counts[b] = 0;
    __syncthreads();
    if (in.flops_left != nullptr && threadIdx.x == 0) in.flops_left[row.r] = 0;
    for_each_in_order<whole_block>(
        space, [&](unsigned rank, unsigned slot) { in.columns[row.begin + rank] = space.columns[slot]; });
}

/// An upper bound of the columns that the rows of classes first .. last - 1 have, from their levels of work, and at most `all`.
index max_columns(const row_classes& classes, int first, int last, index all) {
    constexpr index of_level[work_levels] = {0, 16384, 8192, 2048};
    index sum = 0;
    for (int c = first; c < last; ++c) {
        for (int level = 0; level < work_levels; ++level) {
            const auto g = static_cast<std::size_t>(c * work_levels + level);
            const index rows = classes.starts[g + 1] - classes.starts[g];
            if (rows > 0) sum += level == 0 ? all : rows * of_level[level];
        }
    }
    return std::min(sum, all);
}

using rule = binning::symbolic_rule;

/// The words of a bitmap of this many columns; 0 if a block has not enough shared memory for it.
unsigned words_for(const device_facts& facts, index ncols) {
    const index words = (ncols + 127) / 128 * 4;
    return words * 4 + static_cast<index>(hash_policy::wide_queue_bytes) <= facts.shared_bytes_per_block
               ? static_cast<unsigned>(words)
               : 0;
}

/// Whether lists of table class t can be sorted on this device.
bool can_order(const device_facts& facts, index ncols, int t) {
    const hash_policy::table table = hash_policy::symbolic_table(t);
    return table.lanes != 0 || words_for(facts, ncols) > 0 ||
           static_cast<std::int64_t>(binning::list_order_bytes(table.entries)) <= facts.shared_bytes_per_block;
}

}  // namespace
}  // namespace hashing

void cached_rows::make_room(const engine_ptr& e, const product_rows& in, hashing::row_classes&& classes) {
    using namespace hashing;
    classes_ = std::move(classes);
    *left_out(*e) = 0;
    index slots = 0;
    for (int n = 0; n < hash_policy::sorted_classes; ++n) {
        const index wanted = classes_.count(binning::first_sorted + n) * binning::sorted_products(n);
        if (wanted == 0) continue;
        if (slots + wanted > planner::cached_keys_a_product * in.total_flops + planner::more_cached_keys) {
            leaves_out_ = true;
            continue;
        }
        keys_[static_cast<std::size_t>(n)] = array<std::uint32_t>(e, static_cast<std::size_t>(wanted));
        slots += wanted;
    }
    for (int t = 0; t < hash_policy::symbolic_tables; ++t) {
        if (classes_.count(binning::first_table + t) > 0 && !can_order(e->facts(), in.ncols(), t)) leaves_out_ = true;
    }
    const index most = planner::max_cached_columns(in.total_flops);
    make_room_for_lists(e, in, max_columns(classes_, binning::first_table, rule::by_dense + 1, most));
}

void cached_rows::make_room_for_lists(const engine_ptr& e, const product_rows& in, index most) {
    if (most == 0) return;
    constexpr index max_parts = hash_policy::max_list_parts;
    most = std::min<index>(most, e->facts().total_bytes / hash_policy::lists_part / static_cast<index>(sizeof(column_index)));
    const index parts = std::min(in.count() / hash_policy::rows_a_list_part + 1, max_parts);
    const index size = std::min<index>(most / parts + 1, (index{1} << 32) / max_parts - 1);
    columns_ = array<column_index>(e, static_cast<std::size_t>(size * parts));
    used_ = zeros<unsigned long long>(e, static_cast<std::size_t>(parts));
    list_offsets_ = array<std::uint32_t>(e, static_cast<std::size_t>(in.count()));
    e->set_bytes(list_offsets_.data(), 0xff, list_offsets_.size() * sizeof(std::uint32_t));
    lists_ = {columns_.data(), static_cast<unsigned>(parts), static_cast<std::uint32_t>(size), used_.data(),
              list_offsets_.data(), left_out(*e)};
}

void cached_rows::write(const engine_ptr& e, const product_rows& in, const product_output& out) {
    using namespace hashing;
    if (leaves_out(*e)) {
        flops_left_ = array<std::int64_t>(e, static_cast<std::size_t>(in.count()));
        e->copy(flops_left_.data(), in.flops + in.first_row, flops_left_.size() * sizeof(std::int64_t));
    }
    concurrent_streams streams(*e);
    if (lists_.columns != nullptr) write_all_lists(streams, in.ncols(), out);
    const auto by_lanes = [&](int n) {
        return binning::sorts_by_lanes(n, classes_.count(binning::first_sorted + n), e->facts().multiprocessors);
    };
    const auto write = [&](int n, auto kernel) {
        const index count = keys(n) == nullptr ? 0 : classes_.count(binning::first_sorted + n);
        if (count == 0) return;
        const unsigned rows =
            by_lanes(n) ? hash_policy::sorting_threads : hash_policy::sorting_threads >> binning::sorted_lanes_log2(n);
        simt::launch(streams.next(), static_cast<unsigned>((count + rows - 1) / rows), hash_policy::sorting_threads, 0, kernel,
                     in, out.offsets, classes_.rows_of(binning::first_sorted + n), count, keys(n), out.columns,
                     flops_left_.data());
    };
    static_assert(hash_policy::sorted_classes == 4);
    write(3, write_keys<binning::sorted_lanes_log2(3)>);
    write(2, write_keys<binning::sorted_lanes_log2(2)>);
    write(1, write_keys<binning::sorted_lanes_log2(1)>);
    write(0, by_lanes(0) ? write_lane_keys<8> : write_keys<binning::sorted_lanes_log2(0)>);
    streams.join();
}

void cached_rows::write_all_lists(concurrent_streams& streams, index ncols, const product_output& out) {
    using namespace hashing;
    const auto run = [&](int c, auto kernel, unsigned number, unsigned threads, std::size_t bytes, index teams_a_block,
                         index sharing) {
        const index count = classes_.count(c);
        if (count == 0) return;
        simt::launch(streams.next(), static_cast<unsigned>((count * sharing + teams_a_block - 1) / teams_a_block), threads,
                     bytes, kernel, number,
                     listed_rows{out.offsets, classes_.rows_of(c), count, lists_, out.columns, flops_left_.data()});
    };
    constexpr unsigned threads = 256;
    constexpr index warps = threads / simt::warp_size;
    for (int w = rule::wide - rule::windows_from; w >= 0; --w) {
        constexpr unsigned sharing = 16;
        if (hash_policy::symbolic_window(w).lanes == 0) {
            run(rule::windows_from + w, write_lists<whole_block>, sharing, threads, 0, 1, sharing);
        } else {
            run(rule::windows_from + w, write_lists<simt::warp_size>, 1, threads, 0, warps, 1);
        }
    }
    run(rule::by_dense, write_lists<simt::warp_size>, 1, threads, 0, warps, 1);
    const unsigned words = words_for(streams.facts(), ncols);
    for (int t = hash_policy::symbolic_tables - 1; t >= 0; --t) {
        const hash_policy::table table = hash_policy::symbolic_table(t);
        const int c = binning::first_table + t;
        constexpr index rows = hash_policy::sorting_threads / simt::warp_size;
        if (table.lanes != 0) {
            const auto sort = table.entries <= 256 ? sort_lists<8> : table.entries <= 512 ? sort_lists<16> : sort_lists<32>;
            run(c, sort, 0, hash_policy::sorting_threads, 0, rows, 1);
        } else if (words > 0) {
            run(c, lists_by_bits, words, hash_policy::wide_threads, hash_policy::wide_queue_bytes + words * sizeof(unsigned), 1,
                1);
        } else if (can_order(streams.facts(), ncols, t)) {
            const std::size_t bytes = binning::list_order_bytes(table.entries);
            run(c, order_lists, table.entries, threads_for(streams.facts(), bytes), bytes, 1, 1);
        }
    }
}

product_rows cached_rows::rows_left_out(const product_rows& in) const {
    product_rows rest = in;
    rest.flops = flops_left_.data() - in.first_row;
    rest.min_flops = 0;
    return rest;
}

}  // namespace graphblas_gpu::cuda
