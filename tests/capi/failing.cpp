// Calls of the C API while allocations fail: the n-th, for n = 1, 2, 3 ... until none fails. A call that returns
// GrB_OUT_OF_MEMORY leaves all objects as they were, one that succeeds has the result that it has with enough memory, and
// nothing is left behind. Every function of the interface is called for one type or kind of object (functions.txt): with
// objects that have been waited for and with pending entries, with short sides and with long ones.
//
//     failing FUNCTIONS.TXT
#include <tests/failing/allocations.hpp>

#include <GraphBLAS.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <regex>
#include <string>
#include <vector>

namespace {

constexpr GrB_Index side = 40;

void require(bool condition, const char* what, const char* where) {
    if (condition) return;
    std::fprintf(stderr, "%s: %s\n", where, what);
    std::exit(1);
}

void sum_of(void* z, const void* x, const void* y) {
    *static_cast<double*>(z) = *static_cast<const double*>(x) + *static_cast<const double*>(y);
}
void twice(void* z, const void* x) { *static_cast<double*>(z) = 2 * *static_cast<const double*>(x); }
void is_right_of(void* z, const void*, GrB_Index i, GrB_Index j, const void* y) {
    *static_cast<bool*>(z) = static_cast<double>(j) > static_cast<double>(i) + *static_cast<const double*>(y);
}

/// The objects of a call.
struct objects {
    GrB_Matrix a = nullptr, b = nullptr, c = nullptr, empty = nullptr, small = nullptr, square = nullptr;
    GrB_Vector u = nullptr, w = nullptr, no_entries = nullptr;
    GrB_Scalar s = nullptr, number = nullptr;
    GrB_Descriptor desc = nullptr;
    GrB_BinaryOp plus = nullptr;
    GrB_UnaryOp doubled = nullptr;
    GrB_IndexUnaryOp right_of = nullptr;
    GrB_Semiring semiring = nullptr;
};

/// How the objects of a call are made: whether they were waited for, and by what their sides and indices are multiplied.
struct making {
    bool waits;
    GrB_Index scale;
};

GrB_Matrix made_matrix(GrB_Index n, GrB_Index step, const making& as) {
    GrB_Matrix a = nullptr;
    GrB_Matrix_new(&a, GrB_FP64, n * as.scale, n * as.scale);
    for (GrB_Index i = 0; i < n; ++i)
        for (GrB_Index j = i % 3; j < n; j += step) GrB_Matrix_setElement_FP64(a, double(i + j), i * as.scale, j * as.scale);
    if (as.waits) GrB_Matrix_wait(a, GrB_MATERIALIZE);
    return a;
}
GrB_Vector made_vector(GrB_Index step, const making& as) {
    GrB_Vector v = nullptr;
    GrB_Vector_new(&v, GrB_FP64, side * as.scale);
    for (GrB_Index i = 0; i < side; i += step) GrB_Vector_setElement_FP64(v, double(i), i * as.scale);
    if (as.waits) GrB_Vector_wait(v, GrB_MATERIALIZE);
    return v;
}

objects made_objects(const making& as) {
    objects o;
    o.a = made_matrix(side, 4, as), o.b = made_matrix(side, 5, as), o.c = made_matrix(side, 7, as);
    o.empty = made_matrix(side, side * side, as), GrB_Matrix_clear(o.empty);
    o.small = made_matrix(3, 2, as), o.square = made_matrix(9, 2, as);
    o.u = made_vector(3, as), o.w = made_vector(2, as), o.no_entries = made_vector(5, as);
    GrB_Vector_clear(o.no_entries);
    GrB_Scalar_new(&o.s, GrB_FP64), GrB_Scalar_setElement_FP64(o.s, 3);
    GrB_Scalar_new(&o.number, GrB_INT32), GrB_Scalar_setElement_INT32(o.number, GrB_TRAN);
    GrB_Descriptor_new(&o.desc);
    GrB_BinaryOp_new(&o.plus, &sum_of, GrB_FP64, GrB_FP64, GrB_FP64);
    GrB_UnaryOp_new(&o.doubled, &twice, GrB_FP64, GrB_FP64);
    GrB_IndexUnaryOp_new(&o.right_of, &is_right_of, GrB_BOOL, GrB_FP64, GrB_FP64);
    GrB_Semiring_new(&o.semiring, GrB_MAX_MONOID_FP64, o.plus);
    return o;
}
void free_objects(objects& o) {
    for (GrB_Matrix* m : {&o.a, &o.b, &o.c, &o.empty, &o.small, &o.square}) GrB_Matrix_free(m);
    for (GrB_Vector* v : {&o.u, &o.w, &o.no_entries}) GrB_Vector_free(v);
    GrB_Scalar_free(&o.s), GrB_Scalar_free(&o.number);
    GrB_Descriptor_free(&o.desc);
    GrB_Semiring_free(&o.semiring);
    GrB_BinaryOp_free(&o.plus), GrB_UnaryOp_free(&o.doubled), GrB_IndexUnaryOp_free(&o.right_of);
}

/// What all objects of a call hold.
struct content {
    std::vector<GrB_Index> numbers;
    std::vector<double> values;
    friend bool operator==(const content&, const content&) = default;
};
content content_of(const objects& o) {
    content out;
    const auto note = [&](GrB_Index n) { out.numbers.push_back(n); };
    for (GrB_Matrix m : {o.a, o.b, o.c, o.empty, o.small, o.square}) {
        GrB_Index n = 0, nrows = 0, ncols = 0;
        require(GrB_Matrix_nvals(&n, m) == GrB_SUCCESS, "cannot be read", "a matrix");
        GrB_Matrix_nrows(&nrows, m), GrB_Matrix_ncols(&ncols, m);
        std::vector<GrB_Index> i(n), j(n);
        std::vector<double> x(n);
        GrB_Matrix_extractTuples_FP64(i.data(), j.data(), x.data(), &n, m);
        note(n), note(nrows), note(ncols);
        out.numbers.insert(out.numbers.end(), i.begin(), i.end());
        out.numbers.insert(out.numbers.end(), j.begin(), j.end());
        out.values.insert(out.values.end(), x.begin(), x.end());
    }
    for (GrB_Vector v : {o.u, o.w, o.no_entries}) {
        GrB_Index n = 0, size = 0;
        require(GrB_Vector_nvals(&n, v) == GrB_SUCCESS, "cannot be read", "a vector");
        GrB_Vector_size(&size, v);
        std::vector<GrB_Index> i(n);
        std::vector<double> x(n);
        GrB_Vector_extractTuples_FP64(i.data(), x.data(), &n, v);
        note(n), note(size);
        out.numbers.insert(out.numbers.end(), i.begin(), i.end());
        out.values.insert(out.values.end(), x.begin(), x.end());
    }
    double value = -1;
    std::int32_t option = -1;
    GrB_Scalar_extractElement_FP64(&value, o.s);
    GrB_Descriptor_get_INT32(o.desc, &option, GrB_OUTP_FIELD);
    out.values.push_back(value);
    note(static_cast<GrB_Index>(option));
    return out;
}

struct test_case {
    const char* name;
    std::function<GrB_Info(objects&)> call;
};

/// A call that makes an object.
template <class Handle, class Make, class Free>
GrB_Info made(const char* name, const Make& make, const Free& free) {
    Handle handle = nullptr;
    const GrB_Info info = make(&handle);
    require((info == GrB_SUCCESS) == (handle != nullptr), "the handle does not fit what was returned", name);
    free(&handle);
    return info;
}

// Arrays of calls.
GrB_Index some_indices[] = {3, 1, 30, 7}, other_indices[] = {5, 1, 5, 2};
double some_values[] = {1, 2, 3, 4};
GrB_Index starts[] = {0, 2, 3, 4}, columns[] = {0, 2, 1, 0};
constexpr GrB_Index room_of_arrays = side * side;
GrB_Index i_room[room_of_arrays], j_room[room_of_arrays];
double x_room[room_of_arrays];
GrB_Index count, count_of_columns, count_of_values;
std::array<char, 1 << 16> bytes;
GrB_Index size_of_bytes;
char text[256], host_engine[] = "host", given_name[] = "a name that is longer than what a string holds in itself";
std::int32_t number;
std::size_t size;
double value;
const char* message;
GrB_Type type_found;
GrB_Format format;

#define CALL(function, ...)                   \
    {                                         \
#function, [](objects& o) {                 \
            (void)o;                                \
            return function(__VA_ARGS__);           \
        } \
    }
