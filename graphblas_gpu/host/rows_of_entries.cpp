#include <graphblas_gpu/host/rows_of_entries.hpp>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <cstring>
#include <exception>
#include <utility>
#include <vector>

#include <graphblas_gpu/formats/radix_sort.hpp>

namespace graphblas_gpu::host {
namespace {

using formats::untyped_csr;

/// An entry: its (row, column) as one number, so that comparing and sorting are cheap, and its value.
template <class Value>
struct keyed_entry {
    std::uint64_t key;
    [[no_unique_address]] Value value;
};

/// The entries of a list, distributed to bins of ascending keys.
template <class Value>
class binned_entries {
  public:
    using entry = keyed_entry<Value>;

    /// make(p) returns entry p of the list, p < size. Keys are below 2^key_bits. O(size).
    template <class Make>
    binned_entries(team& team, std::size_t size, int key_bits, Make make) : entries_(size) {
        constexpr int most_directory_bits = 11;
        const int bits = std::min(key_bits, most_directory_bits);
        shift_ = key_bits - bits;
        const std::size_t cells = std::size_t{1} << bits;
        const std::vector<index> cuts = cut_evenly(static_cast<index>(size), pieces_for(team, work_of(size)));
        const std::size_t pieces = cuts.size() - 1;
        const auto for_piece = [&](auto&& body) {
            team.run(static_cast<index>(pieces), [&](index chunk, int) {
                const auto c = static_cast<std::size_t>(chunk);
                for (auto p = static_cast<std::size_t>(cuts[c]); p < static_cast<std::size_t>(cuts[c + 1]); ++p)
                    body(c, make(p));
            });
        };
        // next[c * cells + k]: first the number of entries of piece c in cell k, then the position of its next entry in that
        // cell.
        std::vector<std::size_t> next(pieces * cells, 0);
        for_piece([&](std::size_t c, const entry& e) { ++next[c * cells + (e.key >> shift_)]; });
        std::size_t sum = 0;
        std::vector<std::size_t> cell_starts(cells + 1);
        for (std::size_t k = 0; k < cells; ++k) {
            cell_starts[k] = sum;
            for (std::size_t c = 0; c < pieces; ++c) sum += std::exchange(next[c * cells + k], sum);
        }
        cell_starts[cells] = sum;
        for_piece([&](std::size_t c, const entry& e) { entries_[next[c * cells + (e.key >> shift_)]++] = e; });
        join_cells(cell_starts, key_bits);
    }

    std::size_t bins() const noexcept { return starts_.size() - 1; }
    std::size_t largest_bin() const noexcept { return largest_; }
    std::span<entry> bin(std::size_t b) noexcept { return {entries_.data() + starts_[b], starts_[b + 1] - starts_[b]}; }
    /// The number of low bits in which the keys of a bin differ.
    int key_bits(std::size_t b) const noexcept { return bits_[b]; }

  private:
    static std::int64_t work_of(std::size_t size) { return static_cast<std::int64_t>(size) * 5; }

    void join_cells(const std::vector<std::size_t>& cell_starts, int key_bits) {
        constexpr std::size_t worth_a_bin = std::size_t{1} << 13;
        starts_.push_back(0);
        std::size_t first_cell = 0;
        for (std::size_t k = 0; k + 1 < cell_starts.size(); ++k) {
            const std::size_t size = cell_starts[k + 1] - starts_.back();
            const bool last = k + 2 == cell_starts.size();
            if (size < worth_a_bin && !last) continue;
            starts_.push_back(cell_starts[k + 1]);
            bits_.push_back(std::min(key_bits, shift_ + static_cast<int>(std::bit_width(first_cell ^ k))));
            largest_ = std::max(largest_, size);
            first_cell = k + 1;
        }
    }

    buffer<entry> entries_;
    std::vector<std::size_t> starts_;
    std::vector<int> bits_;
    std::size_t largest_ = 0;
    int shift_ = 0;
};

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
    const auto bits_below = [](index side) {
        return static_cast<int>(std::bit_width(static_cast<std::uint64_t>(side - 1)));
    };
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
        const std::span<entry> sorted = formats::radix_sort(bin, std::span<entry>(spare.data(), spare.size()),
                                                            all.key_bits(b), [](const entry& e) { return e.key; });
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
