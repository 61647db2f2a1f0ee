// What the GraphBLAS C API 2.1 says of objects and errors: what every wrong argument returns, that a failed call leaves its
// output as it was, fields, names, freed parts, many single entries, and threads that call at the same time.
#include <GraphBLAS.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "check.h"

static GrB_Matrix diagonal(GrB_Index n, double x) {
    GrB_Matrix a;
    OK(GrB_Matrix_new(&a, GrB_FP64, n, n));
    for (GrB_Index i = 0; i < n; ++i) OK(GrB_Matrix_setElement(a, x, i, i));
    return a;
}

static double element(GrB_Matrix a, GrB_Index i, GrB_Index j) {
    double x = 0;
    OK(GrB_Matrix_extractElement(&x, a, i, j));
    return x;
}

// 4.1: nothing runs before GrB_init.
static void before_init(void) {
    GrB_Matrix a = NULL;
    CHECK_INFO(GrB_PANIC, GrB_Matrix_new(&a, GrB_FP64, 2, 2));
    CHECK_INFO(GrB_INVALID_VALUE, GrB_init((GrB_Mode)17));
    unsigned version = 0, subversion = 0;
    OK(GrB_getVersion(&version, &subversion));
    CHECK(version == 2 && subversion == 1);
}

// Section 2.6: handles that are null, freed, or of objects that were never made.
static void wrong_handles(void) {
    GrB_Matrix a = diagonal(3, 1), c = diagonal(3, 5), none = NULL;
    CHECK_INFO(GrB_NULL_POINTER, GrB_Matrix_new(NULL, GrB_FP64, 2, 2));
    CHECK_INFO(GrB_NULL_POINTER, GrB_Matrix_new(&none, NULL, 2, 2));
    CHECK_INFO(GrB_NULL_POINTER, GrB_mxm(NULL, NULL, NULL, GrB_PLUS_TIMES_SEMIRING_FP64, a, a, NULL));
    CHECK_INFO(GrB_NULL_POINTER, GrB_mxm(c, NULL, NULL, NULL, a, a, NULL));
    CHECK_INFO(GrB_NULL_POINTER, GrB_mxm(c, NULL, NULL, GrB_PLUS_TIMES_SEMIRING_FP64, a, NULL, NULL));
    CHECK_INFO(GrB_NULL_POINTER, GrB_Matrix_nvals(NULL, a));
    CHECK_INFO(GrB_NULL_POINTER, GrB_Matrix_dup(&none, NULL));
    CHECK_INFO(GrB_NULL_POINTER, GrB_assign(c, NULL, NULL, a, NULL, 3, GrB_ALL, 3, NULL));
    const char zeros[512] = {0};
    GrB_Matrix never_made = (GrB_Matrix)zeros;
    GrB_Descriptor no_descriptor = (GrB_Descriptor)zeros;
    CHECK_INFO(GrB_UNINITIALIZED_OBJECT, GrB_mxm(c, NULL, NULL, GrB_PLUS_TIMES_SEMIRING_FP64, a, never_made, NULL));
    CHECK_INFO(GrB_UNINITIALIZED_OBJECT, GrB_mxm(never_made, NULL, NULL, GrB_PLUS_TIMES_SEMIRING_FP64, a, a, NULL));
    CHECK_INFO(GrB_UNINITIALIZED_OBJECT, GrB_mxm(c, never_made, NULL, GrB_PLUS_TIMES_SEMIRING_FP64, a, a, NULL));
    CHECK_INFO(GrB_UNINITIALIZED_OBJECT, GrB_mxm(c, NULL, NULL, GrB_PLUS_TIMES_SEMIRING_FP64, a, a, no_descriptor));
    CHECK(element(c, 1, 1) == 5);
    OK(GrB_free(&a));
    CHECK(a == NULL);
    OK(GrB_free(&a));
    OK(GrB_free(&c));
    GrB_Type predefined = GrB_FP64;
    OK(GrB_free(&predefined));
    double x = 0;
    GrB_Matrix b = diagonal(2, 4);
    OK(GrB_reduce(&x, NULL, GrB_PLUS_MONOID_FP64, b, NULL));
    CHECK(x == 8);
    OK(GrB_free(&b));
}

