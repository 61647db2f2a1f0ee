// The example programs of the GraphBLAS C API 2.1, appendix B, on a small graph with known answers: breadth-first search by
// levels and by parents, betweenness centrality, a maximal independent set, and triangles. Written for this test, with the
// names for all types.
#include <GraphBLAS.h>
#include <string.h>

#include "check.h"

// Two triangles that share an edge, a path of two edges behind them, and two vertices of their own: undirected.
//
//     0 - 1        4 - 5       6 - 7
//     | / |      /
//     2 - 3 ----
#define N 8
static const GrB_Index edges[][2] = {{0, 1}, {0, 2}, {1, 2}, {1, 3}, {2, 3}, {3, 4}, {4, 5}, {6, 7}};
#define EDGES (sizeof(edges) / sizeof(edges[0]))

static GrB_Matrix graph(GrB_Type type) {
    GrB_Index rows[2 * EDGES], columns[2 * EDGES];
    int64_t ones[2 * EDGES];
    for (size_t e = 0; e < EDGES; ++e) {
        rows[2 * e] = columns[2 * e + 1] = edges[e][0];
        columns[2 * e] = rows[2 * e + 1] = edges[e][1];
        ones[2 * e] = ones[2 * e + 1] = 1;
    }
    GrB_Matrix a;
    OK(GrB_Matrix_new(&a, type, N, N));
    OK(GrB_Matrix_build(a, rows, columns, ones, 2 * EDGES, GrB_LOR));
    return a;
}

// B.1: the level of every vertex that is reached, from 1.
static void levels(void) {
    GrB_Matrix a = graph(GrB_BOOL);
    GrB_Vector level, frontier;
    OK(GrB_Vector_new(&level, GrB_INT32, N));
    OK(GrB_Vector_new(&frontier, GrB_BOOL, N));
    OK(GrB_Vector_setElement(frontier, true, 0));
    int32_t depth = 0;
    bool is_left = true;
    while (is_left) {
        ++depth;
        OK(GrB_assign(level, frontier, GrB_NULL, depth, GrB_ALL, N, GrB_NULL));
        OK(GrB_vxm(frontier, level, GrB_NULL, GrB_LOR_LAND_SEMIRING_BOOL, frontier, a, GrB_DESC_RC));
        OK(GrB_reduce(&is_left, GrB_NULL, GrB_LOR_MONOID_BOOL, frontier, GrB_NULL));
    }
    const int32_t expected[N] = {1, 2, 2, 3, 4, 5, 0, 0};
    for (GrB_Index i = 0; i < N; ++i) {
        int32_t found = 0;
        const GrB_Info info = GrB_Vector_extractElement(&found, level, i);
        CHECK(info == (expected[i] > 0 ? GrB_SUCCESS : GrB_NO_VALUE));
        CHECK(found == expected[i]);
    }
    OK(GrB_free(&a));
    OK(GrB_free(&level));
    OK(GrB_free(&frontier));
}

// B.3: the parent of every vertex that is reached, the smallest that can be.
static void parents(void) {
    GrB_Matrix a = graph(GrB_BOOL);
    GrB_Vector parent, wavefront;
    OK(GrB_Vector_new(&parent, GrB_UINT64, N));
    OK(GrB_Vector_new(&wavefront, GrB_UINT64, N));
    OK(GrB_Vector_setElement(parent, 0, 0));
    OK(GrB_Vector_setElement(wavefront, UINT64_C(1), 0));
    GrB_Index left = 1;
    while (left > 0) {
        OK(GrB_apply(wavefront, GrB_NULL, GrB_NULL, GrB_ROWINDEX_INT64, wavefront, 0, GrB_NULL));
        OK(GrB_vxm(wavefront, parent, GrB_NULL, GrB_MIN_FIRST_SEMIRING_UINT64, wavefront, a, GrB_DESC_RSC));
        OK(GrB_apply(parent, GrB_NULL, GrB_PLUS_UINT64, GrB_IDENTITY_UINT64, wavefront, GrB_NULL));
        OK(GrB_Vector_nvals(&left, wavefront));
    }
    const uint64_t expected[6] = {0, 0, 0, 1, 3, 4};
    for (GrB_Index i = 0; i < N; ++i) {
        uint64_t found = 0;
        CHECK(GrB_Vector_extractElement(&found, parent, i) == (i < 6 ? GrB_SUCCESS : GrB_NO_VALUE));
        CHECK(i >= 6 || found == expected[i]);
    }
    OK(GrB_free(&a));
    OK(GrB_free(&parent));
    OK(GrB_free(&wavefront));
}

