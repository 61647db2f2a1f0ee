// Building a matrix row by row when only a bound on each row's size is known.
//
// Idea: rows are computed in chunks of consecutive rows, and every chunk starts in the result where the one before it ends.
// A chunk whose start is known is written in place; one that is ahead of its predecessor stays in working memory until its
// start is there, while its thread goes on. So a matrix is made in one pass, without a symbolic phase, without gaps to
// close, and nobody waits. The arrays of the result are as large as the bounds at first, but memory that nobody touches
// costs nothing. Every operation but the hash product goes through here.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstring>
#include <functional>
#include <optional>
#include <thread>
#include <vector>

#include <graphblas_gpu/formats/csr.hpp>
#include <graphblas_gpu/host/team.hpp>

namespace graphblas_gpu::host {

/// The work before row i, from numbers or from a function.
template <class Work>
std::int64_t work_at(const Work& work_before, index i) {
    if constexpr (std::is_invocable_v<const Work&, index>) return work_before(i);
    else return work_before[static_cast<std::size_t>(i)];
}

/// As cut_by_work, with numbers that need not be stored anywhere. O(pieces log rows).
template <class Work>
std::vector<index> cut_rows(index rows, const Work& work_before, index pieces) {
    pieces = std::clamp<index>(pieces, 1, std::max<index>(rows, 1));
    const std::int64_t total = work_at(work_before, rows);
    std::vector<index> cuts(static_cast<std::size_t>(pieces) + 1, rows);
    cuts[0] = 0;
    for (index p = 1; p < pieces; ++p) {
        const std::int64_t target = total / pieces * p + total % pieces * p / pieces;
        index low = cuts[static_cast<std::size_t>(p) - 1], high = rows;
        while (low < high) {
            const index middle = low + (high - low) / 2;
            if (work_at(work_before, middle) < target) low = middle + 1;
            else high = middle;
        }
        cuts[static_cast<std::size_t>(p)] = low;
    }
    return cuts;
}

/// Where each of a sequence of chunks starts, as their sizes become known in any order.
class chunk_starts {
  public:
    static constexpr row_offset unknown = -1;

    explicit chunk_starts(index chunks)
        : sizes_(static_cast<std::size_t>(chunks)), starts_(static_cast<std::size_t>(chunks) + 1) {
        for (auto& size : sizes_) size.store(unknown, std::memory_order_relaxed);
        for (auto& start : starts_) start.store(unknown, std::memory_order_relaxed);
        starts_[0].store(0, std::memory_order_relaxed);
    }

    /// The start of the chunk, or unknown.
    row_offset peek(index chunk) const { return starts_[static_cast<std::size_t>(chunk)].load(std::memory_order_acquire); }

    /// Waits for the start; unknown if a chunk failed. Chunks are taken in order, so all before this one are being worked on.
    row_offset wait(index chunk) const {
        for (int spins = 0; peek(chunk) == unknown && !failed_.load(std::memory_order_relaxed); ++spins) {
            if (spins > spins_before_yield) std::this_thread::yield();
        }
        return peek(chunk);
    }

    /// Says how large a chunk is. Whoever closes a gap in the sizes works out the starts behind it.
    void set_size(index chunk, row_offset size) {
        sizes_[static_cast<std::size_t>(chunk)].store(size, std::memory_order_seq_cst);
        while (size_of_next() != unknown && !advancing_.test_and_set(std::memory_order_seq_cst)) {
            auto at = static_cast<std::size_t>(next_.load(std::memory_order_relaxed));
            for (; at < sizes_.size(); ++at) {
                const row_offset here = sizes_[at].load(std::memory_order_seq_cst);
                if (here == unknown) break;
                starts_[at + 1].store(starts_[at].load(std::memory_order_relaxed) + here, std::memory_order_release);
            }
            next_.store(static_cast<index>(at), std::memory_order_seq_cst);
            advancing_.clear(std::memory_order_seq_cst);
            // A size that came in since is met by the loop's own look, here or on its thread.
        }
    }

    /// Ends all waiting, when a chunk's size will never be known.
    void fail() { failed_.store(true, std::memory_order_relaxed); }

  private:
    static constexpr int spins_before_yield = 2000;

