// Idea: a user whose command runs out of memory needs to know in which step, how much memory there was and what needs less. The
// library knows the bytes, the progress bars know the step, the system knows the limits.
#pragma once

#include <string>

namespace grb {

/// One line for the user: `reason` is the message of the library or the standard library, `step` the text of the progress bar
/// ("reading g.mtx"), empty if unknown.
std::string out_of_memory_line(const std::string& command_name, const std::string& step, const std::string& reason);

}  // namespace grb
