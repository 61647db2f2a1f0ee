// A context says where operations run: on a team of host threads or, in builds with the CUDA engine, on a CUDA device.
//
// Idea: no global state and no initialisation; a context is a handle that is passed to every call. It keeps the threads and the
// scratch memory between calls and remembers how the last product was computed.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

#include <graphblas_gpu/base/cancellation.hpp>
#include <graphblas_gpu/base/function_ref.hpp>
#include <graphblas_gpu/base/types.hpp>
#include <graphblas_gpu/cuda/device/engine.hpp>
#include <graphblas_gpu/planner/estimate.hpp>
#include <graphblas_gpu/planner/method.hpp>
#include <graphblas_gpu/progress.hpp>

namespace graphblas_gpu {

namespace host {
class team;
}
namespace cuda {
class device_group;
}

/// How the last product of a context was computed, or why its last call ran on the host (see context::automatic).
struct report {
    std::string operation{};                 ///< such as "mxm"
    std::string engine{};                    ///< "host" or "cuda": where it ran
    enum method method = method::automatic;  ///< the method that ran
    std::string reason{};                    ///< why this method was chosen
    planner::method_estimates estimates{};   ///< what every method was expected to cost; empty where nothing is predicted
    bool compressed = false;                 ///< the symbolic phase ran on compressed columns
    std::int64_t flops = 0;                  ///< multiplications of the product without its mask; 0 if they were not counted
    index nvals = 0;                         ///< entries of the product
    std::int64_t estimated_bytes = 0;        ///< memory that the planner expected the call to need in addition to its operands
    double milliseconds = 0;                 ///< of the whole call; vector products on a device: until they were queued
    std::int64_t panels = 1;                 ///< parts that the rows were cut into, to stay within memory or by mxm_batches
    /// CUDA engine: the largest amount of a device's memory in use during the call, operands included.
    std::int64_t peak_bytes = 0;
    std::int64_t bytes_to_device = 0;  ///< CUDA engine: copied from host memory since the last report
    std::int64_t bytes_to_host = 0;    ///< CUDA engine: copied to host memory since the last report
    double move_milliseconds = 0;      ///< time that these copies took
    int devices = 1;                   ///< CUDA engine: the number of devices that worked
    std::int64_t bytes_between_devices = 0;   ///< CUDA engine: copied from one device to another since the last report
    double between_milliseconds = 0;          ///< that a device waited for these copies, the longest
};

/// Options of context::host.
struct host_options {
    int threads = 0;  ///< 0: as many as the machine has processors
    /// The most bytes of host memory that the arrays of the library may have in this process while an operation of the context
    /// runs, containers included; blocks below 64 KiB are not counted. 0: what is available when the operation begins.
    std::int64_t memory_limit = 0;
};

/// Numbers of CUDA devices, at most 64. More are refused by invalid_value.
class device_list {
  public:
    device_list() = default;
    device_list(std::initializer_list<int> numbers);
    device_list(const std::vector<int>& numbers);

    /// How many devices there are.
    int size() const noexcept { return size_; }
    /// Their numbers.
    /// @{
    const int* begin() const noexcept { return numbers_; }
    const int* end() const noexcept { return numbers_ + size_; }
    /// @}

  private:
    int size_ = 0;
    int numbers_[64] = {};
};

/// Options of context::cuda.
struct cuda_options {
    int device = 0;
    /// Several devices of one machine, such as {0, 1}: products of matrices, spamm, PageRank and propagations of many rows
    /// are spread over them; everything else runs on the first. Empty: the one above. See docs/several-devices.md.
    device_list devices = {};
    std::int64_t memory_limit = 0;  ///< bytes of each device that containers and operations may use; 0: all that is free
    CUstream_st* stream = nullptr;  ///< a cudaStream_t that outlives the context; null: the context makes a stream of its own
    /// The source of device memory; null: a pool of the context's own.
    std::shared_ptr<device_memory_resource> memory = nullptr;
    /// Of several devices: products with fewer multiplications run on the first device alone.
    std::int64_t spread_from = std::int64_t{1} << 22;
};

/// n GiB in bytes.
constexpr std::int64_t gib(std::int64_t n) { return n << 30; }

/// A handle to the threads or the device that operations run on. Copies share threads and scratch memory. Only one thread at a
/// time may use a context or its copies. Containers belong to no context and may be read by several contexts. An operator (a
/// callable, a user's semiring) may not use the context of the operation that calls it. A child of fork() may destroy, copy and
/// assign the contexts that it has from its parent, and make contexts of its own. Every member and operation throws
/// invalid_context for a context that was moved from or that belongs to the parent. Operations also throw it if they find that
/// two threads, or an operation and its operator, use the context at the same time; the context can be used afterwards.
class context {
  public:
    /// A context of host threads. Throws invalid_value if options.threads is negative or above 1024 or the limit is negative,
    /// error (code out_of_memory) if the system does not start the threads.
    static context host(const host_options& options = {});

