// A set of positions of a vector that threads fill in any order and that is read in ascending order.
//
// Idea: two levels of bits: a bit for each position, and a bit for each non-empty word of these. Reading goes over the upper
// bits, so that a sparse set of a long vector is neither sorted nor scanned word by word. The memory is the common scratch of a
// team, and is left empty. Cost of reading: the positions in the set, and size / 4096. (host/product/column_marks.hpp has three
// levels, for sets of one thread that are read once for every row.)
#pragma once

#include <algorithm>
#include <atomic>

#include <graphblas_gpu/base/bits.hpp>
#include <graphblas_gpu/host/threads/team.hpp>

namespace graphblas_gpu::host {

class position_set {
  public:
    /// Different runs of this many positions, counted from 0, share no memory: threads may insert into different runs at the
    /// same time without `shared`.
    static constexpr index unshared = index{base::word_bits} * base::word_bits;

    /// A set of positions 0 .. size - 1 in the common scratch of a team. A team can have one such set at a time.
    position_set(team& team, index size)
        : words_(base::words_for(size)),
          bits_memory_(team, scratch::clean::bits, static_cast<std::size_t>(words_)),
          groups_memory_(team, scratch::clean::marks, static_cast<std::size_t>(base::words_for(words_))),
          bits_(bits_memory_.data()),
          groups_(groups_memory_.data()) {}
    ~position_set() {
        for_each_word([&](index w, base::word) { bits_[w] = 0; });
        std::fill_n(groups_, base::words_for(words_), base::word{0});
    }
    position_set(const position_set&) = delete;
    position_set& operator=(const position_set&) = delete;

    /// The word that says whether j is in the set.
    base::word word_at(column_index j) const { return bits_[base::word_of(j)]; }

    /// Inserts j; returns whether it is new. `shared`: other threads insert at the same time.
    template <bool shared>
    bool insert(column_index j) {
        const column_index w = base::word_of(j);
        const base::word before = set<shared>(bits_[w], base::bit_of(j));
        if (before == 0) set<shared>(groups_[base::word_of(w)], base::bit_of(w));
        return (before & base::bit_of(j)) == 0;
    }

    /// f(word number, word) for every non-empty word, ascending.
    template <class F>
    void for_each_word(F&& f) const {
        const index groups = base::words_for(words_);
        for (index g = 0; g < groups; ++g) {
            base::for_each_bit(groups_[g], static_cast<column_index>(g), [&](column_index w) { f(index{w}, bits_[w]); });
        }
    }

    /// The number of positions in the set.
    index count() const {
        index sum = 0;
        for_each_word([&](index, base::word bits) { sum += std::popcount(bits); });
        return sum;
    }

  private:
    template <bool shared>
    static base::word set(base::word& where, base::word bits) {
        if constexpr (shared) {
            const std::atomic_ref<base::word> there(where);
            // Most bits are set already, and reading is cheaper than an atomic write.
            const base::word before = there.load(std::memory_order_relaxed);
            if ((before & bits) == bits) return before;
            return there.fetch_or(bits, std::memory_order_relaxed);
        } else {
            const base::word before = where;
            where = before | bits;
            return before;
        }
    }

    index words_;
    team::common_memory<base::word> bits_memory_;
    team::common_memory<base::word> groups_memory_;
    base::word* bits_;
    base::word* groups_;
};

}  // namespace graphblas_gpu::host
