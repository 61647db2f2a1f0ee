// The components of a distributed graph.
//
// Idea: each rank keeps of its block a spanning forest, which has the components of the block and fewer edges than rows and
// columns. Forests are merged in pairs, until rank 0 has that of the whole graph and numbers the components. So the number of
// steps is the logarithm of the number of ranks, also for graphs with long paths.
// Source: as a step of distributed algorithms: Iverson, Kamath, Karypis, "Evaluation of connected-component labeling algorithms
// for distributed-memory systems", Parallel Computing 44 (2015).
#include <graphblas_gpu/distributed/graph.hpp>

#include <graphblas_gpu/operations/graph.hpp>
#include <graphblas_gpu/operations/on_engine.hpp>

#include <numeric>
#include <utility>

namespace graphblas_gpu::dist {
namespace {

/// Sets of numbers below n, each with one of its numbers as its root.
class number_sets {
  public:
    explicit number_sets(std::size_t n) : parents_(n) { std::iota(parents_.begin(), parents_.end(), column_index{0}); }

    column_index root_of(column_index v) {
        while (parents_[v] != v) v = parents_[v] = parents_[parents_[v]];
        return v;
    }
    /// Whether the numbers were in different sets, which are one now.
    bool unite(column_index v, column_index w) {
        v = root_of(v);
        w = root_of(w);
        if (v == w) return false;
        parents_[std::max(v, w)] = std::min(v, w);
        return true;
    }

  private:
    std::vector<column_index> parents_;
};

/// Edges between vertices, by the numbers under which these are stored.
using forest = std::vector<std::pair<column_index, column_index>>;

forest forest_of_block(const structure_view& a, const rectangle& own) {
    // A vertex that has a row and a column in the block is one number, so that there are at most as many as vertices.
    const index in_both = common({0, own.row, 1, own.nrows}, {0, own.column, 1, own.ncols}).ncols;
    const auto number_of_column = [&](column_index j) {
        const index row = j + own.column - own.row;
        if (row >= 0 && row < own.nrows) return static_cast<column_index>(row);
        return static_cast<column_index>(own.nrows + j - (row < 0 ? 0 : in_both));
    };
    number_sets sets(static_cast<std::size_t>(own.nrows + own.ncols - in_both));
    forest edges;
    for (index i = 0; i < a.nrows; ++i) {
        for (row_offset p = a.begin(i); p < a.end(i); ++p) {
            if (sets.unite(static_cast<column_index>(i), number_of_column(a.columns[p])))
                edges.emplace_back(static_cast<column_index>(i + own.row),
                                   static_cast<column_index>(a.columns[p] + own.column));
        }
    }
    return edges;
}

/// For each vertex the first one of its component by its original number, as vertices are stored.
graphblas_gpu::vector<std::int64_t> labels_of(const context& ctx, number_sets& sets, index n) {
    constexpr std::int64_t none = -1;
    std::vector<std::int64_t> label_of_root(static_cast<std::size_t>(n), none), list(label_of_root.size());
    const base::random_permutation order = ctx.order_of(n);
    for (index v = 0; v < n; ++v) {
        const index place = ctx.place_of(order, v);
        std::int64_t& label = label_of_root[sets.root_of(static_cast<column_index>(place))];
        if (label == none) label = v;
        list[static_cast<std::size_t>(place)] = label;
    }
    return graphblas_gpu::vector<std::int64_t>::from_dense(list);
}

/// The vector that rank 0 has as it is stored, distributed.
vector<std::int64_t> dealt_out(const context& ctx, index n, const graphblas_gpu::vector<std::int64_t>& whole) {
    vector<std::int64_t> made(ctx, n);
    graphblas_gpu::vector<std::int64_t> block;
    vector_part<std::int64_t> own(ctx, whole, all_in(ctx, 0, {1, n}), vector_parts(ctx, n));
    const auto notes = with_parts(
        ctx, "component_labels", {n}, {own.fetched()}, [] {},
        [&](note& told) {
            block = own.get();
            told.number = block.nvals();
        });
    made.replace(std::move(block), notes);
    return made;
}

}  // namespace

vector<std::int64_t> component_labels(const context& ctx, const any_graph& a, std::int64_t* components) {
    constexpr const char* operation = "component_labels";
    const index n = a.cuts.shape().nrows;
    const bool is_alone = ctx.size() == 1;
    forest edges;
    graphblas_gpu::vector<std::int64_t> labels;
    std::int64_t count = 0;
    (void)ctx.together(operation, {n, a.cuts.shape().ncols, a.nvals}, [&](note&) {
        if (!(a.of == ctx)) throw invalid_value("component_labels: a distributed matrix belongs to another dist::context");
        shapes::check_same(operation, "A", a.cuts.shape(), {n, n});
        if (!is_alone) edges = forest_of_block(a.block.rows(), a.cuts.block_of(ctx.rank()));
    });
    for (int side = 1; side < ctx.size(); side *= 2) {
        const bool is_left = ctx.rank() % (2 * side) == 0, is_right = ctx.rank() % (2 * side) == side;
        (void)with_arrays(
            ctx, operation, {side},
            [&](array_exchange& arrays) {
                if (is_right) arrays.send(ctx.rank() - side, edges.data(), edges.size() * sizeof(edges[0]));
                if (is_left && ctx.rank() + side < ctx.size()) (void)arrays.expect(ctx.rank() + side);
            },
            [&](array_exchange& arrays, note&) {
                if (is_right) edges = {};
                if (!is_left || ctx.rank() + side >= ctx.size()) return;
                const buffer<std::byte> other = arrays.next(ctx.rank() + side);
                const auto* const first = reinterpret_cast<const forest::value_type*>(other.data());
                number_sets sets(static_cast<std::size_t>(n));
                for (const auto& [v, w] : edges) (void)sets.unite(v, w);
                for (std::size_t e = 0; e < other.size() / sizeof(first[0]); ++e) {
                    if (sets.unite(first[e].first, first[e].second)) edges.push_back(first[e]);
                }
            });
    }
    const auto notes = ctx.together(operation, {}, [&](note& told) {
        if (ctx.rank() != 0) return;
        if (is_alone) {
            operations::on_engine(ctx.local(), operation, [&](const graphblas_gpu::context& on) {
                count = operations::label_components(on, a.block, labels);
            });
        } else {
            number_sets sets(static_cast<std::size_t>(n));
            for (const auto& [v, w] : edges) (void)sets.unite(v, w);
            count = n - static_cast<std::int64_t>(edges.size());  // they are a forest
            edges = {};
            labels = labels_of(ctx, sets, n);
        }
        told = {count, labels.nvals()};
    });
    if (components != nullptr) *components = sum_of(notes);
    if (!is_alone) return dealt_out(ctx, n, labels);
    vector<std::int64_t> made(ctx, n);
    made.replace(std::move(labels), notes, &note::changes);
    return made;
}

}  // namespace graphblas_gpu::dist