    row_offset size_of_next() const {
        const auto at = static_cast<std::size_t>(next_.load(std::memory_order_seq_cst));
        return at < sizes_.size() ? sizes_[at].load(std::memory_order_seq_cst) : unknown;
    }

    std::vector<std::atomic<row_offset>> sizes_;
    std::vector<std::atomic<row_offset>> starts_;
    std::atomic<index> next_{0};  ///< the first chunk whose end is not worked out
    std::atomic_flag advancing_;
    std::atomic<bool> failed_{false};
};

/// Chunks that one thread has computed ahead of their starts, in its working memory.
template <class T>
class staged_chunks {
    using stored = formats::stored<T>;
    static constexpr bool with_values = !std::is_void_v<T>;

  public:
    /// Results are built in chunks of about this many bytes: small enough to stay in a cache until they are copied.
    static constexpr std::int64_t chunk_bytes = 1 << 19;
    /// Working memory of one thread, and what it may grow to for a single chunk: no more than the chunk is large gets
    /// touched. A chunk that needs yet more waits for its start and is written in place.
    static constexpr std::int64_t room_bytes = 1 << 24;
    static constexpr std::int64_t most_room_bytes = std::int64_t{1} << 31;
    static constexpr std::int64_t entry_bytes = sizeof(column_index) + (with_values ? sizeof(stored) : 0);
    /// Whether a chunk of up to `entries` can be staged; with a margin for alignment.
    static constexpr bool fits(row_offset entries) { return entries * entry_bytes + 128 <= most_room_bytes; }

    struct chunk {
        index number, first, last;
        column_index* columns;
        stored* values;
        row_offset size;
    };

    /// Room for a chunk of up to `entries`, for which fits() holds; false if what is staged leaves none.
    bool prepare(scratch& memory, row_offset entries, chunk& out) {
        if (waiting_.empty()) used_ = 0;
        const std::size_t columns_bytes = rounded(static_cast<std::size_t>(entries) * sizeof(column_index));
        const std::size_t values_bytes = with_values ? rounded(static_cast<std::size_t>(entries) * sizeof(stored)) : 0;
        const std::size_t needed = columns_bytes + values_bytes;
        if (used_ > 0 && used_ + needed > static_cast<std::size_t>(room_bytes)) return false;
        const std::size_t size = std::max(needed, static_cast<std::size_t>(room_bytes));
        std::byte* const room = memory.get<std::byte>(scratch::raw::staged, size) + used_;
        out.columns = reinterpret_cast<column_index*>(room);
        out.values = reinterpret_cast<stored*>(room + columns_bytes);
        used_ += needed;
        return true;
    }
    void keep(const chunk& c) { waiting_.push_back(c); }

    /// Moves the chunks whose start is known into the result, all of them if `wait`; false if one failed elsewhere.
    bool place(csr<T>& out, const chunk_starts& starts, bool wait) {
        std::size_t placed = 0;
        for (; placed < waiting_.size(); ++placed) {
            const chunk& c = waiting_[placed];
            const row_offset start = wait ? starts.wait(c.number) : starts.peek(c.number);
            if (start == chunk_starts::unknown) break;
            for (index i = c.first; i < c.last; ++i) out.offsets[static_cast<std::size_t>(i) + 1] += start;
            const auto count = static_cast<std::size_t>(c.size);
            if (count == 0) continue;
            std::memcpy(out.columns.data() + start, c.columns, count * sizeof(column_index));
            if constexpr (with_values) {
                std::memcpy(static_cast<void*>(out.values.data() + start), c.values, count * sizeof(stored));
            }
        }
        waiting_.erase(waiting_.begin(), waiting_.begin() + static_cast<std::ptrdiff_t>(placed));
        return waiting_.empty() || !wait;
    }

  private:
    static constexpr std::size_t rounded(std::size_t bytes) { return (bytes + 63) / 64 * 64; }

