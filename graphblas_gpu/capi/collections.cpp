#include <graphblas_gpu/capi/collections.hpp>

#include <graphblas_gpu/any.hpp>

#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace graphblas_gpu::capi {
namespace {

std::span<const index> list_of(const GrB_Index* list, GrB_Index count) {
    if (count == 0) return {};
    check_not_null(list, "the list of indices");
    return {reinterpret_cast<const index*>(list), count};
}

index checked_index(GrB_Index i, GrB_Index side, const char* what) {
    if (i >= side)
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

/// The stored position of an index of an object that is settled, or nothing if the object has no entry there. Throws
/// invalid_index.
/// @{
std::optional<index> position_in(GB_Vector_opaque& v, GrB_Index i) {
    const index stored = checked_index(i, size_of(v), "index");
    if (!v.is_long()) return stored;
    settle(v);
    return position_of(v.indices, i);
}
std::optional<std::pair<index, index>> position_in(GB_Matrix_opaque& a, GrB_Index i, GrB_Index j) {
    const index stored_row = checked_index(i, rows_of(a), "row"), stored_column = checked_index(j, columns_of(a), "column");
    if (!a.is_long()) return std::pair(stored_row, stored_column);
    settle(a);
    const std::optional<index> row = position_of(a.rows, i), column = position_of(a.columns, j);
    if (!row || !column) return std::nullopt;
    return std::pair(*row, *column);
}
/// @}

const void* found_in(GrB_Vector v, GrB_Index i) {
    const auto at = position_in(checked(v, "the vector"), i);
    return at ? v->value.find(*at) : nullptr;
}
const void* found_in(GrB_Matrix a, GrB_Index i, GrB_Index j) {
    const auto at = position_in(checked(a, "the matrix"), i, j);
    return at ? a->value.find(at->first, at->second) : nullptr;
}

void remove_from(GB_Vector_opaque& v, GrB_Index i) {
    if (const auto at = position_in(v, i)) v.value.remove_element(*at);
}
void remove_from(GB_Matrix_opaque& a, GrB_Index i, GrB_Index j) {
    if (const auto at = position_in(a, i, j)) a.value.remove_element(at->first, at->second);
}

void set_in(GB_Vector_opaque& v, GrB_Index i, const void* value) {
    if (v.is_long()) add_pending(v, i, value);
    else v.value.set_element(static_cast<index>(i), value);
}
void set_in(GB_Matrix_opaque& a, GrB_Index i, GrB_Index j, const void* value) {
    if (a.is_long()) add_pending(a, i, j, value);
    else a.value.set_element(static_cast<index>(i), static_cast<index>(j), value);
}

/// A list of indices as stored positions of a new side.
struct listed {
    long_side side;
    std::vector<index> room;
    std::span<const index> positions;
    listed(GrB_Index length, bool is_long, const GrB_Index* list, GrB_Index count) : positions(list_of(list, count)) {
        if (!is_long) return;
        side = side_of_indices(length, {list, count}, room);
        positions = room;
    }
    index stored(GrB_Index length) const { return stored_length(side, length); }
};

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

/// Indices in the place of stored positions.
void name_indices(const long_side& side, GrB_Index* list, index count) {
    if (side.list == nullptr || list == nullptr) return;
    for (index k = 0; k < count; ++k) list[k] = index_at(side, static_cast<index>(list[k]));
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
        settle(checked(v, "the vector"));
        any_vector& u = v->value;
        check_is_empty(u.nvals());
        check_type_of_dup(dup, v->type);
        const GrB_Index size = size_of(*v);
        const listed at(size, v->indices.list != nullptr, i_list, nvals);
        u = from_entries(ctx, u.type(), at.stored(size), at.positions, values_of(values, v->type, nvals), accumulator_of(dup));
        v->indices = at.side;
    });
}

