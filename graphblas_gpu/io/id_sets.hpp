// Sets of ids of vertices, and the position of an id in such a set.
//
// Idea: ids up to a moderate side are bits of a set, and the position of an id is the number of bits below it. Ids that are far
// apart are a sorted list with a directory by their leading bits.
#pragma once

#include <graphblas_gpu/base/types.hpp>
#include <graphblas_gpu/host/threads/team.hpp>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <vector>

namespace graphblas_gpu::io {

using position_list = std::vector<column_index>;
using id_list = std::vector<std::uint64_t>;

inline void for_all(host::team* team, std::size_t size, std::int64_t work_of_one,
                    const std::function<void(std::size_t, std::size_t)>& body) {
    if (team == nullptr) return body(0, size);
    host::for_ranges(
        *team, static_cast<index>(size), static_cast<index>(size) * work_of_one,
        [&](index first, index last, int) { body(static_cast<std::size_t>(first), static_cast<std::size_t>(last)); });
}

inline column_index largest_of(host::team* team, const position_list& numbers) {
    std::atomic<column_index> largest{0};
    for_all(team, numbers.size(), 1, [&](std::size_t first, std::size_t last) {
        column_index here = 0;
        for (std::size_t k = first; k < last; ++k) here = std::max(here, numbers[k]);
        for (column_index known = largest; known < here && !largest.compare_exchange_weak(known, here);) {
        }
    });
    return largest;
}

/// A set of numbers below `side`.
class number_set {
  public:
    explicit number_set(index side) : side_(side), words_(static_cast<std::size_t>(side + bits - 1) / bits) {}

    bool has(column_index number) const { return (words_[number / bits] >> number % bits & 1) != 0; }

    void add(column_index number) { words_[number / bits] |= std::uint64_t{1} << number % bits; }

    void add(host::team* team, const position_list& numbers) {
        constexpr std::int64_t work_of_one = 2;
        for_all(team, numbers.size(), work_of_one, [&](std::size_t first, std::size_t last) {
            std::uint64_t* const words = words_.data();
            for (const column_index *at = numbers.data() + first, *const end = numbers.data() + last; at < end; ++at) {
                const std::atomic_ref<std::uint64_t> word(words[*at / bits]);
                // Most numbers occur several times, and a bit that is set already need not be written.
                if ((word.load(std::memory_order_relaxed) >> *at % bits & 1) != 0) continue;
                word.fetch_or(std::uint64_t{1} << *at % bits, std::memory_order_relaxed);
            }
        });
    }

    void add_all_from_1() {
        for (std::uint64_t& word : words_) word = ~std::uint64_t{0};
        words_.front() -= 1;
        if (side_ % bits != 0) words_.back() &= (std::uint64_t{1} << side_ % bits) - 1;
    }

    index size() const {
        index count = 0;
        for (const std::uint64_t word : words_) count += std::popcount(word);
        return count;
    }

    /// The numbers of the set in ascending order, plus `first`.
    id_list list(std::uint64_t first) const {
        id_list all;
        all.reserve(static_cast<std::size_t>(size()));
        for (std::size_t w = 0; w < words_.size(); ++w)
            for (std::uint64_t rest = words_[w]; rest != 0; rest &= rest - 1)
                all.push_back(w * bits + static_cast<std::uint64_t>(std::countr_zero(rest)) + first);
        return all;
    }

    /// Replaces each number by the number of elements below it.
    void renumber(host::team* team, position_list& numbers) const {
        position_list below(words_.size());
        column_index count = 0;
        for (std::size_t w = 0; w < words_.size(); ++w) {
            below[w] = count;
            count += static_cast<column_index>(std::popcount(words_[w]));
        }
        constexpr std::int64_t work_of_one = 4;
        for_all(team, numbers.size(), work_of_one, [&](std::size_t first, std::size_t last) {
            for (std::size_t k = first; k < last; ++k) {
                const std::size_t w = numbers[k] / bits;
                const std::uint64_t lower_bits = (std::uint64_t{1} << numbers[k] % bits) - 1;
                numbers[k] = below[w] + static_cast<column_index>(std::popcount(words_[w] & lower_bits));
            }
        });
    }

  private:
    static constexpr unsigned bits = 64;
    index side_;
    std::vector<std::uint64_t> words_;
};

/// The position of an id among all ids. A directory by the leading bits of ids gives a range of position_list, which is short
/// if ids are spread evenly; a binary search in this range finds the id.
class id_ranks {
  public:
    explicit id_ranks(const std::vector<std::uint64_t>& sorted_ids) : ids_(sorted_ids) {
        while ((ids_.back() >> shift_) / 2 > ids_.size()) ++shift_;
        starts_.resize((ids_.back() >> shift_) + 2);
        for (const std::uint64_t id : ids_) ++starts_[(id >> shift_) + 1];
        std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
    }

    column_index operator()(std::uint64_t id) const {
        const auto bucket = starts_.begin() + static_cast<std::ptrdiff_t>(id >> shift_);
        const auto found = std::lower_bound(ids_.begin() + bucket[0], ids_.begin() + bucket[1], id);
        return static_cast<column_index>(found - ids_.begin());
    }

  private:
    const std::vector<std::uint64_t>& ids_;
    std::vector<column_index> starts_;
    int shift_ = 0;
};

}  // namespace graphblas_gpu::io
