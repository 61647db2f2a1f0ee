// Operators that carry their text (GxB_BinaryOp_new and its like): every operation that calls one, against loops over arrays.
// With GRAPHBLAS_GPU_ENGINE=cuda the device compiles the texts; the report at the end says that it refused no call.
//
// Values are small integers, so that sums do not depend on their order. An entry of an array that is absent has `present` 0.
#include <GraphBLAS.h>
#include <string.h>

#include "check.h"

// A function, and its text.
#define WITH_TEXT(text_of, ...) __VA_ARGS__ static const char text_of[] = #__VA_ARGS__;

WITH_TEXT(
    gauss_text, typedef struct {
        int32_t re;
        int32_t im;
    } gauss;)
WITH_TEXT(
    wide_text, typedef struct {
        double re;
        double im;
    } wide;)

WITH_TEXT(
    gauss_plus_text, void gauss_plus(gauss* z, const gauss* x, const gauss* y) {
        z->re = x->re + y->re;
        z->im = x->im + y->im;
    })
WITH_TEXT(
    gauss_times_text, void gauss_times(gauss* z, const gauss* x, const gauss* y) {
        int32_t re = x->re * y->re - x->im * y->im;
        z->im = x->re * y->im + x->im * y->re;
        z->re = re;
    })
WITH_TEXT(
    gauss_conj_text, void gauss_conj(gauss* z, const gauss* x) {
        z->re = x->re;
        z->im = -x->im;
    })
WITH_TEXT(
    gauss_norm_text, void gauss_norm(int64_t* z, const gauss* x) { *z = (int64_t)x->re * x->re + (int64_t)x->im * x->im; })
WITH_TEXT(
    gauss_shift_text, void gauss_shift(gauss* z, const gauss* x, GrB_Index i, GrB_Index j, const gauss* y) {
        z->re = x->re + (int32_t)i + y->re;
        z->im = x->im + (int32_t)j + y->im;
    })
WITH_TEXT(
    gauss_keep_text, void gauss_keep(bool* z, const gauss* x, GrB_Index i, GrB_Index j, const int32_t* y) {
        *z = x->re + (int32_t)i > (int32_t)j + *y;
    })
WITH_TEXT(
    wide_plus_text, void wide_plus(wide* z, const wide* x, const wide* y) {
        z->re = x->re + y->re;
        z->im = x->im + y->im;
    })
WITH_TEXT(
    wide_times_text, void wide_times(wide* z, const wide* x, const wide* y) {
        double re = x->re * y->re - x->im * y->im;
        z->im = x->re * y->im + x->im * y->re;
        z->re = re;
    })
WITH_TEXT(
    near_text, void near(int32_t* z, const int32_t* x, const int32_t* y) { *z = *x > *y ? *x - *y : *y - *x; })

enum { SIDE = 23 };

// ---- arrays ----

typedef struct {
    gauss at[SIDE][SIDE];
    bool present[SIDE][SIDE];
} array;

static uint64_t word = 1;
static int below(int n) {
    word = word * UINT64_C(6364136223846793005) + 1442695040888963407;
    return (int)((word >> 33) % (uint64_t)n);
}

static GrB_Type gauss_type;

static GrB_Matrix random_matrix(array* a) {
    GrB_Matrix made;
    memset(a, 0, sizeof(*a));
    OK(GrB_Matrix_new(&made, gauss_type, SIDE, SIDE));
    for (int i = 0; i < SIDE; ++i)
        for (int j = 0; j < SIDE; ++j) {
            if (below(3) != 0) continue;
            a->at[i][j] = (gauss){below(9) - 4, below(9) - 4};
            a->present[i][j] = true;
            OK(GrB_Matrix_setElement(made, (void*)&a->at[i][j], i, j));
        }
    return made;
}

// The matrix has the entries of the array and no others.
static void check_matrix(const char* what, GrB_Matrix c, const array* expected) {
    for (int i = 0; i < SIDE; ++i)
        for (int j = 0; j < SIDE; ++j) {
            gauss x = {0, 0};
            GrB_Info info = GrB_Matrix_extractElement((void*)&x, c, i, j);
            bool same = (info == GrB_SUCCESS) == expected->present[i][j];
            if (same && info == GrB_SUCCESS) same = memcmp(&x, &expected->at[i][j], sizeof(x)) == 0;
            if (!same) fprintf(stderr, "%s: entry (%d, %d) is wrong\n", what, i, j);
            CHECK(same);
        }
}

// ---- the operators ----

static GrB_BinaryOp plus, times;
static GrB_Monoid sum;
static GrB_Semiring semiring;
static gauss zero;

