// From a class that computes one row of a product by one method to the functions of row_method.
#pragma once

#include <memory>
#include <type_traits>

#include <graphblas_gpu/host/operands.hpp>
#include <graphblas_gpu/host/partial_sum.hpp>
#include <graphblas_gpu/host/product_kernels.hpp>
#include <graphblas_gpu/host/semiring_facts.hpp>

namespace graphblas_gpu::host {

/// Makes an object that computes rows by one method. Not every method needs the capacity of a table or operands in another form.
template <class Rows, class S>
Rows make_rows(const operands<S>& in, scratch& memory, index capacity) {
    if constexpr (std::is_constructible_v<Rows, const operands<S>&, const packed_rows&, scratch&>) {
        return Rows(in, *in.packed_b_transposed, memory);
    } else if constexpr (std::is_constructible_v<Rows, const operands<S>&, scratch&>) {
        return Rows(in, memory);
    } else {
        return Rows(in, memory, capacity);
    }
}

template <class S, class Rows>
class rows_of_product final : public row_writer {
    using value = semiring_value_t<S>;

  public:
    rows_of_product(const product_arrays& in, scratch& memory, index capacity)
        : in_(operands<S>::of(in)), rows_(make_rows<Rows>(in_, memory, capacity)) {}

    row_offset write(index first, index last, column_index* columns, void* values, row_offset start,
                     row_offset* offsets) override {
        row_offset size = 0;
        for (index i = first; i < last; ++i) {
            size += rows_.compute(i, columns + size, static_cast<value*>(values) + size);
            if (offsets != nullptr) offsets[i + 1] = start + size;
        }
        return size;
    }

    static std::unique_ptr<row_writer> make(const product_arrays& in, scratch& memory, index capacity) {
        return std::make_unique<rows_of_product>(in, memory, capacity);
    }

  private:
    operands<S> in_;
    Rows rows_;
};

/// A fold_rows_function: adds all products of rows under an admitting mask, by the method of `Rows`.
template <class S, class Rows>
void fold_products(const product_arrays& arrays, scratch& memory, index capacity, index first, index last, partial_sum& sum) {
    const operands<S> in = operands<S>::of(arrays);
    Rows rows = make_rows<Rows>(in, memory, capacity);
    auto& total = static_cast<sum_of<semiring_add_t<S>>&>(sum).sum();
    auto so_far = total;  // a local copy, so that the compiler keeps the sum in a register
    for (index i = first; i < last; ++i) rows.fold(i, so_far);
    total = so_far;
}

/// The sum of a product that counts pairs, such as a triangle count, adds the counts as they are found. Of all other products rows
/// are formed first, and of those that have the loops of another semiring.
template <class S>
inline constexpr bool counts_pairs_itself = counts_pairs<S> && std::is_same_v<S, loops_for_t<S>>;

template <class S, class Rows>
constexpr fold_rows_function fold_if_counted() {
    if constexpr (counts_pairs_itself<S>) return &fold_products<S, Rows>;
    else return nullptr;
}

}  // namespace graphblas_gpu::host
