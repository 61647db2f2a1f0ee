// A context says where operations run: on a team of host threads or, in builds that have one, on a CUDA device.
//
// Idea: no global state and no initialisation; a context is a handle that is passed to every call. It keeps the threads and
// the working memory between calls and remembers how the last product was computed.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

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
    double milliseconds = 0;                        ///< of the whole call
};

/// Of context::host.
struct host_options {
    int threads = 0;  ///< 0: as many as the machine has processors
};

/// Of context::cuda.
struct cuda_options {
    int device = 0;
    std::int64_t memory_limit = 0;  ///< bytes; 0: what is free
};

/// n GiB in bytes.
constexpr std::int64_t gib(std::int64_t n) { return n << 30; }

/// Copies share threads and working memory. One thread at a time may use a context and its copies; containers belong to no
/// context and may be read by several.
class context {
  public:
    /// Host threads. Throws invalid_value if threads is negative or above 1024.
    static context host(const host_options& options = {});

    /// A CUDA device. Throws unsupported: this build has no CUDA engine.
    static context cuda(const cuda_options& options = {});

    /// The fastest engine of this build that the machine can run: host threads.
    static context automatic();

    /// "host".
    const char* engine_name() const noexcept;
    /// Threads that an operation may use; at least 1.
    int threads() const noexcept;

    /// How the last product of this context was computed.
    report last_report() const;
    /// For engines.
    void set_report(report r) const;

    /// Advanced by long operations, for a progress bar on another thread.
    progress_counters& progress() const noexcept;

    /// For the host engine.
    graphblas_gpu::host::team& team() const noexcept;

  private:
    struct state;
    explicit context(std::shared_ptr<state> s) : state_(std::move(s)) {}
    std::shared_ptr<state> state_;
};

}  // namespace graphblas_gpu
