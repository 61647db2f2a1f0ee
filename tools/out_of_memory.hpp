// Needs: nothing.
// Idea: whoever runs out of memory wants to know in which step, how much there was and what needs less; the library knows
// the bytes, the progress bars know the step, the system knows the rest.
#pragma once

#include <string>

namespace grb {

/// One line: `reason` is what the library or the standard library said, `step` what a progress bar showed ("reading g.mtx"),
/// empty if unknown.
std::string out_of_memory_line(const std::string& command_name, const std::string& step, const std::string& reason);

}  // namespace grb
