// Strong components of a structure: by a depth-first search, or by trimming, one search each way, and colours.
#include <algorithms/selections.hpp>
#include <algorithms/strongly_connected_components.hpp>
#include <graphblas_gpu/assign.hpp>
#include <graphblas_gpu/ewise.hpp>
#include <graphblas_gpu/mask.hpp>
#include <graphblas_gpu/mxv.hpp>
#include <graphblas_gpu/propagate.hpp>
#include <graphblas_gpu/reduce.hpp>
#include <graphblas_gpu/select.hpp>
#include <semirings/index_operators.hpp>
#include <semirings/operators.hpp>
#include <semirings/semirings.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace graphblas_gpu {

namespace {

/// A vertex on the path from the root of the search to where it is.
struct step {
    column_index vertex;
    column_index place;  ///< of the vertex on the stack, from 1
    row_offset next;     ///< the entry of its row that is looked at next
};

class depth_first_search {
  public:
    depth_first_search(const running_call& call, const structure_view& graph)
        : call_(call), graph_(graph), lowest_(static_cast<std::size_t>(graph.nrows)), labels_(lowest_.size()) {
        for (index root = 0; root < graph.nrows; ++root) {
            if (lowest_[static_cast<std::size_t>(root)] == not_found) search_from(static_cast<column_index>(root));
        }
    }

    strongly_connected_components_result result() && {
        return {vector<std::int64_t>::from_dense(labels_), components_, graph_.nrows};
    }

  private:
    static constexpr column_index not_found = 0, has_component = std::numeric_limits<column_index>::max();

    void search_from(column_index root) {
        enter(root);
        while (!path_.empty()) {
            step& here = path_.back();
            const row_offset end = graph_.end(here.vertex);
            column_index& lowest = lowest_[here.vertex];
            while (here.next < end && lowest_[graph_.columns[here.next]] != not_found)
                lowest = std::min(lowest, lowest_[graph_.columns[here.next++]]);
            if (here.next < end) {
                // This edge is looked at again when the vertex behind it has been left.
                enter(graph_.columns[here.next]);
                continue;
            }
            constexpr index between_looks = 1 << 16;
            if (++left_ % between_looks == 0) call_.look();
            if (lowest == here.place) take_component(here.place);
            path_.pop_back();
        }
    }

    void enter(column_index v) {
        stack_.push_back(v);
        lowest_[v] = static_cast<column_index>(stack_.size());
        path_.push_back({v, lowest_[v], graph_.begin(v)});
    }

    /// The vertices of the stack from this place on are a component.
    void take_component(column_index place) {
        const auto first = stack_.begin() + (place - 1);
        const column_index smallest = *std::min_element(first, stack_.end());
        std::for_each(first, stack_.end(), [&](column_index v) {
            lowest_[v] = has_component;
            labels_[v] = smallest;
        });
        stack_.erase(first, stack_.end());
        ++components_;
    }

