// Needs: a square file.
// Idea: the code that commands about a graph share: the options, reading the file as a structure, and the end of the answer;
// for commands that label the vertices also an optional line for each vertex, and the sizes of the groups.
#pragma once

#include "answer.hpp"
#include "command_line.hpp"
#include "graph_file.hpp"
#include "options.hpp"
#include <graphblas_gpu/vector.hpp>

#include <cstdint>
#include <string>

namespace grb {

/// The command line of a command about a graph.
struct graph_command {
    std::string path;
    std::string out;
    file_options file;
    run_options run;
};

/// Declares FILE, --out and the options of files, engines and output. --out writes a line of the form `line_of_out` for each of
/// `things`.
void declare(subcommand& to, graph_command& options, const std::string& line_of_out, const std::string& things = "vertex",
             weighting = weighting::not_offered, bool offers_methods = false);

/// Finds errors of the command line before the file is read. `undirected`: the command is about undirected graphs, so that
/// --directed is an error.
void check_usage(const graph_command& options, bool undirected);

/// Reads the file, without its weights unless the command uses them. `names_vertices`: the answer names vertices, even without
/// --out.
graph_file read_graph(const graph_command& options, const gb::context& ctx, weighting = weighting::not_offered,
                      bool names_vertices = false);

/// Writes a line "vertex label" for every vertex, separated by a tab, below a line that names the columns. Labels are vertices
/// and have the names of the file. An empty path writes nothing.
void write_labels(const std::string& path, const std::string& name, const graph_file& file, const gb::vector<std::int64_t>& labels);

/// Writes a line for each of the given vertices.
void write_vertices(const std::string& path, const graph_file& file, const gb::vector<void>& vertices);

/// Adds "NAME" (the number of different labels), "largest" and "alone" (the number of labels of a single vertex) to the answer.
void add_groups(answer& to, const std::string& name, const gb::vector<std::int64_t>& labels);

/// Prints the answer; returns the exit status.
int conclude(answer& result, const graph_command& options);

}  // namespace grb
