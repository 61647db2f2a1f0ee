// grb order: the vertices of a graph in another order.
//
// Needs: a square file.
// Idea: an order is judged by its effect on the matrix, which the answer reports: the number of tiles of 8x8 with entries and
// the distance of entries from the diagonal, before and after. The old names of the vertices can be written together with the
// matrix.
#include "command.hpp"
#include "matrix_output.hpp"
#include <algorithms/vertex_order.hpp>
#include <graphblas_gpu/any.hpp>
#include <graphblas_gpu/permute.hpp>
#include <graphblas_gpu/tiling.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

namespace grb {
namespace {

struct order_command : file_command {
    gb::vertex_order by = gb::vertex_order::jaccard;
    std::string ids;
};

void check_usage(const order_command& options) {
    const bool joins = duplicates_of(options.file) != gb::duplicate_policy::refuse && options.file.duplicates;
    if (options.run.out.empty() && (!options.file.weights.empty() || joins))
        throw usage_error(fmt::format("--{} is about the values that are written, but there is no OUT",
                                      options.file.weights.empty() ? "duplicates" : "weights"));
    check_output(options.run);
    (void)matrix_format_of(options.run.out, "OUT");
    if (gb::io::is_standard_output(options.ids)) throw usage_error("--old-ids: give a file name");
    check_table_name(options.ids, "--old-ids");
}

/// The largest distance of an entry from the diagonal.
template <class T>
gb::index bandwidth_of(const gb::matrix<T>& a) {
    gb::index farthest = 0;
    const gb::structure_view s = a.rows();
    for (gb::index i = 0; i < a.nrows(); ++i) {
        if (s.row_size(i) == 0) continue;
        const gb::index first{s.columns[s.begin(i)]}, last{s.columns[s.end(i) - 1]};
        farthest = std::max({farthest, std::abs(first - i), std::abs(last - i)});
    }
    return farthest;
}

template <class T>
void add_density(answer& to, const std::string& when, const gb::context& ctx, const gb::matrix<T>& a) {
    const gb::tile_figures t = gb::tiling(ctx, a);
    to.add("bandwidth_" + when, bandwidth_of(a));
    to.add("tiles_" + when, t.tiles);
    to.add("entries_per_tile_" + when, t.entries_per_tile(), fmt::format("{:.2f}", t.entries_per_tile()));
}

/// Writes the matrix with values of the type that the file declares.
void write(const gb::context& ctx, const std::string& path, const gb::any_matrix& a, gb::type_code type,
           const file_options& input) {
    if (type == a.type().code) write_matrix(ctx, path, a, input);
    else write_matrix(ctx, path, gb::cast_values(ctx, a, gb::type_of(type)), input);
}

template <class T>
int reorder(const order_command& options, const gb::context& ctx, graph_file& file) {
    const gb::matrix<T> a = file.take_matrix<T>();
    file.describe(options.run);

    const stopwatch time;
    const std::vector<gb::index> order = file.about_this_file([&] {
        const progress_bar bar("ordering " + options.path);
        return gb::order_vertices(ctx, a, options.by);
    });
    const double ordering = time.milliseconds();
    const stopwatch time_to_permute;
    const gb::matrix<T> c = [&] {
        const progress_bar bar("renumbering " + options.path);
        return gb::permute(ctx, a, order);
    }();
    const double permuting = time_to_permute.milliseconds();
    if (!options.run.out.empty()) write(ctx, options.run.out, c.any(), file.type(), options.file);
    if (!options.ids.empty()) write_ids(options.ids, file, order);

    answer result;
    file.describe(result);
    if (!options.run.out.empty()) result.add("out", options.run.out);
    result.add("order", std::string(gb::to_string(options.by)));
    result.add("nrows", a.nrows());
    result.add("nvals", a.nvals());
    add_density(result, "before", ctx, a);
    add_density(result, "after", ctx, c);
    if (!options.run.out.empty() && options.ids.empty())
        result.note("ids_not_in_output",
                    "the vertices have new numbers, and the output does not tell the old ones; --old-ids writes them to a file");
    if (!options.run.out.empty() && loses_vertices(matrix_format_of(options.run.out, "OUT"), options.run.out))
        note_lost_vertices(result, c.rows());
    result.add("threads", std::int64_t{ctx.threads()});
    result.add("milliseconds", ordering, fmt::format("{:.3f}", ordering));
    result.add("permute_milliseconds", permuting, fmt::format("{:.3f}", permuting));
    result.add("read_milliseconds", file.milliseconds(), fmt::format("{:.3f}", file.milliseconds()));
    result.print(options.run);
    return 0;
}

int run(const order_command& options) {
    check_usage(options);
    const gb::context ctx = make_host_context(options.run);
    file_options reading = options.file;
    reading.one_based_for_others =
        !options.run.out.empty() && matrix_format_of(options.run.out, "OUT") == gb::file_format::edge_list;
    graph_file file(options.path, reading, ctx);
    return file.with_values([&](auto read) { return reorder<typename decltype(read)::type>(options, ctx, file); });
}

}  // namespace

void add_order(command_line& line) {
    add_command<order_command>(
        line, "order", "Renumber the vertices, so that neighbours or vertices alike come together", &run,
        [](subcommand& order, order_command& options) {
            order.argument("IN", options.path, input_help);
            order.argument("OUT", options.run.out,
                           "File to write the matrix to, in the format of its name; '-' is standard output", false);
            order.option(
                "--by", options.by,
                {"NAME",
                 "degree (the largest first), rcm (reverse Cuthill-McKee: near the diagonal) or jaccard (vertices that "
                 "share neighbours: dense tiles, the default)",
                 "Computing",
                 {"degree", "rcm", "jaccard"}},
                &gb::vertex_order_from_string);
            order.option("--old-ids", options.ids,
                         {"FILE", "Write 'vertex id' for every new number: what the vertex was called before; .gz compresses",
                          "Output"});
            declare(order, options.file, relabelling::offered);
            declare_host(order, options.run);
            declare_output(order, options.run);
            order.main_options({"--by", "--old-ids", "--undirected"});
            order.footer(
                R"(Rows and columns are renumbered alike. Edges count in both directions for the order, whatever the file has. Without
OUT nothing is written: the answer says what the order would do to the tiles of 8x8 that have entries, and to the
bandwidth.

Examples:
  grb order wiki-Vote.mtx.gz
  grb order mesh.mtx band.mtx --by rcm --old-ids old_numbers.tsv
  grb order graph.tsv.gz graph.gbm --undirected --by degree)");
        });
}

}  // namespace grb
