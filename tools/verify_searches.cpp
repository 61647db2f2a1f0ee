// Verifies breadth-first searches and shortest paths; and what all verifiers share (verify_common.hpp).
//
// Needs: SuiteSparse:GraphBLAS and Boost.Graph.
// Idea: of searches, a product of a vector for each level, and Boost's search with a queue. Of paths, Bellman-Ford as one
// matrix product for each round, D = min(D, D min.+ A), until nothing changes; and Boost's Dijkstra, or its Bellman-Ford if
// weights are negative. Whole numbers are added in 64 bits, where sums saturate. A parent is right if its distance (its level)
// plus the edge is that of its child, and if going from parent to parent ends at the source.
// Source: the search by products is LAGraph's textbook one.
#include "verify_common.hpp"
#include <graphblas_gpu/interop/boost_graph.hpp>

#include <boost/graph/bellman_ford_shortest_paths.hpp>
#include <boost/graph/breadth_first_search.hpp>
#include <boost/graph/dijkstra_shortest_paths.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace grb {
namespace {

namespace ss = gb::suitesparse;

/// The type in which distances over T are added up.
template <class T>
using wide = std::conditional_t<std::integral<T>, std::int64_t, T>;

template <class D>
using dense_row = std::vector<std::optional<D>>;

template <class D, class T>
dense_row<D> to_dense(const gb::matrix<T>& rows, std::size_t row) {
    dense_row<D> values(static_cast<std::size_t>(rows.ncols()));
    for (auto p = rows.row_offsets()[row]; p < rows.row_offsets()[row + 1]; ++p)
        values[rows.columns()[static_cast<std::size_t>(p)]] = static_cast<D>(rows.values()[static_cast<std::size_t>(p)]);
    return values;
}

dense_row<std::int64_t> to_dense(const gb::vector<std::int32_t>& levels) {
    dense_row<std::int64_t> values(static_cast<std::size_t>(levels.size()));
    for (const auto [v, level] : levels.entries()) values[static_cast<std::size_t>(v)] = level;
    return values;
}

/// The values by vertex, where `unreached` stands for none.
template <class D>
dense_row<D> reached(const std::vector<D>& values, D unreached) {
    dense_row<D> found(values.size());
    for (std::size_t v = 0; v < values.size(); ++v)
        if (values[v] != unreached) found[v] = values[v];
    return found;
}

// ---- the answers of other libraries ----

dense_row<std::int64_t> levels_by_products(const ss::matrix_handle& a, gb::index n, gb::index source) {
    ss::vector_handle levels = ss::new_vector<std::int32_t>(n);
    const ss::vector_handle frontier = ss::new_vector<bool>(n);
    const ss::semiring_handle any_pair = ss::make_semiring<bool>("any", "pair");
    ss::check(GrB_Vector_setElement_BOOL(frontier, true, static_cast<GrB_Index>(source)), "GrB_setElement");
    for (std::int32_t level = 0;; ++level) {
        GrB_Index size = 0;
        ss::check(GrB_Vector_nvals(&size, frontier), "GrB_Vector_nvals");
        if (size == 0) return to_dense(ss::vector_from<std::int32_t>(std::move(levels)));
        ss::check(GrB_Vector_assign_INT32(levels, frontier, nullptr, level, GrB_ALL, static_cast<GrB_Index>(n), GrB_DESC_S),
                  "GrB_assign", static_cast<GrB_Vector>(levels));
        ss::check(GrB_vxm(frontier, levels, nullptr, any_pair, frontier, a, GrB_DESC_RSC), "GrB_vxm",
                  static_cast<GrB_Vector>(frontier));
    }
}

dense_row<std::int64_t> levels_by_queue(const gb::boost_graph::graph<void>& graph, gb::index source) {
    constexpr std::int64_t unreached = -1;
    std::vector<std::int64_t> levels(num_vertices(graph), unreached);
    levels[static_cast<std::size_t>(source)] = 0;
    const auto map = boost::make_iterator_property_map(levels.begin(), get(boost::vertex_index, graph));
    boost::breadth_first_search(graph, static_cast<std::uint32_t>(source),
                                boost::visitor(boost::make_bfs_visitor(boost::record_distances(map, boost::on_tree_edge()))));
    return reached(levels, unreached);
}

template <class D>
bool equal(const ss::matrix_handle& x, const ss::matrix_handle& y, gb::index nrows, gb::index ncols) {
    GrB_Index x_size = 0, y_size = 0, both_size = 0;
    const ss::matrix_handle both = ss::new_matrix<bool>(nrows, ncols);
    ss::check(GrB_Matrix_eWiseMult_BinaryOp(both, nullptr, nullptr, ss::binary_operator<D>("eq"), x, y, nullptr),
              "GrB_eWiseMult", static_cast<GrB_Matrix>(both));
    bool all = true;
    ss::check(GrB_Matrix_reduce_BOOL(&all, nullptr, GrB_LAND_MONOID_BOOL, both, nullptr), "GrB_reduce");
    ss::check(GrB_Matrix_nvals(&x_size, x), "GrB_Matrix_nvals");
    ss::check(GrB_Matrix_nvals(&y_size, y), "GrB_Matrix_nvals");
    ss::check(GrB_Matrix_nvals(&both_size, both), "GrB_Matrix_nvals");
    return all && x_size == y_size && x_size == both_size;
}

/// x + y, but a sum of whole numbers that does not fit is the largest or the lowest value. It is larger than every distance
/// that fits, or lower.
struct saturating_sum {
    template <class D>
    D operator()(D x, D y) const {
        if constexpr (std::integral<D>) {
            D sum = 0;
            if (!__builtin_add_overflow(x, y, &sum)) return sum;
            return x < 0 ? std::numeric_limits<D>::min() : std::numeric_limits<D>::max();
        } else {
            return x + y;
        }
    }
};

/// Whether the length of a path of at most n + 1 edges may not fit D.
template <class D, class T>
bool may_overflow(const gb::matrix<T>& a) {
    if constexpr (std::integral<T>) {
        const D limit = std::numeric_limits<D>::max() / (a.nrows() + 1);
        return std::any_of(a.values().begin(), a.values().end(), [limit](const D w) { return w > limit || w < -limit; });
    } else {
        return false;
    }
}

/// min.plus over D, of which sums saturate if `saturates`.
template <class D>
class shortest_path_semiring {
  public:
    explicit shortest_path_semiring(bool saturates) {
        if (saturates) {
            plus_ = new_operator<saturating_sum, D, D>();
            ss::check(GrB_Semiring_new(semiring_.out(), ss::monoid<D>("min"), plus_), "GrB_Semiring_new");
        } else {
            semiring_ = ss::make_semiring<D>("min", "plus");
        }
    }
    operator GrB_Semiring() const { return semiring_; }

