// Idea: a command declares its options, reads files, computes, and prints an answer. This is what nearly all commands need for
// that, and their end: the answer is verified if --verify asks for it, and printed, and the exit status is determined.
#pragma once

#include "answer.hpp"
#include "command_line.hpp"
#include "commands.hpp"
#include "graph_file.hpp"
#include "options.hpp"
#include "progress_bar.hpp"
#include "verify.hpp"

#include <functional>
#include <string>

namespace grb {

/// Prints the answer. With --verify calls verify() first and adds "verified", "verified_against" and, if there is one,
/// "difference". Returns the exit status.
int conclude(answer& result, const run_options& options, const std::string& path, const std::function<verdict()>& verify);

}  // namespace grb
