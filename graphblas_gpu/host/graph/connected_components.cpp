// Connected components of the graph of a square matrix, on the threads of a team.
//
// Needs: the structure of a square matrix; an entry joins its row and its column.
// Idea: every vertex points to a vertex of its component that is not larger than itself. Once all edges are processed, the root
// of each tree of pointers is the smallest vertex of its component. An edge joins two trees by pointing the larger root to the
// smaller one. Two edges of each vertex are joined first, which leaves nearly all vertices of most graphs in one tree. Each
// remaining edge inside this tree then costs one comparison, and where the matrix is known to be symmetric, the rows of this
// tree are skipped.
// Source: Sutton, Ben-Nun, Barak, "Optimizing parallel graph connectivity computation via subgraph sampling" (IPDPS 2018);
// Jaiganesh, Burtscher, "A high-performance connected components implementation for GPUs" (HPDC 2018).
#include <graphblas_gpu/host/graph/graph.hpp>

#include <graphblas_gpu/base/buffer.hpp>
#include <graphblas_gpu/host/threads/team.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <span>
#include <utility>

namespace graphblas_gpu::host {

namespace {

/// The pointers of all vertices; several threads may change them at the same time.
class forest {
  public:
    explicit forest(column_index* parent) : parent_(parent) {}

    column_index parent(column_index v) const { return at(v).load(std::memory_order_relaxed); }
    /// Sets the first parent of v. Only one thread may call it for v, before any thread reads v's parent.
    void start(column_index v, column_index smaller) const { at(v).store(smaller, std::memory_order_relaxed); }

    /// The root of the tree of v. Every vertex on the path to the root points to its grandparent afterwards.
    column_index root(column_index v) const {
        for (column_index above = parent(v); above != v;) {
            const column_index beyond = parent(above);
            // Another thread may have pointed v further up in the meantime; `beyond` is an ancestor of v too, so storing it is
            // correct.
            if (beyond != above) at(v).store(beyond, std::memory_order_relaxed);
            v = above;
            above = beyond;
        }
        return v;
    }

    void join(column_index u, column_index v) const {
        if (parent(u) == parent(v)) return;
        u = root(u);
        v = root(v);
        while (u != v) {
            if (u < v) std::swap(u, v);
            column_index expected = u;
            if (at(u).compare_exchange_strong(expected, v, std::memory_order_relaxed)) return;
            u = root(expected);
        }
    }

    void point_to_root(column_index v) const { at(v).store(root(v), std::memory_order_relaxed); }

  private:
    std::atomic_ref<column_index> at(column_index v) const { return std::atomic_ref<column_index>(parent_[v]); }

    column_index* parent_;
};

template <class F>
void for_vertices(team& team, index n, const F& f) {
    for_ranges(team, n, n, [&](index first, index last, int) {
        for (index v = first; v < last; ++v) f(static_cast<column_index>(v));
    });
}

/// The root that occurs most often as the parent of the vertices of a sample.
column_index root_of_most(const forest& trees, index n) {
    constexpr index max_samples = 1024;
    std::array<column_index, max_samples> sample{};
    const index samples = std::min(n, max_samples);
    for (index k = 0; k < samples; ++k)
        sample[static_cast<std::size_t>(k)] = trees.parent(static_cast<column_index>(n * k / samples));
    const auto end = sample.begin() + samples;
    std::sort(sample.begin(), end);
    column_index best = 0;
    std::ptrdiff_t most = 0;
    for (auto run = sample.begin(); run != end;) {
        const auto next = std::upper_bound(run, end, *run);
        if (next - run > most) {
            most = next - run;
            best = *run;
        }
        run = next;
    }
    return best;
}

}  // namespace

std::int64_t connected_components(team& team, const structure_view& a, bool symmetric, std::int64_t* labels) {
    const index n = a.nrows;
    if (n == 0) return 0;
    buffer<column_index> parents(static_cast<std::size_t>(n));
    const forest trees(parents.data());

    // A parent in the range of the same thread has a parent already, which is taken instead: on a grid the trees would
    // otherwise be as deep as the grid is wide.
    for_ranges(team, n, n, [&](index first, index last, int) {
        for (index i = first; i < last; ++i) {
            const auto v = static_cast<column_index>(i);
            const column_index smallest = a.begin(v) < a.end(v) ? a.columns[a.begin(v)] : v;
            trees.start(v, smallest >= v ? v : smallest >= first ? trees.parent(smallest) : smallest);
        }
    });
    for_vertices(team, n, [&](column_index v) {
        const row_offset begin = a.begin(v), end = a.end(v);
        if (begin < end) trees.join(v, a.columns[std::min(begin + 1, end - 1)]);
    });
    for_vertices(team, n, [&](column_index v) { trees.point_to_root(v); });

    const column_index largest = root_of_most(trees, n);
    const std::span<const row_offset> edges_before(a.offsets, static_cast<std::size_t>(n) + 1);
    for_ranges_by_work(team, edges_before, [&](index first, index last, int) {
        for (index i = first; i < last; ++i) {
            const auto u = static_cast<column_index>(i);
            // An edge that leaves the largest tree is also in the row of its other end, and that row is not skipped.
            if (symmetric && trees.parent(u) == largest) continue;
            for (row_offset p = a.begin(i); p < a.end(i); ++p) trees.join(u, a.columns[p]);
        }
    });

    std::atomic<std::int64_t> components = 0;
    for_ranges(team, n, n, [&](index first, index last, int) {
        std::int64_t roots = 0;
        for (index v = first; v < last; ++v) {
            const column_index root = trees.root(static_cast<column_index>(v));
            labels[v] = root;
            roots += root == v;
        }
        components.fetch_add(roots, std::memory_order_relaxed);
    });
    return components.load(std::memory_order_relaxed);
}

}  // namespace graphblas_gpu::host
