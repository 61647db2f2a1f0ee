// Makes the functions of row_loops from a class that computes one row of a product by one method.
#pragma once

#include <memory>
#include <type_traits>

#include <graphblas_gpu/host/elementwise/partial_sum.hpp>
#include <graphblas_gpu/host/product/operands.hpp>
#include <graphblas_gpu/host/product/product_loops.hpp>
#include <graphblas_gpu/host/product/semiring_facts.hpp>

namespace graphblas_gpu::host {

/// row_loops::make_workspace.
template <class Workspace>
std::unique_ptr<workspace> make_workspace(const product_arrays& in, const product_loops& kernels, scratch& memory,
                                          index capacity) {
    return std::make_unique<Workspace>(in, kernels, memory, capacity);
}

/// row_loops::write.
template <class S, class Rows>
row_offset write_rows(const product_arrays& arrays, workspace& own, index first, index last, column_index* columns, void* to,
                      row_offset start, row_offset* offsets) {
    const operands<S> in = operands<S>::of(arrays);
    Rows rows(in, static_cast<typename Rows::workspace_type&>(own));
    auto* const values = static_cast<semiring_value_t<S>*>(to);
    row_offset size = 0;
    for (index i = first; i < last; ++i) {
        size += rows.compute(i, columns + size, values + size);
        if (offsets != nullptr) offsets[i + 1] = start + size;
    }
    return size;
}

/// row_loops::fold.
template <class S, class Rows>
void fold_products(const product_arrays& arrays, workspace& own, index first, index last, partial_sum& sum) {
    const operands<S> in = operands<S>::of(arrays);
    Rows rows(in, static_cast<typename Rows::workspace_type&>(own));
    auto& total = static_cast<sum_of<semiring_add_t<S>>&>(sum).sum();
    auto so_far = total;  // a local copy, so that the compiler keeps the sum in a register
    for (index i = first; i < last; ++i) rows.fold(i, so_far);
    total = so_far;
}

/// Whether the loops add up a product without forming its rows. A product that counts pairs, such as a triangle count, adds the
/// counts as they are found. For all other products, and for semirings that use the loops of another semiring, rows are formed
/// first.
template <class S>
inline constexpr bool counts_pairs_itself = counts_pairs<S> && std::is_same_v<S, loops_for_t<S>>;

/// The loops of a semiring over rows that an object of Rows<S> computes.
template <class S, template <class> class Rows>
constexpr row_loops loops_over() {
    using shared = loops_for_t<S>;
    row_loops loops{&make_workspace<typename Rows<shared>::workspace_type>, &write_rows<shared, Rows<shared>>};
    if constexpr (counts_pairs_itself<S> && Rows<S>::can_fold) loops.fold = &fold_products<S, Rows<S>>;
    return loops;
}

}  // namespace graphblas_gpu::host
