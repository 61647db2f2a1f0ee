// The warp functions and bit counts of the emulated machine against plain definitions, for whole and partial warps.
//
// Idea: one kernel calls everything and keeps the results of each lane; the test goes through lanes and masks with loops.
#include "tests/catch.hpp"
#include <graphblas_gpu/cuda/device/simt.cuh>

#include <algorithm>
#include <cstring>
#include <vector>

namespace simt = graphblas_gpu::cuda::simt;

namespace {

struct lane_results {
    unsigned ballot, match, match_every, reduced_add, reduced_and, reduced_or, reduced_xor;
    int any, every, every_flag, reduced_min, reduced_max;
    unsigned long long broadcast;
    float up, down;
    double exchanged;
    // Distances of 32 and more: only five bits of them count.
    int far_up, far_down, far_exchanged;
};

/// Values with repetitions, among them negative ones.
__device__ int value_of(unsigned lane) { return static_cast<int>(lane * 7 % 5) - 2; }

__global__ void call_everything(unsigned mask, int width, lane_results* out) {
    const unsigned lane = simt::lane_id();
    if ((mask >> lane & 1u) == 0) return;
    const int x = value_of(lane);
    const auto bits = static_cast<unsigned>(x);
    lane_results r{};
    r.ballot = __ballot_sync(mask, x > 0);
    r.any = __any_sync(mask, x == 2);
    r.every = __all_sync(mask, x < 2);
    r.match = __match_any_sync(mask, x);
    r.match_every = __match_all_sync(mask, x / 8, &r.every_flag);
    r.reduced_add = __reduce_add_sync(mask, bits);
    r.reduced_min = __reduce_min_sync(mask, x);
    r.reduced_max = __reduce_max_sync(mask, x);
    r.reduced_and = __reduce_and_sync(mask, bits);
    r.reduced_or = __reduce_or_sync(mask, bits);
    r.reduced_xor = __reduce_xor_sync(mask, bits);
    r.broadcast = __shfl_sync(mask, 1ull << lane, __ffs(static_cast<int>(mask)) - 1);
    if (mask == simt::full_warp) {
        r.up = __shfl_up_sync(mask, static_cast<float>(lane), 3, width);
        r.down = __shfl_down_sync(mask, static_cast<float>(lane), 3, width);
        r.exchanged = __shfl_xor_sync(mask, static_cast<double>(lane), 5, width);
        r.far_up = __shfl_up_sync(mask, static_cast<int>(lane), 32 + 3, width);
        r.far_down = __shfl_down_sync(mask, static_cast<int>(lane), 64 + 3, width);
        r.far_exchanged = __shfl_xor_sync(mask, static_cast<int>(lane), 32 + 5, width);
    }
    out[lane] = r;
}

std::vector<lane_results> results_of(unsigned mask, int width) {
    std::vector<lane_results> out(32);
    simt::launch(nullptr, 1, 32, 0, call_everything, mask, width, out.data());
    return out;
}

}  // namespace

