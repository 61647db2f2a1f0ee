// What kernels share: sums over a block, bitmaps and ranks, sorting networks, lists by class, early answers. Runs on a device,
// or in rehearsal.
#include <graphblas_gpu/cuda/device/early_answer.hpp>
#include <graphblas_gpu/cuda/device/simt.cuh>
#include <graphblas_gpu/cuda/primitives/bitmap.cuh>
#include <graphblas_gpu/cuda/primitives/class_lists.cuh>
#include <graphblas_gpu/cuda/primitives/sorting_networks.cuh>

#include <tests/catch.hpp>
#include <tests/engine.hpp>

#include <algorithm>
#include <random>
#include <set>
#include <vector>

namespace graphblas_gpu::primitives_test {
namespace {

namespace cu = graphblas_gpu::cuda;
namespace simt = graphblas_gpu::cuda::simt;

std::shared_ptr<cu::engine> device() {
    static const auto e = cu::engine::make(0, 0, nullptr, spec::device_memory());
    return e;
}

template <class T>
std::vector<T> on_host(const T* from, std::size_t n) {
    const auto copy = cu::downloaded(*device(), from, n);
    return {copy.data(), copy.data() + n};
}

constexpr unsigned threads = 160;

/// out[t]: the sum up to thread t; out[threads + t]: the odd elements below it; then both totals as the last thread has them.
__global__ void sum_block(const unsigned* in, unsigned* out) {
    __shared__ unsigned scratch[threads / simt::warp_size];
    unsigned all = 0, odd = 0;
    out[threadIdx.x] = cu::sum_up_to_thread(in[threadIdx.x], scratch, all);
    out[threads + threadIdx.x] = cu::count_below_thread(in[threadIdx.x] % 2 == 1, scratch, odd);
    if (threadIdx.x != threads - 1) return;
    out[2 * threads] = all;
    out[2 * threads + 1] = odd;
}

constexpr unsigned words = 172;

/// Sets the bits of `set`, clears those of `cleared`, and writes the columns that are left and their number.
template <unsigned granule>
__global__ void list_columns(const unsigned* set, unsigned sets, const unsigned* cleared, unsigned clears, unsigned* columns,
                             unsigned* count) {
    __shared__ __align__(16) unsigned bits[words];
    __shared__ unsigned scratch[threads / simt::warp_size];
    for (unsigned w = threadIdx.x; w < words; w += blockDim.x) bits[w] = 0;
    __syncthreads();
    for (unsigned n = threadIdx.x; n < sets; n += blockDim.x) {
        if (n % 2 == 0)
            cu::set_bit(bits, set[n]);
        else
            cu::set_bit_if_clear(bits, set[n]);
    }
    __syncthreads();
    for (unsigned n = threadIdx.x; n < clears; n += blockDim.x) cu::clear_bit(bits, cleared[n]);
    __syncthreads();
    const cu::word_range mine = cu::words_of_warp<granule>(words);
    const cu::warp_totals totals = cu::count_bits(bits, mine, scratch);
    cu::for_quads_with_ranks(bits, mine, totals.below, [&](unsigned c, const uint4&, unsigned rank) {
        for (unsigned at = c * 128; at < (c + 1) * 128; ++at) {
            if (at % 32 == 0 && at > c * 128) rank += static_cast<unsigned>(__popc(bits[at / 32 - 1]));
            if (cu::has_bit(bits, at)) columns[rank + cu::rank_in_word(bits[at / 32], at)] = at;
        }
    });
    if (threadIdx.x == 0) *count = totals.all;
}

template <class Key, unsigned n>
__global__ void sort_warp(Key* keys, unsigned lanes) {
    Key own[n];
    for (unsigned r = 0; r < n; ++r) own[r] = keys[simt::lane_id() * n + r];
    cu::sort_keys(own, lanes);
    for (unsigned r = 0; r < n; ++r) keys[simt::lane_id() * n + r] = own[r];
}

std::mt19937_64 numbers;

/// Every case begins with the same numbers, so that it has the same data when it runs alone.
struct same_numbers {
    same_numbers() { numbers.seed(11); }
};

template <class T>
std::vector<T> random_numbers(std::size_t n, std::uint64_t below) {
    std::vector<T> out(n);
    for (T& x : out) x = static_cast<T>(numbers() % below);
    return out;
}

template <class Key, unsigned n>
void check_sorted(unsigned lanes) {
    const auto e = device();
    auto keys = random_numbers<Key>(std::size_t{n} * 32, sizeof(Key) == 8 ? std::uint64_t{1} << 50 : 40);
    const auto on_device = cu::uploaded<Key>(e, keys);
    simt::launch(e->stream(), 1, 32, 0, sort_warp<Key, n>, on_device.data(), lanes);
    for (auto at = keys.begin(); at != keys.end(); at += static_cast<std::ptrdiff_t>(lanes * n)) {
        std::sort(at, at + static_cast<std::ptrdiff_t>(lanes * n));
    }
    CHECK(on_host(on_device.data(), keys.size()) == keys);
}

struct class_of_item {
    const unsigned* classes;
    __device__ unsigned operator()(index n) const { return classes[n]; }
};

#ifndef GRAPHBLAS_GPU_REHEARSAL
/// Answers, before or after it has run for some clock cycles.
__global__ void answer_and_stay(volatile std::int64_t* answer, bool is_early, long long cycles) {
    answer[1] = 42;
    if (is_early) answer[0] = 41;
    for (const long long begin = clock64(); clock64() - begin < cycles;) {
    }
    if (!is_early) answer[0] = 41;
}
#endif

}  // namespace

TEST_CASE_METHOD(same_numbers, "primitives: sums and counts over a block", "[cuda]") {
    const auto e = device();
    const auto in = random_numbers<unsigned>(threads, 1000);
    const auto from = cu::uploaded<unsigned>(e, in);
    const cu::array<unsigned> to(e, 2 * threads + 2);
    simt::launch(e->stream(), 1, threads, 0, sum_block, from.data(), to.data());
    const auto out = on_host(to.data(), to.size());
    unsigned sum = 0, odd = 0;
    for (std::size_t t = 0; t < threads; ++t) {
        CHECK(out[threads + t] == odd);
        sum += in[t];
        odd += in[t] % 2;
        CHECK(out[t] == sum);
    }
    CHECK((out[2 * threads] == sum && out[2 * threads + 1] == odd));
}

TEST_CASE_METHOD(same_numbers, "primitives: the columns of a bitmap by rank", "[cuda]") {
    const auto e = device();
    const auto set = random_numbers<unsigned>(3000, words * 32), cleared = random_numbers<unsigned>(500, words * 32);
    std::set<unsigned> wanted(set.begin(), set.end());
    for (const unsigned at : cleared) wanted.erase(at);
    const auto on_device = cu::uploaded<unsigned>(e, set), without = cu::uploaded<unsigned>(e, cleared);
    const cu::array<unsigned> columns(e, words * 32), count(e, 1);
    const auto kernel = GENERATE(list_columns<32>, list_columns<128>);
    simt::launch(e->stream(), 1, threads, 0, kernel, on_device.data(), 3000u, without.data(), 500u, columns.data(),
                 count.data());
    REQUIRE(cu::read_element(*e, count.data()) == wanted.size());
    CHECK(on_host(columns.data(), wanted.size()) == std::vector<unsigned>(wanted.begin(), wanted.end()));
}

TEST_CASE_METHOD(same_numbers, "primitives: sorting networks", "[cuda]") {
    for (const unsigned lanes : {1u, 2u, 8u, 32u}) {
        check_sorted<std::uint64_t, 1>(lanes);
        check_sorted<std::uint32_t, 2>(lanes);
        check_sorted<std::uint32_t, 8>(lanes);
    }
}

TEST_CASE_METHOD(same_numbers, "primitives: items listed by class", "[cuda]") {
    const auto e = device();
    for (const index n : {1, 255, 256, 3000}) {
        const auto classes = random_numbers<unsigned>(static_cast<std::size_t>(n), 6);  // class 6 has no items
        const auto on_device = cu::uploaded<unsigned>(e, classes);
        const auto lists = cu::listed_by_class<7>(e, n, class_of_item{on_device.data()});
        for (unsigned c = 0; c < 7; ++c) {
            std::vector<std::uint32_t> wanted;
            for (index i = 0; i < n; ++i) {
                if (classes[static_cast<std::size_t>(i)] == c) wanted.push_back(static_cast<std::uint32_t>(i));
            }
            REQUIRE(lists.count(c) == static_cast<index>(wanted.size()));
            auto found = on_host(lists.items_of(c), wanted.size());
            std::sort(found.begin(), found.end());
            CHECK(found == wanted);
        }
    }
}

#ifndef GRAPHBLAS_GPU_REHEARSAL  // the launch of an emulated kernel returns when the kernel has ended
TEST_CASE_METHOD(same_numbers, "an early answer is there before the kernel has ended, and a late one is awaited", "[cuda]") {
    const cu::engine::use here(*device());
    for (const bool is_early : {true, false}) {
        std::int64_t* const answer = cu::ask_early(*device(), 2);
        simt::launch(device()->stream(), 1, 1, 0, answer_and_stay, answer, is_early, 40'000'000ll);  // some 20 ms
        cu::await_early(*device(), 2);
        CHECK(answer[0] == 41);
        CHECK(answer[1] == 42);
        CHECK(cudaStreamQuery(device()->stream()) == (is_early ? cudaErrorNotReady : cudaSuccess));
        (void)cudaGetLastError();
        device()->synchronise();
    }
}
#endif

}  // namespace graphblas_gpu::primitives_test
