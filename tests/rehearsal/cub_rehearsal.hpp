// The calls of CUB that the engine makes, done in order on the host.
//
// Idea: of those for the whole device the same two steps, so that the engine's handling of temporary memory is rehearsed too:
// asked for their size they want some bytes, and they scribble over them when they run. In those for a block one thread works.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <type_traits>
#include <utility>
#include <vector>

#include <cuda_runtime.h>

#include "own_work.hpp"

/// As CUB has it: the namespace, which a source may wrap.
#define CUB_NS_QUALIFIER ::cub

namespace cub {

namespace detail {

inline constexpr std::size_t temporary_bytes = 64;

/// True if the call only asks for the size.
inline bool asks_for_size(void* temporary, std::size_t& bytes) {
    if (temporary == nullptr) {
        bytes = temporary_bytes;
        return true;
    }
    std::memset(temporary, 0xee, temporary_bytes);
    return false;
}

template <class Key>
std::uint64_t digits(Key key, int first_bit, int last_bit) {
    static_assert(std::is_unsigned_v<Key>, "the rehearsal sorts unsigned keys");
    const std::uint64_t shifted = static_cast<std::uint64_t>(key) >> first_bit;
    const int bits = last_bit - first_bit;
    return bits >= 64 ? shifted : shifted & ((std::uint64_t{1} << bits) - 1);
}

template <class Key>
std::vector<std::int64_t> sorted_order(const Key* keys, std::int64_t n, int first_bit, int last_bit) {
    std::vector<std::int64_t> order(static_cast<std::size_t>(n));
    std::iota(order.begin(), order.end(), std::int64_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::int64_t x, std::int64_t y) {
        return digits(keys[x], first_bit, last_bit) < digits(keys[y], first_bit, last_bit);
    });
    return order;
}

}  // namespace detail

struct DeviceScan {
    template <class In, class Out, class N>
    static cudaError_t ExclusiveSum(void* temporary, std::size_t& bytes, In in, Out out, N n, cudaStream_t) {
        if (detail::asks_for_size(temporary, bytes)) return cudaSuccess;
        std::remove_cvref_t<decltype(*out)> sum{};
        for (N i = 0; i < n; ++i) {
            const auto here = in[i];
            out[i] = sum;
            sum = sum + here;
        }
        return cudaSuccess;
    }
    template <class In, class Out, class N>
    static cudaError_t InclusiveSum(void* temporary, std::size_t& bytes, In in, Out out, N n, cudaStream_t) {
        if (detail::asks_for_size(temporary, bytes)) return cudaSuccess;
        std::remove_cvref_t<decltype(*out)> sum{};
        for (N i = 0; i < n; ++i) {
            sum = sum + in[i];
            out[i] = sum;
        }
        return cudaSuccess;
    }
};

struct DeviceReduce {
    template <class In, class Out, class N, class Op, class T>
    static cudaError_t Reduce(void* temporary, std::size_t& bytes, In in, Out out, N n, Op op, T init, cudaStream_t) {
        if (detail::asks_for_size(temporary, bytes)) return cudaSuccess;
        for (N i = 0; i < n; ++i) init = op(init, in[i]);
        *out = init;
        return cudaSuccess;
    }
};

struct DeviceRadixSort {
    template <class Key, class Value, class N>
    static cudaError_t SortPairs(void* temporary, std::size_t& bytes, const Key* keys, Key* sorted_keys, const Value* values,
                                 Value* sorted_values, N n, int first_bit, int last_bit, cudaStream_t) {
        if (detail::asks_for_size(temporary, bytes)) return cudaSuccess;
        const rehearsal::own_work here;
        const auto order = detail::sorted_order(keys, n, first_bit, last_bit);
        for (N i = 0; i < n; ++i) {
            sorted_keys[i] = keys[order[static_cast<std::size_t>(i)]];
            sorted_values[i] = values[order[static_cast<std::size_t>(i)]];
        }
        return cudaSuccess;
    }
};

struct DeviceSegmentedSort {
    template <class Key, class Value, class Begin, class End>
    static cudaError_t SortPairs(void* temporary, std::size_t& bytes, const Key* keys, Key* sorted_keys, const Value* values,
                                 Value* sorted_values, std::int64_t, std::int64_t segments, Begin begins, End ends,
                                 cudaStream_t) {
        if (detail::asks_for_size(temporary, bytes)) return cudaSuccess;
        const rehearsal::own_work here;
        for (std::int64_t s = 0; s < segments; ++s) {
            const std::int64_t first = begins[s], n = ends[s] - begins[s];
            const auto order = detail::sorted_order(keys + first, n, 0, 64);
            for (std::int64_t i = 0; i < n; ++i) {
                sorted_keys[first + i] = keys[first + order[static_cast<std::size_t>(i)]];
                sorted_values[first + i] = values[first + order[static_cast<std::size_t>(i)]];
            }
        }
        return cudaSuccess;
    }
    template <class Key, class Value, class Begin, class End>
    static cudaError_t StableSortPairs(void* temporary, std::size_t& bytes, const Key* keys, Key* sorted_keys,
                                       const Value* values, Value* sorted_values, std::int64_t n, std::int64_t segments,
                                       Begin begins, End ends, cudaStream_t stream) {
        return SortPairs(temporary, bytes, keys, sorted_keys, values, sorted_values, n, segments, begins, ends, stream);
    }
};

struct NullType {};

template <class Key, int threads, int n, class Value = NullType>
class BlockRadixSort {
  public:
    struct TempStorage {
        Key keys[threads * n];
        Value values[threads * n];
    };
    explicit BlockRadixSort(TempStorage& shared) : shared_(shared) {}

    void SortBlockedToStriped(Key (&keys)[n], int first_bit, int last_bit) {
        for (int i = 0; i < n; ++i) shared_.keys[static_cast<int>(threadIdx.x) * n + i] = keys[i];
        __syncthreads();
        if (threadIdx.x == 0) {
            std::stable_sort(shared_.keys, shared_.keys + threads * n, [&](Key x, Key y) {
                return detail::digits(x, first_bit, last_bit) < detail::digits(y, first_bit, last_bit);
            });
        }
        __syncthreads();
        for (int i = 0; i < n; ++i) keys[i] = shared_.keys[i * threads + static_cast<int>(threadIdx.x)];
    }

    void SortBlockedToStriped(Key (&keys)[n], Value (&values)[n], int first_bit, int last_bit) {
        const int first = static_cast<int>(threadIdx.x) * n;
        std::copy(keys, keys + n, shared_.keys + first);
        std::copy(values, values + n, shared_.values + first);
        __syncthreads();
        if (threadIdx.x == 0) {
            const auto order = detail::sorted_order(shared_.keys, threads * n, first_bit, last_bit);
            const std::vector<Key> old_keys(shared_.keys, shared_.keys + threads * n);
            const std::vector<Value> old_values(shared_.values, shared_.values + threads * n);
            for (std::size_t i = 0; i < order.size(); ++i) {
                shared_.keys[i] = old_keys[static_cast<std::size_t>(order[i])];
                shared_.values[i] = old_values[static_cast<std::size_t>(order[i])];
            }
        }
        __syncthreads();
        for (int i = 0; i < n; ++i) {
            keys[i] = shared_.keys[i * threads + static_cast<int>(threadIdx.x)];
            values[i] = shared_.values[i * threads + static_cast<int>(threadIdx.x)];
        }
    }

  private:
    TempStorage& shared_;
};

}  // namespace cub
