// A program in C for the GraphBLAS C API 2.1. It runs unchanged with any implementation; with this one it runs on a GPU where
// there is one. It reads a small graph of friends, and answers: who is how far from Ann, and how many triangles are there?
//
//     cc -std=c11 13_plain_c.c $(pkg-config --cflags --libs graphblas_gpu_capi)
#include <GraphBLAS.h>

// Every call returns a GrB_Info.
#define TRY(call)                                                           \
    do {                                                                    \
        const GrB_Info info = (call);                                       \
        if (info != GrB_SUCCESS) {                                          \
            fprintf(stderr, "line %d: GrB_Info %d\n", __LINE__, (int)info); \
            return 1;                                                       \
        }                                                                   \
    } while (0)

enum { people = 6 };
static const char* const names[people] = {"Ann", "Bob", "Cid", "Dan", "Eve", "Fay"};

int main(void) {
    TRY(GrB_init(GrB_NONBLOCKING));

    // Friends, both ways. Ann, Bob and Cid form a triangle, and so do Bob, Cid and Dan; nobody knows Fay.
    const GrB_Index who[] = {0, 1, 0, 2, 1, 2, 1, 3, 2, 3, 3, 4}, whom[] = {1, 0, 2, 0, 2, 1, 3, 1, 3, 2, 4, 3};
    const bool yes[] = {true, true, true, true, true, true, true, true, true, true, true, true};
    GrB_Matrix friends;
    TRY(GrB_Matrix_new(&friends, GrB_BOOL, people, people));
    TRY(GrB_Matrix_build(friends, who, whom, yes, 12, GrB_LOR));

    // Breadth-first search: the mask keeps out who was met before.
    GrB_Vector distance, frontier;
    TRY(GrB_Vector_new(&distance, GrB_INT32, people));
    TRY(GrB_Vector_new(&frontier, GrB_BOOL, people));
    TRY(GrB_Vector_setElement(frontier, true, 0));
    GrB_Index met = 1;
    for (int32_t steps = 0; met > 0; ++steps) {
        TRY(GrB_assign(distance, frontier, NULL, steps, GrB_ALL, people, GrB_DESC_S));
        TRY(GrB_vxm(frontier, distance, NULL, GrB_LOR_LAND_SEMIRING_BOOL, frontier, friends, GrB_DESC_RSC));
        TRY(GrB_Vector_nvals(&met, frontier));
    }
    const int32_t expected[people] = {0, 1, 1, 2, 3, -1};
    for (GrB_Index i = 0; i < people; ++i) {
        int32_t steps = -1;
        const GrB_Info info = GrB_Vector_extractElement(&steps, distance, i);
        if (info == GrB_NO_VALUE) printf("%s is not reached\n", names[i]);
        else printf("%s is %d steps away\n", names[i], (int)steps);
        if (steps != expected[i]) return 1;
    }

    // Triangles: for every edge of the lower part, the common friends below both.
    GrB_Matrix lower, common;
    TRY(GrB_Matrix_new(&lower, GrB_BOOL, people, people));
    TRY(GrB_Matrix_new(&common, GrB_INT64, people, people));
    TRY(GrB_select(lower, NULL, NULL, GrB_TRIL, friends, (int64_t)-1, NULL));
    TRY(GrB_mxm(common, lower, NULL, GrB_PLUS_TIMES_SEMIRING_INT64, lower, lower, GrB_DESC_ST1));
    int64_t triangles = 0;
    TRY(GrB_reduce(&triangles, NULL, GrB_PLUS_MONOID_INT64, common, NULL));
    printf("%d triangles\n", (int)triangles);
    if (triangles != 2) return 1;

    TRY(GrB_free(&friends));
    TRY(GrB_free(&distance));
    TRY(GrB_free(&frontier));
    TRY(GrB_free(&lower));
    TRY(GrB_free(&common));
    TRY(GrB_finalize());
    return 0;
}
