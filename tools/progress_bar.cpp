// Needs: a terminal that knows the ANSI sequence for erasing a line.
// Idea: see progress_bar.hpp.
#include "progress_bar.hpp"

#include "answer.hpp"
#include <graphblas_gpu/io/printable.hpp>

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <system_error>

namespace grb {
namespace {

using namespace std::chrono_literals;
constexpr auto patience = 1s;
constexpr auto redraw_every = 100ms;
constexpr const char* erase_line = "\r\x1b[K";

/// The text of the bar: a bar if the total is known, else the seconds since the beginning.
std::string line_for(const std::string& what, const graphblas_gpu::progress_counters* counters, double seconds) {
    constexpr int width = 30;
    const auto total = counters == nullptr ? 0 : counters->total.load(std::memory_order_relaxed);
    if (total == 0) return fmt::format("{} ... {:.0f} s", what, seconds);
    const auto done = counters->done.load(std::memory_order_relaxed);
    const double share = std::min(1.0, static_cast<double>(done) / static_cast<double>(total));
    const int filled = static_cast<int>(share * width);
    return fmt::format("{} [{:#<{}}{:<{}}] {:3.0f} %", what, "", filled, "", width - filled, 100 * share);
}

}  // namespace

progress_bar::progress_bar(const std::string& what, const graphblas_gpu::progress_counters* counters)
    : what_(graphblas_gpu::io::printable(what)), counters_(counters) {
    interrupted_.clear();
    if (::isatty(STDERR_FILENO) != 1) return;
    try {
        watcher_ = std::thread([this] { watch(); });
    } catch (const std::system_error&) {
        // The bar is optional; if the system cannot start another thread, the command continues without it.
    }
}

progress_bar::~progress_bar() {
    if (watcher_.joinable()) {
        {
            const std::lock_guard lock(mutex_);
            done_ = true;
        }
        wake_.notify_one();
        watcher_.join();
    }
    // The text is moved, because there may be no memory for a copy.
    if (std::uncaught_exceptions() > exceptions_before_ && interrupted_.empty()) interrupted_ = std::move(what_);
}

void progress_bar::watch() {
    const auto started = std::chrono::steady_clock::now();
    std::unique_lock lock(mutex_);
    if (wake_.wait_for(lock, patience, [this] { return done_; })) return;
    do {
        const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - started;
        tell(erase_line + line_for(what_, counters_, elapsed.count()));
    } while (!wake_.wait_for(lock, redraw_every, [this] { return done_; }));
    tell(erase_line);
}

}  // namespace grb
