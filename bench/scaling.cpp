// Idea: a row is a call with operands of its own. It runs on one device first, whose answer is kept in host memory; then on
// each other number of devices, where the first call copies operands and is compared with that answer, and those after it are
// timed. Contexts do not take turns, because operands and results of all would not fit beside each other. From the times on one
// device and on two a model predicts the times on more devices (scaling_model.hpp).
#include "scaling.hpp"

#include "harness.hpp"
#include "scaling_model.hpp"
#include "scaling_rows.hpp"
#include <graphblas_gpu/cuda/device/array.hpp>
#include <graphblas_gpu/cuda/devices/device_group.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <memory>
#include <stdexcept>

namespace bench {

namespace {

/// A number of devices that the machine has.
struct machine {
    int devices;
    gb::context ctx;

    double pulled() const {
        double bytes = 0;
        for (const auto& e : engines_of(ctx)) bytes += static_cast<double>(e->moved().bytes_from_devices);
        return bytes;
    }
    /// How long each device has waited for copies so far.
    std::vector<double> waited() const {
        std::vector<double> ms;
        for (const auto& e : engines_of(ctx)) ms.push_back(e->moved().milliseconds_from_devices);
        return ms;
    }
    /// How long each device worked on what was spread, since the last call; empty if nothing was or there is one device.
    std::vector<double> working() const { return devices == 1 ? std::vector<double>() : ctx.device_group()->take_times(); }
};

/// Bytes a millisecond from the first device to the second; 0 if there is one device.
double link_speed(const machine& m, bool small) {
    if (m.devices == 1) return 0;
    const std::size_t bytes = std::size_t{1} << (small ? 16 : 30);
    const auto engines = engines_of(m.ctx);
    const gb::cuda::memory from(engines[0], bytes), to(engines[1], bytes);
    double best = 0;
    for (int turn = 0; turn < 4; ++turn) {
        wait_for(m.ctx);
        const double milliseconds = timed_on(m.ctx, [&] { engines[1]->pull(to.data(), *engines[0], from.data(), bytes); });
        best = std::max(best, static_cast<double>(bytes) / milliseconds);
    }
    return best;
}

struct measured {
    double milliseconds = 0;
    double bytes = 0;              ///< between devices, for an answer
    double first_bytes = 0;        ///< and by the first call, which copies operands,
    double first_wait = 0;         ///< for which a device waited so long at most
    double slowest = 0, mean = 0;  ///< of the devices' work for an answer; 0 if the call does not tell
    std::string verdict;
};

measured measure(const machine& m, const task& t, int repeat, bool is_reference) {
    measured out;
    t.prepare(m.ctx);
    wait_for(m.ctx);
    const double before = m.pulled();
    const std::vector<double> waited_before = m.waited();
    t.run(m.ctx);
    wait_for(m.ctx);
    out.first_bytes = m.pulled() - before;
    const std::vector<double> waited = m.waited();
    for (std::size_t d = 0; d < waited.size(); ++d) out.first_wait = std::max(out.first_wait, waited[d] - waited_before[d]);
    if (is_reference) {
        t.keep();
        out.verdict = "kept";
    } else {
        out.verdict = t.is_same() ? "equal" : "DIFFERENT";
    }
    t.discard();
    std::vector<double> times, slowest, means;
    const double start = m.pulled();
    for (int turn = 0; turn < repeat; ++turn) {
        wait_for(m.ctx);
        (void)m.working();
        times.push_back(timed_on(m.ctx, [&] { t.run(m.ctx); }) / t.answers);
        if (const auto working = m.working(); !working.empty()) {
            double sum = 0;
            for (const double ms : working) sum += ms;
            slowest.push_back(*std::max_element(working.begin(), working.end()) / t.answers);
            means.push_back(sum / static_cast<double>(working.size()) / t.answers);
        }
        t.discard();
    }
    out.milliseconds = timing{"", times}.median();
    out.bytes = (m.pulled() - start) / repeat / t.answers;
    if (!slowest.empty()) out.slowest = timing{"", slowest}.median(), out.mean = timing{"", means}.median();
    t.forget();
    m.ctx.release_memory();
    return out;
}

/// What all devices got, and which part of the link's speed one of them had that got `bytes_of_one` in this time.
std::string of_link(double bytes, double bytes_of_one, double milliseconds, double link) {
    if (bytes == 0) return "0";
    if (link == 0 || milliseconds == 0) return fmt::format("{:.1f}", 1e-6 * bytes);
    return fmt::format("{:.1f} in {:.2f} ms, {:.0f} %", 1e-6 * bytes, milliseconds, 100 * bytes_of_one / milliseconds / link);
}

/// Where the time beyond an equal part goes.
std::string rest_of(const measured& x, const measured& one, int devices, double link) {
    if (devices == 1) return "";
    const double ideal = one.milliseconds / devices;
    // A device gets an equal part of what is copied.
    const double copying = link > 0 ? x.bytes / devices / link : 0;
    if (x.slowest == 0) return fmt::format("{:+.3f} of which copies {:.3f}", x.milliseconds - ideal, copying);
    return fmt::format("{:+.3f}: devices differ {:.3f}, their work is {:+.3f} beyond a part, before and after {:.3f}",
                       x.milliseconds - ideal, x.slowest - x.mean, x.mean - ideal, x.milliseconds - x.slowest);
}

}  // namespace

std::vector<std::string> scaling_rows() {
    std::vector<std::string> names;
    for (const row& r : all_rows()) names.emplace_back(r.name);
    return names;
}

void measure_scaling(const scaling_options& options) {
    const auto start = std::chrono::steady_clock::now();
    const auto seconds = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(); };
    std::vector<machine> machines;
    std::vector<int> counts = options.counts, absent;
    counts.push_back(1);
    std::sort(counts.begin(), counts.end());
    counts.erase(std::unique(counts.begin(), counts.end()), counts.end());
    const int present = gb::cuda::engine::usable_devices();
    for (const int count : counts) {
        if (count > std::max(present, 1)) {  // a machine without a device is refused below
            absent.push_back(count);
            continue;
        }
        std::vector<int> numbers;
        for (int d = 0; d < count; ++d) numbers.push_back(d);
        gb::cuda_options several{.devices = numbers};
        if (options.small) several.spread_from = 0;
        machines.push_back({count, count == 1 ? gb::context::cuda() : gb::context::cuda(several)});
    }
    const double link = link_speed(machines.back(), options.small);
    fmt::print("{} x {}, {:.1f} GB/s from one device to another{}\n", present, machines.front().ctx.cuda_engine()->facts().name,
               1e-6 * link, options.small ? "; SMALL SIZES, a rehearsal whose times mean nothing" : "");
    if (!absent.empty()) fmt::print("left out: {} devices, because the machine has {}\n", fmt::join(absent, " and "), present);
    fmt::print(
        "\n| row | devices | ms | times one | predicted | MB copied by a call, of the link | by the first one | answer | "
        "beyond an "
        "equal part, ms |\n"
        "|---|---|---|---|---|---|---|---|---|\n");
    std::FILE* const json = options.json.empty() ? nullptr : std::fopen(options.json.c_str(), "w");
    if (!options.json.empty() && json == nullptr) throw std::runtime_error("cannot write " + options.json);
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> closes(
        json, [](std::FILE* f) { return f == nullptr ? 0 : std::fclose(f); });

