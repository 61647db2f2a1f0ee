// grb completion: a script that lets a shell complete our command lines.
//
// Idea: the script is made from the definitions that parse the command line, so that both always agree. The scripts contain
// data and as little code as their shell allows. Their quoted texts come from our own help texts; for each shell a function
// quotes them safely. Source: Bash Reference Manual, section 8.6 (Programmable Completion); zshcompsys(1), _arguments; fish,
// complete(1).
#include "command_line.hpp"
#include "commands.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <memory>
#include <string_view>

namespace grb {
namespace {

std::string replaced(std::string text, std::string_view what, std::string_view by) {
    for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size())
        text.replace(at, what.size(), by);
    return text;
}

/// The help up to the end of its first clause, on one line.
std::string in_short(std::string help) {
    help = help.substr(0, std::min({help.find("; "), help.find(": "), help.find(". "), help.find(" (")}));
    return replaced(std::move(help), "\n", " ");
}

std::vector<std::string> names_of(const std::vector<option_entry>& options) {
    std::vector<std::string> names;
    for (const option_entry& option : options) names.insert(names.end(), option.names.begin(), option.names.end());
    return names;
}

// ---- bash ----

/// The command and the option before the cursor, as a pattern of `case`: "bfs:--out|mssp:--out".
using patterns = std::map<std::string, std::string>;

void add_pattern(patterns& to, const std::string& key, const std::string& command, const std::string& option) {
    std::string& pattern = to[key];
    pattern += fmt::format("{}{}:{}", pattern.empty() ? "" : "|", command, option);
}

std::string bash(const program_words& program) {
    std::string commands, options_of_commands;
    patterns choices, free, files;
    for (const command_words& command : program.commands) {
        commands += command.name + ' ';
        const std::vector<std::string> first =
            command.arguments.empty() ? std::vector<std::string>{} : command.arguments.front().choices;
        options_of_commands += fmt::format("                    {}) words='{}' arguments='{}' ;;\n", command.name,
                                           fmt::join(names_of(command.options), " "), fmt::join(first, " "));
        for (const option_entry& option : command.options) {
            if (option.value.name.empty()) continue;
            for (const std::string& name : option.names) {
                if (!option.value.choices.empty())
                    add_pattern(choices, fmt::format("{}", fmt::join(option.value.choices, " ")), command.name, name);
                else
                    add_pattern(option.value.is_file ? files : free, "", command.name, name);
            }
        }
    }
    std::string values;
    for (const auto& [words, pattern] : choices) values += fmt::format("            {}) words='{}' ;;\n", pattern, words);
    for (const auto& [none, pattern] : files) values += fmt::format("            {}) return ;;\n", pattern);
    for (const auto& [none, pattern] : free)
        values += fmt::format("            {}) compopt +o default +o bashdefault 2>/dev/null; return ;;\n", pattern);

    return fmt::format(R"(# bash completion of {0}; made by `{0} completion bash`.
# Where there is no reply, readline offers the names of files.
_{0}() {{
    local word=${{COMP_WORDS[COMP_CWORD]}} before= words= arguments=
    COMPREPLY=()
    ((COMP_CWORD > 0)) && before=${{COMP_WORDS[COMP_CWORD - 1]}}
    # --name=value arrives as three words.
    if [[ $word == = ]]; then
        word=
    elif [[ $before == = ]]; then
        before=${{COMP_WORDS[COMP_CWORD - 2]}}
    fi
    if ((COMP_CWORD == 1)); then
        words='{1}{2}'
    else
        case ${{COMP_WORDS[1]}}:$before in
{3}            *)
                case ${{COMP_WORDS[1]}} in
{4}                esac
                [[ $word == -* ]] || words=$arguments
                ;;
        esac
    fi
    COMPREPLY=($(compgen -W "$words" -- "$word"))
    # What ends in a colon wants to be continued.
    [[ ${{#COMPREPLY[@]}} == 1 && ${{COMPREPLY[0]}} == *: ]] && compopt -o nospace 2>/dev/null
    return 0
}}
complete -o bashdefault -o default -F _{0} {0}
)",
                       program.name, commands, fmt::join(names_of(program.options), " "), values, options_of_commands);
}

// ---- zsh ----

/// Quotes a text for the description of a specification, in single quotes.
std::string zsh_quoted(std::string text) {
    text = replaced(std::move(text), "\\", "\\\\");
    for (const char* const special : {"[", "]", ":"}) text = replaced(std::move(text), special, std::string("\\") + special);
    return replaced(std::move(text), "'", "'\\''");
}

std::string zsh_value(const value_words& value) {
    const std::string name = zsh_quoted(value.name);
    if (!value.choices.empty())
        return fmt::format(":{}:({})", name, zsh_quoted(fmt::format("{}", fmt::join(value.choices, " "))));
    return fmt::format(":{}:{}", name, value.is_file ? "_files" : " ");
}

std::string zsh_option(const option_entry& option) {
    std::string specifications;
    for (const std::string& name : option.names) {
        const bool takes_value = !option.value.name.empty();
        const bool is_long = name.starts_with("--");
        specifications += fmt::format(" \\\n                '{}{}[{}]{}'", name, takes_value && is_long ? "=" : "",
                                      zsh_quoted(in_short(option.help)), takes_value ? zsh_value(option.value) : "");
    }
    return specifications;
}

std::string zsh(const program_words& program) {
    std::string commands, cases, options;
    for (const option_entry& option : program.options) options += zsh_option(option);
    for (const command_words& command : program.commands) {
        commands += fmt::format("            '{}:{}'\n", zsh_quoted(command.name), replaced(command.help, "'", "'\\''"));
        std::string specifications;
        for (const option_entry& option : command.options) specifications += zsh_option(option);
        for (std::size_t n = 0; n < command.arguments.size(); ++n)
            specifications += fmt::format(" \\\n                '{}:{}'", n + 1, zsh_value(command.arguments[n]));
        cases += fmt::format("        {})\n            _arguments{}\n            ;;\n", command.name, specifications);
    }
    return fmt::format(R"(#compdef {0}
# zsh completion of {0}; made by `{0} completion zsh`.
_{0}() {{
    if ((CURRENT == 2)); then
        local -a commands=(
{1}        )
        _describe command commands
        _arguments{2}
        return
    fi
    # From here on as if the command were a program of its own.
    shift words
    ((CURRENT--))
    case $words[1] in
{3}    esac
}}

# Loaded by name, the file is the function's body; sourced, it says what the function is for.
if [[ $funcstack[1] == _{0} ]]; then
    _{0} "$@"
else
    compdef _{0} {0}
fi
)",
                       program.name, commands, options, cases);
}

// ---- fish ----

std::string fish_quoted(std::string text) {
    return fmt::format("'{}'", replaced(replaced(std::move(text), "\\", "\\\\"), "'", "\\'"));
}

std::string fish_option(const std::string& start, const option_entry& option) {
    std::string line = start;
    for (const std::string& name : option.names)
        line += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
    if (!option.value.name.empty()) line += option.value.is_file ? " -r -F" : " -x";
    if (!option.value.choices.empty())
        line += fmt::format(" -a {}", fish_quoted(fmt::format("{}", fmt::join(option.value.choices, " "))));
    return fmt::format("{} -d {}\n", line, fish_quoted(in_short(option.help)));
}

std::string fish(const program_words& program) {
    const std::string start = fmt::format("complete -c {}", program.name);
    std::string script = fmt::format("# fish completion of {0}; made by `{0} completion fish`.\n{1} -f\n", program.name, start);
    for (const option_entry& option : program.options) script += fish_option(start + " -n __fish_use_subcommand", option);
    for (const command_words& command : program.commands) {
        script += fmt::format("{} -n __fish_use_subcommand -a {} -d {}\n", start, command.name, fish_quoted(command.help));
        const std::string here = fmt::format("{} -n '__fish_seen_subcommand_from {}'", start, command.name);
        for (const value_words& argument : command.arguments) {
            if (argument.is_file) script += here + " -F\n";
            if (!argument.choices.empty())
                script += fmt::format("{} -a {}\n", here, fish_quoted(fmt::format("{}", fmt::join(argument.choices, " "))));
        }
        for (const option_entry& option : command.options) script += fish_option(here, option);
    }
    return script;
}

/// The names of the shells for which there are scripts.
std::vector<std::string> completion_shells() { return {"bash", "zsh", "fish"}; }

std::string completion_script(const program_words& program, std::string_view shell) {
    return shell == "bash" ? bash(program) : shell == "zsh" ? zsh(program) : fish(program);
}

}  // namespace

void add_completion(command_line& line) {
    const auto shell = std::make_shared<std::string>();
    subcommand completion = line.add("completion", "Print a script that completes command lines of grb in a shell");
    completion.argument("SHELL", *shell, "bash, zsh or fish", true, completion_shells());
    completion.footer(R"(An installed grb has its scripts where the shells look for them. Otherwise, for this session:

Examples:
  source <(grb completion bash)
  source <(grb completion zsh)
  grb completion fish | source)");
    completion.runs([&line, shell] {
        const std::vector<std::string> known = completion_shells();
        if (std::find(known.begin(), known.end(), *shell) == known.end())
            throw usage_error("completion: there is no script for '" + *shell + "'; there are bash, zsh and fish");
        std::fputs(completion_script(line.words(), *shell).c_str(), stdout);
        return 0;
    });
}

}  // namespace grb
