// Random calls of the GraphBLAS C API, whose results are printed. The same source is compiled against this library and against
// SuiteSparse:GraphBLAS, and what the two programs print is compared (compare.py).
//
//     random_calls SEED ROUNDS
//
// Idea: a round makes an output, operands, a mask, an accumulator and a descriptor of random types and shapes, calls one random
// function, and prints what it returned and what the output holds. Now and then an argument is wrong: a null or freed handle, a
// side that does not fit, an index beyond the end, a type that is not cast. Values are small integers, so that sums do not
// depend on their order; floating-point numbers are printed with six digits.
#include "random_objects.h"

static GrB_Info vector_operation(surroundings* s, int which, const char** name) {
    GrB_Vector w = s->w.object, m = s->vmask.object;
    GrB_BinaryOp accum = s->accum;
    GrB_Descriptor desc = s->desc;
    const typed_functions* f = &typed[random_type()];
    const bool t0 = transposes(desc, false), t1 = transposes(desc, true), as_scalar = once_in(4);
    const GrB_Index n = s->w.size, k = random_side();
    GrB_Info info = GrB_SUCCESS;
    int type;
    GrB_Scalar scalar = random_scalar(&type, which == 16);
    GrB_Semiring made = NULL;
    vector u = operand_vector(n), v = operand_vector(n);
    const GrB_Index* list;
    matrix a = {NULL, 0, 0, 0};
#define CALL(text, call) \
    *name = text;        \
    info = call;         \
    break
    switch (which) {
        case 0: {
            GrB_Semiring semiring = random_semiring(&made);
            vector x = operand_vector(k);
            a = operand_matrix(n, k, t0);
            *name = "mxv", info = GrB_mxv(w, m, accum, semiring, a.object, x.object, desc);
            GrB_Vector_free(&x.object);
            break;
        }
        case 1: {
            GrB_Semiring semiring = random_semiring(&made);
            vector x = operand_vector(k);
            a = operand_matrix(k, n, t1);
            *name = "vxm", info = GrB_vxm(w, m, accum, semiring, x.object, a.object, desc);
            GrB_Vector_free(&x.object);
            break;
        }
        case 2:
            CALL("eWiseAdd_BinaryOp", GrB_Vector_eWiseAdd_BinaryOp(w, m, accum, random_binary_op(), u.object, v.object, desc));
        case 3:
            CALL("eWiseMult_BinaryOp",
                 GrB_Vector_eWiseMult_BinaryOp(w, m, accum, random_binary_op(), u.object, v.object, desc));
        case 4: CALL("eWiseAdd_Monoid", GrB_Vector_eWiseAdd_Monoid(w, m, accum, random_monoid(), u.object, v.object, desc));
        case 5: CALL("eWiseMult_Monoid", GrB_Vector_eWiseMult_Monoid(w, m, accum, random_monoid(), u.object, v.object, desc));
        case 6: CALL("eWiseAdd_Semiring", GrB_Vector_eWiseAdd_Semiring(w, m, accum, PICK(semirings), u.object, v.object, desc));
        case 7:
            CALL("eWiseMult_Semiring", GrB_Vector_eWiseMult_Semiring(w, m, accum, PICK(semirings), u.object, v.object, desc));
        case 8: CALL("apply", GrB_Vector_apply(w, m, accum, once_in(8) ? user_negate : PICK(unary_ops), u.object, desc));
        case 9:
            CALL("apply_BinaryOp1st",
                 as_scalar ? GrB_Vector_apply_BinaryOp1st_Scalar(w, m, accum, random_binary_op(), scalar, u.object, desc)
                           : f->vector_first(w, m, accum, binary_op_for(f), random_value(), u.object, desc));
        case 10:
            CALL("apply_BinaryOp2nd",
                 as_scalar ? GrB_Vector_apply_BinaryOp2nd_Scalar(w, m, accum, random_binary_op(), u.object, scalar, desc)
                           : f->vector_second(w, m, accum, binary_op_for(f), u.object, random_value(), desc));
        case 11:
            CALL("apply_IndexOp", as_scalar
                                      ? GrB_Vector_apply_IndexOp_Scalar(w, m, accum, random_index_op(), u.object, scalar, desc)
                                      : f->vector_index(w, m, accum, index_op_for(f), u.object, random_value(), desc));
        case 12:
            CALL("select", as_scalar ? GrB_Vector_select_Scalar(w, m, accum, random_index_op(), u.object, scalar, desc)
                                     : f->vector_select(w, m, accum, index_op_for(f), u.object, random_value(), desc));
        case 13: {
            GrB_Index ni = random_list(&list, s->lists[0], k);
            vector from = operand_vector(k), to = new_vector(s->w.type, almost(ni));
            GrB_Vector_free(&s->w.object);
            s->w = to;
            GrB_Vector_free(&s->vmask.object);
            if (once_in(2)) s->vmask = new_vector(random_type(), to.size);
            m = s->vmask.object;
            *name = "extract", info = GrB_Vector_extract(to.object, m, accum, from.object, list, ni, desc);
            GrB_Vector_free(&from.object);
            break;
        }
        case 14: {
            a = operand_matrix(n, k, t0);
            CALL("Col_extract", GrB_Col_extract(w, m, accum, a.object, GrB_ALL, n, is_wrong(9) ? k : random_index(k), desc));
        }
        case 15: {
            GrB_Index ni = random_list(&list, s->lists[0], n);
            vector from = new_vector(random_type(), ni);
            *name = "assign", info = GrB_Vector_assign(w, m, accum, from.object, list, ni, desc);
            GrB_Vector_free(&from.object);
            break;
        }
        case 16: {
            GrB_Index ni = random_list_for_value(&list, s->lists[0], n);
            CALL("assign_scalar", as_scalar ? GrB_Vector_assign_Scalar(w, m, accum, scalar, list, ni, desc)
                                            : f->vector_assign(w, m, accum, random_value(), list, ni, desc));
        }
        case 17: {
            a = operand_matrix(n, k, t0);
            CALL("reduce_Monoid", GrB_Matrix_reduce_Monoid(w, m, accum, random_monoid(), a.object, desc));
        }
        default: break;
    }
    GrB_Vector_free(&u.object);
    GrB_Vector_free(&v.object);
    GrB_Matrix_free(&a.object);
    GrB_Scalar_free(&scalar);
    GrB_Semiring_free(&made);
    return info;
}

