// grb: graph algorithms and sparse matrix products on files.
//
// Idea: one subcommand for each task. The exit status is 1 for an error in the file or a limit of the machine, 2 for an error
// in the command line; both come with one line on standard error.
#include "answer.hpp"
#include "command_line.hpp"
#include "commands.hpp"
#include "distributed.hpp"
#include "progress_bar.hpp"
#include <graphblas_gpu/base/memory.hpp>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/io/unfinished_files.hpp>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <string>
#include <string_view>

namespace {

constexpr int failed = 1;
constexpr int wrong_usage = 2;

constexpr const char* description =
    "Graph algorithms and masked sparse matrix products over semirings, on files: edge lists, Matrix Market and others.";

constexpr const char* footer =
    R"(Files may be compressed with gzip, bzip2, xz or zstd, or be in a tar or ZIP archive, and '-' is standard input. The
format is told by the first bytes or the name, or by --format: edge lists, Matrix Market, METIS, DIMACS, Pajek, GML, GraphML,
node-link JSON, adjacency lists, GAP, SciPy .npz, binary files.
Vertices count from 0 on the command line and in the output, from 1 with --one-based; with --relabel or --named, and in
files that name or number their vertices, they are called as in the file.

A file that is written takes its place when it is complete: after an error (a full disk) or an interruption the old file
is there as it was. Where the data go to standard output, by '-' or any other name of it, the summary goes to standard error.

Directions: a graph is taken as the file lists it, an entry (i, j) as an edge from i to j; a file with a symmetric
Matrix Market header lists both directions. --undirected follows every edge both ways, in every command: what joins
two vertices, in either direction, is one edge then. Triangles, cores and trusses are those of the undirected graph, so
tc, kcore and ktruss always work as if --undirected were given, and lcc unless --directed is. Where a search finds that no
edge has its opposite, and neither --undirected nor --directed says what is meant, it notes that.

Exit status: 0; 1 with one line on standard error if something is wrong with a file, or an answer does not
verify; 2 if the command line is wrong. With --json an error is an object on standard output too.

Examples:
  grb info graph.tsv.gz
  grb tc graph.mtx --verify
  grb bfs graph.mtx --source 0,5,9 --json
  grb mssp roads.tsv --source 0 --to 9
  grb mssp roads.tsv --source 0 --out distances.tsv
  grb pagerank web.tsv.gz --out ranks.tsv
  grb lcc graph.tsv --out coefficients.tsv
  grb kcore graph.tsv --out cores.tsv
  grb ktruss graph.tsv --k 4
  grb jaccard graph.tsv --undirected --out similarities.tsv
  grb betweenness graph.tsv --undirected --out betweenness.tsv
  grb cc graph.tsv --out components.tsv
  grb mis graph.mtx --seed 5
  grb scc web.tsv.gz --json
  grb msf roads.tsv --out forest.tsv
  grb communities graph.mtx --out communities.tsv
  grb mcl similarities.mtx --inflation 3
  grb mxm a.mtx b.mtx --semiring min_plus --type float --out c.mtx.gz
  grb spamm density.mtx --error 1e-6
  grb convert graph.tsv.gz graph.gbm
  grb order graph.mtx denser.mtx --by jaccard
  grb generate rmat 16 16 --seed 1 --out rmat16.mtx.gz
  grb bench graph.mtx
  grb cache

'grb COMMAND --help' says what a command needs and does, 'grb COMMAND --help-all' lists all of its options.)";

// While it runs, further signals wait, or call it in another thread too: whichever call ends first ends the process, and has
// removed the files before.
extern "C" void remove_files_and_end(int signal) {
    graphblas_gpu::remove_unfinished_files();
    std::signal(signal, SIG_DFL);
    std::raise(signal);  // it waits until this function returns, and then ends the process as usual
}