// Shapes, indices and domains; the text of an error, and the output after it.
static void errors(void) {
    GrB_Matrix a = diagonal(3, 1), b = diagonal(4, 1), c = diagonal(3, 5);
    GrB_Vector v;
    OK(GrB_Vector_new(&v, GrB_INT32, 4));
    CHECK_INFO(GrB_DIMENSION_MISMATCH, GrB_mxm(c, NULL, NULL, GrB_PLUS_TIMES_SEMIRING_FP64, a, b, NULL));
    const char* text = NULL;
    OK(GrB_error(&text, c));
    CHECK(strstr(text, "mxm") != NULL && strstr(text, "3") != NULL && strstr(text, "4") != NULL);
    CHECK(element(c, 2, 2) == 5);
    OK(GrB_error(&text, a));
    CHECK(text[0] == '\0');
    CHECK_INFO(GrB_DIMENSION_MISMATCH, GrB_eWiseAdd(c, NULL, NULL, GrB_PLUS_FP64, a, b, NULL));
    CHECK_INFO(GrB_DIMENSION_MISMATCH, GrB_eWiseAdd(c, b, NULL, GrB_PLUS_FP64, a, a, NULL));
    CHECK_INFO(GrB_DIMENSION_MISMATCH, GrB_mxv(v, NULL, NULL, GrB_PLUS_TIMES_SEMIRING_FP64, a, v, NULL));
    CHECK_INFO(GrB_INVALID_INDEX, GrB_Matrix_setElement(a, 1.0, 3, 0));
    CHECK_INFO(GrB_INVALID_INDEX, GrB_Vector_setElement(v, 1, 4));
    double x = 7;
    CHECK_INFO(GrB_INVALID_INDEX, GrB_Matrix_extractElement(&x, a, 0, 3));
    CHECK_INFO(GrB_NO_VALUE, GrB_Matrix_extractElement(&x, a, 0, 1));
    CHECK(x == 7);
    CHECK_INFO(GrB_INVALID_INDEX, GrB_Matrix_removeElement(a, UINT64_MAX, 0));
    const GrB_Index beyond[3] = {0, 1, 3};
    CHECK_INFO(GrB_INDEX_OUT_OF_BOUNDS, GrB_extract(c, NULL, NULL, a, beyond, 3, GrB_ALL, 3, NULL));
    CHECK_INFO(GrB_INDEX_OUT_OF_BOUNDS, GrB_assign(c, NULL, NULL, 1.0, beyond, 3, GrB_ALL, 3, NULL));
    CHECK(element(c, 2, 2) == 5);

    GrB_Type pair;
    OK(GrB_Type_new(&pair, 24));
    GrB_Matrix structs;
    OK(GrB_Matrix_new(&structs, pair, 3, 3));
    char value[24] = {1};
    OK(GrB_Matrix_setElement(structs, (void*)value, 0, 0));
    CHECK_INFO(GrB_DOMAIN_MISMATCH, GrB_Matrix_setElement(structs, 1.0, 0, 0));
    CHECK_INFO(GrB_DOMAIN_MISMATCH, GrB_Matrix_setElement(a, (void*)value, 0, 0));
    CHECK_INFO(GrB_DOMAIN_MISMATCH, GrB_mxm(c, NULL, NULL, GrB_PLUS_TIMES_SEMIRING_FP64, a, structs, NULL));
    CHECK_INFO(GrB_DOMAIN_MISMATCH, GrB_eWiseAdd(c, structs, NULL, GrB_PLUS_FP64, a, a, NULL));
    OK(GrB_eWiseAdd(c, structs, NULL, GrB_PLUS_FP64, a, a, GrB_DESC_S));
    CHECK(element(c, 0, 0) == 2 && element(c, 1, 1) == 5);
    GrB_Semiring mixed;
    CHECK_INFO(GrB_DOMAIN_MISMATCH, GrB_Semiring_new(&mixed, GrB_PLUS_MONOID_FP64, GrB_LT_FP64));
    GrB_Monoid monoid;
    CHECK_INFO(GrB_DOMAIN_MISMATCH, GrB_Monoid_new(&monoid, GrB_LT_FP64, 0.0));
    // 2.4: C<!none> is empty: nothing may be written, and GrB_REPLACE deletes.
    OK(GrB_apply(c, NULL, NULL, GrB_AINV_FP64, a, GrB_DESC_C));
    CHECK(element(c, 1, 1) == 5);
    OK(GrB_apply(c, NULL, NULL, GrB_AINV_FP64, a, GrB_DESC_RC));
    GrB_Index n = 1;
    OK(GrB_Matrix_nvals(&n, c));
    CHECK(n == 0);
    OK(GrB_free(&structs));
    OK(GrB_free(&pair));
    OK(GrB_free(&a));
    OK(GrB_free(&b));
    OK(GrB_free(&c));
    OK(GrB_free(&v));
    CHECK_INFO(GrB_INVALID_VALUE, GrB_Vector_new(&v, GrB_FP64, UINT64_MAX));
}