    const running_call& call_;
    const structure_view graph_;
    index left_ = 0;                    ///< vertices that the search has left
    std::vector<column_index> lowest_;  ///< for a vertex on the stack, the lowest place that it is known to reach
    std::vector<column_index> stack_;   ///< the vertices without a component, in the order in which they were found
    std::vector<step> path_;
    std::vector<std::int64_t> labels_;
    std::int64_t components_ = 0;
};

/// The bounds of a device. A search makes all rounds in one kernel, colours need some kernels for each round.
constexpr std::int32_t max_rounds_of_search = 1000, max_rounds_of_colours = 64;
constexpr int max_colourings = 8;

/// The vertices of `alive` that remain after vertices that no edge among the remaining vertices enters, or leaves, have been
/// removed. A round that removes less than a sixteenth of them is the last one.
vector<std::int64_t> trimmed(const context& ctx, const matrix<void>& graph, vector<std::int64_t> alive) {
    for (index before = 0; alive.nvals() > 0 && (before == 0 || alive.nvals() <= before - before / 16 - 1);) {
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

/// Adds the vertices that `from` reaches along edges, or against them if `backwards`. Returns false if there were too many
/// rounds to find all of them.
bool reach(const context& ctx, const matrix<void>& graph, vector<void>& from, bool backwards) {
    const vector<void> start = from;
    return propagate(ctx, from, start, visit, any_pair<bool>, graph,
                     {.most_rounds = max_rounds_of_search, .transpose = backwards}) < max_rounds_of_search;
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

/// The components that rounds find. Vertices without one yet are `alive`; the value of a vertex is its number.
class rounds_of_components {
  public:
    rounds_of_components(const context& ctx, const matrix<void>& all)
        : ctx_(ctx), graph_(select(ctx, offdiag{}, all)), numbers_(algorithm::vertex_numbers(all.nrows())), labels_(numbers_) {
        alive_ = trimmed(ctx, graph_, numbers_);
        if (alive_.nvals() == 0 || !take_component_of_pivot()) return;
        for (int n = 0; n < max_colourings && alive_.nvals() > 0 && take_components_of_colours();) ++n;
    }

    strongly_connected_components_result result() && {
        const std::int64_t left = alive_.nvals();
        if (left > 0) {
            auto same = alive_;
            assign(ctx_, same, structure(alive_), no_accum, std::int64_t{0});
            const matrix<void> rest = algorithm::edges_within(ctx_, graph_, same);
            const auto found = strong::by_depth_first_search(running_call(ctx_), rest.rows());
            assign(ctx_, labels_, no_mask, second{}, algorithm::restricted(ctx_, found.labels, structure(alive_)));
        }
        const std::int64_t components = algorithm::positions_where(ctx_, eq{}, labels_, numbers_).nvals();
        return {std::move(labels_), components, left};
    }

  private:
    /// Both return false if there were too many rounds; then nothing has changed but that edges between components are gone.
    /// @{
    bool take_component_of_pivot() {
        vector<void> ahead(graph_.nrows());
        ahead.set_element(pivot_of(ctx_, graph_, alive_));
        vector<void> behind = ahead;
        if (!reach(ctx_, graph_, ahead, false) || !reach(ctx_, graph_, behind, true)) return false;
        const auto component = ewise_mult(ctx_, land{}, ahead, behind);
        const std::int64_t smallest = reduce(ctx_, min{}, algorithm::restricted(ctx_, numbers_, structure(component)));
        assign(ctx_, labels_, structure(component), no_accum, smallest);
        alive_ = trimmed(ctx_, graph_, algorithm::restricted(ctx_, alive_, !structure(component)));
        return true;
    }

    bool take_components_of_colours() {
        vector<std::int64_t> colours = alive_;
        if (propagate(ctx_, colours, alive_, relax, min_first<std::int64_t>, graph_, {.most_rounds = max_rounds_of_colours}) ==
            max_rounds_of_colours)
            return false;
        // The colours also spread through vertices whose component is known; these vertices are removed from the graph here.
        colours = algorithm::restricted(ctx_, colours, structure(alive_));
        graph_ = algorithm::edges_within(ctx_, graph_, colours);
        vector<void> known = algorithm::positions_where(ctx_, eq{}, colours, alive_);
        if (!reach(ctx_, graph_, known, true)) return false;
        assign(ctx_, labels_, no_mask, second{}, algorithm::restricted(ctx_, colours, structure(known)));
        alive_ = trimmed(ctx_, graph_, algorithm::restricted(ctx_, alive_, !structure(known)));
        return true;
    }
    /// @}

    const context& ctx_;
    matrix<void> graph_;
    const vector<std::int64_t> numbers_;
    vector<std::int64_t> labels_;
    vector<std::int64_t> alive_;
};

}  // namespace

strongly_connected_components_result strong::by_depth_first_search(const running_call& call, const structure_view& graph) {
    return depth_first_search(call, graph).result();
}

strongly_connected_components_result strong::by_rounds(const context& ctx, const matrix<void>& graph) {
    return rounds_of_components(ctx, graph).result();
}

}  // namespace graphblas_gpu
