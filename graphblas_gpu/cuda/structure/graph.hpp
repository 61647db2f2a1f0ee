// What graph algorithms need on the device beyond the operations: edges chosen by properties of both ends, counts of short
// rows, connected components, independent sets, core numbers and random walks.
#pragma once

#include <graphblas_gpu/base/graph/orientation.hpp>
#include <graphblas_gpu/base/graph/peeling.hpp>
#include <graphblas_gpu/base/graph/random_walk.hpp>
#include <graphblas_gpu/base/graph/short_rows.hpp>
#include <graphblas_gpu/base/random_deal.hpp>
#include <graphblas_gpu/cuda/device/csr.hpp>

#include <cstdint>
#include <optional>

namespace graphblas_gpu::cuda {

/// The structure of the edges of a square A that lead to a vertex of larger degree, or of the same degree and a larger number.
/// If `to_larger` is false, the structure of all other edges. O(nvals).
csr edges_by_degree(const engine_ptr& e, const csr_ref& a, bool to_larger);

/// The degrees, or other numbers, of the rows and columns of a block of a square A, and the indices in A of the first of each.
struct degrees_of_block {
    const std::int64_t *rows = nullptr, *columns = nullptr;
    index first_row = 0, first_column = 0;
    bool to_larger = true;

    /// Whether entry (i, j) of the block leads to the vertex of the larger number, or of the larger index if numbers are equal;
    /// if not to_larger, whether its mirror entry does.
    GB_HD constexpr bool leads(index i, index j) const {
        const index row = first_row + i, column = first_column + j;
        return to_larger ? base::points_from(row, rows[i], column, columns[j])
                         : base::points_from(column, columns[j], row, rows[i]);
    }
};
/// The structure of the entries of a block that lead as is asked for. O(nvals).
csr edges_by_degree(const engine_ptr& e, const csr_ref& block, const degrees_of_block& degrees);

struct oriented_edges {
    csr edges;                     ///< edges_by_degree(a, true)
    std::optional<csr> transpose;  ///< of the edges, if it was made
    base::orientation_facts facts;
};

/// The edges of a square A, and what the same pass finds out about it. Waits. O(nvals + nrows).
///
/// If `with_transpose`, the entries that are not kept are written too, because they are the transpose of those that are: if A
/// is an undirected graph, if most of its entries lie in long rows, so that counting what rows have in common needs fewer
/// look-ups with the transpose (cuda/dot/common_entries.hpp), and if there is memory for it
/// (masked::has_room_for_transpose).
oriented_edges oriented(const engine_ptr& e, const csr_ref& a, bool with_transpose);

/// The structure of the edges of a square A for which distance of the start + length <= distance of the end. When distances are
/// final, these are the edges on shortest paths. `distances` has an entry for every vertex, of A's type: int32, int64, float or
/// double. It is too_far (the largest integer, or infinity) for vertices that are not reached. O(nvals).
csr tight_edges(const engine_ptr& e, const csr_ref& a, const csr_ref& distances);

/// What base::count_row finds in all rows of a square A. Waits. O(nvals + nrows) for short rows.
base::short_row_facts count_short_rows(const engine_ptr& e, const csr_ref& a, bool tests_symmetry);

struct labelled_components {
    csr labels;  ///< an int64 vector: for each vertex, the smallest vertex of its component
    std::int64_t components = 0;
};

/// The components of a square A. `symmetric`: A is known to have both directions of every edge. Waits. O(nvals + nrows) in
/// practice.
labelled_components connected_components(const engine_ptr& e, const csr_ref& a, bool symmetric);

/// Components of which ranks know parts (distributed/components.cpp). labels[v] is the smallest of the n vertices that are
/// known to be in the component of v. O(n) but for the first, which is O(nvals + n).
/// @{
/// Those of the entries of a block, whose first row and column are the vertices first_row and first_column. Waits. Memory: a
/// copy of the structure.
void label_block(const engine_ptr& e, const csr_ref& block, index n, index first_row, index first_column, column_index* labels);
/// Joins the components of v and others[v], for all v.
void join_labels(const engine_ptr& e, index n, column_index* labels, const column_index* others);
/// Vertex v is stored at order(v), if there is an order. numbers[order(v)] = the smallest vertex of the component of v; returns
/// the number of components. Waits.
std::int64_t number_components(const engine_ptr& e, index n, const column_index* labels, const base::random_deal* order,
                               std::int64_t* numbers);
/// @}

/// The members of the set that base/graph/independent_set.hpp defines, as a row. A is symmetric. Waits. O(nvals + nrows) a
/// round; there are few rounds, about log(nrows).
csr independent_set(const engine_ptr& e, const csr_ref& a, std::uint64_t seed);

struct numbered_cores {
    csr numbers;  ///< an int64 vector: the core number of each vertex
    base::peeling_end end;
};

/// The core numbers of a symmetric A of at least one vertex, without a diagonal. Waits. O(nvals + nrows), and for each core
/// number that occurs the vertices that are left.
numbered_cores core_numbers(const engine_ptr& e, const csr_ref& a);

struct walk_result {
    csr shares;  ///< a vector of double with an entry for every vertex
    base::walk_end end;
};

/// The shares of all vertices of a graph of at least one vertex. Row i of `outgoing` lists the edges that leave vertex i, row j
/// of `incoming` the vertices from which an edge leads to j. Waits once. O(nvals + n) a round.
walk_result random_walk(const engine_ptr& e, const csr_ref& outgoing, const csr_ref& incoming, const random_walk_options& walk);

}  // namespace graphblas_gpu::cuda
