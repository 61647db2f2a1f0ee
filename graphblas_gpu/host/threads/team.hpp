// The threads of a host context.
//
// Idea: a team has a fixed number of workers; the calling thread is member 0. A parallel region hands out numbered chunks from
// one atomic counter, so that threads balance uneven rows. Chunks are cut by work, not by count (see cut_by_work). Workers
// enter a region by themselves while it is open, and the caller waits only for workers that have entered: a worker that wakes
// up late delays no thread. Between regions workers spin for some microseconds before they sleep, because an algorithm opens
// one region after the other, and waking a thread takes longer than many regions last. The library has its own threads instead
// of OpenMP, because a team belongs to a context, exceptions reach the caller, and ThreadSanitizer understands it.
#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <memory>
#include <span>
#include <vector>

#include <graphblas_gpu/base/cancellation.hpp>
#include <graphblas_gpu/base/function_ref.hpp>
#include <graphblas_gpu/base/memory.hpp>
#include <graphblas_gpu/base/owning_thread.hpp>
#include <graphblas_gpu/base/types.hpp>
#include <graphblas_gpu/host/threads/scratch.hpp>
#include <graphblas_gpu/progress.hpp>

namespace graphblas_gpu::host {

class team {
  public:
    /// `threads` >= 1, the caller included. `cancellation`: shared with others that work for the same calls; null: the team has
    /// one of its own. Throws error (code out_of_memory) if the system does not start all threads.
    explicit team(int threads, std::shared_ptr<base::cancellation> cancellation = nullptr);
    ~team();
    team(const team&) = delete;
    team& operator=(const team&) = delete;

    int size() const noexcept { return static_cast<int>(scratch_.size()); }
    /// Whether a thread that waits for another one spins before it sleeps: not if there are more threads than processors.
    bool spins() const noexcept { return spins_; }

    /// Runs body(chunk, member) for chunk = 0 .. chunks - 1, each once, members 0 .. size() - 1. Returns when all are done;
    /// rethrows the first exception, after which the remaining chunks are skipped. Throws cancelled if the call is to end, for
    /// which every thread looks before each chunk, and invalid_context if another thread has the team or if a body calls this.
    void run(index chunks, base::function_ref<void(index chunk, int member)> body);

    /// Reserves the team for this thread until the result is destroyed: for operations that leave data in scratch between two
    /// regions. Throws invalid_context if another thread has the team.
    using turn = base::owning_thread::turn;
    turn take_turn() { return turn(owner_); }
    /// Also begins an operation (memory_budget.hpp). `operation` is a literal.
    struct operation_turn {
        turn taken;
        base::named_operation name;
    };
    operation_turn take_turn(const char* operation) { return {turn(owner_), base::named_operation(operation)}; }

    /// Throws invalid_context if another thread has the team, or if it is called in the body of a region.
    void require_free() const {
        if (!owner_.is_nobody()) require_owner();
    }

    progress_counters& progress() noexcept { return progress_; }

    /// Where the threads see that the running call is to end.
    const std::shared_ptr<base::cancellation>& cancellation() const noexcept { return cancellation_; }
    /// Throws cancelled if the call is to end.
    void look() const { cancellation_->look(); }
    /// While the result exists no look finds anything: from the first write into an output on.
    base::cancellation::uninterrupted uninterrupted() { return base::cancellation::uninterrupted(*cancellation_); }

    /// The scratch of one member, which is kept between operations.
    scratch& own_scratch(int member) noexcept { return scratch_[static_cast<std::size_t>(member)]; }

    /// Frees all scratch. Throws invalid_context if an operation has the team.
    void release_memory();

    /// A slot of scratch that belongs to no member: the caller fills it before a region, and all members read it. The slot is
    /// taken until the object is destroyed.
    template <class T>
    class common_memory;

  private:
    class common_slot;

    void stop() noexcept;
    void require_owner() const;
    void run_region(index chunks, base::function_ref<void(index chunk, int member)> body);
    void run_alone(index chunks, base::function_ref<void(index chunk, int member)> body);
    void keep_failure(int member) noexcept;
    void open_region();
    void close_region();
    void work(int member);
    bool await_region(std::uint64_t seen);
    bool enter(std::uint64_t& seen);
    void leave();
    void take_chunks(int member);

