// grb generate: graphs and matrices of known shape.
//
// Idea: the kinds are those of graph_kinds.hpp. The same command line gives the same file on every machine, for any number of
// threads.
#include "generate.hpp"
#include "command.hpp"
#include "matrix_output.hpp"
#include <graphblas_gpu/io/matrix_market.hpp>
#include <graphblas_gpu/io/output_file.hpp>
#include <graphblas_gpu/io/read_matrix.hpp>
#include <graphblas_gpu/io/write_matrix.hpp>

#include <fmt/format.h>

#include <array>
#include <memory>
#include <string>
#include <vector>

namespace grb {
namespace {

struct generate_command : generate_options {
    run_options run{.out = "-"};
};

std::vector<std::string> kind_names() {
    std::vector<std::string> names;
    for (const graph_kind& k : graph_kinds) names.emplace_back(k.name);
    return names;
}

/// The sizes on the command line.
std::array<graph_size, graph_kind::max_sizes> sizes_of(const generate_options& options, const graph_kind& kind) {
    std::array<graph_size, graph_kind::max_sizes> sizes;
    for (std::size_t n = 0; n < kind.count; ++n) {
        const std::string what = fmt::format("generate {} {}: size {}", kind.name, kind.sizes, n + 1);
        if (n == kind.fraction) sizes[n].real = parse_real(options.sizes[n], what);
        else sizes[n].whole = parse_integer(options.sizes[n], what);
    }
    return sizes;
}

}  // namespace

const graph_kind& kind_of(const generate_options& options) {
    for (const graph_kind& k : graph_kinds) {
        if (options.kind != k.name) continue;
        if (options.sizes.size() == k.count) return k;
        throw usage_error(fmt::format("generate {}: {} sizes given; wanted is: grb generate {} {}", k.name,
                                      options.sizes.size(), k.name, k.sizes));
    }
    throw usage_error(
        fmt::format("generate: '{}' is no kind of graph; there are {}", options.kind, fmt::join(kind_names(), ", ")));
}

gb::coordinates make_graph(const generate_options& options, int threads, const gb::graph_part& part) {
    const weight_choice weights = parse_weights(options.weights);
    if (weights.source == weight_source::column)
        throw usage_error("--weights: there is no file whose column could be taken; give none or random:SEED");
    const graph_kind& wanted = kind_of(options);
    if (options.seed_given && !wanted.is_random)
        throw usage_error(
            fmt::format("--seed: there is nothing random about {}; --weights random:SEED has a seed of its own", wanted.name));
    gb::coordinates made = [&] {
        try {
            return wanted.make(sizes_of(options, wanted).data(), options.seed, threads, part);
        } catch (const gb::invalid_value& e) {
            throw usage_error(fmt::format("generate: {}", e.what()));
        }
    }();
    if (weights.source == weight_source::none) made.values = std::monostate{};
    if (weights.source == weight_source::random) gb::assign_random_weights(made, weights.seed);
    return made;
}

void declare_kind(subcommand& to, generate_options& options, const std::string& examples) {
    to.argument("KIND", options.kind,
                "rmat, uniform, strides, powerlaw, grid2d, stencil5, stencil9, stencil7, stencil27, band or blocks", true,
                kind_names());
    to.arguments("SIZES", options.sizes, "As the kind wants them, see below");
    to.option("--seed", options.seed,
              {"S", "The seed of the random numbers of rmat, uniform, strides, powerlaw and blocks; 1 by default"});
    to.option("--weights", options.weights,
              {"WHICH", "none (structure only) or random:SEED (whole numbers from 1 to 255)", "Options", {"none", "random:"}});
    to.footer(R"(Kinds:
  rmat SCALE EDGEFACTOR             2^SCALE vertices, about EDGEFACTOR undirected edges each, skewed as in Graph500
  uniform N DEGREE                  N vertices, DEGREE neighbours on average, undirected
  strides N DEGREE STRIDE           the same with STRIDE times the numbers of its vertices, other vertices without edges
  powerlaw N DEGREE                 directed, in- and out-degrees by power laws
  grid2d N                          N x N grid, 4 neighbours
  stencil5 N, stencil9 N            Laplacians of the N x N grid
  stencil7 N, stencil27 N           Laplacians of the N x N x N grid
  band N HALFWIDTH                  all positions at most HALFWIDTH off the diagonal
  blocks NBLOCKS BLOCKSIZE AVERAGE  dense blocks, AVERAGE of them in a row of blocks

Examples:
)" + examples);
}

namespace {

void write(const generate_command& options, gb::file_format format, const gb::coordinates& made) {
    const progress_bar bar("writing " + options.run.out);
    const gb::context ctx = make_host_context(options.run);
    switch (format) {
        case gb::file_format::edge_list:
            return gb::write_edge_list(ctx, options.run.out, made);
        case gb::file_format::binary:
            if (made.is_pattern()) return gb::write_binary(ctx, options.run.out, gb::from_coordinates<void>(ctx, made));
            if (made.is_integer()) return gb::write_binary(ctx, options.run.out, gb::from_coordinates<std::int64_t>(ctx, made));
            return gb::write_binary(ctx, options.run.out, gb::from_coordinates<double>(ctx, made));
        default:
            return gb::write_matrix_market(ctx, options.run.out, made);
    }
}

void note_lost_vertices(answer& to, const gb::coordinates& made) {
    gb::index known = 0;
    for (const gb::column_index v : made.rows) known = std::max<gb::index>(known, gb::index{v} + 1);
    for (const gb::column_index v : made.columns) known = std::max<gb::index>(known, gb::index{v} + 1);
    note_lost_vertices(to, known, made.nrows);
}

int run(const generate_command& options) {
    check_output(options.run);
    const gb::file_format format = matrix_format_of(options.run.out);
    const stopwatch time;
    const gb::coordinates made = [&] {
        const progress_bar bar(fmt::format("generating {}", options.kind));
        return make_graph(options, options.run.threads, {});
    }();
    const double milliseconds = time.milliseconds();
    write(options, format, made);
    say(options.run, fmt::format("{}: {} x {}, {} entries, {:.3f} ms", made.report.format, made.nrows, made.ncols,
                            made.size(), milliseconds));
    if (gb::io::is_standard_output(options.run.out)) return 0;

    answer result;
    result.add("file", options.run.out);
    result.add("kind", options.kind);
    result.add("nrows", made.nrows);
    result.add("ncols", made.ncols);
    result.add("nvals", made.size());
    if (kind_of(options).is_random) result.add("seed", options.seed);
    result.add("milliseconds", milliseconds, fmt::format("{:.3f}", milliseconds));
    if (loses_vertices(format, options.run.out)) note_lost_vertices(result, made);
    result.print(options.run);
    return 0;
}

}  // namespace

void add_generate(command_line& line) {
    const auto options = std::make_shared<generate_command>();
    subcommand generate = line.add("generate", "Make a graph or matrix of known shape");
    declare_kind(generate, *options, R"(  grb generate rmat 16 16 --seed 1 --out rmat16.mtx.gz
  grb generate grid2d 1000 --weights random:7 --out grid.tsv
  grb generate uniform 100 4 | grb info -)");
    declare_host(generate, options->run);
    generate.option(
        "--out", options->run.out,
        {"FILE",
         "File to write, standard output by default: Matrix Market if the name ends in .mtx, an edge list for .tsv, "
         ".txt, .el and .csv (with commas), binary for .gbm; a further .gz compresses"});
    generate.flag("--json", options->run.json, "Print one JSON object on standard output and nothing else; needs --out");
    generate.flag("--verbose", options->run.verbose, "Say on standard error what is done");
    generate.main_options({"--out", "--weights", "--seed"});
    generate.runs([options, generate] {
        options->seed_given = generate.given("--seed");
        return run(*options);
    });
}

}  // namespace grb
