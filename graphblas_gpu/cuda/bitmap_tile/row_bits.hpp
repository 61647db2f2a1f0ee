// The tiles that C may have and their bitmaps, row of tiles by row of tiles.
#pragma once

#include <graphblas_gpu/cuda/bitmap_tile/tiles.hpp>

namespace graphblas_gpu::cuda::bitmap_tile {

struct whole_tiles;
struct outer_products;

struct united_rows {
    csr places;
    array<tile_bits> bitmaps;  ///< may be 0

    united_rows() = default;
    /// Places without offsets yet.
    united_rows(const engine_ptr& e, const csr_ref& a, const csr_ref& b);
    /// Room for all tiles; sizes of rows are where offsets will be. Waits.
    void allocate(const engine_ptr& e);
};

/// Words of a row of so many columns as bits.
unsigned words_for(index columns);

/// Whether rows of C are narrow enough, and full enough if rows of B are alike, to be laid out as bits.
bool unites_rows(const csr_ref& a, const csr_ref& b, std::int64_t products_of_longest);

/// All pairs of entries of a and b, each a tile or a slice of one. O(pairs + rows of C, as bits), twice. Throws out_of_memory.
/// Waits.
/// @{
united_rows unite_rows(const engine_ptr& e, const csr_ref& a, const csr_ref& b, const whole_tiles& product);
united_rows unite_rows(const engine_ptr& e, const csr_ref& a, const csr_ref& b, const outer_products& product);
/// @}

/// Some rows of C, on the device; all if null.
struct some_rows {
    const std::uint32_t* rows = nullptr;
    unsigned count = 0;
};

/// The two phases for rows with many pairs, if rows of C are narrow enough: sizes, then columns and bitmaps. Do not wait.
/// @{
void count_rows_with_many(CUstream_st* stream, const csr_ref& a, const csr_ref& b, const some_rows& of, row_offset* sizes);
void unite_rows_with_many(CUstream_st* stream, const csr_ref& a, const csr_ref& b, const outer_products& product,
                          const some_rows& of, const united_rows& out);
/// @}

}  // namespace graphblas_gpu::cuda::bitmap_tile
