// Idea: one kernel computes all rounds. Its blocks meet at a barrier after each phase of a round, and every thread decides by
// the same two sums whether there is another round, so that the host waits once. A warp takes 32 rows at a time, which its
// lanes sum in groups: a group of 8 lanes a row, or a lane a row where rows are short on average. Long rows are cut into pieces
// before the first round; a warp sums a piece, and a second phase adds up the pieces of each row.
//
// On several devices each has the rows of some vertices and what all vertices move. A round is a kernel on each device, or two, and
// then copies: every device gets from every other one what its vertices move, and its sums. Streams wait for each other's events, so
// that the host queues some rounds before it looks whether the walk has ended; a device that has seen the end does nothing more.
// Rows are summed in the same way, and the sums over all vertices are sums of integers, so that the shares have the same bits.
#include <graphblas_gpu/cuda/device/simt.cuh>
#include <graphblas_gpu/cuda/primitives/grid_barrier.cuh>
#include <graphblas_gpu/cuda/device/stream_mark.hpp>
#include <graphblas_gpu/cuda/primitives/for_each.cuh>
#include <graphblas_gpu/cuda/primitives/warp_sums.cuh>
#include <graphblas_gpu/cuda/structure/spread_walk.hpp>

#include <algorithm>
#include <memory>
#include <vector>

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
                         .everywhere = formats::share_without_edges(t.walk, t.vertices, read(sums_of_round(rounds).dangling)),
                         .from = t.moved[rounds % 2],
                         .to = t.own_moved[(rounds + 1) % 2]};
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

// ---- several devices ----

/// What the kernels of one device remember from round to round; all zero at the start.
struct walk_progress {
    std::int64_t ended;   ///< whether the walk has ended,
    std::int64_t rounds;  ///< after so many rounds,
    std::int64_t change;  ///< of which the last one changed the shares by so much
};

/// A walk_task and what one device of several needs besides.
struct spread_task {
    walk_task rows;
    walk_sums* sums = nullptr;  ///< those of all devices, three times: as in walk_state
    unsigned devices = 0, device = 0;
    walk_progress* progress = nullptr;

    __device__ walk_sums* of_round(std::int64_t round) const { return sums + round % 3 * devices; }
    __device__ walk_sums& own_of_round(std::int64_t round) const { return of_round(round)[device]; }
    /// The sums of all devices after so many rounds.
    __device__ own_sums all_of_round(std::int64_t round) const {
        own_sums all;
        for (unsigned d = 0; d < devices; ++d) {
            all.change += static_cast<std::int64_t>(of_round(round)[d].change);
            all.dangling += static_cast<std::int64_t>(of_round(round)[d].dangling);
        }
        return all;
    }
    /// Whether the walk has ended after so many rounds or before. All threads of a launch get the same answer, although the first one
    /// may already have noted the end when others look.
    __device__ bool has_ended(std::int64_t round, const own_sums& all) const {
        if (static_cast<volatile walk_progress*>(progress)->ended != 0) return true;
        if (round == 0 || formats::share_of_integer(all.change) > rows.walk.tolerance) return false;
        if (blockIdx.x == 0 && threadIdx.x == 0) *progress = {1, round, all.change};
        return true;
    }
    __device__ walk_round begin(std::int64_t round, const own_sums& all) const {
        return {.t = rows,
                .everywhere = formats::share_without_edges(rows.walk, rows.vertices, all.dangling),
                .from = rows.moved[round % 2],
                .to = rows.own_moved[(round + 1) % 2]};
    }
};

__global__ void __launch_bounds__(walk_threads) spread_start_kernel(spread_task t, row_offset longest) {
    add_up(start(t.rows, longest), t.own_of_round(0));
}

