// Matrices for tests of the device's products, the product by a loop that these are compared with, and ways to the device and
// back. Cases are where products go wrong: empty rows, hubs, full rows, one row, no rows.
#pragma once

#include <graphblas_gpu/cuda/shared/types.hpp>
#include <semirings/semirings.hpp>

#include <tests/catch.hpp>
#include <tests/engine.hpp>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <map>
#include <numeric>
#include <random>
#include <set>
#include <utility>
#include <vector>

namespace cases {

namespace gb = graphblas_gpu;

inline gb::cuda::engine_ptr engine() {
    static const gb::cuda::engine_ptr e = gb::cuda::engine::make(0, 0, nullptr, spec::device_memory());
    return e;
}

/// A matrix on the host. Values are small whole numbers, so that sums are exact in every type.
template <class T>
struct sparse {
    gb::index nrows = 0;
    gb::index ncols = 0;
    std::vector<gb::row_offset> offsets{0};
    std::vector<gb::column_index> columns;
    std::vector<T> values;

    gb::row_offset begin(gb::index i) const { return offsets[static_cast<std::size_t>(i)]; }
    gb::row_offset end(gb::index i) const { return offsets[static_cast<std::size_t>(i) + 1]; }
    gb::row_offset nvals() const { return offsets.back(); }
};

/// A row: columns with their values, ascending.
template <class T>
using listed_row = std::vector<std::pair<gb::column_index, T>>;

/// A matrix of rows that are ranges of columns with their values, in ascending order of columns.
template <class T, class Rows>
sparse<T> from_rows(gb::index ncols, const Rows& rows) {
    sparse<T> m;
    m.nrows = static_cast<gb::index>(rows.size());
    m.ncols = ncols;
    for (const auto& row : rows) {
        for (const auto& [j, x] : row) {
            m.columns.push_back(j);
            m.values.push_back(static_cast<T>(x));
        }
        m.offsets.push_back(static_cast<gb::row_offset>(m.columns.size()));
    }
    return m;
}

/// Row i has about lengths[i] entries.
template <class T>
sparse<T> with_lengths(const std::vector<gb::index>& lengths, gb::index ncols, unsigned seed) {
    std::mt19937_64 random(seed);
    sparse<T> m;
    m.nrows = static_cast<gb::index>(lengths.size());
    m.ncols = ncols;
    for (const gb::index length : lengths) {
        std::set<gb::column_index> row;
        if (length >= ncols) {
            for (gb::index j = 0; j < ncols; ++j) row.insert(static_cast<gb::column_index>(j));
        } else {
            for (gb::index n = 0; n < length; ++n)
                row.insert(static_cast<gb::column_index>(random() % static_cast<std::uint64_t>(ncols)));
        }
        for (const gb::column_index j : row) {
            m.columns.push_back(j);
            m.values.push_back(static_cast<T>(1 + random() % 5));
        }
        m.offsets.push_back(static_cast<gb::row_offset>(m.columns.size()));
    }
    return m;
}

/// Lengths that differ: most short, some empty, every `hubs`-th about `hub` entries.
inline std::vector<gb::index> uneven(gb::index nrows, gb::index usual, gb::index hubs, gb::index hub, unsigned seed) {
    std::mt19937_64 random(seed);
    std::vector<gb::index> lengths;
    for (gb::index i = 0; i < nrows; ++i) {
        const auto r = random();
        if (hubs > 0 && i % hubs == hubs / 2) lengths.push_back(hub);
        else lengths.push_back(r % 5 == 0 ? 0 : static_cast<gb::index>(r / 5 % static_cast<std::uint64_t>(2 * usual + 1)));
    }
    return lengths;
}

/// Each entry is there with this chance, and has what value(random) makes.
template <class T, class Value>
sparse<T> with_chance(gb::index nrows, gb::index ncols, double chance, std::mt19937_64& random, const Value& value) {
    std::vector<listed_row<T>> rows(static_cast<std::size_t>(nrows));
    std::bernoulli_distribution there(chance);
    for (auto& row : rows) {
        for (gb::index j = 0; j < ncols; ++j)
            if (there(random)) row.emplace_back(static_cast<gb::column_index>(j), value(random));
    }
    return from_rows<T>(ncols, rows);
}

/// All values times `unit`.
template <class T>
sparse<T> scaled(sparse<T> m, T unit) {
    for (T& x : m.values) x = static_cast<T>(x * unit);
    return m;
}
/// Products of values times these are subnormal; some are, and some sums pass the least normal number.
inline constexpr float tiny_units[] = {0x1p-74F, 0x1p-64F};

template <class T>
sparse<T> transposed(const sparse<T>& m) {
    std::vector<listed_row<T>> rows(static_cast<std::size_t>(m.ncols));
    for (gb::index i = 0; i < m.nrows; ++i) {
        for (gb::row_offset p = m.begin(i); p < m.end(i); ++p) {
            const auto at = static_cast<std::size_t>(p);
            rows[m.columns[at]].emplace_back(static_cast<gb::column_index>(i), m.values[at]);
        }
    }
    return from_rows<T>(m.nrows, rows);
}

/// A semiring of the catalogue as by_loop() takes it; the other ones are the kernels' own, direct<S> and interpreted<T>.
template <class S>
struct plain {
    using left = gb::semiring_left_t<S>;
    using right = gb::semiring_right_t<S>;
    using value = gb::semiring_value_t<S>;
    S s;

