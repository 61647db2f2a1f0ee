// Needs: SuiteSparse:GraphBLAS and Boost.Graph.
// Idea: see verify_common.hpp.
#include "verify_common.hpp"

#include <graphblas_gpu/interop/boost_graph.hpp>

namespace grb {

void require_verifier(int threads) { reference(threads); }

const gb::suitesparse::session& reference(int threads) {
    static const gb::suitesparse::session session(threads);
    return session;
}

std::string suitesparse_name() { return "SuiteSparse " + reference().version(); }

std::string boost_name() { return "Boost.Graph " + gb::boost_graph::version(); }

}  // namespace grb
