// any_target: the output of an operation on types that are known at run time, with its mask and its accumulator.
//
// Source: GraphBLAS C API 2.1, section 2.3 ("mask and accumulate"); SuiteSparse:GraphBLAS user guide for casts: an entry that
// only T has becomes a value of C at once, one that both have is accum(C, T) cast to C's type.
#pragma once

#include <graphblas_gpu/any_operator.hpp>
#include <graphblas_gpu/operations/result_rows.hpp>

namespace graphblas_gpu::operations {

/// Describes C<M, replace> = accum(C, T) for an operation. It refers to all its arguments.
class any_target {
  public:
    /// T has values of type `added`. Throws domain_mismatch unless T's values become those of C, and the accumulator takes
    /// both and makes values of C; invalid_value for a mask over a vector where one over a matrix is due, and the other way
    /// round. `is_line`: a row or a column of C is written, over which the mask lies.
    /// @{
    any_target(const char* operation, any_matrix& c, const any_mask& mask, const any_operator& accum,
               const type_descriptor& added, bool replace, bool is_line = false)
        : any_target(operation, &c, nullptr, mask, accum, added, replace) {
        check_mask(operation, mask, is_line);
    }
    any_target(const char* operation, any_vector& w, const any_mask& mask, const any_operator& accum,
               const type_descriptor& added, bool replace)
        : any_target(operation, nullptr, &w, mask, accum, added, replace) {
        check_mask(operation, mask, true);
    }
    /// @}
    any_target(const any_target&) = delete;
    any_target& operator=(const any_target&) = delete;

    const any_output& output() const { return output_; }
    /// Whether the accumulator works on another type than C's, so that C is stored by store() alone.
    bool casts_accumulator() const { return output_.casts_accumulator; }

  private:
    any_target(const char* operation, any_matrix* c, any_vector* w, const any_mask& mask, const any_operator& accum,
               const type_descriptor& added, bool replace);

    static void check_mask(const char* operation, const any_mask& mask, bool is_vector);

    any_output output_;
};

}  // namespace graphblas_gpu::operations
