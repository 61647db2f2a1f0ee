#include <graphblas_gpu/host/threads/team.hpp>

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <thread>

#include <graphblas_gpu/base/blocks.hpp>
#include <graphblas_gpu/base/equal_parts.hpp>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/host/threads/spin.hpp>
#include <fmt/format.h>

namespace graphblas_gpu::host {

namespace {
// The work, in units of about a nanosecond, below which another thread costs more than it saves.
constexpr std::int64_t work_of_one_wake = 10000;
constexpr index pieces_per_thread = 16;

// The team that this thread is a worker of.
thread_local const team* worker_of = nullptr;

[[noreturn]] void refuse_operator() {
    throw invalid_context(
        "context: an operator of an operation uses the context of that operation; make another context for what "
        "the operator calls");
}

// The gate packs three numbers: the number of the region, a bit that says whether workers may enter, and the number of workers
// inside.
constexpr std::uint64_t one_inside = 1;
constexpr std::uint64_t all_inside = (std::uint64_t{1} << 16) - 1;
constexpr std::uint64_t open = all_inside + 1;
constexpr std::uint64_t one_region = 2 * open;

constexpr std::uint64_t region_of(std::uint64_t gate) { return gate / one_region; }
constexpr bool is_open(std::uint64_t gate) { return (gate & open) != 0; }
constexpr bool is_empty(std::uint64_t gate) { return (gate & all_inside) == 0; }
}  // namespace

struct team::workers {
    std::vector<std::thread> threads;
    std::mutex mutex;
    std::condition_variable wake;
    std::condition_variable done;
};

team::team(int threads, std::shared_ptr<base::cancellation> cancellation)
    : cancellation_(cancellation != nullptr ? std::move(cancellation) : std::make_shared<base::cancellation>()),
      workers_(std::make_unique<workers>()),
      scratch_(static_cast<std::size_t>(std::max(threads, 1))) {
    // Where threads share a processor, a spinning thread takes it from the thread that it waits for. Counting the processors
    // reads a file, which takes longer than what a team of one thread is made for.
    spins_ = threads == 1 || threads <= static_cast<int>(std::thread::hardware_concurrency());
    workers_->threads.reserve(static_cast<std::size_t>(std::max(threads - 1, 0)));
    try {
        for (int member = 1; member < threads; ++member) workers_->threads.emplace_back([this, member] { work(member); });
    } catch (const std::exception& e) {
        const auto started = workers_->threads.size() + 1;
        stop();
        // This is not thrown as out_of_memory, which callers understand as one array that does not fit: here a limit on threads
        // may be the reason too.
        throw error(
            error_code::out_of_memory,
            fmt::format("host threads: only {} of {} could be started ({}); ask for fewer (host_options::threads, --threads), "
                        "or allow the process more memory or threads (ulimit -v, ulimit -u)",
                        started, threads, e.what()));
    }
}

team::~team() { stop(); }

void team::stop() noexcept {
    {
        const std::lock_guard lock(workers_->mutex);
        stopping_.store(true);
    }
    workers_->wake.notify_all();
    for (std::thread& worker : workers_->threads) worker.join();
}

void team::require_owner() const {
    if (worker_of == this || (owner_.is_this_one() && in_region_)) refuse_operator();
    if (!owner_.is_nobody() && !owner_.is_this_one()) base::refuse_second_thread();
}

void team::run(index chunks, base::function_ref<void(index, int)> body) {
    if (chunks <= 0) return;
    require_free();
    const turn here(owner_);
    in_region_ = true;
    run_region(chunks, body);
    in_region_ = false;
    if (failure_ != nullptr) std::rethrow_exception(std::exchange(failure_, nullptr));
}

void team::run_region(index chunks, base::function_ref<void(index, int)> body) {
    progress_.done.store(0, std::memory_order_relaxed);
    progress_.total.store(static_cast<std::uint64_t>(chunks), std::memory_order_relaxed);
    failure_ = nullptr;
    if (workers_->threads.empty() || chunks == 1) return run_alone(chunks, body);
    body_ = &body;
    operation_ = base::named_operation::current();
    chunks_ = chunks;
    next_.store(0, std::memory_order_relaxed);
    open_region();
    take_chunks(0);
    close_region();
    body_ = nullptr;
}

/// All chunks on the thread of the caller, which costs no atomic addition.
void team::run_alone(index chunks, base::function_ref<void(index, int)> body) {
    try {
        for (index chunk = 0; chunk < chunks; ++chunk) {
            look();
            body(chunk, 0);
            progress_.done.store(static_cast<std::uint64_t>(chunk) + 1, std::memory_order_relaxed);
        }
    } catch (...) {
        keep_failure(0);
    }
}

void team::keep_failure(int member) noexcept {
    // The kernel was interrupted, so its clean slots may not be zero.
    scratch_[static_cast<std::size_t>(member)].discard();
    const std::lock_guard lock(workers_->mutex);
    if (failure_ == nullptr) failure_ = std::current_exception();
}

void team::open_region() {
    gate_.store((region_of(gate_.load(std::memory_order_relaxed)) + 1) * one_region + open);
    // A worker increments sleepers_ before its last look at the gate, and the gate is opened before sleepers_ is read here. So
    // either the worker sees the open gate, or this thread sees the worker.
    if (sleepers_.load() == 0) return;
    { const std::lock_guard lock(workers_->mutex); }
    workers_->wake.notify_all();
}

void team::close_region() {
    const auto left = [this] { return is_empty(gate_.load()); };
    if (is_empty(gate_.fetch_and(~open))) return;
    if (spins_ && spin_until(left)) return;
    std::unique_lock lock(workers_->mutex);
    caller_sleeps_.store(true);
    workers_->done.wait(lock, left);
    caller_sleeps_.store(false);
}

void team::work(int member) {
    worker_of = this;
    std::uint64_t seen = 0;
    while (await_region(seen)) {
        if (!enter(seen)) continue;
        take_chunks(member);
        leave();
    }
}

/// Waits until a region other than number `seen` is open; returns false if the team ends.
bool team::await_region(std::uint64_t seen) {
    const auto is_new = [&] {
        const std::uint64_t gate = gate_.load();
        return stopping_.load() || (is_open(gate) && region_of(gate) != seen);
    };
    if (!(spins_ && spin_until(is_new))) {
        std::unique_lock lock(workers_->mutex);
        sleepers_.fetch_add(1);
        workers_->wake.wait(lock, is_new);
        sleepers_.fetch_sub(1);
    }
    return !stopping_.load();
}

/// Enters the open region; returns false if it was closed in the meantime. The caller waits for workers that have entered.
bool team::enter(std::uint64_t& seen) {
    std::uint64_t gate = gate_.load();
    while (is_open(gate) && region_of(gate) != seen) {
        if (!gate_.compare_exchange_weak(gate, gate + one_inside)) continue;
        seen = region_of(gate);
        return true;
    }
    return false;
}

void team::leave() {
    const std::uint64_t left = gate_.fetch_sub(one_inside) - one_inside;
    if (!is_empty(left) || is_open(left) || !caller_sleeps_.load()) return;
    const std::lock_guard lock(workers_->mutex);
    workers_->done.notify_one();
}

void team::take_chunks(int member) {
    const base::named_operation name(operation_);
    try {
        // The look comes before a chunk is taken: other chunks may wait for one that was.
        while (next_.load(std::memory_order_relaxed) < chunks_) {
            look();
            const index chunk = next_.fetch_add(1);
            if (chunk >= chunks_) break;
            (*body_)(chunk, member);
            progress_.done.fetch_add(1, std::memory_order_relaxed);
        }
    } catch (...) {
        next_.store(chunks_);
        keep_failure(member);
    }
}

void team::release_memory() {
    require_free();
    const turn here(owner_);
    if (common_in_use_ != 0) refuse_operator();
    for (scratch& of_member : scratch_) of_member.discard();
    common_.discard();
}

team::common_slot::common_slot(team& team, unsigned number)
    : turn_(team.owner_), team_(team), bit_(std::uint32_t{1} << number) {
    static_assert(static_cast<unsigned>(scratch::raw::count) + static_cast<unsigned>(scratch::clean::count) <= 32);
    if ((team.common_in_use_ & bit_) != 0) refuse_operator();
    team.common_in_use_ |= bit_;
}

std::vector<index> cut_by_work(index rows, base::function_ref<std::int64_t(index)> work_before, index pieces) {
    pieces = std::clamp<index>(pieces, 1, std::max<index>(rows, 1));
    std::vector<index> cuts(static_cast<std::size_t>(pieces) + 1, rows);
    cuts[0] = 0;
    for (index p = 1; p < pieces; ++p)
        cuts[static_cast<std::size_t>(p)] = base::first_row_of_part(rows, work_before, p, pieces);
    return cuts;
}

std::vector<index> cut_by_work(std::span<const std::int64_t> work_before, index pieces) {
    return cut_by_work(
        static_cast<index>(work_before.size()) - 1, [&](index i) { return work_before[static_cast<std::size_t>(i)]; }, pieces);
}

std::vector<index> cut_evenly(index rows, index pieces) {
    pieces = std::clamp<index>(pieces, 1, std::max<index>(rows, 1));
    std::vector<index> cuts(static_cast<std::size_t>(pieces) + 1);
    for (index p = 0; p <= pieces; ++p) {
        cuts[static_cast<std::size_t>(p)] = rows / pieces * p + std::min(p, rows % pieces);
    }
    return cuts;
}

index pieces_for(const team& team, std::int64_t work) {
    const index to_end_soon = work / max_work_of_piece + 1;
    if (team.size() == 1) return to_end_soon;
    return std::max(to_end_soon, std::clamp<index>(work / work_of_one_wake, 1, pieces_per_thread * team.size()));
}

namespace {

/// body(first, last, member) for each run of rows between two cuts that has rows.
void run_cuts(team& team, const std::vector<index>& cuts, base::function_ref<void(index, index, int)> body) {
    team.run(static_cast<index>(cuts.size()) - 1, [&](index chunk, int member) {
        const auto c = static_cast<std::size_t>(chunk);
        if (cuts[c] < cuts[c + 1]) body(cuts[c], cuts[c + 1], member);
    });
}

}  // namespace

void for_ranges(team& team, index rows, std::int64_t work, base::function_ref<void(index, index, int)> body) {
    if (rows == 0) return;
    const index pieces = pieces_for(team, work);
    if (pieces == 1) return team.run(1, [&](index, int member) { body(0, rows, member); });
    run_cuts(team, cut_evenly(rows, pieces), body);
}

void for_ranges_by_work(team& team, std::span<const std::int64_t> work_before,
                        base::function_ref<void(index, index, int)> body) {
    if (work_before.size() <= 1) return;
    run_cuts(team, cut_by_work(work_before, pieces_for(team, work_before.back())), body);
}

std::int64_t exclusive_scan(std::span<std::int64_t> counts) {
    std::int64_t sum = 0;
    base::in_blocks(std::size_t{0}, counts.size() - 1, base::entries_between_looks, [&](std::size_t first, std::size_t last) {
        for (std::int64_t& count : counts.subspan(first, last - first)) {
            const std::int64_t here = count;
            count = sum;
            sum += here;
        }
    });
    counts.back() = sum;
    return sum;
}

}  // namespace graphblas_gpu::host
