// Needs: the public interface.
// Idea: the same entries with values of another type.
#pragma once

#include <graphblas_gpu/matrix.hpp>
#include <semirings/types.hpp>

#include <cstddef>
#include <type_traits>

namespace grb {

namespace gb = graphblas_gpu;

/// Values are converted by gb::cast; `void` drops them, and where there are none they are 1. O(nvals + nrows).
template <class To, class From>
gb::matrix<To> recast(const gb::matrix<From>& from) {
    if constexpr (std::is_void_v<To>) {
        return gb::matrix<void>::from_csr(from.nrows(), from.ncols(), from.row_offsets(), from.columns(), {},
                                          gb::csr_check::trusted);
    } else {
        gb::buffer<To> values(from.columns().size());
        for (std::size_t p = 0; p < values.size(); ++p) {
            if constexpr (std::is_void_v<From>)
                values[p] = gb::cast<To>(1);
            else
                values[p] = gb::cast<To>(from.values()[p]);
        }
        return gb::matrix<To>::from_csr(from.nrows(), from.ncols(), from.row_offsets(), from.columns(), values,
                                        gb::csr_check::trusted);
    }
}

}  // namespace grb
