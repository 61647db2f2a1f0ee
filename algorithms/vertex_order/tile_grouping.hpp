// An order that puts vertices with common neighbours next to each other, so that entries fill few tiles of 8x8.
//
// Needs: a symmetric structure without self loops.
// Idea: groups of eight rows grow greedily: the next row is the one with most entries in tiles of 8x8 that the rows of the
// group already have.
// Source: ours, similar to Wei, Yu, Lu, Lin, "Speedup graph processing by graph ordering" (SIGMOD 2016), with tiles in place of
// their sliding window.
#pragma once

#include <algorithms/vertex_order/neighbours.hpp>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace graphblas_gpu::ordering {

/// Orders vertices in groups as tall as a tile. A group grows by the vertex that shares most with it in relation to its size: a
/// vertex gets a point for each of its neighbours in whose tile of 8 columns the group has an entry. The tile of a neighbour is
/// known once the neighbour has a number; until then the neighbour counts as a tile of one column.
class tile_grouping {
  public:
    static constexpr index tile = 8;

    tile_grouping(const running_call& call, const graph& g)
        : call_(call),
          g_(g),
          max_degree_(degree_within_work(g)),
          vertices_(static_cast<std::size_t>(g.size())),
          tile_touched_in_(static_cast<std::size_t>(g.size() / tile + 1), never) {
        for (index v = 0; v < g.size(); ++v) at(v).degree = static_cast<std::uint32_t>(g.degree(v));
        order_.reserve(static_cast<std::size_t>(g.size()));
    }

    std::vector<index> run() {
        // If no vertex has a point, the vertex of largest degree that has no number yet is taken.
        const std::vector<index> largest = descending_degree(call_, g_);
        auto next = largest.begin();
        while (static_cast<index>(order_.size()) < g_.size()) {
            // The points of a vertex take long beside a visit.
            if (order_.size() % (vertices_between_looks / 256) == 1) call_.look();
            index v = most_alike();
            if (v == nobody) {
                while (at(*next).is_numbered()) ++next;
                v = *next;
            }
            put(v);
        }
        return std::move(order_);
    }

  private:
    static constexpr index nobody = -1;
    static constexpr std::uint32_t never = 0xffffffff;

    /// The members are stored together for each vertex, because they are read together, and vertices are visited in an
    /// irregular order.
    struct vertex_state {
        std::uint32_t number = never;  ///< the number of the vertex in the new order
        std::uint32_t degree = 0;
        std::uint32_t points = 0;
        std::uint32_t points_of = never;   ///< the round in which it got its points
        std::uint32_t touched_in = never;  ///< the last round in which touch() was called for it while it had no number
        std::uint32_t times_asked = 0;     ///< how many times it gave points to its neighbours

        bool is_numbered() const { return number != never; }
    };

    /// The largest degree of a vertex that gives points. A vertex of larger degree says little about which of its neighbours
    /// are alike, and takes long. The bound is chosen so that there would be at most 64 points for every entry and vertex if
    /// every vertex within the bound gave points once for each of its neighbours.
    static index degree_within_work(const graph& g) {
        constexpr double points_for_one = 64;
        const double most = points_for_one * static_cast<double>(g.nvals() + g.size());
        std::vector<index> vertices(static_cast<std::size_t>(g.size()) + 1, 0);  // the number of vertices of each degree
        for (index v = 0; v < g.size(); ++v) ++vertices[static_cast<std::size_t>(g.degree(v))];
        double points = 0;
        for (index degree = 0; degree < g.size(); ++degree) {
            const auto given = static_cast<double>(degree + 1);
            points += static_cast<double>(vertices[static_cast<std::size_t>(degree)]) * given * given;
            if (points > most) return degree - 1;
        }
        return g.size();
    }

    vertex_state& at(index v) { return vertices_[static_cast<std::size_t>(v)]; }

    void put(index v) {
        at(v).number = static_cast<std::uint32_t>(order_.size());
        order_.push_back(v);
        // A round of points begins with the first vertex of a group, and another round with its last vertex: the first vertex
        // of the next group is the one that shares most with this last vertex.
        if (order_.size() % tile <= 1) {
            ++round_;
            touched_.clear();
            members_ = degrees_ = 0;
        }
        members_ += 1;
        degrees_ += static_cast<double>(g_.degree(v));
        touch(v);
        for (const column_index u : g_.neighbours(v)) touch(u);
    }

    /// Called when the group has an entry in column u: u gives points, and if u has a number, so do all columns of its tile.
    void touch(index u) {
        vertex_state& here = at(u);
        if (!here.is_numbered()) {
            if (std::exchange(here.touched_in, round_) != round_) give_points(u);
            return;
        }
        const std::uint32_t its_tile = here.number / tile;
        if (std::exchange(tile_touched_in_[its_tile], round_) == round_) return;
        const std::size_t end = std::min<std::size_t>((std::size_t{its_tile} + 1) * tile, order_.size());
        for (std::size_t k = std::size_t{its_tile} * tile; k < end; ++k) give_points(order_[k]);
    }

    /// Gives points to u and its neighbours. The number of calls for one vertex is bounded, because a vertex whose tile has
    /// hubs could otherwise give points far more often than it has neighbours.
    void give_points(index u) {
        constexpr index times_for_a_neighbour = 4;
        if (g_.degree(u) > max_degree_ || at(u).times_asked > times_for_a_neighbour * g_.degree(u)) return;
        ++at(u).times_asked;
        give_point(u);
        for (const column_index x : g_.neighbours(u)) give_point(x);
    }
    void give_point(index x) {
        vertex_state& here = at(x);
        if (here.is_numbered()) return;
        if (std::exchange(here.points_of, round_) != round_) {
            here.points = 0;
            touched_.push_back(x);
        }
        ++here.points;
    }

    /// The vertex without a number that has most points in relation to the sum of its size and the group's, the smallest such
    /// vertex if there are several; `nobody` if no vertex has a point. This quotient gives the same order as the Jaccard
    /// coefficient.
    index most_alike() {
        const double size_of_group = members_ > 0 ? degrees_ / members_ : 0;
        index best = nobody;
        double most = 0;
        auto kept = touched_.begin();
        for (const index v : touched_) {
            const vertex_state& here = at(v);
            if (here.is_numbered()) continue;
            *kept++ = v;
            const double share = static_cast<double>(here.points) / (static_cast<double>(here.degree) + size_of_group);
            if (share < most || (share == most && v > best)) continue;
            best = v;
            most = share;
        }
        touched_.erase(kept, touched_.end());
        return best;
    }

    const running_call& call_;
    const graph& g_;
    index max_degree_;
    std::vector<vertex_state> vertices_;
    std::vector<std::uint32_t> tile_touched_in_;  ///< for each tile the last round that used it
    std::vector<index> order_;
    std::vector<index> touched_;  ///< the vertices that have points in this round
    std::uint32_t round_ = 0;     ///< the current round; each group has two rounds: see put
    double degrees_ = 0;          ///< the sum of the degrees of the vertices of this round
    double members_ = 0;          ///< the number of the vertices of this round
};

}  // namespace graphblas_gpu::ordering
