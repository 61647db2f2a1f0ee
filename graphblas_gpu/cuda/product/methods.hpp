// What the methods compute with a semiring K of kernel_semiring.cuh.
//
// Idea: whoever runs a method needs these declarations and no kernel. The definitions stand in the header named beside each of
// them. The library compiles them for its own semirings (instances/), and a caller's source for a semiring of the caller's own
// (cuda.cuh).
#pragma once

#include <optional>

#include <graphblas_gpu/cuda/bitmap_tile/paper/counting.hpp>
#include <graphblas_gpu/cuda/bitmap_tile/tiles.hpp>
#include <graphblas_gpu/cuda/dense/rules.hpp>
#include <graphblas_gpu/cuda/hash/paper/options.hpp>
#include <graphblas_gpu/cuda/masked/parts.hpp>
#include <graphblas_gpu/cuda/masked/strategy.hpp>
#include <graphblas_gpu/cuda/merge/merge.hpp>
#include <graphblas_gpu/cuda/product/types.hpp>

namespace graphblas_gpu::cuda {

struct gather_lists;

/// Writes columns (ascending) and values of the rows of A B, sizes being known: hash/numeric.cuh. Time: one pass over the
/// products, two where windows are sparse. Memory: 13 bytes a row, 8 a row of B. Waits at most once.
template <class K>
void hash_rows(const engine_ptr& e, const K& k, const product_rows& in, const product_output& out);

/// Columns and values of `count` rows of the product, of which `rows` (device; null: 0 .. count - 1) has the numbers in the
/// panel, where out.offsets says: dense/dense.cuh. Values alone if out.columns_known, columns alone if out.values is null.
/// Waits once. Cost: a compare-and-swap in shared memory a multiplication, and for ranks a bit; in windows a load and a store.
/// Memory and errors as dense_row_sizes.
template <class K>
void dense_rows(const engine_ptr& e, const K& k, const product_rows& in, const product_output& out, const std::uint32_t* rows,
                index count);

namespace dense {

/// dense_rows under given limits.
template <class K>
void rows_with_values(const engine_ptr& e, const K& k, const product_rows& in, const limits& by, const product_output& out,
                      const std::uint32_t* rows, index count);

}  // namespace dense

/// C = A (+).(x) B under in.mask, which admits only its entries: row i of the mask gives row i - in.first_row of C
/// (masked/masked_product.cuh). B transposed helps where it is at hand (offsets null otherwise). `how`: method::hash pushes,
/// method::dot takes dot products, automatic chooses by counted work. Floating-point sums differ in order from run to run.
/// Temporary memory: a place and a flag for each entry of the mask, and at most 40 bytes for each entry of a part.
/// Throws unsupported for dot without B transposed; out_of_memory.
template <class K>
csr masked_product(const engine_ptr& e, const K& k, const product_rows& in, const csr_ref& b_transposed, const masked_strategy& how);

namespace masked {

/// Adds the products of a part to its entries' sums.
template <class K>
void add_part(const engine_ptr& e, const K& k, const part& p, const product_rows& in, const csr_ref& b_transposed,
              const masked_strategy& how, typename K::accumulator* sums, std::uint8_t* is_hit);

}  // namespace masked

/// The sum, under the semiring's own monoid, of all entries of A (+).(x) B under in.mask, which admits only its entries;
/// nothing if there is no entry (masked/fold.cuh). Arguments and errors as of masked_product; no memory is taken for entries of
/// the mask where products are counted or dot products taken. Waits.
template <class K>
std::optional<typename K::value> fold_masked(const engine_ptr& e, const K& k, const product_rows& in, const csr_ref& b_transposed,
                                             const masked_strategy& how);

/// u' A if `from_left` (the vector is the left factor), else A u, as one row of `size` columns: masked/vector_product.cuh.
///
/// Pulling, `rows` has a row for every output, with the positions of u that reach it; pushing, a row for every position of u,
/// with the outputs that it reaches. `u` is 1 x n, the mask 1 x size, complemented or not. `first_suffices`: the first term in
/// the order of positions is the sum (any, or the smallest position), so that pulling may stop at it. Floating-point sums
/// differ in order from run to run. O(size + look-ups) pushing; pulling O(rows admitted + look-ups + n). Waits for the number
/// of entries.
template <class K>
csr vector_product(const engine_ptr& e, const K& k, const csr_ref& rows, const csr_ref& u, bool from_left, const mask_ref& mask,
                   bool pull, index size, bool first_suffices = false);

/// values[c] = entry c of the product that the lists are of: product/gathered.cuh. Does not wait.
template <class K>
void gather_values(const engine_ptr& e, const K& k, const csr_ref& a, const csr_ref& b, const gather_lists& lists,
                   typename K::value* values);

/// values[p] for each entry of C, whose tiles are among those of A B; values of A and B have the semiring's types:
/// bitmap_tile/values.cuh. By slices where A has columns and B rows. Does not wait.
template <class K>
void tile_values(const engine_ptr& e, const K& k, const tiles_ref& a, const tiles_ref& b, const tiles_ref& c,
                 typename K::value* values);

/// tile_values by slices: rows that are long take blocks, and `tiles_a_piece` tiles of C at a time at most.
template <class K>
void tile_values_by_slices(const engine_ptr& e, const K& k, const tiles_ref& a, const tiles_ref& b, const tiles_ref& c,
                           typename K::value* values, unsigned tiles_a_piece);

namespace tile_paper {

/// The values of C's tiles, in their order: bitmap_tile/paper/values.cuh. Values of A and B are of the semiring's types, or null
/// where it does not read them.
template <class K>
void tile_values(const engine_ptr& e, const K& k, const tiles_ref& a, const tiles_ref& b, const tiles_ref& c,
                 const tasks_ref& tasks, typename K::value* values);

}  // namespace tile_paper

namespace paper {

/// Rows of the panel, written as `out` says: hash/paper/numeric.cuh. Without columns_known it needs memory for two copies of the
/// panel's entries. Errors: unsupported for a mask that admits only its entries; out_of_memory.
template <class K>
void rows(const engine_ptr& e, const K& k, const product_rows& p, const product_output& out, const options& wanted,
          phase_report* report = nullptr);

}  // namespace paper
}  // namespace graphblas_gpu::cuda
