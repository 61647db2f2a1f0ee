// Needs: SuiteSparse:GraphBLAS 7 or newer (CMake: find_package(GraphBLAS), link GraphBLAS::GraphBLAS). Optional:
// nothing else of the library includes this.
//
// Idea: containers become GrB objects and back by copying the arrays of compressed sparse rows, handles free
// themselves, failures become graphblas_gpu::error with the text of GrB_error, and operators, monoids and semirings are
// found by the names they have here, so that a whole catalogue can be run on both libraries from one list.
//
// Source: GraphBLAS C API 2.1; SuiteSparse:GraphBLAS user guide for pack, unpack and the positional operators.
#pragma once

#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/matrix.hpp>
#include <graphblas_gpu/vector.hpp>

#include <GraphBLAS.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace graphblas_gpu::suitesparse {

// ---- errors ----

/// Throws graphblas_gpu::error unless `info` is success. `call` opens the message, such as "GrB_mxm"; `detail` is the
/// text of GrB_error, if there is one.
inline void check(GrB_Info info, const char* call, const char* detail = nullptr) {
    if (info == GrB_SUCCESS) return;
    const auto code = static_cast<error_code>(static_cast<int>(info));
    std::string message = std::string(call) + ": " + grb_info_name(code);
    if (detail != nullptr && *detail != '\0') message += std::string(": ") + detail;
    throw error(code, message);
}

/// The same for a call whose output is an object that may know more.
inline void check(GrB_Info info, const char* call, GrB_Matrix output) {
    const char* detail = nullptr;
    if (info != GrB_SUCCESS && output != nullptr) GrB_Matrix_error(&detail, output);
    check(info, call, detail);
}
inline void check(GrB_Info info, const char* call, GrB_Vector output) {
    const char* detail = nullptr;
    if (info != GrB_SUCCESS && output != nullptr) GrB_Vector_error(&detail, output);
    check(info, call, detail);
}

// ---- the library as a whole ----

/// Starts SuiteSparse:GraphBLAS, which can be done once in a program, and ends it. All handles must be gone by then.
/// Calls block, so that a failure is reported by the call that failed.
class session {
  public:
    /// threads == 0: as many as OpenMP gives.
    explicit session(int threads = 0) {
        check(GrB_init(GrB_BLOCKING), "GrB_init");
        if (threads > 0) check(GxB_Global_Option_set(GxB_GLOBAL_NTHREADS, threads), "GxB_Global_Option_set");
    }
    ~session() { GrB_finalize(); }
    session(const session&) = delete;
    session& operator=(const session&) = delete;

    /// "7.4.0", of the library that runs, not of the header.
    std::string version() const {
        int parts[3] = {};
        check(GxB_Global_Option_get(GxB_LIBRARY_VERSION, parts), "GxB_Global_Option_get");
        return std::to_string(parts[0]) + "." + std::to_string(parts[1]) + "." + std::to_string(parts[2]);
    }
};

