// What was measured, as a table for people and as JSON for programs.
#pragma once

#include "harness.hpp"
#include "kernels.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace bench {

/// One line of the table.
struct line {
    std::string graph;
    std::string kernel;
    outcome measured;
    std::optional<double> bar;

    bool wrong() const { return measured.verified == verdict::different; }
    bool misses() const { return bar && measured.sides.size() > 1 && !wrong() && measured.ratio() < *bar; }
};

struct graph_facts {
    std::string name;
    gb::index vertices = 0;
    gb::index nvals = 0;
    std::int64_t multiplications = 0;
    std::string file;  ///< empty for a generated graph
    std::int64_t file_bytes = 0;
    double read_milliseconds = 0;   ///< reading the file for the first time
    std::string device;             ///< empty without a device
    std::int64_t device_bytes = 0;  ///< the most device memory that ours took from the driver
};

/// Of the machine and the programs, for the head of a report.
struct machine_facts {
    std::string processor;
    std::string system;
    int cores = 0;
    std::int64_t memory_bytes = 0;
    std::string compiler;
    std::string suitesparse;
    std::string boost;
    std::string revision;
    std::string started;  ///< UTC
    int threads = 0;
    double load = 0;  ///< of the last minute before the start: other programs, or an earlier run
};
machine_facts describe_machine(int threads, const std::string& revision, bool rivals);

void print_head(const machine_facts& machine, const policy& how);
void print_graph(const graph_facts& facts);
void print_table_head();
/// The most memory that the lines of a graph took.
void print_memory(const graph_facts& facts, std::span<const line> lines);
/// One line, and one more for what differs, for each side that ran for information, and for the notes.
void print_line(const line& l);
/// How many were slower than their bar or wrong, by name.
void print_summary(const std::vector<line>& lines);

/// Throws io_error if the file cannot be written; what it holds stays.
void require_writable(const std::string& path);

/// Throws io_error if the file cannot be written.
void write_json(const std::string& path, const machine_facts& machine, const policy& how,
                const std::vector<graph_facts>& graphs, const std::vector<line>& lines);

}  // namespace bench
