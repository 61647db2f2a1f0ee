// The scheduler of the emulated machine: its state, shared by machine.cpp (who runs) and collectives.cpp (who waits).
#pragma once

#include "machine.hpp"

#include <cstdlib>
#include <exception>
#include <memory>
#include <utility>
#include <vector>

#include "fiber_switch.hpp"
#include "stuck.hpp"

namespace rehearsal {

/// xorshift64*, Vigna 2016.
class shuffler {
  public:
    explicit shuffler(std::uint64_t seed) : state_(seed * 0x9E3779B97F4A7C15ull), plain_(seed == 0) {}
    bool plain() const { return plain_; }
    std::uint64_t next() {
        state_ ^= state_ >> 12;
        state_ ^= state_ << 25;
        state_ ^= state_ >> 27;
        return state_ * 0x2545F4914F6CDD1Dull;
    }
    std::size_t below(std::size_t n) { return static_cast<std::size_t>((next() >> 32) % n); }
    template <class T>
    void shuffle(T* first, std::size_t n) {
        if (!plain_)
            for (; n > 1; --n) std::swap(first[n - 1], first[below(n)]);
    }

  private:
    std::uint64_t state_;
    bool plain_;
};

/// Thrown through the threads of a block that another thread's fault has ended.
struct abandoned {};

struct warp {
    lane_value lanes[32];
};

class machine;

/// A fiber, and what it runs: thread after thread of the list.
struct worker {
    fiber_switch fiber;
    explicit worker(machine& owner);
};

class machine {
  public:
    explicit machine(std::uint64_t seed) : random_(seed) {}
    void seed(std::uint64_t value) { random_ = shuffler(value); }
    void run_grid(dim3 grid, dim3 block, std::size_t shared_bytes, void (*body)(void*), void* context);
    void work(worker& self);

    bool active() const { return current_ != nullptr; }
    unsigned lane() const { return current_ == nullptr ? 0 : current_->index % 32; }
    std::size_t fibers() const { return workers_.size(); }
    void* shared() const { return shared_.get(); }
    std::uint64_t run_warp_collective(collective what, unsigned mask, std::uint64_t bits, unsigned source, resolver resolve,
                                      location);
    votes run_block_collective(collective what, bool predicate, location where);
    void yield(location where);
    void maybe_yield(location where) {
        if (active() && --until_switch_ == 0) yield(where);
    }
    [[noreturn]] void fault(const std::string& message, location where);

  private:
    void run_block();
    void finish_thread();
    void wait();
    bool all_here(unsigned warp_index, const thread_state& arrived) const;
    void require_same_call(unsigned warp_index, const thread_state& arrived);
    void release(unsigned warp_index, unsigned mask);
    void release_block();
    void abandon_rest();
    unsigned draw_switch();
    void prefer_random() {
        if (pick_at_random_) std::swap(ready_[random_.below(ready_.size())], ready_.back());
    }
    void set_running(const thread_state& t) {
        const dim3& size = running.block_size;
        running.thread = {t.index % size.x, t.index / size.x % size.y, t.index / (size.x * size.y)};
    }

    shuffler random_;
    std::vector<std::unique_ptr<worker>> workers_;
    std::vector<worker*> idle_;
    std::vector<thread_state> threads_;
    std::vector<worker*> worker_of_;
    std::vector<warp> warps_;
    std::vector<unsigned> ready_;
    thread_state* current_ = nullptr;
    std::unique_ptr<void, decltype(&std::free)> shared_{nullptr, &std::free};
    std::size_t shared_bytes_ = 0;
    void (*body_)(void*) = nullptr;
    void* context_ = nullptr;
    bool pick_at_random_ = false;
    unsigned until_switch_ = 1;
    unsigned living_ = 0;
    unsigned at_barrier_ = 0;
    unsigned yes_ = 0;
    collective barrier_ = collective::none;
    location barrier_location_{};
    votes outcome_{};
    bool failed_ = false;
    std::exception_ptr failure_;
};

/// The one machine; launches take turns.
machine& the_machine();

}  // namespace rehearsal
