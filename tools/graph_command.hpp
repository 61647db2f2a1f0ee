// Needs: a square file.
// Idea: what commands share that compute something about a graph: the options, the file as a structure, the end of the answer; and for
// those that label the vertices, a line for each vertex on request, and the sizes of the groups.
#pragma once

#include "answer.hpp"
#include "command_line.hpp"
#include "graph_file.hpp"
#include "options.hpp"
#include <graphblas_gpu/vector.hpp>

#include <cstdint>
#include <string>

namespace grb {

/// What the command line of such a command says.
struct graph_command {
    std::string path;
    std::string out;
    file_options file;
    run_options run;
};

/// FILE, --out and the options of files, engines and output; --out writes a line `line_of_out` for every one of `things`.
void declare(subcommand& to, graph_command& options, const std::string& line_of_out, const std::string& things = "vertex",
             weighting = weighting::not_offered, bool offers_methods = false);

/// What is wrong with the command line is found here, before the file is read. `undirected`: --directed contradicts the command.
void check_usage(const graph_command& options, bool undirected);

/// The file as it is read: without its weights, unless the command looks at them. `names_vertices`: the answer does so, without --out too.
graph_file read_graph(const graph_command& options, const gb::context& ctx, weighting = weighting::not_offered,
                      bool names_vertices = false);

/// A line "vertex label" for every vertex, parted by a tab, below a line that names them. Labels are vertices, and are called as the file
/// calls them. Nothing without a path.
void write_labels(const std::string& path, const std::string& name, const graph_file& file, const gb::vector<std::int64_t>& labels);

/// A line for each of some vertices.
void write_vertices(const std::string& path, const graph_file& file, const gb::vector<void>& vertices);

/// Adds "NAME" (how many different labels there are), "largest" and "alone" (labels of one vertex only) to the answer.
void add_groups(answer& to, const std::string& name, const gb::vector<std::int64_t>& labels);

/// Prints the answer; returns the exit status.
int conclude(answer& result, const graph_command& options);

}  // namespace grb
