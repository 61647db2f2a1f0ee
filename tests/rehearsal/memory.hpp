// What the emulated memory tells the other calls of the runtime.
#pragma once

#include "runtime.hpp"

#include <utility>

namespace rehearsal {

/// The error that cudaGetLastError() would give.
cudaError_t& last_error();
/// Keeps the error and returns it.
inline cudaError_t failed_with(cudaError_t status) { return last_error() = status; }
/// Copies to pinned memory that are still under way arrive.
void deliver_copies();
/// The allocations and pools that are held.
holdings held_memory();

}  // namespace rehearsal
