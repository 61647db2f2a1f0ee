#include <graphblas_gpu/any_elementwise.hpp>

#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/host/elementwise/cast_pairs.hpp>
#include <graphblas_gpu/operations/any_target.hpp>
#include <graphblas_gpu/operations/kronecker.hpp>

#include <string>

namespace graphblas_gpu {
namespace {

using operations::any_operand;
using operations::any_target;

/// The operator of a result whose values are not wanted.
operations::pair_operator no_values(const type_descriptor& left, const type_descriptor& right) {
    operations::pair_operator out;
    out.left = &left;
    out.right = &right;
    out.on_device.find = [](const char*, bool, const void*) { return cuda::binary_function{}; };
    return out;
}

/// The operator as it is called for values of these types, for an output whose values are wanted or not. Throws
/// domain_mismatch, invalid_value if there is none.
operations::pair_operator operator_for(const char* operation, const any_operator& op, const type_descriptor& left,
                                       const type_descriptor& right, const type_descriptor& output) {
    if (!op.is_present()) throw invalid_value(std::string(operation) + ": there is no operator");
    if (output.bytes == 0) return no_values(left, right);
    (void)operations::conversion(operation, left, op.left_type());
    (void)operations::conversion(operation, right, op.right_type());
    return op.view();
}

template <class Object>
void combine(const context& ctx, const char* operation, bool is_intersection, Object& c, const any_mask& mask,
             const any_operator& accum, const any_operator& op, const Object& a, const Object& b, const descriptor& desc) {
    operations::pair_call call{
        operation, is_intersection, operator_for(operation, op, a.type(), b.type(), c.type()), a, b, {}, {}, desc, nullptr};
    const type_descriptor& result = *call.op.result;
    if (!is_intersection) {
        call.a_alone = operations::conversion(operation, a.type(), result);
        call.b_alone = operations::conversion(operation, b.type(), result);
    }
    operations::combine(ctx, call, any_target(operation, c, mask, accum, result, desc.replace).output());
}

template <class Object>
void apply_to(const context& ctx, Object& c, const any_mask& mask, const any_operator& accum, const any_function& f,
              const Object& a, const descriptor& desc) {
    operations::entry_function function = f.view();
    (void)operations::conversion("apply", a.type(), f.argument_type());
    if (c.type().bytes == 0) {
        function = {};
        function.on_device.find = [](const char*, bool, const void*) { return cuda::entry_function{}; };
    }
    operations::apply(ctx, function, a, desc.transpose_a,
                      any_target("apply", c, mask, accum, *function.result, desc.replace).output());
}

template <class Object>
void select_from(const context& ctx, Object& c, const any_mask& mask, const any_operator& accum, const any_function& f,
                 const Object& a, const descriptor& desc) {
    (void)operations::conversion("select", a.type(), f.argument_type());
    operations::select(ctx, f.predicate(), a, desc.transpose_a,
                       any_target("select", c, mask, accum, a.type(), desc.replace).output());
}

any_scalar sum_of(const context& ctx, const any_monoid& monoid, const any_operand& a) {
    (void)operations::conversion("reduce", a.type(), monoid.type());
    buffer<std::byte> sum(monoid.type().bytes);
    operations::reduce(ctx, monoid.view(), a, sum.data());
    return {monoid.type(), sum.data()};
}

/// s = accum(s, sum).
void accumulate(any_scalar& s, const any_operator& accum, const any_scalar& sum) {
    if (!accum.is_present() || !s.is_present()) {
        s = sum.cast_to(s.type());
        return;
    }
    const any_scalar x = s.cast_to(accum.left_type()), y = sum.cast_to(accum.right_type());
    buffer<std::byte> z(accum.result_type().bytes);
    accum.call(z.data(), x.data(), y.data());
    s = any_scalar(accum.result_type(), z.data()).cast_to(s.type());
}

}  // namespace

void ewise_add(const context& ctx, any_matrix& c, const any_mask& mask, const any_operator& accum, const any_operator& op,
               const any_matrix& a, const any_matrix& b, const descriptor& desc) {
    combine(ctx, "ewise_add", false, c, mask, accum, op, a, b, desc);
}
void ewise_add(const context& ctx, any_vector& w, const any_mask& mask, const any_operator& accum, const any_operator& op,
               const any_vector& u, const any_vector& v, const descriptor& desc) {
    combine(ctx, "ewise_add", false, w, mask, accum, op, u, v, desc);
}
void ewise_mult(const context& ctx, any_matrix& c, const any_mask& mask, const any_operator& accum, const any_operator& op,
                const any_matrix& a, const any_matrix& b, const descriptor& desc) {
    combine(ctx, "ewise_mult", true, c, mask, accum, op, a, b, desc);
}
void ewise_mult(const context& ctx, any_vector& w, const any_mask& mask, const any_operator& accum, const any_operator& op,
                const any_vector& u, const any_vector& v, const descriptor& desc) {
    combine(ctx, "ewise_mult", true, w, mask, accum, op, u, v, desc);
}

void apply(const context& ctx, any_matrix& c, const any_mask& mask, const any_operator& accum, const any_function& f,
           const any_matrix& a, const descriptor& desc) {
    apply_to(ctx, c, mask, accum, f, a, desc);
}
void apply(const context& ctx, any_vector& w, const any_mask& mask, const any_operator& accum, const any_function& f,
           const any_vector& u, const descriptor& desc) {
    apply_to(ctx, w, mask, accum, f, u, desc);
}

void select(const context& ctx, any_matrix& c, const any_mask& mask, const any_operator& accum, const any_function& f,
            const any_matrix& a, const descriptor& desc) {
    select_from(ctx, c, mask, accum, f, a, desc);
}
void select(const context& ctx, any_vector& w, const any_mask& mask, const any_operator& accum, const any_function& f,
            const any_vector& u, const descriptor& desc) {
    select_from(ctx, w, mask, accum, f, u, desc);
}

void reduce(const context& ctx, any_vector& w, const any_mask& mask, const any_operator& accum, const any_monoid& monoid,
            const any_matrix& a, const descriptor& desc) {
    (void)operations::conversion("reduce", a.type(), monoid.type());
    operations::reduce(ctx, monoid.view(), a, desc.transpose_a,
                       any_target("reduce", w, mask, accum, monoid.type(), desc.replace).output());
}
any_scalar reduce(const context& ctx, const any_monoid& monoid, const any_matrix& a) { return sum_of(ctx, monoid, a); }
any_scalar reduce(const context& ctx, const any_monoid& monoid, const any_vector& u) { return sum_of(ctx, monoid, u); }
void reduce(const context& ctx, any_scalar& s, const any_operator& accum, const any_monoid& monoid, const any_matrix& a) {
    accumulate(s, accum, sum_of(ctx, monoid, a));
}
void reduce(const context& ctx, any_scalar& s, const any_operator& accum, const any_monoid& monoid, const any_vector& u) {
    accumulate(s, accum, sum_of(ctx, monoid, u));
}

void kronecker(const context& ctx, any_matrix& c, const any_mask& mask, const any_operator& accum, const any_operator& op,
               const any_matrix& a, const any_matrix& b, const descriptor& desc) {
    const operations::pair_operator pair_op = operator_for("kronecker", op, a.type(), b.type(), c.type());
    operations::kronecker(ctx, {pair_op}, a, b, desc,
                          any_target("kronecker", c, mask, accum, *pair_op.result, desc.replace).output());
}

}  // namespace graphblas_gpu