#define MAKE(Object, function, ...)                                                               \
    {                                                                                             \
#function, [](objects& o) {                                                                     \
            (void)o;                                                                                    \
            return made<GrB_##Object>(                                                                  \
                #function, [&](GrB_##Object* made) { return function(made __VA_OPT__(, ) __VA_ARGS__); }, &GrB_##Object##_free); \
        } \
    }
#define NONE nullptr

std::vector<test_case> cases() {
    return {
        CALL(GrB_getVersion, reinterpret_cast<unsigned*>(&number), reinterpret_cast<unsigned*>(&value)),
        CALL(GrB_Matrix_get_Scalar, o.a, o.number, GrB_EL_TYPE_CODE),
        CALL(GrB_Matrix_get_String, o.a, text, GrB_EL_TYPE_STRING),
        CALL(GrB_Matrix_get_INT32, o.a, &number, GrB_EL_TYPE_CODE),
        CALL(GrB_Type_get_SIZE, GrB_FP64, &size, GrB_SIZE),
        CALL(GrB_Matrix_get_VOID, o.a, text, GrB_NAME),
        CALL(GrB_Descriptor_set_Scalar, o.desc, o.number, GrB_INP0_FIELD),
        CALL(GrB_Matrix_set_String, o.c, given_name, GrB_NAME),
        CALL(GrB_Descriptor_set_INT32, o.desc, GrB_REPLACE, GrB_OUTP_FIELD),
        CALL(GrB_Matrix_set_VOID, o.c, text, GrB_NAME, 4),
        CALL(GrB_Global_get_Scalar, GrB_GLOBAL, o.number, GrB_API_VER_MAJOR),
        CALL(GrB_Global_get_String, GrB_GLOBAL, text, GxB_ENGINE),
        CALL(GrB_Global_get_INT32, GrB_GLOBAL, &number, GrB_API_VER_MAJOR),
        CALL(GrB_Global_get_SIZE, GrB_GLOBAL, &size, GxB_ENGINE),
        CALL(GrB_Global_get_VOID, GrB_GLOBAL, text, GrB_NAME),
        CALL(GrB_Global_set_Scalar, GrB_GLOBAL, o.number, GrB_STORAGE_ORIENTATION_HINT),
        CALL(GrB_Global_set_String, GrB_GLOBAL, host_engine, GxB_ENGINE),
        CALL(GrB_Global_set_INT32, GrB_GLOBAL, GrB_ROWMAJOR, GrB_STORAGE_ORIENTATION_HINT),
        CALL(GrB_Global_set_VOID, GrB_GLOBAL, text, GrB_NAME, 4),

        MAKE(Type, GrB_Type_new, 40),
        MAKE(UnaryOp, GrB_UnaryOp_new, &twice, GrB_FP64, GrB_FP64),
        MAKE(BinaryOp, GrB_BinaryOp_new, &sum_of, GrB_FP64, GrB_FP64, GrB_FP64),
        MAKE(IndexUnaryOp, GrB_IndexUnaryOp_new, &is_right_of, GrB_BOOL, GrB_FP64, GrB_FP64),
        MAKE(Monoid, GrB_Monoid_new_FP64, o.plus, 0),
        MAKE(Semiring, GrB_Semiring_new, GrB_MAX_MONOID_FP64, o.plus),
        MAKE(Type, GxB_Type_new, 8, "pair", "typedef struct { float x; float y; } pair;"),
        MAKE(UnaryOp, GxB_UnaryOp_new, &twice, GrB_FP64, GrB_FP64, "twice",
             "void twice(double *z, const double *x) { *z = 2 * *x; }"),
        MAKE(BinaryOp, GxB_BinaryOp_new, &sum_of, GrB_FP64, GrB_FP64, GrB_FP64, "sum_of",
             "void sum_of(double *z, const double *x, const double *y) { *z = *x + *y; }"),
        MAKE(IndexUnaryOp, GxB_IndexUnaryOp_new, &is_right_of, GrB_BOOL, GrB_FP64, GrB_FP64, "is_right_of",
             "void is_right_of(bool *z, const double *x, GrB_Index i, GrB_Index j, const double *y) { *z = j > i + *y; }"),

        MAKE(Scalar, GrB_Scalar_new, GrB_FP64),
        MAKE(Scalar, GrB_Scalar_dup, o.s),
        CALL(GrB_Scalar_clear, o.s),
        CALL(GrB_Scalar_nvals, &count, o.s),
        CALL(GrB_Scalar_setElement_INT8, o.s, 4),
        CALL(GrB_Scalar_extractElement_FP64, &value, o.s),

        MAKE(Vector, GrB_Vector_new, GrB_FP64, side),
        MAKE(Vector, GrB_Vector_dup, o.u),
        CALL(GrB_Vector_resize, o.w, side / 2),
        CALL(GrB_Vector_clear, o.w),
        CALL(GrB_Vector_size, &count, o.w),
        CALL(GrB_Vector_nvals, &count, o.w),
        CALL(GrB_Vector_build_FP64, o.no_entries, other_indices, some_values, 4, o.plus),
        CALL(GrB_Vector_setElement_FP64, o.w, 8, side - 1),
        CALL(GrB_Vector_setElement_Scalar, o.w, o.s, 1),
        CALL(GrB_Vector_removeElement, o.w, 2),
        CALL(GrB_Vector_extractElement_FP64, &value, o.u, 3),
        CALL(GrB_Vector_extractElement_Scalar, o.s, o.u, 3),
        {"GrB_Vector_extractTuples_FP64",
         [](objects& o) { return count = room_of_arrays, GrB_Vector_extractTuples_FP64(i_room, x_room, &count, o.u); }},

        MAKE(Matrix, GrB_Matrix_new, GrB_FP64, side, side),
        MAKE(Matrix, GrB_Matrix_dup, o.a),
        MAKE(Matrix, GrB_Matrix_diag, o.u, 2),
        CALL(GrB_Matrix_resize, o.c, side / 2, side),
        CALL(GrB_Matrix_clear, o.c),
        CALL(GrB_Matrix_nrows, &count, o.c),
        CALL(GrB_Matrix_ncols, &count, o.c),
        CALL(GrB_Matrix_nvals, &count, o.c),
        CALL(GrB_Matrix_build_FP64, o.empty, other_indices, other_indices, some_values, 4, GrB_PLUS_FP64),
        CALL(GrB_Matrix_setElement_FP64, o.c, 8, side - 1, 1),
        CALL(GrB_Matrix_setElement_Scalar, o.c, o.s, 1, 1),
        CALL(GrB_Matrix_removeElement, o.c, 2, 2),
        CALL(GrB_Matrix_extractElement_FP64, &value, o.a, 0, 4),
        CALL(GrB_Matrix_extractElement_Scalar, o.s, o.a, 0, 4),
        {"GrB_Matrix_extractTuples_FP64",
         [](objects& o) { return count = room_of_arrays, GrB_Matrix_extractTuples_FP64(i_room, j_room, x_room, &count, o.a); }},
        CALL(GrB_Matrix_exportHint, &format, o.a),
        CALL(GrB_Matrix_exportSize, &count, &count_of_columns, &count_of_values, GrB_CSC_FORMAT, o.a),
        {"GrB_Matrix_export_FP64",
         [](objects& o) {
             count = count_of_columns = count_of_values = room_of_arrays;
             return GrB_Matrix_export_FP64(i_room, j_room, x_room, &count, &count_of_columns, &count_of_values, GrB_CSC_FORMAT,
                                           o.a);
         }},
        MAKE(Matrix, GrB_Matrix_import_FP64, GrB_INT32, 3, 3, starts, columns, some_values, 4, 4, 4, GrB_CSR_FORMAT),
        CALL(GrB_Matrix_serializeSize, &count, o.a),
        {"GrB_Matrix_serialize",
         [](objects& o) { return size_of_bytes = bytes.size(), GrB_Matrix_serialize(bytes.data(), &size_of_bytes, o.a); }},
        MAKE(Matrix, GrB_Matrix_deserialize, NONE, bytes.data(), size_of_bytes),

        MAKE(Descriptor, GrB_Descriptor_new),
        CALL(GrB_Descriptor_set, o.desc, GrB_OUTP, GrB_REPLACE),
        CALL(GrB_Matrix_wait, o.c, GrB_MATERIALIZE),
        CALL(GrB_Matrix_error, &message, o.c),
        CALL(GxB_Scalar_error, &message, o.s),

        CALL(GrB_mxm, o.c, o.b, GrB_PLUS_FP64, GrB_PLUS_TIMES_SEMIRING_FP64, o.a, o.b, GrB_DESC_T1),
        CALL(GrB_mxm, o.c, NONE, o.plus, o.semiring, o.a, o.b, NONE),
        CALL(GrB_vxm, o.w, NONE, GrB_MIN_FP64, GrB_MIN_PLUS_SEMIRING_FP64, o.u, o.a, NONE),
        CALL(GrB_mxv, o.w, o.u, NONE, o.semiring, o.a, o.u, GrB_DESC_RSC),
        CALL(GrB_Vector_eWiseMult_BinaryOp, o.w, NONE, o.plus, o.plus, o.u, o.w, NONE),
        CALL(GrB_Vector_eWiseMult_Monoid, o.w, NONE, NONE, GrB_MAX_MONOID_INT32, o.u, o.u, NONE),
        CALL(GrB_Vector_eWiseMult_Semiring, o.w, NONE, NONE, o.semiring, o.u, o.u, NONE),
        CALL(GrB_Matrix_eWiseMult_BinaryOp, o.c, NONE, NONE, GrB_LT_FP64, o.a, o.b, GrB_DESC_T0),
        CALL(GrB_Matrix_eWiseMult_Monoid, o.c, o.a, NONE, GrB_MAX_MONOID_INT32, o.a, o.b, NONE),
        CALL(GrB_Matrix_eWiseMult_Semiring, o.c, NONE, NONE, o.semiring, o.a, o.b, NONE),
        CALL(GrB_Vector_eWiseAdd_BinaryOp, o.w, NONE, NONE, o.plus, o.u, o.w, NONE),
        CALL(GrB_Vector_eWiseAdd_Monoid, o.w, NONE, NONE, GrB_MAX_MONOID_INT32, o.u, o.w, NONE),
        CALL(GrB_Vector_eWiseAdd_Semiring, o.w, o.u, NONE, o.semiring, o.u, o.w, NONE),
        CALL(GrB_Matrix_eWiseAdd_BinaryOp, o.c, o.b, GrB_TIMES_FP64, GrB_LT_FP64, o.a, o.b, GrB_DESC_RSC),
        CALL(GrB_Matrix_eWiseAdd_Monoid, o.c, NONE, NONE, GrB_MAX_MONOID_INT32, o.a, o.b, NONE),
        CALL(GrB_Matrix_eWiseAdd_Semiring, o.c, NONE, NONE, o.semiring, o.a, o.b, GrB_DESC_T1),

        CALL(GrB_Vector_extract, o.w, NONE, GrB_PLUS_FP64, o.u, GrB_ALL, side, NONE),
        CALL(GrB_Matrix_extract, o.c, NONE, NONE, o.a, GrB_ALL, side, GrB_ALL, side, GrB_DESC_T0),
        CALL(GrB_Col_extract, o.w, NONE, NONE, o.a, GrB_ALL, side, 3, GrB_DESC_T0),
        CALL(GrB_Vector_assign, o.w, NONE, NONE, o.u, GrB_ALL, side, NONE),
        CALL(GrB_Matrix_assign, o.c, o.b, GrB_PLUS_FP64, o.a, GrB_ALL, side, GrB_ALL, side, NONE),
        CALL(GrB_Matrix_assign, o.c, NONE, NONE, o.small, some_indices, 3, some_indices + 1, 3, NONE),
        CALL(GrB_Col_assign, o.c, o.u, NONE, o.u, GrB_ALL, side, 5, NONE),
        CALL(GrB_Row_assign, o.c, NONE, NONE, o.u, 5, GrB_ALL, side, NONE),
        CALL(GrB_Vector_assign_FP32, o.w, o.u, NONE, 4, some_indices, 4, NONE),
        CALL(GrB_Vector_assign_Scalar, o.w, NONE, NONE, o.s, GrB_ALL, side, NONE),
        CALL(GrB_Matrix_assign_FP32, o.c, NONE, GrB_PLUS_FP64, 4.0F, other_indices, 4, GrB_ALL, side, NONE),
        CALL(GrB_Matrix_assign_Scalar, o.c, o.a, NONE, o.s, GrB_ALL, side, GrB_ALL, side, GrB_DESC_S),

        CALL(GrB_Vector_apply, o.w, NONE, NONE, o.doubled, o.u, NONE),
        CALL(GrB_Matrix_apply, o.c, o.b, NONE, GrB_AINV_INT32, o.a, GrB_DESC_T0),
        CALL(GrB_Vector_apply_BinaryOp1st_INT8, o.w, NONE, NONE, GrB_DIV_FP32, 3, o.u, NONE),
        CALL(GrB_Matrix_apply_BinaryOp1st_INT8, o.c, NONE, NONE, GrB_DIV_FP32, 3, o.a, NONE),
        CALL(GrB_Vector_apply_BinaryOp2nd_FP64, o.w, NONE, NONE, o.plus, o.u, 3, NONE),
        CALL(GrB_Matrix_apply_BinaryOp2nd_INT8, o.c, NONE, NONE, GrB_DIV_FP32, o.a, 3, GrB_DESC_T0),
        CALL(GrB_Vector_apply_IndexOp_INT64, o.w, NONE, NONE, GrB_ROWINDEX_INT64, o.u, 1, NONE),
        CALL(GrB_Matrix_apply_IndexOp_FP64, o.c, NONE, NONE, o.right_of, o.a, 2, NONE),
        CALL(GrB_Vector_select_FP64, o.w, NONE, NONE, GrB_VALUEGT_FP64, o.u, 2, NONE),
        CALL(GrB_Matrix_select_INT64, o.c, NONE, NONE, GrB_TRIU, o.a, 2, NONE),
        CALL(GrB_Matrix_select_FP64, o.c, o.b, NONE, o.right_of, o.a, 2, GrB_DESC_T0),

        CALL(GrB_Matrix_reduce_Monoid, o.w, NONE, GrB_PLUS_FP64, GrB_MAX_MONOID_FP64, o.a, GrB_DESC_T0),
        CALL(GrB_Matrix_reduce_BinaryOp, o.w, o.u, NONE, o.plus, o.a, NONE),
        CALL(GrB_Vector_reduce_FP64, &value, NONE, GrB_PLUS_MONOID_FP64, o.u, NONE),
        CALL(GrB_Matrix_reduce_FP64, &value, GrB_MAX_FP64, GrB_PLUS_MONOID_FP64, o.a, NONE),
        CALL(GrB_Vector_reduce_Monoid_Scalar, o.s, NONE, GrB_PLUS_MONOID_FP64, o.u, NONE),
        CALL(GrB_Vector_reduce_BinaryOp_Scalar, o.s, NONE, o.plus, o.u, NONE),
        CALL(GrB_Matrix_reduce_Monoid_Scalar, o.s, o.plus, GrB_PLUS_MONOID_INT8, o.a, NONE),
        CALL(GrB_Matrix_reduce_BinaryOp_Scalar, o.s, NONE, o.plus, o.a, NONE),
        CALL(GrB_transpose, o.c, NONE, GrB_MINUS_FP64, o.a, NONE),
        CALL(GrB_Matrix_kronecker_BinaryOp, o.square, NONE, NONE, GrB_PLUS_FP64, o.small, o.small, NONE),
        CALL(GrB_Matrix_kronecker_Monoid, o.square, NONE, o.plus, GrB_PLUS_MONOID_FP64, o.small, o.small, NONE),
        CALL(GrB_Matrix_kronecker_Semiring, o.square, NONE, NONE, o.semiring, o.small, o.small, GrB_DESC_T0),

        CALL(GxB_Global_Option_get_INT32, GxB_MODE, &number),
        CALL(GxB_Global_Option_set_INT32, GxB_BURBLE, 0),
        CALL(GxB_Matrix_type, &type_found, o.a),
        CALL(GxB_Vector_type, &type_found, o.u),
        CALL(GxB_Scalar_type, &type_found, o.s),
        CALL(GxB_Matrix_type_name, text, o.a),
        CALL(GxB_Vector_type_name, text, o.u),
        CALL(GxB_Scalar_type_name, text, o.s),
        CALL(GxB_Matrix_fprint, o.a, "a", GxB_SILENT, stderr),
        {"GrB_Matrix_free", [](objects& o) { return GrB_Matrix_free(&o.square); }},
    };
}

