// Shortest paths by SuiteSparse:GraphBLAS.
//
// Idea: delta-stepping. Vertices wait in buckets of width delta; the nearest bucket is emptied by relaxing its light
// edges until nothing falls back into it, then its heavy edges are relaxed once. Tentative distances are kept for all
// vertices, so that looking one up costs O(1). With delta beyond the longest edge no edge is heavy and A is not split.
// SuiteSparse pushes a sparse frontier on one thread more often than not, so that there is a way, not in LAGraph, in
// which a large frontier becomes a bitmap and is pulled on all threads; which way is faster depends on the graph.
// Source: Meyer, Sanders, "Delta-stepping: a parallelizable shortest path algorithm", J. Algorithms 49 (2003); Sridhar
// et al., "Delta-stepping SSSP: from vertices and edges to GraphBLAS implementations" (GrAPL 2019); LAGraph for the
// calls.
#include "suitesparse_rival.hpp"

#include <fmt/format.h>

#include <utility>

namespace bench {
namespace {

constexpr std::int32_t longest_edge = 255;

/// A frontier of more than this share of the vertices is pulled, if at all: 1 of 4.
constexpr GrB_Index vertices_share_to_pull = 4;

GrB_Index count(GrB_Vector v) {
    GrB_Index n = 0;
    ss::check(GrB_Vector_nvals(&n, v), "GrB_Vector_nvals", v);
    return n;
}

ss::matrix_handle edges_of(GrB_Matrix a, GrB_Index n, GrB_IndexUnaryOp which, std::int32_t delta) {
    ss::matrix_handle part;
    ss::check(GrB_Matrix_new(part.out(), GrB_INT32, n, n), "GrB_Matrix_new");
    ss::check(GrB_Matrix_select_INT32(part, nullptr, nullptr, which, a, delta, nullptr), "GrB_select",
              static_cast<GrB_Matrix>(part));
    return part;
}

class delta_stepping {
  public:
    delta_stepping(suitesparse_graph& g, gb::index source, const sssp_way& way)
        : n_(static_cast<GrB_Index>(g.size())),
          delta_(way.delta),
          may_pull_(way.pulls),
          light_(g.lengths()),
          distances_(ss::new_vector<std::int32_t>(g.size())),
          waiting_(ss::new_vector<std::int32_t>(g.size())),
          frontier_(ss::new_vector<std::int32_t>(g.size())),
          request_(ss::new_vector<std::int32_t>(g.size())),
          shorter_(ss::new_vector<bool>(g.size())) {
        if (delta_ > 0 && delta_ < longest_edge) {
            light_part_ = edges_of(g.lengths(), n_, GrB_VALUELE_INT32, delta_);
            heavy_ = edges_of(g.lengths(), n_, GrB_VALUEGT_INT32, delta_);
            light_ = light_part_;
        }
        keep_as(distances_, GxB_BITMAP);
        // A bitmap while much waits; on graphs of long paths a bucket must not cost O(n).
        keep_as(waiting_, GxB_BITMAP + GxB_SPARSE);
        check(GrB_Vector_assign_INT32(distances_, nullptr, nullptr, no_path, GrB_ALL, n_, nullptr), distances_);
        const auto start = static_cast<GrB_Index>(source);
        check(GrB_Vector_setElement_INT32(distances_, 0, start), distances_);
        check(GrB_Vector_setElement_INT32(waiting_, 0, start), waiting_);
    }

    ss::vector_handle run() && {
        while (count(waiting_) > 0) {
            const std::int32_t end = end_of_nearest_bucket();
            select(frontier_, GrB_VALUELT_INT32, waiting_, end);
            while (count(frontier_) > 0 && relax(light_)) select(frontier_, GrB_VALUELT_INT32, request_, end);
            if (delta_ == 0) break;
            // What waits below the end of the bucket is settled now; only its heavy edges are left.
            if (static_cast<GrB_Matrix>(heavy_) != nullptr) select(frontier_, GrB_VALUELT_INT32, waiting_, end);
            select(waiting_, GrB_VALUEGE_INT32, waiting_, end);
            if (static_cast<GrB_Matrix>(heavy_) != nullptr) relax(heavy_);
        }
        finish(static_cast<GrB_Vector>(distances_));
        return std::move(distances_);
    }

