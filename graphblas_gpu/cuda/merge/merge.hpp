// Method `merge` on the device: the multiplications of rows in the order in which they are added.
//
// Idea: a row of C is the union of sorted rows of B. Its multiplications are expanded and sorted by column; multiplications of
// the same column stay in the order of k. Those of a column are then neighbours, and one thread adds them up. The kernels sort
// the positions of the factors, not the products. So sorting does not depend on the semiring and is compiled once; only adding
// (values.cuh) is compiled for each semiring. Rows of up to 32 multiplications are sorted by a few lanes in registers, longer
// rows by a block in shared memory, and the longest rows together by one sort of the device. The order of additions depends on
// the operands alone, so floating-point sums are those of the host, in every run.
// Source: bhSPARSE (Liu, Vinter): upper bounds of rows, bins by these bounds, expand-sort-compress, arranging. Sorting by
// radix, and positions instead of products, are ours; paper/ has the method as it was published.
#pragma once

#include <graphblas_gpu/cuda/merge/policy.hpp>
#include <graphblas_gpu/cuda/shared/types.hpp>

namespace graphblas_gpu::cuda {

namespace merging {

/// A multiplication is a word: the entry of B in 36 bits, the entry of A, counted from the first of the panel, in 27, and above
/// them one bit that is set where an entry of C begins. A multiplication that the mask does not admit is all ones.
/// @{
using word = std::uint64_t;
inline constexpr int right_bits = 36;
inline constexpr int left_bits = 27;
inline constexpr word begins_entry = word{1} << 63;
inline constexpr word masked_out = ~word{0};
inline constexpr row_offset max_left_entries = (row_offset{1} << left_bits) - 1;
static_assert(max_entries_of_b <= row_offset{1} << right_bits, "an entry of B fits its bits");

GB_HD constexpr word word_of(row_offset left, row_offset right) {
    return static_cast<word>(left) << right_bits | static_cast<word>(right);
}
GB_HD constexpr row_offset left_of(word w) {
    return static_cast<row_offset>((w >> right_bits) & ((word{1} << left_bits) - 1));
}
GB_HD constexpr row_offset right_of(word w) { return static_cast<row_offset>(w & ((word{1} << right_bits) - 1)); }
GB_HD constexpr bool begins(word w) { return (w & begins_entry) != 0; }
/// @}

/// No column of C: the column of a multiplication that the mask does not admit. Such multiplications come last in their row.
inline constexpr column_index no_column = ~column_index{0};

/// Multiplications that a block adds up.
inline constexpr unsigned chunk = policy::chunk;

/// Bytes of temporary memory a multiplication: word and column, and the two copies that the sort of the device takes.
inline constexpr double bytes_a_product = sizeof(word) + sizeof(column_index) + 4 * sizeof(word);

/// The multiplications before each entry of A of a panel, and all of them.
struct products_before {
    array<row_offset> counts;
    row_offset first_left = 0;  ///< the first entry of A of the panel
};
/// Queued on the engine's stream; waits for two offsets. Throws out_of_memory if the rows have more than max_left_entries
/// entries of A, and unsupported if one row alone has more.
products_before products_before_entries(const engine_ptr& e, const product_rows& in);

/// The rows to be ordered, as kernels see them.
struct expansion {
    product_rows in;
    const row_offset* before = nullptr;  ///< multiplications before each entry of A of the panel, and all of them
    row_offset first_left = 0;           ///< the first entry of A of the panel
    column_index* columns = nullptr;     ///< written: the column of each multiplication, row after row
    word* words = nullptr;               ///< written: its factors
    row_offset* sizes = nullptr;         ///< written: entries of C of each row
    int column_bits = 0;                 ///< the number of bits that tell columns and no_column apart
};

/// Orders the multiplications of `count` rows, of which `rows` (device) has the numbers in the panel.
/// @{
/// Each row has at most `lanes` multiplications; `lanes` is 8 or 32.
void sort_in_registers(const engine_ptr& e, const expansion& x, const std::uint32_t* rows, index count, unsigned lanes);
/// Each row has at most `products` multiplications; `products` is 128, 256, .. or 4096.
void sort_in_blocks(const engine_ptr& e, const expansion& x, const std::uint32_t* rows, index count, std::int64_t products);
/// Rows may have any number of multiplications. Memory: 32 bytes a multiplication. Throws out_of_memory.
void sort_together(const engine_ptr& e, const expansion& x, const std::uint32_t* rows, index count);
/// @}

}  // namespace merging

/// The rows of a product, whose values are still to be added up.
struct merged_rows {
    csr structure;                  ///< without values
    array<merging::word> words;     ///< the multiplications in order
    array<row_offset> entries;      ///< entries of C that begin before each chunk of multiplications, and all of them
    row_offset products = 0;
    index first_row = 0;
};

/// Rows in.first_row .. in.last_row of A B under any mask. O(multiplications log row). Waits. Throws out_of_memory, also where
/// the rows have more than max_left_entries entries of A; unsupported if one row alone has more.
merged_rows merge_rows(const engine_ptr& e, const product_rows& in);

/// values[p] = the sum of entry p: values.cuh. Terms are added in ascending k, the first one first. Does not wait.
template <class K>
void merged_values(const engine_ptr& e, const K& k, const csr_ref& a, const csr_ref& b, const merged_rows& rows,
                   typename K::value* values);

}  // namespace graphblas_gpu::cuda
