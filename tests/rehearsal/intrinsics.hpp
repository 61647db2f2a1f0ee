// The functions that CUDA gives device code: barriers, warp functions, atomics, bit counts.
//
// Idea: each takes the types that CUDA takes and no others, so that what compiles here compiles there. A warp function hands
// its lane's value to rehearsal::run_warp_collective with a rule that makes the results of all lanes from the values of all
// lanes. Use of a lane that the mask does not name, and addresses that are not aligned, are faults.
#pragma once

#include "machine.hpp"

#include <bit>
#include <cmath>
#include <concepts>
#include <cstring>
#include <limits>
#include <string>
#include <type_traits>

namespace rehearsal {

template <class T, class... Ts>
concept one_of = (std::same_as<T, Ts> || ...);
template <class T>
concept word_like = std::is_arithmetic_v<T> && (sizeof(T) == 4 || sizeof(T) == 8);

template <class T>
std::uint64_t to_bits(T x) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &x, sizeof(T));
    return bits;
}

template <class T>
T from_bits(std::uint64_t bits) {
    T x;
    std::memcpy(&x, &bits, sizeof(T));
    return x;
}

/// Calls f(lane) for the lanes of a mask.
template <class F>
void for_lanes(unsigned mask, F f) {
    for (; mask != 0; mask &= mask - 1) f(static_cast<unsigned>(std::countr_zero(mask)));
}

/// Gives all lanes of the mask the same result.
inline void give_all(lane_value* lanes, unsigned mask, std::uint64_t result) {
    for_lanes(mask, [&](unsigned l) { lanes[l].result = result; });
}

inline unsigned voters(const lane_value* lanes, unsigned mask) {
    unsigned yes = 0;
    for_lanes(mask, [&](unsigned l) { yes |= (lanes[l].bits != 0 ? 1u : 0u) << l; });
    return yes;
}

inline void resolve_shuffle(lane_value* lanes, unsigned mask) {
    for_lanes(mask, [&](unsigned l) { lanes[l].result = lanes[lanes[l].source].bits; });
}

template <class T>
T shuffle(unsigned mask, T value, unsigned source, location where) {
    if ((mask >> source & 1u) == 0)
        fault("reads lane " + std::to_string(source) + ", which the mask does not name", where);
    return from_bits<T>(run_warp_collective(collective::shuffle, mask, to_bits(value), source, resolve_shuffle, where));
}

/// The highest lane of the group of `width` lanes that the caller is in.
inline unsigned group_end(int width, location where) {
    if (width < 1 || width > 32 || (width & (width - 1)) != 0)
        fault("the width of a shuffle is " + std::to_string(width) + ", which is not a power of two up to 32", where);
    return lane() | static_cast<unsigned>(width - 1);
}

template <class T, class Combine>
void resolve_reduction(lane_value* lanes, unsigned mask, Combine combine) {
    bool first = true;
    T sum{};
    for_lanes(mask, [&](unsigned l) {
        const T x = from_bits<T>(lanes[l].bits);
        sum = first ? x : combine(sum, x);
        first = false;
    });
    give_all(lanes, mask, to_bits(sum));
}

/// Sums of integers wrap around, as the device's do.
template <class T>
T wrapping_sum(T x, T y) {
    if constexpr (std::is_same_v<T, int>)
        return static_cast<int>(static_cast<unsigned>(x) + static_cast<unsigned>(y));
    else
        return x + y;
}

/// Called by every atomic: lets others run now and then, and checks the address.
template <class T>
void before_atomic(const T* address, location where) {
    if (reinterpret_cast<std::uintptr_t>(address) % sizeof(T) != 0)
        fault("an atomic on an address that is not a multiple of " + std::to_string(sizeof(T)), where);
    maybe_yield(where);
}

template <class T, class Change>
T change(T* address, Change f, location where) {
    before_atomic(address, where);
    const T before = *address;
    *address = f(before);
    return before;
}

}  // namespace rehearsal

// Barriers and fences.