/// A round, but for long rows, of which the pieces are summed.
template <unsigned lanes>
__global__ void __launch_bounds__(walk_threads, walk_blocks) spread_round_kernel(spread_task t, std::int64_t round_number) {
    const own_sums all = t.all_of_round(round_number);
    if (t.has_ended(round_number, all)) return;
    const index warp = static_cast<index>(blockIdx.x) * walk_warps + simt::warp_id();
    const index warps = static_cast<index>(gridDim.x) * walk_warps;
    walk_round round = t.begin(round_number, all);
    // These sums are those of the round before the last; other devices copied them before they began the last one.
    if (blockIdx.x == 0 && threadIdx.x == 0) t.own_of_round(round_number + 2) = {};
    const unsigned pieces = t.rows.state->pieces;
    for (index piece = warp; piece < pieces; piece += warps) sum_piece(round, static_cast<unsigned>(piece));
    for (index rows = warp * simt::warp_size; rows < t.rows.n; rows += warps * simt::warp_size) settle_rows<lanes>(round, rows);
    add_up(round.own, t.own_of_round(round_number + 1));
}

__global__ void __launch_bounds__(walk_threads) spread_long_rows_kernel(spread_task t, std::int64_t round_number) {
    const own_sums all = t.all_of_round(round_number);
    if (t.has_ended(round_number, all)) return;
    const index warp = static_cast<index>(blockIdx.x) * walk_warps + simt::warp_id();
    const index warps = static_cast<index>(gridDim.x) * walk_warps;
    walk_round round = t.begin(round_number, all);
    const unsigned long_rows = t.rows.state->long_rows;
    for (index row = warp; row < long_rows; row += warps) settle_long(round, t.rows.long_rows[row]);
    add_up(round.own, t.own_of_round(round_number + 1));
}