  private:
    suitesparse_operator plus_;
    ss::semiring_handle semiring_;
};

/// The distances that SuiteSparse computes; nothing if they still get shorter after more rounds than a path can have edges.
template <class T>
std::optional<gb::matrix<wide<T>>> distances_by_products(const gb::matrix<T>& a, std::span<const gb::index> sources) {
    using D = wide<T>;
    const auto rows = static_cast<gb::index>(sources.size());
    const ss::matrix_handle edges = ss::to_suitesparse(a);
    std::vector<gb::index> numbers(sources.size());
    for (std::size_t s = 0; s < sources.size(); ++s) numbers[s] = static_cast<gb::index>(s);
    ss::matrix_handle known = ss::to_suitesparse(
        gb::matrix<D>::from_edges(rows, a.nrows(), numbers, sources, std::vector<D>(sources.size(), D{0})));
    const shortest_path_semiring<D> min_plus(may_overflow<D>(a));
    for (gb::index round = 0; round <= a.nrows(); ++round) {
        ss::matrix_handle next;
        ss::check(GrB_Matrix_dup(next.out(), known), "GrB_Matrix_dup");
        ss::check(GrB_mxm(next, nullptr, ss::binary_operator<D>("min"), min_plus, known, edges, nullptr), "GrB_mxm",
                  static_cast<GrB_Matrix>(next));
        if (equal<D>(known, next, rows, a.nrows())) return ss::matrix_from<D>(std::move(known));
        known = std::move(next);
    }
    return std::nullopt;
}

template <class D, class T>
dense_row<D> distances_by_queue(const gb::boost_graph::graph<T>& graph, gb::index source, bool negative) {
    const std::size_t n = num_vertices(graph);
    constexpr D unreached = std::numeric_limits<D>::max();
    std::vector<D> distances(n, unreached);
    const auto root = static_cast<std::uint32_t>(source);
    const auto map = boost::make_iterator_property_map(distances.begin(), get(boost::vertex_index, graph));
    const auto weights = get(&gb::boost_graph::weighted<T>::weight, graph);
    const auto sum = [](D x, D y) { return x == unreached ? unreached : saturating_sum{}(x, y); };
    const auto how = boost::weight_map(weights).distance_map(map).distance_combine(sum);
    if (negative) {
        distances[root] = 0;
        boost::bellman_ford_shortest_paths(graph, static_cast<std::int64_t>(n), how);
    } else {
        boost::dijkstra_shortest_paths(graph, root, how);
    }
    return reached(distances, unreached);
}

// ---- comparison ----

/// `at` is what the numbers say of a vertex, such as "at level".
template <class D>
std::string number_difference(const char* at, gb::index source, const dense_row<D>& ours, const dense_row<D>& theirs,
                              const std::string& whose) {
    const auto words = [at](const std::optional<D>& d) { return d ? fmt::format("{} {}", at, *d) : "not reached"; };
    for (std::size_t v = 0; v < ours.size(); ++v)
        if (ours[v] != theirs[v])
            return fmt::format("from source {}, vertex {} is {}; {} has it {}", source, v, words(ours[v]), whose,
                               words(theirs[v]));
    return {};
}

/// The length of the edge (i, j), which is 1 if the graph has no lengths; nothing if there is no edge.
template <class D, class T>
std::optional<D> length_of(const gb::matrix<T>& a, gb::index i, gb::index j) {
    if constexpr (std::is_void_v<T>)
        return a.has_element(i, j) ? std::optional<D>(1) : std::nullopt;
    else if (const auto length = a.get_element(i, j))
        return static_cast<D>(*length);
    return std::nullopt;
}

template <class D, class T>
std::string parent_difference(const gb::matrix<T>& a, gb::index source, const dense_row<D>& distances,
                              const dense_row<std::int64_t>& parents) {
    const auto wrong = [source](std::int64_t p, std::size_t v) {
        return fmt::format("from source {}, {} is no parent of vertex {}", source, p, v);
    };
    for (std::size_t v = 0; v < parents.size(); ++v) {
        const auto vertex = static_cast<gb::index>(v);
        const std::int64_t p = parents[v].value_or(-1);
        if (distances[v].has_value() != parents[v].has_value()) return wrong(p, v);
        if (!parents[v] || (vertex == source && p == source)) continue;
        if (p < 0 || p >= a.nrows() || !distances[static_cast<std::size_t>(p)]) return wrong(p, v);
        const std::optional<D> length = length_of<D>(a, p, vertex);
        if (!length || saturating_sum{}(*distances[static_cast<std::size_t>(p)], *length) != *distances[v]) return wrong(p, v);
    }
    // Every walk from parent to parent must reach the source, or a vertex of an earlier walk, which has reached it.
    std::vector<std::int64_t> seen_by(parents.size(), -1);
    seen_by[static_cast<std::size_t>(source)] = source;
    for (std::size_t start = 0; start < parents.size(); ++start) {
        if (!parents[start]) continue;
        const auto walk = static_cast<std::int64_t>(start);
        for (auto v = walk; seen_by[static_cast<std::size_t>(v)] < 0;) {
            seen_by[static_cast<std::size_t>(v)] = walk;
            const std::int64_t p = *parents[static_cast<std::size_t>(v)];
            if (seen_by[static_cast<std::size_t>(p)] == walk && p != source)
                return fmt::format("from source {}, the parents of vertex {} go round in a circle", source, start);
            v = p;
        }
    }
    return {};
}

/// Compares the numbers of every source with those of both libraries, by_products(s) and by_queue(s) for source number s, and
/// checks the parents.
template <class T, class V, class Products, class Queue>
verdict verdict_on_rows(const gb::matrix<T>& a, std::span<const gb::index> sources, const gb::matrix<V>& numbers,
                        const gb::matrix<std::int64_t>& parents, const char* at, const Products& by_products,
                        const Queue& by_queue) {
    using D = wide<V>;
    verdict result{{suitesparse_name(), boost_name()}, {}};
    for (std::size_t s = 0; s < sources.size() && result.equal(); ++s) {
        const dense_row<D> ours = to_dense<D>(numbers, s);
        result.difference = number_difference<D>(at, sources[s], ours, by_products(s), result.against[0]);
        if (result.equal()) result.difference = number_difference<D>(at, sources[s], ours, by_queue(s), result.against[1]);
        if (result.equal()) result.difference = parent_difference(a, sources[s], ours, to_dense<std::int64_t>(parents, s));
    }
    return result;
}

}  // namespace

