// The operations of the C API that are functions of one form.
//
// Source: GraphBLAS C API 2.1, section 4.3.
#include <graphblas_gpu/capi/operations.hpp>

#include <algorithm>
#include <iterator>
#include <span>
#include <vector>

namespace graphblas_gpu::capi {
namespace {

/// The number of indices that a list stands for.
index count_of(const GrB_Index* list, GrB_Index count, index side) {
    return list == GrB_ALL ? side : static_cast<index>(count);
}

/// The indices that a value is assigned to. A list may have one several times (section 4.3.7.5), and `room` then holds it
/// without repetitions.
index_list distinct_indices(const GrB_Index* list, GrB_Index count, std::vector<index>& room) {
    index_list given = indices_of(list, count);
    if (list == GrB_ALL) return given;
    const auto follows = [](GrB_Index before, GrB_Index after) { return before >= after; };
    if (std::adjacent_find(list, list + count, follows) == list + count) return given;
    room.assign(list, list + count);
    std::sort(room.begin(), room.end());
    room.erase(std::unique(room.begin(), room.end()), room.end());
    return index_list(std::span<const index>(room));
}

/// Throws dimension_mismatch unless a list has as many indices as the other object has positions. Wrong shapes are errors of
/// the interface, which come before indices that lie outside.
void check_length(const char* operation, index listed, index side) {
    if (listed != side)
        throw dimension_mismatch(std::string(operation) + ": " + std::to_string(listed) + " indices for a side of " +
                                 std::to_string(side));
}
/// The rows and columns of A as a call sees it.
shapes::shape shape_of(const any_matrix& a, const descriptor& desc) { return a.shape().transposed_if(desc.transpose_a); }

}  // namespace

GrB_Info assign(GrB_Vector w, GrB_Vector mask, GrB_BinaryOp accum, const scalar_argument& x, const GrB_Index* i_list,
                GrB_Index ni, GrB_Descriptor desc) {
    return operate(w, mask, accum, desc, [&](const auto& to) {
        const any_scalar value = x.as(w->type);
        std::vector<index> room;
        const index_list indices = distinct_indices(i_list, ni, room);
        if (value.is_present()) return assign(to.ctx, to.c, to.mask, to.accum, value, indices, to.desc);
        const any_vector nothing(room.empty() ? count_of(i_list, ni, to.c.size()) : std::ssize(room), value.type());
        assign(to.ctx, to.c, to.mask, to.accum, nothing, indices, to.desc);
    });
}

GrB_Info assign(GrB_Matrix c, GrB_Matrix mask, GrB_BinaryOp accum, const scalar_argument& x, const GrB_Index* i_list,
                GrB_Index ni, const GrB_Index* j_list, GrB_Index nj, GrB_Descriptor desc) {
    return operate(c, mask, accum, desc, [&](const auto& to) {
        const any_scalar value = x.as(c->type);
        std::vector<index> row_room, column_room;
        const index_list rows = distinct_indices(i_list, ni, row_room), columns = distinct_indices(j_list, nj, column_room);
        if (value.is_present()) return assign(to.ctx, to.c, to.mask, to.accum, value, rows, columns, to.desc);
        const index nrows = row_room.empty() ? count_of(i_list, ni, to.c.nrows()) : std::ssize(row_room);
        const index ncols = column_room.empty() ? count_of(j_list, nj, to.c.ncols()) : std::ssize(column_room);
        const any_matrix nothing(nrows, ncols, value.type());
        descriptor options = to.desc;
        options.transpose_a = false;
        assign(to.ctx, to.c, to.mask, to.accum, nothing, rows, columns, options);
    });
}

}  // namespace graphblas_gpu::capi

namespace gb = graphblas_gpu;
using namespace graphblas_gpu::capi;

