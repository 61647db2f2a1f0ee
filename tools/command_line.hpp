// Needs: nothing; CLI11, which is slow to compile, stays behind this header.
// Idea: the few things that our commands ask of a command line. Each subcommand declares where its options go and what
// is to be run once all of the line has been understood. The same declarations say what a shell can complete.
#pragma once

#include "completion.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace grb {

/// The command line asks for what does not exist or does not go together: exit status 2.
class usage_error : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// Returns the exit status; failures are exceptions.
using command = std::function<int()>;

/// How an option is shown by --help.
struct option_words {
    const char* value;  ///< what stands for its value, such as "NAME"; shells offer files for "FILE"
    std::string help;
    const char* group = "Options";
    std::vector<std::string> offered = {};  ///< words that shells offer for its value; the command judges what it gets
};

class subcommand {
  public:
    /// What is written to has to live until the command line has been parsed. Shells offer the words, or files if there
    /// are none.
    void argument(const char* name, std::string& to, const char* help, bool required = true,
                  std::vector<std::string> offered = {});
    void arguments(const char* name, std::vector<std::string>& to, const char* help);

    void option(const char* name, std::string& to, const option_words& words);
    void option(const char* name, std::string& to, const option_words& words, const std::vector<std::string>& allowed);
    void option(const char* name, std::uint64_t& to, const option_words& words);
    void option(const char* name, int& to, int least, int most, const option_words& words);

    void flag(const char* name, bool& to, const char* help, const char* group = "Options");
    /// Both at once are wrong usage.
    void exclude(const char* one, const char* other);

    /// Once the line has been parsed: is the option there? For options whose default could be asked for, too.
    bool given(const char* name) const;

    /// What --help says below the options.
    void footer(const std::string& text);

    void runs(command run);

  private:
    friend class command_line;

    /// What the subcommands of a line share.
    struct line_state {
        command chosen;
        std::map<const CLI::Option*, value_words> values;  ///< of the options and arguments that have one
    };
    subcommand(CLI::App& app, line_state& state) : app_(&app), state_(&state) {}

    CLI::App* app_;
    line_state* state_;
};

class command_line {
  public:
    command_line(const char* name, const char* description, const char* footer, const char* version);
    ~command_line();
    command_line(const command_line&) = delete;
    command_line& operator=(const command_line&) = delete;

    subcommand add(const char* name, const char* help);

    /// The command to run; one that does nothing if --help or --version has been answered. Throws usage_error.
    command parse(int argc, const char* const* argv);

    /// All that has been declared, for completion_script.
    program_words words() const;

  private:
    std::unique_ptr<CLI::App> app_;
    subcommand::line_state state_;
};

}  // namespace grb
