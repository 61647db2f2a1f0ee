// Random objects for random_calls.c, and how they are printed.
#pragma once

#include "random_calls.h"
#include "typed_functions.h"

#include <stdlib.h>
#include <string.h>

// ---- random numbers ----

static uint64_t state = 1;
static uint64_t random_word(void) {
    state += 0x9e3779b97f4a7c15u;
    uint64_t z = state;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}
static int below(int n) { return (int)(random_word() % (uint64_t)n); }
static bool once_in(int n) { return below(n) == 0; }

// ---- objects with functions of the program ----

static GrB_Type user_type, types[12];
static GrB_BinaryOp user_plus, user_equal;
static GrB_UnaryOp user_negate;
static GrB_IndexUnaryOp user_select, user_position, user_thunk;
static GrB_Monoid user_monoid;
static GrB_Semiring user_semiring;

static void plus_function(void* z, const void* x, const void* y) {
    triple p = *(const triple*)x, q = *(const triple*)y, r = {p.a + q.a, p.b + q.b, p.c + q.c};
    *(triple*)z = r;
}
static void equal_function(void* z, const void* x, const void* y) {
    *(bool*)z = ((const triple*)x)->a == ((const triple*)y)->a;
}
static void negate_function(void* z, const void* x) {
    triple p = *(const triple*)x, r = {-p.a, -p.b, -p.c};
    *(triple*)z = r;
}
// These do not read x: SuiteSparse:GraphBLAS 7 passes a wrong one where all entries of the operand are equal.
static void select_function(void* z, const void* x, GrB_Index i, GrB_Index j, const void* y) {
    (void)x;
    *(bool*)z = (int64_t)i + (int64_t)j + *(const int64_t*)y > 3;
}
static void thunk_function(void* z, const void* x, GrB_Index i, GrB_Index j, const void* y) {
    (void)x;
    *(double*)z = (double)i - (double)j + ((const triple*)y)->b;
}
static void position_function(void* z, const void* x, GrB_Index i, GrB_Index j, const void* y) {
    (void)x;
    *(double*)z = 10 * (double)i + 100 * (double)j + *(const double*)y;
}

static void require(GrB_Info info, const char* what) {
    if (info == GrB_SUCCESS) return;
    printf("%s: %d\n", what, (int)info);
    exit(1);
}
#define REQUIRE(call) require(call, #call)

static void make_user_objects(void) {
    REQUIRE(GrB_Type_new(&user_type, sizeof(triple)));
    REQUIRE(GrB_BinaryOp_new(&user_plus, plus_function, user_type, user_type, user_type));
    REQUIRE(GrB_BinaryOp_new(&user_equal, equal_function, GrB_BOOL, user_type, user_type));
    REQUIRE(GrB_UnaryOp_new(&user_negate, negate_function, user_type, user_type));
    REQUIRE(GrB_IndexUnaryOp_new(&user_select, select_function, GrB_BOOL, user_type, GrB_INT64));
    REQUIRE(GrB_IndexUnaryOp_new(&user_position, position_function, GrB_FP64, GrB_FP64, GrB_FP64));
    REQUIRE(GrB_IndexUnaryOp_new(&user_thunk, thunk_function, GrB_FP64, GrB_FP64, user_type));
    triple zero = {0, 0, 0};
    REQUIRE(GrB_Monoid_new_UDT(&user_monoid, user_plus, &zero));
    REQUIRE(GrB_Semiring_new(&user_semiring, user_monoid, user_plus));
#define STORE_TYPE(T, C) GrB_##T,
    const GrB_Type built_in[] = {FOR_TYPES(STORE_TYPE)};
    memcpy(types, built_in, sizeof(built_in));
    types[USER] = user_type;
}

// ---- random objects ----

// The types of a round: most often one for all, or all built in; sometimes a user-defined type among others.
static int round_type, user_share;
static int random_type(void) {
    if (user_share > 0 && once_in(user_share)) return USER;
    return once_in(2) ? round_type : below(11);
}
static double random_value(void) { return below(9) - 4; }
// Sides are of four lengths, so that they often fit. In some rounds two of them are longer than 32-bit indices reach.
static const GrB_Index short_sides[] = {1, 4, 5, 9}, long_sides[] = {1, 4, (UINT64_C(1) << 33) + 5, UINT64_C(1) << 60};
static bool is_long_round;
static GrB_Index random_side(void) { return (is_long_round ? long_sides : short_sides)[below(4)]; }
// Objects have entries at nine indices of a side at most, the last one among them.
static int cells(GrB_Index side) { return side < 9 ? (int)side : 9; }
static GrB_Index index_of_cell(GrB_Index side, int k) {
    return k + 1 == cells(side) ? side - 1 : (GrB_Index)k * (side / (GrB_Index)cells(side));
}
static GrB_Index random_index(GrB_Index side) { return index_of_cell(side, below(cells(side))); }

