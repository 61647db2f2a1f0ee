// Idea: see command.hpp.
#include "command.hpp"

#include <fmt/format.h>

namespace grb {

int conclude(answer& result, const run_options& options, const std::string& path, const std::function<verdict()>& verify) {
    if (!options.verify) {
        result.print(options);
        return 0;
    }
    const verdict found = [&] {
        const progress_bar bar("verifying");
        return verify();
    }();
    result.add("verified", found.equal(),
               fmt::format("{} ({})", found.equal() ? "equal" : "NOT EQUAL", fmt::join(found.against, ", ")));
    result.add("verified_against", found.against, "");
    if (!found.equal()) result.add("difference", found.difference);
    result.print(options);
    if (found.equal()) return 0;
    tell_line(fmt::format("{}: the answer does not verify: {}", path, found.difference));
    return 1;
}

}  // namespace grb
