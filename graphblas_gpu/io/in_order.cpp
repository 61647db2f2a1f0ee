// Idea: there are two locks. The thread that has the first lock takes the next piece, and may read a file or wait for a slot
// while it has the lock. The second lock protects the state of the slots and is held only briefly. Pieces are accepted outside
// of both locks, by the one thread that finds the next piece in order finished; other threads leave their pieces in the slots
// and take new ones.
#include <graphblas_gpu/io/in_order.hpp>

#include <condition_variable>
#include <mutex>
#include <utility>
#include <vector>

namespace graphblas_gpu::io {
namespace {

class ordered_run {
  public:
    ordered_run(const host::team* team, const ordered_steps& steps) : team_(team), steps_(steps), slots_(slots_for(team)) {}

    void member() {
        for (;;) {
            std::size_t item = 0;
            std::exception_ptr failure;
            {
                const std::lock_guard taking(taking_);
                item = taken_;
                if (ended_ || !wait_for_slot(item)) return;
                try {
                    if (team_ != nullptr) team_->look();
                } catch (...) {
                    return stop(std::current_exception());
                }
                try {
                    if (!steps_.take(item % slots_.size())) {
                        ended_ = true;
                        return;
                    }
                } catch (...) {
                    ended_ = true;
                    failure = std::current_exception();
                }
                ++taken_;
            }
            if (failure == nullptr) {
                try {
                    steps_.work(item % slots_.size());
                } catch (...) {
                    failure = std::current_exception();
                }
            }
            leave(item, std::move(failure));
        }
    }

    void finish() {
        if (failure_ != nullptr) std::rethrow_exception(std::exchange(failure_, nullptr));
    }

  private:
    struct slot {
        bool ready = false;
        std::exception_ptr failure;
    };

    bool wait_for_slot(std::size_t item) {
        std::unique_lock lock(state_);
        freed_.wait(lock, [&] { return stopped_ || item < accepted_ + slots_.size(); });
        return !stopped_;
    }

    /// The run ends with this exception, in the middle of the file.
    void stop(std::exception_ptr why) {
        const std::lock_guard lock(state_);
        failure_ = std::move(why);
        stopped_ = true;
        freed_.notify_all();
    }

    void leave(std::size_t item, std::exception_ptr failure) {
        std::unique_lock lock(state_);
        slots_[item % slots_.size()] = {true, std::move(failure)};
        if (accepting_) return;
        accepting_ = true;
        while (!stopped_ && slots_[accepted_ % slots_.size()].ready) {
            const std::size_t at = accepted_ % slots_.size();
            slot next = std::exchange(slots_[at], {});
            lock.unlock();
            std::exception_ptr thrown;
            try {
                steps_.accept(at, std::move(next.failure));
            } catch (...) {
                thrown = std::current_exception();
            }
            lock.lock();
            ++accepted_;
            if (thrown != nullptr) {
                failure_ = std::move(thrown);
                stopped_ = true;
            }
            freed_.notify_all();
        }
        accepting_ = false;
    }

    const host::team* team_;
    const ordered_steps& steps_;

    std::mutex taking_;  // guards taken_ and ended_
    std::size_t taken_ = 0;
    bool ended_ = false;

    std::mutex state_;  // guards the rest
    std::condition_variable freed_;
    std::vector<slot> slots_;
    std::size_t accepted_ = 0;
    bool accepting_ = false;
    bool stopped_ = false;
    std::exception_ptr failure_;
};

}  // namespace

std::size_t slots_for(const host::team* team) {
    return team == nullptr || team->size() == 1 ? 1 : 2 * static_cast<std::size_t>(team->size()) + 1;
}

void in_order(host::team* team, const ordered_steps& steps) {
    ordered_run run(team, steps);
    if (team == nullptr || team->size() == 1)
        run.member();
    else
        team->run(team->size(), [&run](index, int) { run.member(); });
    run.finish();
}

}  // namespace graphblas_gpu::io
