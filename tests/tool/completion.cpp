// Needs: grb and the shells; a shell that is not there is skipped by name.
// Idea: the scripts are loaded by the shells that they are for, and asked as the shells would ask them. What they offer is
// compared with what --help-all shows, so that neither lacks what the other has.
#include "support.hpp"

#include <set>
#include <sstream>
#include <vector>

using namespace tool_test;

namespace {

using words = std::vector<std::string>;

words lines_of(const std::string& text) {
    words lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);)
        if (!line.empty()) lines.push_back(line);
    return lines;
}

bool there_is(const std::string& shell) {
    if (run_line("command -v " + shell + " >/dev/null").status == 0) return true;
    WARN("skipped: there is no " << shell);
    return false;
}

/// What bash offers for the last word of the line; "" stands for a word not begun.
words offered_by_bash(const folder& here, const words& line) {
    std::string command = "bash --norc -c 'source \"$1\"; shift; COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); _grb; "
                          "printf \"%s\\n\" \"${COMPREPLY[@]}\"' test '" +
                          here / "grb.bash" + "' grb";
    for (const std::string& word : line) command += " '" + word + "'";
    const outcome result = run_line(command);
    INFO(command << "\n" << result.err);
    CHECK(result.status == 0);
    CHECK(result.err.empty());
    return lines_of(result.out);
}

/// The words that begin the lines of a help text, `column` characters from the left.
words first_words(const std::string& help, std::size_t column) {
    words found;
    for (const std::string& line : lines_of(help)) {
        if (line.find_first_not_of(' ') != column) continue;
        found.push_back(line.substr(column, line.find(' ', column) - column));
    }
    return found;
}

std::set<std::string> set_of(const words& list) { return {list.begin(), list.end()}; }

/// The options that --help-all lists, "-h,--help" apart as two.
std::set<std::string> options_in_help(const std::string& help) {
    std::set<std::string> options;
    for (const std::string& word : first_words(help, 2)) {
        if (word[0] != '-') continue;
        std::istringstream names(word);
        for (std::string name; std::getline(names, name, ',');) options.insert(name);
    }
    return options;
}

std::set<std::string> commands_in_help() {
    const std::string help = run_grb("--help").out;
    const std::size_t at = help.find("\nFiles:");
    REQUIRE(at != std::string::npos);
    return set_of(first_words(help.substr(at, help.find("\n\nFiles may be") - at), 2));
}

}  // namespace

TEST_CASE("grb completion refuses what is no shell", "[tool][completion]") {
    CHECK(has(complaint("completion", 2), "SHELL"));
    CHECK(has(complaint("completion csh", 2), "bash, zsh and fish"));
}

TEST_CASE("bash completes all that --help lists, and nothing else", "[tool][completion]") {
    if (!there_is("bash")) return;
    const folder here;
    here.file("grb.bash", run_grb("completion bash").out);

    const std::set<std::string> commands = commands_in_help();
    CHECK(commands.size() >= 7);
    std::set<std::string> at_first = set_of(offered_by_bash(here, {""}));
    for (const char* const option : {"-h", "--help", "--version"}) CHECK(at_first.erase(option) == 1);
    CHECK(at_first == commands);
    for (const std::string& command : commands) {
        INFO(command);
        const std::set<std::string> options =
            options_in_help(run_grb(command + (command == "completion" ? " --help" : " --help-all")).out);
        CHECK(options.size() >= 2);
        CHECK(set_of(offered_by_bash(here, {command, "-"})) == options);
    }
}

TEST_CASE("bash completes values", "[tool][completion]") {
    if (!there_is("bash")) return;
    const folder here;
    here.file("grb.bash", run_grb("completion bash").out);
    CHECK(offered_by_bash(here, {"bf"}) == words{"bfs"});
    CHECK(offered_by_bash(here, {"bfs", "g.mtx", "--eng"}) == words{"--engine"});
    CHECK(offered_by_bash(here, {"bfs", "--engine", ""}) == words{"auto", "host", "cuda"});
    CHECK(offered_by_bash(here, {"bfs", "--engine", "=", "h"}) == words{"host"});
    CHECK(offered_by_bash(here, {"bfs", "--engine", "="}) == words{"auto", "host", "cuda"});
    CHECK(offered_by_bash(here, {"tc", "--method", "d"}) == words{"dense", "dot"});
    CHECK(offered_by_bash(here, {"mxm", "--semiring", "any_s"}) == words{"any_second", "any_secondi"});
    CHECK(offered_by_bash(here, {"generate", "r"}) == words{"rmat"});
    CHECK(offered_by_bash(here, {"completion", ""}) == words{"bash", "zsh", "fish"});
    // Nothing to offer: files, which readline finds, or what only the user knows.
    CHECK(offered_by_bash(here, {"bfs", ""}).empty());
    CHECK(offered_by_bash(here, {"bfs", "--out", ""}).empty());
    CHECK(offered_by_bash(here, {"bfs", "--source", ""}).empty());
    CHECK(offered_by_bash(here, {"frobnicate", ""}).empty());
}

TEST_CASE("fish completes commands, options and values", "[tool][completion]") {
    if (!there_is("fish")) return;
    const folder here;
    here.file("grb.fish", run_grb("completion fish").out);
    const auto offered = [&](const std::string& line) {
        const outcome result =
            run_line("fish --no-config -c 'source $argv[1]; complete -C $argv[2]' '" + here / "grb.fish" + "' '" + line + "'");
        INFO(result.err);
        CHECK(result.status == 0);
        words found;
        for (const std::string& text : lines_of(result.out)) found.push_back(text.substr(0, text.find('\t')));
        return found;
    };
    CHECK(set_of(offered("grb ")) == commands_in_help());
    CHECK(offered("grb bfs --eng") == words{"--engine"});
    CHECK(set_of(offered("grb bfs --engine ")) == std::set<std::string>{"auto", "host", "cuda"});
    CHECK(offered("grb mxm --semiring any_secondi") == words{"any_secondi"});
}

TEST_CASE("zsh takes the script", "[tool][completion]") {
    if (!there_is("zsh")) return;
    const folder here;
    const std::string script = here.file("_grb", run_grb("completion zsh").out);
    CHECK(run_line("zsh -f -n '" + script + "'").status == 0);
    // Without a terminal the functions that would show the completions are replaced by ones that print what they are given.
    const auto given = [&](const std::string& line) {
        const outcome result = run_line(
            "zsh -f -c '_arguments() { print -rl -- \"$@\" }; _describe() { print -rl -- ${(P)2} }; compdef() { }; "
            "source \"$1\"; shift; words=(\"$@\"); CURRENT=$#words; _grb' test '" +
            script + "' grb " + line);
        INFO(result.err);
        CHECK(result.status == 0);
        CHECK(result.err.empty());
        return lines_of(result.out);
    };
    std::set<std::string> commands;
    for (const std::string& text : given("''"))
        if (text[0] != '-') commands.insert(text.substr(0, text.find(':')));
    CHECK(commands == commands_in_help());
    std::set<std::string> options;
    for (const std::string& text : given("bfs ''"))
        if (text[0] == '-') options.insert(text.substr(0, text.find_first_of("=[")));
    CHECK(options == options_in_help(run_grb("bfs --help-all").out));
    CHECK(has(run_grb("completion zsh").out, ":NAME:(auto host cuda)'"));
}
