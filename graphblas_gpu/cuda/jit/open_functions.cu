// The kernels of apply, select, merged matrices, duplicates and sort with a call of a function that is linked at run time. nvcc
// compiles them as open_kernels.cu.
//
// Idea: the function knows the types, and gets addresses of values; the kernel knows their sizes alone.
#include <graphblas_gpu/cuda/device/simt.cuh>
#include <graphblas_gpu/cuda/elementwise/combine.hpp>
#include <graphblas_gpu/cuda/elementwise/compaction.cuh>
#include <graphblas_gpu/cuda/elementwise/values.hpp>
#include <graphblas_gpu/cuda/jit/linked_launch.hpp>
#include <graphblas_gpu/cuda/jit/open_kernels.hpp>
#include <graphblas_gpu/cuda/jit/sourced_function.hpp>
#include <graphblas_gpu/cuda/primitives/entries.cuh>
#include <graphblas_gpu/cuda/primitives/sort.hpp>
#include <graphblas_gpu/error.hpp>

#include <algorithm>
#include <utility>

#ifndef GRAPHBLAS_GPU_REHEARSAL
extern "C" __device__ void graphblas_gpu_call(const void* state, const void* x, long i, long j, void* out);
extern "C" __device__ void graphblas_gpu_call_pair(const void* state, const void* x, const void* y, int which, void* out);
#endif

namespace graphblas_gpu::cuda {

/// Entries and the function that is called for each. Kernels are named by these types, so that they are not in an unnamed
/// namespace.
struct open_function {
    operator_state state;
    csr_ref a;
    std::size_t value_bytes;
#ifdef GRAPHBLAS_GPU_REHEARSAL
    void (*host)(const void*, const void*, std::int64_t, std::int64_t, void*);
#endif

    __device__ void call(index row, row_offset p, void* out) const {
        const auto* const x = static_cast<const unsigned char*>(a.values);
        const void* const at = x == nullptr ? nullptr : x + static_cast<std::size_t>(p) * value_bytes;
#ifdef GRAPHBLAS_GPU_REHEARSAL
        host(&state, at, row, a.columns[p], out);
#else
        graphblas_gpu_call(&state, at, row, a.columns[p], out);
#endif
    }
};

struct open_function_apply {
    open_function f;
    unsigned char* out;
    std::size_t result_bytes;
    __device__ void operator()(index row, row_offset p) const {
        f.call(row, p, out + static_cast<std::size_t>(p) * result_bytes);
    }
};

struct open_function_select {
    open_function f;
    __device__ bool operator()(index row, row_offset p) const {
        bool holds = false;
        f.call(row, p, &holds);
        return holds;
    }
};

/// A binary operator on values at addresses; `which` of them are there is as in sourced_operator.
struct open_function_pair {
    operator_state state;
#ifdef GRAPHBLAS_GPU_REHEARSAL
    void (*host)(const void*, const void*, const void*, int, void*);
#endif

    __device__ void call(const void* x, const void* y, int which, void* out) const {
#ifdef GRAPHBLAS_GPU_REHEARSAL
        host(&state, x, y, which, out);
#else
        graphblas_gpu_call_pair(&state, x, y, which, out);
#endif
    }
};

/// The value of an entry of a merged matrix, from the numbers of its entries in both, from 1 on; 0: it has none.
struct open_function_of_pair {
    open_function_pair op;
    const unsigned char* left;
    const unsigned char* right;
    std::size_t left_bytes, right_bytes, result_bytes;
    const std::int64_t* left_entries;
    const std::int64_t* right_entries;
    unsigned char* out;

    __device__ void operator()(std::int64_t p) const {
        const std::int64_t l = left_entries[p], r = right_entries[p];
        const void* const x = left == nullptr || l == 0 ? nullptr : left + static_cast<std::size_t>(l - 1) * left_bytes;
        const void* const y = right == nullptr || r == 0 ? nullptr : right + static_cast<std::size_t>(r - 1) * right_bytes;
        const int which = (l != 0 ? 1 : 0) + (r != 0 ? 2 : 0);
        op.call(x, y, which, out + static_cast<std::size_t>(p) * result_bytes);
    }
};

/// The values of a row, joined from the first to the last.
struct open_function_join {
    open_function_pair op;
    csr_ref groups;
    std::size_t bytes;
    unsigned char* out;

