// The context that the calls of a Python thread run on, and what surrounds each call.
//
// Idea: a context serves one thread, so that every Python thread has one of its own, which is made when it first calls the
// library, and made again in a child of fork(). During a call the GIL is released, and Ctrl-C on the main thread cancels the
// call: it then throws `cancelled`, which becomes KeyboardInterrupt (exceptions.cpp). Where the program has a handler of its
// own, which need not raise, the call goes on, and Python calls the handler after it.
#pragma once

#include <graphblas_gpu/context.hpp>

#include <nanobind/nanobind.h>

#include <sys/types.h>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace graphblas_gpu::python {

/// What graphblas_gpu.context(...) is made of.
struct session_options {
    std::string device = "auto";  ///< "auto", "host", "cuda", "cuda:0", "cuda:0,1"
    int threads = 0;
    std::int64_t memory_limit = 0;
    bool deterministic = false;  ///< descriptor::deterministic of all products
    std::uintptr_t stream = 0;
};

/// What a `with graphblas_gpu.context(...)` block sets for the thread.
struct session {
    explicit session(const session_options& chosen);

    session_options options;
    context on;
    pid_t process;  ///< that has made the context, which does not work in a child of it
    /// What an algorithm that counts its searches has done, and 0 of 0 otherwise: then the context's own counters count.
    std::shared_ptr<progress_counters> algorithm = std::make_shared<progress_counters>();
};

/// The session of this thread: the one that was set, or one of the default options; in a child of fork() one that is made of
/// the same options anew. Throws what context::automatic() and its like throw.
const session& current_session();

/// Cancels the call that runs on a context when the main thread's handler of SIGINT is called, as long as this object exists.
/// Python's own handler is called too. Does nothing on other threads, and where signal.default_int_handler is not the handler.
/// Constructed with the GIL.
class cancelled_by_interrupt {
  public:
    explicit cancelled_by_interrupt(const context& ctx) noexcept;
    cancelled_by_interrupt(const cancelled_by_interrupt&) = delete;
    cancelled_by_interrupt& operator=(const cancelled_by_interrupt&) = delete;
    ~cancelled_by_interrupt();

  private:
    const context* outer_ = nullptr;
    bool is_installed_ = false;
};

/// call(context) on the context of this thread, without the GIL.
template <class Call>
decltype(auto) run(const Call& call) {
    const context ctx = current_session().on;
    const cancelled_by_interrupt watch(ctx);
    const nanobind::gil_scoped_release released;
    return call(ctx);
}

/// Bytes as a str, with a rule of Python's for those that are not UTF-8: "surrogateescape" keeps them for os.fsencode,
/// "backslashreplace" makes them readable.
nanobind::object text_of(std::string_view bytes, const char* errors);

/// The counters for an algorithm that this thread calls, as long as this object exists.
class counted_algorithm {
  public:
    counted_algorithm() : counters_(current_session().algorithm) {}
    counted_algorithm(const counted_algorithm&) = delete;
    counted_algorithm& operator=(const counted_algorithm&) = delete;
    ~counted_algorithm() { counters_->done = counters_->total = 0; }
    progress_counters* get() const noexcept { return counters_.get(); }

  private:
    std::shared_ptr<progress_counters> counters_;
};

void bind_session(nanobind::module_& m);
void bind_exceptions();

}  // namespace graphblas_gpu::python
