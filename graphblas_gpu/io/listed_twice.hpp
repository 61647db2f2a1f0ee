// Needs: entries as a file lists them; in a symmetric file each mirror image follows its entry.
// Idea: most files list entries sorted by rows or by columns. Then comparing consecutive entries is enough. Entries in any
// other order are sorted.
#pragma once

#include <graphblas_gpu/formats/coordinates.hpp>

#include <cstddef>
#include <optional>

namespace graphblas_gpu::io {

/// Two entries of a file at the same position, counted from 0.
struct listed_twice {
    std::size_t first;
    std::size_t again;
};

/// The first entry whose position was listed before, if there is one. `mirrored`: each entry off the diagonal is followed by
/// its mirror image, which is not in the file; then (i, j) and (j, i) are one position. O(entries), by radix sort.
std::optional<listed_twice> find_listed_twice(const coordinates& entries, bool mirrored);

}  // namespace graphblas_gpu::io