// B.4: the betweenness of every vertex, from all sources.
static void betweenness(void) {
    GrB_Matrix a = graph(GrB_INT32);
    double delta[N] = {0};
    for (GrB_Index s = 0; s < N; ++s) {
        GrB_Matrix sigma;
        GrB_Vector q, paths, t1, t2, t3, t4;
        OK(GrB_Matrix_new(&sigma, GrB_INT32, N, N));
        OK(GrB_Vector_new(&q, GrB_INT32, N));
        OK(GrB_Vector_setElement(q, 1, s));
        OK(GrB_Vector_dup(&paths, q));
        OK(GrB_vxm(q, paths, GrB_NULL, GrB_PLUS_TIMES_SEMIRING_INT32, q, a, GrB_DESC_RC));
        GrB_Index depth = 0;
        int32_t sum = 0;
        do {
            OK(GrB_assign(sigma, GrB_NULL, GrB_NULL, q, depth, GrB_ALL, N, GrB_NULL));
            OK(GrB_eWiseAdd(paths, GrB_NULL, GrB_NULL, GrB_PLUS_INT32, paths, q, GrB_NULL));
            OK(GrB_vxm(q, paths, GrB_NULL, GrB_PLUS_TIMES_SEMIRING_INT32, q, a, GrB_DESC_RC));
            OK(GrB_reduce(&sum, GrB_NULL, GrB_PLUS_MONOID_INT32, q, GrB_NULL));
            ++depth;
        } while (sum > 0);
        OK(GrB_Vector_new(&t1, GrB_FP64, N));
        OK(GrB_Vector_new(&t2, GrB_FP64, N));
        OK(GrB_Vector_new(&t3, GrB_FP64, N));
        OK(GrB_Vector_new(&t4, GrB_FP64, N));
        GrB_Vector total;
        OK(GrB_Vector_new(&total, GrB_FP64, N));
        OK(GrB_assign(total, GrB_NULL, GrB_NULL, 0.0, GrB_ALL, N, GrB_NULL));
        for (int64_t i = (int64_t)depth - 1; i > 0; --i) {
            OK(GrB_assign(t1, GrB_NULL, GrB_NULL, 1.0, GrB_ALL, N, GrB_NULL));
            OK(GrB_eWiseAdd(t1, GrB_NULL, GrB_NULL, GrB_PLUS_FP64, t1, total, GrB_NULL));
            OK(GrB_extract(t2, GrB_NULL, GrB_NULL, sigma, GrB_ALL, N, (GrB_Index)i, GrB_DESC_T0));
            OK(GrB_eWiseMult(t2, GrB_NULL, GrB_NULL, GrB_DIV_FP64, t1, t2, GrB_NULL));
            OK(GrB_mxv(t3, GrB_NULL, GrB_NULL, GrB_PLUS_TIMES_SEMIRING_FP64, a, t2, GrB_NULL));
            OK(GrB_extract(t4, GrB_NULL, GrB_NULL, sigma, GrB_ALL, N, (GrB_Index)i - 1, GrB_DESC_T0));
            OK(GrB_eWiseMult(t4, GrB_NULL, GrB_NULL, GrB_TIMES_FP64, t4, t3, GrB_NULL));
            OK(GrB_eWiseAdd(total, GrB_NULL, GrB_NULL, GrB_PLUS_FP64, total, t4, GrB_NULL));
        }
        for (GrB_Index v = 0; v < N; ++v) {
            double x = 0;
            OK(GrB_Vector_extractElement(&x, total, v));
            delta[v] += x;
        }
        OK(GrB_free(&sigma));
        OK(GrB_free(&q));
        OK(GrB_free(&paths));
        OK(GrB_free(&t1));
        OK(GrB_free(&t2));
        OK(GrB_free(&t3));
        OK(GrB_free(&t4));
        OK(GrB_free(&total));
    }
    // Counted by hand: of the pairs of other vertices, how many shortest paths lead over a vertex, both ways.
    CHECK(delta[0] == 0 && delta[5] == 0 && delta[6] == 0 && delta[7] == 0);
    CHECK(delta[4] == 8);                   // 0, 1, 2, 3 to 5 and back
    CHECK(delta[3] == 12);                  // 0, 1, 2 to 4 and 5 and back
    CHECK(delta[1] == 3 && delta[2] == 3);  // half of the paths from 0 to 3, 4, 5 and back
    OK(GrB_free(&a));
}

