// Needs: entries whose positions are known to fit.
// Idea: entries are spread over bins by the leading bits of (row, column), small bins put together until each is worth
// a thread's while and fits its cache; a bin is sorted, its duplicates joined, and its rows written to their place,
// apart from all other bins. Every step keeps the order of the input among equals, so duplicates meet in that order,
// and the matrix is the same for any number of threads. Entries that come sorted, as most files do, are copied straight
// into place.
#pragma once

#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/formats/buffer.hpp>
#include <graphblas_gpu/formats/csr.hpp>
#include <graphblas_gpu/formats/radix_sort.hpp>
#include <graphblas_gpu/host/team.hpp>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <span>
#include <type_traits>
#include <vector>

namespace graphblas_gpu::host {

/// A position and its value; (row, column) is one number, so that comparing and sorting are cheap.
template <class T>
struct keyed_entry {
    std::uint64_t key;
    [[no_unique_address]] formats::stored<T> value;
};

/// Entries as they come from a list, spread over bins of ascending keys.
template <class T>
class binned_entries {
  public:
    using entry = keyed_entry<T>;

    /// make(p) gives entry p of `size`; keys are below 2^key_bits. O(size).
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
        // next[c * cells + k]: how many entries piece c has in cell k, then where it puts the next of these.
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
    /// The keys in a bin differ in this many low bits.
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

namespace entries {

constexpr std::int64_t work_of_one = 2;

/// Do the entries ascend, no position twice? Stops early where not.
inline bool ascend_strictly(team& team, std::span<const column_index> rows, std::span<const column_index> columns) {
    std::atomic<bool> sorted{true};
    const auto size = static_cast<index>(rows.size());
    for_ranges(team, size, size * work_of_one, [&](index first, index last, int) {
        constexpr index stride = 4096;
        for (index from = std::max<index>(first, 1); from < last && sorted.load(std::memory_order_relaxed);
             from += stride) {
            bool ascending = true;
            for (auto p = static_cast<std::size_t>(from); p < static_cast<std::size_t>(std::min(from + stride, last));
                 ++p)
                ascending &= rows[p - 1] < rows[p] || (rows[p - 1] == rows[p] && columns[p - 1] < columns[p]);
            if (!ascending) sorted.store(false, std::memory_order_relaxed);
        }
    });
    return sorted.load();
}

template <class T, class Value>
csr<T> copied_rows(team& team, index nrows, index ncols, std::span<const column_index> rows,
                   std::span<const column_index> columns, const Value& value) {
    csr<T> out;
    out.nrows = nrows;
    out.ncols = ncols;
    out.offsets = buffer<row_offset>(static_cast<std::size_t>(nrows) + 1);
    out.columns = buffer<column_index>(columns.size());
    out.values = buffer<formats::stored<T>>(std::is_void_v<T> ? 0 : columns.size());
    const auto size = static_cast<index>(columns.size());
    for_ranges(team, size, size * work_of_one, [&](index first, index last, int) {
        for (auto p = static_cast<std::size_t>(first); p < static_cast<std::size_t>(last); ++p) {
            out.columns[p] = columns[p];
            if constexpr (!std::is_void_v<T>) out.values[p] = value(p);
            // The first entry of a row sets the offsets of the rows since the last that has entries.
            for (std::size_t i = p == 0 ? 0 : std::size_t{rows[p - 1]} + 1; i <= rows[p]; ++i)
                out.offsets[i] = static_cast<row_offset>(p);
        }
    });
    const std::size_t behind = rows.empty() ? 0 : std::size_t{rows.back()} + 1;
    std::fill(out.offsets.begin() + behind, out.offsets.end(), size);
    return out;
}

}  // namespace entries

/// The matrix of entries (rows[p], columns[p], value(p)), in any order. combine(earlier, later, row, column) joins the
/// values of entries at one position, in input order; it may throw, and the exception of the first position passes.
/// `merged` counts its calls. Throws out_of_memory. O(entries + nrows), with a copy of the entries unless they are
/// sorted.
template <class T, class Value, class Combine>
csr<T> rows_of_entries(team& team, index nrows, index ncols, std::span<const column_index> rows,
                       std::span<const column_index> columns, const Value& value, const Combine& combine,
                       index& merged) {
    merged = 0;
    if (entries::ascend_strictly(team, rows, columns))
        return entries::copied_rows<T>(team, nrows, ncols, rows, columns, value);

    const auto bits_below = [](index side) {
        return static_cast<int>(std::bit_width(static_cast<std::uint64_t>(side - 1)));
    };
    const int column_bits = bits_below(ncols), key_bits = bits_below(nrows) + column_bits;
    const std::uint64_t column_mask = (std::uint64_t{1} << column_bits) - 1;
    using entry = keyed_entry<T>;
    const auto row_of = [&](const entry& e) { return static_cast<column_index>(e.key >> column_bits); };
    const auto column_of = [&](const entry& e) { return static_cast<column_index>(e.key & column_mask); };

    binned_entries<T> all(team, rows.size(), key_bits, [&](std::size_t p) {
        return entry{std::uint64_t{rows[p]} << column_bits | columns[p], value(p)};
    });
    const auto bins = static_cast<index>(all.bins());
    std::vector<std::size_t> sizes(all.bins());
    std::vector<std::exception_ptr> failures(all.bins());
    std::vector<buffer<entry>> scratch(static_cast<std::size_t>(team.size()));
    team.run(bins, [&](index chunk, int member) {
        const auto b = static_cast<std::size_t>(chunk);
        buffer<entry>& own = scratch[static_cast<std::size_t>(member)];
        if (own.empty()) own = buffer<entry>(all.largest_bin());
        const std::span<entry> bin = all.bin(b);
        const std::span<entry> sorted = formats::radix_sort(bin, std::span<entry>(own.data(), own.size()),
                                                            all.key_bits(b), [](const entry& e) { return e.key; });
        // Joined entries move to the front of the bin's own place; that may be where they are read from.
        std::size_t size = 0;
        try {
            for (const entry& e : sorted) {
                if (size > 0 && bin[size - 1].key == e.key) {
                    bin[size - 1].value = combine(bin[size - 1].value, e.value, row_of(e), column_of(e));
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

    // Where each bin goes, and the first row whose offset it has to set: the one behind the last row before it.
    std::vector<std::size_t> starts(all.bins()), first_rows(all.bins());
    std::size_t total = 0, next_row = 0;
    for (std::size_t b = 0; b < all.bins(); ++b) {
        starts[b] = total;
        first_rows[b] = next_row;
        total += sizes[b];
        if (sizes[b] > 0) next_row = std::size_t{row_of(all.bin(b)[sizes[b] - 1])} + 1;
    }
    merged = static_cast<index>(rows.size() - total);

    csr<T> out;
    out.nrows = nrows;
    out.ncols = ncols;
    out.offsets = buffer<row_offset>(static_cast<std::size_t>(nrows) + 1);
    out.columns = buffer<column_index>(total);
    out.values = buffer<formats::stored<T>>(std::is_void_v<T> ? 0 : total);
    team.run(bins, [&](index chunk, int) {
        const auto b = static_cast<std::size_t>(chunk);
        std::size_t row = first_rows[b], p = starts[b];
        for (const entry& e : all.bin(b).first(sizes[b])) {
            for (; row <= row_of(e); ++row) out.offsets[row] = static_cast<row_offset>(p);
            out.columns[p] = column_of(e);
            if constexpr (!std::is_void_v<T>) out.values[p] = e.value;
            ++p;
        }
    });
    std::fill(out.offsets.begin() + next_row, out.offsets.end(), static_cast<row_offset>(total));
    return out;
}

}  // namespace graphblas_gpu::host
