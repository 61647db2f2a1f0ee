// The report of a product on a device.
#pragma once

#include <utility>

#include <graphblas_gpu/formats/stopwatch.hpp>
#include <graphblas_gpu/context.hpp>

namespace graphblas_gpu::device {

/// Measures one call; it must be constructed when the call begins.
class reporting {
  public:
    explicit reporting(const context& ctx) : ctx_(ctx) { ctx.cuda_engine()->reset_peak(); }

    /// Adds the measured times and bytes to the report and gives it to the context.
    void file(report r) const {
        graphblas_gpu::cuda::engine& e = *ctx_.cuda_engine();
        const graphblas_gpu::cuda::moves moved = e.take_moves();
        r.peak_bytes = e.peak_bytes();
        r.bytes_to_device = moved.bytes_to_device;
        r.bytes_to_host = moved.bytes_to_host;
        r.move_milliseconds = moved.milliseconds;
        r.milliseconds = time_.milliseconds();
        ctx_.set_report(std::move(r));
    }

  private:
    const context& ctx_;
    formats::stopwatch time_;
};

}  // namespace graphblas_gpu::device
