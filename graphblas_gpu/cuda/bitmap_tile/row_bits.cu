// The tiles that C may have and their bitmaps, row of tiles by row of tiles.
//
// Idea: a block has a row of C as bits, one a column of tiles, in shared memory, and sets those that pairs fall on; then it
// knows how many there are. Once rows have their places it does so again, sums up how many bits lie before each word, so that a
// pair finds its tile by one look and a population count, and unites the products of the pairs there. Rows come out sorted.
#include <graphblas_gpu/cuda/bitmap_tile/row_bits.hpp>

#include <graphblas_gpu/cuda/bitmap_tile/block_sums.cuh>
#include <graphblas_gpu/cuda/bitmap_tile/rules.hpp>
#include <graphblas_gpu/cuda/bitmap_tile/stretch.cuh>
#include <graphblas_gpu/cuda/bitmap_tile/unite.cuh>
#include <graphblas_gpu/cuda/scan.hpp>

namespace graphblas_gpu::cuda::bitmap_tile {

namespace {

constexpr unsigned bits_a_word = 32;
/// Tiles of a row whose bitmaps are united in shared memory; those of longer rows are where they stay.
constexpr unsigned shared_tiles = 1024;

/// Leaves rows of B as they are.
struct whole_rows {
    __device__ void cut(const csr_ref&, row_offset&, row_offset&) const {}
};

/// use(p, q, column) for the pairs of a row, shared by the warps of a block. All threads call.
template <class Use>
__device__ void for_pairs_of_row(const csr_ref& a, const csr_ref& b, index row, const Use& use) {
    // Few entries are enough for all warps: they wait for each other.
    constexpr row_offset fewest = 4;
    const row_offset fair = (a.offsets[row + 1] - a.offsets[row] + block_warps - 1) / block_warps;
    const auto at_once = static_cast<unsigned>(fair < fewest ? fewest : fair < simt::warp_size ? fair : simt::warp_size);
    const auto visit = [&](bool active, const pair_source& of) {
        if (active) use(of.p, of.q, b.columns[of.q]);
    };
    for_pairs(a, b, row, whole_rows{}, simt::warp_id(), block_warps, whole_entries{}, visit, at_once);
}

/// Sets a bit for each tile that row `row` of C may have. All threads call.
__device__ void set_bits(const csr_ref& a, const csr_ref& b, index row, unsigned words, unsigned* bits) {
    for (unsigned w = threadIdx.x; w < words; w += block_threads) bits[w] = 0;
    __syncthreads();
    for_pairs_of_row(a, b, row, [&](row_offset, row_offset, column_index column) {
        const unsigned bit = 1u << column % bits_a_word;
        if ((bits[column / bits_a_word] & bit) == 0) atomicOr(bits + column / bits_a_word, bit);
    });
    __syncthreads();
}

/// sizes[i]: the tiles that row i of C may have.
__global__ void __launch_bounds__(block_threads) count_bits(csr_ref a, csr_ref b, unsigned words, row_offset* sizes) {
    unsigned* const bits = simt::dynamic_shared<unsigned>();
    __shared__ unsigned of_warps[block_warps];
    const index row = blockIdx.x;
    set_bits(a, b, row, words, bits);
    unsigned count = 0, all = 0;
    for (unsigned w = threadIdx.x; w < words; w += block_threads) count += static_cast<unsigned>(__popc(bits[w]));
    sum_up_to_here(count, of_warps, all);
    if (threadIdx.x == 0) sizes[row] = all;
}

/// What a block has in shared memory, `words` of bits and of sums behind it.
struct row_space {
    unsigned low[shared_tiles];
    unsigned high[shared_tiles];
    unsigned of_warps[block_warps];