static GrB_Info matrix_operation(surroundings* s, int which, const char** name) {
    GrB_Matrix c = s->c.object, m = s->mask.object;
    GrB_BinaryOp accum = s->accum;
    GrB_Descriptor desc = s->desc;
    const typed_functions* f = &typed[random_type()];
    const bool t0 = transposes(desc, false), t1 = transposes(desc, true), as_scalar = once_in(4);
    const GrB_Index nrows = s->c.nrows, ncols = s->c.ncols, k = random_side();
    GrB_Info info = GrB_SUCCESS;
    int type;
    GrB_Scalar scalar = random_scalar(&type, which == 15);
    GrB_Semiring made = NULL;
    matrix a = operand_matrix(nrows, ncols, t0), b = operand_matrix(nrows, ncols, t1);
    matrix third = {NULL, 0, 0, 0};
    const GrB_Index *rows, *columns;
    switch (which) {
        case 0: {
            GrB_Semiring semiring = random_semiring(&made);
            third = operand_matrix(nrows, k, t0);
            GrB_Matrix_free(&b.object);
            b = operand_matrix(k, ncols, t1);
            CALL("mxm", GrB_mxm(c, m, accum, semiring, third.object, b.object, desc));
        }
        case 1:
            CALL("eWiseAdd_BinaryOp",
                 GrB_Matrix_eWiseAdd_BinaryOp(c, m, accum, random_op_for_add(t0 || t1), a.object, b.object, desc));
        case 2:
            CALL("eWiseMult_BinaryOp",
                 GrB_Matrix_eWiseMult_BinaryOp(c, m, accum, random_binary_op(), a.object, b.object, desc));
        case 3: CALL("eWiseAdd_Monoid", GrB_Matrix_eWiseAdd_Monoid(c, m, accum, random_monoid(), a.object, b.object, desc));
        case 4: CALL("eWiseMult_Monoid", GrB_Matrix_eWiseMult_Monoid(c, m, accum, random_monoid(), a.object, b.object, desc));
        case 5: CALL("eWiseAdd_Semiring", GrB_Matrix_eWiseAdd_Semiring(c, m, accum, PICK(semirings), a.object, b.object, desc));
        case 6:
            CALL("eWiseMult_Semiring", GrB_Matrix_eWiseMult_Semiring(c, m, accum, PICK(semirings), a.object, b.object, desc));
        case 7: CALL("apply", GrB_Matrix_apply(c, m, accum, once_in(8) ? user_negate : PICK(unary_ops), a.object, desc));
        case 8:
            CALL("apply_BinaryOp1st",
                 as_scalar ? GrB_Matrix_apply_BinaryOp1st_Scalar(c, m, accum, random_binary_op(), scalar, b.object, desc)
                           : f->matrix_first(c, m, accum, binary_op_for(f), random_value(), b.object, desc));
        case 9:
            CALL("apply_BinaryOp2nd",
                 as_scalar ? GrB_Matrix_apply_BinaryOp2nd_Scalar(c, m, accum, random_binary_op(), a.object, scalar, desc)
                           : f->matrix_second(c, m, accum, binary_op_for(f), a.object, random_value(), desc));
        case 10:
            CALL("apply_IndexOp", as_scalar
                                      ? GrB_Matrix_apply_IndexOp_Scalar(c, m, accum, random_index_op(), a.object, scalar, desc)
                                      : f->matrix_index(c, m, accum, index_op_for(f), a.object, random_value(), desc));
        case 11:
            CALL("select", as_scalar ? GrB_Matrix_select_Scalar(c, m, accum, random_index_op(), a.object, scalar, desc)
                                     : f->matrix_select(c, m, accum, index_op_for(f), a.object, random_value(), desc));
        case 12: {
            third = operand_matrix(ncols, nrows, t0);
            CALL("transpose", GrB_transpose(c, m, accum, third.object, desc));
        }
        case 13: {
            GrB_Index p = random_side(), q = random_side();
            GrB_Index ni = random_list(&rows, s->lists[0], p), nj = random_list(&columns, s->lists[1], q);
            matrix to = new_matrix(s->c.type, almost(ni), almost(nj));
            GrB_Matrix_free(&s->c.object);
            s->c = to;
            GrB_Matrix_free(&s->mask.object);
            if (once_in(2)) s->mask = new_matrix(random_type(), to.nrows, to.ncols);
            m = s->mask.object;
            third = operand_matrix(p, q, t0);
            CALL("extract", GrB_Matrix_extract(to.object, m, accum, third.object, rows, ni, columns, nj, desc));
        }
        case 14: {
            GrB_Index ni = random_list(&rows, s->lists[0], nrows), nj = random_list(&columns, s->lists[1], ncols);
            third = operand_matrix(ni, nj, t0);
            CALL("assign", GrB_Matrix_assign(c, m, accum, third.object, rows, ni, columns, nj, desc));
        }
        case 15: {
            GrB_Index ni = random_list_for_value(&rows, s->lists[0], nrows);
            GrB_Index nj = random_list_for_value(&columns, s->lists[1], ncols);
            CALL("assign_scalar", as_scalar ? GrB_Matrix_assign_Scalar(c, m, accum, scalar, rows, ni, columns, nj, desc)
                                            : f->matrix_assign(c, m, accum, random_value(), rows, ni, columns, nj, desc));
        }
        case 16:
        case 17: {
            const bool is_row = which == 16;
            const GrB_Index along = is_row ? ncols : nrows, across = is_row ? nrows : ncols;
            GrB_Index n = random_list(&rows, s->lists[0], along);
            GrB_Index at = random_index(across);
            vector u = new_vector(random_type(), n), mask = {NULL, 0, 0};
            if (once_in(2)) mask = operand_vector(along);
            *name = is_row ? "Row_assign" : "Col_assign";
            info = is_row ? GrB_Row_assign(c, mask.object, accum, u.object, at, rows, n, desc)
                          : GrB_Col_assign(c, mask.object, accum, u.object, rows, n, at, desc);
            GrB_Vector_free(&u.object);
            GrB_Vector_free(&mask.object);
            break;
        }
        case 18: {
            GrB_Index p = (GrB_Index)below(3) + 1, q = (GrB_Index)below(3) + 1;
            matrix to = new_matrix(s->c.type, almost(p * 2), almost(q * 2));
            GrB_Matrix_free(&s->c.object);
            s->c = to;
            GrB_Matrix_free(&s->mask.object);
            if (once_in(2)) s->mask = new_matrix(random_type(), to.nrows, to.ncols);
            m = s->mask.object;
            GrB_Matrix_free(&b.object);
            third = operand_matrix(2, 2, t0);
            b = operand_matrix(p, q, t1);
            const int kind = below(3);
            *name = "kronecker";
            info =
                kind == 0 ? GrB_Matrix_kronecker_BinaryOp(to.object, m, accum, random_binary_op(), third.object, b.object, desc)
                : kind == 1 ? GrB_Matrix_kronecker_Monoid(to.object, m, accum, random_monoid(), third.object, b.object, desc)
                            : GrB_Matrix_kronecker_Semiring(to.object, m, accum, PICK(semirings), third.object, b.object, desc);
            break;
        }
        default: break;
    }
    GrB_Matrix_free(&a.object);
    GrB_Matrix_free(&b.object);
    GrB_Matrix_free(&third.object);
    GrB_Scalar_free(&scalar);
    GrB_Semiring_free(&made);
    return info;
}

