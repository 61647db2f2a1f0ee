// A set of positions that is filled in any order and read in ascending order, at the cost of what it holds.
//
// Idea: a bit for each position, and above it a bit for each word that is not empty. Reading walks the upper bits, so that
// neither sorting nor a look at every word is needed where there is little in a long set. The memory is borrowed and given
// back empty.
#pragma once

#include <algorithm>
#include <atomic>

#include <graphblas_gpu/formats/bits.hpp>
#include <graphblas_gpu/host/team.hpp>

namespace graphblas_gpu::host {

class position_set {
  public:
    /// Positions in different runs of this length, from 0 on, share no memory: threads may insert them at the same time.
    static constexpr index unshared = index{formats::word_bits} * formats::word_bits;

    /// Of positions 0 .. size - 1, in the common working memory of a team, which holds one such set at a time.
    position_set(team& team, index size)
        : words_(formats::words_for(size)),
          bits_memory_(team, scratch::clean::bits, static_cast<std::size_t>(words_)),
          groups_memory_(team, scratch::clean::marks, static_cast<std::size_t>(formats::words_for(words_))),
          bits_(bits_memory_.data()),
          groups_(groups_memory_.data()) {}
    ~position_set() {
        for_each_word([&](index w, formats::word) { bits_[w] = 0; });
        std::fill_n(groups_, formats::words_for(words_), formats::word{0});
    }
    position_set(const position_set&) = delete;
    position_set& operator=(const position_set&) = delete;

    /// The word that says whether j is in the set.
    formats::word word_at(column_index j) const { return bits_[formats::word_of(j)]; }

    /// Whether j is new. `shared`: other threads insert at the same time.
    template <bool shared>
    bool insert(column_index j) {
        const column_index w = formats::word_of(j);
        const formats::word before = put<shared>(bits_[w], formats::bit_of(j));
        if (before == 0) put<shared>(groups_[formats::word_of(w)], formats::bit_of(w));
        return (before & formats::bit_of(j)) == 0;
    }

    /// f(word number, its bits) for every word that holds any, ascending.
    template <class F>
    void for_each_word(F&& f) const {
        const index groups = formats::words_for(words_);
        for (index g = 0; g < groups; ++g) {
            formats::for_each_bit(groups_[g], static_cast<column_index>(g),
                                  [&](column_index w) { f(index{w}, bits_[w]); });
        }
    }

    /// The number of positions. O(what it holds).
    index count() const {
        index sum = 0;
        for_each_word([&](index, formats::word bits) { sum += std::popcount(bits); });
        return sum;
    }

  private:
    template <bool shared>
    static formats::word put(formats::word& where, formats::word bits) {
        if constexpr (shared) {
            const std::atomic_ref<formats::word> there(where);
            // Most of what is put is there already, and looking is cheaper than writing.
            const formats::word before = there.load(std::memory_order_relaxed);
            if ((before & bits) == bits) return before;
            return there.fetch_or(bits, std::memory_order_relaxed);
        } else {
            const formats::word before = where;
            where = before | bits;
            return before;
        }
    }

    index words_;
    team::common_memory<formats::word> bits_memory_;
    team::common_memory<formats::word> groups_memory_;
    formats::word* bits_;
    formats::word* groups_;
};

}  // namespace graphblas_gpu::host
