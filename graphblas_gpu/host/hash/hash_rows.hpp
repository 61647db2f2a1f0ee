// Rows of a product by a hash accumulator (method `hash`).
//
// Idea: a hash table gives each column of the row a slot with a value, to which products are added. The finished row is sorted
// by column. The columns that a complemented mask forbids are inserted first, so that they have the lowest slots, which are
// then ignored. Terms are added in ascending k. Cost of a row: its multiplications, and sorting its entries.
// Source: kkSpGEMM (Deveci, Trott, Rajamanickam), kkMEM with linked lists.
#pragma once

#include <graphblas_gpu/host/product/linked_list.hpp>
#include <graphblas_gpu/host/product/masked_rows.hpp>
#include <graphblas_gpu/host/product/operands.hpp>
#include <graphblas_gpu/host/product/rows_of_product.hpp>

namespace graphblas_gpu::host {

/// A hash accumulator: a table of columns, and a value for each of its slots.
struct hash_workspace final : workspace {
    hash_workspace(const product_arrays&, const product_loops& kernels, scratch& memory, index capacity)
        : table(memory, capacity),
          values(memory.get<std::byte>(scratch::raw::slot_values, static_cast<std::size_t>(capacity) * kernels.value_bytes)),
          order(memory.get<std::uint64_t>(scratch::raw::packed, static_cast<std::size_t>(capacity))) {}

    linked_list table;
    void* values;
    std::uint64_t* order;
};

template <class S>
class hash_rows {
    using value = semiring_value_t<S>;

  public:
    using workspace_type = hash_workspace;
    static constexpr bool can_fold = false;

    hash_rows(const operands<S>& in, hash_workspace& own)
        : in_(in), table_(own.table), values_(static_cast<value*>(own.values)), order_(own.order) {}

    /// Writes row i, sorted; returns its size.
    index compute(index i, column_index* columns, value* values) {
        std::uint32_t forbidden = 0;
        if (in_.mask.forbids()) {
            const structure_view& mask = in_.mask.rows;
            table_.insert_all(mask.columns + mask.begin(i), mask.row_size(i));
            forbidden = table_.size();
        }
        in_.for_each_product(i, [&](column_index j, const value& product) {
            const auto here = table_.insert(j);
            if (here.slot < forbidden) return;
            values_[here.slot] = here.is_new() ? product : in_.semiring.add(values_[here.slot], product);
        });
        const std::uint32_t size = take_in_order(table_, forbidden, order_);
        for (std::uint32_t n = 0; n < size; ++n) {
            columns[n] = static_cast<column_index>(order_[n] >> 32);
            values[n] = values_[static_cast<std::uint32_t>(order_[n])];
        }
        return size;
    }

  private:
    const operands<S>& in_;
    linked_list& table_;
    value* values_;
    std::uint64_t* order_;
};

template <class S>
const row_method kernels<S>::hash = {
    .rows = loops_over<S, hash_rows>(),
    .masked = loops_over<S, masked_hash_rows>(),
};

}  // namespace graphblas_gpu::host
