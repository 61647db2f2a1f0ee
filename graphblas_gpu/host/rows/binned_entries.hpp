// Idea: entries in any order are distributed to bins by the leading bits of their keys, on all threads. Small bins are joined
// until each is enough work for a thread and still fits its cache.
#pragma once

#include <graphblas_gpu/base/buffer.hpp>
#include <graphblas_gpu/host/threads/team.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace graphblas_gpu::host {

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
        constexpr int max_directory_bits = 11;
        const int bits = std::min(key_bits, max_directory_bits);
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
        // next[c * cells + k]: first the number of entries of piece c in cell k, then the place of the next one of them.
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

}  // namespace graphblas_gpu::host
