// Products of two matrices by SuiteSparse:GraphBLAS.
#include "suitesparse_rival.hpp"

namespace bench {

ss::matrix_handle square(GrB_Matrix a, GrB_Semiring semiring, GrB_Type type, GrB_Matrix mask, product_path path) {
    GrB_Index n = 0;
    ss::check(GrB_Matrix_nrows(&n, a), "GrB_Matrix_nrows");
    ss::matrix_handle c;
    ss::check(GrB_Matrix_new(c.out(), type, n, n), "GrB_Matrix_new");
    // The form in which the other side delivers too; without the hint nearly full products may come as bitmaps.
    ss::check(GxB_Matrix_Option_set(c, GxB_SPARSITY_CONTROL, GxB_SPARSE), "GxB_Matrix_Option_set");
    const bool dot = path == product_path::transposed_dot;
    const GrB_Descriptor how = dot ? GrB_DESC_ST1 : GrB_DESC_S;
    ss::check(GrB_mxm(c, mask, nullptr, semiring, a, a, mask == nullptr && !dot ? nullptr : how), "GrB_mxm",
              static_cast<GrB_Matrix>(c));
    finish(static_cast<GrB_Matrix>(c));
    return c;
}

}  // namespace bench
