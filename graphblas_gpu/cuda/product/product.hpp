// The product of two matrices on one device, as a whole: it counts the work, chooses the method, and runs the phases of the
// method on panels of rows. The drivers in operations/device/ call it.
//
// Idea: no value type is known here. The symbolic phase counts every row, so C is allocated once and at its exact size; then
// the numeric phase writes into it. If temporary memory does not suffice, the rows are cut into panels, which are halved until
// their temporary memory fits; only C itself must fit as a whole.
//
// product.cpp has the two phases of hash and dense, product_choice.cpp the choice of method, product_values.cpp the methods of
// one pass, folds, and values that are looked up, tile_*.cpp method bitmap_tile. All of them call kernels through recipe_.run.
// Source: the two phases are kkSpGEMM's (Deveci, Trott, Rajamanickam).
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <graphblas_gpu/cuda/bitmap_tile/paper/counting.hpp>
#include <graphblas_gpu/cuda/bitmap_tile/structure.hpp>
#include <graphblas_gpu/cuda/bitmap_tile/tensor/strategy.hpp>
#include <graphblas_gpu/cuda/merge/merge.hpp>
#include <graphblas_gpu/cuda/product/flops.hpp>
#include <graphblas_gpu/cuda/product/heavy_rows.hpp>
#include <graphblas_gpu/cuda/product/panels.hpp>
#include <graphblas_gpu/cuda/product/product_sample.hpp>
#include <graphblas_gpu/cuda/product/recipe.hpp>
#include <graphblas_gpu/cuda/small/small_product.hpp>
#include <graphblas_gpu/planner/device_choice.hpp>
#include <graphblas_gpu/planner/device_costs.hpp>
#include <graphblas_gpu/planner/estimate.hpp>

namespace graphblas_gpu::cuda {

struct counted_rows;

/// Returns a matrix in tiles, which is made at the first call.
using tiles_source = formats::shared_function<std::shared_ptr<const tiles>()>;

/// What is multiplied, and with which options.
struct product_task {
    std::string operation;                  ///< the beginning of error messages
    /// the operands in the orientation in which they are multiplied, with values of their own types
    csr_ref a, b;
    formats::shared_function<csr_ref()> b_transposed;  ///< returns B', which is made at the first call; it outlives the product
    bool has_cached_transpose = false;
    std::int64_t transposed_entries = 0;  ///< of operands whose transposes were made for this product
    /// The numbers of tiles that are cached with the operands, or 0.
    std::int64_t a_cached_tiles = 0, b_cached_tiles = 0;
    std::int64_t uses = 1;                  ///< products that B was an operand of, this one included
    mask_ref mask;
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

class product {
  public:
    /// Counts the multiplications and, unless the product is small, chooses the method. Throws unsupported, out_of_memory.
    product(const engine_ptr& e, product_task task, product_recipe recipe);
    /// The same for operands whose symbolic phase has run already. `symbolic` must outlive this product. The task's mask is
    /// ignored.
    product(const engine_ptr& e, product_task task, product_recipe recipe, const symbolic_result& symbolic);
    product(const product&) = delete;
    product& operator=(const product&) = delete;

    /// C under the mask, with values as the recipe says. O(multiplications + nvals(C) log row). Throws out_of_memory.
    csr compute();
    /// The structure of C.
    csr structure();
    /// The number of entries of C; C is not allocated.
    row_offset nvals();
    /// The entries of C reduced to one value; nothing if there are none. C is not allocated as a whole.
    std::optional<formats::scalar_value> fold(const product_fold& by);
    /// Runs the symbolic phase alone. It may change the method.
    symbolic_result symbolic();

    /// The choice and the estimates of a small product are known when one of the functions above has been called.
    const planner::choice& choice() const { return choice_; }
    /// What every method is expected to cost; empty if the method was named.
    const planner::method_estimates& estimates() const { return estimates_; }
    std::int64_t flops() const { return work_.sum; }
    std::int64_t estimated_bytes() const { return estimated_bytes_; }
    /// The number of panels into which the rows were cut.
    std::int64_t panels() const { return panels_; }
    /// Whether one kernel has counted and made the product (cuda/small/).
    bool is_small() const { return small_nvals_.has_value(); }
    /// Whether the symbolic phase ran on compressed columns.
    bool is_compressed() const { return compressed_; }

  private:
    using range = row_range;