// 4.2.5: build, tuples and arrays.
static void lists(void) {
    GrB_Matrix a;
    OK(GrB_Matrix_new(&a, GrB_INT32, 3, 4));
    const GrB_Index i[] = {2, 0, 2}, j[] = {1, 3, 1};
    const int32_t x[] = {10, 20, 5};
    CHECK_INFO(GrB_INVALID_VALUE, GrB_Matrix_build(a, i, j, x, 3, GrB_NULL));
    OK(GrB_Matrix_build(a, i, j, x, 3, GrB_MINUS_INT32));
    CHECK(element(a, 2, 1) == 5 && element(a, 0, 3) == 20);
    CHECK_INFO(GrB_OUTPUT_NOT_EMPTY, GrB_Matrix_build(a, i, j, x, 3, GrB_PLUS_INT32));
    GrB_Index rows[2], columns[2], n = 1;
    double values[2];
    CHECK_INFO(GrB_INSUFFICIENT_SPACE, GrB_Matrix_extractTuples(rows, columns, values, &n, a));
    n = 2;
    OK(GrB_Matrix_extractTuples(rows, columns, values, &n, a));
    CHECK(n == 2 && rows[0] == 0 && columns[0] == 3 && values[0] == 20 && rows[1] == 2 && columns[1] == 1 && values[1] == 5);

    GrB_Index size = 0;
    OK(GrB_Matrix_serializeSize(&size, a));
    char* bytes = malloc(size);
    GrB_Index room = size - 1;
    CHECK_INFO(GrB_INSUFFICIENT_SPACE, GrB_Matrix_serialize(bytes, &room, a));
    OK(GrB_Matrix_serialize(bytes, &size, a));
    GrB_Matrix back;
    CHECK_INFO(GrB_DOMAIN_MISMATCH, GrB_Matrix_deserialize(&back, GrB_FP64, bytes, size));
    CHECK_INFO(GrB_INVALID_OBJECT, GrB_Matrix_deserialize(&back, GrB_INT32, bytes, size - 1));
    // Damaged bytes make an error or a matrix, never a crash.
    for (GrB_Index at = 0; at < size; ++at) {
        bytes[at] ^= 0x55;
        if (GrB_Matrix_deserialize(&back, GrB_INT32, bytes, size) == GrB_SUCCESS) OK(GrB_free(&back));
        bytes[at] ^= 0x55;
    }
    OK(GrB_Matrix_deserialize(&back, NULL, bytes, size));
    CHECK(element(back, 2, 1) == 5);
    free(bytes);
    OK(GrB_free(&back));
    OK(GrB_free(&a));
}

