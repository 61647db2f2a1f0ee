// The functions of the C API that exist for each type, as a table by type, for random_calls.c. Values are given and returned as
// double.
#pragma once

#include <GraphBLAS.h>
#include <math.h>

#define FOR_TYPES(X)                                                                                              \
    X(BOOL, bool)                                                                                                 \
    X(INT8, int8_t) X(UINT8, uint8_t) X(INT16, int16_t) X(UINT16, uint16_t) X(INT32, int32_t) X(UINT32, uint32_t) \
        X(INT64, int64_t) X(UINT64, uint64_t) X(FP32, float) X(FP64, double)

typedef struct {
    double a, b, c;
} triple;

// One function for each type, so that a round can choose one; values come as double, and as a triple for user-defined types.
typedef struct {
    const char* name;
    GrB_Info (*monoid_new)(GrB_Monoid*, GrB_BinaryOp, double);
    GrB_Info (*scalar_set)(GrB_Scalar, double);
    GrB_Info (*scalar_get)(double*, GrB_Scalar);
    GrB_Info (*vector_set)(GrB_Vector, double, GrB_Index);
    GrB_Info (*vector_get)(double*, GrB_Vector, GrB_Index);
    GrB_Info (*matrix_set)(GrB_Matrix, double, GrB_Index, GrB_Index);
    GrB_Info (*matrix_get)(double*, GrB_Matrix, GrB_Index, GrB_Index);
    GrB_Info (*vector_build)(GrB_Vector, const GrB_Index*, const double*, GrB_Index, GrB_BinaryOp);
    GrB_Info (*matrix_build)(GrB_Matrix, const GrB_Index*, const GrB_Index*, const double*, GrB_Index, GrB_BinaryOp);
    GrB_Info (*vector_tuples)(GrB_Index*, double*, GrB_Index*, GrB_Vector);
    GrB_Info (*matrix_tuples)(GrB_Index*, GrB_Index*, double*, GrB_Index*, GrB_Matrix);
    GrB_Info (*import)(GrB_Matrix*, GrB_Type, GrB_Index, GrB_Index, const GrB_Index*, const GrB_Index*, const double*,
                       GrB_Index, GrB_Index, GrB_Index, GrB_Format);
    GrB_Info (*export)(GrB_Index*, GrB_Index*, double*, GrB_Index*, GrB_Index*, GrB_Index*, GrB_Format, GrB_Matrix);
    GrB_Info (*vector_assign)(GrB_Vector, GrB_Vector, GrB_BinaryOp, double, const GrB_Index*, GrB_Index, GrB_Descriptor);
    GrB_Info (*matrix_assign)(GrB_Matrix, GrB_Matrix, GrB_BinaryOp, double, const GrB_Index*, GrB_Index, const GrB_Index*,
                              GrB_Index, GrB_Descriptor);
    GrB_Info (*vector_first)(GrB_Vector, GrB_Vector, GrB_BinaryOp, GrB_BinaryOp, double, GrB_Vector, GrB_Descriptor);
    GrB_Info (*matrix_first)(GrB_Matrix, GrB_Matrix, GrB_BinaryOp, GrB_BinaryOp, double, GrB_Matrix, GrB_Descriptor);
    GrB_Info (*vector_second)(GrB_Vector, GrB_Vector, GrB_BinaryOp, GrB_BinaryOp, GrB_Vector, double, GrB_Descriptor);
    GrB_Info (*matrix_second)(GrB_Matrix, GrB_Matrix, GrB_BinaryOp, GrB_BinaryOp, GrB_Matrix, double, GrB_Descriptor);
    GrB_Info (*vector_index)(GrB_Vector, GrB_Vector, GrB_BinaryOp, GrB_IndexUnaryOp, GrB_Vector, double, GrB_Descriptor);
    GrB_Info (*matrix_index)(GrB_Matrix, GrB_Matrix, GrB_BinaryOp, GrB_IndexUnaryOp, GrB_Matrix, double, GrB_Descriptor);
    GrB_Info (*vector_select)(GrB_Vector, GrB_Vector, GrB_BinaryOp, GrB_IndexUnaryOp, GrB_Vector, double, GrB_Descriptor);
    GrB_Info (*matrix_select)(GrB_Matrix, GrB_Matrix, GrB_BinaryOp, GrB_IndexUnaryOp, GrB_Matrix, double, GrB_Descriptor);
    GrB_Info (*vector_reduce)(double*, GrB_BinaryOp, GrB_Monoid, GrB_Vector, GrB_Descriptor);
    GrB_Info (*matrix_reduce)(double*, GrB_BinaryOp, GrB_Monoid, GrB_Matrix, GrB_Descriptor);
} typed_functions;

