#include "graph_command.hpp"
#include <graphblas_gpu/io/keyed_hash.hpp>

#include <fmt/format.h>

#include <unordered_map>

namespace grb {
namespace {

/// Called before the file is read.
gb::method checked_method(const graph_command& options) {
    if (options.words.taken == edges::undirected && options.file.directed)
        throw usage_error(fmt::format("--directed: {} of the undirected graph, whatever the file lists", options.words.whose));
    if (options.words.taken == edges::either_way && options.file.directed)
        throw usage_error("--directed: this command takes the graph as undirected, whatever the file lists");
    check_output(options.run);
    if (options.words.line_of_out != nullptr) check_table_name(options.run.out);
    return method_of(options.run);
}

gb::context context_of(const graph_command& options) {
    if (options.words.is_on_host_alone) return make_host_context(options.run);
    run_options run = options.run;
    // The command's own check takes one thread, so that --threads has no effect beside a device.
    run.verify = run.verify && options.words.check == nullptr;
    gb::context ctx = make_context(run);
    if (run.verify) require_verifier(run.threads);
    return ctx;
}

/// Notes what graph_file::make_undirected changed.
void note_undirected(answer& to, const graph_file& file, const char* whose) {
    if (file.mirrored_on_request() > 0)
        to.note("symmetrised",
                fmt::format(
                    "symmetrised: {} of the undirected graph, as if --undirected were given; {} listed in one direction only",
                    whose,
                    file.mirrored_on_request() == 1 ? "1 edge was" : fmt::format("{} edges were", file.mirrored_on_request())));
    const gb::index merged = file.report().duplicates_merged;
    if (merged > 0)
        to.note("duplicates_merged", fmt::format("{} repeated {} merged", merged, merged == 1 ? "entry was" : "entries were"));
    const gb::index loops = file.report().self_loops_dropped;
    if (loops > 0)
        to.note("self_loops_dropped", fmt::format("{} self {} dropped", loops, loops == 1 ? "loop was" : "loops were"));
}

/// Notes that the file has weights, that the command does not use them, and that the command line does not say so.
void note_unused_weights(answer& to, const graph_file& file, const graph_command& options) {
    if (!file.report().weights_ignored || !options.file.weights.empty()) return;
    to.note("weights_not_used",
            fmt::format("the weights of the file are not used; {}--weights none says that this is meant",
                        options.words.weights == weighting::on_request ? "--weights column uses them, " : ""));
}

file_options reading(const graph_command& options) {
    file_options how = options.file;
    if (how.weights.empty() && options.words.weights != weighting::offered) how.weights = "none";
    how.is_graph = true;
    how.one_based_for_others = options.words.names_vertices || !options.run.out.empty();
    return how;
}

}  // namespace

void declare(subcommand& to, graph_command& options) {
    const graph_words& words = options.words;
    to.argument("FILE", options.path, input_help);
    if (words.line_of_out != nullptr)
        to.option(
            "--out", options.run.out,
            {"FILE",
             fmt::format("Write '{}' for every {}; .gz compresses, '-' is standard output", words.line_of_out, words.things),
             "Output"});
    options.file.usual_ids = gb::vertex_ids::automatic;
    declare(to, options.file, relabelling::offered, words.weights);
    if (words.is_on_host_alone) declare_host(to, options.run);
    else declare_engine(to, options.run);
    if (words.offers_methods) declare_method(to, options.run);
    if (words.check == nullptr && !words.is_on_host_alone) declare_verify(to, options.run);
    if (words.check != nullptr)
        to.flag("--verify", options.run.verify,
                fmt::format("Check the answer by plain code of its own, on one thread: {}; exit status 1 if it is wrong",
                            words.check)
                    .c_str(),
                "Computing");
    declare_output(to, options.run);
    to.footer(words.footer);
    to.main_options(words.main_options);
}

graph_run::graph_run(const graph_command& options)
    : method(checked_method(options)), ctx(context_of(options)), file(options.path, reading(options), ctx), options_(options) {
    file.refuse_idle_numbers(options.file);
    if (is_made_undirected()) file.make_undirected();
    if (options.words.taken == edges::directed) file.take_declared_directions();
    if (options.words.taken == edges::directed) file.look_at_directions();
}

void graph_run::describe(gb::index nrows, gb::index nvals) {
    file.describe(result);
    note_unused_weights(result, file, options_);
    result.add("nrows", nrows);
    if (is_made_undirected()) {
        note_undirected(result, file, options_.words.whose);
        result.add("edges", nvals / 2);
        result.add("symmetrised", file.mirrored_on_request() > 0);
        result.add("self_loops_dropped", file.report().self_loops_dropped);
    } else {
        result.add("nvals", nvals);
    }
}

void graph_run::say_method(const std::string& which) const {
    say(options_.run, fmt::format("{}: method {}: {}", which, gb::to_string(product.method), product.reason));
}

int graph_run::conclude(const std::string& by, const std::function<verdict()>& verify) {
    add_run(result, ctx, by, milliseconds, file.milliseconds());
    return grb::conclude(result, options_.run, file.path(), verify);
}

int graph_run::conclude(const std::string& by, const std::function<std::string()>& check) {
    return conclude(by, [&] { return verdict{{options_.words.check}, check()}; });
}

gb::index busiest_vertex(const graph_file& file, const gb::matrix<void>& graph) {
    gb::index best = file.first_vertex();
    const auto offsets = graph.row_offsets();
    const auto degree = [&](gb::index v) {
        return offsets[static_cast<std::size_t>(v) + 1] - offsets[static_cast<std::size_t>(v)];
    };
    for (gb::index v = 0; v < graph.nrows(); ++v)
        if (degree(v) > degree(best)) best = v;
    return best;
}

void add_groups(answer& to, const std::string& name, const gb::vector<std::int64_t>& labels) {
    std::unordered_map<std::int64_t, std::int64_t, gb::io::keyed_hash> sizes;
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

void write_labels(const std::string& path, const std::string& name, const graph_file& file,
                  const gb::vector<std::int64_t>& labels) {
    if (path.empty()) return;
    table_writer out(path, file, "vertex\t" + name);
    for (const auto [v, label] : labels.entries()) out.line(vertex{v}, vertex{label});
    out.close();
}

void write_vertices(const std::string& path, const graph_file& file, const gb::vector<void>& vertices) {
    if (path.empty()) return;
    table_writer out(path, file, "vertex");
    for (const gb::index v : vertices.entries()) out.line(vertex{v});
    out.close();
}

}  // namespace grb