typedef struct {
    GrB_Matrix object;
    GrB_Index nrows, ncols;
    int type;
} matrix;
typedef struct {
    GrB_Vector object;
    GrB_Index size;
    int type;
} vector;

static matrix new_matrix(int type, GrB_Index nrows, GrB_Index ncols) {
    matrix a = {NULL, nrows, ncols, type};
    REQUIRE(GrB_Matrix_new(&a.object, types[type], nrows, ncols));
    int entries = once_in(6) || nrows == 0 || ncols == 0 ? 0 : below(cells(nrows) * cells(ncols) + 1);
    for (int k = 0; k < entries; ++k) {
        GrB_Index i = random_index(nrows), j = random_index(ncols);
        REQUIRE(typed[type].matrix_set(a.object, random_value(), i, j));
    }
    return a;
}
static vector new_vector(int type, GrB_Index size) {
    vector v = {NULL, size, type};
    REQUIRE(GrB_Vector_new(&v.object, types[type], size));
    int entries = once_in(6) || size == 0 ? 0 : below(cells(size) + 3);
    for (int k = 0; k < entries; ++k) REQUIRE(typed[type].vector_set(v.object, random_value(), random_index(size)));
    return v;
}

// A random object of a list, whose name is printed.
#define COUNT(list) ((int)(sizeof(list) / sizeof((list)[0])))
#define DEFINE_PICK(Kind, list)                \
    static GrB_##Kind pick_##list(void) {      \
        const int k = below(COUNT(list));      \
        printf("  with %s\n", (list)[k].name); \
        return *(list)[k].handle;              \
    }
DEFINE_PICK(UnaryOp, unary_ops)
DEFINE_PICK(BinaryOp, binary_ops)
DEFINE_PICK(Monoid, monoids)
DEFINE_PICK(Semiring, semirings)
DEFINE_PICK(Descriptor, descriptors)
#define PICK(list) pick_##list()
static GrB_BinaryOp random_binary_op(void) {
    if (user_share > 0 && once_in(user_share)) return once_in(3) ? user_equal : user_plus;
    return PICK(binary_ops);
}
// Where an operand of eWiseAdd is transposed, SuiteSparse:GraphBLAS 7 casts entries that only this one has to the type of the
// operator's operand first, elsewhere to that of its result alone. Comparisons would tell.
static GrB_BinaryOp random_op_for_add(bool transposes) {
    if (user_share > 0) return random_binary_op();
    for (;;) {
        const int k = below(COUNT(binary_ops));
        const char* const name = binary_ops[k].name + 4;
        const bool compares = name[2] == '_' && strchr("EGLN", name[0]) != NULL && strchr("ETQ", name[1]) != NULL;
        if (transposes && compares) continue;
        printf("  with GrB_%s\n", name);
        return *binary_ops[k].handle;
    }
}
static GrB_BinaryOp random_accum(void) { return once_in(2) ? NULL : random_binary_op(); }
static GrB_Descriptor random_descriptor(void) { return once_in(3) ? NULL : PICK(descriptors); }

static bool is_wrong(int one_in);
// A list of indices into a side, without repetitions, or GrB_ALL; returns its length.
static GrB_Index random_list(const GrB_Index** list, GrB_Index* room, GrB_Index side) {
    if (once_in(2)) {
        *list = GrB_ALL;
        return side;
    }
    *list = room;
    GrB_Index length = 0;
    for (int k = 0; k < cells(side); ++k)
        if (once_in(2)) room[length++] = index_of_cell(side, k);
    for (GrB_Index i = 1; i < length; ++i) {
        GrB_Index k = (GrB_Index)below((int)i + 1), x = room[i];
        room[i] = room[k];
        room[k] = x;
    }
    if (length > 0 && is_wrong(10)) room[0] = side + (GrB_Index)below(2);  // out of bounds
    return length;
}

// The same for a value that is assigned. SuiteSparse:GraphBLAS stores one value for all positions of a long side, which this
// library refuses: out of memory.
static GrB_Index random_list_for_value(const GrB_Index** list, GrB_Index* room, GrB_Index side) {
    GrB_Index length = 0;
    do length = random_list(list, room, side);
    while (*list == GrB_ALL && side > 9);
    return length;
}

// ---- output ----

