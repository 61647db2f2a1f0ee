// Every semiring of the catalogue that adds by min, in all its types, against SuiteSparse:GraphBLAS.
#include "plain_trial.hpp"

TEST_CASE("SuiteSparse: mxm with the semirings that add by min", "[suitesparse]") {
    peer::check_all_with<graphblas_gpu::min>();
}
