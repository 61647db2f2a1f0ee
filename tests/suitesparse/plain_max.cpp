// Every semiring of the catalogue that adds by max, in all its types, against SuiteSparse:GraphBLAS.
#include "plain_trial.hpp"

TEST_CASE("SuiteSparse: mxm with the semirings that add by max", "[suitesparse]") {
    peer::check_all_with<graphblas_gpu::max>();
}
