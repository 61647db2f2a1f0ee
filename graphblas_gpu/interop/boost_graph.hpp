// Needs: Boost.Graph 1.74 or newer, headers only. Optional: nothing else of the library includes this.
//
// Idea: the rows of a matrix are the adjacency lists of a directed graph, values its edge weights. Boost's compressed sparse
// row graph has the same arrays, so that all read-only algorithms of Boost.Graph run on a copy.
//
// Source: Boost.Graph documentation, compressed_sparse_row_graph.
#pragma once

#include <graphblas_gpu/base/within_memory.hpp>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/matrix.hpp>

#include <boost/graph/compressed_sparse_row_graph.hpp>
#include <boost/version.hpp>

#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace graphblas_gpu::boost_graph {

/// The property of an edge: get(&weighted<T>::weight, graph) is the weight map.
template <class T>
struct weighted {
    T weight{};
};
template <>
struct weighted<void> {};

/// Boost's compressed sparse rows, with a weight on every edge unless T is void.
template <class T>
using graph = boost::compressed_sparse_row_graph<boost::directedS, boost::no_property, weighted<T>, boost::no_property,
                                                 std::uint32_t, std::uint64_t>;

/// The graph with an edge from i to j for each entry (i, j). The matrix must be square (dimension_mismatch). O(nvals + nrows).
template <class T>
graph<T> to_graph(const matrix<T>& a) {
    return base::library_call("to_graph", [&] {
        if (a.nrows() != a.ncols())
            throw dimension_mismatch("to_graph: the matrix is " + std::to_string(a.nrows()) + "x" + std::to_string(a.ncols()) +
                                     ", which is not square");
        std::vector<std::pair<std::uint32_t, std::uint32_t>> ends;
        std::vector<weighted<T>> weights;
        ends.reserve(static_cast<std::size_t>(a.nvals()));
        weights.reserve(static_cast<std::size_t>(a.nvals()));
        const structure_view rows = a.rows();
        for (index i = 0; i < a.nrows(); ++i) {
            for (row_offset p = rows.begin(i); p < rows.end(i); ++p) {
                ends.emplace_back(static_cast<std::uint32_t>(i), rows.columns[p]);
                if constexpr (std::is_void_v<T>) weights.emplace_back();
                else weights.push_back({a.values()[static_cast<std::size_t>(p)]});
            }
        }
        return graph<T>(boost::edges_are_sorted, ends.begin(), ends.end(), weights.begin(),
                        static_cast<std::uint32_t>(a.nrows()));
    });
}

/// The version of the headers compiled in, such as "1.74".
inline std::string version() {
    return std::to_string(BOOST_VERSION / 100000) + "." + std::to_string(BOOST_VERSION / 100 % 1000);
}

}  // namespace graphblas_gpu::boost_graph
