// Needs: SuiteSparse:GraphBLAS and Boost.Graph.
// Idea: code that the verify_*.cpp share: one session for the program, the names of the libraries, operators that SuiteSparse
// lacks, and the search for the first entry in which two matrices differ.
#pragma once

#include "verify.hpp"
#include <graphblas_gpu/interop/suitesparse.hpp>

#include <fmt/format.h>

#include <string>

namespace grb {

/// Handles of what is not built in.
/// @{
using suitesparse_operator = gb::suitesparse::handle<GrB_BinaryOp, GrB_BinaryOp_free>;
using suitesparse_monoid = gb::suitesparse::handle<GrB_Monoid, GrB_Monoid_free>;
/// @}

/// The session, which the first call starts with that number of threads (0: all).
const gb::suitesparse::session& reference(int threads = 0);

/// The names with versions: "SuiteSparse 7.4.0" and "Boost.Graph 1.74".
std::string suitesparse_name();
std::string boost_name();

/// An operator of SuiteSparse that calls F{}(x, y), of two values of X, for a value of Z. SuiteSparse runs it by its generic
/// kernels, several times slower than its own operators.
template <class F, class Z, class X>
suitesparse_operator new_operator() {
    suitesparse_operator made;
    const GxB_binary_function call = [](void* z, const void* x, const void* y) {
        *static_cast<Z*>(z) = F{}(*static_cast<const X*>(x), *static_cast<const X*>(y));
    };
    gb::suitesparse::check(
        GrB_BinaryOp_new(made.out(), call, gb::suitesparse::type<Z>(), gb::suitesparse::type<X>(), gb::suitesparse::type<X>()),
        "GrB_BinaryOp_new");
    return made;
}

/// Whether x and y are equal, or both NaN.
template <class T>
bool same_value(const T& x, const T& y) {
    return x == y || (x != x && y != y);
}

/// Describes the first entry, in row order, that only one of the two matrices has, or for which accept(position among the
/// entries of `theirs`, our value, their value) is false; empty if there is none. `whose` is the name of the library of
/// `theirs`.
template <class T, class Accept>
std::string first_difference(const gb::matrix<T>& ours, const gb::matrix<T>& theirs, const std::string& whose,
                             const Accept& accept) {
    if (ours.nrows() != theirs.nrows() || ours.ncols() != theirs.ncols())
        return fmt::format("the answer is {} x {}, that of {} {} x {}", ours.nrows(), ours.ncols(), whose,
                           theirs.nrows(), theirs.ncols());
    const gb::structure_view a = ours.rows(), b = theirs.rows();
    for (gb::index i = 0; i < a.nrows; ++i) {
        gb::row_offset p = a.begin(i), q = b.begin(i);
        for (; p < a.end(i) || q < b.end(i); ++p, ++q) {
            const bool only_ours = q == b.end(i) || (p < a.end(i) && a.columns[p] < b.columns[q]);
            const bool only_theirs = p == a.end(i) || (q < b.end(i) && b.columns[q] < a.columns[p]);
            if (only_ours) return fmt::format("entry ({}, {}) is not in the answer of {}", i, a.columns[p], whose);
            if (only_theirs) return fmt::format("entry ({}, {}) of {} is missing", i, b.columns[q], whose);
            const T& x = ours.values()[static_cast<std::size_t>(p)];
            const T& y = theirs.values()[static_cast<std::size_t>(q)];
            if (!accept(q, x, y)) return fmt::format("entry ({}, {}) is {}, {} has {}", i, a.columns[p], x, whose, y);
        }
    }
    return {};
}

template <class T>
std::string first_difference(const gb::matrix<T>& ours, const gb::matrix<T>& theirs, const std::string& whose) {
    return first_difference(ours, theirs, whose, [](gb::row_offset, const T& x, const T& y) { return same_value(x, y); });
}

}  // namespace grb
