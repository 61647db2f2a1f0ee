// Idea: one kernel computes all rounds. Its blocks meet at a barrier after each phase of a round, and every thread decides by
// the same two sums whether there is another round, so that the host waits once. The edges and the ends of the rows, in order,
// are cut into tiles of equal length, so that long rows and empty rows need no special care: a block loads what the edges of a
// tile bring into shared memory, and sums the rows there. A row that lies in several tiles is put together in a second phase.
// Source: Merrill, Garland, "Merge-based parallel sparse matrix-vector multiplication" (SC 2016), for the tiles.
#include <graphblas_gpu/cuda/primitives/for_each.cuh>
#include <graphblas_gpu/cuda/primitives/grid_barrier.cuh>
#include <graphblas_gpu/cuda/structure/random_walk.hpp>

#include <algorithm>

namespace graphblas_gpu::cuda {

namespace {

constexpr unsigned walk_threads = 256;  ///< of a block
constexpr unsigned walk_warps = walk_threads / simt::warp_size;
constexpr unsigned walk_blocks = 4;      ///< of a multiprocessor; all of them run at the same time
constexpr index tile_items = 256;        ///< edges and ends of rows in a tile
constexpr unsigned summed_by_lane = 32;  ///< the longest part of a row that a lane sums, and the most tiles of one

/// Sums over all vertices, as multiples of 2^-61 (formats/random_walk.hpp).
struct walk_sums {
    unsigned long long change;
    unsigned long long dangling;
};

/// What the blocks share; all zero at the start.
struct walk_state {
    unsigned arrived;
    walk_sums sums[3];  ///< in turn: of the round before, of this round, and being cleared
};

struct walk_task {
    index n = 0;
    index tiles = 0;
    random_walk_options walk;
    const row_offset* outgoing = nullptr;  ///< offsets of the rows of outgoing edges
    const row_offset* offsets = nullptr;   ///< rows of incoming edges
    const column_index* columns = nullptr;
    walk_state* state = nullptr;
    column_index* first_row = nullptr;  ///< tiles + 1: the row in which a tile begins
    double* of_first = nullptr;         ///< for each tile: the sum of its part of its first row, if the row ends in the tile
    double* of_last = nullptr;          ///< for each tile: the sum of its part of the row that goes on after it
    double* parts = nullptr;            ///< n: what part of its share a vertex moves along each of its edges
    double* moved[2] = {};              ///< n each: what a vertex moves along each of its edges, in even and in odd rounds

    double* shares = nullptr;  ///< the result: n shares, the indices 0, 1, ... and the offsets of the row
    column_index* positions = nullptr;
    row_offset* ends = nullptr;
    std::int64_t* answer = nullptr;  ///< read by the host: rounds, and the change in the last one

