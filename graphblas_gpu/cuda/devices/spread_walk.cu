// Idea: each device has the rows of some vertices, and for all vertices the amount that a vertex moves along each of its edges.
// A round is one kernel on each device, and then copies: every device gets from all others the amounts of their vertices, and
// their sums. Streams wait for each other's events, so that the host queues several rounds before it asks whether the walk has
// ended; a device that has seen the end does nothing more. Rows are summed as on one device, and the sums over all vertices are
// sums of integers, so that the shares have the same bits as on one device.
#include <graphblas_gpu/cuda/device/stream_mark.hpp>
#include <graphblas_gpu/cuda/devices/spread_walk.hpp>
#include <graphblas_gpu/cuda/structure/random_walk.cuh>

#include <algorithm>
#include <memory>
#include <vector>

namespace graphblas_gpu::cuda {

using namespace walks;

namespace {

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
    /// Whether the walk has ended after so many rounds or before. All threads of a launch get the same answer, although the
    /// first one may already have noted the end when others look.
    __device__ bool has_ended(std::int64_t round, const own_sums& all) const {
        if (static_cast<volatile walk_progress*>(progress)->ended != 0) return true;
        if (round == 0 || base::share_of_integer(all.change) > rows.walk.tolerance) return false;
        if (blockIdx.x == 0 && threadIdx.x == 0) *progress = {1, round, all.change};
        return true;
    }
    __device__ walk_round begin(std::int64_t round, const own_sums& all) const {
        return {.t = rows,
                .everywhere = base::share_without_edges(rows.walk, rows.vertices, all.dangling),
                .from = rows.moved[round % 2],
                .own_from = rows.own_moved[round % 2],
                .to = rows.own_moved[(round + 1) % 2]};
    }
};

__global__ void __launch_bounds__(walk_threads) spread_start_kernel(spread_task t) { add_up(start(t.rows), t.own_of_round(0)); }

template <bool by_lanes>
__global__ void __launch_bounds__(walk_threads, walk_blocks) spread_round_kernel(spread_task t, std::int64_t round_number) {
    const own_sums all = t.all_of_round(round_number);
    if (t.has_ended(round_number, all)) return;
    walk_round round = t.begin(round_number, all);
    // These sums are those of the round before the last; other devices copied them before they began the last one.
    if (blockIdx.x == 0 && threadIdx.x == 0) t.own_of_round(round_number + 2) = {};
    round.settle_all<by_lanes>();
    add_up(round.own, t.own_of_round(round_number + 1));
}

__global__ void __launch_bounds__(walk_threads) spread_finish_kernel(walk_task t, std::int64_t rounds) { finish(t, rounds); }

/// One thread: rounds and change, and whether the walk has ended.
__global__ void spread_look_kernel(spread_task t, std::int64_t rounds) {
    const own_sums all = t.all_of_round(rounds);
    const bool ended = t.has_ended(rounds, all);
    t.rows.answer[0] = ended ? t.progress->rounds : rounds;
    t.rows.answer[1] = ended ? t.progress->change : all.change;
    t.rows.answer[2] = ended ? 1 : 0;
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
        answer[d] = first_not_before(index{0}, n, [&](index v) { return offsets[v] + v < wanted; });
    });
    (void)e->await_answer();
    std::vector<index> cuts(answer, answer + devices);
    cuts.push_back(n);
    return cuts;
}

/// The part of the walk that one device computes.
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
    spread_walk(device_group& devices, const csr& outgoing, const std::shared_ptr<const csr>& incoming,
                const random_walk_options& walk)
        : devices_(devices), walk_(walk), shares_(static_cast<std::size_t>(devices.size())), wait_(devices) {
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
        for (std::size_t d = shares_.size(); d-- > 0;)
            make(d, outgoing, incoming->nrows);  // the source of copies has no work yet
    }

    walk_result run() {
        const engine_ptr& first = devices_.engines().front();
        for_devices([&](std::size_t d, const engine_ptr& e) {
            const walk_share& s = shares_[d];
            simt::launch(e->stream(), blocks_for(e, s.task.rows), walk_threads, 0, spread_start_kernel, s.task);
        });
        exchange(0);
        constexpr std::int64_t rounds_between_looks = 4;
        walk_result out;
        std::int64_t rounds = 0;
        while (rounds < walk_.most_rounds) {
            for_devices([&](std::size_t d, const engine_ptr& e) {
                const spread_task& task = shares_[d].task;
                simt::launch(e->stream(), blocks_for(e, task.rows), walk_threads, 0,
                             task.rows.by_lanes ? spread_round_kernel<true> : spread_round_kernel<false>, task, rounds);
            });
            exchange(++rounds);
            if (rounds % rounds_between_looks != 0 && rounds != walk_.most_rounds) continue;
            const engine::current_device here(*first);
            simt::launch(first->stream(), 1, 1, 0, spread_look_kernel, shares_[0].task, rounds);
            out.end.rounds = first->await_answer();
            out.end.residual = base::share_of_integer(first->answer()[1]);
            if (first->answer()[2] != 0) break;
        }
        for_devices([&](std::size_t d, const engine_ptr& e) {
            const walk_task& rows = shares_[d].task.rows;
            simt::launch(e->stream(), blocks_for(e, rows), walk_threads, 0, spread_finish_kernel, rows, out.end.rounds);
        });
        gather(out.shares);
        return out;
    }

  private:
    void make(std::size_t d, const csr& outgoing, index vertices) {
        walk_share& s = shares_[d];
        const engine_ptr& e = devices_.engines()[d];
        const engine::current_device here(*e);
        const csr_ref rows = s.incoming->view();
        const row_offset* degrees = outgoing.offsets.data() + s.first;
        if (d != 0) {
            s.degrees = array<row_offset>(e, static_cast<std::size_t>(s.n) + 1);
            copy(0, degrees, d, s.degrees.data(), s.degrees.size() * sizeof(row_offset));
            degrees = s.degrees.data();
        }
        s.shares = array<double>(e, static_cast<std::size_t>(s.n));
        s.sums = zeros<walk_sums>(e, 3 * shares_.size());
        s.progress = zeros<walk_progress>(e, 1);
        s.work = walk_memory(e, rows, vertices);
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

    void copy(std::size_t source, const void* from, std::size_t target, void* to, std::size_t bytes) const {
        devices_.engines()[target]->pull(to, *devices_.engines()[source], from, bytes);
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
    std::vector<walk_share> shares_;
    std::vector<stream_mark> marks_;
    waits_for_all wait_;  // the last member: what is above is given back when all devices have ended
};

}  // namespace

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
