// The emulated machine itself: threads that meet, orders that differ, faults that are caught.
//
// Idea: small kernels whose answers are plain loops, run for several orders; and small wrong kernels, each of which must be
// found out, after which the machine must still be fit for use.
#include "tests/catch.hpp"
#include <graphblas_gpu/cuda/device/simt.cuh>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

namespace simt = graphblas_gpu::cuda::simt;
using rehearsal::kernel_fault;

namespace {

constexpr unsigned all = simt::full_warp;

/// Restores the usual order when a test ends.
struct seeded {
    explicit seeded(std::uint64_t value) { rehearsal::seed(value); }
    ~seeded() { rehearsal::seed(1); }
};

template <class... P, class... A>
void run(unsigned grid, unsigned block, void (*kernel)(P...), A... arguments) {
    simt::launch(nullptr, grid, block, 0, kernel, arguments...);
}

template <class T>
__global__ void __launch_bounds__(256) block_scan(const T* in, T* out, int n) {
    __shared__ T sums[8];
    const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    T x = i < n ? in[i] : T{};
    for (unsigned d = 1; d < simt::warp_size; d *= 2) {
        const T y = __shfl_up_sync(all, x, d);
        if (simt::lane_id() >= d) x += y;
    }
    if (simt::lane_id() == simt::warp_size - 1) sums[simt::warp_id()] = x;
    __syncthreads();
    for (unsigned w = 0; w < simt::warp_id(); ++w) x += sums[w];
    if (i < n) out[i] = x;
}

__global__ void histogram(const unsigned* values, int n, unsigned* counts) {
    __shared__ unsigned local[16];
    if (threadIdx.x < 16) local[threadIdx.x] = 0;
    __syncthreads();
    for (int i = static_cast<int>(threadIdx.x); i < n; i += static_cast<int>(blockDim.x)) atomicAdd(&local[values[i] % 16], 1u);
    __syncthreads();
    if (threadIdx.x < 16) atomicAdd(&counts[threadIdx.x], local[threadIdx.x]);
}

/// The same with a barrier forgotten.
__global__ void racy_histogram(const unsigned* values, int n, unsigned* counts) {
    __shared__ unsigned local[16];
    if (threadIdx.x < 16) local[threadIdx.x] = 0;
    for (int i = static_cast<int>(threadIdx.x); i < n; i += static_cast<int>(blockDim.x)) atomicAdd(&local[values[i] % 16], 1u);
    __syncthreads();
    if (threadIdx.x < 16) atomicAdd(&counts[threadIdx.x], local[threadIdx.x]);
}

__global__ void count_barrier_votes(int* out) {
    if (threadIdx.x >= 60) return;
    const int odd = static_cast<int>(threadIdx.x % 2);
    const int count = __syncthreads_count(odd);
    const int some = __syncthreads_or(threadIdx.x == 3), none = __syncthreads_or(0);
    const int every = __syncthreads_and(1), not_every = __syncthreads_and(odd);
    out[threadIdx.x] = count + 1000 * some + 10000 * none + 100000 * every + 1000000 * not_every;
}

/// Both halves of a warp work by themselves, at their own pace, and meet at the end.
__global__ void halves(unsigned* out) {
    const unsigned lane = simt::lane_id(), mask = lane < 16 ? 0x0000ffffu : 0xffff0000u;
    unsigned x = lane;
    for (unsigned round = 0; round < (lane < 16 ? 5 : 2); ++round) x += __shfl_xor_sync(mask, x, 1, 16);
    __syncwarp();
    out[threadIdx.x] = x + __popc(__ballot_sync(all, 1));
}

__global__ void pass_a_lock(unsigned* lock, unsigned* turns) {
    while (atomicCAS(lock, threadIdx.x, threadIdx.x) != threadIdx.x) {}
    turns[threadIdx.x] = threadIdx.x;
    atomicExch(lock, threadIdx.x + 1);
}

__global__ void note_order(unsigned* order, unsigned* next) { order[atomicAdd(next, 1u)] = blockIdx.x * 100 + threadIdx.x; }

__global__ void poisoned_shared(unsigned* wrong) {
    unsigned* words = simt::dynamic_shared<unsigned>();
    if (words[threadIdx.x] != 0xCBCBCBCBu) atomicAdd(wrong, 1u);
    words[threadIdx.x] = threadIdx.x;
}

__global__ void coordinates(unsigned* out) {
    const unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    const unsigned thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    atomicAdd(&out[block * 24 + thread], 1u);
}

std::vector<unsigned> order_of(std::uint64_t seed) {
    const seeded guard(seed);
    std::vector<unsigned> order(4 * 64);
    unsigned next = 0;
    run(4, 64, note_order, order.data(), &next);
    return order;
}

}  // namespace

