// grb info: what is in a file.
//
// Needs: a file.
// Idea: the file is read as all commands read it, so that this report describes what they work on.
#include "command.hpp"
#include <graphblas_gpu/tiling.hpp>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace grb {
namespace {

struct info_options : file_command {
    bool tiles = false;
};

struct facts : file_facts {
    gb::index empty_rows = 0;
    gb::index largest_row = 0;
    gb::index vertices_without_entries = 0;
    std::optional<gb::tile_figures> tiles;
};

/// The number of columns that have an entry, or, where rows and columns are the same vertices, whose row has one.
gb::index used_columns(const gb::structure_view& a, bool are_rows_vertices_too) {
    const auto for_all = [&](const auto& mark) {
        const auto* const columns = a.columns;
        for (gb::row_offset p = 0, end = a.nvals(); p < end; ++p) mark(columns[p]);
        if (!are_rows_vertices_too) return;
        for (gb::index i = 0; i < a.nrows; ++i)
            if (a.begin(i) < a.end(i)) mark(static_cast<gb::column_index>(i));
    };
    // Where most columns are empty, a mark for each of them could be more than the matrix.
    constexpr gb::index columns_per_entry = 8, columns_nobody_minds = 1'000'000;
    if (a.ncols > columns_per_entry * a.nvals() + columns_nobody_minds) {
        std::vector<gb::column_index> used;
        for_all([&](gb::column_index j) { used.push_back(j); });
        std::sort(used.begin(), used.end());
        return std::unique(used.begin(), used.end()) - used.begin();
    }
    std::vector<char> marks(static_cast<std::size_t>(a.ncols), 0);
    for_all([is_used = marks.data()](gb::column_index j) { is_used[j] = 1; });
    return std::count(marks.begin(), marks.end(), 1);
}

template <class T>
facts facts_of(const gb::context& ctx, const gb::matrix<T>& a, bool has_two_sides, bool count_tiles) {
    facts found;
    if (count_tiles) found.tiles = gb::tiling(gb::context::host({.threads = 1}), a);
    found.nvals = a.nvals();
    found.symmetric = a.is_symmetric(ctx);
    const gb::structure_view rows = a.rows();
    for (gb::index i = 0; i < a.nrows(); ++i) {
        const auto* const begin = rows.columns + rows.begin(i);
        const auto* const end = rows.columns + rows.end(i);
        found.self_loops += std::binary_search(begin, end, static_cast<gb::column_index>(i));
        found.empty_rows += begin == end;
        found.largest_row = std::max<gb::index>(found.largest_row, end - begin);
    }
    const bool is_square = a.nrows() == a.ncols() && !has_two_sides;
    found.vertices_without_entries = a.ncols() - used_columns(rows, is_square) + (is_square ? 0 : found.empty_rows);
    return found;
}

facts facts_of(const gb::context& ctx, graph_file& file, bool count_tiles, double& milliseconds) {
    const auto look_at = [&](const auto& a) {
        const progress_bar bar("counting entries of " + file.path());
        const stopwatch time;
        const facts found = facts_of(ctx, a, file.report().has_two_sides, count_tiles);
        milliseconds = time.milliseconds();
        return found;
    };
    return file.with_values([&]<class T>(std::type_identity<T>) { return look_at(file.take_matrix<T>()); });
}

void add_tiles(answer& result, const gb::tile_figures& t) {
    result.add("tiles", t.tiles);
    result.add("entries_per_tile", t.entries_per_tile());
    result.add("coo_bytes", t.coo_bytes);
    result.add("csr_bytes", t.csr_bytes);
    result.add("tile_bytes", t.tile_bytes);
    result.add("value_bytes", t.value_bytes);
}

int run(const info_options& options) {
    const gb::context ctx = make_context(options.run);
    if (options.run.verify) require_verifier(options.run.threads);
    graph_file file(options.path, options.file, ctx);
    std::optional<gb::coordinates> entries;
    if (options.run.verify) entries = file.to_entries();
    double milliseconds = 0;
    const facts found = facts_of(ctx, file, options.tiles, milliseconds);
    file.describe(options.run);

    answer result;
    file.describe(result);
    result.add("format", file.report().format);
    result.add("values", std::string(file.values()));
    result.add("type", std::string(gb::type_name(file.type())));
    result.add("nrows", file.nrows());
    result.add("ncols", file.ncols());
    result.add("entries_in_file", file.report().entries_in_file);
    result.add("nvals", found.nvals);
    result.add("duplicates", file.report().duplicates_merged);
    if (!file.report().has_two_sides) result.add("self_loops", found.self_loops);
    result.add("symmetric", found.symmetric);
    result.add("empty_rows", found.empty_rows);
    result.add("vertices_without_entries", found.vertices_without_entries);
    result.add("largest_row", found.largest_row);
    if (found.tiles) add_tiles(result, *found.tiles);
    add_run(result, ctx, "none", milliseconds, file.milliseconds());
    return conclude(result, options.run, file.path(), [&] { return verify_info(*entries, found, file.duplicates()); });
}

}  // namespace

void add_info(command_line& line) {
    add_command<info_options>(
        line, "info", "Say what is in a file: sizes, entries, duplicates, symmetry", &run,
        [](subcommand& info, info_options& options) {
            info.argument("FILE", options.path, input_help);
            declare(info, options.file, relabelling::offered);
            info.flag("--tiles", options.tiles,
                      "Count 8x8 tiles too, and the bytes that say where entries are: by coordinates, by rows, by tiles");
            declare_engine(info, options.run);
            declare_verify(info, options.run);
            declare_output(info, options.run);
            info.main_options({"--undirected", "--columns", "--json"});
            info.footer(
                R"(Symmetric means equal to its transpose, structure and values. Duplicates are entries at a position that was
already taken; --duplicates says which of them counts. Vertices without entries have nothing in their row and column; where
rows and columns are two sets, rows and columns without entries are counted. The type is the one that the file declares for its values (a
binary file, or a line %%GraphBLAS type of a Matrix Market file), otherwise int64 for integers, double for real values,
none for patterns.

Examples:
  grb info graph.mtx
  grb info graph.mtx --tiles
  grb info ids.csv --relabel --json)");
        });
}

}  // namespace grb