inline void __syncthreads(rehearsal::location where = rehearsal::location::current()) {
    rehearsal::run_block_collective(rehearsal::collective::syncthreads, false, where);
}
inline int __syncthreads_or(int predicate, rehearsal::location where = rehearsal::location::current()) {
    return rehearsal::run_block_collective(rehearsal::collective::syncthreads_or, predicate != 0, where).yes != 0;
}
inline int __syncthreads_and(int predicate, rehearsal::location where = rehearsal::location::current()) {
    const auto votes = rehearsal::run_block_collective(rehearsal::collective::syncthreads_and, predicate != 0, where);
    return votes.yes == votes.all;
}
inline int __syncthreads_count(int predicate, rehearsal::location where = rehearsal::location::current()) {
    return static_cast<int>(
        rehearsal::run_block_collective(rehearsal::collective::syncthreads_count, predicate != 0, where).yes);
}
inline void __syncwarp(unsigned mask = 0xffffffffu, rehearsal::location where = rehearsal::location::current()) {
    rehearsal::run_warp_collective(rehearsal::collective::syncwarp, mask, 0, 0, [](rehearsal::lane_value*, unsigned) {}, where);
}
inline void __threadfence(rehearsal::location where = rehearsal::location::current()) { rehearsal::maybe_yield(where); }
inline void __threadfence_block(rehearsal::location where = rehearsal::location::current()) { rehearsal::maybe_yield(where); }
inline void __threadfence_system(rehearsal::location where = rehearsal::location::current()) { rehearsal::maybe_yield(where); }
inline void __nanosleep(unsigned, rehearsal::location where = rehearsal::location::current()) { rehearsal::yield(where); }
[[noreturn]] inline void __trap(rehearsal::location where = rehearsal::location::current()) {
    rehearsal::fault("__trap was called", where);
}

// Shuffles. As measured on a device, only the lower five bits of distances and masks of lanes count.

template <rehearsal::word_like T>
T __shfl_sync(unsigned mask, T value, int source, int width = 32,
              rehearsal::location where = rehearsal::location::current()) {
    const unsigned end = rehearsal::group_end(width, where);
    const unsigned in_group = static_cast<unsigned>(width - 1);
    return rehearsal::shuffle(mask, value, (end & ~in_group) | (static_cast<unsigned>(source) & in_group), where);
}
template <rehearsal::word_like T>
T __shfl_up_sync(unsigned mask, T value, unsigned delta, int width = 32,
                 rehearsal::location where = rehearsal::location::current()) {
    const unsigned start = rehearsal::group_end(width, where) & ~static_cast<unsigned>(width - 1);
    const unsigned lane = rehearsal::lane();
    return rehearsal::shuffle(mask, value, delta % 32 <= lane - start ? lane - delta % 32 : lane, where);
}
template <rehearsal::word_like T>
T __shfl_down_sync(unsigned mask, T value, unsigned delta, int width = 32,
                   rehearsal::location where = rehearsal::location::current()) {
    const unsigned end = rehearsal::group_end(width, where);
    const unsigned lane = rehearsal::lane();
    return rehearsal::shuffle(mask, value, delta % 32 <= end - lane ? lane + delta % 32 : lane, where);
}
template <rehearsal::word_like T>
T __shfl_xor_sync(unsigned mask, T value, int lane_mask, int width = 32,
                  rehearsal::location where = rehearsal::location::current()) {
    const unsigned lane = rehearsal::lane();
    const unsigned source = lane ^ (static_cast<unsigned>(lane_mask) % 32);
    return rehearsal::shuffle(mask, value, source <= rehearsal::group_end(width, where) ? source : lane, where);
}

// Votes, matches, reductions.