#define MAX_ENTRIES 400

// How a double becomes a value of the type, and back. TO_UDT and FROM_UDT do it for triples.
#define DEFINE(T, IN, OUT, TYPE, LOAD, SAVE)                                                                                   \
    static GrB_Info monoid_new_##T(GrB_Monoid* m, GrB_BinaryOp op, double d) {                                                 \
        LOAD(d);                                                                                                               \
        return GrB_Monoid_new_##T(m, op, IN);                                                                                  \
    }                                                                                                                          \
    static GrB_Info scalar_set_##T(GrB_Scalar s, double d) {                                                                   \
        LOAD(d);                                                                                                               \
        return GrB_Scalar_setElement_##T(s, IN);                                                                               \
    }                                                                                                                          \
    static GrB_Info scalar_get_##T(double* d, GrB_Scalar s) {                                                                  \
        LOAD(0);                                                                                                               \
        GrB_Info info = GrB_Scalar_extractElement_##T(OUT, s);                                                                 \
        *d = SAVE;                                                                                                             \
        return info;                                                                                                           \
    }                                                                                                                          \
    static GrB_Info vector_set_##T(GrB_Vector v, double d, GrB_Index i) {                                                      \
        LOAD(d);                                                                                                               \
        return GrB_Vector_setElement_##T(v, IN, i);                                                                            \
    }                                                                                                                          \
    static GrB_Info vector_get_##T(double* d, GrB_Vector v, GrB_Index i) {                                                     \
        LOAD(0);                                                                                                               \
        GrB_Info info = GrB_Vector_extractElement_##T(OUT, v, i);                                                              \
        *d = SAVE;                                                                                                             \
        return info;                                                                                                           \
    }                                                                                                                          \
    static GrB_Info matrix_set_##T(GrB_Matrix a, double d, GrB_Index i, GrB_Index j) {                                         \
        LOAD(d);                                                                                                               \
        return GrB_Matrix_setElement_##T(a, IN, i, j);                                                                         \
    }                                                                                                                          \
    static GrB_Info matrix_get_##T(double* d, GrB_Matrix a, GrB_Index i, GrB_Index j) {                                        \
        LOAD(0);                                                                                                               \
        GrB_Info info = GrB_Matrix_extractElement_##T(OUT, a, i, j);                                                           \
        *d = SAVE;                                                                                                             \
        return info;                                                                                                           \
    }                                                                                                                          \
    static void load_list_##T(TYPE* out, const double* d, GrB_Index n) {                                                       \
        for (GrB_Index k = 0; k < n; ++k) {                                                                                    \
            LOAD(d[k]);                                                                                                        \
            out[k] = x;                                                                                                        \
        }                                                                                                                      \
    }                                                                                                                          \
    static void save_list_##T(double* d, const TYPE* list, GrB_Index n) {                                                      \
        for (GrB_Index k = 0; k < n; ++k) {                                                                                    \
            TYPE x = list[k];                                                                                                  \
            d[k] = SAVE;                                                                                                       \
        }                                                                                                                      \
    }                                                                                                                          \
    static GrB_Info vector_build_##T(GrB_Vector v, const GrB_Index* i, const double* d, GrB_Index n, GrB_BinaryOp dup) {       \
        TYPE list[MAX_ENTRIES];                                                                                                \
        load_list_##T(list, d, n);                                                                                             \
        return GrB_Vector_build_##T(v, i, list, n, dup);                                                                       \
    }                                                                                                                          \
    static GrB_Info matrix_build_##T(GrB_Matrix a, const GrB_Index* i, const GrB_Index* j, const double* d, GrB_Index n,       \
                                     GrB_BinaryOp dup) {                                                                       \
        TYPE list[MAX_ENTRIES];                                                                                                \
        load_list_##T(list, d, n);                                                                                             \
        return GrB_Matrix_build_##T(a, i, j, list, n, dup);                                                                    \
    }                                                                                                                          \
    static GrB_Info vector_tuples_##T(GrB_Index* i, double* d, GrB_Index* n, GrB_Vector v) {                                   \
        TYPE list[MAX_ENTRIES];                                                                                                \
        GrB_Info info = GrB_Vector_extractTuples_##T(i, list, n, v);                                                           \
        if (info == GrB_SUCCESS) save_list_##T(d, list, *n);                                                                   \
        return info;                                                                                                           \
    }                                                                                                                          \
    static GrB_Info matrix_tuples_##T(GrB_Index* i, GrB_Index* j, double* d, GrB_Index* n, GrB_Matrix a) {                     \
        TYPE list[MAX_ENTRIES];                                                                                                \
        GrB_Info info = GrB_Matrix_extractTuples_##T(i, j, list, n, a);                                                        \
        if (info == GrB_SUCCESS) save_list_##T(d, list, *n);                                                                   \
        return info;                                                                                                           \
    }                                                                                                                          \
    static GrB_Info import_##T(GrB_Matrix* a, GrB_Type type, GrB_Index m, GrB_Index n, const GrB_Index* p, const GrB_Index* i, \
                               const double* d, GrB_Index np, GrB_Index ni, GrB_Index nx, GrB_Format f) {                      \
        TYPE list[MAX_ENTRIES];                                                                                                \
        load_list_##T(list, d, nx);                                                                                            \
        return GrB_Matrix_import_##T(a, type, m, n, p, i, list, np, ni, nx, f);                                                \
    }                                                                                                                          \
    static GrB_Info export_##T(GrB_Index* p, GrB_Index* i, double* d, GrB_Index* np, GrB_Index* ni, GrB_Index* nx,             \
                               GrB_Format f, GrB_Matrix a) {                                                                   \
        TYPE list[MAX_ENTRIES];                                                                                                \
        GrB_Info info = GrB_Matrix_export_##T(p, i, list, np, ni, nx, f, a);                                                   \
        if (info == GrB_SUCCESS) save_list_##T(d, list, *nx);                                                                  \
        return info;                                                                                                           \
    }                                                                                                                          \
    static GrB_Info vector_assign_##T(GrB_Vector w, GrB_Vector m, GrB_BinaryOp accum, double d, const GrB_Index* i,            \
                                      GrB_Index ni, GrB_Descriptor desc) {                                                     \
        LOAD(d);                                                                                                               \
        return GrB_Vector_assign_##T(w, m, accum, IN, i, ni, desc);                                                            \
    }                                                                                                                          \
    static GrB_Info matrix_assign_##T(GrB_Matrix c, GrB_Matrix m, GrB_BinaryOp accum, double d, const GrB_Index* i,            \
                                      GrB_Index ni, const GrB_Index* j, GrB_Index nj, GrB_Descriptor desc) {                   \
        LOAD(d);                                                                                                               \
        return GrB_Matrix_assign_##T(c, m, accum, IN, i, ni, j, nj, desc);                                                     \
    }                                                                                                                          \
    DEFINE_FOR(T, vector, GrB_Vector, GrB_Vector, IN, OUT, LOAD, SAVE)                                                         \
    DEFINE_FOR(T, matrix, GrB_Matrix, GrB_Matrix, IN, OUT, LOAD, SAVE)

