#include "boost_rival.hpp"

#include <graphblas_gpu/interop/boost_graph.hpp>

#include <boost/graph/breadth_first_search.hpp>
#include <boost/graph/dijkstra_shortest_paths.hpp>

#include <utility>

namespace bench {

struct boost_graph::stored {
    gb::boost_graph::graph<std::int32_t> graph;
};

boost_graph::boost_graph(graph& from) : graph_(std::make_unique<stored>(stored{gb::boost_graph::to_graph(from.lengths())})) {}
boost_graph::~boost_graph() = default;
boost_graph::boost_graph(boost_graph&&) noexcept = default;
boost_graph& boost_graph::operator=(boost_graph&&) noexcept = default;

std::string boost_graph::version() { return gb::boost_graph::version(); }

dense_bfs boost_graph::search(gb::index source) const {
    const auto& g = graph_->graph;
    const auto root = static_cast<std::size_t>(source);
    dense_bfs answer{std::vector<std::int32_t>(num_vertices(g), -1), std::vector<std::int32_t>(num_vertices(g), -1)};
    answer.levels[root] = 0;
    answer.parents[root] = static_cast<std::int32_t>(source);
    const auto number = get(boost::vertex_index, g);
    const auto levels = boost::make_iterator_property_map(answer.levels.begin(), number);
    const auto parents = boost::make_iterator_property_map(answer.parents.begin(), number);
    boost::breadth_first_search(g, static_cast<std::uint32_t>(source),
                                boost::visitor(boost::make_bfs_visitor(
                                    std::make_pair(boost::record_distances(levels, boost::on_tree_edge()),
                                                   boost::record_predecessors(parents, boost::on_tree_edge())))));
    return answer;
}

std::vector<std::int32_t> boost_graph::shortest_paths(gb::index source) const {
    const auto& g = graph_->graph;
    std::vector<std::int32_t> distances(num_vertices(g));
    const auto map = boost::make_iterator_property_map(distances.begin(), get(boost::vertex_index, g));
    boost::dijkstra_shortest_paths(
        g, static_cast<std::uint32_t>(source),
        boost::weight_map(get(&gb::boost_graph::weighted<std::int32_t>::weight, g)).distance_map(map));
    return distances;
}

}  // namespace bench
