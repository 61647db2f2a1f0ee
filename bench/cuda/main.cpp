// grb_bench_cuda: products of ours on one GPU beside cuSPARSE's, in one process. See docs/benchmarks.md.
//
// Idea: for each matrix and type a table of its own, whose lines can be asked for by name: the whole product (ours and ALG1 to
// ALG3, which take turns, temporary memory included), the numeric phase with the structure known (plan_mxm beside SpGEMMreuse),
// what we offer without values or under a mask, and method bitmap_tile beside those that go by rows.
// The floor of a line is what the device must do at least, from measured ceilings: move the operands and the result once at the
// rate of a copy, and add the products in shared memory at the rate of random atomics.
#include "lines.hpp"

#include "command_line.hpp"

int main(int argc, char** argv) {
    bench::options o;
    o.data = bench::data_folder();
    CLI::App app(
        "Measures products on one GPU beside cuSPARSE and compares the answers. Exit status: 0; 1 if an answer is wrong or "
        "something fails; 2 if the command line is wrong.",
        "grb_bench_cuda");
    app.add_option("--matrices", o.matrices, "folder of the binary CSR files")->capture_default_str();
    app.add_option("--data", o.data, "folder of wiki-Vote")->capture_default_str();
    app.add_option("--only", o.only, "beginnings of the names of matrices, separated by commas")->delimiter(',');
    app.add_option("--generate", o.generated, "generated matrices in place of those of the table, as rmat-14-8,stencil27-40")
        ->delimiter(',');
    app.add_option("--rows", o.rows, "names of lines, separated by commas")
        ->delimiter(',')
        ->check(CLI::IsMember(bench::line_names()));
    app.add_option("--types", o.types, "float, double")->delimiter(',')->check(CLI::IsMember({"float", "double"}));
    app.add_option("--repeat", o.how.repeat, "turns of each side at least")->check(CLI::Range(1, 1000))->capture_default_str();
    app.add_option("--min-time", o.how.minimum_seconds, "more turns until each side has run for so many seconds")
        ->check(CLI::Range(0.0, 1e4))
        ->capture_default_str();
    app.add_option("--device", o.device, "number of the GPU")->capture_default_str();
    app.add_option("--json", o.json, "write all times to this file");
    app.add_option("--revision", o.revision, "of the code, to be noted in the report");
    app.add_flag("!--no-verify", o.verify, "do not compare the results");
    return bench::run_program(app, argc, argv, [&] { return bench::measure_lines(o); });
}
