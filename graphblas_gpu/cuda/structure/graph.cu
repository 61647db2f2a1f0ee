#include <graphblas_gpu/cuda/primitives/compaction.cuh>
#include <graphblas_gpu/cuda/structure/graph.hpp>
#include <graphblas_gpu/cuda/elementwise/reduce.hpp>

#include <semirings/operators.hpp>

#include <limits>

namespace graphblas_gpu::cuda {

namespace {

template <class T>
struct is_tight {
    csr_ref a;
    const T* distances;
    T too_far;
    __device__ bool operator()(index i, row_offset p) const {
        const T here = distances[i], there = distances[a.columns[p]];
        return here != too_far && there != too_far && saturating_plus{}(here, static_cast<const T*>(a.values)[p]) <= there;
    }
};

template <class T>
csr tight(const engine_ptr& e, const csr_ref& a, const csr_ref& distances) {
    using limits = std::numeric_limits<T>;
    constexpr T too_far = limits::has_infinity ? limits::infinity() : limits::max();
    return filtered(e, a.structure(), is_tight<T>{a, static_cast<const T*>(distances.values), too_far});
}

double sum_of(const engine_ptr& e, const array<double>& terms) {
    if (terms.empty()) return 0;
    const auto n = static_cast<std::int64_t>(terms.size());
    return sum_of_values(e, type_code::float64, terms.data(), n, binary_code::plus, type_code::float64).as<double>();
}

}  // namespace

csr edges_by_degree(const engine_ptr& e, const csr_ref& a, bool to_larger) {
    const csr_ref edges = a.structure();
    return filtered(e, edges, GB_DEVICE_LAMBDA(index i, row_offset p) {
        const index j = edges.columns[p];
        const row_offset here = edges.offsets[i + 1] - edges.offsets[i], there = edges.offsets[j + 1] - edges.offsets[j];
        return (here < there || (here == there && i < j)) == to_larger;
    });
}

csr tight_edges(const engine_ptr& e, const csr_ref& a, const csr_ref& distances) {
    switch (a.type) {
        case type_code::int32: return tight<std::int32_t>(e, a, distances);
        case type_code::int64: return tight<std::int64_t>(e, a, distances);
        case type_code::float32: return tight<float>(e, a, distances);
        default: return tight<double>(e, a, distances);
    }
}

double squares_of_row_sizes(const engine_ptr& e, const csr_ref& part) {
    const array<double> terms(e, static_cast<std::size_t>(part.nrows));
    double* const to = terms.data();
    const row_offset* const offsets = part.offsets;
    for_each(e, part.nrows, GB_DEVICE_LAMBDA(std::int64_t k) {
        const auto size = static_cast<double>(offsets[k + 1] - offsets[k]);
        to[k] = size * size;
    });
    return sum_of(e, terms);
}

double products_of_row_sizes(const engine_ptr& e, const csr_ref& a, const csr_ref& part) {
    const array<double> terms(e, static_cast<std::size_t>(a.nrows));
    double* const to = terms.data();
    const row_offset* const all = a.offsets;
    const row_offset* const some = part.offsets;
    for_each(e, a.nrows, GB_DEVICE_LAMBDA(std::int64_t k) {
        const auto size = static_cast<double>(some[k + 1] - some[k]);
        to[k] = size * (static_cast<double>(all[k + 1] - all[k]) - size);
    });
    return sum_of(e, terms);
}

}  // namespace graphblas_gpu::cuda
