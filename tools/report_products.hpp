// Idea: the products of a graph that a report is about: which method the planner chooses and why, what it expects of each, and
// how long each takes.
#pragma once

#include "bench_functions.hpp"

#include <optional>
#include <string>
#include <vector>

namespace grb {

struct measured_method {
    gb::method method;
    gb::planner::method_estimate expected;  ///< what the planner predicted, if it did
    std::optional<bench_times> times;
    std::string why_not = {};  ///< why there are no times
};

struct measured_product {
    std::string name;
    std::string words;
    gb::report report;  ///< of the run in which the planner chose
    std::vector<measured_method> methods;

    /// The method with the least median; nothing if none was measured.
    const measured_method* fastest() const;
};

/// Multiplies by every method of host threads, each until its time is used up. What fails, for lack of memory or because a
/// method cannot compute it, says why; products that take very long are left out with the same words.
std::vector<measured_product> measure_products(const bench_graph& g, double seconds);

}  // namespace grb
