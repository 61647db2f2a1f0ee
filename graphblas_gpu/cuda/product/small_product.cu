// Small products: the memory of the kernel, and the kernel that puts rows in order.
#include <graphblas_gpu/cuda/device/simt.cuh>
#include <graphblas_gpu/cuda/device/early_answer.hpp>
#include <graphblas_gpu/cuda/device/zeroed_counters.hpp>

#include <algorithm>

#include <graphblas_gpu/cuda/device/for_each.cuh>
#include <graphblas_gpu/cuda/kernels/kernels.hpp>
#include <graphblas_gpu/cuda/primitives/warp_search.cuh>
#include <graphblas_gpu/cuda/shared/assemble.hpp>
#include <graphblas_gpu/cuda/small/small_product.hpp>

namespace graphblas_gpu::cuda::small {

namespace {

/// The values of a row as words of their size; none if `from` is null.
template <class T>
struct moved_values {
    const T* from;
    T* to;
};

constexpr unsigned order_threads = 256;
/// A warp copies so many neighbouring entries of C, however long their rows are.
constexpr unsigned steps_of_a_warp = 4, entries_of_a_warp = steps_of_a_warp * simt::warp_size;
constexpr index entries_of_a_block = entries_of_a_warp * (order_threads / simt::warp_size);

/// Does nothing if C has more entries than there is room for, or if its rows were not made.
template <class T>
__global__ void __launch_bounds__(order_threads)
    order_kernel(index nrows, row_offset room, const row_offset* offsets, const row_offset* starts, const column_index* columns,
                 column_index* to, moved_values<T> values) {
    const unsigned lane = simt::lane_id();
    const row_offset nvals = offsets[nrows] <= room ? offsets[nrows] : 0;
    const row_offset first = blockIdx.x * entries_of_a_block + simt::warp_id() * entries_of_a_warp;
    const row_offset end = first + entries_of_a_warp < nvals ? first + entries_of_a_warp : nvals;
    for (row_offset here = first; here < end;) {
        // The lanes have 32 rows, from that of entry `here` on: their ends, and the distance from an entry in C to where it is
        // read.
        const index low = count_before(nrows, [&](index r) { return offsets[r + 1] <= here; });
        const index mine = low + lane < nrows ? low + lane : nrows - 1;
        const row_offset my_end = offsets[mine + 1], my_shift = starts[mine] - offsets[mine];
        const row_offset last_end = __shfl_sync(simt::full_warp, my_end, simt::warp_size - 1);
        const row_offset stop = last_end < end ? last_end : end;
#pragma unroll
        for (unsigned step = 0; step < steps_of_a_warp; ++step) {
            const row_offset p = first + step * simt::warp_size + lane;
            unsigned row = 0;
#pragma unroll
            for (unsigned half = simt::warp_size / 2; half > 0; half /= 2)
                row += __shfl_sync(simt::full_warp, my_end, row + half - 1) <= p ? half : 0;
            const row_offset from = p + __shfl_sync(simt::full_warp, my_shift, row);
            if (p < here || p >= stop) continue;
            to[p] = columns[from];
            if (values.from != nullptr) values.to[p] = values.from[from];
        }
        here = stop;
    }
}

/// Queues the kernel that writes the columns and values of C, in arrays with room for `room` entries.
void put_in_order(const engine_ptr& e, const unordered_rows& rows, csr& c, std::size_t room) {
    c.columns = array<column_index>(e, room);
    c.values = memory(e, room * base::size_of(c.type));
    const auto queue = [&]<class T>(T) {
        const index blocks = (static_cast<index>(room) + entries_of_a_block - 1) / entries_of_a_block;
        simt::launch(e->stream(), static_cast<unsigned>(blocks), order_threads, 0, order_kernel<T>, c.nrows,
                     static_cast<row_offset>(room), c.offsets.data(), rows.starts.data(), rows.columns.data(), c.columns.data(),
                     moved_values<T>{static_cast<const T*>(c.values.data() == nullptr ? nullptr : rows.values.data()),
                                     static_cast<T*>(c.values.data())});
    };
    if (c.type == type_code::none)
        queue(std::uint8_t{});
    else base::with_size(c.type, [&](auto size) { queue(typename decltype(size)::type{}); });
}

/// The blocks of the grid; `most` have room on the device.
unsigned blocks_for(index nrows, index most, const device_facts& device) {
    const index of_long_rows = std::min<index>(nrows, small_policy::long_blocks_a_multiprocessor * device.multiprocessors);
    return static_cast<unsigned>(
        std::min(most, std::max((nrows + small_policy::sorting_warps - 1) / small_policy::sorting_warps, of_long_rows)));
}

/// The multiplications if all rows of B had the same length.
double expected_multiplications(const product_rows& rows) {
    return static_cast<double>(rows.a.nvals) * static_cast<double>(rows.b.nvals) /
           static_cast<double>(std::max<index>(rows.b.nrows, 1));
}
/// Rows have room for four times as many entries before they are in order, and for a few thousands. The arrays in which they
/// are put in order before their sizes are known have room for a few more than expected.
constexpr double room_of_rows = 4, room_of_c = 1.25;
constexpr std::int64_t min_room_of_rows = 1 << 16;

}  // namespace

std::optional<unordered_rows> multiply(const engine_ptr& e, const product_kernels& run, const product_rows& rows,
                                       type_code type, std::int64_t* flops, sum_and_most& work) {
    const index nrows = rows.a.nrows, ncols = rows.ncols();
    const std::size_t bytes = shared_bytes(ncols, sum_bytes_of(type));
    const unsigned blocks =
        blocks_for(nrows, blocks_a_multiprocessor(bytes, e->facts()) * e->facts().multiprocessors, e->facts());
    const double expected = expected_multiplications(rows);
    const auto room =
        static_cast<std::size_t>(std::min({small_policy::max_entries_of_c, nrows * ncols,
                                           std::max(min_room_of_rows, static_cast<std::int64_t>(room_of_rows * expected))}));
    unordered_rows made;
    made.c.type = type;
    made.c.nrows = nrows;
    made.c.ncols = ncols;
    made.c.offsets = array<row_offset>(e, static_cast<std::size_t>(nrows) + 1);
    made.starts = array<row_offset>(e, static_cast<std::size_t>(nrows));
    const array<std::uint32_t> lists(e, static_cast<std::size_t>(nrows) * classes);
    made.columns = array<column_index>(e, room);
    made.values = memory(e, room * base::size_of(type));
    static_assert(sizeof(counters) <= zeroed_counters_bytes && sizeof(counters) % sizeof(std::int64_t) == 0);
    std::int64_t* const answer = ask_early(*e, all_answers);
    run.small_product(
        e,
        {rows, flops, made.c.offsets.data(), made.starts.data(), lists.data(), made.columns.data(), made.values.data(),
         static_cast<std::int64_t>(room), static_cast<counters*>(zeroed_counters(*e)), answer},
        blocks, bytes);
    // If C has about as many entries as expected, these are its arrays, and their kernel follows without a wait for the host.
    if (nrows > 1) put_in_order(e, made, made.c, std::min(room, static_cast<std::size_t>(room_of_c * expected)));
    await_early(*e, all_answers);
    work.sum = answer[answers::sum];
    work.most = answer[answers::most];
    work.least = ~answer[answers::max_missing];
    work.above_32 = answer[answers::above_32];
    work.above_4096 = answer[answers::above_4096];
    if (answer[answers::entries] == not_made) return std::nullopt;
    made.c.nvals = answer[answers::entries];
    return made;
}

std::optional<csr> multiply_row(const engine_ptr& e, const product_kernels& run, const product_rows& rows, type_code type,
                                std::int64_t& flops) {
    csr c = csr_with_room(e, 1, rows.ncols(), rows.ncols(), type);
    const std::size_t bytes = row_bytes(rows.ncols(), sum_bytes_of(type));
    task t{};
    t.in = rows;
    t.offsets = c.offsets.data();
    t.columns = c.columns.data();
    t.values = c.values.data();
    t.capacity = rows.ncols();
    t.answer = ask_early(*e, all_row_answers);
    run.small_product(e, t, 1, bytes);
    await_early(*e, all_row_answers);
    flops = t.answer[row_sum];
    const std::int64_t entries = t.answer[row_entries];
    if (entries == not_made) return std::nullopt;
    set_nvals(e, c, entries);
    return c;
}

csr in_order(const engine_ptr& e, unordered_rows&& rows, type_code type) {
    const bool is_whole = type == rows.c.type;
    csr c = std::move(rows.c);
    c.type = type;
    if (c.nrows == 1 && is_whole) {  // a row is in order
        c.columns = std::move(rows.columns);
        c.values = std::move(rows.values);
    }
    const auto room = static_cast<row_offset>(c.columns.size());
    if (is_whole && c.nvals <= room && (c.nrows == 1 || keeps_room(room, c.nvals)))
        set_nvals(e, c, c.nvals);
    else
        put_in_order(e, rows, c, static_cast<std::size_t>(c.nvals));
    return c;
}

}  // namespace graphblas_gpu::cuda::small
