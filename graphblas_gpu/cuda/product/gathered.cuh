// The values of a product whose products are listed: one pass, a block a piece.
//
// Idea: a block reads its words and the entries of A that they speak of, multiplies into shared memory, and a thread an entry
// of C adds up. Terms are added in ascending k, beginning with the first, as the host does; those of an entry too long to be
// held are added by all threads, in an order that is always the same. Nothing is atomic.
#pragma once

#include <graphblas_gpu/cuda/simt.cuh>

#include <graphblas_gpu/cuda/csr.hpp>
#include <graphblas_gpu/cuda/kernel_semiring.cuh>
#include <graphblas_gpu/cuda/product/gather.hpp>

namespace graphblas_gpu::cuda {

namespace gathering {

/// An entry of A and the row of B that it meets, read at once.
template <class K>
struct alignas(sizeof(typename K::left) > 4 ? 16 : 8) left_entry {
    typename K::left value;
    std::uint32_t row_of_b;
};

template <class K>
struct factors {
    K k;
    const typename K::left* a;  // from the first entry that the piece reads
    const typename K::right* b;
    const std::uint32_t* rows_of_b;
    int rank_bits;

    __device__ left_entry<K> left(std::uint32_t n) const { return {value_at<K::reads_left>(a, n), rows_of_b[n]}; }
    __device__ typename K::value product(const left_entry<K>& left, std::uint32_t word) const {
        const row_offset q = row_offset{left.row_of_b} + rank_of(word, rank_bits);
        return k.product(left.value, value_at<K::reads_right>(b, q), 0, 0, 0);
    }
    __device__ typename K::value product(std::uint32_t word) const { return product(left(left_of(word, rank_bits)), word); }
};

/// The sum of the products of `words`, more than there are threads.
template <class K>
__device__ typename K::value sum_of_long_entry(const factors<K>& in, const std::uint32_t* words, row_offset count,
                                               typename K::value* sums) {
    auto sum = in.product(words[threadIdx.x]);
    for (row_offset t = threads + threadIdx.x; t < count; t += threads) sum = in.k.sum(sum, in.product(words[t]));
    __syncthreads();
    sums[threadIdx.x] = sum;
    for (unsigned apart = threads / 2; apart > 0; apart /= 2) {
        __syncthreads();
        if (threadIdx.x < apart) sums[threadIdx.x] = in.k.sum(sums[threadIdx.x], sums[threadIdx.x + apart]);
    }
    return sums[0];
}

template <class K>
__global__ void __launch_bounds__(threads, blocks_at_once)
    add_pieces(K k, const typename K::left* a, const typename K::right* b, view lists, typename K::value* values) {
    using value = typename K::value;
    constexpr unsigned a_thread = held_products / threads;
    __shared__ left_entry<K> left[held_left];
    __shared__ value terms[held_products];

    const piece here = lists.pieces[blockIdx.x];
    const piece next = lists.pieces[blockIdx.x + 1];
    const auto entries = static_cast<unsigned>(next.first_entry - here.first_entry);
    if (entries == 0) return;
    const factors<K> in{k, a == nullptr ? nullptr : a + here.first_left, b, lists.rows_of_b + here.first_left, lists.rank_bits};
    const std::uint16_t* const starts = lists.starts + here.first_entry;
    const std::uint32_t* const words = lists.words + here.first_product;
    value* const to = values + here.first_entry;
    const row_offset products = next.first_product - here.first_product;
    const bool has_long = products > held_products;
    const unsigned count = has_long ? starts[entries - 1] : static_cast<unsigned>(products);

    // All words are on their way before anything waits for them.
    std::uint32_t own[a_thread];
#pragma unroll
    for (unsigned n = 0; n < a_thread; ++n) {
        const unsigned t = n * threads + threadIdx.x;
        if (t < count) own[n] = simt::read_once(words + t);
    }
    const bool held = here.left_count <= held_left;
    if (held) {
        for (unsigned n = threadIdx.x; n < here.left_count; n += threads) left[n] = in.left(n);
    }
    __syncthreads();
#pragma unroll
    for (unsigned n = 0; n < a_thread; ++n) {
        const unsigned t = n * threads + threadIdx.x;
        if (t < count) terms[t] = held ? in.product(left[left_of(own[n], in.rank_bits)], own[n]) : in.product(own[n]);
    }
    __syncthreads();
    for (unsigned at = threadIdx.x; at < entries - has_long; at += threads) {
        const unsigned begin = simt::read_once(starts + at);
        const unsigned end = at + 1 < entries ? starts[at + 1] : count;
        value sum = terms[begin];
        for (unsigned t = begin + 1; t < end; ++t) sum = k.sum(sum, terms[t]);
        simt::write_once(to + at, sum);
    }
    if (!has_long) return;
    __syncthreads();
    const value sum = sum_of_long_entry(in, words + count, products - count, terms);
    if (threadIdx.x == 0) to[entries - 1] = sum;
}

}  // namespace gathering

/// values[c] = entry c of the product that the lists are of. Does not wait.
template <class K>
void gather_values(const engine_ptr& e, const K& k, const csr_ref& a, const csr_ref& b, const gather_lists& lists,
                   typename K::value* values) {
    const gathering::view of = lists.view();
    simt::launch(e->stream(), static_cast<unsigned>(of.count), gathering::threads, 0, gathering::add_pieces<K>, k,
                 a.values_as<typename K::left>(), b.values_as<typename K::right>(), of, values);
}

}  // namespace graphblas_gpu::cuda
