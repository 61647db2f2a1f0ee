// The symbolic phase of kkSpGEMM's variants, on columns or on columns packed into sets.
#include <graphblas_gpu/cuda/published/hash/operands.cuh>
#include <graphblas_gpu/cuda/published/hash/run_phase.cuh>
#include <graphblas_gpu/cuda/published/hash/symbolic.hpp>
#include <graphblas_gpu/cuda/shared/flops.hpp>
#include <graphblas_gpu/cuda/structure/compressed.hpp>

namespace graphblas_gpu::cuda::paper {

namespace {

/// Counts the columns of a row.
struct column_union : operand_rows {
    using accumulator = unsigned;
    struct term {};

    csr_ref forbidden;
    row_offset* sizes;

    GB_HD static constexpr bool keeps_terms() { return false; }
    GB_HD static accumulator empty() { return 0; }
    __device__ accumulator added(accumulator p, term) const { return p; }
    __device__ void add(accumulator*, term) const {}
    __device__ term product(index, row_offset, row_offset) const { return {}; }

    template <class Table>
    __device__ void finish(const lanes& g, index r, const Table& first, const Table& second) const {
        long long size = static_cast<long long>(first.size()) + second.size();
        if (forbidden.offsets != nullptr) size = g.sum(admitted(g, r, first) + admitted(g, r, second));
        if (g.lane == 0) sizes[r] = size;
    }
    /// The number of keys that the mask does not forbid, among those that the calling lane reads.
    template <class Table>
    __device__ long long admitted(const lanes& g, index r, const Table& table) const {
        long long count = 0;
        for (std::uint64_t n = g.lane; n < table.size(); n += g.size) {
            count += !holds(forbidden, first_row + r, table.key(static_cast<std::uint32_t>(n)));
        }
        return count;
    }
};

/// The same with sets of 64 columns as keys.
struct set_union : operand_rows {
    using accumulator = unsigned long long;
    using term = unsigned long long;

    const base::word* bits;
    csr_ref forbidden;
    row_offset* sizes;

    GB_HD static constexpr bool keeps_terms() { return true; }
    GB_HD static accumulator empty() { return 0; }
    __device__ accumulator added(accumulator p, term x) const { return p | x; }
    __device__ void add(accumulator* to, term x) const {
        if ((now(*to) & x) != x) atomicOr(to, x);
    }
    __device__ term product(index, row_offset, row_offset q) const { return bits[q]; }

    template <class Table>
    __device__ void finish(const lanes& g, index r, const Table& first, const Table& second) const {
        const long long size = g.sum(columns_in(g, r, first) + columns_in(g, r, second));
        if (g.lane == 0) sizes[r] = size;
    }
    /// The forbidden columns of a column set.
    __device__ base::word forbidden_in(index i, column_index set) const {
        const row_offset end = forbidden.offsets[i + 1];
        base::word bits_of_set = 0;
        for (row_offset p = lower_bound(forbidden.columns, forbidden.offsets[i], end, set << 6);
             p < end && base::word_of(forbidden.columns[p]) == set; ++p) {
            bits_of_set |= base::bit_of(forbidden.columns[p]);
        }
        return bits_of_set;
    }
    template <class Table>
    __device__ long long columns_in(const lanes& g, index r, const Table& table) const {
        long long count = 0;
        for (std::uint64_t n = g.lane; n < table.size(); n += g.size) {
            accumulator columns = table.accumulator(static_cast<std::uint32_t>(n));
            if (forbidden.offsets != nullptr) columns &= ~forbidden_in(first_row + r, table.key(static_cast<std::uint32_t>(n)));
            count += __popcll(columns);
        }
        return count;
    }
};

/// Counts rows by a union that is made of `multiplications` keys, at most `largest` in a row of the result.
template <class Union>
void count_keys(const engine_ptr& e, const product_rows& p, const options& wanted, const Union& unions, std::int64_t keys_of_b,
                std::int64_t multiplications, std::int64_t largest, phase_report& report) {
    const hash_variant variant = chosen_variant(wanted.variant, multiplications, p.count());
    const phase_facts facts{vector_length(keys_of_b, p.b.nrows), expected_union(multiplications, p.count(), largest), largest};
    run_phase(e, variant, unions, p, facts, wanted, report);
}

}  // namespace

void row_sizes(const engine_ptr& e, const product_rows& p, const options& wanted, row_offset* sizes, symbolic_report& report) {
    if (p.mask.admits_only())
        throw unsupported("hash method of the paper: a mask that admits only its entries has methods of its own");
    report = {};
    report.multiplications = p.total_flops;
    if (p.count() == 0) return;
    if (p.total_flops == 0) {
        e->set_bytes(sizes, 0, static_cast<std::size_t>(p.count()) * sizeof(row_offset));
        return;
    }
    if (wanted.compress != compression::off) {
        const array<row_offset> before = column_sets_before(e, p.b);
        csr_ref sets_of_b = p.b;
        sets_of_b.offsets = before.data();
        const array<std::int64_t> of_rows(e, static_cast<std::size_t>(p.a.nrows + room_for_flops));
        (void)count_multiplications(e, p.a, sets_of_b, of_rows.data());
        const sum_and_most work = totals(e, of_rows.data() + p.first_row, p.count());
        report.compressed_multiplications = work.sum;
        if (wanted.compress == compression::on || formats::compression_is_profitable(p.total_flops, work.sum)) {
            report.compressed = true;
            const compressed packed = compress(e, p.b);
            set_union unions{operands_of(p), packed.bits.data(), forbidden_of(p.mask), sizes};
            unions.b_offsets = packed.offsets.data();
            unions.b_keys = packed.sets.data();
            const std::int64_t largest = std::min(work.most, base::words_for(p.ncols()));
            const auto pairs = static_cast<std::int64_t>(packed.sets.size());
            return count_keys(e, p, wanted, unions, pairs, work.sum, largest, report.phase);
        }
    }
    const column_union unions{operands_of(p), forbidden_of(p.mask), sizes};
    count_keys(e, p, wanted, unions, p.b.nvals, p.total_flops, std::min(p.max_flops, p.ncols()), report.phase);
}

}  // namespace graphblas_gpu::cuda::paper
