// The dependencies of a breadth-first search: how many of the shortest paths to other vertices lead over each vertex.
//
// Idea: vertices are sorted by level. Forward through the levels, every vertex sums up the numbers of shortest paths to its
// predecessors; backward, what its successors pass on to each of their paths. Edges lead to the next level at most, so that no
// edge has to be tested: the levels are stored in two arrays by turns, and where a level reads from the array of its
// neighbouring level, all other neighbours of its vertices still have 0. Every sum belongs to one thread, which adds in the
// order of the row. If there are too many paths for a double, both passes are made again with numbers that have an exponent of
// their own (base/scaled_number.hpp). Source: Brandes, "A faster algorithm for betweenness centrality", J. Math. Sociology
// 25 (2001); levels instead of lists of predecessors: Madduri, Ediger, Jiang, Bader, Chavarria-Miranda, "A faster parallel
// algorithm and efficient multithreaded implementations for evaluating betweenness centrality on massive datasets" (IPDPS
// 2009).
#include <graphblas_gpu/base/scaled_number.hpp>
#include <graphblas_gpu/host/propagate/dependencies.hpp>
#include <graphblas_gpu/host/propagate/rounds.hpp>

#include <algorithm>
#include <atomic>
#include <type_traits>
#include <vector>

namespace graphblas_gpu::host {

namespace {

/// What a level has, or the part of it in a range of vertices.
struct level_size {
    index vertices = 0;
    std::int64_t edges = 0;  ///< outgoing and incoming
};

/// The vertices that have a level, by level, and by number within a level.
class vertices_by_level {
  public:
    vertices_by_level(team& team, const dependency_request& request)
        : in_(request), n_(request.outgoing.nrows), memory_(team, scratch::raw::positions, static_cast<std::size_t>(n_)) {
        const index count = count_levels(team);
        begin_.resize(static_cast<std::size_t>(count) + 1);
        edges_.resize(static_cast<std::size_t>(count));
        // A counting sort of each range of vertices. The ranges are so long that their tables, which one thread adds up, are
        // much shorter than the vertices.
        const index pieces = std::clamp<index>(n_ / (16 * std::max<index>(count, 1)), 1, pieces_for(team, n_));
        const std::vector<index> bounds = cut_evenly(n_, pieces);
        std::vector<std::vector<level_size>> tables(static_cast<std::size_t>(pieces));
        const auto in_piece = [&](index piece, auto&& f) {
            for (index v = bounds[static_cast<std::size_t>(piece)]; v < bounds[static_cast<std::size_t>(piece) + 1]; ++v) {
                if (const index level = level_of(v); level >= 0) f(v, static_cast<std::size_t>(level));
            }
        };
        team.run(pieces, [&](index piece, int) {
            std::vector<level_size>& table = tables[static_cast<std::size_t>(piece)];
            table.resize(static_cast<std::size_t>(count));
            in_piece(piece, [&](index v, std::size_t level) {
                ++table[level].vertices;
                table[level].edges += in_.outgoing.row_size(v) + in_.incoming.row_size(v);
            });
        });
        index before = 0;
        for (std::size_t level = 0; level < edges_.size(); ++level) {
            begin_[level] = before;
            for (std::vector<level_size>& table : tables) {
                edges_[level] += table[level].edges;
                before += std::exchange(table[level].vertices, before);
            }
        }
        begin_.back() = before;
        column_index* const to = memory_.data();
        team.run(pieces, [&](index piece, int) {
            std::vector<level_size>& table = tables[static_cast<std::size_t>(piece)];
            in_piece(piece, [&](index v, std::size_t level) { to[table[level].vertices++] = static_cast<column_index>(v); });
        });
    }

    index levels() const { return static_cast<index>(edges_.size()); }
    std::span<const column_index> at(index level) const {
        const auto l = static_cast<std::size_t>(level);
        return {memory_.data() + begin_[l], static_cast<std::size_t>(begin_[l + 1] - begin_[l])};
    }
    std::int64_t edges_at(index level) const { return edges_[static_cast<std::size_t>(level)]; }

  private:
    index level_of(index v) const {
        if (!base::test_bit(in_.has_level, static_cast<column_index>(v))) return -1;
        const index level = in_.levels[v];
        return level < n_ ? level : -1;
    }
    index count_levels(team& team) const {
        std::vector<index> largest(static_cast<std::size_t>(team.size()), -1);
        for_ranges(team, n_, n_ / 4, [&](index first, index last, int member) {
            index& of_member = largest[static_cast<std::size_t>(member)];
            index here = of_member;
            for (index v = first; v < last; ++v) here = std::max(here, level_of(v));
            of_member = here;
        });
        return *std::max_element(largest.begin(), largest.end()) + 1;
    }

