// grb_bench_orders: the command line. What it measures is in vertex_orders.cpp.
#include "vertex_orders.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <cstdlib>
#include <exception>

int main(int argc, char** argv) {
    bench::orders::options o;
    if (const char* const folder = std::getenv("GRB_TEST_DATA"); folder != nullptr && *folder != '\0') o.data = folder;
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
    try {
        app.parse(argc, argv);
        return bench::orders::run(o) ? 0 : 1;
    } catch (const CLI::ParseError& e) {
        return app.exit(e) == 0 ? 0 : 2;
    } catch (const std::exception& e) {
        fmt::print(stderr, "grb_bench_orders: {}\n", e.what());
        return 1;
    }
}
