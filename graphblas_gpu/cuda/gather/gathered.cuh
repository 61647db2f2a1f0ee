// The values of a product whose products are listed: one pass, with a block for each piece.
//
// Idea: products are computed in the order of A, in which a warp reads few cache lines of B, and written to shared memory at
// their slots, where the products of an entry of C are consecutive. Then a thread sums each entry. The run of a product is
// found by counting, within the warp, the products that begin a run. Terms are added in ascending k, beginning with the first,
// as on the host. The terms of a long entry are added by all threads, in an order that is always the same. Nothing is atomic.
//
// The time is limited by the instructions for each product, and by loads that depend on each other: runs, values of A,
// products, values of B, sums. So a thread has the loads of four products or entries in flight at once, and issues the first of
// them before it waits for anything. Slots beyond the last product are computed like real products, because testing for them
// would cost as much as multiplying.
#pragma once

#include <graphblas_gpu/cuda/device/simt.cuh>

#include <graphblas_gpu/cuda/device/csr.hpp>
#include <graphblas_gpu/cuda/gather/gather.hpp>
#include <graphblas_gpu/cuda/shared/kernel_semiring.cuh>

namespace graphblas_gpu::cuda {

namespace gathering {

/// The value of A of a run, and its entry of B, loaded together.
template <class K>
struct alignas(sizeof(typename K::left) > 4 ? 16 : 8) left_factor {
    typename K::left value;
    std::uint32_t right;
};

template <class K>
struct factors {
    K k;
    const typename K::left* a;
    const typename K::right* b;

    __device__ left_factor<K> left(const run& entry) const { return {value_at<K::reads_left>(a, entry.left), entry.right}; }
    /// The product of a run's value of A and entry q of B.
    __device__ typename K::value product(const typename K::left& left, std::uint32_t q) const {
        if constexpr (K::may_lack_values) return k.product(left, value_at<K::reads_right>(b, q), 0, 0, 0);
        else if constexpr (K::reads_right) return k.product(left, b[q], 0, 0, 0);
        else return k.product(left, {}, 0, 0, 0);
    }
};

/// Every step-th number of a list. At the end it may read beyond the list, which has extra elements for this (list_with_tail).
template <unsigned step>
struct batch {
    std::uint32_t number[policy::at_once];

    __device__ explicit batch(const std::uint16_t* list) {
#pragma unroll
        for (unsigned n = 0; n < policy::at_once; ++n) number[n] = simt::read_once(list + n * step);
    }
};

/// Products that are being loaded: their listed words, and the number of runs before their chunks.
struct products_ahead {
    batch<policy::threads> listed;
    batch<policy::threads / policy::chunk> runs_before;

    __device__ products_ahead(const view& lists, const piece& here, unsigned t)
        : listed(lists.products + here.first_product + t),
          runs_before(lists.runs_before + (row_offset{blockIdx.x} * chunks_a_piece + t / policy::chunk)) {}
};

/// Entries that are being loaded: where their terms begin and end.
struct entries_ahead {
    batch<policy::threads> begin, end;

