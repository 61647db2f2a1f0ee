// grb_bench_devices: strong scaling, the same calls on 1, 2, 4, ... GPUs of one machine. See docs/several-devices.md.
#include "command_line.hpp"
#include "scaling.hpp"

int main(int argc, char** argv) {
    bench::scaling_options o;
    CLI::App app(
        "Measures calls on one GPU and on several of one machine, and compares the answers. Exit status: 0; 1 if something "
        "fails; 2 if the command line is wrong.",
        "grb_bench_devices");
    app.add_option("--counts", o.counts,
                   "numbers of GPUs, separated by commas; numbers that the machine does not have are named and left out")
        ->delimiter(',')
        ->check(CLI::Range(1, 64))
        ->capture_default_str();
    app.add_option("--rows", o.rows, "rows of the table, separated by commas; all by default")
        ->delimiter(',')
        ->check(CLI::IsMember(bench::scaling_rows()));
    app.add_option("--repeat", o.repeat, "turns of each row")->check(CLI::Range(1, 1000))->capture_default_str();
    app.add_flag("--small", o.small, "small sizes: a rehearsal");
    app.add_option("--budget", o.budget_seconds, "rows that would begin after so many seconds are named and left out");
    app.add_option("--json", o.json, "a file that gets a line for each row and number of devices");
    app.add_option("--revision", o.revision, "of the program, for --json");
    return bench::run_program(app, argc, argv, [&] {
        bench::measure_scaling(o);
        return 0;
    });
}