void require_verifier(int threads) { reference(threads); }

const gb::suitesparse::session& reference(int threads) {
    static const gb::suitesparse::session session(threads);
    return session;
}

std::string suitesparse_name() { return "SuiteSparse " + reference().version(); }

std::string boost_name() { return "Boost.Graph " + gb::boost_graph::version(); }

verdict verify_bfs(const gb::matrix<void>& a, std::span<const gb::index> sources, const gb::matrix<std::int32_t>& levels,
                   const gb::matrix<std::int64_t>& parents) {
    const ss::matrix_handle by_rows = ss::to_suitesparse(a);
    const gb::boost_graph::graph<void> graph = gb::boost_graph::to_graph(a);
    return verdict_on_rows(
        a, sources, levels, parents, "at level",
        [&](std::size_t s) { return levels_by_products(by_rows, a.nrows(), sources[s]); },
        [&](std::size_t s) { return levels_by_queue(graph, sources[s]); });
}

template <class T>
verdict verify_shortest_paths(const gb::matrix<T>& a, std::span<const gb::index> sources,
                              const gb::matrix<T>& distances, const gb::matrix<std::int64_t>& parents) {
    using D = wide<T>;
    const auto products = distances_by_products(a, sources);
    if (!products) return {{suitesparse_name(), boost_name()}, fmt::format("{} finds a negative cycle", suitesparse_name())};
    const gb::boost_graph::graph<T> graph = gb::boost_graph::to_graph(a);
    const auto weights = a.values();
    const bool negative = std::any_of(weights.begin(), weights.end(), [](T w) { return w < T{0}; });
    return verdict_on_rows(
        a, sources, distances, parents, "at distance", [&](std::size_t s) { return to_dense<D>(*products, s); },
        [&](std::size_t s) { return distances_by_queue<D>(graph, sources[s], negative); });
}

#define GB_INSTANTIATE(T)                                                                                          \
    template verdict verify_shortest_paths(const gb::matrix<T>&, std::span<const gb::index>, const gb::matrix<T>&, \
                                           const gb::matrix<std::int64_t>&);
GRB_FOR_EACH_LENGTH(GB_INSTANTIATE)
#undef GB_INSTANTIATE

}  // namespace grb