/// A call with enough memory, and then with ever later failures.
void run(const test_case& one, const making& as) {
    objects first = made_objects(as), untouched = made_objects(as);
    const content before = content_of(untouched);
    const GrB_Info usual = one.call(first);
    // Fields that are bytes do not exist, and what would be stored for all indices of a long side is refused.
    const bool may_fail = usual == GrB_INVALID_VALUE || as.scale > 1;
    require(usual == GrB_SUCCESS || may_fail, "fails with enough memory", one.name);
    if (first.square == nullptr) first.square = made_matrix(9, 2, as);
    const content expected = content_of(first);
    free_objects(first), free_objects(untouched);
    long live = 0;
    for (long n = 1;; ++n) {
        if (n == 2) live = failing::live();  // what is made once is there
        objects o = made_objects(as);
        failing::begin(n, n);
        const GrB_Info info = one.call(o);
        const long allocations = failing::end();
        if (o.square == nullptr) o.square = made_matrix(9, 2, as);
        {
            const content after = content_of(o);
            if (info == usual) require(after == expected, "has another result", one.name);
            else require(info == GrB_OUT_OF_MEMORY && after == before, "fails and has changed an object", one.name);
        }
        free_objects(o);

        if (allocations < n) break;
        require(n < 5000, "does not end", one.name);
    }
    require(live == 0 || failing::live() <= live, "leaves blocks behind", one.name);
}

