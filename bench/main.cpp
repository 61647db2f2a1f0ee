// grb_bench: ours beside SuiteSparse:GraphBLAS and Boost.Graph, in one process.
//
// Idea: graph by graph, kernel by kernel; each contest is verified, measured, printed, and its results freed before the
// next. See docs/benchmarks.md.
#include "command_line.hpp"
#include "generated.hpp"
#include "kernels.hpp"
#include "report.hpp"
#include <graphblas_gpu/error.hpp>

#include <algorithm>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace {

namespace gb = graphblas_gpu;

const std::vector<std::string> all_graphs = {"rmat-16-16",   "wiki-Vote",        "email-Enron",
                                             "stencil27-48", "uniform-500000-8", "grid2d-1000"};
const std::vector<std::string> quick_graphs = {"rmat-14-16", "wiki-Vote"};

struct options {
    std::vector<std::string> graphs;
    std::vector<std::string> kernels;
    std::string data;
    std::string json;
    std::string revision;
    std::string rival = "suitesparse";
    int threads = 2;
    int sources = 4;
    bool no_verify = false;
    bool list = false;
    bool quick = false;
    bool scaling = false;
    bool gpu = false;
    bool fresh = false;
    bench::policy how;
};

void add_options(CLI::App& app, options& o) {
    o.data = bench::data_folder();
    app.add_option("--graphs", o.graphs, "names or files, separated by commas; --list has them")->delimiter(',');
    app.add_option("--kernels", o.kernels, "separated by commas; --list has them")->delimiter(',');
    app.add_option("--threads", o.threads, "of ours and of SuiteSparse")->check(CLI::Range(1, 1024))->capture_default_str();
    app.add_option("--repeat", o.how.repeat, "turns of each side at least")
        ->check(CLI::Range(1, 100000))
        ->capture_default_str();
    app.add_option("--min-time", o.how.minimum_seconds, "more turns until each side has run for so many seconds")
        ->check(CLI::Range(0.0, 1e4))
        ->capture_default_str();
    app.add_option("--sources", o.sources, "of searches and paths from one source; bfs64 and sssp64 have 64")
        ->check(CLI::Range(1, 100000))
        ->capture_default_str();
    app.add_option("--rival", o.rival, "suitesparse, or none: time ours only")
        ->check(CLI::IsMember({"suitesparse", "none"}))
        ->capture_default_str();
    app.add_option("--data", o.data, "folder of wiki-Vote and email-Enron")->capture_default_str();
    app.add_option("--json", o.json, "write all times to this file");
    app.add_option("--revision", o.revision, "of the code, to be noted in the report");
    app.add_flag("--gpu", o.gpu, "ours runs on the CUDA device; graphs are moved there before the first timed turn");
    app.add_flag("--fresh", o.fresh,
                 "every turn of ours is a first call: it gets a copy of the matrix that nothing was derived from");
    app.add_flag("--quick", o.quick, "small graphs, 3 turns");
    app.add_flag("--scaling", o.scaling, "measure mxm_scaling too: all threads against one");
    app.add_flag("--no-verify", o.no_verify, "do not compare the results");
    app.add_flag("--list", o.list, "print the kernels and graphs, and end");
}

void print_list() {
    fmt::print("kernels\n");
    for (const bench::kernel& k : bench::kernels()) {
        const char* const when = k.when == bench::chosen::on_all_graphs ? "all graphs"
                                 : k.when == bench::chosen::on_rmat     ? "R-MAT graphs"
                                                                        : "when named";
        fmt::print("  {:<16} {:<13} bar {:.1f}  {}\n", k.name, when, k.bar, k.what);
    }
    fmt::print("graphs, and any file or {}\n", bench::generated_names);
    for (const std::string& name : all_graphs) fmt::print("  {}\n", name);
}

void check_names(const std::vector<std::string>& names) {
    for (const std::string& name : names) {
        const auto all = bench::kernels();
        if (std::none_of(all.begin(), all.end(), [&](const bench::kernel& k) { return name == k.name; }))
            throw CLI::ValidationError("--kernels", fmt::format("there is no kernel '{}'; --list has them", name));
    }
}

bool runs(const bench::kernel& k, const bench::graph& g, const options& o) {
    const auto named = [&](const char* name) { return std::find(o.kernels.begin(), o.kernels.end(), name) != o.kernels.end(); };
    if (o.scaling && std::string(k.name) == "mxm_scaling") return true;
    if (!o.kernels.empty()) return named(k.name);
    return k.when == bench::chosen::on_all_graphs || (k.when == bench::chosen::on_rmat && g.is_rmat());
}

