// Needs: Catch2, SuiteSparse:GraphBLAS 7 or newer.
//
// Idea: the same operation on both libraries, compared entry by entry: to the bit, except for floating-point sums,
// whose order is each library's own.
#pragma once

#include "../spec/trial.hpp"
#include <graphblas_gpu/interop/suitesparse.hpp>

#include <limits>
#include <tuple>
#include <utility>

namespace peer {

namespace gb = graphblas_gpu;
namespace ss = graphblas_gpu::suitesparse;
using gb::index;

/// SuiteSparse:GraphBLAS starts with the first test that needs it and ends with the program.
inline void start() { static const ss::session running(2); }

using spec::largest_product;
using spec::largest_value;
using spec::rounding;

inline ss::descriptor_handle descriptor_of(const spec::options& o, const gb::descriptor& d) {
    return ss::make_descriptor({.transpose_a = d.transpose_a,
                                .transpose_b = d.transpose_b,
                                .complement = o.masked && o.complement,
                                .structural = o.masked && !o.by_value,
                                .replace = o.replace});
}

template <class T>
GrB_BinaryOp accumulator_of(const spec::options& o) {
    switch (o.accum) {
        case spec::accumulation::none:
            return nullptr;
        case spec::accumulation::plus:
            return ss::binary_operator<T>("plus");
        case spec::accumulation::minus:
            return ss::binary_operator<T>("minus");
        case spec::accumulation::second:
            return ss::binary_operator<T>("second");
    }
    return nullptr;
}

template <class T>
gb::csr<T> rows(const gb::matrix<T>& m) {
    return m.to_csr();
}
template <class T>
gb::csr<T> rows(const gb::vector<T>& v) {
    return gb::formats::copy_of(v.list());
}
template <class T>
gb::csr<T> rows(ss::matrix_handle&& object) {
    return ss::matrix_from<T>(std::move(object)).to_csr();
}
template <class T>
gb::csr<T> rows(ss::vector_handle&& object) {
    return gb::formats::copy_of(ss::vector_from<T>(std::move(object)).list());
}

/// Their side of a comparison: the call of a function (C, mask, accum, arguments ..., desc), which `name` names if it fails.
/// Arguments that are objects of the caller have to live as long.
template <class Function, class... Arguments>
auto theirs(Function function, const char* name, Arguments&&... arguments) {
    return [function, name, kept = std::tuple<Arguments...>(std::forward<Arguments>(arguments)...)](
               const auto& c, const auto& mask, GrB_BinaryOp accum, GrB_Descriptor desc) {
        std::apply([&](const auto&... each) { ss::check(function(c, mask, accum, each..., desc), name, c); }, kept);
    };
}

/// ours(ctx, C, mask, accum, desc) against theirs(C, mask, accum, desc) for every option, and every method named. C is
/// a matrix or a vector; sums of `terms` terms may differ by their rounding.
template <class C, class M, class Ours, class Theirs>
void compare(const spec::trial& about, const C& c, const M& mask, Ours&& ours, Theirs&& theirs,
             std::int64_t terms = 0) {
    using T = typename C::value_type;
    start();
    std::size_t next = 0;
    const auto mask_there = ss::to_suitesparse(mask);
    for (const spec::options& o : spec::all_options()) {
        if (!spec::is_tried_here()) continue;
        auto there = ss::to_suitesparse(c);
        const auto no_mask = decltype(mask_there){};
        theirs(there, o.masked ? mask_there : no_mask, accumulator_of<T>(o), descriptor_of(o, about.desc));
        const gb::csr<T> want = rows<T>(std::move(there));
        for (const gb::method method : about.methods) {
            const gb::context& ctx = spec::contexts()[next++ % spec::contexts().size()];
            gb::descriptor d = about.desc;
            d.replace = o.replace;
            d.method = method;
            C here = c;
            spec::with_mask_and_accumulator(
                o, mask, [&](const auto& view, const auto& accum) { ours(ctx, here, view, accum, d); });
            const auto tolerance = [&](std::size_t) {
                if constexpr (std::floating_point<T>)
                    return rounding<T>(terms, largest_product);
                else
                    return 0.0;
            };
            spec::expect_none(spec::difference(rows(here), want, tolerance), [&] {
                return about.name + ": " + spec::describe(o, d, spec::alias::none, ctx.threads());
            });
        }
    }
    SUCCEED();
}

}  // namespace peer