#define DEFINE_FOR(T, shape, H, Object, IN, OUT, LOAD, SAVE)                                                                   \
    static GrB_Info shape##_first_##T(H c, H m, GrB_BinaryOp accum, GrB_BinaryOp op, double d, H a, GrB_Descriptor desc) {     \
        LOAD(d);                                                                                                               \
        return Object##_apply_BinaryOp1st_##T(c, m, accum, op, IN, a, desc);                                                   \
    }                                                                                                                          \
    static GrB_Info shape##_second_##T(H c, H m, GrB_BinaryOp accum, GrB_BinaryOp op, H a, double d, GrB_Descriptor desc) {    \
        LOAD(d);                                                                                                               \
        return Object##_apply_BinaryOp2nd_##T(c, m, accum, op, a, IN, desc);                                                   \
    }                                                                                                                          \
    static GrB_Info shape##_index_##T(H c, H m, GrB_BinaryOp accum, GrB_IndexUnaryOp op, H a, double d, GrB_Descriptor desc) { \
        LOAD(d);                                                                                                               \
        return Object##_apply_IndexOp_##T(c, m, accum, op, a, IN, desc);                                                       \
    }                                                                                                                          \
    static GrB_Info shape##_select_##T(H c, H m, GrB_BinaryOp accum, GrB_IndexUnaryOp op, H a, double d,                       \
                                       GrB_Descriptor desc) {                                                                  \
        LOAD(d);                                                                                                               \
        return Object##_select_##T(c, m, accum, op, a, IN, desc);                                                              \
    }                                                                                                                          \
    static GrB_Info shape##_reduce_##T(double* d, GrB_BinaryOp accum, GrB_Monoid op, H a, GrB_Descriptor desc) {               \
        LOAD(*d);                                                                                                              \
        GrB_Info info = Object##_reduce_##T(OUT, accum, op, a, desc);                                                          \
        *d = SAVE;                                                                                                             \
        return info;                                                                                                           \
    }

