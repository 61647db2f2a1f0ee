// Rows of a product under an admitting mask, by a dense or a hash accumulator (methods `dense` and `hash`).
//
// Idea: the columns of the mask's row are put into the accumulator first. A product whose column is not there is dropped. The
// finished row is read in the order of the mask's row, so that nothing is sorted. The mask bounds the size of a row, so one
// pass is enough. A plan computes values again by giving the structure of its result as the mask. Cost of a row: its
// multiplications and the mask's row.
// Source: after Milakovic, Selvitopi, Nisa, Budimlic, Buluc, "Parallel algorithms for masked sparse matrix-matrix products"
// (MSA and hash accumulators).
#pragma once

#include <graphblas_gpu/host/elementwise/running.hpp>
#include <graphblas_gpu/host/product/linked_list.hpp>
#include <graphblas_gpu/host/product/operands.hpp>
#include <graphblas_gpu/host/product/product_loops.hpp>

namespace graphblas_gpu::host {

enum : std::uint8_t { column_absent = 0, column_admitted = 1, column_hit = 2 };

struct masked_dense_workspace final : workspace {
    masked_dense_workspace(const product_arrays& in, const product_loops& kernels, scratch& memory, index)
        : values(memory.get<std::byte>(scratch::raw::values, static_cast<std::size_t>(in.b.ncols) * kernels.value_bytes)),
          marks(memory.get<std::uint8_t>(scratch::clean::marks, static_cast<std::size_t>(in.b.ncols))) {}

    void* values;
    std::uint8_t* marks;
};

template <class S>
class masked_dense_rows {
    using value = semiring_value_t<S>;

  public:
    using workspace_type = masked_dense_workspace;
    static constexpr bool can_fold = true;

    masked_dense_rows(const operands<S>& in, masked_dense_workspace& own)
        : in_(in), values_(static_cast<value*>(own.values)), marks_(own.marks) {}

    index compute(index i, column_index* columns, value* values) {
        const structure_view& mask = in_.mask.rows;
        if (mask.row_size(i) == 0 || in_.a.row_size(i) == 0) return 0;
        for (row_offset p = mask.begin(i); p < mask.end(i); ++p) marks_[mask.columns[p]] = column_admitted;
        in_.for_each_product(i, [&](column_index j, const value& product) {
            const std::uint8_t mark = marks_[j];
            if (mark == column_absent) return;
            values_[j] = mark == column_hit ? in_.semiring.add(values_[j], product) : product;
            marks_[j] = column_hit;
        });
        index size = 0;
        for (row_offset p = mask.begin(i); p < mask.end(i); ++p) {
            const column_index j = mask.columns[p];
            if (marks_[j] == column_hit) {
                columns[size] = j;
                values[size] = values_[j];
                ++size;
            }
            marks_[j] = column_absent;
        }
        return size;
    }

    /// The sum of all products of row i that the mask admits, added to `sum`.
    void fold(index i, running<semiring_add_t<S>>& sum) {
        const structure_view& mask = in_.mask.rows;
        if (mask.row_size(i) == 0 || in_.a.row_size(i) == 0) return;
        for (row_offset p = mask.begin(i); p < mask.end(i); ++p) marks_[mask.columns[p]] = column_admitted;
        in_.for_each_product(i, [&](column_index j, const value& product) {
            if (marks_[j] != column_absent) sum.add(product);
        });
        for (row_offset p = mask.begin(i); p < mask.end(i); ++p) marks_[mask.columns[p]] = column_absent;
    }

  private:
    const operands<S>& in_;
    value* values_;
    std::uint8_t* marks_;
};

struct masked_hash_workspace final : workspace {
    masked_hash_workspace(const product_arrays&, const product_loops& kernels, scratch& memory, index capacity)
        : table(memory, capacity),
          values(memory.get<std::byte>(scratch::raw::slot_values, static_cast<std::size_t>(capacity) * kernels.value_bytes)),
          hit(memory.get<std::uint8_t>(scratch::clean::slot_marks, static_cast<std::size_t>(capacity))) {}

    linked_list table;
    void* values;
    std::uint8_t* hit;
};

template <class S>
class masked_hash_rows {
    using value = semiring_value_t<S>;

  public:
    using workspace_type = masked_hash_workspace;
    static constexpr bool can_fold = true;

    masked_hash_rows(const operands<S>& in, masked_hash_workspace& own)
        : in_(in), table_(own.table), values_(static_cast<value*>(own.values)), hit_(own.hit) {}

    index compute(index i, column_index* columns, value* values) {
        if (!admit(i)) return 0;
        const linked_list table = table_;  // A local copy lies in registers; hit_ might point into a member.
        in_.for_each_product(i, [&](column_index j, const value& product) {
            const auto slot = table.find(j);
            if (slot == linked_list::absent) return;
            values_[slot] = hit_[slot] ? in_.semiring.add(values_[slot], product) : product;
            hit_[slot] = 1;
        });
        // Slots were given out in the order of the mask's row.
        index size = 0;
        for (std::uint32_t slot = 0; slot < table_.size(); ++slot) {
            if (!hit_[slot]) continue;
            columns[size] = table_.key(slot);
            values[size] = values_[slot];
            ++size;
            hit_[slot] = 0;
        }
        table_.clear();
        return size;
    }

    void fold(index i, running<semiring_add_t<S>>& sum) {
        if (!admit(i)) return;
        const linked_list table = table_;
        in_.for_each_product(i, [&](column_index j, const value& product) {
            if (table.find(j) != linked_list::absent) sum.add(product);
        });
        table_.clear();
    }

  private:
    bool admit(index i) {
        const structure_view& mask = in_.mask.rows;
        if (mask.row_size(i) == 0 || in_.a.row_size(i) == 0) return false;
        table_.insert_all(mask.columns + mask.begin(i), mask.row_size(i));
        return true;
    }

    const operands<S>& in_;
    linked_list& table_;
    value* values_;
    std::uint8_t* hit_;
};

}  // namespace graphblas_gpu::host
