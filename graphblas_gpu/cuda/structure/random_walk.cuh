// What the walks on one device and on several share: how rows are summed and settled, and what a walk works in.
//
// Idea: a warp takes 32 rows at a time, which its lanes sum in groups: a group of 8 lanes a row, or a lane a row where rows are
// short on average. Long rows are cut into pieces before the first round; a warp sums a piece, and a second phase adds up the
// pieces of each row. Sums over all vertices are sums of integers, so that they do not depend on the number of devices.
#pragma once

#include <graphblas_gpu/cuda/device/simt.cuh>
#include <graphblas_gpu/cuda/primitives/for_each.cuh>
#include <graphblas_gpu/cuda/primitives/warp_sums.cuh>
#include <graphblas_gpu/cuda/structure/graph.hpp>

#include <algorithm>

namespace graphblas_gpu::cuda::walks {

inline constexpr unsigned walk_threads = 256;  ///< of a block
inline constexpr unsigned walk_warps = walk_threads / simt::warp_size;
inline constexpr unsigned walk_blocks = 5;         ///< of a multiprocessor; all of them run at the same time
inline constexpr row_offset short_on_average = 8;  ///< edges of a row; above it a row has a group of lanes
inline constexpr unsigned walk_group = 8;          ///< lanes
inline constexpr row_offset walked_by_lane = 32;   ///< a row is long if the lanes of its group would have more edges
inline constexpr row_offset piece_edges = 256;     ///< edges of a piece of a long row
inline constexpr unsigned at_once = 4;             ///< edges that a lane of a group loads at the same time

/// Sums over all vertices, as multiples of 2^-61 (formats/random_walk.hpp).
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

struct cut_row {
    column_index row;
    unsigned first_piece;
    unsigned pieces;
};

struct row_piece {
    row_offset begin;
    row_offset end;
};

struct walk_task {
    index n = 0;         ///< rows: the vertices of which this device computes the shares
    index vertices = 0;  ///< of the graph
    random_walk_options walk;
    const row_offset* outgoing = nullptr;  ///< offsets of the rows of outgoing edges; their differences are the degrees
    const row_offset* offsets = nullptr;   ///< rows of incoming edges
    const column_index* columns = nullptr;
    walk_state* state = nullptr;
    cut_row* long_rows = nullptr;
    row_piece* pieces = nullptr;  ///< of all long rows, those of a row in order
    double* of_pieces = nullptr;  ///< what the edges of a piece bring
    double* parts = nullptr;      ///< n: what part of its share a vertex moves along each of its edges
    /// What every vertex of the graph moves along each of its edges, in even and in odd rounds; and where those of the rows begin.
    double* moved[2] = {};
    double* own_moved[2] = {};

    double* shares = nullptr;  ///< n
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

/// Before the first round all shares are equal. Rows above `longest` edges are listed and cut.
__device__ inline own_sums start(const walk_task& t, row_offset longest) {
    own_sums own;
    const double even = 1 / static_cast<double>(t.vertices);
    const index threads = static_cast<index>(gridDim.x) * walk_threads;
    const index first = static_cast<index>(blockIdx.x) * walk_threads + threadIdx.x;
    for (index v = first; v < t.n; v += threads) {
        const index degree = t.outgoing[v + 1] - t.outgoing[v];
        const row_offset begin = t.offsets[v], end = t.offsets[v + 1];
        t.shares[v] = even;
        t.parts[v] = formats::moved_part(t.walk.damping, degree);
        t.own_moved[0][v] = even * t.parts[v];
        if (degree == 0) own.dangling += formats::share_as_integer(even);
        if (end - begin <= longest) continue;
        const auto pieces = static_cast<unsigned>((end - begin + piece_edges - 1) / piece_edges);
        const unsigned piece = atomicAdd(&t.state->pieces, pieces);
        t.long_rows[atomicAdd(&t.state->long_rows, 1u)] = {static_cast<column_index>(v), piece, pieces};
        for (unsigned k = 0; k < pieces; ++k) {
            const row_offset from = begin + k * piece_edges;
            t.pieces[piece + k] = {from, std::min(end, from + piece_edges)};
        }
    }
    return own;
}

/// What one round reads and writes.
struct walk_round {
    const walk_task& t;
    double everywhere;   ///< what every vertex has without following an edge
    const double* from;  ///< what all vertices move in this round
    double* to;          ///< what those of the rows will move in the next one
    own_sums own{};

    /// What every `step`-th of the edges p .. end - 1 brings.
    template <unsigned step, unsigned loads>
    __device__ double sum_edges(row_offset p, row_offset end) const {
        double sum = 0;
        for (; p < end; p += step * loads) {
            column_index column[loads];
#pragma unroll
            for (unsigned u = 0; u < loads; ++u) column[u] = p + u * step < end ? t.columns[p + u * step] : 0;
#pragma unroll
            for (unsigned u = 0; u < loads; ++u) {
                if (p + u * step < end) sum += from[column[u]];
            }
        }
        return sum;
    }