    /// A context of a CUDA device. Throws unsupported if this build has no CUDA engine or the machine has no device of
    /// compute capability 8.0 or more, invalid_value if there is no device of this number or the limit is negative. Of
    /// several devices: also invalid_value if a device is named twice, or a stream or a source of memory is given, and
    /// unsupported if a device cannot read the memory of another one directly (NVLink, or PCIe with peer access). The
    /// processes of a program share matrices by gb::dist::context (docs/distributed.md).
    static context cuda(const cuda_options& options = {});

    /// A context of a CUDA device if there is a usable device, else of host threads. A call that the device refuses with
    /// `unsupported` (an operator or a value type of the caller's own) runs on all host threads then: containers are copied
    /// as needed, and last_report() says so, with the reason and the bytes that were copied. on_refusal() hears of every such
    /// call.
    static context automatic();

    /// "host" or "cuda".
    const char* engine_name() const;
    /// Whether operations run on a CUDA device.
    bool is_cuda() const { return cuda_engine() != nullptr; }
    /// The number of threads that an operation may use; at least 1.
    int threads() const;

    /// How the last product of this context was computed, or why its last call ran on the host.
    report last_report() const;
    /// For engines: stores the report of a product.
    void set_report(report r) const;

    /// What is called with the report of a call that the device refused, once host threads have computed it (see
    /// automatic()). An algorithm makes many calls, and last_report() is about the last one; a listener hears of all.
    using refusal_listener = void (*)(const report&) noexcept;
    /// `listener` hears of the later calls of this context; null: nobody does.
    void on_refusal(refusal_listener listener) const;

    /// Frees memory that is kept only so that later operations find it: the scratch of the threads, blocks of host memory that
    /// the process keeps, and on a device the blocks of the pool that are not in use. Containers, and what is cached with them,
    /// stay. The next operations allocate again. Waits for the device. It must not be called while an operation of this context
    /// runs.
    void release_memory() const;

    /// For arrays that are exchanged with a program's own kernels on the device, without the host waiting: operations that are
    /// called later wait for what is queued on a stream now, as before arrays are borrowed that it writes; or a stream waits
    /// for the operations that were called before, as before it reads their results or writes into borrowed arrays again.
    /// `stream` is a cudaStream_t of the context's device, the first one of several. Throw unsupported on host threads.
    /// @{
    void wait_for(CUstream_st* stream) const;
    void make_wait(CUstream_st* stream) const;
    /// @}

    /// Counters that long operations advance, for a progress bar on another thread.
    progress_counters& progress() const;

    /// Ends the call that is running on this context: it throws `cancelled` and leaves its outputs as they were. Any thread and
    /// any signal handler may call this while the context exists. It does not wait for the call to end, which takes 0.2 s at
    /// most but for the steps that docs/errors.md names. A call that is about to end may return its result. If no call is
    /// running, nothing happens: calls that begin later are not affected.
    void cancel() const noexcept;

    /// For engines: where they see that the running call is to end (see cancel()).
    base::cancellation& cancellation() const;
    /// For the host engine: the team; it has one thread if operations run on a device.
    graphblas_gpu::host::team& team() const;
    /// For the CUDA engine: the engine, or null if operations run on the host.
    const std::shared_ptr<graphblas_gpu::cuda::engine>& cuda_engine() const;
    /// The devices of a context of several, of which cuda_engine() is the first; else null.
    const std::shared_ptr<graphblas_gpu::cuda::device_group>& device_group() const;

    /// For operations: host_options::memory_limit, 0 where there is none.
    std::int64_t host_memory_limit() const;
    /// For operations (operations/on_engine.hpp): calls run(*this), which cancel() can end. Where the context has chosen its
    /// device by itself and the device refuses the call, run(host) is called, with host threads. `operands` appends the sizes
    /// of the operands to a text, for the log.
    void make_call(const char* operation, base::function_ref<void(const context&)> run,
                   base::function_ref<void(std::string&)> operands) const;

  private:
    struct state;
    /// make_call() without a log. `of_state`: the state of this context.
    void make_quiet_call(state& of_state, const char* operation, base::function_ref<void(const context&)> run) const;
    static std::shared_ptr<state> make_state(int threads, std::shared_ptr<base::cancellation> shared = nullptr);
    explicit context(std::shared_ptr<state> s) : state_(std::move(s)) {}
    void make_call_on_host(const char* operation, const std::string& refusal,
                           base::function_ref<void(const context&)> run) const;
    /// The state that the copies share. Throws invalid_context if there is none, or if it belongs to the parent process.
    state& usable() const;
    std::shared_ptr<state> state_;
};

/// Makes the calls on a context, from the construction of this object to its destruction, one call for context::cancel(): a
/// cancel() between two of them ends the next one. The algorithms of the library are such calls; a program may have its own.
class running_call {
  public:
    /// The context, or a copy of it, outlives this object. Throws cancelled if the call that this one is part of is to end.
    explicit running_call(const context& ctx) : cancellation_(ctx.cancellation()), running_(cancellation_) {}

    /// Throws cancelled if the call is to end: for long loops of the program's own between two calls.
    void look() const { cancellation_.look(); }

  private:
    base::cancellation& cancellation_;
    base::cancellation::running_call running_;
};

}  // namespace graphblas_gpu