GrB_Info build(GrB_Matrix a, const GrB_Index* i_list, const GrB_Index* j_list, const value_in& values, GrB_Index nvals,
               GrB_BinaryOp dup) {
    return compute(a, [&](const context& ctx) {
        settle(checked(a, "the matrix"));
        any_matrix& m = a->value;
        check_is_empty(m.nvals());
        check_type_of_dup(dup, a->type);
        const GrB_Index nrows = rows_of(*a), ncols = columns_of(*a);
        const listed rows(nrows, a->rows.list != nullptr, i_list, nvals),
            columns(ncols, a->columns.list != nullptr, j_list, nvals);
        m = from_edges(ctx, m.type(), rows.stored(nrows), columns.stored(ncols), rows.positions, columns.positions,
                       values_of(values, a->type, nvals), accumulator_of(dup));
        a->rows = rows.side, a->columns = columns.side;
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
        (void)checked_index(i, size_of(checked(v, "the vector")), "index");
        set_in(*v, i, bytes_of(x, v->type, room));
    });
}

GrB_Info set_element(GrB_Matrix a, const value_in& x, GrB_Index i, GrB_Index j) {
    return call(a, [&] {
        std::uint64_t room = 0;
        (void)checked_index(i, rows_of(checked(a, "the matrix")), "row"), (void)checked_index(j, columns_of(*a), "column");
        set_in(*a, i, j, bytes_of(x, a->type, room));
    });
}

GrB_Info set_element(GrB_Vector v, GrB_Scalar x, GrB_Index i) {
    return call(v, [&] {
        (void)checked_index(i, size_of(checked(v, "the vector")), "index");
        const any_scalar value = checked(x, "the scalar").value.cast_to(v->type->values);
        if (value.is_present()) set_in(*v, i, value.data());
        else remove_from(*v, i);
    });
}

