// What `grb generate` makes, for one process and for several.
#pragma once

#include "graph_kinds.hpp"
#include "options.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace grb {

/// What the command line says about a graph of known shape.
struct generate_options {
    std::string kind;
    std::vector<std::string> sizes;
    std::uint64_t seed = 1;
    bool seed_given = false;
    std::string weights;
};

/// Declares KIND, SIZES, --seed and --weights, and lists the kinds.
void declare_kind(subcommand& to, generate_options& options, const std::string& examples);
/// Throws usage_error if there is no such kind, or if it has another number of sizes.
const graph_kind& kind_of(const generate_options& options);
/// The graph, or a part of it. Throws usage_error for sizes, a seed or weights that it cannot have.
gb::coordinates make_graph(const generate_options& options, int threads, const gb::graph_part& part);

}  // namespace grb
