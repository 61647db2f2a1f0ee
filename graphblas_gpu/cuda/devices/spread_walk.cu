// Idea: each device has the rows of some vertices, and for all vertices the amount that a vertex moves along each of its edges.
// A round is one kernel on each device, and then copies: every device gets from all others the amounts of their vertices, and
// their sums. Streams wait for each other's events, so that the host queues several rounds before it asks whether the walk has
// ended; a device that has seen the end does nothing more. Rows are summed as on one device, and the sums over all vertices are
// sums of integers, so that the shares have the same bits as on one device.
#include <graphblas_gpu/cuda/device/stream_mark.hpp>
#include <graphblas_gpu/cuda/devices/spread_walk.hpp>
#include <graphblas_gpu/cuda/shared/flops.hpp>
#include <graphblas_gpu/cuda/structure/block_walk.hpp>
#include <graphblas_gpu/cuda/structure/random_walk.cuh>

#include <memory>
#include <vector>

namespace graphblas_gpu::cuda {

using namespace walks;

namespace {

/// The part of the walk that one device computes.
struct walk_share {
    index first = 0, n = 0;  ///< vertices
    matrix_copy_ptr incoming;
    array<row_offset> outgoing;  ///< offsets of the outgoing edges of these vertices, if another device has them
    std::unique_ptr<block_walk> walk;
};

/// The walk on all devices. The objects of the engines are used by this thread alone.
class spread_walk {
  public:
    spread_walk(device_group& devices, const csr& outgoing, const std::shared_ptr<const csr>& incoming,
                const random_walk_options& walk)
        : devices_(devices), most_rounds_(walk.most_rounds), shares_(static_cast<std::size_t>(devices.size())), wait_(devices) {
        const engine_ptr& first = devices.engines().front();
        for (const engine_ptr& e : devices.engines()) marks_.emplace_back(*e);
        const engine::current_device here(*first);
        // A round reads about as much of a vertex as of an edge.
        const std::vector<index> cuts = rows_of_equal_work(first, incoming->offsets.data(), incoming->nrows, devices.size(), 1);
        const std::vector<matrix_copy_ptr> blocks = blocks_on(devices, incoming, cuts);
        first->synchronise();  // others read what this device has made
        for (std::size_t d = shares_.size(); d-- > 0;) {  // the source of copies has no work yet
            const engine_ptr& e = devices.engines()[d];
            const engine::current_device its(*e);
            walk_share& s = shares_[d];
            s.first = cuts[d];
            s.n = cuts[d + 1] - cuts[d];
            s.incoming = blocks[d];
            const row_offset* of_vertices = outgoing.offsets.data() + s.first;
            if (d != 0) {
                s.outgoing = array<row_offset>(e, static_cast<std::size_t>(s.n) + 1);
                copy(0, of_vertices, d, s.outgoing.data(), s.outgoing.size() * sizeof(row_offset));
                of_vertices = s.outgoing.data();
            }
            s.walk = std::make_unique<block_walk>(e,
                                                  walk_block{s.incoming->view(), of_vertices, s.first, s.n, 1, incoming->nrows,
                                                             devices.size(), static_cast<int>(d)},
                                                  walk);
        }
    }

    walk_result run() {
        const engine_ptr& first = devices_.engines().front();
        exchange(0);
        constexpr std::int64_t rounds_between_looks = 4;
        walk_result out;
        for (std::int64_t rounds = 0; rounds < most_rounds_;) {
            for_devices([&](std::size_t d, const engine_ptr&) { shares_[d].walk->settle(rounds); });
            exchange(++rounds);
            if (rounds % rounds_between_looks != 0 && rounds != most_rounds_) continue;
            const engine::current_device here(*first);
            if (shares_[0].walk->has_ended(rounds, out.end)) break;
        }
        gather(out);
        return out;
    }

  private:
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
                const block_walk &from = *shares_[s].walk, &to = *shares_[d].walk;
                const auto source = static_cast<int>(s);
                copy(s, from.own_moved(round), d, to.moved(round) + shares_[s].first,
                     static_cast<std::size_t>(shares_[s].n) * sizeof(double));
                copy(s, from.sums_of(round, source), d, to.sums_of(round, source), block_walk::bytes_of_sums);
            }
        }
    }

    void gather(walk_result& to) {
        std::vector<csr> own;
        for_devices([&](std::size_t d, const engine_ptr&) { own.push_back(shares_[d].walk->shares(to.end)); });
        const engine_ptr& first = devices_.engines().front();
        const engine::current_device here(*first);
        to.shares = full_vector(first, shares_.back().first + shares_.back().n);
        auto* const values = static_cast<double*>(to.shares.values.data());
        for (stream_mark& mark : marks_) mark.set();
        for (std::size_t d = 0; d < shares_.size(); ++d) {
            const std::size_t bytes = static_cast<std::size_t>(shares_[d].n) * sizeof(double);
            if (d == 0) {
                first->copy(values, own[d].values.data(), bytes);
            } else {
                marks_[d].hold_up(*first);
                copy(d, own[d].values.data(), 0, values + shares_[d].first, bytes);
            }
        }
        first->synchronise();
    }

    device_group& devices_;
    std::int64_t most_rounds_;
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
