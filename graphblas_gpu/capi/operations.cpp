// The operations of the C API that are functions of one form.
//
// Source: GraphBLAS C API 2.1, section 4.3.
#include <graphblas_gpu/capi/operations.hpp>

#include <algorithm>
#include <cstring>
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
index_list distinct_indices(const GrB_Index* list, GrB_Index count, const joined_sides* joined, index stored,
                            std::vector<index>& room) {
    index_list given = indices_of(list, count, joined, stored, room);
    if (list == GrB_ALL) return given;
    const auto follows = [](GrB_Index before, GrB_Index after) { return before >= after; };
    if (std::adjacent_find(list, list + count, follows) == list + count) return given;
    if (room.empty()) room.assign(list, list + count);
    std::sort(room.begin(), room.end());
    room.erase(std::unique(room.begin(), room.end()), room.end());
    return index_list(std::span<const index>(room));
}

/// Throws out_of_memory if a value would be stored at all of more than 2^32 positions.
template <class Target>
void check_is_not_full(const Target& to, const GrB_Index* list, index stored) {
    if (list == GrB_ALL && to.is_long(stored) && !to.mask.admits_only())
        throw error(error_code::out_of_memory, "assign: a value at every position of a side of more than 2^32 positions");
}

/// Throws dimension_mismatch unless a list has as many indices as the other object has positions. Wrong shapes are errors of
/// the interface, which come before indices that lie outside.
void check_length(const char* operation, index listed, index side) {
    if (listed != side)
        throw dimension_mismatch(std::string(operation) + ": " + std::to_string(listed) + " indices for a side of " +
                                 std::to_string(side));
}
/// The semiring of a product. Throws unsupported for one that makes positions of long sides.
template <class Target>
any_semiring semiring_of(GrB_Semiring semiring, const Target& to) {
    const GB_Semiring_opaque& s = checked(semiring, "the semiring");
    if (to.joined != nullptr && checked(s.multiply, "the multiplication").function == nullptr)
        throw unsupported("a product that makes positions, with sides of more than " + std::to_string(max_side));
    return semiring_of(semiring);
}
/// The rows and columns of A as a call sees it.
shapes::shape shape_of(const any_matrix& a, const descriptor& desc) { return a.shape().transposed_if(desc.transpose_a); }

}  // namespace

index_list indices_of(const GrB_Index* list, GrB_Index count, const joined_sides* joined, index stored,
                      std::vector<index>& room) {
    index_list given = indices_of(list, count);
    if (list == GrB_ALL || joined == nullptr || !joined->is_long(stored)) return given;
    room = *joined->positions({list, count}, stored);
    return index_list(std::span<const index>(room));
}

index position_of(GrB_Index i, const joined_sides* joined, index stored) {
    if (joined == nullptr || !joined->is_long(stored)) return static_cast<index>(i);
    return joined->positions({&i, 1}, stored)->front();
}

