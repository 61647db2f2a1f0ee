// What the walks on one device and on several share: how rows are summed and settled, and what a walk works in.
//
// Idea: between rounds only one number of a vertex is kept, its share for each of its edges; its degree, which is read with its
// row anyway, tells the share. A warp takes up to 32 neighbouring rows at a time: its lanes load what all their edges bring,
// edge after edge, into shared memory, and then a lane adds up each row. Where rows are short on average, a lane loads its rows
// itself. Long rows are cut into pieces before the first round; a warp sums a piece, and the warp that is the last one of a row
// adds up its pieces. The order in which a row is summed does not depend on the rows beside it, and sums over all vertices are
// sums of integers, so that nothing depends on the number of devices.
#pragma once

#include <graphblas_gpu/cuda/device/for_each.cuh>
#include <graphblas_gpu/cuda/device/simt.cuh>
#include <graphblas_gpu/cuda/primitives/warp_sums.cuh>
#include <graphblas_gpu/cuda/structure/graph.hpp>

#include <algorithm>

namespace graphblas_gpu::cuda::walks {

inline constexpr unsigned walk_threads = 256;  ///< of a block
inline constexpr unsigned walk_warps = walk_threads / simt::warp_size;
inline constexpr unsigned walk_blocks = 4;    ///< of a multiprocessor; all of them run at the same time
inline constexpr unsigned loads_at_once = 8;  ///< edges that a lane loads at the same time
inline constexpr unsigned edges_at_once = loads_at_once * simt::warp_size;
inline constexpr row_offset longest_row = edges_at_once;  ///< longer rows are cut into pieces of as many edges
inline constexpr row_offset short_on_average = 8;         ///< edges of a row

/// Sums over all vertices, as multiples of 2^-61 (base/graph/random_walk.hpp).
struct walk_sums {
    unsigned long long change;
    unsigned long long dangling;
};

/// What the blocks share; all zero at the start.
struct walk_state {
    unsigned arrived;
    unsigned pieces;  ///< of long rows
    unsigned long_rows;
    walk_sums sums[3];  ///< in turn: of the round before, of this round, and being cleared
};

/// A row that is cut into pieces.
struct cut_row {
    column_index row;
    unsigned first_piece;
    unsigned pieces;
    unsigned summed;  ///< pieces that have been summed in this round
};

struct row_piece {
    row_offset begin;
    row_offset end;
    unsigned owner;  ///< its row in the list of long rows
};

struct walk_task {
    index n = 0;               ///< rows: the vertices of which this device computes the shares
    index vertices = 0;        ///< of the graph
    unsigned rows_a_warp = 0;  ///< rows that a warp takes at a time
    bool by_lanes = false;     ///< whether each lane loads its rows itself
    random_walk_options walk;
    const row_offset* outgoing = nullptr;  ///< offsets of the rows of outgoing edges; their differences are the degrees
    const row_offset* offsets = nullptr;   ///< rows of incoming edges
    const column_index* columns = nullptr;
    walk_state* state = nullptr;
    cut_row* long_rows = nullptr;
    row_piece* pieces = nullptr;  ///< of all long rows, those of a row in order
    double* of_pieces = nullptr;  ///< what the edges of a piece bring
    /// The share of every vertex of the graph for each of its edges, the share itself if it has none, in even and in odd
    /// rounds; and where those of the rows begin.
    double* moved[2] = {};
    double* own_moved[2] = {};

    double* shares = nullptr;        ///< n, written at the end
    std::int64_t* answer = nullptr;  ///< read by the host: rounds, and the change in the last one
};

/// The terms that a thread adds to the sums of a round.
struct own_sums {
    std::int64_t change = 0, dangling = 0;
};

/// Adds the terms of all threads of the block to the sums of a round. All threads of the block call.
__device__ inline void add_up(const own_sums& own, walk_sums& to) {
    __shared__ std::int64_t changes[walk_warps], danglings[walk_warps];
    const std::int64_t change = sum_of_warp(own.change), dangling = sum_of_warp(own.dangling);
    if (simt::lane_id() == 0) {
        changes[simt::warp_id()] = change;
        danglings[simt::warp_id()] = dangling;
    }
    __syncthreads();
    if (threadIdx.x != 0) return;
    own_sums all;
    for (unsigned w = 0; w < walk_warps; ++w) {
        all.change += changes[w];
        all.dangling += danglings[w];
    }
    atomicAdd(&to.change, static_cast<unsigned long long>(all.change));
    atomicAdd(&to.dangling, static_cast<unsigned long long>(all.dangling));
}

/// The row of a vertex, and what the vertex divides its share by.
struct walk_row {
    index v;
    row_offset begin, end;
    index degree;
    bool exists;