    /// The first item of row i among all edges and ends of rows.
    __device__ index begin_of_row(index i) const { return offsets[i] + i; }
};

/// The terms that a thread adds to the sums of a round.
struct own_sums {
    std::int64_t change = 0, dangling = 0;
};

/// The sum over the lanes of a warp, in lane 0.
template <class T>
__device__ T sum_over_warp(T x) {
    for (unsigned distance = simt::warp_size / 2; distance > 0; distance /= 2)
        x += __shfl_down_sync(simt::full_warp, x, distance);
    return x;
}

/// Adds the terms of all threads of the block to the sums of a round. All threads of the block call.
__device__ void add_up(const own_sums& own, walk_sums& to) {
    __shared__ std::int64_t changes[walk_warps], danglings[walk_warps];
    const std::int64_t change = sum_over_warp(own.change), dangling = sum_over_warp(own.dangling);
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

/// Before the first round all shares are equal.
__device__ own_sums start(const walk_task& t) {
    own_sums own;
    const double even = 1 / static_cast<double>(t.n);
    const index threads = static_cast<index>(gridDim.x) * walk_threads;
    const index first = static_cast<index>(blockIdx.x) * walk_threads + threadIdx.x;
    for (index v = first; v < t.n; v += threads) {
        const index degree = t.outgoing[v + 1] - t.outgoing[v];
        t.shares[v] = even;
        t.parts[v] = formats::moved_part(t.walk.damping, degree);
        t.moved[0][v] = even * t.parts[v];
        if (degree == 0) own.dangling += formats::share_as_integer(even);
        t.positions[v] = static_cast<column_index>(v);
    }
    for (index tile = first; tile <= t.tiles; tile += threads) {
        // The last row that begins at or before the first item of the tile.
        index low = 0, high = t.n;
        while (high - low > 1) {
            const index middle = low + (high - low) / 2;
            if (t.begin_of_row(middle) <= tile * tile_items)
                low = middle;
            else
                high = middle;
        }
        t.first_row[tile] = static_cast<column_index>(tile == t.tiles ? t.n : low);
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

    /// Gives vertex v its share, given what its edges have brought.
    __device__ void settle(index v, double brought) {
        const double next = everywhere + brought, part = t.parts[v];
        own.change += formats::share_as_integer(fabs(next - t.shares[v]));
        // With damping 0 all parts are 0; the share of dangling vertices then counts for nothing.
        if (part == 0) own.dangling += formats::share_as_integer(next);
        t.shares[v] = next;
        to[v] = next * part;
    }
};

/// Loads what the edges of a tile bring to `brought`, settles the rows that lie in the tile, and stores the sums of the parts
/// of rows that do not. All lanes of the warp call.
__device__ void sum_tile(walk_round& round, index tile, double* brought) {
    const walk_task& t = round.t;
    const unsigned lane = simt::lane_id();
    const index first = t.first_row[tile], last = t.first_row[tile + 1];  // row `last` goes on after the tile
    const row_offset begin = tile * tile_items - first;
    const row_offset end = tile + 1 == t.tiles ? t.offsets[t.n] : (tile + 1) * tile_items - last;
    constexpr unsigned at_once = tile_items / simt::warp_size;
    column_index column[at_once];
#pragma unroll
    for (unsigned u = 0; u < at_once; ++u) {
        const row_offset p = begin + u * simt::warp_size + lane;
        column[u] = p < end ? t.columns[p] : 0;
    }
    __syncwarp();  // the tile before has been summed
#pragma unroll
    for (unsigned u = 0; u < at_once; ++u) brought[u * simt::warp_size + lane] = round.from[column[u]];
    __syncwarp();

    for (index base = first; base <= last && base < t.n; base += simt::warp_size) {
        const index v = base + lane;
        const bool exists = v <= last && v < t.n;
        const row_offset own_begin = exists ? t.offsets[v] : 0, own_end = exists ? t.offsets[v + 1] : 0;
        const auto from = static_cast<unsigned>(std::max(own_begin, begin) - begin);
        const auto until = exists ? static_cast<unsigned>(std::min(own_end, end) - begin) : from;
        const bool is_long = until - from > summed_by_lane;
        double sum = 0;
        for (unsigned p = from; !is_long && p < until; ++p) sum += brought[p];
        for (unsigned rows = __ballot_sync(simt::full_warp, is_long); rows != 0; rows &= rows - 1) {
            const unsigned owner = __ffs(rows) - 1;
            const unsigned there = __shfl_sync(simt::full_warp, from, owner),
                           after = __shfl_sync(simt::full_warp, until, owner);
            double part = 0;
            for (unsigned p = there + lane; p < after; p += simt::warp_size) part += brought[p];
            part = __shfl_sync(simt::full_warp, sum_over_warp(part), 0);
            if (lane == owner) sum = part;
        }
        if (!exists) continue;
        if (v == last)
            t.of_last[tile] = sum;
        else if (own_begin < begin)
            t.of_first[tile] = sum;
        else
            round.settle(v, sum);
    }
}

/// Settles the rows that end in the tiles first_tile .. first_tile + 31 and began in earlier ones; a lane has a tile. All lanes
/// of the warp call.
__device__ void sum_over_tiles(walk_round& round, index first_tile) {
    const walk_task& t = round.t;
    const index tile = first_tile + simt::lane_id();
    const index v = tile < t.tiles ? t.first_row[tile] : 0;
    const index begin = t.begin_of_row(v) / tile_items;  // the tile in which the row begins
    const bool is_cut =
        tile < t.tiles && v != static_cast<index>(t.first_row[tile + 1]) && t.begin_of_row(v) < tile * tile_items;
    const bool is_long = is_cut && tile - begin > summed_by_lane;
    double sum = 0;
    for (index earlier = begin; is_cut && !is_long && earlier < tile; ++earlier) sum += t.of_last[earlier];
    for (unsigned rows = __ballot_sync(simt::full_warp, is_long); rows != 0; rows &= rows - 1) {
        const unsigned owner = __ffs(rows) - 1;
        const index from = __shfl_sync(simt::full_warp, begin, owner), until = first_tile + owner;
        double part = 0;
        for (index earlier = from + simt::lane_id(); earlier < until; earlier += simt::warp_size) part += t.of_last[earlier];
        part = __shfl_sync(simt::full_warp, sum_over_warp(part), 0);
        if (simt::lane_id() == owner) sum = part;
    }
    if (is_cut) round.settle(v, sum + t.of_first[tile]);
}

__global__ void __launch_bounds__(walk_threads, walk_blocks) walk_kernel(walk_task t) {
    __shared__ double brought[walk_warps][tile_items];
    grid_barrier barrier(&t.state->arrived);
    const index warp = static_cast<index>(blockIdx.x) * walk_warps + simt::warp_id();
    const index warps = static_cast<index>(gridDim.x) * walk_warps;
    const auto sums_of_round = [&](std::int64_t round) -> walk_sums& { return t.state->sums[round % 3]; };
    const auto read = [](const unsigned long long& sum) {
        return static_cast<std::int64_t>(*static_cast<const volatile unsigned long long*>(&sum));
    };
    add_up(start(t), sums_of_round(0));
    barrier.wait();
    std::int64_t rounds = 0, change = 0;
    while (rounds < t.walk.most_rounds) {
        walk_round round{.t = t,
                         .everywhere = formats::share_without_edges(t.walk, t.n, read(sums_of_round(rounds).dangling)),
                         .from = t.moved[rounds % 2],
                         .to = t.moved[(rounds + 1) % 2]};
        // All blocks have read these sums, which are those of the round before the last, before the last barrier.
        if (blockIdx.x == 0 && threadIdx.x == 0) sums_of_round(rounds + 2) = {};
        for (index tile = warp; tile < t.tiles; tile += warps) sum_tile(round, tile, brought[simt::warp_id()]);
        barrier.wait();
        for (index tile = warp * simt::warp_size; tile < t.tiles; tile += warps * simt::warp_size) sum_over_tiles(round, tile);
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

    walk_task t;
    t.n = outgoing.nrows;
    t.tiles = (incoming.nvals + outgoing.nrows + tile_items - 1) / tile_items;
    const auto tiles = static_cast<std::size_t>(t.tiles);
    const array<column_index> first_row(e, tiles + 1);
    const array<double> of_tiles(e, 2 * tiles), parts(e, n), moved(e, 2 * n);
    const array<walk_state> state(e, 1);
    e->set_bytes(state.data(), 0, sizeof(walk_state));

    t.walk = walk;
    t.outgoing = outgoing.offsets;
    t.offsets = incoming.offsets;
    t.columns = incoming.columns;
    t.state = state.data();
    t.first_row = first_row.data();
    t.of_first = of_tiles.data();
    t.of_last = of_tiles.data() + tiles;
    t.parts = parts.data();
    t.moved[0] = moved.data();
    t.moved[1] = moved.data() + n;
    t.shares = static_cast<double*>(out.shares.values.data());
    t.positions = out.shares.columns.data();
    t.ends = out.shares.offsets.data();
    t.answer = e->answer();
    const std::size_t most = static_cast<std::size_t>(e->facts().multiprocessors) * walk_blocks;
    const auto blocks = static_cast<unsigned>(std::min(most, (tiles + walk_warps - 1) / walk_warps));
    simt::launch_concurrent(e->stream(), blocks, walk_threads, 0, walk_kernel, t);
    out.end.rounds = e->await_answer();
    out.end.residual = formats::share_of_integer(e->answer()[1]);
    return out;
}

}  // namespace graphblas_gpu::cuda
