// The operations of the C API that exist for many types or objects: the generated functions call these.
//
// Idea: every operation is C<M, replace> = accum(C, T). `operate` checks what is common to all, and gives the rest to a
// function of the untyped interface (graphblas_gpu/any.hpp), which checks shapes and domains and casts.
// Source: GraphBLAS C API 2.1, section 4.3.
#pragma once

#include <graphblas_gpu/any.hpp>
#include <graphblas_gpu/capi/core.hpp>

#include <cstring>

namespace graphblas_gpu::capi {

/// Where the result of an operation goes.
template <class Object>
struct target {
    const context& ctx;
    Object& c;
    const any_mask& mask;
    const any_operator& accum;
    descriptor desc;
};

/// The matrix or vector of an operand. Throws error (null_pointer, uninitialized_object).
template <class Handle>
auto& operand(Handle a) {
    return checked(a, "an operand").value;
}

/// Runs f on the output of an operation.
template <class Handle, class F>
GrB_Info operate(Handle c, Handle mask, GrB_BinaryOp accum, GrB_Descriptor desc, const F& f) {
    return compute(c, [&](const context& ctx) {
        auto& output = checked(c, "the output").value;
        const mask_argument admitted(mask, desc, output);
        const any_operator by = accumulator_of(accum);
        f(target<std::remove_reference_t<decltype(output)>>{ctx, output, admitted, by, descriptor_of(desc)});
    });
}

// ---- 4.3.4, 4.3.5, 4.3.12: two operands ----

template <class Handle, class Op>
GrB_Info ewise_mult(Handle c, Handle mask, GrB_BinaryOp accum, Op op, Handle a, Handle b, GrB_Descriptor desc) {
    return operate(c, mask, accum, desc, [&](const auto& to) {
        ewise_mult(to.ctx, to.c, to.mask, to.accum, operator_of(multiplication_of(op)), operand(a), operand(b), to.desc);
    });
}
template <class Handle, class Op>
GrB_Info ewise_add(Handle c, Handle mask, GrB_BinaryOp accum, Op op, Handle a, Handle b, GrB_Descriptor desc) {
    return operate(c, mask, accum, desc, [&](const auto& to) {
        ewise_add(to.ctx, to.c, to.mask, to.accum, operator_of(addition_of(op)), operand(a), operand(b), to.desc);
    });
}
template <class Op>
GrB_Info kronecker_product(GrB_Matrix c, GrB_Matrix mask, GrB_BinaryOp accum, Op op, GrB_Matrix a, GrB_Matrix b,
                           GrB_Descriptor desc) {
    return operate(c, mask, accum, desc, [&](const auto& to) {
        kronecker(to.ctx, to.c, to.mask, to.accum, operator_of(multiplication_of(op)), operand(a), operand(b), to.desc);
    });
}

// ---- 4.3.7: assign a value; an empty scalar deletes ----

GrB_Info assign(GrB_Vector w, GrB_Vector mask, GrB_BinaryOp accum, const scalar_argument& x, const GrB_Index* i_list,
                GrB_Index ni, GrB_Descriptor desc);
GrB_Info assign(GrB_Matrix c, GrB_Matrix mask, GrB_BinaryOp accum, const scalar_argument& x, const GrB_Index* i_list,
                GrB_Index ni, const GrB_Index* j_list, GrB_Index nj, GrB_Descriptor desc);

// ---- 4.3.8, 4.3.9: functions of entries ----

inline index longest_side(const any_vector& u) { return u.size(); }
inline index longest_side(const any_matrix& a) { return std::max(a.nrows(), a.ncols()); }

template <class Handle>
GrB_Info apply_function(Handle c, Handle mask, GrB_BinaryOp accum, GrB_UnaryOp op, Handle a, GrB_Descriptor desc) {
    return operate(c, mask, accum, desc,
                   [&](const auto& to) { apply(to.ctx, to.c, to.mask, to.accum, function_of(op), operand(a), to.desc); });
}
template <class Handle, class X>
GrB_Info apply_first(Handle c, Handle mask, GrB_BinaryOp accum, GrB_BinaryOp op, const X& x, Handle a, GrB_Descriptor desc) {
    return operate(c, mask, accum, desc, [&](const auto& to) {
        const any_scalar bound = scalar_argument(x).present_as(checked(op, "the operator").left);
        descriptor options = to.desc;
        std::swap(options.transpose_a, options.transpose_b);  // A is the second operand
        options.transpose_b = false;
        apply(to.ctx, to.c, to.mask, to.accum, any_function::bind_first(operator_of(op), bound), operand(a), options);
    });
}
template <class Handle, class Y>
GrB_Info apply_second(Handle c, Handle mask, GrB_BinaryOp accum, GrB_BinaryOp op, Handle a, const Y& y, GrB_Descriptor desc) {
    return operate(c, mask, accum, desc, [&](const auto& to) {
        const any_scalar bound = scalar_argument(y).present_as(checked(op, "the operator").right);
        apply(to.ctx, to.c, to.mask, to.accum, any_function::bind_second(operator_of(op), bound), operand(a), to.desc);
    });
}
template <class Handle, class Y>
GrB_Info apply_index(Handle c, Handle mask, GrB_BinaryOp accum, GrB_IndexUnaryOp op, Handle a, const Y& y,
                     GrB_Descriptor desc) {
    return operate(c, mask, accum, desc, [&](const auto& to) {
        const any_function f = function_of(op, scalar_argument(y), checked(a, "an operand").type, longest_side(a->value));
        apply(to.ctx, to.c, to.mask, to.accum, f, a->value, to.desc);
    });
}
template <class Handle, class Y>
GrB_Info select_entries(Handle c, Handle mask, GrB_BinaryOp accum, GrB_IndexUnaryOp op, Handle a, const Y& y,
                        GrB_Descriptor desc) {
    return operate(c, mask, accum, desc, [&](const auto& to) {
        const any_function f = function_of(op, scalar_argument(y), checked(a, "an operand").type, longest_side(a->value));
        select(to.ctx, to.c, to.mask, to.accum, f, a->value, to.desc);
    });
}

// ---- 4.3.10: sums ----

template <class Op>
GrB_Info reduce_rows(GrB_Vector w, GrB_Vector mask, GrB_BinaryOp accum, Op op, GrB_Matrix a, GrB_Descriptor desc) {
    return operate(w, mask, accum, desc,
                   [&](const auto& to) { reduce(to.ctx, to.c, to.mask, to.accum, monoid_of(op), operand(a), to.desc); });
}
template <class Handle>
GrB_Info reduce_to_value(const value_out& x, GrB_BinaryOp accum, GrB_Monoid op, Handle a, GrB_Descriptor desc) {
    return compute(static_cast<Handle>(nullptr), [&](const context& ctx) {
        check_not_null(x.data, "the value");
        (void)options_of(desc);
        const any_monoid monoid = monoid_of(op);
        const type_descriptor& type = type_of_call(x.type, op->op->result, "the sum")->values;
        any_scalar sum = accum == nullptr ? any_scalar(type) : any_scalar(type, x.data);
        reduce(ctx, sum, accumulator_of(accum), monoid, operand(a));
        std::memcpy(x.data, sum.data(), type.bytes);
    });
}
/// The sum of no entries is an empty scalar, or leaves the scalar as it is if there is an accumulator.
template <class Op, class Handle>
GrB_Info reduce_to_scalar(GrB_Scalar s, GrB_BinaryOp accum, Op op, Handle a, GrB_Descriptor desc) {
    return compute(s, [&](const context& ctx) {
        any_scalar& sum = checked(s, "the output").value;
        (void)options_of(desc);
        const any_monoid monoid = monoid_of(op);
        const any_operator by = accumulator_of(accum);
        any_scalar result = sum;
        reduce(ctx, result, by, monoid, operand(a));
        if (operand(a).nvals() > 0) sum = std::move(result);
        else if (!by.is_present()) sum = any_scalar(s->type->values);
    });
}

}  // namespace graphblas_gpu::capi
