// Copies that other devices keep of a matrix.
//
// Idea: a matrix on a device never changes, so that its copies can be kept with it (its `on_peers`) and are freed with it. The
// right operand of a product is wanted whole on every device, the left one in consecutive rows; rows of a matrix that a device
// has as a whole are not copied.
#pragma once

#include <graphblas_gpu/cuda/devices/broadcast.hpp>
#include <graphblas_gpu/cuda/devices/distributed.hpp>

#include <algorithm>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace graphblas_gpu::cuda {

/// On each device at most one copy of the whole, and one of some rows. A Copy has `where`, an engine_ptr, and the rows
/// first_row .. last_row - 1. Several threads may use an object at once.
template <class Copy>
class kept_copies {
  public:
    using pointer = std::shared_ptr<const Copy>;

    pointer whole_on(const engine_ptr& e) const { return find(wholes_, e); }
    pointer rows_on(const engine_ptr& e, index first, index last) const {
        const pointer rows = find(rows_, e);
        return rows != nullptr && rows->first_row == first && rows->last_row == last ? rows : nullptr;
    }
    void keep_whole(const pointer& copy) { keep(wholes_, copy); }
    void keep_rows(const pointer& copy) { keep(rows_, copy); }

  private:
    using list = std::vector<pointer>;
    pointer find(const list& in, const engine_ptr& e) const {
        const std::lock_guard lock(mutex_);
        const auto at = std::find_if(in.begin(), in.end(), [&](const pointer& c) { return c->where == e; });
        return at == in.end() ? nullptr : *at;
    }
    void keep(list& in, const pointer& copy) {
        const std::lock_guard lock(mutex_);
        std::erase_if(in, [&](const pointer& c) { return c->where == copy->where; });
        in.push_back(copy);
    }

    mutable std::mutex mutex_;
    list wholes_, rows_;
};

/// What is kept with a matrix, a Kept, which is made at the first call.
template <class Kept, class Matrix>
std::shared_ptr<Kept> kept_with(const Matrix& m) {
    static std::mutex one_at_a_time;
    const std::lock_guard lock(one_at_a_time);
    if (m.on_peers == nullptr) m.on_peers = std::make_shared<Kept>();
    return std::static_pointer_cast<Kept>(std::const_pointer_cast<void>(m.on_peers));
}

/// The whole on each device of a group: `own`, which the first one has, or what copied(e, copy) queues from a copy on another
/// device. Waits for the first device if anything is copied.
template <class Copy, class Copied>
std::vector<std::shared_ptr<const Copy>> wholes_on(device_group& devices, kept_copies<Copy>& kept,
                                                   std::shared_ptr<const Copy> own, const Copied& copied) {
    std::vector<std::shared_ptr<const Copy>> copies;
    std::optional<broadcast> sources;
    for (std::size_t d = 0; d < devices.engines().size(); ++d) {
        const engine_ptr& e = devices.engines()[d];
        auto copy = e == own->where ? own : kept.whole_on(e);
        if (copy == nullptr) {
            if (!sources) {
                own->where->synchronise();  // which may still be making it
                sources.emplace(devices);
            }
            copy = copied(e, *copies[sources->source_for(d)]);
            sources->queued(d);
            kept.keep_whole(copy);
        }
        copies.push_back(std::move(copy));
    }
    return copies;
}

/// Rows cuts[d] .. cuts[d + 1] - 1 on device d of a group; cuts has one number more than there are devices. made(d, whole)
/// makes those that are not kept, where `whole` is the copy of the whole that the device keeps, or null.
template <class Copy, class Made>
std::vector<std::shared_ptr<const Copy>> rows_on_each(device_group& devices, kept_copies<Copy>& kept,
                                                      std::span<const index> cuts, const Made& made) {
    std::vector<std::shared_ptr<const Copy>> copies;
    for (std::size_t d = 0; d + 1 < cuts.size(); ++d) {
        const engine_ptr& e = devices.engines()[d];
        auto copy = kept.rows_on(e, cuts[d], cuts[d + 1]);
        if (copy == nullptr) {
            const engine::current_device here(*e);
            copy = made(d, kept.whole_on(e));
            kept.keep_rows(copy);
        }
        copies.push_back(std::move(copy));
    }
    return copies;
}

}  // namespace graphblas_gpu::cuda
