// Counting the different columns of short rows (short_row.cuh) without sorting them.
//
// Idea: every key sets the mark of its column, two bits of one word of shared memory, which a hash of the column chooses. If
// one of the bits was not set before, the key is certainly the first of its column. Other keys are open: their column may be a
// repetition, or other columns have set its bits. If there are few of them, each open column is compared with all keys of the
// row. If there are many, the keys have to be sorted. Slots without a product have keys that are different from all others and
// are subtracted at the end, so that no step has to ask which lanes have a product.
// Source: B. H. Bloom, Space/time trade-offs in hash coding with allowable errors (1970), with the bits of a key in one word.
#pragma once

#include <graphblas_gpu/cuda/hash/short_row.cuh>

namespace graphblas_gpu::cuda::hashing {

/// The words for the marks of a warp's rows.
inline constexpr unsigned mark_words = keys_a_lane * simt::warp_size;
/// The word of a column's mark, of 2^words_log2 words, and the bits of the mark.
/// @{
GB_HD constexpr unsigned mark_word(column_index j, unsigned words_log2) { return j * 0x9e3779b1U >> (32 - words_log2); }
GB_HD constexpr unsigned mark_bits(column_index j) { return 1U << j % 32 | 1U << j / 32 % 32; }
/// @}

/// Clears the marks of a warp, which are aligned to 16 bytes. All lanes of the warp call, and synchronise before marks are set.
__device__ __forceinline__ void clear_marks(unsigned* marks) {
    auto* const quads = reinterpret_cast<uint4*>(marks);
#pragma unroll
    for (unsigned n = 0; n < mark_words / 4; n += simt::warp_size) quads[n + simt::lane_id()] = uint4{};
}

/// The keys of a lane that counts its row by marks.
struct marked_keys {
    std::uint32_t key[keys_a_lane];
    unsigned steps = 0;  ///< keys that have marks
    unsigned first = 0;  ///< bit r is set if key r is certainly the first of its column
    unsigned apart = 0;  ///< keys that have been replaced because they are of the column that is counted without marks

    /// Key r without a product. It is larger than the columns of all products with short rows (binning::sorted_class).
    __device__ static std::uint32_t none(const short_team& t, unsigned r) { return no_key - 1 - t.lane() - (r << t.shift); }

    __device__ explicit marked_keys(const short_team& t) {
#pragma unroll
        for (unsigned r = 0; r < keys_a_lane; ++r) key[r] = none(t, r);
    }

    /// Loads the columns of steps from .. from + n - 1 of the team. `rows` as in find_products().
    template <unsigned from, unsigned n>
    __device__ __forceinline__ void load(const short_team& t, const short_space& s, const column_index* columns,
                                         unsigned products, unsigned& rows) {
        unsigned listed[n];
        std::uint32_t entry[n];
        find_products<from>(t, s, rows, listed, entry);
        const int left = static_cast<int>(products) - static_cast<int>(t.lane());
#pragma unroll
        for (unsigned u = 0; u < n; ++u) {
            if (left > static_cast<int>((from + u) << t.shift)) key[from + u] = columns[entry[u]];
        }
    }

    /// Loads the columns of all products. The teams of the warp have at most `most` products.
    __device__ __forceinline__ void load_all(const short_team& t, const short_space& s, const column_index* columns,
                                             unsigned products, unsigned most) {
        unsigned rows = t.list();
        load<0, 4>(t, s, columns, products, rows);
        if (4u << t.shift < most) load<4, 2>(t, s, columns, products, rows);
        if (6u << t.shift < most) load<6, 2>(t, s, columns, products, rows);
    }

    /// Marks keys from .. from + n - 1. Keys of column `alone` are replaced.
    template <unsigned from, unsigned n>
    __device__ __forceinline__ void mark(const short_team& t, unsigned* marks, column_index alone) {
        unsigned* const of_team = marks + t.first_lane() * keys_a_lane;
        unsigned bits[n], before[n];
#pragma unroll
        for (unsigned u = 0; u < n; ++u) {
            std::uint32_t& j = key[from + u];
            if (j == alone) {
                j = none(t, from + u);
                ++apart;
            }
            bits[u] = mark_bits(j);
            before[u] = atomicOr(of_team + mark_word(j, t.shift + 3), bits[u]);
        }
#pragma unroll
        for (unsigned u = 0; u < n; ++u) {
            if ((bits[u] & ~before[u]) != 0) first |= 1u << (from + u);
        }
        steps = from + n;
    }

    /// How many different columns have open keys and no first key; lane 0 of the team gets the number, and other lanes get 0.
    __device__ __forceinline__ unsigned count_open(const short_team& t) const {
        unsigned found = 0, open = ~first & ((1u << steps) - 1);
        while (const unsigned lanes = __ballot_sync(simt::full_warp, open != 0)) {
            const unsigned of_team = lanes & t.all();
            column_index column = no_key;
#pragma unroll
            for (unsigned r = 0; r < keys_a_lane; ++r) {
                if ((open >> r & 1) != 0) column = key[r];
            }
            column = __shfl_sync(simt::full_warp, column, of_team == 0 ? simt::lane_id() : simt::lowest_bit(of_team));
            unsigned equal = 0;
#pragma unroll
            for (unsigned r = 0; r < keys_a_lane; ++r) equal |= (key[r] == column ? 1u : 0u) << r;
            const unsigned known = __ballot_sync(simt::full_warp, (equal & first) != 0) & t.all();
            found += of_team != 0 && known == 0 && t.lane() == 0 ? 1 : 0;
            open &= ~equal;
        }
        return found;
    }

    /// Replaces the columns that the mask forbids in row i; returns how many products of the team are left. `space` as for
    /// drop_forbidden().
    __device__ __forceinline__ unsigned drop(const short_team& t, const csr_ref& mask, index i, unsigned products,
                                             column_index* space) {
        drop_forbidden(t, mask, i, products, space, key, [](std::uint32_t x) { return x; });
        unsigned dropped = 0;
#pragma unroll
        for (unsigned r = 0; r < keys_a_lane; ++r) {
            if (key[r] != no_key) continue;
            key[r] = none(t, r);
            ++dropped;
        }
        return products - t.sum(dropped);
    }

    /// The number of different columns of the team, which has `products` columns. The marks are clear before. The products of
    /// all teams lie in the first `most` slots. Keys of column `alone` are counted without marks; it should be the one that is
    /// likely to be repeated. All lanes of the warp call. The keys may be in another order afterwards.
    __device__ __forceinline__ unsigned count(const short_team& t, unsigned* marks, unsigned products, unsigned most,
                                              column_index alone) {
        mark<0, 4>(t, marks, alone);
        if (4u << t.shift < most) mark<4, 2>(t, marks, alone);
        if (6u << t.shift < most) mark<6, 2>(t, marks, alone);
        unsigned different = __popc(first) + keys_a_lane - steps;
        bool few = true;
        if (const unsigned open = steps - __popc(first); __any_sync(simt::full_warp, open != 0)) {
            few = __reduce_add_sync(simt::full_warp, open) <= hash_policy::max_open_keys << (5 - t.shift);
            if (few) different += count_open(t);
        }
        if (few) {
            different = t.sum(different - apart);
        } else {
            sort_keys(key, t.lanes());
            different = different_keys(t, key) - t.sum(apart);
        }
        const bool is_there = (__ballot_sync(simt::full_warp, apart != 0) & t.all()) != 0;
        return different + products - t.capacity() + (is_there ? 1 : 0);
    }
};

}  // namespace graphblas_gpu::cuda::hashing
