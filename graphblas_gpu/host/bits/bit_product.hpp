// Products of structure alone with a matrix of at most 64 rows, stored as a word for each column.
//
// Idea: one step of up to 64 breadth-first searches is one pass over the graph. The searches that newly reach a column are the
// union of the words of its neighbours without the searches that have reached it before. Pulling goes over all columns, on all
// threads, and ends a column as soon as no search is missing. Pushing goes over the columns of the frontier. Terms are read in
// ascending k, so that the first k that brings a bit is the smallest.
// Source: Then et al., "The more the merrier: efficient multi-source graph traversal" (VLDB 2014), section 3; the direction
// after Beamer, Asanovic, Patterson (SC 2012).
#pragma once

#include <algorithm>
#include <atomic>
#include <vector>

#include <graphblas_gpu/base/bits.hpp>
#include <graphblas_gpu/formats/csr.hpp>
#include <graphblas_gpu/host/threads/team.hpp>

namespace graphblas_gpu::host {

/// A word for each column, and a bit for each column whose word is not 0.
struct bit_columns {
    index size = 0;
    const base::word* words = nullptr;
    const base::word* occupied = nullptr;
};
struct writable_bit_columns {
    index size = 0;
    base::word* words = nullptr;
    base::word* occupied = nullptr;
};

/// The type of the argument `witness` where the caller does not ask which k brought a bit.
struct no_witness {};
template <class Witness>
inline constexpr bool is_witnessed = !std::is_same_v<Witness, no_witness>;

/// fresh(j) = the union of u(k) over the columns k of row j of `rows`, restricted to the bits of `all` and without the bits of
/// w(j); then w(j) |= fresh(j). The old contents of `fresh` do not matter. witness(j, bits, k) is called for the smallest k
/// whose word has these bits.
template <class Witness>
void pull_bits(team& team, const structure_view& rows, const bit_columns& u, base::word all, const writable_bit_columns& w,
               const writable_bit_columns& fresh, const Witness& witness) {
    using base::word;
    const auto pull_one = [&](column_index j) {
        const word wanted = all & ~w.words[j];
        if (wanted == 0) return word{0};
        const row_offset end = rows.end(j);
        row_offset p = rows.begin(j);
        word have = 0;
        const auto add_term = [&](row_offset q) {
            const column_index k = rows.columns[q];
            if constexpr (is_witnessed<Witness>) {
                const word first = u.words[k] & wanted & ~have;
                if (first != 0) witness(j, first, k);
                have |= first;
            } else {
                have |= u.words[k];
            }
        };
        // Whether all wanted bits are there is tested after every fourth term only, unless there are witnesses.
        constexpr row_offset some = is_witnessed<Witness> ? 1 : 4;
        for (; p + some <= end && (have & wanted) != wanted; p += some) {
            for (row_offset q = p; q < p + some; ++q) add_term(q);
        }
        for (; p < end; ++p) add_term(p);
        return have & wanted;
    };

    const index words = base::words_for(w.size);
    std::vector<index> cuts = cut_by_work({rows.offsets, static_cast<std::size_t>(w.size) + 1},
                                          pieces_for(team, rows.nvals() + w.size));
    for (index& cut : cuts) cut /= base::word_bits;
    cuts.back() = words;
    team.run(static_cast<index>(cuts.size()) - 1, [&](index chunk, int) {
        const auto c = static_cast<std::size_t>(chunk);
        for (index n = cuts[c]; n < cuts[c + 1]; ++n) {
            const index begin = n * base::word_bits, end = std::min(begin + base::word_bits, w.size);
            word occupied = 0, occupied_before = w.occupied[n];
            for (index j = begin; j < end; ++j) {
                const word found = pull_one(static_cast<column_index>(j));
                fresh.words[j] = found;
                w.words[j] |= found;
                if (found != 0) occupied |= base::bit_of(static_cast<column_index>(j));
            }
            fresh.occupied[n] = occupied;
            w.occupied[n] = occupied_before | occupied;
        }
    });
}

/// The same step as a push: row k of `rows` has the columns j whose fresh(j) receives u(k). Goes over words [first, last) of u.
/// `fresh` must be empty. `w` is only read. `shared`: other threads push at the same time.
template <bool shared, class Witness>
void push_bits(const structure_view& rows, const bit_columns& u, index first, index last, const bit_columns& w,
               const writable_bit_columns& fresh, const Witness& witness) {
    using base::word;
    static_assert(!shared || !is_witnessed<Witness>, "threads that push at the same time cannot tell who came first");
    const auto set = [](word& where, word bits) {
        if constexpr (shared) {
            const std::atomic_ref<word> there(where);
            if ((there.load(std::memory_order_relaxed) & bits) != bits) there.fetch_or(bits, std::memory_order_relaxed);
        } else {
            where |= bits;
        }
    };
    const auto look = [](word& where) {
        if constexpr (shared) return std::atomic_ref<word>(where).load(std::memory_order_relaxed);
        else return where;
    };
    for (index n = first; n < last; ++n) {
        base::for_each_bit(u.occupied[n], static_cast<column_index>(n), [&](column_index k) {
            const word bits = u.words[k];
            for (row_offset p = rows.begin(k); p < rows.end(k); ++p) {
                const column_index j = rows.columns[p];
                const word found = bits & ~w.words[j] & ~look(fresh.words[j]);
                if (found == 0) continue;
                set(fresh.words[j], found);
                set(fresh.occupied[base::word_of(j)], base::bit_of(j));
                if constexpr (is_witnessed<Witness>) witness(j, found, k);
            }
        });
    }
}

/// u |= v.
inline void or_bits(team& team, const writable_bit_columns& u, const bit_columns& v) {
    const index words = base::words_for(u.size);
    for_ranges(team, words, u.size, [&](index first, index last, int) {
        for (index n = first; n < last; ++n) {
            if (v.occupied[n] == 0) continue;
            u.occupied[n] |= v.occupied[n];
            base::for_each_bit(v.occupied[n], static_cast<column_index>(n), [&](column_index j) { u.words[j] |= v.words[j]; });
        }
    });
}

}  // namespace graphblas_gpu::host