// Sides of up to GrB_INDEX_MAX + 1: entries in any order, sides that do not fit, values at all positions, and back to short
// sides.
static void long_sides(void) {
    const GrB_Index n = GrB_INDEX_MAX + 1, far = n - 7;
    GrB_Matrix a, b, c, small;
    GrB_Vector v, w, other;
    OK(GrB_Matrix_new(&a, GrB_INT64, n, n));
    OK(GrB_Matrix_new(&c, GrB_INT64, n, n));
    OK(GrB_Vector_new(&v, GrB_INT64, n));
    OK(GrB_Vector_new(&w, GrB_INT64, n));
    OK(GrB_Vector_new(&other, GrB_INT64, n - 1));
    uint64_t word = 1;
    int64_t sum = 0;
    for (int64_t k = 0; k < 100000; ++k) {
        word = word * UINT64_C(6364136223846793005) + 1442695040888963407;
        OK(GrB_Matrix_setElement(a, k, word >> 4, (word << 7) >> 4));
        OK(GrB_Vector_setElement(v, k, word >> 4));
        OK(GrB_Vector_setElement(other, k, word >> 5));
        sum += k;
    }
    int64_t x = -1, y = -1;
    OK(GrB_reduce(&x, NULL, GrB_PLUS_MONOID_INT64, a, NULL));
    CHECK(x == sum);
    CHECK_INFO(GrB_NO_VALUE, GrB_Matrix_extractElement(&x, a, 5, far));
    OK(GrB_Matrix_setElement(a, 17, 5, far));
    OK(GrB_Matrix_setElement(a, 18, 5, far));
    OK(GrB_Matrix_extractElement(&x, a, 5, far));
    CHECK(x == 18);
    CHECK_INFO(GrB_INVALID_INDEX, GrB_Matrix_setElement(a, 1, n, 0));
    CHECK_INFO(GrB_INVALID_INDEX, GrB_Matrix_extractElement(&x, a, 0, n));
    CHECK_INFO(GrB_DIMENSION_MISMATCH, GrB_eWiseAdd(w, NULL, NULL, GrB_PLUS_INT64, v, other, NULL));
    CHECK_INFO(GrB_OUT_OF_MEMORY, GrB_assign(v, NULL, NULL, 1, GrB_ALL, n, NULL));
    OK(GrB_assign(w, v, NULL, 3, GrB_ALL, n, GrB_DESC_S));
    OK(GrB_reduce(&x, NULL, GrB_PLUS_MONOID_INT64, w, NULL));
    CHECK(x == 300000);
    const GrB_Index listed[] = {far, 12, far};
    OK(GrB_assign(w, NULL, GrB_PLUS_INT64, 40, listed, 3, NULL));
    OK(GrB_Vector_extractElement(&x, w, far));
    CHECK(x == 40);

    // w = A v, by the entries of A one after the other.
    OK(GrB_mxv(w, NULL, NULL, GrB_PLUS_TIMES_SEMIRING_INT64, a, v, NULL));
    GrB_Index count = 100001, *i = malloc(count * sizeof(*i)), *j = malloc(count * sizeof(*j));
    int64_t *values = malloc(count * sizeof(*values)), expected = 0;
    OK(GrB_Matrix_extractTuples(i, j, values, &count, a));
    for (GrB_Index k = 0; k < count; ++k)
        if (GrB_Vector_extractElement(&y, v, j[k]) == GrB_SUCCESS) expected += values[k] * y;
    x = 0;
    OK(GrB_reduce(&x, NULL, GrB_PLUS_MONOID_INT64, w, NULL));
    CHECK(x == expected);
    OK(GrB_select(c, NULL, NULL, GrB_ROWLE, a, 5, NULL));
    OK(GrB_apply(c, NULL, NULL, GrB_COLINDEX_INT64, c, 1, NULL));
    OK(GrB_Matrix_extractElement(&x, c, 5, far));
    CHECK(x == (int64_t)far + 1);

    GrB_Index size = 0;
    OK(GrB_Matrix_serializeSize(&size, a));
    char* bytes = malloc(size);
    OK(GrB_Matrix_serialize(bytes, &size, a));
    OK(GrB_Matrix_deserialize(&b, NULL, bytes, size));
    OK(GrB_eWiseMult(b, NULL, NULL, GrB_EQ_INT64, a, b, NULL));
    OK(GrB_reduce(&x, NULL, GrB_PLUS_MONOID_INT64, b, NULL));
    CHECK(x == (int64_t)count);
    GrB_Index damaged = sizeof(uint64_t) * 12;  // in the list of a side
    bytes[damaged + 7] ^= 0x7f;
    CHECK_INFO(GrB_INVALID_OBJECT, GrB_Matrix_deserialize(&small, NULL, bytes, size));

    OK(GrB_Matrix_clear(b));
    OK(GrB_Matrix_resize(b, 40, 50));
    OK(GrB_Matrix_setElement(b, 9, 39, 49));
    OK(GrB_Matrix_resize(b, n, n));
    OK(GrB_Matrix_setElement(b, 8, n - 1, n - 1));
    OK(GrB_Matrix_nvals(&count, b));
    CHECK(count == 2);
    OK(GrB_Matrix_resize(b, 40, 50));
    OK(GrB_Matrix_extractElement(&x, b, 39, 49));
    CHECK(x == 9);
    OK(GrB_Matrix_nrows(&count, b));
    CHECK(count == 40);
    free(bytes);
    free(i);
    free(j);
    free(values);
    OK(GrB_free(&a));
    OK(GrB_free(&b));
    OK(GrB_free(&c));
    OK(GrB_free(&v));
    OK(GrB_free(&w));
    OK(GrB_free(&other));
}

