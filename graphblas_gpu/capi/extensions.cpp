#include <graphblas_gpu/capi/extensions.hpp>

#include <atomic>
#include <cstdarg>

#include <graphblas_gpu/log.hpp>

namespace graphblas_gpu::capi {
namespace {

std::string shown_name(const object& x) {
    if (x.predefined_name != nullptr) return x.predefined_name;
    return x.name == nullptr || x.name->empty() ? "(user-defined)" : *x.name;
}

/// A value of a predefined type as text; of others their size.
std::string shown_value(const void* value, GrB_Type type) {
    if (type->code == GrB_UDT_CODE) return std::string("(").append(std::to_string(type->values.bytes)).append(" bytes)");
    return base::with_code(type->values.code, [&](auto tag) {
        using T = typename decltype(tag)::type;
        if constexpr (std::is_floating_point_v<T>) {
            char text[32];
            std::snprintf(text, sizeof(text), "%.9g", static_cast<double>(*static_cast<const T*>(value)));
            return std::string(text);
        } else {
            return std::to_string(*static_cast<const T*>(value));
        }
    });
}

/// The entries of rows; without their row for the only row of a vector.
std::string shown_entries(const formats::untyped_view& rows, const long_side& row_side, const long_side& column_side,
                          GrB_Type type, GxB_Print_Level level, bool of_vector) {
    if (level <= GxB_SUMMARY) return {};
    const index limit = level == GxB_COMPLETE || level == GxB_COMPLETE_VERBOSE ? rows.nvals() : 30;
    std::string out;
    for (index i = 0; i < rows.nrows; ++i) {
        for (row_offset p = rows.begin(i); p < rows.end(i); ++p) {
            if (p >= limit) return out + "\n    ...";
            const std::string row = of_vector ? "" : std::to_string(index_at(row_side, i)) + ", ";
            out += "\n    (" + row + std::to_string(index_at(column_side, rows.columns[p])) + ") " +
                   shown_value(rows.values + static_cast<std::size_t>(p) * rows.value_bytes, type);
        }
    }
    return out;
}

}  // namespace

std::string c_name_of(GrB_Type type) {
    if (type->c_name != nullptr) return type->c_name;
    return type->name == nullptr ? "" : *type->name;
}

std::string described(const GB_Type_opaque& type, GxB_Print_Level) {
    return "type " + shown_name(type) + " of " + std::to_string(type.values.bytes) + " bytes";
}
std::string described(const GB_UnaryOp_opaque& op, GxB_Print_Level) {
    return "unary operator " + shown_name(op) + ", " + shown_name(*op.argument) + " to " + shown_name(*op.result);
}
std::string described(const GB_BinaryOp_opaque& op, GxB_Print_Level) {
    return "binary operator " + shown_name(op) + ", " + shown_name(*op.left) + " and " + shown_name(*op.right) + " to " +
           shown_name(*op.result);
}
std::string described(const GB_IndexUnaryOp_opaque& op, GxB_Print_Level) {
    return "index unary operator " + shown_name(op) + ", to " + shown_name(*op.result);
}
std::string described(const GB_Monoid_opaque& monoid, GxB_Print_Level) {
    return "monoid " + shown_name(monoid) + " of " + shown_name(*monoid.op);
}
std::string described(const GB_Semiring_opaque& semiring, GxB_Print_Level) {
    return "semiring " + shown_name(semiring) + " of " + shown_name(*semiring.add->op) + " and " +
           shown_name(*semiring.multiply);
}
std::string described(const GB_Descriptor_opaque& desc, GxB_Print_Level) {
    return std::string("descriptor") + (desc.replace ? " replace" : "") + (desc.complement ? " complement" : "") +
           (desc.structure ? " structure" : "") + (desc.transpose_first ? " transpose-first" : "") +
           (desc.transpose_second ? " transpose-second" : "");
}
std::string described(const GB_Scalar_opaque& s, GxB_Print_Level) {
    return "scalar of " + shown_name(*s.type) + ": " +
           (s.value.is_present() ? shown_value(s.value.data(), s.type) : std::string("empty"));
}
std::string described(GB_Vector_opaque& v, GxB_Print_Level level) {
    settle(v);
    return "vector of " + shown_name(*v.type) + ", size " + std::to_string(size_of(v)) + ", " +
           std::to_string(v.value.nvals()) + " entries" + shown_entries(v.value.list(), {}, v.indices, v.type, level, true);
}
std::string described(GB_Matrix_opaque& a, GxB_Print_Level level) {
    settle(a);
    return "matrix of " + shown_name(*a.type) + ", " + std::to_string(rows_of(a)) + " x " + std::to_string(columns_of(a)) +
           ", " + std::to_string(a.value.nvals()) + " entries" +
           shown_entries(a.value.rows(), a.rows, a.columns, a.type, level, false);
}

}  // namespace graphblas_gpu::capi

