// A semiring with a type of 16 bytes, whose operators a kernel calls with addresses of values in their own types.
//
// Idea: there are no atomic instructions for accumulators of 16 bytes on all devices, so that terms of one entry are added by
// one thread. Method merge puts the terms of each entry beside each other. For all others, the library's own kernels find the
// structure of the product and the least k of each entry, under any mask, as for a monoid that keeps any term; from this k on
// the rest of the row of A is looked up in B. The terms are added in ascending order of k, as on the host.
#pragma once

#include <graphblas_gpu/cuda/device/csr.hpp>
#include <graphblas_gpu/cuda/device/simt.cuh>
#include <graphblas_gpu/cuda/jit/sourced_semiring.hpp>
#include <graphblas_gpu/cuda/merge/values.cuh>
#include <graphblas_gpu/cuda/primitives/find_entry.cuh>

#ifndef GRAPHBLAS_GPU_REHEARSAL
extern "C" __device__ void graphblas_gpu_multiply_16(const void* state, const void* x, const void* y, long i, long k, long j,
                                                     void* out);
extern "C" __device__ void graphblas_gpu_add_16(const void* state, const void* x, const void* y, void* out);
#endif

namespace graphblas_gpu::cuda {

struct open_function_semiring {
    using value = base::sixteen_bytes;  ///< a value of the semiring, in the low bytes
    using accumulator = value;

    operator_state state;
    value nothing;  ///< the identity of the monoid
    std::size_t left_bytes, right_bytes, value_bytes;
    bool is_any;
    bool needs_positions;
#ifdef GRAPHBLAS_GPU_REHEARSAL
    host_calls calls;
#endif

    __device__ value product(const void* x, const void* y, index i, index k, index j) const {
        value out{};
#ifdef GRAPHBLAS_GPU_REHEARSAL
        calls.multiply_bytes(&state, x, y, i, k, j, &out);
#else
        graphblas_gpu_multiply_16(&state, x, y, i, k, j, &out);
#endif
        return out;
    }
    __device__ value sum_into(const value& p, const value& x) const {
        value out{};
#ifdef GRAPHBLAS_GPU_REHEARSAL
        calls.add_bytes(&state, &p, &x, &out);
#else
        graphblas_gpu_add_16(&state, &p, &x, &out);
#endif
        return out;
    }
    __device__ value sum(const value& p, const value& x) const { return sum_into(p, x); }
    GB_HD value empty() const { return nothing; }
    GB_HD value read(const value& p) const { return p; }

    static __device__ const void* at(const void* values, std::size_t bytes, row_offset p) {
        return values == nullptr ? nullptr : static_cast<const unsigned char*>(values) + static_cast<std::size_t>(p) * bytes;
    }
};

/// The sum of the products of an entry of C, whose least k is known; the product at this k alone if the monoid keeps any term.
struct open_function_sum {
    open_function_semiring s;
    csr_ref a, b, c;
    index first_row;
    unsigned char* to;

    /// The product of entry q of row i of A and entry r of B.
    __device__ base::sixteen_bytes term(index i, row_offset q, row_offset r, column_index j) const {
        return s.product(s.at(a.values, s.left_bytes, q), s.at(b.values, s.right_bytes, r), first_row + i, a.columns[q], j);
    }

    __device__ void operator()(std::int64_t p) const {
        const index i = row_of_entry(c.offsets, c.nrows, p);
        const column_index j = c.columns[p];
        const row_offset end = a.offsets[i + 1];
        row_offset q = lower_bound(a.columns, a.offsets[i], end, c.values_as<column_index>()[p]);
        auto sum = term(i, q, find_entry(b, a.columns[q], j), j);
        for (++q; !s.is_any && q < end; ++q) {
            const row_offset r = find_entry(b, a.columns[q], j);
            if (r >= 0) sum = s.sum_into(sum, term(i, q, r, j));
        }
        memcpy(to + static_cast<std::size_t>(p) * s.value_bytes, &sum, s.value_bytes);
    }
};

namespace merging {

/// product_of() in merge/values.cuh, of values in their own types.
__device__ inline base::sixteen_bytes product_of(const open_function_semiring& s, const ordered_products& in, word w) {
    const row_offset q = in.a.offsets[in.first_row] + left_of(w), r = right_of(w);
    const void* const x = s.at(in.a.values, s.left_bytes, q);
    const void* const y = s.at(in.b.values, s.right_bytes, r);
    if (!s.needs_positions) return s.product(x, y, 0, 0, 0);
    return s.product(x, y, row_of_entry(in.a.offsets, in.a.nrows, q), in.a.columns[q], in.b.columns[r]);
}

}  // namespace merging

/// Values of a semiring, of which each has fewer than 16 bytes, one every 16 bytes.
struct open_function_widen {
    const unsigned char* values;
    std::size_t value_bytes;
    base::sixteen_bytes* out;
    __device__ void operator()(std::int64_t p) const {
        base::sixteen_bytes x{};
        memcpy(&x, values + static_cast<std::size_t>(p) * value_bytes, value_bytes);
        out[p] = x;
    }
};

}  // namespace graphblas_gpu::cuda
