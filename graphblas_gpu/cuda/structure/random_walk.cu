// Idea: one kernel computes all rounds. Its blocks meet at a barrier after each round, and every thread decides by
// the same two sums whether there is another round, so that the host waits once.
#include <graphblas_gpu/cuda/primitives/grid_barrier.cuh>
#include <graphblas_gpu/cuda/structure/random_walk.cuh>

namespace graphblas_gpu::cuda {

using namespace walks;

namespace {

template <bool by_lanes>
__global__ void __launch_bounds__(walk_threads, walk_blocks) walk_kernel(walk_task t) {
    grid_barrier barrier(&t.state->arrived);
    const auto sums_of_round = [&](std::int64_t round) -> walk_sums& { return t.state->sums[round % 3]; };
    const auto read = [](const unsigned long long& sum) {
        return static_cast<std::int64_t>(*static_cast<const volatile unsigned long long*>(&sum));
    };
    add_up(start(t), sums_of_round(0));
    barrier.wait();
    std::int64_t rounds = 0, change = 0;
    while (rounds < t.walk.most_rounds) {
        walk_round round{.t = t,
                         .everywhere = base::share_without_edges(t.walk, t.vertices, read(sums_of_round(rounds).dangling)),
                         .from = t.moved[rounds % 2],
                         .own_from = t.own_moved[rounds % 2],
                         .to = t.own_moved[(rounds + 1) % 2]};
        // All blocks have read these sums, which are those of the round before the last, before the last barrier.
        if (blockIdx.x == 0 && threadIdx.x == 0) sums_of_round(rounds + 2) = {};
        round.settle_all<by_lanes>();
        add_up(round.own, sums_of_round(rounds + 1));
        barrier.wait();
        ++rounds;
        change = read(sums_of_round(rounds).change);
        if (base::share_of_integer(change) <= t.walk.tolerance) break;
    }
    finish(t, rounds);
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        t.answer[0] = rounds;
        t.answer[1] = change;
    }
}

}  // namespace

walk_result random_walk(const engine_ptr& e, const csr_ref& outgoing, const csr_ref& incoming,
                        const random_walk_options& walk) {
    const index n = outgoing.nrows;
    walk_result out;
    out.shares = full_vector(e, n);
    const walk_memory work(e, incoming, n);
    const walk_task t = work.task(e, walk, incoming, outgoing.offsets, 0, n, static_cast<double*>(out.shares.values.data()));
    simt::launch_concurrent(e->stream(), blocks_for(e, t), walk_threads, 0, t.by_lanes ? walk_kernel<true> : walk_kernel<false>,
                            t);
    out.end.rounds = e->await_answer();
    out.end.residual = base::share_of_integer(e->answer()[1]);
    return out;
}

}  // namespace graphblas_gpu::cuda