namespace {

/// Calls visit(p, i, j) for each entry with the indices that the program knows, of the transpose if `transpose`.
template <class Visit>
void visit_positions(const formats::untyped_view& rows, const long_side& row_side, const long_side& column_side, bool transpose,
                     const Visit& visit) {
    for (index r = 0; r < rows.nrows; ++r) {
        for (row_offset p = rows.begin(r); p < rows.end(r); ++p) {
            const GrB_Index i = index_at(row_side, r), j = index_at(column_side, rows.columns[p]);
            visit(p, transpose ? j : i, transpose ? i : j);
        }
    }
}

/// The results of the function, in the order of the entries. Throws domain_mismatch if values are not those that it reads.
formats::untyped_csr results_of(const GB_IndexUnaryOp_opaque& op, const scalar_argument& y, GrB_Type type,
                                const formats::untyped_view& rows, const long_side& row_side, const long_side& column_side,
                                bool transpose) {
    const any_scalar thunk = y.present_as(op.thunk).cast_to(op.thunk->values);
    const auto count = static_cast<std::size_t>(rows.nvals());
    const type_descriptor& read = op.argument == nullptr ? type->values : op.argument->values;
    buffer<std::byte> values(count * read.bytes);
    cast_values_to(type->values, rows.values, read, values.data(), rows.nvals());
    const std::size_t bytes = op.result->values.bytes;
    auto out = formats::untyped_csr::with_room(rows.nrows, rows.ncols, count, bytes);
    std::copy_n(rows.offsets, rows.nrows + 1, out.offsets.data());
    std::copy_n(rows.columns, rows.nvals(), out.columns.data());
    visit_positions(rows, row_side, column_side, transpose, [&](row_offset p, GrB_Index i, GrB_Index j) {
        const auto k = static_cast<std::size_t>(p);
        op.function(out.values.data() + k * bytes, values.data() + k * read.bytes, i, j, thunk.data());
    });
    return out;
}

/// The entries of a whose results are true.
formats::untyped_csr kept_entries(const formats::untyped_view& a, const formats::untyped_csr& results, GrB_Type result) {
    const auto count = static_cast<std::size_t>(a.nvals());
    buffer<std::byte> keeps(count);
    cast_values_to(result->values, results.values.data(), type_of<bool>(), keeps.data(), a.nvals());
    std::size_t kept = 0;
    for (std::size_t p = 0; p < count; ++p) kept += keeps.data()[p] != std::byte{0};
    auto out = formats::untyped_csr::with_room(a.nrows, a.ncols, kept, a.value_bytes);
    std::size_t to = 0;
    for (index i = 0; i < a.nrows; ++i) {
        out.offsets[static_cast<std::size_t>(i)] = static_cast<row_offset>(to);
        for (auto p = static_cast<std::size_t>(a.begin(i)); p < static_cast<std::size_t>(a.end(i)); ++p) {
            if (keeps.data()[p] == std::byte{0}) continue;
            out.columns[to] = a.columns[p];
            std::memcpy(out.values.data() + to++ * a.value_bytes, a.values + p * a.value_bytes, a.value_bytes);
        }
    }
    out.offsets[static_cast<std::size_t>(a.nrows)] = static_cast<row_offset>(to);
    return out;
}

}  // namespace

namespace {

/// The entries of an operand of a Kronecker product, with values of this type.
long_entries factor_of(GB_Matrix_opaque& a, bool transpose, const type_descriptor& type) {
    settle(a);
    long_entries out = entries_of(a);
    if (transpose) std::swap(out.rows, out.columns);
    const std::size_t count = out.rows.size();
    std::vector<std::byte> values(count * type.bytes);
    cast_values_to(a.type->values, out.values.data(), type, values.data(), static_cast<index>(count));
    out.values = std::move(values);
    return out;
}

/// Throws dimension_mismatch unless the product of two sides is a third one.
void check_product(GrB_Index a, GrB_Index b, GrB_Index c) {
    GrB_Index product = 0;
    if (__builtin_mul_overflow(a, b, &product) || product != c)
        throw dimension_mismatch("kronecker: sides of " + std::to_string(a) + " and " + std::to_string(b) + " for a side of " +
                                 std::to_string(c));
}

owned<GB_Matrix_opaque> kronecker_of(const GB_BinaryOp_opaque& op, GB_Matrix_opaque& a, GB_Matrix_opaque& b, GrB_Index nrows,
                                     GrB_Index ncols, const descriptor& desc) {
    const long_entries x = factor_of(a, desc.transpose_a, op.left->values),
                       y = factor_of(b, desc.transpose_b, op.right->values);
    const GrB_Index rows = desc.transpose_b ? columns_of(b) : rows_of(b),
                    columns = desc.transpose_b ? rows_of(b) : columns_of(b);
    check_product(desc.transpose_a ? columns_of(a) : rows_of(a), rows, nrows);
    check_product(desc.transpose_a ? rows_of(a) : columns_of(a), columns, ncols);
    const std::size_t left = op.left->values.bytes, right = op.right->values.bytes, bytes = op.result->values.bytes;
    long_entries made;
    made.values.resize(x.rows.size() * y.rows.size() * bytes);
    for (std::size_t p = 0; p < x.rows.size(); ++p) {
        for (std::size_t q = 0; q < y.rows.size(); ++q) {
            op.function(made.values.data() + made.rows.size() * bytes, x.values.data() + p * left, y.values.data() + q * right);
            made.rows.push_back(x.rows[p] * rows + y.rows[q]);
            made.columns.push_back(x.columns[p] * columns + y.columns[q]);
        }
    }
    owned<GB_Matrix_opaque> out(new GB_Matrix_opaque(op.result, any_matrix(0, 0, op.result->values)));
    set_entries(*out, nrows, ncols, made);
    return out;
}

}  // namespace