    /// Counts the multiplications of every row. May draw the sample of rows at the same time, or make a small product.
    void count_work();
    /// Whether the product may be a small one, as far as sizes tell.
    bool may_be_small() const;
    /// Chooses the method and estimates memory. For a small product, whose kernels need neither, this is done when the last of
    /// them is queued, so that they do not wait for the host.
    void decide();
    void choose();
    /// Whether the caller has asked for no method, variant or precision.
    bool chooses_freely() const;
    /// Whether times are predicted: the method is free and its costs for this semiring are known.
    bool is_predicted() const;
    planner::device_product_facts sizes() const;  ///< what is known without a sample
    void predict();  ///< fills estimates_
    void choose_by_prediction();
    /// The sample of rows. It is drawn now if it was not drawn while the work was counted.
    product_sample sampled();
    /// Takes method merge if it is expected to be faster for a semiring of the user's own over 16 bytes.
    void choose_merging();
    void estimate(planner::device_bytes bytes);
    range all() const { return {0, task_.a.nrows}; }
    product_rows rows_of(range r) const;  ///< the arguments of kernels for these rows
    /// Casts the values of A and B to the types that the semiring reads.
    void take_values();
    /// The panels that so many rows are cut into at first.
    std::int64_t first_pieces(index rows) const;

    /// Rows r of C by the chosen method, with values as kernels write them: finished() makes those of the recipe. Structure
    /// alone if type is none.
    csr made(range r, type_code type);
    /// The two phases of methods hash and dense. The symbolic phase counts the entries of each row (count_rows), a scan turns
    /// these sizes into offsets (set_size), and the numeric phase writes columns and values (write_rows). `counted`: what the
    /// symbolic phase leaves for the numeric phase.
    /// @{
    csr made_in_two_phases(range r, type_code type);
    csr unsized(range r) const;  ///< rows whose offsets are allocated and not yet written
    void count_rows(range r, row_offset* sizes, counted_rows* counted = nullptr);
    void set_size(csr& c);
    csr sized(range r, counted_rows* counted);  ///< rows with offsets, without entries
    void allocate_entries(csr& c, row_offset nvals, type_code type) const;
    void write_rows(csr& c, range r, bool columns_known, const counted_rows* counted = nullptr);
    void write_panel(const product_rows& rows, const product_output& out);
    /// The heavy rows among `rows`, for method hash; kept until other rows are asked for.
    const heavy_rows& heavy_of(const product_rows& rows);
    /// The structure by method hash, whose symbolic phase caches the columns that it finds.
    csr structure_at_once(range r);
    /// @}
    /// The structure by method hash, then the values by dot products under it.
    csr made_by_dot(range r, type_code type);
    bool is_merged() const { return choice_.method == method::merge; }
    /// Whether rows are merged as in the paper, by variant bhsparse.
    bool is_bhsparse() const { return task_.desc.merge_variant != merge_variant::automatic; }
    /// Whether kernels of the user's own can add up the merged terms, so that none is looked up afterwards, and whether they
    /// do.
    /// @{
    bool can_merge_by_own() const;
    bool is_merged_by_own() const { return is_merged() && can_merge_by_own(); }
    /// @}
    csr merged_panel(range r, type_code type);
    /// The numeric phase alone, for a product whose symbolic_result is given.
    csr numeric(type_code type);
    /// Lists the products of each entry of C, if later executions of the plan gain by it.
    void list_products(symbolic_result& symbolic);
    /// Under a mask that admits only its entries. A method that is still automatic becomes the one that the kernels take.
    csr masked_panel(range r, type_code type);
    /// Whether whole rows are computed, of which the entries of such a mask are kept: method dense and the variants of hash,
    /// if the caller names them, have no other kernels.
    bool keeps_admitted() const {
        return task_.mask.admits_only() &&
               (choice_.method == method::dense || task_.desc.variant != graphblas_gpu::hash_variant::automatic);
    }
    csr admitted_panel(range r, type_code type);

    /// Methods that find sizes, columns and values in one pass: tiles, merging, and products under a mask that admits only its
    /// entries. Rows r are made as a whole. If memory does not suffice, they are counted first and made in panels of whole
    /// units; a unit is a row, or for tiles a row of tiles.
    /// @{
    bool is_in_one_pass() const { return is_tiled() || is_merged() || task_.mask.admits_only(); }
    csr made_in_one_pass(range r, type_code type);
    csr panel_in_one_pass(range r, type_code type);
    row_offset count_in_one_pass(range r);
    row_offset count_in_panels(range units, std::int64_t pieces);
    index unit() const { return is_tiled() ? formats::tile_side : 1; }
    range units_of(range rows) const;
    range rows_of_units(range units) const;
    /// @}

