// Idea: the same entries with values of another type.
#pragma once

#include <graphblas_gpu/host/elementwise/convert.hpp>
#include <graphblas_gpu/matrix.hpp>

#include <type_traits>

namespace grb {

namespace gb = graphblas_gpu;

/// Converts values by gb::cast. To = void drops the values; from a matrix without values, each value is 1. O(nvals + nrows).
template <class To, class From>
gb::matrix<To> recast(const gb::matrix<From>& from) {
    if constexpr (std::is_void_v<To>) {
        return gb::matrix<void>::from_csr(from.nrows(), from.ncols(), from.row_offsets(), from.columns(), {},
                                          gb::csr_check::trusted);
    } else {
        gb::host::team alone(1);
        const gb::buffer<To> values = gb::host::converted_values<To>(alone, from.rows());
        return gb::matrix<To>::from_csr(from.nrows(), from.ncols(), from.row_offsets(), from.columns(), values,
                                        gb::csr_check::trusted);
    }
}

}  // namespace grb