GrB_Info kronecker_of_long_sides(GrB_Matrix c, GrB_Matrix mask, GrB_BinaryOp accum, GrB_BinaryOp op, GrB_Matrix a, GrB_Matrix b,
                                 GrB_Descriptor desc) {
    owned<GB_Matrix_opaque> product;
    const GrB_Info made = call(c, [&] {
        const GB_Matrix_opaque& output = checked(c, "the output");
        (void)operator_of(op);
        product = kronecker_of(*op, checked(a, "an operand"), checked(b, "an operand"), rows_of(output), columns_of(output),
                               descriptor_of(desc));
    });
    if (made != GrB_SUCCESS) return made;
    const auto run = [](const auto& to, GrB_Matrix t) {
        descriptor options;
        options.replace = to.desc.replace;
        assign(to.ctx, to.c, to.mask, to.accum, operand(t), options);
    };
    return operate(c, mask, accum, desc, run, product.get());
}

// The one index of a vector is the first.
any_vector values_at_positions(const GB_IndexUnaryOp_opaque& op, const scalar_argument& y, const GB_Vector_opaque& v, bool) {
    const formats::untyped_view rows = v.value.list();
    return any_vector(results_of(op, y, v.type, rows, {}, v.indices, true), op.result->values);
}
any_matrix values_at_positions(const GB_IndexUnaryOp_opaque& op, const scalar_argument& y, const GB_Matrix_opaque& a,
                               bool transpose) {
    return any_matrix(results_of(op, y, a.type, a.value.rows(), a.rows, a.columns, transpose), op.result->values);
}
any_vector selected_by_positions(const GB_IndexUnaryOp_opaque& op, const scalar_argument& y, const GB_Vector_opaque& v, bool) {
    const formats::untyped_view rows = v.value.list();
    return any_vector(kept_entries(rows, results_of(op, y, v.type, rows, {}, v.indices, true), op.result), v.type->values);
}
any_matrix selected_by_positions(const GB_IndexUnaryOp_opaque& op, const scalar_argument& y, const GB_Matrix_opaque& a,
                                 bool transpose) {
    const formats::untyped_view rows = a.value.rows();
    return any_matrix(kept_entries(rows, results_of(op, y, a.type, rows, a.rows, a.columns, transpose), op.result),
                      a.type->values);
}

GrB_Info assign(GrB_Vector w, GrB_Vector mask, GrB_BinaryOp accum, const scalar_argument& x, const GrB_Index* i_list,
                GrB_Index ni, GrB_Descriptor desc) {
    const auto run = [&](const auto& to) {
        const any_scalar value = x.as(w->type);
        std::vector<index> room;
        const index_list indices = distinct_indices(i_list, ni, to.joined, to.c.size(), room);
        if (value.is_present()) check_is_not_full(to, i_list, to.c.size());
        if (value.is_present()) return assign(to.ctx, to.c, to.mask, to.accum, value, indices, to.desc);
        const any_vector nothing(room.empty() ? count_of(i_list, ni, to.c.size()) : std::ssize(room), value.type());
        assign(to.ctx, to.c, to.mask, to.accum, nothing, indices, to.desc);
    };
    return operate(w, mask, accum, desc, {{i_list, ni}}, run);
}

GrB_Info assign(GrB_Matrix c, GrB_Matrix mask, GrB_BinaryOp accum, const scalar_argument& x, const GrB_Index* i_list,
                GrB_Index ni, const GrB_Index* j_list, GrB_Index nj, GrB_Descriptor desc) {
    const auto run = [&](const auto& to) {
        const any_scalar value = x.as(c->type);
        std::vector<index> row_room, column_room;
        const index_list rows = distinct_indices(i_list, ni, to.joined, to.c.nrows(), row_room),
                         columns = distinct_indices(j_list, nj, to.joined, to.c.ncols(), column_room);
        if (value.is_present()) check_is_not_full(to, i_list, to.c.nrows()), check_is_not_full(to, j_list, to.c.ncols());
        if (value.is_present()) return assign(to.ctx, to.c, to.mask, to.accum, value, rows, columns, to.desc);
        const index nrows = row_room.empty() ? count_of(i_list, ni, to.c.nrows()) : std::ssize(row_room);
        const index ncols = column_room.empty() ? count_of(j_list, nj, to.c.ncols()) : std::ssize(column_room);
        const any_matrix nothing(nrows, ncols, value.type());
        descriptor options = to.desc;
        options.transpose_a = false;
        assign(to.ctx, to.c, to.mask, to.accum, nothing, rows, columns, options);
    };
    return operate(c, mask, accum, desc, {{i_list, ni}, {j_list, nj}}, run);
}

}  // namespace graphblas_gpu::capi

