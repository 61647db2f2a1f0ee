#include <graphblas_gpu/host/rows/binned_entries.hpp>
#include <graphblas_gpu/host/rows/rows_of_entries.hpp>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <cstring>
#include <exception>
#include <utility>
#include <vector>

#include <graphblas_gpu/base/radix_sort.hpp>

namespace graphblas_gpu::host {
namespace {

using formats::untyped_csr;

constexpr std::int64_t work_of_one = 2;

/// Whether the entries ascend and no position occurs twice. It stops early if they do not.
bool ascend_strictly(team& team, std::span<const column_index> rows, std::span<const column_index> columns) {
    std::atomic<bool> sorted{true};
    const auto size = static_cast<index>(rows.size());
    for_ranges(team, size, size * work_of_one, [&](index first, index last, int) {
        constexpr index stride = 4096;
        for (index from = std::max<index>(first, 1); from < last && sorted.load(std::memory_order_relaxed); from += stride) {
            bool ascending = true;
            for (auto p = static_cast<std::size_t>(from); p < static_cast<std::size_t>(std::min(from + stride, last)); ++p)
                ascending &= rows[p - 1] < rows[p] || (rows[p - 1] == rows[p] && columns[p - 1] < columns[p]);
            if (!ascending) sorted.store(false, std::memory_order_relaxed);
        }
    });
    return sorted.load();
}

untyped_csr copied_rows(team& team, const untyped_entries& in) {
    untyped_csr out = untyped_csr::with_room(in.nrows, in.ncols, in.columns.size(), in.value_bytes);
    const auto size = static_cast<index>(in.columns.size());
    for_ranges(team, size, size * work_of_one, [&](index first, index last, int) {
        if (first == last) return;
        const auto from = static_cast<std::size_t>(first), count = static_cast<std::size_t>(last - first);
        std::copy_n(in.columns.data() + from, count, out.columns.data() + from);
        if (in.value_bytes > 0) {
            std::memcpy(out.values.data() + from * in.value_bytes,
                        static_cast<const std::byte*>(in.values) + from * in.value_bytes, count * in.value_bytes);
        }
        for (std::size_t p = from; p < from + count; ++p) {
            // The first entry of a row also sets the offsets of the empty rows before it.
            for (std::size_t i = p == 0 ? 0 : std::size_t{in.rows[p - 1]} + 1; i <= in.rows[p]; ++i)
                out.offsets[i] = static_cast<row_offset>(p);
        }
    });
    const std::size_t behind = in.rows.empty() ? 0 : std::size_t{in.rows.back()} + 1;
    std::fill(out.offsets.begin() + behind, out.offsets.end(), size);
    return out;
}

/// Values that are sorted together with their positions: values of 1, 2, 4 or 8 bytes.
template <class Bits>
struct values_with_positions {
    using value = Bits;
    const std::byte* from;

    value load(std::size_t p) const {
        value x;
        std::memcpy(&x, from + p * sizeof x, sizeof x);
        return x;
    }
    void* address(value& x) const { return &x; }
    void store(std::byte* to, std::size_t p, const value& x) const { std::memcpy(to + p * sizeof x, &x, sizeof x); }
};

/// Structure alone: there are no values.
struct no_values {
    using value = formats::no_value;
    value load(std::size_t) const { return {}; }
    void* address(value&) const { return nullptr; }
    void store(std::byte*, std::size_t, const value&) const {}
};

/// Values of any other size stay in a copy of the list; only their positions in the list are sorted.
struct values_in_a_list {
    using value = std::size_t;
    buffer<std::byte>& list;
    std::size_t bytes;

