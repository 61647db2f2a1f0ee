// One product of two matrices on one device: what it is made of, and the functions that the drivers in operations/device/ call.
//
// Idea: no value type is known here. A product goes through stages, which are plain functions over `product` (stages.hpp): its
// operands are taken, the work is counted, the method is chosen, a symbolic phase counts the entries of every row, so that C is
// allocated once and at its exact size, a numeric phase writes them, and values that are no sums are looked up. product.cpp
// reads as this list. If temporary memory does not suffice, the rows are cut into panels, which are halved until their
// temporary memory fits; a C that does not fit as a whole leaves the device in blocks of rows.
// Source: the two phases are kkSpGEMM's (Deveci, Trott, Rajamanickam).
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <graphblas_gpu/cuda/bitmap_tile/structure.hpp>
#include <graphblas_gpu/cuda/device/rows_to_host.hpp>
#include <graphblas_gpu/cuda/merge/merge.hpp>
#include <graphblas_gpu/cuda/product/heavy_rows.hpp>
#include <graphblas_gpu/cuda/product/recipe.hpp>
#include <graphblas_gpu/cuda/published/bitmap_tile/counting.hpp>
#include <graphblas_gpu/cuda/published/merge/rules.hpp>
#include <graphblas_gpu/cuda/shared/flops.hpp>
#include <graphblas_gpu/cuda/shared/panels.hpp>
#include <graphblas_gpu/cuda/small/small_product.hpp>
#include <graphblas_gpu/planner/device_choice.hpp>
#include <graphblas_gpu/planner/device_costs.hpp>
#include <graphblas_gpu/planner/estimate.hpp>

namespace graphblas_gpu::cuda {

struct gather_lists;

/// Returns a matrix in tiles, which is made at the first call.
using tiles_source = base::shared_function<std::shared_ptr<const tiles>()>;

/// What is multiplied, and with which options.
struct product_task {
    std::string operation;                  ///< the beginning of error messages
    /// the operands in the orientation in which they are multiplied, with values of their own types
    csr_ref a, b;
    base::shared_function<csr_ref()> b_transposed;  ///< returns B', which is made at the first call; it outlives the product
    bool has_cached_transpose = false;
    std::int64_t transposed_entries = 0;  ///< of operands whose transposes were made for this product
    /// The numbers of tiles that are cached with the operands, or 0.
    std::int64_t a_cached_tiles = 0, b_cached_tiles = 0;
    std::int64_t uses = 1;                  ///< products that B was an operand of, this one included
    mask_ref mask;
    bool in_blocks = false;                     ///< rows are made block by block, so that no kernel makes all of them at once
    tiles_source a_tiles, b_tiles, mask_tiles;  ///< for method bitmap_tile; if empty, tiles are made from the rows
    descriptor desc;      ///< the method and its options; a and b are transposed already
    index first_row = 0;  ///< the row of C that row 0 of a makes, where a is a part of a matrix
    /// If a and b are renumbered: the original row of C for each number, and the original k. Values that are positions become
    /// original positions. Null: not renumbered.
    const column_index* original_rows = nullptr;
    const column_index* original_inner = nullptr;
};

/// What the symbolic phase has found out about a product. A plan keeps it, so that products with new values run the numeric
/// phase alone.
struct symbolic_result {
    csr structure;
    array<std::int64_t> flops;
    sum_and_most work;
    row_offset most_nvals = 0;  ///< of the longest row, or more
    bool was_masked = false;    ///< a mask was applied, so entries of A times B may be missing
    std::shared_ptr<const gather_lists> lists;  ///< the products of each entry; null if listing them does not pay
    std::string about_lists;    ///< why products are listed, or why not
    tiles in_tiles;             ///< the structure in tiles, for method bitmap_tile
};

/// The multiplications of a product, and what was found out while they were counted.
struct product_work {
    array<std::int64_t> own_flops;
    const std::int64_t* flops = nullptr;  ///< of each row of A (device): own_flops, or those of a plan
    sum_and_most totals;
    array<row_of_b> b_rows;                      ///< the row of B of each entry of A; empty if they are not listed
    bool is_sampled = false;                     ///< the device has drawn the sample of rows meanwhile
    std::optional<small::unordered_rows> small;  ///< the rows that one kernel has counted and made, until C is made of them
    std::optional<row_offset> small_nvals;       ///< their entries
};

/// The operands in tiles, for method bitmap_tile.
struct operands_in_tiles {
    std::shared_ptr<const tiles> a, b, mask;
    memory a_values, b_values;                     ///< if the operands have other types than the recipe
    tiles_ref a_view, b_view;                      ///< with values of the types of the recipe
    tile_paper::pair_counts pairs;                 ///< of tiles, for lists of them
    std::optional<std::pair<int, int>> exponents;  ///< powers of two that bring A's and B's values into the range of fp16
};

/// One product, as its stages fill it in.
struct product {
    /// Counts the multiplications and, unless the product is small, chooses the method. Throws unsupported, out_of_memory.
    product(const engine_ptr& engine, product_task what, product_recipe how);
    /// The same for operands whose symbolic phase has run already. `symbolic` must outlive this product. The task's mask is
    /// ignored.
    product(const engine_ptr& engine, product_task what, product_recipe how, const symbolic_result& symbolic);
    product(const product&) = delete;
    product& operator=(const product&) = delete;