static GrB_BinaryOp accum_for(int type) {
    if (once_in(2)) return NULL;
    return type == USER ? user_plus : PICK(binary_ops);
}

// The reductions to one value, and the methods of single elements, whose results are printed at once.
static void single_values(int number) {
    matrix a = new_matrix(random_type(), random_side(), random_side());
    vector v = new_vector(random_type(), random_side());
    int type;
    GrB_Scalar s = random_scalar(&type, true);
    if ((type == USER) != (a.type == USER) || (type == USER) != (v.type == USER)) {
        // Domains that do not fit are only noticed by some where there is an entry.
        type = v.type = a.type = below(11);
        GrB_Matrix_free(&a.object);
        GrB_Vector_free(&v.object);
        GrB_Scalar_free(&s);
        a = new_matrix(a.type, a.nrows, a.ncols);
        v = new_vector(v.type, v.size);
        REQUIRE(GrB_Scalar_new(&s, types[type]));
    }
    const typed_functions* f = &typed[a.type == USER ? USER : below(11)];
    double x = random_value();
    GrB_Index i = is_wrong(10) ? a.nrows : random_index(a.nrows), j = random_index(a.ncols);
    GrB_Index at = is_wrong(10) ? v.size : random_index(v.size), n = 0, p = 0, q = 0;
    GrB_Info info = GrB_SUCCESS;
    const char* name = "";
    const int which = below(24);
#define ONE(text, call) \
    name = text;        \
    info = call;        \
    break
    switch (which) {
        case 0: ONE("Vector_reduce", f->vector_reduce(&x, accum_for(type), monoid_for(f), v.object, NULL));
        case 1: ONE("Matrix_reduce", f->matrix_reduce(&x, accum_for(type), monoid_for(f), a.object, NULL));
        case 2:
            ONE("Vector_reduce_Monoid_Scalar",
                GrB_Vector_reduce_Monoid_Scalar(s, accum_for(type), type == USER ? user_monoid : PICK(monoids), v.object,
                                                NULL));
        case 3:
            ONE("Matrix_reduce_Monoid_Scalar",
                GrB_Matrix_reduce_Monoid_Scalar(s, accum_for(type), type == USER ? user_monoid : PICK(monoids), a.object,
                                                NULL));
        case 4: ONE("Vector_setElement", f->vector_set(v.object, x, at));
        case 5: ONE("Matrix_setElement", f->matrix_set(a.object, x, i, j));
        case 6: ONE("Vector_extractElement", f->vector_get(&x, v.object, at));
        case 7: ONE("Matrix_extractElement", f->matrix_get(&x, a.object, i, j));
        case 8: ONE("Vector_setElement_Scalar", GrB_Vector_setElement_Scalar(v.object, s, at));
        case 9: ONE("Matrix_setElement_Scalar", GrB_Matrix_setElement_Scalar(a.object, s, i, j));
        case 10: ONE("Vector_extractElement_Scalar", GrB_Vector_extractElement_Scalar(s, v.object, at));
        case 11: ONE("Matrix_extractElement_Scalar", GrB_Matrix_extractElement_Scalar(s, a.object, i, j));
        case 12: ONE("Vector_removeElement", GrB_Vector_removeElement(v.object, at));
        case 13: ONE("Matrix_removeElement", GrB_Matrix_removeElement(a.object, i, j));
        case 14: ONE("Scalar_setElement", f->scalar_set(s, x));
        case 15: ONE("Scalar_clear", GrB_Scalar_clear(s));
        case 16: ONE("Vector_clear", GrB_Vector_clear(v.object));
        case 17: ONE("Matrix_clear", GrB_Matrix_clear(a.object));
        case 18: ONE("Vector_resize", GrB_Vector_resize(v.object, random_side()));
        case 19: ONE("Matrix_resize", GrB_Matrix_resize(a.object, random_side(), random_side()));
        case 20: {
            matrix d = {NULL, 0, 0, v.type};
            name = "Matrix_diag", info = GrB_Matrix_diag(&d.object, v.object, below(5) - 2);
            if (info == GrB_SUCCESS) print_matrix(d);
            GrB_Matrix_free(&d.object);
            break;
        }
        case 21: {
            matrix d = {NULL, 0, 0, a.type};
            name = "Matrix_dup", info = GrB_Matrix_dup(&d.object, a.object);
            print_matrix(d);
            GrB_Matrix_free(&d.object);
            break;
        }
        case 22: {
            vector d = {NULL, 0, v.type};
            name = "Vector_dup", info = GrB_Vector_dup(&d.object, v.object);
            print_vector(d);
            GrB_Vector_free(&d.object);
            break;
        }
        case 23: {
            GrB_Scalar d;
            name = "Scalar_dup", info = GrB_Scalar_dup(&d, s);
            print_scalar(d, type);
            GrB_Scalar_free(&d);
            break;
        }
        default: break;
    }
    printf("%d %s %d", number, name, (int)info);
    if (info < 0) {
        printf("\n");
        GrB_Matrix_free(&a.object);
        GrB_Vector_free(&v.object);
        GrB_Scalar_free(&s);
        return;
    }
    print_value(x);
    REQUIRE(GrB_Matrix_nrows(&n, a.object));
    REQUIRE(GrB_Matrix_ncols(&p, a.object));
    REQUIRE(GrB_Vector_size(&q, v.object));
    printf(" %llu %llu %llu", (unsigned long long)n, (unsigned long long)p, (unsigned long long)q);
    REQUIRE(GrB_Matrix_nvals(&n, a.object));
    REQUIRE(GrB_Vector_nvals(&p, v.object));
    REQUIRE(GrB_Scalar_nvals(&q, s));
    printf(" %d %d %d\n", (int)n, (int)p, (int)q);
    print_matrix(a);
    print_vector(v);
    print_scalar(s, type);
    GrB_Matrix_free(&a.object);
    GrB_Vector_free(&v.object);
    GrB_Scalar_free(&s);
}

