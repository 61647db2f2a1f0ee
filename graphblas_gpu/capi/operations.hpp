// The operations of the C API that exist for many types or objects: the generated functions call these.
//
// Idea: every operation is C<M, replace> = accum(C, T). `operate` checks what is common to all, and gives the rest to a
// function of the untyped interface (graphblas_gpu/any.hpp), which checks shapes and domains and casts.
// Source: GraphBLAS C API 2.1, section 4.3.
#pragma once

#include <graphblas_gpu/any.hpp>
#include <graphblas_gpu/capi/core.hpp>
#include <graphblas_gpu/capi/long_sides.hpp>

#include <cstring>
#include <initializer_list>
#include <utility>
#include <vector>

namespace graphblas_gpu::capi {

/// Where the result of an operation goes.
template <class Object>
struct target {
    const context& ctx;
    Object& c;
    const any_mask& mask;
    const any_operator& accum;
    descriptor desc;
    const joined_sides* joined;  ///< null if all sides are short

    bool is_long(index stored) const { return joined != nullptr && joined->is_long(stored); }
};

/// The matrix or vector of an operand. Throws error (null_pointer, uninitialized_object).
template <class Handle>
auto& operand(Handle a) {
    return checked(a, "an operand").value;
}

/// The same with the entries that were set one by one.
template <class Handle>
auto& settled_operand(Handle a) {
    settle(checked(a, "an operand"));
    return a->value;
}

/// A list of indices of a side with this stored length, which `room` may hold. Throws error (null_pointer), invalid_value.
index_list indices_of(const GrB_Index* list, GrB_Index count, const joined_sides* joined, index stored,
                      std::vector<index>& room);
/// One index as a stored position; one that lies outside for those that do.
index position_of(GrB_Index i, const joined_sides* joined, index stored);

/// An object that stands for another one while an operation runs.
template <class Object>
struct substitute {
    Object* handle;
    owned<Object> made;
};
template <class Object>
substitute<Object> substitute_for(Object* x, const joined_sides& joined) {
    if (!is_alive(x)) return {x, nullptr};
    substitute<Object> out{nullptr, joined.renumbered(*x)};
    out.handle = out.made.get();
    return out;
}

/// The door of all operations: calls f(joined, c, mask, operands...) with the handles as they are, or, if an object has a long
/// side, with those of objects that have common lists (long_sides.hpp), and stores the result. `lists` are indices that the
/// operation is given.
template <class C, class Mask, class F, class... Objects>
void at_door(C* c, Mask* mask, std::initializer_list<index_argument> lists, const F& f, Objects*... operands) {
    if (!is_long(c) && !is_long(mask) && !(is_long(operands) || ...))
        return f(static_cast<const joined_sides*>(nullptr), c, mask, operands...);
    joined_sides joined;
    const auto add = [&](auto* x) {
        if (!is_alive(x)) return;
        settle(*x);
        joined.add(*x);
    };
    add(c), add(mask), (add(operands), ...);
    for (const index_argument& indices : lists) joined.add(indices);
    joined.join();
    const substitute<C> output = substitute_for(c, joined);
    const substitute<Mask> admitted = substitute_for(mask, joined);
    const auto call = [&](const substitute<Objects>&... given) {
        f(&std::as_const(joined), output.handle, admitted.handle, given.handle...);
    };
    call(substitute_for(operands, joined)...);
    take_back(*c, *output.handle);
}

/// Runs f(target, operands...) on the output of an operation.
template <class Handle, class F, class... Handles>
GrB_Info operate(Handle c, Handle mask, GrB_BinaryOp accum, GrB_Descriptor desc, std::initializer_list<index_argument> lists,
                 const F& f, Handles... operands) {
    return compute(c, [&](const context& ctx) {
        const auto run = [&](const joined_sides* joined, Handle output, Handle admitting, Handles... given) {
            auto& out = checked(output, "the output").value;
            const mask_argument admitted(admitting, desc, out);
            const any_operator accumulator = accumulator_of(accum);
            f(target<std::remove_reference_t<decltype(out)>>{ctx, out, admitted, accumulator, descriptor_of(desc), joined},
              given...);
        };
        at_door(c, mask, lists, run, operands...);
    });
}
template <class Handle, class F, class... Handles>
GrB_Info operate(Handle c, Handle mask, GrB_BinaryOp accum, GrB_Descriptor desc, const F& f, Handles... operands) {
    return operate(c, mask, accum, desc, {}, f, operands...);
}

// ---- 4.3.4, 4.3.5, 4.3.12: two operands ----

template <class Handle, class Op>
GrB_Info ewise_mult(Handle c, Handle mask, GrB_BinaryOp accum, Op op, Handle a, Handle b, GrB_Descriptor desc) {
    const auto run = [&](const auto& to, Handle x, Handle y) {
        ewise_mult(to.ctx, to.c, to.mask, to.accum, operator_of(multiplication_of(op)), operand(x), operand(y), to.desc);
    };
    return operate(c, mask, accum, desc, run, a, b);
}
template <class Handle, class Op>
GrB_Info ewise_add(Handle c, Handle mask, GrB_BinaryOp accum, Op op, Handle a, Handle b, GrB_Descriptor desc) {
    const auto run = [&](const auto& to, Handle x, Handle y) {
        ewise_add(to.ctx, to.c, to.mask, to.accum, operator_of(addition_of(op)), operand(x), operand(y), to.desc);
    };
    return operate(c, mask, accum, desc, run, a, b);
}
/// Where a side is long: the product is made on the host, by the function of the operator. O(nvals(A) nvals(B) log).
GrB_Info kronecker_of_long_sides(GrB_Matrix c, GrB_Matrix mask, GrB_BinaryOp accum, GrB_BinaryOp op, GrB_Matrix a, GrB_Matrix b,
                                 GrB_Descriptor desc);
template <class Op>
GrB_Info kronecker_product(GrB_Matrix c, GrB_Matrix mask, GrB_BinaryOp accum, Op op, GrB_Matrix a, GrB_Matrix b,
                           GrB_Descriptor desc) {
    if (is_long(c) || is_long(mask) || is_long(a) || is_long(b)) {
        GrB_BinaryOp multiplication = nullptr;
        const GrB_Info found = call(c, [&] { multiplication = multiplication_of(op); });
        return found != GrB_SUCCESS ? found : kronecker_of_long_sides(c, mask, accum, multiplication, a, b, desc);
    }
    const auto run = [&](const auto& to, GrB_Matrix x, GrB_Matrix y) {
        kronecker(to.ctx, to.c, to.mask, to.accum, operator_of(multiplication_of(op)), operand(x), operand(y), to.desc);
    };
    return operate(c, mask, accum, desc, run, a, b);
}

// ---- 4.3.7: assign a value; an empty scalar deletes ----

GrB_Info assign(GrB_Vector w, GrB_Vector mask, GrB_BinaryOp accum, const scalar_argument& x, const GrB_Index* i_list,
                GrB_Index ni, GrB_Descriptor desc);
GrB_Info assign(GrB_Matrix c, GrB_Matrix mask, GrB_BinaryOp accum, const scalar_argument& x, const GrB_Index* i_list,
                GrB_Index ni, const GrB_Index* j_list, GrB_Index nj, GrB_Descriptor desc);

// ---- 4.3.8, 4.3.9: functions of entries ----

inline index longest_side(const any_vector& u) { return u.size(); }
inline index longest_side(const any_matrix& a) { return std::max(a.nrows(), a.ncols()); }

/// What a function of positions makes of the entries of an object with a long side, or which entries it selects; of A', if
/// `transpose`. On the host, by the function itself.
/// @{
any_vector values_at_positions(const GB_IndexUnaryOp_opaque& op, const scalar_argument& y, const GB_Vector_opaque& v, bool);
any_matrix values_at_positions(const GB_IndexUnaryOp_opaque& op, const scalar_argument& y, const GB_Matrix_opaque& a,
                               bool transpose);
any_vector selected_by_positions(const GB_IndexUnaryOp_opaque& op, const scalar_argument& y, const GB_Vector_opaque& v, bool);
any_matrix selected_by_positions(const GB_IndexUnaryOp_opaque& op, const scalar_argument& y, const GB_Matrix_opaque& a,
                                 bool transpose);
/// @}

template <class Handle>
GrB_Info apply_function(Handle c, Handle mask, GrB_BinaryOp accum, GrB_UnaryOp op, Handle a, GrB_Descriptor desc) {
    const auto run = [&](const auto& to, Handle x) {
        apply(to.ctx, to.c, to.mask, to.accum, function_of(op), operand(x), to.desc);
    };
    return operate(c, mask, accum, desc, run, a);
}
template <class Handle, class X>
GrB_Info apply_first(Handle c, Handle mask, GrB_BinaryOp accum, GrB_BinaryOp op, const X& x, Handle a, GrB_Descriptor desc) {
    const auto run = [&](const auto& to, Handle y) {
        const any_scalar bound = scalar_argument(x).present_as(checked(op, "the operator").left);
        descriptor options = to.desc;
        std::swap(options.transpose_a, options.transpose_b);  // A is the second operand
        options.transpose_b = false;
        apply(to.ctx, to.c, to.mask, to.accum, any_function::bind_first(operator_of(op), bound), operand(y), options);
    };
    return operate(c, mask, accum, desc, run, a);
}
template <class Handle, class Y>
GrB_Info apply_second(Handle c, Handle mask, GrB_BinaryOp accum, GrB_BinaryOp op, Handle a, const Y& y, GrB_Descriptor desc) {
    const auto run = [&](const auto& to, Handle x) {
        const any_scalar bound = scalar_argument(y).present_as(checked(op, "the operator").right);
        apply(to.ctx, to.c, to.mask, to.accum, any_function::bind_second(operator_of(op), bound), operand(x), to.desc);
    };
    return operate(c, mask, accum, desc, run, a);
}
template <class Handle, class Y>
GrB_Info apply_index(Handle c, Handle mask, GrB_BinaryOp accum, GrB_IndexUnaryOp op, Handle a, const Y& y,
                     GrB_Descriptor desc) {
    const auto run = [&](const auto& to, Handle x) {
        const any_function f = function_of(op, scalar_argument(y), checked(x, "an operand").type, longest_side(x->value));
        if (to.joined == nullptr || op->computes == GB_IndexUnaryOp_opaque::form::comparison)
            return apply(to.ctx, to.c, to.mask, to.accum, f, x->value, to.desc);
        const auto made = values_at_positions(*op, scalar_argument(y), *x, to.desc.transpose_a);
        assign(to.ctx, to.c, to.mask, to.accum, made, to.desc);
    };
    return operate(c, mask, accum, desc, run, a);
}
template <class Handle, class Y>
GrB_Info select_entries(Handle c, Handle mask, GrB_BinaryOp accum, GrB_IndexUnaryOp op, Handle a, const Y& y,
                        GrB_Descriptor desc) {
    const auto run = [&](const auto& to, Handle x) {
        const any_function f = function_of(op, scalar_argument(y), checked(x, "an operand").type, longest_side(x->value));
        if (to.joined == nullptr || op->computes == GB_IndexUnaryOp_opaque::form::comparison)
            return select(to.ctx, to.c, to.mask, to.accum, f, x->value, to.desc);
        const auto made = selected_by_positions(*op, scalar_argument(y), *x, to.desc.transpose_a);
        assign(to.ctx, to.c, to.mask, to.accum, made, to.desc);
    };
    return operate(c, mask, accum, desc, run, a);
}

// ---- 4.3.10: sums ----

template <class Op>
GrB_Info reduce_rows(GrB_Vector w, GrB_Vector mask, GrB_BinaryOp accum, Op op, GrB_Matrix a, GrB_Descriptor desc) {
    const auto run = [&](const auto& to, GrB_Matrix x) {
        reduce(to.ctx, to.c, to.mask, to.accum, monoid_of(op), operand(x), to.desc);
    };
    return operate(w, mask, accum, desc, run, a);
}
template <class Handle>
GrB_Info reduce_to_value(const value_out& x, GrB_BinaryOp accum, GrB_Monoid op, Handle a, GrB_Descriptor desc) {
    return compute(static_cast<Handle>(nullptr), [&](const context& ctx) {
        check_not_null(x.data, "the value");
        (void)options_of(desc);
        const any_monoid monoid = monoid_of(op);
        const type_descriptor& type = type_of_call(x.type, op->op->result, "the sum")->values;
        any_scalar sum = accum == nullptr ? any_scalar(type) : any_scalar(type, x.data);
        reduce(ctx, sum, accumulator_of(accum), monoid, settled_operand(a));
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
        const any_operator accumulator = accumulator_of(accum);
        any_scalar result = sum;
        reduce(ctx, result, accumulator, monoid, settled_operand(a));
        if (operand(a).nvals() > 0) sum = std::move(result);
        else if (!accumulator.is_present()) sum = any_scalar(s->type->values);
    });
}

}  // namespace graphblas_gpu::capi
