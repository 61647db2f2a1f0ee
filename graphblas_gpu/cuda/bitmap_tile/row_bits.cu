// The tiles that C may have and their bitmaps, row of tiles by row of tiles.
//
// Idea: a block has a row of C as a bitmap in shared memory, a bit for each column of tiles. It sets the bits that have a pair,
// and counts them. When the offsets of the rows are known, it sets them again, and computes the number of bits before each
// word. Then a pair finds its tile by one load and a population count, and the products of the pairs are OR-ed there. Rows
// come out sorted.
#include <graphblas_gpu/cuda/bitmap_tile/row_bits.hpp>

#include <graphblas_gpu/cuda/bitmap_tile/rules.hpp>
#include <graphblas_gpu/cuda/bitmap_tile/segment.cuh>
#include <graphblas_gpu/cuda/bitmap_tile/tile_products.cuh>
#include <graphblas_gpu/cuda/primitives/bitmap.cuh>
#include <graphblas_gpu/cuda/primitives/scan.hpp>

namespace graphblas_gpu::cuda::bitmap_tile {

namespace {

constexpr unsigned bits_a_word = 32;
/// Empties rows of B that are longer than `most`, so that they make no pairs.
struct rows_up_to {
    row_offset most;
    __device__ void cut(const csr_ref&, row_offset& from, row_offset& behind) const {
        if (behind - from > most) behind = from;
    }
};

/// The long rows of B that some entries of a row of A name, in shared memory.
struct alignas(16) long_row_list {
    static constexpr unsigned room = policy::large_block_warps * simt::warp_size;
    row_offset p[room];     ///< the entry of A
    row_offset from[room];  ///< the first entry of the row of B
    unsigned length[room];
    unsigned count;
};

/// The shared memory of a block. In a large block, it begins with long_row_list.
template <unsigned warps>
constexpr std::size_t list_bytes = warps == policy::large_block_warps ? sizeof(long_row_list) : 0;
__device__ long_row_list& long_rows_of_block() { return *simt::dynamic_shared<long_row_list>(); }
template <unsigned warps>
__device__ unsigned char* memory_of_block() {
    return simt::dynamic_shared<unsigned char>() + list_bytes<warps>;
}

/// for_pairs_of_row() for the long rows of B: eight warps of a large block share each. All threads call.
template <class Use>
__device__ void for_pairs_in_long_rows(const csr_ref& a, const csr_ref& b, index row, const Use& use) {
    constexpr unsigned sharing = policy::warps_a_long_row * simt::warp_size, at_once = policy::loads_of_long_rows;
    long_row_list& list = long_rows_of_block();
    const row_offset end = a.offsets[row + 1];
    for (row_offset base = a.offsets[row]; base < end; base += blockDim.x) {
        if (threadIdx.x == 0) list.count = 0;
        __syncthreads();
        if (const row_offset p = base + threadIdx.x; p < end) {
            const column_index k = a.columns[p];
            const row_offset from = b.offsets[k], length = b.offsets[k + index{1}] - from;
            if (length > policy::long_row_of_b) {
                const unsigned at = atomicAdd(&list.count, 1u);
                list.p[at] = p;
                list.from[at] = from;
                list.length[at] = static_cast<unsigned>(length);
            }
        }
        __syncthreads();
        for (unsigned s = threadIdx.x / sharing; s < list.count; s += blockDim.x / sharing) {
            const unsigned length = list.length[s];
            for (unsigned first = threadIdx.x % sharing; first < length; first += at_once * sharing) {
                column_index column[at_once]{};
#pragma unroll
                for (unsigned u = 0; u < at_once; ++u) {
                    if (first + u * sharing < length) column[u] = b.columns[list.from[s] + first + u * sharing];
                }
#pragma unroll
                for (unsigned u = 0; u < at_once; ++u) {
                    const unsigned n = first + u * sharing;
                    if (n < length) use(list.p[s], list.from[s] + n, column[u]);
                }
            }
        }
        __syncthreads();
    }
}

/// Calls use(p, q, column) for the pairs of a row, shared by the warps of a block. All threads call.
template <unsigned warps, class Use>
__device__ void for_pairs_of_row(const csr_ref& a, const csr_ref& b, index row, const Use& use) {
    constexpr bool is_large = warps == policy::large_block_warps;
    if constexpr (is_large) for_pairs_in_long_rows(a, b, row, use);
    // The warps wait for each other at the end, so the entries are shared evenly, but each warp takes some.
    constexpr row_offset fewest = policy::min_entries_a_warp;
    const row_offset fair = (a.offsets[row + 1] - a.offsets[row] + warps - 1) / warps;
    const auto at_once = static_cast<unsigned>(fair < fewest ? fewest : fair < simt::warp_size ? fair : simt::warp_size);
    const auto visit = [&](bool active, const pair_source& source) {
        if (active) use(source.p, source.q, b.columns[source.q]);
    };
    const rows_up_to range{is_large ? policy::long_row_of_b : b.nvals};
    for_pairs(a, b, row, range, simt::warp_id(), warps, whole_entries{}, visit, at_once);
}

/// Sets the bit of each tile that row `row` of C may have. All threads call.
template <unsigned warps>
__device__ void set_bits(const csr_ref& a, const csr_ref& b, index row, unsigned words, unsigned* bits) {
    for (unsigned w = threadIdx.x; w < words; w += blockDim.x) bits[w] = 0;
    __syncthreads();
    for_pairs_of_row<warps>(a, b, row, [&](row_offset, row_offset, column_index column) { set_bit_if_clear(bits, column); });
    __syncthreads();
}

/// Writes the number of tiles that row i of C may have to sizes[i].
template <unsigned warps>
__global__ void __launch_bounds__(warps* simt::warp_size)
    count_bits(csr_ref a, csr_ref b, const std::uint32_t* rows, unsigned words, row_offset* sizes) {
    auto* const bits = reinterpret_cast<unsigned*>(memory_of_block<warps>());
    __shared__ unsigned of_warps[warps];
    const index row = rows == nullptr ? blockIdx.x : rows[blockIdx.x];
    set_bits<warps>(a, b, row, words, bits);
    unsigned count = 0, all = 0;
    for (unsigned w = threadIdx.x; w < words; w += blockDim.x) count += static_cast<unsigned>(__popc(bits[w]));
    sum_up_to_thread(count, of_warps, all);
    if (threadIdx.x == 0) sizes[row] = all;
}

/// The shared memory of a block. The words of the bitmap follow it, and then as many prefix sums.
template <unsigned warps>
struct row_space {
    unsigned low[policy::shared_tiles];
    unsigned high[policy::shared_tiles];
    unsigned of_warps[warps];