    /// Functions of method bitmap_tile; see tile_product.cpp. Their ranges of rows are whole rows of tiles.
    /// @{
    bool is_tiled() const { return choice_.method == method::bitmap_tile; }
    /// The multiplications of an average pair of the operands' tiles.
    static double products_of_average(const tiles& a, const tiles& b);
    /// The tensor-core strategy, which is the same for all panels.
    bitmap_tile::tensor_strategy tensor_strategy_of(const tiles& a, const tiles& b) const;
    /// Whether values are computed from whole tiles, not from slices.
    bool reads_whole_tiles(const tiles& a, const tiles& b) const;
    void take_tiles();
    void take_mask_tiles();
    tiles tiles_of(range r);
    csr rows_from_tiles(tiles&& c, range r, type_code type);
    csr numeric_of_tiles(type_code type);  ///< numeric() and symbolic() of this method
    symbolic_result symbolic_of_tiles();
    /// Writes the values of a C in tiles, by tensor cores if they are faster; see tile_values.cpp.
    void write_tile_values(const tiles_ref& a, const tiles_ref& c, void* values);
    void write_truth(const tiles_ref& a, const tiles_ref& c, bool* values);
    void write_mixed_values(const tiles_ref& a, const tiles_ref& c, float* values);
    void choose_exponents();
    int exponent_for_halves_of(const char* operand, const tiles_ref& m) const;
    /// @}

    /// Functions of method bitmap_tile with lists of pairs of tiles, as in the papers; see tile_lists.cpp.
    /// @{
    bool has_tile_lists() const { return task_.desc.tile_variant != tile_variant::automatic; }
    /// Counts the pairs of tiles; returns the memory that a list of all of them takes. Waits.
    double count_list_bytes();
    tile_paper::counted_tiles listed(range r);
    void write_listed_values(const tile_paper::counted_tiles& made, void* values);
    csr rows_from_list(range r, type_code type);
    /// @}
    csr_ref b_transposed(bool with_values);
    /// C with the values that the recipe wants, from those that kernels have written.
    csr finished(csr&& made, range r);
    /// The type of the values that kernels write: the semiring's, or that of the least k; none if they write structure alone.
    type_code kernel_value_type() const;

    engine_ptr e_;
    product_task task_;
    product_recipe recipe_;
    const symbolic_result* symbolic_ = nullptr;  ///< of a plan; null: this product runs its symbolic phase itself
    array<std::int64_t> own_flops_;
    array<row_of_b> b_rows_;                ///< the row of B of each entry of A; empty if they are not listed
    const std::int64_t* flops_ = nullptr;  ///< of each row: own_flops_, or those of the plan
    sum_and_most work_;
    memory a_values_, b_values_, bt_values_;  // values in the types of the recipe, if the operands have other types
    std::shared_ptr<const tiles> a_tiles_, b_tiles_, mask_tiles_;
    memory a_tile_values_, b_tile_values_;
    tile_paper::pair_counts pairs_;           // pairs of tiles
    tiles_ref a_in_tiles_, b_in_tiles_;       // with values of the types of the recipe
    std::optional<std::pair<int, int>> exponents_;  // powers of two that bring A's and B's values into the range of fp16
    bool has_values_ = false;                 // whether the values of task_.a and task_.b have the types of the recipe
    planner::product_facts facts_;
    planner::choice choice_;
    planner::method_estimates estimates_;
    std::optional<small::unordered_rows> small_;  ///< the rows that one kernel has counted and made, until C is made of them
    std::optional<row_offset> small_nvals_;  ///< their entries
    bool is_sampled_ = false;    ///< the device draws the sample of rows while it counts
    bool makes_tiles_ = false;   ///< tiles of an operand are not cached
    double temporary_bytes_ = 0;
    double output_bytes_ = 0;
    std::int64_t estimated_bytes_ = 0;
    std::int64_t panels_ = 1;
    std::optional<heavy_rows> heavy_;  ///< of panel heavy_range_
    range heavy_range_{};
    bool compressed_ = false;
    merge_paper::memory_use lists_;  // of the panel of bhSPARSE that took most
    row_offset most_nvals_ = 0;
};

}  // namespace graphblas_gpu::cuda
