// The Louvain method on weights: moves of single vertices by one thread, and communities that become vertices by products.
#include <algorithms/louvain.hpp>
#include <graphblas_gpu/ewise.hpp>
#include <graphblas_gpu/graph.hpp>
#include <graphblas_gpu/mxm.hpp>
#include <graphblas_gpu/select.hpp>
#include <semirings/index_operators.hpp>
#include <semirings/semirings.hpp>

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace graphblas_gpu::communities {

namespace {

/// S'AS, where row v of S has its only entry in column labels[v].
matrix<double> merge_communities(const context& ctx, const matrix<double>& a, std::span<const index> labels,
                                 index communities) {
    std::vector<index> vertices(labels.size());
    std::iota(vertices.begin(), vertices.end(), index{0});
    const auto s = matrix<void>::from_edges(a.nrows(), communities, vertices, labels);
    const descriptor how{.transpose_a = true, .deterministic = true};
    return mxm(ctx, plus_first<double>, mxm(ctx, plus_second<double>, s, a, how), s, {.deterministic = true});
}

/// The sums of the rows.
std::vector<double> strengths(const csr_view<double>& a) {
    std::vector<double> sums(static_cast<std::size_t>(a.nrows));
    for (index v = 0; v < a.nrows; ++v)
        sums[static_cast<std::size_t>(v)] = std::accumulate(a.values + a.begin(v), a.values + a.end(v), 0.0);
    return sums;
}

/// The modularity of a graph whose vertices are the communities.
double modularity_of_merged(const csr_view<double>& a, double resolution) {
    const std::vector<double> strength = strengths(a);
    const double all = std::accumulate(strength.begin(), strength.end(), 0.0);
    if (all == 0) return 0;
    double sum = 0;
    for (index v = 0; v < a.nrows; ++v) {
        for (row_offset p = a.begin(v); p < a.end(v); ++p)
            if (a.columns[p] == static_cast<column_index>(v)) sum += a.values[p] / all;
        const double share = strength[static_cast<std::size_t>(v)] / all;
        sum -= resolution * share * share;
    }
    return sum;
}

/// One level: single vertices move between communities, which are numbered by the vertex that they began with.
class moves {
  public:
    moves(const running_call& call, const csr_view<double>& graph, double resolution)
        : call_(call),
          graph_(graph),
          strength_(strengths(graph)),
          total_(strength_),
          weight_to_(strength_.size()),
          community_(strength_.size()),
          all_(std::accumulate(strength_.begin(), strength_.end(), 0.0)),
          resolution_(resolution) {
        std::iota(community_.begin(), community_.end(), index{0});
    }

    /// The community of each vertex after the last pass.
    std::vector<index> run(double tolerance) && {
        double gained = 0;
        do {
            gained = 0;
            for (index v = 0; v < graph_.nrows && all_ > 0; ++v) {
                constexpr index between_looks = 1 << 12;
                if (v % between_looks == 0) call_.look();
                gained += 2 * move(v) / all_;
            }
        } while (gained > tolerance);
        return std::move(community_);
    }

  private:
    /// Moves a vertex, and returns by how much the edges within communities gain, compared with what is expected.
    double move(index v) {
        index& own = community_[static_cast<std::size_t>(v)];
        const double strength = strength_[static_cast<std::size_t>(v)];
        near_.assign(1, own);
        for (row_offset p = graph_.begin(v); p < graph_.end(v); ++p) {
            const column_index u = graph_.columns[p];
            if (u == static_cast<column_index>(v)) continue;
            double& weight = weight_to_[static_cast<std::size_t>(community_[u])];
            if (weight == 0) near_.push_back(community_[u]);
            weight += graph_.values[p];
        }
        total_[static_cast<std::size_t>(own)] -= strength;
        const auto gain = [&](index community) {
            const auto c = static_cast<std::size_t>(community);
            return weight_to_[c] - resolution_ * strength * total_[c] / all_;
        };
        const double before = gain(own);
        index best = own;
        for (double most = before; const index community : near_) {
            const double here = gain(community);
            if (here > most || (here == most && best != own && community < best)) {
                most = here;
                best = community;
            }
        }
        const double more = gain(best) - before;
        for (const index community : near_) weight_to_[static_cast<std::size_t>(community)] = 0;
        total_[static_cast<std::size_t>(best)] += strength;
        own = best;
        return more;
    }

    const running_call& call_;
    const csr_view<double> graph_;
    std::vector<double> strength_;   ///< of each vertex
    std::vector<double> total_;      ///< of all vertices of a community
    std::vector<double> weight_to_;  ///< of the edges from the vertex that moves to a community
    std::vector<index> community_;
    std::vector<index> near_;  ///< communities of the vertex that moves and of its neighbours
    const double all_;
    const double resolution_;
};

/// Numbers labels from 0 on, in the order in which they occur; returns how many there are.
index renumber(std::vector<index>& labels) {
    std::vector<index> numbers(labels.size(), -1);
    index next = 0;
    for (index& label : labels) {
        index& number = numbers[static_cast<std::size_t>(label)];
        if (number < 0) number = next++;
        label = number;
    }
    return next;
}

}  // namespace

matrix<double> undirected_weights(const context& ctx, const char* operation, matrix<double> weights) {
    if (const auto range = range_of_values(ctx, weights); weights.nvals() > 0 && !(range.is_finite && range.smallest >= 0))
        throw invalid_value(std::string(operation) + ": weights of edges must be finite and not negative");
    if (!weights.is_symmetric(ctx)) ewise_add(ctx, weights, no_mask, no_accum, plus{}, weights, weights, {.transpose_b = true});
    else if (const auto loops = select(ctx, diag{}, weights); loops.nvals() > 0)
        ewise_add(ctx, weights, no_mask, no_accum, plus{}, weights, loops);
    return weights;
}

louvain_result by_louvain(const context& ctx, const matrix<double>& a, const louvain_options& options) {
    const running_call call(ctx);
    std::vector<index> labels(static_cast<std::size_t>(a.nrows()));
    std::iota(labels.begin(), labels.end(), index{0});
    louvain_result result;
    matrix<double> graph = a;
    for (;;) {
        std::vector<index> moved = moves(call, graph.rows(), options.resolution).run(options.tolerance);
        const index found = renumber(moved);
        if (found == graph.nrows()) break;
        for (index& label : labels) label = moved[static_cast<std::size_t>(label)];
        graph = merge_communities(ctx, graph, moved, found);
        ++result.levels;
    }
    result.communities = graph.nrows();
    result.modularity = modularity_of_merged(graph.rows(), options.resolution);
    std::vector<index> first(static_cast<std::size_t>(graph.nrows()), -1);
    for (std::size_t v = 0; v < labels.size(); ++v) {
        index& smallest = first[static_cast<std::size_t>(labels[v])];
        if (smallest < 0) smallest = static_cast<index>(v);
        labels[v] = smallest;
    }
    result.labels = vector<std::int64_t>::from_dense(labels);
    return result;
}

double modularity(const context& ctx, const matrix<double>& a, const vector<std::int64_t>& labels, double resolution) {
    if (labels.size() != a.nrows() || labels.nvals() != a.nrows())
        throw dimension_mismatch("modularity: there are " + std::to_string(labels.nvals()) + " labels in a vector of size " +
                                 std::to_string(labels.size()) + ", and the graph has " + std::to_string(a.nrows()) +
                                 " vertices");
    const auto of_vertices = labels.to_entries().values;
    for (const std::int64_t label : of_vertices)
        if (label < 0 || label >= a.nrows())
            throw invalid_value("modularity: label " + std::to_string(label) + " is outside [0, " + std::to_string(a.nrows()) +
                                ")");
    const matrix<double> graph = merge_communities(ctx, a, of_vertices, a.nrows());
    return modularity_of_merged(graph.rows(), resolution);
}

}  // namespace graphblas_gpu::communities
