// Idea: a structure as a list of rows of columns, which tests can read and change, and the plainest product of two of
// them.
#pragma once

#include <graphblas_gpu/formats/csr.hpp>

#include <algorithm>
#include <iterator>
#include <random>
#include <vector>

namespace unit {

namespace gb = graphblas_gpu;

using row = std::vector<gb::column_index>;

struct structure {
    gb::index ncols = 0;
    std::vector<row> rows;

    gb::index nrows() const { return static_cast<gb::index>(rows.size()); }
    gb::index nvals() const {
        gb::index count = 0;
        for (const row& r : rows) count += static_cast<gb::index>(r.size());
        return count;
    }
    friend bool operator==(const structure&, const structure&) = default;
};

template <class T = void>
gb::csr<T> stored(const structure& from) {
    gb::csr<T> out(from.nrows(), from.ncols);
    out.columns = gb::buffer<gb::column_index>(static_cast<std::size_t>(from.nvals()));
    auto* at = out.columns.data();
    for (std::size_t i = 0; i < from.rows.size(); ++i) {
        at = std::copy(from.rows[i].begin(), from.rows[i].end(), at);
        out.offsets[i + 1] = at - out.columns.data();
    }
    return out;
}

inline structure listed(const gb::structure_view& from) {
    structure out{from.ncols, {}};
    for (gb::index i = 0; i < from.nrows; ++i) {
        out.rows.emplace_back(from.columns + from.begin(i), from.columns + from.end(i));
    }
    return out;
}

/// Each column with chance `density`, which is below 1: the gaps are drawn, not the columns.
inline row random_row(std::mt19937& engine, gb::index ncols, double density) {
    row out;
    if (density <= 0) return out;
    std::geometric_distribution<gb::index> gap(density);
    for (gb::index j = gap(engine); j < ncols; j += 1 + gap(engine)) out.push_back(static_cast<gb::column_index>(j));
    return out;
}

inline structure random_structure(std::mt19937& engine, gb::index nrows, gb::index ncols, double density) {
    structure out{ncols, {}};
    for (gb::index i = 0; i < nrows; ++i) out.rows.push_back(random_row(engine, ncols, density));
    return out;
}

inline structure transposed(const structure& a) {
    structure out{a.nrows(), std::vector<row>(static_cast<std::size_t>(a.ncols))};
    for (std::size_t i = 0; i < a.rows.size(); ++i) {
        for (const gb::column_index j : a.rows[i]) out.rows[j].push_back(static_cast<gb::column_index>(i));
    }
    return out;
}

inline structure product(const structure& a, const structure& b) {
    structure out{b.ncols, {}};
    std::vector<char> met(static_cast<std::size_t>(b.ncols));
    for (const row& r : a.rows) {
        std::fill(met.begin(), met.end(), 0);
        for (const gb::column_index k : r) {
            for (const gb::column_index j : b.rows[k]) met[j] = 1;
        }
        row& here = out.rows.emplace_back();
        for (std::size_t j = 0; j < met.size(); ++j) {
            if (met[j] != 0) here.push_back(static_cast<gb::column_index>(j));
        }
    }
    return out;
}

/// The entries that the mask has, or has not.
inline structure masked(const structure& c, const structure& mask, bool complement) {
    structure out{c.ncols, {}};
    for (std::size_t i = 0; i < c.rows.size(); ++i) {
        const row &here = c.rows[i], &other = mask.rows[i];
        const auto into = std::back_inserter(out.rows.emplace_back());
        if (complement) {
            std::set_difference(here.begin(), here.end(), other.begin(), other.end(), into);
        } else {
            std::set_intersection(here.begin(), here.end(), other.begin(), other.end(), into);
        }
    }
    return out;
}

}  // namespace unit
