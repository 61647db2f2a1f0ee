// Matrices to and from arrays of the program, and to and from bytes.
//
// Source: GraphBLAS C API 2.1, sections 4.2.5.14 to 4.2.5.20 and table 3.11 (formats).
#include <graphblas_gpu/any.hpp>
#include <graphblas_gpu/capi/collections.hpp>
#include <graphblas_gpu/formats/build.hpp>

#include <algorithm>
#include <array>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

namespace graphblas_gpu::capi {
namespace {

/// How long the three arrays of a format are. Of coordinates the first has rows, and there are as many as entries.
struct lengths {
    GrB_Index Ap, Ai, Ax;
};
lengths lengths_in(GrB_Format format, GrB_Index nrows, GrB_Index ncols, index nvals) {
    const auto count = [](index n) { return static_cast<GrB_Index>(n); };
    switch (format) {
        case GrB_CSR_FORMAT: return {nrows + 1, count(nvals), count(nvals)};
        case GrB_CSC_FORMAT: return {ncols + 1, count(nvals), count(nvals)};
        case GrB_COO_FORMAT: return {count(nvals), count(nvals), count(nvals)};
    }
    throw invalid_value("there is no format of number " + std::to_string(static_cast<int>(format)));
}

void check_room(GrB_Index have, GrB_Index need, const char* array) {
    if (have < need)
        throw error(error_code::insufficient_space,
                    std::string(array) + " has " + std::to_string(have) + " elements, and needs " + std::to_string(need));
}

/// Throws invalid_value if an array that a matrix is made of is too short.
void check_length(GrB_Index have, GrB_Index need, const char* array) {
    if (have < need)
        throw invalid_value(std::string("import: ") + array + " has " + std::to_string(have) + " elements, and needs " +
                            std::to_string(need));
}

std::span<const index> numbers(const GrB_Index* list, GrB_Index count) { return {reinterpret_cast<const index*>(list), count}; }

/// Offsets of rows as the row of every entry. Throws invalid_value unless they ascend from 0 to the number of entries.
std::vector<index> expanded(const GrB_Index* offsets, GrB_Index rows, GrB_Index entries) {
    const auto refuse = [] { throw invalid_value("import: the offsets do not ascend from 0 to the number of entries"); };
    if (offsets[0] != 0 || offsets[rows] > entries) refuse();
    std::vector<index> out;
    out.reserve(offsets[rows]);
    for (GrB_Index i = 0; i < rows; ++i) {
        if (offsets[i + 1] < offsets[i] || offsets[i + 1] > offsets[rows]) refuse();
        out.insert(out.end(), offsets[i + 1] - offsets[i], static_cast<index>(i));
    }
    return out;
}

any_matrix imported(const context& ctx, const type_descriptor& type, index nrows, index ncols, const GrB_Index* Ap,
                    const GrB_Index* Ai, const any_values& values, GrB_Format format) {
    const GrB_Index count = values.size;
    if (format == GrB_COO_FORMAT) return from_edges(ctx, type, nrows, ncols, numbers(Ap, count), numbers(Ai, count), values);
    const bool by_row = format == GrB_CSR_FORMAT;
    const std::vector<index> major = expanded(Ap, static_cast<GrB_Index>(by_row ? nrows : ncols), count);
    const any_values listed{values.type, values.data, major.size()};
    const auto minor = numbers(Ai, major.size());
    return by_row ? from_edges(ctx, type, nrows, ncols, major, minor, listed)
                  : from_edges(ctx, type, nrows, ncols, minor, major, listed);
}

/// A matrix with a long side: of coordinates, or of the offsets of its short side.
owned<GB_Matrix_opaque> imported_long(GrB_Type type, const GB_Type_opaque& given, GrB_Index nrows, GrB_Index ncols,
                                      const GrB_Index* Ap, const GrB_Index* Ai, const void* values, GrB_Index count,
                                      GrB_Format format) {
    std::vector<GrB_Index> major(Ap, Ap + (format == GrB_COO_FORMAT ? count : 0));
    if (format != GrB_COO_FORMAT) {
        const std::vector<index> rows = expanded(Ap, format == GrB_CSR_FORMAT ? nrows : ncols, count);
        major.assign(rows.begin(), rows.end());
    }
    long_entries entries{std::move(major), {Ai, Ai + count}, std::vector<std::byte>(count * type->values.bytes)};
    if (format == GrB_CSC_FORMAT) std::swap(entries.rows, entries.columns);
    for (std::size_t k = 0; k < entries.rows.size(); ++k)
        if (entries.rows[k] >= nrows || entries.columns[k] >= ncols)
            throw index_out_of_bounds("import: an index lies outside of the matrix");
    cast_values_to(given.values, values, type->values, entries.values.data(), static_cast<index>(count));
    owned<GB_Matrix_opaque> made(new GB_Matrix_opaque(type, any_matrix(0, 0, type->values)));
    set_entries(*made, nrows, ncols, entries);
    return made;
}

}  // namespace

GrB_Info import_matrix(GrB_Matrix* a, GrB_Type type, GrB_Index nrows, GrB_Index ncols, const GrB_Index* Ap, const GrB_Index* Ai,
                       const value_in& Ax, GrB_Index Ap_len, GrB_Index Ai_len, GrB_Index Ax_len, GrB_Format format) {
    return make_object(a, [&] {
        check_not_null(Ap, "Ap"), check_not_null(Ai, "Ai"), check_not_null(Ax.data, "Ax");
        const GB_Type_opaque& values = checked(type, "the type");
        const GrB_Type given = type_of_call(Ax.type, type, "Ax");
        const bool is_long = side_of_length(nrows).list != nullptr || side_of_length(ncols).list != nullptr;
        (void)lengths_in(format, nrows, ncols, 0);
        GrB_Index count = Ap_len;
        if (format != GrB_COO_FORMAT) {
            const GrB_Index side = format == GrB_CSR_FORMAT ? nrows : ncols;
            check_length(Ap_len, side + 1, "Ap");
            count = Ap[side];
        }
        check_length(Ai_len, count, "Ai"), check_length(Ax_len, count, "Ax");
        if (is_long) return imported_long(type, *given, nrows, ncols, Ap, Ai, Ax.data, count, format);
        const auto rows = static_cast<index>(nrows), columns = static_cast<index>(ncols);
        const borrowed_context borrowed;
        any_matrix made =
            imported(borrowed.get(), values.values, rows, columns, Ap, Ai, {&given->values, Ax.data, count}, format);
        return owned<GB_Matrix_opaque>(new GB_Matrix_opaque(type, std::move(made)));
    });
}

GrB_Info export_matrix(GrB_Index* Ap, GrB_Index* Ai, const value_out& Ax, GrB_Index* Ap_len, GrB_Index* Ai_len,
                       GrB_Index* Ax_len, GrB_Format format, GrB_Matrix a) {
    return call(a, [&] {
        settle(checked(a, "the matrix"));
        const any_matrix& m = a->value;
        check_not_null(Ap, "Ap"), check_not_null(Ai, "Ai"), check_not_null(Ax.data, "Ax");
        check_not_null(Ap_len, "Ap_len"), check_not_null(Ai_len, "Ai_len"), check_not_null(Ax_len, "Ax_len");
        const GrB_Type type = type_of_call(Ax.type, a->type, "Ax");
        const lengths need = lengths_in(format, rows_of(*a), columns_of(*a), m.nvals());
        check_room(*Ap_len, need.Ap, "Ap"), check_room(*Ai_len, need.Ai, "Ai"), check_room(*Ax_len, need.Ax, "Ax");
        any_matrix turned;
        if (format == GrB_CSC_FORMAT) {
            const borrowed_context borrowed;
            turned = transpose(borrowed.get(), m);
        }
        const formats::untyped_view rows = format == GrB_CSC_FORMAT ? turned.rows() : m.rows();
        std::copy_n(rows.columns, rows.nvals(), Ai);
        cast_values_to(a->type->values, rows.values, type->values, Ax.data, rows.nvals());
        if (format == GrB_COO_FORMAT) {
            for (index i = 0; i < rows.nrows; ++i) std::fill(Ap + rows.begin(i), Ap + rows.end(i), index_at(a->rows, i));
            for (index p = 0; p < rows.nvals(); ++p) Ai[p] = index_at(a->columns, rows.columns[p]);
        } else {
            std::copy_n(rows.offsets, rows.nrows + 1, Ap);
        }
        *Ap_len = need.Ap, *Ai_len = need.Ai, *Ax_len = need.Ax;
    });
}

namespace {

/// What serialized bytes begin with. Behind it are the lists of long sides, offsets, columns and values.
struct serial_head {
    std::array<char, 8> mark{'g', 'b', 'g', 'p', 'u', '0', '0', '2'};
    std::int64_t code = 0;  ///< of the type
    std::uint64_t value_bytes = 0;
    std::int64_t nrows = 0;  ///< stored
    std::int64_t ncols = 0;
    std::int64_t nvals = 0;
    GrB_Index long_rows = 0;  ///< the length of a long side, or 0
    GrB_Index long_columns = 0;
};

struct serial_layout {
    std::size_t row_list, column_list, offsets, columns, values, total;
};
serial_layout layout_of(const serial_head& head) {
    const auto rows = static_cast<std::size_t>(head.nrows), entries = static_cast<std::size_t>(head.nvals);
    serial_layout at{};
    at.row_list = sizeof(serial_head);
    at.column_list = at.row_list + (head.long_rows > 0 ? rows * sizeof(GrB_Index) : 0);
    at.offsets = at.column_list + (head.long_columns > 0 ? static_cast<std::size_t>(head.ncols) * sizeof(GrB_Index) : 0);
    at.columns = at.offsets + (rows + 1) * sizeof(row_offset);
    at.values = at.columns + (entries * sizeof(column_index) + 7) / 8 * 8;
    at.total = at.values + entries * head.value_bytes;
    return at;
}
serial_head head_of(const GB_Matrix_opaque& a) {
    serial_head head;
    head.code = a.type->code;
    head.value_bytes = a.type->values.bytes;
    head.nrows = a.value.nrows();
    head.ncols = a.value.ncols();
    head.nvals = a.value.nvals();
    head.long_rows = a.rows.length;
    head.long_columns = a.columns.length;
    return head;
}

/// The head of serialized bytes. Throws invalid_object unless they are whole and of this type.
serial_head checked_head(const void* data, GrB_Index size, GrB_Type type) {
    serial_head head;
    if (size < sizeof(head)) throw invalid_object("deserialize: the bytes are cut off");
    std::memcpy(&head, data, sizeof(head));
    const bool is_sound =
        head.mark == serial_head{}.mark && head.nrows >= 0 && head.nrows <= max_side && head.ncols >= 0 &&
        head.ncols <= max_side && head.nvals >= 0 && head.value_bytes > 0 && static_cast<GrB_Index>(head.nvals) <= size &&
        head.value_bytes <= size && static_cast<GrB_Index>(head.nrows) < size &&
        (head.long_columns == 0 || static_cast<GrB_Index>(head.ncols) < size) && layout_of(head).total <= size;
    if (!is_sound) throw invalid_object("deserialize: these are not the bytes of a matrix");
    if (type == nullptr && head.code == GrB_UDT_CODE)
        throw error(error_code::null_pointer, "deserialize: the type of a matrix with a user-defined type is null");
    if (type != nullptr && (checked(type, "the type").code != head.code || type->values.bytes != head.value_bytes))
        throw domain_mismatch("deserialize: the matrix has values of another type");
    return head;
}

GrB_Type type_of_code(std::int64_t code) {
    const std::array<GrB_Type, 12> types{nullptr,   GrB_BOOL,   GrB_INT8,  GrB_UINT8,  GrB_INT16, GrB_UINT16,
                                         GrB_INT32, GrB_UINT32, GrB_INT64, GrB_UINT64, GrB_FP32,  GrB_FP64};
    if (code <= 0 || code >= static_cast<std::int64_t>(types.size())) throw invalid_object("deserialize: an unknown type");
    return types[static_cast<std::size_t>(code)];
}

/// The rows in serialized bytes. Throws invalid_object unless offsets and columns ascend.
formats::untyped_csr rows_in(const std::byte* data, const serial_head& head) {
    const serial_layout at = layout_of(head);
    auto rows = formats::untyped_csr::with_room(head.nrows, head.ncols, static_cast<std::size_t>(head.nvals), head.value_bytes);
    std::memcpy(rows.offsets.data(), data + at.offsets, at.columns - at.offsets);
    if (head.nvals > 0) {
        std::memcpy(rows.columns.data(), data + at.columns, static_cast<std::size_t>(head.nvals) * sizeof(column_index));
        std::memcpy(rows.values.data(), data + at.values, at.total - at.values);
    }
    const auto entries = static_cast<std::size_t>(head.nvals);
    formats::check_csr(rows.structure(), static_cast<std::size_t>(head.nrows) + 1, entries, entries, true);
    return rows;
}

void copy_list(const long_side& side, std::byte* to) {
    if (side.list != nullptr && !side.list->empty()) std::memcpy(to, side.list->data(), side.list->size() * sizeof(GrB_Index));
}

/// A long side in serialized bytes. Throws invalid_object unless its indices ascend below its length.
long_side side_in(const std::byte* data, GrB_Index length, index stored) {
    if (length == 0) return {};
    std::vector<GrB_Index> list(static_cast<std::size_t>(stored));
    if (stored > 0) std::memcpy(list.data(), data, list.size() * sizeof(GrB_Index));
    const auto follows = [](GrB_Index before, GrB_Index after) { return before >= after; };
    const bool ascends = std::adjacent_find(list.begin(), list.end(), follows) == list.end();
    const bool is_sound = length <= GrB_INDEX_MAX + 1 && side_of_length(length).list != nullptr && ascends &&
                          (list.empty() || list.back() < length);
    if (!is_sound) throw invalid_object("deserialize: the indices of a long side do not ascend below its length");
    return {length, std::make_shared<const std::vector<GrB_Index>>(std::move(list))};
}

}  // namespace
}  // namespace graphblas_gpu::capi