// B.6: a set of vertices without edges between them, to which no vertex can be added.
static void independent_set(void) {
    GrB_Matrix a = graph(GrB_BOOL);
    GrB_Vector probability, highest, is_new, neighbours, candidates, set;
    OK(GrB_Vector_new(&probability, GrB_FP32, N));
    OK(GrB_Vector_new(&highest, GrB_FP32, N));
    OK(GrB_Vector_new(&is_new, GrB_BOOL, N));
    OK(GrB_Vector_new(&neighbours, GrB_BOOL, N));
    OK(GrB_Vector_new(&candidates, GrB_BOOL, N));
    OK(GrB_Vector_new(&set, GrB_BOOL, N));
    OK(GrB_assign(candidates, GrB_NULL, GrB_NULL, true, GrB_ALL, N, GrB_NULL));
    GrB_Index left = N;
    for (int round = 0; left > 0; ++round) {
        CHECK(round < N);
        for (GrB_Index i = 0; i < N; ++i) OK(GrB_Vector_setElement(probability, (float)((i * 5 + 3) % 11 + 1), i));
        OK(GrB_apply(probability, candidates, GrB_NULL, GrB_IDENTITY_FP32, probability, GrB_DESC_R));
        OK(GrB_mxv(highest, candidates, GrB_NULL, GrB_MAX_SECOND_SEMIRING_FP32, a, probability, GrB_DESC_R));
        OK(GrB_eWiseAdd(is_new, GrB_NULL, GrB_NULL, GrB_GT_FP64, probability, highest, GrB_NULL));
        OK(GrB_eWiseAdd(set, is_new, GrB_NULL, GrB_LOR, set, is_new, GrB_DESC_R));
        OK(GrB_eWiseMult(candidates, is_new, GrB_NULL, GrB_LAND, candidates, candidates, GrB_DESC_RC));
        OK(GrB_mxv(neighbours, candidates, GrB_NULL, GrB_LOR_LAND_SEMIRING_BOOL, a, is_new, GrB_NULL));
        OK(GrB_eWiseMult(candidates, neighbours, GrB_NULL, GrB_LAND, candidates, candidates, GrB_DESC_RC));
        OK(GrB_Vector_nvals(&left, candidates));
        OK(GrB_Vector_clear(neighbours));
        // The next round begins with what is in the set.
        bool member = false;
        for (GrB_Index i = 0; i < N; ++i) {
            const GrB_Info info = GrB_Vector_extractElement(&member, is_new, i);
            if (info == GrB_SUCCESS && member) OK(GrB_Vector_setElement(neighbours, true, i));
        }
        OK(GrB_eWiseAdd(set, GrB_NULL, GrB_NULL, GrB_LOR, set, neighbours, GrB_NULL));
        OK(GrB_Vector_clear(neighbours));
        OK(GrB_Vector_clear(highest));
    }
    bool in[N] = {false};
    for (GrB_Index i = 0; i < N; ++i) (void)GrB_Vector_extractElement(&in[i], set, i);
    bool has_neighbour[N] = {false};
    for (size_t e = 0; e < EDGES; ++e) {
        CHECK(!(in[edges[e][0]] && in[edges[e][1]]));
        has_neighbour[edges[e][0]] |= in[edges[e][1]];
        has_neighbour[edges[e][1]] |= in[edges[e][0]];
    }
    for (GrB_Index i = 0; i < N; ++i) CHECK(in[i] || has_neighbour[i]);
    OK(GrB_free(&a));
    OK(GrB_free(&probability));
    OK(GrB_free(&highest));
    OK(GrB_free(&is_new));
    OK(GrB_free(&neighbours));
    OK(GrB_free(&candidates));
    OK(GrB_free(&set));
}

// B.7: triangles.
static void triangles(void) {
    GrB_Matrix a = graph(GrB_UINT64), lower, c;
    OK(GrB_Matrix_new(&lower, GrB_UINT64, N, N));
    OK(GrB_Matrix_new(&c, GrB_UINT64, N, N));
    OK(GrB_select(lower, GrB_NULL, GrB_NULL, GrB_TRIL, a, INT64_C(-1), GrB_NULL));
    OK(GrB_mxm(c, lower, GrB_NULL, GrB_PLUS_TIMES_SEMIRING_UINT64, lower, lower, GrB_DESC_T1));
    uint64_t count = 0;
    OK(GrB_reduce(&count, GrB_NULL, GrB_PLUS_MONOID_UINT64, c, GrB_NULL));
    CHECK(count == 2);
    OK(GrB_free(&a));
    OK(GrB_free(&lower));
    OK(GrB_free(&c));
}

int main(void) {
    OK(GrB_init(GrB_NONBLOCKING));
    levels();
    parents();
    betweenness();
    independent_set();
    triangles();
    OK(GrB_finalize());
    puts("all examples are right");
    return 0;
}
