// Idea: vectors are compared as matrices of one row or column. This is a source of its own, so that a change of mxm.hpp does
// not compile it again.
#include "check_products.hpp"
#include "recast.hpp"
#include <graphblas_gpu/catalogued.hpp>
#include <graphblas_gpu/mxv.hpp>

#include <fmt/format.h>

#include <string>

namespace grb {
namespace {

template <class T>
gb::matrix<T> as_matrix(const gb::vector<T>& v, bool row) {
    const std::vector<gb::index> positions(v.indices().begin(), v.indices().end());
    const std::vector<gb::index> zeros(positions.size(), 0);
    return row ? gb::matrix<T>::from_edges(1, v.size(), zeros, positions, v.values())
               : gb::matrix<T>::from_edges(v.size(), 1, positions, zeros, v.values());
}

/// A vector with an entry at every third position.
template <class T>
gb::vector<T> every_third(gb::index size) {
    gb::vector<T> v(size);
    v.make_dense();
    for (gb::index i = 0; i < size; i += 3) v.set_element(i, gb::cast<T>(1 + i % 7));
    return v;
}

template <class T>
void check_over(const std::string& semiring, checklist& list, const gb::context& ctx, const gb::matrix<T>& a,
                const std::vector<gb::method>& methods) {
    const gb::catalogued<T> over(semiring);
    for (const bool row : {true, false}) {
        const gb::vector<T> u = every_third<T>(row ? a.nrows() : a.ncols());
        const gb::vector<T> barred = every_third<T>(row ? a.ncols() : a.nrows());
        const gb::matrix<T> u_as_matrix = as_matrix(u, row);
        const gb::matrix<bool> mask = recast<bool>(as_matrix(barred, row));
        const gb::matrix<T> empty(mask.nrows(), mask.ncols());
        for (const bool masked : {false, true}) {
            const auto ask = [&](gb::method m) {
                gb::vector<T> w(barred.size());
                const auto multiply = [&](const auto& admitted) {
                    if (row)
                        gb::vxm(ctx, w, admitted, gb::no_accum, over, u, a, {.method = m});
                    else
                        gb::mxv(ctx, w, admitted, gb::no_accum, over, a, u, {.method = m});
                };
                if (masked)
                    multiply(!gb::structure(barred));
                else
                    multiply(gb::no_mask);
                return as_matrix(w, row);
            };
            list.check(fmt::format("w{} = {}, {} {}", masked ? "<!m>" : "", row ? "u*A" : "A*u", semiring, gb::type_name<T>()),
                       methods, ask, [&](const gb::matrix<T>& found) {
                           const product_question<T> asked{.semiring = semiring,
                                                           .a = row ? &u_as_matrix : &a,
                                                           .b = row ? &a : &u_as_matrix,
                                                           .mask = masked ? &mask : nullptr,
                                                           .structural = masked,
                                                           .complement = masked,
                                                           .accum = {},
                                                           .c = &empty};
                           return verify_product(asked, found);
                       });
        }
    }
}

}  // namespace

template <class T>
void check_vector_products(checklist& list, const gb::context& ctx, const gb::matrix<T>& a,
                           const std::vector<gb::method>& methods) {
    const std::vector<gb::method> of_vectors = methods_for_vectors(methods);
    if (of_vectors.empty()) return list.skip("products with a vector", no_method_for_vectors);
    for (const char* const semiring : {"plus_times", "min_plus", "max_second"}) {
        check_over(semiring, list, ctx, a, of_vectors);
    }
}

template void check_vector_products(checklist&, const gb::context&, const gb::matrix<std::int64_t>&,
                                    const std::vector<gb::method>&);
template void check_vector_products(checklist&, const gb::context&, const gb::matrix<double>&, const std::vector<gb::method>&);

}  // namespace grb
