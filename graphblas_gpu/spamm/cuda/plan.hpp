// Norms of tiles, thresholds and lists on a device: what happens before block products, and to their result.
#pragma once

#include <graphblas_gpu/spamm/cuda/blocks.hpp>
#include <graphblas_gpu/spamm/formats/spamm_request.hpp>

#include <optional>
#include <vector>

namespace graphblas_gpu::cuda {

using engine_ptr = std::shared_ptr<engine>;

namespace block_product {

/// A matrix, or consecutive rows of one, as kernels read it.
struct operand {
    index nrows = 0;
    index ncols = 0;
    block_type type = block_type::float64;
    row_offset count = 0;           ///< blocks
    const double* norms = nullptr;  ///< of the first of its blocks, and of those behind it
    const void* values = nullptr;
    array<int> at;  ///< rows x columns of blocks: where each block is, counted from the first one; -1 where there is none
};
/// The matrix, or its rows of blocks first .. last - 1, whose blocks are begin .. end - 1. The matrix must outlive the operand.
/// @{
operand operand_of(const engine_ptr& e, const blocks& a);
operand rows_of(const engine_ptr& e, const blocks& a, index first, index last, row_offset begin, row_offset end);
/// @}

/// The norms of tiles of A and B, for a walk along k: a[tile row * inner + k], b[tile column * inner + k].
struct norm_maps {
    array<double> a, b;
    index tile_rows = 0, tile_columns = 0, inner = 0;
    index tiles() const { return tile_rows * tile_columns; }
};
norm_maps norms_of_tiles(const engine_ptr& e, const operand& a, const operand& b, index side);

/// Lower bounds of products of norms for tiles of C: one for all, or one each.
struct thresholds {
    array<double> values;  ///< one, or one for each tile of C; none if `value` is known to the host
    bool is_each = false;
    double value = 0;
};
/// The product of norms of which `wanted` are not smaller; more if several are equal to it.
thresholds tau_for(const engine_ptr& e, const norm_maps& norms, std::int64_t wanted, tau_search search);
/// The thresholds of all levels for an error bound. `rounding` gets what rounding the factors of the last level may change.
std::array<thresholds, 3> thresholds_for_bound(const engine_ptr& e, const norm_maps& norms,
                                               const formats::spamm_request& request, double* rounding);

/// The lists of one level, each of a tile of C or of a group of tiles, as product.hpp describes them.
struct tile_lists {
    array<unsigned> lengths;
    array<column_index> ks;  ///< list n begins at n * room
    index room = 0;  ///< that each list has: all ks, or, where lists with every k would be large, the length of the longest
    array<unsigned> order;   ///< of all lists, longest first
    std::int64_t count = 0;  ///< of lists that are not empty
};
/// The lists of all levels, the blocks of C with their values not yet written, and the facts. C has blocks in every tile that
/// has a product or a block of `addend`. A list of level l is that of group_sides[l] x group_sides[l] tiles, 1 or 2; 0: no
/// lists are made of this level. Waits.
struct planned_block {
    std::array<tile_lists, 3> lists;
    blocks c;
    array<int> c_at;
    formats::spamm_facts facts;
};
planned_block make_lists(const engine_ptr& e, const norm_maps& norms, const std::array<thresholds, 3>& from,
                         const formats::spamm_request& request, const std::array<index, 3>& group_sides, index nrows,
                         index ncols, block_type type, const std::optional<operand>& addend, const double* tau,
                         const double* rounding);

/// C = beta times `addend`; `at` says where its blocks are. Queued.
void set_to_multiple(const engine_ptr& e, blocks& c, const array<int>& at, double beta, const operand& addend);
/// Sets is_present[tile] to whether a tile of `side` x `side` blocks has a block. Queued.
void find_tiles(const engine_ptr& e, const operand& a, index side, const array<bool>& is_present);

/// The products that each row of tiles of C has in all levels, from the thresholds of the first one. Waits.
std::vector<std::int64_t> products_of_tile_rows(const engine_ptr& e, const norm_maps& norms, const thresholds& from);

/// The values of a pool times `scale`, rounded to another type.
memory converted_pool(const engine_ptr& e, const operand& a, block_type type, double scale);
/// The largest norm that is finite. Waits.
double largest_finite_norm(const engine_ptr& e, const operand& a);
/// Takes out the blocks whose norm is below `least`; `dropped` gets a bound of the norm of what they hold. Waits.
blocks without_small_blocks(const engine_ptr& e, blocks&& a, double least, double& dropped);

}  // namespace block_product
}  // namespace graphblas_gpu::cuda
