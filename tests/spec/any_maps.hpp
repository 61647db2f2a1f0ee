// Matrices and vectors whose types are known at run time, as maps of their entries.
#pragma once

#include "trial.hpp"

#include <graphblas_gpu/any.hpp>

#include <cstring>
#include <map>

namespace spec::maps {

using gb::any_matrix;
using gb::any_vector;
using gb::type_of;
using position = std::pair<index, index>;
template <class T>
using entry_map = std::map<position, T>;

/// Random entries with values 0 .. 5, which every type holds.
inline entry_map<std::int64_t> random_entries(random& r, index nrows, index ncols, double fill) {
    entry_map<std::int64_t> out;
    for (index i = 0; i < nrows; ++i)
        for (index j = 0; j < ncols; ++j)
            if (r.chance(fill)) out[{i, j}] = r.below(6);
    return out;
}

template <class T, class From>
any_matrix matrix_of(index nrows, index ncols, const entry_map<From>& entries) {
    gb::matrix<T> m(nrows, ncols);
    for (const auto& [at, x] : entries) {
        if constexpr (std::is_void_v<T>) m.set_element(at.first, at.second);
        else m.set_element(at.first, at.second, static_cast<T>(x));
    }
    return std::move(m.any());
}

/// The entries of a matrix that has type T.
template <class T>
entry_map<T> entries_of(const any_matrix& m) {
    entry_map<T> out;
    const gb::matrix<T> typed{any_matrix(m)};
    for (const auto [i, j, x] : typed.entries()) out[{i, j}] = x;
    return out;
}
template <class T>
entry_map<T> entries_of(const any_vector& v) {
    entry_map<T> out;
    const gb::vector<T> typed{any_vector(v)};
    for (const auto [i, x] : typed.entries()) out[{0, i}] = x;
    return out;
}

/// A (+).(x) B by two loops, in ascending k.
template <class T, class Add, class Multiply, class A, class B>
entry_map<T> product(const entry_map<A>& a, const entry_map<B>& b, const Add& add, const Multiply& multiply) {
    entry_map<T> out;
    for (const auto& [at_a, x] : a) {
        for (auto q = b.lower_bound({at_a.second, 0}); q != b.end() && q->first.first == at_a.second; ++q) {
            const T term = multiply(x, q->second);
            const position at{at_a.first, q->first.second};
            const auto known = out.find(at);
            if (known == out.end()) out[at] = term;
            else known->second = add(known->second, term);
        }
    }
    return out;
}

inline constexpr gb::type_code built_in[] = {gb::type_code::boolean, gb::type_code::int8,   gb::type_code::int16,
                                             gb::type_code::int32,   gb::type_code::int64,  gb::type_code::uint8,
                                             gb::type_code::uint16,  gb::type_code::uint32, gb::type_code::uint64,
                                             gb::type_code::float32, gb::type_code::float64};

/// A path: its length, its first vertex after the source, and the number of edges. It has 24 bytes.
struct path {
    double length;
    std::int64_t first;
    std::int32_t edges;
    std::int32_t unused;
    friend bool operator==(const path& x, const path& y) {
        return x.length == y.length && x.first == y.first && x.edges == y.edges;
    }
};

inline void shorter(void* z, const void* x, const void* y) {
    const path *p = static_cast<const path*>(x), *q = static_cast<const path*>(y);
    *static_cast<path*>(z) = q->length < p->length ? *q : *p;
}
inline void joined(void* z, const void* x, const void* y) {
    const path *p = static_cast<const path*>(x), *q = static_cast<const path*>(y);
    *static_cast<path*>(z) = {p->length + q->length, p->first, p->edges + q->edges, 0};
}
/// The edge of a path: from a length in 4 bytes and a path.
inline void prolonged(void* z, const void* x, const void* y) {
    const path* const q = static_cast<const path*>(y);
    *static_cast<path*>(z) = {*static_cast<const float*>(x) + q->length, q->first, q->edges + 1, 0};
}
/// A type that a program describes by itself.
inline const gb::type_descriptor path_type{.bytes = sizeof(path), .name = "path"};

inline any_matrix matrix_of_paths(index nrows, index ncols, const entry_map<std::int64_t>& entries) {
    any_matrix m(nrows, ncols, path_type);
    for (const auto& [at, x] : entries) {
        const path p{static_cast<double>(x), at.second, 1, 0};
        m.set_element(at.first, at.second, &p);
    }
    return m;
}
inline entry_map<path> paths_of(const any_matrix& m) {
    REQUIRE(m.type() == path_type);
    entry_map<path> out;
    const gb::formats::untyped_view rows = m.rows();
    for (index i = 0; i < rows.nrows; ++i) {
        for (gb::row_offset p = rows.begin(i); p < rows.end(i); ++p)
            std::memcpy(&out[{i, rows.columns[p]}], rows.values + p * gb::row_offset{sizeof(path)}, sizeof(path));
    }
    return out;
}

}  // namespace spec::maps
