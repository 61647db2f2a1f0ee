// Needs: the readers of graphblas_gpu/io.
// Idea: see graph_file.hpp.
#include "graph_file.hpp"

#include <graphblas_gpu/io/generate.hpp>
#include <graphblas_gpu/io/read.hpp>
#include <graphblas_gpu/io/text_file.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace grb {

graph_file::graph_file(std::string path, const file_options& options, gb::context ctx)
    : ctx_(std::move(ctx)), path_(std::move(path)) {
    const weight_choice weights = parse_weights(options.weights);
    const bool values_wanted = weights.source == weight_source::as_in_file || weights.source == weight_source::column;
    gb::progress_counters counters;
    const progress_bar bar("reading " + gb::io::input_name(path_), &counters);
    const stopwatch time;
    about_this_file([&] {
        entries_ = gb::read_coordinates(
            ctx_, path_,
            {.one_based = options.one_based,
             .relabel = options.relabel,
             .weights = weights.source == weight_source::column ? gb::weight_column::required
                        : values_wanted                         ? gb::weight_column::automatic
                                                                : gb::weight_column::none,
             .progress = &counters});
        mirrored_by_format_ = entries_.report.mirrored;
        if (options.undirected) entries_.symmetrise();
        if (weights.source == weight_source::random) gb::assign_random_weights(entries_, weights.seed);
    });
    milliseconds_ = time.milliseconds();
}

void graph_file::make_undirected() {
    const progress_bar bar("arranging " + gb::io::input_name(path_));
    const stopwatch time;
    about_this_file([&] {
        entries_.drop_self_loops();
        entries_.symmetrise();
    });
    milliseconds_ += time.milliseconds();
}

const char* graph_file::values() const {
    return entries_.is_pattern() ? "pattern" : entries_.is_integer() ? "integer" : "real";
}

std::vector<gb::index> graph_file::positions_of(const std::vector<std::uint64_t>& names) const {
    const std::vector<std::uint64_t>& ids = report().original_ids;
    std::vector<gb::index> positions;
    for (const std::uint64_t name : names) {
        if (!ids.empty()) {
            const auto at = std::lower_bound(ids.begin(), ids.end(), name);
            if (at == ids.end() || *at != name)
                throw gb::io_error(gb::io::input_name(path_), 0, fmt::format("no vertex is called {}", name));
            positions.push_back(at - ids.begin());
        } else if (name < static_cast<std::uint64_t>(entries_.nrows)) {
            positions.push_back(static_cast<gb::index>(name));
        } else {
            throw gb::io_error(
                gb::io::input_name(path_), 0,
                fmt::format("vertex {} is out of range: there are {}, counted from 0", name, entries_.nrows));
        }
    }
    return positions;
}

std::vector<std::uint64_t> graph_file::first_vertex() const {
    if (entries_.nrows == 0) throw gb::io_error(gb::io::input_name(path_), 0, "there is no vertex to start from");
    return {name_of(0)};
}

void graph_file::describe(answer& to) const {
    to.add("file", gb::io::input_name(path_));
    to.add("changes", report().changes());
    for (const std::string& sentence : report().notes) to.note(sentence);
}

void graph_file::describe(const run_options& options) const {
    say(options, fmt::format("read {}: {}, {} entries in the file, {} x {}, {:.3f} ms{}{}", gb::io::input_name(path_),
                             report().format, report().entries_in_file, entries_.nrows, entries_.ncols, milliseconds_,
                             report().changes().empty() ? "" : "; ", report().changes()));
}

void graph_file::refuse_weight(std::size_t entry, const char* type) const {
    bool finite = true;
    const std::string weight = std::visit(
        [&]<class Values>(const Values& weights) -> std::string {
            if constexpr (std::is_same_v<Values, std::monostate>) {
                return {};
            } else {
                finite = std::isfinite(static_cast<double>(weights[entry]));
                return fmt::format("{}", weights[entry]);
            }
        },
        entries_.values);
    throw gb::io_error(
        gb::io::input_name(path_), 0,
        fmt::format("the weight {} of the edge from {} to {} {}", weight, name_of(entries_.rows[entry]),
                    name_of(entries_.columns[entry]), finite ? fmt::format("does not fit {}", type) : "is not finite"));
}

void graph_file::rethrow(const gb::error& e) const {
    const std::string name = gb::io::input_name(path_), message = e.what();
    if (message.starts_with(name + ":")) throw;
    // The library knows vertices by position only.
    const char* const numbering =
        report().original_ids.empty() ? "" : " (vertices by their rank among the ids of the file)";
    throw gb::io_error(name, 0, message + numbering);
}

void add_run(answer& to, const gb::context& ctx, const std::string& method, double milliseconds,
             double read_milliseconds) {
    to.add("engine", std::string(ctx.engine_name()));
    to.add("threads", std::int64_t{ctx.threads()});
    if (ctx.is_cuda()) to.add("device", ctx.cuda_engine()->facts().name);
    to.add("method", method);
    to.add("milliseconds", milliseconds, fmt::format("{:.3f}", milliseconds));
    to.add("read_milliseconds", read_milliseconds, fmt::format("{:.3f}", read_milliseconds));
}

}  // namespace grb
