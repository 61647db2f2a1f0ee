// Where the threads of a block meet: warp functions and barriers.
//
// Idea: who arrives leaves its value and its mask. If all others are there already, it works out the results of all, puts them
// back into the list of those that can run, and goes on at once; otherwise it waits. A result is read before its lane can
// arrive anywhere else, so one place a lane is enough.
#include "machine_state.hpp"

#include <bit>
#include <cstring>

namespace rehearsal {

namespace {

/// A call in the source. Names are compared as texts: headers compiled in several sources have one each.
bool same_location(location x, location y) {
    return x.line() == y.line() && x.column() == y.column() && std::strcmp(x.file_name(), y.file_name()) == 0;
}

}  // namespace

bool machine::all_here(unsigned warp_index, const thread_state& arrived) const {
    for (unsigned m = arrived.mask; m != 0; m &= m - 1) {
        const unsigned index = warp_index * 32 + static_cast<unsigned>(std::countr_zero(m));
        if (index >= threads_.size()) return false;
        if (threads_[index].waits != arrived.waits || threads_[index].mask != arrived.mask) return false;
    }
    return true;
}

void machine::require_same_call(unsigned warp_index, const thread_state& arrived) {
    for (unsigned m = arrived.mask; m != 0; m &= m - 1) {
        const thread_state& other = threads_[warp_index * 32 + static_cast<unsigned>(std::countr_zero(m))];
        if (!same_location(other.where, arrived.where))
            fault("meets " + name_of(other) + ", which comes from another call" + at_location(other.where) + ",",
                  arrived.where);
    }
}

std::uint64_t machine::run_warp_collective(collective what, unsigned mask, std::uint64_t bits, unsigned source,
                                           resolver resolve, location where) {
    if (!active()) throw kernel_fault("a warp function was called outside a kernel");
    thread_state& self = *current_;
    const unsigned warp_index = self.index / 32, lane = self.index % 32;
    if ((mask >> lane & 1u) == 0) fault("calls a warp function with a mask that does not name its own lane", where);
    lane_value* lanes = warps_[warp_index].lanes;
    lanes[lane] = {.bits = bits, .source = source, .result = 0};
    self.waits = what;
    self.mask = mask;
    self.where = where;
    if (all_here(warp_index, self)) {
        if (what != collective::syncwarp) require_same_call(warp_index, self);
        resolve(lanes, mask);
        release(warp_index, mask & ~(1u << lane));
        self.waits = collective::none;
    } else {
        wait();
    }
    return lanes[lane].result;
}

/// Puts lanes into the list.
void machine::release(unsigned warp_index, unsigned mask) {
    const std::size_t before = ready_.size();
    for (unsigned lane = 32; lane-- > 0;)
        if ((mask >> lane & 1u) != 0) {
            const unsigned index = warp_index * 32 + lane;
            threads_[index].waits = collective::none;
            ready_.push_back(index);
        }
    random_.shuffle(ready_.data() + before, ready_.size() - before);
}

votes machine::run_block_collective(collective what, bool predicate, location where) {
    if (!active()) throw kernel_fault("a barrier was called outside a kernel");
    if (at_barrier_ != 0 && (barrier_ != what || !same_location(barrier_location_, where)))
        fault("comes to another barrier than the other threads of its block" + at_location(barrier_location_) + ",", where);
    thread_state& self = *current_;
    barrier_ = what;
    barrier_location_ = where;
    ++at_barrier_;
    yes_ += predicate ? 1 : 0;
    self.waits = what;
    self.where = where;
    if (at_barrier_ == living_)
        release_block();
    else
        wait();
    return outcome_;
}

void machine::release_block() {
    outcome_ = {yes_, at_barrier_};
    at_barrier_ = yes_ = 0;
    const std::size_t before = ready_.size();
    for (std::size_t i = threads_.size(); i-- > 0;)
        if (threads_[i].waits >= collective::syncthreads) {
            threads_[i].waits = collective::none;
            if (&threads_[i] != current_) ready_.push_back(static_cast<unsigned>(i));
        }
    random_.shuffle(ready_.data() + before, ready_.size() - before);
}

std::uint64_t run_warp_collective(collective what, unsigned mask, std::uint64_t bits, unsigned source, resolver resolve,
                                  location where) {
    return the_machine().run_warp_collective(what, mask, bits, source, resolve, where);
}

votes run_block_collective(collective what, bool predicate, location where) {
    return the_machine().run_block_collective(what, predicate, where);
}

}  // namespace rehearsal
