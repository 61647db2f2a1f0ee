// Rows of one class are grouped by their work.
//
// Idea: rows of a class have about the same size, but some need a hundred times as many multiplications as others. Rows with
// the most work are launched first, so that no single block works on one at the end. If there are too few rows to fill the
// device, each row gets threads in proportion to its work.
#pragma once

#include <graphblas_gpu/base/types.hpp>

#ifndef GB_HD
#include <semirings/types.hpp>
#endif

namespace graphblas_gpu::cuda::hashing {

/// Level 0 has the most work.
inline constexpr int work_levels = 4;
GB_HD constexpr int work_level(index flops) { return flops > 16384 ? 0 : flops > 8192 ? 1 : flops > 2048 ? 2 : 3; }

/// The threads of a block that works on one row of this level. Each thread has at most 32 multiplications, except on level 0.
constexpr unsigned threads_of_level(int level) {
    constexpr unsigned all[work_levels] = {1024, 512, 256, 128};
    return all[level];
}

/// Whether there are too few rows to fill a device with a warp for each row.
constexpr bool are_few(index rows, int multiprocessors) { return rows < 16 * static_cast<index>(multiprocessors); }

}  // namespace graphblas_gpu::cuda::hashing
