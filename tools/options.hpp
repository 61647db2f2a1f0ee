// Needs: nothing of CLI11 but a name.
// Idea: what the subcommands share on the command line: plain structs, and functions that declare them. Values that
// only we can judge (methods, types, lists of vertices) are read here too; whatever is wrong with them is a
// usage_error, exit status 2.
#pragma once

#include "command_line.hpp"
#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/duplicate_policy.hpp>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/io/edge_list.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace grb {

namespace gb = graphblas_gpu;

// ---- where and how ----

struct run_options {
    std::string engine = "auto";
    int threads = 0;
    std::string device = {};        ///< a number; empty: the first
    std::string memory_limit = {};  ///< as parse_bytes reads it; empty: none
    std::string method = {};  ///< empty: automatic
    bool json = false;
    bool verify = false;
    bool verbose = false;
};

/// --engine --threads --device --memory-limit
void declare_engine(subcommand& to, run_options& options);
/// --method
void declare_method(subcommand& to, run_options& options);
/// --verify
void declare_verify(subcommand& to, run_options& options);
/// --json --verbose
void declare_output(subcommand& to, run_options& options);
/// All of these, and --verify.
void declare(subcommand& to, run_options& options);

/// The engine that was asked for. Throws what context throws, usage_error for options of one engine that name the other.
gb::context make_context(const run_options& options);

/// With --verbose and on a CUDA device, what was copied there and back and how much of its memory was needed.
void say_moves(const run_options& options, const gb::context& ctx);

/// Throws usage_error for a name that is none.
gb::method method_of(const run_options& options);

/// With --verbose, a line on stderr: stdout is for answers.
void say(const run_options& options, const std::string& sentence);

// ---- the file ----

inline constexpr const char* input_help = "Matrix Market file, edge list or binary file; '-' is standard input";

enum class weight_source { as_in_file, none, column, random };

struct file_options {
    bool directed = false;
    bool undirected = false;
    bool one_based = false;
    bool one_based_for_others = false;  ///< --one-based has a use beside this file: for vertices in the output, or for another file
    bool relabel = false;
    std::string weights{};
    bool named = false;
    std::string names{};      ///< a file for the names
    std::string columns{};    ///< as parse_columns reads it
    std::string separator{};  ///< as parse_separator reads it
    std::string header = "auto";
    std::string duplicates{};  ///< empty: usual_duplicates
    gb::duplicate_policy usual_duplicates = gb::duplicate_policy::last;
};

enum class relabelling { offered, not_offered };
/// Whether the command looks at the values of the file at all.
enum class weighting { offered, not_offered };

/// --directed --undirected --one-based --columns --separator --header; --relabel --named --names where new numbers for the
/// vertices are offered, and --weights --duplicates where the command looks at values.
void declare(subcommand& to, file_options& options, relabelling, weighting = weighting::offered);

/// The rule for entries at one position. Throws usage_error for options about values that are not used.
gb::duplicate_policy duplicates_of(const file_options& options);

/// What a rule keeps of several weights, such as "the smallest weight kept".
const char* words_for(gb::duplicate_policy policy);

struct weight_choice {
    weight_source source = weight_source::as_in_file;
    std::uint64_t seed = 0;
};

/// "", "none", "column" or "random:SEED"; throws usage_error otherwise.
weight_choice parse_weights(const std::string& text);

/// Whether ids are names: --named says so, and --names does without --relabel.
bool takes_names(const file_options& options);

/// "1,2,3": the columns of source, target and perhaps weight. Throws usage_error; the reader judges the numbers.
std::vector<int> parse_columns(const std::string& text);
/// A character, or comma, semicolon, tab, bar or blank. Throws usage_error.
char parse_separator(const std::string& text);
gb::header_line parse_header(const std::string& text);

// ---- names and numbers ----

/// The names that options know, for shells to offer.
std::vector<std::string> method_names();
std::vector<std::string> type_names();

/// "0,5,9" as what the user calls vertices: numbers, or where ids are names any words, in quotes if they hold a comma.
/// Throws usage_error naming the option.
std::vector<std::string> parse_vertices(const std::string& list, const file_options& file, const char* option = "--source");
/// The same for an option that takes one vertex.
std::string parse_vertex(const std::string& text, const file_options& file, const char* option);

/// The name of a value type, with fp32, float32, fp64 and float64 understood. Throws usage_error for a name that is
/// none of `allowed`, saying which there are; `whose` opens the list, such as "semiring lor_land".
std::string parse_type(const std::string& name, const std::vector<std::string>& allowed, const std::string& whose);

/// The whole text as a number. Throws usage_error that calls it `what`.
std::int64_t parse_integer(const std::string& text, const std::string& what);
double parse_real(const std::string& text, const std::string& what);
/// A number of bytes above 0, perhaps with K, M, G or T behind it: times 2^10, 2^20, 2^30, 2^40.
std::int64_t parse_bytes(const std::string& text, const std::string& what);

/// --answer FILE: an answer that --out wrote is read and verified in place of a new one. Not together with --out.
void declare_answer(subcommand& to, std::string& path);
/// Throws usage_error for options that say how to compute what --answer reads.
void check_answer(const std::string& path, const run_options& options);

/// An output option that writes to standard output cannot go with --json, which promises one object there and nothing
/// else.
void check_output_path(const std::string& path, const run_options& options);

}  // namespace grb
