// The graph in the form that the orders of vertices read: the neighbours and the degree of every vertex.
//
// Needs: a symmetric structure without self loops, which must outlive the graph.
#pragma once

#include <algorithms/common.hpp>
#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/matrix.hpp>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <numeric>
#include <span>
#include <vector>

namespace graphblas_gpu::ordering {

/// The vertices that an order visits between two looks whether the call is to end.
inline constexpr std::size_t vertices_between_looks = std::size_t{1} << 16;

/// The neighbours of every vertex, in host memory.
class graph {
  public:
    explicit graph(const matrix<void>& a) : n_(a.nrows()), offsets_(a.row_offsets()), columns_(a.columns()) {}

    index size() const { return n_; }
    index nvals() const { return begin(n_); }
    index degree(index v) const { return begin(v + 1) - begin(v); }
    std::span<const column_index> neighbours(index v) const {
        return columns_.subspan(static_cast<std::size_t>(begin(v)), static_cast<std::size_t>(degree(v)));
    }

  private:
    row_offset begin(index v) const { return offsets_[static_cast<std::size_t>(v)]; }

    index n_;
    std::span<const row_offset> offsets_;
    std::span<const column_index> columns_;
};

/// All vertices in the order of `before`; vertices that `before` does not order are sorted by number.
template <class Before>
std::vector<index> sorted_vertices(const running_call& call, index n, const Before& before) {
    std::vector<index> order(static_cast<std::size_t>(n));
    std::iota(order.begin(), order.end(), index{0});
    algorithm::comparison compare(call, before);
    std::stable_sort(order.begin(), order.end(), std::ref(compare));
    return order;
}

inline std::vector<index> descending_degree(const running_call& call, const graph& g) {
    return sorted_vertices(call, g.size(), [&](index x, index y) { return g.degree(x) > g.degree(y); });
}

}  // namespace graphblas_gpu::ordering
