// Entries of matrices and vectors whose types are known at run time: built from lists, returned as lists, read, set and removed
// one by one.
//
// Source: GraphBLAS C API 2.1, sections 4.2.4 and 4.2.5 (build, setElement, removeElement, extractElement, extractTuples).
#pragma once

#include <graphblas_gpu/any_matrix.hpp>
#include <graphblas_gpu/any_operator.hpp>
#include <graphblas_gpu/any_scalar.hpp>
#include <graphblas_gpu/any_vector.hpp>
#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/integer_list.hpp>

#include <vector>

namespace graphblas_gpu {

/// An array of values of a type that is known at run time. It refers to the values.
struct any_values {
    const type_descriptor* type = &type_of<void>();
    const void* data = nullptr;
    std::size_t size = 0;
};

/// Entries of a matrix as lists, row by row, with their values as bytes. Those of a vector have no rows.
struct any_entries {
    std::vector<index> rows;
    std::vector<index> columns;
    buffer<std::byte> values;
};

/// A matrix of this type with the entries (rows[n], columns[n], values[n]), and a vector with the entries (indices[n],
/// values[n]), built where the operations of the context run. Entries at one position are joined by `duplicates` in the order
/// of the lists, in the operator's type; without an operator they throw invalid_value. Values of built-in types are cast;
/// without values each entry is 1. Throws what matrix<T>::from_edges throws (matrix.hpp), dimension_mismatch for a
/// wrong number of values, domain_mismatch. O(entries + nrows).
/// @{
any_matrix from_edges(const context& ctx, const type_descriptor& type, index nrows, index ncols,
                      const integer_list<index>& rows, const integer_list<index>& columns, const any_values& values,
                      const any_operator& duplicates = {});
any_vector from_entries(const context& ctx, const type_descriptor& type, index size, const integer_list<index>& indices,
                        const any_values& values, const any_operator& duplicates = {});
/// @}

/// All entries in ascending order. Throws out_of_memory. O(nvals + nrows).
/// @{
any_entries to_edges(const any_matrix& a);
any_entries to_entries(const any_vector& u);
/// @}

/// The value of an entry; without a value if there is no entry. An entry of structure alone is present and has no bytes. Throws
/// invalid_index.
/// @{
any_scalar get_element(const any_matrix& a, index i, index j);
any_scalar get_element(const any_vector& u, index i);
/// @}
/// Sets the entry, its value cast to the type of the object; a scalar without a value removes the entry. Throws invalid_index,
/// domain_mismatch, out_of_memory; the object is then as it was.
/// @{
void set_element(any_matrix& a, index i, index j, const any_scalar& value);
void set_element(any_vector& u, index i, const any_scalar& value);
/// @}
/// Removes the entry, if there is one. Throws invalid_index.
/// @{
void remove_element(any_matrix& a, index i, index j);
void remove_element(any_vector& u, index i);
/// @}

}  // namespace graphblas_gpu