    /// Gives vertex v its share, given what its edges have brought, the share and the part that it has.
    __device__ void settle(index v, double brought, double share, double part) {
        const double next = everywhere + brought;
        own.change += formats::share_as_integer(fabs(next - share));
        // With damping 0 all parts are 0; the share of dangling vertices then counts for nothing.
        if (part == 0) own.dangling += formats::share_as_integer(next);
        t.shares[v] = next;
        to[v] = next * part;
    }
};

/// Sums a piece of a long row. All lanes of the warp call.
__device__ inline void sum_piece(const walk_round& round, unsigned piece) {
    const row_piece edges = round.t.pieces[piece];
    constexpr unsigned loads = piece_edges / simt::warp_size;
    const double sum = sum_of_warp(round.sum_edges<simt::warp_size, loads>(edges.begin + simt::lane_id(), edges.end));
    if (simt::lane_id() == 0) round.t.of_pieces[piece] = sum;
}

/// Settles a row whose pieces have been summed. All lanes of the warp call.
__device__ inline void settle_long(walk_round& round, const cut_row& row) {
    double sum = 0;
    for (unsigned k = simt::lane_id(); k < row.pieces; k += simt::warp_size) sum += round.t.of_pieces[row.first_piece + k];
    sum = sum_of_warp(sum);
    if (simt::lane_id() == 0) round.settle(row.row, sum, round.t.shares[row.row], round.t.parts[row.row]);
}

/// Settles those of the rows first .. first + 31 that are not long, with a group of `lanes` lanes for a row. All lanes of the
/// warp call.
template <unsigned lanes>
__device__ void settle_rows(walk_round& round, index first) {
    const walk_task& t = round.t;
    constexpr unsigned groups = simt::warp_size / lanes;
    const unsigned lane = simt::lane_id();
    const index v = first + lane;
    const bool exists = v < t.n;
    row_offset begin = exists ? t.offsets[v] : 0, end = exists ? t.offsets[v + 1] : 0;
    const bool is_own = exists && end - begin <= lanes * walked_by_lane;
    const double share = is_own ? t.shares[v] : 0, part = is_own ? t.parts[v] : 0;
    if (!is_own) end = begin;
    double sum = 0;
    if constexpr (lanes == 1) {
        sum = round.sum_edges<1, at_once>(begin, end);
    } else {
#pragma unroll
        for (unsigned turn = 0; turn < lanes; ++turn) {
            const unsigned row = turn * groups + lane / lanes;
            const row_offset from = __shfl_sync(simt::full_warp, begin, row), until = __shfl_sync(simt::full_warp, end, row);
            double of_row = round.sum_edges<lanes, at_once>(from + lane % lanes, until);
            of_row = sum_over_lanes<lanes>(of_row);
            const double mine = __shfl_sync(simt::full_warp, of_row, lane % groups * lanes);
            if (lane / groups == turn) sum = mine;
        }
    }
    if (is_own) round.settle(v, sum, share, part);
}

/// How rows are summed, which depends on the graph as a whole.
struct walk_plan {
    bool by_groups;
    row_offset longest;  ///< a long row has more edges than this, and at most one piece that is not full
    explicit walk_plan(const csr_ref& incoming)
        : by_groups(incoming.nvals > short_on_average * incoming.nrows), longest(walked_by_lane * (by_groups ? walk_group : 1)) {}
    std::size_t most_long_rows(row_offset nvals) const { return static_cast<std::size_t>(nvals / longest); }
    std::size_t most_pieces(row_offset nvals) const { return static_cast<std::size_t>(nvals / piece_edges) + most_long_rows(nvals); }
};

/// What a walk works in on one device.
struct walk_memory {
    array<cut_row> long_rows;
    array<row_piece> pieces;
    array<double> of_pieces, parts, moved;
    array<walk_state> state;

    walk_memory() = default;
    walk_memory(const engine_ptr& e, const walk_plan& plan, const csr_ref& incoming, index vertices)
        : long_rows(e, plan.most_long_rows(incoming.nvals)),
          pieces(e, plan.most_pieces(incoming.nvals)),
          of_pieces(e, pieces.size()),
          parts(e, static_cast<std::size_t>(incoming.nrows)),
          moved(e, 2 * static_cast<std::size_t>(vertices)),
          state(zeros<walk_state>(e, 1)) {}
    /// `first_row`: the vertex that the first row belongs to.
    walk_task task(const engine_ptr& e, const random_walk_options& walk, const csr_ref& incoming, const row_offset* outgoing,
                   index first_row, index vertices, double* shares) const {
        walk_task t;
        t.n = incoming.nrows;
        t.vertices = vertices;
        t.walk = walk;
        t.outgoing = outgoing;
        t.offsets = incoming.offsets;
        t.columns = incoming.columns;
        t.state = state.data();
        t.long_rows = long_rows.data();
        t.pieces = pieces.data();
        t.of_pieces = of_pieces.data();
        t.parts = parts.data();
        for (int k = 0; k < 2; ++k) {
            t.moved[k] = moved.data() + k * vertices;
            t.own_moved[k] = t.moved[k] + first_row;
        }
        t.shares = shares;
        t.answer = e->answer();
        return t;
    }
};

inline unsigned blocks_for_rows(const engine_ptr& e, index n) {
    const index most = static_cast<index>(e->facts().multiprocessors) * walk_blocks;
    return static_cast<unsigned>(std::min(most, (n + walk_threads - 1) / walk_threads));
}

/// A vector with an entry for every vertex, whose values are not written yet.
inline csr full_vector(const engine_ptr& e, index n) {
    csr out = csr_with_room(e, 1, n, n, type_code::float64);
    row_offset* const ends = out.offsets.data();
    column_index* const positions = out.columns.data();
    for_each(e, n, GB_DEVICE_LAMBDA(std::int64_t v) {
        positions[v] = static_cast<column_index>(v);
        if (v == 0) ends[0] = 0, ends[1] = n;
    });
    return out;
}

}  // namespace graphblas_gpu::cuda::walks
