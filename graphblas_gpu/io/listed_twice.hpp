// Needs: entries as a file lists them, with the mirror images of a symmetric one behind them.
// Idea: files list entries in an order as a rule, by rows or by columns, and then one look at neighbours is enough; entries in
// another order are sorted.
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

/// The first entry that was listed before, if there is one. `mirrored`: each entry off the diagonal is followed by its mirror
/// image, which the file does not list; then (i, j) and (j, i) are the same position. O(entries), by radix sort.
std::optional<listed_twice> find_listed_twice(const coordinates& entries, bool mirrored);

}  // namespace graphblas_gpu::io
