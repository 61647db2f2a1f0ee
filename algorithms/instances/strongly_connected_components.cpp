// Strong components of a structure: trimming, one search each way, and colours.
#include <algorithms/strongly_connected_components.hpp>
#include <algorithms/selections.hpp>
#include <graphblas_gpu/assign.hpp>
#include <graphblas_gpu/ewise.hpp>
#include <graphblas_gpu/mask.hpp>
#include <graphblas_gpu/mxv.hpp>
#include <graphblas_gpu/propagate.hpp>
#include <graphblas_gpu/reduce.hpp>
#include <semirings/index_operators.hpp>
#include <semirings/operators.hpp>
#include <semirings/semirings.hpp>

#include <cstdint>

namespace graphblas_gpu {

namespace {

/// The vertices of `alive` that remain after all vertices that no edge among the remaining vertices enters, or leaves, have
/// been removed.
vector<std::int64_t> trimmed(const context& ctx, const matrix<void>& graph, vector<std::int64_t> alive) {
    for (index before = -1; before != alive.nvals() && alive.nvals() > 0;) {
        before = alive.nvals();
        vector<void> left(alive.size());
        mxv(ctx, left, structure(alive), no_accum, any_pair<bool>, graph, alive);
        alive = algorithm::restricted(ctx, alive, structure(left));
        vector<void> entered(alive.size());
        vxm(ctx, entered, structure(alive), no_accum, any_pair<bool>, alive, graph);
        alive = algorithm::restricted(ctx, alive, structure(entered));
    }
    return alive;
}

/// The vertices that `from` reaches along edges, or against them if `backwards`.
vector<void> reached(const context& ctx, const matrix<void>& graph, vector<void> from, bool backwards) {
    const vector<void> start = from;
    propagate(ctx, from, start, fill_blanks, any_pair<bool>, graph, {.transpose = backwards});
    return from;
}

/// The vertex of `alive` with the largest product of the numbers of edges that leave and enter it, the smallest such vertex if
/// there are several. Both numbers count the edges of the whole graph.
index pivot_of(const context& ctx, const matrix<void>& graph, const vector<std::int64_t>& alive) {
    const auto product = algorithm::restricted(
        ctx, ewise_mult(ctx, times{}, reduce_rows(ctx, plus{}, graph), reduce_columns(ctx, plus{}, graph)), structure(alive));
    const std::int64_t most = reduce(ctx, max{}, product);
    const auto those = select(ctx, value_eq(most), product);
    return reduce(ctx, min{}, algorithm::restricted(ctx, alive, structure(those)));
}

}  // namespace

strongly_connected_components_result strong::components_of(const context& ctx, matrix<void> graph) {
    const index n = graph.nrows();
    const vector<std::int64_t> numbers = algorithm::vertex_numbers(n);
    strongly_connected_components_result result{numbers};

    // The vertices whose component is not known yet; the value of a vertex is its number.
    vector<std::int64_t> alive = trimmed(ctx, graph, numbers);
    if (alive.nvals() > 0) {
        vector<void> pivot(n);
        pivot.set_element(pivot_of(ctx, graph, alive));
        const auto component = ewise_mult(ctx, land{}, reached(ctx, graph, pivot, false), reached(ctx, graph, pivot, true));
        const std::int64_t smallest = reduce(ctx, min{}, algorithm::restricted(ctx, numbers, structure(component)));
        assign(ctx, result.labels, structure(component), no_accum, smallest);
        alive = trimmed(ctx, graph, algorithm::restricted(ctx, alive, !structure(component)));
    }
    while (alive.nvals() > 0) {
        vector<std::int64_t> colours = alive;
        propagate(ctx, colours, alive, improve, min_first<std::int64_t>, graph);
        // The colours also spread through vertices whose component is known; these vertices are removed from the graph here.
        colours = algorithm::restricted(ctx, colours, structure(alive));
        graph = algorithm::edges_within(ctx, graph, colours);
        const vector<void> smallest = algorithm::positions_where(ctx, eq{}, colours, alive);
        const vector<void> known = reached(ctx, graph, smallest, true);
        assign(ctx, result.labels, no_mask, second{}, algorithm::restricted(ctx, colours, structure(known)));
        alive = trimmed(ctx, graph, algorithm::restricted(ctx, alive, !structure(known)));
    }
    result.components = algorithm::positions_where(ctx, eq{}, result.labels, numbers).nvals();
    return result;
}

}  // namespace graphblas_gpu
