// Idea: one kernel computes all rounds. Its blocks meet at a barrier after each phase of a round, and every thread decides by
// the same two sums whether there is another round, so that the host waits once. A warp takes 32 rows at a time, which its
// lanes sum in groups: a group of 8 lanes a row, or a lane a row where rows are short on average. Long rows are cut into pieces
// before the first round; a warp sums a piece, and a second phase adds up the pieces of each row.
#include <graphblas_gpu/cuda/device/simt.cuh>
#include <graphblas_gpu/cuda/primitives/grid_barrier.cuh>
#include <graphblas_gpu/cuda/primitives/warp_sums.cuh>
#include <graphblas_gpu/cuda/structure/graph.hpp>

#include <algorithm>

namespace graphblas_gpu::cuda {

namespace {

constexpr unsigned walk_threads = 256;  ///< of a block
constexpr unsigned walk_warps = walk_threads / simt::warp_size;
constexpr unsigned walk_blocks = 5;         ///< of a multiprocessor; all of them run at the same time
constexpr row_offset short_on_average = 8;  ///< edges of a row; above it a row has a group of lanes
constexpr unsigned walk_group = 8;          ///< lanes
constexpr row_offset walked_by_lane = 32;   ///< a row is long if the lanes of its group would have more edges
constexpr row_offset piece_edges = 256;     ///< edges of a piece of a long row
constexpr unsigned at_once = 4;             ///< edges that a lane of a group loads at the same time

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
    index n = 0;
    random_walk_options walk;
    const row_offset* outgoing = nullptr;  ///< offsets of the rows of outgoing edges
    const row_offset* offsets = nullptr;   ///< rows of incoming edges
    const column_index* columns = nullptr;
    walk_state* state = nullptr;
    cut_row* long_rows = nullptr;
    row_piece* pieces = nullptr;  ///< of all long rows, those of a row in order
    double* of_pieces = nullptr;  ///< what the edges of a piece bring
    double* parts = nullptr;      ///< n: what part of its share a vertex moves along each of its edges
    double* moved[2] = {};        ///< n each: what a vertex moves along each of its edges, in even and in odd rounds