    value product(const left& x, const right& y, gb::index i, gb::index k, gb::index j) const {
        return gb::semiring_product(s, x, y, i, k, j);
    }
    value sum(const value& x, const value& y) const { return gb::semiring_add(s)(x, y); }
};

/// Rows first .. last - 1 (-1: all) of A*B over a semiring by a loop, of the entries that admits(i, j) says. Terms are added in
/// ascending k, the first one first. This is what products of the device are compared with.
template <class K, class Admits>
sparse<typename K::value> by_loop(const K& k, const sparse<typename K::left>& a, const sparse<typename K::right>& b,
                                  const Admits& admits, gb::index first = 0, gb::index last = -1) {
    if (last < 0) last = a.nrows;
    std::vector<std::map<gb::column_index, typename K::value>> rows(static_cast<std::size_t>(last - first));
    for (gb::index i = first; i < last; ++i) {
        auto& row = rows[static_cast<std::size_t>(i - first)];
        for (gb::row_offset p = a.begin(i); p < a.end(i); ++p) {
            const auto left = static_cast<std::size_t>(p);
            const gb::index mid = a.columns[left];
            for (gb::row_offset q = b.begin(mid); q < b.end(mid); ++q) {
                const auto right = static_cast<std::size_t>(q);
                const gb::column_index j = b.columns[right];
                if (!admits(i, j)) continue;
                const auto x = k.product(a.values[left], b.values[right], i, mid, j);
                const auto [at, is_new] = row.try_emplace(j, x);
                if (!is_new) at->second = k.sum(at->second, x);
            }
        }
    }
    return from_rows<typename K::value>(b.ncols, rows);
}

/// Which entries by_loop() makes: all of them.
inline constexpr auto everywhere = [](gb::index, gb::index) { return true; };

/// Those of a mask, or all others; without a mask all.
template <class T>
struct under {
    const sparse<T>* mask = nullptr;
    bool complement = false;