inline unsigned __ballot_sync(unsigned mask, int predicate, rehearsal::location where = rehearsal::location::current()) {
    return static_cast<unsigned>(rehearsal::run_warp_collective(
        rehearsal::collective::ballot, mask, predicate != 0, 0,
        [](rehearsal::lane_value* lanes, unsigned m) { give_all(lanes, m, voters(lanes, m)); }, where));
}
inline int __any_sync(unsigned mask, int predicate, rehearsal::location where = rehearsal::location::current()) {
    return static_cast<int>(rehearsal::run_warp_collective(
        rehearsal::collective::any, mask, predicate != 0, 0,
        [](rehearsal::lane_value* lanes, unsigned m) { give_all(lanes, m, voters(lanes, m) != 0); }, where));
}
inline int __all_sync(unsigned mask, int predicate, rehearsal::location where = rehearsal::location::current()) {
    return static_cast<int>(rehearsal::run_warp_collective(
        rehearsal::collective::all, mask, predicate != 0, 0,
        [](rehearsal::lane_value* lanes, unsigned m) { give_all(lanes, m, voters(lanes, m) == m); }, where));
}
template <rehearsal::word_like T>
unsigned __match_any_sync(unsigned mask, T value, rehearsal::location where = rehearsal::location::current()) {
    const auto resolve = [](rehearsal::lane_value* lanes, unsigned m) {
        rehearsal::for_lanes(m, [&](unsigned l) {
            unsigned same = 0;
            rehearsal::for_lanes(m, [&](unsigned k) { same |= (lanes[k].bits == lanes[l].bits ? 1u : 0u) << k; });
            lanes[l].result = same;
        });
    };
    return static_cast<unsigned>(
        rehearsal::run_warp_collective(rehearsal::collective::match_any, mask, rehearsal::to_bits(value), 0, resolve, where));
}
template <rehearsal::word_like T>
unsigned __match_all_sync(unsigned mask, T value, int* predicate,
                          rehearsal::location where = rehearsal::location::current()) {
    const auto resolve = [](rehearsal::lane_value* lanes, unsigned m) {
        bool same = true;
        rehearsal::for_lanes(m, [&](unsigned l) { same &= lanes[l].bits == lanes[std::countr_zero(m)].bits; });
        rehearsal::give_all(lanes, m, same ? m : 0u);
    };
    const auto result = static_cast<unsigned>(
        rehearsal::run_warp_collective(rehearsal::collective::match_all, mask, rehearsal::to_bits(value), 0, resolve, where));
    *predicate = result != 0;
    return result;
}

#define REHEARSAL_REDUCTION(name, what, expression, ...)                                                                      \
    template <rehearsal::one_of<__VA_ARGS__> T>                                                                               \
    T name(unsigned mask, T value, rehearsal::location where = rehearsal::location::current()) {                              \
        const auto resolve = [](rehearsal::lane_value* lanes, unsigned m) {                                                   \
            rehearsal::resolve_reduction<T>(lanes, m, [](T x, T y) { return static_cast<T>(expression); });                   \
        };                                                                                                                    \
        return rehearsal::from_bits<T>(                                                                                       \
            rehearsal::run_warp_collective(rehearsal::collective::what, mask, rehearsal::to_bits(value), 0, resolve, where)); \
    }
REHEARSAL_REDUCTION(__reduce_add_sync, reduce_add, rehearsal::wrapping_sum(x, y), int, unsigned)
REHEARSAL_REDUCTION(__reduce_min_sync, reduce_min, y < x ? y : x, int, unsigned)
REHEARSAL_REDUCTION(__reduce_max_sync, reduce_max, x < y ? y : x, int, unsigned)
REHEARSAL_REDUCTION(__reduce_and_sync, reduce_and, x & y, unsigned)
REHEARSAL_REDUCTION(__reduce_or_sync, reduce_or, x | y, unsigned)
REHEARSAL_REDUCTION(__reduce_xor_sync, reduce_xor, x ^ y, unsigned)
#undef REHEARSAL_REDUCTION

// Atomics. The second parameter is not deduced, as with CUDA's overloads.

#define REHEARSAL_ATOMIC(name, expression, ...)                                                                         \
    template <rehearsal::one_of<__VA_ARGS__> T>                                                                         \
    T name(T* address, std::type_identity_t<T> y, rehearsal::location where = rehearsal::location::current()) {         \
        return rehearsal::change(address, [y]([[maybe_unused]] T x) { return static_cast<T>(expression); }, where);     \
    }
