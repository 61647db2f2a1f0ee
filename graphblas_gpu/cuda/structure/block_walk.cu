// Idea: a round of a block that has all edges to its vertices is one kernel, whose code is that of a walk on one device. Other
// blocks take two: the first one sums up the rows of incoming edges by the same code, for vertices without degrees and damping,
// and the second one adds up the sums of ranks and settles the own vertices. The two numbers that end the walk are sums of
// integers, which all ranks get from all others, so that all of them see the same end.
#include <graphblas_gpu/cuda/structure/block_walk.hpp>
#include <graphblas_gpu/cuda/structure/random_walk.cuh>

namespace graphblas_gpu::cuda {

using namespace walks;

namespace {

/// What the kernels of one device remember from round to round; all zero at the start.
struct block_progress {
    std::int64_t ended;   ///< whether the walk has ended,
    std::int64_t rounds;  ///< after so many rounds,
    std::int64_t change;  ///< of which the last one changed the shares by so much
};

struct block_task {
    walk_task rows;  ///< of incoming edges; with several pieces their sums are `own_moved` there
    walk_block block;
    random_walk_options walk;
    double *moved = nullptr, *brought = nullptr, *pieces = nullptr;  ///< with several pieces; the first: of the block's rows
    walk_sums* sums = nullptr;  ///< those of all ranks, three times: as in walk_state
    block_progress* progress = nullptr;

