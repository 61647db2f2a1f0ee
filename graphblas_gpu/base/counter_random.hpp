// Idea: random numbers without a state: the k-th number of a stream is a hash of (seed, stream, k), so that any number of
// threads may draw any part in any order. A keyed permutation gives distinct numbers without remembering the numbers it gave.
// Source: Salmon et al., Parallel Random Numbers: As Easy as 1, 2, 3 (SC 2011), for the idea;
// Steele, Lea, Flood, Fast Splittable Pseudorandom Number Generators (OOPSLA 2014), for the mixing function;
// Black, Rogaway, Ciphers with Arbitrary Finite Domains (CT-RSA 2002), for cycle walking.
#pragma once

#include <semirings/types.hpp>

#include <cmath>
#include <cstdint>

namespace graphblas_gpu::base {

/// A bijection of 64-bit numbers. Changing any bit of the argument changes about half of the bits of the result.
GB_HD constexpr std::uint64_t mix_bits(std::uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
    x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
    return x ^ (x >> 31);
}

/// One stream of random numbers.
class counter_random {
  public:
    GB_HD constexpr counter_random(std::uint64_t seed, std::uint64_t stream)
        : key_(mix_bits(mix_bits(seed + golden) + stream * golden)) {}

    /// The k-th number: 64 random bits.
    GB_HD constexpr std::uint64_t operator()(std::uint64_t k) const { return mix_bits(key_ + (k + 1) * golden); }

    /// The k-th number below `limit`, which is at most 2^32; its bias is at most 2^-32.
    GB_HD constexpr std::uint64_t below(std::uint64_t limit, std::uint64_t k) const { return ((*this)(k) >> 32) * limit >> 32; }

  private:
    static constexpr std::uint64_t golden = 0x9e3779b97f4a7c15;  // 2^64 over the golden ratio
    std::uint64_t key_;
};

/// A random permutation of 0 .. size-1, for sizes up to 2^63.
class random_permutation {
  public:
    GB_HD constexpr random_permutation(std::uint64_t size, std::uint64_t seed, std::uint64_t stream) : size_(size) {
        while (bits_ < 63 && (std::uint64_t{1} << bits_) < size) ++bits_;
        mask_ = (std::uint64_t{1} << bits_) - 1;
        const counter_random random(seed, stream);
        for (int round = 0; round < rounds; ++round) {
            offset_[round] = random(2 * round);
            factor_[round] = random(2 * round + 1) | 1;
        }
    }

    GB_HD constexpr std::uint64_t operator()(std::uint64_t x) const {
        do x = permute_power_of_two(x);
        while (x >= size_);
        return x;
    }

  private:
    static constexpr int rounds = 4;

    // Adding, multiplying by an odd number and adding high bits to low bits by xor can each be reversed modulo 2^bits.
    GB_HD constexpr std::uint64_t permute_power_of_two(std::uint64_t x) const {
        for (int round = 0; round < rounds; ++round) {
            x = ((x + offset_[round]) * factor_[round]) & mask_;
            x ^= x >> ((bits_ + 1) / 2);
        }
        return x;
    }

    std::uint64_t size_;
    int bits_ = 1;
    std::uint64_t mask_ = 1;
    std::uint64_t offset_[rounds] = {};
    std::uint64_t factor_[rounds] = {};
};

struct vertex_pair {
    std::uint64_t low;
    std::uint64_t high;
};

/// The p-th pair low < high of numbers below 2^32 in the order (0,1), (0,2), (1,2), (0,3), ...: pairs with the same `high`
/// begin at p = high (high - 1) / 2.
inline vertex_pair unordered_pair(std::uint64_t p) {
    auto high = static_cast<std::uint64_t>((1 + std::sqrt(1 + 8 * static_cast<double>(p))) / 2);
    while (high * (high - 1) / 2 > p) --high;  // p has been rounded, so the square root may be a few off
    while ((high + 1) * high / 2 <= p) ++high;
    return {p - high * (high - 1) / 2, high};
}

}  // namespace graphblas_gpu::base