extern "C" {

GrB_Info GrB_mxm(GrB_Matrix C, const GrB_Matrix Mask, const GrB_BinaryOp accum, const GrB_Semiring semiring, const GrB_Matrix A,
                 const GrB_Matrix B, const GrB_Descriptor desc) {
    return operate(C, Mask, accum, desc, [&](const auto& to) {
        gb::mxm(to.ctx, to.c, to.mask, to.accum, semiring_of(semiring), operand(A), operand(B), to.desc);
    });
}

GrB_Info GrB_vxm(GrB_Vector w, const GrB_Vector mask, const GrB_BinaryOp accum, const GrB_Semiring semiring, const GrB_Vector u,
                 const GrB_Matrix A, const GrB_Descriptor desc) {
    return operate(w, mask, accum, desc, [&](const auto& to) {
        gb::vxm(to.ctx, to.c, to.mask, to.accum, semiring_of(semiring), operand(u), operand(A), to.desc);
    });
}

GrB_Info GrB_mxv(GrB_Vector w, const GrB_Vector mask, const GrB_BinaryOp accum, const GrB_Semiring semiring, const GrB_Matrix A,
                 const GrB_Vector u, const GrB_Descriptor desc) {
    return operate(w, mask, accum, desc, [&](const auto& to) {
        gb::mxv(to.ctx, to.c, to.mask, to.accum, semiring_of(semiring), operand(A), operand(u), to.desc);
    });
}

GrB_Info GrB_Vector_extract(GrB_Vector w, const GrB_Vector mask, const GrB_BinaryOp accum, const GrB_Vector u,
                            const GrB_Index* i_list, GrB_Index ni, const GrB_Descriptor desc) {
    return operate(w, mask, accum, desc, [&](const auto& to) {
        check_length("extract", count_of(i_list, ni, operand(u).size()), to.c.size());
        gb::extract(to.ctx, to.c, to.mask, to.accum, operand(u), indices_of(i_list, ni), to.desc);
    });
}

GrB_Info GrB_Matrix_extract(GrB_Matrix C, const GrB_Matrix Mask, const GrB_BinaryOp accum, const GrB_Matrix A,
                            const GrB_Index* i_list, GrB_Index ni, const GrB_Index* j_list, GrB_Index nj,
                            const GrB_Descriptor desc) {
    return operate(C, Mask, accum, desc, [&](const auto& to) {
        const gb::shapes::shape from = shape_of(operand(A), to.desc);
        check_length("extract", count_of(i_list, ni, from.nrows), to.c.nrows());
        check_length("extract", count_of(j_list, nj, from.ncols), to.c.ncols());
        gb::extract(to.ctx, to.c, to.mask, to.accum, operand(A), indices_of(i_list, ni), indices_of(j_list, nj), to.desc);
    });
}

GrB_Info GrB_Col_extract(GrB_Vector w, const GrB_Vector mask, const GrB_BinaryOp accum, const GrB_Matrix A,
                         const GrB_Index* i_list, GrB_Index ni, GrB_Index j, const GrB_Descriptor desc) {
    return operate(w, mask, accum, desc, [&](const auto& to) {
        const auto column = static_cast<gb::index>(j);
        check_length("extract", count_of(i_list, ni, shape_of(operand(A), to.desc).nrows), to.c.size());
        gb::extract_column(to.ctx, to.c, to.mask, to.accum, operand(A), indices_of(i_list, ni), column, to.desc);
    });
}

GrB_Info GrB_Vector_assign(GrB_Vector w, const GrB_Vector mask, const GrB_BinaryOp accum, const GrB_Vector u,
                           const GrB_Index* i_list, GrB_Index ni, const GrB_Descriptor desc) {
    return operate(w, mask, accum, desc, [&](const auto& to) {
        if (i_list == GrB_ALL) return gb::assign(to.ctx, to.c, to.mask, to.accum, operand(u), to.desc);
        check_length("assign", count_of(i_list, ni, to.c.size()), operand(u).size());
        gb::assign(to.ctx, to.c, to.mask, to.accum, operand(u), indices_of(i_list, ni), to.desc);
    });
}

GrB_Info GrB_Matrix_assign(GrB_Matrix C, const GrB_Matrix Mask, const GrB_BinaryOp accum, const GrB_Matrix A,
                           const GrB_Index* i_list, GrB_Index ni, const GrB_Index* j_list, GrB_Index nj,
                           const GrB_Descriptor desc) {
    return operate(C, Mask, accum, desc, [&](const auto& to) {
        if (i_list == GrB_ALL && j_list == GrB_ALL) return gb::assign(to.ctx, to.c, to.mask, to.accum, operand(A), to.desc);
        const gb::shapes::shape from = shape_of(operand(A), to.desc);
        check_length("assign", count_of(i_list, ni, to.c.nrows()), from.nrows);
        check_length("assign", count_of(j_list, nj, to.c.ncols()), from.ncols);
        gb::assign(to.ctx, to.c, to.mask, to.accum, operand(A), indices_of(i_list, ni), indices_of(j_list, nj), to.desc);
    });
}

GrB_Info GrB_Col_assign(GrB_Matrix C, const GrB_Vector mask, const GrB_BinaryOp accum, const GrB_Vector u,
                        const GrB_Index* i_list, GrB_Index ni, GrB_Index j, const GrB_Descriptor desc) {
    return compute(C, [&](const gb::context& ctx) {
        gb::any_matrix& c = checked(C, "the output").value;
        const mask_argument admitted(mask, desc, c.nrows());
        check_length("assign", count_of(i_list, ni, c.nrows()), operand(u).size());
        gb::assign_column(ctx, c, admitted, accumulator_of(accum), operand(u), indices_of(i_list, ni),
                          static_cast<gb::index>(j), descriptor_of(desc));
    });
}

GrB_Info GrB_Row_assign(GrB_Matrix C, const GrB_Vector mask, const GrB_BinaryOp accum, const GrB_Vector u, GrB_Index i,
                        const GrB_Index* j_list, GrB_Index nj, const GrB_Descriptor desc) {
    return compute(C, [&](const gb::context& ctx) {
        gb::any_matrix& c = checked(C, "the output").value;
        const mask_argument admitted(mask, desc, c.ncols());
        check_length("assign", count_of(j_list, nj, c.ncols()), operand(u).size());
        gb::assign_row(ctx, c, admitted, accumulator_of(accum), operand(u), static_cast<gb::index>(i), indices_of(j_list, nj),
                       descriptor_of(desc));
    });
}

GrB_Info GrB_Vector_apply(GrB_Vector w, const GrB_Vector mask, const GrB_BinaryOp accum, const GrB_UnaryOp op,
                          const GrB_Vector u, const GrB_Descriptor desc) {
    return apply_function(w, mask, accum, op, u, desc);
}

GrB_Info GrB_Matrix_apply(GrB_Matrix C, const GrB_Matrix Mask, const GrB_BinaryOp accum, const GrB_UnaryOp op,
                          const GrB_Matrix A, const GrB_Descriptor desc) {
    return apply_function(C, Mask, accum, op, A, desc);
}

GrB_Info GrB_transpose(GrB_Matrix C, const GrB_Matrix Mask, const GrB_BinaryOp accum, const GrB_Matrix A,
                       const GrB_Descriptor desc) {
    return operate(C, Mask, accum, desc,
                   [&](const auto& to) { gb::transpose(to.ctx, to.c, to.mask, to.accum, operand(A), to.desc); });
}

}  // extern "C"