// build, import and export.
static void whole_objects(int number) {
    matrix a = {NULL, random_side(), random_side(), random_type()};
    vector v = {NULL, random_side(), a.type};
    const typed_functions* f = once_in(3) && a.type != USER ? &typed[below(11)] : &typed[a.type];
    REQUIRE(GrB_Matrix_new(&a.object, types[a.type], a.nrows, a.ncols));
    REQUIRE(GrB_Vector_new(&v.object, types[v.type], v.size));
    const GrB_Index n = (GrB_Index)below(12);
    GrB_Index i[MAX_ENTRIES], j[MAX_ENTRIES], at[MAX_ENTRIES], room = MAX_ENTRIES;
    double x[MAX_ENTRIES];
    for (GrB_Index k = 0; k < n; ++k) {
        i[k] = random_index(a.nrows), j[k] = random_index(a.ncols), at[k] = random_index(v.size);
        x[k] = random_value();
    }
    if (n > 0 && is_wrong(10)) i[0] = a.nrows + 1, at[n - 1] = v.size;
    GrB_BinaryOp dup = once_in(4) ? NULL : random_binary_op();
    if (is_wrong(15)) REQUIRE(typed[a.type].matrix_set(a.object, 1, 0, 0));
    GrB_Info info = f->matrix_build(a.object, i, j, x, n, dup);
    printf("%d build %d\n", number, (int)info);
    EXPLAIN(info, a.object, Matrix)
    // After an error the content of the output is left open.
    if (info != GrB_SUCCESS) {
        GrB_Matrix_free(&a.object);
        REQUIRE(GrB_Matrix_new(&a.object, types[a.type], a.nrows, a.ncols));
    }
    print_matrix(a);
    info = f->vector_build(v.object, at, x, n, dup);
    printf("%d build %d\n", number, (int)info);
    if (info == GrB_SUCCESS) print_vector(v);
    const GrB_Format format = is_long_round ? GrB_COO_FORMAT : (GrB_Format)below(3);
    GrB_Index np = MAX_ENTRIES, ni = MAX_ENTRIES, nx = MAX_ENTRIES, sizes[3];
    printf("  exportSize %d", (int)GrB_Matrix_exportSize(&sizes[0], &sizes[1], &sizes[2], format, a.object));
    printf(" %d %d %d\n", (int)sizes[0], (int)sizes[1], (int)sizes[2]);
    if (once_in(10) && sizes[2] > 0) nx = sizes[2] - 1;
    f = &typed[a.type];
    info = f->export(i, j, x, &np, &ni, &nx, format, a.object);
    printf("  export %d", (int)info);
    if (info == GrB_SUCCESS) {
        printf(" %d %d %d", (int)np, (int)ni, (int)nx);
        if (format != GrB_COO_FORMAT)
            for (GrB_Index k = 0; k < np; ++k) printf(" %d", (int)i[k]);
        matrix back = {NULL, a.nrows, a.ncols, a.type};
        info = f->import(&back.object, types[a.type], a.nrows, a.ncols, i, j, x, np, ni, nx, format);
        printf("\n  import %d\n", (int)info);
        if (info == GrB_SUCCESS) print_matrix(back);
        GrB_Matrix_free(&back.object);
    } else {
        printf("\n");
    }
    info = f->matrix_tuples(i, j, x, &room, a.object);
    printf("  extractTuples %d\n", (int)info);
    GrB_Index size = 0;
    REQUIRE(GrB_Matrix_serializeSize(&size, a.object));
    void* bytes = malloc(size);
    REQUIRE(GrB_Matrix_serialize(bytes, &size, a.object));
    matrix back = {NULL, a.nrows, a.ncols, a.type};
    REQUIRE(GrB_Matrix_deserialize(&back.object, types[a.type], bytes, size));
    print_matrix(back);
    free(bytes);
    GrB_Matrix_free(&back.object);
    GrB_Matrix_free(&a.object);
    GrB_Vector_free(&v.object);
}

