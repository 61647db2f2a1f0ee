// A context says where operations run: on a team of host threads or, in builds that have one, on a CUDA device.
//
// Idea: no global state and no initialisation; a context is a handle that is passed to every call. It keeps the threads and
// the working memory between calls and remembers how the last product was computed.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include <graphblas_gpu/cuda/device/engine.hpp>
#include <graphblas_gpu/formats/types.hpp>
#include <graphblas_gpu/planner/method.hpp>
#include <graphblas_gpu/progress.hpp>

namespace graphblas_gpu {

namespace host {
class team;
}

/// How the last product of a context was computed.
struct report {
    std::string operation;                          ///< such as "mxm"
    enum method method = method::automatic;         ///< the method that ran
    std::string reason;                             ///< why that one
    bool compressed = false;                        ///< the symbolic phase ran on compressed columns
    std::int64_t flops = 0;                         ///< multiplications of the product without its mask
    index nvals = 0;                                ///< entries of the product
    std::int64_t estimated_bytes = 0;               ///< memory the planner expected the call to need beside its operands
    double milliseconds = 0;                        ///< of the whole call; vector products on a device: until they were queued
    std::int64_t panels = 1;                        ///< parts that the rows were cut into to stay within memory
    std::int64_t peak_bytes = 0;                    ///< CUDA engine: device memory at its highest during the call, operands included
    std::int64_t bytes_to_device = 0;               ///< CUDA engine: copied from host memory since the last report
    std::int64_t bytes_to_host = 0;                 ///< CUDA engine: copied to host memory since the last report
    double move_milliseconds = 0;                   ///< what those copies took
};

/// Of context::host.
struct host_options {
    int threads = 0;  ///< 0: as many as the machine has processors
};

/// Of context::cuda.
struct cuda_options {
    int device = 0;
    std::int64_t memory_limit = 0;  ///< bytes of device memory that containers and operations may have; 0: what is free
    CUstream_st* stream = nullptr;  ///< a cudaStream_t that outlives the context; null: one of its own
    std::shared_ptr<device_memory_resource> memory = nullptr;  ///< null: a pool of its own that is kept
};

/// n GiB in bytes.
constexpr std::int64_t gib(std::int64_t n) { return n << 30; }

/// Copies share threads and working memory. One thread at a time may use a context and its copies; containers belong to no
/// context and may be read by several. An operator (a callable, a user's semiring) may not use the context of the operation that
/// calls it. A child of fork() may destroy, copy and assign the contexts that it has from its parent, and make contexts of its
/// own. Every member and operation throws invalid_context for a context that was moved from or that is the parent's, operations
/// also where two threads, or an operation and its operator, are seen to meet in a context; it can be used on.
class context {
  public:
    /// Host threads. Throws invalid_value if threads is negative or above 1024, error (code out_of_memory) if the system does not start
    /// them.
    static context host(const host_options& options = {});

    /// A CUDA device. Throws unsupported if this build has no CUDA engine or the machine no device of compute capability 8.0 or
    /// more, invalid_value if there is no such device or the limit is negative.
    static context cuda(const cuda_options& options = {});

    /// A CUDA device if there is a usable one, else host threads.
    static context automatic();

    /// "host" or "cuda".
    const char* engine_name() const;
    /// Operations run on a CUDA device.
    bool is_cuda() const { return cuda_engine() != nullptr; }
    /// Threads that an operation may use; at least 1.
    int threads() const;

    /// How the last product of this context was computed.
    report last_report() const;
    /// For engines.
    void set_report(report r) const;

    /// Gives back memory that is kept only so that the next operations find it: the working memory of the threads, blocks of
    /// host memory that the process keeps, and on a device what its pool holds and nobody uses. Containers, and what is cached
    /// with them, stay. The next operations allocate anew. Waits for the device; not while an operation of this context runs.
    void release_memory() const;

    /// Advanced by long operations, for a progress bar on another thread.
    progress_counters& progress() const;

    /// For the host engine; one thread where operations run on a device.
    graphblas_gpu::host::team& team() const;
    /// For the CUDA engine; null where operations run on the host.
    const std::shared_ptr<graphblas_gpu::cuda::engine>& cuda_engine() const;

  private:
    struct state;
    static std::shared_ptr<state> make_state(int threads);
    explicit context(std::shared_ptr<state> s) : state_(std::move(s)) {}
    /// What the copies share. Throws invalid_context if there is nothing, or if it is the parent's.
    state& usable() const;
    std::shared_ptr<state> state_;
};

}  // namespace graphblas_gpu
