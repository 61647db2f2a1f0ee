// Needs: nothing of CLI11 but a name.
// Idea: the options that the subcommands share: plain structs, and functions that declare them. Values that CLI11 cannot check
// (methods, types, lists of vertices) are parsed here too; errors in them are usage_errors, exit status 2.
#pragma once

#include "command_line.hpp"
#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/duplicate_policy.hpp>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/io/edge_list.hpp>
#include <graphblas_gpu/io/read.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace grb {

namespace gb = graphblas_gpu;

// ---- engine and output ----

struct run_options {
    std::string engine = "auto";
    int threads = 0;
    std::int64_t memory_limit = 0;          ///< 0: all that is available
    gb::cuda_options cuda = {};             ///< --device and --devices
    const char* cuda_option = nullptr;      ///< one of these that was given
    std::optional<gb::method> method = {};  ///< nothing: automatic
    std::string out = {};                   ///< --out: the file that the data are written to; empty: none
    bool json = false;
    bool verify = false;
    bool verbose = false;
    bool log = false;
};

/// --engine --threads --device --devices --memory-limit --log
void declare_engine(subcommand& to, run_options& options);
/// --method
void declare_method(subcommand& to, run_options& options);
/// --verify
void declare_verify(subcommand& to, run_options& options);
/// --json --verbose
void declare_output(subcommand& to, run_options& options);
/// Declares all of these options, and --verify.
void declare(subcommand& to, run_options& options);

/// --threads --memory-limit --log, for commands that compute on the host alone, and their context
/// @{
void declare_host(subcommand& to, run_options& options);
gb::context make_host_context(const run_options& options);
/// @}

/// The context of the engine that was asked for. With --log every call of the library is told on standard error from now on.
/// Throws what context throws, and usage_error if options for one engine come with the name of the other engine.
gb::context make_context(const run_options& options);

/// The number of calls that the device of such a context refused, and host threads computed. With --verbose, a line has been
/// printed for each.
int calls_on_host();

/// With --verbose and on a CUDA device, prints how much was copied to and from the device and how much of its memory was used.
void say_moves(const run_options& options, const gb::context& ctx);

inline gb::method method_of(const run_options& options) { return options.method.value_or(gb::method::automatic); }

/// With --verbose, prints a line to stderr, because stdout is for answers.
void say(const run_options& options, const std::string& sentence);

// ---- the file ----

inline constexpr const char* input_help =
    "Edge list, Matrix Market, METIS, DIMACS, Pajek, GML ... (--format has all); '-' is standard input";

enum class weight_source { as_in_file, none, column, random };

struct file_options {
    bool directed = false;
    bool undirected = false;
    bool one_based = false;
    /// --one-based also has a use apart from this file: for vertices in the output, or for another file.
    bool one_based_for_others = false;
    gb::file_format format = gb::file_format::automatic;
    bool relabel = false;                 ///< short for --ids relabel
    std::optional<gb::vertex_ids> ids{};  ///< nothing: usual_ids
    gb::vertex_ids usual_ids = gb::vertex_ids::positions;
    gb::index vertices = 0;     ///< the number of vertices; 0: as the file tells
    std::string vertex_list{};  ///< a file of vertices
    bool bipartite = false;     ///< sources and targets are two sets of vertices
    bool unipartite = false;    ///< they are one set, whatever the file says
    bool offers_ids = true;     ///< whether the command has the options that say which vertices there are
    bool is_graph = false;      ///< a command about graphs, which takes these two sets as vertices of one graph
    std::string comment{};      ///< what begins a comment; empty: # or %
    std::string weights{};
    bool named = false;
    std::string names{};         ///< a file to which the names are written
    std::string member{};        ///< the path of the graph in an archive
    std::vector<gb::table_column> columns{};  ///< those of source, target and perhaps weight; the reader checks them
    char separator = '\0';       ///< \0: found from the first lines
    gb::header_line header = gb::header_line::automatic;
    std::optional<gb::duplicate_policy> duplicates{};  ///< nothing: usual_duplicates
    gb::duplicate_policy usual_duplicates = gb::duplicate_policy::last;
};

