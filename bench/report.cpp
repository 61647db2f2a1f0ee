#include "report.hpp"

#include "../tools/machine.hpp"
#include <graphblas_gpu/error.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sys/utsname.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <thread>

namespace bench {
namespace {

/// Four digits, so that columns can be compared by eye.
std::string milliseconds(double t) {
    if (t < 10) return fmt::format("{:.3f}", t);
    if (t < 100) return fmt::format("{:.2f}", t);
    if (t < 1000) return fmt::format("{:.1f}", t);
    return fmt::format("{:.0f}", t);
}

std::string range(const timing& t) {
    return fmt::format("{}..{}", milliseconds(t.quantile(0.0)), milliseconds(t.quantile(1.0)));
}

/// Load from which the report warns: more than what starting this program leaves behind.
constexpr double busy_from = 1.0;

const char* word(verdict v) {
    switch (v) {
        case verdict::equal: return "equal";
        case verdict::different: return "WRONG";
        case verdict::not_checked: return "-";
    }
    return "-";
}

constexpr const char* row_format = "{:<18} {:<15} {:>9} {:>17} {:>9} {:>17} {:>7} {:>7} {:>5}  {:<5} {:<8}\n";

}  // namespace

machine_facts describe_machine(int threads, const std::string& revision, bool rivals) {
    machine_facts machine;
    machine.processor = grb::processor_name();
    utsname names{};
    if (uname(&names) == 0) machine.system = fmt::format("{} {} {}", names.sysname, names.release, names.machine);
    machine.cores = static_cast<int>(std::thread::hardware_concurrency());
    machine.memory_bytes = grb::memory_bytes();
    machine.compiler = "g++ " __VERSION__;
    machine.suitesparse = rivals ? ss::session::version() : "";
    machine.boost = rivals ? boost_graph::version() : "";
    machine.revision = revision;
    machine.started = grb::now();
    machine.threads = threads;
    if (getloadavg(&machine.load, 1) != 1) machine.load = 0;
    return machine;
}

void print_head(const machine_facts& machine, const policy& how) {
    fmt::print("{}, {} cores, {:.1f} GiB; {}; {}\n", machine.processor, machine.cores,
               static_cast<double>(machine.memory_bytes) / static_cast<double>(gb::gib(1)), machine.system, machine.compiler);
    if (!machine.suitesparse.empty())
        fmt::print("against SuiteSparse:GraphBLAS {}; for information Boost.Graph {}\n", machine.suitesparse, machine.boost);
    if (!machine.revision.empty()) fmt::print("revision {}\n", machine.revision);
    if (machine.load > busy_from)
        fmt::print("the machine is busy (load {:.1f}): medians will favour ours, rather look at the ratio of best\n",
                   machine.load);
    fmt::print(
        "{} threads; medians and ranges in milliseconds of {} or more turns, taken in alternation; ratio: rival / "
        "ours, of the "
        "medians and of the fastest turns\n",
        machine.threads, how.repeat);
}

void print_graph(const graph_facts& facts) {
    fmt::print("\n{}: {} vertices, {} entries, {} multiplications in A*A\n", facts.name, facts.vertices, facts.nvals,
               facts.multiplications);
    if (!facts.file.empty())
        fmt::print("{} bytes read in {} ms, {:.2f} GB/s\n", facts.file_bytes, milliseconds(facts.read_milliseconds),
                   1e-6 * static_cast<double>(facts.file_bytes) / facts.read_milliseconds);
    std::fflush(stdout);
}

void print_memory(const graph_facts& facts, std::span<const line> lines) {
    std::int64_t host = 0;
    for (const line& l : lines) host = std::max(host, l.measured.host_peak_bytes);
    const auto gigabytes = [](std::int64_t bytes) { return 1e-9 * static_cast<double>(bytes); };
    fmt::print("memory at most: {:.2f} GB of the host", gigabytes(host));
    if (!facts.device.empty()) fmt::print(", {:.2f} GB of the device ({})", gigabytes(facts.device_bytes), facts.device);
    fmt::print("\n");
}

void print_table_head() {
    fmt::print(row_format, "graph", "kernel", "ours", "range", "rival", "range", "ratio", "of best", "bar", "", "verified");
}

void print_line(const line& l) {
    const auto& sides = l.measured.sides;
    const bool timed = !sides.empty() && !sides[0].milliseconds.empty();
    const bool rival = timed && sides.size() > 1;
    const char* const passed = !rival || !l.bar ? "" : l.misses() ? "MISS" : "pass";
    fmt::print(row_format, l.graph, l.kernel, timed ? milliseconds(sides[0].median()) : "-",
               timed ? range(sides[0]) : "-", rival ? milliseconds(sides[1].median()) : "-",
               rival ? range(sides[1]) : "-", rival ? fmt::format("{:.2f}", l.measured.ratio()) : "-",
               rival ? fmt::format("{:.2f}", l.measured.ratio_of_least()) : "-",
               l.bar ? fmt::format("{:.1f}", *l.bar) : "-", passed, word(l.measured.verified));
    if (l.wrong()) fmt::print("    WRONG: {}\n", l.measured.difference);
    for (std::size_t s = 2; timed && s < sides.size(); ++s)
        fmt::print("    {}: {} ({})\n", sides[s].name, milliseconds(sides[s].median()), range(sides[s]));
    std::string notes;
    if (timed && l.measured.bytes > 0)
        notes = fmt::format("{} bytes, {:.2f} GB/s", l.measured.bytes, l.measured.gigabytes_per_second());
    for (const std::string& note : l.measured.notes) notes += (notes.empty() ? "" : "; ") + note;
    if (!notes.empty()) fmt::print("    {}\n", notes);
    std::fflush(stdout);
}

void print_summary(const std::vector<line>& lines) {
    int wrong = 0, missed = 0, with_bar = 0;
    std::string names;
    for (const line& l : lines) {
        wrong += l.wrong();
        with_bar += l.bar.has_value() && l.measured.sides.size() > 1;
        if (!l.misses()) continue;
        ++missed;
        names += fmt::format("\n    {} on {}: {:.2f} of {:.1f}", l.kernel, l.graph, l.measured.ratio(), *l.bar);
    }
    fmt::print("\n{} measured, {} wrong; {} of {} with a bar miss it{}{}\n", lines.size(), wrong, missed, with_bar,
               missed > 0 ? ":" : "", names);
}

void require_writable(const std::string& path) {
    if (!std::ofstream(path, std::ios::app)) throw gb::io_error(path, 0, "cannot be written");
}

void write_json(const std::string& path, const machine_facts& machine, const policy& how,
                const std::vector<graph_facts>& graphs, const std::vector<line>& lines) {
    nlohmann::ordered_json out;
    out["format"] = 1;
    out["machine"] = {{"processor", machine.processor},
                      {"cores", machine.cores},
                      {"memory_bytes", machine.memory_bytes},
                      {"system", machine.system}};
    out["versions"] = {{"compiler", machine.compiler},
                       {"suitesparse", machine.suitesparse},
                       {"boost", machine.boost},
                       {"revision", machine.revision}};
    out["started"] = machine.started;
    out["threads"] = machine.threads;
    out["load_before"] = machine.load;
    out["policy"] = {{"repeat", how.repeat}, {"minimum_seconds", how.minimum_seconds}, {"pause_seconds", how.pause_seconds}};
    out["graphs"] = nlohmann::ordered_json::array();
    for (const graph_facts& g : graphs) {
        nlohmann::ordered_json one = {
            {"name", g.name}, {"vertices", g.vertices}, {"nvals", g.nvals}, {"multiplications", g.multiplications}};
        if (!g.file.empty()) {
            one["file_bytes"] = g.file_bytes;
            one["read_ms"] = g.read_milliseconds;
        }
        if (!g.device.empty()) {
            one["device"] = g.device;
            one["device_bytes"] = g.device_bytes;
        }
        out["graphs"].push_back(std::move(one));
    }
    out["results"] = nlohmann::ordered_json::array();
    for (const line& l : lines) {
        nlohmann::ordered_json sides = nlohmann::ordered_json::array();
        for (const timing& t : l.measured.sides)
            sides.push_back({{"name", t.name}, {"median_ms", t.median()}, {"ms", t.milliseconds}});
        nlohmann::ordered_json one = {{"graph", l.graph}, {"kernel", l.kernel}, {"sides", sides}};
        if (l.measured.sides.size() > 1 && !l.wrong()) {
            one["ratio"] = l.measured.ratio();
            one["ratio_of_least"] = l.measured.ratio_of_least();
        }
        if (l.bar) {
            one["bar"] = *l.bar;
            one["passed"] = !l.misses() && !l.wrong();
        }
        one["verified"] = word(l.measured.verified);
        if (l.wrong()) one["difference"] = l.measured.difference;
        one["notes"] = l.measured.notes;
        one["host_peak_bytes"] = l.measured.host_peak_bytes;
        if (l.measured.bytes > 0) {
            one["bytes"] = l.measured.bytes;
            one["gb_per_s"] = l.measured.gigabytes_per_second();
        }
        if (!l.measured.sources.empty()) one["sources"] = l.measured.sources;
        if (!l.measured.counts.empty()) one["counts"] = l.measured.counts;
        out["results"].push_back(std::move(one));
    }
    std::ofstream file(path);
    file << out.dump(1) << '\n';
    if (!file.flush()) throw gb::io_error(path, 0, "cannot be written");
}

}  // namespace bench
