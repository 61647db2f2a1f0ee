// The tiles that C may have and their bitmaps, row of tiles by row of tiles.
#pragma once

#include <graphblas_gpu/cuda/bitmap_tile/tiles.hpp>

#include <optional>

namespace graphblas_gpu::cuda::bitmap_tile {

struct whole_tiles;
struct outer_products;

struct tile_bitmaps {
    csr structure;
    array<tile_bits> bitmaps;  ///< a bitmap may be 0: the tile is empty

    tile_bitmaps() = default;
    /// The sizes of the structure are set, and memory for its offsets is allocated.
    tile_bitmaps(const engine_ptr& e, const csr_ref& a, const csr_ref& b);
    /// Turns the sizes of rows, which are in the offsets' memory, into offsets, and allocates memory for all tiles. Waits.
    void allocate(const engine_ptr& e);
};

/// The words of a bitmap with a bit for each of `columns` columns.
unsigned words_for(index columns);

/// Whether all rows of C are built as bitmaps, estimated as if all rows of B had the same length (builds_rows_as_bitmaps in
/// rules.hpp).
bool builds_rows_as_bitmaps(const csr_ref& a, const csr_ref& b, std::int64_t products_of_longest);

/// ORs the products of all pairs of entries of a and b, which are tiles or slices. All pairs and all words of the bitmaps
/// are visited twice. Throws out_of_memory. Waits.
/// @{
tile_bitmaps or_products(const engine_ptr& e, const csr_ref& a, const csr_ref& b, const whole_tiles& product);
tile_bitmaps or_products(const engine_ptr& e, const csr_ref& a, const csr_ref& b, const outer_products& product);
/// @}

/// The numbers of some rows of C, on the device; null: all rows.
struct some_rows {
    const std::uint32_t* rows = nullptr;
    unsigned count = 0;
};

/// The two phases for rows with many pairs, by large blocks: sizes, then columns and bitmaps. Do not wait.
/// @{
void count_rows_with_many(CUstream_st* stream, const csr_ref& a, const csr_ref& b, const some_rows& selection,
                          row_offset* sizes);
void or_rows_with_many(CUstream_st* stream, const csr_ref& a, const csr_ref& b, const outer_products& product,
                       const some_rows& selection, const tile_bitmaps& out);
/// @}

/// As or_products, for slices. Returns nothing if other kernels are better (sorts_pairs in rules.hpp). O(pairs log row). Throws
/// out_of_memory. Waits.
std::optional<tile_bitmaps> sort_pairs(const engine_ptr& e, const csr_ref& a, const csr_ref& b, const outer_products& product);

}  // namespace graphblas_gpu::cuda::bitmap_tile