enum class relabelling { offered, not_offered };
/// What the command does with the values of the file.
enum class weighting {
    offered,      ///< it uses them, unless --weights none is given
    on_request,   ///< it uses those that --weights names, and none otherwise
    not_offered,  ///< it uses none; --weights none says that this is known
};

/// Declares --format (called `format_option` where --format is that of the output) --directed --undirected --one-based --member
/// --columns --separator --comment --bipartite --unipartite --header; --ids --relabel --named --names --vertices if the
/// command offers new numbers for the vertices, --weights, and --duplicates if the command uses values.
void declare(subcommand& to, file_options& options, relabelling, weighting = weighting::offered,
             const char* format_option = "--format");

/// The rule for entries at one position. Throws usage_error for options about values if values are not used.
gb::duplicate_policy duplicates_of(const file_options& options);

/// Describes what a rule does with several weights, such as "the smallest weight kept".
const char* words_for(gb::duplicate_policy policy);

struct weight_choice {
    weight_source source = weight_source::as_in_file;
    std::uint64_t seed = 0;
};

/// "", "none", "column" or "random:SEED"; throws usage_error otherwise.
weight_choice parse_weights(const std::string& text);

/// Whether ids are names: with --named, and with --names unless --ids or --relabel takes them for numbers.
bool takes_names(const file_options& options);

/// Which vertices an edge list has.
gb::vertex_ids ids_of(const file_options& options);

// ---- names and numbers ----

/// The names that options accept, for shells to offer.
template <class Values>
std::vector<std::string> names_of(const Values& values) {
    std::vector<std::string> names;
    for (const auto& one : values) names.emplace_back(to_string(one));
    return names;
}
std::vector<std::string> type_names();

/// The parts of a text between the marks.
std::vector<std::string_view> split(std::string_view text, char mark);

/// Parses "0,5,9" as names of vertices: numbers or any words, in quotes if they contain a comma. The file tells later whether
/// there are such vertices (graph_file::positions_of). Throws usage_error that names the option.
std::vector<std::string> parse_vertices(const std::string& list, const file_options& file, const char* option = "--source");
/// The same for an option that takes one vertex.
std::string parse_vertex(const std::string& text, const file_options& file, const char* option);

/// The name of a value type; fp32, float32, fp64 and float64 are understood too. Throws usage_error for a name that is not in
/// `allowed`, with a list of the allowed names that begins with `whose`, such as "semiring lor_land".
std::string parse_type(const std::string& name, const std::vector<std::string>& allowed, const std::string& whose);

/// The type with this name, which parse_type has made; none for "none".
gb::type_code type_named(std::string_view name);

/// Parses the whole text as a number. Throws usage_error in which the number is called `what`.
std::int64_t parse_integer(const std::string& text, const std::string& what);
double parse_real(const std::string& text, const std::string& what);
/// Parses the value of an option as a time, which must not be negative.
double parse_seconds(const std::string& text, const char* option);

/// --answer FILE: an answer that --out wrote is read and verified in place of a new one. It cannot be combined with --out.
void declare_answer(subcommand& to, std::string& path, run_options& options);
/// Throws usage_error for options about computing if --answer reads the answer.
void check_answer(const std::string& path, const run_options& options);

/// Throws usage_error if the data go to standard output together with --json, which promises that standard output has one JSON
/// object and nothing else.
void check_output(const run_options& options);

/// The format of the name of a matrix to write. Throws usage_error, with the names that would do, for an unknown suffix; here
/// and below the message begins with the name of the option.
gb::file_format matrix_format_of(const std::string& path, const char* option = "--out");

/// The same for a table, which has commas under a name in .csv and otherwise tabs.
void check_table_name(const std::string& path, const char* option = "--out");

/// What most commands are given: a file, how it is read, and how the command runs.
struct file_command {
    std::string path;
    file_options file;
    run_options run;
};

}  // namespace grb
