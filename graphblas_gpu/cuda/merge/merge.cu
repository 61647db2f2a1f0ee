// Rows by method `merge`, up to their values.
//
// Idea: rows are listed by their class, each class is ordered by its kernel, and the sizes that come with it give the offsets of C.
// The number of an entry of C is how many entries begin before it, whatever the row: chunks of multiplications are counted, and then
// columns go to their entries without asking for rows.
#include <graphblas_gpu/cuda/device/simt.cuh>

#include <array>
#include <string>

#include <graphblas_gpu/cuda/merge/merge.hpp>
#include <graphblas_gpu/cuda/merge/rules.hpp>
#include <graphblas_gpu/cuda/primitives/for_each.cuh>
#include <graphblas_gpu/cuda/primitives/scan.hpp>
#include <graphblas_gpu/cuda/primitives/sort.hpp>
#include <graphblas_gpu/cuda/product/flops.hpp>

namespace graphblas_gpu::cuda {

namespace merging {

namespace {

constexpr unsigned list_threads = 256;
constexpr unsigned chunk_threads = 256;

using class_counts = std::array<unsigned long long, row_classes>;

/// Counts the rows of each class, or writes them behind each other where `rows` is there: counts[c] is then the next free slot.
__global__ void __launch_bounds__(list_threads)
    list_rows(const std::int64_t* flops, index count, unsigned long long* counts, std::uint32_t* rows, row_offset* sizes) {
    __shared__ unsigned taken[row_classes];
    __shared__ unsigned long long base[row_classes];
    if (threadIdx.x < row_classes) taken[threadIdx.x] = 0;
    __syncthreads();
    const index r = static_cast<index>(blockIdx.x) * blockDim.x + threadIdx.x;
    unsigned c = 0, within = 0;
    if (r < count) {
        c = class_of(flops[r]);
        within = atomicAdd(&taken[c], 1u);
        if (c == 0 && rows == nullptr) sizes[r] = 0;
    }
    __syncthreads();
    if (threadIdx.x < row_classes && taken[threadIdx.x] > 0) {
        base[threadIdx.x] = atomicAdd(&counts[threadIdx.x], static_cast<unsigned long long>(taken[threadIdx.x]));
    }
    __syncthreads();
    if (r < count && rows != nullptr) rows[base[c] + within] = static_cast<std::uint32_t>(r);
}

/// Sets x.columns, x.words and x.sizes.
void order_rows(const engine_ptr& e, const expansion& x) {
    const index count = x.in.count();
    const std::int64_t* const flops = x.in.flops + x.in.first_row;
    const auto blocks = static_cast<unsigned>((count + list_threads - 1) / list_threads);
    const array<unsigned long long> counters(e, row_classes);
    e->set_bytes(counters.data(), 0, sizeof(class_counts));
    std::uint32_t* const none = nullptr;
    simt::launch(e->stream(), blocks, list_threads, 0, list_rows, flops, count, counters.data(), none, x.sizes);
    class_counts counts{}, starts{};
    e->read_small(counts.data(), counters.data(), sizeof(counts));
    for (unsigned c = 1; c < row_classes; ++c) starts[c] = starts[c - 1] + counts[c - 1];
    e->write_small(counters.data(), starts.data(), sizeof(starts));
    const array<std::uint32_t> rows(e, static_cast<std::size_t>(count));
    simt::launch(e->stream(), blocks, list_threads, 0, list_rows, flops, count, counters.data(), rows.data(), x.sizes);

    const auto rows_of = [&](unsigned c) { return rows.data() + starts[c]; };
    const auto count_of = [&](unsigned c) { return static_cast<index>(counts[c]); };
    sort_together(e, x, rows_of(together_class), count_of(together_class));
    for (unsigned c = together_class; --c >= first_block_class;) sort_in_blocks(e, x, rows_of(c), count_of(c), block_products(c));
    sort_in_registers(e, x, rows_of(warp_class), count_of(warp_class), simt::warp_size);
    sort_in_registers(e, x, rows_of(eight_lanes_class), count_of(eight_lanes_class), 8);
}

__device__ inline bool begins_entry_of_c(word w) { return begins(w) && w != masked_out; }

/// counts[n]: the entries of C that begin in chunk n.
__global__ void __launch_bounds__(chunk_threads) count_entries(const word* words, row_offset products, row_offset* counts) {
    __shared__ unsigned sum;
    if (threadIdx.x == 0) sum = 0;
    __syncthreads();
    unsigned mine = 0;
#pragma unroll
    for (unsigned n = 0; n < chunk; n += chunk_threads) {
        const row_offset t = row_offset{blockIdx.x} * chunk + n + threadIdx.x;
        mine += t < products && begins_entry_of_c(simt::read_once(words + t));
    }
    mine = __reduce_add_sync(simt::full_warp, mine);
    if (simt::lane_id() == 0 && mine > 0) atomicAdd(&sum, mine);
    __syncthreads();
    if (threadIdx.x == 0) counts[blockIdx.x] = sum;
}

/// Columns of multiplications that begin an entry of C, to the position of the entry. A warp takes 128 of a chunk in turn.
__global__ void __launch_bounds__(chunk_threads) write_columns(const word* words, const column_index* columns, row_offset products,
                                                               const row_offset* entries, column_index* to) {
    constexpr unsigned warps = chunk_threads / simt::warp_size;
    __shared__ unsigned before[chunk / simt::warp_size];
    unsigned begun[chunk / chunk_threads];
#pragma unroll
    for (unsigned n = 0; n < chunk / chunk_threads; ++n) {
        const row_offset t = row_offset{blockIdx.x} * chunk + n * chunk_threads + threadIdx.x;
        begun[n] = __ballot_sync(simt::full_warp, t < products && begins_entry_of_c(words[t]));
        if (simt::lane_id() == 0) before[n * warps + simt::warp_id()] = static_cast<unsigned>(__popc(begun[n]));
    }
    __syncthreads();
    if (simt::warp_id() == 0) {
        const unsigned own = before[simt::lane_id()];
        unsigned sum = own;
        for (unsigned apart = 1; apart < simt::warp_size; apart *= 2) {
            const unsigned other = __shfl_up_sync(simt::full_warp, sum, apart);
            if (simt::lane_id() >= apart) sum += other;
        }
        before[simt::lane_id()] = sum - own;
    }
    __syncthreads();
    column_index* const own = to + entries[blockIdx.x];
#pragma unroll
    for (unsigned n = 0; n < chunk / chunk_threads; ++n) {
        if ((begun[n] >> simt::lane_id() & 1) == 0) continue;
        const unsigned rank = before[n * warps + simt::warp_id()] +
                              static_cast<unsigned>(__popc(begun[n] & ((1u << simt::lane_id()) - 1)));
        own[rank] = columns[row_offset{blockIdx.x} * chunk + n * chunk_threads + threadIdx.x];
    }
}
static_assert(chunk / simt::warp_size == simt::warp_size, "one warp adds up what all warps of a chunk have counted");

/// Multiplications before each entry of A of the panel, and all of them.
array<row_offset> products_before(const engine_ptr& e, const product_rows& in, row_offset first, row_offset count) {
    array<row_offset> before(e, static_cast<std::size_t>(count) + 1);
    row_offset* const to = before.data();
    const column_index* const columns = in.a.columns + first;
    const row_offset* const offsets = in.b.offsets;
    for_each(e, count + 1, GB_DEVICE_LAMBDA(std::int64_t p) {
        to[p] = p < count ? offsets[columns[p] + index{1}] - offsets[columns[p]] : 0;
    });
    exclusive_scan(e, to, to, count + 1);
    return before;
}

}  // namespace

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
    const row_offset first = read_element(*e, in.a.offsets + in.first_row), last = read_element(*e, in.a.offsets + in.last_row);
    if (last - first >= most_left_entries) {
        const std::string what = "method merge: rows with " + std::to_string(last - first) + " entries of A; it takes up to " +
                                 std::to_string(most_left_entries - 1) + " at a time";
        if (in.count() == 1) throw unsupported(what);
        throw out_of_memory(what);  // fewer rows at a time
    }
    const array<row_offset> before = products_before(e, in, first, last - first);
    const auto products = static_cast<std::size_t>(out.products);
    const array<column_index> columns(e, products);
    out.words = array<word>(e, products);
    csr& c = out.structure;
    c.nrows = in.count();
    c.ncols = in.ncols();
    c.offsets = array<row_offset>(e, static_cast<std::size_t>(c.nrows + room_for_offsets));
    order_rows(e, {in, before.data(), first, columns.data(), out.words.data(), c.offsets.data(), bits_below(in.ncols() + 1)});
    c.nvals = offsets_of_sizes(e, c.offsets.data(), c.nrows).sum;
    c.offsets.truncate(static_cast<std::size_t>(c.nrows) + 1);

    const row_offset chunks = (out.products + chunk - 1) / chunk;
    out.entries = array<row_offset>(e, static_cast<std::size_t>(chunks) + 1);
    row_offset* const entries = out.entries.data();
    const auto blocks = static_cast<unsigned>(chunks);
    simt::launch(e->stream(), blocks, chunk_threads, 0, count_entries, out.words.data(), out.products, entries);
    exclusive_scan(e, entries, entries, chunks + 1);
    c.columns = array<column_index>(e, static_cast<std::size_t>(c.nvals));
    simt::launch(e->stream(), blocks, chunk_threads, 0, write_columns, out.words.data(), columns.data(), out.products, entries,
                 c.columns.data());
    return out;
}

}  // namespace graphblas_gpu::cuda
