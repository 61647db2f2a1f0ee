// The product of listed tiles, in one precision.
#pragma once

#include <graphblas_gpu/cuda/device/engine.hpp>
#include <graphblas_gpu/spamm/formats/spamm_request.hpp>

#include <memory>

namespace graphblas_gpu::cuda::block_product {

/// An entry of the list of one tile is k. An entry of the list of a group of 2 x 2 tiles has, from bit k_bits on, a bit for
/// each tile of the group in the order of rows: whether the tile has a product at k.
inline constexpr unsigned k_bits = 28;

/// What a kernel reads and writes. Sides are counted in blocks; positions of blocks in a pool are -1 where there is no block.
struct lists_of_tiles {
    const void* a;  ///< pools of factors
    const void* b;
    index a_count;  ///< blocks in the pools
    index b_count;
    const int* a_at;  ///< rows x inner
    const int* b_at;  ///< inner x columns
    const int* c_at;  ///< rows x columns; there is a block wherever a tile has a product
    index rows;
    index inner;
    index columns;
    index tile_columns;         ///< tiles of C in a row of tiles
    const unsigned* lengths;    ///< of lists
    const column_index* ks;     ///< list n begins at n * room
    index room;
    const unsigned* order;  ///< of all lists; those that are not empty come first
    void* c;
    bool c_is_double;
    bool adds;        ///< to what C holds
    double unscale;   ///< sums are multiplied by it
    double* c_norms;  ///< of the blocks of C; null: not wanted. Not with `adds`
};

/// C = or += the listed products; `side` of the tiles of C is 64 or 128, `tiles` the number of lists in `order`, each of one
/// tile. Queued. Norms are written in fp64 and, by warpgroups, where C is of float.
/// @{
void multiply_fp64(const std::shared_ptr<engine>& e, index side, std::int64_t tiles, const lists_of_tiles& lists);
void multiply_fp32(const std::shared_ptr<engine>& e, index side, std::int64_t tiles, const lists_of_tiles& lists);
void multiply_tf32(const std::shared_ptr<engine>& e, index side, std::int64_t tiles, const lists_of_tiles& lists);
void multiply_bf16(const std::shared_ptr<engine>& e, index side, std::int64_t tiles, const lists_of_tiles& lists);
void multiply_fp16(const std::shared_ptr<engine>& e, index side, std::int64_t tiles, const lists_of_tiles& lists);
/// @}

/// The same for `groups` lists of groups of 2 x 2 tiles of 128, on devices of compute capability 9.0, in all precisions but
/// fp64.
bool has_warpgroups(const std::shared_ptr<engine>& e);
void multiply_by_warpgroups(const std::shared_ptr<engine>& e, spamm_precision precision, std::int64_t groups,
                            const lists_of_tiles& lists);

}  // namespace graphblas_gpu::cuda::block_product
