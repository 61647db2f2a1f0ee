// Needs: nothing; CLI11, which is slow to compile, stays behind this header.
// Idea: the few functions of a command line that our commands need. Each subcommand declares where the values of its options
// are stored and what runs once the whole line has been parsed. Shell completion uses the same declarations.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace grb {

/// The command line asks for something that does not exist, or for options that contradict each other: exit status 2.
class usage_error : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// A command. It returns the exit status; failures are exceptions.
using command = std::function<int()>;

/// How --help-all shows an option.
struct option_words {
    const char* value;  ///< what its value is called, such as "NAME"; shells offer files for "FILE"
    std::string help;
    const char* group = "Options";
    std::vector<std::string> offered = {};  ///< words that shells offer for its value; the command checks the value
};

// ---- what is declared, for the scripts of the shells (completion.cpp) ----

/// The possible values of an option or an argument.
struct value_words {
    std::string name;                  ///< what --help calls it, such as "NAME"; empty if the option has no value
    std::vector<std::string> choices;  ///< the words that the value may be
    bool is_file = false;              ///< whether the shell offers names of files
};

struct option_entry {
    std::vector<std::string> names;  ///< the names with their dashes
    std::string help;
    value_words value;
};

struct command_words {
    std::string name;
    std::string help;
    std::vector<option_entry> options;
    std::vector<value_words> arguments;  ///< in their order; the last one stands for all further arguments
};

struct program_words {
    std::string name;
    std::vector<option_entry> options;  ///< options that need no command
    std::vector<command_words> commands;
};

// ---- declaring ----

class subcommand {
  public:
    /// Declares an argument or an option. The object that it is stored in must live until the command line has been parsed.
    /// Shells offer the words in `offered`, or files if there are none.
    void argument(const char* name, std::string& to, const char* help, bool required = true,
                  std::vector<std::string> offered = {});
    void arguments(const char* name, std::vector<std::string>& to, const char* help);

    void option(const char* name, std::string& to, const option_words& words, const std::vector<std::string>& allowed = {});
    void option(const char* name, std::uint64_t& to, const option_words& words);
    void option(const char* name, int& to, int least, int most, const option_words& words);
    /// Passes the value to read(). A gb::invalid_value from it becomes a usage_error whose message begins with the name of the
    /// option. If words are allowed alone, other values are refused before.
    void option(const char* name, const std::function<void(const std::string&)>& read, const option_words& words,
                const std::vector<std::string>& allowed = {});
    /// Stores from_string(value), which may throw the same.
    template <class To, class Value>
    void option(const char* name, To& to, const option_words& words, Value (*from_string)(std::string_view)) {
        option(name, [&to, from_string](const std::string& text) { to = from_string(text); }, words);
    }
    /// Stores the value that stands beside the word.
    template <class Value>
    void option(const char* name, Value& to, option_words words, const std::vector<std::pair<std::string, Value>>& choices) {
        for (const auto& [word, value] : choices) words.offered.push_back(word);
        const auto choose = [&to, choices](const std::string& text) {
            to = std::find_if(choices.begin(), choices.end(), [&](const auto& choice) { return choice.first == text; })->second;
        };
        option(name, choose, words, words.offered);
    }

    void flag(const char* name, bool& to, const char* help, const char* group = "Options");
    /// Giving both options is a usage error.
    void exclude(const char* one, const char* other);

    /// After parsing: whether the option was given, also if its value is the default.
    bool given(const char* name) const;

    /// The options that --help lists, at most three; the others are left to --help-all. A command without such options has the
    /// same text for both.
    void main_options(std::vector<std::string> names);

    /// The text of --help-all below the options. From its last part, "Examples:", --help shows one that has a main option.
    void footer(const std::string& text);

    void runs(command run);

  private:
    friend class command_line;
    friend class help_formatter;

    /// The state that the subcommands of a command line share.
    struct line_state {
        command chosen;
        std::map<const CLI::Option*, value_words> values;  ///< words of the options and arguments that have a value
        std::map<const CLI::App*, std::vector<std::string>> main_options;
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

    /// The heading of `grb --help` for the commands that are added from now on.
    void begin_group(const char* heading) { heading_ = heading; }

    subcommand add(const char* name, const char* help);

    /// The command to run. After --help or --version it is a command that does nothing. Throws usage_error.
    command parse(int argc, const char* const* argv);

    /// All declarations, for completion_script.
    program_words words() const;

  private:
    /// What is wrong with the first word that the parser could not use.
    std::string unexpected() const;

    std::unique_ptr<CLI::App> app_;
    subcommand::line_state state_;
    const char* heading_ = "Commands";
};

/// Adds a command. declare() declares its arguments, its options and its footer; run() returns the exit status.
template <class Options>
void add_command(command_line& line, const char* name, const char* help, int (*run)(const Options&),
                 void (*declare)(subcommand&, Options&)) {
    const auto options = std::make_shared<Options>();
    subcommand to = line.add(name, help);
    declare(to, *options);
    to.runs([options, run] { return run(*options); });
}

}  // namespace grb
