// grb_bench_choice: how far the method that the planner chooses is from the best one.
//
// Idea: see choice.hpp. The rules are in graphblas_gpu/planner; docs/methods.md tells them.
#include "choice.hpp"

#include "../command_line.hpp"
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/io/read_matrix.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <filesystem>

namespace bench::choice {
namespace {

constexpr double worth_a_look = 1.3;
/// Shorter differences are noise.
constexpr double noise_milliseconds = 0.2;

source graph_of(const gb::context& ctx, std::string name, const std::string& data) {
    const std::string shown = name;
    const bool both_directions = name.ends_with("+t");
    if (both_directions) name.resize(name.size() - 2);
    const gb::read_options as{
        .symmetric = both_directions, .drop_self_loops = both_directions, .weights = gb::weight_column::none};
    if (const auto generator = generator_of(name)) {
        gb::coordinates made = generator->make(0);
        if (both_directions) {
            const auto rows = made.rows;
            made.rows.insert(made.rows.end(), made.columns.begin(), made.columns.end());
            made.columns.insert(made.columns.end(), rows.begin(), rows.end());
        }
        return {shown, gb::from_coordinates<void>(ctx, made)};
    }
    for (const char* const ending : {"", ".mtx", ".mtx.gz", ".txt.gz", "_combined.txt.gz"}) {
        for (const std::string& file : {name + ending, data + "/" + name + ending}) {
            if (std::filesystem::is_regular_file(file)) return {shown, gb::read_matrix<void>(ctx, file, as)};
        }
    }
    throw gb::invalid_value(fmt::format(
        "graph '{}': no such file here or in {}, and none of {}; +t behind a name adds the transpose", name, data,
        generated_names));
}

int run(const options& o) {
    table out(o);
    const gb::context host = gb::context::host();
    const auto begin = std::chrono::steady_clock::now();
    for (const std::string& name : o.graphs) {
        if (o.seconds > 0 && std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() > o.seconds) {
            out.leave_out(name, fmt::format("{} seconds are over", o.seconds));
            continue;
        }
        const source graph = graph_of(host, name, o.data);
        for (const int threads : o.on_device ? std::vector{1} : o.threads) {
            const gb::context ctx = o.on_device ? gb::context::cuda() : gb::context::host({.threads = threads});
            o.vectors ? measure_vectors(ctx, graph, o, out) : measure_products(ctx, graph, o, out);
        }
    }
    out.print_summary();
    return out.all_equal() ? 0 : 1;
}

}  // namespace

bool is_wanted(const std::vector<std::string>& names, const std::string& name) {
    return names.empty() || std::find(names.begin(), names.end(), name) != names.end();
}

table::table(const options& o) {
    if (!o.json.empty()) json_.open(o.json);
    const std::vector<gb::method> all = o.vectors ? std::vector{gb::method::dense, gb::method::dot}
                                                  : std::vector{gb::method::dense, gb::method::hash, gb::method::dot,
                                                                gb::method::bitmap_tile, gb::method::merge};
    for (const gb::method m : all) {
        if (is_wanted(o.methods, gb::to_string(m))) methods_.push_back(m);
    }
    fmt::print("{:<62} {:>10}", "case, times in ms", "automatic");
    for (const gb::method m : methods_) fmt::print(" {:>11}", gb::to_string(m));
    fmt::print("  chosen       over best\n");
}

void table::add(const std::string& what, const outcome& times, gb::method chosen, const std::string& reason,
                const product_facts* facts) {
    std::string line = fmt::format("{:<62}", what);
    double best = 1e300;
    std::size_t s = 1;
    line += fmt::format(" {:>10.3f}", times.sides[0].median());
    for (const gb::method m : methods_) {
        if (s < times.sides.size() && times.sides[s].name == gb::to_string(m)) {
            best = std::min(best, times.sides[s].median());
            line += fmt::format(" {:>11.3f}", times.sides[s++].median());
        } else {
            line += fmt::format(" {:>11}", "-");
        }
    }
    const double ratio = times.sides[0].median() / best;
    const bool counts = times.sides[0].median() - best > noise_milliseconds;
    line += fmt::format("  {:<11} {:>6.2f}{}  {}", gb::to_string(chosen), ratio, counts && ratio > worth_a_look ? " !" : "  ",
                        reason);
    if (times.verified == verdict::different) {
        equal_ = false;
        line += "  WRONG: " + times.difference;
    }
    fmt::print("{}\n", line);
    std::fflush(stdout);
    ++cases_;
    if (facts != nullptr) {
        product_facts line_of_file = *facts;
        for (const timing& t : times.sides) line_of_file["milliseconds"][t.name] = t.median();
        line_of_file["chosen"] = gb::to_string(chosen);
        json_ << line_of_file.dump() << std::endl;
    }
    if (counts && ratio > worth_a_look) misses_.push_back({ratio, line});
}

void table::leave_out(const std::string& what, const std::string& why) { fmt::print("{:<62} left out: {}\n", what, why); }

void table::print_summary() const {
    auto worst = misses_;
    std::sort(worst.begin(), worst.end(), [](const miss& a, const miss& b) { return a.ratio > b.ratio; });
    fmt::print("\n{} cases; the choice takes more than {} times as long as the best method, and {} ms longer, in {}\n", cases_,
               worth_a_look, noise_milliseconds, worst.size());
    for (const miss& m : worst) fmt::print("{}\n", m.line);
}

}  // namespace bench::choice

