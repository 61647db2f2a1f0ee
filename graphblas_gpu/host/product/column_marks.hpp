// A set of columns that is read in ascending order without sorting: what a dense accumulator holds of one row of a product.
//
// Idea: three levels of bits. The lowest has a bit for each column, the second a bit for each non-empty word of the lowest, the
// top a bit for each non-empty word of the second. Inserting a column changes the upper levels only if its word was empty.
// Reading the set visits only the touched words and clears them, so its cost is the size of the set plus one pass over the top
// level.
// (host/vector/position_set.hpp has two levels, for sets of a whole vector that several threads fill and that are read more
// than once.)
// Source: van Emde Boas, "Preserving order in a forest in less than logarithmic time" (1975), with three levels of 64.
#pragma once

#include <graphblas_gpu/base/bits.hpp>
#include <graphblas_gpu/host/threads/scratch.hpp>

namespace graphblas_gpu::host {

class column_marks {
    using word = base::word;

  public:
    /// A set of columns 0 .. ncols - 1 in the scratch of one member of a team. It starts empty, and its user leaves it empty.
    column_marks(scratch& memory, index ncols)
        : bits_(memory.get<word>(scratch::clean::bits, words(ncols))),
          summary_(memory.get<word>(scratch::clean::summary, words(base::words_for(ncols)))),
          top_(memory.get<word>(scratch::clean::summary_of_summary, words(base::words_for(base::words_for(ncols))))),
          top_words_(static_cast<column_index>(words(base::words_for(base::words_for(ncols))))) {}

    /// Returns whether the column is new.
    bool insert(column_index column) {
        word& here = bits_[base::word_of(column)];
        const word bit = base::bit_of(column);
        if ((here & bit) != 0) return false;
        if (here == 0) mark(base::word_of(column));
        here |= bit;
        return true;
    }
    /// Inserts the columns of `set`, which is word number w.
    void insert(column_index w, word set) {
        word& here = bits_[w];
        if (here == 0) mark(w);
        here |= set;
    }

    /// f(column) for each column of the set, ascending; the set is empty afterwards.
    template <class F>
    void take(F&& f) {
        take_words([&f](column_index w, word set) { base::for_each_bit(set, w, f); });
    }
    /// f(word number, word) for each word that was touched, ascending; the set is empty afterwards.
    template <class F>
    void take_words(F&& f) {
        for (column_index t = 0; t < top_words_; ++t) {
            base::for_each_bit(top_[t], t, [&](column_index s) {
                base::for_each_bit(summary_[s], s, [&](column_index w) {
                    f(w, bits_[w]);
                    bits_[w] = 0;
                });
                summary_[s] = 0;
            });
            top_[t] = 0;
        }
    }

    /// The lowest level, for callers that keep track of the words they set bits in and clear them again.
    word* bits() { return bits_; }

  private:
    static std::size_t words(index bits) { return static_cast<std::size_t>(base::words_for(bits)); }

    void mark(column_index w) {
        word& here = summary_[base::word_of(w)];
        if (here == 0) top_[base::word_of(base::word_of(w))] |= base::bit_of(base::word_of(w));
        here |= base::bit_of(w);
    }

    word* bits_;
    word* summary_;
    word* top_;
    column_index top_words_;
};

}  // namespace graphblas_gpu::host
