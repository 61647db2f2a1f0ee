// Matrices for tests of the device's products, and where they go wrong: empty rows, hubs, full rows, one row, no rows.
#pragma once

#include <graphblas_gpu/cuda/device/csr.hpp>

#include <tests/catch.hpp>
#include <tests/engine.hpp>

#include <cstdint>
#include <cstring>
#include <map>
#include <random>
#include <set>
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
    std::vector<std::vector<std::pair<gb::column_index, T>>> rows(static_cast<std::size_t>(m.ncols));
    for (gb::index i = 0; i < m.nrows; ++i) {
        for (gb::row_offset p = m.begin(i); p < m.end(i); ++p) {
            const auto at = static_cast<std::size_t>(p);
            rows[m.columns[at]].emplace_back(static_cast<gb::column_index>(i), m.values[at]);
        }
    }
    sparse<T> t;
    t.nrows = m.ncols;
    t.ncols = m.nrows;
    for (const auto& row : rows) {
        for (const auto& [j, x] : row) {
            t.columns.push_back(j);
            t.values.push_back(x);
        }
        t.offsets.push_back(static_cast<gb::row_offset>(t.columns.size()));
    }
    return t;
}

/// A*B over a semiring by a loop, entries that admits(i, j) says; terms are added in ascending k, the first one first.
template <class K, class Admits>
sparse<typename K::value> by_loop(const K& k, const sparse<typename K::left>& a, const sparse<typename K::right>& b,
                                  const Admits& admits) {
    sparse<typename K::value> c;
    c.nrows = a.nrows;
    c.ncols = b.ncols;
    for (gb::index i = 0; i < a.nrows; ++i) {
        std::map<gb::column_index, typename K::value> row;
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
        for (const auto& [j, x] : row) {
            c.columns.push_back(j);
            c.values.push_back(x);
        }
        c.offsets.push_back(static_cast<gb::row_offset>(c.columns.size()));
    }
    return c;
}
/// Of all entries.
inline constexpr auto everywhere = [](gb::index, gb::index) { return true; };

/// Pairs of entries that are multiplied in A*B.
template <class T, class U>
std::int64_t multiplications(const sparse<T>& a, const sparse<U>& b) {
    std::int64_t pairs = 0;
    for (const gb::column_index k : a.columns) pairs += b.end(k) - b.begin(k);
    return pairs;
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
sparse<T> from_device(gb::cuda::engine& e, const gb::cuda::csr& m) {
    sparse<T> out;
    out.nrows = m.nrows;
    out.ncols = m.ncols;
    out.offsets.resize(static_cast<std::size_t>(m.nrows) + 1);
    out.columns.resize(static_cast<std::size_t>(m.nvals));
    e.to_host(out.offsets.data(), m.offsets.data(), out.offsets.size() * sizeof(gb::row_offset));
    e.to_host(out.columns.data(), m.columns.data(), out.columns.size() * sizeof(gb::column_index));
    if (m.type == gb::type_code::none) return out;
    std::vector<unsigned char> bytes(out.columns.size() * sizeof(T));
    e.to_host(bytes.data(), m.values.data(), bytes.size());
    out.values = values_in<T>(bytes);
    return out;
}

template <class T>
void require_same(const sparse<T>& found, const sparse<T>& wanted) {
    REQUIRE(found.nrows == wanted.nrows);
    REQUIRE(found.ncols == wanted.ncols);
    REQUIRE(found.offsets == wanted.offsets);
    REQUIRE(found.columns == wanted.columns);
    REQUIRE(found.values == wanted.values);
}

}  // namespace cases
