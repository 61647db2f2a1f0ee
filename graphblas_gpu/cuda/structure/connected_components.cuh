// The kernels of connected components.
//
// Idea: as on the host (host/graph/graph.hpp), every vertex points to a vertex that is not larger, and an edge makes
// the larger of two roots point to the smaller one. Two edges of each vertex are processed first. The other edges are cut into
// segments of equal length, so that long rows need no special care. If all rows of a segment lie in the largest tree, which is
// usual, the row of an entry is not looked up. Pointers only ever move up a tree, so reading a pointer that another thread has
// just changed costs a longer path and nothing else. The atomic operation that changes a root checks that it still is one.
// Source: Sutton, Ben-Nun, Barak, "Optimizing parallel graph connectivity computation via subgraph sampling" (IPDPS 2018);
// Jaiganesh, Burtscher, "A high-performance connected components implementation for GPUs" (HPDC 2018), for the first pointer of
// a vertex and for shortening a path while it is walked.
#pragma once

#include <graphblas_gpu/cuda/device/csr.hpp>
#include <graphblas_gpu/cuda/device/for_each.cuh>
#include <graphblas_gpu/cuda/device/simt.cuh>

namespace graphblas_gpu::cuda::components {

inline constexpr unsigned threads = 256;         ///< of a block
inline constexpr row_offset segment_edges = 512; ///< entries of a segment, which a warp processes together
inline constexpr unsigned in_flight = 4;         ///< loads in flight in a lane

struct totals {
    column_index largest;   ///< the root of the largest tree of a sample
    unsigned roots;
    unsigned finished;      ///< blocks of the last kernel that have finished
};

struct task {
    csr_ref a;
    bool symmetric = false;
    index segments = 0;
    column_index* parent = nullptr;     ///< n
    column_index* first_row = nullptr;  ///< of each segment: the row of its first entry
    totals* total = nullptr;

