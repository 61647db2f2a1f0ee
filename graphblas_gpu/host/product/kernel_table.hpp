// The table of a semiring, which points to the tables of its methods.
#pragma once

#include <graphblas_gpu/host/product/rows_of_product.hpp>
#include <graphblas_gpu/planner/vector_products.hpp>

namespace graphblas_gpu::host {

/// product_loops::fold: adds up all products, except at positions that the mask forbids.
template <class S>
void fold_all_products(const product_arrays& arrays, scratch& memory, index first, index last, partial_sum& sum) {
    using value = semiring_value_t<S>;
    const operands<S> in = operands<S>::of(arrays);
    auto& total = static_cast<sum_of<semiring_add_t<S>>&>(sum).sum();
    auto so_far = total;
    if (!in.mask.forbids()) {
        for (index i = first; i < last; ++i) {
            in.for_each_product(i, [&](column_index, const value& x) { so_far.add(x); });
        }
        total = so_far;
        return;
    }
    const auto words = static_cast<std::size_t>(base::words_for(in.ncols()));
    auto* const forbidden = memory.get<base::word>(scratch::clean::forbidden, words);
    const structure_view& mask = in.mask.rows;
    for (index i = first; i < last; ++i) {
        for (row_offset p = mask.begin(i); p < mask.end(i); ++p) base::set_bit(forbidden, mask.columns[p]);
        in.for_each_product(i, [&](column_index j, const value& x) {
            if (!base::test_bit(forbidden, j)) so_far.add(x);
        });
        for (row_offset p = mask.begin(i); p < mask.end(i); ++p) forbidden[base::word_of(mask.columns[p])] = 0;
    }
    total = so_far;
}

/// Writes the only value that an entry of a product over S can have: all multiplications give this value, and `any` adds them.
template <class S>
void write_constant(const void* semiring, void* value) {
    *static_cast<semiring_value_t<S>*>(value) =
        semiring_product(*static_cast<const S*>(semiring), semiring_left_t<S>{}, semiring_right_t<S>{}, 0, 0, 0);
}

template <class S>
const product_loops kernels<S>::table = {
    .value_bytes = sizeof(semiring_value_t<S>),
    .reads_left = semiring_traits<S>::reads_left,
    .reads_right = semiring_traits<S>::reads_right,
    .counts_pairs = host::counts_pairs<S>,
    .hit_ends_row = planner::hit_ends_row<S>,
    .constant =
        [] {
            if constexpr (is_constant_product<S> && monoid_is_any<semiring_add_t<S>>) return &write_constant<S>;
            else return nullptr;
        }(),
    .fold =
        [] {
            if constexpr (counts_pairs_itself<S>) return &fold_all_products<S>;
            else return nullptr;
        }(),
#define GB_ROW_METHOD(name, header) .name = &kernels<S>::name,
#include <graphblas_gpu/host/product/row_methods.def>
    .tile_row = &kernels<S>::tile_row,
    .vector_right = &kernels<S>::vector_right,
    .vector_left = &kernels<S>::vector_left,
};

}  // namespace graphblas_gpu::host