    workbench w{options};
    std::vector<std::string> late, different;
    for (const row& r : all_rows()) {
        if (!options.rows.empty() && std::find(options.rows.begin(), options.rows.end(), r.name) == options.rows.end())
            continue;
        if (options.budget_seconds > 0 && seconds() > options.budget_seconds) {
            late.emplace_back(r.name);
            continue;
        }
        std::vector<std::pair<int, measured>> done;
        scaling_model model;
        const auto print = [&](int devices, const measured* x, const std::string& instead) {
            const double predicted = model.predicted(devices);
            fmt::print("| {} | {} | {} | {} | {} | {} | {} | {} | {} |\n", r.what, devices,
                       x ? fmt::format("{:.3f}", x->milliseconds) : instead,
                       x ? fmt::format("{:.2f}", model.one / x->milliseconds) : "",
                       devices == 1 ? "" : fmt::format("{:.3f}", predicted),
                       x && devices > 1 ? of_link(x->bytes, x->bytes / devices, x->milliseconds, link) : "",
                       x && devices > 1 ? fmt::format("{:.1f}, waited {:.2f} ms", 1e-6 * x->first_bytes, x->first_wait) : "",
                       x ? x->verdict : "", x && !done.empty() ? rest_of(*x, done.front().second, devices, link) : "");
            if (json != nullptr) {
                fmt::print(json,
                           "{{\"row\": \"{}\", \"what\": \"{}\", \"devices\": {}, \"ms\": {}, \"predicted_ms\": {:.4f}, "
                           "\"bytes\": {:.0f}, "
                           "\"first_bytes\": {:.0f}, \"first_wait_ms\": {:.4f}, \"link_gb_s\": {:.1f}, \"answer\": \"{}\", "
                           "\"revision\": \"{}\"}}\n",
                           r.name, r.what, devices, x ? fmt::format("{:.4f}", x->milliseconds) : "null", predicted,
                           x ? x->bytes : 0, x ? x->first_bytes : 0, x ? x->first_wait : 0, 1e-6 * link,
                           x ? x->verdict : instead, options.revision);
            }
            std::fflush(stdout);
        };
        try {
            const task t = r.make(w);
            model.copied_bytes = t.copied_bytes;
            model.bytes_a_ms = link;
            for (const machine& m : machines) {
                const measured x = measure(m, t, options.repeat, m.devices == 1);
                if (m.devices == 1) model.one = x.milliseconds;
                print(m.devices, &x, "");
                if (m.devices == 2) model.two = x.milliseconds;
                if (x.verdict == "DIFFERENT") different.push_back(fmt::format("{} on {}", r.name, m.devices));
                done.emplace_back(m.devices, x);
            }
            for (const int count : absent) print(count, nullptr, "not run");
        } catch (const gb::out_of_memory& e) {
            fmt::print("| {} | | no memory | | | | | | {} |\n", r.what, e.what());
            for (const machine& m : machines) m.ctx.release_memory();
        }
    }
    if (!late.empty())
        fmt::print("\nleft out for lack of time ({:.0f} s): {}\n", options.budget_seconds, fmt::join(late, ", "));
    if (!different.empty())
        throw std::runtime_error(fmt::format("answers differ from those of one device: {}", fmt::join(different, ", ")));
}

}  // namespace bench
