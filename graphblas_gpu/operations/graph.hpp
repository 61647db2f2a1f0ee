// The host's part of graphblas_gpu/graph.hpp, compiled once where it does not depend on the type of the values.
#pragma once

#include <graphblas_gpu/formats/csr.hpp>
#include <graphblas_gpu/formats/value_range.hpp>

#include <algorithm>

namespace graphblas_gpu {

namespace host {

class team;

/// The edges of a square A to a vertex of larger degree, or of the same degree and a larger number; or the other edges.
csr<void> edges_by_degree(team& team, const structure_view& a, bool to_larger);

/// The sum over the rows k of p(k)^2, or of p(k) q(k), where p(k) is the size of row k of `part` and q(k) the number of entries
/// that row k of A has beside it.
/// @{
double wedges(const structure_view& part);
double wedges(const structure_view& a, const structure_view& part);
/// @}

/// The monoid that makes one range of two; a value is the range of itself.
template <class T>
struct join_ranges {
    struct value_type : value_range<T> {
        constexpr value_type() = default;
        constexpr value_type(T x) : value_range<T>{x, x, x - x == T{0}} {}
    };
    constexpr value_type operator()(const value_type& x, const value_type& y) const {
        value_type both;
        both.smallest = std::min(x.smallest, y.smallest);
        both.largest = std::max(x.largest, y.largest);
        both.is_finite = x.is_finite && y.is_finite;
        return both;
    }
    static constexpr value_type identity() { return {}; }
};

}  // namespace host
}  // namespace graphblas_gpu
