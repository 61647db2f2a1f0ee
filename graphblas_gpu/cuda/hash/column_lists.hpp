// Columns that the kernels which count rows leave behind, so that nobody has to find them again.
//
// Idea: the columns of a row are at hand when it has been counted. They go to lists, one behind the other as rows are done,
// in memory of a size that is set beforehand. A row for which there is no room left has no list.
#pragma once

#include <cstdint>

#include <graphblas_gpu/formats/types.hpp>

namespace graphblas_gpu::cuda::hashing {

/// Where lists go.
struct list_keeper {
    /// As the place of a row: it has no list.
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    column_index* columns = nullptr;     ///< null: no lists are wanted
    unsigned parts = 0;                  ///< in which memory is handed out, so that not all of many rows ask the same counter
    std::uint32_t size = 0;              ///< of a part, in columns
    unsigned long long* used = nullptr;  ///< columns asked for of each part
    std::uint32_t* places = nullptr;     ///< of each row, where its list begins; `none` at first
    std::int64_t* left_out = nullptr;    ///< not 0 if a row found no room
};

}  // namespace graphblas_gpu::cuda::hashing
