// The multiplications of rows sorted by column.
//
// Idea: multiplications are numbered in ascending k, and a stable sort keeps those of a column in this order. Lanes sort words
// that consist of a column and a number, so that no two words are equal and any sort is stable. Blocks and the device use radix
// sorts, which are stable.
#include <graphblas_gpu/cuda/device/simt.cuh>

#include <graphblas_gpu/cuda/device/for_each.cuh>
#include <graphblas_gpu/cuda/merge/expansion.cuh>
#include <graphblas_gpu/cuda/primitives/scan.hpp>
#include <graphblas_gpu/cuda/primitives/sort.hpp>
#include <graphblas_gpu/cuda/primitives/sorting_networks.cuh>

#ifdef __CUDACC__
#include <cub/block/block_radix_sort.cuh>
#else
#include <cub_rehearsal.hpp>
#endif

namespace graphblas_gpu::cuda::merging {

namespace {

template <unsigned lanes>
__global__ void __launch_bounds__(policy::register_threads) sort_lanes(expansion x, const std::uint32_t* rows, index count) {
    const index n = (static_cast<index>(blockIdx.x) * blockDim.x + threadIdx.x) / lanes;
    const unsigned lane = threadIdx.x % lanes;
    row_products row{};
    if (n < count) row = products_of(x, rows[n]);
    const bool has_product = row.begin + lane < row.end;
    product_item item{no_column, masked_out};
    if (has_product) item = product_at(x, row, row.begin + lane);
    std::uint64_t keys[1] = {static_cast<std::uint64_t>(item.column) << 32 | lane};
    sort_keys(keys, lanes);
    const std::uint64_t key = keys[0];
    const unsigned first_lane = simt::lane_id() - lane;
    const auto column = static_cast<column_index>(key >> 32);
    word factors = __shfl_sync(simt::full_warp, item.factors, static_cast<int>(first_lane + (key & (lanes - 1))));
    const column_index before = __shfl_up_sync(simt::full_warp, column, 1);
    const bool begins = column != no_column && (lane == 0 || before != column);
    if (begins) factors |= begins_entry;
    const unsigned found = __ballot_sync(simt::full_warp, begins) >> first_lane;
    if (has_product) {
        x.columns[row.begin + lane] = column;
        x.words[row.begin + lane] = factors;
    }
    if (n < count && lane == 0) {
        constexpr unsigned all = lanes == simt::warp_size ? simt::full_warp : (1u << lanes % simt::warp_size) - 1;
        x.sizes[rows[n]] = __popc(found & all);
    }
}

/// A row a block.
template <unsigned threads, unsigned items>
__global__ void __launch_bounds__(threads) sort_blocks(expansion x, const std::uint32_t* rows) {
    using sort = CUB_NS_QUALIFIER::BlockRadixSort<column_index, threads, items, word>;
    __shared__ typename sort::TempStorage sorting;
    __shared__ unsigned entries;
    const row_products row = products_of(x, rows[blockIdx.x]);
    if (threadIdx.x == 0) entries = 0;
    column_index columns[items];
    word words[items];
#pragma unroll
    for (unsigned n = 0; n < items; ++n) {
        const row_offset t = row.begin + threadIdx.x * items + n;
        product_item item{no_column, masked_out};
        if (t < row.end) item = product_at(x, row, t);
        columns[n] = item.column;
        words[n] = item.factors;
    }
    sort(sorting).SortBlockedToStriped(columns, words, 0, x.column_bits);
#pragma unroll
    for (unsigned n = 0; n < items; ++n) {
        const row_offset t = row.begin + n * threads + threadIdx.x;
        if (t < row.end) x.columns[t] = columns[n];
    }
    __syncthreads();
    unsigned begun = 0;
#pragma unroll
    for (unsigned n = 0; n < items; ++n) {
        const row_offset t = row.begin + n * threads + threadIdx.x;
        const bool begins =
            t < row.end && columns[n] != no_column && (t == row.begin || x.columns[t - 1] != columns[n]);
        if (t < row.end) x.words[t] = begins ? words[n] | begins_entry : words[n];
        begun += begins;
    }
    if (begun > 0) atomicAdd(&entries, begun);
    __syncthreads();
    if (threadIdx.x == 0) x.sizes[rows[blockIdx.x]] = entries;
}

/// Multiplication t of rows that are numbered one after the other: first[n] is where row n begins.
struct numbered_rows {
    const std::uint32_t* rows;
    const row_offset* first;
    index count;