namespace gb = graphblas_gpu;
using namespace graphblas_gpu::capi;

extern "C" {

GrB_Info GrB_mxm(GrB_Matrix C, const GrB_Matrix Mask, const GrB_BinaryOp accum, const GrB_Semiring semiring, const GrB_Matrix A,
                 const GrB_Matrix B, const GrB_Descriptor desc) {
    const auto run = [&](const auto& to, GrB_Matrix a, GrB_Matrix b) {
        gb::mxm(to.ctx, to.c, to.mask, to.accum, semiring_of(semiring, to), operand(a), operand(b), to.desc);
    };
    return operate(C, Mask, accum, desc, run, A, B);
}

GrB_Info GrB_vxm(GrB_Vector w, const GrB_Vector mask, const GrB_BinaryOp accum, const GrB_Semiring semiring, const GrB_Vector u,
                 const GrB_Matrix A, const GrB_Descriptor desc) {
    const auto run = [&](const auto& to, GrB_Vector x, GrB_Matrix a) {
        gb::vxm(to.ctx, to.c, to.mask, to.accum, semiring_of(semiring, to), operand(x), operand(a), to.desc);
    };
    return operate(w, mask, accum, desc, run, u, A);
}

GrB_Info GrB_mxv(GrB_Vector w, const GrB_Vector mask, const GrB_BinaryOp accum, const GrB_Semiring semiring, const GrB_Matrix A,
                 const GrB_Vector u, const GrB_Descriptor desc) {
    const auto run = [&](const auto& to, GrB_Matrix a, GrB_Vector x) {
        gb::mxv(to.ctx, to.c, to.mask, to.accum, semiring_of(semiring, to), operand(a), operand(x), to.desc);
    };
    return operate(w, mask, accum, desc, run, A, u);
}

GrB_Info GrB_Vector_extract(GrB_Vector w, const GrB_Vector mask, const GrB_BinaryOp accum, const GrB_Vector u,
                            const GrB_Index* i_list, GrB_Index ni, const GrB_Descriptor desc) {
    const auto run = [&](const auto& to, GrB_Vector from) {
        std::vector<gb::index> room;
        const gb::any_vector& x = operand(from);
        check_length("extract", count_of(i_list, ni, x.size()), to.c.size());
        gb::extract(to.ctx, to.c, to.mask, to.accum, x, indices_of(i_list, ni, to.joined, x.size(), room), to.desc);
    };
    return operate(w, mask, accum, desc, {{i_list, ni}}, run, u);
}

GrB_Info GrB_Matrix_extract(GrB_Matrix C, const GrB_Matrix Mask, const GrB_BinaryOp accum, const GrB_Matrix A,
                            const GrB_Index* i_list, GrB_Index ni, const GrB_Index* j_list, GrB_Index nj,
                            const GrB_Descriptor desc) {
    const auto run = [&](const auto& to, GrB_Matrix a) {
        std::vector<gb::index> row_room, column_room;
        const gb::shapes::shape from = shape_of(operand(a), to.desc);
        check_length("extract", count_of(i_list, ni, from.nrows), to.c.nrows());
        check_length("extract", count_of(j_list, nj, from.ncols), to.c.ncols());
        gb::extract(to.ctx, to.c, to.mask, to.accum, operand(a), indices_of(i_list, ni, to.joined, from.nrows, row_room),
                    indices_of(j_list, nj, to.joined, from.ncols, column_room), to.desc);
    };
    return operate(C, Mask, accum, desc, {{i_list, ni}, {j_list, nj}}, run, A);
}

GrB_Info GrB_Col_extract(GrB_Vector w, const GrB_Vector mask, const GrB_BinaryOp accum, const GrB_Matrix A,
                         const GrB_Index* i_list, GrB_Index ni, GrB_Index j, const GrB_Descriptor desc) {
    const auto run = [&](const auto& to, GrB_Matrix a) {
        std::vector<gb::index> room;
        const gb::shapes::shape from = shape_of(operand(a), to.desc);
        check_length("extract", count_of(i_list, ni, from.nrows), to.c.size());
        gb::extract_column(to.ctx, to.c, to.mask, to.accum, operand(a), indices_of(i_list, ni, to.joined, from.nrows, room),
                           position_of(j, to.joined, from.ncols), to.desc);
    };
    return operate(w, mask, accum, desc, {{i_list, ni}, {&j, 1}}, run, A);
}

GrB_Info GrB_Vector_assign(GrB_Vector w, const GrB_Vector mask, const GrB_BinaryOp accum, const GrB_Vector u,
                           const GrB_Index* i_list, GrB_Index ni, const GrB_Descriptor desc) {
    const auto run = [&](const auto& to, GrB_Vector from) {
        const gb::any_vector& x = operand(from);
        if (i_list == GrB_ALL) return gb::assign(to.ctx, to.c, to.mask, to.accum, x, to.desc);
        std::vector<gb::index> room;
        check_length("assign", count_of(i_list, ni, to.c.size()), x.size());
        gb::assign(to.ctx, to.c, to.mask, to.accum, x, indices_of(i_list, ni, to.joined, to.c.size(), room), to.desc);
    };
    return operate(w, mask, accum, desc, {{i_list, ni}}, run, u);
}

GrB_Info GrB_Matrix_assign(GrB_Matrix C, const GrB_Matrix Mask, const GrB_BinaryOp accum, const GrB_Matrix A,
                           const GrB_Index* i_list, GrB_Index ni, const GrB_Index* j_list, GrB_Index nj,
                           const GrB_Descriptor desc) {
    const auto run = [&](const auto& to, GrB_Matrix a) {
        if (i_list == GrB_ALL && j_list == GrB_ALL) return gb::assign(to.ctx, to.c, to.mask, to.accum, operand(a), to.desc);
        const gb::shapes::shape from = shape_of(operand(a), to.desc);
        std::vector<gb::index> row_room, column_room;
        check_length("assign", count_of(i_list, ni, to.c.nrows()), from.nrows);
        check_length("assign", count_of(j_list, nj, to.c.ncols()), from.ncols);
        gb::assign(to.ctx, to.c, to.mask, to.accum, operand(a), indices_of(i_list, ni, to.joined, to.c.nrows(), row_room),
                   indices_of(j_list, nj, to.joined, to.c.ncols(), column_room), to.desc);
    };
    return operate(C, Mask, accum, desc, {{i_list, ni}, {j_list, nj}}, run, A);
}

GrB_Info GrB_Col_assign(GrB_Matrix C, const GrB_Vector mask, const GrB_BinaryOp accum, const GrB_Vector u,
                        const GrB_Index* i_list, GrB_Index ni, GrB_Index j, const GrB_Descriptor desc) {
    return compute(C, [&](const gb::context& ctx) {
        const auto run = [&](const joined_sides* joined, GrB_Matrix to, GrB_Vector admitting, GrB_Vector from) {
            gb::any_matrix& c = checked(to, "the output").value;
            const mask_argument admitted(admitting, desc, c.nrows());
            std::vector<gb::index> room;
            check_length("assign", count_of(i_list, ni, c.nrows()), operand(from).size());
            gb::assign_column(ctx, c, admitted, accumulator_of(accum), operand(from),
                              indices_of(i_list, ni, joined, c.nrows(), room), position_of(j, joined, c.ncols()),
                              descriptor_of(desc));
        };
        at_door(C, mask, {{i_list, ni}, {&j, 1}}, run, u);
    });
}

GrB_Info GrB_Row_assign(GrB_Matrix C, const GrB_Vector mask, const GrB_BinaryOp accum, const GrB_Vector u, GrB_Index i,
                        const GrB_Index* j_list, GrB_Index nj, const GrB_Descriptor desc) {
    return compute(C, [&](const gb::context& ctx) {
        const auto run = [&](const joined_sides* joined, GrB_Matrix to, GrB_Vector admitting, GrB_Vector from) {
            gb::any_matrix& c = checked(to, "the output").value;
            const mask_argument admitted(admitting, desc, c.ncols());
            std::vector<gb::index> room;
            check_length("assign", count_of(j_list, nj, c.ncols()), operand(from).size());
            gb::assign_row(ctx, c, admitted, accumulator_of(accum), operand(from), position_of(i, joined, c.nrows()),
                           indices_of(j_list, nj, joined, c.ncols(), room), descriptor_of(desc));
        };
        at_door(C, mask, {{j_list, nj}, {&i, 1}}, run, u);
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
    const auto run = [&](const auto& to, GrB_Matrix a) { gb::transpose(to.ctx, to.c, to.mask, to.accum, operand(a), to.desc); };
    return operate(C, Mask, accum, desc, run, A);
}

}  // extern "C"
