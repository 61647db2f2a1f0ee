// Masks: views of a matrix or vector that say which positions of an output may be written.
//
// Idea: a mask is a value. structure(m) admits the positions that have an entry, values(m) the positions whose entry is true,
// and ! complements a mask. The object must outlive the call that the mask is passed to.
// Source: GraphBLAS C API 2.1, sections 3.7.4 and 3.8 (GrB_STRUCTURE, GrB_COMP).
#pragma once

#include <graphblas_gpu/matrix.hpp>
#include <graphblas_gpu/vector.hpp>

namespace graphblas_gpu {

/// No mask: every position may be written.
struct no_mask_t {};
/// The mask that admits every position.
inline constexpr no_mask_t no_mask{};

/// Whether an entry of an object over T can be read as true or false: numbers and bool, and structure alone, where every entry
/// is true.
template <class T>
concept truth_value = std::is_void_v<T> || requires(const formats::stored<T>& x) { cast<bool>(x); };

/// The result of structure(), values() and !. It refers to the object, which must outlive it.
template <class Object>
struct mask_view {
    const Object* object;
    bool by_value = false;
    bool complement = false;

    friend constexpr mask_view operator!(mask_view m) {
        m.complement = !m.complement;
        return m;
    }
};

/// The mask that admits the positions at which m has an entry, whatever its value.
template <class T>
constexpr mask_view<matrix<T>> structure(const matrix<T>& m) {
    return {&m};
}
/// The same for a vector.
template <class T>
constexpr mask_view<vector<T>> structure(const vector<T>& v) {
    return {&v};
}

/// The mask that admits the positions at which m has an entry that casts to true. An entry of a structure-only object is true.
template <class T>
constexpr mask_view<matrix<T>> values(const matrix<T>& m) {
    static_assert(truth_value<T>,
                  "gb::values(m) admits the entries that are true, and these do not cast to bool: gb::structure(m) admits all "
                  "entries, and gb::select(ctx, predicate, m) makes a mask of some");
    return {&m, !std::is_void_v<T>};
}
/// The same for a vector.
template <class T>
constexpr mask_view<vector<T>> values(const vector<T>& v) {
    static_assert(truth_value<T>,
                  "gb::values(m) admits the entries that are true, and these do not cast to bool: gb::structure(m) admits all "
                  "entries, and gb::select(ctx, predicate, m) makes a mask of some");
    return {&v, !std::is_void_v<T>};
}

/// @cond
template <class T>
constexpr void refuse_temporary_mask() {
    static_assert(
        detail::never<T>,
        "a mask only refers to its matrix or vector, and this one is a temporary, which is gone before the mask is used: "
        "keep it in a variable, and give that to gb::structure or gb::values");
}
template <class T>
constexpr mask_view<matrix<T>> structure(const matrix<T>&& m) {
    refuse_temporary_mask<T>();
    return {&m};
}
template <class T>
constexpr mask_view<vector<T>> structure(const vector<T>&& m) {
    refuse_temporary_mask<T>();
    return {&m};
}
template <class T>
constexpr mask_view<matrix<T>> values(const matrix<T>&& m) {
    refuse_temporary_mask<T>();
    return {&m};
}
template <class T>
constexpr mask_view<vector<T>> values(const vector<T>&& m) {
    refuse_temporary_mask<T>();
    return {&m};
}
/// @endcond

/// Whether M can be the mask of a matrix.
/// @{
template <class M>
inline constexpr bool is_matrix_mask = false;
template <>
inline constexpr bool is_matrix_mask<no_mask_t> = true;
template <class T>
inline constexpr bool is_matrix_mask<mask_view<matrix<T>>> = true;
/// @}

/// Whether M can be the mask of a vector.
/// @{
template <class M>
inline constexpr bool is_vector_mask = false;
template <>
inline constexpr bool is_vector_mask<no_mask_t> = true;
template <class T>
inline constexpr bool is_vector_mask<mask_view<vector<T>>> = true;
/// @}

/// The mask of a matrix: no_mask, structure(m), values(m), or the complement of structure(m) or values(m).
template <class M>
concept matrix_mask = is_matrix_mask<std::remove_cvref_t<M>>;
/// The mask of a vector.
template <class M>
concept vector_mask = is_vector_mask<std::remove_cvref_t<M>>;

/// No accumulator: the result replaces the old content.
struct no_accum_t {};
/// The argument that stands for no accumulator.
inline constexpr no_accum_t no_accum{};

}  // namespace graphblas_gpu