    /// Row v, if it is below `limit`; otherwise an empty one at the end of the rows below it.
    __device__ walk_row(const walk_task& t, index v, index limit) : v(v), exists(v < limit) {
        const index here = exists ? v : limit, next = exists ? v + 1 : limit;
        begin = t.offsets[here];
        end = t.offsets[next];
        degree = t.outgoing == t.offsets ? end - begin : t.outgoing[next] - t.outgoing[here];
    }
    __device__ double parts() const { return static_cast<double>(degree == 0 ? 1 : degree); }
    __device__ bool is_long() const { return end - begin > longest_row; }
    /// Whether it is summed as a whole.
    __device__ bool is_whole() const { return exists && !is_long(); }
};

/// Before the first round all shares are equal. Long rows are listed and cut.
__device__ inline own_sums start(const walk_task& t) {
    own_sums own;
    const double even = 1 / static_cast<double>(t.vertices);
    const index threads = static_cast<index>(gridDim.x) * walk_threads;
    const index first = static_cast<index>(blockIdx.x) * walk_threads + threadIdx.x;
    for (index v = first; v < t.n; v += threads) {
        const walk_row row(t, v, t.n);
        t.own_moved[0][v] = even / row.parts();
        if (row.degree == 0) own.dangling += base::share_as_integer(even);
        if (!row.is_long()) continue;
        const auto pieces = static_cast<unsigned>((row.end - row.begin + edges_at_once - 1) / edges_at_once);
        const unsigned piece = atomicAdd(&t.state->pieces, pieces), owner = atomicAdd(&t.state->long_rows, 1u);
        t.long_rows[owner] = {static_cast<column_index>(v), piece, pieces, 0};
        for (unsigned k = 0; k < pieces; ++k) {
            const row_offset from = row.begin + k * edges_at_once;
            t.pieces[piece + k] = {from, std::min<row_offset>(row.end, from + edges_at_once), owner};
        }
    }
    return own;
}

/// After the last round the shares are written.
__device__ inline void finish(const walk_task& t, std::int64_t rounds) {
    const double even = 1 / static_cast<double>(t.vertices);
    const double* const moved = t.own_moved[rounds % 2];
    const index threads = static_cast<index>(gridDim.x) * walk_threads;
    for (index v = static_cast<index>(blockIdx.x) * walk_threads + threadIdx.x; v < t.n; v += threads)
        t.shares[v] = rounds == 0 ? even : moved[v] * walk_row(t, v, t.n).parts();
}

/// What one round reads and writes.
struct walk_round {
    const walk_task& t;
    double everywhere;       ///< what every vertex has without following an edge
    const double* from;      ///< what all vertices move in this round, before damping
    const double* own_from;  ///< those of the rows
    double* to;              ///< what those of the rows will move in the next one
    own_sums own{};

    /// The next share of the vertex of a row, given the sum of what its edges bring.
    __device__ void settle(const walk_row& row, double brought, double before) {
        const double share = everywhere + t.walk.damping * brought, parts = row.parts(), next = share / parts;
        own.change += base::share_as_integer(fabs(next - before) * parts);
        if (row.degree == 0) own.dangling += base::share_as_integer(share);
        to[row.v] = next;
    }

    /// Calls f(k, what edge begin + k brings) for k below count, which is at most edges_at_once. All lanes of the warp call.
    template <class F>
    __device__ void load(row_offset begin, unsigned count, const F& f) const {
        column_index column[loads_at_once];
        double x[loads_at_once];
        const column_index* const columns = t.columns + begin;
#pragma unroll
        for (unsigned u = 0; u < loads_at_once; ++u) {
            const unsigned k = u * simt::warp_size + simt::lane_id();
            column[u] = k < count ? simt::read_once(columns + k) : 0;
        }
#pragma unroll
        for (unsigned u = 0; u < loads_at_once; ++u) {
            const unsigned k = u * simt::warp_size + simt::lane_id();
            x[u] = k < count ? from[column[u]] : 0;
        }
#pragma unroll
        for (unsigned u = 0; u < loads_at_once; ++u) {
            const unsigned k = u * simt::warp_size + simt::lane_id();
            if (k < count) f(k, x[u]);
        }
    }