namespace gb = graphblas_gpu;
using namespace graphblas_gpu::capi;

extern "C" {

GrB_Info GrB_Matrix_exportHint(GrB_Format* format, GrB_Matrix A) {
    return call([&] {
        check_not_null(format, "the format");
        (void)checked(A, "the matrix");
        *format = GrB_CSR_FORMAT;
    });
}

GrB_Info GrB_Matrix_exportSize(GrB_Index* Ap_len, GrB_Index* Ai_len, GrB_Index* Ax_len, GrB_Format format, GrB_Matrix A) {
    return call([&] {
        check_not_null(Ap_len, "Ap_len"), check_not_null(Ai_len, "Ai_len"), check_not_null(Ax_len, "Ax_len");
        settle(checked(A, "the matrix"));
        const lengths need = lengths_in(format, rows_of(*A), columns_of(*A), A->value.nvals());
        *Ap_len = need.Ap, *Ai_len = need.Ai, *Ax_len = need.Ax;
    });
}

GrB_Info GrB_Matrix_serializeSize(GrB_Index* size, GrB_Matrix A) {
    return call([&] {
        check_not_null(size, "the size");
        settle(checked(A, "the matrix"));
        *size = layout_of(head_of(*A)).total;
    });
}

GrB_Info GrB_Matrix_serialize(void* data, GrB_Index* size, GrB_Matrix A) {
    return call(A, [&] {
        check_not_null(data, "the bytes"), check_not_null(size, "the size");
        settle(checked(A, "the matrix"));
        const serial_head head = head_of(*A);
        const serial_layout at = layout_of(head);
        check_room(*size, at.total, "the array of bytes");
        const gb::formats::untyped_view rows = A->value.rows();
        auto* const out = static_cast<std::byte*>(data);
        std::memset(out, 0, at.values);
        std::memcpy(out, &head, sizeof(head));
        copy_list(A->rows, out + at.row_list), copy_list(A->columns, out + at.column_list);
        std::memcpy(out + at.offsets, rows.offsets, at.columns - at.offsets);
        if (head.nvals > 0) {
            std::memcpy(out + at.columns, rows.columns, static_cast<std::size_t>(head.nvals) * sizeof(gb::column_index));
            std::memcpy(out + at.values, rows.values, at.total - at.values);
        }
        *size = at.total;
    });
}

GrB_Info GrB_Matrix_deserialize(GrB_Matrix* A, GrB_Type type, const void* data, GrB_Index size) {
    return make_object(A, [&] {
        check_not_null(data, "the bytes");
        const serial_head head = checked_head(data, size, type);
        const GrB_Type values = type != nullptr ? type : type_of_code(head.code);
        const auto* const bytes = static_cast<const std::byte*>(data);
        const serial_layout at = layout_of(head);
        long_side rows = side_in(bytes + at.row_list, head.long_rows, head.nrows);
        long_side columns = side_in(bytes + at.column_list, head.long_columns, head.ncols);
        gb::any_matrix content(rows_in(bytes, head), values->values);
        owned<GB_Matrix_opaque> made(new GB_Matrix_opaque(values, std::move(content)));
        made->rows = std::move(rows), made->columns = std::move(columns);
        return made;
    });
}

}  // extern "C"
