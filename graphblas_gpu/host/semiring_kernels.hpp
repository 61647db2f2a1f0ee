// The table of kernels of a semiring, made from its type.
//
// Idea: every function of product_kernels is a class or a loop template of this folder, instantiated for the semiring. Only
// what is included here is compiled for each semiring and value type; all other code of the engine is compiled once.
#pragma once

#include <type_traits>

#include <graphblas_gpu/host/bitmap_tile/tile_rows.hpp>
#include <graphblas_gpu/host/dense/dense_rows.hpp>
#include <graphblas_gpu/host/dot/dot_rows.hpp>
#include <graphblas_gpu/host/dot/pair_rows.hpp>
#include <graphblas_gpu/host/hash/hash_rows.hpp>
#include <graphblas_gpu/host/masked/masked_rows.hpp>
#include <graphblas_gpu/host/partial_sum.hpp>
#include <graphblas_gpu/host/product_kernels.hpp>
#include <graphblas_gpu/host/vector_terms.hpp>
#include <graphblas_gpu/planner/vector_products.hpp>

namespace graphblas_gpu::host {

/// The class that computes rows by method dot.
template <class S>
using dot_rows_of = std::conditional_t<counts_pairs<S>, pair_rows<S>, dot_rows<S>>;

/// Makes an object that computes rows by one method. Not every method needs the capacity of a table.
template <class Rows, class S>
Rows make_rows(const operands<S>& in, scratch& memory, index capacity) {
    if constexpr (std::is_same_v<Rows, pair_rows<S>>) return Rows(in, *in.packed_b_transposed, memory);
    else if constexpr (std::is_same_v<Rows, dense_rows<S>> || std::is_same_v<Rows, dot_rows<S>>) return Rows(in, memory);
    else return Rows(in, memory, capacity);
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

/// A fold_rows_function without an admitting mask: adds all products except those that the mask forbids.
template <class S>
void fold_all_products(const product_arrays& arrays, scratch& memory, index, index first, index last, partial_sum& sum) {
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
    const auto words = static_cast<std::size_t>(formats::words_for(in.ncols()));
    auto* const forbidden = memory.get<formats::word>(scratch::clean::forbidden, words);
    const structure_view& mask = in.mask.rows;
    for (index i = first; i < last; ++i) {
        for (row_offset p = mask.begin(i); p < mask.end(i); ++p) formats::set_bit(forbidden, mask.columns[p]);
        in.for_each_product(i, [&](column_index j, const value& x) {
            if (!formats::test_bit(forbidden, j)) so_far.add(x);
        });
        for (row_offset p = mask.begin(i); p < mask.end(i); ++p) forbidden[formats::word_of(mask.columns[p])] = 0;
    }
    total = so_far;
}

/// The semiring whose loops compute S too: where integer arithmetic wraps around, signed and unsigned results have the same
/// bits.
template <class S>
struct loops_for {
    using type = S;
};
template <class Add, class Multiply, class T>
requires(std::is_unsigned_v<T> && !std::is_same_v<T, bool> && graphblas_gpu::detail::one_of<Add, plus, any> &&
         graphblas_gpu::detail::one_of<Multiply, times, pair, first, second>)
struct loops_for<semiring<Add, Multiply, T>> {
    using type = semiring<Add, Multiply, std::make_signed_t<T>>;
};
template <class S>
using loops_for_t = typename loops_for<S>::type;

/// The sum of a product that counts pairs, such as a triangle count, adds the counts as they are found. Of all other products
/// rows are formed first.
template <class S>
constexpr fold_functions folds_of() {
    if constexpr (counts_pairs<S> && std::is_same_v<S, loops_for_t<S>>) {
        return {&fold_all_products<S>, &fold_products<S, masked_hash_rows<S>>, &fold_products<S, masked_dense_rows<S>>,
                &fold_products<S, pair_rows<S>>};
    } else {
        return {};
    }
}

template <class S>
class tile_rows_of_product final : public tile_row_writer {
  public:
    tile_rows_of_product(const tile_arrays& in, const tile_problem& problem, scratch& memory, index most_tiles)
        : in_(tile_operands<S>::of(in)), rows_(in_, problem, memory, most_tiles) {}

    void write(index tile_row, const column_index* columns, const formats::tile_bits* bitmaps, index count,
               void* values) override {
        rows_.compute(tile_row, columns, bitmaps, count, static_cast<semiring_value_t<S>*>(values));
    }

    static std::unique_ptr<tile_row_writer> make(const tile_arrays& in, const tile_problem& problem, scratch& memory,
                                                 index most_tiles) {
        return std::make_unique<tile_rows_of_product>(in, problem, memory, most_tiles);
    }

  private:
    tile_operands<S> in_;
    tile_rows<S> rows_;
};

/// Writes the only value that an entry of a product over S can have: all multiplications give this value, and `any` adds them.
template <class S>
void write_constant(const void* semiring, void* value) {
    *static_cast<semiring_value_t<S>*>(value) =
        semiring_product(*static_cast<const S*>(semiring), semiring_left_t<S>{}, semiring_right_t<S>{}, 0, 0, 0);
}

template <class S>
const product_kernels kernels<S>::table = {
    .value_bytes = sizeof(semiring_value_t<S>),
    .reads_left = semiring_traits<S>::reads_left,
    .reads_right = semiring_traits<S>::reads_right,
    .counts_pairs = host::counts_pairs<S>,
    .hit_ends_row = planner::hit_ends_row<S>,
    .constant = [] {
        if constexpr (is_constant_product<S> && monoid_is_any<semiring_add_t<S>>) return &write_constant<S>;
        else return nullptr;
    }(),
    .hash = &rows_of_product<loops_for_t<S>, hash_rows<loops_for_t<S>>>::make,
    .dense = &rows_of_product<loops_for_t<S>, dense_rows<loops_for_t<S>>>::make,
    .masked_hash = &rows_of_product<loops_for_t<S>, masked_hash_rows<loops_for_t<S>>>::make,
    .masked_dense = &rows_of_product<loops_for_t<S>, masked_dense_rows<loops_for_t<S>>>::make,
    .dot = &rows_of_product<loops_for_t<S>, dot_rows_of<loops_for_t<S>>>::make,
    .fold = folds_of<S>(),
    .tile_rows = &tile_rows_of_product<loops_for_t<S>>::make,
    .vector_right = functions_of_vector<loops_for_t<S>, false>(),
    .vector_left = functions_of_vector<loops_for_t<S>, true>(),
};

}  // namespace graphblas_gpu::host