    value load(std::size_t p) const { return p; }
    void* address(const value& p) const { return list.data() + p * bytes; }
    void store(std::byte* to, std::size_t p, const value& x) const { std::memcpy(to + p * bytes, address(x), bytes); }
};

template <class Values>
untyped_csr sorted_rows(team& team, const untyped_entries& in, const Values& values, join_function join, index& merged) {
    const auto bits_below = [](index side) { return static_cast<int>(std::bit_width(static_cast<std::uint64_t>(side - 1))); };
    const int column_bits = bits_below(in.ncols), key_bits = bits_below(in.nrows) + column_bits;
    const std::uint64_t column_mask = (std::uint64_t{1} << column_bits) - 1;
    using entry = keyed_entry<typename Values::value>;
    const auto row_of = [&](const entry& e) { return static_cast<column_index>(e.key >> column_bits); };
    const auto column_of = [&](const entry& e) { return static_cast<column_index>(e.key & column_mask); };

    binned_entries<typename Values::value> all(team, in.rows.size(), key_bits, [&](std::size_t p) {
        return entry{std::uint64_t{in.rows[p]} << column_bits | in.columns[p], values.load(p)};
    });
    const auto bins = static_cast<index>(all.bins());
    std::vector<std::size_t> sizes(all.bins());
    std::vector<std::exception_ptr> failures(all.bins());
    std::vector<buffer<entry>> scratch(static_cast<std::size_t>(team.size()));
    team.run(bins, [&](index chunk, int member) {
        const auto b = static_cast<std::size_t>(chunk);
        buffer<entry>& spare = scratch[static_cast<std::size_t>(member)];
        if (spare.empty()) spare = buffer<entry>(all.largest_bin());
        const std::span<entry> bin = all.bin(b);
        const std::span<entry> sorted = base::radix_sort(bin, std::span<entry>(spare.data(), spare.size()), all.key_bits(b),
                                                         [](const entry& e) { return e.key; });
        // Joined entries are moved to the front of the bin, which may be the array that they are read from.
        std::size_t size = 0;
        try {
            for (entry& e : sorted) {
                if (size > 0 && bin[size - 1].key == e.key) {
                    join(values.address(bin[size - 1].value), values.address(e.value), row_of(e), column_of(e));
                } else {
                    bin[size++] = e;
                }
            }
        } catch (...) {
            failures[b] = std::current_exception();
        }
        sizes[b] = size;
    });
    for (const std::exception_ptr& failure : failures)
        if (failure != nullptr) std::rethrow_exception(failure);
    scratch.clear();

    // For each bin the position of its first entry in the result, and the first row whose offset it sets: the row after the
    // last row of the bins before it.
    std::vector<std::size_t> starts(all.bins()), first_rows(all.bins());
    std::size_t total = 0, next_row = 0;
    for (std::size_t b = 0; b < all.bins(); ++b) {
        starts[b] = total;
        first_rows[b] = next_row;
        total += sizes[b];
        if (sizes[b] > 0) next_row = std::size_t{row_of(all.bin(b)[sizes[b] - 1])} + 1;
    }
    merged = static_cast<index>(in.rows.size() - total);

    untyped_csr out = untyped_csr::with_room(in.nrows, in.ncols, total, in.value_bytes);
    team.run(bins, [&](index chunk, int) {
        const auto b = static_cast<std::size_t>(chunk);
        std::size_t row = first_rows[b], p = starts[b];
        for (const entry& e : all.bin(b).first(sizes[b])) {
            for (; row <= row_of(e); ++row) out.offsets[row] = static_cast<row_offset>(p);
            out.columns[p] = column_of(e);
            values.store(out.values.data(), p, e.value);
            ++p;
        }
    });
    std::fill(out.offsets.begin() + next_row, out.offsets.end(), static_cast<row_offset>(total));
    return out;
}

}  // namespace

untyped_csr rows_of_entries(team& team, const untyped_entries& in, join_function join, index& merged) {
    merged = 0;
    if (ascend_strictly(team, in.rows, in.columns)) return copied_rows(team, in);
    const auto* const from = static_cast<const std::byte*>(in.values);
    switch (in.value_bytes) {
        case 0: return sorted_rows(team, in, no_values{}, join, merged);
        case 1: return sorted_rows(team, in, values_with_positions<std::uint8_t>{from}, join, merged);
        case 2: return sorted_rows(team, in, values_with_positions<std::uint16_t>{from}, join, merged);
        case 4: return sorted_rows(team, in, values_with_positions<std::uint32_t>{from}, join, merged);
        case 8: return sorted_rows(team, in, values_with_positions<std::uint64_t>{from}, join, merged);
        default: break;
    }
    buffer<std::byte> list(std::span<const std::byte>(from, in.rows.size() * in.value_bytes));
    return sorted_rows(team, in, values_in_a_list{list, in.value_bytes}, join, merged);
}

}  // namespace graphblas_gpu::host
