// Matrices and vectors with sides beyond those of this library (2^32 - 1), up to GrB_INDEX_MAX + 1.
//
// Idea: a long side is stored as a short one, whose positions stand for the indices in an ascending list: those that have, or
// may have, entries. An operation gets objects that were renumbered to common lists (joined_sides): sides that have to be equal
// are sides of one length, so that the union of all lists of this length serves every one of them, whatever the operation is.
// Short sides are not touched, and cost one comparison a call.
// Source: hypersparse matrices as in SuiteSparse:GraphBLAS (Davis, ACM TOMS 45(4), 2019, section 3), which keep such a list.
#pragma once

#include <graphblas_gpu/capi/objects.hpp>

#include <map>
#include <optional>
#include <set>
#include <span>
#include <vector>

namespace graphblas_gpu::capi {

/// Entries with their indices, in any order.
struct long_entries {
    std::vector<GrB_Index> rows, columns;
    std::vector<std::byte> values;
};

/// The sides of an object as the program sees them.
/// @{
inline GrB_Index length_of(const long_side& side, index stored) {
    return side.list == nullptr ? static_cast<GrB_Index>(stored) : side.length;
}
inline GrB_Index rows_of(const GB_Matrix_opaque& a) { return length_of(a.rows, a.value.nrows()); }
inline GrB_Index columns_of(const GB_Matrix_opaque& a) { return length_of(a.columns, a.value.ncols()); }
inline GrB_Index size_of(const GB_Vector_opaque& v) { return length_of(v.indices, v.value.size()); }
/// @}
template <class Object>
bool is_long(const Object* x) noexcept {
    return x != nullptr && x->kind == Object::its_kind && x->is_long();
}

/// A side of the interface without entries. Throws invalid_value above GrB_INDEX_MAX + 1.
long_side side_of_length(GrB_Index n);
/// The number of stored positions of a side without entries.
index stored_length(const long_side& side, GrB_Index n);
/// The index that a stored position stands for.
inline GrB_Index index_at(const long_side& side, index position) {
    return side.list == nullptr ? static_cast<GrB_Index>(position) : (*side.list)[static_cast<std::size_t>(position)];
}
/// The stored position of an index of the side, or nothing if there is none.
std::optional<index> position_of(const long_side& side, GrB_Index i);

// ---- methods of objects with a long side ----

/// Adds the entries that were set one by one, the last one of each position. Nothing happens to others.
/// @{
void settle(GB_Matrix_opaque& a);
void settle(GB_Vector_opaque& v);
/// @}
/// Remembers an entry. Throws out_of_memory; the object is then as it was. O(1).
/// @{
void add_pending(GB_Matrix_opaque& a, GrB_Index i, GrB_Index j, const void* value);
void add_pending(GB_Vector_opaque& v, GrB_Index i, const void* value);
/// @}
long_entries entries_of(const GB_Matrix_opaque& a);
long_entries entries_of(const GB_Vector_opaque& v);
/// Replaces shape and content by these entries, of which the last one of each position stays. O(n log n).
/// @{
void set_entries(GB_Matrix_opaque& a, GrB_Index nrows, GrB_Index ncols, const long_entries& entries);
void set_entries(GB_Vector_opaque& v, GrB_Index size, const long_entries& entries);
/// @}
/// Changes the shape; entries beyond it are dropped.
/// @{
void resize_long(GB_Matrix_opaque& a, GrB_Index nrows, GrB_Index ncols);
void resize_long(GB_Vector_opaque& v, GrB_Index size);
/// @}
/// The side that has the indices of a list, and these as stored positions. Throws index_out_of_bounds.
long_side side_of_indices(GrB_Index length, std::span<const GrB_Index> list, std::vector<index>& positions);

// ---- operations ----

/// A list of indices that an operation is given.
struct index_argument {
    const GrB_Index* list;
    GrB_Index count;
};

/// The common lists of the long sides of one operation.
class joined_sides {
  public:
    void add(const GB_Matrix_opaque& a) { add(a.rows, a.value.nrows()), add(a.columns, a.value.ncols()); }
    void add(const GB_Vector_opaque& v) { add(v.indices, v.value.size()); }
    void add(const index_argument& indices);
    /// Makes the lists. Stored sides are as long as each other only if the sides are.
    void join();

    /// The object with the common lists in the place of its own.
    /// @{
    std::unique_ptr<GB_Matrix_opaque, releaser> renumbered(const GB_Matrix_opaque& a) const;
    std::unique_ptr<GB_Vector_opaque, releaser> renumbered(const GB_Vector_opaque& v) const;
    /// @}
    /// Indices of a side of this stored length as positions of the joined one; -1 for those outside of it. Nothing if the side
    /// is short.
    std::optional<std::vector<index>> positions(std::span<const GrB_Index> list, index stored) const;
    bool is_long(index stored) const;

  private:
    void add(const long_side& side, index stored);
    const long_side* find(index stored) const;

    std::map<GrB_Index, long_side> long_;  // by length
    std::vector<index> stored_;            // in the order of long_
    std::set<index> taken_;                // lengths that no stored side may have by chance
    std::vector<index_argument> lists_;
};

/// Moves the result of an operation on renumbered objects into its output; positions without entries are dropped.
/// @{
void take_back(GB_Matrix_opaque& c, GB_Matrix_opaque& made);
void take_back(GB_Vector_opaque& w, GB_Vector_opaque& made);
/// @}

}  // namespace graphblas_gpu::capi
