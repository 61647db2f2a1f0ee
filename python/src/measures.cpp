// Centralities, similarities of pairs and communities, with arrays of NumPy as results. graphblas_gpu.measures names their
// arguments and results.
#include "arrays.hpp"
#include "objects.hpp"
#include "session.hpp"

#include <algorithms/distance_centrality.hpp>
#include <algorithms/edge_betweenness_centrality.hpp>
#include <algorithms/louvain.hpp>
#include <algorithms/pair_similarity.hpp>
#include <algorithms/path_between.hpp>
#include <algorithms/spectral_centrality.hpp>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string_view.h>

#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace graphblas_gpu::python {
namespace {

/// f(context, matrix) for the structure of a matrix, or for its values in double, which Python has cast them to.
template <class F>
auto on_edges(const matrix_object& a, bool is_weighted, const F& f) {
    if (is_weighted) return run([&, weights = a.typed<double>()](const context& ctx) { return f(ctx, *weights); });
    return run([&, structure = a.structure()](const context& ctx) { return f(ctx, *structure); });
}

/// The vertices of an array, or all.
index_list chosen(const std::optional<array>& vertices, const char* what) {
    if (!vertices) return all;
    return integers<index>(*vertices, what);
}

std::optional<vector<double>> numbers(const std::optional<array>& given) {
    if (!given) return std::nullopt;
    return vector<double>::from_dense({static_cast<const double*>(given->data()), given->size()});
}

void bind_distances(nb::module_& m) {
    m.def(
        "closeness_centrality",
        [](const matrix_object& a, const std::optional<array>& vertices, bool wasserman_faust, bool is_weighted) {
            const index_list which = chosen(vertices, "closeness_centrality: vertices");
            const counted_algorithm progress;
            return array_of(on_edges(a, is_weighted, [&](const context& ctx, const auto& edges) {
                return closeness_centrality(ctx, edges, which, wasserman_faust,
                                            {.weighted = is_weighted, .progress = progress.get()});
            }));
        },
        nb::arg(), nb::arg().none(), nb::arg(), nb::arg());
    m.def(
        "harmonic_centrality",
        [](const matrix_object& a, const std::optional<array>& vertices, bool is_weighted) {
            const index_list which = chosen(vertices, "harmonic_centrality: vertices");
            const counted_algorithm progress;
            return array_of(on_edges(a, is_weighted, [&](const context& ctx, const auto& edges) {
                return harmonic_centrality(ctx, edges, which, {.weighted = is_weighted, .progress = progress.get()});
            }));
        },
        nb::arg(), nb::arg().none(), nb::arg());
    m.def(
        "eccentricity",
        [](const matrix_object& a, const std::optional<array>& vertices, bool is_weighted) {
            const index_list which = chosen(vertices, "eccentricity: vertices");
            const counted_algorithm progress;
            return array_of(on_edges(a, is_weighted, [&](const context& ctx, const auto& edges) {
                return eccentricity(ctx, edges, which, {.weighted = is_weighted, .progress = progress.get()});
            }));
        },
        nb::arg(), nb::arg().none(), nb::arg());
    m.def("average_shortest_path_length", [](const matrix_object& a, bool is_weighted) {
        const counted_algorithm progress;
        return on_edges(a, is_weighted, [&](const context& ctx, const auto& edges) {
            return average_shortest_path_length(ctx, edges, {.weighted = is_weighted, .progress = progress.get()});
        });
    });
    m.def("path_between", [](const matrix_object& a, index source, index target, bool is_weighted) {
        const auto found = [&](const auto& path) {
            const auto vertices = std::make_shared<const std::vector<index>>(path.vertices);
            return nb::make_tuple(path.length,
                                  numpy_array(vertices->data(), vertices->size(), type_of<index>(), vertices, false));
        };
        if (!is_weighted)
            return found(run([&, s = a.structure()](const context& ctx) { return path_between(ctx, *s, source, target); }));
        if (a->type() == type_of<std::int64_t>())
            return found(
                run([&, w = a.typed<std::int64_t>()](const context& ctx) { return path_between(ctx, *w, source, target); }));
        return found(run([&, w = a.typed<double>()](const context& ctx) { return path_between(ctx, *w, source, target); }));
    });
    m.def(
        "edge_betweenness_centrality",
        [](matrix_object& out, const matrix_object& a, const std::optional<array>& sources, bool is_normalized) {
            const index_list from = chosen(sources, "edge_betweenness_centrality: sources");
            const counted_algorithm progress;
            out.replace(std::move(on_edges(a, false, [&](const context& ctx, const auto& edges) {
                                      return edge_betweenness_centrality(
                                          ctx, edges, from, {.normalized = is_normalized, .progress = progress.get()});
                                  }).any()));
        },
        nb::arg(), nb::arg(), nb::arg().none(), nb::arg());
}

void bind_fixed_points(nb::module_& m) {
    using optional_array = const std::optional<array>&;
    m.def(
        "eigenvector_centrality",
        [](const matrix_object& a, bool is_weighted, double tolerance, std::int64_t most_iterations, optional_array start) {
            const auto first = numbers(start);
            auto r = on_edges(a, is_weighted, [&](const context& ctx, const auto& edges) {
                return eigenvector_centrality(ctx, edges,
                                              {.weighted = is_weighted,
                                               .tolerance = tolerance,
                                               .most_iterations = most_iterations,
                                               .start = first ? &*first : nullptr});
            });
            return nb::make_tuple(array_of(std::move(r.centrality)), r.iterations, r.residual);
        },
        nb::arg(), nb::arg(), nb::arg(), nb::arg(), nb::arg().none());
    m.def(
        "katz_centrality",
        [](const matrix_object& a, double alpha, const array& beta, bool is_weighted, bool is_normalized, double tolerance,
           std::int64_t most_iterations, optional_array start) {
            const auto own = numbers(beta), first = numbers(start);
            auto r = on_edges(a, is_weighted, [&](const context& ctx, const auto& edges) {
                return katz_centrality(ctx, edges, alpha, *own,
                                       {.weighted = is_weighted,
                                        .normalized = is_normalized,
                                        .tolerance = tolerance,
                                        .most_iterations = most_iterations,
                                        .start = first ? &*first : nullptr});
            });
            return nb::make_tuple(array_of(std::move(r.centrality)), r.iterations, r.residual);
        },
        nb::arg(), nb::arg(), nb::arg(), nb::arg(), nb::arg(), nb::arg(), nb::arg(), nb::arg().none());
    m.def(
        "hits",
        [](const matrix_object& a, bool is_weighted, bool is_normalized, double tolerance, std::int64_t most_iterations,
           optional_array start) {
            const auto first = numbers(start);
            auto r = on_edges(a, is_weighted, [&](const context& ctx, const auto& edges) {
                return hits(ctx, edges,
                            {.weighted = is_weighted,
                             .normalized = is_normalized,
                             .tolerance = tolerance,
                             .most_iterations = most_iterations,
                             .start = first ? &*first : nullptr});
            });
            return nb::make_tuple(array_of(std::move(r.hubs)), array_of(std::move(r.authorities)), r.iterations, r.residual);
        },
        nb::arg(), nb::arg(), nb::arg(), nb::arg(), nb::arg(), nb::arg().none());
}

}  // namespace