    __device__ explicit entries_ahead(const std::uint16_t* starts) : begin(starts), end(starts + 1) {}
};

/// Writes the products of the piece to their slots in `terms`. Each thread has an extra slot for computations beyond the last
/// product, so that all threads do the same; these use run 1 and entry 0 of B. left_of(n) returns the factor of run n, counted
/// from 1.
template <class K, class Left>
__device__ void multiply(const factors<K>& in, const view& lists, const piece& here, products_ahead now, const Left& left_of,
                         typename K::value* terms) {
    const unsigned above = simt::warp_size - 1 - simt::lane_id();
    for (unsigned base = 0; base < here.held; base += stride) {
        typename K::value term[policy::at_once];
#pragma unroll
        for (unsigned n = 0; n < policy::at_once; ++n) {
            const unsigned t = base + threadIdx.x + n * policy::threads;
            const unsigned begun = __ballot_sync(simt::full_warp, (now.listed.number[n] & begins_run) != 0) << above;
            const unsigned number = now.runs_before.number[n] + static_cast<unsigned>(__popc(begun));
            const left_factor<K> left = left_of(t < here.held ? number : 1u);
            term[n] = in.product(left.value, t < here.held ? left.right + t : 0u);
        }
#pragma unroll
        for (unsigned n = 0; n < policy::at_once; ++n) {
            const bool is_there = base + threadIdx.x + n * policy::threads < here.held;
            terms[is_there ? slot_in(now.listed.number[n]) : static_cast<unsigned>(policy::held_products) + threadIdx.x] =
                term[n];
        }
        if (base + stride < here.held) now = products_ahead(lists, here, base + stride + threadIdx.x);
    }
}

/// The sum of `count` products of a long entry, each of which is a run of its own. There are more of them than threads.
template <class K>
__device__ typename K::value sum_of_long_entry(const factors<K>& in, const run* products, unsigned count,
                                               typename K::value* sums) {
    const auto product = [&](unsigned t) { return in.product(in.left(products[t]).value, products[t].right); };
    auto sum = product(threadIdx.x);
    for (unsigned t = policy::threads + threadIdx.x; t < count; t += policy::threads) sum = in.k.sum(sum, product(t));
    __syncthreads();
    sums[threadIdx.x] = sum;
    for (unsigned apart = policy::threads / 2; apart > 0; apart /= 2) {
        __syncthreads();
        if (threadIdx.x < apart) sums[threadIdx.x] = in.k.sum(sums[threadIdx.x], sums[threadIdx.x + apart]);
    }
    return sums[0];
}

template <class K>
__global__ void __launch_bounds__(policy::threads, policy::blocks_at_once)
    add_pieces(K k, const typename K::left* a, const typename K::right* b, view lists, typename K::value* values) {
    using value = typename K::value;
    __shared__ left_factor<K> left[policy::held_runs + 1];
    __shared__ value terms[policy::held_products + policy::threads];

    const piece here = lists.pieces[blockIdx.x];
    if (here.entries == 0) return;
    const factors<K> in{k, a, b};
    const run* const runs = lists.runs + here.first_run;
    const products_ahead products(lists, here, threadIdx.x);
    if (here.runs <= policy::held_runs) {
#pragma unroll
        for (unsigned first = 0; first < policy::held_runs; first += policy::threads) {
            const unsigned n = first + threadIdx.x;
            if (n < here.runs) left[n + 1] = in.left(runs[n]);
        }
        __syncthreads();
        multiply(in, lists, here, products, [&](unsigned n) { return left[n]; }, terms);
    } else {
        multiply(in, lists, here, products, [&](unsigned n) { return in.left(runs[n - 1]); }, terms);
    }
    const std::uint16_t* starts = lists.starts + here.first_entry + threadIdx.x;
    value* to = values + here.first_entry + threadIdx.x;
    entries_ahead now(starts);
    __syncthreads();
    for (unsigned base = 0; base < here.short_entries(); base += stride, to += stride) {
#pragma unroll
        for (unsigned n = 0; n < policy::at_once; ++n) {
            const unsigned at = base + threadIdx.x + n * policy::threads;
            if (at >= here.short_entries()) break;
            const unsigned end = at + 1 < here.entries ? now.end.number[n] : here.held;
            unsigned t = now.begin.number[n];
            value sum = terms[t];
#pragma unroll 4
            while (++t < end) sum = k.sum(sum, terms[t]);
            simt::write_once(to + n * policy::threads, sum);
        }
        if (base + stride < here.short_entries()) now = entries_ahead(starts += stride);
    }
    if (here.of_long == 0) return;
    __syncthreads();
    const value sum = sum_of_long_entry(in, runs + here.runs, here.of_long, terms);
    if (threadIdx.x == 0) values[here.first_entry + here.entries - 1] = sum;
}

}  // namespace gathering

template <class K>
void gather_values(const engine_ptr& e, const K& k, const csr_ref& a, const csr_ref& b, const gather_lists& lists,
                   typename K::value* values) {
    const gathering::view lists_view = lists.view();
    simt::launch(e->stream(), static_cast<unsigned>(lists_view.count), gather_policy::threads, 0, gathering::add_pieces<K>, k,
                 a.values_as<typename K::left>(), b.values_as<typename K::right>(), lists_view, values);
}

}  // namespace graphblas_gpu::cuda
