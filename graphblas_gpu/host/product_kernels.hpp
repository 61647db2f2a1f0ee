// The kernels of a semiring as a table of functions: all that the drivers of products know of it.
//
// Idea: what a product does around its inner loops (choice, passes, sizes, threads, memory) is compiled once, over arrays without
// types; for each semiring only the loops over rows are compiled. The library has the tables of the catalogue (instances.hpp);
// that of a user's own semiring is made in the user's source (semiring_kernels.hpp).
#pragma once

#include <cstddef>
#include <memory>

#include <graphblas_gpu/formats/bitmap_tile/bitmap_tiles.hpp>
#include <graphblas_gpu/formats/bits.hpp>
#include <graphblas_gpu/host/operands.hpp>
#include <graphblas_gpu/host/rows.hpp>

namespace graphblas_gpu::host {

class linked_list;
class partial_sum;
class tile_problem;

/// Makes what a thread writes rows of a product with, by one method. `capacity`: the most different columns, forbidden ones
/// included, that a row can meet; of the mask where that admits only its entries. offsets may be null in row_writer::write.
using make_row_writer = std::unique_ptr<row_writer> (*)(const product_arrays& in, scratch& memory, index capacity);

/// Adds the products of rows [first, last) to a sum under the semiring's own monoid.
using fold_rows_function = void (*)(const product_arrays& in, scratch& memory, index capacity, index first, index last,
                                    partial_sum& sum);

/// Null where rows are formed and then added.
struct fold_functions {
    fold_rows_function all = nullptr;  ///< without an admitting mask
    fold_rows_function masked_hash = nullptr;
    fold_rows_function masked_dense = nullptr;
    fold_rows_function dot = nullptr;
};

/// The operands of a product in tiles as arrays without types; values as in product_arrays.
struct tile_arrays {
    const void* semiring = nullptr;
    formats::bitmap_tiles_view<void> a;
    const void* a_values = nullptr;
    formats::bitmap_tiles_view<void> b;
    const void* b_values = nullptr;
    position_maps positions{};
};

/// Computes the values of rows of tiles.
class tile_row_writer {
  public:
    virtual ~tile_row_writer() = default;
    /// The values of a row of tiles of C, whose structure is known: those of its first row, then those of the next.
    virtual void write(index tile_row, const column_index* columns, const formats::tile_bits* bitmaps, index count,
                       void* values) = 0;
};
using make_tile_row_writer = std::unique_ptr<tile_row_writer> (*)(const tile_arrays& in, const tile_problem& problem,
                                                                  scratch& memory, index most_tiles);

/// Which positions of a vector may be written.
struct bit_mask {
    const formats::word* bits = nullptr;
    bool present = false;
    bool complement = false;
    /// The positions in the mask, ascending, where they are known and the mask is not complemented.
    const column_index* listed = nullptr;
    index listed_count = 0;

    bool admits(column_index j) const { return !present || formats::test_bit(bits, j) != complement; }
};

/// The operands of A u or u' A as arrays without types; values in the semiring's own types, null where it does not read them.
struct vector_arrays {
    const void* semiring = nullptr;
    /// Pushing: row k lists the outputs that u(k) reaches. Pulling: row j lists the k that reach output j.
    structure_view rows;
    const void* matrix_values = nullptr;
    index size = 0;  ///< of the output

    /// u as a list (pushing) or laid out (pulling).
    const column_index* u_indices = nullptr;
    index u_count = 0;
    const formats::word* u_bits = nullptr;
    const void* u_values = nullptr;

    bit_mask mask;
    position_maps positions{};
};

/// A product with a vector on one side of the multiply.
struct vector_functions {
    bool reads_matrix = false;
    bool reads_vector = false;
    /// Adds all terms up into sums[j], marks j in `seen` and lists it when it is new; returns how many were listed.
    std::size_t (*push_dense)(const vector_arrays& in, void* sums, formats::word* seen, column_index* list) = nullptr;
    /// Adds all terms up into the slots of `table`.
    void (*push_hash)(const vector_arrays& in, void* sums, linked_list& table) = nullptr;
    /// Pulls outputs [first, last), or those numbers of the mask's list; returns how many have an entry.
    index (*pull)(const vector_arrays& in, index first, index last, column_index* columns, void* values) = nullptr;
};

struct product_kernels {
    std::size_t value_bytes = 0;
    bool reads_left = false;
    bool reads_right = false;
    bool counts_pairs = false;  ///< dot products count pairs, or ask whether there is one: pair_rows
    bool hit_ends_row = false;  ///< the first term of an output is, as a rule, its last
    /// Where all products are one value and `any` adds them: writes that value. Else null.
    void (*constant)(const void* semiring, void* value) = nullptr;

    make_row_writer hash = nullptr;
    make_row_writer dense = nullptr;
    make_row_writer masked_hash = nullptr;
    make_row_writer masked_dense = nullptr;
    make_row_writer dot = nullptr;

    fold_functions fold;

    make_tile_row_writer tile_rows = nullptr;

    vector_functions vector_right;  ///< A u
    vector_functions vector_left;   ///< u' A
};

/// The table of a semiring.
template <class S>
struct kernels {
    static const product_kernels table;
};

}  // namespace graphblas_gpu::host
