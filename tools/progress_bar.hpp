// Needs: the counters of a call that is about to run.
// Idea: a thread of its own looks at the counters now and then. It draws nothing in the first second, nothing if
// standard error is not a terminal, and wipes its line away in the end, so that output and pipes never see it.
#pragma once

#include <graphblas_gpu/progress.hpp>

#include <condition_variable>
#include <exception>
#include <mutex>
#include <string>
#include <thread>

namespace grb {

class progress_bar {
  public:
    /// Shows `what`, such as "reading graph.mtx", until destroyed. The counters, if there are any, have to live as
    /// long.
    explicit progress_bar(std::string what, const graphblas_gpu::progress_counters* counters = nullptr);
    ~progress_bar();
    progress_bar(const progress_bar&) = delete;
    progress_bar& operator=(const progress_bar&) = delete;

    /// What the innermost bar showed that an exception ended; empty if none did since the last bar began. Bars belong to the
    /// main thread, and so does this.
    static const std::string& interrupted() { return interrupted_; }

  private:
    void watch();

    static inline std::string interrupted_;

    std::string what_;
    int exceptions_before_ = std::uncaught_exceptions();
    const graphblas_gpu::progress_counters* counters_;
    std::mutex mutex_;
    std::condition_variable wake_;
    bool done_ = false;
    std::thread watcher_;  // last: it uses all the others
};

}  // namespace grb