int main(int argc, char** argv) {
    bench::choice::options o;
    o.data = bench::data_folder();
    o.graphs = {"wiki-Vote",     "wiki-Vote+t",      "ca-HepPh+t", "email-Enron",   "facebook+t",   "soc-Epinions1+t",
                "soc-Epinions1", "power-grid+t",     "bcsstk13",   "cryg2500",      "jagmesh7",     "rmat-14-8",
                "rmat-16-16",    "uniform-200000-8", "grid2d-700", "band-50000-30", "stencil27-40", "powerlaw-100000-8"};
    CLI::App app("Times products by the method that the planner chooses and by every method, on the host.", "grb_bench_choice");
    app.add_option("--graphs", o.graphs, "generated ones, or files by path or by name in --data; +t adds the transpose")
        ->delimiter(',')
        ->capture_default_str();
    app.add_option("--data", o.data, "folder of graphs")->capture_default_str();
    app.add_flag("--gpu", o.on_device, "on the CUDA device, not on host threads");
    app.add_option("--json", o.json,
                   "a file for all cases, a JSON object on each line, with their times and the numbers that the planner has");
    app.add_flag("--vectors", o.vectors, "products with a vector instead of products of matrices");
    app.add_option("--semirings", o.semirings, "names; all by default")->delimiter(',');
    app.add_option("--forms", o.forms, "what is multiplied under which mask, as the table names it; all by default")
        ->delimiter(',');
    app.add_option("--states", o.states, "fresh, cached: whether transposes, symmetry and tiles are known before a call")
        ->delimiter(',')
        ->check(CLI::IsMember({"fresh", "cached"}));
    app.add_option("--threads", o.threads, "numbers, separated by commas")->delimiter(',')->check(CLI::Range(1, 1024));
    app.add_option("--most-work", o.max_work, "multiplications; cases with more are left out, by name")->capture_default_str();
    app.add_option("--methods", o.methods, "to compare with; all by default")->delimiter(',');
    app.add_flag("--processor-time", o.how.processor_time,
                 "compare the time that processors worked: for one thread where other programs run");
    app.add_flag("!--no-verify", o.verify, "do not compare the results of products of matrices");
    app.add_option("--seconds", o.seconds,
                   "no further graph is begun after so many seconds; those left out are named; 0: no limit")
        ->check(CLI::Range(0.0, 1e6));
    app.add_option("--slow-from", o.how.slow_from,
                   "a method whose first two times are so many times that of the fastest runs no more; 0: all run in all turns")
        ->check(CLI::Range(0.0, 1e6));
    app.add_option("--repeat", o.how.repeat, "turns at least")->check(CLI::Range(1, 100000))->capture_default_str();
    app.add_option("--min-time", o.how.minimum_seconds, "more turns until the fastest has run for so many seconds")
        ->check(CLI::Range(0.0, 1e4))
        ->capture_default_str();
    return bench::run_program(app, argc, argv, [&] { return bench::choice::run(o); });
}