/// A file that is being written is removed when the command is interrupted. A signal that was ignored from the beginning, as
/// under nohup, stays ignored.
void remove_unfinished_files_on_signals() {
    constexpr int ending[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGPIPE, SIGXCPU};
    struct sigaction remove_files {};
    remove_files.sa_handler = remove_files_and_end;
    sigemptyset(&remove_files.sa_mask);
    for (const int signal : ending) sigaddset(&remove_files.sa_mask, signal);
    for (const int signal : ending) {
        struct sigaction before {};
        if (::sigaction(signal, nullptr, &before) != 0 || before.sa_handler == SIG_IGN) continue;
        ::sigaction(signal, &remove_files, nullptr);
    }
    std::signal(SIGXFSZ, SIG_IGN);  // a file beyond the limit of `ulimit -f` is then an error of write()
}

// ---- out of memory ----

struct step_advice {
    std::string_view begins_with;
    const char* words;
};

/// The advice for each step, found by the beginning of the progress bar's text.
constexpr std::array advice{
    step_advice{"reading", "fewer --threads and, where the command has it, --weights none need less"},
    step_advice{"arranging", "where the command has them, --relabel for large ids and --weights none need less"},
    step_advice{"multiplying", "--mask, --count or --structure-only, fewer --threads or --method hash need less"},
    step_advice{"searching", "fewer vertices at once in --source or fewer --threads need less"},
    step_advice{"counting triangles", "fewer --threads or --method hash need less"},
    step_advice{"verifying", "without --verify the answer alone needs less"},
    step_advice{"checking", "a smaller --most-multiplications needs less"},
    step_advice{"generating", "a smaller graph needs less"},
};

const char* advice_for(std::string_view step, std::string_view reason) {
    // The messages of the CUDA engine contain the word "device".
    if (reason.find("device") != std::string_view::npos)
        return "a larger --memory-limit, where one is given, or --engine host may have room";
    for (const step_advice& known : advice)
        if (step.starts_with(known.begins_with)) return known.words;
    return "fewer --threads need less";
}

std::string megabytes(std::uint64_t bytes) { return fmt::format("{} MiB", bytes >> 20); }

/// How much memory the process used, how much it may use, and how much the machine has.
std::string memory_of_process() {
    std::string words;
    rusage usage{};
    if (getrusage(RUSAGE_SELF, &usage) == 0)
        words = megabytes(static_cast<std::uint64_t>(usage.ru_maxrss) * 1024) + " were in use at most";
    rlimit limit{};
    if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
        words += fmt::format("{}the process may have {} (ulimit -v)", words.empty() ? "" : ", ", megabytes(limit.rlim_cur));
    const std::size_t available = graphblas_gpu::base::available_bytes();
    if (available != SIZE_MAX)
        words += fmt::format("{}the machine has {} to spare", words.empty() ? "" : ", ", megabytes(available));
    return words;
}

/// One line for a user whose command ran out of memory: in which step, how much memory there was and what needs less. `reason`
/// is the message of the library or the standard library, `step` the text of the progress bar ("reading g.mtx"), empty if
/// unknown.
std::string out_of_memory_line(const std::string& command_name, const std::string& step, const std::string& reason) {
    const std::string where = step.empty() ? command_name : fmt::format("{}, {}", command_name, step);
    return fmt::format("{}: out of memory{}{}; {}; {}", where, reason.empty() ? "" : ": ", reason, memory_of_process(),
                       advice_for(step, reason));
}

// ---- errors and signals ----

/// Prints, in the first of several processes, one line on standard error, and with --json, which the command line may have even
/// if it is wrong, an object.
int complain(const grb::failure& why, bool as_json, int status) {
    // All processes fail in the same way, and one says so. The others end with 0, because mpirun ends all processes when one has
    // failed, perhaps before this one has spoken.
    if (grb::launched_rank_of_process().rank != 0) return 0;
    const std::string line = grb::message_line(why.message);  // before anything is printed: there may be no memory for it
    if (as_json) grb::print_json(why);
    std::fflush(stdout);
    grb::tell(line);
    return status;
}

