// The rule for several entries at one position when a matrix or vector is built.
#pragma once

namespace graphblas_gpu {

/// No position may be repeated: building throws invalid_value that names the first repeated position. Any binary operator can
/// be given as the rule instead: it joins the earlier and the later entry, in input order (`second` keeps the last, `plus` adds
/// up).
struct no_duplicates_t {};
/// The rule that no position may be repeated.
inline constexpr no_duplicates_t no_duplicates{};

}  // namespace graphblas_gpu
