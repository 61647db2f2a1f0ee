// Additional streams for kernels that do not depend on each other.
//
// Idea: kernels on these streams start after everything that was queued on the engine's stream before the first call of next(),
// and after join() the engine's stream waits for all of them. So many small kernels take as long as the longest of them, not as
// long as all together. The streams are made once and kept by the engine.
#pragma once

#include <graphblas_gpu/cuda/device/engine.hpp>

namespace graphblas_gpu::cuda {

class concurrent_streams {
  public:
    explicit concurrent_streams(engine& e) : engine_(e) {}
    concurrent_streams(const concurrent_streams&) = delete;
    concurrent_streams& operator=(const concurrent_streams&) = delete;
    /// Calls join() if the caller has not.
    ~concurrent_streams();

    const device_facts& facts() const { return engine_.facts(); }
    /// Returns the streams in turn; the first is the engine's own.
    CUstream_st* next();
    /// Makes the engine's stream wait for the others. The host does not wait.
    void join();

    /// The number of streams in addition to the engine's own.
    static constexpr unsigned streams = 3;

  private:
    void begin();

    engine& engine_;
    unsigned handed_out_ = 0;
};

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
