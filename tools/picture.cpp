// grb picture: what a graph looks like.
//
// Needs: a square file, or any for the density alone; values are ignored.
// Idea: picture/graph_panels.hpp counts and draws. The answer has the numbers that the picture shows.
#include "graph_picture.hpp"

#include <graphblas_gpu/io/output_file.hpp>
#include <graphblas_gpu/io/text_file.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <numeric>
#include <optional>

namespace grb {
namespace {

struct picture_command : graph_command {
    std::string only;
    std::string source;
    std::optional<picture::theme> theme;
};

bool is_png(const std::string& path) { return gb::io::suffix_of_name(path) == ".png"; }

/// Finds errors of the command line before the file is read.
const picture_command& checked(const picture_command& options) {
    const std::string& out = options.run.out;
    if (out.empty()) throw usage_error("--out is needed: the name of the picture, in .svg or .png");
    const std::string suffix = gb::io::suffix_of_name(out);
    if (out != "-" && suffix != ".svg" && suffix != ".png")
        throw usage_error(
            fmt::format("--out: {}: a picture is written under .svg or .png; '-' is standard output, in SVG", out));
    if (is_png(out) && options.theme == picture::theme::automatic)
        throw usage_error("--theme auto: only an SVG file can follow the reader's system; a PNG file is light or dark");
    if (is_png(out) && !picture::has_png())
        throw usage_error(fmt::format(
            "--out: {}: PNG files are made by rsvg-convert (librsvg2-bin), which is not there; .svg needs nothing", out));
    if (!options.source.empty()) {
        if (!options.only.empty() && options.only != "levels")
            throw usage_error(fmt::format("--source is where a search begins, but --only {} searches nothing", options.only));
        (void)parse_vertex(options.source, options.file, "--source");
    }
    return options;
}

std::vector<picture::panel> panels_of(const picture_command& options) {
    std::vector<picture::panel> panels;
    for (const auto& [name, panel] : picture::panel_names())
        if (options.only.empty() || options.only == name) panels.push_back(panel);
    return panels;
}

void write(const picture_command& options, const picture::drawing& d) {
    const std::string& out = options.run.out;
    if (is_png(out)) {
        gb::io::output_file file(out);
        file.write(picture::png_file(d, options.theme.value_or(picture::theme::light)));
        file.commit();
    } else {
        gb::io::text_writer file(out);
        file.text(picture::svg_file(d, options.theme.value_or(picture::theme::automatic)));
        file.close();
    }
}

/// Adds two lists, which the text form does not show.
void add_histogram(answer& to, const std::string& values_name, const std::string& times_name, const picture::histogram& h) {
    to.add(values_name, h.values, "");
    to.add(times_name, h.times, "");
}

void add_numbers(answer& to, picture::panel which, const picture::graph_counts& g) {
    switch (which) {
        case picture::panel::density:
            to.add("block_side", g.blocks.side);
            to.add("largest_block", g.blocks.largest());
            to.add("block_entries", g.blocks.entries, "");
            break;
        case picture::panel::degrees:
            to.add("largest_degree", g.degrees.largest());
            to.add("without_edges", g.degrees.zeros);
            add_histogram(to, "degrees", "vertices_of_degree", g.degrees);
            if (g.is_symmetric) break;
            to.add("largest_in_degree", g.in_degrees.largest());
            to.add("without_edges_in", g.in_degrees.zeros);
            add_histogram(to, "in_degrees", "vertices_of_in_degree", g.in_degrees);
            break;
        case picture::panel::components:
            to.add("components", g.components.total());
            to.add("largest_component", g.components.largest());
            add_histogram(to, "component_sizes", "components_of_size", g.components);
            if (g.is_symmetric) break;
            to.add("strong_components", g.strong_components.total());
            to.add("largest_strong_component", g.strong_components.largest());
            add_histogram(to, "strong_component_sizes", "strong_components_of_size", g.strong_components);
            break;
        case picture::panel::levels:
            if (g.levels.empty()) break;
            to.add("reached", std::accumulate(g.levels.begin(), g.levels.end(), std::int64_t{0}));
            to.add("last_level", static_cast<std::int64_t>(g.levels.size()) - 1);
            to.add("vertices_on_level", g.levels, "");
    }
}

int run_picture(const picture_command& options) {
    graph_run run(checked(options));
    const gb::matrix<void> graph = run.graph<void>();
    const std::vector<picture::panel> panels = panels_of(options);
    if (graph.nrows() != graph.ncols() && options.only != "density")
        throw gb::io_error(gb::io::input_name(run.file.path()), 0,
                           fmt::format("the matrix is {} x {}, which is no graph; --only density draws any matrix",
                                       graph.nrows(), graph.ncols()));
    const bool searches = std::find(panels.begin(), panels.end(), picture::panel::levels) != panels.end();
    const std::optional<gb::index> source = searches ? source_of(run.file, graph, options.source, options.file) : std::nullopt;
    const picture::graph_counts counts =
        run.compute("counting entries", [&] { return count_for(panels, run.ctx, run.file, graph, source); });
    write(options, picture::draw_sheet(panels, counts));
    run.result.add("symmetric", counts.is_symmetric);
    if (source) run.result.add("source", run.file.value_of(*source));
    for (const picture::panel panel : panels) add_numbers(run.result, panel, counts);
    return run.conclude("none", [] { return std::string(); });
}

}  // namespace

std::optional<gb::index> source_of(const graph_file& file, const gb::matrix<void>& graph, const std::string& option,
                                   const file_options& options) {
    if (!option.empty()) return file.positions_of({parse_vertex(option, options, "--source")}).front();
    if (graph.nrows() == 0) return std::nullopt;
    return busiest_vertex(file, graph);
}

picture::graph_counts count_for(const std::vector<picture::panel>& panels, const gb::context& ctx, const graph_file& file,
                                const gb::matrix<void>& graph, std::optional<gb::index> source) {
    picture::graph_counts counts;
    counts.name = file.path() == "-" ? gb::io::input_name(file.path()) : std::filesystem::path(file.path()).filename().string();
    counts.first_number = file.has_names() ? 0 : file.first_number();
    if (source) counts.source = file.shown_name_of(*source);
    picture::count(counts, ctx, graph, panels, source);
    return counts;
}

void add_picture(command_line& line) {
    add_graph_command<picture_command>(
        line,
        {.name = "picture",
         .help = "Draw a graph: its matrix, degrees, components, and the levels of a search",
         .main_options = {"--out", "--only", "--theme"},
         .names_vertices = true,
         .is_on_host_alone = true,
         .footer = R"(The sheet has four pictures:
  density     how many entries the blocks of the matrix have; a block is a position where there are at most 128 rows
  degrees     how many vertices have each degree: entries of a row, and entries of a column unless the matrix is symmetric
  components  how many components there are of each size: the weak ones, and the strong ones unless the matrix is symmetric
  levels      how many vertices a breadth-first search finds at each distance from its source
With --json the answer has all numbers that are shown. An entry on the diagonal counts once in a degree. The colours of an SVG
file follow what the reader's system prefers, light or dark, unless --theme names one. PNG files are made by rsvg-convert, if
it is there. Everything is counted on the host, also where there is a GPU, in one pass over the entries for each picture.

Examples:
  grb picture graph.tsv --out graph.svg
  grb picture roads.tsv --undirected --only levels --source 17 --out levels.png --theme dark
  grb picture web.tsv.gz --only degrees --out degrees.svg --json)"},
        &run_picture, [](subcommand& to, picture_command& options) {
            to.option("--out", options.run.out,
                      {"FILE", "Write the picture: .svg or .png; .svg.gz is packed, '-' is standard output, in SVG", "Output"});
            option_words words{"NAME", "Only this picture: density, degrees, components or levels"};
            for (const auto& [name, panel] : picture::panel_names()) words.offered.push_back(name);
            to.option("--only", options.only, words, words.offered);
            to.option("--source", options.source,
                      {"VERTEX", "Where the search begins; by default at the vertex with the most outgoing edges"});
            to.option("--theme",
                      [&options](const std::string& word) {
                          options.theme = word == "light"  ? picture::theme::light
                                          : word == "dark" ? picture::theme::dark
                                                           : picture::theme::automatic;
                      },
                      {"NAME", "light, dark, or auto: an SVG file has both (its default; light is that of PNG)", "Output"},
                      {"auto", "light", "dark"});
        });
}

}  // namespace grb