    /// Settles the rows of all lanes that are not long. All lanes of the warp call.
    __device__ void settle_rows(const walk_row& row) {
        __shared__ double brought[walk_warps][edges_at_once];
        double* const here = brought[simt::warp_id()];
        const double before = row.is_whole() ? own_from[row.v] : 0;
        double sum = 0;
        row_offset at = __shfl_sync(simt::full_warp, row.begin, 0);
        for (unsigned long_rows = __ballot_sync(simt::full_warp, row.is_long());; long_rows &= long_rows - 1) {
            // The edges up to the next long row.
            const unsigned next = long_rows != 0 ? simt::lowest_bit(long_rows) : simt::warp_size - 1;
            const row_offset until = __shfl_sync(simt::full_warp, long_rows != 0 ? row.begin : row.end, next);
            for (; at < until; at += edges_at_once) {
                const auto count = static_cast<unsigned>(std::min<row_offset>(until - at, edges_at_once));
                load(at, count, [here](unsigned k, double x) { here[k] = x; });
                __syncwarp();
                const auto first = static_cast<unsigned>(std::clamp<row_offset>(row.begin - at, 0, count));
                const auto last = static_cast<unsigned>(std::max<row_offset>(std::min<row_offset>(row.end - at, count), 0));
                for (unsigned k = first; k < last; ++k) sum += here[k];
                __syncwarp();
            }
            if (long_rows == 0) break;
            at = __shfl_sync(simt::full_warp, row.end, next);
        }
        if (row.is_whole()) settle(row, sum, before);
    }

    /// The same for two rows of each lane: row first + lane and the one 32 rows after it.
    __device__ void settle_two_rows_of_lane(index first) {
        constexpr unsigned rows = 2, loads = loads_at_once / rows;
        const walk_row row[rows] = {{t, first + simt::lane_id(), t.n}, {t, first + simt::warp_size + simt::lane_id(), t.n}};
        row_offset at[rows], end[rows];
        double before[rows], sum[rows];
#pragma unroll
        for (unsigned r = 0; r < rows; ++r) {
            at[r] = row[r].begin;
            end[r] = row[r].is_whole() ? row[r].end : row[r].begin;
            before[r] = row[r].is_whole() ? own_from[row[r].v] : 0;
            sum[r] = 0;
        }
        while (at[0] < end[0] || at[1] < end[1]) {
            column_index column[rows][loads];
            double x[rows][loads];
#pragma unroll
            for (unsigned k = 0; k < rows * loads; ++k) {
                const unsigned r = k / loads, u = k % loads;
                column[r][u] = at[r] + u < end[r] ? t.columns[at[r] + u] : 0;
            }
#pragma unroll
            for (unsigned k = 0; k < rows * loads; ++k) {
                const unsigned r = k / loads, u = k % loads;
                x[r][u] = at[r] + u < end[r] ? from[column[r][u]] : 0;
            }
#pragma unroll
            for (unsigned k = 0; k < rows * loads; ++k) sum[k / loads] += x[k / loads][k % loads];
            for (row_offset& p : at) p += loads;
        }
#pragma unroll
        for (unsigned r = 0; r < rows; ++r) {
            if (row[r].is_whole()) settle(row[r], sum[r], before[r]);
        }
    }

    /// Sums a piece of a long row, and settles the row if all other pieces have been summed. All lanes of the warp call.
    __device__ void sum_piece(index piece) {
        const row_piece edges = t.pieces[piece];
        double sum = 0;
        load(edges.begin, static_cast<unsigned>(edges.end - edges.begin), [&sum](unsigned, double x) { sum += x; });
        sum = sum_of_warp(sum);
        cut_row& row = t.long_rows[edges.owner];
        unsigned before = 0;
        if (simt::lane_id() == 0) {
            t.of_pieces[piece] = sum;
            __threadfence();
            before = atomicAdd(&row.summed, 1u);
            __threadfence();
        }
        __syncwarp();
        if (__shfl_sync(simt::full_warp, before, 0) + 1 < row.pieces) return;
        const volatile double* const of_pieces = t.of_pieces + row.first_piece;
        sum = 0;
        for (unsigned k = simt::lane_id(); k < row.pieces; k += simt::warp_size) sum += of_pieces[k];
        sum = sum_of_warp(sum);
        if (simt::lane_id() != 0) return;
        row.summed = 0;
        settle(walk_row(t, row.row, t.n), sum, own_from[row.row]);
    }

