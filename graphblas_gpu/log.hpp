// A log of what the library does, while it does it: calls and the sizes of their operands, methods and why they were chosen,
// phases with their times, calls that a device refuses. Other GraphBLAS libraries call it "burble".
//
// Idea: a program sets one object that is called with every event. Without one a call pays for a relaxed load of a pointer and
// a branch, a few times (docs/operating.md has the times).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace graphblas_gpu {

struct report;

/// What an event is about, and which members of it say more.
enum class log_kind {
    call_begins,     ///< `text` has the sizes of the operands, where the operation tells them
    method_chosen,   ///< `name`, by the planner, for a product of two matrices; `text`: why
    phase_ends,      ///< `name` has taken `milliseconds`
    device_refuses,  ///< host threads compute the call (context::automatic()); `text`: why
    call_ends,       ///< `text`: what the report says
    call_fails,      ///< `text`: what the exception says
};

/// One event. Its texts and the report exist until log_sink::write() returns.
struct log_event {
    log_kind kind = log_kind::call_begins;
    const char* operation = "";  ///< such as "mxm"; of phases outside of a call ""
    const char* engine = "";     ///< "host" or "cuda"
    const char* name = "";       ///< of the phase, such as "symbolic phase", or of the method
    std::string_view text = {};
    /// Of a phase that has ended, and of a call. Kernels run on while a phase of the host ends: docs/operating.md.
    double milliseconds = 0;
    /// Of a call that has ended or failed: host memory that it has allocated and not freed, in blocks of 64 KiB or more.
    std::int64_t bytes = 0;
    int depth = 0;  ///< calls within which the event lies: an operation may be made of others
    /// Of a call that has ended: its report (context.hpp), or null if it has none.
    const report* told = nullptr;
};

/// Where events go. The library calls write() on the thread that makes the call, on several threads at the same time if they
/// use several contexts or several devices, and never while it holds a lock. write() may not call operations of the library on
/// the context whose event it gets. What write() throws is dropped: the call goes on.
class log_sink {
  public:
    log_sink() = default;
    log_sink(const log_sink&) = delete;
    log_sink& operator=(const log_sink&) = delete;
    virtual ~log_sink() = default;
    /// Takes an event, of which nothing exists afterwards.
    virtual void write(const log_event& event) = 0;
};

/// All events of the process go to `sink` from now on; null: nowhere. Returns the sink before. Any thread may call this at any
/// time. Calls that are running may still write to the sink before: it has to exist until they have ended.
log_sink* set_log(log_sink* sink) noexcept;

/// The event as one line, without its end: "mxm on host begins: A 34 x 34 with 156 entries, ...". Lines of nested calls are
/// indented.
std::string to_string(const log_event& event);

}  // namespace graphblas_gpu
