// Idea: pieces of a file are taken in order, processed in parallel, and accepted in the order in which they were taken. So the
// result, including errors, is the same for any number of threads. There is a small number of slots for pieces that are taken
// and not yet accepted. A thread waits if no slot is free, so memory is bounded for a file of any length.
#pragma once

#include <graphblas_gpu/host/team.hpp>

#include <cstddef>
#include <exception>
#include <functional>

namespace graphblas_gpu::io {

/// The steps for a piece. The argument is its slot, 0 .. slots_for(team) - 1.
struct ordered_steps {
    /// Puts the next piece into the slot; returns false if there is none. There is one call at a time.
    std::function<bool(std::size_t slot)> take;
    /// Processes the piece. Calls for different slots run at the same time.
    std::function<void(std::size_t slot)> work;
    /// Accepts the piece; one call at a time, in the order of take(). `failure` is the exception of take() or work(), or null.
    /// It may be rethrown here with information that depends on the order, such as a line number. An exception of accept() ends
    /// the run.
    std::function<void(std::size_t slot, std::exception_ptr failure)> accept;
};

/// The number of pieces that can be in progress. Without a team the caller does all work.
std::size_t slots_for(const host::team* team);

/// Runs the steps until take() returns false. Rethrows the exception of accept(), after which no piece is accepted.
void in_order(host::team* team, const ordered_steps& steps);

}  // namespace graphblas_gpu::io
