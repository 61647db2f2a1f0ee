// The constants that tune method `dense` on a device: how wide windows and panels are, and which rows blocks share.
//
// Idea: as hash/policy.hpp. The rules that apply them are in rules.hpp; limits_for() (structure.cu) makes the limits of a
// product from them.
#pragma once

#include <graphblas_gpu/base/types.hpp>

#include <cstdint>

namespace graphblas_gpu::cuda {

struct dense_policy {
    // Windows, which a warp sums: bytes of the sums of the columns, or of their flags if the structure alone is wanted.
    static constexpr index small_window_bytes = 2048, window_bytes = 8192;
    static constexpr index small_flag_window_bytes = 1024, flag_window_bytes = 4096;
    static constexpr std::int64_t window_flops = 32768;  ///< a warp does not sum rows with more multiplications
    static constexpr unsigned window_threads = 256, copied_threads = 256;

    // Panels, which a block sums.
    static constexpr index min_span = 1024;                      ///< columns, at least, if blocks share a row
    static constexpr index panel_bytes = 65536;                  ///< of the sums of the columns
    static constexpr index max_bit_columns = 64 * 1024 * 8;      ///< of a panel without sums
    static constexpr unsigned threads = 512, bit_threads = 256;  ///< with sums, and without
    static constexpr unsigned scratch_bytes = 8192;              ///< the queue during a sweep, lists of columns afterwards
    static constexpr unsigned queue_rows = 256;                  ///< rows of B that the queue holds at a time
    static constexpr int products_at_once = 4;                   ///< products of a lane whose loads are in flight together
    /// Each row of B counts as this many additional steps, however short it is, because its first products have to come from
    /// memory. (R-MAT 18 squared on an H200: 25.4 ms without, 24.1 with two, 24.2 with five.)
    static constexpr unsigned steps_to_begin = 2;

    // Blocks share a row with many multiplications, so that the device has enough work: each part has at least so many. If
    // there are rows for all blocks of this many a multiprocessor, a row is shared from full_split_flops on.
    static constexpr std::int64_t min_split_flops = 2048, full_split_flops = 65536;
    static constexpr std::int64_t blocks_a_multiprocessor = 8, parts_a_block = 3;

    // Terms that are added in ascending k: threads of a block, and the units whose loads are in flight together, for panels and
    // for ranks. (A block of 512 threads for both, on an H200: R-MAT 18 squared, by ranks, 58.5 ms for 72.0; R-MAT 16, by
    // panels, 15.7 for 14.5.)
    static constexpr unsigned threads_in_order = 256, units_ahead = 8;
    static constexpr unsigned large_threads_in_order = 512, large_units_ahead = 4;
    static constexpr std::int64_t rank_flops_in_order = std::int64_t{1} << 40;  ///< as rank_flops

    // Sums by rank. A row has at most this many panels, at which its parts end, and columns in its range; ranks are faster than
    // panels with at most rank_flops multiplications a panel.
    static constexpr index max_rank_cells = 64, max_rank_columns = 262144;
    static constexpr index max_rank_slots = 65535, rank_slots_step = 1024;
    static constexpr std::int64_t rank_flops = 4096;
    static constexpr unsigned large_threads = 1024;
    static constexpr index bytes_of_variables = 2048;  ///< of a block that sums by rank
    /// With panels, each row of B is looked at once for each panel. By rank, it is looked at twice, and each product costs half
    /// as much again. Looking at a row of B takes as long as this many products.
    static constexpr std::int64_t products_of_a_look = 128;
    /// From this number of panels on, looking at the rows of B for each panel may cost more than ranks do.
    static constexpr index many_panels = 8;

    static constexpr unsigned survey_threads = 256;  ///< of a block that looks at rows before they are cut
    static constexpr index long_row = 4096;          ///< entries of A; longer rows are looked at by a block
    static constexpr std::int64_t bits_part = 128;   ///< cached bits take at most one part of this many of the device's memory
};

namespace dense {
using policy = dense_policy;
}

}  // namespace graphblas_gpu::cuda
