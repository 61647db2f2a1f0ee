// The numeric phase of the paper's hash method: columns and values of a product whose row sizes are known.
//
// Idea: sums are in two-level hash accumulators. A row is written in the order of its tables and sorted afterwards (the paper
// leaves rows unsorted). If the columns are known already, each column looks up its sum, and nothing is sorted.
// Source: kkSpGEMM (Deveci, Trott, Rajamanickam), section 3.
#pragma once

#include <graphblas_gpu/cuda/published/hash/operands.cuh>
#include <graphblas_gpu/cuda/published/hash/run_phase.cuh>
#include <graphblas_gpu/cuda/published/hash/sort_rows.hpp>
#include <graphblas_gpu/cuda/published/methods.hpp>
#include <graphblas_gpu/cuda/shared/kernel_semiring.cuh>

namespace graphblas_gpu::cuda::paper {

template <class K>
struct row_sums : operand_rows {
    using accumulator = typename K::accumulator;
    using term = typename K::value;

    K k;
    const typename K::left* a_values;
    const typename K::right* b_values;
    csr_ref forbidden;
    const row_offset* offsets;
    column_index* columns;      // written if they are not known; else looked up
    accumulator* sums;          // the sums of columns that are written; null for structure only
    typename K::value* values;  // the values of columns that are looked up; null if columns are written

    GB_HD bool keeps_terms() const { return sums != nullptr || values != nullptr; }
    GB_HD accumulator empty() const { return k.empty(); }
    __device__ accumulator added(accumulator p, const term& x) const { return k.sum_into(p, x); }
    __device__ void add(accumulator* to, const term& x) const { k.add_in_global(to, x); }
    __device__ term product(index r, row_offset p, row_offset q) const {
        return k.product(value_at<K::reads_left>(a_values, p), value_at<K::reads_right>(b_values, q), first_row + r,
                         a_columns[p], b_keys[q]);
    }

    template <class Table>
    __device__ void finish(const lanes& g, index r, const Table& first, const Table& second) const {
        if (values != nullptr) {
            look_up(g, r, first, second);
        } else {
            const row_offset at = write(g, r, first, offsets[r]);
            write(g, r, second, at);
        }
    }

  private:
    /// Returns the index at which the next entry of the row is written.
    template <class Table>
    __device__ row_offset write(const lanes& g, index r, const Table& table, row_offset at) const {
        const std::uint64_t size = table.size();
        for (std::uint64_t base = 0; base < size; base += g.size) {
            const std::uint64_t n = base + g.lane;
            const column_index j = n < size ? table.key(static_cast<std::uint32_t>(n)) : 0;
            const bool is_admitted = n < size && !(forbidden.offsets != nullptr && holds(forbidden, first_row + r, j));
            const unsigned votes = g.ballot(is_admitted);
            if (is_admitted) {
                const row_offset to = at + g.rank(votes);
                columns[to] = j;
                if (sums != nullptr) sums[to] = table.accumulator(static_cast<std::uint32_t>(n));
            }
            at += __popc(votes);
        }
        return at;
    }

    template <class Table>
    __device__ void look_up(const lanes& g, index r, const Table& first, const Table& second) const {
        for (row_offset p = offsets[r] + g.lane; p < offsets[r + 1]; p += g.size) {
            const accumulator* sum = first.find(columns[p]);
            if (sum == nullptr) sum = second.find(columns[p]);
            values[p] = k.read(*sum);
        }
    }
};

template <class K>
void rows(const engine_ptr& e, const K& k, const product_rows& p, const product_output& out, const options& wanted,
          phase_report* report) {
    using accumulator = typename K::accumulator;
    using value = typename K::value;
    if (p.mask.admits_only())
        throw unsupported("hash method of the paper: a mask that admits only its entries has methods of its own");
    if (p.count() == 0 || out.nvals == 0 || (out.columns_known && out.values == nullptr)) return;
    const auto nvals = static_cast<std::size_t>(out.columns_known ? 0 : out.nvals);
    const array<column_index> unsorted(e, nvals);
    const array<accumulator> unsorted_sums(e, out.values != nullptr ? nvals : 0);
    row_sums<K> sums{operands_of(p),
                     k,
                     p.a.template values_as<typename K::left>(),
                     p.b.template values_as<typename K::right>(),
                     forbidden_of(p.mask),
                     out.offsets,
                     out.columns_known ? out.columns : unsorted.data(),
                     unsorted_sums.data(),
                     out.columns_known ? static_cast<value*>(out.values) : nullptr};
    phase_report made;
    // The tables also have the columns that the mask forbids.
    const std::int64_t largest = p.mask.forbids() ? std::min(p.max_flops, p.ncols()) : out.most_nvals;
    const phase_facts facts{vector_length(p.b.nvals, p.b.nrows), out.nvals / p.count(), largest};
    run_phase(e, chosen_variant(wanted.variant, p.total_flops, p.count()), sums, p, facts, wanted, made);
    if (report != nullptr) *report = made;
    if (!out.columns_known) {
        sort_rows(e, {p.count(), out.offsets, out.nvals, out.most_nvals, unsorted.data(), unsorted_sums.data()},
                  out.columns, out.values, sizeof(value));
    }
}

}  // namespace graphblas_gpu::cuda::paper
