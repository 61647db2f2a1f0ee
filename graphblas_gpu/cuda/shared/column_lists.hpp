// Lists of the columns of rows, which the counting kernels write so that the columns need not be found a second time.
//
// Idea: when a row has been counted, its columns are in shared memory. They are appended to a list in device memory whose size
// is set beforehand; lists follow each other in the order in which rows are finished. A row that finds no room has no list.
#pragma once

#include <cstdint>

#include <graphblas_gpu/base/types.hpp>

namespace graphblas_gpu::cuda::hashing {

/// The memory that kernels write lists of columns to.
struct column_list_writer {
    /// The value of list_offsets[r] if row r has no list.
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    column_index* columns = nullptr;     ///< null: no lists are wanted
    /// memory is handed out in this many parts, so that rows do not all wait for one atomic counter
    unsigned parts = 0;
    std::uint32_t size = 0;                 ///< columns in a part
    unsigned long long* used = nullptr;     ///< for each part: the number of columns that were asked for
    std::uint32_t* list_offsets = nullptr;  ///< for each row: the offset of its list; `none` at first
    std::int64_t* left_out = nullptr;       ///< set to 1 if a row found no room
};

}  // namespace graphblas_gpu::cuda::hashing
