#include "suitesparse_rival.hpp"

namespace bench {

void finish(GrB_Matrix a) { ss::check(GrB_Matrix_wait(a, GrB_MATERIALIZE), "GrB_Matrix_wait", a); }
void finish(GrB_Vector v) { ss::check(GrB_Vector_wait(v, GrB_MATERIALIZE), "GrB_Vector_wait", v); }

void keep_as(GrB_Vector v, int formats) {
    ss::check(GxB_Vector_Option_set(v, GxB_SPARSITY_CONTROL, formats), "GxB_Vector_Option_set", v);
}

namespace {

template <class T>
GrB_Matrix made_once(ss::matrix_handle& kept, const gb::matrix<T>& from) {
    if (static_cast<GrB_Matrix>(kept) == nullptr) {
        kept = ss::to_suitesparse(from);
        finish(static_cast<GrB_Matrix>(kept));
    }
    return kept;
}

}  // namespace

GrB_Matrix suitesparse_graph::structure() { return made_once(structure_, from_->structure()); }
GrB_Matrix suitesparse_graph::adjacency() { return made_once(adjacency_, from_->adjacency()); }
GrB_Matrix suitesparse_graph::real() { return made_once(real_, from_->real()); }
GrB_Matrix suitesparse_graph::lengths() { return made_once(lengths_, from_->lengths()); }

GrB_Vector suitesparse_graph::degrees() {
    if (static_cast<GrB_Vector>(degrees_) == nullptr) {
        const auto offsets = from_->adjacency().row_offsets();
        std::vector<std::int64_t> sizes(offsets.size() - 1);
        for (std::size_t i = 0; i < sizes.size(); ++i) sizes[i] = offsets[i + 1] - offsets[i];
        degrees_ = ss::to_suitesparse(gb::vector<std::int64_t>::from_dense(sizes));
        finish(static_cast<GrB_Vector>(degrees_));
    }
    return degrees_;
}

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
