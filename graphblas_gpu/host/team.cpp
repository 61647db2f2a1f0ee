#include <graphblas_gpu/host/team.hpp>

#include <algorithm>

namespace graphblas_gpu::host {

namespace {
// Work units (about a nanosecond each) below which waking another thread costs more than it saves.
constexpr std::int64_t work_of_one_wake = 20000;
constexpr index pieces_per_thread = 16;
}  // namespace

team::team(int threads) : scratch_(static_cast<std::size_t>(std::max(threads, 1))) {
    workers_.reserve(static_cast<std::size_t>(std::max(threads - 1, 0)));
    for (int member = 1; member < threads; ++member) workers_.emplace_back([this, member] { work(member); });
}

team::~team() {
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
    }
    wake_.notify_all();
    for (std::thread& worker : workers_) worker.join();
}

void team::run(index chunks, const std::function<void(index, int)>& body) {
    if (chunks <= 0) return;
    progress_.done.store(0, std::memory_order_relaxed);
    progress_.total.store(static_cast<std::uint64_t>(chunks), std::memory_order_relaxed);
    if (workers_.empty() || chunks == 1) {
        failure_ = nullptr;
        body_ = &body;
        chunks_ = chunks;
        next_.store(0, std::memory_order_relaxed);
        take_chunks(0);
        finish();
        return;
    }
    {
        const std::lock_guard lock(mutex_);
        body_ = &body;
        chunks_ = chunks;
        next_.store(0, std::memory_order_relaxed);
        failure_ = nullptr;
        busy_ = static_cast<int>(workers_.size());
        ++generation_;
    }
    wake_.notify_all();
    take_chunks(0);
    std::unique_lock lock(mutex_);
    done_.wait(lock, [this] { return busy_ == 0; });
    finish();
}

void team::finish() {
    body_ = nullptr;
    if (failure_ != nullptr) std::rethrow_exception(std::exchange(failure_, nullptr));
}

void team::work(int member) {
    std::uint64_t seen = 0;
    std::unique_lock lock(mutex_);
    for (;;) {
        wake_.wait(lock, [&] { return stopping_ || generation_ != seen; });
        if (stopping_) return;
        seen = generation_;
        lock.unlock();
        take_chunks(member);
        lock.lock();
        if (--busy_ == 0) done_.notify_one();
    }
}

void team::take_chunks(int member) {
    try {
        for (index chunk = next_.fetch_add(1); chunk < chunks_; chunk = next_.fetch_add(1)) {
            (*body_)(chunk, member);
            progress_.done.fetch_add(1, std::memory_order_relaxed);
        }
    } catch (...) {
        next_.store(chunks_);
        // A kernel that was interrupted left its marks behind.
        scratch_[static_cast<std::size_t>(member)].discard();
        const std::lock_guard lock(mutex_);
        if (failure_ == nullptr) failure_ = std::current_exception();
    }
}

std::vector<index> cut_by_work(std::span<const std::int64_t> work_before, index pieces) {
    const auto rows = static_cast<index>(work_before.size()) - 1;
    pieces = std::clamp<index>(pieces, 1, std::max<index>(rows, 1));
    const std::int64_t total = work_before.back();
    std::vector<index> cuts(static_cast<std::size_t>(pieces) + 1, rows);
    cuts[0] = 0;
    for (index p = 1; p < pieces; ++p) {
        const std::int64_t target = total / pieces * p + total % pieces * p / pieces;
        const auto at = std::lower_bound(work_before.begin(), work_before.end(), target) - work_before.begin();
        cuts[static_cast<std::size_t>(p)] = std::clamp<index>(at, cuts[static_cast<std::size_t>(p) - 1], rows);
    }
    return cuts;
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
    if (team.size() == 1) return 1;
    return std::clamp<index>(work / work_of_one_wake, 1, pieces_per_thread * team.size());
}

void for_ranges(team& team, index rows, std::int64_t work, const std::function<void(index, index, int)>& body) {
    if (rows == 0) return;
    const std::vector<index> cuts = cut_evenly(rows, pieces_for(team, work));
    team.run(static_cast<index>(cuts.size()) - 1, [&](index chunk, int member) {
        const auto c = static_cast<std::size_t>(chunk);
        if (cuts[c] < cuts[c + 1]) body(cuts[c], cuts[c + 1], member);
    });
}

void for_ranges_by_work(team& team, std::span<const std::int64_t> work_before,
                        const std::function<void(index, index, int)>& body) {
    if (work_before.size() <= 1) return;
    const std::vector<index> cuts = cut_by_work(work_before, pieces_for(team, work_before.back()));
    team.run(static_cast<index>(cuts.size()) - 1, [&](index chunk, int member) {
        const auto c = static_cast<std::size_t>(chunk);
        if (cuts[c] < cuts[c + 1]) body(cuts[c], cuts[c + 1], member);
    });
}

std::int64_t exclusive_scan(std::span<std::int64_t> counts) {
    std::int64_t sum = 0;
    for (std::int64_t& count : counts.first(counts.size() - 1)) {
        const std::int64_t here = count;
        count = sum;
        sum += here;
    }
    counts.back() = sum;
    return sum;
}

}  // namespace graphblas_gpu::host
