// Matrices of at most 64 rows on the device, stored as a word of 64 bits for each column.
//
// Idea: in a pull, a lane reads the beginning of the row of a column, and the warp goes on with those in which bits are missing
// then; both stop when all wanted bits have been found, and bits that no word of u has are not wanted. A prefix union over the
// lanes tells which lane found a bit first. In a push, a warp finds the words of u that are not 0 and handles their rows; long
// rows are listed and handled in pieces by all warps. Words are converted to rows in blocks of 64 columns: the bits are
// counted, the counts are summed row by row, and the columns are written.
// Source: Then et al., "The more the merrier: efficient multi-source graph traversal" (VLDB 2014), section 3.
#include <graphblas_gpu/cuda/elementwise/compaction.cuh>
#include <graphblas_gpu/cuda/primitives/warp_sums.cuh>
#include <graphblas_gpu/cuda/structure/bits.hpp>

#include <algorithm>

namespace graphblas_gpu::cuda {

namespace {

constexpr unsigned threads_in_block = 256;
constexpr unsigned in_flight = 4;  ///< entries that a lane loads at the same time
constexpr index word_bits = base::word_bits;

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

__global__ void __launch_bounds__(threads_in_block)
    look_kernel(csr_ref rows, const word* u, index n, unsigned long long* found) {
    std::int64_t work = 0;
    word met = 0;
    for (index k = index{blockIdx.x} * threads_in_block + threadIdx.x; k < n; k += index{gridDim.x} * threads_in_block) {
        met |= u[k];
        if (u[k] != 0 && rows.offsets != nullptr) work += rows.offsets[k + 1] - rows.offsets[k];
    }
    work = sum_of_warp(work);
    met = or_of_warp(met);
    if (simt::lane_id() != 0 || met == 0) return;
    atomicOr(found, static_cast<unsigned long long>(met));
    atomicAdd(found + 1, static_cast<unsigned long long>(work));
}

/// The bits that u has for a row, in ascending order of the columns k.
class row_bits {
  public:
    __device__ row_bits(const csr_ref& rows, const word* u, const witness_table& witnesses)
        : columns_(rows.columns), u_(u), witnesses_(witnesses) {}

    /// Reads entries at, at + step, ... of row j, `in_flight` of them at once; those from `end` on are not there. Calls
    /// found(bits, k) for each in its order.
    template <class Found>
    __device__ void read(row_offset at, row_offset step, row_offset end, const Found& found) const {
        column_index k[in_flight];
        word bits[in_flight];
#pragma unroll
        for (unsigned f = 0; f < in_flight; ++f) k[f] = at + f * step < end ? columns_[at + f * step] : 0;
#pragma unroll
        for (unsigned f = 0; f < in_flight; ++f) bits[f] = at + f * step < end ? u_[k[f]] : 0;
#pragma unroll
        for (unsigned f = 0; f < in_flight; ++f) found(bits[f], k[f]);
    }
    __device__ void record(index j, word bits, column_index k) const {
        if (witnesses_.table != nullptr) record_witness(witnesses_, j, bits, k);
    }
    __device__ bool are_recorded() const { return witnesses_.table != nullptr; }

  private:
    const column_index* columns_;
    const word* u_;
    witness_table witnesses_;
};

__global__ void __launch_bounds__(threads_in_block)
    pull_kernel(csr_ref rows, const word* u, word all, word* w, word* fresh, witness_table witnesses) {
    constexpr unsigned full = simt::full_warp;
    constexpr row_offset edges_of_lane = 32;
    const index j = index{blockIdx.x} * threads_in_block + threadIdx.x;
    const unsigned lane = simt::lane_id();
    const bool exists = j < rows.nrows;
    const word known = exists ? w[j] : ~word{0}, wanted = all & ~known;
    const row_bits row(rows, u, witnesses);
    row_offset at = wanted != 0 ? rows.offsets[j] : 0;
    const row_offset end = wanted != 0 ? rows.offsets[j + 1] : 0,
                     end_of_lane = end - at < edges_of_lane ? end : at + edges_of_lane;
    word have = 0;
    for (; at < end_of_lane && have != wanted; at += in_flight) {
        row.read(at, 1, end, [&](word bits, column_index k) {
            bits &= wanted & ~have;
            row.record(j, bits, k);
            have |= bits;
        });
    }
    for (unsigned left = __ballot_sync(full, have != wanted && at < end); left != 0; left &= left - 1) {
        const int owner = static_cast<int>(simt::lowest_bit(left));
        const row_offset last = __shfl_sync(full, end, owner);
        const word wanted_here = __shfl_sync(full, wanted, owner);
        const index column = j - lane + owner;
        word found = __shfl_sync(full, have, owner);
        for (row_offset p = __shfl_sync(full, at, owner); p < last && found != wanted_here; p += in_flight * simt::warp_size) {
            row.read(p + lane, simt::warp_size, last, [&](word bits, column_index k) {
                bits &= wanted_here & ~found;
                if (row.are_recorded()) row.record(column, bits & ~or_over_lanes_below(bits), k);
                found |= or_of_warp(bits);
            });
        }
        if (static_cast<int>(lane) == owner) have = found;
    }
    if (!exists) return;
    fresh[j] = have;
    if (have != 0) w[j] = known | have;
}

/// A piece of a long row of a push.
struct row_piece {
    column_index row;
    row_offset begin;
};
constexpr row_offset edges_of_piece = 1024;

struct push_task {
    csr_ref rows;
    const word *u, *w;
    word* fresh;
    witness_table witnesses;
    row_piece* pieces = nullptr;
    unsigned* listed = nullptr;

