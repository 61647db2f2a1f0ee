// The values of a product in tiles, a row of tiles at a time, for any semiring.
//
// Idea: the bitmaps of C say where the values of each row of each tile begin in the arrays of the result. The position of an
// entry is this beginning plus the number of bits before its own bit in the row of the tile. So values are added where they
// belong, and nothing is sorted, compacted or converted afterwards. Tiles of A are read by ascending k and the entries of a
// tile row by row, so that every sum gets its terms in ascending k as in the other methods. Cost: the pairs of tiles, and the
// multiplications.
// Source: bmSPARSE (Zhang, Gruenwald), section 4 (positions by population counts).
#pragma once

#include <graphblas_gpu/base/blocks.hpp>
#include <graphblas_gpu/host/bitmap_tile/tile_row_lookup.hpp>
#include <graphblas_gpu/host/product/neutral_fill.hpp>
#include <graphblas_gpu/host/product/position_maps.hpp>
#include <graphblas_gpu/host/product/product_loops.hpp>
#include <graphblas_gpu/host/product/semiring_facts.hpp>
#include <graphblas_gpu/host/simd/bit_loops.hpp>

#include <algorithm>
#include <bit>

namespace graphblas_gpu::host {

/// The operands with the types of the semiring. Values that the semiring does not read may be null.
template <class S>
struct tile_operands {
    S semiring;
    bitmap_tiles_view<semiring_left_t<S>> a;
    bitmap_tiles_view<semiring_right_t<S>> b;
    position_maps positions{};

    static tile_operands of(const tile_arrays& in) {
        return {*static_cast<const S*>(in.semiring), with_values<semiring_left_t<S>>(in.a, in.a_values),
                with_values<semiring_right_t<S>>(in.b, in.b_values), in.positions};
    }

  private:
    template <class T>
    static bitmap_tiles_view<T> with_values(const bitmap_tiles_view<void>& s, const void* values) {
        return {s.nrows, s.ncols, s.tiles, s.bitmaps, s.bases, s.starts, static_cast<const T*>(values)};
    }
};

/// Adds up the values of a row of tiles of C.
template <class S>
class tile_row {
    using value = semiring_value_t<S>;
    using monoid_type = semiring_add_t<S>;
    static constexpr bool prefills = has_neutral_fill<monoid_type>;

  public:
    tile_row(const tile_operands<S>& in, tile_row_lookup& row, value* values) : in_(in), row_(row), values_(values) {}

    void compute(index i) {
        if constexpr (prefills) std::fill_n(values_, row_.nvals(), neutral_fill<monoid_type>());
        const auto& a = in_.a.tiles;
        const auto& b = in_.b.tiles;
        for (row_offset p = a.begin(i); p < a.end(i); ++p) {
            base::look_now_and_then(p);
            const column_index k = a.columns[p];
            const tile_bits a_bits = in_.a.bitmaps[p];
            const tile_bits wanted = formats::tile_rows_wanted(a_bits);
            const row_offset a_first = in_.a.first_value(i, p), end = b.end(k);
            for (row_offset first = b.begin(k); first < end; first += base::word_bits) {
                base::word met =
                    simd::tiles_with_any(wanted, in_.b.bitmaps + first, std::min<index>(end - first, base::word_bits));
                for (; met != 0; met &= met - 1) {
                    const row_offset q = first + std::countr_zero(met);
                    tile_row_lookup::tile* const c = row_.find(b.columns[q]);
                    if (c == nullptr) continue;
                    multiply({i, static_cast<index>(k), static_cast<index>(b.columns[q])}, a_bits, a_first, in_.b.bitmaps[q],
                             in_.b.first_value(k, q), *c);
                }
            }
        }
    }

  private:
    /// A(i,k) times B(k,j), in tiles.
    struct tile_indices {
        index i, k, j;
    };

    semiring_left_t<S> left(row_offset p) const {
        if constexpr (semiring_traits<S>::reads_left) return in_.a.values[p];
        return {};
    }
    value product(const semiring_left_t<S>& x, row_offset q, index i, index k, index j) const {
        if constexpr (semiring_traits<S>::reads_right)
            return product_at(in_.semiring, in_.positions, x, in_.b.values[q], i, k, j);
        return product_at(in_.semiring, in_.positions, x, semiring_right_t<S>{}, i, k, j);
    }

    /// Adds all products of the entries of a tile of A and a tile of B for which the tile of C has an entry.
    void multiply(const tile_indices& at, tile_bits a_bits, row_offset a_first, tile_bits b_bits, row_offset b_first,
                  tile_row_lookup::tile& c) {
        // The entries of A whose column is not an empty row of the tile of B.
        tile_bits entries = a_bits & formats::tile_rows_present(b_bits) * formats::first_tile_column;
        for (; entries != 0; entries &= entries - 1) {
            const auto entry = static_cast<unsigned>(std::countr_zero(entries));
            const unsigned r = entry / tile_side, k = entry % tile_side;
            const unsigned b_row = formats::tile_row(b_bits, k);
            const unsigned c_row = formats::tile_row(c.bits, r);
            const unsigned both = b_row & c_row;
            if (both == 0) continue;
            const auto x = left(a_first + formats::tile_rank(a_bits, entry));
            const row_offset q = b_first + formats::tile_rank(b_bits, tile_side * k);
            value* const sums = values_ + c.begin[r];
            const index i = at.i * tile_side + r, inner = at.k * tile_side + k, j = at.j * tile_side;
            if constexpr (prefills) {
                if (both == formats::first_tile_row) {
                    for (int n = 0; n < tile_side; ++n) sums[n] = in_.semiring.add(sums[n], product(x, q + n, i, inner, j + n));
                    continue;
                }
            }
            if (both == b_row) {  // always so without a mask
                row_offset term = q;
                for (unsigned bits = b_row; bits != 0; bits &= bits - 1) {
                    const int n = std::countr_zero(bits);
                    add(c, r, n, sums[std::popcount(c_row & ((1u << n) - 1))], product(x, term++, i, inner, j + n));
                }
                continue;
            }
            for (unsigned bits = both; bits != 0; bits &= bits - 1) {
                const int n = std::countr_zero(bits);
                const unsigned before = (1u << n) - 1;
                add(c, r, n, sums[std::popcount(c_row & before)],
                    product(x, q + std::popcount(b_row & before), i, inner, j + n));
            }
        }
    }

    /// Adds a term to the entry (r, n) of a tile.
    void add(tile_row_lookup::tile& c, unsigned r, int n, value& sum, const value& term) const {
        if constexpr (prefills) {
            sum = in_.semiring.add(sum, term);
        } else {
            const tile_bits bit = formats::tile_bit(r, static_cast<unsigned>(n));
            sum = (c.seen & bit) != 0 ? in_.semiring.add(sum, term) : term;
            c.seen |= bit;
        }
    }

    const tile_operands<S>& in_;
    tile_row_lookup& row_;
    value* values_;
};

/// A tile_row_function.
template <class S>
void compute_tile_row(const tile_arrays& arrays, index i, tile_row_lookup& row, void* values) {
    const tile_operands<S> in = tile_operands<S>::of(arrays);
    tile_row<S>(in, row, static_cast<semiring_value_t<S>*>(values)).compute(i);
}

template <class S>
const tile_row_function kernels<S>::tile_row = &compute_tile_row<loops_for_t<S>>;

}  // namespace graphblas_gpu::host
