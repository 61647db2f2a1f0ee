// What the emulated memory tells the other calls of the runtime.
#pragma once

#include "runtime.hpp"

#include <cstdint>
#include <utility>

namespace rehearsal {

/// The error that cudaGetLastError() would give.
cudaError_t& last_error();
/// Keeps the error and returns it.
inline cudaError_t failed_with(cudaError_t status) { return last_error() = status; }
/// The current device of this thread; whether there is a device of this number; whether a stream is of a device (the null
/// stream is of the current one).
/// @{
int current_device();
bool is_device(int number);
bool is_stream_of(cudaStream_t stream, int device);
/// @}
/// Whether something was queued on a stream of the device since one was waited for.
void note_work(int device, bool has_work);
/// How often something was queued there so far; a stream of another device waits for what was queued by then.
/// @{
std::uint64_t work_so_far(int device);
void note_awaited(int waiting, int device, std::uint64_t work);
/// @}
/// Copies to pinned memory that are still under way arrive.
void deliver_copies();
/// The allocations and pools that are held.
holdings held_memory();

}  // namespace rehearsal
