// Products under a mask that admits only its entries.
//
// Idea: every entry of C is an entry of the mask, so sums are stored beside the entries of the mask and compacted in the end. A
// push multiplies the entries of a row of A by the rows of B that they name, and looks each product's column up in the row of
// the mask. A dot product looks the columns of the shorter of row i of A and column j of B up in the longer. Which strategy is
// taken, and which row is laid out, follows from counted work (cost.hpp). A row of the mask without entries costs nothing. If
// all products are the same value, they are counted, and no value is read.
// Source: Milakovic, Selvitopi, Nisa, Budimlic, Buluc, "Parallel algorithms for masked sparse matrix-matrix products" (ICPP
// 2022), for pushing into the mask and for dot products; the rest in walk.cuh.
#pragma once

#include <graphblas_gpu/cuda/dot/emit.hpp>
#include <graphblas_gpu/cuda/dot/method.hpp>
#include <graphblas_gpu/cuda/dot/parts.hpp>
#include <graphblas_gpu/cuda/dot/short_rows.cuh>
#include <graphblas_gpu/cuda/dot/strategy.hpp>
#include <graphblas_gpu/cuda/dot/value_visitors.cuh>
#include <graphblas_gpu/cuda/elementwise/values.hpp>

namespace graphblas_gpu::cuda {

namespace masked {

/// The sums of the entries of a mask: a word (K::accumulator) and a flag for each, in one block of memory.
template <class K>
class sum_arrays {
    using accumulator = typename K::accumulator;

  public:
    /// Neither words nor flags are written.
    sum_arrays(const engine_ptr& e, row_offset entries)
        : bytes_of_words_(padded(static_cast<std::size_t>(entries) * sizeof(accumulator))),
          memory_(e, bytes_of_words_ + padded(static_cast<std::size_t>(entries))) {}
    /// Sums without a product.
    sum_arrays(const engine_ptr& e, const K& k, row_offset entries) : sum_arrays(e, entries) {
        // The flags are zero at first, and the words too if the value of an empty sum is 0.
        const accumulator nothing = k.empty();
        if (nothing == 0) e->set_bytes(memory_.data(), 0, memory_.bytes());
        else fill_words(e, words(), words_in(bytes_of_words_), words_in(memory_.bytes()), nothing);
    }
    accumulator* words() const { return static_cast<accumulator*>(memory_.data()); }
    std::uint8_t* is_hit() const { return static_cast<std::uint8_t*>(memory_.data()) + bytes_of_words_; }
    sums_view view() const { return {nullptr, {}, is_hit(), words()}; }

  private:
    static std::size_t padded(std::size_t bytes) { return (bytes + 15) / 16 * 16; }
    static std::int64_t words_in(std::size_t bytes) { return static_cast<std::int64_t>(bytes / sizeof(accumulator)); }

    std::size_t bytes_of_words_;
    memory memory_;
};

template <class K>
operands<K> operands_of(const K& k, const part& p, const void* a, const void* b, typename K::accumulator* sums,
                        std::uint8_t* is_hit) {
    return {k, static_cast<const typename K::left*>(a), static_cast<const typename K::right*>(b), p.first, sums, is_hit};
}

template <class K>
void add_part(const engine_ptr& e, const K& k, const part& p, const product_rows& in, const csr_ref& b_transposed,
              method& strategy, typename K::accumulator* sums, std::uint8_t* is_hit) {
    const planned_part planned = plan_part(e, p, in, b_transposed, strategy);
    const void* const of_b = planned.is_push ? in.b.values : b_transposed.values;
    const operands<K> values = operands_of(k, p, in.a.values, of_b, sums, is_hit);
    if (planned.is_push) run(e, planned.plan, push_adder<K>(values, p.base, planned.first_pair));
    else run(e, planned.plan, dot_adder<K>(values));
}

}  // namespace masked

template <class K>
csr masked_product(const engine_ptr& e, const K& k, const product_rows& in, const csr_ref& b_transposed, method& strategy) {
    const type_code type = k.type();
    const masked::part all = masked::whole(e, in);
    if constexpr (K::is_constant && K::is_sum) {
        const array<std::uint32_t> counts = masked::count_products(e, all, in, b_transposed, strategy);
        return masked::emit(e, all, {counts.data(), base::scalar_value(k.product({}, {}, 0, 0, 0))}, type);
    } else {
        if (masked::takes_short_rows(in, strategy)) {
            const masked::sum_arrays<K> sums(e, all.entries);
            const masked::sums_of_products<K> add{k, in.a.template values_as<typename K::left>(),
                                                  in.b.template values_as<typename K::right>()};
            masked::run_short_rows(e, add, in, all.base, sums.words(), sums.is_hit());
            return masked::emit(e, all, sums.view(), type);
        }
        const masked::sum_arrays<K> sums(e, k, all.entries);
        for (const masked::part& p : masked::cut(e, all, masked::max_entries(e, all))) {
            const row_offset at = p.base - all.base;
            masked::add_part(e, k, p, in, b_transposed, strategy, sums.words() + at, sums.is_hit() + at);
        }
        return masked::emit(e, all, sums.view(), type);
    }
}

}  // namespace graphblas_gpu::cuda