    __device__ index row_of(row_offset t) const { return row_of_entry(first, count, t); }
};

}  // namespace

void sort_in_registers(const engine_ptr& e, const expansion& x, const std::uint32_t* rows, index count, unsigned lanes) {
    const index rows_of_block = policy::register_threads / lanes;
    const auto blocks = static_cast<unsigned>((count + rows_of_block - 1) / rows_of_block);
    if (lanes == 8) simt::launch(e->stream(), blocks, policy::register_threads, 0, sort_lanes<8>, x, rows, count);
    else simt::launch(e->stream(), blocks, policy::register_threads, 0, sort_lanes<32>, x, rows, count);
}

void sort_in_blocks(const engine_ptr& e, const expansion& x, const std::uint32_t* rows, index count, std::int64_t products) {
    const auto blocks = static_cast<unsigned>(count);
    const auto launch = [&](unsigned threads, void (*kernel)(expansion, const std::uint32_t*)) {
        simt::launch(e->stream(), blocks, threads, 0, kernel, x, rows);
    };
    switch (products) {
        case 128: return launch(32, sort_blocks<32, 4>);
        case 256: return launch(64, sort_blocks<64, 4>);
        case 512: return launch(128, sort_blocks<128, 4>);
        case 1024: return launch(128, sort_blocks<128, 8>);
        case 2048: return launch(256, sort_blocks<256, 8>);
        default: return launch(512, sort_blocks<512, 8>);
    }
}

void sort_together(const engine_ptr& e, const expansion& x, const std::uint32_t* rows, index count) {
    if (count == 0) return;
    array<row_offset> starts(e, static_cast<std::size_t>(count) + 1);
    row_offset* const first = starts.data();
    for_each(e, count, GB_DEVICE_LAMBDA(std::int64_t n) {
        const row_products row = products_of(x, rows[n]);
        first[n] = row.end - row.begin;
        x.sizes[rows[n]] = 0;
    });
    const row_offset total = sizes_to_offsets(e, first, count);
    const auto size = static_cast<std::size_t>(total);
    const array<word> keys(e, size), words(e, size), sorted_keys(e, size), sorted_words(e, size);
    const numbered_rows numbered{rows, first, count};
    word* const key = keys.data();
    word* const factors = words.data();
    for_each(e, total, GB_DEVICE_LAMBDA(std::int64_t t) {
        const index n = numbered.row_of(t);
        const row_products row = products_of(x, rows[n]);
        const product_item item = product_at(x, row, row.begin + (t - first[n]));
        const word column = item.column & ((word{1} << x.column_bits) - 1);
        key[t] = static_cast<word>(n) << x.column_bits | column;
        factors[t] = item.factors;
    });
    word* const in_order = sorted_keys.data();
    sort_by_key(e, key, in_order, factors, sorted_words.data(), total, x.column_bits + bits_below(count));
    const word* const sorted = sorted_words.data();
    // Whole warps take part, so that the entries of a row are counted by one addition a warp.
    const std::int64_t padded = (total + simt::warp_size - 1) / simt::warp_size * simt::warp_size;
    for_each(e, padded, GB_DEVICE_LAMBDA(std::int64_t t) {
        bool begins = false;
        index n = 0;
        if (t < total) {
            n = static_cast<index>(in_order[t] >> x.column_bits);
            const row_offset to = x.before[x.in.a.offsets[x.in.first_row + rows[n]] - x.first_left] + (t - first[n]);
            const bool is_masked_out = sorted[t] == masked_out;
            begins = !is_masked_out && (t == 0 || in_order[t - 1] != in_order[t]);
            const word columns_alone = (word{1} << x.column_bits) - 1;
            x.columns[to] = is_masked_out ? no_column : static_cast<column_index>(in_order[t] & columns_alone);
            x.words[to] = begins ? sorted[t] | begins_entry : sorted[t];
        }
        const index row_of_warp = __shfl_sync(simt::full_warp, n, 0);
        const unsigned found = __ballot_sync(simt::full_warp, begins && n == row_of_warp);
        if (simt::lane_id() == 0 && found != 0) {
            atomicAdd(reinterpret_cast<unsigned long long*>(x.sizes + rows[row_of_warp]),
                      static_cast<unsigned long long>(__popc(found)));
        }
        if (begins && n != row_of_warp) atomicAdd(reinterpret_cast<unsigned long long*>(x.sizes + rows[n]), 1ull);
    });
}

}  // namespace graphblas_gpu::cuda::merging