    const dependency_request& in_;
    const index n_;
    team::common_memory<column_index> memory_;
    std::vector<index> begin_;
    std::vector<std::int64_t> edges_;
};

using base::scaled_number;

/// A complete sum, as it is stored.
/// @{
inline double complete(double sum) { return sum; }
inline scaled_number complete(const scaled_number& sum) { return sum.scaled(); }
/// @}

/// Both passes over the levels, a level a step (see make_rounds), with numbers of paths of this type. In double the second pass
/// is left out if there are too many paths.
template <class Number>
class dependency_sweep {
  public:
    dependency_sweep(team& team, const dependency_request& request, const vertices_by_level& vertices, double* totals)
        : team_(team),
          in_(request),
          vertices_(vertices),
          last_(vertices.levels() - 1),
          memory_(team, scratch::raw::values, 4 * static_cast<std::size_t>(request.outgoing.nrows)),
          totals_(totals) {
        const index n = in_.outgoing.nrows;
        Number* const all = memory_.data();
        for_ranges(team, 4 * n, n, [&](index first, index last, int) { std::fill(all + first, all + last, Number{}); });
        for (int turn = 0; turn < 2; ++turn) {
            paths_[turn] = all + turn * n;
            passed_on_[turn] = all + (2 + turn) * n;
        }
        for (const column_index v : vertices_.at(0)) paths_[0][v] = Number{1};
    }

    bool has_too_many_paths() const { return has_too_many_paths_.load(std::memory_order_relaxed); }
    bool is_over() const { return !is_forward_ && (level_ == 0 || has_too_many_paths()); }
    std::int64_t work() const {
        return vertices_.edges_at(level_) / 2 + static_cast<std::int64_t>(vertices_.at(level_).size());
    }

    template <bool shared>
    void share(int) {
        if (is_forward_)
            count_paths<shared>();
        else
            add_dependencies<shared>();
    }

    void conclude() {
        taken_.store(0, std::memory_order_relaxed);
        if (!is_forward_)
            --level_;
        else if (level_ < last_)
            ++level_;
        else {
            // The vertices of the last level have no successors.
            is_forward_ = false;
            --level_;
        }
    }

  private:
    template <bool shared>
    void count_paths() {
        const Number* const before = paths_[(level_ + 1) % 2];
        Number* const paths = paths_[level_ % 2];
        for_each_sum<shared>(in_.incoming, before, [&](column_index v, const Number& sum) {
            paths[v] = complete(sum);
            if constexpr (std::is_same_v<Number, double>) {
                if (sum > base::max_paths_in_double) has_too_many_paths_.store(true, std::memory_order_relaxed);
            }
            if (level_ == last_) passed_on_[level_ % 2][v] = base::quotient(1, paths[v]);
        });
    }

    template <bool shared>
    void add_dependencies() {
        const Number* const after = passed_on_[(level_ + 1) % 2];
        const Number* const paths = paths_[level_ % 2];
        // `received`: what the successors of vertex v pass on to each path.
        for_each_sum<shared>(in_.outgoing, after, [&](column_index v, const Number& received) {
            const double dependency = base::product(paths[v], received);
            passed_on_[level_ % 2][v] = base::quotient(1 + dependency, paths[v]);
            totals_[v] += dependency;
        });
    }

    /// f(v, the sum of terms[u] over the row of v) for the vertices v of the level.
    template <bool shared, class F>
    void for_each_sum(const structure_view& rows, const Number* terms, F&& f) {
        const std::span<const column_index> vertices = vertices_.at(level_);
        const auto size = static_cast<index>(vertices.size());
        const index grain = items_at_once(size, work(), team_.size());
        for_each_range<shared>(taken_, size, grain, [&](index first, index last) {
            constexpr index ahead = 8;
            const auto vertex = [&](index n) { return vertices[static_cast<std::size_t>(n)]; };
            for (index n = first; n < last; ++n) {
                if (n + 2 * ahead < last) __builtin_prefetch(rows.offsets + vertex(n + 2 * ahead));
                if (n + ahead < last) __builtin_prefetch(rows.columns + rows.offsets[vertex(n + ahead)]);
                const column_index v = vertex(n);
                Number sum{};
                for (row_offset p = rows.begin(v); p < rows.end(v); ++p) sum += terms[rows.columns[p]];
                f(v, sum);
            }
        });
    }

    team& team_;
    const dependency_request& in_;
    const vertices_by_level& vertices_;
    const index last_;
    team::common_memory<Number> memory_;
    Number* paths_[2];      ///< the numbers of shortest paths to the vertices of even and of odd levels; 0 elsewhere
    Number* passed_on_[2];  ///< the same for what they pass on
    double* const totals_;
    index level_ = 1;
    bool is_forward_ = true;
    std::atomic<bool> has_too_many_paths_{false};
    alignas(64) std::atomic<index> taken_{0};
};

}  // namespace

void accumulate_dependencies(team& team, const dependency_request& request, double* totals) {
    const vertices_by_level vertices(team, request);
    // Without a level 2 no vertex lies between two other vertices.
    if (vertices.levels() < 3) return;
    {
        dependency_sweep<double> sweep(team, request, vertices, totals);
        make_rounds(team, sweep);
        if (!sweep.has_too_many_paths()) return;
    }
    dependency_sweep<scaled_number> sweep(team, request, vertices, totals);
    make_rounds(team, sweep);
}

}  // namespace graphblas_gpu::host
