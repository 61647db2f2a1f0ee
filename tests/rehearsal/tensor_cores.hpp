// Tensor-core instructions of the emulated machine: the fragments of all lanes make the matrices, every lane works out its
// sums.
//
// Idea: which lane holds which element is what the library says in mma.hpp; a test of the same name checks that on a device.
// Products and sums are made in double and rounded once.
#pragma once

#include <graphblas_gpu/cuda/bitmap_tile/tensor/mma.hpp>

#include <bit>
#include <cstdint>

#include "intrinsics.hpp"

namespace rehearsal {

namespace layout = graphblas_gpu::cuda::tensor;

inline unsigned packed_halves(float low, float high) {
    const auto bits = [](float x) { return static_cast<unsigned>(std::bit_cast<std::uint16_t>(static_cast<_Float16>(x))); };
    return bits(low) | bits(high) << 16;
}

inline float half_of(unsigned packed, unsigned which) {
    return static_cast<float>(std::bit_cast<_Float16>(static_cast<std::uint16_t>(packed >> (16 * which))));
}

/// What each lane in turn brings, put where element(lane, word) says.
template <class T, class Put>
void gather_lanes(T word, const Put& put) {
    for (unsigned lane = 0; lane < 32; ++lane) put(lane, __shfl_sync(0xffffffffu, word, static_cast<int>(lane)));
}

/// sums[n] += row of A times column of B, for the n-th element of the lane.
template <class Sum, unsigned rows, unsigned inner, unsigned elements>
void add_products(Sum (&sums)[elements], const double (&a)[rows][inner], const double (&b)[inner][8]) {
    for (unsigned n = 0; n < elements; ++n) {
        const layout::position at = layout::sum_position(lane(), n);
        double sum = static_cast<double>(sums[n]);
        for (unsigned k = 0; k < inner; ++k) sum += a[at.row][k] * b[k][at.column];
        sums[n] = static_cast<Sum>(sum);
    }
}

/// What a lane brings to m16n8k16.
struct half_fragments {
    float* sums;
    const unsigned* a;
    const unsigned* b;
};

/// Once for the warp: the fragments of all lanes are read where the lanes keep them.
inline void multiply_all_halves(lane_value* lanes, unsigned) {
    double left[16][16], right[16][8];
    for (unsigned l = 0; l < 32; ++l) {
        const auto* const own = reinterpret_cast<const half_fragments*>(lanes[l].bits);
        for (unsigned n = 0; n < 8; ++n) {
            const layout::position at = layout::half_a_position(l, n);
            left[at.row][at.column] = static_cast<double>(half_of(own->a[n / 2], n % 2));
        }
        for (unsigned n = 0; n < 4; ++n) {
            const layout::position at = layout::half_b_position(l, n);
            right[at.row][at.column] = static_cast<double>(half_of(own->b[n / 2], n % 2));
        }
    }
    for (unsigned l = 0; l < 32; ++l) {
        float* const sums = reinterpret_cast<const half_fragments*>(lanes[l].bits)->sums;
        for (unsigned n = 0; n < 4; ++n) {
            const layout::position at = layout::sum_position(l, n);
            auto sum = static_cast<double>(sums[n]);
            for (unsigned k = 0; k < 16; ++k) sum += left[at.row][k] * right[k][at.column];
            sums[n] = static_cast<float>(sum);
        }
    }
}

inline void multiply_halves(float (&sums)[4], const unsigned (&a)[4], const unsigned (&b)[2],
                            location where = location::current()) {
    const half_fragments own{sums, a, b};
    (void)run_warp_collective(collective::shuffle, 0xffffffffu, to_bits(&own), 0, multiply_all_halves, where);
}

inline void multiply_doubles(double (&sums)[2], double a, double b) {
    double left[8][4], right[4][8];
    gather_lanes(a, [&](unsigned lane, double x) {
        const layout::position at = layout::double_a_position(lane);
        left[at.row][at.column] = x;
    });
    gather_lanes(b, [&](unsigned lane, double x) {
        const layout::position at = layout::double_b_position(lane);
        right[at.row][at.column] = x;
    });
    add_products(sums, left, right);
}

inline void count_common_bits(int (&sums)[2], unsigned a, unsigned b) {
    double left[8][128], right[128][8];
    gather_lanes(a, [&](unsigned lane, unsigned word) {
        for (unsigned n = 0; n < 32; ++n) {
            const layout::position at = layout::bit_a_position(lane, n);
            left[at.row][at.column] = word >> n & 1;
        }
    });
    gather_lanes(b, [&](unsigned lane, unsigned word) {
        for (unsigned n = 0; n < 32; ++n) {
            const layout::position at = layout::bit_b_position(lane, n);
            right[at.row][at.column] = word >> n & 1;
        }
    });
    add_products(sums, left, right);
}

}  // namespace rehearsal
