// Fills in what ctx.last_report() says about a product on a device: times, bytes moved, peak memory.
#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <utility>

#include <graphblas_gpu/base/stopwatch.hpp>
#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/cuda/devices/device_group.hpp>

namespace graphblas_gpu::device {

/// Measures one call; it must be constructed when the call begins.
class reporting {
  public:
    explicit reporting(const context& ctx) : ctx_(ctx) {
        for (const auto& e : engines()) e->reset_peak();
    }

    /// Adds the measured times and bytes to the report, and that a call which was not spread had one device alone, and gives it
    /// to the context.
    void file(report r, bool was_spread = false) const {
        for (const auto& e : engines()) {
            const graphblas_gpu::cuda::moves moved = e->take_moves();
            r.peak_bytes = std::max(r.peak_bytes, e->peak_bytes());
            r.bytes_to_device += moved.bytes_to_device;
            r.bytes_to_host += moved.bytes_to_host;
            r.move_milliseconds += moved.milliseconds;
            r.bytes_between_devices += moved.bytes_from_devices;
            r.between_milliseconds = std::max(r.between_milliseconds, moved.milliseconds_from_devices);
        }
        if (const auto& group = ctx_.device_group(); group != nullptr && r.devices == 1 && !was_spread) {
            r.reason += std::string(r.reason.empty() ? "" : "; ") + "on the first of " + std::to_string(group->size()) +
                        " devices, because there is little work or because such calls are not spread";
        }
        r.milliseconds = time_.milliseconds();
        ctx_.set_report(std::move(r));
    }

  private:
    /// The engines of the context.
    std::span<const std::shared_ptr<graphblas_gpu::cuda::engine>> engines() const {
        if (const auto& group = ctx_.device_group(); group != nullptr) return group->engines();
        return {&ctx_.cuda_engine(), 1};
    }

    const context& ctx_;
    base::stopwatch time_;
};

}  // namespace graphblas_gpu::device