  private:
    static void check(GrB_Info info, GrB_Vector v) { ss::check(info, "delta-stepping", v); }

    static void select(GrB_Vector to, GrB_IndexUnaryOp which, GrB_Vector from, std::int32_t bound) {
        check(GrB_Vector_select_INT32(to, nullptr, nullptr, which, from, bound, nullptr), to);
    }

    std::int32_t end_of_nearest_bucket() const {
        if (delta_ == 0) return no_path;
        std::int32_t nearest = 0;
        ss::check(GrB_Vector_reduce_INT32(&nearest, nullptr, GrB_MIN_MONOID_INT32, waiting_, nullptr), "GrB_reduce");
        return (nearest / delta_ + 1) * delta_;
    }

    /// Lengthens the paths to the frontier by one edge, and stores the distances that became shorter in request_. Returns
    /// whether there are any.
    bool relax(GrB_Matrix edges) {
        const bool pull = may_pull_ && count(frontier_) * vertices_share_to_pull > n_;
        keep_as(frontier_, pull ? GxB_BITMAP : GxB_SPARSE);
        if (pull)  // the graph is undirected: A is its own transpose
            check(GrB_mxv(request_, nullptr, nullptr, GrB_MIN_PLUS_SEMIRING_INT32, edges, frontier_, nullptr), request_);
        else
            check(GrB_vxm(request_, nullptr, nullptr, GrB_MIN_PLUS_SEMIRING_INT32, frontier_, edges, nullptr), request_);
        if (count(request_) == 0) return false;
        check(GrB_Vector_eWiseMult_BinaryOp(shorter_, nullptr, nullptr, GrB_LT_INT32, request_, distances_, nullptr), shorter_);
        check(GrB_Vector_select_BOOL(shorter_, nullptr, nullptr, GrB_VALUEEQ_BOOL, shorter_, true, nullptr), shorter_);
        if (count(shorter_) == 0) return false;
        // An intersection: ten times as fast as a select under a mask where both are bitmaps.
        check(GrB_Vector_eWiseMult_BinaryOp(request_, nullptr, nullptr, GrB_FIRST_INT32, request_, shorter_, nullptr),
              request_);
        check(GrB_Vector_assign(distances_, request_, nullptr, request_, GrB_ALL, n_, GrB_DESC_S), distances_);
        if (delta_ > 0) check(GrB_Vector_assign(waiting_, request_, nullptr, request_, GrB_ALL, n_, GrB_DESC_S), waiting_);
        return true;
    }

    GrB_Index n_;
    std::int32_t delta_;
    bool may_pull_;
    ss::matrix_handle light_part_, heavy_;
    GrB_Matrix light_;
    ss::vector_handle distances_;  ///< tentative, of all vertices
    ss::vector_handle waiting_;    ///< reached, not settled: the same distances
    ss::vector_handle frontier_, request_, shorter_;
};

}  // namespace

std::string sssp_way::name() const {
    const std::string buckets = delta == 0 ? "no buckets" : fmt::format("delta {}", delta);
    return buckets + (pulls ? ", large frontiers pulled" : "");
}

std::vector<sssp_way> sssp_ways() {
    std::vector<sssp_way> ways;
    for (const std::int32_t delta : {0, 32, 64, 128, 256, 512}) ways.push_back({delta, false});
    // Frontiers are large where buckets are wide.
    for (const std::int32_t delta : {0, 128, 512}) ways.push_back({delta, true});
    return ways;
}

ss::vector_handle shortest_paths(suitesparse_graph& g, gb::index source, const sssp_way& way) {
    return delta_stepping(g, source, way).run();
}

}  // namespace bench
