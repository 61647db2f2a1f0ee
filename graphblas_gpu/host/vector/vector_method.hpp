// Products of a matrix and a vector over a semiring: the loops, which vector_product.cpp calls, and the tables of these loops.
#pragma once

#include <graphblas_gpu/host/product/linked_list.hpp>
#include <graphblas_gpu/host/product/product_loops.hpp>
#include <graphblas_gpu/host/product/semiring_facts.hpp>
#include <graphblas_gpu/host/vector/vector_terms.hpp>

namespace graphblas_gpu::host {

template <class S, bool from_left>
struct vector_loops {
    using in_type = vector_operands<S, from_left>;
    using value = semiring_value_t<S>;

    static std::size_t push_dense(const vector_arrays& arrays, void* to, base::word* seen, column_index* list) {
        const in_type in = in_type::of(arrays);
        auto* const sums = static_cast<value*>(to);
        std::size_t count = 0;
        for_each_pushed(in, [&](column_index j, const value& term) {
            base::word& here = seen[base::word_of(j)];
            if ((here & base::bit_of(j)) != 0) {
                sums[j] = in.semiring.add(sums[j], term);
                return;
            }
            here |= base::bit_of(j);
            sums[j] = term;
            list[count++] = j;
        });
        return count;
    }

    static void push_hash(const vector_arrays& arrays, void* to, linked_list& table) {
        const in_type in = in_type::of(arrays);
        auto* const sums = static_cast<value*>(to);
        for_each_pushed(in, [&](column_index j, const value& term) {
            const auto here = table.insert(j);
            sums[here.slot] = here.is_new() ? term : in.semiring.add(sums[here.slot], term);
        });
    }

    /// Pulls every output where u is full, so that no term is tested.
    static index pull_full(const in_type& in, index first, index last, column_index* columns, value* values) {
        const row_offset* const offsets = in.rows.offsets;
        const column_index* const terms = in.rows.columns;
        index count = 0;
        for (index j = first; j < last; ++j) {
            row_offset p = offsets[j];
            const row_offset end = offsets[j + 1];
            if (p == end) continue;
            value sum = in.term(p, terms[p], terms[p], j);
            while (++p < end && !is_terminal(in.semiring.add, sum))
                sum = in.semiring.add(sum, in.term(p, terms[p], terms[p], j));
            columns[count] = static_cast<column_index>(j);
            values[count] = sum;
            ++count;
        }
        return count;
    }

    static index pull(const vector_arrays& arrays, index first, index last, column_index* columns, void* to) {
        const in_type in = in_type::of(arrays);
        auto* const values = static_cast<value*>(to);
        if (in.u_bits == nullptr && !in.mask.present) return pull_full(in, first, last, columns, values);
        index count = 0;
        value sum{};
        for (index n = first; n < last; ++n) {
            const column_index j = in.mask.listed != nullptr ? in.mask.listed[n] : static_cast<column_index>(n);
            if (in.mask.listed == nullptr && !in.mask.admits(j)) continue;
            if (!pull_one(in, j, sum)) continue;
            columns[count] = j;
            values[count] = sum;
            ++count;
        }
        return count;
    }
};

/// Whether the multiply gives the same bits with its operands exchanged, so that A u and u' A share their loops.
template <class S>
inline constexpr bool multiplies_either_way = false;
template <class Add, class Multiply, class T>
inline constexpr bool multiplies_either_way<semiring<Add, Multiply, T>> =
    graphblas_gpu::detail::one_of<Multiply, plus, times, pair, land, lor, lxor> ||
    (std::is_integral_v<T> && graphblas_gpu::detail::one_of<Multiply, min, max>);

/// The functions for A u, or u' A if from_left. Semirings that share loops read the same operands.
template <class S, bool from_left>
constexpr vector_functions functions_of_vector() {
    using loops = vector_loops<S, from_left && !multiplies_either_way<S>>;
    using in_type = vector_operands<S, from_left>;
    return {in_type::reads_matrix, in_type::reads_vector, &loops::push_dense, &loops::push_hash, &loops::pull};
}

template <class S>
const vector_functions kernels<S>::vector_right = functions_of_vector<loops_for_t<S>, false>();
template <class S>
const vector_functions kernels<S>::vector_left = functions_of_vector<loops_for_t<S>, true>();

}  // namespace graphblas_gpu::host
