// How streams of several devices wait for each other.
#pragma once

#include <graphblas_gpu/cuda/device/engine.hpp>

namespace graphblas_gpu::cuda {

/// A place in the order of an engine's stream, for which streams of other devices can wait.
class stream_mark {
  public:
    explicit stream_mark(const engine& e);
    stream_mark(stream_mark&& other) noexcept;
    stream_mark& operator=(stream_mark&&) = delete;
    ~stream_mark();

    /// Sets the mark behind all that is queued now.
    void set();
    /// What is queued on the stream of `waiting` from now on begins after the mark was passed.
    void hold_up(const engine& waiting) const;

  private:
    const engine* engine_;
    void* event_ = nullptr;  // a cudaEvent_t
};

}  // namespace graphblas_gpu::cuda
