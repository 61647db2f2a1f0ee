// Idea: a block looks at one drawn row; each thread takes a row of B that it names, and then all threads take their
// multiplications in equal shares. The block sets a bit for the hash of every column that it meets; the number of bits that are
// set tells how many columns were different (linear counting: Whang, Vander-Zanden, Taylor, "A linear-time probabilistic
// counting algorithm for database applications", TODS 1990). A row with very many multiplications is looked at in part, and its
// distinct columns are extrapolated as for balls in bins. The host puts the numbers of all blocks together.
#include <array>
#include <atomic>
#include <cmath>

#include <graphblas_gpu/cuda/device/simt.cuh>
#include <graphblas_gpu/cuda/primitives/bitmap.cuh>
#include <graphblas_gpu/cuda/primitives/warp_search.cuh>
#include <graphblas_gpu/cuda/primitives/warp_sums.cuh>
#include <graphblas_gpu/cuda/product/product_sample.hpp>
#include <graphblas_gpu/formats/bitmap_tile/tile.hpp>
#include <graphblas_gpu/planner/sampled.hpp>

namespace graphblas_gpu::cuda {

namespace {

constexpr unsigned sample_threads = 1024;
/// Rows of A that are drawn; as many rows of tiles of each operand.
constexpr unsigned sample_draws = 32;
/// Bits of a block, and what it looks at: entries of a row of A, multiplications, entries of a row of tiles.
constexpr unsigned sample_bits = 1u << 16;
constexpr row_offset max_sampled_entries = 4096;
constexpr std::int64_t max_sampled_products = 16384;
constexpr row_offset max_tiled_entries = 16384;
/// Where the numbers of the sample begin in the engine's answer: the first ones are those of count_multiplications.
constexpr unsigned first_answer = 16;

/// The row of drawn entry number `draw` of sample_draws. All lanes of the warp call.
__device__ index drawn_row(const csr_ref& m, unsigned draw) {
    const row_offset p = (2 * row_offset{draw} + 1) * m.nvals / (2 * sample_draws);
    return count_before(m.nrows, [&](index i) { return m.offsets[i + 1] <= p; });
}

__device__ void set_bit_of(unsigned* bits, column_index key) { set_bit(bits, (key * 0x9E3779B1u) >> 16); }

/// Adds the numbers of all threads to `sum` in shared memory, which takes 64-bit additions one at a time: one for each warp.
/// Ends with a barrier. All threads call.
__device__ void add_up(unsigned long long mine, unsigned long long* sum) {
    mine = sum_of_warp(mine);
    if (simt::lane_id() == 0) atomicAdd(sum, mine);
    __syncthreads();
}

/// Of row i of A*B: bits that are set and multiplications looked at (answer[0]); all multiplications and entries of A's row
/// (answer[1]).
__device__ void sample_row(const csr_ref& a, const csr_ref& b, index i, unsigned* bits, unsigned long long* sums,
                           std::int64_t* answer) {
    const row_offset begin = a.offsets[i], end = a.offsets[i + 1];
    const row_offset step = (end - begin + max_sampled_entries - 1) / max_sampled_entries;
    unsigned long long mine = 0;
#pragma unroll 4
    for (row_offset p = begin + threadIdx.x * step; p < end; p += blockDim.x * step) {
        const index k = a.columns[p];
        mine += static_cast<unsigned long long>(b.offsets[k + 1] - b.offsets[k]);
    }
    add_up(mine * static_cast<unsigned long long>(step), sums);
    const auto flops = static_cast<std::int64_t>(sums[0]);
    const std::int64_t parts = flops / max_sampled_products + 1;
    const row_offset stride = step > parts ? step : parts;
    __shared__ unsigned up_to[sample_threads], of_warps[sample_threads / simt::warp_size];
    __shared__ row_offset starts[sample_threads];  // of the rows of B, less the multiplications before them
    unsigned long long seen = 0;
    for (row_offset base = begin; base < end; base += sample_threads * stride) {
        const row_offset p = base + threadIdx.x * stride;
        const index k = p < end ? a.columns[p] : 0;
        const row_offset first = b.offsets[k], length = p < end ? b.offsets[k + 1] - first : 0;
        const auto taken = static_cast<unsigned>(length < max_sampled_products ? length : max_sampled_products);
        unsigned all = 0;
        up_to[threadIdx.x] = sum_up_to_thread(taken, of_warps, all);
        starts[threadIdx.x] = first - (up_to[threadIdx.x] - taken);
        __syncthreads();
#pragma unroll 4
        for (unsigned at = threadIdx.x; at < all; at += sample_threads) {
            unsigned row = 0;
#pragma unroll
            for (unsigned half = sample_threads / 2; half > 0; half /= 2) row += up_to[row + half - 1] <= at ? half : 0;
            set_bit_of(bits, b.columns[starts[row] + at]);
        }
        seen += all;
        __syncthreads();
    }
    unsigned long long used = 0;
    for (unsigned w = threadIdx.x; w < sample_bits / 32; w += blockDim.x) used += __popc(bits[w]);
    add_up(used, sums + 1);
    if (threadIdx.x != 0) return;
    answer[0] = static_cast<std::int64_t>(sums[1] | seen << 20);
    answer[1] = static_cast<std::int64_t>(static_cast<unsigned long long>(end - begin) | sums[0] << 24);
}

/// Of the row of tiles that holds row i: tile columns and entries. A row with too many entries counts as if none shared a tile.
__device__ void sample_tile_row(const csr_ref& m, index i, unsigned* bits, unsigned long long* sums, std::int64_t* answer) {
    const index first = i / formats::tile_side * formats::tile_side;
    const index last = first + formats::tile_side < m.nrows ? first + formats::tile_side : m.nrows;
    const row_offset begin = m.offsets[first], end = m.offsets[last];
    const bool is_looked_at = end - begin <= max_tiled_entries;
    for (row_offset p = begin + threadIdx.x; is_looked_at && p < end; p += blockDim.x) {
        set_bit_of(bits, m.columns[p] / formats::tile_side);
    }
    __syncthreads();
    unsigned long long used = 0;
    for (unsigned w = threadIdx.x; w < sample_bits / 32; w += blockDim.x) used += __popc(bits[w]);
    add_up(used, sums);
    if (threadIdx.x != 0) return;
    *answer = is_looked_at ? static_cast<std::int64_t>(sums[0] | static_cast<unsigned long long>(end - begin) << 20) : 0;
}

__global__ void sample_kernel(csr_ref a, csr_ref b, std::int64_t* answer) {
    __shared__ unsigned bits[sample_bits / 32];
    __shared__ unsigned long long sums[2];
    for (unsigned w = threadIdx.x; w < sample_bits / 32; w += blockDim.x) bits[w] = 0;
    if (threadIdx.x < 2) sums[threadIdx.x] = 0;
    __syncthreads();
    const unsigned what = blockIdx.x / sample_draws, draw = blockIdx.x % sample_draws;
    if (what == 0) {
        sample_row(a, b, drawn_row(a, draw), bits, sums, answer + 2 * draw);
    } else {
        const csr_ref& m = what == 1 ? a : b;
        sample_tile_row(m, drawn_row(m, draw), bits, sums, answer + (1 + what) * sample_draws + draw);
    }
}

double expected_tiles(const std::int64_t* answer, row_offset nvals) {
    double shares = 0;
    for (unsigned d = 0; d < sample_draws; ++d) {
        const auto entries = static_cast<double>(answer[d] >> 20);
        shares +=
            entries == 0
                ? 1.0
                : std::fmin(1.0, planner::different_keys(static_cast<double>(answer[d] & 0xfffff), sample_bits) / entries);
    }
    return shares / sample_draws * static_cast<double>(nvals);
}

bool is_square(const csr_ref& a, const csr_ref& b) { return a.columns == b.columns && a.offsets == b.offsets; }

}  // namespace

void start_sample(const engine& e, CUstream_st* stream, const csr_ref& a, const csr_ref& b) {
    simt::launch(stream, (is_square(a, b) ? 2 : 3) * sample_draws, sample_threads, 0, sample_kernel, a.structure(),
                 b.structure(), e.answer() + first_answer);
}

device_sample read_sample(const engine& e, const csr_ref& a, const csr_ref& b, std::int64_t flops) {
    const std::int64_t* const answer = e.answer() + first_answer;
    // Rows are drawn in proportion to their entries, so that a row's share of all rows is that part of the draws over its
    // entries.
    double columns = 0, multiplications = 0, searches = 0;
    for (unsigned d = 0; d < sample_draws; ++d) {
        const auto used = static_cast<double>(answer[2 * d] & 0xfffff), seen = static_cast<double>(answer[2 * d] >> 20);
        const auto entries = static_cast<double>(answer[2 * d + 1] & 0xffffff),
                   total = static_cast<double>(answer[2 * d + 1] >> 24);
        if (entries == 0) continue;
        const double of_row = planner::extrapolated_columns(planner::different_keys(used, sample_bits), seen, total,
                                                            static_cast<double>(b.ncols));
        columns += of_row / entries;
        multiplications += total / entries;
        searches += of_row;  // times the entries of A's row, over those entries
    }
    device_sample out;
    if (multiplications > 0) {
        out.nvals = columns / multiplications * static_cast<double>(flops);
        out.searches = searches / multiplications * static_cast<double>(flops);
    }
    out.a_tiles = expected_tiles(answer + 2 * sample_draws, a.nvals);
    out.b_tiles = is_square(a, b) ? out.a_tiles : expected_tiles(answer + 3 * sample_draws, b.nvals);
    return out;
}

double memory_bandwidth(const engine& e) {
#ifdef GRAPHBLAS_GPU_REHEARSAL
    (void)e;
    return 0;
#else
    // Asking for the clock takes half a millisecond.
    static std::array<std::atomic<double>, 64> known{};
    std::atomic<double>& of_device = known[static_cast<std::size_t>(e.device()) % known.size()];
    constexpr double unknown = -1;  // what a driver without a clock rate leaves; 0: not asked yet
    if (const double bandwidth = of_device.load(); bandwidth != 0) return std::max(bandwidth, 0.0);
    int kilohertz = 0, bits = 0;
    simt::check(cudaDeviceGetAttribute(&kilohertz, cudaDevAttrMemoryClockRate, e.device()), "cudaDeviceGetAttribute");
    simt::check(cudaDeviceGetAttribute(&bits, cudaDevAttrGlobalMemoryBusWidth, e.device()), "cudaDeviceGetAttribute");
    const double bandwidth = 2 * 1e3 * kilohertz * bits / 8;  // both edges of the clock
    of_device = bandwidth > 0 ? bandwidth : unknown;
    return bandwidth;
#endif
}

}  // namespace graphblas_gpu::cuda