TEST_CASE("a block scan with shuffles and a barrier, in many orders") {
    const seeded guard(GENERATE(0, 1, 2, 3, 4, 5));
    const int n = 1000;
    std::vector<double> in(n), out(n, -1);
    for (int i = 0; i < n; ++i) in[i] = i % 17;
    run(4, 256, block_scan<double>, in.data(), out.data(), n);
    double sum = 0;
    for (int i = 0; i < n; ++i) {
        sum = (i % 256 == 0 ? 0 : sum) + in[i];
        REQUIRE(out[i] == sum);
    }
}

TEST_CASE("a histogram in shared memory; without its barrier it is found out by the order") {
    std::vector<unsigned> values(1000), wanted(16);
    for (unsigned i = 0; i < values.size(); ++i) {
        values[i] = i * i;
        wanted[values[i] % 16] += 3;
    }
    int wrong = 0;
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        const seeded guard(seed);
        std::vector<unsigned> counts(16), racy(16);
        run(3, 128, histogram, values.data(), 1000, counts.data());
        CHECK(counts == wanted);
        run(3, 128, racy_histogram, values.data(), 1000, racy.data());
        wrong += racy != wanted ? 1 : 0;
    }
    CHECK(wrong >= 8);
}

TEST_CASE("barriers count the votes of the threads that are left") {
    const seeded guard(GENERATE(0, 1, 2));
    std::vector<int> out(64, -1);
    run(1, 64, count_barrier_votes, out.data());
    for (int i = 0; i < 64; ++i) REQUIRE(out[i] == (i < 60 ? 30 + 1000 + 100000 : -1));
}

TEST_CASE("parts of a warp work by themselves") {
    const seeded guard(GENERATE(0, 1, 2, 3));
    std::vector<unsigned> out(64);
    run(1, 64, halves, out.data());
    for (unsigned i = 0; i < 64; ++i) {
        unsigned x = i % 32, y = x ^ 1;
        for (int round = 0; round < (i % 32 < 16 ? 5 : 2); ++round) x = y = x + y;
        REQUIRE(out[i] == x + 32);
    }
}

TEST_CASE("who waits at an atomic lets others run") {
    const seeded guard(GENERATE(0, 1, 2));
    unsigned lock = 0;
    std::vector<unsigned> turns(96, 1000);
    run(1, 96, pass_a_lock, &lock, turns.data());
    CHECK(lock == 96);
    for (unsigned i = 0; i < 96; ++i) REQUIRE(turns[i] == i);
}

TEST_CASE("every thread runs once, in an order that the seed determines") {
    const std::vector<unsigned> plain = order_of(0), one = order_of(1), two = order_of(2);
    CHECK(std::is_sorted(plain.begin(), plain.end()));
    CHECK(one != two);
    CHECK(order_of(1) == one);
    CHECK(std::set<unsigned>(one.begin(), one.end()) == std::set<unsigned>(plain.begin(), plain.end()));
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
        const std::vector<unsigned> order = order_of(seed);
        for (auto block = order.begin(); block != order.end(); block += 64) REQUIRE(!std::is_sorted(block, block + 64));
    }
    std::vector<unsigned> out(24 * 24);
    simt::launch(nullptr, dim3(2, 3, 4), dim3(4, 3, 2), 0, coordinates, out.data());
    CHECK(std::count(out.begin(), out.end(), 1u) == 24 * 24);
}

TEST_CASE("dynamic shared memory is poisoned for every block") {
    unsigned wrong = 0;
    simt::launch(nullptr, 5, 64, 64 * sizeof(unsigned), poisoned_shared, &wrong);
    CHECK(wrong == 0);
}
