// What the command lines of the benchmarks share.
#pragma once

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>

namespace bench {

/// The folder of test data: that of the environment, or the one beside the checkout.
inline std::string data_folder() {
    const char* const folder = std::getenv("GRB_TEST_DATA");
    return folder != nullptr && *folder != '\0' ? folder : "../shared/data";
}

/// Parses the command line and calls measure(), which returns the exit status. The status is 2 if the command line is wrong,
/// and 1 if something fails.
template <class Measure>
int run_program(CLI::App& app, int argc, char** argv, const Measure& measure) {
    try {
        app.parse(argc, argv);
        return measure();
    } catch (const CLI::ParseError& e) {
        return app.exit(e) == 0 ? 0 : 2;
    } catch (const std::exception& e) {
        std::fflush(stdout);
        fmt::print(stderr, "{}: {}\n", app.get_name(), e.what());
        return 1;
    }
}

}  // namespace bench
