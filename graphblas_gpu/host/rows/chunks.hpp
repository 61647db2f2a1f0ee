// Chunks of rows that are computed in any order and stored one after the other: what written_rows (rows.hpp) is made of.
//
// Idea: a chunk of rows starts in the result where the chunk before it ends. chunk_starts computes the starts from the sizes of
// the chunks, which become known in any order. A thread that finishes a chunk before its start is known keeps it in
// staged_chunks, in its own scratch, and copies it into the result later.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstring>
#include <thread>
#include <vector>

#include <graphblas_gpu/host/rows/rows.hpp>

namespace graphblas_gpu::host {

/// The start of every chunk of a sequence; the sizes of chunks become known in any order.
class chunk_starts {
  public:
    static constexpr row_offset unknown = -1;

    explicit chunk_starts(index chunks)
        : sizes_(static_cast<std::size_t>(chunks)), starts_(static_cast<std::size_t>(chunks) + 1) {
        for (auto& size : sizes_) size.store(unknown, std::memory_order_relaxed);
        for (auto& start : starts_) start.store(unknown, std::memory_order_relaxed);
        starts_[0].store(0, std::memory_order_relaxed);
    }

    /// The start of the chunk if it is known already, else unknown.
    row_offset start_if_known(index chunk) const {
        return starts_[static_cast<std::size_t>(chunk)].load(std::memory_order_acquire);
    }

    /// Waits until the start is known. Returns unknown if a chunk failed. It does not block forever: chunks are handed out in
    /// order, so all chunks before this one are being computed.
    row_offset wait(index chunk) const {
        for (int spins = 0; start_if_known(chunk) == unknown && !failed_.load(std::memory_order_relaxed); ++spins) {
            if (spins > spins_before_yield) std::this_thread::yield();
        }
        return start_if_known(chunk);
    }

    /// Stores the size of a chunk. If it was the smallest chunk whose size was missing, this thread computes the starts that
    /// are known now.
    void set_size(index chunk, row_offset size) {
        sizes_[static_cast<std::size_t>(chunk)].store(size, std::memory_order_seq_cst);
        while (size_of_next() != unknown && !advancing_.test_and_set(std::memory_order_seq_cst)) {
            auto c = static_cast<std::size_t>(next_.load(std::memory_order_relaxed));
            for (; c < sizes_.size(); ++c) {
                const row_offset here = sizes_[c].load(std::memory_order_seq_cst);
                if (here == unknown) break;
                starts_[c + 1].store(starts_[c].load(std::memory_order_relaxed) + here, std::memory_order_release);
            }
            next_.store(static_cast<index>(c), std::memory_order_seq_cst);
            advancing_.clear(std::memory_order_seq_cst);
            // A size that was stored since then is seen by the condition of this loop, or by that of the thread that stored it.
        }
    }

    /// Ends all waiting. It is called when a chunk fails, because its size will never be known.
    void fail() { failed_.store(true, std::memory_order_relaxed); }

  private:
    static constexpr int spins_before_yield = 2000;

    row_offset size_of_next() const {
        const auto c = static_cast<std::size_t>(next_.load(std::memory_order_seq_cst));
        return c < sizes_.size() ? sizes_[c].load(std::memory_order_seq_cst) : unknown;
    }

    std::vector<std::atomic<row_offset>> sizes_;
    std::vector<std::atomic<row_offset>> starts_;
    std::atomic<index> next_{0};  ///< the first chunk whose end has not been computed
    std::atomic_flag advancing_;
    std::atomic<bool> failed_{false};
};

/// The chunks that one thread has computed before their starts were known, in its scratch.
class staged_chunks {
  public:
    /// `value_bytes`: the size of a value, 0 for structure alone.
    explicit staged_chunks(std::size_t value_bytes) : value_bytes_(value_bytes) {}

    /// The size of a chunk in bytes, about: small enough that a chunk stays in a cache until it is copied.
    static constexpr std::int64_t chunk_bytes = 1 << 19;
    /// The scratch for the chunks of one thread, and the most that it may grow to for a single chunk; only as much as the chunk
    /// needs is touched. A chunk that needs more than that waits for its start and is written in place.
    static constexpr std::int64_t room_bytes = 1 << 24;
    static constexpr std::int64_t max_room_bytes = std::int64_t{1} << 31;
    /// The size of an entry in bytes.
    static constexpr std::int64_t entry_bytes(std::size_t value_bytes) {
        return static_cast<std::int64_t>(sizeof(column_index) + value_bytes);
    }
    /// Whether a chunk of up to `entries` entries can be staged; 128 bytes are left for alignment.
    static constexpr bool fits(row_offset entries, std::size_t value_bytes) {
        return entries <= (max_room_bytes - 128) / entry_bytes(value_bytes);
    }

    struct chunk {
        index number, first, last;
        column_index* columns;
        std::byte* values;
        row_offset size;
    };

    /// Reserves scratch for a chunk of up to `entries` entries, for which fits() holds. Returns false if the chunks that are
    /// staged already leave too little.
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

    /// Copies the chunks whose start is known into the result. If `wait` is set, it waits for the starts of all of this
    /// thread's chunks, and returns false if a chunk of any thread failed.
    bool copy_ready(formats::untyped_csr& out, const chunk_starts& starts, bool wait) {
        std::size_t copied = 0;
        for (; copied < waiting_.size(); ++copied) {
            const chunk& c = waiting_[copied];
            const row_offset start = wait ? starts.wait(c.number) : starts.start_if_known(c.number);
            if (start == chunk_starts::unknown) break;
            for (index i = c.first; i < c.last; ++i) out.offsets[static_cast<std::size_t>(i) + 1] += start;
            const auto count = static_cast<std::size_t>(c.size);
            if (count == 0) continue;
            std::memcpy(out.columns.data() + start, c.columns, count * sizeof(column_index));
            if (value_bytes_ > 0) {
                std::memcpy(out.values.data() + static_cast<std::size_t>(start) * value_bytes_, c.values, count * value_bytes_);
            }
        }
        waiting_.erase(waiting_.begin(), waiting_.begin() + static_cast<std::ptrdiff_t>(copied));
        return waiting_.empty() || !wait;
    }

  private:
    static constexpr std::size_t rounded(std::size_t bytes) { return (bytes + 63) / 64 * 64; }

    std::size_t value_bytes_;
    std::vector<chunk> waiting_;
    std::size_t used_ = 0;
};

}  // namespace graphblas_gpu::host
