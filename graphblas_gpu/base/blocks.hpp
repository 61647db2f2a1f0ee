// Long loops of one thread, in blocks between which the thread looks whether the call is to end (cancellation.hpp).
//
// Idea: a loop of one block, as in every small call, does not look.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include <graphblas_gpu/base/cancellation.hpp>
#include <graphblas_gpu/base/types.hpp>

namespace graphblas_gpu::base {

/// How many entries, or other things that take some nanoseconds each, a thread goes over between two looks.
inline constexpr std::int64_t entries_between_looks = std::int64_t{1} << 20;
/// The same for rows that a loop goes over, whose lengths it does not know.
inline constexpr std::int64_t rows_between_looks = 64;

/// Called for every p of a loop over numbers, looks at one of 256: for kernels, which have no register to spare for the end of
/// a block. Throws cancelled.
[[gnu::always_inline]] inline void look_now_and_then(row_offset p) {
    constexpr row_offset mask = 255;
    if ((p & mask) == mask) [[unlikely]]
        look_at_call();
}

/// body(first, last) for blocks of at most `most` of the numbers first .. last - 1, in order. Throws cancelled.
template <class Number, class Body>
[[gnu::always_inline]] inline void in_blocks(Number first, Number last, std::int64_t most, Body&& body) {
    for (;;) {
        const Number stop = last - first > static_cast<Number>(most) ? first + static_cast<Number>(most) : last;
        body(first, stop);
        if (stop == last) return;
        first = stop;
        look_at_call();
    }
}

/// body(first, last) for blocks of rows of about entries_between_looks entries, in order; before[i] is the number of entries
/// before row i. Throws cancelled.
template <class Body>
void in_blocks_of_rows(const row_offset* before, index first, index last, Body&& body) {
    while (first < last) {
        index stop = std::min(last, first + entries_between_looks);
        if (before[stop] - before[first] > entries_between_looks) {
            const row_offset enough = before[first] + entries_between_looks;
            stop = std::max<index>(std::lower_bound(before + first, before + stop, enough) - before, first + 1);
        }
        body(first, stop);
        if (stop == last) return;
        first = stop;
        look_at_call();
    }
}

/// std::memcpy of any length. Throws cancelled.
inline void copy_in_blocks(void* to, const void* from, std::size_t bytes) {
    in_blocks(std::size_t{0}, bytes, 16 * entries_between_looks, [&](std::size_t first, std::size_t last) {
        if (first != last)
            std::memcpy(static_cast<std::byte*>(to) + first, static_cast<const std::byte*>(from) + first, last - first);
    });
}

}  // namespace graphblas_gpu::base
