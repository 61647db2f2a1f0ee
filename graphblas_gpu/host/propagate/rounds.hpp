// The rounds of a search or a relaxation on the threads of a team.
//
// Idea: a round with little to do costs less than a meeting of threads, so one thread makes it alone. Rounds that follow each
// other and have enough to do for all threads are made in one region of the team: threads are woken once, and meet between the
// rounds at a phaser.
#pragma once

#include <graphblas_gpu/base/cancellation.hpp>
#include <graphblas_gpu/host/propagate/phaser.hpp>
#include <graphblas_gpu/host/threads/team.hpp>

#include <algorithm>
#include <atomic>
#include <cstdint>

namespace graphblas_gpu::host {

/// The work of a step is counted in edges and positions of a search, about three nanoseconds each. From work_that_wakes on it
/// pays to wake the threads of the team for it, and from work_that_meets on to share it among threads that are awake and wait
/// for it.
inline constexpr std::int64_t work_that_wakes = 4096, work_that_meets = 2048;

/// How many of `size` items, which are so much work together, a thread takes at once: each thread comes back some times, unless
/// there is so little to do that the common counter would cost more than the work.
inline index items_at_once(index size, std::int64_t work, int threads) {
    constexpr index most = 64, turns_of_a_thread = 8;
    constexpr std::int64_t min_work = 256;
    return std::clamp<index>(std::max(size / (turns_of_a_thread * threads), min_work * size / std::max<std::int64_t>(work, 1)),
                             1, most);
}

/// Calls f(first, last) for ranges of the numbers 0 .. size - 1, until none is left or the call is to end, of which
/// make_rounds() tells the caller. `shared`: other threads take ranges, of at most `grain` numbers, from the same counter,
/// which is 0 before the first one does.
template <bool shared, class F>
void for_each_range(std::atomic<index>& taken, index size, index grain, F&& f) {
    if constexpr (shared) {
        for (index first; !base::is_call_due() && (first = taken.fetch_add(grain, std::memory_order_relaxed)) < size;)
            f(first, std::min(first + grain, size));
    } else {
        constexpr index between_looks = 1024;
        for (index first = 0; first < size; first += between_looks) {
            if (first > 0 && base::is_call_due()) return;
            f(first, std::min(first + between_looks, size));
        }
    }
}

/// Lowers x to `to` if that is less; returns the value before. `shared`: other threads lower it at the same time.
template <bool shared, class T>
T lower(T& x, T to) {
    if constexpr (shared) {
        const std::atomic_ref<T> there(x);
        T before = there.load(std::memory_order_relaxed);
        while (to < before && !there.compare_exchange_weak(before, to, std::memory_order_relaxed)) {
        }
        return before;
    } else {
        const T before = x;
        if (to < before) x = to;
        return before;
    }
}

/// Makes steps of rounds until there is none. A round is one step, or several if its threads have to meet in between. `Rounds`
/// has
///     bool is_over() const;            no step is left
///     std::int64_t work() const;       of the next step
///     void share<bool shared>(int member);  makes the step; if `shared`, together with other threads that call it too
///     void conclude();                 after all of them, on one thread: decides what the next step is
/// None of them throws. Returns the number of steps that threads have shared. Throws cancelled; a step may then have ended
/// half-way.
template <class Rounds>
std::int32_t make_rounds(team& team, Rounds& rounds) {
    const auto alone = [&rounds](int member) {
        rounds.template share<false>(member);
        rounds.conclude();
    };
    // The other threads spin while one thread makes these steps. If more steps are narrow, all threads leave the region.
    constexpr int max_narrow_steps = 4;
    const auto is_shared = [&rounds] { return !rounds.is_over() && rounds.work() >= work_that_meets; };
    std::int32_t shared_steps = 0;
    // An operator of another context's operation may make these rounds. They then end with either of the two calls.
    const auto is_due = [&team] { return team.cancellation()->is_due() || base::is_call_due(); };
    const auto look = [&team] {
        team.look();
        base::look_at_call();
    };
    for (; !rounds.is_over(); look()) {
        if (team.size() == 1 || rounds.work() < work_that_wakes) {
            alone(0);
            continue;
        }
        phaser phases(team.spins());
        team.run(team.size(), [&](index, int member) {
            phases.take_part([&] { rounds.template share<true>(member); },
                             [&] {
                                 ++shared_steps;
                                 rounds.conclude();
                                 for (int n = 0; n < max_narrow_steps && !rounds.is_over() && !is_shared(); ++n) alone(member);
                                 return is_shared() && !is_due();
                             });
        });
    }
    return shared_steps;
}

}  // namespace graphblas_gpu::host
