// The operations on matrices and vectors whose types are known at run time.
#include <graphblas_gpu/any.hpp>

#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/operations/any_target.hpp>
#include <graphblas_gpu/operations/copy.hpp>
#include <graphblas_gpu/operations/on_engine.hpp>
#include <graphblas_gpu/operations/product.hpp>
#include <graphblas_gpu/operations/vector_update.hpp>

#include <memory>
#include <string>
#include <utility>

namespace graphblas_gpu {
namespace {

using operations::value_conversion;

/// How values become what the loops of a semiring read; nothing if they are not read.
value_conversion to_factor(const char* operation, const operations::semiring_view& semiring, bool is_read,
                           const type_descriptor& from, const type_descriptor& to) {
    value_conversion made = is_read ? operations::conversion(operation, from, to) : value_conversion{to.bytes};
    if (semiring.block_bytes > 0) {
        made.bytes = semiring.block_bytes;
        made.resizes = is_read && made.bytes != to.bytes;
    }
    return made;
}

/// How products become values of another type.
value_conversion from_product(const char* operation, const operations::semiring_view& semiring, const type_descriptor& to) {
    value_conversion made = operations::conversion(operation, *semiring.value, to);
    made.resizes = semiring.block_bytes > 0 && semiring.block_bytes != to.bytes && to.bytes > 0;
    return made;
}

operations::product_call call_of(const char* operation, const any_mask& mask, const any_semiring& semiring, const any_matrix& a,
                                 const any_matrix& b, const descriptor& desc) {
    operations::product_call call;
    call.operation = operation;
    call.semiring = semiring.view();
    call.a = &a;
    call.a_values = to_factor(call.operation, call.semiring, call.semiring.kernels->reads_left, a.type(), semiring.left_type());
    call.b = &b;
    call.b_values =
        to_factor(call.operation, call.semiring, call.semiring.kernels->reads_right, b.type(), semiring.right_type());
    call.mask = mask;
    call.desc = desc;
    return call;
}

/// A call for the structure of a product.
operations::product_call structural_call(const char* operation, const any_mask& mask, const any_matrix& a, const any_matrix& b,
                                         const descriptor& desc) {
    static const any_semiring any_pair("any_pair", type_of<bool>());
    if (mask.vector != nullptr) throw invalid_value(std::string(operation) + ": the mask of a matrix lies over a vector");
    return call_of(operation, mask, any_pair, a, b, desc);
}

/// Stores a product by an accumulator over another type than that of the output: product(ctx, t) stores it in a copy t of
/// `empty`, which is accumulated then.
template <class Object, class Product>
void accumulate_product(const context& ctx, const operations::any_target& target, const char* operation, const Object& empty,
                        const Product& product) {
    operations::on_engine(ctx, operation, [&](const context& call_ctx) {
        Object t = empty;
        product(call_ctx, t);
        operations::store(call_ctx, operation, target.output(), operations::copy_of(call_ctx, operation, t, false),
                          {.t_is_masked = true});
    });
}

host::vector_call vector_call_of(const char* operation, bool from_left, const any_semiring& semiring, const any_matrix& a,
                                 const any_vector& u, const descriptor& desc) {
    host::vector_call call;
    call.operation = operation;
    call.semiring = semiring.view();
    call.from_left = from_left;
    call.transpose = from_left ? desc.transpose_b : desc.transpose_a;
    call.desc = desc;
    call.a = &a;
    call.u = &u;
    const host::vector_functions& functions = call.functions();
    const type_descriptor &left = semiring.left_type(), &right = semiring.right_type();
    call.a_values = to_factor(operation, call.semiring, functions.reads_matrix, a.type(), from_left ? right : left);
    call.u_values = to_factor(operation, call.semiring, functions.reads_vector, u.type(), from_left ? left : right);
    return call;
}

/// The output of a product with a vector.
operations::any_output output_of_product(const operations::any_target& target, const host::vector_call& call) {
    operations::any_output out = target.output();
    out.values = from_product(call.operation, call.semiring, out.vector->type());
    return out;
}

/// w<m, replace> = accum(w, A u), or u' A if `from_left`.
void multiply(const context& ctx, const char* operation, bool from_left, any_vector& w, const any_mask& mask,
              const any_operator& accum, const any_semiring& semiring, const any_matrix& a, const any_vector& u,
              const descriptor& desc) {
    const operations::any_target target(operation, w, mask, accum, semiring.value_type(), desc.replace);
    if (target.casts_accumulator()) {
        return accumulate_product(ctx, target, operation, any_vector(w.size(), semiring.value_type()),
                                  [&](const context& call_ctx, any_vector& t) {
                                      multiply(call_ctx, operation, from_left, t, mask, {}, semiring, a, u, desc);
                                  });
    }
    const host::vector_call call = vector_call_of(operation, from_left, semiring, a, u, desc);
    operations::multiply_vector(ctx, call, output_of_product(target, call));
}

/// A copy of a container with its values cast.
template <class Object>
Object cast_copy(const context& ctx, const Object& x, const type_descriptor& to) {
    const value_conversion values = operations::conversion("cast_values", x.type(), to);
    return operations::on_engine(ctx, "cast_values", operations::sizes_of(x), [&](const context& call_ctx) {
        if (call_ctx.is_cuda()) {
            operations::result_rows t = operations::copy_of(call_ctx, "cast_values", x, false);
            const device::engine_in_use e(call_ctx.cuda_engine(), "cast_values");
            return Object(cuda::recast(e, std::move(t.on_device), to.code), to);
        }
        const formats::untyped_rows rows = host::rows_of(call_ctx.team(), x, false);
        if (!values.is_needed() && to.bytes > 0) return Object(formats::copy_of(rows), to);
        const structure_view structure = rows;  // values that will be replaced are not copied
        formats::untyped_csr made = formats::copy_of({structure});
        if (values.is_needed()) made.values = values.converted(call_ctx.team(), rows);
        made.value_bytes = to.bytes;
        return Object(std::move(made), to);
    });
}

}  // namespace

void mxm(const context& ctx, any_matrix& c, const any_mask& mask, const any_operator& accum, const any_semiring& semiring,
         const any_matrix& a, const any_matrix& b, const descriptor& desc) {
    const operations::any_target target("mxm", c, mask, accum, semiring.value_type(), desc.replace);
    if (target.casts_accumulator()) {
        return accumulate_product(
            ctx, target, "mxm", any_matrix(c.nrows(), c.ncols(), semiring.value_type()),
            [&](const context& call_ctx, any_matrix& t) { mxm(call_ctx, t, mask, {}, semiring, a, b, desc); });
    }
    const operations::product_call call = call_of("mxm", mask, semiring, a, b, desc);
    operations::any_output out = target.output();
    out.values = from_product("mxm", call.semiring, c.type());
    c = operations::multiply(ctx, call, out).as<any_matrix>(c.type());
}

any_matrix mxm(const context& ctx, const any_semiring& semiring, const any_matrix& a, const any_matrix& b,
               const descriptor& desc) {
    const shapes::shape shape = shapes::product("mxm", a.shape(), desc.transpose_a, b.shape(), desc.transpose_b);
    any_matrix c(shape.nrows, shape.ncols, semiring.value_type());
    mxm(ctx, c, {}, {}, semiring, a, b, desc);
    return c;
}

any_matrix mxm_structure(const context& ctx, const any_mask& mask, const any_matrix& a, const any_matrix& b,
                         const descriptor& desc) {
    return operations::structure_of_product(ctx, structural_call("mxm_structure", mask, a, b, desc))
        .as<any_matrix>(type_of<void>());
}

index mxm_nvals(const context& ctx, const any_mask& mask, const any_matrix& a, const any_matrix& b, const descriptor& desc) {
    return operations::count_entries(ctx, structural_call("mxm_nvals", mask, a, b, desc));
}

any_mxm_plan::any_mxm_plan(const context& ctx, const any_mask& mask, const any_semiring& semiring, const any_matrix& a,
                           const any_matrix& b, const descriptor& desc)
    : ctx_(ctx), semiring_(semiring), desc_(desc), a_structure_(a.structure_id()), b_structure_(b.structure_id()) {
    if (mask.vector != nullptr) throw invalid_value("plan_mxm: the mask of a matrix lies over a vector");
    plan_ = std::make_shared<const operations::planned_product>(
        operations::plan_product(ctx_, call_of("plan_mxm", mask, semiring_, a, b, desc)));
    desc_.method = plan_->method;
}

any_matrix any_mxm_plan::execute(const any_matrix& a, const any_matrix& b) const {
    if (a.structure_id() != a_structure_ || b.structure_id() != b_structure_)
        throw invalid_value("plan: the structure of an operand is not the one that was planned");
    return operations::execute_plan(ctx_, call_of("plan_mxm", {}, semiring_, a, b, desc_), *plan_)
        .as<any_matrix>(semiring_.value_type());
}

enum method any_mxm_plan::method() const { return desc_.method; }
const std::string& any_mxm_plan::reason() const { return plan_->reason; }
std::int64_t any_mxm_plan::estimated_bytes() const { return plan_->estimated_bytes; }
index any_mxm_plan::nvals() const { return plan_->nvals; }

void mxv(const context& ctx, any_vector& w, const any_mask& mask, const any_operator& accum, const any_semiring& semiring,
         const any_matrix& a, const any_vector& u, const descriptor& desc) {
    multiply(ctx, "mxv", false, w, mask, accum, semiring, a, u, desc);
}

void vxm(const context& ctx, any_vector& w, const any_mask& mask, const any_operator& accum, const any_semiring& semiring,
         const any_vector& u, const any_matrix& a, const descriptor& desc) {
    multiply(ctx, "vxm", true, w, mask, accum, semiring, a, u, desc);
}

void vxm_update(const context& ctx, any_vector& w, any_vector& changed, const any_mask& mask, const any_operator& accum,
                const any_semiring& semiring, const any_vector& u, const any_matrix& a, const descriptor& desc) {
    constexpr const char* operation = "vxm_update";
    const operations::any_target target(operation, w, mask, accum, semiring.value_type(), desc.replace);
    if (target.casts_accumulator()) throw domain_mismatch("vxm_update: the accumulator works on another type than that of w");
    const host::vector_call call = vector_call_of(operation, true, semiring, a, u, desc);
    operations::update_vector(ctx, call, output_of_product(target, call),
                              {&changed, operations::conversion(operation, w.type(), changed.type())}, {});
}

any_matrix cast_values(const context& ctx, const any_matrix& a, const type_descriptor& to) { return cast_copy(ctx, a, to); }

any_vector cast_values(const context& ctx, const any_vector& u, const type_descriptor& to) { return cast_copy(ctx, u, to); }

}  // namespace graphblas_gpu
