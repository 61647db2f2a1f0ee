#include "graph_command.hpp"

#include <graphblas_gpu/io/text_file.hpp>

#include <algorithm>
#include <unordered_map>

namespace grb {

void declare(subcommand& to, graph_command& options, const std::string& line_of_out, const std::string& things,
             weighting weights, bool offers_methods) {
    to.argument("FILE", options.path, input_help);
    to.option("--out", options.out,
              {"FILE", "Write '" + line_of_out + "' for every " + things + "; .gz compresses, '-' is standard output", "Output"});
    declare(to, options.file, relabelling::offered, weights);
    declare_engine(to, options.run);
    if (offers_methods) declare_method(to, options.run);
    declare_output(to, options.run);
}

void check_usage(const graph_command& options, bool undirected) {
    if (undirected && options.file.directed)
        throw usage_error("--directed: this command takes the graph as undirected, whatever the file lists");
    check_output_path(options.out, options.run);
}

graph_file read_graph(const graph_command& options, const gb::context& ctx, weighting weights, bool names_vertices) {
    file_options reading = options.file;
    if (weights == weighting::not_offered) reading.weights = "none";
    reading.one_based_for_others = names_vertices || !options.out.empty();
    return graph_file(options.path, reading, ctx);
}

void write_labels(const std::string& path, const std::string& name, const graph_file& file, const gb::vector<std::int64_t>& labels) {
    if (path.empty()) return;
    gb::io::text_writer out(path);
    out.text("# vertex\t" + name + "\n");
    std::string line;
    for (const auto [v, label] : labels.entries()) {
        line.clear();
        file.append_name(line, v);
        line += '\t';
        file.append_name(line, label);
        line += '\n';
        out.text(line);
    }
    out.close();
}

void write_vertices(const std::string& path, const graph_file& file, const gb::vector<void>& vertices) {
    if (path.empty()) return;
    gb::io::text_writer out(path);
    out.text("# vertex\n");
    std::string line;
    for (const gb::index v : vertices.entries()) {
        line.clear();
        file.append_name(line, v);
        line += '\n';
        out.text(line);
    }
    out.close();
}

void add_groups(answer& to, const std::string& name, const gb::vector<std::int64_t>& labels) {
    std::unordered_map<std::int64_t, std::int64_t> sizes;
    for (const auto [v, label] : labels.entries()) ++sizes[label];
    std::int64_t largest = 0, alone = 0;
    for (const auto& [label, size] : sizes) {
        largest = std::max(largest, size);
        alone += size == 1;
    }
    to.add(name, static_cast<std::int64_t>(sizes.size()));
    to.add("largest", largest);
    to.add("alone", alone);
}

int conclude(answer& result, const graph_command& options) {
    if (gb::io::is_standard_output(options.out)) result.print_to_standard_error();
    result.print(options.run);
    return 0;
}

}  // namespace grb
