// Which products of tiles an approximate product computes, and in which precision: lists of k for each tile of C.
//
// Idea: C is cut into tiles of 32, 64 or 128 rows and columns, k into slabs of 32. The product of a tile of A, tile x 32, and
// one of B, 32 x tile, has a norm of at most the product p of their norms, so that the error of a tile of C is at most the sum
// of the p of the products that are left out. A rule gives each tile of C thresholds of p. A product below the first threshold
// is left out, and between two thresholds it is computed in the precision of that level. Source: SpAMM (Challacombe, Bock), in
// the flat form of cuSpAMM (Liu et al.); the thresholds from an error bound are our own.
#pragma once

#include <graphblas_gpu/host/threads/team.hpp>
#include <graphblas_gpu/spamm/formats/spamm_request.hpp>

#include <vector>

namespace graphblas_gpu::host {

/// The ks of tile t of C are ks[offsets[t] .. offsets[t + 1]), ascending.
struct spamm_lists {
    std::vector<row_offset> offsets;
    std::vector<column_index> ks;
};

struct spamm_plan {
    index tile_rows = 0;  ///< of C
    index tile_columns = 0;
    index inner = 0;  ///< slabs of k
    std::array<spamm_lists, 3> lists;
    formats::spamm_facts facts;
};

/// The root of the sum of the squares of numbers >= 0, however large or small they are; infinite if one of them is.
double root_of_squares(const std::vector<double>& numbers);

/// Throws invalid_value if the rounding of the only precision is beyond the bound that is asked for. O(tiles of C * slabs).
spamm_plan plan_spamm(team& team, const formats::dense_blocks& a, const formats::dense_blocks& b,
                      const formats::spamm_request& request);

/// The product that was planned, times alpha, and beta times `addend` if that is not null. Precisions below that of the values
/// are emulated: factors are rounded, sums are in float.
formats::dense_blocks spamm_product(team& team, const formats::dense_blocks& a, const formats::dense_blocks& b,
                                    const formats::dense_blocks* addend, const formats::spamm_request& request,
                                    spamm_plan& plan);

}  // namespace graphblas_gpu::host