/// The last words of a command that has no memory for a line of its own: nothing is allocated for them. What is being written
/// is removed, because the destructors that remove it may not run.
int complain_without_memory(bool as_json) noexcept {
    static_assert(grb::json_schema == 1);
    constexpr std::string_view line = "grb: out of memory: there is none for a longer message either\n";
    constexpr std::string_view object =
        R"({"schema":1,"error":{"code":"out_of_memory","message":"out of memory: there is none for a longer message either"}})"
        "\n";
    graphblas_gpu::remove_unfinished_files();
    std::fflush(stdout);
    if (as_json) (void)!::write(STDOUT_FILENO, object.data(), object.size());
    (void)!::write(STDERR_FILENO, line.data(), line.size());
    return failed;
}

std::terminate_handler terminate_otherwise = nullptr;
bool ends_with_json = false;

/// Functions that must not throw, destructors of the JSON library among them, allocate nevertheless: without memory they end
/// the process. It ends as it does everywhere else without memory.
[[noreturn]] void terminate_without_memory() {
    try {
        if (std::current_exception() != nullptr) throw;
    } catch (const std::bad_alloc&) {
        ::_exit(complain_without_memory(ends_with_json));
    } catch (const graphblas_gpu::out_of_memory&) {
        ::_exit(complain_without_memory(ends_with_json));
    } catch (...) {
    }
    terminate_otherwise();
    std::abort();
}

/// "GrB_DIMENSION_MISMATCH" as "dimension_mismatch".
std::string code_of(const graphblas_gpu::error& e) {
    std::string_view name = graphblas_gpu::grb_info_name(e.code());
    if (constexpr std::string_view prefix = "GrB_"; name.starts_with(prefix)) name.remove_prefix(prefix.size());
    std::string code;
    for (const char c : name) code += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return code;
}

/// Where the caller has closed standard input, output or error, the next file that is opened would get its number. It is
/// /dev/null instead, from which nothing can be read, and to which standard output cannot be written: both are errors.
void occupy_standard_streams() {
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (::fcntl(stream, F_GETFD) < 0) (void)::open("/dev/null", stream == STDOUT_FILENO ? O_RDONLY : O_WRONLY);
    }
}

/// The command line, with every failure told.
int run(int argc, char** argv, bool as_json) {
    const std::string name = argc > 1 ? argv[1] : "";
    try {
        if (const grb::launched_rank launched = grb::launched_rank_of_process(); launched.size > 1) {
            const int status = grb::run_on_ranks(argc, argv, launched);
            grb::flush_standard_output();
            return status;
        }
        grb::command_line line("grb", description, footer, "grb " GRB_VERSION);
        for (const grb::command_group& group : grb::command_groups()) {
            line.begin_group(group.heading);
            for (grb::command_declaration* const declare : group.commands) declare(line);
        }
        const int status = line.parse(argc, argv)();
        grb::flush_standard_output();
        return status;
    } catch (const grb::usage_error& e) {
        return complain({"usage_error", e.what()}, as_json, wrong_usage);
    } catch (const graphblas_gpu::out_of_memory& e) {
        return complain({"out_of_memory", out_of_memory_line(name, grb::progress_bar::interrupted(), e.what())}, as_json,
                        failed);
    } catch (const std::bad_alloc&) {
        return complain({"out_of_memory", out_of_memory_line(name, grb::progress_bar::interrupted(), "")}, as_json, failed);
    } catch (const graphblas_gpu::io_error& e) {
        return complain({"io_error", e.what(), e.file(), e.line()}, as_json, failed);
    } catch (const graphblas_gpu::error& e) {
        return complain({code_of(e), e.what()}, as_json, failed);
    } catch (const std::exception& e) {
        return complain({"error", e.what()}, as_json, failed);
    }
}

}  // namespace

int main(int argc, char** argv) {
    occupy_standard_streams();
    remove_unfinished_files_on_signals();
    const bool as_json = std::any_of(argv, argv + argc, [](const char* word) { return std::string_view(word) == "--json"; });
    ends_with_json = as_json;
    terminate_otherwise = std::set_terminate(terminate_without_memory);
    try {
        return run(argc, argv, as_json);
    } catch (const std::exception&) {  // there is no memory for what is wrong
        return complain_without_memory(as_json);
    }
}
