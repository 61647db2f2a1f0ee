// Breadth-first search by SuiteSparse:GraphBLAS.
//
// Idea: the frontier is pushed along its edges while these are few, and pulled by the unreached vertices while it is
// large. A pushed frontier is a list, a pulled one a bitmap; what is reached is a bitmap and is the mask. The rule for
// turning and its constants are those by which LAGraph turns: towards pulling when a growing frontier has more than an
// eighth of the edges not yet met, back when it shrinks below n / 500. Source: Beamer, Asanovic, Patterson,
// "Direction-optimizing breadth-first search" (SC 2012); Davis, "Algorithm 1000: SuiteSparse:GraphBLAS", ACM TOMS 45
// (2019), and LAGraph for the calls.
#include "suitesparse_rival.hpp"

namespace bench {
namespace {

constexpr std::int64_t edges_share_to_pull = 8;
constexpr std::int64_t vertices_share_to_pull_again = 8;
constexpr std::int64_t vertices_share_to_push = 500;

/// Chooses the direction of each step.
class direction {
  public:
    direction(std::int64_t vertices, std::int64_t edges) : vertices_(vertices), unmet_(edges) {}

    bool pushes() const { return pushes_; }

    /// Before a step. `edges_of_frontier()` is asked only while it is needed.
    template <class EdgesOfFrontier>
    void turn(std::int64_t frontier, const EdgesOfFrontier& edges_of_frontier) {
        const bool growing = frontier > last_;
        if (!pushes_) {
            pushes_ = frontier < last_ && frontier <= vertices_ / vertices_share_to_push;
        } else if (has_pulled_) {
            // Edges are no longer counted once a step has pulled.
            pushes_ = !(growing && frontier > vertices_ / vertices_share_to_pull_again);
        } else if (unmet_ >= vertices_) {
            const std::int64_t edges = edges_of_frontier();
            unmet_ -= edges;
            pushes_ = !(growing && edges > unmet_ / edges_share_to_pull);
        }
        has_pulled_ = has_pulled_ || !pushes_;
        last_ = frontier;
    }

  private:
    std::int64_t vertices_;
    std::int64_t unmet_;
    std::int64_t last_ = 0;
    bool pushes_ = true;
    bool has_pulled_ = false;
};

}  // namespace

bfs_answer search(suitesparse_graph& g, gb::index source) {
    const GrB_Matrix a = g.adjacency();
    const GrB_Vector degrees = g.degrees();
    const auto n = static_cast<GrB_Index>(g.size());
    GrB_Index edges = 0;
    ss::check(GrB_Matrix_nvals(&edges, a), "GrB_Matrix_nvals");

    bfs_answer answer{ss::new_vector<std::int32_t>(g.size()), ss::new_vector<std::int32_t>(g.size())};
    const ss::vector_handle frontier = ss::new_vector<std::int32_t>(g.size());
    const ss::vector_handle frontier_degrees = ss::new_vector<std::int64_t>(g.size());
    keep_as(answer.levels, GxB_BITMAP + GxB_FULL);
    keep_as(answer.parents, GxB_BITMAP + GxB_FULL);
    const auto start = static_cast<GrB_Index>(source);
    const auto start_value = static_cast<std::int32_t>(source);
    ss::check(GrB_Vector_setElement_INT32(answer.levels, 0, start), "GrB_setElement");
    ss::check(GrB_Vector_setElement_INT32(answer.parents, start_value, start), "GrB_setElement");
    ss::check(GrB_Vector_setElement_INT32(frontier, start_value, start), "GrB_setElement");

    const auto edges_of_frontier = [&] {
        std::int64_t sum = 0;
        ss::check(GrB_Vector_assign(frontier_degrees, frontier, nullptr, degrees, GrB_ALL, n, GrB_DESC_RS), "GrB_assign",
                  static_cast<GrB_Vector>(frontier_degrees));
        ss::check(GrB_Vector_reduce_INT64(&sum, nullptr, GrB_PLUS_MONOID_INT64, frontier_degrees, nullptr), "GrB_reduce");
        return sum;
    };

    direction towards(static_cast<std::int64_t>(n), static_cast<std::int64_t>(edges));
    GrB_Index size = 1;
    for (GrB_Index reached = 1, level = 1; reached < n; ++level) {
        towards.turn(static_cast<std::int64_t>(size), edges_of_frontier);
        keep_as(frontier, towards.pushes() ? GxB_SPARSE : GxB_BITMAP);
        if (towards.pushes())
            ss::check(GrB_vxm(frontier, answer.parents, nullptr, GxB_ANY_SECONDI_INT32, frontier, a, GrB_DESC_RSC),
                      "GrB_vxm", static_cast<GrB_Vector>(frontier));
        else  // the graph is undirected: A is its own transpose
            ss::check(GrB_mxv(frontier, answer.parents, nullptr, GxB_ANY_SECONDI_INT32, a, frontier, GrB_DESC_RSC),
                      "GrB_mxv", static_cast<GrB_Vector>(frontier));
        ss::check(GrB_Vector_nvals(&size, frontier), "GrB_Vector_nvals");
        if (size == 0) break;
        reached += size;
        ss::check(GrB_Vector_assign(answer.parents, frontier, nullptr, frontier, GrB_ALL, n, GrB_DESC_S), "GrB_assign",
                  static_cast<GrB_Vector>(answer.parents));
        ss::check(GrB_Vector_assign_INT32(answer.levels, frontier, nullptr, static_cast<std::int32_t>(level), GrB_ALL,
                                          n, GrB_DESC_S),
                  "GrB_assign", static_cast<GrB_Vector>(answer.levels));
    }
    finish(static_cast<GrB_Vector>(answer.levels));
    finish(static_cast<GrB_Vector>(answer.parents));
    return answer;
}

}  // namespace bench
