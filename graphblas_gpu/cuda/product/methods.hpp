// What the methods compute with a semiring K (kernel_semiring.cuh).
//
// Idea: code that runs a method needs only these declarations, and no kernel. The definitions are in the header that is named
// with each of them. The library compiles them for its own semirings (instances/), and a user's source compiles them for the
// user's own (cuda.cuh).
#pragma once

#include <optional>

#include <graphblas_gpu/cuda/bitmap_tile/tiles.hpp>
#include <graphblas_gpu/cuda/dense/rules.hpp>
#include <graphblas_gpu/cuda/dot/pairs.hpp>
#include <graphblas_gpu/cuda/dot/strategy.hpp>
#include <graphblas_gpu/cuda/hash/paper/options.hpp>
#include <graphblas_gpu/cuda/merge/merge.hpp>
#include <graphblas_gpu/cuda/merge/paper/rules.hpp>
#include <graphblas_gpu/cuda/product/types.hpp>

namespace graphblas_gpu::cuda {

struct gather_lists;
namespace small {
struct task;
}

/// Writes columns (ascending) and values of the rows of A B, whose sizes are known: hash/numeric.cuh. Time: one pass over the
/// products, or two for ranked windows and wide rows. Memory: 13 bytes a row, and 8 bytes a row of B. Waits at most once.
template <class K>
void hash_rows(const engine_ptr& e, const K& k, const product_rows& in, const product_output& out);

/// Writes columns and values of `count` rows of the product at out.offsets: dense/dense.cuh. `rows` (device) has their numbers
/// in the panel; null: 0 .. count - 1. Only values are written if out.columns_known, and only columns if out.values is null.
/// Waits once. Cost: a compare-and-swap in shared memory for each multiplication, and a bit in addition for ranks; in windows a
/// load and a store. Memory and errors as for dense::row_sizes.
template <class K>
void dense_rows(const engine_ptr& e, const K& k, const product_rows& in, const product_output& out, const std::uint32_t* rows,
                index count);

namespace dense {

/// dense_rows under given limits.
template <class K>
void rows_with_values(const engine_ptr& e, const K& k, const product_rows& in, const limits& by, const product_output& out,
                      const std::uint32_t* rows, index count);

}  // namespace dense

/// Starts the kernel of a small product (small/small_product.cuh) with so many blocks, which all run at the same time, and so
/// much shared memory for each. Does not wait.
template <class K>
void small_product(const engine_ptr& e, const K& k, const small::task& t, unsigned blocks, std::size_t shared_bytes);

/// C = A (+).(x) B under in.mask, which admits only its entries: dot/masked_product.cuh. Row i of the mask is row i -
/// in.first_row of C. B' is used if it is available (its offsets are not null). `strategy` is read and written, see
/// dot/strategy.hpp. The order of floating-point sums differs from run to run. Temporary
/// memory: a sum and a flag for each entry of the mask, and at most 40 bytes for each entry of a part. Throws unsupported for
/// dot without B'; out_of_memory.
template <class K>
csr masked_product(const engine_ptr& e, const K& k, const product_rows& in, const csr_ref& b_transposed, method& strategy);

namespace masked {

/// Adds the products of a part to the sums of its entries.
template <class K>
void add_part(const engine_ptr& e, const K& k, const part& p, const product_rows& in, const csr_ref& b_transposed,
              method& strategy, typename K::accumulator* sums, std::uint8_t* is_hit);

}  // namespace masked

/// The sum, under the semiring's own monoid, of all entries of A (+).(x) B under in.mask, which admits only its entries;
/// nothing if there is no entry (dot/fold.cuh). Arguments and errors as for masked_product. No memory is allocated for the
/// entries of the mask if products are counted or dot products taken. Waits.
template <class K>
std::optional<typename K::value> fold_masked(const engine_ptr& e, const K& k, const product_rows& in,
                                             const csr_ref& b_transposed, method& strategy);

/// u' A if `from_left` (the vector is the left factor), else A u, as one row of `size` columns: dot/vector_product.cuh.
///
/// In a pull, `rows` has a row for every output, with the positions of u that reach it. In a push, it has a row for every
/// position of u, with the outputs that it reaches. `u` is 1 x n, and the mask is 1 x size, complemented or not.
/// `first_suffices`: the first term in the order of positions is the sum (any, or the smallest position), so that a pull may
/// stop there. The order of floating-point sums differs from run to run. A push takes O(size + look-ups), a pull O(rows
/// admitted + look-ups + n). Waits for the number of entries.
template <class K>
csr vector_product(const engine_ptr& e, const K& k, const csr_ref& rows, const csr_ref& u, bool from_left, const mask_ref& mask,
                   bool pull, index size, bool first_suffices = false);

/// values[c] = the value of entry c of the product that is listed: product/gathered.cuh. Does not wait.
template <class K>
void gather_values(const engine_ptr& e, const K& k, const csr_ref& a, const csr_ref& b, const gather_lists& lists,
                   typename K::value* values);

/// values[p] for each entry of C, whose tiles are among those of A B: bitmap_tile/values.cuh. Values of A and B have the
/// semiring's types. Slices are used if A has columns and B has rows. Does not wait.
template <class K>
void tile_values(const engine_ptr& e, const K& k, const tiles_ref& a, const tiles_ref& b, const tiles_ref& c,
                 typename K::value* values);

/// tile_values by slices: blocks take the long rows, at most `tiles_a_piece` tiles of C at a time.
template <class K>
void tile_values_by_slices(const engine_ptr& e, const K& k, const tiles_ref& a, const tiles_ref& b, const tiles_ref& c,
                           typename K::value* values, unsigned tiles_a_piece);

namespace merge_paper {

/// Rows of C with values of this type, or their structure if the type is none, under any mask: merge/paper/rows.cuh. Terms are
/// added in ascending k, the first one first. Memory: upper bounds of rows of up to 512 multiplications, and the lists of
/// longer rows. Waits. Throws out_of_memory, also where the rows have more than most_left_entries entries of A; unsupported if
/// one row alone has more.
template <class K>
csr rows(const engine_ptr& e, const K& k, const product_rows& in, type_code type, memory_use& use);

}  // namespace merge_paper

namespace tile_paper {
struct tasks_ref;

/// The values of C's tiles, in their order: bitmap_tile/paper/values.cuh. Values of A and B have the semiring's types, or are
/// null if it does not read them.
template <class K>
void tile_values(const engine_ptr& e, const K& k, const tiles_ref& a, const tiles_ref& b, const tiles_ref& c,
                 const tasks_ref& tasks, typename K::value* values);

}  // namespace tile_paper

namespace paper {

/// Writes the rows of the panel to `out`: hash/paper/numeric.cuh. Without columns_known it needs memory for two copies of the
/// panel's entries. Throws unsupported for a mask that admits only its entries; out_of_memory.
template <class K>
void rows(const engine_ptr& e, const K& k, const product_rows& p, const product_output& out, const options& wanted,
          phase_report* report = nullptr);

}  // namespace paper
}  // namespace graphblas_gpu::cuda
