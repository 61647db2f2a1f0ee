// Idea: pieces of a file are taken in order, processed in parallel, and accepted in the order in which they were taken. So the
// result, including errors, is the same for any number of threads. There is a small number of slots for pieces that are taken
// and not yet accepted. A thread waits if no slot is free, so memory is bounded for a file of any length.
#pragma once

#include <graphblas_gpu/host/threads/team.hpp>

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

/// Calls body(0) .. body(count - 1), on the threads of the team if there is one.
template <class Body>
void for_each(host::team* team, std::size_t count, const Body& body) {
    if (team != nullptr) return team->run(static_cast<index>(count), [&](index k, int) { body(static_cast<std::size_t>(k)); });
    for (std::size_t k = 0; k < count; ++k) body(k);
}

/// The number of pieces that can be in progress. Without a team the caller does all work.
std::size_t slots_for(const host::team* team);

/// Runs the steps until take() returns false. Rethrows the exception of accept(), after which no piece is accepted. Throws
/// cancelled, for which the threads of a team look before each piece.
void in_order(host::team* team, const ordered_steps& steps);

}  // namespace graphblas_gpu::io