    /// Settles all rows. `by_lanes` is that of the task, as a constant because it decides about the registers of a kernel. All
    /// threads of the grid call.
    template <bool by_lanes>
    __device__ void settle_all() {
        const index warp = static_cast<index>(blockIdx.x) * walk_warps + simt::warp_id();
        const index warps = static_cast<index>(gridDim.x) * walk_warps;
        const unsigned pieces = t.state->pieces;
        for (index piece = warp; piece < pieces; piece += warps) sum_piece(piece);
        for (index first = warp * t.rows_a_warp; first < t.n; first += warps * t.rows_a_warp) {
            if constexpr (by_lanes) settle_two_rows_of_lane(first);
            else settle_rows(walk_row(t, first + simt::lane_id(), std::min<index>(first + t.rows_a_warp, t.n)));
        }
    }
};

inline index max_warps(const engine_ptr& e) { return index{e->facts().multiprocessors} * walk_blocks * walk_warps; }

/// What a walk works in on one device.
struct walk_memory {
    array<cut_row> long_rows;
    array<row_piece> pieces;
    array<double> of_pieces, moved;
    array<walk_state> state;

    walk_memory() = default;
    walk_memory(const engine_ptr& e, const csr_ref& incoming, index vertices)
        : long_rows(e, static_cast<std::size_t>(incoming.nvals / longest_row)),
          pieces(e, static_cast<std::size_t>(incoming.nvals / edges_at_once) + long_rows.size()),
          of_pieces(e, pieces.size()),
          moved(e, 2 * static_cast<std::size_t>(vertices)),
          state(zeros<walk_state>(e, 1)) {}
    /// `first_row`: the vertex that the first row belongs to.
    walk_task task(const engine_ptr& e, const random_walk_options& walk, const csr_ref& incoming, const row_offset* outgoing,
                   index first_row, index vertices, double* shares) const {
        walk_task t;
        t.n = incoming.nrows;
        t.vertices = vertices;
        t.by_lanes = incoming.nvals <= short_on_average * t.n;
        t.rows_a_warp = simt::warp_size * 2;
        // Half the lanes add up rows, but all load edges; fewer rows leave work for more warps.
        if (!t.by_lanes) t.rows_a_warp = t.n < max_warps(e) * simt::warp_size ? simt::warp_size / 2 : simt::warp_size;
        t.walk = walk;
        t.outgoing = outgoing;
        t.offsets = incoming.offsets;
        t.columns = incoming.columns;
        t.state = state.data();
        t.long_rows = long_rows.data();
        t.pieces = pieces.data();
        t.of_pieces = of_pieces.data();
        for (int k = 0; k < 2; ++k) {
            t.moved[k] = moved.data() + k * vertices;
            t.own_moved[k] = t.moved[k] + first_row;
        }
        t.shares = shares;
        t.answer = e->answer();
        return t;
    }
};

inline unsigned blocks_for(const engine_ptr& e, const walk_task& t) {
    const index rows_a_block = index{walk_warps} * t.rows_a_warp;
    return static_cast<unsigned>(std::clamp<index>((t.n + rows_a_block - 1) / rows_a_block, 1, max_warps(e) / walk_warps));
}

/// A vector with an entry for every vertex, whose values are not written yet.
inline csr full_vector(const engine_ptr& e, index n, type_code type = type_code::float64) {
    csr out = csr_with_room(e, 1, n, n, type);
    row_offset* const ends = out.offsets.data();
    column_index* const positions = out.columns.data();
    for_each(e, n, GB_DEVICE_LAMBDA(std::int64_t v) {
        positions[v] = static_cast<column_index>(v);
        if (v == 0) ends[0] = 0, ends[1] = n;
    });
    return out;
}

}  // namespace graphblas_gpu::cuda::walks
