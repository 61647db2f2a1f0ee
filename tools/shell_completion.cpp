// grb completion: a script that lets a shell complete our command lines.
//
// Needs: nothing.
// Idea: the script is made from the definitions that parse the command line, so that both always agree.
#include "command_line.hpp"
#include "commands.hpp"
#include "completion.hpp"

#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

namespace grb {

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
