// The kernels of a semiring as tables of function pointers.
//
// Idea: the code around the inner loops of a product (choice of the method, passes, sizes, threads, memory) is compiled once
// and works on arrays without types. Only the loops over rows are compiled for each semiring, and that code reaches them
// through these tables. The library has the tables of the catalogue (instances.hpp), which it compiles method by method; the
// tables of a user's own semiring are compiled in the user's source (graphblas_gpu/own_semiring.hpp).
#pragma once

#include <cstddef>
#include <memory>

#include <graphblas_gpu/base/bits.hpp>
#include <graphblas_gpu/formats/bitmap_tile/bitmap_tiles.hpp>
#include <graphblas_gpu/host/product/operands.hpp>

namespace graphblas_gpu::host {

class tile_row_lookup;
class linked_list;
class partial_sum;
struct product_loops;

/// The memory in which one thread computes rows by one method, such as an accumulator. Each method has a class of its own,
/// which does not depend on the semiring. It lies in the scratch of a member of a team.
class workspace {
  public:
    workspace() = default;
    workspace(const workspace&) = delete;
    workspace& operator=(const workspace&) = delete;
    virtual ~workspace() = default;
};

/// Computing rows by one method, with an admitting mask or without.
struct row_loops {
    /// `capacity`: the largest number of different columns in a row, columns that the mask forbids included; under an admitting
    /// mask the largest row of the mask.
    std::unique_ptr<workspace> (*make_workspace)(const product_arrays& in, const product_loops& kernels, scratch& memory,
                                                 index capacity) = nullptr;
    /// As row_writer; `offsets` may be null.
    row_offset (*write)(const product_arrays& in, workspace& own, index first, index last, column_index* columns, void* values,
                        row_offset start, row_offset* offsets) = nullptr;
    /// Adds all products of rows [first, last) to a sum under the monoid of the semiring; null for semirings whose rows have to
    /// be formed before they are added up.
    void (*fold)(const product_arrays& in, workspace& own, index first, index last, partial_sum& sum) = nullptr;
};

/// One method of computing rows.
struct row_method {
    row_loops rows;    ///< without an admitting mask
    row_loops masked;  ///< under an admitting mask
};

/// The operands of a product in tiles as arrays without types. The values have the types of product_arrays.
struct tile_arrays {
    const void* semiring = nullptr;
    formats::bitmap_tiles_view<void> a;
    const void* a_values = nullptr;
    formats::bitmap_tiles_view<void> b;
    const void* b_values = nullptr;
    position_maps positions{};
};

/// Adds up the values of one row of tiles of C, whose tiles are in `row`, at the positions that `row` gives.
using tile_row_function = void (*)(const tile_arrays& in, index tile_row, tile_row_lookup& row, void* values);

/// The positions of a vector that may be written.
struct bit_mask {
    const base::word* bits = nullptr;
    bool present = false;
    bool complement = false;
    /// The positions of the mask as an ascending list, if there is such a list and the mask is not complemented; else null.
    const column_index* listed = nullptr;
    index listed_count = 0;

    bool admits(column_index j) const { return !present || base::test_bit(bits, j) != complement; }
};

/// The operands of A u or u' A as arrays without types. Values have the types that the semiring reads, or are null if it reads
/// none.
struct vector_arrays {
    const void* semiring = nullptr;
    /// Pushing: row k lists the outputs that u(k) reaches. Pulling: row j lists the k that reach output j.
    structure_view rows;
    const void* matrix_values = nullptr;
    index size = 0;  ///< of the output

    /// u as a list of indices (pushing), or as one bit and one value for each index (pulling; without bits u is full).
    const column_index* u_indices = nullptr;
    index u_count = 0;
    const base::word* u_bits = nullptr;
    const void* u_values = nullptr;

    bit_mask mask;
    position_maps positions{};
};

/// The kernels of A u or of u' A.
struct vector_functions {
    bool reads_matrix = false;
    bool reads_vector = false;
    /// Adds every term of output j to sums[j]. A new j is marked in `seen` and appended to `list`. Returns the length of the
    /// list.
    std::size_t (*push_dense)(const vector_arrays& in, void* sums, base::word* seen, column_index* list) = nullptr;
    /// Adds every term to the sum of its output's slot in `table`.
    void (*push_hash)(const vector_arrays& in, void* sums, linked_list& table) = nullptr;
    /// Pulls outputs first .. last - 1, or listed[first] .. listed[last - 1] if the mask has a list. Returns the number of
    /// entries.
    index (*pull)(const vector_arrays& in, index first, index last, column_index* columns, void* values) = nullptr;
};

struct product_loops {
    std::size_t value_bytes = 0;
    bool reads_left = false;
    bool reads_right = false;
    bool counts_pairs = false;  ///< an entry only counts its pairs, or says that there is one: `dot` is then pair_rows
    bool hit_ends_row = false;  ///< pulling an output usually ends at its first term
    /// Writes the only value that an entry can have; null if entries can have different values.
    void (*constant)(const void* semiring, void* value) = nullptr;

    /// Adds all products of rows [first, last), without an admitting mask, to a sum under the monoid of the semiring; null for
    /// semirings whose rows have to be formed before they are added up.
    void (*fold)(const product_arrays& in, scratch& memory, index first, index last, partial_sum& sum) = nullptr;

#define GB_ROW_METHOD(name, header) const row_method* name = nullptr;
#include <graphblas_gpu/host/product/row_methods.def>
    const tile_row_function* tile_row = nullptr;
    const vector_functions* vector_right = nullptr;  ///< A u
    const vector_functions* vector_left = nullptr;   ///< u' A
};

/// The tables of a semiring. Each is defined beside the loops that it points to (hash/hash_rows.hpp and so on), `table` in
/// kernel_table.hpp.
template <class S>
struct kernels {
    static const product_loops table;
#define GB_ROW_METHOD(name, header) static const row_method name;
#include <graphblas_gpu/host/product/row_methods.def>
    static const tile_row_function tile_row;
    static const vector_functions vector_right;
    static const vector_functions vector_left;
};

/// Complete where a source includes what it needs to compile the kernels of a semiring (graphblas_gpu/own_semiring.hpp).
template <class S>
struct kernels_can_be_compiled;

}  // namespace graphblas_gpu::host
