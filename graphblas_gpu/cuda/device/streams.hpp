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
    /// The engine's own stream at the first call, then the additional ones in turn, so that no other kernel waits for the first
    /// one, which should be the longest.
    CUstream_st* next();
    /// Makes the engine's stream wait for the others. The host does not wait.
    void join();

    /// The number of streams in addition to the engine's own.
    static constexpr unsigned streams = 5;

  private:
    void begin();

    engine& engine_;
    unsigned handed_out_ = 0;
};

}  // namespace graphblas_gpu::cuda
