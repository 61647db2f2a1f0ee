// The rival: SuiteSparse:GraphBLAS, called as its own authors' library of algorithms (LAGraph) calls it.
//
// Needs: a running session.
// Idea: what a user of SuiteSparse would write who knows it well: non-blocking mode, formats hinted where the algorithm
// knows better, the faster of several ways where none is best on all graphs (tried once, before measuring). A result is
// waited for, so that no work is left to whoever reads it.
#pragma once

#include "graphs.hpp"
#include <graphblas_gpu/interop/suitesparse.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace bench {

namespace ss = graphblas_gpu::suitesparse;

/// The objects of one graph, made when they are first asked for and finished before they are handed out.
class suitesparse_graph {
  public:
    explicit suitesparse_graph(graph& from) : from_(&from) {}

    GrB_Matrix structure();  ///< bool, all true, one value for all
    GrB_Matrix adjacency();  ///< the same without self loops
    GrB_Matrix real();       ///< float
    GrB_Matrix lengths();    ///< int32, without self loops
    GrB_Vector degrees();    ///< of adjacency(); int64, an entry for each vertex: LAGraph keeps them with the graph
    gb::index size() const { return from_->structure().nrows(); }

  private:
    graph* from_;
    ss::matrix_handle structure_, adjacency_, real_, lengths_;
    ss::vector_handle degrees_;
};

/// Waits until the object is complete: no pending work, rows sorted.
void finish(GrB_Matrix a);
void finish(GrB_Vector v);

/// Has the vector stored in one of these formats (GxB_SPARSE, GxB_BITMAP, GxB_FULL).
void keep_as(GrB_Vector v, int formats);

// ---- products ----

enum class product_path { automatic, transposed_dot };

/// C = A*A, or C<mask> = A*A where there is a mask, whose structure counts. As compressed sparse rows, sorted. A must
/// be symmetric for transposed_dot, which computes A*A' by dot products.
ss::matrix_handle square(GrB_Matrix a, GrB_Semiring semiring, GrB_Type type, GrB_Matrix mask = nullptr,
                         product_path path = product_path::automatic);

// ---- triangles ----

/// How SuiteSparse is asked: which product, and whether vertices are renumbered by degree before.
struct triangle_way {
    enum { lut_dot, ult_dot, ll_saxpy, uu_saxpy, burkhardt_dot, cohen_saxpy } product = lut_dot;
    int order = 0;  ///< 1: ascending degrees, -1: descending, 0: as they are
    std::string name() const;
};

/// All ways that are tried.
std::vector<triangle_way> triangle_ways();

/// From the adjacency matrix and its degrees. Extracting the triangles' parts, renumbering and counting.
std::int64_t count_triangles(suitesparse_graph& g, const triangle_way& way);

// ---- searches ----

struct bfs_answer {
    ss::vector_handle levels;   ///< int32
    ss::vector_handle parents;  ///< int32
};

/// Direction-optimising, levels and parents. The graph must be undirected.
bfs_answer search(suitesparse_graph& g, gb::index source);

struct sssp_way {
    std::int32_t delta = 0;  ///< width of a bucket; 0: no buckets, which is Bellman-Ford on a frontier
    bool pulls = false;      ///< large frontiers are pulled
    std::string name() const;
};

/// All ways that are tried.
std::vector<sssp_way> sssp_ways();

/// Delta-stepping: int32 distances, the largest int32 where there is no path. The graph must be undirected.
ss::vector_handle shortest_paths(suitesparse_graph& g, gb::index source, const sssp_way& way);

/// Distance of vertices that are not reached.
inline constexpr std::int32_t no_path = INT32_MAX;

}  // namespace bench