#define DEFINE_BUILT_IN(T, C) DEFINE(T, x, &x, C, LOAD_##T, (double)x)
#define LOAD_BOOL(d) bool x = (d) != 0
#define LOAD_AS(C, d) C x = (C)(d)
#define LOAD_INT8(d) LOAD_AS(int8_t, d)
#define LOAD_UINT8(d) LOAD_AS(uint8_t, fabs((double)(d)))
#define LOAD_INT16(d) LOAD_AS(int16_t, d)
#define LOAD_UINT16(d) LOAD_AS(uint16_t, fabs((double)(d)))
#define LOAD_INT32(d) LOAD_AS(int32_t, d)
#define LOAD_UINT32(d) LOAD_AS(uint32_t, fabs((double)(d)))
#define LOAD_INT64(d) LOAD_AS(int64_t, d)
#define LOAD_UINT64(d) LOAD_AS(uint64_t, fabs((double)(d)))
#define LOAD_FP32(d) LOAD_AS(float, d)
#define LOAD_FP64(d) LOAD_AS(double, d)
FOR_TYPES(DEFINE_BUILT_IN)
#define LOAD_TRIPLE(d) triple x = {(d), (d) + 1, -(d)}
DEFINE(UDT, (void*)&x, (void*)&x, triple, LOAD_TRIPLE, x.a + 10 * x.b + 100 * x.c)

#define ENTRY(T, C)     \
    {#T,                \
     monoid_new_##T,    \
     scalar_set_##T,    \
     scalar_get_##T,    \
     vector_set_##T,    \
     vector_get_##T,    \
     matrix_set_##T,    \
     matrix_get_##T,    \
     vector_build_##T,  \
     matrix_build_##T,  \
     vector_tuples_##T, \
     matrix_tuples_##T, \
     import_##T,        \
     export_##T,        \
     vector_assign_##T, \
     matrix_assign_##T, \
     vector_first_##T,  \
     matrix_first_##T,  \
     vector_second_##T, \
     matrix_second_##T, \
     vector_index_##T,  \
     matrix_index_##T,  \
     vector_select_##T, \
     matrix_select_##T, \
     vector_reduce_##T, \
     matrix_reduce_##T},
#define USER 11
static const typed_functions typed[] = {FOR_TYPES(ENTRY) ENTRY(UDT, triple)};