    double* shares = nullptr;  ///< the result: n shares, the indices 0, 1, ... and the offsets of the row
    column_index* positions = nullptr;
    row_offset* ends = nullptr;
    std::int64_t* answer = nullptr;  ///< read by the host: rounds, and the change in the last one
};

/// The terms that a thread adds to the sums of a round.
struct own_sums {
    std::int64_t change = 0, dangling = 0;
};

/// Adds the terms of all threads of the block to the sums of a round. All threads of the block call.
__device__ void add_up(const own_sums& own, walk_sums& to) {
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
__device__ own_sums start(const walk_task& t, row_offset longest) {
    own_sums own;
    const double even = 1 / static_cast<double>(t.n);
    const index threads = static_cast<index>(gridDim.x) * walk_threads;
    const index first = static_cast<index>(blockIdx.x) * walk_threads + threadIdx.x;
    for (index v = first; v < t.n; v += threads) {
        const index degree = t.outgoing[v + 1] - t.outgoing[v];
        const row_offset begin = t.offsets[v], end = t.offsets[v + 1];
        t.shares[v] = even;
        t.parts[v] = formats::moved_part(t.walk.damping, degree);
        t.moved[0][v] = even * t.parts[v];
        if (degree == 0) own.dangling += formats::share_as_integer(even);
        t.positions[v] = static_cast<column_index>(v);
        if (end - begin <= longest) continue;
        const auto pieces = static_cast<unsigned>((end - begin + piece_edges - 1) / piece_edges);
        const unsigned piece = atomicAdd(&t.state->pieces, pieces);
        t.long_rows[atomicAdd(&t.state->long_rows, 1u)] = {static_cast<column_index>(v), piece, pieces};
        for (unsigned k = 0; k < pieces; ++k) {
            const row_offset from = begin + k * piece_edges;
            t.pieces[piece + k] = {from, std::min(end, from + piece_edges)};
        }
    }
    if (first < 2) t.ends[first] = first == 0 ? 0 : t.n;
    return own;
}

/// What one round reads and writes.
struct walk_round {
    const walk_task& t;
    double everywhere;   ///< what every vertex has without following an edge
    const double* from;  ///< what vertices move in this round
    double* to;          ///< what they will move in the next one
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
__device__ void sum_piece(const walk_round& round, unsigned piece) {
    const row_piece edges = round.t.pieces[piece];
    constexpr unsigned loads = piece_edges / simt::warp_size;
    const double sum = sum_of_warp(round.sum_edges<simt::warp_size, loads>(edges.begin + simt::lane_id(), edges.end));
    if (simt::lane_id() == 0) round.t.of_pieces[piece] = sum;
}

/// Settles a row whose pieces have been summed. All lanes of the warp call.
__device__ void settle_long(walk_round& round, const cut_row& row) {
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

template <unsigned lanes>
__global__ void __launch_bounds__(walk_threads, walk_blocks) walk_kernel(walk_task t) {
    grid_barrier barrier(&t.state->arrived);
    const index warp = static_cast<index>(blockIdx.x) * walk_warps + simt::warp_id();
    const index warps = static_cast<index>(gridDim.x) * walk_warps;
    const auto sums_of_round = [&](std::int64_t round) -> walk_sums& { return t.state->sums[round % 3]; };
    const auto read = [](const unsigned long long& sum) {
        return static_cast<std::int64_t>(*static_cast<const volatile unsigned long long*>(&sum));
    };
    add_up(start(t, lanes * walked_by_lane), sums_of_round(0));
    barrier.wait();
    const unsigned pieces = t.state->pieces, long_rows = t.state->long_rows;
    std::int64_t rounds = 0, change = 0;
    while (rounds < t.walk.most_rounds) {
        walk_round round{.t = t,
                         .everywhere = formats::share_without_edges(t.walk, t.n, read(sums_of_round(rounds).dangling)),
                         .from = t.moved[rounds % 2],
                         .to = t.moved[(rounds + 1) % 2]};
        // All blocks have read these sums, which are those of the round before the last, before the last barrier.
        if (blockIdx.x == 0 && threadIdx.x == 0) sums_of_round(rounds + 2) = {};
        for (index piece = warp; piece < pieces; piece += warps) sum_piece(round, static_cast<unsigned>(piece));
        for (index rows = warp * simt::warp_size; rows < t.n; rows += warps * simt::warp_size) settle_rows<lanes>(round, rows);
        if (long_rows > 0) {
            barrier.wait();
            for (index row = warp; row < long_rows; row += warps) settle_long(round, t.long_rows[row]);
        }
        add_up(round.own, sums_of_round(rounds + 1));
        barrier.wait();
        ++rounds;
        change = read(sums_of_round(rounds).change);
        if (formats::share_of_integer(change) <= t.walk.tolerance) break;
    }
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        t.answer[0] = rounds;
        t.answer[1] = change;
    }
}

}  // namespace

walk_result random_walk(const engine_ptr& e, const csr_ref& outgoing, const csr_ref& incoming,
                        const random_walk_options& walk) {
    const auto n = static_cast<std::size_t>(outgoing.nrows);
    walk_result out;
    out.shares.nrows = 1;
    out.shares.ncols = out.shares.nvals = outgoing.nrows;
    out.shares.type = type_code::float64;
    out.shares.offsets = array<row_offset>(e, 2);
    out.shares.columns = array<column_index>(e, n);
    out.shares.values = memory(e, n * sizeof(double));

    const bool by_groups = incoming.nvals > short_on_average * outgoing.nrows;
    // A long row has more edges than this, and at most one piece that is not full.
    const row_offset longest = walked_by_lane * (by_groups ? walk_group : 1);
    const auto most_long_rows = static_cast<std::size_t>(incoming.nvals / longest);
    const auto most_pieces = static_cast<std::size_t>(incoming.nvals / piece_edges) + most_long_rows;
    const array<cut_row> long_rows(e, most_long_rows);
    const array<row_piece> pieces(e, most_pieces);
    const array<double> of_pieces(e, most_pieces), parts(e, n), moved(e, 2 * n);
    const array<walk_state> state(e, 1);
    e->set_bytes(state.data(), 0, sizeof(walk_state));

    walk_task t;
    t.n = outgoing.nrows;
    t.walk = walk;
    t.outgoing = outgoing.offsets;
    t.offsets = incoming.offsets;
    t.columns = incoming.columns;
    t.state = state.data();
    t.long_rows = long_rows.data();
    t.pieces = pieces.data();
    t.of_pieces = of_pieces.data();
    t.parts = parts.data();
    t.moved[0] = moved.data();
    t.moved[1] = moved.data() + n;
    t.shares = static_cast<double*>(out.shares.values.data());
    t.positions = out.shares.columns.data();
    t.ends = out.shares.offsets.data();
    t.answer = e->answer();
    const std::size_t most = static_cast<std::size_t>(e->facts().multiprocessors) * walk_blocks;
    const auto blocks = static_cast<unsigned>(std::min(most, (n + walk_threads - 1) / walk_threads));
    simt::launch_concurrent(e->stream(), blocks, walk_threads, 0, by_groups ? walk_kernel<walk_group> : walk_kernel<1>, t);
    out.end.rounds = e->await_answer();
    out.end.residual = formats::share_of_integer(e->answer()[1]);
    return out;
}

}  // namespace graphblas_gpu::cuda
