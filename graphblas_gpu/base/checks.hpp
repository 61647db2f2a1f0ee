// Argument checks of the containers. They are compiled once; every message has the numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <graphblas_gpu/base/types.hpp>

namespace graphblas_gpu {
struct type_descriptor;
}

namespace graphblas_gpu::base {

/// Throws invalid_value unless 0 <= size <= max_side. `what` begins the message, such as "matrix: number of rows".
void check_side(index size, const char* what);

/// Throws invalid_index unless the index is in [0, size).
void check_index(index at, index size, const char* what);

/// Throws dimension_mismatch unless both numbers are equal.
void check_same_length(std::size_t a, const char* a_name, std::size_t b, const char* b_name);

/// The indices in the type that is stored. Throws index_out_of_bounds with the first index that is not in [0, size).
std::vector<column_index> checked_positions(std::span<const index> positions, index size, const char* what);

/// Throws error with code output_not_empty unless nvals is 0. `what` begins the message, such as "matrix: build".
void check_no_entries(index nvals, const char* what);

/// Throws domain_mismatch unless `actual` is `expected`. `what` begins the message.
void check_same_type(const type_descriptor& actual, const type_descriptor& expected, const char* what);

/// The same for the values of a container, which is returned.
template <class Object>
Object& require_type(Object& object, const type_descriptor& expected, const char* what) {
    check_same_type(object.type(), expected, what);
    return object;
}

[[noreturn]] void throw_duplicate(index i, index j);

/// A number that identifies a structure. Every call returns another number.
std::uint64_t next_structure_id() noexcept;

}  // namespace graphblas_gpu::base