    __device__ unsigned* bits() { return reinterpret_cast<unsigned*>(this + 1); }
};

/// before[w]: bits set in words before w. Writes the columns of those that are set. All threads call.
__device__ void write_columns(const unsigned* bits, unsigned words, unsigned* before, unsigned* of_warps,
                              column_index* columns) {
    const unsigned of_thread = (words + block_threads - 1) / block_threads | 1;  // odd: threads differ in their banks
    const unsigned first = threadIdx.x * of_thread, end = first + of_thread < words ? first + of_thread : words;
    unsigned count = 0, all = 0;
    for (unsigned w = first; w < end; ++w) count += static_cast<unsigned>(__popc(bits[w]));
    unsigned to = sum_up_to_here(count, of_warps, all) - count;
    for (unsigned w = first; w < end; ++w) {
        before[w] = to;
        for (unsigned left = bits[w]; left != 0; left &= left - 1) {
            columns[to++] = w * bits_a_word + static_cast<unsigned>(__ffs(static_cast<int>(left))) - 1;
        }
    }
    __syncthreads();
}

template <class Product>
__global__ void __launch_bounds__(block_threads)
    unite_rows_kernel(csr_ref a, csr_ref b, Product product, unsigned words, const row_offset* offsets, column_index* columns,
                      tile_bits* bitmaps) {
    row_space& space = *simt::dynamic_shared<row_space>();
    unsigned *const bits = space.bits(), *const before = bits + words;
    const index row = blockIdx.x;
    const row_offset first = offsets[row];
    const auto count = static_cast<unsigned>(offsets[row + 1] - first);
    if (count == 0) return;
    columns += first;
    bitmaps += first;
    const bool is_shared = count <= shared_tiles;
    for (unsigned t = threadIdx.x; t < count; t += block_threads) {
        if (is_shared) space.low[t] = space.high[t] = 0;
        else bitmaps[t] = 0;
    }
    set_bits(a, b, row, words, bits);
    write_columns(bits, words, before, space.of_warps, columns);
    for_pairs_of_row(a, b, row, [&](row_offset p, row_offset q, column_index column) {
        const tile_bits made = product(p, q);
        if (made == 0) return;
        const unsigned word = column / bits_a_word, below = (1u << column % bits_a_word) - 1;
        const unsigned tile = before[word] + static_cast<unsigned>(__popc(bits[word] & below));
        if (is_shared) unite(space.low, space.high, tile, made);
        else atomicOr(reinterpret_cast<unsigned long long*>(bitmaps + tile), static_cast<unsigned long long>(made));
    });
    if (!is_shared) return;
    __syncthreads();
    for (unsigned t = threadIdx.x; t < count; t += block_threads) bitmaps[t] = tile_bits{space.high[t]} << 32 | space.low[t];
}

unsigned words_for(index columns) { return static_cast<unsigned>((columns + bits_a_word - 1) / bits_a_word); }

template <class Product>
united_rows run(const engine_ptr& e, const csr_ref& a, const csr_ref& b, const Product& product) {
    united_rows out;
    out.places.nrows = a.nrows;
    out.places.ncols = b.ncols;
    out.places.offsets = array<row_offset>(e, static_cast<std::size_t>(a.nrows) + 1);
    row_offset* const offsets = out.places.offsets.data();
    const auto blocks = static_cast<unsigned>(a.nrows);
    const unsigned words = words_for(b.ncols);
    simt::launch(e->stream(), blocks, block_threads, words * sizeof(unsigned), count_bits, a, b, words, offsets);
    out.places.nvals = sizes_to_offsets(e, offsets, a.nrows);
    const auto count = static_cast<std::size_t>(out.places.nvals);
    out.places.columns = array<column_index>(e, count);
    out.bitmaps = array<tile_bits>(e, count);
    simt::launch(e->stream(), blocks, block_threads, sizeof(row_space) + 2 * words * sizeof(unsigned),
                 unite_rows_kernel<Product>, a, b, product, words, offsets, out.places.columns.data(), out.bitmaps.data());
    return out;
}

}  // namespace

bool unites_rows(const csr_ref& a, const csr_ref& b, std::int64_t products_of_longest) {
    if (b.nrows == 0) return false;
    const double average = static_cast<double>(b.nvals) / static_cast<double>(b.nrows);
    return unites_rows(a.nrows, words_for(b.ncols), static_cast<double>(a.nvals) * average, products_of_longest);
}

united_rows unite_rows(const engine_ptr& e, const csr_ref& a, const csr_ref& b, const whole_tiles& product) {
    return run(e, a, b, product);
}
united_rows unite_rows(const engine_ptr& e, const csr_ref& a, const csr_ref& b, const outer_products& product) {
    return run(e, a, b, product);
}

}  // namespace graphblas_gpu::cuda::bitmap_tile
