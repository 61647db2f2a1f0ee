// Needs: a shell, and GRB_PATH, the tool under test.
// Idea: the tool is tested as a user meets it: a command line goes in, an exit status and two streams come out. Files
// live in a folder that goes away with the test.
#pragma once

#include "../catch.hpp"
#include "../files.hpp"

#include <nlohmann/json.hpp>
#include <sys/wait.h>

#include <cstdio>
#include <string>
#include <string_view>

namespace tool_test {

/// While an object of this class lives, the commands of the tests see the GPUs of the machine. Otherwise they see none, because
/// a process that sees one takes a fifth of a second to begin, and longer beside others.
class visible_devices {
  public:
    visible_devices() { ++alive_; }
    ~visible_devices() { --alive_; }
    visible_devices(const visible_devices&) = delete;
    visible_devices& operator=(const visible_devices&) = delete;
    static bool any() { return alive_ > 0; }

  private:
    static inline int alive_ = 0;
};

using test_files::data_folder;
using folder = test_files::temporary_folder;

inline std::string text_of(const std::string& path) { return test_files::content_of(path); }

struct outcome {
    int status = -1;
    std::string out;
    std::string err;
};

/// Runs a line of the shell.
inline outcome run_line(const std::string& line) {
    const folder temporary;
    outcome result;
    const std::string devices = visible_devices::any() ? "" : "export CUDA_VISIBLE_DEVICES=; ";
    std::FILE* const pipe = ::popen(("{ " + devices + line + "\n} 2>'" + temporary / "err" + "'").c_str(), "r");
    REQUIRE(pipe != nullptr);
    char chunk[4096];
    for (std::size_t n = 0; (n = std::fread(chunk, 1, sizeof chunk, pipe)) > 0;) result.out.append(chunk, n);
    const int status = ::pclose(pipe);
    result.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    result.err = text_of(temporary / "err");
    return result;
}

/// Runs `grb arguments`; the words are the shell's to split.
inline outcome run_grb(const std::string& arguments) {
    return run_line(std::string("'") + GRB_PATH + "' " + arguments);
}

/// The JSON object of a command that has to succeed and to say nothing else.
inline nlohmann::json answer(const std::string& arguments) {
    INFO("grb " << arguments);
    const outcome result = run_grb(arguments + " --json");
    INFO(result.err);
    CHECK(result.err.empty());
    REQUIRE(result.status == 0);
    REQUIRE(nlohmann::json::accept(result.out));
    return nlohmann::json::parse(result.out);
}

/// A command that has to fail, with one line on stderr and nothing on stdout, or with --json an object. Returns the line.
inline std::string complaint(const std::string& arguments, int status) {
    INFO("grb " << arguments);
    const outcome result = run_grb(arguments);
    CHECK(result.status == status);
    CHECK((result.out.empty() || result.out.starts_with("{\"schema\":1,\"error\":")));
    CHECK(result.out.empty() == (arguments.find("--json") == std::string::npos));
    INFO(result.err);
    REQUIRE(result.err.starts_with("grb: "));
    REQUIRE(result.err.find('\n') == result.err.size() - 1);
    return result.err.substr(5, result.err.size() - 6);
}

inline bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

/// Vertices 0 to 4, 0 -> 1 -> 2 -> 3, a short cut 0 -> 2 and an edge back 3 -> 1; 4 points at itself.
inline constexpr const char* small_graph = "# a comment\n0 1 4\n0 2 9\n1 2 2\n2 3 5\n3 1 1\n4 4 7\n";

/// What a test of the device begins with: commands see the GPUs of the machine, and there is a file to ask with. Where there is
/// no device, it says that the test is left out.
struct device_test {
    visible_devices all;
    folder here;
    std::string graph = here.file("g.tsv", small_graph);

    bool has_device() const {
        const bool is_there = run_grb("info " + graph + " --engine cuda").status == 0;
        if (!is_there)
            std::printf("left out: %s: there is no device\n", Catch::getResultCapture().getCurrentTestName().c_str());
        return is_there;
    }
};

}  // namespace tool_test
