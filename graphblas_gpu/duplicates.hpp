// What to do with several entries at one position when a matrix or vector is built.
#pragma once

namespace graphblas_gpu {

/// As the rule for duplicates: building throws invalid_value that names the first repeated position. Any binary operator is
/// a rule too: it joins the earlier and the later entry, in input order (`second` keeps the last, `plus` adds up).
struct no_duplicates_t {};
/// The one value of its type.
inline constexpr no_duplicates_t no_duplicates{};

}  // namespace graphblas_gpu