REHEARSAL_ATOMIC(atomicAdd, rehearsal::wrapping_sum(x, y), int, unsigned, unsigned long long, double)
REHEARSAL_ATOMIC(atomicSub, static_cast<unsigned>(x) - static_cast<unsigned>(y), int, unsigned)
REHEARSAL_ATOMIC(atomicMin, y < x ? y : x, int, unsigned, long long, unsigned long long)
REHEARSAL_ATOMIC(atomicMax, x < y ? y : x, int, unsigned, long long, unsigned long long)
REHEARSAL_ATOMIC(atomicAnd, x & y, int, unsigned, unsigned long long)
REHEARSAL_ATOMIC(atomicOr, x | y, int, unsigned, unsigned long long)
REHEARSAL_ATOMIC(atomicXor, x ^ y, int, unsigned, unsigned long long)
REHEARSAL_ATOMIC(atomicExch, y, int, unsigned, unsigned long long, float)
REHEARSAL_ATOMIC(atomicInc, x >= y ? 0u : x + 1u, unsigned)
REHEARSAL_ATOMIC(atomicDec, x == 0 || x > y ? y : x - 1u, unsigned)
#undef REHEARSAL_ATOMIC

/// In device memory operands and sums that are subnormal become 0, in shared memory they do not.
template <rehearsal::one_of<float> T>
T atomicAdd(T* address, std::type_identity_t<T> y, rehearsal::location where = rehearsal::location::current()) {
    const bool flushes = rehearsal::in_device_memory(address);
    const auto flushed = [flushes](T x) {
        return flushes && std::fabs(x) < std::numeric_limits<T>::min() ? std::copysign(T{0}, x) : x;
    };
    return rehearsal::change(address, [&](T x) { return flushed(flushed(x) + flushed(y)); }, where);
}

template <rehearsal::one_of<int, unsigned, unsigned long long, unsigned short> T>
T atomicCAS(T* address, std::type_identity_t<T> expected, std::type_identity_t<T> wanted,
            rehearsal::location where = rehearsal::location::current()) {
    return rehearsal::change(address, [=](T x) { return x == expected ? wanted : x; }, where);
}

// Bits and numbers.

inline int __popc(unsigned x) { return std::popcount(x); }
inline int __popcll(unsigned long long x) { return std::popcount(x); }
inline int __clz(int x) { return std::countl_zero(static_cast<unsigned>(x)); }
inline int __clzll(long long x) { return std::countl_zero(static_cast<unsigned long long>(x)); }
inline int __ffs(int x) { return __builtin_ffs(x); }
inline int __ffsll(long long x) { return __builtin_ffsll(x); }
inline unsigned long long __brevll(unsigned long long x) {
    unsigned long long reversed = 0;
    for (int i = 0; i < 64; ++i, x >>= 1) reversed = reversed << 1 | (x & 1);
    return reversed;
}
inline unsigned __brev(unsigned x) { return static_cast<unsigned>(__brevll(x) >> 32); }
inline unsigned __umulhi(unsigned x, unsigned y) {
    return static_cast<unsigned>(static_cast<unsigned long long>(x) * y >> 32);
}
inline unsigned long long __umul64hi(unsigned long long x, unsigned long long y) {
    __extension__ using wide = unsigned __int128;
    return static_cast<unsigned long long>(static_cast<wide>(x) * y >> 64);
}
inline int __float_as_int(float x) { return std::bit_cast<int>(x); }
inline unsigned __float_as_uint(float x) { return std::bit_cast<unsigned>(x); }
inline float __int_as_float(int x) { return std::bit_cast<float>(x); }
inline float __uint_as_float(unsigned x) { return std::bit_cast<float>(x); }
inline long long __double_as_longlong(double x) { return std::bit_cast<long long>(x); }
inline double __longlong_as_double(long long x) { return std::bit_cast<double>(x); }

/// A load through the read-only cache: of a number, or of a small vector of numbers.
template <class T>
    requires std::is_arithmetic_v<T> || requires(T v) { v.x; v.y; }
T __ldg(const T* address) { return *address; }

template <class T>
    requires std::is_arithmetic_v<T>
constexpr T min(T x, T y) { return y < x ? y : x; }
template <class T>
    requires std::is_arithmetic_v<T>
constexpr T max(T x, T y) { return x < y ? y : x; }
