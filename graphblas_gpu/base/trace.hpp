// Calls and their phases, for whoever follows them: the log of a program (graphblas_gpu/log.hpp), and a profiler that reads
// NVTX ranges, such as Nsight Systems.
//
// Idea: one pointer says whether anybody does. Where it is null, an object of this header costs its load and a branch. No call
// and no logged phase begins or ends while a lock is held, because the program's sink may wait for another thread.
#pragma once

#include <atomic>
#include <string_view>

#include <graphblas_gpu/base/function_ref.hpp>
#include <graphblas_gpu/base/stopwatch.hpp>
#include <graphblas_gpu/log.hpp>

namespace graphblas_gpu::base {

/// Null, or the sink of the log; an object without an effect if a profiler alone follows.
extern std::atomic<log_sink*> trace_listener;

inline bool is_traced() noexcept { return trace_listener.load(std::memory_order_relaxed) != nullptr; }

/// Looks once whether a profiler reads the NVTX ranges of this process. A profiler is there from the beginning or never.
void look_for_profiler() noexcept;

/// A part of a call with a name, from the construction of this object to its destruction: an event of the log, and a range for
/// profilers.
class phase {
  public:
    enum class seen_by { all, profiler };

    /// `name` is a literal. `profiler`: there is no event, because a lock may be held; the report has the time.
    explicit phase(const char* name, seen_by whom = seen_by::all) noexcept {
        if (is_traced()) begin(name, whom);
    }
    phase(const phase&) = delete;
    phase& operator=(const phase&) = delete;
    ~phase() {
        if (name_ != nullptr) end();
    }

  private:
    void begin(const char* name, seen_by whom) noexcept;
    void end() noexcept;

    const char* name_ = nullptr;
    seen_by whom_ = seen_by::all;
    std::int64_t began_ = 0;  ///< in nanoseconds; read where the phase is followed
};

/// An event within the call of this thread: a method with this name was chosen, or its device refuses it.
void trace_event(log_kind kind, const char* name, std::string_view why) noexcept;

/// A call that is followed; made only where is_traced() holds.
class traced_call {
  public:
    /// `operation` and `engine` are literals. `operands` appends the sizes of the operands to a text.
    traced_call(const char* operation, const char* engine, function_ref<void(std::string&)> operands) noexcept;
    traced_call(const traced_call&) = delete;
    traced_call& operator=(const traced_call&) = delete;
    ~traced_call();

    void end(std::string_view text, const report* told) noexcept { write(log_kind::call_ends, text, told); }
    void fail(std::string_view why) noexcept { write(log_kind::call_fails, why, nullptr); }

    const char* operation() const noexcept { return operation_; }
    const char* engine() const noexcept { return engine_; }
    int depth() const noexcept { return depth_; }

  private:
    void write(log_kind kind, std::string_view text, const report* told) noexcept;

    const char* operation_;
    const char* engine_;
    traced_call* outer_;  ///< the call of this thread that this one is part of, or null
    int depth_;
    std::int64_t bytes_before_;
    stopwatch time_;
};

}  // namespace graphblas_gpu::base