/// GrB_init while allocations fail.
void begin_failing() {
    for (long n = 1;; ++n) {
        failing::begin(n, n);
        const GrB_Info info = GrB_init(GrB_BLOCKING);
        const long allocations = failing::end();
        require(info == GrB_SUCCESS || info == GrB_OUT_OF_MEMORY, "fails otherwise", "GrB_init");
        if (info == GrB_SUCCESS && allocations < n) return;
        if (info == GrB_SUCCESS) GrB_finalize();
    }
}

/// Every function of the list is the name of a case, for one of its types or objects.
void require_all(const char* list, const std::vector<test_case>& all) {
    std::ifstream in(list);
    require(in.good(), "cannot be read", list);
    for (std::string line; std::getline(in, line);) {
        const std::size_t end = line.find('(');
        if (line.rfind("G", 0) != 0 || end == line.npos) continue;
        const std::string name = line.substr(0, end);
        if (name == "GrB_init" || name == "GxB_init" || name == "GrB_finalize") continue;  // main calls them
        const std::regex pattern(std::regex_replace(name, std::regex("\\{\\w+\\}"), "[A-Za-z0-9]+"));
        bool is_called = false;
        for (const test_case& one : all) is_called = is_called || std::regex_match(one.name, pattern);
        require(is_called, "is called by no case", name.c_str());
    }
}

}  // namespace

int main(int argc, char** argv) {
    require(argc == 2, "takes the path of functions.txt", "failing");
    const std::vector<test_case> all = cases();
    require_all(argv[1], all);
    begin_failing();
    for (const test_case& one : all)
        for (const bool waits : {true, false})
            for (const GrB_Index scale : {GrB_Index{1}, GrB_Index{1} << 54}) run(one, {waits, scale});
    require(GrB_finalize() == GrB_SUCCESS, "does not end", "GrB_finalize");
    std::printf("%zu calls leave all objects as they were, and nothing behind\n", all.size());
    return 0;
}