    /// Whether one kernel has counted and made the product (cuda/small/). Choice and estimates are then known when one of the
    /// functions below has been called.
    bool is_small() const { return work.small_nvals.has_value(); }
    /// Whether the caller has asked for no method, variant or precision.
    bool chooses_freely() const;
    /// Whether the method is this one; has_tile_lists and is_bhsparse: in the variant of a paper.
    /// @{
    bool is_tiled() const { return choice.method == method::bitmap_tile; }
    bool has_tile_lists() const { return task.desc.tile_variant != tile_variant::automatic; }
    bool is_merged() const { return choice.method == method::merge; }
    bool is_bhsparse() const { return task.desc.merge_variant != merge_variant::automatic; }
    /// @}
    /// Whether kernels of the user's own can add up the merged terms, so that none is looked up afterwards, and whether they
    /// do.
    /// @{
    bool can_merge_by_own() const;
    bool is_merged_by_own() const { return is_merged() && can_merge_by_own(); }
    /// @}
    /// Whether whole rows are computed, of which the entries of an admitting mask are kept: method dense and the variants of
    /// hash, if the caller names them, have no other kernels.
    bool keeps_admitted() const {
        return task.mask.admits_only() && (choice.method == method::dense || task.desc.variant != hash_variant::automatic);
    }
    /// Whether the method finds sizes, columns and values in one pass: tiles, merging, and products under a mask that admits
    /// only its entries.
    bool is_in_one_pass() const { return is_tiled() || is_merged() || task.mask.admits_only(); }
    /// The type of the values that kernels write: the semiring's, or that of the least k; none if they write structure alone.
    type_code kernel_value_type() const;
    row_range all_rows() const { return {0, task.a.nrows}; }

    engine_ptr e;
    product_task task;
    product_recipe recipe;
    const symbolic_result* known = nullptr;  ///< of a plan; null: this product runs its symbolic phase itself

    // Operands.
    memory a_values, b_values, b_transposed_values;  ///< in the types of the recipe, if the operands have other types
    bool has_values = false;                         ///< whether the values of task.a and task.b have the types of the recipe
    operands_in_tiles in_tiles;
    // Work.
    product_work work;
    // Choice.
    planner::product_facts facts;
    planner::choice choice;
    bool in_order = false;                ///< method hash adds the terms of each entry in ascending k
    bool structure_by_tiles = false;      ///< for method hash, where the structure is made before the values
    planner::method_estimates estimates;  ///< what every method is expected to cost; empty if the method was named
    bool makes_tiles = false;             ///< tiles of an operand are not cached
    double temporary_bytes = 0;
    double output_bytes = 0;
    std::int64_t estimated_bytes = 0;
    // What the phases have done.
    std::int64_t panels = 1;  ///< into which the rows were cut
    bool compressed = false;  ///< the symbolic phase ran on compressed columns
    row_offset most_nvals = 0;
    /// Of a C that did not fit, so that its rows need not be counted again: where they begin and the end, by a method with two
    /// phases; how many entries there are, by a method with one.
    /// @{
    array<row_offset> row_offsets;
    std::optional<row_offset> counted_nvals;
    /// @}
    std::optional<heavy_rows> heavy;  ///< of panel heavy_range
    row_range heavy_range{};
    merge_paper::memory_use lists;  ///< of the panel of bhSPARSE that took most
};

/// C under the mask, with values as the recipe says. O(multiplications + nvals(C) log row). Throws out_of_memory.
csr multiply(product& p);
/// The structure of C.
csr structure_of(product& p);
/// The number of entries of C; C is not allocated.
row_offset count_entries(product& p);
/// The entries of C reduced to one value; nothing if there are none. C is not allocated as a whole.
std::optional<base::scalar_value> fold(product& p, const product_fold& reduction);
/// C in blocks of rows for host memory, also if it is larger than the device: only the operands, two blocks and what computing
/// one of them takes must fit.
/// @{
/// The number of entries. It may take a symbolic phase, which the blocks make use of.
row_offset count_for_blocks(product& p);
/// Computes the blocks, after count_for_blocks(), and sends each while the next one is computed. A block takes at most
/// `max_bytes` unless it is one row, or one of tiles; 0: as many as suit the device. Throws out_of_memory for a row that does
/// not fit, and what the receiver throws.
void multiply_in_blocks(product& p, bool structure_only, std::int64_t max_bytes, rows_to_host& to);
/// @}
/// Runs the symbolic phase alone. It may change the method.
symbolic_result run_symbolic_phase(product& p);

}  // namespace graphblas_gpu::cuda
