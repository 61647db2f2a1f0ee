// Needs: nothing fast; the objects must be small.
//
// Idea: what every operation means, written down as plainly as possible on arrays in which each position is filled or
// empty. There is one way to do each thing, no sharing with the library but its operators and its typecast, and nothing
// clever: whoever doubts a line compares it with the standard. An object without values (matrix<void>) reads as 1.
//
// Source: GraphBLAS C API 2.1, sections 2.3 and 4.3; in kind, the slow mimics of SuiteSparse:GraphBLAS's tests.
#pragma once

#include <tests/library.hpp>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <type_traits>
#include <vector>

namespace spec {

namespace gb = graphblas_gpu;
using gb::index;

/// A vector is a matrix of one row.
template <class T>
struct dense {
    index nrows = 0, ncols = 0;
    std::vector<std::optional<T>> cells = std::vector<std::optional<T>>(static_cast<std::size_t>(nrows * ncols));

    std::optional<T>& at(index i, index j) { return cells[static_cast<std::size_t>(i * ncols + j)]; }
    const std::optional<T>& at(index i, index j) const { return cells[static_cast<std::size_t>(i * ncols + j)]; }
};

/// The type in which an object over T is written down here.
template <class T>
using read_as = std::conditional_t<std::is_void_v<T>, bool, T>;

template <class T>
dense<read_as<T>> read(const gb::matrix<T>& m) {
    dense<read_as<T>> out{m.nrows(), m.ncols()};
    const gb::edges<T> list = m.to_edges();
    for (std::size_t p = 0; p < list.rows.size(); ++p) {
        if constexpr (std::is_void_v<T>)
            out.at(list.rows[p], list.columns[p]) = true;
        else
            out.at(list.rows[p], list.columns[p]) = list.values[p];
    }
    return out;
}

template <class T>
dense<read_as<T>> read(const gb::vector<T>& v) {
    dense<read_as<T>> out{1, v.size()};
    const gb::entries<T> list = v.to_entries();
    for (std::size_t p = 0; p < list.indices.size(); ++p) {
        if constexpr (std::is_void_v<T>)
            out.at(0, list.indices[p]) = true;
        else
            out.at(0, list.indices[p]) = list.values[p];
    }
    return out;
}

/// The matrix or vector of these entries, by set_element: each test of it is a test of that as well.
template <class Object, class T>
Object write(const dense<T>& from) {
    constexpr bool is_matrix = gb::is_matrix<Object>;
    Object out = [&] {
        if constexpr (is_matrix)
            return Object(from.nrows, from.ncols);
        else
            return Object(from.ncols);
    }();
    for (index i = 0; i < from.nrows; ++i) {
        for (index j = 0; j < from.ncols; ++j) {
            if (!from.at(i, j)) continue;
            if constexpr (std::is_void_v<typename Object::value_type> && is_matrix)
                out.set_element(i, j);
            else if constexpr (std::is_void_v<typename Object::value_type>)
                out.set_element(j);
            else if constexpr (is_matrix)
                out.set_element(i, j, gb::cast<typename Object::value_type>(*from.at(i, j)));
            else
                out.set_element(j, gb::cast<typename Object::value_type>(*from.at(i, j)));
        }
    }
    return out;
}

template <class T>
dense<T> transposed(const dense<T>& a) {
    dense<T> out{a.ncols, a.nrows};
    for (index i = 0; i < a.nrows; ++i)
        for (index j = 0; j < a.ncols; ++j) out.at(j, i) = a.at(i, j);
    return out;
}

/// C<M, replace> = accum(C, T). `mask` says for each position whether it may be written. Section 2.3: Z is T, or the
/// union of C and T with accum where both have an entry; inside the mask C becomes Z, outside it stays or is deleted.
template <class C, class T, class Accum>
dense<C> write_back(const dense<C>& c, const dense<bool>& mask, const Accum& accum, const dense<T>& t, bool replace) {
    constexpr bool accumulates = !std::is_same_v<Accum, gb::no_accum_t>;
    dense<C> out{c.nrows, c.ncols};
    for (std::size_t p = 0; p < c.cells.size(); ++p) {
        std::optional<C> z;
        if (t.cells[p]) z = gb::cast<C>(*t.cells[p]);
        if constexpr (accumulates) {
            if (c.cells[p] && z)
                z = gb::cast<C>(accum(*c.cells[p], *z));
            else if (c.cells[p])
                z = c.cells[p];
        }
        if (*mask.cells[p])
            out.cells[p] = z;
        else if (!replace)
            out.cells[p] = c.cells[p];
    }
    return out;
}

/// T(i,j) = the sum of A(i,k) (x) B(k,j) over all k where both have an entry, in ascending k.
template <class S, class A, class B>
dense<gb::semiring_value_t<S>> mxm(const S& s, const dense<A>& a, const dense<B>& b) {
    dense<gb::semiring_value_t<S>> out{a.nrows, b.ncols};
    for (index i = 0; i < a.nrows; ++i) {
        for (index j = 0; j < b.ncols; ++j) {
            std::optional<gb::semiring_value_t<S>> sum;
            for (index k = 0; k < a.ncols; ++k) {
                if (!a.at(i, k) || !b.at(k, j)) continue;
                const auto x = gb::cast<gb::semiring_left_t<S>>(*a.at(i, k));
                const auto y = gb::cast<gb::semiring_right_t<S>>(*b.at(k, j));
                const auto term = gb::semiring_product(s, x, y, i, k, j);
                sum = sum ? s.add(*sum, term) : term;
            }
            out.at(i, j) = sum;
        }
    }
    return out;
}

template <class A, class B>
std::int64_t multiplications(const dense<A>& a, const dense<B>& b) {
    std::int64_t count = 0;
    for (index i = 0; i < a.nrows; ++i)
        for (index k = 0; k < a.ncols; ++k)
            for (index j = 0; j < b.ncols; ++j) count += a.at(i, k) && b.at(k, j);
    return count;
}

template <class Z, class Op, class A, class B>
dense<Z> ewise_add(const Op& op, const dense<A>& a, const dense<B>& b) {
    dense<Z> out{a.nrows, a.ncols};
    for (std::size_t p = 0; p < out.cells.size(); ++p) {
        if (a.cells[p] && b.cells[p])
            out.cells[p] = gb::cast<Z>(gb::apply_binary(op, *a.cells[p], *b.cells[p]));
        else if (a.cells[p])
            out.cells[p] = gb::cast<Z>(*a.cells[p]);
        else if (b.cells[p])
            out.cells[p] = gb::cast<Z>(*b.cells[p]);
    }
    return out;
}

template <class Z, class Op, class A, class B>
dense<Z> ewise_mult(const Op& op, const dense<A>& a, const dense<B>& b) {
    dense<Z> out{a.nrows, a.ncols};
    for (std::size_t p = 0; p < out.cells.size(); ++p) {
        if (a.cells[p] && b.cells[p]) out.cells[p] = gb::cast<Z>(gb::apply_binary(op, *a.cells[p], *b.cells[p]));
    }
    return out;
}

/// T(i * rows of B + k, j * columns of B + l) = A(i,j) op B(k,l).
template <class Z, class Op, class A, class B>
dense<Z> kronecker(const Op& op, const dense<A>& a, const dense<B>& b) {
    dense<Z> out{a.nrows * b.nrows, a.ncols * b.ncols};
    for (index r = 0; r < out.nrows; ++r) {
        for (index c = 0; c < out.ncols; ++c) {
            const std::optional<A>& x = a.at(r / b.nrows, c / b.ncols);
            const std::optional<B>& y = b.at(r % b.nrows, c % b.ncols);
            if (x && y) out.at(r, c) = gb::cast<Z>(op(*x, *y));
        }
    }
    return out;
}

/// f(x, i, j) of every entry.
template <class Z, class F, class A>
dense<Z> apply(const F& f, const dense<A>& a) {
    dense<Z> out{a.nrows, a.ncols};
    for (index i = 0; i < a.nrows; ++i)
        for (index j = 0; j < a.ncols; ++j)
            if (a.at(i, j)) out.at(i, j) = gb::cast<Z>(f(*a.at(i, j), i, j));
    return out;
}

/// The entries for which f(x, i, j) holds.
template <class F, class A>
dense<A> select(const F& f, const dense<A>& a) {
    dense<A> out{a.nrows, a.ncols};
    for (index i = 0; i < a.nrows; ++i)
        for (index j = 0; j < a.ncols; ++j)
            if (a.at(i, j) && f(*a.at(i, j), i, j)) out.at(i, j) = a.at(i, j);
    return out;
}

/// All entries, row by row, starting from the identity; `any` keeps the first.
template <class Monoid, class A>
gb::monoid_value_t<Monoid> reduce(const Monoid& monoid, const dense<A>& a) {
    using value = gb::monoid_value_t<Monoid>;
    std::optional<value> sum;
    if constexpr (!gb::monoid_is_any<Monoid>) sum = Monoid::identity();
    for (const std::optional<A>& x : a.cells)
        if (x) sum = sum ? monoid(*sum, gb::cast<value>(*x)) : gb::cast<value>(*x);
    return sum ? *sum : Monoid::identity();
}

/// The sum of each row that has an entry, as a vector.
template <class Monoid, class A>
dense<gb::monoid_value_t<Monoid>> reduce_rows(const Monoid& monoid, const dense<A>& a) {
    using value = gb::monoid_value_t<Monoid>;
    dense<value> out{1, a.nrows};
    for (index i = 0; i < a.nrows; ++i) {
        std::optional<value>& sum = out.at(0, i);
        for (index j = 0; j < a.ncols; ++j) {
            if (!a.at(i, j)) continue;
            const auto x = gb::cast<value>(*a.at(i, j));
            sum = sum ? monoid(*sum, x) : x;
        }
    }
    return out;
}

/// The square matrix that holds v on diagonal k.
template <class T>
dense<T> matrix_diag(const dense<T>& v, index k) {
    const index size = v.ncols + std::abs(k);
    dense<T> out{size, size};
    for (index n = 0; n < v.ncols; ++n) out.at(k < 0 ? n - k : n, k < 0 ? n : n + k) = v.at(0, n);
    return out;
}

/// The diagonal k of a, from its first position inside a to its last.
template <class T>
dense<T> vector_diag(const dense<T>& a, index k) {
    dense<T> out{1, 0};
    for (index i = 0; i < a.nrows; ++i) {
        if (i + k < 0 || i + k >= a.ncols) continue;
        out.cells.push_back(a.at(i, i + k));
        ++out.ncols;
    }
    return out;
}

/// a with other sides: what lies beyond them is gone, what is new is empty.
template <class T>
dense<T> resized(const dense<T>& a, index nrows, index ncols) {
    dense<T> out{nrows, ncols};
    for (index i = 0; i < std::min(nrows, a.nrows); ++i)
        for (index j = 0; j < std::min(ncols, a.ncols); ++j) out.at(i, j) = a.at(i, j);
    return out;
}

/// The rows first_row .. first_row + nrows - 1 of a, and columns likewise.
template <class T>
dense<T> tile(const dense<T>& a, index first_row, index nrows, index first_column, index ncols) {
    dense<T> out{nrows, ncols};
    for (index i = 0; i < nrows; ++i)
        for (index j = 0; j < ncols; ++j) out.at(i, j) = a.at(first_row + i, first_column + j);
    return out;
}

/// The columns of the entries of each row in the order of before(x, y), each moved in front of those it comes before and
/// behind those it is equal to; NaN last.
template <class Before, class T>
dense<index> sorting_permutation(const Before& before, const dense<T>& a) {
    dense<index> out{a.nrows, a.ncols};
    const auto precedes = [&](const T& x, const T& y) {
        if (x != x || y != y) return x == x;
        return before(x, y);
    };
    for (index i = 0; i < a.nrows; ++i) {
        std::vector<index> order;
        for (index j = 0; j < a.ncols; ++j) {
            if (!a.at(i, j)) continue;
            auto at = order.begin();
            while (at != order.end() && !precedes(*a.at(i, j), *a.at(i, *at))) ++at;
            order.insert(at, j);
        }
        for (std::size_t n = 0; n < order.size(); ++n) out.at(i, static_cast<index>(n)) = order[n];
    }
    return out;
}

/// The values of a in that order.
template <class T>
dense<T> permuted(const dense<T>& a, const dense<index>& permutation) {
    dense<T> out{a.nrows, a.ncols};
    for (index i = 0; i < a.nrows; ++i)
        for (index j = 0; j < a.ncols; ++j)
            if (permutation.at(i, j)) out.at(i, j) = a.at(i, *permutation.at(i, j));
    return out;
}

/// A(I, J).
template <class A>
dense<A> extract(const dense<A>& a, const std::vector<index>& rows, const std::vector<index>& columns) {
    dense<A> out{static_cast<index>(rows.size()), static_cast<index>(columns.size())};
    for (index k = 0; k < out.nrows; ++k)
        for (index l = 0; l < out.ncols; ++l)
            out.at(k, l) = a.at(rows[static_cast<std::size_t>(k)], columns[static_cast<std::size_t>(l)]);
    return out;
}

/// C, but with `part` at I x J.
template <class C>
dense<C> with_part(dense<C> c, const dense<C>& part, const std::vector<index>& rows,
                   const std::vector<index>& columns) {
    for (index k = 0; k < part.nrows; ++k)
        for (index l = 0; l < part.ncols; ++l)
            c.at(rows[static_cast<std::size_t>(k)], columns[static_cast<std::size_t>(l)]) = part.at(k, l);
    return c;
}

/// x everywhere.
template <class T>
dense<T> filled(index nrows, index ncols, const T& x) {
    dense<T> out{nrows, ncols};
    for (std::optional<T>& cell : out.cells) cell = x;
    return out;
}

/// C(I, J)<M, replace> = accum(C(I, J), A) with a mask of C's shape. Section 4.3.7: Z is C outside of I x J, and there A or
/// the union of both; then C<M, replace> = Z.
template <class C, class A, class Accum>
dense<C> assign(const dense<C>& c, const dense<bool>& mask, const Accum& accum, const dense<A>& a, bool replace,
                const std::vector<index>& rows, const std::vector<index>& columns) {
    const dense<C> part = extract(c, rows, columns);
    const dense<C> z = write_back(part, filled(part.nrows, part.ncols, true), accum, a, false);
    return write_back(c, mask, gb::no_accum, with_part(c, z, rows, columns), replace);
}

/// The same with a mask of A's shape, and C(I, J) as the whole output.
template <class C, class A, class Accum>
dense<C> subassign(const dense<C>& c, const dense<bool>& mask, const Accum& accum, const dense<A>& a, bool replace,
                   const std::vector<index>& rows, const std::vector<index>& columns) {
    return with_part(c, write_back(extract(c, rows, columns), mask, accum, a, replace), rows, columns);
}

/// Where a mask made of m admits writing: where m has an entry (that is true, if values count), or just not there.
template <class T>
dense<bool> admitted(const dense<T>& m, bool by_value, bool complement) {
    dense<bool> out{m.nrows, m.ncols};
    for (std::size_t p = 0; p < m.cells.size(); ++p) {
        bool in_mask = m.cells[p].has_value();
        if (in_mask && by_value) in_mask = gb::cast<bool>(*m.cells[p]);
        out.cells[p] = in_mask != complement;
    }
    return out;
}

}  // namespace spec
