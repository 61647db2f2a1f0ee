// The entries of each row in groups: entries are in one group if their columns have the same quotient by the number of bits of
// a word.
//
// Idea: columns are ascending, so a group is a run of neighbouring entries. Its first entry is marked, the rank of the mark is
// the number of the group, and the thread of the first entry gathers the bits of the run.
#pragma once

#include <graphblas_gpu/cuda/primitives/entries.cuh>

namespace graphblas_gpu::cuda {

namespace detail {

template <class Word>
inline constexpr column_index group_width = 8 * sizeof(Word);

template <class Word>
struct begins_group {
    csr_ref rows;
    __device__ bool operator()(index i, row_offset p) const {
        return p == rows.offsets[i] || rows.columns[p] / group_width<Word> != rows.columns[p - 1] / group_width<Word>;
    }
};

}  // namespace detail

template <class Word>
class column_groups {
  public:
    /// O(nvals). Waits.
    column_groups(const engine_ptr& e, const csr_ref& rows) : engine_(e), rows_(rows), marks_(e, rows.nvals) {
        rank_ = marks_.add(rows, detail::begins_group<Word>{rows});
        count_ = marks_.count();
    }
    /// The number of groups.
    row_offset count() const { return count_; }
    /// The number of groups before each row, and of all groups.
    array<row_offset> offsets() const {
        array<row_offset> out(engine_, static_cast<std::size_t>(rows_.nrows) + 1);
        row_offset* const to = out.data();
        const row_offset* const entries_before = rows_.offsets;
        const rank_ref rank = rank_;
        for_each(engine_, rows_.nrows + 1, GB_DEVICE_LAMBDA(std::int64_t i) { to[i] = rank(entries_before[i]); });
        return out;
    }
    /// Writes the quotient and the bits of each group, and the offset of its first entry in the row unless `starts` is null.
    /// O(nvals).
    void write(column_index* columns, Word* bits, std::uint32_t* starts = nullptr) const {
        const csr_ref rows = rows_;
        const rank_ref rank = rank_;
        for_each_entry(engine_, rows, GB_DEVICE_LAMBDA(index i, row_offset p) {
            if (!rank.is_marked(p)) return;
            const row_offset to = rank(p), end = rows.offsets[i + 1];
            const column_index column = rows.columns[p] / detail::group_width<Word>;
            std::uint64_t found = 0;
            for (row_offset q = p; q < end && rows.columns[q] / detail::group_width<Word> == column; ++q) {
                found |= std::uint64_t{1} << rows.columns[q] % detail::group_width<Word>;
            }
            columns[to] = column;
            bits[to] = static_cast<Word>(found);
            if (starts != nullptr) starts[to] = static_cast<std::uint32_t>(p - rows.offsets[i]);
        });
    }

  private:
    engine_ptr engine_;
    csr_ref rows_;
    marks marks_;
    rank_ref rank_;
    row_offset count_ = 0;
};

}  // namespace graphblas_gpu::cuda
