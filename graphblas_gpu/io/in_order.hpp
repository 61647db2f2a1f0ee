// Needs: a team of threads, or none.
// Idea: a file is a sequence, the work on its pieces is not. Pieces are taken one after the other, worked on by whoever
// is free, and handed on in the order in which they were taken; so the outcome, errors included, is the same for any
// number of threads. There are a few slots for pieces under way, and whoever would run too far ahead waits: memory
// stays bounded however long the file is.
#pragma once

#include <graphblas_gpu/host/team.hpp>

#include <cstddef>
#include <exception>
#include <functional>

namespace graphblas_gpu::io {

/// What happens to a piece; the argument is its slot, 0 .. slots_for(team) - 1.
struct ordered_steps {
    /// Puts the next piece into the slot; false if there is none. One call at a time, in order.
    std::function<bool(std::size_t slot)> take;
    /// Calls for different slots run at the same time.
    std::function<void(std::size_t slot)> work;
    /// One call at a time, in the order of take(). `failure` is what take() or work() threw, or null; it may be
    /// rethrown here, in words that only the order allows (a line number, say). What is thrown here ends it all.
    std::function<void(std::size_t slot, std::exception_ptr failure)> accept;
};

/// How many pieces may be under way; without a team all work is done by the caller.
std::size_t slots_for(const host::team* team);

/// Runs the steps until take() finds nothing more. Rethrows what accept() threw; no piece behind that one is accepted.
void in_order(host::team* team, const ordered_steps& steps);

}  // namespace graphblas_gpu::io
