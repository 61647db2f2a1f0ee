// The methods of scalars, vectors and matrices that exist for all types: the generated functions call these.
//
// Idea: setElement appends to the list of pending entries of a container, which its next reader merges, so that a million
// entries in any order take seconds.
// Source: GraphBLAS C API 2.1, sections 4.2.3 to 4.2.5.
#pragma once

#include <graphblas_gpu/capi/core.hpp>
#include <graphblas_gpu/capi/long_sides.hpp>

namespace graphblas_gpu::capi {

GrB_Info new_monoid(GrB_Monoid* monoid, GrB_BinaryOp op, const value_in& identity);

GrB_Info build(GrB_Vector v, const GrB_Index* i_list, const value_in& values, GrB_Index nvals, GrB_BinaryOp dup);
GrB_Info build(GrB_Matrix a, const GrB_Index* i_list, const GrB_Index* j_list, const value_in& values, GrB_Index nvals,
               GrB_BinaryOp dup);

GrB_Info set_element(GrB_Scalar s, const value_in& x);
GrB_Info set_element(GrB_Vector v, const value_in& x, GrB_Index i);
GrB_Info set_element(GrB_Matrix a, const value_in& x, GrB_Index i, GrB_Index j);
/// An empty scalar removes the entry.
GrB_Info set_element(GrB_Vector v, GrB_Scalar x, GrB_Index i);
GrB_Info set_element(GrB_Matrix a, GrB_Scalar x, GrB_Index i, GrB_Index j);

/// GrB_NO_VALUE if there is no entry; a scalar becomes empty then.
GrB_Info extract_element(const value_out& x, GrB_Scalar s);
GrB_Info extract_element(const value_out& x, GrB_Vector v, GrB_Index i);
GrB_Info extract_element(const value_out& x, GrB_Matrix a, GrB_Index i, GrB_Index j);
GrB_Info extract_element(GrB_Scalar x, GrB_Vector v, GrB_Index i);
GrB_Info extract_element(GrB_Scalar x, GrB_Matrix a, GrB_Index i, GrB_Index j);

/// Arrays that are null are not written.
GrB_Info extract_tuples(GrB_Index* i_list, const value_out& values, GrB_Index* nvals, GrB_Vector v);
GrB_Info extract_tuples(GrB_Index* i_list, GrB_Index* j_list, const value_out& values, GrB_Index* nvals, GrB_Matrix a);

GrB_Info import_matrix(GrB_Matrix* a, GrB_Type type, GrB_Index nrows, GrB_Index ncols, const GrB_Index* Ap, const GrB_Index* Ai,
                       const value_in& Ax, GrB_Index Ap_len, GrB_Index Ai_len, GrB_Index Ax_len, GrB_Format format);
GrB_Info export_matrix(GrB_Index* Ap, GrB_Index* Ai, const value_out& Ax, GrB_Index* Ap_len, GrB_Index* Ai_len,
                       GrB_Index* Ax_len, GrB_Format format, GrB_Matrix a);

/// 4.2.7: frees an object of the program, and sets the handle to null. Predefined objects stay.
template <class Handle>
GrB_Info free_object(Handle* object) noexcept {
    return call([&] {
        if (object == nullptr || *object == nullptr) return;
        if (is_alive(*object) && (*object)->predefined_name == nullptr) release(*object);
        *object = nullptr;
    });
}

/// 4.2.8: operations have ended when they return; what is pending are entries that were set one by one.
template <class Handle>
GrB_Info wait_for(Handle object, GrB_WaitMode mode) noexcept {
    return call(object, [&] {
        (void)checked(object, "the object");
        if (mode != GrB_COMPLETE && mode != GrB_MATERIALIZE) throw invalid_value("there is no such mode of GrB_wait");
        if constexpr (requires { object->pending; }) settle(*object);
        if constexpr (requires { object->value.nvals(); }) (void)object->value.nvals();
    });
}

/// 4.2.9: the text of the error of the last call that failed on the object, or an empty text.
template <class Handle>
GrB_Info error_of(const char** text, Handle object) noexcept {
    return call([&] {
        check_not_null(text, "the text");
        *text = "";  // programs read it also where a handle is null because its object was not made
        const auto& handle = checked(object, "the object");
        *text = handle.error == nullptr ? "" : handle.error->c_str();
    });
}

}  // namespace graphblas_gpu::capi
