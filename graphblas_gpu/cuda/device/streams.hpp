// Kernels that do not depend on each other, on streams beside the engine's own.
//
// Idea: what is handed out begins after everything that was queued on the engine's stream when the first stream was
// asked for, and the engine's stream goes on after all of it. Many small kernels take the time of the longest then, not
// their sum. The streams are made once and kept by the engine.
#pragma once

#include <graphblas_gpu/cuda/device/engine.hpp>

namespace graphblas_gpu::cuda {

class concurrent_streams {
  public:
    explicit concurrent_streams(engine& e) : engine_(e) {}
    concurrent_streams(const concurrent_streams&) = delete;
    concurrent_streams& operator=(const concurrent_streams&) = delete;
    /// Joins, if nobody has.
    ~concurrent_streams();

    const device_facts& facts() const { return engine_.facts(); }
    /// The streams in turn, the engine's own first.
    CUstream_st* next();
    /// The engine's stream waits for the others. Does not wait itself.
    void join();

    /// Besides the engine's own.
    static constexpr unsigned streams = 3;

  private:
    void begin();

    engine& engine_;
    unsigned handed_out_ = 0;
};

}  // namespace graphblas_gpu::cuda
