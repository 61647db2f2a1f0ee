#include <graphblas_gpu/any_parts.hpp>

#include <graphblas_gpu/operations/any_target.hpp>
#include <graphblas_gpu/operations/assign.hpp>
#include <graphblas_gpu/operations/copy.hpp>
#include <graphblas_gpu/operations/extract.hpp>
#include <graphblas_gpu/operations/on_engine.hpp>

namespace graphblas_gpu {
namespace {

using operations::any_target;
using operations::assigned_part;
using operations::mask_over;

/// Assigns one value, in the type of the output, or, for an accumulator over other types, in its own type.
template <class Object>
void assign_value(const context& ctx, const char* operation, Object& c, const any_mask& mask, const any_operator& accum,
                  const any_scalar& value, const assigned_part& part, mask_over over, const descriptor& desc) {
    const any_target of_own_type(operation, c, mask, accum, value.present().type(), desc.replace);
    if (of_own_type.casts_accumulator())
        return operations::assign_value(ctx, operation, value.data(), part, over, of_own_type.output());
    const any_scalar cast = value.cast_to(c.type());
    operations::assign_value(ctx, operation, cast.data(), part, over,
                             any_target(operation, c, mask, accum, c.type(), desc.replace).output());
}

}  // namespace

void transpose(const context& ctx, any_matrix& c, const any_mask& mask, const any_operator& accum, const any_matrix& a,
               const descriptor& desc) {
    operations::copy(ctx, "transpose", a, !desc.transpose_a,
                     any_target("transpose", c, mask, accum, a.type(), desc.replace).output());
}
any_matrix transpose(const context& ctx, const any_matrix& a) {
    return operations::on_engine(ctx, "transpose", operations::sizes_of(a), [&](const context& call_ctx) {
        return operations::copy_of(call_ctx, "transpose", a, true).as<any_matrix>(a.type());
    });
}

void extract(const context& ctx, any_matrix& c, const any_mask& mask, const any_operator& accum, const any_matrix& a,
             const index_list& rows, const index_list& columns, const descriptor& desc) {
    operations::extract(ctx, a, desc.transpose_a, rows, columns,
                        any_target("extract", c, mask, accum, a.type(), desc.replace).output());
}
void extract(const context& ctx, any_vector& w, const any_mask& mask, const any_operator& accum, const any_vector& u,
             const index_list& indices, const descriptor& desc) {
    operations::extract(ctx, u, indices, any_target("extract", w, mask, accum, u.type(), desc.replace).output());
}
void extract_row(const context& ctx, any_vector& w, const any_mask& mask, const any_operator& accum, const any_matrix& a,
                 index row, const index_list& columns, const descriptor& desc) {
    operations::extract(ctx, a, {"extract_row", row, false, desc.transpose_a}, columns,
                        any_target("extract_row", w, mask, accum, a.type(), desc.replace).output());
}
void extract_column(const context& ctx, any_vector& w, const any_mask& mask, const any_operator& accum, const any_matrix& a,
                    const index_list& rows, index column, const descriptor& desc) {
    operations::extract(ctx, a, {"extract_column", column, true, desc.transpose_a}, rows,
                        any_target("extract_column", w, mask, accum, a.type(), desc.replace).output());
}
any_matrix extract(const context& ctx, const any_matrix& a, const index_list& rows, const index_list& columns) {
    return operations::extracted(ctx, a, false, rows, columns).as<any_matrix>(a.type());
}
any_vector extract(const context& ctx, const any_vector& u, const index_list& indices) {
    return operations::extracted(ctx, u, indices).as<any_vector>(u.type());
}

void assign(const context& ctx, any_matrix& c, const any_mask& mask, const any_operator& accum, const any_matrix& a,
            const descriptor& desc) {
    operations::copy(ctx, "assign", a, desc.transpose_a, any_target("assign", c, mask, accum, a.type(), desc.replace).output());
}
void assign(const context& ctx, any_vector& w, const any_mask& mask, const any_operator& accum, const any_vector& u,
            const descriptor& desc) {
    operations::copy(ctx, "assign", u, false, any_target("assign", w, mask, accum, u.type(), desc.replace).output());
}
void assign(const context& ctx, any_matrix& c, const any_mask& mask, const any_operator& accum, const any_matrix& a,
            const index_list& rows, const index_list& columns, const descriptor& desc) {
    operations::assign(ctx, "assign", a, desc.transpose_a, {&rows, &columns}, mask_over::output,
                       any_target("assign", c, mask, accum, a.type(), desc.replace).output());
}
void assign(const context& ctx, any_vector& w, const any_mask& mask, const any_operator& accum, const any_vector& u,
            const index_list& indices, const descriptor& desc) {
    operations::assign(ctx, "assign", u, false, {nullptr, &indices}, mask_over::output,
                       any_target("assign", w, mask, accum, u.type(), desc.replace).output());
}
void assign(const context& ctx, any_matrix& c, const any_mask& mask, const any_operator& accum, const any_scalar& value,
            const index_list& rows, const index_list& columns, const descriptor& desc) {
    assign_value(ctx, "assign", c, mask, accum, value, {&rows, &columns}, mask_over::output, desc);
}
void assign(const context& ctx, any_vector& w, const any_mask& mask, const any_operator& accum, const any_scalar& value,
            const index_list& indices, const descriptor& desc) {
    assign_value(ctx, "assign", w, mask, accum, value, {nullptr, &indices}, mask_over::output, desc);
}
void assign_row(const context& ctx, any_matrix& c, const any_mask& mask, const any_operator& accum, const any_vector& u,
                index row, const index_list& columns, const descriptor& desc) {
    operations::assign_row(ctx, "assign_row", u, row, columns, mask_over::output,
                           any_target("assign_row", c, mask, accum, u.type(), desc.replace, true).output());
}
void assign_column(const context& ctx, any_matrix& c, const any_mask& mask, const any_operator& accum, const any_vector& u,
                   const index_list& rows, index column, const descriptor& desc) {
    operations::assign_column(ctx, "assign_column", u, rows, column, mask_over::output,
                              any_target("assign_column", c, mask, accum, u.type(), desc.replace, true).output());
}

void subassign(const context& ctx, any_matrix& c, const any_mask& mask, const any_operator& accum, const any_matrix& a,
               const index_list& rows, const index_list& columns, const descriptor& desc) {
    operations::assign(ctx, "subassign", a, desc.transpose_a, {&rows, &columns}, mask_over::part,
                       any_target("subassign", c, mask, accum, a.type(), desc.replace).output());
}
void subassign(const context& ctx, any_vector& w, const any_mask& mask, const any_operator& accum, const any_vector& u,
               const index_list& indices, const descriptor& desc) {
    operations::assign(ctx, "subassign", u, false, {nullptr, &indices}, mask_over::part,
                       any_target("subassign", w, mask, accum, u.type(), desc.replace).output());
}
void subassign(const context& ctx, any_matrix& c, const any_mask& mask, const any_operator& accum, const any_scalar& value,
               const index_list& rows, const index_list& columns, const descriptor& desc) {
    assign_value(ctx, "subassign", c, mask, accum, value, {&rows, &columns}, mask_over::part, desc);
}
void subassign(const context& ctx, any_vector& w, const any_mask& mask, const any_operator& accum, const any_scalar& value,
               const index_list& indices, const descriptor& desc) {
    assign_value(ctx, "subassign", w, mask, accum, value, {nullptr, &indices}, mask_over::part, desc);
}
void subassign_row(const context& ctx, any_matrix& c, const any_mask& mask, const any_operator& accum, const any_vector& u,
                   index row, const index_list& columns, const descriptor& desc) {
    operations::assign_row(ctx, "subassign_row", u, row, columns, mask_over::part,
                           any_target("subassign_row", c, mask, accum, u.type(), desc.replace, true).output());
}
void subassign_column(const context& ctx, any_matrix& c, const any_mask& mask, const any_operator& accum, const any_vector& u,
                      const index_list& rows, index column, const descriptor& desc) {
    operations::assign_column(ctx, "subassign_column", u, rows, column, mask_over::part,
                              any_target("subassign_column", c, mask, accum, u.type(), desc.replace, true).output());
}

}  // namespace graphblas_gpu