static void make_operators(void) {
    OK(GxB_Type_new(&gauss_type, sizeof(gauss), "gauss", gauss_text));
    OK(GxB_BinaryOp_new(&plus, (GxB_binary_function)gauss_plus, gauss_type, gauss_type, gauss_type, "gauss_plus",
                        gauss_plus_text));
    OK(GxB_BinaryOp_new(&times, (GxB_binary_function)gauss_times, gauss_type, gauss_type, gauss_type, "gauss_times",
                        gauss_times_text));
    OK(GrB_Monoid_new(&sum, plus, (void*)&zero));
    OK(GrB_Semiring_new(&semiring, sum, times));
}

static void add_to(array* c, int i, int j, gauss x) {
    if (c->present[i][j]) gauss_plus(&x, &c->at[i][j], &x);
    c->at[i][j] = x;
    c->present[i][j] = true;
}

static void products(void) {
    array a, b, expected;
    GrB_Matrix A = random_matrix(&a), B = random_matrix(&b), C = random_matrix(&expected);
    for (int i = 0; i < SIDE; ++i)
        for (int k = 0; k < SIDE; ++k)
            for (int j = 0; j < SIDE; ++j) {
                if (!a.present[i][k] || !b.present[k][j]) continue;
                gauss x;
                gauss_times(&x, &a.at[i][k], &b.at[k][j]);
                add_to(&expected, i, j, x);
            }
    OK(GrB_mxm(C, NULL, plus, semiring, A, B, NULL));
    check_matrix("mxm", C, &expected);

    GrB_Vector u, w;
    gauss sums[SIDE] = {{0, 0}};
    bool has[SIDE] = {false};
    OK(GrB_Vector_new(&u, gauss_type, SIDE));
    OK(GrB_Vector_new(&w, gauss_type, SIDE));
    for (int k = 0; k < SIDE; k += 2) {
        gauss x = {k, -1};
        OK(GrB_Vector_setElement(u, (void*)&x, k));
        for (int i = 0; i < SIDE; ++i) {
            if (!a.present[i][k]) continue;
            gauss product;
            gauss_times(&product, &a.at[i][k], &x);
            gauss_plus(&sums[i], &sums[i], &product);
            has[i] = true;
        }
    }
    OK(GrB_mxv(w, NULL, NULL, semiring, A, u, NULL));
    for (int i = 0; i < SIDE; ++i) {
        gauss x = {0, 0};
        CHECK((GrB_Vector_extractElement((void*)&x, w, i) == GrB_SUCCESS) == has[i]);
        CHECK(x.re == sums[i].re && x.im == sums[i].im);
    }
    OK(GrB_free(&u));
    OK(GrB_free(&w));
    OK(GrB_free(&A));
    OK(GrB_free(&B));
    OK(GrB_free(&C));
}

static void elementwise(void) {
    array a, b, expected;
    GrB_Matrix A = random_matrix(&a), B = random_matrix(&b), C;
    OK(GrB_Matrix_new(&C, gauss_type, SIDE, SIDE));
    expected = a;
    for (int i = 0; i < SIDE; ++i)
        for (int j = 0; j < SIDE; ++j)
            if (b.present[i][j]) add_to(&expected, i, j, b.at[i][j]);
    OK(GrB_eWiseAdd(C, NULL, NULL, plus, A, B, NULL));
    check_matrix("eWiseAdd", C, &expected);

    memset(&expected, 0, sizeof(expected));
    for (int i = 0; i < SIDE; ++i)
        for (int j = 0; j < SIDE; ++j) {
            if (!a.present[i][j] || !b.present[i][j]) continue;
            expected.present[i][j] = true;
            gauss_times(&expected.at[i][j], &a.at[i][j], &b.at[i][j]);
        }
    OK(GrB_eWiseMult(C, NULL, NULL, times, A, B, NULL));
    check_matrix("eWiseMult", C, &expected);

    GrB_Matrix small, product;
    gauss two = {2, 1};
    OK(GrB_Matrix_new(&small, gauss_type, 1, 1));
    OK(GrB_Matrix_new(&product, gauss_type, SIDE, SIDE));
    OK(GrB_Matrix_setElement(small, (void*)&two, 0, 0));
    OK(GrB_kronecker(product, NULL, NULL, times, A, small, NULL));
    expected = a;
    for (int i = 0; i < SIDE; ++i)
        for (int j = 0; j < SIDE; ++j)
            if (a.present[i][j]) gauss_times(&expected.at[i][j], &a.at[i][j], &two);
    check_matrix("kronecker", product, &expected);
    OK(GrB_apply(C, NULL, NULL, times, A, (void*)&two, NULL));
    check_matrix("apply with the second operand", C, &expected);
    OK(GrB_apply(C, NULL, NULL, times, (void*)&two, A, NULL));
    check_matrix("apply with the first operand", C, &expected);
    OK(GrB_free(&small));
    OK(GrB_free(&product));
    OK(GrB_free(&A));
    OK(GrB_free(&B));
    OK(GrB_free(&C));
}