/// One thread: rounds and change, and whether the walk has ended.
__global__ void spread_look_kernel(spread_task t, std::int64_t rounds) {
    const own_sums all = t.all_of_round(rounds);
    const bool ended = t.has_ended(rounds, all);
    t.rows.answer[0] = ended ? t.progress->rounds : rounds;
    t.rows.answer[1] = ended ? t.progress->change : all.change;
    t.rows.answer[2] = ended ? 1 : 0;
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
          state(e, 1) {
        e->set_bytes(state.data(), 0, sizeof(walk_state));
    }
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

unsigned blocks_for_rows(const engine_ptr& e, index n) {
    const index most = static_cast<index>(e->facts().multiprocessors) * walk_blocks;
    return static_cast<unsigned>(std::min(most, (n + walk_threads - 1) / walk_threads));
}

/// A vector with an entry for every vertex, whose values are not written yet.
csr full_vector(const engine_ptr& e, index n) {
    csr out;
    out.nrows = 1;
    out.ncols = out.nvals = n;
    out.type = type_code::float64;
    out.offsets = array<row_offset>(e, 2);
    out.columns = array<column_index>(e, static_cast<std::size_t>(n));
    out.values = memory(e, static_cast<std::size_t>(n) * sizeof(double));
    row_offset* const ends = out.offsets.data();
    column_index* const positions = out.columns.data();
    for_each(e, n, GB_DEVICE_LAMBDA(std::int64_t v) {
        positions[v] = static_cast<column_index>(v);
        if (v == 0) ends[0] = 0, ends[1] = n;
    });
    return out;
}

/// The first vertex of each device, and the number of vertices: edges and vertices together are cut into equal parts, because a
/// round reads about as much of a vertex as of an edge.
std::vector<index> equal_parts(const engine_ptr& e, const csr_ref& incoming, int devices) {
    const row_offset* const offsets = incoming.offsets;
    const index n = incoming.nrows;
    const std::int64_t all = incoming.nvals + n;
    std::int64_t* const answer = e->answer();
    for_each(e, devices, GB_DEVICE_LAMBDA(std::int64_t d) {
        const std::int64_t wanted = all / devices * d;
        index low = 0, high = n;
        while (low < high) {
            const index middle = low + (high - low) / 2;
            if (offsets[middle] + middle < wanted) low = middle + 1;
            else high = middle;
        }
        answer[d] = low;
    });
    (void)e->await_answer();
    std::vector<index> cuts(answer, answer + devices);
    cuts.push_back(n);
    return cuts;
}

/// One device of several.
struct walk_share {
    index first = 0, n = 0;     ///< vertices
    matrix_copy_ptr incoming;
    array<row_offset> degrees;  ///< offsets of the outgoing edges of these vertices, if another device has them
    array<double> shares;
    array<walk_sums> sums;
    array<walk_progress> progress;
    walk_memory work;
    spread_task task;
};

/// The walk on all devices. The objects of the engines are used by this thread alone.
class spread_walk {
  public:
    spread_walk(device_group& devices, const csr& outgoing, const std::shared_ptr<const csr>& incoming, const random_walk_options& walk)
        : devices_(devices), walk_(walk), plan_(incoming->view()), shares_(static_cast<std::size_t>(devices.size())), wait_(devices) {
        const engine_ptr& first = devices.engines().front();
        for (const engine_ptr& e : devices.engines()) marks_.emplace_back(*e);
        const engine::current_device here(*first);
        const std::vector<index> cuts = equal_parts(first, incoming->view(), devices.size());
        const std::vector<matrix_copy_ptr> blocks = blocks_on(devices, incoming, cuts);
        first->synchronise();  // others read what this device has made
        for (std::size_t d = 0; d < shares_.size(); ++d) {
            walk_share& s = shares_[d];
            s.incoming = blocks[d];
            s.first = cuts[d];
            s.n = cuts[d + 1] - cuts[d];
        }
        for (std::size_t d = shares_.size(); d-- > 0;) make(d, outgoing, incoming->nrows);  // the source of copies has no work yet
    }

    walk_result run() {
        const engine_ptr& first = devices_.engines().front();
        for_devices([&](std::size_t d, const engine_ptr& e) {
            const walk_share& s = shares_[d];
            simt::launch(e->stream(), std::max(1u, blocks_for_rows(e, s.n)), walk_threads, 0, spread_start_kernel, s.task, plan_.longest);
        });
        exchange(0);
        constexpr std::int64_t rounds_between_looks = 4;
        walk_result out;
        std::int64_t rounds = 0;
        while (rounds < walk_.most_rounds) {
            for_devices([&](std::size_t d, const engine_ptr& e) { start_round(shares_[d], e, rounds); });
            exchange(++rounds);
            if (rounds % rounds_between_looks != 0 && rounds != walk_.most_rounds) continue;
            const engine::current_device here(*first);
            simt::launch(first->stream(), 1, 1, 0, spread_look_kernel, shares_[0].task, rounds);
            out.end.rounds = first->await_answer();
            out.end.residual = formats::share_of_integer(first->answer()[1]);
            if (first->answer()[2] != 0) break;
        }
        gather(out.shares);
        return out;
    }

  private:
    void make(std::size_t d, const csr& outgoing, index vertices) {
        walk_share& s = shares_[d];
        const engine_ptr& e = devices_.engines()[d];
        const engine::current_device here(*e);
        const csr_ref rows = s.incoming->view;
        const row_offset* degrees = outgoing.offsets.data() + s.first;
        if (d != 0) {
            s.degrees = array<row_offset>(e, static_cast<std::size_t>(s.n) + 1);
            copy(0, degrees, d, s.degrees.data(), s.degrees.size() * sizeof(row_offset));
            degrees = s.degrees.data();
        }
        s.shares = array<double>(e, static_cast<std::size_t>(s.n));
        s.sums = array<walk_sums>(e, 3 * shares_.size());
        s.progress = array<walk_progress>(e, 1);
        e->set_bytes(s.sums.data(), 0, s.sums.size() * sizeof(walk_sums));
        e->set_bytes(s.progress.data(), 0, sizeof(walk_progress));
        s.work = walk_memory(e, plan_, rows, vertices);
        s.task.rows = s.work.task(e, walk_, rows, degrees, s.first, vertices, s.shares.data());
        s.task.sums = s.sums.data();
        s.task.devices = static_cast<unsigned>(shares_.size());
        s.task.device = static_cast<unsigned>(d);
        s.task.progress = s.progress.data();
    }

    template <class Body>
    void for_devices(const Body& body) const {
        for (std::size_t d = 0; d < shares_.size(); ++d) {
            const engine_ptr& e = devices_.engines()[d];
            const engine::current_device here(*e);
            body(d, e);
        }
    }

    void start_round(const walk_share& s, const engine_ptr& e, std::int64_t round) const {
        simt::launch(e->stream(), std::max(1u, blocks_for_rows(e, s.n)), walk_threads, 0,
                     plan_.by_groups ? spread_round_kernel<walk_group> : spread_round_kernel<1>, s.task, round);
        const std::size_t long_rows = s.work.long_rows.size();
        if (long_rows == 0) return;
        const unsigned blocks = blocks_for_rows(e, static_cast<index>(long_rows) * simt::warp_size);  // a warp for each
        simt::launch(e->stream(), blocks, walk_threads, 0, spread_long_rows_kernel, s.task, round);
    }

    void copy(std::size_t source, const void* from, std::size_t target, void* to, std::size_t bytes) const {
        const transfer t[] = {{devices_.engines()[source].get(), from, devices_.engines()[target].get(), to, bytes}};
        devices_.between()->exchange(t);
        devices_.engines()[target]->count_pulled(static_cast<std::int64_t>(bytes), 0);
    }

    /// Every device gets from every other one what its vertices move in this round, and its sums.
    void exchange(std::int64_t round) {
        for (stream_mark& mark : marks_) mark.set();
        for (std::size_t d = 0; d < shares_.size(); ++d) {
            for (std::size_t s = 0; s < shares_.size(); ++s) {
                if (s == d) continue;
                marks_[s].hold_up(*devices_.engines()[d]);
                const spread_task &from = shares_[s].task, &to = shares_[d].task;
                copy(s, from.rows.own_moved[round % 2], d, to.rows.moved[round % 2] + shares_[s].first,
                     static_cast<std::size_t>(shares_[s].n) * sizeof(double));
                const auto place = static_cast<std::size_t>(round % 3) * shares_.size() + s;
                copy(s, from.sums + place, d, to.sums + place, sizeof(walk_sums));
            }
        }
    }

    void gather(csr& to) {
        const engine_ptr& first = devices_.engines().front();
        const engine::current_device here(*first);
        to = full_vector(first, shares_.front().task.rows.vertices);
        auto* const values = static_cast<double*>(to.values.data());
        for (stream_mark& mark : marks_) mark.set();
        for (std::size_t d = 0; d < shares_.size(); ++d) {
            const walk_share& s = shares_[d];
            const std::size_t bytes = static_cast<std::size_t>(s.n) * sizeof(double);
            if (d == 0) {
                first->copy(values, s.shares.data(), bytes);
            } else {
                marks_[d].hold_up(*first);
                copy(d, s.shares.data(), 0, values + s.first, bytes);
            }
        }
        first->synchronise();
    }

    device_group& devices_;
    random_walk_options walk_;
    walk_plan plan_;
    std::vector<walk_share> shares_;
    std::vector<stream_mark> marks_;
    waits_for_all wait_;  // the last member: what is above is given back when all devices have ended
};

}  // namespace

