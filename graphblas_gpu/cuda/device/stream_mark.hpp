// How streams wait for each other: those of several devices, and those of the caller.
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

    /// Sets the mark behind all that is queued now, on the engine's stream or on another stream of its device.
    /// @{
    void set() { set_on(engine_->stream()); }
    void set_on(CUstream_st* stream);
    /// @}
    /// What is queued on the stream of `waiting`, or on a stream of the engine's device, from now on begins after the mark was
    /// passed.
    /// @{
    void hold_up(const engine& waiting) const;
    void hold_up_stream(CUstream_st* waiting) const;
    /// @}

  private:
    const engine* engine_;
    void* event_ = nullptr;  // a cudaEvent_t
};

/// The engine's stream waits for what is queued on a stream of the caller's, or the other way round. The host does not wait.
/// @{
void wait_for(const engine& e, CUstream_st* stream);
void make_wait(const engine& e, CUstream_st* stream);
/// @}

}  // namespace graphblas_gpu::cuda