static void functions(void) {
    array a, expected;
    GrB_UnaryOp conj, norm;
    GrB_IndexUnaryOp shift, keep;
    OK(GxB_UnaryOp_new(&conj, (GxB_unary_function)gauss_conj, gauss_type, gauss_type, "gauss_conj", gauss_conj_text));
    OK(GxB_UnaryOp_new(&norm, (GxB_unary_function)gauss_norm, GrB_INT64, gauss_type, "gauss_norm", gauss_norm_text));
    OK(GxB_IndexUnaryOp_new(&shift, (GxB_index_unary_function)gauss_shift, gauss_type, gauss_type, gauss_type, "gauss_shift",
                            gauss_shift_text));
    OK(GxB_IndexUnaryOp_new(&keep, (GxB_index_unary_function)gauss_keep, GrB_BOOL, gauss_type, GrB_INT32, "gauss_keep",
                            gauss_keep_text));
    GrB_Matrix A = random_matrix(&a), C, norms;
    OK(GrB_Matrix_new(&C, gauss_type, SIDE, SIDE));
    OK(GrB_Matrix_new(&norms, GrB_INT64, SIDE, SIDE));
    OK(GrB_apply(C, NULL, NULL, conj, A, NULL));
    expected = a;
    int64_t total = 0, by_library = 0;
    gauss all = {0, 0}, summed;
    for (int i = 0; i < SIDE; ++i)
        for (int j = 0; j < SIDE; ++j) {
            if (!a.present[i][j]) continue;
            int64_t n;
            gauss_conj(&expected.at[i][j], &a.at[i][j]);
            gauss_norm(&n, &a.at[i][j]);
            total += n;
            gauss_plus(&all, &all, &a.at[i][j]);
        }
    check_matrix("apply", C, &expected);
    OK(GrB_apply(norms, NULL, NULL, norm, A, NULL));
    OK(GrB_reduce(&by_library, NULL, GrB_PLUS_MONOID_INT64, norms, NULL));
    CHECK(by_library == total);
    OK(GrB_reduce((void*)&summed, NULL, sum, A, NULL));
    CHECK(summed.re == all.re && summed.im == all.im);

    GrB_Vector rows;
    OK(GrB_Vector_new(&rows, gauss_type, SIDE));
    OK(GrB_reduce(rows, NULL, NULL, sum, A, NULL));
    gauss of_rows = {0, 0};
    OK(GrB_reduce((void*)&of_rows, NULL, sum, rows, NULL));
    CHECK(of_rows.re == all.re && of_rows.im == all.im);

    const gauss y = {100, 200};
    const int32_t bound = 2;
    OK(GrB_apply(C, NULL, NULL, shift, A, (void*)&y, NULL));
    expected = a;
    for (int i = 0; i < SIDE; ++i)
        for (int j = 0; j < SIDE; ++j)
            if (a.present[i][j]) gauss_shift(&expected.at[i][j], &a.at[i][j], i, j, &y);
    check_matrix("apply of positions", C, &expected);
    OK(GrB_select(C, NULL, NULL, keep, A, bound, NULL));
    expected = a;
    for (int i = 0; i < SIDE; ++i)
        for (int j = 0; j < SIDE; ++j)
            if (a.present[i][j]) gauss_keep(&expected.present[i][j], &a.at[i][j], i, j, &bound);
    check_matrix("select", C, &expected);

    // The only position of an entry of a vector is its index.
    GrB_Vector shifted;
    OK(GrB_Vector_new(&shifted, gauss_type, SIDE));
    OK(GrB_apply(shifted, NULL, NULL, shift, rows, (void*)&y, NULL));
    for (int i = 0; i < SIDE; ++i) {
        gauss before, after, by_hand;
        if (GrB_Vector_extractElement((void*)&before, rows, i) == GrB_NO_VALUE) continue;
        gauss_shift(&by_hand, &before, i, 0, &y);
        OK(GrB_Vector_extractElement((void*)&after, shifted, i));
        CHECK(after.re == by_hand.re && after.im == by_hand.im);
    }
    OK(GrB_free(&shifted));
    OK(GrB_free(&rows));
    OK(GrB_free(&norms));
    OK(GrB_free(&A));
    OK(GrB_free(&C));
    OK(GrB_free(&conj));
    OK(GrB_free(&norm));
    OK(GrB_free(&shift));
    OK(GrB_free(&keep));
}