std::vector<bench::line> measure(const options& o, std::vector<bench::graph_facts>& facts) {
    const auto threads = gb::context::host({.threads = o.threads});
    const bench::environment env{.context = o.gpu ? gb::context::cuda() : threads,
                                 .threads = threads,
                                 .rivals = o.rival != "none",
                                 .verify = !o.no_verify,
                                 .fresh = o.fresh,
                                 .sources = o.sources};
    std::vector<bench::line> lines;
    for (const std::string& name : o.graphs) {
        bench::benchmark_case c(env, name, o.data);
        const auto& a = c.ours.structure();
        facts.push_back({name,
                         a.nrows(),
                         a.nvals(),
                         c.ours.multiplications(),
                         c.ours.file(),
                         c.ours.file_bytes(),
                         c.ours.read_milliseconds(),
                         {},
                         0});
        bench::print_graph(facts.back());
        bench::print_table_head();
        const std::size_t first = lines.size();
        if (o.gpu) env.context.release_memory();
        for (const bench::kernel& k : bench::kernels()) {
            if (!runs(k, c.ours, o)) continue;
            bench::contest task = k.prepare(env, c);
            if (o.fresh) {
                task.sides[0].prepare = [&c, &env, prepare = std::move(task.sides[0].prepare)] {
                    c.ours.make_fresh(env.context);
                    if (prepare) prepare();
                };
            }
            bench::line one{name, k.name, bench::run(task, o.how, env.verify), bench::bar_of(k, c.ours)};
            if (!env.rivals && one.measured.sides.size() < 2) one.bar.reset();
            bench::print_line(one);
            lines.push_back(std::move(one));
        }
        if (o.gpu) {
            // The pool keeps what it took, so that this is the most that was needed.
            const gb::cuda::engine& device = *env.context.cuda_engine();
            facts.back().device = device.facts().name;
            facts.back().device_bytes = device.bytes_in_use() + device.cached_bytes();
        }
        bench::print_memory(facts.back(), std::span(lines).subspan(first));
    }
    return lines;
}

/// The graphs that were named, which must all be there before hours are spent on the first; or those of the default
/// list that are there.
std::vector<std::string> chosen_graphs(const options& o) {
    for (const std::string& name : o.graphs)
        if (const std::string missing = bench::why_not_available(name, o.data); !missing.empty())
            throw gb::invalid_value(missing);
    if (!o.graphs.empty()) return o.graphs;
    std::vector<std::string> found;
    for (const std::string& name : o.quick ? quick_graphs : all_graphs) {
        const std::string missing = bench::why_not_available(name, o.data);
        if (missing.empty())
            found.push_back(name);
        else
            fmt::print("left out: {} (--data names the folder)\n", missing);
    }
    return found;
}

int run_all(options o, bool repeat_given) {
    if (o.quick && !repeat_given) o.how.repeat = 3;
    check_names(o.kernels);
    o.graphs = chosen_graphs(o);
    if (!o.json.empty()) bench::require_writable(o.json);
    const bool rivals = o.rival != "none";
    if (!rivals) o.how.pause_seconds = 0;  // no other library has threads that spin
    // Verification compares with SuiteSparse, so the session is open even if only ours is measured.
    const gb::suitesparse::session session(o.threads, GrB_NONBLOCKING);
    const bench::machine_facts machine = bench::describe_machine(o.threads, o.revision, rivals);
    bench::print_head(machine, o.how);
    std::vector<bench::graph_facts> facts;
    const std::vector<bench::line> lines = measure(o, facts);
    bench::print_summary(lines);
    if (!o.json.empty()) bench::write_json(o.json, machine, o.how, facts, lines);
    const bool wrong = std::any_of(lines.begin(), lines.end(), [](const bench::line& l) { return l.wrong(); });
    return wrong ? 1 : 0;
}

}  // namespace

int main(int argc, char** argv) {
    options o;
    CLI::App app(
        "Measures this library beside SuiteSparse:GraphBLAS and Boost.Graph and compares the answers.\n"
        "Exit status: 0; 1 if an answer is wrong or something fails; 2 if the command line is wrong. "
        "A missed bar is reported, not an error.",
        "grb_bench");
    add_options(app, o);
    return bench::run_program(app, argc, argv, [&] {
        if (!o.list) return run_all(o, app.count("--repeat") > 0);
        print_list();
        return 0;
    });
}
