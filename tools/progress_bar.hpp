// Needs: the counters of a call that is about to run.
// Idea: a separate thread reads the counters from time to time. It draws nothing in the first second, nothing if standard error
// is not a terminal, and erases its line in the end, so that output and pipes never contain it.
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
    /// Shows `what`, such as "reading graph.mtx", until it is destroyed. The counters, if there are any, must live as long.
    explicit progress_bar(const std::string& what, const graphblas_gpu::progress_counters* counters = nullptr);
    ~progress_bar();
    progress_bar(const progress_bar&) = delete;
    progress_bar& operator=(const progress_bar&) = delete;

    /// The text of the innermost bar that was ended by an exception; empty if no bar was since the last bar began. Bars and
    /// this function must be used in the main thread only.
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
    std::thread watcher_;  // this member is last because the thread uses all others
};

}  // namespace grb
