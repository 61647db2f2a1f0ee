#include <graphblas_gpu/capi/collections.hpp>

#include <graphblas_gpu/any.hpp>

#include <cstring>
#include <span>
#include <string>

namespace graphblas_gpu::capi {
namespace {

std::span<const index> list_of(const GrB_Index* list, GrB_Index count) {
    if (count == 0) return {};
    check_not_null(list, "the list of indices");
    return {reinterpret_cast<const index*>(list), count};
}

index checked_index(GrB_Index i, index side, const char* what) {
    if (i >= static_cast<GrB_Index>(side))
        throw invalid_index(std::string(what) + " " + std::to_string(i) + " lies outside of " + std::to_string(side));
    return static_cast<index>(i);
}

/// The bytes of one value as a value of an object: where they stand, or cast to `room`.
const void* bytes_of(const value_in& x, GrB_Type of_object, std::uint64_t& room) {
    check_not_null(x.data, "the value");
    const GrB_Type type = type_of_call(x.type, of_object, "the value");
    if (type == of_object) return x.data;
    cast_values_to(type->values, x.data, of_object->values, &room, 1);
    return &room;
}

/// Writes the value that was found, cast to the type of the call.
GrB_Info give(const value_out& x, const void* found, GrB_Type of_object) {
    check_not_null(x.data, "the value");
    const GrB_Type type = type_of_call(x.type, of_object, "the value");
    if (found == nullptr) return GrB_NO_VALUE;
    cast_values_to(of_object->values, found, type->values, x.data, 1);
    return GrB_SUCCESS;
}
void give(GrB_Scalar x, const void* found, GrB_Type of_object) {
    const type_descriptor& type = checked(x, "the scalar").type->values;
    if (x->type->code != of_object->code || (x->type->code == GrB_UDT_CODE && x->type != of_object))
        (void)type_of_call(x->type->code == GrB_UDT_CODE ? nullptr : x->type, of_object, "the scalar");
    x->value = found == nullptr ? any_scalar(type) : any_scalar(of_object->values, found).cast_to(type);
}

const void* found_in(GrB_Vector v, GrB_Index i) {
    const any_vector& u = checked(v, "the vector").value;
    return u.find(checked_index(i, u.size(), "index"));
}
const void* found_in(GrB_Matrix a, GrB_Index i, GrB_Index j) {
    const any_matrix& m = checked(a, "the matrix").value;
    const index row = checked_index(i, m.nrows(), "row"), column = checked_index(j, m.ncols(), "column");
    return m.find(row, column);
}

void check_is_empty(index nvals) {
    if (nvals > 0)
        throw error(error_code::output_not_empty, "build: the object has " + std::to_string(nvals) + " entries already");
}

/// The values of a call to build.
any_values values_of(const value_in& values, GrB_Type of_object, GrB_Index count) {
    if (count > 0) check_not_null(values.data, "the list of values");
    return {&type_of_call(values.type, of_object, "the list of values")->values, values.data, count};
}

/// Writes the columns and the values of rows, and returns their number. Throws error (insufficient_space).
index give_entries(const formats::untyped_view& rows, GrB_Index* columns, const value_out& values, GrB_Index* nvals,
                   GrB_Type of_object) {
    check_not_null(nvals, "nvals");
    const GrB_Type type = type_of_call(values.type, of_object, "the list of values");
    const index count = rows.nvals();
    if (*nvals < static_cast<GrB_Index>(count))
        throw error(error_code::insufficient_space,
                    "extractTuples: there are " + std::to_string(count) + " entries, and room for " + std::to_string(*nvals));
    *nvals = static_cast<GrB_Index>(count);
    if (columns != nullptr) std::copy_n(rows.columns, count, columns);
    if (values.data != nullptr) cast_values_to(of_object->values, rows.values, type->values, values.data, count);
    return count;
}

void check_type_of_dup(GrB_BinaryOp dup, GrB_Type of_object) {
    if (dup == nullptr) return;
    const GB_BinaryOp_opaque& op = checked(dup, "dup");
    if (op.left != op.result || op.right != op.result) throw domain_mismatch("build: dup works on several types");
    (void)type_of_call(op.result->code == GrB_UDT_CODE ? nullptr : op.result, of_object, "dup");
}

}  // namespace

// ---- build ----

GrB_Info build(GrB_Vector v, const GrB_Index* i_list, const value_in& values, GrB_Index nvals, GrB_BinaryOp dup) {
    return compute(v, [&](const context& ctx) {
        any_vector& u = checked(v, "the vector").value;
        check_is_empty(u.nvals());
        check_type_of_dup(dup, v->type);
        u = from_entries(ctx, u.type(), u.size(), list_of(i_list, nvals), values_of(values, v->type, nvals),
                         accumulator_of(dup));
    });
}

GrB_Info build(GrB_Matrix a, const GrB_Index* i_list, const GrB_Index* j_list, const value_in& values, GrB_Index nvals,
               GrB_BinaryOp dup) {
    return compute(a, [&](const context& ctx) {
        any_matrix& m = checked(a, "the matrix").value;
        check_is_empty(m.nvals());
        check_type_of_dup(dup, a->type);
        m = from_edges(ctx, m.type(), m.nrows(), m.ncols(), list_of(i_list, nvals), list_of(j_list, nvals),
                       values_of(values, a->type, nvals), accumulator_of(dup));
    });
}

// ---- single elements ----

GrB_Info set_element(GrB_Scalar s, const value_in& x) {
    return call(s, [&] {
        std::uint64_t room = 0;
        const type_descriptor& type = checked(s, "the scalar").type->values;
        s->value = any_scalar(type, bytes_of(x, s->type, room));
    });
}

GrB_Info set_element(GrB_Vector v, const value_in& x, GrB_Index i) {
    return call(v, [&] {
        std::uint64_t room = 0;
        any_vector& u = checked(v, "the vector").value;
        u.set_element(checked_index(i, u.size(), "index"), bytes_of(x, v->type, room));
    });
}

GrB_Info set_element(GrB_Matrix a, const value_in& x, GrB_Index i, GrB_Index j) {
    return call(a, [&] {
        std::uint64_t room = 0;
        any_matrix& m = checked(a, "the matrix").value;
        const index row = checked_index(i, m.nrows(), "row"), column = checked_index(j, m.ncols(), "column");
        m.set_element(row, column, bytes_of(x, a->type, room));
    });
}

GrB_Info set_element(GrB_Vector v, GrB_Scalar x, GrB_Index i) {
    return call(v, [&] {
        any_vector& u = checked(v, "the vector").value;
        set_element(u, checked_index(i, u.size(), "index"), checked(x, "the scalar").value);
    });
}

GrB_Info set_element(GrB_Matrix a, GrB_Scalar x, GrB_Index i, GrB_Index j) {
    return call(a, [&] {
        any_matrix& m = checked(a, "the matrix").value;
        const index row = checked_index(i, m.nrows(), "row"), column = checked_index(j, m.ncols(), "column");
        set_element(m, row, column, checked(x, "the scalar").value);
    });
}

GrB_Info extract_element(const value_out& x, GrB_Scalar s) {
    return call([&] {
        const any_scalar& value = checked(s, "the scalar").value;
        return give(x, value.is_present() ? value.data() : nullptr, s->type);
    });
}

GrB_Info extract_element(const value_out& x, GrB_Vector v, GrB_Index i) {
    return call([&] { return give(x, found_in(v, i), v->type); });
}

GrB_Info extract_element(const value_out& x, GrB_Matrix a, GrB_Index i, GrB_Index j) {
    return call([&] { return give(x, found_in(a, i, j), a->type); });
}

GrB_Info extract_element(GrB_Scalar x, GrB_Vector v, GrB_Index i) {
    return call(x, [&] { give(x, found_in(v, i), v->type); });
}

GrB_Info extract_element(GrB_Scalar x, GrB_Matrix a, GrB_Index i, GrB_Index j) {
    return call(x, [&] { give(x, found_in(a, i, j), a->type); });
}

// ---- all elements ----

GrB_Info extract_tuples(GrB_Index* i_list, const value_out& values, GrB_Index* nvals, GrB_Vector v) {
    return call([&] { give_entries(checked(v, "the vector").value.list(), i_list, values, nvals, v->type); });
}

GrB_Info extract_tuples(GrB_Index* i_list, GrB_Index* j_list, const value_out& values, GrB_Index* nvals, GrB_Matrix a) {
    return call([&] {
        const formats::untyped_view rows = checked(a, "the matrix").value.rows();
        give_entries(rows, j_list, values, nvals, a->type);
        if (i_list == nullptr) return;
        for (index i = 0; i < rows.nrows; ++i) std::fill(i_list + rows.begin(i), i_list + rows.end(i), i);
    });
}

}  // namespace graphblas_gpu::capi

