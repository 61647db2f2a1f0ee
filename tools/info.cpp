// grb info: what is in a file.
//
// Needs: a file.
// Idea: the file is read as all commands read it, so that this report describes what they work on.
#include "matrix_facts.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace grb {
namespace {

struct info_options : file_command {
    bool tiles = false;
};

matrix_facts facts_of_file(const gb::context& ctx, graph_file& file, bool count_tiles, double& milliseconds) {
    const auto look_at = [&](const auto& a) {
        const progress_bar bar("counting entries of " + file.path());
        const stopwatch time;
        const matrix_facts found = facts_of(ctx, a, file.report().has_two_sides, count_tiles);
        milliseconds = time.milliseconds();
        return found;
    };
    return file.with_values([&]<class T>(std::type_identity<T>) { return look_at(file.take_matrix<T>()); });
}

int run(const info_options& options) {
    const gb::context ctx = make_context(options.run);
    if (options.run.verify) require_verifier(options.run.threads);
    graph_file file(options.path, options.file, ctx);
    std::optional<gb::coordinates> entries;
    if (options.run.verify) entries = file.to_entries();
    double milliseconds = 0;
    const matrix_facts found = facts_of_file(ctx, file, options.tiles, milliseconds);
    file.describe(options.run);

    answer result;
    file.describe(result);
    add_facts(result, file, found);
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
