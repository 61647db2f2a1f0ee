// Idea: see graph_file.hpp.
#include "graph_file.hpp"

#include <graphblas_gpu/cuda/devices/device_group.hpp>
#include <graphblas_gpu/io/text_file.hpp>
#include <graphblas_gpu/io/text_format.hpp>
#include <graphblas_gpu/io/text_scanner.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

namespace grb {
namespace {

/// The sentence without those of its parts, which semicolons separate, that name options which only some commands have.
std::string without_options_about_ids(std::string_view sentence) {
    std::string kept;
    while (!sentence.empty()) {
        const std::size_t end = sentence.find("; ");
        const std::string_view part = sentence.substr(0, end);
        sentence.remove_prefix(end == std::string_view::npos ? sentence.size() : end + 2);
        const auto names = [&](std::string_view option) { return part.find(option) != std::string_view::npos; };
        if (names("--ids") || names("--vertices") || names("--named") || names("--relabel")) continue;
        kept.append(kept.empty() ? "" : "; ").append(part);
    }
    return kept;
}

}  // namespace

std::string shown(std::string_view name) {
    std::string text = gb::io::quoted(name);
    const bool is_plain =
        !name.empty() && name.find_first_of(" '") == std::string_view::npos && text == fmt::format("'{}'", name);
    return is_plain ? std::string(name) : text;
}

graph_file::graph_file(std::string path, const file_options& options, gb::context ctx)
    : ctx_(std::move(ctx)),
      path_(std::move(path)),
      duplicates_(duplicates_of(options)),
      directions_are_meant_(options.directed || options.undirected),
      offers_ids_(options.offers_ids),
      first_number_(options.one_based ? 1 : 0) {
    const weight_choice weights = parse_weights(options.weights);
    if (options.vertex_list == "-" && path_ == "-")
        throw usage_error("--vertices and the graph: only one of them can be standard input");
    if (options.names == "-") throw usage_error("--names: give a file name");
    const bool values_wanted = weights.source == weight_source::as_in_file || weights.source == weight_source::column;
    gb::progress_counters counters;
    const progress_bar bar("reading " + gb::io::input_name(path_), &counters);
    const stopwatch time;
    // What the library calls an invalid value in reading is an option of the command line.
    const auto open = [&](const gb::read_options& how) {
        try {
            return graph_input(ctx_, path_, how, takes_names(options));
        } catch (const gb::invalid_value& e) {
            throw usage_error(e.what());
        }
    };
    about_this_file([&] {
        input_ = open({.one_based = options.one_based,
                              .ids = ids_of(options),
                              .weights = weights.source == weight_source::column ? gb::weight_column::required
                                         : values_wanted                         ? gb::weight_column::automatic
                                                                                 : gb::weight_column::none,
                              .progress = &counters,
                              .format = options.format,
                              .member = options.member,
                              .named = options.named,
                              .columns = options.columns,
                              .separator = options.separator,
                              .header = options.header,
                              .vertices = options.vertices,
                              .vertex_list = options.vertex_list,
                              .sides = options.bipartite    ? gb::vertex_sides::two
                                       : options.unipartite ? gb::vertex_sides::one
                                                            : gb::vertex_sides::automatic,
                              .comment = options.comment});
        mirrored_by_format_ = report().mirrored;
        refuse_idle(options);
        vertices_ = nrows();
        if (report().has_two_sides) {
            left_vertices_ = nrows();
            vertices_ += ncols();
        }
        if (options.is_graph) join_sides();
        else note_declared_edges(options);
        if (options.undirected && left_vertices_ && !options.is_graph)
            throw usage_error(
                fmt::format("--undirected adds the opposites of edges, but {} is bipartite: its sources are rows and its targets "
                            "columns, two sets of vertices; --unipartite takes them for one set",
                            gb::io::input_name(path_)));
        if (options.undirected) input_.symmetrise(ctx_, duplicates_);
        if (weights.source == weight_source::random) input_.assign_random_weights(weights.seed);
    });
    milliseconds_ = time.milliseconds();
    if (!options.names.empty()) write_names(options.names);
}

void graph_file::write_names(const std::string& path) const {
    gb::io::text_writer out(path);
    std::string line;
    for (gb::index v = 0; v < vertices_; ++v) {
        line.clear();
        append_name(line, v, '\n');
        line += '\n';
        out.text(line);
    }
    out.close();
}

gb::any_matrix graph_file::take_matrix(gb::type_code type) {
    const progress_bar bar("arranging " + path_);
    const stopwatch time;
    return about_this_file([&] {
        gb::any_matrix made = input_.take_matrix(ctx_, type, duplicates_);
        milliseconds_ += time.milliseconds();
        return made;
    });
}

void graph_file::make_undirected() {
    const progress_bar bar("arranging " + gb::io::input_name(path_));
    const stopwatch time;
    about_this_file([&] {
        input_.drop_self_loops(ctx_);
        input_.symmetrise(ctx_, duplicates_);
    });
    milliseconds_ += time.milliseconds();
}

void graph_file::join_sides() {
    if (!report().has_two_sides) return;
    const std::string why = report().declared == gb::declared_edges::bipartite
                                ? fmt::format("line {} says that the graph is bipartite: ", report().declared_line)
                                : "";
    own_notes_.push_back(
        {"bipartite", fmt::format("{}the {} sources are the vertices left/ID, the {} targets are right/ID{}", why, nrows(),
                                  ncols(), why.empty() ? "" : "; --unipartite takes them for one set")});
    input_.join_sides();
}

void graph_file::take_declared_directions() {
    if (directions_are_meant_) return;
    const bool is_bipartite = left_vertices_.has_value();
    if (!is_bipartite && report().declared != gb::declared_edges::undirected) return;
    const gb::index before = report().mirrored;
    about_this_file([&] { input_.symmetrise(ctx_, duplicates_); });
    directions_are_meant_ = true;
    const gb::index added = report().mirrored - before;
    if (added == 0) return;
    own_notes_.push_back(
        {"taken_as_undirected",
         fmt::format(
             "{} as if --undirected were given, which added {} in the other direction; --directed follows them as listed",
             is_bipartite ? "the graph is bipartite: its edges are followed both ways,"
                          : fmt::format("line {} says that the graph is undirected: its edges are followed both ways,",
                                        report().declared_line),
             added == 1 ? "1 edge" : fmt::format("{} edges", added))});
}

void graph_file::note_declared_edges(const file_options& options) {
    if (report().has_two_sides && report().declared == gb::declared_edges::bipartite)
        own_notes_.push_back(
            {"bipartite", fmt::format("line {} says that the graph is bipartite: rows are its sources and columns "
                                      "its targets; --unipartite takes them for one set of vertices",
                                      report().declared_line)});
    const bool is_undirected = report().declared == gb::declared_edges::undirected && !options.directed && !options.undirected;
    if (is_undirected && input_.has_one_direction_only(ctx_))
        own_notes_.push_back(
            {"declared_undirected",
             fmt::format("line {} says that the graph is undirected, but every edge is listed in one direction "
                         "only; --undirected adds the other, --directed says that this is meant",
                         report().declared_line)});
}

gb::index graph_file::drop_infinite_weights() {
    return about_this_file([&] { return input_.drop_infinite_weights(ctx_, duplicates_); });
}

void graph_file::look_at_directions() {
    if (directions_are_meant_ || report().declared == gb::declared_edges::directed) return;
    const progress_bar bar("looking at directions in " + gb::io::input_name(path_));
    has_one_direction_only_ = about_this_file([&] { return input_.has_one_direction_only(ctx_); });
}

void graph_file::refuse_idle(const file_options& options) const {
    if (options.one_based && !options.one_based_for_others && !is_edge_list())
        throw usage_error(fmt::format("--one-based says how an edge list counts its vertices, but {} is a {} file",
                                      gb::io::input_name(path_), report().format));
    if (options.ids && !is_edge_list())
        throw usage_error(fmt::format("--ids says which vertices an edge list has, but {} is a {} file",
                                      gb::io::input_name(path_), report().format));
    if (options.duplicates && duplicates_ != gb::duplicate_policy::refuse && is_pattern())
        throw usage_error(fmt::format("--duplicates {} joins the weights of edges, but {} has none", gb::to_string(duplicates_),
                                      gb::io::input_name(path_)));
}

void graph_file::refuse_idle_numbers(const file_options& options) const {
    if (options.one_based && has_names() && !is_edge_list())
        throw usage_error(fmt::format("--one-based says how vertices are counted, but {} says itself how its vertices are called",
                                      gb::io::input_name(path_)));
}

gb::index graph_file::position_of(std::string_view name) const {
    const auto refuse = [this](const std::string& words) { throw gb::io_error(gb::io::input_name(path_), 0, words); };
    const auto no_such_vertex = [&] { refuse(fmt::format("no vertex is called {}", shown(name))); };
    if (are_called_by_words()) {
        if (position_of_name_.empty())
            for (gb::index v = 0; v < nrows(); ++v) position_of_name_.emplace(name_of(v), v);
        const auto at = position_of_name_.find(std::string(name));
        if (left_vertices_ && !name.starts_with("left/") && !name.starts_with("right/"))
            refuse(
                fmt::format("no vertex is called {}: the vertices of a bipartite graph are left/ID (sources) and right/ID "
                            "(targets)",
                            shown(name)));
        if (at == position_of_name_.end()) no_such_vertex();
        return at->second;
    }
    std::uint64_t number = 0;
    const char* const end = name.data() + name.size();
    const auto [stop, status] = std::from_chars(name.data(), end, number);
    if (status != std::errc() || stop != end)
        refuse(
            fmt::format("{} is no vertex: vertices are whole numbers here; --named takes ids for names", gb::io::quoted(name)));
    if (const std::vector<std::uint64_t>& ids = report().original_ids; !ids.empty()) {
        const auto at = std::lower_bound(ids.begin(), ids.end(), number);
        if (at == ids.end() || *at != number) {
            if (!is_edge_list()) no_such_vertex();
            refuse(fmt::format("vertex {} is on no line; --vertices FILE names vertices without edges", name));
        }
        return at - ids.begin();
    }
    const auto first = static_cast<std::uint64_t>(first_number_);
    if (number < first || number - first >= static_cast<std::uint64_t>(nrows()))
        refuse(fmt::format("vertex {} is out of range: there are {}, counted from {}", name, nrows(), first));
    return static_cast<gb::index>(number - first);
}

std::vector<gb::index> graph_file::positions_of(const std::vector<std::string>& names, const char* option) const {
    std::vector<gb::index> positions;
    for (const std::string& name : names) {
        const bool is_number = !name.empty() && name.find_first_not_of("0123456789") == std::string::npos;
        if (!are_called_by_words() && !is_number)
            throw usage_error(
                fmt::format("{}: {}{} is not a vertex; give whole numbers such as 0,5,9, or names with --named", option,
                            gb::io::quoted(name),
                            names.size() == 1 ? "" : " in " + gb::io::quoted(fmt::format("{}", fmt::join(names, ",")))));
        positions.push_back(position_of(name));
    }
    return positions;
}

std::string graph_file::name_of(std::int64_t position) const {
    std::string name = !left_vertices_ ? "" : is_right(position) ? "right/" : "left/";
    return name + (report().names.empty() ? fmt::format("{}", number_of(position))
                                          : report().names[static_cast<std::size_t>(position)]);
}

value graph_file::value_of(std::int64_t position) const {
    if (names_are_texts()) return name_of(position);
    return number_of(position);
}

void graph_file::append_name(std::string& to, std::int64_t position, char separator) const {
    if (!are_called_by_words()) return gb::io::append_number(to, number_of(position));
    gb::io::append_word(to, name_of(position), separator);
}

gb::edge_list_format graph_file::edge_list_format() const {
    return {.one_based = first_number_ == 1, .names = report().names, .ids = report().original_ids};
}

value graph_file::names_of(const std::vector<gb::index>& positions) const {
    if (names_are_texts()) {
        std::vector<std::string> names;
        for (const gb::index v : positions) names.push_back(name_of(v));
        return names;
    }
    std::vector<std::uint64_t> numbers;
    for (const gb::index v : positions) numbers.push_back(number_of(v));
    return numbers;
}

gb::index graph_file::first_vertex() const {
    if (nrows() == 0) throw gb::io_error(gb::io::input_name(path_), 0, "there is no vertex to start from");
    return 0;
}

std::vector<gb::read_note> graph_file::notes() const {
    std::vector<gb::read_note> all = report().notes;
    all.insert(all.end(), own_notes_.begin(), own_notes_.end());
    if (!offers_ids_)
        for (gb::read_note& n : all) n.text = without_options_about_ids(n.text);
    if (is_pattern()) return all;
    if (const gb::index merged = report().duplicates_merged; merged > 0) {
        // In a symmetric file each line stands for two entries, unless it is on the diagonal.
        const char* const one = report().symmetric_by_format ? "entry was" : "edge was";
        const char* const several = report().symmetric_by_format ? "entries were" : "edges were";
        all.push_back({"duplicates_merged",
                       fmt::format("{} duplicate {} merged, {}", merged, merged == 1 ? one : several, words_for(duplicates_))});
    }
    if (const gb::index pairs = report().conflicting_directions; pairs > 0)
        all.push_back({"conflicting_directions",
                       fmt::format("{} in both directions with different weights, {}",
                                   pairs == 1 ? "1 edge was listed" : fmt::format("{} edges were listed", pairs),
                                   words_for(duplicates_))});
    return all;
}

record graph_file::counts_of_changes() const {
    const gb::read_report& r = report();
    return {{"relabelled", static_cast<std::int64_t>(std::max(r.original_ids.size(), r.names.size()))},
            {"weights_ignored", r.weights_ignored},
            {"self_loops_dropped", r.self_loops_dropped},
            {"mirrored", r.mirrored},
            {"conflicting_directions", r.conflicting_directions},
            {"duplicates_merged", r.duplicates_merged}};
}

void graph_file::describe(answer& to) const {
    to.add("file", gb::io::input_name(path_));
    to.add("changes", counts_of_changes(), report().changes());
    for (gb::read_note& n : notes()) to.note(std::move(n));
    if (has_one_direction_only_)
        to.note("one_direction_only",
                "every edge of this file is listed in one direction only; --undirected follows them both ways, --directed says "
                "that this is meant");
}

void graph_file::describe(const run_options& options) const {
    say(options, fmt::format("read {}: {}, {} entries in the file, {} x {}, {:.3f} ms{}{}", gb::io::input_name(path_),
                             report().format, report().entries_in_file, nrows(), ncols(), milliseconds_,
                             report().changes().empty() ? "" : "; ", report().changes()));
}

void graph_file::refuse_weight(const unfit_weight& found, const char* type, const char* advice) const {
    throw gb::io_error(
        gb::io::input_name(path_), 0,
        fmt::format("the weight {} of the edge from {} to {} {}", found.weight, shown_name_of(found.row),
                    shown_name_of(found.column + (vertices_ > nrows() ? nrows() : 0)),
                    found.is_finite ? fmt::format("does not fit {}{}", type, advice)
                                    : "is not finite; --weights none leaves all weights aside"));
}

void graph_file::rethrow(const gb::error& e) const {
    const std::string name = gb::io::input_name(path_), message = e.what();
    if (message.starts_with(name + ":")) {
        const auto* const in_file = dynamic_cast<const gb::io_error*>(&e);
        if (in_file == nullptr || offers_ids_) throw;
        const std::size_t sentence = message.find(": ", name.size()) + 2;
        throw gb::io_error(name, in_file->line(), without_options_about_ids(std::string_view(message).substr(sentence)));
    }
    // The messages of the library name vertices by position only.
    const char* const numbering = !report().names.empty()          ? " (vertices by the order of their names, from 0)"
                                  : !report().original_ids.empty() ? " (vertices by their rank among the ids of the file)"
                                  : first_number_ == 1             ? " (vertices counted from 0)"
                                                                   : "";
    if (duplicates_ == gb::duplicate_policy::refuse && message.find("more than one entry") != std::string::npos)
        throw gb::io_error(name, 0, message + numbering + ", which --duplicates error refuses");
    if (e.code() == gb::error_code::out_of_memory) throw gb::out_of_memory(fmt::format("{}: {}", name, message));
    throw gb::io_error(name, 0, message + numbering);
}

void add_run(answer& to, const gb::context& ctx, const std::string& method, double milliseconds, double read_milliseconds) {
    // Where the device has refused calls: the engine of the last one, and the threads that the host takes for such calls.
    const std::string engine = calls_on_host() == 0 ? ctx.engine_name() : ctx.last_report().engine;
    to.add("engine", engine);
    if (calls_on_host() > 0) to.add("calls_on_host", std::int64_t{calls_on_host()});
    to.add("threads", std::int64_t{ctx.is_cuda() && engine == "host" ? gb::context::host().threads() : ctx.threads()});
    if (ctx.is_cuda()) to.add("device", ctx.cuda_engine()->facts().name);
    if (const auto& group = ctx.device_group(); group != nullptr) to.add("devices", std::int64_t{group->size()});
    to.add("method", method);
    to.add("milliseconds", milliseconds, fmt::format("{:.3f}", milliseconds));
    to.add("read_milliseconds", read_milliseconds, fmt::format("{:.3f}", read_milliseconds));
}

}  // namespace grb
