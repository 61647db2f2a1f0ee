// What the emulated machine says of a block that cannot go on: who waits where, for whom, and what those do instead.
#pragma once

#include "machine.hpp"

#include <string>
#include <vector>

namespace rehearsal {

/// A thread of the running block. `waits`: at what it stands, `mask`: the lanes that it waits for at a warp function.
struct thread_state {
    unsigned index = 0;
    collective waits = collective::none;
    bool exited = false;
    unsigned mask = 0;
    unsigned switches = 0;
    location where{};
};

/// " (file.cu:12)"
std::string at_location(location where);
/// "block (1,0,0) thread 37 (warp 1, lane 5)", of the block that runs.
std::string name_of(const thread_state& thread);
/// One sentence a group of threads that wait for the same, up to eight groups.
std::string describe_stuck_block(const std::vector<thread_state>& threads);

}  // namespace rehearsal
