// cuSpAMM as its paper describes it: a thread block for each 32 x 32 block of C.
//
// Idea: the thread block tests all k, writes the valid ones to a list in its shared memory (the paper's map_offset), and goes
// through the list with two buffers. In fp32 half of its 1024 threads load the next blocks while the other half multiply the
// ones before, two sums a thread, on the ordinary cores. In fp16 four warps have a quarter of C each and multiply on tensor
// cores. Source: Liu et al., "cuSpAMM: accelerating the sparse approximate matrix multiplication on multi-GPUs". The published
// code loses products where a row has more than 256 blocks; here the list is counted by ballots and has them all.
#include <graphblas_gpu/cuda/primitives/warp_sums.cuh>
#include <graphblas_gpu/spamm/cuda/cuspamm.hpp>
#include <graphblas_gpu/spamm/cuda/instructions.cuh>

namespace graphblas_gpu::cuda::block_product {

namespace {

constexpr unsigned side = 32, values_in_block = side * side;

/// What is tested: norms along k and the threshold.
struct norm_test {
    const double* a;
    const double* b;
    const double* tau;
    double tau_value;
};

/// Writes the valid ks of block (i, j) to `list`, and returns their number. All threads of the block call.
template <unsigned threads>
__device__ unsigned make_list(const norm_test& test, index i, index j, index inner, column_index* list) {
    __shared__ unsigned of_warp[threads / simt::warp_size];
    const double tau = test.tau == nullptr ? test.tau_value : *test.tau;
    unsigned length = 0;
    for (index first = 0; first < inner; first += threads) {
        const index k = first + threadIdx.x;
        const double p = k < inner ? formats::norm_product(test.a[i * inner + k], test.b[j * inner + k]) : 0;
        const bool valid = p != 0 && p >= tau;
        unsigned all = 0;
        const unsigned before = count_below_thread(valid, of_warp, all);
        if (valid) list[length + before] = static_cast<column_index>(k);
        length += all;
    }
    __syncthreads();
    return length;
}

constexpr unsigned float_threads = 1024, half_threads = 128;

__global__ void float_kernel(lists_of_tiles lists, norm_test test) {
    constexpr unsigned workers = float_threads / 2;
    __shared__ float4 a[2][values_in_block / 4], b[2][values_in_block / 4];
    column_index* const list = simt::dynamic_shared<column_index>();
    const index i = blockIdx.x / lists.columns, j = blockIdx.x % lists.columns;
    const int to = lists.c_at[i * lists.columns + j];
    const unsigned length = make_list<float_threads>(test, i, j, lists.inner, list);
    if (length == 0) return;
    const bool loads = threadIdx.x >= workers;
    const unsigned t = threadIdx.x % workers;
    const auto load = [&](unsigned n) {
        constexpr unsigned chunks = values_in_block / 4;
        const bool of_b = t >= chunks;
        const index k = list[n];
        const int at = of_b ? lists.b_at[k * lists.columns + j] : lists.a_at[i * lists.inner + k];
        const float4* const from = static_cast<const float4*>(of_b ? lists.b : lists.a) + static_cast<std::size_t>(at) * chunks;
        (of_b ? b : a)[n % 2][t % chunks] = from[t % chunks];
    };
    if (loads) load(0);
    __syncthreads();
    const unsigned row = t / (side / 2), column = 2 * (t % (side / 2));
    float sums[2] = {0, 0};
    for (unsigned n = 0; n < length; ++n) {
        if (loads) {
            if (n + 1 < length) load(n + 1);
        } else {
            const float* const left = reinterpret_cast<const float*>(a[n % 2]) + row * side;
            const float* const right = reinterpret_cast<const float*>(b[n % 2]) + column;
            for (unsigned k = 0; k < side; ++k) {
                sums[0] += left[k] * right[k * side];
                sums[1] += left[k] * right[k * side + 1];
            }
        }
        __syncthreads();
    }
    if (loads) return;
    float* const c = static_cast<float*>(lists.c) + static_cast<std::size_t>(to) * values_in_block + row * side + column;
    for (unsigned n = 0; n < 2; ++n) c[n] = (lists.adds ? c[n] : 0) + static_cast<float>(sums[n] * lists.unscale);
}

__global__ void half_kernel(lists_of_tiles lists, norm_test test) {
    constexpr unsigned padded = side + 8;  // numbers of 16 bits in a row of shared memory
    __shared__ __align__(16) unsigned short a[2][side * padded];
    __shared__ __align__(16) unsigned short b[2][side * padded];
    column_index* const list = simt::dynamic_shared<column_index>();
    const index i = blockIdx.x / lists.columns, j = blockIdx.x % lists.columns;
    const int to = lists.c_at[i * lists.columns + j];
    const unsigned length = make_list<half_threads>(test, i, j, lists.inner, list);
    if (length == 0) return;
    const auto load = [&](unsigned n) {
        constexpr unsigned chunks = values_in_block / 8;  // of 16 bytes: one a thread, of A and of B
        static_assert(chunks == half_threads);
        const index k = list[n];
        const unsigned t = threadIdx.x, at = t / 4 * padded + t % 4 * 8;
        const uint4* const left =
            static_cast<const uint4*>(lists.a) + static_cast<std::size_t>(lists.a_at[i * lists.inner + k]) * chunks;
        const uint4* const right =
            static_cast<const uint4*>(lists.b) + static_cast<std::size_t>(lists.b_at[k * lists.columns + j]) * chunks;
        *reinterpret_cast<uint4*>(&a[n % 2][at]) = left[t];
        *reinterpret_cast<uint4*>(&b[n % 2][at]) = right[t];
    };
    load(0);
    __syncthreads();
    const unsigned lane = simt::lane_id(), top = simt::warp_id() / 2 * 16, left_most = simt::warp_id() % 2 * 16;
    float sums[2][4] = {};
    for (unsigned n = 0; n < length; ++n) {
        if (n + 1 < length) load(n + 1);
        for (unsigned k = 0; k < side; k += 16) {
            unsigned of_a[4];
            for (unsigned m = 0; m < 4; ++m) {
                const unsigned row = top + lane / 4 + 8 * (m % 2), column = k + 2 * (lane % 4) + 8 * (m / 2);
                of_a[m] = *reinterpret_cast<const unsigned*>(&a[n % 2][row * padded + column]);
            }
            for (unsigned half = 0; half < 2; ++half) {
                unsigned of_b[2];
                for (unsigned m = 0; m < 2; ++m) {
                    const unsigned short* const at =
                        &b[n % 2][(k + 2 * (lane % 4) + 8 * m) * padded + left_most + 8 * half + lane / 4];
                    of_b[m] = at[0] | static_cast<unsigned>(at[padded]) << 16;
                }
                tensor::multiply_halves(sums[half], of_a, of_b);
            }
        }
        __syncthreads();
    }
    float* const c = static_cast<float*>(lists.c) + static_cast<std::size_t>(to) * values_in_block;
    for (unsigned half = 0; half < 2; ++half) {
        for (unsigned m = 0; m < 4; ++m) {
            const unsigned row = top + lane / 4 + 8 * (m / 2), column = left_most + 8 * half + 2 * (lane % 4) + m % 2;
            float& to = c[row * side + column];
            to = (lists.adds ? to : 0) + static_cast<float>(sums[half][m] * lists.unscale);
        }
    }
}

}  // namespace

void multiply_as_published(const std::shared_ptr<engine>& e, bool fp16, const lists_of_tiles& lists, const double* norms_a,
                           const double* norms_b, const double* tau, double tau_value) {
    const auto blocks = static_cast<unsigned>(lists.rows * lists.columns);
    const std::size_t list_bytes = static_cast<std::size_t>(lists.inner) * sizeof(column_index);
    const norm_test test{norms_a, norms_b, tau, tau_value};
    if (fp16)
        simt::launch(e->stream(), blocks, half_threads, list_bytes, half_kernel, lists, test);
    else
        simt::launch(e->stream(), blocks, float_threads, list_bytes, float_kernel, lists, test);
}

}  // namespace graphblas_gpu::cuda::block_product
