// Radix sort of records that are cheap to copy, by an unsigned key of 64 bits.
//
// Idea: digits (of 11 bits) are sorted, the least significant digit first. The histograms of all digits are made in one pass. A
// digit that is the same in all records is skipped, so that keys of two short vertex numbers take 4 or 5 passes. The sort is
// stable and needs one copy of the array as scratch.
// Source: Knuth, The Art of Computer Programming 3, section 5.2.5, algorithm R.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <graphblas_gpu/base/blocks.hpp>

namespace graphblas_gpu::base {

/// Sorts records by the low `key_bits` bits of key(record), ascending and stable. Higher bits must be the same in all records.
/// `scratch` is as long as `records`. Returns the one of the two that has the result; the contents of the other are arbitrary.
/// Digits of 8 bits are faster for fewer than about 1000 records.
template <int digit_bits = 11, class Record, class Key>
std::span<Record> radix_sort(std::span<Record> records, std::span<Record> scratch, int key_bits, Key key) {
    constexpr std::size_t buckets = std::size_t{1} << digit_bits;
    constexpr std::size_t too_few_for_histograms = buckets / 2;

    const auto before = [&key](const Record& a, const Record& b) { return key(a) < key(b); };
    if (std::is_sorted(records.begin(), records.end(), before)) return records;
    if (records.size() < too_few_for_histograms) {
        std::stable_sort(records.begin(), records.end(), before);
        return records;
    }

    const auto digits = static_cast<std::size_t>((key_bits + digit_bits - 1) / digit_bits);
    const auto digit_of = [&key](const Record& r, std::size_t d) {
        return static_cast<std::size_t>(std::uint64_t{key(r)} >> (d * digit_bits)) & (buckets - 1);
    };
    std::vector<std::array<std::size_t, buckets>> counts(digits);
    const auto for_each_record = [&](const auto& body) {
        in_blocks(std::size_t{0}, records.size(), entries_between_looks, [&](std::size_t first, std::size_t last) {
            for (const Record& r : records.subspan(first, last - first)) body(r);
        });
    };
    for_each_record([&](const Record& r) {
        for (std::size_t d = 0; d < digits; ++d) ++counts[d][digit_of(r, d)];
    });

    scratch = scratch.first(records.size());
    for (std::size_t d = 0; d < digits; ++d) {
        auto& starts = counts[d];
        if (starts[digit_of(records.front(), d)] == records.size()) continue;
        std::size_t sum = 0;
        for (std::size_t& start : starts) sum += std::exchange(start, sum);
        for_each_record([&](const Record& r) { scratch[starts[digit_of(r, d)]++] = r; });
        std::swap(records, scratch);
    }
    return records;
}

/// Sorts records by key(record), ascending and stable. If there is no memory for the scratch, the records are unchanged.
template <class Record, class Key>
void radix_sort(std::vector<Record>& records, Key key) {
    std::vector<Record> scratch(records.size());
    const std::span<Record> sorted = radix_sort(std::span<Record>(records), std::span<Record>(scratch), 64, key);
    if (sorted.data() != records.data()) records.swap(scratch);
}

}  // namespace graphblas_gpu::base
