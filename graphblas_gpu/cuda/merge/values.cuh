// The values of rows whose multiplications are in order: one pass, a block a chunk of multiplications.
//
// Idea: each thread of a block computes some products and stores them in shared memory, in their order. The thread that has the
// first product of an entry adds up the products of the entry. An entry belongs to the chunk in which it begins. The last entry
// of a chunk may go on in the following chunks; the block then loads these chunks too.
#pragma once

#include <graphblas_gpu/cuda/device/simt.cuh>

#include <graphblas_gpu/cuda/device/for_each.cuh>
#include <graphblas_gpu/cuda/merge/merge.hpp>
#include <graphblas_gpu/cuda/primitives/warp_sums.cuh>
#include <graphblas_gpu/cuda/shared/kernel_semiring.cuh>

namespace graphblas_gpu::cuda {

namespace merging {

inline constexpr unsigned products_a_thread = chunk / policy::value_threads;
inline constexpr unsigned sets_of_chunk = chunk / simt::warp_size;
static_assert(sets_of_chunk == simt::warp_size, "a warp looks at all sets of a chunk at once");

struct ordered_products {
    csr_ref a, b;
    const word* words;
    const row_offset* entries;
    row_offset products;
    index first_row;
};

template <class K>
__device__ typename K::value product_of(const K& k, const ordered_products& in, word w) {
    const row_offset p = in.a.offsets[in.first_row] + left_of(w), q = right_of(w);
    const auto x = value_at<K::reads_left>(in.a.values_as<typename K::left>(), p);
    const auto y = value_at<K::reads_right>(in.b.values_as<typename K::right>(), q);
    if (!k.reads_positions()) return k.product(x, y, 0, 0, 0);
    return k.product(x, y, row_of_entry(in.a.offsets, in.a.nrows, p), in.a.columns[p], in.b.columns[q]);
}

/// The products of a chunk in shared memory, and where entries begin.
template <class K>
struct chunk_space {
    typename K::value terms[chunk];
    unsigned begins[sets_of_chunk];   ///< a bit for each: an entry, or what the mask keeps out, begins here
    unsigned entries[sets_of_chunk];  ///< the same without what the mask keeps out
    unsigned before[sets_of_chunk];   ///< entries before the set
    unsigned first_begin;             ///< of the chunk; `chunk` if none
};

/// Fills the space with chunk n, terms only if they are wanted: those from first_begin on, or those before it. Behind the last
/// multiplication an entry begins. All threads call.
template <class K>
__device__ void load_chunk(const K& k, const ordered_products& in, row_offset n, bool goes_on, chunk_space<K>& s) {
    word words[products_a_thread];
    __syncthreads();
#pragma unroll
    for (unsigned m = 0; m < products_a_thread; ++m) {
        const unsigned u = m * policy::value_threads + threadIdx.x;
        const row_offset t = n * chunk + u;
        words[m] = t < in.products ? in.words[t] : masked_out;
        const unsigned begun = __ballot_sync(simt::full_warp, begins(words[m]));
        const unsigned kept = __ballot_sync(simt::full_warp, begins(words[m]) && words[m] != masked_out);
        if (simt::lane_id() == 0) {
            s.begins[u / simt::warp_size] = begun;
            s.entries[u / simt::warp_size] = kept;
        }
    }
    __syncthreads();
    if (simt::warp_id() == 0) {
        const unsigned own = static_cast<unsigned>(__popc(s.entries[simt::lane_id()]));
        s.before[simt::lane_id()] = sum_below_lane(own);
        const unsigned begun = s.begins[simt::lane_id()];
        const unsigned first = begun == 0 ? chunk : simt::lane_id() * simt::warp_size + simt::lowest_bit(begun);
        const unsigned least = __reduce_min_sync(simt::full_warp, first);
        if (simt::lane_id() == 0) s.first_begin = least;
    }
    __syncthreads();
    const unsigned first = s.first_begin;
#pragma unroll
    for (unsigned m = 0; m < products_a_thread; ++m) {
        const unsigned u = m * policy::value_threads + threadIdx.x;
        if (words[m] != masked_out && (u < first) == goes_on) s.terms[u] = product_of(k, in, words[m]);
    }
    __syncthreads();
}

/// sum + terms[first] + .. + terms[last - 1], in this order. Terms are read ahead of the additions.
template <class K>
__device__ typename K::value sum_of_terms(const K& k, typename K::value sum, const typename K::value* terms, unsigned first,
                                          unsigned last) {
    constexpr unsigned ahead = policy::terms_ahead;
    unsigned u = first;
    for (; u + ahead <= last; u += ahead) {
        typename K::value next[ahead];
#pragma unroll
        for (unsigned n = 0; n < ahead; ++n) next[n] = terms[u + n];
#pragma unroll
        for (unsigned n = 0; n < ahead; ++n) sum = k.sum(sum, next[n]);
    }
    for (; u < last; ++u) sum = k.sum(sum, terms[u]);
    return sum;
}

/// Where the entry that begins at u ends: at the next multiplication where something begins, or at the end of the chunk.
template <class K>
__device__ unsigned end_of_entry(const chunk_space<K>& s, unsigned u) {
    unsigned set = u / simt::warp_size;
    const unsigned lane = u % simt::warp_size;
    unsigned later = lane == simt::warp_size - 1 ? 0 : s.begins[set] >> (lane + 1) << (lane + 1);
    while (later == 0 && ++set < sets_of_chunk) later = s.begins[set];
    return later == 0 ? chunk : set * simt::warp_size + simt::lowest_bit(later);
}

template <class K>
__global__ void __launch_bounds__(policy::value_threads) add_merged(K k, ordered_products in, typename K::value* values) {
    using value = typename K::value;
    __shared__ chunk_space<K> s;
    __shared__ value open_sum;
    __shared__ row_offset open_entry;  // the one that goes on behind the chunk, or -1
    if (threadIdx.x == 0) open_entry = -1;
    load_chunk(k, in, blockIdx.x, false, s);
#pragma unroll
    for (unsigned m = 0; m < products_a_thread; ++m) {
        const unsigned u = m * policy::value_threads + threadIdx.x;
        const unsigned set = u / simt::warp_size, lane = u % simt::warp_size;
        if ((s.entries[set] >> lane & 1) == 0) continue;
        const row_offset entry = in.entries[blockIdx.x] + s.before[set] + simt::count_below(s.entries[set]);
        const unsigned end = end_of_entry(s, u);
        const value sum = sum_of_terms(k, s.terms[u], s.terms, u + 1, end);
        if (end < chunk) {
            if constexpr (std::is_arithmetic_v<value>) simt::write_once(values + entry, sum);
            else values[entry] = sum;
        } else {
            open_sum = sum;
            open_entry = entry;
        }
    }
    __syncthreads();
    if (open_entry < 0) return;
    for (row_offset n = row_offset{blockIdx.x} + 1;; ++n) {
        if (n * chunk >= in.products) break;
        load_chunk(k, in, n, true, s);
        if (threadIdx.x == 0) open_sum = sum_of_terms(k, open_sum, s.terms, 0, s.first_begin);
        if (s.first_begin < chunk) break;
    }
    if (threadIdx.x == 0) values[open_entry] = open_sum;
}

}  // namespace merging

template <class K>
void merged_values(const engine_ptr& e, const K& k, const csr_ref& a, const csr_ref& b, const merged_rows& rows,
                   typename K::value* values) {
    const row_offset chunks = (rows.products + merging::chunk - 1) / merging::chunk;
    simt::launch(e->stream(), static_cast<unsigned>(chunks), merge_policy::value_threads, 0, merging::add_merged<K>, k,
                 merging::ordered_products{a, b, rows.words.data(), rows.entries.data(), rows.products, rows.first_row},
                 values);
}

}  // namespace graphblas_gpu::cuda
