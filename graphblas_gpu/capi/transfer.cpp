// Matrices to and from arrays of the program, and to and from bytes.
//
// Source: GraphBLAS C API 2.1, sections 4.2.5.14 to 4.2.5.20 and table 3.11 (formats).
#include <graphblas_gpu/any.hpp>
#include <graphblas_gpu/capi/collections.hpp>
#include <graphblas_gpu/formats/build.hpp>

#include <array>
#include <cstring>
#include <span>

namespace graphblas_gpu::capi {
namespace {

/// How long the three arrays of a format are. Of coordinates the first has rows, and there are as many as entries.
struct lengths {
    GrB_Index Ap, Ai, Ax;
};
lengths lengths_in(GrB_Format format, index nrows, index ncols, index nvals) {
    const auto count = [](index n) { return static_cast<GrB_Index>(n); };
    switch (format) {
        case GrB_CSR_FORMAT: return {count(nrows) + 1, count(nvals), count(nvals)};
        case GrB_CSC_FORMAT: return {count(ncols) + 1, count(nvals), count(nvals)};
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

}  // namespace

GrB_Info import_matrix(GrB_Matrix* a, GrB_Type type, GrB_Index nrows, GrB_Index ncols, const GrB_Index* Ap, const GrB_Index* Ai,
                       const value_in& Ax, GrB_Index Ap_len, GrB_Index Ai_len, GrB_Index Ax_len, GrB_Format format) {
    return make_object(a, [&] {
        check_not_null(Ap, "Ap"), check_not_null(Ai, "Ai"), check_not_null(Ax.data, "Ax");
        const GB_Type_opaque& values = checked(type, "the type");
        const GrB_Type given = type_of_call(Ax.type, type, "Ax");
        const index rows = side_of(nrows), columns = side_of(ncols);
        (void)lengths_in(format, rows, columns, 0);
        GrB_Index count = Ap_len;
        if (format != GrB_COO_FORMAT) {
            const GrB_Index side = format == GrB_CSR_FORMAT ? nrows : ncols;
            check_length(Ap_len, side + 1, "Ap");
            count = Ap[side];
        }
        check_length(Ai_len, count, "Ai"), check_length(Ax_len, count, "Ax");
        const borrowed_context on;
        any_matrix made = imported(on.get(), values.values, rows, columns, Ap, Ai, {&given->values, Ax.data, count}, format);
        return owned<GB_Matrix_opaque>(new GB_Matrix_opaque(type, std::move(made)));
    });
}

GrB_Info export_matrix(GrB_Index* Ap, GrB_Index* Ai, const value_out& Ax, GrB_Index* Ap_len, GrB_Index* Ai_len,
                       GrB_Index* Ax_len, GrB_Format format, GrB_Matrix a) {
    return call(a, [&] {
        const any_matrix& m = checked(a, "the matrix").value;
        check_not_null(Ap, "Ap"), check_not_null(Ai, "Ai"), check_not_null(Ax.data, "Ax");
        check_not_null(Ap_len, "Ap_len"), check_not_null(Ai_len, "Ai_len"), check_not_null(Ax_len, "Ax_len");
        const GrB_Type type = type_of_call(Ax.type, a->type, "Ax");
        const lengths need = lengths_in(format, m.nrows(), m.ncols(), m.nvals());
        check_room(*Ap_len, need.Ap, "Ap"), check_room(*Ai_len, need.Ai, "Ai"), check_room(*Ax_len, need.Ax, "Ax");
        any_matrix turned;
        if (format == GrB_CSC_FORMAT) {
            const borrowed_context on;
            turned = transpose(on.get(), m);
        }
        const formats::untyped_view rows = format == GrB_CSC_FORMAT ? turned.rows() : m.rows();
        std::copy_n(rows.columns, rows.nvals(), Ai);
        cast_values_to(a->type->values, rows.values, type->values, Ax.data, rows.nvals());
        if (format == GrB_COO_FORMAT) {
            for (index i = 0; i < rows.nrows; ++i) std::fill(Ap + rows.begin(i), Ap + rows.end(i), i);
        } else {
            std::copy_n(rows.offsets, rows.nrows + 1, Ap);
        }
        *Ap_len = need.Ap, *Ai_len = need.Ai, *Ax_len = need.Ax;
    });
}

namespace {

/// What serialized bytes begin with. Behind it are offsets, columns and values.
struct serial_head {
    std::array<char, 8> mark{'g', 'b', 'g', 'p', 'u', '0', '0', '1'};
    std::int64_t code = 0;  ///< of the type
    std::uint64_t value_bytes = 0;
    std::int64_t nrows = 0;
    std::int64_t ncols = 0;
    std::int64_t nvals = 0;
};

struct serial_layout {
    std::size_t offsets, columns, values, total;
};
serial_layout layout_of(const serial_head& head) {
    const auto rows = static_cast<std::size_t>(head.nrows), entries = static_cast<std::size_t>(head.nvals);
    serial_layout at{sizeof(serial_head), 0, 0, 0};
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
    return head;
}

/// The head of serialized bytes. Throws invalid_object unless they are whole and of this type.
serial_head checked_head(const void* data, GrB_Index size, GrB_Type type) {
    serial_head head;
    if (size < sizeof(head)) throw invalid_object("deserialize: the bytes are cut off");
    std::memcpy(&head, data, sizeof(head));
    const bool is_sound = head.mark == serial_head{}.mark && head.nrows >= 0 && head.nrows <= max_side && head.ncols >= 0 &&
                          head.ncols <= max_side && head.nvals >= 0 && head.value_bytes > 0 &&
                          static_cast<GrB_Index>(head.nvals) <= size && head.value_bytes <= size &&
                          static_cast<GrB_Index>(head.nrows) < size && layout_of(head).total <= size;
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
        const gb::any_matrix& m = checked(A, "the matrix").value;
        const lengths need = lengths_in(format, m.nrows(), m.ncols(), m.nvals());
        *Ap_len = need.Ap, *Ai_len = need.Ai, *Ax_len = need.Ax;
    });
}

GrB_Info GrB_Matrix_serializeSize(GrB_Index* size, GrB_Matrix A) {
    return call([&] {
        check_not_null(size, "the size");
        *size = layout_of(head_of(checked(A, "the matrix"))).total;
    });
}

GrB_Info GrB_Matrix_serialize(void* data, GrB_Index* size, GrB_Matrix A) {
    return call(A, [&] {
        check_not_null(data, "the bytes"), check_not_null(size, "the size");
        const serial_head head = head_of(checked(A, "the matrix"));
        const serial_layout at = layout_of(head);
        check_room(*size, at.total, "the array of bytes");
        const gb::formats::untyped_view rows = A->value.rows();
        auto* const out = static_cast<std::byte*>(data);
        std::memset(out, 0, at.values);
        std::memcpy(out, &head, sizeof(head));
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
        gb::any_matrix made(rows_in(static_cast<const std::byte*>(data), head), values->values);
        return owned<GB_Matrix_opaque>(new GB_Matrix_opaque(values, std::move(made)));
    });
}

}  // extern "C"
