// Matrices of at most 64 rows on the device, stored as a word of 64 bits for each column.
//
// Idea: in a pull, a warp computes a column. It reads 32 neighbours at once and stops when all missing bits have been found; a
// prefix union over the lanes tells which lane found a bit first. In a push, a thread handles an entry. Words are converted to
// rows in blocks of 64 columns: the bits are counted, the counts are summed row by row, and the columns are written.
// Source: Then et al., "The more the merrier: efficient multi-source graph traversal" (VLDB 2014), section 3.
#include <graphblas_gpu/cuda/elementwise/compaction.cuh>
#include <graphblas_gpu/cuda/structure/bits.hpp>

namespace graphblas_gpu::cuda {

namespace {

constexpr unsigned warps_in_block = 4;
constexpr index word_bits = base::word_bits;

__device__ word or_over_warp(word bits) {
    const auto low = __reduce_or_sync(simt::full_warp, static_cast<unsigned>(bits));
    const auto high = __reduce_or_sync(simt::full_warp, static_cast<unsigned>(bits >> 32));
    return word{high} << 32 | low;
}

/// The union over the lanes below the calling one.
__device__ word or_over_lanes_below(word bits) {
    const unsigned lane = simt::lane_id();
    unsigned long long sum = bits;
    for (unsigned step = 1; step < simt::warp_size; step *= 2) {
        const unsigned long long other = __shfl_up_sync(simt::full_warp, sum, step);
        if (lane >= step) sum |= other;
    }
    const unsigned long long before = __shfl_up_sync(simt::full_warp, sum, 1);
    return lane == 0 ? 0 : before;
}

__device__ void record_witness(const witness_table& witnesses, index j, word bits, column_index k) {
    for (; bits != 0; bits &= bits - 1) witnesses.table[j * witnesses.stride + __ffsll(static_cast<long long>(bits)) - 1] = k;
}

__global__ void pull_kernel(csr_ref rows, const word* u, word all, word* w, word* fresh, witness_table witnesses) {
    const index j = static_cast<index>(blockIdx.x) * warps_in_block + simt::warp_id();
    if (j >= rows.nrows) return;
    const word wanted = all & ~w[j];
    const row_offset end = rows.offsets[j + 1];
    word have = 0;
    for (row_offset base = rows.offsets[j]; base < end && have != wanted; base += simt::warp_size) {
        const row_offset p = base + simt::lane_id();
        const column_index k = p < end ? rows.columns[p] : 0;
        const word bits = p < end ? u[k] & wanted & ~have : 0;
        if (witnesses.table != nullptr) record_witness(witnesses, j, bits & ~or_over_lanes_below(bits), k);
        have |= or_over_warp(bits);
    }
    __syncwarp(simt::full_warp);
    if (simt::lane_id() != 0) return;
    fresh[j] = have;
    w[j] |= have;
}

/// The sum of term(j) for j = 0 .. n - 1.
template <class Term>
std::int64_t sum_of(const engine_ptr& e, index n, const Term& term) {
    const array<std::int64_t> terms(e, static_cast<std::size_t>(n));
    std::int64_t* const to = terms.data();
    for_each(e, n, GB_DEVICE_LAMBDA(std::int64_t j) { to[j] = term(j); });
    return sum(e, to, n);
}

/// The bits of row i in a block of 64 columns.
__device__ word row_of_block(const word* words, index block, index ncols, index i) {
    const index first = block * word_bits;
    const index count = ncols - first < word_bits ? ncols - first : word_bits;
    word row = 0;
    for (index c = 0; c < count; ++c) row |= (words[first + c] >> i & 1) << c;
    return row;
}

struct digit_words {
    const word* words[32];
    int count;
};

}  // namespace

index count_bits(const engine_ptr& e, const word* words, index n) {
    return sum_of(e, n, GB_DEVICE_LAMBDA(std::int64_t j) { return __popcll(words[j]); });
}

void set_bits(const engine_ptr& e, word* words, std::span<const std::uint64_t> indices, std::span<const word> bits) {
    const array<std::uint64_t> there = uploaded(e, indices);
    const array<word> what = uploaded(e, bits);
    const std::uint64_t* const at = there.data();
    const word* const from = what.data();
    const auto count = static_cast<std::int64_t>(indices.size());
    for_each(
        e, count, GB_DEVICE_LAMBDA(std::int64_t n) {
            atomicOr(reinterpret_cast<unsigned long long*>(words + at[n]), static_cast<unsigned long long>(from[n]));
        });
}

void or_words(const engine_ptr& e, word* to, const word* from, index n) {
    for_each(e, n, GB_DEVICE_LAMBDA(std::int64_t j) { to[j] |= from[j]; });
}

void add_fresh_words(const engine_ptr& e, const word* from, index pieces, index n, word* w, word* fresh) {
    for_each(
        e, n, GB_DEVICE_LAMBDA(std::int64_t j) {
            word all = 0;
            for (index k = 0; k < pieces; ++k) all |= from[k * n + j];
            fresh[j] = all & ~w[j];
            w[j] |= all;
        });
}

std::int64_t bits_push_work(const engine_ptr& e, const csr_ref& rows, const word* u) {
    return sum_of(
        e, rows.nrows, GB_DEVICE_LAMBDA(std::int64_t k) { return u[k] != 0 ? rows.offsets[k + 1] - rows.offsets[k] : 0; });
}

void pull_bits(const engine_ptr& e, const csr_ref& rows, const word* u, word all, word* w, word* fresh,
               const witness_table& witnesses) {
    const auto blocks = static_cast<unsigned>((rows.nrows + warps_in_block - 1) / warps_in_block);
    simt::launch(e->stream(), blocks, warps_in_block * simt::warp_size, 0, pull_kernel, rows, u, all, w, fresh, witnesses);
}

void push_bits(const engine_ptr& e, const csr_ref& rows, const word* u, index ncols, word* w, word* fresh,
               const witness_table& witnesses) {
    e->set_bytes(fresh, 0, static_cast<std::size_t>(ncols) * sizeof(word));
    for_each_entry(e, rows, GB_DEVICE_LAMBDA(index k, row_offset p) {
        if (u[k] == 0) return;
        const column_index j = rows.columns[p];
        word found = u[k] & ~w[j];
        if (found == 0) return;
        atomicOr(reinterpret_cast<unsigned long long*>(fresh + j), static_cast<unsigned long long>(found));
        if (witnesses.table == nullptr) return;
        for (; found != 0; found &= found - 1) {
            const int bit = __ffsll(static_cast<long long>(found)) - 1;
            atomicMin(witnesses.table + index{j} * witnesses.stride + bit, static_cast<unsigned>(k));
        }
    });
    or_words(e, w, fresh, ncols);
}

csr rows_of_bits(const engine_ptr& e, const word* words, index nrows, index ncols) {
    const index blocks = base::words_for(ncols);
    const array<row_offset> sizes = counts_for(e, nrows * blocks);
    row_offset* const starts = sizes.data();
    // Neighbouring threads handle the rows of one block, so that they read the same words.
    for_each(e, nrows * blocks, GB_DEVICE_LAMBDA(std::int64_t n) {
        const index block = n / nrows, i = n % nrows;
        starts[i * blocks + block] = __popcll(row_of_block(words, block, ncols, i));
    });
    csr out = csr_with_room(e, nrows, ncols, sizes_to_offsets(e, starts, nrows * blocks), type_code::none);
    row_offset* const offsets = out.offsets.data();
    column_index* const columns = out.columns.data();
    for_each(e, nrows + 1, GB_DEVICE_LAMBDA(std::int64_t i) { offsets[i] = starts[i * blocks]; });
    for_each(e, nrows * blocks, GB_DEVICE_LAMBDA(std::int64_t n) {
        const index block = n / nrows, i = n % nrows;
        row_offset at = starts[i * blocks + block];
        for (word row = row_of_block(words, block, ncols, i); row != 0; row &= row - 1) {
            columns[at++] = static_cast<column_index>(block * word_bits + __ffsll(static_cast<long long>(row)) - 1);
        }
    });
    return out;
}

memory values_of_digits(const engine_ptr& e, const csr_ref& rows, std::span<const word* const> digits) {
    digit_words of{{}, static_cast<int>(digits.size())};
    for (std::size_t d = 0; d < digits.size(); ++d) of.words[d] = digits[d];
    memory out(e, static_cast<std::size_t>(rows.nvals) * sizeof(std::uint32_t));
    auto* const values = static_cast<std::uint32_t*>(out.data());
    for_each_entry(e, rows, GB_DEVICE_LAMBDA(index i, row_offset p) {
        std::uint32_t value = 0;
        for (int d = 0; d < of.count; ++d) value |= static_cast<std::uint32_t>(of.words[d][rows.columns[p]] >> i & 1) << d;
        values[p] = value;
    });
    return out;
}

memory values_of_witnesses(const engine_ptr& e, const csr_ref& rows, const witness_table& witnesses) {
    memory out(e, static_cast<std::size_t>(rows.nvals) * sizeof(std::uint32_t));
    auto* const values = static_cast<std::uint32_t*>(out.data());
    for_each_entry(e, rows, GB_DEVICE_LAMBDA(index i, row_offset p) {
        values[p] = witnesses.table[index{rows.columns[p]} * witnesses.stride + i];
    });
    return out;
}

void write_witnesses(const engine_ptr& e, const witness_table& witnesses, std::span<const std::uint64_t> table_indices,
                     std::span<const column_index> values) {
    const array<std::uint64_t> there = uploaded(e, table_indices);
    const array<column_index> what = uploaded(e, values);
    const std::uint64_t* const at = there.data();
    const column_index* const from = what.data();
    const auto count = static_cast<std::int64_t>(table_indices.size());
    for_each(e, count, GB_DEVICE_LAMBDA(std::int64_t n) { witnesses.table[at[n]] = from[n]; });
}

}  // namespace graphblas_gpu::cuda
