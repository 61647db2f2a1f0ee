// The sequential algorithms of Boost.Graph, for information: what one thread with a queue or a heap needs.
#pragma once

#include "graphs.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace bench {

/// A level and a parent for each vertex, -1 where it is not reached.
struct dense_bfs {
    std::vector<std::int32_t> levels;
    std::vector<std::int32_t> parents;
};

/// A graph as Boost stores it, made once.
class boost_graph {
  public:
    explicit boost_graph(graph& from);
    ~boost_graph();
    boost_graph(boost_graph&&) noexcept;
    boost_graph& operator=(boost_graph&&) noexcept;

    dense_bfs search(gb::index source) const;
    /// Dijkstra's algorithm without parents; the largest int32 where there is no path.
    std::vector<std::int32_t> shortest_paths(gb::index source) const;

    static std::string version();

  private:
    struct stored;
    std::unique_ptr<stored> graph_;
};

}  // namespace bench
