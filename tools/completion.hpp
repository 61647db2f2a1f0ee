// Needs: nothing; the contents of the command line are passed as a program_words, which is made from the definitions that parse
// it.
// Idea: one description of all commands, written as a script for each shell. The shell does not call grb when the user presses
// the key.
#pragma once

#include <string>
#include <vector>

namespace grb {

/// The possible values of an option or an argument.
struct value_words {
    std::string name;                  ///< its placeholder in --help, such as "NAME"; empty if the option has no value
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

}  // namespace grb
