// More instructions of the emulated machine: copies to shared memory, loads of fragments, and products of bf16, tf32 and fp64.
//
// Idea: as in tensor_cores.hpp, the last lane that arrives reads the registers of all lanes where these keep them.
#pragma once

#include "tensor_cores.hpp"

#include <cstdint>
#include <cstring>

namespace rehearsal {

inline void copy_chunk(void* to, const void* from) {
    constexpr std::size_t bytes = 16;
    if (from == nullptr)
        std::memset(to, 0, bytes);
    else
        std::memcpy(to, from, bytes);
}

struct matrix_load {
    unsigned* to;
    const void* row;
};

template <bool transposed>
void load_all_matrices(lane_value* lanes, unsigned) {
    const auto own = [&](unsigned l) { return reinterpret_cast<const matrix_load*>(lanes[l].bits); };
    for (unsigned m = 0; m < 4; ++m) {
        std::uint16_t matrix[8][8];
        for (unsigned r = 0; r < 8; ++r) std::memcpy(matrix[r], own(8 * m + r)->row, sizeof matrix[r]);
        for (unsigned l = 0; l < 32; ++l) {
            const unsigned row = l / 4, column = 2 * (l % 4);
            const unsigned low = transposed ? matrix[column][row] : matrix[row][column];
            const unsigned high = transposed ? matrix[column + 1][row] : matrix[row][column + 1];
            own(l)->to[m] = low | high << 16;
        }
    }
}

inline void load_matrices(unsigned (&to)[4], const void* row, bool transposed, location where = location::current()) {
    const matrix_load own{to, row};
    (void)run_warp_collective(collective::shuffle, 0xffffffffu, to_bits(&own), 0,
                              transposed ? load_all_matrices<true> : load_all_matrices<false>, where);
}

/// What a lane brings to an instruction.
struct product_fragments {
    void* sums;
    const void* a;
    const void* b;
};

/// bf16 in the layout of fp16.
struct bf16_product {
    using sum = float;
    static constexpr unsigned inner = 16, of_a = 8, of_b = 4;
    static layout::position a_at(unsigned lane, unsigned n) { return layout::half_a_position(lane, n); }
    static layout::position b_at(unsigned lane, unsigned n) { return layout::half_b_position(lane, n); }
    static double element(const void* from, unsigned n) {
        const unsigned word = static_cast<const unsigned*>(from)[n / 2];
        return static_cast<double>(std::bit_cast<float>(word >> (16 * (n % 2)) << 16));
    }
};
/// Layout of the products with 8 columns of A, of 32 bits and more.
struct eight_columns {
    static constexpr unsigned inner = 8, of_a = 4, of_b = 2;
    static layout::position a_at(unsigned lane, unsigned n) { return {lane / 4 + 8 * (n % 2), lane % 4 + 4 * (n / 2)}; }
    static layout::position b_at(unsigned lane, unsigned n) { return {lane % 4 + 4 * n, lane / 4}; }
};
struct tf32_product : eight_columns {
    using sum = float;
    static double element(const void* from, unsigned n) {
        return static_cast<double>(std::bit_cast<float>(static_cast<const unsigned*>(from)[n] & ~0x1fffu));
    }
};
struct fp64_product : eight_columns {
    using sum = double;
    static constexpr unsigned inner = 16, of_a = 8, of_b = 4;
    static double element(const void* from, unsigned n) { return static_cast<const double*>(from)[n]; }
};

template <class Product>
void multiply_all(lane_value* lanes, unsigned) {
    double left[16][Product::inner], right[Product::inner][8];
    for (unsigned l = 0; l < 32; ++l) {
        const auto* const own = reinterpret_cast<const product_fragments*>(lanes[l].bits);
        for (unsigned n = 0; n < Product::of_a; ++n) {
            const layout::position at = Product::a_at(l, n);
            left[at.row][at.column] = Product::element(own->a, n);
        }
        for (unsigned n = 0; n < Product::of_b; ++n) {
            const layout::position at = Product::b_at(l, n);
            right[at.row][at.column] = Product::element(own->b, n);
        }
    }
    for (unsigned l = 0; l < 32; ++l) {
        auto* const sums = static_cast<typename Product::sum*>(reinterpret_cast<const product_fragments*>(lanes[l].bits)->sums);
        for (unsigned n = 0; n < 4; ++n) {
            const layout::position at = layout::sum_position(l, n);
            auto sum = static_cast<double>(sums[n]);
            for (unsigned k = 0; k < Product::inner; ++k) sum += left[at.row][k] * right[k][at.column];
            sums[n] = static_cast<typename Product::sum>(sum);
        }
    }
}

template <class Product>
void multiply_fragments(void* sums, const void* a, const void* b, location where) {
    const product_fragments own{sums, a, b};
    (void)run_warp_collective(collective::shuffle, 0xffffffffu, to_bits(&own), 0, multiply_all<Product>, where);
}
inline void multiply_bf16(float (&sums)[4], const unsigned (&a)[4], const unsigned (&b)[2],
                          location where = location::current()) {
    multiply_fragments<bf16_product>(sums, a, b, where);
}
inline void multiply_tf32(float (&sums)[4], const unsigned (&a)[4], const unsigned (&b)[2],
                          location where = location::current()) {
    multiply_fragments<tf32_product>(sums, a, b, where);
}
inline void multiply_fp64(double (&sums)[4], const double (&a)[8], const double (&b)[4], location where = location::current()) {
    multiply_fragments<fp64_product>(sums, a, b, where);
}

}  // namespace rehearsal