/// Owns one GrB object.
template <class Object, GrB_Info (*Free)(Object*)>
class handle {
  public:
    handle() = default;
    explicit handle(Object object) noexcept : object_(object) {}
    handle(handle&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
    handle& operator=(handle other) noexcept {
        std::swap(object_, other.object_);
        return *this;
    }
    ~handle() {
        if (object_ != nullptr) Free(&object_);
    }
    operator Object() const noexcept { return object_; }
    /// For calls that create the object; it must hold none yet.
    Object* out() noexcept { return &object_; }

  private:
    Object object_ = nullptr;
};

using matrix_handle = handle<GrB_Matrix, GrB_Matrix_free>;
using vector_handle = handle<GrB_Vector, GrB_Vector_free>;
using semiring_handle = handle<GrB_Semiring, GrB_Semiring_free>;
using descriptor_handle = handle<GrB_Descriptor, GrB_Descriptor_free>;

// ---- types and operators ----

/// X(type, suffix of its names) for the numeric types.
#define GB_SUITESPARSE_NUMERIC(X) \
    X(std::int8_t, INT8)          \
    X(std::int16_t, INT16)        \
    X(std::int32_t, INT32)        \
    X(std::int64_t, INT64)        \
    X(std::uint8_t, UINT8)        \
    X(std::uint16_t, UINT16)      \
    X(std::uint32_t, UINT32)      \
    X(std::uint64_t, UINT64)      \
    X(float, FP32)                \
    X(double, FP64)

namespace detail {

template <scalar T>
struct builtin;

/// What all eleven types have. `any` is a choice that SuiteSparse leaves open; here it keeps the first operand, and so
/// it does in the table.
#define GB_SUITESPARSE_COMMON(S)                      \
    static GrB_Type type() { return GrB_##S; }        \
    static GrB_BinaryOp binary(std::string_view op) { \
        if (op == "plus") return GrB_PLUS_##S;        \
        if (op == "minus") return GrB_MINUS_##S;      \
        if (op == "times") return GrB_TIMES_##S;      \
        if (op == "divide") return GrB_DIV_##S;       \
        if (op == "min") return GrB_MIN_##S;          \
        if (op == "max") return GrB_MAX_##S;          \
        if (op == "first") return GrB_FIRST_##S;      \
        if (op == "second") return GrB_SECOND_##S;    \
        if (op == "any") return GrB_FIRST_##S;        \
        if (op == "pair") return GxB_PAIR_##S;        \
        if (op == "lor") return GxB_LOR_##S;          \
        if (op == "land") return GxB_LAND_##S;        \
        if (op == "lxor") return GxB_LXOR_##S;        \
        if (op == "eq") return GrB_EQ_##S;            \
        if (op == "ne") return GrB_NE_##S;            \
        if (op == "lt") return GrB_LT_##S;            \
        if (op == "le") return GrB_LE_##S;            \
        if (op == "gt") return GrB_GT_##S;            \
        if (op == "ge") return GrB_GE_##S;            \
        return nullptr;                               \
    }

#define GB_SUITESPARSE_BUILTIN(T, S)                        \
    template <>                                             \
    struct builtin<T> {                                     \
        GB_SUITESPARSE_COMMON(S)                            \
        static GrB_Monoid monoid(std::string_view op) {     \
            if (op == "plus") return GrB_PLUS_MONOID_##S;   \
            if (op == "times") return GrB_TIMES_MONOID_##S; \
            if (op == "min") return GrB_MIN_MONOID_##S;     \
            if (op == "max") return GrB_MAX_MONOID_##S;     \
            if (op == "any") return GxB_ANY_##S##_MONOID;   \
            return nullptr;                                 \
        }                                                   \
    };
GB_SUITESPARSE_NUMERIC(GB_SUITESPARSE_BUILTIN)
#undef GB_SUITESPARSE_BUILTIN

template <>
struct builtin<bool> {
    GB_SUITESPARSE_COMMON(BOOL)
    static GrB_Monoid monoid(std::string_view op) {
        if (op == "lor") return GrB_LOR_MONOID_BOOL;
        if (op == "land") return GrB_LAND_MONOID_BOOL;
        if (op == "lxor") return GrB_LXOR_MONOID_BOOL;
        if (op == "eq") return GrB_LXNOR_MONOID_BOOL;
        if (op == "any") return GxB_ANY_BOOL_MONOID;
        return nullptr;
    }
};
#undef GB_SUITESPARSE_COMMON
#undef GB_SUITESPARSE_NUMERIC

template <scalar T>
GrB_BinaryOp positional(std::string_view op) {
    if constexpr (std::is_same_v<T, std::int32_t>) {
        if (op == "firsti") return GxB_FIRSTI_INT32;
        if (op == "firstj") return GxB_FIRSTJ_INT32;
        if (op == "secondi") return GxB_SECONDI_INT32;
        if (op == "secondj") return GxB_SECONDJ_INT32;
    } else if constexpr (std::is_same_v<T, std::int64_t>) {
        if (op == "firsti") return GxB_FIRSTI_INT64;
        if (op == "firstj") return GxB_FIRSTJ_INT64;
        if (op == "secondi") return GxB_SECONDI_INT64;
        if (op == "secondj") return GxB_SECONDJ_INT64;
    }
    return nullptr;
}

template <class Found>
Found found_or_throw(Found found, const char* kind, std::string_view name, const char* type) {
    if (found != nullptr) return found;
    throw unsupported("SuiteSparse:GraphBLAS has no " + std::string(kind) + " '" + std::string(name) + "' over " +
                      type);
}

}  // namespace detail

/// GrB_INT8 and so on.
template <scalar T>
GrB_Type type() {
    return detail::builtin<T>::type();
}

/// The operator of that name (plus::name and its like) over T. Throws unsupported if there is none.
template <scalar T>
GrB_BinaryOp binary_operator(std::string_view name) {
    const GrB_BinaryOp by_value = detail::builtin<T>::binary(name);
    const GrB_BinaryOp op = by_value != nullptr ? by_value : detail::positional<T>(name);
    return detail::found_or_throw(op, "operator", name, type_name<T>());
}

template <scalar T>
GrB_Monoid monoid(std::string_view name) {
    return detail::found_or_throw(detail::builtin<T>::monoid(name), "monoid", name, type_name<T>());
}

/// Put together from its two operators; SuiteSparse recognises those of its own and runs its compiled kernels.
template <scalar T>
semiring_handle make_semiring(std::string_view add, std::string_view multiply) {
    semiring_handle made;
    check(GrB_Semiring_new(made.out(), monoid<T>(add), binary_operator<T>(multiply)), "GrB_Semiring_new");
    return made;
}

/// A ready-made semiring of ours, such as min_plus<float>. Their `any` keeps the first term, SuiteSparse's keeps some
/// term.
template <class S>
semiring_handle make_semiring(const S&) {
    using value = semiring_value_t<S>;
    return make_semiring<value>(S::add_operator::name, S::multiply_operator::name);
}

struct descriptor_settings {
    bool transpose_a = false;
    bool transpose_b = false;
    bool complement = false;
    bool structural = false;
    bool replace = false;
};

inline descriptor_handle make_descriptor(const descriptor_settings& wanted) {
    descriptor_handle made;
    check(GrB_Descriptor_new(made.out()), "GrB_Descriptor_new");
    const auto set = [&made](bool on, GrB_Desc_Field field, GrB_Desc_Value value) {
        if (on) check(GrB_Descriptor_set(made, field, value), "GrB_Descriptor_set");
    };
    set(wanted.transpose_a, GrB_INP0, GrB_TRAN);
    set(wanted.transpose_b, GrB_INP1, GrB_TRAN);
    set(wanted.complement, GrB_MASK, GrB_COMP);
    set(wanted.structural, GrB_MASK, GrB_STRUCTURE);
    set(wanted.replace, GrB_OUTP, GrB_REPLACE);
    return made;
}

// ---- containers ----

namespace detail {

struct free_memory {
    void operator()(void* p) const noexcept { std::free(p); }
};
template <class T>
using c_array = std::unique_ptr<T[], free_memory>;

/// Memory as SuiteSparse will free it; never null, so that empty arrays need no special case.
template <class T>
c_array<T> allocate(std::size_t size) {
    c_array<T> array(static_cast<T*>(std::malloc(std::max<std::size_t>(size, 1) * sizeof(T))));
    if (array == nullptr)
        throw out_of_memory("SuiteSparse: an array of " + std::to_string(size) + " elements does not fit");
    return array;
}

/// The type that holds the values of a structure-only object: one `true` for all of them.
template <class T>
using carried = std::conditional_t<std::is_void_v<T>, bool, T>;

/// The three arrays of a matrix, or two of a vector, on their way into an object.
template <class T>
struct outgoing {
    using value = carried<T>;
    static constexpr bool iso = std::is_void_v<T>;

