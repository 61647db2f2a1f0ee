// Needs: nothing; what the command line takes comes as a program_words, read off the definitions that parse it.
// Idea: one description of all commands, written down as a script for each shell. Nothing is asked of grb when the user
// presses the key.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace grb {

/// What may stand for a value.
struct value_words {
    std::string name;                  ///< what stands for it in --help, such as "NAME"; empty: there is no value
    std::vector<std::string> choices;  ///< the words that it may be
    bool is_file = false;              ///< names of files are offered
};

struct option_entry {
    std::vector<std::string> names;  ///< with their dashes
    std::string help;
    value_words value;
};

struct command_words {
    std::string name;
    std::string help;
    std::vector<option_entry> options;
    std::vector<value_words> arguments;  ///< in their order; the last one stands for all that follow
};

struct program_words {
    std::string name;
    std::vector<option_entry> options;  ///< that go without a command
    std::vector<command_words> commands;
};

/// The names of the shells there are scripts for.
std::vector<std::string> completion_shells();

/// The script; `shell` is one of completion_shells().
std::string completion_script(const program_words& program, std::string_view shell);

}  // namespace grb
