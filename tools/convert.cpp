// grb convert: a matrix from one format into another.
//
// Needs: a file.
// Idea: the file is read as all commands read it and written as a matrix: rows in order, columns ascending, no duplicates. The
// same matrix gives the same bytes, whatever file it came from. The answer reports everything that differs between input and
// output.
#include "command.hpp"
#include "matrix_output.hpp"
#include <graphblas_gpu/any.hpp>
#include <graphblas_gpu/io/any_matrix.hpp>

#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace grb {
namespace {

struct convert_command : file_command {
    std::optional<gb::file_format> format;  ///< nothing: that of the name
    std::string type;
    std::string ids;
    bool symmetric = false;
    bool drop_self_loops = false;
};

// ---- names ----

gb::file_format format_of(const convert_command& options) {
    if (options.format) return *options.format;
    try {
        return matrix_format_of(options.run.out, "OUT");
    } catch (const usage_error& e) {
        throw usage_error(fmt::format("{}; --format names a format", e.what()));
    }
}

const char* name_of(gb::file_format format) {
    return format == gb::file_format::binary ? "binary" : format == gb::file_format::edge_list ? "edge list" : "Matrix Market";
}

std::vector<std::string> value_types() {
    std::vector<std::string> names = type_names();
    names.insert(names.begin(), "none");
    return names;
}

// ---- values ----

template <class From, class To>
std::int64_t changed_values(std::span<const From> before, std::span<const To> after) {
    std::int64_t changed = 0;
    for (std::size_t p = 0; p < before.size(); ++p) {
        const From x = before[p];
        if constexpr (gb::detail::number_like<From> && gb::detail::number_like<To>) {
            // Casting back would hide the change of -1, which wraps in both directions.
            changed += std::cmp_not_equal(x, after[p]);
        } else {
            const From y = gb::cast<From>(after[p]);
            changed += x != y && (x == x || y == y);
        }
    }
    return changed;
}

/// The number of values that the cast changed. A NaN that stays a NaN counts as unchanged. `before` has a type of 64 bits.
std::int64_t changed_values(const gb::any_matrix& before, const gb::any_matrix& after) {
    if (before.type().bytes == 0 || after.type().bytes == 0) return 0;
    const auto compare = [&]<class From>(std::type_identity<From>) {
        return gb::base::with_code(after.type().code, [&]<class To>(std::type_identity<To>) {
            return changed_values(values_of<From>(before), values_of<To>(after));
        });
    };
    switch (before.type().code) {
        case gb::type_code::int64: return compare(std::type_identity<std::int64_t>{});
        case gb::type_code::uint64: return compare(std::type_identity<std::uint64_t>{});
        default: return compare(std::type_identity<double>{});
    }
}

// ---- the output ----

/// Whether the vertices of an edge list are called as in the input. With --old-ids they have their new numbers in it.
bool writes_names(const convert_command& options) {
    return format_of(options) == gb::file_format::edge_list && options.ids.empty();
}

/// Whether the ids are those that the output gives the vertices anyway: positions from 0, or rows from 1 in Matrix Market.
bool keeps_numbers(gb::file_format format, const graph_file& file) {
    const std::vector<std::uint64_t>& ids = file.report().original_ids;
    return !ids.empty() && ids.back() - ids.front() == ids.size() - 1 &&
           (ids.front() == 0 || (ids.front() == 1 && format == gb::file_format::matrix_market));
}

void write(const convert_command& options, const gb::context& ctx, const graph_file& file, const gb::any_matrix& a) {
    const progress_bar bar("writing " + options.run.out);
    switch (format_of(options)) {
        case gb::file_format::binary:
            return gb::write_binary(ctx, options.run.out, a);
        case gb::file_format::edge_list:
            return gb::write_edge_list(
                ctx, options.run.out, a,
                writes_names(options) ? file.edge_list_format() : gb::edge_list_format{.one_based = options.file.one_based});
        default:
            return gb::write_matrix_market(ctx, options.run.out, a, {.symmetric = options.symmetric});
    }
}

// ---- the command ----

void check_usage(const convert_command& options) {
    check_output(options.run);
    const gb::duplicate_policy duplicates = duplicates_of(options.file);
    if (!options.type.empty()) (void)parse_type(options.type, value_types(), "matrix");
    if (options.type == "none" && !options.file.weights.empty() && options.file.weights != "none")
        throw usage_error("--type none drops the values that --weights asks for");
    if (options.type == "none" && options.file.duplicates && duplicates != gb::duplicate_policy::refuse)
        throw usage_error("--type none drops the values that --duplicates joins");
    if (options.symmetric && format_of(options) != gb::file_format::matrix_market)
        throw usage_error("--symmetric says how to write Matrix Market, but the output is another format");
    if (!options.ids.empty() && ids_of(options.file) == gb::vertex_ids::positions && !takes_names(options.file))
        throw usage_error(
            "--old-ids says where to write the ids that --relabel or --named replaces, but there is neither of them");
    if (gb::io::is_standard_output(options.ids)) throw usage_error("--old-ids: give a file name");
    check_table_name(options.ids, "--old-ids");
}

/// The changes made to the entries before they were written.
struct changes {
    gb::index loops_dropped = 0;
    std::int64_t values = 0;
    bool ones_for_a_pattern = false;
};

/// Prints the facts about the matrix that was written; of its values, only the type.
void print_answer(const convert_command& options, const gb::context& ctx, const graph_file& file,
                  const gb::structure_view& written, gb::type_code type, const changes& made, double milliseconds) {
    const gb::file_format format = format_of(options);
    answer result;
    file.describe(result);
    result.add("format", file.report().format);
    result.add("out", options.run.out);
    result.add("out_format", std::string(name_of(format)));
    result.add("type", std::string(gb::type_name(type)));
    result.add("nrows", written.nrows);
    result.add("ncols", written.ncols);
    result.add("entries_in_file", file.report().entries_in_file);
    result.add("nvals", gb::index{written.nvals()});
    result.add("values_changed", made.values);
    if (made.values > 0)
        result.note("values_changed",
                    fmt::format("{} of {} values are not the same as {}", made.values, written.nvals(), gb::type_name(type)));
    if (made.loops_dropped > 0)
        result.note("self_loops_dropped",
                    fmt::format("{} self {} dropped", made.loops_dropped, made.loops_dropped == 1 ? "loop was" : "loops were"));
    if (made.ones_for_a_pattern) result.note("no_weights", "there were no values: all are 1");
    if (loses_vertices(format, options.run.out)) note_lost_vertices(result, written);
    if (file.has_names() && !keeps_numbers(format, file) && !writes_names(options) && options.ids.empty() &&
        options.file.names.empty())
        result.note("ids_not_in_output",
                    "the vertices have new numbers, and the output does not tell their ids; --old-ids writes them to a file");
    result.add("threads", std::int64_t{ctx.threads()});
    result.add("milliseconds", milliseconds, fmt::format("{:.3f}", milliseconds));
    result.add("read_milliseconds", file.milliseconds(), fmt::format("{:.3f}", file.milliseconds()));
    result.print(options.run);
}

void check_and_write(const convert_command& options, const gb::context& ctx, const graph_file& file, const gb::any_matrix& a) {
    const gb::file_format format = format_of(options);
    file.about_this_file([&] {
        if (format == gb::file_format::edge_list && a.nrows() != a.ncols())
            throw gb::dimension_mismatch(
                fmt::format("the matrix is {}x{}; an edge list holds square ones", a.nrows(), a.ncols()));
        if (writes_names(options) && file.has_names() && file.report().has_two_sides)
            throw gb::invalid_value(
                "the graph is bipartite, and an edge list would call its two sets by the names of one; --old-ids FILE takes the "
                "names, or --unipartite takes both for one set");
        if (options.symmetric && !a.is_symmetric())
            throw gb::invalid_value("the matrix is not symmetric, so --symmetric would lose entries");
    });
    write(options, ctx, file, a);
    if (!options.ids.empty()) write_ids(options.ids, file);
}

int convert(const convert_command& options, const gb::context& ctx, graph_file& file) {
    gb::any_matrix read = file.take_matrix(file.wide_type());
    file.describe(options.run);
    changes made;
    if (options.drop_self_loops) {
        const gb::index before = read.nvals();
        gb::select(ctx, read, {}, {}, gb::any_function("offdiag", 0), read);
        made.loops_dropped = before - read.nvals();
    }
    const gb::type_code type =
        options.type.empty() ? file.type() : type_named(parse_type(options.type, value_types(), "matrix"));
    const stopwatch time;
    made.ones_for_a_pattern = type != gb::type_code::none && read.type().bytes == 0 && read.nvals() > 0;
    if (type != read.type().code) {
        gb::any_matrix cast = [&] {
            const progress_bar bar("converting " + options.path);
            return gb::cast_values(ctx, read, gb::type_of(type));
        }();
        made.values = changed_values(read, cast);
        read = std::move(cast);
    }
    check_and_write(options, ctx, file, read);
    print_answer(options, ctx, file, read.rows(), type, made, time.milliseconds());
    return 0;
}

int run(const convert_command& options) {
    check_usage(options);
    const gb::context ctx = make_host_context(options.run);
    file_options reading = options.file;
    if (options.type == "none") reading.weights = "none";
    reading.one_based_for_others = format_of(options) == gb::file_format::edge_list;
    graph_file file(options.path, reading, ctx);
    return convert(options, ctx, file);
}

}  // namespace