// 4.2.3: scalars, also empty ones.
static void scalars(void) {
    GrB_Scalar s;
    GrB_Vector v;
    OK(GrB_Scalar_new(&s, GrB_FP32));
    OK(GrB_Vector_new(&v, GrB_INT64, 3));
    GrB_Index n = 1;
    OK(GrB_Scalar_nvals(&n, s));
    CHECK(n == 0);
    OK(GrB_assign(v, NULL, NULL, 4, GrB_ALL, 3, NULL));
    OK(GrB_Vector_extractElement(s, v, 1));
    float x = 0;
    OK(GrB_Scalar_extractElement(&x, s));
    CHECK(x == 4);
    OK(GrB_Scalar_clear(s));
    CHECK_INFO(GrB_NO_VALUE, GrB_Scalar_extractElement(&x, s));
    CHECK_INFO(GrB_EMPTY_OBJECT, GrB_apply(v, NULL, NULL, GrB_PLUS_INT64, v, s, NULL));
    CHECK_INFO(GrB_EMPTY_OBJECT, GrB_select(v, NULL, NULL, GrB_VALUEGT_INT64, v, s, NULL));
    OK(GrB_Vector_setElement(v, s, 2));
    OK(GrB_Vector_nvals(&n, v));
    CHECK(n == 2);
    const GrB_Index twice[] = {1, 1};
    OK(GrB_assign(v, NULL, NULL, 9, twice, 2, NULL));
    OK(GrB_assign(v, NULL, NULL, s, twice, 2, NULL));
    OK(GrB_Vector_nvals(&n, v));
    CHECK(n == 1);
    OK(GrB_reduce(s, NULL, GrB_PLUS_MONOID_INT64, v, NULL));
    OK(GrB_Scalar_extractElement(&x, s));
    CHECK(x == 4);
    OK(GrB_Vector_clear(v));
    OK(GrB_reduce(s, GrB_PLUS_FP32, GrB_PLUS_MONOID_INT64, v, NULL));
    OK(GrB_Scalar_nvals(&n, s));
    CHECK(n == 1);
    OK(GrB_reduce(s, NULL, GrB_PLUS_MONOID_INT64, v, NULL));
    OK(GrB_Scalar_nvals(&n, s));
    CHECK(n == 0);
    OK(GrB_free(&s));
    OK(GrB_free(&v));
}