    __device__ void operator()(std::int64_t row) const {
        const auto* const values = static_cast<const unsigned char*>(groups.values);
        const auto at = [&](row_offset p) { return values + static_cast<std::size_t>(p) * bytes; };
        unsigned char* const to = out + static_cast<std::size_t>(row) * bytes;
        const row_offset first = groups.offsets[row];
        for (std::size_t b = 0; b < bytes; ++b) to[b] = at(first)[b];
        for (row_offset p = first + 1; p < groups.offsets[row + 1]; ++p) op.call(to, at(p), 3, to);
    }
};

/// One round of a sort by merging: in each row, neighbouring runs of `width` entries that are in order become one run. An entry
/// moves by the number of entries of the other run that come before it. `to` has numbers of entries already, so that an
/// operator that is no order leaves some twice, and none from outside.
struct open_function_merge {
    open_function_pair comes_before;
    csr_ref a;
    std::size_t bytes;
    bool has_nan;  ///< the values are floating-point numbers
    row_offset width;
    const row_offset* from;
    row_offset* to;

    __device__ bool is_nan(const void* x) const {
        if (!has_nan) return false;
        const double number = bytes == 4 ? *static_cast<const float*>(x) : *static_cast<const double*>(x);
        return number != number;
    }
    __device__ bool is_before(row_offset p, row_offset q) const {
        const auto* const values = static_cast<const unsigned char*>(a.values);
        const void* const x = values + static_cast<std::size_t>(p) * bytes;
        const void* const y = values + static_cast<std::size_t>(q) * bytes;
        if (is_nan(x)) return false;
        if (is_nan(y)) return true;
        bool yes = false;
        comes_before.call(x, y, 3, &yes);
        return yes;
    }
    __device__ void operator()(index row, row_offset p) const {
        const row_offset first = a.offsets[row], size = a.offsets[row + 1] - first, n = p - first;
        const row_offset begin = n / (2 * width) * (2 * width);
        const row_offset middle = std::min(begin + width, size), end = std::min(middle + width, size);
        const bool is_left = n < middle;
        const row_offset* const other = from + first + (is_left ? middle : begin);
        const row_offset others = is_left ? end - middle : middle - begin;
        // Of equal values those of the left run come first.
        const row_offset before = first_not_before(row_offset{0}, others, [&](row_offset at) {
            return is_left ? is_before(other[at], from[p]) : !is_before(from[p], other[at]);
        });
        to[first + (is_left ? n : begin + n - middle) + before] = from[p];
    }
};

static void require_open_kernels() {
#ifndef GRAPHBLAS_GPU_REHEARSAL
    if (open_kernel_count() == 0) {
        throw unsupported(
            "this build has no kernels for a function that carries its source; it runs on the host, with context::host()");
    }
#endif
}

static open_function function_on(const csr_ref& a, const sourced_function& f, const operator_state& state) {
    open_function out{};
    out.state = state;
    out.a = a;
    out.value_bytes = base::size_of(f.value);
#ifdef GRAPHBLAS_GPU_REHEARSAL
    out.host = f.call;
#endif
    require_open_kernels();
    return out;
}

csr applied(const engine_ptr& e, const csr_ref& a, const sourced_function& f, const std::shared_ptr<linked_program>& program,
            const operator_state& state) {
    const open_function function = function_on(a, f, state);
    csr out = cloned(e, a.structure());
    out.type = f.result;
    out.values = memory(e, static_cast<std::size_t>(a.nvals) * base::size_of(f.result));
    const linked_scope linked(*e, *program);
    for_each_entry(e, a,
                   open_function_apply{function, static_cast<unsigned char*>(out.values.data()), base::size_of(f.result)});
    return out;
}

csr selected(const engine_ptr& e, const csr_ref& a, const sourced_function& f, const std::shared_ptr<linked_program>& program,
             const operator_state& state) {
    const linked_scope linked(*e, *program);
    return filtered(e, a, open_function_select{function_on(a, f, state)});
}

static open_function_pair pair_of([[maybe_unused]] const sourced_operator& op, const operator_state& state) {
    open_function_pair out{};
    out.state = state;
#ifdef GRAPHBLAS_GPU_REHEARSAL
    out.host = op.call;
#endif
    require_open_kernels();
    return out;
}

csr merge_entries(const engine_ptr& e, const csr_ref& a, const csr_ref& b, bool intersection, const sourced_operator& op,
                  const std::shared_ptr<linked_program>& program, const operator_state& state) {
    require_open_kernels();
    // Where the entries of the result come from: entry numbers of one side plus zeros of the other.
    const binary_function plus_numbers{binary_code::plus, type_code::int64, type_code::int64};
    const memory a_numbers = counted_from(e, 1, a.nvals), b_numbers = counted_from(e, 1, b.nvals);
    const memory a_zeros = memory_filled_with(e, number_of(type_code::int64, 0), a.nvals),
                 b_zeros = memory_filled_with(e, number_of(type_code::int64, 0), b.nvals);
    const auto with = [](const csr_ref& m, const memory& values) {
        csr_ref out = m;
        out.values = values.data();
        out.type = type_code::int64;
        return out;
    };
    const auto merge = [&](const memory& left, const memory& right) {
        return intersection ? intersection_of(e, with(a, left), with(b, right), plus_numbers)
                            : union_of(e, with(a, left), with(b, right), plus_numbers);
    };
    csr out = merge(a_numbers, b_zeros);
    const csr from_right = merge(a_zeros, b_numbers);
    const memory from_left = std::move(out.values);
    out.type = op.result;
    out.values = memory(e, static_cast<std::size_t>(out.nvals) * base::size_of(op.result));
    open_function_of_pair pair{};
    pair.op = pair_of(op, state);
    pair.left = static_cast<const unsigned char*>(a.values);
    pair.right = static_cast<const unsigned char*>(b.values);
    pair.left_bytes = base::size_of(op.left);
    pair.right_bytes = base::size_of(op.right);
    pair.result_bytes = base::size_of(op.result);
    pair.left_entries = static_cast<const std::int64_t*>(from_left.data());
    pair.right_entries = static_cast<const std::int64_t*>(from_right.values.data());
    pair.out = static_cast<unsigned char*>(out.values.data());
    const linked_scope linked(*e, *program);
    for_each(e, out.nvals, pair);
    return out;
}

void join_rows(const engine_ptr& e, const csr_ref& groups, void* out, const sourced_operator& op,
               const std::shared_ptr<linked_program>& program, const operator_state& state) {
    const open_function_pair pair = pair_of(op, state);
    const linked_scope linked(*e, *program);
    for_each(e, groups.nrows, open_function_join{pair, groups, base::size_of(op.result), static_cast<unsigned char*>(out)});
}

array<row_offset> positions_sorted_by(const engine_ptr& e, const csr_ref& a, const sourced_operator& op,
                                      const std::shared_ptr<linked_program>& program, const operator_state& state) {
    const auto numbers = [&] { return array<row_offset>(counted_from(e, 0, a.nvals), static_cast<std::size_t>(a.nvals)); };
    array<row_offset> from = numbers(), to = numbers();
    const bool has_nan = a.type == type_code::float32 || a.type == type_code::float64;
    open_function_merge merge{pair_of(op, state), a, base::size_of(a.type), has_nan, 1, nullptr, nullptr};
    const row_offset longest = longest_row(e, a);
    const linked_scope linked(*e, *program);
    for (; merge.width < longest; merge.width *= 2) {
        merge.from = from.data();
        merge.to = to.data();
        for_each_entry(e, a, merge);
        std::swap(from, to);
    }
    return from;
}

}  // namespace graphblas_gpu::cuda