static void operation(int number) {
    surroundings s;
    memset(&s, 0, sizeof(s));
    s.accum = random_accum();
    s.desc = random_descriptor();
    const bool of_vectors = once_in(2);
    if (of_vectors) {
        s.w = new_vector(random_type(), random_side());
        if (once_in(2)) s.vmask = new_vector(random_type(), almost(s.w.size));
    } else {
        s.c = new_matrix(random_type(), random_side(), random_side());
        if (once_in(2)) s.mask = new_matrix(random_type(), almost(s.c.nrows), almost(s.c.ncols));
    }
    const char* name = "";
    const GrB_Info info = of_vectors ? vector_operation(&s, below(18), &name) : matrix_operation(&s, below(19), &name);
    printf("%d %s %s %d\n", number, of_vectors ? "Vector" : "Matrix", name, (int)info);
    if (of_vectors) EXPLAIN(info, s.w.object, Vector)
    if (!of_vectors) EXPLAIN(info, s.c.object, Matrix)
    if (info == GrB_SUCCESS && of_vectors) print_vector(s.w);
    if (info == GrB_SUCCESS && !of_vectors) print_matrix(s.c);
    GrB_Matrix_free(&s.c.object);
    GrB_Matrix_free(&s.mask.object);
    GrB_Vector_free(&s.w.object);
    GrB_Vector_free(&s.vmask.object);
}

