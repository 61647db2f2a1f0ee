// Needs: vectors with an entry for each vertex.
// Idea: what commands share that give every vertex a number: the options, the file as a structure, a line for each vertex on request,
// and the sizes of the groups where the number is that of a group.
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
struct vertex_values_command {
    std::string path;
    std::string out;
    file_options file;
    run_options run;
};

/// FILE, --out and the options of files, engines and output; --out writes a line `line_of_out` for every one of `things`.
void declare(subcommand& to, vertex_values_command& options, const std::string& line_of_out, const std::string& things = "vertex",
             weighting = weighting::not_offered);

/// What is wrong with the command line is found here, before the file is read. `undirected`: --directed contradicts the command.
void check_usage(const vertex_values_command& options, bool undirected);

/// The file as it is read: without its weights, unless the command looks at them.
graph_file read_graph(const vertex_values_command& options, const gb::context& ctx, weighting = weighting::not_offered);

/// A line "vertex label" for every vertex, parted by a tab, below a line that names them. Labels are vertices, and are called as the file
/// calls them. Nothing without a path.
void write_labels(const std::string& path, const std::string& name, const graph_file& file, const gb::vector<std::int64_t>& labels);

/// A line for each of some vertices.
void write_vertices(const std::string& path, const graph_file& file, const gb::vector<void>& vertices);

/// Adds "NAME" (how many different labels there are), "largest" and "alone" (labels of one vertex only) to the answer.
void add_groups(answer& to, const std::string& name, const gb::vector<std::int64_t>& labels);

/// Prints the answer; returns the exit status.
int conclude(answer& result, const vertex_values_command& options);

}  // namespace grb
