// Rows of a product by a dense accumulator (method `dense`).
//
// Idea: one value and one bit per column. A row that fills a fair part of its column range is added up without a branch
// onto a neutral value and read off by scanning the bits; a sparser row keeps a list of its columns and sorts it. The
// order of additions is ascending k.
//
// Source: kkSpGEMM (Deveci, Trott, Rajamanickam), kkDENSE; the scan of the bits is ours.
#pragma once

#include <graphblas_gpu/formats/bits.hpp>
#include <graphblas_gpu/host/operands.hpp>

#include <algorithm>
#include <concepts>
#include <limits>

namespace graphblas_gpu::host {

/// Whether reading a row off by scanning the words of its column range beats sorting its columns: a word costs about as
/// much as a quarter of an entry's share of a sort.
constexpr bool scan_beats_sort(index row_size, index range_in_words) { return 4 * row_size >= range_in_words; }

/// Whether neutral_fill() leaves every value as it is, to the bit. Known for the built-in types only: of a user's own
/// monoid we know that its identity changes nothing that == can see.
template <class Monoid>
inline constexpr bool has_neutral_fill = [] {
    using T = monoid_value_t<Monoid>;
    if constexpr (std::floating_point<T>) {
        return detail::one_of<Monoid, monoid<plus, T>, monoid<times, T>, monoid<min, T>, monoid<max, T>>;
    } else {
        return scalar<T> && monoid_identity_is_neutral_fill<Monoid>;
    }
}();

/// What a sum may start from where no branch asks whether it has seen a term. Not always the identity: 0 + -0 is 0, and
/// infinity hides a NaN from min.
template <class Monoid>
requires has_neutral_fill<Monoid>
constexpr monoid_value_t<Monoid> neutral_fill() {
    using T = monoid_value_t<Monoid>;
    if constexpr (std::floating_point<T>) {
        if constexpr (std::same_as<Monoid, monoid<plus, T>>) return T(-0.0);
        if constexpr (detail::one_of<Monoid, monoid<min, T>, monoid<max, T>>)
            return std::numeric_limits<T>::quiet_NaN();
    }
    return Monoid::identity();
}

template <class S>
class dense_rows {
    using value = semiring_value_t<S>;
    using monoid_type = semiring_add_t<S>;
    static constexpr bool prefills = has_neutral_fill<monoid_type>;

  public:
    dense_rows(const operands<S>& in, scratch& memory, index)
        : in_(in),
          values_(memory.get<value>(scratch::raw::values, columns_of(in))),
          bits_(memory.get<formats::word>(scratch::clean::bits, words_of(in))),
          forbidden_(in.mask.forbids() ? memory.get<formats::word>(scratch::clean::forbidden, words_of(in)) : nullptr),
          list_(memory.get<column_index>(scratch::raw::list, columns_of(in))) {}

    /// Writes row i, sorted; `expected` is its size from the symbolic phase. Returns its size.
    index compute(index i, index expected, column_index* columns, value* values) {
        if (expected == 0) return 0;
        if (!in_.mask.forbids()) return compute_admitted<false>(i, expected, columns, values);
        const structure_view& mask = in_.mask.rows;
        for (row_offset p = mask.begin(i); p < mask.end(i); ++p) formats::set_bit(forbidden_, mask.columns[p]);
        const index size = compute_admitted<true>(i, expected, columns, values);
        for (row_offset p = mask.begin(i); p < mask.end(i); ++p) forbidden_[formats::word_of(mask.columns[p])] = 0;
        return size;
    }

  private:
    static std::size_t columns_of(const operands<S>& in) { return static_cast<std::size_t>(in.ncols()); }
    static std::size_t words_of(const operands<S>& in) {
        return static_cast<std::size_t>(formats::words_for(in.ncols()));
    }

    template <bool filter>
    index compute_admitted(index i, index expected, column_index* columns, value* values) {
        column_index low = ~column_index{0};
        column_index high = 0;
        for (row_offset p = in_.a.begin(i); p < in_.a.end(i); ++p) {
            const index k = in_.a.columns[p];
            if (in_.b.row_size(k) == 0) continue;
            low = std::min(low, formats::word_of(in_.b.columns[in_.b.begin(k)]));
            high = std::max(high, formats::word_of(in_.b.columns[in_.b.end(k) - 1]));
        }
        if (!scan_beats_sort(expected, index{high} - low + 1)) return by_list<filter>(i, columns, values);
        return by_scan<filter>(i, low, high, columns, values);
    }

    template <bool filter>
    index by_scan(index i, column_index low, column_index high, column_index* columns, value* values) {
        if constexpr (prefills) {
            if (!filled_) {
                std::fill_n(values_, columns_of(in_), neutral_fill<monoid_type>());
                filled_ = true;
            }
        }
        in_.for_each_product(i, [&](column_index j, const value& product) {
            if constexpr (filter) {
                if (formats::test_bit(forbidden_, j)) return;
            }
            if constexpr (prefills) {
                values_[j] = in_.semiring.add(values_[j], product);
                formats::set_bit(bits_, j);
            } else {
                add_to_seen(j, product);
            }
        });
        index size = 0;
        for (column_index w = low; w <= high; ++w) {
            if (bits_[w] == 0) continue;
            formats::for_each_bit(bits_[w], w, [&](column_index j) {
                columns[size] = j;
                take(j, values[size]);
                ++size;
            });
            bits_[w] = 0;
        }
        return size;
    }

    template <bool filter>
    index by_list(index i, column_index* columns, value* values) {
        index size = 0;
        in_.for_each_product(i, [&](column_index j, const value& product) {
            if constexpr (filter) {
                if (formats::test_bit(forbidden_, j)) return;
            }
            if (add_to_seen(j, product)) list_[size++] = j;
        });
        std::sort(list_, list_ + size);
        for (index n = 0; n < size; ++n) {
            columns[n] = list_[n];
            take(list_[n], values[n]);
            bits_[formats::word_of(list_[n])] = 0;
        }
        return size;
    }

    /// Returns whether j was new.
    bool add_to_seen(column_index j, const value& product) {
        formats::word& here = bits_[formats::word_of(j)];
        const formats::word bit = formats::bit_of(j);
        if ((here & bit) != 0) {
            values_[j] = in_.semiring.add(values_[j], product);
            return false;
        }
        here |= bit;
        values_[j] = product;
        return true;
    }

    /// Moves the sum of column j out; what stays behind is what later scanned rows start from.
    void take(column_index j, value& out) {
        out = values_[j];
        if constexpr (prefills) values_[j] = neutral_fill<monoid_type>();
    }

    const operands<S>& in_;
    value* values_;
    formats::word* bits_;
    formats::word* forbidden_;
    column_index* list_;
    bool filled_ = false;
};

}  // namespace graphblas_gpu::host
