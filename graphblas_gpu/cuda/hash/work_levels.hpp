// Rows of one class told apart by their work.
//
// Idea: rows of a class have results of about the same size, but some cost a hundred times more than others. The long
// ones come first, so that no block is left to do one alone at the end; and where there are too few rows to fill the
// device, each gets threads by its work.
#pragma once

#include <graphblas_gpu/formats/types.hpp>

#ifndef GB_HD
#include <semirings/types.hpp>
#endif

namespace graphblas_gpu::cuda::hashing {

/// Levels count from the most work down.
inline constexpr int work_levels = 4;
GB_HD constexpr int work_level(index flops) { return flops > 16384 ? 0 : flops > 8192 ? 1 : flops > 2048 ? 2 : 3; }

/// Threads for a row of that level which a block has for itself: at most 32 multiplications each, but of the most work.
constexpr unsigned threads_of_level(int level) {
    constexpr unsigned all[work_levels] = {1024, 512, 256, 128};
    return all[level];
}

/// Fewer rows than this do not fill a device by a warp each.
constexpr bool are_few(index rows, int multiprocessors) { return rows < 16 * static_cast<index>(multiprocessors); }

}  // namespace graphblas_gpu::cuda::hashing