    const std::shared_ptr<base::cancellation> cancellation_;
    struct workers;  ///< the threads, and the condition variables that they sleep on
    std::unique_ptr<workers> workers_;
    /// Number of the region, whether it is open, and how many workers are in it: see team.cpp.
    std::atomic<std::uint64_t> gate_{0};
    std::atomic<int> sleepers_{0};
    std::atomic<bool> caller_sleeps_{false};
    std::atomic<bool> stopping_{false};
    bool spins_ = false;

    const base::function_ref<void(index, int)>* body_ = nullptr;
    index chunks_ = 0;
    base::named_operation* operation_ = nullptr;  ///< the operation of the caller, which the workers take part in
    std::atomic<index> next_{0};
    std::exception_ptr failure_;
    std::vector<scratch> scratch_;
    scratch common_;
    progress_counters progress_;

    base::owning_thread owner_;
    bool in_region_ = false;             // only the owner reads or writes this and the next member
    std::uint32_t common_in_use_ = 0;
};

/// A slot of the common working memory, marked as taken.
class team::common_slot {
  public:
    common_slot(team& team, scratch::raw slot) : common_slot(team, static_cast<unsigned>(slot)) {}
    common_slot(team& team, scratch::clean slot)
        : common_slot(team, static_cast<unsigned>(scratch::raw::count) + static_cast<unsigned>(slot)) {}
    ~common_slot() { team_.common_in_use_ &= ~bit_; }
    common_slot(const common_slot&) = delete;
    common_slot& operator=(const common_slot&) = delete;

  private:
    /// Throws invalid_context if the slot is taken, which happens if an operator of an operation calls an operation on the same
    /// team.
    common_slot(team& team, unsigned number);

    turn turn_;
    team& team_;
    std::uint32_t bit_;
};

template <class T>
class team::common_memory {
  public:
    /// At least `size` elements. The elements of a clean slot are zero, and the caller leaves them zero.
    template <class Slot>
    common_memory(team& team, Slot slot, std::size_t size) : slot_(team, slot), data_(team.common_.get<T>(slot, size)) {}
    T* data() const noexcept { return data_; }

  private:
    common_slot slot_;
    T* data_;
};

/// Boundaries 0 = b[0] <= ... <= b[k] = rows that cut rows into about `pieces` runs of equal work; work_before(i) is the work
/// of rows 0 .. i - 1, or `work_before` has these rows + 1 numbers. A row is never split. O(pieces log rows).
/// @{
std::vector<index> cut_by_work(index rows, base::function_ref<std::int64_t(index)> work_before, index pieces);
std::vector<index> cut_by_work(std::span<const std::int64_t> work_before, index pieces);
/// @}

/// Boundaries that cut rows into `pieces` runs of equal length, for rows of equal work.
std::vector<index> cut_evenly(index rows, index pieces);

/// The most work of a piece that pieces_for() has in mind: some milliseconds, and long beside what it costs to begin a piece.
inline constexpr std::int64_t max_work_of_piece = std::int64_t{1} << 20;

/// How many pieces to cut `work` units into, so that a small job is one piece, a large job is balanced over the threads, and a
/// thread soon ends its piece if the call is cancelled.
index pieces_for(const team& team, std::int64_t work);

/// body(first, last, member) over rows cut evenly.
void for_ranges(team& team, index rows, std::int64_t work, base::function_ref<void(index, index, int)> body);

/// body(first, last, member) over rows cut by `work_before` (rows + 1 numbers).
void for_ranges_by_work(team& team, std::span<const std::int64_t> work_before,
                        base::function_ref<void(index, index, int)> body);

/// Replaces counts[0 .. n-1] by their exclusive prefix sum and counts[n] by the total, which it returns.
/// counts[0 .. n - 1] holds numbers >= 0; n + 1 elements.
std::int64_t exclusive_scan(std::span<std::int64_t> counts);

}  // namespace graphblas_gpu::host
