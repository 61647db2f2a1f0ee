// Entries that were set one by one and wait to be merged into sorted rows.
//
// Idea: inserting an entry into compressed sparse rows moves all entries and offsets behind it. So new entries are collected in
// a list, in the order in which they were set. When the rows are read the list is sorted by position, of entries at one
// position the last stays, and one pass from the back merges it into the rows in place. SuiteSparse:GraphBLAS calls this
// "pending tuples" (Davis, "Algorithm 1000", ACM TOMS 2019).
#pragma once

#include <cstddef>
#include <cstdint>

#include <graphblas_gpu/formats/csr.hpp>
#include <graphblas_gpu/formats/untyped_csr.hpp>

namespace graphblas_gpu::formats {

/// A list of entries at positions where the rows have none. Code for it is compiled once for all types of values.
class pending_entries {
  public:
    std::size_t size() const noexcept { return entries_.size(); }

    /// Adds an entry behind all others; its value has `value_bytes` bytes, which may be 0. O(1) in the mean over many calls.
    /// Throws out_of_memory; the list is then as it was.
    void add(index i, index j, const void* value, std::size_t value_bytes);

    /// Moves the entries to `a`, whose arrays have room for size() more. The list is empty and without memory then. O(size()
    /// log size() + entries and rows behind the first of them); without the logarithm if they were set row by row.
    void merge_into(untyped_csr& a) noexcept;

  private:
    struct entry {
        std::uint64_t position;  ///< the row in the upper half, the column in the lower half
        std::uint64_t number;    ///< of the value, counted in the order of the calls of add()
    };

    /// By position; of entries at one position only the last one stays.
    void sort() noexcept;
    void merge(index nrows, row_offset* offsets, column_index* columns, std::byte* values,
               std::size_t value_bytes) const noexcept;

    buffer<entry> entries_;
    buffer<std::byte> values_;
    bool ascends_ = true;  ///< each position is greater than the one before it
};

}  // namespace graphblas_gpu::formats