void add_convert(command_line& line) {
    add_command<convert_command>(
        line, "convert", "Write a matrix in another format", &run, [](subcommand& convert, convert_command& options) {
            convert.argument("IN", options.path, input_help);
            convert.argument("OUT", options.run.out, "File to write; '-' is standard output, a name in .gz is compressed");
            constexpr const char* output = "Output";
            convert.option(
                "--format", options.format,
                {"NAME",
                 "mtx (Matrix Market), edges (an edge list) or binary; by default as the name of OUT says: mtx for .mtx, "
                 "edges for .tsv, .txt, .el and .csv (with commas), binary for .gbm",
                 output},
                {{"mtx", gb::file_format::matrix_market},
                 {"edges", gb::file_format::edge_list},
                 {"binary", gb::file_format::binary}});
            convert.option(
                "--type", options.type,
                {"NAME",
                 "Type of the values: none, bool, int8, int16, int32, int64, uint8, uint16, uint32, uint64, float or "
                 "double; by default the one that IN declares, else int64 for integers, double for real values, none for "
                 "patterns",
                 output, value_types()});
            convert.flag("--symmetric", options.symmetric,
                         "Matrix Market: write the lower triangle only; the matrix has to be symmetric", output);
            convert.option(
                "--old-ids", options.ids,
                {"FILE",
                 "With --relabel or --named: write 'vertex id' for every vertex; .gz compresses. An edge list then has "
                 "the numbers of the vertices, otherwise their ids",
                 output});
            convert.flag("--drop-self-loops", options.drop_self_loops, "Leave out the entries of the diagonal", "Input");
            declare(convert, options.file, relabelling::offered, weighting::offered, "--from");
            declare_host(convert, options.run);
            declare_output(convert, options.run);
            convert.main_options({"--type", "--undirected", "--old-ids"});
            convert.footer(
                R"(The output holds the matrix row by row, columns ascending, each position once (--duplicates); the same matrix gives the
same bytes always. What was changed on the way is reported, values that a type cannot hold among it. Integers wrap in
their type and real values lose their fractions in an integer type.

Examples:
  grb convert graph.tsv.gz graph.gbm
  grb convert graph.mtx graph.tsv --undirected --type none
  zcat ids.csv.gz | grb convert - graph.gbm --relabel --old-ids ids.tsv)");
        });
}

}  // namespace grb
