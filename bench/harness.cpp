#include "harness.hpp"

#include <graphblas_gpu/cuda/devices/device_group.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <ctime>
#include <fstream>
#include <string>
#include <thread>

namespace bench {
namespace {

void call(const std::function<void()>& f) {
    if (f) f();
}

/// Lets the system forget the most memory that the process had (proc(5), clear_refs). Where it refuses, the peak is that since
/// the start.
void forget_peak() { std::ofstream("/proc/self/clear_refs") << 5; }

/// The most memory that the process had since; 0 if the system does not tell.
std::int64_t host_peak() {
    std::ifstream status("/proc/self/status");
    for (std::string word; status >> word;) {
        std::int64_t kilobytes = 0;
        if (word == "VmHWM:" && status >> kilobytes) return 1024 * kilobytes;
    }
    return 0;
}

}  // namespace

double timed(const std::function<void()>& call, bool processor_time) {
    if (processor_time) {
        const std::clock_t begin = std::clock();
        call();
        return 1e3 * static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    }
    const auto begin = std::chrono::steady_clock::now();
    call();
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
}

std::vector<std::shared_ptr<gb::cuda::engine>> engines_of(const gb::context& ctx) {
    if (const auto& group = ctx.device_group(); group != nullptr) return {group->engines().begin(), group->engines().end()};
    if (ctx.is_cuda()) return {ctx.cuda_engine()};
    return {};
}

void wait_for(const gb::context& ctx) {
    for (const auto& e : engines_of(ctx)) e->synchronise();
}

double timed_on(const gb::context& ctx, const std::function<void()>& call) {
    return timed([&] {
        call();
        wait_for(ctx);
    });
}

double median_on(const gb::context& ctx, int repeat, const std::function<void()>& call) {
    timing times;
    (void)timed_on(ctx, call);
    for (int turn = 0; turn < repeat; ++turn) times.milliseconds.push_back(timed_on(ctx, call));
    return times.median();
}

double timing::quantile(double share) const {
    if (milliseconds.empty()) return 0.0;
    std::vector<double> sorted = milliseconds;
    std::sort(sorted.begin(), sorted.end());
    const double at = share * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<std::size_t>(std::floor(at));
    const std::size_t above = std::min(below + 1, sorted.size() - 1);
    return sorted[below] + (at - std::floor(at)) * (sorted[above] - sorted[below]);
}

outcome run(const contest& task, const policy& how, bool verify) {
    outcome result;
    result.notes = task.notes;
    result.sources = task.sources;
    result.bytes = task.bytes;
    for (const side& s : task.sides) result.sides.push_back({s.name, {}});

    // All results of the first turn live at once, to be compared.
    for (const side& s : task.sides) {
        call(s.prepare);
        s.run();
    }
    if (task.remark) result.notes.push_back(task.remark());
    if (verify && task.verify) {
        result.difference = task.verify();
        result.verified = result.difference.empty() ? verdict::equal : verdict::different;
    }
    if (task.counts) result.counts = task.counts();
    for (const side& s : task.sides) call(s.discard);
    // A time for a wrong answer is worth nothing.
    if (result.verified == verdict::different) return result;

    forget_peak();
    std::vector<double> total(task.sides.size(), 0.0);
    std::vector<bool> is_slow(task.sides.size(), false);
    const auto enough = [&](int turns) {
        if (turns < how.repeat) return false;
        return turns >= how.most || *std::min_element(total.begin(), total.end()) >= 1e3 * how.minimum_seconds;
    };
    for (int turn = 0; !enough(turn); ++turn) {
        for (std::size_t s = 0; s < task.sides.size(); ++s) {
            if (is_slow[s]) continue;
            call(task.sides[s].prepare);
            if (task.sides.size() > 1) std::this_thread::sleep_for(std::chrono::duration<double>(how.pause_seconds));
            const double milliseconds = timed(task.sides[s].run, how.processor_time);
            call(task.sides[s].discard);
            total[s] += milliseconds;
            result.sides[s].milliseconds.push_back(milliseconds / task.answers);
        }
        if (turn != 1 || how.slow_from <= 0.0) continue;
        const auto quicker = [](const timing& t) { return std::min(t.milliseconds[0], t.milliseconds[1]); };
        double least = std::numeric_limits<double>::infinity();
        for (const timing& t : result.sides) least = std::min(least, quicker(t));
        for (std::size_t s = 1; s < task.sides.size(); ++s) {
            is_slow[s] = quicker(result.sides[s]) > how.slow_from * least;
            if (is_slow[s]) total[s] = std::numeric_limits<double>::infinity();
        }
    }
    result.host_peak_bytes = host_peak();
    return result;
}

}  // namespace bench
