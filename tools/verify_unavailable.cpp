// Needs: nothing; this file replaces the other verify_*.cpp if there is no SuiteSparse:GraphBLAS or Boost.Graph.
// Idea: commands call require_verifier() before they begin, so that no user waits for an answer that cannot be verified.
#include "verify.hpp"
#include <graphblas_gpu/error.hpp>
#include <semirings/catalogue.hpp>

namespace grb {
namespace {

[[noreturn]] void refuse() {
    throw gb::unsupported("--verify: this grb was built without SuiteSparse:GraphBLAS and Boost.Graph");
}

}  // namespace

void require_verifier(int) { refuse(); }

verdict verify_info(const gb::coordinates&, const file_facts&, gb::duplicate_policy) { refuse(); }
verdict verify_triangles(const gb::matrix<void>&, std::int64_t) { refuse(); }
verdict verify_bfs(const gb::matrix<void>&, std::span<const gb::index>, const gb::matrix<std::int32_t>&,
                   const gb::matrix<std::int64_t>&) {
    refuse();
}

template <class T>
verdict verify_shortest_paths(const gb::matrix<T>&, std::span<const gb::index>, const gb::matrix<T>&,
                              const gb::matrix<std::int64_t>&) {
    refuse();
}
#define GB_INSTANTIATE(T)                                                                                          \
    template verdict verify_shortest_paths(const gb::matrix<T>&, std::span<const gb::index>, const gb::matrix<T>&, \
                                           const gb::matrix<std::int64_t>&);
GRB_FOR_EACH_LENGTH(GB_INSTANTIATE)
#undef GB_INSTANTIATE

template <class T>
verdict verify_product(const product_question<T>&, const gb::matrix<T>&) {
    refuse();
}
#define GB_INSTANTIATE(name, T) template verdict verify_product(const product_question<T>&, const gb::matrix<T>&);
GB_FOR_EACH_any_type(GB_INSTANTIATE, )
#undef GB_INSTANTIATE

}  // namespace grb
