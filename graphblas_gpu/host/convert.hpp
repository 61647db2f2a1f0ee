// Values of one built-in type as those of another, and the entries of a mask that are true: compiled once, by type codes.
#pragma once

#include <graphblas_gpu/formats/type_code.hpp>
#include <graphblas_gpu/formats/untyped_csr.hpp>
#include <graphblas_gpu/host/team.hpp>

namespace graphblas_gpu::host {

/// `count` values cast from one built-in type to another. Structure alone has none: each of its entries reads as 1. O(count).
buffer<std::byte> converted(team& team, type_code from, const void* values, index count, type_code to);

/// The entries whose value casts to true; all of them where there are no values. O(nvals + nrows).
csr<void> true_structure(team& team, const structure_view& a, type_code type, const void* values);

}  // namespace graphblas_gpu::host