    std::int64_t* labels = nullptr;     ///< n
    column_index* columns = nullptr;    ///< n: 0, 1, ...
    row_offset* offsets = nullptr;      ///< 2
    std::int64_t* answer = nullptr;     ///< the number of components, for the host
};

__device__ __forceinline__ index this_thread() { return static_cast<index>(blockIdx.x) * blockDim.x + threadIdx.x; }
__device__ __forceinline__ index all_threads() { return static_cast<index>(gridDim.x) * blockDim.x; }

/// The root of the tree of v. The vertices on the path are made to point past their parents. Vertex 0 is always
/// a root, because no vertex is smaller. In most graphs it is the root of the largest tree, so the search stops at it without
/// reading its pointer.
__device__ __forceinline__ column_index root_of(column_index* parent, column_index v) {
    column_index above = parent[v];
    while (above != v && above != 0) {
        const column_index beyond = parent[above];
        if (beyond != above) parent[v] = beyond;
        v = above;
        above = beyond;
    }
    return above;
}

/// Joins the trees of u and v.
__device__ inline void join(column_index* parent, column_index u, column_index v) {
    u = root_of(parent, u);
    v = root_of(parent, v);
    while (u != v) {
        const column_index larger = u < v ? v : u, smaller = u < v ? u : v;
        const column_index found = atomicCAS(&parent[larger], larger, smaller);
        if (found == larger) return;
        u = root_of(parent, found);
        v = smaller;
    }
}

/// Makes every vertex point to its smallest neighbour if that is smaller, and finds the first row of every segment.
__global__ void __launch_bounds__(threads) start_kernel(task t) {
    if (this_thread() == 0) *t.total = {0, 0, 0};
    for (index v = this_thread(); v < t.a.nrows; v += all_threads()) {
        const auto self = static_cast<column_index>(v);
        const row_offset begin = t.a.offsets[v], end = t.a.offsets[v + 1];
        const column_index first = begin < end ? t.a.columns[begin] : self;
        t.parent[v] = first < self ? first : self;
        for (row_offset s = (begin + segment_edges - 1) / segment_edges; s * segment_edges < end; ++s) t.first_row[s] = self;
    }
}

/// Joins the trees at the second edge of each vertex.
__global__ void __launch_bounds__(threads) second_edge_kernel(task t) {
    for (index v = this_thread(); v < t.a.nrows; v += all_threads()) {
        const row_offset begin = t.a.offsets[v], end = t.a.offsets[v + 1];
        if (begin + 1 < end) join(t.parent, static_cast<column_index>(v), t.a.columns[begin + 1]);
    }
}

/// Makes every vertex point to its root. Each thread lets its vertex point to where its parent points, again and again. As all
/// threads do so and see the changes of the others, the path that is left is halved each time.
__global__ void __launch_bounds__(threads) point_to_roots_kernel(task t) {
    for (index v = this_thread(); v < t.a.nrows; v += all_threads()) {
        column_index above = t.parent[v];
        while (above != 0) {
            const column_index beyond = *static_cast<const volatile column_index*>(t.parent + above);
            if (beyond == above) break;
            *static_cast<volatile column_index*>(t.parent + v) = above = beyond;
        }
    }
}

/// Finds the root that most vertices of a sample point to. One block.
__global__ void __launch_bounds__(threads) largest_tree_kernel(task t) {
    __shared__ column_index sample[threads];
    __shared__ unsigned long long best;
    const column_index root = t.parent[t.a.nrows * threadIdx.x / threads];
    sample[threadIdx.x] = root;
    if (threadIdx.x == 0) best = 0;
    __syncthreads();
    unsigned long long equal = 0;
    for (unsigned k = 0; k < threads; ++k) equal += sample[k] == root;
    atomicMax(&best, equal << 32 | root);
    __syncthreads();
    if (threadIdx.x == 0) t.total->largest = static_cast<column_index>(best);
}

/// Processes all edges. If every edge is known to be there in both directions, rows of the largest tree are skipped: an edge
/// that leaves this tree is found in the row of its other end.
__global__ void __launch_bounds__(threads) all_edges_kernel(task t) {
    constexpr unsigned full = simt::full_warp;
    const column_index largest = t.total->largest;
    const unsigned lane = simt::lane_id();
    for (index s = this_thread() / simt::warp_size; s < t.segments; s += all_threads() / simt::warp_size) {
        const row_offset begin = s * segment_edges;
        const row_offset end = begin + segment_edges < t.a.nvals ? begin + segment_edges : t.a.nvals;
        const index first_row = t.first_row[s], last_row = s + 1 < t.segments ? t.first_row[s + 1] : t.a.nrows - 1;
        bool is_elsewhere = false;  // whether some row of this lane has entries in the segment and is in another tree
        for (index u = first_row + lane; u <= last_row; u += simt::warp_size) {
            const row_offset start = t.a.offsets[u];
            is_elsewhere = is_elsewhere || (t.parent[u] != largest && start < end && start < t.a.offsets[u + 1]);
        }
        const bool within = !__any_sync(full, is_elsewhere);
        if (within && t.symmetric) continue;
        for (row_offset base = begin + lane; base < end; base += in_flight * simt::warp_size) {
            column_index v[in_flight], tree[in_flight];
#pragma unroll
            for (unsigned k = 0; k < in_flight; ++k) {
                const row_offset p = base + k * simt::warp_size;
                v[k] = simt::read_once(&t.a.columns[p < end ? p : base]);
            }
#pragma unroll
            for (unsigned k = 0; k < in_flight; ++k) tree[k] = t.parent[v[k]];
#pragma unroll
            for (unsigned k = 0; k < in_flight; ++k) {
                const row_offset p = base + k * simt::warp_size;
                if (p >= end || (within && tree[k] == largest)) continue;
                const auto u = within ? largest
                                      : static_cast<column_index>(
                                            first_row + row_of_entry(t.a.offsets + first_row, last_row - first_row + 1, p));
                const column_index tree_of_row = t.parent[u];
                if (tree_of_row == tree[k] || (t.symmetric && tree_of_row == largest)) continue;
                join(t.parent, u, v[k]);
            }
        }
    }
}

/// Writes the root of every vertex as its label, and counts the roots.
__global__ void __launch_bounds__(threads) label_kernel(task t) {
    unsigned roots = 0;
    for (index v = this_thread(); v < t.a.nrows; v += all_threads()) {
        const column_index root = root_of(t.parent, static_cast<column_index>(v));
        t.labels[v] = root;
        t.columns[v] = static_cast<column_index>(v);
        roots += root == v;
    }
    roots = __reduce_add_sync(simt::full_warp, roots);
    if (simt::lane_id() == 0 && roots > 0) atomicAdd(&t.total->roots, roots);
    __syncthreads();
    if (threadIdx.x != 0) return;
    __threadfence();
    if (atomicAdd(&t.total->finished, 1u) + 1 < gridDim.x) return;
    t.answer[0] = atomicAdd(&t.total->roots, 0u);
    t.offsets[0] = 0;
    t.offsets[1] = t.a.nrows;
}

}  // namespace graphblas_gpu::cuda::components