// 4.2.1: fields.
static void fields(void) {
    int32_t number = 0;
    size_t size = 0;
    char text[64];
    OK(GrB_get(GrB_FP64, &size, GrB_SIZE));
    CHECK(size == 8);
    OK(GrB_get(GrB_PLUS_FP64, &size, GrB_NAME));
    CHECK(size == strlen("GrB_PLUS_FP64") + 1);
    OK(GrB_get(GrB_PLUS_FP64, text, GrB_NAME));
    CHECK(strcmp(text, "GrB_PLUS_FP64") == 0);
    OK(GrB_get(GrB_LT_FP32, &number, GrB_OUTP_TYPE_CODE));
    CHECK(number == GrB_BOOL_CODE);
    OK(GrB_get(GrB_LT_FP32, text, GrB_INP1_TYPE_STRING));
    CHECK(strcmp(text, "GrB_FP32") == 0);
    CHECK_INFO(GrB_NO_VALUE, GrB_get(GrB_ROWINDEX_INT64, &number, GrB_INP0_TYPE_CODE));
    CHECK_INFO(GrB_NO_VALUE, GrB_get(GrB_ABS_FP64, &number, GrB_INP1_TYPE_CODE));
    CHECK_INFO(GrB_INVALID_VALUE, GrB_get(GrB_FP64, &number, GrB_OUTP_FIELD));
    CHECK_INFO(GrB_INVALID_VALUE, GrB_get(GrB_FP64, text, GrB_SIZE));
    OK(GrB_get(GrB_GLOBAL, &number, GrB_API_VER_MAJOR));
    CHECK(number == 2);
    OK(GrB_get(GrB_GLOBAL, &number, GrB_BLOCKING_MODE));
    CHECK(number == GrB_NONBLOCKING);
    CHECK_INFO(GrB_INVALID_VALUE, GrB_set(GrB_GLOBAL, 1, GrB_API_VER_MAJOR));
    CHECK_INFO(GrB_INVALID_VALUE, GrB_set(GrB_FP64, "another name", GrB_NAME));

    GrB_Matrix a = diagonal(2, 1);
    OK(GrB_set(a, "a", GrB_NAME));
    OK(GrB_set(a, "first", GrB_NAME));
    OK(GrB_get(a, text, GrB_NAME));
    CHECK(strcmp(text, "first") == 0);
    OK(GrB_get(a, &number, GrB_EL_TYPE_CODE));
    CHECK(number == GrB_FP64_CODE);
    OK(GrB_set(a, GrB_COLMAJOR, GrB_STORAGE_ORIENTATION_HINT));
    GrB_Type type;
    OK(GrB_Type_new(&type, 3));
    OK(GrB_get(type, text, GrB_NAME));
    CHECK(text[0] == '\0');
    OK(GrB_set(type, "three bytes", GrB_NAME));
    CHECK_INFO(GrB_ALREADY_SET, GrB_set(type, "three", GrB_NAME));

    GrB_Descriptor desc;
    OK(GrB_Descriptor_new(&desc));
    OK(GrB_set(desc, GrB_REPLACE, GrB_OUTP_FIELD));
    OK(GrB_Descriptor_set(desc, GrB_MASK, GrB_COMP));
    OK(GrB_Descriptor_set(desc, GrB_MASK, GrB_STRUCTURE));
    OK(GrB_get(desc, &number, GrB_MASK_FIELD));
    CHECK(number == GrB_COMP_STRUCTURE);
    CHECK_INFO(GrB_INVALID_VALUE, GrB_Descriptor_set(desc, GrB_INP0, GrB_REPLACE));
    CHECK_INFO(GrB_INVALID_VALUE, GrB_Descriptor_set(GrB_DESC_T0, GrB_INP1, GrB_TRAN));
    GrB_Scalar s;
    OK(GrB_Scalar_new(&s, GrB_INT32));
    CHECK_INFO(GrB_EMPTY_OBJECT, GrB_set(desc, s, GrB_INP0_FIELD));
    OK(GrB_Scalar_setElement(s, GrB_TRAN));
    OK(GrB_set(desc, s, GrB_INP0_FIELD));
    OK(GrB_Scalar_clear(s));
    OK(GrB_get(desc, s, GrB_INP0_FIELD));
    OK(GrB_Scalar_extractElement(&number, s));
    CHECK(number == GrB_TRAN);
    OK(GrB_free(&s));
    OK(GrB_free(&desc));
    OK(GrB_free(&type));
    OK(GrB_free(&a));
}

static void plus_structs(void* z, const void* x, const void* y) {
    double r[3];
    for (int k = 0; k < 3; ++k) r[k] = ((const double*)x)[k] + ((const double*)y)[k];
    memcpy(z, r, sizeof(r));
}

// Objects live as long as what was made of them, in whatever order handles are freed.
static void freed_parts(void) {
    GrB_Type type;
    GrB_BinaryOp plus;
    GrB_Monoid monoid;
    GrB_Semiring semiring;
    GrB_Matrix a;
    double zero[3] = {0, 0, 0}, x[3] = {1, 2, 3};
    OK(GrB_Type_new(&type, sizeof(x)));
    OK(GrB_BinaryOp_new(&plus, plus_structs, type, type, type));
    OK(GrB_Monoid_new(&monoid, plus, (void*)zero));
    OK(GrB_Semiring_new(&semiring, monoid, plus));
    OK(GrB_Matrix_new(&a, type, 2, 2));
    for (GrB_Index i = 0; i < 4; ++i) OK(GrB_Matrix_setElement(a, (void*)x, i / 2, i % 2));
    OK(GrB_free(&type));
    OK(GrB_free(&plus));
    OK(GrB_mxm(a, NULL, NULL, semiring, a, a, NULL));
    OK(GrB_free(&semiring));
    OK(GrB_reduce((void*)x, NULL, monoid, a, NULL));
    CHECK(x[0] == 16 && x[1] == 32 && x[2] == 48);
    OK(GrB_free(&monoid));
    OK(GrB_free(&a));
}