    std::vector<chunk> waiting_;
    std::size_t used_ = 0;
};

/// A matrix whose row i is written by worker(i, columns, values) -> number of entries, at most bound[i + 1] - bound[i];
/// `values` is null for T = void. make_worker(member) gives the worker of a thread, which computes rows in any number of
/// runs. `work_before` balances the threads: the work of all rows before row i, as nrows + 1 numbers or as a function of i.
template <class T, class Work, class MakeWorker>
csr<T> build_rows(team& team, index nrows, index ncols, std::span<const row_offset> bound, const Work& work_before,
                  MakeWorker&& make_worker) {
    using stored = formats::stored<T>;
    using staging = staged_chunks<T>;
    constexpr bool with_values = !std::is_void_v<T>;

    csr<T> out;
    out.nrows = nrows;
    out.ncols = ncols;
    const row_offset capacity = bound[static_cast<std::size_t>(nrows)];
    out.offsets = buffer<row_offset>(static_cast<std::size_t>(nrows) + 1);
    out.offsets[0] = 0;
    out.columns = buffer<column_index>(static_cast<std::size_t>(capacity));
    out.values = buffer<stored>(with_values ? static_cast<std::size_t>(capacity) : 0);

    index pieces = pieces_for(team, work_at(work_before, nrows));
    if (pieces > 1) pieces = std::max<index>(pieces, capacity * staging::entry_bytes / staging::chunk_bytes);
    const std::vector<index> cuts = cut_rows(nrows, work_before, pieces);
    const auto chunks = static_cast<index>(cuts.size()) - 1;
    // Chunks that wait in working memory are placed after the region.
    const team::turn turn = team.take_turn();
    chunk_starts starts(chunks);
    struct alignas(64) own {  // a line of its own, since workers count as they go
        std::optional<decltype(make_worker(0))> worker;
        staging staged;
    };
    std::vector<own> members(static_cast<std::size_t>(team.size()));

    const auto run_chunk = [&](index number, int member) {
        own& mine = members[static_cast<std::size_t>(member)];
        typename staging::chunk c{number, cuts[static_cast<std::size_t>(number)], cuts[static_cast<std::size_t>(number) + 1],
                                  nullptr, nullptr, 0};
        const row_offset room = bound[static_cast<std::size_t>(c.last)] - bound[static_cast<std::size_t>(c.first)];
        row_offset start = starts.peek(number);
        if (start == chunk_starts::unknown) {
            const bool fits = staging::fits(room);
            if (!fits || !mine.staged.prepare(team.own_scratch(member), room, c)) {
                if (!mine.staged.place(out, starts, true)) return;
                if (fits) mine.staged.prepare(team.own_scratch(member), room, c);
                else if ((start = starts.wait(number)) == chunk_starts::unknown) return;
            }
        }
        const bool in_place = start != chunk_starts::unknown;
        if (in_place) {
            c.columns = out.columns.data() + start;
            if (with_values) c.values = out.values.data() + start;
        }

        if (!mine.worker) mine.worker.emplace(make_worker(member));
        for (index i = c.first; i < c.last; ++i) {
            c.size += (*mine.worker)(i, c.columns + c.size, with_values ? c.values + c.size : nullptr);
            out.offsets[static_cast<std::size_t>(i) + 1] = (in_place ? start : 0) + c.size;
        }
        starts.set_size(number, c.size);
        if (!in_place) mine.staged.keep(c);
        mine.staged.place(out, starts, false);
    };
    team.run(chunks, [&](index number, int member) {
        try {
            run_chunk(number, member);
        } catch (...) {
            starts.fail();
            throw;
        }
    });
    for (own& member : members) member.staged.place(out, starts, true);

    const auto total = static_cast<std::size_t>(out.offsets[static_cast<std::size_t>(nrows)]);
    out.columns.shrink(total);
    if constexpr (with_values) out.values.shrink(total);
    return out;
}

/// The same for a worker that needs no state, with the bounds as the work.
template <class T, class Worker>
csr<T> build_rows(team& team, index nrows, index ncols, std::span<const row_offset> bound, Worker&& worker) {
    const auto work_before = [&](index i) { return bound[static_cast<std::size_t>(i)] + i; };
    return build_rows<T>(team, nrows, ncols, bound, work_before, [&](int) { return std::ref(worker); });
}

/// Bounds for build_rows: the exclusive scan of bound_of(i).
template <class F>
buffer<row_offset> scan_bounds(index nrows, F&& bound_of) {
    buffer<row_offset> bound(static_cast<std::size_t>(nrows) + 1);
    for (index i = 0; i < nrows; ++i) bound[static_cast<std::size_t>(i)] = bound_of(i);
    exclusive_scan({bound.data(), bound.size()});
    return bound;
}

}  // namespace graphblas_gpu::host