GrB_Info set_element(GrB_Matrix a, GrB_Scalar x, GrB_Index i, GrB_Index j) {
    return call(a, [&] {
        (void)checked_index(i, rows_of(checked(a, "the matrix")), "row"), (void)checked_index(j, columns_of(*a), "column");
        const any_scalar value = checked(x, "the scalar").value.cast_to(a->type->values);
        if (value.is_present()) set_in(*a, i, j, value.data());
        else remove_from(*a, i, j);
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
    return call([&] {
        settle(checked(v, "the vector"));
        const index count = give_entries(v->value.list(), i_list, values, nvals, v->type);
        name_indices(v->indices, i_list, count);
    });
}

GrB_Info extract_tuples(GrB_Index* i_list, GrB_Index* j_list, const value_out& values, GrB_Index* nvals, GrB_Matrix a) {
    return call([&] {
        settle(checked(a, "the matrix"));
        const formats::untyped_view rows = a->value.rows();
        name_indices(a->columns, j_list, give_entries(rows, j_list, values, nvals, a->type));
        if (i_list == nullptr) return;
        for (index i = 0; i < rows.nrows; ++i) std::fill(i_list + rows.begin(i), i_list + rows.end(i), index_at(a->rows, i));
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
        *out = static_cast<GrB_Index>(number(checked(object, "the object")));
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
    return give_number(nvals, s, [](const GB_Scalar_opaque& x) { return x.value.is_present() ? 1 : 0; });
}

// ---- 4.2.4 vectors ----

GrB_Info GrB_Vector_new(GrB_Vector* v, GrB_Type type, GrB_Index size) {
    return make_object(v, [&] {
        long_side side = side_of_length(size);
        auto made = new_vector(&checked(type, "the type"), gb::any_vector(stored_length(side, size), type->values));
        made->indices = std::move(side);
        return made;
    });
}
GrB_Info GrB_Vector_dup(GrB_Vector* copy, const GrB_Vector v) {
    return make_object(copy, [&] {
        GB_Vector_opaque& from = checked(v, "the vector");
        settle(from);
        auto made = new_vector(from.type, gb::any_vector(from.value));
        made->indices = from.indices;
        return made;
    });
}
GrB_Info GrB_Vector_resize(GrB_Vector v, GrB_Index size) {
    return call(v, [&] {
        const long_side to = side_of_length(size);
        if (checked(v, "the vector").is_long() || to.list != nullptr) resize_long(*v, size);
        else v->value.resize(static_cast<gb::index>(size));
    });
}
GrB_Info GrB_Vector_clear(GrB_Vector v) {
    return call(v, [&] {
        if (checked(v, "the vector").is_long()) set_entries(*v, size_of(*v), {});
        else v->value.clear();
    });
}
GrB_Info GrB_Vector_size(GrB_Index* size, const GrB_Vector v) {
    return give_number(size, v, [](const GB_Vector_opaque& u) { return size_of(u); });
}
GrB_Info GrB_Vector_nvals(GrB_Index* nvals, const GrB_Vector v) {
    return give_number(nvals, v, [](GB_Vector_opaque& u) { return settle(u), u.value.nvals(); });
}
GrB_Info GrB_Vector_removeElement(GrB_Vector v, GrB_Index i) {
    return call(v, [&] { remove_from(checked(v, "the vector"), i); });
}

// ---- 4.2.5 matrices ----

GrB_Info GrB_Matrix_new(GrB_Matrix* A, GrB_Type type, GrB_Index nrows, GrB_Index ncols) {
    return make_object(A, [&] {
        long_side rows = side_of_length(nrows), columns = side_of_length(ncols);
        const gb::type_descriptor& values = checked(type, "the type").values;
        auto made = new_matrix(type, gb::any_matrix(stored_length(rows, nrows), stored_length(columns, ncols), values));
        made->rows = std::move(rows), made->columns = std::move(columns);
        return made;
    });
}
GrB_Info GrB_Matrix_dup(GrB_Matrix* copy, const GrB_Matrix A) {
    return make_object(copy, [&] {
        GB_Matrix_opaque& from = checked(A, "the matrix");
        settle(from);
        auto made = new_matrix(from.type, gb::any_matrix(from.value));
        made->rows = from.rows, made->columns = from.columns;
        return made;
    });
}
GrB_Info GrB_Matrix_diag(GrB_Matrix* C, const GrB_Vector v, int64_t k) {
    return make_object(C, [&] {
        settle(checked(v, "the vector"));
        const auto away = k < 0 ? 0 - static_cast<GrB_Index>(k) : static_cast<GrB_Index>(k);
        const long_side side = side_of_length(size_of(*v) + away);
        if (side.list == nullptr) {
            const borrowed_context borrowed;
            return new_matrix(v->type, gb::matrix_diag(borrowed.get(), v->value, k));
        }
        long_entries entries = entries_of(*v);
        entries.rows = entries.columns;
        for (GrB_Index& i : k < 0 ? entries.rows : entries.columns) i += away;
        auto made = new_matrix(v->type, gb::any_matrix(0, 0, v->type->values));
        set_entries(*made, side.length, side.length, entries);
        return made;
    });
}
GrB_Info GrB_Matrix_resize(GrB_Matrix A, GrB_Index nrows, GrB_Index ncols) {
    return call(A, [&] {
        const long_side rows = side_of_length(nrows), columns = side_of_length(ncols);
        if (checked(A, "the matrix").is_long() || rows.list != nullptr || columns.list != nullptr)
            resize_long(*A, nrows, ncols);
        else A->value.resize(static_cast<gb::index>(nrows), static_cast<gb::index>(ncols));
    });
}
GrB_Info GrB_Matrix_clear(GrB_Matrix A) {
    return call(A, [&] {
        if (checked(A, "the matrix").is_long()) set_entries(*A, rows_of(*A), columns_of(*A), {});
        else A->value.clear();
    });
}
GrB_Info GrB_Matrix_nrows(GrB_Index* nrows, const GrB_Matrix A) {
    return give_number(nrows, A, [](const GB_Matrix_opaque& m) { return rows_of(m); });
}
GrB_Info GrB_Matrix_ncols(GrB_Index* ncols, const GrB_Matrix A) {
    return give_number(ncols, A, [](const GB_Matrix_opaque& m) { return columns_of(m); });
}
GrB_Info GrB_Matrix_nvals(GrB_Index* nvals, const GrB_Matrix A) {
    return give_number(nvals, A, [](GB_Matrix_opaque& m) { return settle(m), m.value.nvals(); });
}
GrB_Info GrB_Matrix_removeElement(GrB_Matrix A, GrB_Index i, GrB_Index j) {
    return call(A, [&] { remove_from(checked(A, "the matrix"), i, j); });
}

}  // extern "C"