namespace gb = graphblas_gpu;
using namespace graphblas_gpu::capi;

namespace {

/// Writes a number of an object.
template <class Handle, class Number>
GrB_Info give_number(GrB_Index* out, Handle object, const Number& number) {
    return call([&] {
        check_not_null(out, "the number");
        *out = static_cast<GrB_Index>(number(checked(object, "the object").value));
    });
}

owned<GB_Matrix_opaque> new_matrix(GrB_Type type, gb::any_matrix&& entries) {
    return owned<GB_Matrix_opaque>(new GB_Matrix_opaque(type, std::move(entries)));
}
owned<GB_Vector_opaque> new_vector(GrB_Type type, gb::any_vector&& entries) {
    return owned<GB_Vector_opaque>(new GB_Vector_opaque(type, std::move(entries)));
}

}  // namespace

extern "C" {

// ---- 4.2.3 scalars ----

GrB_Info GrB_Scalar_new(GrB_Scalar* s, GrB_Type type) {
    return make_object(s, [&] { return owned<GB_Scalar_opaque>(new GB_Scalar_opaque(&checked(type, "the type"))); });
}
GrB_Info GrB_Scalar_dup(GrB_Scalar* copy, const GrB_Scalar s) {
    return make_object(copy, [&] {
        owned<GB_Scalar_opaque> made(new GB_Scalar_opaque(checked(s, "the scalar").type));
        made->value = s->value;
        return made;
    });
}
GrB_Info GrB_Scalar_clear(GrB_Scalar s) {
    return call(s, [&] { s->value = gb::any_scalar(checked(s, "the scalar").type->values); });
}
GrB_Info GrB_Scalar_nvals(GrB_Index* nvals, const GrB_Scalar s) {
    return give_number(nvals, s, [](const gb::any_scalar& x) { return x.is_present() ? 1 : 0; });
}

// ---- 4.2.4 vectors ----

GrB_Info GrB_Vector_new(GrB_Vector* v, GrB_Type type, GrB_Index size) {
    return make_object(v, [&] { return new_vector(type, gb::any_vector(side_of(size), checked(type, "the type").values)); });
}
GrB_Info GrB_Vector_dup(GrB_Vector* copy, const GrB_Vector v) {
    return make_object(copy, [&] {
        const GB_Vector_opaque& from = checked(v, "the vector");
        return new_vector(from.type, gb::any_vector(from.value));
    });
}
GrB_Info GrB_Vector_resize(GrB_Vector v, GrB_Index size) {
    return call(v, [&] { checked(v, "the vector").value.resize(side_of(size)); });
}
GrB_Info GrB_Vector_clear(GrB_Vector v) {
    return call(v, [&] { checked(v, "the vector").value.clear(); });
}
GrB_Info GrB_Vector_size(GrB_Index* size, const GrB_Vector v) {
    return give_number(size, v, [](const gb::any_vector& u) { return u.size(); });
}
GrB_Info GrB_Vector_nvals(GrB_Index* nvals, const GrB_Vector v) {
    return give_number(nvals, v, [](const gb::any_vector& u) { return u.nvals(); });
}
GrB_Info GrB_Vector_removeElement(GrB_Vector v, GrB_Index i) {
    return call(v, [&] {
        gb::any_vector& u = checked(v, "the vector").value;
        u.remove_element(checked_index(i, u.size(), "index"));
    });
}

// ---- 4.2.5 matrices ----

GrB_Info GrB_Matrix_new(GrB_Matrix* A, GrB_Type type, GrB_Index nrows, GrB_Index ncols) {
    return make_object(A, [&] {
        const gb::type_descriptor& values = checked(type, "the type").values;
        return new_matrix(type, gb::any_matrix(side_of(nrows), side_of(ncols), values));
    });
}
GrB_Info GrB_Matrix_dup(GrB_Matrix* copy, const GrB_Matrix A) {
    return make_object(copy, [&] {
        const GB_Matrix_opaque& from = checked(A, "the matrix");
        return new_matrix(from.type, gb::any_matrix(from.value));
    });
}
GrB_Info GrB_Matrix_diag(GrB_Matrix* C, const GrB_Vector v, int64_t k) {
    return make_object(C, [&] {
        const gb::any_vector& u = checked(v, "the vector").value;
        const borrowed_context on;
        return new_matrix(v->type, gb::matrix_diag(on.get(), u, k));
    });
}
GrB_Info GrB_Matrix_resize(GrB_Matrix A, GrB_Index nrows, GrB_Index ncols) {
    return call(A, [&] { checked(A, "the matrix").value.resize(side_of(nrows), side_of(ncols)); });
}
GrB_Info GrB_Matrix_clear(GrB_Matrix A) {
    return call(A, [&] { checked(A, "the matrix").value.clear(); });
}
GrB_Info GrB_Matrix_nrows(GrB_Index* nrows, const GrB_Matrix A) {
    return give_number(nrows, A, [](const gb::any_matrix& m) { return m.nrows(); });
}
GrB_Info GrB_Matrix_ncols(GrB_Index* ncols, const GrB_Matrix A) {
    return give_number(ncols, A, [](const gb::any_matrix& m) { return m.ncols(); });
}
GrB_Info GrB_Matrix_nvals(GrB_Index* nvals, const GrB_Matrix A) {
    return give_number(nvals, A, [](const gb::any_matrix& m) { return m.nvals(); });
}
GrB_Info GrB_Matrix_removeElement(GrB_Matrix A, GrB_Index i, GrB_Index j) {
    return call(A, [&] {
        gb::any_matrix& m = checked(A, "the matrix").value;
        const gb::index row = checked_index(i, m.nrows(), "row"), column = checked_index(j, m.ncols(), "column");
        m.remove_element(row, column);
    });
}

}  // extern "C"