    GB_HD bool has_all_edges() const { return block.pieces == 1; }
    __device__ walk_sums* of_round(std::int64_t round) const { return sums + round % 3 * block.ranks; }
    __device__ walk_sums& own_of_round(std::int64_t round) const { return of_round(round)[block.rank]; }
    /// The sums of all ranks after so many rounds.
    __device__ own_sums all_of_round(std::int64_t round) const {
        own_sums all;
        for (int r = 0; r < block.ranks; ++r) {
            all.change += static_cast<std::int64_t>(of_round(round)[r].change);
            all.dangling += static_cast<std::int64_t>(of_round(round)[r].dangling);
        }
        return all;
    }
    /// Whether the walk has ended after so many rounds or before. All threads of a launch get the same answer, although the
    /// first one may already have noted the end when others look.
    __device__ bool has_ended(std::int64_t round, const own_sums& all) const {
        if (static_cast<volatile block_progress*>(progress)->ended != 0) return true;
        if (round == 0 || base::share_of_integer(all.change) > walk.tolerance) return false;
        if (blockIdx.x == 0 && threadIdx.x == 0) *progress = {1, round, all.change};
        return true;
    }
    /// The share that a vertex has without following an edge, in a round that begins. The sums that this round will use next
    /// are those of the round before the last, which have been sent before this kernel began.
    __device__ double begin(std::int64_t round, const own_sums& all) const {
        if (blockIdx.x == 0 && threadIdx.x == 0) own_of_round(round + 2) = {};
        return base::share_without_edges(walk, block.vertices, all.dangling);
    }
    __device__ double parts(index v) const {
        const row_offset degree = block.outgoing[v + 1] - block.outgoing[v];
        return static_cast<double>(degree == 0 ? 1 : degree);
    }
    __device__ bool has_no_edge(index v) const { return block.outgoing[v + 1] == block.outgoing[v]; }
};

__device__ index first_of_thread() { return static_cast<index>(blockIdx.x) * walk_threads + threadIdx.x; }
__device__ index all_threads() { return static_cast<index>(gridDim.x) * walk_threads; }

__global__ void __launch_bounds__(walk_threads) block_start_kernel(block_task t) {
    own_sums own = start(t.rows);  // lists long rows
    if (!t.has_all_edges()) {
        own = {};
        const double even = 1 / static_cast<double>(t.block.vertices);
        for (index v = first_of_thread(); v < t.block.count; v += all_threads()) {
            t.moved[t.block.first + v] = even / t.parts(v);
            if (t.has_no_edge(v)) own.dangling += base::share_as_integer(even);
        }
    }
    add_up(own, t.own_of_round(0));
}

template <bool by_lanes>
__global__ void __launch_bounds__(walk_threads, walk_blocks) block_round_kernel(block_task t, std::int64_t number) {
    const own_sums all = t.all_of_round(number);
    if (t.has_ended(number, all)) return;
    walk_round round{.t = t.rows,
                     .everywhere = t.begin(number, all),
                     .from = t.rows.moved[number % 2],
                     .own_from = t.rows.own_moved[number % 2],
                     .to = t.rows.own_moved[(number + 1) % 2]};
    round.settle_all<by_lanes>();
    add_up(round.own, t.own_of_round(number + 1));
}

template <bool by_lanes>
__global__ void __launch_bounds__(walk_threads, walk_blocks) block_sum_kernel(block_task t, std::int64_t number) {
    if (t.has_ended(number, t.all_of_round(number))) return;
    walk_round round{.t = t.rows, .everywhere = 0, .from = t.moved, .own_from = t.brought, .to = t.brought};
    round.settle_all<by_lanes>();
}

__global__ void __launch_bounds__(walk_threads) block_settle_kernel(block_task t, std::int64_t number) {
    const own_sums all = t.all_of_round(number);
    if (t.has_ended(number, all)) return;
    const double everywhere = t.begin(number, all);
    own_sums own;
    for (index v = first_of_thread(); v < t.block.count; v += all_threads()) {
        double brought = 0;
        for (index k = 0; k < t.block.pieces; ++k) brought += t.pieces[k * t.block.count + v];
        double& moved = t.moved[t.block.first + v];
        const double share = everywhere + t.walk.damping * brought, parts = t.parts(v), next = share / parts;
        own.change += base::share_as_integer(fabs(next - moved) * parts);
        if (t.has_no_edge(v)) own.dangling += base::share_as_integer(share);
        moved = next;
    }
    add_up(own, t.own_of_round(number + 1));
}

/// One thread: rounds and change, and whether the walk has ended.
__global__ void block_look_kernel(block_task t, std::int64_t rounds) {
    const own_sums all = t.all_of_round(rounds);
    const bool ended = t.has_ended(rounds, all);
    t.rows.answer[0] = ended ? t.progress->rounds : rounds;
    t.rows.answer[1] = ended ? t.progress->change : all.change;
    t.rows.answer[2] = ended ? 1 : 0;
}

}  // namespace

struct block_walk::state {
    walk_memory work;
    array<row_offset> no_degrees;  ///< with several pieces, as the next ones
    array<double> moved, brought, pieces;
    array<walk_sums> sums;
    array<block_progress> progress;
    block_task task;
    unsigned blocks = 1, own_blocks = 1;
};

block_walk::block_walk(const engine_ptr& e, const walk_block& block, const random_walk_options& walk)
    : engine_(e), state_(std::make_unique<state>()) {
    static_assert(sizeof(walk_sums) == bytes_of_sums);
    state& s = *state_;
    const auto n = static_cast<std::size_t>(block.incoming.nrows), count = static_cast<std::size_t>(block.count);
    s.sums = zeros<walk_sums>(e, 3 * static_cast<std::size_t>(block.ranks));
    s.progress = zeros<block_progress>(e, 1);
    block_task& t = s.task;
    t.block = block;
    t.walk = walk;
    t.sums = s.sums.data();
    t.progress = s.progress.data();
    if (t.has_all_edges()) {
        s.work = walk_memory(e, block.incoming, block.vertices);
        t.rows = s.work.task(e, walk, block.incoming, block.outgoing, block.first, block.vertices, nullptr);
    } else {
        s.work = walk_memory(e, block.incoming, 0);
        s.no_degrees = zeros<row_offset>(e, n + 1);
        s.moved = array<double>(e, static_cast<std::size_t>(block.incoming.ncols));
        s.brought = zeros<double>(e, n);
        s.pieces = array<double>(e, static_cast<std::size_t>(block.pieces) * count);
        random_walk_options sums_only = walk;
        sums_only.damping = 1;
        t.rows = s.work.task(e, sums_only, block.incoming, s.no_degrees.data(), 0, block.vertices, nullptr);
        t.rows.own_moved[0] = t.brought = s.brought.data();
        t.moved = s.moved.data();
        t.pieces = s.pieces.data();
    }
    s.blocks = blocks_for(e, t.rows);
    const index blocks_of_own = (block.count + walk_threads - 1) / walk_threads;
    s.own_blocks = static_cast<unsigned>(std::clamp<index>(blocks_of_own, 1, max_warps(e) / walk_warps));
    simt::launch(e->stream(), std::max(s.blocks, s.own_blocks), walk_threads, 0, block_start_kernel, t);
}
block_walk::~block_walk() = default;

double* block_walk::moved(std::int64_t rounds) const {
    const block_task& t = state_->task;
    return t.has_all_edges() ? t.rows.moved[rounds % 2] : t.moved;
}
double* block_walk::own_moved(std::int64_t rounds) const { return moved(rounds) + state_->task.block.first; }
double* block_walk::sums() const { return state_->brought.data(); }
double* block_walk::pieces() const { return state_->pieces.data(); }
void* block_walk::sums_of(std::int64_t rounds, int rank) const {
    return state_->sums.data() + rounds % 3 * state_->task.block.ranks + rank;
}

void block_walk::sum_up(std::int64_t round) {
    const block_task& t = state_->task;
    simt::launch(engine_->stream(), state_->blocks, walk_threads, 0,
                 t.rows.by_lanes ? block_sum_kernel<true> : block_sum_kernel<false>, t, round);
}

void block_walk::settle(std::int64_t round) {
    const block_task& t = state_->task;
    const auto settle_all_rows = t.rows.by_lanes ? block_round_kernel<true> : block_round_kernel<false>;
    simt::launch(engine_->stream(), t.has_all_edges() ? state_->blocks : state_->own_blocks, walk_threads, 0,
                 t.has_all_edges() ? settle_all_rows : block_settle_kernel, t, round);
}

bool block_walk::has_ended(std::int64_t rounds, base::walk_end& end) {
    simt::launch(engine_->stream(), 1, 1, 0, block_look_kernel, state_->task, rounds);
    end.rounds = engine_->await_answer();
    end.residual = base::share_of_integer(engine_->answer()[1]);
    return engine_->answer()[2] != 0;
}

csr block_walk::shares(const base::walk_end& end) {
    const block_task t = state_->task;
    csr out = full_vector(engine_, t.block.count);
    auto* const to = static_cast<double*>(out.values.data());
    const double* const moved = own_moved(end.rounds);
    const bool is_start = end.rounds == 0;
    for_each(
        engine_, t.block.count, GB_DEVICE_LAMBDA(std::int64_t v) {
            to[v] = is_start ? 1 / static_cast<double>(t.block.vertices) : moved[v] * t.parts(v);
        });
    return out;
}

void row_sizes(const engine_ptr& e, const csr_ref& a, std::int64_t* out) {
    const row_offset* const offsets = a.offsets;
    for_each(
        e, a.nrows, GB_DEVICE_LAMBDA(std::int64_t i) { out[i] = offsets[i + 1] - offsets[i]; });
}

csr sums_of_pieces(const engine_ptr& e, const std::int64_t* parts, index pieces, index n) {
    csr out = full_vector(e, n, type_code::int64);
    auto* const to = static_cast<std::int64_t*>(out.values.data());
    for_each(
        e, n, GB_DEVICE_LAMBDA(std::int64_t i) {
            std::int64_t sum = 0;
            for (index k = 0; k < pieces; ++k) sum += parts[k * n + i];
            to[i] = sum;
        });
    return out;
}

}  // namespace graphblas_gpu::cuda
