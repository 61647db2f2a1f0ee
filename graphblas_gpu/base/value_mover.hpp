// Moving values by their size, for code that does not need to know their type.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>

namespace graphblas_gpu::base {

/// Moves values of a size that the compiler knows; 0 for structure alone.
template <std::size_t size>
struct values_of_size {
    static void copy(std::byte* to, std::size_t n, const std::byte* from, std::size_t m) {
        if constexpr (size > 0) std::memcpy(to + n * size, from + m * size, size);
    }
    static void copy_run(std::byte* to, std::size_t n, const std::byte* from, std::size_t m, std::size_t count) {
        if constexpr (size > 0) std::memcpy(to + n * size, from + m * size, count * size);
    }
    /// One value, which the compiler can keep in a register while it is written to many places.
    struct value {
        std::byte bytes[size > 0 ? size : 1];
        void copy_to(std::byte* to, std::size_t n) const {
            if constexpr (size > 0) std::memcpy(to + n * size, bytes, size);
        }
    };
    static value one([[maybe_unused]] const std::byte* from) {
        value out{};
        if constexpr (size > 0) std::memcpy(out.bytes, from, size);
        return out;
    }
};

/// Moves values of any other size.
struct values_of_any_size {
    std::size_t size;
    void copy(std::byte* to, std::size_t n, const std::byte* from, std::size_t m) const {
        std::memcpy(to + n * size, from + m * size, size);
    }
    void copy_run(std::byte* to, std::size_t n, const std::byte* from, std::size_t m, std::size_t count) const {
        std::memcpy(to + n * size, from + m * size, count * size);
    }
    struct value {
        const std::byte* from;
        std::size_t size;
        void copy_to(std::byte* to, std::size_t n) const { std::memcpy(to + n * size, from, size); }
    };
    value one(const std::byte* from) const { return {from, size}; }
};

/// f(mover): mover.copy(to, n, from, m) copies value m of array `from` to value n of array `to`; copy_run copies `count`
/// values; mover.one(from).copy_to(to, n) writes one value to several places.
template <class F>
decltype(auto) with_value_mover(std::size_t size, F&& f) {
    switch (size) {
        case 0: return f(values_of_size<0>{});
        case 1: return f(values_of_size<1>{});
        case 2: return f(values_of_size<2>{});
        case 4: return f(values_of_size<4>{});
        case 8: return f(values_of_size<8>{});
        default: return f(values_of_any_size{size});
    }
}

/// Makes all `count` values of an array equal to the first one. Every copy doubles the values that are written, up to blocks
/// that stay in a cache.
inline void repeat_first_value(std::byte* values, std::size_t count, std::size_t size) {
    constexpr std::size_t block = 4096;
    for (std::size_t done = 1; done < count;) {
        const std::size_t more = std::min({done, block, count - done});
        std::memcpy(values + done * size, values, more * size);
        done += more;
    }
}

}  // namespace graphblas_gpu::base
