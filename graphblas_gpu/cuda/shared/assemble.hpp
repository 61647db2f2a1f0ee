// Putting C together: rows that were computed in panels are appended to it, arrays are cut to its size, and the values of a
// product that only tells from which k each entry comes are looked up in A and B.
#pragma once

#include <graphblas_gpu/cuda/device/csr.hpp>

namespace graphblas_gpu::cuda {

/// Copies `piece` to rows first_row .. of c, whose arrays are allocated. Its entries are written from index `at` on, and
/// c.offsets up to the end of its last row. O(nvals and rows of the piece). Does not wait.
void append_rows(const engine_ptr& e, const csr& piece, index first_row, row_offset at, csr& c);

/// Whether arrays with room for so many entries stay as they are when they have got `nvals`: more would not be worth a copy.
constexpr bool keeps_room(row_offset room, row_offset nvals) {
    constexpr row_offset most_unused = 1 << 14;
    return room - nvals <= (nvals > most_unused ? nvals : most_unused);
}
/// Gives C, whose arrays have room for more entries, their number. The arrays stay as they are if that leaves little of them
/// unused, else they are copied to arrays of the right size. Offsets are not read. Does not wait.
void set_nvals(const engine_ptr& e, csr& c, row_offset nvals);

/// to[r] = from[r] - from[0] for r = 0 .. count: the offsets of some rows as a matrix of their own. Does not wait.
void shift_offsets(const engine_ptr& e, const row_offset* from, index count, row_offset* to);

/// Where the value of an entry (i, j) of C that comes from k is found.
enum class value_position : std::uint8_t {
    at_i_k,  ///< in A, or in the vector u of u A
    at_k_j,  ///< in B, or in the rows that a push walks along
    at_j_k,  ///< in the rows that a pull walks along
};

/// to[p] = the value of `from` that belongs to entry p of C; `to` has values of from.type. `c` has uint32 values: the k of each
/// entry. O(nvals(C) log). Does not wait.
void look_up(const engine_ptr& e, const csr_ref& from, const csr_ref& c, value_position where, void* to);

/// to[p] = first + the row of entry p of C, as a value of `type` (int32 or int64). Does not wait.
void write_row_numbers(const engine_ptr& e, const csr_ref& c, index first, type_code type, void* to);

}  // namespace graphblas_gpu::cuda
