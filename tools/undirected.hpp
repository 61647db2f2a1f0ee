// Needs: a file that graph_file::make_undirected has changed.
// Idea: commands about the undirected graph accept every file, refuse --directed, and report their changes. `whose` describes
// the answer, such as "triangles are those".
#pragma once

#include "answer.hpp"
#include "graph_file.hpp"
#include "options.hpp"

#include <fmt/format.h>

#include <string>

namespace grb {

inline void refuse_directed(const file_options& options, const std::string& whose) {
    if (options.directed) throw usage_error(fmt::format("--directed: {} of the undirected graph, whatever the file lists", whose));
}

inline void note_undirected(answer& to, const graph_file& file, const std::string& whose) {
    if (file.mirrored_on_request() > 0)
        to.note(fmt::format(
            "symmetrised: {} of the undirected graph, as if --undirected were given; {} listed in one direction only", whose,
            file.mirrored_on_request() == 1 ? "1 edge was" : fmt::format("{} edges were", file.mirrored_on_request())));
    const gb::index merged = file.report().duplicates_merged;
    if (merged > 0) to.note(fmt::format("{} repeated {} merged", merged, merged == 1 ? "entry was" : "entries were"));
    const gb::index loops = file.report().self_loops_dropped;
    if (loops > 0) to.note(fmt::format("{} self {} dropped", loops, loops == 1 ? "loop was" : "loops were"));
}

/// Adds the fields that report the changes to the file.
inline void add_undirected(answer& to, const graph_file& file, const gb::matrix<void>& graph) {
    to.add("nrows", graph.nrows());
    to.add("edges", graph.nvals() / 2);
    to.add("symmetrised", file.mirrored_on_request() > 0);
    to.add("self_loops_dropped", file.report().self_loops_dropped);
}

}  // namespace grb