using namespace graphblas_gpu::capi;

namespace {

using printf_function = int (*)(const char*, ...);

/// GxB_BURBLE: the log of the library, printed by the program's printf, or to standard output.
struct burble_sink final : graphblas_gpu::log_sink {
    void write(const graphblas_gpu::log_event& event) override {
        const std::string line = to_string(event);
        if (const printf_function own = print) {
            (void)own("%s\n", line.c_str());
        } else {
            (void)std::printf("%s\n", line.c_str());
            (void)std::fflush(stdout);
        }
    }
    std::atomic<bool> is_on{false};
    std::atomic<printf_function> print{nullptr};
};

burble_sink& burble() {
    static auto* const made = new burble_sink;  // never destroyed: another thread may be in a call
    return *made;
}

void set_burble(bool is_on) {
    if (burble().is_on.exchange(is_on) != is_on) (void)graphblas_gpu::set_log(is_on ? &burble() : nullptr);
}

/// Reads an option: matrices are stored by row, and the mode is that of GrB_init.
GrB_Info give_option(int field, void* value) {
    return call([&] {
        check_not_null(value, "the value");
        if (field == GxB_FORMAT) *static_cast<GxB_Format_Value*>(value) = GxB_BY_ROW;
        else if (field == GxB_MODE) *static_cast<GrB_Mode*>(value) = session_mode();
        else if (field == GxB_BURBLE) *static_cast<bool*>(value) = burble().is_on;
        else if (field == GxB_PRINTF) *static_cast<printf_function*>(value) = burble().print;
        else throw graphblas_gpu::invalid_value("there is no option " + std::to_string(field));
    });
}

}  // namespace

extern "C" {

// Memory comes from the library, whatever functions the program has.
GrB_Info GxB_init(GrB_Mode mode, GxB_malloc_function, GxB_calloc_function, GxB_realloc_function, GxB_free_function) {
    return begin_session(mode);
}

GrB_Info GxB_Global_Option_get_INT32(int field, int32_t* value) {
    if (field == GxB_BURBLE && value != nullptr) *value = burble().is_on;
    return field == GxB_BURBLE ? GrB_SUCCESS : give_option(field, value);
}

#define GRB_READ_OPTION(last)                     \
    va_list arguments;                            \
    va_start(arguments, last);                    \
    void* const value = va_arg(arguments, void*); \
    va_end(arguments);                            \
    return give_option(field, value)

GrB_Info GxB_Matrix_Option_get(GrB_Matrix, int field, ...) { GRB_READ_OPTION(field); }
GrB_Info GxB_Vector_Option_get(GrB_Vector, int field, ...) { GRB_READ_OPTION(field); }
GrB_Info GxB_Global_Option_get(int field, ...) { GRB_READ_OPTION(field); }
// Options say how a collection is stored, which this library decides by itself.
GrB_Info GxB_Matrix_Option_set(GrB_Matrix, int, ...) { return GrB_SUCCESS; }
GrB_Info GxB_Vector_Option_set(GrB_Vector, int, ...) { return GrB_SUCCESS; }
GrB_Info GxB_Global_Option_set(int field, ...) {
    va_list arguments;
    va_start(arguments, field);
    if (field == GxB_BURBLE) set_burble(va_arg(arguments, int) != 0);  // a bool, as an argument of this kind
    if (field == GxB_PRINTF) burble().print = va_arg(arguments, printf_function);
    va_end(arguments);
    return GrB_SUCCESS;
}
GrB_Info GxB_Global_Option_set_INT32(int field, int32_t value) {
    if (field == GxB_BURBLE) set_burble(value != 0);
    return GrB_SUCCESS;
}
GrB_Info GxB_SelectOp_error(const char**, const GxB_SelectOp) { return GrB_NOT_IMPLEMENTED; }

}  // extern "C"