    explicit outgoing(const csr<T>& from)
        : offsets(allocate<GrB_Index>(static_cast<std::size_t>(from.nrows) + 1)),
          columns(allocate<GrB_Index>(from.columns.size())),
          values(allocate<value>(from.values.size())) {
        offsets[0] = 0;
        std::copy(from.offsets.begin(), from.offsets.end(), offsets.get());
        std::copy(from.columns.begin(), from.columns.end(), columns.get());
        if constexpr (iso)
            values[0] = true;
        else
            std::copy(from.values.begin(), from.values.end(), values.get());
    }

    c_array<GrB_Index> offsets, columns;
    c_array<value> values;
};

template <class T>
constexpr GrB_Index bytes(std::size_t elements) {
    return static_cast<GrB_Index>(std::max<std::size_t>(elements, 1) * sizeof(T));
}

/// The arrays of an object after unpacking.
struct incoming {
    c_array<GrB_Index> offsets, columns;
    c_array<unsigned char> values;
    bool iso = false;

    template <class T>
    csr<T> rows(index nrows, index ncols, std::size_t count) const {
        csr<T> to(nrows, ncols);
        if (offsets != nullptr) std::copy_n(offsets.get(), to.offsets.size(), to.offsets.begin());
        to.columns = buffer<column_index>(count);
        std::transform(columns.get(), columns.get() + count, to.columns.begin(),
                       [](GrB_Index j) { return static_cast<column_index>(j); });
        if constexpr (!std::is_void_v<T>) {
            const T* const from = reinterpret_cast<const T*>(values.get());
            to.values = buffer<T>(count);
            for (std::size_t p = 0; p < count; ++p) to.values[p] = from[iso ? 0 : p];
        }
        return to;
    }
};

template <class T>
void check_type(GrB_Type actual, const char* what) {
    if constexpr (!std::is_void_v<T>) {
        if (actual != type<T>())
            throw error(error_code::domain_mismatch,
                        std::string(what) + ": its values are not of type " + type_name<T>());
    }
}

}  // namespace detail

/// An empty matrix or vector with values of type T.
template <scalar T>
matrix_handle new_matrix(index nrows, index ncols) {
    matrix_handle made;
    check(GrB_Matrix_new(made.out(), type<T>(), static_cast<GrB_Index>(nrows), static_cast<GrB_Index>(ncols)),
          "GrB_Matrix_new");
    return made;
}
template <scalar T>
vector_handle new_vector(index size) {
    vector_handle made;
    check(GrB_Vector_new(made.out(), type<T>(), static_cast<GrB_Index>(size)), "GrB_Vector_new");
    return made;
}

/// A copy; of a structure-only matrix as bool, all true. O(nvals + nrows).
template <class T>
matrix_handle to_suitesparse(const matrix<T>& a) {
    using value = detail::carried<T>;
    matrix_handle made = new_matrix<value>(a.nrows(), a.ncols());
    detail::outgoing<T> arrays(a.storage());
    GrB_Index* offsets = arrays.offsets.get();
    GrB_Index* columns = arrays.columns.get();
    void* values = arrays.values.get();
    const auto count = static_cast<std::size_t>(a.nvals());
    check(GxB_Matrix_pack_CSR(made, &offsets, &columns, &values,
                              detail::bytes<GrB_Index>(static_cast<std::size_t>(a.nrows()) + 1),
                              detail::bytes<GrB_Index>(count), detail::bytes<value>(arrays.iso ? 1 : count), arrays.iso,
                              false, nullptr),
          "GxB_Matrix_pack_CSR", static_cast<GrB_Matrix>(made));
    // The object owns the arrays now.
    (void)arrays.offsets.release();
    (void)arrays.columns.release();
    (void)arrays.values.release();
    return made;
}

/// A copy; of a structure-only vector as bool, all true. O(nvals).
template <class T>
vector_handle to_suitesparse(const vector<T>& v) {
    using value = detail::carried<T>;
    vector_handle made = new_vector<value>(v.size());
    detail::outgoing<T> arrays(v.list());
    GrB_Index* indices = arrays.columns.get();
    void* values = arrays.values.get();
    const auto count = static_cast<std::size_t>(v.nvals());
    check(GxB_Vector_pack_CSC(made, &indices, &values, detail::bytes<GrB_Index>(count),
                              detail::bytes<value>(arrays.iso ? 1 : count), arrays.iso, static_cast<GrB_Index>(count),
                              false, nullptr),
          "GxB_Vector_pack_CSC", static_cast<GrB_Vector>(made));
    (void)arrays.columns.release();
    (void)arrays.values.release();
    return made;
}

/// The content of the object, which is empty afterwards. T is its type (domain_mismatch otherwise), or void for its
/// structure alone. Throws invalid_value if a side is beyond ours. O(nvals + nrows).
template <class T>
matrix<T> matrix_from(matrix_handle object) {
    GrB_Type actual = nullptr;
    check(GxB_Matrix_type(&actual, object), "GxB_Matrix_type");
    detail::check_type<T>(actual, "matrix_from");
    GrB_Index nrows = 0, ncols = 0, count = 0;
    check(GrB_Matrix_nrows(&nrows, object), "GrB_Matrix_nrows");
    check(GrB_Matrix_ncols(&ncols, object), "GrB_Matrix_ncols");
    check(GrB_Matrix_nvals(&count, object), "GrB_Matrix_nvals");
    formats::check_side(static_cast<index>(nrows), "matrix_from: number of rows");
    formats::check_side(static_cast<index>(ncols), "matrix_from: number of columns");
    GrB_Index *offsets = nullptr, *columns = nullptr, size = 0;
    void* values = nullptr;
    detail::incoming arrays;
    check(
        GxB_Matrix_unpack_CSR(object, &offsets, &columns, &values, &size, &size, &size, &arrays.iso, nullptr, nullptr),
        "GxB_Matrix_unpack_CSR", static_cast<GrB_Matrix>(object));
    arrays.offsets.reset(offsets);
    arrays.columns.reset(columns);
    arrays.values.reset(static_cast<unsigned char*>(values));
    return matrix<T>::from_storage(
        arrays.rows<T>(static_cast<index>(nrows), static_cast<index>(ncols), static_cast<std::size_t>(count)));
}

/// The same for vectors. O(nvals).
template <class T>
vector<T> vector_from(vector_handle object) {
    GrB_Type actual = nullptr;
    check(GxB_Vector_type(&actual, object), "GxB_Vector_type");
    detail::check_type<T>(actual, "vector_from");
    GrB_Index length = 0, count = 0;
    check(GrB_Vector_size(&length, object), "GrB_Vector_size");
    formats::check_side(static_cast<index>(length), "vector_from: size");
    GrB_Index *indices = nullptr, size = 0;
    void* values = nullptr;
    detail::incoming arrays;
    check(GxB_Vector_unpack_CSC(object, &indices, &values, &size, &size, &arrays.iso, &count, nullptr, nullptr),
          "GxB_Vector_unpack_CSC", static_cast<GrB_Vector>(object));
    arrays.columns.reset(indices);
    arrays.values.reset(static_cast<unsigned char*>(values));
    csr<T> row = arrays.rows<T>(1, static_cast<index>(length), static_cast<std::size_t>(count));
    row.offsets[1] = static_cast<row_offset>(count);
    return vector<T>::from_storage(std::move(row));
}

}  // namespace graphblas_gpu::suitesparse
