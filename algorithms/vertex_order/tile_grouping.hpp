// Vertices beside others that have the same neighbours.
//
// Needs: a symmetric structure without self loops. Idea: greedy, eight rows at a time: what counts is how many entries
// of the next row fall into tiles of 8x8 that the rows of its group have anyway.
// Source: ours, in the manner of Wei, Yu, Lu, Lin, "Speedup graph processing by graph ordering" (SIGMOD 2016), with tiles in
// place of the window that slides over the order.
#pragma once

#include <algorithms/vertex_order/neighbours.hpp>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace graphblas_gpu::ordering {

/// Orders vertices in groups as tall as a tile. A group grows by the vertex that shares most with it for its size: a vertex
/// gets a point for each of its neighbours in whose tiles the group has entries already. Neighbours that have their place
/// stand in known tiles of 8 columns; of others only the column itself is known to be in the group's.
class tile_grouping {
  public:
    static constexpr index tile = 8;

    explicit tile_grouping(const graph& g)
        : g_(g),
          most_degree_(degree_within_work(g)),
          vertices_(static_cast<std::size_t>(g.size())),
          tile_met_(static_cast<std::size_t>(g.size() / tile + 1), never) {
        for (index v = 0; v < g.size(); ++v) at(v).degree = static_cast<std::uint32_t>(g.degree(v));
        order_.reserve(static_cast<std::size_t>(g.size()));
    }

    std::vector<index> run() {
        // Where nothing shares anything with the group, the next largest vertex begins.
        const std::vector<index> largest = descending_degree(g_);
        auto next = largest.begin();
        while (static_cast<index>(order_.size()) < g_.size()) {
            index v = most_alike();
            if (v == nobody) {
                while (at(*next).is_placed()) ++next;
                v = *next;
            }
            put(v);
        }
        return std::move(order_);
    }

  private:
    static constexpr index nobody = -1;
    static constexpr std::uint32_t never = 0xffffffff;

    /// Side by side, since they are asked for together and in no order.
    struct vertex_state {
        std::uint32_t place = never;
        std::uint32_t degree = 0;
        std::uint32_t points = 0;
        std::uint32_t points_of = never;  ///< the round that they are from
        std::uint32_t met_by = never;     ///< the round that last met it while it had no place
        std::uint32_t questions = 0;      ///< how often it gave points to its neighbours

        bool is_placed() const { return place != never; }
    };

    /// Neighbours that are larger than this say little about who is alike, and are not asked: if each of the others were
    /// asked once by each of its own, they would give no more than 64 points for every entry and vertex.
    static index degree_within_work(const graph& g) {
        constexpr double points_for_one = 64;
        const double most = points_for_one * static_cast<double>(g.nvals() + g.size());
        std::vector<index> vertices(static_cast<std::size_t>(g.size()) + 1, 0);  // of a degree
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
        at(v).place = static_cast<std::uint32_t>(order_.size());
        order_.push_back(v);
        // The last vertex of a group asks who is to be the first of the next, so that it goes on where that one ended. The
        // others are found by what they share with their own group alone.
        if (order_.size() % tile <= 1) {
            ++round_;
            touched_.clear();
            members_ = degrees_ = 0;
        }
        members_ += 1;
        degrees_ += static_cast<double>(g_.degree(v));
        meet(v);
        for (const column_index u : g_.neighbours(v)) meet(u);
    }

    /// Column u is in the group now, and all columns of its tile, if it has one.
    void meet(index u) {
        vertex_state& here = at(u);
        if (!here.is_placed()) {
            if (std::exchange(here.met_by, round_) != round_) give_points(u);
            return;
        }
        const std::uint32_t number = here.place / tile;
        if (std::exchange(tile_met_[number], round_) == round_) return;
        const std::size_t end = std::min<std::size_t>((std::size_t{number} + 1) * tile, order_.size());
        for (std::size_t k = std::size_t{number} * tile; k < end; ++k) give_points(order_[k]);
    }

    /// A vertex whose tile has hubs in it may be asked more often than it has neighbours, but not much more.
    void give_points(index u) {
        constexpr index questions_for_one = 4;
        if (g_.degree(u) > most_degree_ || at(u).questions > questions_for_one * g_.degree(u)) return;
        ++at(u).questions;
        give_point(u);
        for (const column_index x : g_.neighbours(u)) give_point(x);
    }
    void give_point(index x) {
        vertex_state& here = at(x);
        if (here.is_placed()) return;
        if (std::exchange(here.points_of, round_) != round_) {
            here.points = 0;
            touched_.push_back(x);
        }
        ++here.points;
    }

    /// The unplaced vertex with most points for its size and the group's, of equal ones the smallest; nobody if none has a
    /// point. What is shared in relation to the sum of two sizes orders as the Jaccard coefficient does.
    index most_alike() {
        const double size_of_group = members_ > 0 ? degrees_ / members_ : 0;
        index best = nobody;
        double most = 0;
        auto kept = touched_.begin();
        for (const index v : touched_) {
            const vertex_state& here = at(v);
            if (here.is_placed()) continue;
            *kept++ = v;
            const double share = static_cast<double>(here.points) / (static_cast<double>(here.degree) + size_of_group);
            if (share < most || (share == most && v > best)) continue;
            best = v;
            most = share;
        }
        touched_.erase(kept, touched_.end());
        return best;
    }

    const graph& g_;
    index most_degree_;
    std::vector<vertex_state> vertices_;
    std::vector<std::uint32_t> tile_met_;  ///< the round that last met it
    std::vector<index> order_;
    std::vector<index> touched_;  ///< who has points
    std::uint32_t round_ = 0;     ///< of the questions: two a group, its first vertex and the others
    double degrees_ = 0;          ///< of those who ask in this round
    double members_ = 0;          ///< their number
};

}  // namespace graphblas_gpu::ordering
