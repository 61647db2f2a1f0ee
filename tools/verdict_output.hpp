// Needs: verify.hpp.
// Idea: how every command ends: the answer is verified if that is wanted, printed, and the exit status found.
#pragma once

#include "answer.hpp"
#include "options.hpp"
#include "progress_bar.hpp"
#include "verify.hpp"

#include <functional>
#include <string>

namespace grb {

/// Prints the answer. With --verify calls verify() first and adds "verified", "verified_against" and, if there is one,
/// "difference". Returns the exit status.
int conclude(answer& result, const run_options& options, const std::string& path,
             const std::function<verdict()>& verify);

}  // namespace grb