    __device__ unsigned* bits() { return reinterpret_cast<unsigned*>(this + 1); }
};

/// Writes the number of set bits in the words before w to before[w], and the columns of the set bits. All threads call.
template <unsigned warps>
__device__ void write_columns(const unsigned* bits, unsigned words, unsigned* before, unsigned* of_warps,
                              column_index* columns) {
    const unsigned of_thread = (words + blockDim.x - 1) / blockDim.x | 1;  // odd, so that threads use different banks
    const unsigned first = threadIdx.x * of_thread, end = first + of_thread < words ? first + of_thread : words;
    unsigned count = 0, all = 0;
    for (unsigned w = first; w < end; ++w) count += static_cast<unsigned>(__popc(bits[w]));
    unsigned to = sum_up_to_thread(count, of_warps, all) - count;
    for (unsigned w = first; w < end; ++w) {
        before[w] = to;
        for (unsigned left = bits[w]; left != 0; left &= left - 1) {
            columns[to++] = w * bits_a_word + simt::lowest_bit(left);
        }
    }
    __syncthreads();
}

template <class Product, unsigned warps>
__global__ void __launch_bounds__(warps* simt::warp_size)
    or_rows_kernel(csr_ref a, csr_ref b, Product product, const std::uint32_t* rows, unsigned words,
                   const row_offset* offsets, column_index* columns, tile_bits* bitmaps) {
    auto& space = *reinterpret_cast<row_space<warps>*>(memory_of_block<warps>());
    unsigned *const bits = space.bits(), *const before = bits + words;
    const index row = rows == nullptr ? blockIdx.x : rows[blockIdx.x];
    const row_offset first = offsets[row];
    const auto count = static_cast<unsigned>(offsets[row + 1] - first);
    if (count == 0) return;
    columns += first;
    bitmaps += first;
    const bool is_shared = count <= policy::shared_tiles;
    for (unsigned t = threadIdx.x; t < count; t += blockDim.x) {
        if (is_shared) space.low[t] = space.high[t] = 0;
        else bitmaps[t] = 0;
    }
    set_bits<warps>(a, b, row, words, bits);
    write_columns<warps>(bits, words, before, space.of_warps, columns);
    for_pairs_of_row<warps>(a, b, row, [&](row_offset p, row_offset q, column_index column) {
        const tile_bits made = product(p, q);
        if (made == 0) return;
        const unsigned word = column / bits_a_word;
        const unsigned tile = before[word] + rank_in_word(bits[word], column);
        if (is_shared) or_bits(space.low, space.high, tile, made);
        else atomicOr(reinterpret_cast<unsigned long long*>(bitmaps + tile), static_cast<unsigned long long>(made));
    });
    if (!is_shared) return;
    __syncthreads();
    for (unsigned t = threadIdx.x; t < count; t += blockDim.x) bitmaps[t] = tile_bits{space.high[t]} << 32 | space.low[t];
}

template <unsigned warps>
void count_by(CUstream_st* stream, const csr_ref& a, const csr_ref& b, const some_rows& selection, row_offset* sizes) {
    const unsigned words = words_for(b.ncols);
    simt::launch(stream, selection.count, warps * simt::warp_size, list_bytes<warps> + words * sizeof(unsigned),
                 count_bits<warps>, a, b, selection.rows, words, sizes);
}
template <unsigned warps, class Product>
void or_rows_by(CUstream_st* stream, const csr_ref& a, const csr_ref& b, const Product& product, const some_rows& selection,
                const tile_bitmaps& out) {
    const unsigned words = words_for(b.ncols);
    const std::size_t bytes = list_bytes<warps> + sizeof(row_space<warps>) + 2 * words * sizeof(unsigned);
    simt::launch(stream, selection.count, warps * simt::warp_size, bytes, or_rows_kernel<Product, warps>, a, b, product,
                 selection.rows, words, out.structure.offsets.data(), out.structure.columns.data(), out.bitmaps.data());
}

template <class Product>
tile_bitmaps run(const engine_ptr& e, const csr_ref& a, const csr_ref& b, const Product& product) {
    tile_bitmaps out(e, a, b);
    const some_rows all{nullptr, static_cast<unsigned>(a.nrows)};
    count_by<policy::block_warps>(e->stream(), a, b, all, out.structure.offsets.data());
    out.allocate(e);
    or_rows_by<policy::block_warps>(e->stream(), a, b, product, all, out);
    return out;
}

}  // namespace

tile_bitmaps::tile_bitmaps(const engine_ptr& e, const csr_ref& a, const csr_ref& b) {
    structure.nrows = a.nrows;
    structure.ncols = b.ncols;
    structure.offsets = array<row_offset>(e, static_cast<std::size_t>(a.nrows) + 1);
}

void tile_bitmaps::allocate(const engine_ptr& e) {
    structure.nvals = sizes_to_offsets(e, structure.offsets.data(), structure.nrows);
    structure.columns = array<column_index>(e, static_cast<std::size_t>(structure.nvals));
    bitmaps = array<tile_bits>(e, static_cast<std::size_t>(structure.nvals));
}

unsigned words_for(index columns) { return static_cast<unsigned>((columns + bits_a_word - 1) / bits_a_word); }

bool builds_rows_as_bitmaps(const csr_ref& a, const csr_ref& b, std::int64_t products_of_longest) {
    if (b.nrows == 0) return false;
    const double average = static_cast<double>(b.nvals) / static_cast<double>(b.nrows);
    return builds_rows_as_bitmaps(a.nrows, words_for(b.ncols), static_cast<double>(a.nvals) * average, products_of_longest);
}

tile_bitmaps or_products(const engine_ptr& e, const csr_ref& a, const csr_ref& b, const whole_tiles& product) {
    return run(e, a, b, product);
}
tile_bitmaps or_products(const engine_ptr& e, const csr_ref& a, const csr_ref& b, const outer_products& product) {
    return run(e, a, b, product);
}

void count_rows_with_many(CUstream_st* stream, const csr_ref& a, const csr_ref& b, const some_rows& selection,
                          row_offset* sizes) {
    count_by<policy::large_block_warps>(stream, a, b, selection, sizes);
}
void or_rows_with_many(CUstream_st* stream, const csr_ref& a, const csr_ref& b, const outer_products& product,
                       const some_rows& selection, const tile_bitmaps& out) {
    or_rows_by<policy::large_block_warps>(stream, a, b, product, selection, out);
}

}  // namespace graphblas_gpu::cuda::bitmap_tile
