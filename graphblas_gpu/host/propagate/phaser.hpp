// A phaser: a barrier that a thread may join while the threads that take part are at work.
//
// Idea: threads that take part work in phases. A phase ends when all of them have arrived; the last one to arrive decides alone
// whether there is another phase. A thread that wakes up late joins the phase that is under way, so that no thread waits for
// it. One word holds the number of the phase, whether it is closed, and how many threads take part and have arrived.
// Source: Shirako, Peixotto, Sarkar, Scherer, "Phasers: a unified deadlock-free construct for collective and point-to-point
// synchronization" (ICS 2008).
#pragma once

#include <graphblas_gpu/host/threads/spin.hpp>

#include <atomic>
#include <cstdint>

namespace graphblas_gpu::host {

class phaser {
  public:
    /// `spins`: a thread that waits spins before it sleeps.
    explicit phaser(bool spins) : spins_(spins) {}

    /// Calls work() once in each phase from the current one on; returns after the last phase, at once if it is over already.
    /// When all threads that take part have returned from work(), one of them calls decide(), which returns whether there is
    /// another phase. Whatever work() or decide() has written is visible to all threads in the next phase. Neither may throw.
    template <class Work, class Decide>
    void take_part(Work&& work, Decide&& decide) {
        if (!join()) return;
        do {
            work();
            const std::uint64_t at_arrival = arrive();
            if (!is_closed(at_arrival))
                await_end_of(phase_of(at_arrival));
            else
                open_next(at_arrival, decide());
        } while (!is_finished(state_.load(std::memory_order_acquire)));
    }

  private:
    static constexpr std::uint64_t one_arrived = 1, one_thread = std::uint64_t{1} << 16, closed = std::uint64_t{1} << 32,
                                   finished = std::uint64_t{1} << 33, one_phase = std::uint64_t{1} << 34;

    static constexpr std::uint64_t arrived(std::uint64_t s) { return s & (one_thread - 1); }
    static constexpr std::uint64_t threads(std::uint64_t s) { return s / one_thread & 0xffff; }
    static constexpr bool is_closed(std::uint64_t s) { return (s & closed) != 0; }
    static constexpr bool is_finished(std::uint64_t s) { return (s & finished) != 0; }
    static constexpr std::uint64_t phase_of(std::uint64_t s) { return s / one_phase; }

    /// Waits until the phase is open; returns false if there is none any more.
    bool join() {
        std::uint64_t s = state_.load(std::memory_order_acquire);
        while (!is_finished(s)) {
            if (is_closed(s)) {
                await_end_of(phase_of(s));
                s = state_.load(std::memory_order_acquire);
            } else if (state_.compare_exchange_weak(s, s + one_thread, std::memory_order_acq_rel, std::memory_order_acquire)) {
                return true;
            }
        }
        return false;
    }

    /// Returns the state after the arrival. The thread that arrives last closes the phase, so that no other thread joins it; if
    /// one has joined just before, that one will be the last.
    std::uint64_t arrive() {
        const std::uint64_t at_arrival = state_.fetch_add(one_arrived, std::memory_order_acq_rel) + one_arrived;
        std::uint64_t s = at_arrival;
        while (phase_of(s) == phase_of(at_arrival) && !is_closed(s) && arrived(s) == threads(s)) {
            if (state_.compare_exchange_weak(s, s + closed, std::memory_order_acq_rel, std::memory_order_acquire))
                return s + closed;
        }
        return at_arrival;
    }

    void open_next(std::uint64_t s, bool there_is_one) {
        // While a phase is closed no other thread changes the state.
        state_.store((phase_of(s) + 1) * one_phase + threads(s) * one_thread + (there_is_one ? 0 : finished));
        state_.notify_all();
    }

    void await_end_of(std::uint64_t phase) {
        const auto is_over = [&] { return phase_of(state_.load(std::memory_order_acquire)) != phase; };
        if (spins_ && spin_until(is_over)) return;
        for (std::uint64_t s = state_.load(); phase_of(s) == phase; s = state_.load()) state_.wait(s);
    }

    // Threads that wait read this word all the time, so it shares its cache line with nothing.
    alignas(64) std::atomic<std::uint64_t> state_{0};
    alignas(64) const bool spins_;
};

}  // namespace graphblas_gpu::host
