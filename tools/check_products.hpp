// Needs: a matrix of numbers.
// Idea: products of the matrix with itself and with a vector, in every form that the library has.
#pragma once

#include "checklist.hpp"
#include <graphblas_gpu/context.hpp>

#include <vector>

namespace grb {

/// Adds the products to the list; T is int64 or double. `methods` are those to ask, of which dot is left out where it would
/// take long. Without a mask of few entries a product may be far larger than its operands: one of more than
/// `most_multiplications` is skipped.
template <class T>
void check_products(checklist& list, const gb::context& ctx, const gb::matrix<T>& a,
                    const std::vector<gb::method>& methods, std::int64_t most_multiplications);

extern template void check_products(checklist&, const gb::context&, const gb::matrix<std::int64_t>&,
                                    const std::vector<gb::method>&, std::int64_t);
extern template void check_products(checklist&, const gb::context&, const gb::matrix<double>&,
                                    const std::vector<gb::method>&, std::int64_t);

/// The same entries with values cast to another type; `void` drops them.
template <class To, class From>
gb::matrix<To> recast(const gb::matrix<From>& from) {
    if constexpr (!std::is_void_v<To>) {
        gb::buffer<To> values(from.columns().size());
        for (std::size_t p = 0; p < values.size(); ++p) {
            if constexpr (std::is_void_v<From>)
                values[p] = gb::cast<To>(1);
            else
                values[p] = gb::cast<To>(from.values()[p]);
        }
        return gb::matrix<To>::from_csr(from.nrows(), from.ncols(), from.row_offsets(), from.columns(), values,
                                        gb::csr_check::trusted);
    } else {
        return gb::matrix<void>::from_csr(from.nrows(), from.ncols(), from.row_offsets(), from.columns(), {},
                                          gb::csr_check::trusted);
    }
}

}  // namespace grb
