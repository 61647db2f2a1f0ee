// The algorithms of the library with arrays of NumPy as results. graphblas_gpu.algorithms names their arguments and results.
//
// Idea: an algorithm that ignores values gets the structure of a matrix of any type, over the same arrays; one that reads them
// gets the matrix as one of the types that the library has compiled it for, to which the package casts others.
#include "arrays.hpp"
#include "session.hpp"

#include <graphblas_gpu/error.hpp>

#include <algorithms/betweenness_centrality.hpp>
#include <algorithms/bfs.hpp>
#include <algorithms/connected_components.hpp>
#include <algorithms/jaccard_similarity.hpp>
#include <algorithms/k_core.hpp>
#include <algorithms/k_truss.hpp>
#include <algorithms/label_propagation.hpp>
#include <algorithms/local_clustering_coefficient.hpp>
#include <algorithms/markov_clustering.hpp>
#include <algorithms/maximal_independent_set.hpp>
#include <algorithms/minimum_spanning_forest.hpp>
#include <algorithms/multi_source_shortest_path.hpp>
#include <algorithms/page_rank.hpp>
#include <algorithms/strongly_connected_components.hpp>
#include <algorithms/triangle_count.hpp>
#include <algorithms/vertex_order.hpp>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string_view.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace graphblas_gpu::python {
namespace {

/// f(context, structure of a) on the context of this thread.
template <class F>
auto on_structure(const matrix_object& a, const F& f) {
    const auto structure = a.structure();
    return run([&](const context& ctx) { return f(ctx, *structure); });
}

/// f(matrix<T>) for a matrix with values of one of the types.
template <class... Types, class F>
nb::object with_values(const char* operation, const matrix_object& a, const F& f) {
    nb::object result;
    const bool is_known = ((a->type() == type_of<Types>() && (result = f(*a.typed<Types>()), true)) || ...);
    if (!is_known)
        throw domain_mismatch(std::string(operation) + ": no values of type " + a->type().name + "; cast them first");
    return result;
}

/// The rows as an array of nrows x ncols, with `missing` where there is no entry.
template <class T>
nb::object dense_rows(const matrix<T>& a, T missing) {
    const auto cells = std::make_shared<buffer<T>>(base::library_call(
        "a dense result", [&] { return buffer<T>(static_cast<std::size_t>(a.nrows() * a.ncols()), missing); }));
    const csr_view<T> rows = a.rows();
    for (index i = 0; i < a.nrows(); ++i) {
        for (row_offset p = rows.offsets[i]; p < rows.offsets[i + 1]; ++p)
            (*cells)[static_cast<std::size_t>(i * a.ncols() + static_cast<index>(rows.columns[p]))] = rows.values[p];
    }
    return numpy_array(cells->data(), cells->size(), type_of<T>(), cells, true)
        .attr("reshape")(nb::make_tuple(a.nrows(), a.ncols()));
}

std::vector<index> list_of(const std::optional<array>& given, index n, const char* what) {
    std::vector<index> out;
    if (given) {
        const auto numbers = integers<index>(*given, what);
        out.assign(numbers.span().begin(), numbers.span().end());
    } else {
        for (index v = 0; v < n; ++v) out.push_back(v);
    }
    return out;
}

std::optional<vector<double>> numbers_of(const std::optional<array>& given, const char* what) {
    if (!given) return std::nullopt;
    if (type_of_elements(*given) != type_of<double>())
        throw domain_mismatch(std::string(what) + ": the numbers are not float64");
    return vector<double>::from_dense({static_cast<const double*>(given->data()), given->size()});
}

void bind_searches(nb::module_& m) {
    m.def("bfs", [](const matrix_object& a, index source, bool with_parents, std::int32_t max_level) {
        bfs_result r = on_structure(a, [&](const context& ctx, const matrix<void>& s) {
            return bfs(ctx, s, source, {.parents = with_parents, .max_level = max_level});
        });
        return nb::make_tuple(array_of(std::move(r.levels), -1),
                              with_parents ? array_of(std::move(r.parents), std::int64_t{-1}) : nb::none());
    });
    m.def("bfs", [](const matrix_object& a, const array& sources, bool with_parents, std::int32_t max_level) {
        const auto from = integers<index>(sources, "bfs: sources");
        const multi_source_bfs_result r = on_structure(a, [&](const context& ctx, const matrix<void>& s) {
            return bfs(ctx, s, from, {.parents = with_parents, .max_level = max_level});
        });
        return nb::make_tuple(dense_rows(r.levels, -1), with_parents ? dense_rows(r.parents, std::int64_t{-1}) : nb::none());
    });
    m.def("shortest_path", [](const matrix_object& a, index source, bool with_parents) {
        return with_values<std::int32_t, std::int64_t, float, double>(
            "shortest_path", a, [&]<class T>(const matrix<T>& lengths) {
                auto r = run([&](const context& ctx) {
                    return multi_source_shortest_path(ctx, lengths, source, {.parents = with_parents});
                });
                return nb::make_tuple(array_of(std::move(r.distances), shortest_path::too_far<T>),
                                      with_parents ? array_of(std::move(r.parents), std::int64_t{-1}) : nb::none());
            });
    });
    m.def("shortest_path", [](const matrix_object& a, const array& sources, bool with_parents) {
        const auto from = integers<index>(sources, "shortest_path: sources");
        return with_values<std::int32_t, std::int64_t, float, double>(
            "shortest_path", a, [&]<class T>(const matrix<T>& lengths) {
                const auto r = run([&](const context& ctx) {
                    return multi_source_shortest_path(ctx, lengths, from, {.parents = with_parents});
                });
                return nb::make_tuple(dense_rows(r.distances, shortest_path::too_far<T>),
                                      with_parents ? dense_rows(r.parents, std::int64_t{-1}) : nb::none());
            });
    });
}

void bind_centralities(nb::module_& m) {
    m.def(
        "betweenness_centrality",
        [](const matrix_object& a, const std::optional<array>& sources, bool is_weighted, bool is_normalized) {
            const std::vector<index> from = list_of(sources, a->nrows(), "betweenness_centrality: sources");
            const counted_algorithm progress;
            const betweenness_options options{.weighted = is_weighted, .normalized = is_normalized, .progress = progress.get()};
            if (!is_weighted)
                return array_of(on_structure(a, [&](const context& ctx, const matrix<void>& s) {
                    return betweenness_centrality(ctx, s, from, options);
                }));
            return with_values<std::int64_t, double>("betweenness_centrality", a, [&](const auto& lengths) {
                return array_of(run([&](const context& ctx) { return betweenness_centrality(ctx, lengths, from, options); }));
            });
        },
        nb::arg(), nb::arg().none(), nb::arg(), nb::arg());
    m.def(
        "page_rank",
        [](const matrix_object& a, double damping, double tolerance, std::int64_t most_iterations, bool is_weighted,
           const std::optional<array>& personalization, const std::optional<array>& start, const std::optional<array>& dangling,
           bool drops_dangling) {
            const auto shares = numbers_of(personalization, "pagerank: personalization");
            const auto goals = numbers_of(dangling, "pagerank: dangling");
            const auto first = numbers_of(start, "pagerank: start");
            const page_rank_options options{
                .definition = drops_dangling ? page_rank_definition::gap : page_rank_definition::standard,
                .damping = damping,
                .tolerance = tolerance,
                .most_iterations = most_iterations,
                .weighted = is_weighted,
                .personalization = shares ? &*shares : nullptr,
                .dangling = goals ? &*goals : nullptr,
                .start = first ? &*first : nullptr};
            const auto returned = [](page_rank_result&& r) {
                return nb::make_tuple(array_of(std::move(r.ranks)), r.iterations, r.residual);
            };
            if (!is_weighted)
                return nb::object(returned(
                    on_structure(a, [&](const context& ctx, const matrix<void>& s) { return page_rank(ctx, s, options); })));
            return with_values<double>("pagerank", a, [&](const matrix<double>& weights) {
                return returned(run([&](const context& ctx) { return page_rank(ctx, weights, options); }));
            });
        },
        nb::arg(), nb::arg(), nb::arg(), nb::arg(), nb::arg(), nb::arg().none(), nb::arg().none(), nb::arg().none(), nb::arg());
}

void bind_communities(nb::module_& m) {
    m.def("connected_components", [](const matrix_object& a) {
        auto r = on_structure(a, [](const auto& ctx, const auto& s) { return connected_components(ctx, s); });
        return nb::make_tuple(r.components, array_of(std::move(r.labels)));
    });
    m.def("strongly_connected_components", [](const matrix_object& a) {
        auto r = on_structure(a, [](const auto& ctx, const auto& s) { return strongly_connected_components(ctx, s); });
        return nb::make_tuple(r.components, array_of(std::move(r.labels)));
    });
    m.def("core_number", [](const matrix_object& a) {
        const counted_algorithm progress;
        return array_of(on_structure(a, [&](const auto& ctx, const auto& s) {
                            return k_core(ctx, s, {.progress = progress.get()});
                        }).core_numbers);
    });
    // The largest truss for k = 0.
    m.def("k_truss", [](matrix_object& out, const matrix_object& a, std::int64_t k) {
        auto r = on_structure(
            a, [&](const auto& ctx, const auto& s) { return k == 0 ? largest_truss(ctx, s) : k_truss(ctx, s, k); });
        out.replace(std::move(r.edges.any()));
        return r.k;
    });
    m.def("label_propagation", [](const matrix_object& a, std::int32_t most_rounds, bool counts_itself) {
        auto r = on_structure(a, [&](const auto& ctx, const auto& s) {
            return label_propagation(ctx, s, {.most_rounds = most_rounds, .counts_itself = counts_itself});
        });
        return nb::make_tuple(r.communities, array_of(std::move(r.labels)), r.settled);
    });
    m.def("markov_clustering", [](const matrix_object& a, std::int32_t inflation, bool is_weighted) {
        const markov_clustering_options options{.inflation = inflation};
        auto r =
            is_weighted
                ? run([&, values = a.typed<double>()](const context& ctx) { return markov_clustering(ctx, *values, options); })
                : on_structure(a, [&](const auto& ctx, const auto& s) { return markov_clustering(ctx, s, options); });
        return nb::make_tuple(r.clusters, array_of(std::move(r.labels)));
    });
    m.def("local_clustering", [](const matrix_object& a, bool is_directed) {
        auto r = on_structure(
            a, [&](const auto& ctx, const auto& s) { return local_clustering_coefficient(ctx, s, {.directed = is_directed}); });
        return nb::make_tuple(array_of(std::move(r.coefficients)), array_of(std::move(r.triangles)));
    });
}

}  // namespace