walk_result random_walk(const engine_ptr& e, const csr_ref& outgoing, const csr_ref& incoming,
                        const random_walk_options& walk) {
    const walk_plan plan(incoming);
    const index n = outgoing.nrows;
    walk_result out;
    out.shares = full_vector(e, n);
    const walk_memory work(e, plan, incoming, n);
    const walk_task t = work.task(e, walk, incoming, outgoing.offsets, 0, n, static_cast<double*>(out.shares.values.data()));
    simt::launch_concurrent(e->stream(), blocks_for_rows(e, n), walk_threads, 0, plan.by_groups ? walk_kernel<walk_group> : walk_kernel<1>, t);
    out.end.rounds = e->await_answer();
    out.end.residual = formats::share_of_integer(e->answer()[1]);
    return out;
}

walk_result spread_random_walk(device_group& devices, const std::shared_ptr<const csr>& outgoing,
                               const std::shared_ptr<const csr>& incoming, const random_walk_options& walk) {
    // The engines of other devices belong to this thread meanwhile; that of the first one does already.
    std::vector<std::unique_ptr<engine::use>> uses;
    for (const engine_ptr& e : devices.engines()) uses.push_back(std::make_unique<engine::use>(*e, "random walk"));
    spread_walk all(devices, *outgoing, incoming, walk);
    walk_result out = all.run();
    while (!uses.empty()) uses.pop_back();  // in the opposite order, because each restores the device that was current before
    return out;
}

}  // namespace graphblas_gpu::cuda