// With GRAPHBLAS_GPU_TEST_ERRORS the text of an error is printed too.
#define EXPLAIN(info, object, kind)                                                   \
    if ((info) < 0 && getenv("GRAPHBLAS_GPU_TEST_ERRORS") != NULL) {                  \
        const char* text = "";                                                        \
        if (GrB_##kind##_error(&text, object) == GrB_SUCCESS) printf("  %s\n", text); \
    }
static void print_value(double x) {
    if (x != x) printf(" nan");
    else printf(" %.6g", x == 0 ? 0.0 : x);
}
typedef struct {
    GrB_Index i, j;
    double x;
} entry;
static int compare_entries(const void* a, const void* b) {
    const entry *p = a, *q = b;
    if (p->i != q->i) return p->i < q->i ? -1 : 1;
    return p->j < q->j ? -1 : p->j > q->j;
}
// The standard does not say in which order tuples come.
static void print_matrix(matrix a) {
    GrB_Index i[MAX_ENTRIES], j[MAX_ENTRIES], n = MAX_ENTRIES;
    double x[MAX_ENTRIES];
    entry all[MAX_ENTRIES];
    REQUIRE(typed[a.type].matrix_tuples(i, j, x, &n, a.object));
    for (GrB_Index k = 0; k < n; ++k) all[k] = (entry){i[k], j[k], x[k]};
    qsort(all, n, sizeof(entry), compare_entries);
    printf("  %s:", typed[a.type].name);
    for (GrB_Index k = 0; k < n; ++k) {
        printf(" (%llu,%llu)", (unsigned long long)all[k].i, (unsigned long long)all[k].j);
        print_value(all[k].x);
    }
    printf("\n");
}
static void print_vector(vector v) {
    GrB_Index i[MAX_ENTRIES], n = MAX_ENTRIES;
    double x[MAX_ENTRIES];
    REQUIRE(typed[v.type].vector_tuples(i, x, &n, v.object));
    printf("  %s:", typed[v.type].name);
    for (GrB_Index k = 0; k < n; ++k) {
        printf(" (%llu)", (unsigned long long)i[k]);
        print_value(x[k]);
    }
    printf("\n");
}
static void print_scalar(GrB_Scalar s, int type) {
    double x = 0;
    GrB_Info info = typed[type].scalar_get(&x, s);
    printf("  scalar %s: %d", typed[type].name, (int)info);
    if (info == GrB_SUCCESS) print_value(x);
    printf("\n");
}

// ---- operands ----

static bool transposes(GrB_Descriptor desc, bool second) {
    for (int k = 0; k < COUNT(descriptors); ++k)
        if (*descriptors[k].handle == desc) return strstr(descriptors[k].name, second ? "T1" : "T0") != NULL;
    return false;
}
// One argument of a call is wrong at most: which error is returned if several are is left open. With user-defined types the
// types may be.
static bool may_be_wrong;
static bool is_wrong(int one_in) {
    if (!may_be_wrong || !once_in(one_in)) return false;
    may_be_wrong = false;
    return true;
}
static GrB_Index almost(GrB_Index n) { return is_wrong(25) ? random_side() : n; }

static matrix operand_matrix(GrB_Index nrows, GrB_Index ncols, bool transposed) {
    nrows = almost(nrows), ncols = almost(ncols);
    return transposed ? new_matrix(random_type(), ncols, nrows) : new_matrix(random_type(), nrows, ncols);
}
static vector operand_vector(GrB_Index size) { return new_vector(random_type(), almost(size)); }

static GrB_Scalar random_scalar(int* type, bool may_be_empty) {
    GrB_Scalar s;
    *type = random_type();
    REQUIRE(GrB_Scalar_new(&s, types[*type]));
    if (!may_be_empty || !once_in(4)) REQUIRE(typed[*type].scalar_set(s, random_value()));
    return s;
}
static GrB_Monoid random_monoid(void) { return user_share > 0 && once_in(user_share) ? user_monoid : PICK(monoids); }
static GrB_Semiring random_semiring(GrB_Semiring* made) {
    *made = NULL;
    if (user_share > 0 && once_in(user_share)) return user_semiring;
    if (once_in(2)) return PICK(semirings);
    GrB_Info info = GrB_Semiring_new(made, random_monoid(), random_binary_op());
    printf("  Semiring_new %d\n", (int)info);
    return info == GrB_SUCCESS ? *made : PICK(semirings);
}

// A function ending in _UDT reads a value of the operator's own type, whatever that is: it is called with one alone that has a
// user-defined type there.
static bool is_user(const typed_functions* f) { return f == &typed[USER]; }
static GrB_BinaryOp binary_op_for(const typed_functions* f) { return is_user(f) ? user_plus : random_binary_op(); }
// SuiteSparse:GraphBLAS 7 subtracts the number that the standard has DIAGINDEX add.
static GrB_IndexUnaryOp random_index_op(void) {
    for (;;) {
        const int k = below(COUNT(index_unary_ops));
        if (strstr(index_unary_ops[k].name, "DIAGINDEX") != NULL) continue;
        printf("  with %s\n", index_unary_ops[k].name);
        return *index_unary_ops[k].handle;
    }
}
static GrB_IndexUnaryOp index_op_for(const typed_functions* f) {
    if (is_user(f)) return user_thunk;
    if (once_in(8)) return once_in(2) ? user_position : user_select;
    return random_index_op();
}
static GrB_Monoid monoid_for(const typed_functions* f) { return is_user(f) ? user_monoid : random_monoid(); }

typedef struct {
    matrix c, mask;
    vector w, vmask;
    GrB_BinaryOp accum;
    GrB_Descriptor desc;
    GrB_Index lists[2][16];
} surroundings;
