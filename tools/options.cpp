// Idea: see options.hpp.
#include "options.hpp"

#include "answer.hpp"
#include <graphblas_gpu/io/line_fields.hpp>
#include <graphblas_gpu/io/output_file.hpp>
#include <graphblas_gpu/io/text_blocks.hpp>
#include <graphblas_gpu/io/write_matrix.hpp>
#include <graphblas_gpu/planner/method.hpp>
#include <semirings/catalogue.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <limits>
#include <system_error>

namespace grb {
namespace {

constexpr const char* computing = "Computing";
constexpr const char* output = "Output";

template <class Number>
bool parse_number(std::string_view text, Number& value) {
    const char* const end = text.data() + text.size();
    const auto [stop, status] = std::from_chars(text.data(), end, value);
    return status == std::errc() && stop == end && !text.empty();
}

int parse_device(const std::string& text, const char* option) {
    const std::int64_t number = parse_integer(text, option);
    if (number < 0 || number > std::numeric_limits<int>::max())
        throw usage_error(fmt::format("{}: {} is no number of a device; they count from 0", option, number));
    return static_cast<int>(number);
}

/// The words of a list with commas between them; a word may stand in quotes.
std::vector<std::string> fields_of_list(const std::string& list, const char* option) {
    std::vector<std::string> all;
    try {
        gb::io::line_fields words(list, ',', 1);
        std::string_view word;
        for (std::string storage; words.next(word, storage);) all.emplace_back(word);
    } catch (const gb::io::line_error& e) {
        throw usage_error(fmt::format("{}: {}", option, e.what()));
    }
    return all;
}

/// Different numbers separated by commas.
std::vector<int> parse_devices(const std::string& text) {
    std::vector<int> devices;
    for (const std::string_view word : split(text, ',')) {
        devices.push_back(parse_device(std::string(word), "--devices"));
        if (std::count(devices.begin(), devices.end(), devices.back()) > 1)
            throw usage_error(fmt::format("--devices: {} is named twice in '{}'", devices.back(), text));
    }
    return devices;
}

/// A number of bytes above 0, optionally followed by K, M, G or T: times 2^10, 2^20, 2^30, 2^40.
std::int64_t parse_bytes(const std::string& text) {
    constexpr std::string_view units = "KMGT";
    const std::size_t unit = units.find(text.back());
    const int shift = unit == std::string_view::npos ? 0 : 10 * (static_cast<int>(unit) + 1);
    const std::string_view digits = std::string_view(text).substr(0, text.size() - (shift > 0 ? 1 : 0));
    std::int64_t number = 0;
    if (!parse_number(digits, number) || number <= 0 || number > std::numeric_limits<std::int64_t>::max() >> shift)
        throw usage_error(fmt::format("--memory-limit: '{}' is no number of bytes above 0, such as 4G or 512M", text));
    return number << shift;
}

/// Numbers and names of columns; a name that has a comma stands in quotes.
std::vector<gb::table_column> parse_columns(const std::string& text) {
    std::vector<gb::table_column> columns;
    for (const std::string& word : fields_of_list(text, "--columns")) {
        int number = 0;
        const bool is_number = parse_number(std::string_view(word), number);
        if (word.empty() || (is_number && number < 1))
            throw usage_error(
                fmt::format("--columns: '{}' is no list of the columns of source, target and perhaps weight, such as 1,2,3 or "
                            "source,target,weight",
                            text));
        if (is_number) columns.emplace_back(number);
        else columns.emplace_back(word);
    }
    return columns;
}

/// A number of vertices, or a file of them.
void set_vertices(file_options& options, const std::string& text) {
    options.vertices = 0;
    options.vertex_list.clear();
    if (!parse_number(std::string_view(text), options.vertices)) {
        options.vertices = 0;
        options.vertex_list = text;
    } else if (options.vertices < 1) {
        throw usage_error(fmt::format("--vertices: {} is no number of vertices", text));
    }
}

/// A character, or the name of one.
char parse_separator(const std::string& text) {
    constexpr std::pair<std::string_view, char> marks[] = {{"comma", ','},          {"semicolon", ';'}, {"tab", '\t'},
                                                           {"\\t", '\t'},           {"bar", '|'},       {"blank", ' '},
                                                           {"::", gb::double_colon}};
    if (text.size() == 1) return text[0];
    for (const auto& [name, mark] : marks)
        if (text == name) return mark;
    throw usage_error(
        fmt::format("--separator: '{}' is no single character, and none of comma, semicolon, tab, bar, blank, ::", text));
}

void declare_memory_limit(subcommand& to, run_options& options) {
    to.option("--memory-limit", [&](const std::string& text) { options.memory_limit = parse_bytes(text); },
              {"BYTES",
               "The most memory to use, such as 4G or 512M: of the CUDA device, or of each, if the command computes on one, "
               "otherwise of the machine. By default all that is available, which the control group of the process (a "
               "container) may limit",
               computing});
}

void declare_log(subcommand& to, run_options& options) {
    to.flag("--log", options.log,
            "Say on standard error what every call of the library does: sizes, method and why, phases with their times",
            output);
}

}  // namespace

void declare_host(subcommand& to, run_options& options) {
    to.option("--threads", options.threads, 0, 1024,
              {"N", "Threads; 0 means one for each processor; the output is the same for any number", computing});
    declare_memory_limit(to, options);
    declare_log(to, options);
}

void declare_engine(subcommand& to, run_options& options) {
    to.option(
        "--engine", options.engine,
        {"NAME",
         "Where to compute: host, cuda, or auto (the default), a GPU if there is one. auto runs on the host what the GPU "
         "refuses, and --verbose prints each such call",
         computing},
        {"auto", "host", "cuda"});
    to.option("--threads", options.threads, 0, 1024,
              {"N", "Threads of the host engine; 0 means one for each processor", computing});
    const auto cuda_option = [&](const char* name, const auto& read, const char* shown, const char* help) {
        const auto read_option = [&options, name, read](const std::string& text) {
            read(text);
            if (options.cuda_option == nullptr) options.cuda_option = name;
        };
        to.option(name, read_option, {shown, help, computing});
    };
    cuda_option("--device", [&](const std::string& text) { options.cuda.device = parse_device(text, "--device"); }, "N",
                "The CUDA device to compute on, counted from 0; the first by default");
    cuda_option("--devices", [&](const std::string& text) { options.cuda.devices = parse_devices(text); }, "LIST",
                "Several CUDA devices, such as 0,1: products of matrices, spamm, PageRank and searches from many vertices are "
                "spread over them, and everything else is computed on the first");
    to.exclude("--device", "--devices");
    declare_memory_limit(to, options);
    declare_log(to, options);
}

void declare_method(subcommand& to, run_options& options) {
    to.option("--method", options.method,
              {"NAME",
               "How products are computed: automatic, hash, dense, dot, bitmap_tile or merge; one that the engine "
               "lacks is refused",
               computing, names_of(gb::all_methods)},
              &gb::method_from_string);
}

void declare_output(subcommand& to, run_options& options) {
    to.flag("--json", options.json, "Print one JSON object on standard output and nothing else", output);
    to.flag("--verbose", options.verbose, "Say on standard error what is done, how and why", output);
}

void declare_verify(subcommand& to, run_options& options) {
    to.flag("--verify", options.verify,
            "Compute the same with SuiteSparse:GraphBLAS, and with Boost.Graph if it has the algorithm, and compare; exit "
            "status 1 if the answers differ",
            computing);
}

void declare(subcommand& to, run_options& options) {
    declare_engine(to, options);
    declare_method(to, options);
    declare_verify(to, options);
    declare_output(to, options);
}

void declare(subcommand& to, file_options& options, relabelling relabel, weighting weights, const char* format_option) {
    constexpr const char* input = "Input";
    options.offers_ids = relabel == relabelling::offered;
    to.option(format_option, options.format,
              {"NAME",
               fmt::format("The format of the file, one of {}; by default (auto) its first bytes tell it, or its name",
                           fmt::join(names_of(gb::file_formats()), ", ")),
               input, names_of(gb::file_formats())},
              &gb::file_format_from_string);
    to.flag("--directed", options.directed, "Follow the edges as the file lists them (the default)", input);
    to.flag("--undirected", options.undirected,
            "Follow every edge both ways: the missing opposites are added, and what the file lists in both directions is "
            "one edge; see 'Directions' in grb --help. What was changed is reported",
            input);
    to.exclude("--directed", "--undirected");
    to.flag("--one-based", options.one_based,
            "The vertices of an edge list count from 1 (those of a Matrix Market file always do), and so do those on the "
            "command line and in the output",
            input);
    if (relabel == relabelling::offered) {
        to.option("--ids", options.ids,
                  {"WHICH",
                   fmt::format("The vertices of an edge list: positions (all numbers up to the largest id), relabel (the ids "
                               "that occur, any numbers up to 2^64 - 1, by which vertices are named on the command line and "
                               "in the output) or auto (relabel if some numbers are on no line, which a note says, unless "
                               "the file tells that they are vertices). {} by default",
                               options.usual_ids == gb::vertex_ids::automatic ? "auto" : "positions"),
                   input},
                  {{"auto", gb::vertex_ids::automatic},
                   {"positions", gb::vertex_ids::positions},
                   {"relabel", gb::vertex_ids::relabel}});
        to.flag("--relabel", options.relabel, "The same as --ids relabel", input);
        to.option("--vertices", [&options](const std::string& text) { set_vertices(options, text); },
                  {"FILE",
                   "Vertices of an edge list that are on no line: their number N, if the vertices are 0 .. N-1 (or 1 .. N), or "
                   "a file that names vertices, one a line",
                   input});
        to.flag("--named", options.named,
                "The vertex ids of an edge list are names; vertices are named by them on the command line and in the "
                "output, and numbered in the order in which they appear",
                input);
        to.exclude("--relabel", "--named");
        to.exclude("--ids", "--named");
        to.exclude("--ids", "--relabel");
        to.exclude("--one-based", "--named");
        to.option("--names", options.names,
                  {"FILE",
                   "Write the names of the vertices, one a line in the order of their numbers; ids are names unless "
                   "--ids or --relabel is given; .gz compresses",
                   input});
    }
    to.option("--member", options.member,
              {"PATH",
               "The member of a tar or ZIP archive to read, by its path in the archive; needed if several may be the graph",
               input});
    to.option("--columns", [&options](const std::string& text) { options.columns = parse_columns(text); },
              {"LIST",
               "The columns of an edge list that are source, target and perhaps weight, by numbers or by their names in the "
               "header, such as 1,2,3 or source,target,weight; otherwise it has to have two or three, or to name them so",
               input});
    to.option("--separator", [&options](const std::string& text) { options.separator = parse_separator(text); },
              {"MARK",
               "What separates the columns of an edge list: comma, semicolon, tab, bar, blank (any number of them), :: or "
               "any other character; by default the first lines show it",
               input,
               {"comma", "semicolon", "tab", "bar", "blank", "::"}});
    to.option(
        "--comment", options.comment,
        {"MARK", "What begins a comment line of an edge list, such as # or //, or none; by default # and %", input, {"none"}});
    to.flag(
        "--bipartite", options.bipartite,
        "Sources and targets of an edge list are two sets of vertices: for commands about graphs they are called left/ID and "
        "right/ID, for others they are rows and columns; by default if the file says so, as KONECT's '% bip'",
        input);
    to.flag("--unipartite", options.unipartite,
            "Sources and targets of an edge list are one set of vertices, also if the file says that it is bipartite", input);
    to.exclude("--bipartite", "--unipartite");
    to.option("--header", options.header,
              {"WHICH",
               "Whether the first line of an edge list names the columns: yes, no, or auto (the default): a note says so "
               "where the line was taken for names",
               input},
              {{"auto", gb::header_line::automatic}, {"yes", gb::header_line::present}, {"no", gb::header_line::absent}});
    if (weights == weighting::not_offered) {
        const auto only_none = [&options](const std::string& text) {
            if (text != "none")
                throw usage_error(
                    fmt::format("--weights {}: this command never uses weights; none is all that can be given, and "
                                "leaves out the note that the file has some",
                                text));
            options.weights = text;
        };
        to.option("--weights", only_none,
                  {"WHICH",
                   "none: leaves out the note that the weights of the file are not used; this command never uses any",
                   input,
                   {"none"}});
        return;
    }
    to.option("--weights", options.weights,
              {"WHICH",
               weights == weighting::offered
                   ? "Values of the entries: none (structure only), column (an error if the file has none) or random:SEED "
                     "(whole numbers from 1 to 255); otherwise those of the file, if it has any"
                   : "Uses the weights of the edges: column (those of the file; an error if it has none) or random:SEED (whole "
                     "numbers from 1 to 255). none (the default, but for a note) uses no weights",
               input,
               {"none", "column", "random:"}});
    to.option("--duplicates", options.duplicates,
              {"WHICH",
               fmt::format("The weight of an edge that is listed several times: that of the last or the first line, the "
                           "min, the max or the sum; error refuses such a file. {} by default",
                           gb::to_string(options.usual_duplicates)),
               input, names_of(gb::duplicate_policies)},
              &gb::duplicate_policy_from_string);
}

gb::duplicate_policy duplicates_of(const file_options& options) {
    const weight_choice weights = parse_weights(options.weights);
    const gb::duplicate_policy policy = options.duplicates.value_or(options.usual_duplicates);
    const bool uses_weights = weights.source == weight_source::as_in_file || weights.source == weight_source::column;
    if (options.duplicates && policy != gb::duplicate_policy::refuse && !uses_weights)
        throw usage_error(fmt::format("--duplicates {} joins the weights of the file, but --weights {} does not use them",
                                      gb::to_string(policy), options.weights));
    return policy;
}

const char* words_for(gb::duplicate_policy policy) {
    switch (policy) {
        case gb::duplicate_policy::first:
            return "the weight listed first kept";
        case gb::duplicate_policy::min:
            return "the smallest weight kept";
        case gb::duplicate_policy::max:
            return "the largest weight kept";
        case gb::duplicate_policy::sum:
            return "their weights added up";
        default:
            return "the weight listed last kept";
    }
}

std::vector<std::string> type_names() {
    std::vector<std::string> names;
    gb::for_each_type<gb::domain::any_type>(
        [&names](auto type) { names.emplace_back(gb::type_name<typename decltype(type)::type>()); });
    return names;
}

weight_choice parse_weights(const std::string& text) {
    constexpr std::string_view random = "random:";
    if (text.empty()) return {};
    if (text == "none") return {weight_source::none, 0};
    if (text == "column") return {weight_source::column, 0};
    weight_choice choice{weight_source::random, 0};
    if (text.starts_with(random) && parse_number(std::string_view(text).substr(random.size()), choice.seed)) return choice;
    throw usage_error(fmt::format("--weights: '{}' is none of none, column, random:SEED with a whole number SEED", text));
}

bool takes_names(const file_options& options) {
    return options.named || (!options.names.empty() && !options.relabel && !options.ids);
}

gb::vertex_ids ids_of(const file_options& options) {
    if (takes_names(options)) return gb::vertex_ids::positions;
    return options.relabel ? gb::vertex_ids::relabel : options.ids.value_or(options.usual_ids);
}

std::vector<std::string_view> split(std::string_view text, char mark) {
    std::vector<std::string_view> parts;
    for (std::size_t end; (end = text.find(mark)) != std::string_view::npos; text.remove_prefix(end + 1))
        parts.push_back(text.substr(0, end));
    parts.push_back(text);
    return parts;
}

std::vector<std::string> parse_vertices(const std::string& list, const file_options& file, const char* option) {
    std::vector<std::string> vertices;
    if (!takes_names(file) && list.find('"') == std::string::npos) {
        for (const std::string_view word : split(list, ',')) vertices.emplace_back(word);
        return vertices;
    }
    vertices = fields_of_list(list, option);
    if (vertices.empty()) throw usage_error(fmt::format("{}: there is no name in it", option));
    return vertices;
}

std::string parse_vertex(const std::string& text, const file_options& file, const char* option) {
    const std::vector<std::string> vertices = parse_vertices(text, file, option);
    if (vertices.size() > 1)
        throw usage_error(fmt::format("{}: '{}' names {} vertices; it takes one", option, text, vertices.size()));
    return vertices.front();
}

std::string parse_type(const std::string& name, const std::vector<std::string>& allowed, const std::string& whose) {
    std::string type = name;
    if (name == "fp32" || name == "float32") type = "float";
    if (name == "fp64" || name == "float64") type = "double";
    if (std::find(allowed.begin(), allowed.end(), type) != allowed.end()) return type;
    throw usage_error(fmt::format("--type: '{}' is no type of {}; there {} {}", name, whose,
                                  allowed.size() == 1 ? "is" : "are", fmt::join(allowed, ", ")));
}

gb::type_code type_named(std::string_view name) {
    gb::type_code type = gb::type_code::none;
    gb::with_type<gb::domain::any_type>(name, [&](auto found) { type = gb::base::code_of<typename decltype(found)::type>(); });
    return type;
}

std::int64_t parse_integer(const std::string& text, const std::string& what) {
    std::int64_t number = 0;
    if (!parse_number(text, number)) throw usage_error(fmt::format("{}: '{}' is not a whole number", what, text));
    return number;
}

double parse_real(const std::string& text, const std::string& what) {
    double number = 0;
    if (!parse_number(text, number)) throw usage_error(fmt::format("{}: '{}' is not a number", what, text));
    return number;
}

void declare_answer(subcommand& to, std::string& path, run_options& options) {
    const auto read = [&](const std::string& text) {
        path = text;
        options.verify = true;
    };
    to.option("--answer", read,
              {"FILE",
               "Compute nothing: verify the answer that --out wrote to this file, for the same input and the same options "
               "about what is computed",
               computing});
    to.exclude("--answer", "--out");
}

void check_answer(const std::string& path, const run_options& options) {
    if (!path.empty() && options.method)
        throw usage_error("--method says how to compute, but with --answer nothing is computed");
}

double parse_seconds(const std::string& text, const char* option) {
    const double seconds = parse_real(text, option);
    if (!std::isfinite(seconds) || seconds < 0) throw usage_error(fmt::format("{}: {} is no number of seconds", option, text));
    return seconds;
}

gb::file_format matrix_format_of(const std::string& path, const char* option) {
    try {
        return gb::format_of_name(path);
    } catch (const gb::invalid_value& e) {
        throw usage_error(fmt::format("{}: {}", option, e.what()));
    }
}

void check_table_name(const std::string& path, const char* option) {
    const std::string suffix = gb::io::suffix_of_name(path);
    for (const char* const known : {"", ".tsv", ".txt", ".el", ".csv"})
        if (suffix == known) return;
    throw usage_error(
        fmt::format("{}: {}: no table is written under the suffix {}; .csv has commas, .tsv, .txt and .el have tabs; a further "
                    ".gz packs with gzip",
                    option, path, suffix));
}

void check_output(const run_options& options) {
    if (gb::io::is_standard_output(options.out) && options.json)
        throw usage_error(fmt::format("--out {} and --json both want standard output; give --out a file name", options.out));
}

}  // namespace grb