// Section 2.5: single entries in any order, half a million of them, cost no more than a sort.
static void many_entries(void) {
    const GrB_Index n = 500000;
    GrB_Matrix a;
    OK(GrB_Matrix_new(&a, GrB_INT64, n, n));
    uint64_t word = 1;
    for (GrB_Index k = 0; k < n; ++k) {
        word = word * UINT64_C(6364136223846793005) + 1442695040888963407;
        OK(GrB_Matrix_setElement(a, 1, (word >> 33) % n, k));
    }
    OK(GrB_wait(a, GrB_MATERIALIZE));
    int64_t sum = 0;
    OK(GrB_reduce(&sum, NULL, GrB_PLUS_MONOID_INT64, a, NULL));
    CHECK(sum == (int64_t)n);
    OK(GrB_free(&a));
}

// Section 2.7: threads read the same objects and write their own.
static GrB_Matrix shared;
static void* square(void* sum) {
    GrB_Matrix c;
    OK(GrB_Matrix_new(&c, GrB_FP64, 200, 200));
    for (int round = 0; round < 20; ++round) OK(GrB_mxm(c, NULL, NULL, GrB_PLUS_TIMES_SEMIRING_FP64, shared, shared, NULL));
    OK(GrB_reduce((double*)sum, NULL, GrB_PLUS_MONOID_FP64, c, NULL));
    OK(GrB_free(&c));
    return NULL;
}
static void threads(void) {
    shared = diagonal(200, 3);
    OK(GrB_wait(shared, GrB_COMPLETE));
    pthread_t all[6];
    double sums[6] = {0};
    for (int k = 0; k < 6; ++k) CHECK(pthread_create(&all[k], NULL, square, &sums[k]) == 0);
    for (int k = 0; k < 6; ++k) CHECK(pthread_join(all[k], NULL) == 0);
    for (int k = 0; k < 6; ++k) CHECK(sums[k] == 1800);
    OK(GrB_free(&shared));
}

// GxB_BURBLE: what the library does, as lines.
static char told[4096];
static int tell(const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const size_t used = strlen(told);
    const int length = vsnprintf(told + used, sizeof(told) - used, format, arguments);
    va_end(arguments);
    return length;
}
static void burble(void) {
    bool is_on = true;
    OK(GxB_Global_Option_get(GxB_BURBLE, &is_on));
    CHECK(!is_on);
    OK(GxB_Global_Option_set(GxB_PRINTF, tell));
    GrB_Matrix a = diagonal(3, 2), c = diagonal(3, 0);
    OK(GrB_mxm(c, NULL, NULL, GrB_PLUS_TIMES_SEMIRING_FP64, a, a, NULL));
    CHECK(told[0] == '\0');
    OK(GxB_Global_Option_set(GxB_BURBLE, true));
    OK(GxB_Global_Option_get(GxB_BURBLE, &is_on));
    CHECK(is_on);
    OK(GrB_mxm(c, NULL, NULL, GrB_PLUS_TIMES_SEMIRING_FP64, a, a, NULL));
    CHECK(strncmp(told, "mxm on ", 7) == 0);
    CHECK(strstr(told, " begins: 3 x 3 with 3 entries, 3 x 3 with 3 entries\n") != NULL);
    CHECK(strstr(told, " ends after ") != NULL);
    OK(GxB_Global_Option_set_INT32(GxB_BURBLE, 0));
    told[0] = '\0';
    OK(GrB_mxm(c, NULL, NULL, GrB_PLUS_TIMES_SEMIRING_FP64, a, a, NULL));
    CHECK(told[0] == '\0');
    OK(GxB_Global_Option_set(GxB_PRINTF, NULL));
    OK(GrB_free(&a));
    OK(GrB_free(&c));
}

int main(void) {
    before_init();
    OK(GrB_init(GrB_NONBLOCKING));
    CHECK_INFO(GrB_INVALID_VALUE, GrB_init(GrB_NONBLOCKING));
    wrong_handles();
    errors();
    lists();
    long_sides();
    scalars();
    fields();
    freed_parts();
    many_entries();
    threads();
    burble();
    OK(GrB_finalize());
    CHECK_INFO(GrB_PANIC, GrB_finalize());
    puts("the contract is kept");
    return 0;
}