void bind_measures(nb::module_& m) {
    bind_distances(m);
    bind_fixed_points(m);
    m.def("pair_similarity",
          [](matrix_object& out, const matrix_object& a, const matrix_object& pairs, std::string_view which) {
              const similarity kind = similarity_from_string(which);
              out.replace(std::move(run([&, s = a.structure(), p = pairs.structure()](const context& ctx) {
                                        return pair_similarity(ctx, *s, *p, kind);
                                    }).any()));
          });
    m.def("louvain", [](const matrix_object& a, bool is_weighted, double resolution, double tolerance) {
        auto r = on_edges(a, is_weighted, [&](const context& ctx, const auto& edges) {
            return louvain(ctx, edges, {.weighted = is_weighted, .resolution = resolution, .tolerance = tolerance});
        });
        return nb::make_tuple(r.communities, array_of(std::move(r.labels)), r.modularity);
    });
    m.def("modularity", [](const matrix_object& a, const array& labels, bool is_weighted, double resolution) {
        const auto given = integers<std::int64_t>(labels, "modularity: labels");
        const auto of_vertices = vector<std::int64_t>::from_dense(given.span());
        return on_edges(a, is_weighted, [&](const context& ctx, const auto& edges) {
            return modularity(ctx, edges, of_vertices, {.weighted = is_weighted, .resolution = resolution});
        });
    });
}

}  // namespace graphblas_gpu::python
