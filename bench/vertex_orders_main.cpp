// grb_bench_orders: the command line. What it measures is in vertex_orders.cpp.
#include "command_line.hpp"
#include "vertex_orders.hpp"

int main(int argc, char** argv) {
    bench::orders::options o;
    o.data = bench::data_folder();
    CLI::App app("Counts the 8x8 tiles of graphs in every order of vertices, and measures what the orders take and are worth.",
                 "grb_bench_orders");
    app.add_option("--data", o.data, "folder of the graphs")->capture_default_str();
    app.add_option("--engine", o.engine, "for permute and products; orders are made on the host")
        ->check(CLI::IsMember({"host", "cuda"}))
        ->capture_default_str();
    app.add_option("--products", o.methods, "methods to multiply each matrix by itself with, separated by commas")
        ->delimiter(',');
    app.add_option("--threads", o.threads, "of the host engine")
        ->check(CLI::Range(1, 1024))
        ->capture_default_str();
    app.add_option("--repeat", o.repeat, "turns")->check(CLI::Range(1, 1000))->capture_default_str();
    app.add_flag("--symmetric", o.symmetric, "add the missing direction of every edge");
    return bench::run_program(app, argc, argv, [&] { return bench::orders::run(o) ? 0 : 1; });
}