// Duplicates are joined in their order.
static void duplicates(void) {
    GrB_Matrix a;
    const GrB_Index i[] = {2, 0, 2, 2}, j[] = {1, 3, 1, 1};
    const gauss x[] = {{1, 2}, {3, 4}, {0, 1}, {2, 0}};
    gauss found;
    OK(GrB_Matrix_new(&a, gauss_type, 3, 4));
    OK(GrB_Matrix_build(a, i, j, (void*)x, 4, times));
    OK(GrB_Matrix_extractElement((void*)&found, a, 2, 1));
    CHECK(found.re == -4 && found.im == 2);
    OK(GrB_free(&a));
}

// Values of 16 bytes, and operators on predefined types, which meet predefined ones.
static void other_types(void) {
    GrB_Type type;
    GrB_BinaryOp wide_add, wide_multiply, distance;
    GrB_Monoid wide_sum;
    GrB_Semiring wide_semiring, of_distances;
    const wide none = {0, 0};
    OK(GxB_Type_new(&type, sizeof(wide), "wide", wide_text));
    OK(GxB_BinaryOp_new(&wide_add, (GxB_binary_function)wide_plus, type, type, type, "wide_plus", wide_plus_text));
    OK(GxB_BinaryOp_new(&wide_multiply, (GxB_binary_function)wide_times, type, type, type, "wide_times", wide_times_text));
    OK(GxB_BinaryOp_new(&distance, (GxB_binary_function)near, GrB_INT32, GrB_INT32, GrB_INT32, "near", near_text));
    OK(GrB_Monoid_new(&wide_sum, wide_add, (void*)&none));
    OK(GrB_Semiring_new(&wide_semiring, wide_sum, wide_multiply));
    OK(GrB_Semiring_new(&of_distances, GrB_PLUS_MONOID_INT32, distance));
    GrB_Matrix w, n;
    OK(GrB_Matrix_new(&w, type, 2, 2));
    OK(GrB_Matrix_new(&n, GrB_INT32, 2, 2));
    for (int k = 0; k < 4; ++k) {
        const wide x = {k, 1};
        OK(GrB_Matrix_setElement(w, (void*)&x, k / 2, k % 2));
        OK(GrB_Matrix_setElement(n, 3 * k, k / 2, k % 2));
    }
    OK(GrB_mxm(w, NULL, NULL, wide_semiring, w, w, NULL));
    wide found;
    OK(GrB_Matrix_extractElement((void*)&found, w, 1, 1));
    CHECK(found.re == 9 && found.im == 9);  // (2 + i)(1 + i) + (3 + i)(3 + i)
    OK(GrB_mxm(n, NULL, NULL, of_distances, n, n, NULL));
    int32_t number = 0;
    OK(GrB_Matrix_extractElement(&number, n, 0, 1));
    CHECK(number == 9);  // |0 - 3| + |3 - 9|
    // A monoid and a multiplication that are predefined, and no semiring of the catalogue.
    GrB_Semiring differences;
    OK(GrB_Semiring_new(&differences, GrB_MIN_MONOID_INT32, GrB_MINUS_INT32));
    OK(GrB_mxm(n, NULL, NULL, differences, n, n, NULL));
    OK(GrB_Matrix_extractElement(&number, n, 0, 1));
    CHECK(number == -6);  // min(3 - 9, 9 - 3)
    OK(GrB_free(&differences));
    OK(GrB_free(&n));
    OK(GrB_free(&w));
    OK(GrB_free(&of_distances));
    OK(GrB_free(&wide_semiring));
    OK(GrB_free(&wide_sum));
    OK(GrB_free(&distance));
    OK(GrB_free(&wide_multiply));
    OK(GrB_free(&wide_add));
    OK(GrB_free(&type));
}

int main(void) {
    const char* engine = getenv("GRAPHBLAS_GPU_ENGINE");
    if (GrB_init(GrB_NONBLOCKING) != GrB_SUCCESS && engine != NULL && strcmp(engine, "cuda") == 0) {
        puts("skipped: capi_sources: there is no device");
        return 77;
    }
    make_operators();
    products();
    elementwise();
    functions();
    duplicates();
    other_types();
    OK(GrB_free(&semiring));
    OK(GrB_free(&sum));
    OK(GrB_free(&plus));
    OK(GrB_free(&times));
    OK(GrB_free(&gauss_type));
    OK(GrB_finalize());
    puts("operators with a text are as their functions");
    return 0;
}
