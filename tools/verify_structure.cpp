// Verifies the results of info, tc and bfs: questions about structure, with whole numbers as answers.
//
// Needs: SuiteSparse:GraphBLAS and Boost.Graph.
// Idea: the textbook form of each: GrB_build and a comparison with the transpose; one masked product of the lower triangle; a
// product of a vector for each level, and Boost's search with a queue.
// Source: GraphBLAS C API 2.1; the triangle count is LAGraph's Sandia LUT method, the search its textbook one.
#include "verify_common.hpp"
#include <graphblas_gpu/interop/boost_graph.hpp>

#include <boost/graph/breadth_first_search.hpp>
#include <fmt/format.h>

#include <type_traits>
#include <variant>
#include <vector>

namespace grb {
namespace {

namespace ss = gb::suitesparse;

// ---- info ----

/// The operators of one type that join duplicates.
struct joining_operators {
    GrB_BinaryOp first, min, max, plus, second;

    GrB_BinaryOp of(gb::duplicate_policy policy) const {
        switch (policy) {
            case gb::duplicate_policy::first:
                return first;
            case gb::duplicate_policy::min:
                return min;
            case gb::duplicate_policy::max:
                return max;
            case gb::duplicate_policy::sum:
                return plus;
            default:
                return second;
        }
    }
};

GrB_Info build(GrB_Matrix a, const std::vector<GrB_Index>& i, const std::vector<GrB_Index>& j, const auto& values,
               gb::duplicate_policy policy) {
    using values_type = std::remove_cvref_t<decltype(values)>;
    if constexpr (std::is_same_v<values_type, std::vector<std::int64_t>>) {
        const joining_operators join{GrB_FIRST_INT64, GrB_MIN_INT64, GrB_MAX_INT64, GrB_PLUS_INT64, GrB_SECOND_INT64};
        return GrB_Matrix_build_INT64(a, i.data(), j.data(), values.data(), i.size(), join.of(policy));
    } else if constexpr (std::is_same_v<values_type, std::vector<double>>) {
        const joining_operators join{GrB_FIRST_FP64, GrB_MIN_FP64, GrB_MAX_FP64, GrB_PLUS_FP64, GrB_SECOND_FP64};
        return GrB_Matrix_build_FP64(a, i.data(), j.data(), values.data(), i.size(), join.of(policy));
    } else if constexpr (std::is_same_v<values_type, std::vector<std::uint64_t>>) {
        // The matrix stores their bits as int64: later it only matters whether values are equal.
        const joining_operators join{GrB_FIRST_UINT64, GrB_MIN_UINT64, GrB_MAX_UINT64, GrB_PLUS_UINT64, GrB_SECOND_UINT64};
        return GrB_Matrix_build_UINT64(a, i.data(), j.data(), values.data(), i.size(), join.of(policy));
    } else {
        const std::vector<std::int64_t> ones(i.size(), 1);
        return GrB_Matrix_build_INT64(a, i.data(), j.data(), ones.data(), i.size(), GrB_SECOND_INT64);
    }
}

ss::matrix_handle built(const gb::coordinates& entries, gb::duplicate_policy duplicates) {
    const std::vector<GrB_Index> i(entries.rows.begin(), entries.rows.end());
    const std::vector<GrB_Index> j(entries.columns.begin(), entries.columns.end());
    ss::matrix_handle a = entries.is_real() ? ss::new_matrix<double>(entries.nrows, entries.ncols)
                                            : ss::new_matrix<std::int64_t>(entries.nrows, entries.ncols);
    if (i.empty()) return a;  // GrB_Matrix_build refuses the null pointers of empty lists
    std::visit(
        [&](const auto& values) {
            ss::check(build(a, i, j, values, duplicates), "GrB_Matrix_build", static_cast<GrB_Matrix>(a));
        },
        entries.values);
    return a;
}

GrB_Index count(const ss::matrix_handle& a) {
    GrB_Index n = 0;
    ss::check(GrB_Matrix_nvals(&n, a), "GrB_Matrix_nvals");
    return n;
}

bool is_symmetric(const ss::matrix_handle& a, const gb::coordinates& entries) {
    if (entries.nrows != entries.ncols) return false;
    const ss::matrix_handle same = ss::new_matrix<bool>(entries.nrows, entries.ncols);
    ss::check(GrB_Matrix_eWiseMult_BinaryOp(same, nullptr, nullptr, entries.is_real() ? GrB_EQ_FP64 : GrB_EQ_INT64, a,
                                            a, GrB_DESC_T1),
              "GrB_eWiseMult", static_cast<GrB_Matrix>(same));
    bool all = true;
    ss::check(GrB_Matrix_reduce_BOOL(&all, nullptr, GrB_LAND_MONOID_BOOL, same, nullptr), "GrB_reduce");
    return all && count(same) == count(a);
}

// ---- bfs ----

gb::vector<std::int32_t> levels_by_products(const ss::matrix_handle& a, gb::index n, gb::index source) {
    ss::vector_handle levels = ss::new_vector<std::int32_t>(n);
    const ss::vector_handle frontier = ss::new_vector<bool>(n);
    const ss::semiring_handle any_pair = ss::make_semiring<bool>("any", "pair");
    ss::check(GrB_Vector_setElement_BOOL(frontier, true, static_cast<GrB_Index>(source)), "GrB_setElement");
    for (std::int32_t level = 0;; ++level) {
        GrB_Index size = 0;
        ss::check(GrB_Vector_nvals(&size, frontier), "GrB_Vector_nvals");
        if (size == 0) return ss::vector_from<std::int32_t>(std::move(levels));
        ss::check(
            GrB_Vector_assign_INT32(levels, frontier, nullptr, level, GrB_ALL, static_cast<GrB_Index>(n), GrB_DESC_S),
            "GrB_assign", static_cast<GrB_Vector>(levels));
        ss::check(GrB_vxm(frontier, levels, nullptr, any_pair, frontier, a, GrB_DESC_RSC), "GrB_vxm",
                  static_cast<GrB_Vector>(frontier));
    }
}

std::vector<std::int32_t> levels_by_queue(const gb::boost_graph::graph<void>& graph, gb::index source) {
    std::vector<std::int32_t> levels(num_vertices(graph), -1);
    levels[static_cast<std::size_t>(source)] = 0;
    const auto map = boost::make_iterator_property_map(levels.begin(), get(boost::vertex_index, graph));
    boost::breadth_first_search(
        graph, static_cast<std::uint32_t>(source),
        boost::visitor(boost::make_bfs_visitor(boost::record_distances(map, boost::on_tree_edge()))));
    return levels;
}

/// One row of the answer as an array, with -1 where there is no entry.
template <class T>
std::vector<std::int64_t> to_dense(const gb::matrix<T>& rows, std::size_t row) {
    std::vector<std::int64_t> values(static_cast<std::size_t>(rows.ncols()), -1);
    for (auto p = rows.row_offsets()[row]; p < rows.row_offsets()[row + 1]; ++p)
        values[rows.columns()[static_cast<std::size_t>(p)]] = rows.values()[static_cast<std::size_t>(p)];
    return values;
}

std::string level_difference(gb::index source, std::size_t vertex, std::int64_t ours, std::int64_t theirs,
                             const std::string& whose) {
    const auto words = [](std::int64_t level) { return level < 0 ? "not reached" : fmt::format("at level {}", level); };
    return fmt::format("from source {}, vertex {} is {}; {} has it {}", source, vertex, words(ours), whose,
                       words(theirs));
}

std::string parent_difference(const gb::matrix<void>& a, gb::index source, const std::vector<std::int64_t>& levels,
                              const std::vector<std::int64_t>& parents) {
    for (std::size_t v = 0; v < levels.size(); ++v) {
        const auto vertex = static_cast<gb::index>(v);
        const std::int64_t p = parents[v];
        const bool fits = levels[v] < 0      ? p < 0
                          : vertex == source ? p == source
                                             : p >= 0 && p < a.nrows() && a.has_element(p, vertex) &&
                                                   levels[static_cast<std::size_t>(p)] + 1 == levels[v];
        if (!fits) return fmt::format("from source {}, {} is no parent of vertex {}", source, p, v);
    }
    return {};
}

}  // namespace

verdict verify_info(const gb::coordinates& entries, const file_facts& found, gb::duplicate_policy duplicates) {
    verdict result{{suitesparse_name()}, {}};
    const ss::matrix_handle a = built(entries, duplicates);
    const ss::matrix_handle loops = entries.is_real() ? ss::new_matrix<double>(entries.nrows, entries.ncols)
                                                      : ss::new_matrix<std::int64_t>(entries.nrows, entries.ncols);
    ss::check(GrB_Matrix_select_INT64(loops, nullptr, nullptr, GrB_DIAG, a, 0, nullptr), "GrB_select",
              static_cast<GrB_Matrix>(loops));
    const bool symmetric = is_symmetric(a, entries);
    if (count(a) != static_cast<GrB_Index>(found.nvals))
        result.difference = fmt::format("nvals is {}, {} has {}", found.nvals, result.against[0], count(a));
    else if (count(loops) != static_cast<GrB_Index>(found.self_loops))
        result.difference =
            fmt::format("self_loops is {}, {} has {}", found.self_loops, result.against[0], count(loops));
    else if (symmetric != found.symmetric)
        result.difference = fmt::format("symmetric is {}, {} has {}", found.symmetric, result.against[0], symmetric);
    return result;
}

verdict verify_triangles(const gb::matrix<void>& a, std::int64_t triangles) {
    verdict result{{suitesparse_name()}, {}};
    const ss::matrix_handle all = ss::to_suitesparse(a);
    const ss::matrix_handle lower = ss::new_matrix<bool>(a.nrows(), a.ncols());
    ss::check(GrB_Matrix_select_INT64(lower, nullptr, nullptr, GrB_TRIL, all, -1, nullptr), "GrB_select",
              static_cast<GrB_Matrix>(lower));
    const ss::matrix_handle wedges = ss::new_matrix<std::int64_t>(a.nrows(), a.ncols());
    ss::check(
        GrB_mxm(wedges, lower, nullptr, ss::make_semiring<std::int64_t>("plus", "pair"), lower, lower, GrB_DESC_ST1),
        "GrB_mxm", static_cast<GrB_Matrix>(wedges));
    std::int64_t expected = 0;
    ss::check(GrB_Matrix_reduce_INT64(&expected, nullptr, GrB_PLUS_MONOID_INT64, wedges, nullptr), "GrB_reduce");
    if (expected != triangles)
        result.difference = fmt::format("{} triangles, {} has {}", triangles, result.against[0], expected);
    return result;
}

verdict verify_bfs(const gb::matrix<void>& a, std::span<const gb::index> sources,
                   const gb::matrix<std::int32_t>& levels, const gb::matrix<std::int64_t>& parents) {
    verdict result{{suitesparse_name(), boost_name()}, {}};
    const ss::matrix_handle by_rows = ss::to_suitesparse(a);
    const gb::boost_graph::graph<void> graph = gb::boost_graph::to_graph(a);
    for (std::size_t s = 0; s < sources.size() && result.equal(); ++s) {
        const std::vector<std::int64_t> ours = to_dense(levels, s);
        std::vector<std::int32_t> products(ours.size(), -1);
        const gb::vector<std::int32_t> found = levels_by_products(by_rows, a.nrows(), sources[s]);
        for (std::size_t n = 0; n < found.indices().size(); ++n) products[found.indices()[n]] = found.values()[n];
        const std::vector<std::int32_t> queue = levels_by_queue(graph, sources[s]);
        for (std::size_t v = 0; v < ours.size() && result.equal(); ++v) {
            if (ours[v] != products[v])
                result.difference = level_difference(sources[s], v, ours[v], products[v], result.against[0]);
            else if (ours[v] != queue[v])
                result.difference = level_difference(sources[s], v, ours[v], queue[v], result.against[1]);
        }
        if (result.equal()) result.difference = parent_difference(a, sources[s], ours, to_dense(parents, s));
    }
    return result;
}

}  // namespace grb