int main(int argc, char** argv) {
    const uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
    const int rounds = argc > 2 ? atoi(argv[2]) : 1000;
    REQUIRE(GrB_init(GrB_BLOCKING));
    make_user_objects();
    for (int number = 0; number < rounds; ++number) {
        state = seed * 1000003u + (uint64_t)number;
        is_long_round = once_in(5);
        round_type = once_in(12) ? USER : below(11);
        may_be_wrong = round_type != USER;
        user_share = round_type == USER ? (once_in(2) ? 1 : 2) : 0;
        const int kind = below(10);
        if (kind < 7) operation(number);
        else if (kind < 9) single_values(number);
        else whole_objects(number);
    }
    REQUIRE(GrB_Semiring_free(&user_semiring));
    REQUIRE(GrB_Monoid_free(&user_monoid));
    REQUIRE(GrB_IndexUnaryOp_free(&user_select));
    REQUIRE(GrB_IndexUnaryOp_free(&user_position));
    REQUIRE(GrB_IndexUnaryOp_free(&user_thunk));
    REQUIRE(GrB_UnaryOp_free(&user_negate));
    REQUIRE(GrB_BinaryOp_free(&user_plus));
    REQUIRE(GrB_BinaryOp_free(&user_equal));
    REQUIRE(GrB_Type_free(&user_type));
    REQUIRE(GrB_finalize());
    return 0;
}
