// Rows of a frontier that are too long for one thread.
//
// Idea: a thread that meets a long row in a wide round postpones it. When the other rows are done, all threads share the parts
// of the long rows. Rows are postponed in wide rounds only; a thread that is alone reads every row itself.
#pragma once

#include <graphblas_gpu/base/buffer.hpp>
#include <graphblas_gpu/host/propagate/rounds.hpp>

#include <algorithm>
#include <atomic>

namespace graphblas_gpu::host {

class long_rows {
  public:
    static constexpr row_offset long_from = 4096, part = 1024;  ///< entries

    /// Memory for as many rows as can be long at the same time.
    explicit long_rows(row_offset nvals)
        : rows_(static_cast<std::size_t>(nvals / long_from)), parts_before_(rows_.size() + 1) {}

    /// Puts a row of `size` entries off; returns false if the row is short or there is no room, which there is for each long
    /// row once. Several threads may call this at the same time.
    bool put_off(column_index row, row_offset size) {
        if (size < long_from) return false;
        const std::size_t at = count_.fetch_add(1, std::memory_order_relaxed);
        if (at >= rows_.size()) return false;
        rows_[at] = row;
        return true;
    }

    /// Cuts the postponed rows into parts; returns whether there are any. Called by one thread, while no other puts
    /// off.
    bool cut(const row_offset* offsets) {
        const std::size_t count = std::min(count_.load(std::memory_order_relaxed), rows_.size());
        parts_before_[0] = 0;
        for (std::size_t n = 0; n < count; ++n) {
            const row_offset size = offsets[rows_[n] + std::size_t{1}] - offsets[rows_[n]];
            parts_before_[n + 1] = parts_before_[n] + (size + part - 1) / part;
        }
        cut_rows_ = count;
        count_.store(0, std::memory_order_relaxed);
        taken_.store(0, std::memory_order_relaxed);
        return count > 0;
    }

    /// f(row, begin, end) for each part of the rows that were cut; all threads call this together.
    template <class F>
    void share_parts(const row_offset* offsets, F&& f) {
        const row_offset* const before = parts_before_.data();
        for_each_range<true>(taken_, before[cut_rows_], 1, [&](index p, index) {
            const auto n = static_cast<std::size_t>(std::upper_bound(before, before + cut_rows_ + 1, p) - before - 1);
            const column_index row = rows_[n];
            const row_offset begin = offsets[row] + (p - before[n]) * part;
            f(row, begin, std::min(begin + part, offsets[row + std::size_t{1}]));
        });
    }

  private:
    buffer<column_index> rows_;
    buffer<row_offset> parts_before_;
    std::size_t cut_rows_ = 0;
    alignas(64) std::atomic<std::size_t> count_{0};
    alignas(64) std::atomic<index> taken_{0};
};

}  // namespace graphblas_gpu::host