    bool operator()(gb::index i, gb::index j) const {
        if (mask == nullptr) return true;
        const auto from = mask->columns.begin() + mask->begin(i), to = mask->columns.begin() + mask->end(i);
        return std::binary_search(from, to, static_cast<gb::column_index>(j)) != complement;
    }
};

/// Pairs of entries that are multiplied in each row of A*B.
template <class T, class U>
std::vector<std::int64_t> row_multiplications(const sparse<T>& a, const sparse<U>& b) {
    std::vector<std::int64_t> pairs(static_cast<std::size_t>(a.nrows));
    for (gb::index i = 0; i < a.nrows; ++i) {
        for (gb::row_offset p = a.begin(i); p < a.end(i); ++p) {
            const gb::index k = a.columns[static_cast<std::size_t>(p)];
            pairs[static_cast<std::size_t>(i)] += b.end(k) - b.begin(k);
        }
    }
    return pairs;
}
template <class T, class U>
std::int64_t multiplications(const sparse<T>& a, const sparse<U>& b) {
    const auto pairs = row_multiplications(a, b);
    return std::accumulate(pairs.begin(), pairs.end(), std::int64_t{0});
}

/// Values as they lie in memory. (std::vector<bool> has no array to copy.)
template <class T>
std::vector<unsigned char> bytes_of(const std::vector<T>& values) {
    std::vector<unsigned char> bytes(values.size() * sizeof(T));
    for (std::size_t p = 0; p < values.size(); ++p) {
        const T x = values[p];
        std::memcpy(bytes.data() + p * sizeof(T), &x, sizeof(T));
    }
    return bytes;
}
template <class T>
std::vector<T> values_in(const std::vector<unsigned char>& bytes) {
    std::vector<T> values;
    for (std::size_t at = 0; at < bytes.size(); at += sizeof(T)) {
        T x;
        std::memcpy(&x, bytes.data() + at, sizeof(T));
        values.push_back(x);
    }
    return values;
}

template <class T>
gb::cuda::csr on_device(const gb::cuda::engine_ptr& e, const sparse<T>& m) {
    gb::cuda::csr out;
    out.nrows = m.nrows;
    out.ncols = m.ncols;
    out.nvals = m.nvals();
    out.type = gb::base::code_of<T>();
    out.offsets = gb::cuda::uploaded<gb::row_offset>(e, m.offsets);
    out.columns = gb::cuda::uploaded<gb::column_index>(e, m.columns);
    out.values = gb::cuda::uploaded<unsigned char>(e, bytes_of(m.values)).release();
    return out;
}

template <class T>
std::vector<T> from_device(gb::cuda::engine& e, const T* from, std::size_t count) {
    std::vector<unsigned char> bytes(count * sizeof(T));
    e.to_host(bytes.data(), from, bytes.size());
    return values_in<T>(bytes);
}
template <class T>
std::vector<T> from_device(gb::cuda::engine& e, const gb::cuda::array<T>& from) {
    return from_device(e, from.data(), from.size());
}

template <class T>
sparse<T> from_device(gb::cuda::engine& e, const gb::cuda::csr& m) {
    sparse<T> out;
    out.nrows = m.nrows;
    out.ncols = m.ncols;
    out.offsets = from_device(e, m.offsets.data(), static_cast<std::size_t>(m.nrows) + 1);
    out.columns = from_device(e, m.columns.data(), static_cast<std::size_t>(m.nvals));
    if (m.type != gb::type_code::none) out.values = from_device(e, static_cast<const T*>(m.values.data()), out.columns.size());
    return out;
}

/// A product on the device: operands, a mask if there is one, and what kernels are asked for, rows first .. last - 1.
struct operands {
    gb::cuda::csr a, b, mask;
    gb::cuda::array<std::int64_t> flops;
    gb::cuda::product_rows rows;

    template <class T, class U, class M>
    operands(const gb::cuda::engine_ptr& e, const sparse<T>& left, const sparse<U>& right, const under<M>& admits,
             gb::index first, gb::index last)
        : a(on_device(e, left)), b(on_device(e, right)) {
        const auto pairs = row_multiplications(left, right);
        flops = gb::cuda::uploaded<std::int64_t>(e, pairs);
        rows = {a.view(), b.view(), {}, first, last, flops.data(), 0, 0};
        for (gb::index i = first; i < last; ++i) {
            rows.total_flops += pairs[static_cast<std::size_t>(i)];
            rows.max_flops = std::max(rows.max_flops, pairs[static_cast<std::size_t>(i)]);
        }
        if (admits.mask == nullptr) return;
        mask = on_device(e, *admits.mask);
        rows.mask = {true, admits.complement, mask.view().structure()};
    }
};

/// Arrays with an element for each entry of rows with these offsets; the first that differs is named.
template <class T>
void require_entries(const std::vector<T>& found, const std::vector<T>& wanted, const std::vector<gb::row_offset>& offsets) {
    REQUIRE(found.size() == wanted.size());
    const auto difference = std::mismatch(found.begin(), found.end(), wanted.begin());
    if (difference.first == found.end()) return;
    const gb::row_offset p = difference.first - found.begin();
    const auto row = std::upper_bound(offsets.begin(), offsets.end(), p) - offsets.begin() - 1;
    FAIL("entry " << p - offsets[static_cast<std::size_t>(row)] << " of row " << row << " of " << offsets.size() - 1 << ": "
                  << +*difference.first << ", not " << +*difference.second);
}

template <class T>
void require_same(const sparse<T>& found, const sparse<T>& wanted) {
    REQUIRE(found.nrows == wanted.nrows);
    REQUIRE(found.ncols == wanted.ncols);
    REQUIRE(found.offsets == wanted.offsets);
    require_entries(found.columns, wanted.columns, wanted.offsets);
    require_entries(found.values, wanted.values, wanted.offsets);
}

}  // namespace cases
