// Objects of the C API as the operations of this library take them, for one call.
#pragma once

#include <graphblas_gpu/any_function.hpp>
#include <graphblas_gpu/any_mask.hpp>
#include <graphblas_gpu/any_monoid.hpp>
#include <graphblas_gpu/any_semiring.hpp>
#include <graphblas_gpu/capi/session.hpp>
#include <graphblas_gpu/descriptor.hpp>
#include <graphblas_gpu/index_list.hpp>

namespace graphblas_gpu::capi {

/// A value of a call: of a predefined type, or, if `type` is null, of the user-defined type that the call is about.
struct value_in {
    GrB_Type type;
    const void* data;
};
/// Where a call writes values, in the same way.
struct value_out {
    GrB_Type type;
    void* data;
};

/// One value as an argument of an operation, or a GrB_Scalar, which may be empty.
class scalar_argument {
  public:
    scalar_argument(const value_in& x) : given_(x) {}
    scalar_argument(const GrB_Scalar s) : given_{nullptr, nullptr}, object_(&checked(s, "the scalar")) {}

    /// The value where the operation takes one of type `expected`. Throws domain_mismatch if one of them is user-defined and
    /// they differ, error (null_pointer).
    any_scalar as(GrB_Type expected) const;
    /// The same. Throws error (empty_object) if there is no value.
    any_scalar present_as(GrB_Type expected) const;

  private:
    value_in given_;
    const GB_Scalar_opaque* object_ = nullptr;
};

/// The type of values that a call gives or takes. Throws domain_mismatch unless it can be cast to or from `of_object`.
GrB_Type type_of_call(GrB_Type given, GrB_Type of_object, const char* what);

/// The operators of a call. Throw error (null_pointer, uninitialized_object).
/// @{
any_operator operator_of(const GrB_BinaryOp op);
/// No operator if the handle is null.
any_operator accumulator_of(const GrB_BinaryOp accum);
any_function function_of(const GrB_UnaryOp op);
/// `entries` is the type of the values that it is applied to, `longest_side` that of their matrix or vector.
any_function function_of(const GrB_IndexUnaryOp op, const scalar_argument& thunk, GrB_Type entries, index longest_side);
any_monoid monoid_of(const GrB_Monoid monoid);
/// A monoid of an operator without an identity, for sums that are not empty.
any_monoid monoid_of(const GrB_BinaryOp op);
/// Whether the operator is that of a ready-made monoid.
bool is_ready_made_monoid(const GB_BinaryOp_opaque& op);
any_semiring semiring_of(const GrB_Semiring semiring);
/// The operator of an element-wise operation that is given a monoid or a semiring: its addition, or its multiplication.
/// @{
inline GrB_BinaryOp addition_of(GrB_BinaryOp op) { return op; }
inline GrB_BinaryOp addition_of(const GrB_Monoid monoid) { return checked(monoid, "the monoid").op; }
inline GrB_BinaryOp addition_of(const GrB_Semiring s) { return checked(s, "the semiring").add->op; }
inline GrB_BinaryOp multiplication_of(GrB_BinaryOp op) { return op; }
inline GrB_BinaryOp multiplication_of(const GrB_Monoid monoid) { return checked(monoid, "the monoid").op; }
inline GrB_BinaryOp multiplication_of(const GrB_Semiring s) { return checked(s, "the semiring").multiply; }
/// @}
/// @}

/// The fields of a descriptor; those of a null handle are not set.
const GB_Descriptor_opaque& options_of(const GrB_Descriptor desc);
/// Sets a field of a descriptor. Throws invalid_value.
void set_option(GB_Descriptor_opaque& desc, int field, int value);
/// Its transpositions and its GrB_REPLACE.
descriptor descriptor_of(const GrB_Descriptor desc);

/// The mask of a call. Where there is none but GrB_COMP is set, it admits nothing. Throws domain_mismatch for values of a
/// user-defined type that are to be read as true or false.
/// @{
class mask_argument {
  public:
    mask_argument(const GrB_Matrix mask, const GrB_Descriptor desc, const any_matrix& output);
    mask_argument(const GrB_Vector mask, const GrB_Descriptor desc, index size);
    mask_argument(const GrB_Vector mask, const GrB_Descriptor desc, const any_vector& output)
        : mask_argument(mask, desc, output.size()) {}
    mask_argument(const mask_argument&) = delete;
    mask_argument& operator=(const mask_argument&) = delete;
    operator const any_mask&() const noexcept { return mask_; }

  private:
    any_matrix no_matrix_;
    any_vector no_vector_;
    any_mask mask_;
};
/// @}

/// Indices of a call: GrB_ALL, or a list that outlives the result. Throws error (null_pointer).
index_list indices_of(const GrB_Index* list, GrB_Index count);

/// Casts `count` values between predefined types, or copies them if the types are the same.
void cast_values_to(const type_descriptor& from, const void* values, const type_descriptor& to, void* out, index count);

}  // namespace graphblas_gpu::capi
