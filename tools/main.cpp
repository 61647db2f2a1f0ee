// grb: graph algorithms and sparse matrix products on files.
//
// Idea: one subcommand for each task. The exit status is 1 for an error in the file or a limit of the machine, 2 for an error
// in the command line; both come with one line on standard error.
#include "answer.hpp"
#include "command_line.hpp"
#include "commands.hpp"
#include "out_of_memory.hpp"
#include "progress_bar.hpp"
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/io/unfinished_files.hpp>

#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <exception>
#include <new>
#include <string>

namespace {

constexpr int failed = 1;
constexpr int wrong_usage = 2;

constexpr const char* description =
    "Graph algorithms and masked sparse matrix products over semirings, on edge lists, Matrix Market and binary files.";

constexpr const char* footer =
    R"(Files may be compressed with gzip, bzip2, xz or zstd, and '-' is standard input. Vertices count from 0 on the command
line and in the output, from 1 with --one-based; with --relabel or --named they are called as in the file.

A file that is written takes its place when it is complete: after an error (a full disk) or an interruption the old file
is there as it was. Where the data go to standard output, by '-' or any other name of it, the summary goes to standard error.

Directions: a graph is taken as the file lists it, an entry (i, j) as an edge from i to j; a file with a symmetric
Matrix Market header lists both directions. --undirected follows every edge both ways, in every command: what joins
two vertices, in either direction, is one edge then. Triangles, cores and trusses are those of the undirected graph, so
tc, lcc, kcore and ktruss always work as if --undirected were given. Where a search finds that no edge has its opposite,
and neither --undirected nor --directed says what is meant, it notes that.

Exit status: 0; 1 with one line on standard error if something is wrong with a file, or an answer does not
verify; 2 if the command line is wrong.

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
  grb verify graph.mtx
  grb convert graph.tsv.gz graph.gbm
  grb order graph.mtx denser.mtx --by jaccard
  grb generate rmat 16 16 --seed 1 --out rmat16.mtx.gz
  grb bench graph.mtx
  grb cache

'grb COMMAND --help' has the options of a command.)";

extern "C" void remove_files_and_end(int signal) {
    graphblas_gpu::remove_unfinished_files();
    std::raise(signal);  // it waits until this function returns, and then ends the process as usual
}

/// A file that is being written is removed when the command is interrupted. A signal that was ignored from the beginning, as
/// under nohup, stays ignored.
void remove_unfinished_files_on_signals() {
    for (const int signal : {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGPIPE, SIGXCPU}) {
        struct sigaction action {};
        if (::sigaction(signal, nullptr, &action) != 0 || action.sa_handler == SIG_IGN) continue;
        action.sa_handler = remove_files_and_end;
        action.sa_flags = SA_RESETHAND;
        ::sigaction(signal, &action, nullptr);
    }
    std::signal(SIGXFSZ, SIG_IGN);  // a file beyond the limit of `ulimit -f` is then an error of write()
}

int complain(const std::string& what, int status) {
    std::fflush(stdout);
    grb::tell("grb: " + what + '\n');
    return status;
}

/// Where the caller has closed standard input, output or error, the next file that is opened would get its number. It is
/// /dev/null instead, from which nothing can be read, and to which standard output cannot be written: both are errors.
void occupy_standard_streams() {
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (::fcntl(stream, F_GETFD) < 0) (void)::open("/dev/null", stream == STDOUT_FILENO ? O_RDONLY : O_WRONLY);
    }
}

}  // namespace

int main(int argc, char** argv) {
    occupy_standard_streams();
    remove_unfinished_files_on_signals();
    const std::string name = argc > 1 ? argv[1] : "";
    try {
        grb::command_line line("grb", description, footer, "grb " GRB_VERSION);
        for (grb::command_declaration* const declare : grb::commands) declare(line);
        const int status = line.parse(argc, argv)();
        grb::flush_standard_output();
        return status;
    } catch (const grb::usage_error& e) {
        return complain(e.what(), wrong_usage);
    } catch (const graphblas_gpu::out_of_memory& e) {
        return complain(grb::out_of_memory_line(name, grb::progress_bar::interrupted(), e.what()), failed);
    } catch (const std::bad_alloc&) {
        return complain(grb::out_of_memory_line(name, grb::progress_bar::interrupted(), ""), failed);
    } catch (const std::exception& e) {
        return complain(e.what(), failed);
    }
}
