// grb_bench_devices: the command line. What it measures is in devices.cpp; scaling.cpp has --counts.
#include "command_line.hpp"
#include "devices.hpp"
#include "scaling.hpp"

#include <string>
#include <vector>

int main(int argc, char** argv) {
    bench::devices::options o;
    CLI::App app(
        "Measures calls on one GPU and on several of one machine, and compares the answers. Exit status: 0; 1 if something "
        "fails; 2 if "
        "the command line is wrong.",
        "grb_bench_devices");
    const std::vector<std::string> known{"link", "mxm", "gathered", "nvals", "masked", "triangles", "count", "levels", "paths"};
    app.add_option("--devices", o.devices, "numbers of the GPUs, separated by commas; the first is the one that works alone")
        ->delimiter(',')
        ->capture_default_str();
    app.add_option("--lines", o.lines, "what to measure, separated by commas")
        ->delimiter(',')
        ->check(CLI::IsMember(known))
        ->capture_default_str();
    app.add_option("--scale", o.scale, "of the R-MAT graph")->check(CLI::Range(2, 26))->capture_default_str();
    app.add_option("--edge-factor", o.edge_factor, "of the R-MAT graph")->check(CLI::Range(1, 64))->capture_default_str();
    app.add_option("--sources", o.sources, "of searches and paths")->check(CLI::Range(1, 4096))->capture_default_str();
    app.add_option("--repeat", o.how.repeat, "turns of each side")->check(CLI::Range(1, 1000))->capture_default_str();
    app.add_flag("--nccl", o.nccl, "copy between GPUs by NCCL and not by the driver");
    app.add_flag("!--no-verify", o.verify, "do not compare the results");
    bench::scaling_options scaling;
    scaling.counts.clear();
    app.add_option("--counts", scaling.counts,
                   "strong scaling on so many GPUs, such as 1,2,4,8, in place of --lines: a table of its rows beside "
                   "predictions; numbers that the machine does not have are named and left out")
        ->delimiter(',')
        ->check(CLI::Range(1, 64));
    app.add_option("--rows", scaling.rows, "rows of the table of --counts, separated by commas; all by default")
        ->delimiter(',')->check(CLI::IsMember(bench::scaling_rows()));
    app.add_flag("--small", scaling.small, "small sizes for --counts: a rehearsal");
    app.add_option("--budget", scaling.budget_seconds,
                   "rows of --counts that would begin after so many seconds are named and left out");
    app.add_option("--json", scaling.json,
                   "a file that gets a line for each row and number of devices, for scripts/plot-devices");
    app.add_option("--revision", scaling.revision, "of the program, for --json");
    return bench::run_program(app, argc, argv, [&] {
        scaling.repeat = o.how.repeat;
        if (!scaling.counts.empty()) bench::measure_scaling(scaling);
        else bench::devices::measure_lines(o);
        return 0;
    });
}