    /// Pushes along the entries of row k from `begin` on. All lanes of the warp call.
    __device__ void push(index k, row_offset begin, row_offset end) const {
        const word bits = u[k];
        for (row_offset p = begin + simt::lane_id(); p < end; p += simt::warp_size) {
            const column_index j = rows.columns[p];
            word found = bits & ~w[j];
            // A bit that is there already may still need a smaller witness.
            if (found != 0 && witnesses.table == nullptr) found &= ~*static_cast<const volatile word*>(fresh + j);
            if (found == 0) continue;
            atomicOr(reinterpret_cast<unsigned long long*>(fresh + j), static_cast<unsigned long long>(found));
            if (witnesses.table == nullptr) continue;
            for (; found != 0; found &= found - 1) {
                const int bit = __ffsll(static_cast<long long>(found)) - 1;
                atomicMin(witnesses.table + index{j} * witnesses.stride + bit, static_cast<unsigned>(k));
            }
        }
    }
};

__global__ void __launch_bounds__(threads_in_block) push_kernel(push_task t) {
    const index k = index{blockIdx.x} * threads_in_block + threadIdx.x;
    const bool is_met = k < t.rows.nrows && t.u[k] != 0;
    const row_offset begin = is_met ? t.rows.offsets[k] : 0, end = is_met ? t.rows.offsets[k + 1] : 0;
    const bool is_long = end - begin > edges_of_piece;
    if (is_long) {
        const auto pieces = static_cast<unsigned>((end - begin + edges_of_piece - 1) / edges_of_piece);
        const unsigned first = atomicAdd(t.listed, pieces);
        for (unsigned n = 0; n < pieces; ++n)
            t.pieces[first + n] = {static_cast<column_index>(k), begin + static_cast<row_offset>(n) * edges_of_piece};
    }
    for (unsigned left = __ballot_sync(simt::full_warp, begin < end && !is_long); left != 0; left &= left - 1) {
        const int owner = static_cast<int>(simt::lowest_bit(left));
        t.push(k - simt::lane_id() + owner, __shfl_sync(simt::full_warp, begin, owner),
               __shfl_sync(simt::full_warp, end, owner));
    }
}

__global__ void __launch_bounds__(threads_in_block) push_pieces_kernel(push_task t) {
    const unsigned listed = *t.listed, warps = gridDim.x * (threads_in_block / simt::warp_size);
    for (unsigned n = blockIdx.x * (threads_in_block / simt::warp_size) + simt::warp_id(); n < listed; n += warps) {
        const row_piece piece = t.pieces[n];
        const row_offset end = t.rows.offsets[piece.row + std::size_t{1}];
        t.push(piece.row, piece.begin, end - piece.begin < edges_of_piece ? end : piece.begin + edges_of_piece);
    }
}

unsigned blocks_for(index n) { return static_cast<unsigned>((n + threads_in_block - 1) / threads_in_block); }

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

bits_frontier look_at_bits(const engine_ptr& e, const csr_ref& rows, const word* u, index n) {
    if (n == 0) return {};
    const auto found = zeros<unsigned long long>(e, 2);
    const unsigned blocks = std::min(blocks_for(n), 8 * static_cast<unsigned>(e->facts().multiprocessors));
    simt::launch(e->stream(), blocks, threads_in_block, 0, look_kernel, rows, u, n, found.data());
    unsigned long long here[2] = {};
    e->read_small(here, found.data(), sizeof(here));
    return {here[0], static_cast<std::int64_t>(here[1])};
}

void pull_bits(const engine_ptr& e, const csr_ref& rows, const word* u, word all, word* w, word* fresh,
               const witness_table& witnesses) {
    if (rows.nrows == 0) return;
    simt::launch(e->stream(), blocks_for(rows.nrows), threads_in_block, 0, pull_kernel, rows, u, all, w, fresh, witnesses);
}

void push_bits(const engine_ptr& e, const csr_ref& rows, const word* u, index ncols, word* w, word* fresh,
               const witness_table& witnesses) {
    e->set_bytes(fresh, 0, static_cast<std::size_t>(ncols) * sizeof(word));
    if (rows.nvals == 0) return;
    // A row of pieces is longer than a piece, so that it has at most twice as many as full ones.
    const array<row_piece> pieces(e, static_cast<std::size_t>(2 * (rows.nvals / edges_of_piece)));
    const auto listed = zeros<unsigned>(e, 1);
    const push_task t{rows, u, w, fresh, witnesses, pieces.data(), listed.data()};
    simt::launch(e->stream(), blocks_for(rows.nrows), threads_in_block, 0, push_kernel, t);
    if (!pieces.empty()) {
        const unsigned blocks = 8 * static_cast<unsigned>(e->facts().multiprocessors);
        simt::launch(e->stream(), blocks, threads_in_block, 0, push_pieces_kernel, t);
    }
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
    digit_words words{{}, static_cast<int>(digits.size())};
    for (std::size_t d = 0; d < digits.size(); ++d) words.words[d] = digits[d];
    memory out(e, static_cast<std::size_t>(rows.nvals) * sizeof(std::uint32_t));
    auto* const values = static_cast<std::uint32_t*>(out.data());
    for_each_entry(e, rows, GB_DEVICE_LAMBDA(index i, row_offset p) {
        std::uint32_t value = 0;
        for (int d = 0; d < words.count; ++d)
            value |= static_cast<std::uint32_t>(words.words[d][rows.columns[p]] >> i & 1) << d;
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
