// Random bits that differ from process to process, for hash tables: an input cannot be made for a hash that nobody can predict.
//
// Idea: the bits are drawn on the first call. No result may depend on them, only the time that a table takes.
// Source: Crosby, Wallach, "Denial of service via algorithmic complexity attacks" (2003).
#pragma once

#include <array>
#include <cstdint>

namespace graphblas_gpu::base {

/// 128 random bits, the same on every call of a process. Threads may call it at the same time.
const std::array<std::uint64_t, 2>& process_seed();

}  // namespace graphblas_gpu::base
