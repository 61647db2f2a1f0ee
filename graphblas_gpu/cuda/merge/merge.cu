// Rows by method `merge`, up to their values.
//
// Idea: rows are listed by class, and the kernel of each class sorts the multiplications of its rows and counts the entries of
// C, which gives the offsets of C. The index of an entry of C is the number of entries that begin before it in all rows. So the
// entries are counted by chunks of multiplications, and columns are written to their entries without a search for the row.
#include <graphblas_gpu/cuda/device/simt.cuh>

#include <string>

#include <graphblas_gpu/cuda/device/for_each.cuh>
#include <graphblas_gpu/cuda/merge/merge.hpp>
#include <graphblas_gpu/cuda/merge/rules.hpp>
#include <graphblas_gpu/cuda/primitives/class_lists.cuh>
#include <graphblas_gpu/cuda/primitives/scan.hpp>
#include <graphblas_gpu/cuda/primitives/sort.hpp>
#include <graphblas_gpu/cuda/primitives/warp_sums.cuh>
#include <graphblas_gpu/cuda/shared/flops.hpp>

namespace graphblas_gpu::cuda {

namespace merging {

namespace {

/// Sets x.columns, x.words and x.sizes.
void order_rows(const engine_ptr& e, const expansion& x) {
    const index count = x.in.count();
    const std::int64_t* const flops = x.in.flops + x.in.first_row;
    e->set_bytes(x.sizes, 0, static_cast<std::size_t>(count) * sizeof(row_offset));
    const class_lists<row_classes> rows = listed_by_class<row_classes>(
        e, count, GB_DEVICE_LAMBDA(index r) { return class_of(flops[r]); });
    sort_together(e, x, rows.items_of(together_class), rows.count(together_class));
    for (unsigned c = together_class; --c >= first_block_class;)
        sort_in_blocks(e, x, rows.items_of(c), rows.count(c), block_products(c));
    sort_in_registers(e, x, rows.items_of(warp_class), rows.count(warp_class), simt::warp_size);
    sort_in_registers(e, x, rows.items_of(eight_lanes_class), rows.count(eight_lanes_class), 8);
}

__device__ inline bool begins_entry_of_c(word w) { return begins(w) && w != masked_out; }

/// Writes the number of entries of C that begin in chunk n to counts[n].
__global__ void __launch_bounds__(policy::chunk_threads)
    count_entries(const word* words, row_offset products, row_offset* counts) {
    __shared__ unsigned sum;
    if (threadIdx.x == 0) sum = 0;
    __syncthreads();
    unsigned mine = 0;
#pragma unroll
    for (unsigned n = 0; n < chunk; n += policy::chunk_threads) {
        const row_offset t = row_offset{blockIdx.x} * chunk + n + threadIdx.x;
        mine += t < products && begins_entry_of_c(simt::read_once(words + t));
    }
    mine = __reduce_add_sync(simt::full_warp, mine);
    if (simt::lane_id() == 0 && mine > 0) atomicAdd(&sum, mine);
    __syncthreads();
    if (threadIdx.x == 0) counts[blockIdx.x] = sum;
}

/// Writes the column of each multiplication that begins an entry of C to this entry.
__global__ void __launch_bounds__(policy::chunk_threads)
    write_columns(const word* words, const column_index* columns, row_offset products, const row_offset* entries,
                  column_index* to) {
    constexpr unsigned warps = policy::chunk_threads / simt::warp_size;
    __shared__ unsigned before[chunk / simt::warp_size];
    unsigned begun[chunk / policy::chunk_threads];
#pragma unroll
    for (unsigned n = 0; n < chunk / policy::chunk_threads; ++n) {
        const row_offset t = row_offset{blockIdx.x} * chunk + n * policy::chunk_threads + threadIdx.x;
        begun[n] = __ballot_sync(simt::full_warp, t < products && begins_entry_of_c(words[t]));
        if (simt::lane_id() == 0) before[n * warps + simt::warp_id()] = static_cast<unsigned>(__popc(begun[n]));
    }
    __syncthreads();
    if (simt::warp_id() == 0) {
        before[simt::lane_id()] = sum_below_lane(before[simt::lane_id()]);
    }
    __syncthreads();
    column_index* const own = to + entries[blockIdx.x];
#pragma unroll
    for (unsigned n = 0; n < chunk / policy::chunk_threads; ++n) {
        if ((begun[n] >> simt::lane_id() & 1) == 0) continue;
        const unsigned rank = before[n * warps + simt::warp_id()] + simt::count_below(begun[n]);
        own[rank] = columns[row_offset{blockIdx.x} * chunk + n * policy::chunk_threads + threadIdx.x];
    }
}
static_assert(chunk / simt::warp_size == simt::warp_size, "one warp adds up what all warps of a chunk have counted");

}  // namespace

products_before products_before_entries(const engine_ptr& e, const product_rows& in) {
    const row_offset first = read_element(*e, in.a.offsets + in.first_row), last = read_element(*e, in.a.offsets + in.last_row);
    const row_offset count = last - first;
    if (count >= max_left_entries) {
        const std::string what = "method merge: rows with " + std::to_string(count) + " entries of A; it takes up to " +
                                 std::to_string(max_left_entries - 1) + " at a time";
        if (in.count() == 1) throw unsupported(what);
        throw out_of_memory(what);  // fewer rows at a time
    }
    products_before out{array<row_offset>(e, static_cast<std::size_t>(count) + 1), first};
    row_offset* const to = out.counts.data();
    const column_index* const columns = in.a.columns + first;
    const row_offset* const offsets = in.b.offsets;
    for_each(e, count + 1, GB_DEVICE_LAMBDA(std::int64_t p) {
        to[p] = p < count ? offsets[columns[p] + index{1}] - offsets[columns[p]] : 0;
    });
    exclusive_scan(e, to, to, count + 1);
    return out;
}

}  // namespace merging

merged_rows merge_rows(const engine_ptr& e, const product_rows& in) {
    using namespace merging;
    merged_rows out;
    out.first_row = in.first_row;
    out.products = in.total_flops;
    if (in.total_flops == 0) {
        out.structure = empty_csr(e, in.count(), in.ncols(), type_code::none);
        return out;
    }
    const products_before before = products_before_entries(e, in);
    const auto products = static_cast<std::size_t>(out.products);
    const array<column_index> columns(e, products);
    out.words = array<word>(e, products);
    csr& c = out.structure;
    c.nrows = in.count();
    c.ncols = in.ncols();
    c.offsets = array<row_offset>(e, static_cast<std::size_t>(c.nrows + room_for_offsets));
    order_rows(e, {in, before.counts.data(), before.first_left, columns.data(), out.words.data(), c.offsets.data(),
                   bits_below(in.ncols() + 1)});
    c.nvals = offsets_of_sizes(e, c.offsets.data(), c.nrows).sum;
    c.offsets.truncate(static_cast<std::size_t>(c.nrows) + 1);

    const row_offset chunks = (out.products + chunk - 1) / chunk;
    out.entries = array<row_offset>(e, static_cast<std::size_t>(chunks) + 1);
    row_offset* const entries = out.entries.data();
    const auto blocks = static_cast<unsigned>(chunks);
    simt::launch(e->stream(), blocks, policy::chunk_threads, 0, count_entries, out.words.data(), out.products, entries);
    exclusive_scan(e, entries, entries, chunks + 1);
    c.columns = array<column_index>(e, static_cast<std::size_t>(c.nvals));
    simt::launch(e->stream(), blocks, policy::chunk_threads, 0, write_columns, out.words.data(), columns.data(), out.products,
                 entries, c.columns.data());
    return out;
}

}  // namespace graphblas_gpu::cuda