TEST_CASE("votes, matches and reductions of the lanes of a mask") {
    const unsigned mask = GENERATE(0xffffffffu, 0x0000ffffu, 0x80000001u, 0x00f0f0f0u, 0x00000400u);
    const auto out = results_of(mask, 32);
    std::vector<unsigned> lanes;
    for (unsigned l = 0; l < 32; ++l)
        if ((mask >> l & 1u) != 0) lanes.push_back(l);
    lane_results wanted{};
    wanted.reduced_and = ~0u;
    wanted.every = 1;
    wanted.reduced_min = 100;
    wanted.reduced_max = -100;
    for (const unsigned l : lanes) {
        const int x = value_of(l);
        wanted.ballot |= (x > 0 ? 1u : 0u) << l;
        wanted.any |= x == 2;
        wanted.every &= x < 2;
        wanted.reduced_add += static_cast<unsigned>(x);
        wanted.reduced_and &= static_cast<unsigned>(x);
        wanted.reduced_or |= static_cast<unsigned>(x);
        wanted.reduced_xor ^= static_cast<unsigned>(x);
        wanted.reduced_min = std::min(wanted.reduced_min, x);
        wanted.reduced_max = std::max(wanted.reduced_max, x);
    }
    for (const unsigned l : lanes) {
        unsigned same = 0;
        for (const unsigned k : lanes) same |= (value_of(k) == value_of(l) ? 1u : 0u) << k;
        const lane_results& r = out[l];
        CHECK(r.match == same);
        CHECK((r.match_every == mask && r.every_flag == 1));
        CHECK(r.ballot == wanted.ballot);
        CHECK((r.any == wanted.any && r.every == wanted.every));
        CHECK(r.reduced_add == wanted.reduced_add);
        CHECK((r.reduced_min == wanted.reduced_min && r.reduced_max == wanted.reduced_max));
        CHECK((r.reduced_and == wanted.reduced_and && r.reduced_or == wanted.reduced_or));
        CHECK(r.reduced_xor == wanted.reduced_xor);
        CHECK(r.broadcast == 1ull << lanes.front());
    }
}

TEST_CASE("shuffles stay within their groups") {
    const int width = GENERATE(1, 2, 4, 8, 16, 32);
    const auto out = results_of(simt::full_warp, width);
    for (int l = 0; l < 32; ++l) {
        const int start = l / width * width;
        CHECK(out[l].up == static_cast<float>(l - 3 >= start ? l - 3 : l));
        CHECK(out[l].down == static_cast<float>(l + 3 < start + width ? l + 3 : l));
        CHECK(out[l].exchanged == static_cast<double>((l ^ 5) < start + width ? (l ^ 5) : l));
        CHECK(static_cast<float>(out[l].far_up) == out[l].up);
        CHECK(static_cast<float>(out[l].far_down) == out[l].down);
        CHECK(static_cast<double>(out[l].far_exchanged) == out[l].exchanged);
    }
}

TEST_CASE("bit counts and reversals") {
    CHECK(__popc(0xf0f00001u) == 9);
    CHECK(__popcll(0xf0f0000100000001ull) == 10);
    CHECK((__clz(0) == 32 && __clz(1) == 31 && __clz(-1) == 0));
    CHECK((__clzll(0) == 64 && __clzll(1) == 63 && __clzll(-1) == 0));
    CHECK((__ffs(0) == 0 && __ffs(8) == 4 && __ffsll(0) == 0 && __ffsll(1ll << 62) == 63));
    CHECK((__brev(1u) == 0x80000000u && __brev(0x00ff0000u) == 0x0000ff00u));
    CHECK((__brevll(1ull) == 1ull << 63 && __brevll(0xf0ull) == 0x0full << 56));
    CHECK((__umulhi(0x80000000u, 6u) == 3u && __umul64hi(1ull << 63, 6ull) == 3ull));
}

TEST_CASE("atomics return what was there and wrap around as the device does") {
    int i = 2147483647;
    CHECK((atomicAdd(&i, 1) == 2147483647 && i == -2147483647 - 1));
    unsigned u = 5;
    CHECK((atomicInc(&u, 5u) == 5 && u == 0 && atomicDec(&u, 7u) == 0 && u == 7));
    CHECK((atomicMax(&u, 9u) == 7 && atomicMin(&u, 8u) == 9 && atomicXor(&u, 3u) == 8 && u == 11));
    CHECK((atomicCAS(&u, 10u, 1u) == 11 && u == 11 && atomicCAS(&u, 11u, 1u) == 11 && u == 1));
    long long wide = -3;
    CHECK((atomicMin(&wide, -5ll) == -3 && wide == -5));
    double d = 0.5;
    CHECK((atomicAdd(&d, 0.25) == 0.5 && d == 0.75));
    unsigned short s = 4;
    CHECK((atomicCAS(&s, 4, 65535) == 4 && s == 65535));
}
