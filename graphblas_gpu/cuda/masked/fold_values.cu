// Sums of arrays under an operator that is a number.
//
// Idea: one kernel a type, the operator a number. Two steps: sums of blocks, and their sum; the order is the same in every run.
#include <graphblas_gpu/cuda/masked/fold.cuh>

#include <algorithm>

namespace graphblas_gpu::cuda {

namespace {

/// An operator of add_code over T. `any` takes the first that comes.
template <class T>
struct added {
    add_code op;
    GB_HD T operator()(const T& x, const T& y) const {
        if constexpr (std::is_same_v<T, bool>) {
            switch (op) {
                case add_code::lor: return lor{}(x, y);
                case add_code::land: return land{}(x, y);
                case add_code::lxor: return lxor{}(x, y);
                default: return x;
            }
        } else {
            switch (op) {
                case add_code::plus: return plus{}(x, y);
                case add_code::min: return min{}(x, y);
                case add_code::max: return max{}(x, y);
                default: return x;
            }
        }
    }
};

constexpr unsigned threads = 256;

/// One sum a block: of the values that its threads meet in strides of the grid, which has no more blocks than there are threads
/// with a value.
template <class T>
__global__ void fold_kernel(const T* values, std::int64_t n, added<T> add, T* sums) {
    __shared__ T shared[threads];
    const std::int64_t first = static_cast<std::int64_t>(blockIdx.x) * threads;
    const std::int64_t step = static_cast<std::int64_t>(gridDim.x) * threads;
    const unsigned t = threadIdx.x;
    if (first + t < n) {
        T sum = values[first + t];
        for (std::int64_t p = first + t + step; p < n; p += step) sum = add(sum, values[p]);
        shared[t] = sum;
    }
    const unsigned filled = n - first < threads ? static_cast<unsigned>(n - first) : threads;
    for (unsigned d = threads / 2; d > 0; d /= 2) {
        __syncthreads();
        if (t < d && t + d < filled) shared[t] = add(shared[t], shared[t + d]);
    }
    if (t == 0) sums[blockIdx.x] = shared[0];
}

}  // namespace

std::optional<formats::scalar_value> fold_values(const engine_ptr& e, type_code type, add_code add, const void* values,
                                                 std::int64_t n) {
    if (n == 0) return std::nullopt;
    return formats::with_code(type, [&](auto of) {
        using T = typename decltype(of)::type;
        const std::int64_t most = e->facts().multiprocessors * std::int64_t{8};
        const auto blocks = static_cast<unsigned>(std::min((n + threads - 1) / threads, most));
        const array<T> sums(e, blocks);
        const array<T> sum(e, 1);
        const added<T> op{add};
        simt::launch(e->stream(), blocks, threads, 0, fold_kernel<T>, static_cast<const T*>(values), n, op, sums.data());
        simt::launch(e->stream(), 1u, threads, 0, fold_kernel<T>, sums.data(), std::int64_t{blocks}, op, sum.data());
        return formats::scalar_value(peeked(*e, sum.data()));
    });
}

}  // namespace graphblas_gpu::cuda
