// Idea: random objects that look for trouble: empty rows and full rows, zeros that are stored, both signs of zero,
// the ends of the integers, floating-point values whose sums depend on their order. The generator is our own, so that a
// seed means the same on every platform.
#pragma once

#include "spec.hpp"

#include <cstdint>
#include <limits>

namespace spec {

/// SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number generators").
class random {
  public:
    explicit random(std::uint64_t seed) : state_(seed) {}

    std::uint64_t next() {
        std::uint64_t z = state_ += 0x9e3779b97f4a7c15U;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
        return z ^ (z >> 31);
    }
    index below(index n) { return static_cast<index>(next() % static_cast<std::uint64_t>(n)); }
    bool chance(double p) { return static_cast<double>(next() >> 11) < p * 0x1p53; }

  private:
    std::uint64_t state_;
};

/// x -> scale * x + shift, wrapping: a value type of a user's own, whose composition does not commute.
struct affine {
    std::uint32_t scale, shift;
    friend bool operator==(const affine&, const affine&) = default;
};

/// A semiring of a user's own: compositions of affine maps, of which the lexicographically least is kept. Neither
/// operator is known to the library, and the multiply does not commute.
struct least_affine {
    struct least {
        using value_type = affine;
        constexpr affine operator()(const affine& x, const affine& y) const {
            const bool y_is_less = y.scale != x.scale ? y.scale < x.scale : y.shift < x.shift;
            return y_is_less ? y : x;
        }
        static constexpr affine identity() { return {~0U, ~0U}; }
    };
    static constexpr least add{};
    static constexpr affine multiply(const affine& x, const affine& y) {
        return {x.scale * y.scale, x.scale * y.shift + x.shift};
    }
};

template <class T>
T random_value(random& r) {
    if constexpr (std::is_same_v<T, bool>) {
        return r.chance(0.6);
    } else if constexpr (std::is_same_v<T, affine>) {
        return {static_cast<std::uint32_t>(r.below(5)), static_cast<std::uint32_t>(r.below(7))};
    } else if constexpr (std::floating_point<T>) {
        if (r.chance(0.1)) return r.chance(0.5) ? T(0.0) : T(-0.0);
        return static_cast<T>(r.below(2001) - 1000) / T(7);
    } else {
        if (r.chance(0.05)) return r.chance(0.5) ? std::numeric_limits<T>::lowest() : std::numeric_limits<T>::max();
        return static_cast<T>(r.below(7) - (std::is_signed_v<T> ? 3 : 0));
    }
}

/// Each position is filled with chance `density`; some rows stay empty and some are full.
template <class T>
dense<read_as<T>> random_dense(random& r, index nrows, index ncols, double density) {
    dense<read_as<T>> out{nrows, ncols};
    for (index i = 0; i < nrows; ++i) {
        const index kind = r.below(10);
        const double here = nrows > 1 && kind == 0 ? 0.0 : nrows > 1 && kind == 1 ? 1.0 : density;
        for (index j = 0; j < ncols; ++j) {
            if (!r.chance(here)) continue;
            if constexpr (std::is_void_v<T>)
                out.at(i, j) = true;
            else
                out.at(i, j) = random_value<T>(r);
        }
    }
    return out;
}

/// After the `heavy` longest rows, lengths fall off like 1/i, so that a few rows hold most of the work.
template <class T>
gb::matrix<T> skewed(std::uint64_t seed, index nrows, index ncols, index longest, index heavy = 1) {
    random r(seed);
    std::vector<index> rows, columns;
    std::vector<std::conditional_t<std::is_same_v<T, bool>, char, T>> values;  // a vector<bool> has no array of bool
    for (index i = 0; i < nrows; ++i) {
        const index rank = (i * 37) % nrows;
        const index length = r.chance(0.1) ? 0 : std::max<index>(longest / (rank / heavy + 1), r.below(3));
        for (index n = 0; n < length; ++n) {
            rows.push_back(i);
            columns.push_back(r.below(ncols));
            values.push_back(random_value<T>(r));
        }
    }
    gb::buffer<T> stored(values.size());
    std::copy(values.begin(), values.end(), stored.begin());
    return gb::matrix<T>::from_edges(nrows, ncols, rows, columns, stored);
}

}  // namespace spec
