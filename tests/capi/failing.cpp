// Calls of the C API while allocations fail: the n-th, for n = 1, 2, 3 ... until none fails. A call that returns
// GrB_OUT_OF_MEMORY leaves its output as it was, and one that succeeds has the result that it has with enough memory.
#include <tests/failing/allocations.hpp>

#include <GraphBLAS.h>

#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

namespace {

constexpr GrB_Index side = 40;

void require(bool condition, const char* what, const std::string& where) {
    if (condition) return;
    std::fprintf(stderr, "%s: %s\n", where.c_str(), what);
    std::exit(1);
}

GrB_Matrix made_matrix(int step) {
    GrB_Matrix a = nullptr;
    require(GrB_Matrix_new(&a, GrB_FP64, side, side) == GrB_SUCCESS, "a matrix is not made", "Matrix_new");
    for (GrB_Index i = 0; i < side; ++i)
        for (GrB_Index j = i % 3; j < side; j += static_cast<GrB_Index>(step))
            GrB_Matrix_setElement_FP64(a, double(i + j), i, j);
    GrB_Matrix_wait(a, GrB_MATERIALIZE);
    return a;
}
GrB_Vector made_vector(int step) {
    GrB_Vector v = nullptr;
    require(GrB_Vector_new(&v, GrB_FP64, side) == GrB_SUCCESS, "a vector is not made", "Vector_new");
    for (GrB_Index i = 0; i < side; i += static_cast<GrB_Index>(step)) GrB_Vector_setElement_FP64(v, double(i), i);
    GrB_Vector_wait(v, GrB_MATERIALIZE);
    return v;
}

struct entries {
    std::vector<GrB_Index> i, j;
    std::vector<double> x;
    friend bool operator==(const entries&, const entries&) = default;
};
entries entries_of(GrB_Matrix c, GrB_Vector w) {
    entries out;
    GrB_Index n = 0, m = 0;
    GrB_Matrix_nvals(&n, c);
    GrB_Vector_nvals(&m, w);
    out.i.resize(n + m), out.j.resize(n + m), out.x.resize(n + m);
    GrB_Matrix_extractTuples_FP64(out.i.data(), out.j.data(), out.x.data(), &n, c);
    GrB_Vector_extractTuples_FP64(out.i.data() + n, out.x.data() + n, &m, w);
    return out;
}

struct operands {
    GrB_Matrix a, b;
    GrB_Vector u;
};
struct test_case {
    const char* name;
    std::function<GrB_Info(GrB_Matrix c, GrB_Vector w, const operands& of)> call;
};

const std::vector<GrB_Index> some_indices{3, 1, 30, 7};

std::vector<test_case> cases() {
    return {
        {"mxm",
         [](auto c, auto, const auto& of) {
             return GrB_mxm(c, of.b, GrB_PLUS_FP64, GrB_PLUS_TIMES_SEMIRING_FP64, of.a, of.b, GrB_DESC_T1);
         }},
        {"mxm with functions",
         [](auto c, auto, const auto& of) {
             GrB_Semiring semiring = nullptr;
             GrB_Info info = GrB_Semiring_new(&semiring, GrB_MAX_MONOID_FP64, GrB_MINUS_FP64);
             if (info == GrB_SUCCESS) info = GrB_mxm(c, nullptr, nullptr, semiring, of.a, of.b, nullptr);
             GrB_Semiring_free(&semiring);
             return info;
         }},
        {"vxm",
         [](auto, auto w, const auto& of) {
             return GrB_vxm(w, nullptr, GrB_MIN_FP64, GrB_MIN_PLUS_SEMIRING_FP64, of.u, of.a, nullptr);
         }},
        {"eWiseAdd",
         [](auto c, auto, const auto& of) {
             return GrB_Matrix_eWiseAdd_BinaryOp(c, of.b, GrB_TIMES_FP64, GrB_LT_FP64, of.a, of.b, GrB_DESC_RSC);
         }},
        {"eWiseMult",
         [](auto, auto w, const auto& of) {
             return GrB_Vector_eWiseMult_Monoid(w, nullptr, nullptr, GrB_MAX_MONOID_INT32, of.u, of.u, nullptr);
         }},
        {"apply",
         [](auto c, auto, const auto& of) {
             return GrB_Matrix_apply_BinaryOp2nd_INT8(c, nullptr, nullptr, GrB_DIV_FP32, of.a, 3, GrB_DESC_T0);
         }},
        {"select",
         [](auto c, auto, const auto& of) { return GrB_Matrix_select_INT64(c, nullptr, nullptr, GrB_TRIU, of.a, 2, nullptr); }},
        {"reduce",
         [](auto, auto w, const auto& of) {
             return GrB_Matrix_reduce_Monoid(w, nullptr, GrB_PLUS_FP64, GrB_MAX_MONOID_FP64, of.a, GrB_DESC_T0);
         }},
        {"extract", [](auto, auto w,
                       const auto& of) { return GrB_Col_extract(w, nullptr, nullptr, of.a, GrB_ALL, side, 3, GrB_DESC_T0); }},
        {"assign",
         [](auto c, auto, const auto& of) { return GrB_Row_assign(c, nullptr, nullptr, of.u, 5, GrB_ALL, side, nullptr); }},
        {"assign a value",
         [](auto c, auto, const auto&) {
             return GrB_Matrix_assign_FP32(c, nullptr, GrB_PLUS_FP64, 4.0F, some_indices.data(), some_indices.size(), GrB_ALL,
                                           side, nullptr);
         }},
        {"transpose", [](auto c, auto, const auto& of) { return GrB_transpose(c, nullptr, GrB_MINUS_FP64, of.a, nullptr); }},
        {"setElement", [](auto c, auto, const auto&) { return GrB_Matrix_setElement_FP64(c, 8, side - 1, 1); }},
        {"removeElement", [](auto c, auto, const auto&) { return GrB_Matrix_removeElement(c, 2, 2); }},
        {"resize", [](auto c, auto, const auto&) { return GrB_Matrix_resize(c, side / 2, side); }},
        {"dup",
         [](auto, auto, const auto& of) {
             GrB_Matrix copy = nullptr;
             const GrB_Info info = GrB_Matrix_dup(&copy, of.a);
             require((info == GrB_SUCCESS) == (copy != nullptr), "the handle does not fit what was returned", "dup");
             GrB_Matrix_free(&copy);
             return info;
         }},
        {"objects",
         [](auto, auto, const auto&) {
             GrB_Type type = nullptr;
             GrB_Matrix made = nullptr;
             GrB_Scalar scalar = nullptr;
             GrB_Monoid monoid = nullptr;
             GrB_Descriptor desc = nullptr;
             GrB_Info info = GrB_Type_new(&type, 40);
             if (info == GrB_SUCCESS) info = GrB_Matrix_new(&made, type, 3, 3);
             if (info == GrB_SUCCESS) info = GrB_Scalar_new(&scalar, GrB_FP64);
             if (info == GrB_SUCCESS) info = GrB_Scalar_setElement_FP64(scalar, 3);
             if (info == GrB_SUCCESS) info = GrB_Monoid_new_FP64(&monoid, GrB_MAX_FP64, 1);
             if (info == GrB_SUCCESS) info = GrB_Descriptor_new(&desc);
             GrB_Type_free(&type);
             GrB_Matrix_free(&made);
             GrB_Scalar_free(&scalar);
             GrB_Monoid_free(&monoid);
             GrB_Descriptor_free(&desc);
             return info;
         }},
    };
}

void run(const test_case& one) {
    const operands of{made_matrix(4), made_matrix(5), made_vector(3)};
    GrB_Matrix expected_c = made_matrix(7);
    GrB_Vector expected_w = made_vector(2);
    require(one.call(expected_c, expected_w, of) == GrB_SUCCESS, "fails with enough memory", one.name);
    const entries expected = entries_of(expected_c, expected_w);
    for (long n = 1;; ++n) {
        GrB_Matrix c = made_matrix(7);
        GrB_Vector w = made_vector(2);
        const entries before = entries_of(c, w);
        failing::begin(n, n);
        const GrB_Info info = one.call(c, w, of);
        const long count = failing::end();
        const entries after = entries_of(c, w);
        if (info == GrB_SUCCESS) require(after == expected, "has another result", one.name);
        else require(info == GrB_OUT_OF_MEMORY && after == before, "fails and has changed its output", one.name);
        GrB_Matrix_free(&c);
        GrB_Vector_free(&w);
        if (count < n) break;
        require(n < 5000, "does not end", one.name);
    }
    for (GrB_Matrix a : {of.a, of.b, expected_c}) GrB_Matrix_free(&a);
    for (GrB_Vector v : {of.u, expected_w}) GrB_Vector_free(&v);
}

}  // namespace

int main() {
    require(GrB_init(GrB_BLOCKING) == GrB_SUCCESS, "does not begin", "GrB_init");
    for (const test_case& one : cases()) run(one);
    require(GrB_finalize() == GrB_SUCCESS, "does not end", "GrB_finalize");
    return 0;
}
