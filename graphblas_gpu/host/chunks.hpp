// Chunks of rows that are computed in any order and placed one behind the other: what written_rows (rows.hpp) hands out.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstring>
#include <thread>
#include <vector>

#include <graphblas_gpu/host/rows.hpp>

namespace graphblas_gpu::host {

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
class staged_chunks {
  public:
    /// `value_bytes`: of a value; 0 for structure alone.
    explicit staged_chunks(std::size_t value_bytes) : value_bytes_(value_bytes) {}

    /// Results are built in chunks of about this many bytes: small enough to stay in a cache until they are copied.
    static constexpr std::int64_t chunk_bytes = 1 << 19;
    /// Working memory of one thread, and what it may grow to for a single chunk: no more than the chunk is large gets
    /// touched. A chunk that needs yet more waits for its start and is written in place.
    static constexpr std::int64_t room_bytes = 1 << 24;
    static constexpr std::int64_t most_room_bytes = std::int64_t{1} << 31;
    /// Bytes of an entry.
    static constexpr std::int64_t entry_bytes(std::size_t value_bytes) {
        return static_cast<std::int64_t>(sizeof(column_index) + value_bytes);
    }
    /// Whether a chunk of up to `entries` can be staged; with a margin for alignment.
    static constexpr bool fits(row_offset entries, std::size_t value_bytes) {
        return entries <= (most_room_bytes - 128) / entry_bytes(value_bytes);
    }

    struct chunk {
        index number, first, last;
        column_index* columns;
        std::byte* values;
        row_offset size;
    };

    /// Room for a chunk of up to `entries`, for which fits() holds; false if what is staged leaves none.
    bool prepare(scratch& memory, row_offset entries, chunk& out) {
        if (waiting_.empty()) used_ = 0;
        const std::size_t columns_bytes = rounded(static_cast<std::size_t>(entries) * sizeof(column_index));
        const std::size_t values_bytes = rounded(static_cast<std::size_t>(entries) * value_bytes_);
        const std::size_t needed = columns_bytes + values_bytes;
        if (used_ > 0 && used_ + needed > static_cast<std::size_t>(room_bytes)) return false;
        const std::size_t size = std::max(needed, static_cast<std::size_t>(room_bytes));
        std::byte* const room = memory.get<std::byte>(scratch::raw::staged, size) + used_;
        out.columns = reinterpret_cast<column_index*>(room);
        out.values = room + columns_bytes;
        used_ += needed;
        return true;
    }
    void keep(const chunk& c) { waiting_.push_back(c); }

    /// Moves the chunks whose start is known into the result, all of them if `wait`; false if one failed elsewhere.
    bool place(formats::untyped_csr& out, const chunk_starts& starts, bool wait) {
        std::size_t placed = 0;
        for (; placed < waiting_.size(); ++placed) {
            const chunk& c = waiting_[placed];
            const row_offset start = wait ? starts.wait(c.number) : starts.peek(c.number);
            if (start == chunk_starts::unknown) break;
            for (index i = c.first; i < c.last; ++i) out.offsets[static_cast<std::size_t>(i) + 1] += start;
            const auto count = static_cast<std::size_t>(c.size);
            if (count == 0) continue;
            std::memcpy(out.columns.data() + start, c.columns, count * sizeof(column_index));
            if (value_bytes_ > 0) {
                std::memcpy(out.values.data() + static_cast<std::size_t>(start) * value_bytes_, c.values, count * value_bytes_);
            }
        }
        waiting_.erase(waiting_.begin(), waiting_.begin() + static_cast<std::ptrdiff_t>(placed));
        return waiting_.empty() || !wait;
    }

  private:
    static constexpr std::size_t rounded(std::size_t bytes) { return (bytes + 63) / 64 * 64; }

    std::size_t value_bytes_;
    std::vector<chunk> waiting_;
    std::size_t used_ = 0;
};

}  // namespace graphblas_gpu::host