void bind_algorithms(nb::module_& m) {
    m.def("triangle_count", [](const matrix_object& a) {
        return on_structure(a, [](const auto& ctx, const auto& s) { return triangle_count(ctx, s); }).triangles;
    });
    bind_searches(m);
    bind_centralities(m);
    bind_communities(m);
    m.def("jaccard", [](matrix_object& out, const matrix_object& a) {
        out.replace(
            std::move(on_structure(a, [](const auto& ctx, const auto& s) { return jaccard_similarity(ctx, s); }).any()));
    });
    m.def("maximal_independent_set", [](vector_object& out, const matrix_object& a, std::uint64_t seed) {
        out.replace(std::move(on_structure(a, [&](const auto& ctx, const auto& s) {
                                  return maximal_independent_set(ctx, s, {.seed = seed});
                              }).members.any()));
    });
    m.def("minimum_spanning_forest", [](matrix_object& out, const matrix_object& a) {
        return with_values<std::int64_t, double>("minimum_spanning_forest", a, [&](const auto& weights) {
            auto r = run([&](const context& ctx) { return minimum_spanning_forest(ctx, weights); });
            out.replace(std::move(r.forest.any()));
            return nb::make_tuple(r.total, r.components);
        });
    });
    m.def("vertex_order", [](const matrix_object& a, std::string_view by) {
        const vertex_order kind = vertex_order_from_string(by);
        const auto order = std::make_shared<const std::vector<index>>(
            on_structure(a, [&](const auto& ctx, const auto& s) { return order_vertices(ctx, s, kind); }));
        return numpy_array(order->data(), order->size(), type_of<index>(), order, false);
    });
}

}  // namespace graphblas_gpu::python
