// Needs: nothing; this file replaces the other verify_*.cpp if there is no SuiteSparse:GraphBLAS or Boost.Graph.
// Idea: commands call require_verifier() before they begin, so that no user waits for an answer that cannot be verified.
#include "verify.hpp"
#include <graphblas_gpu/error.hpp>

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
template verdict verify_shortest_paths(const gb::matrix<std::int32_t>&, std::span<const gb::index>,
                                       const gb::matrix<std::int32_t>&, const gb::matrix<std::int64_t>&);
template verdict verify_shortest_paths(const gb::matrix<std::int64_t>&, std::span<const gb::index>,
                                       const gb::matrix<std::int64_t>&, const gb::matrix<std::int64_t>&);
template verdict verify_shortest_paths(const gb::matrix<float>&, std::span<const gb::index>, const gb::matrix<float>&,
                                       const gb::matrix<std::int64_t>&);
template verdict verify_shortest_paths(const gb::matrix<double>&, std::span<const gb::index>, const gb::matrix<double>&,
                                       const gb::matrix<std::int64_t>&);

template <class T>
verdict verify_product(const product_question<T>&, const gb::matrix<T>&) {
    refuse();
}
template verdict verify_product(const product_question<bool>&, const gb::matrix<bool>&);
template verdict verify_product(const product_question<std::int8_t>&, const gb::matrix<std::int8_t>&);
template verdict verify_product(const product_question<std::int16_t>&, const gb::matrix<std::int16_t>&);
template verdict verify_product(const product_question<std::int32_t>&, const gb::matrix<std::int32_t>&);
template verdict verify_product(const product_question<std::int64_t>&, const gb::matrix<std::int64_t>&);
template verdict verify_product(const product_question<std::uint8_t>&, const gb::matrix<std::uint8_t>&);
template verdict verify_product(const product_question<std::uint16_t>&, const gb::matrix<std::uint16_t>&);
template verdict verify_product(const product_question<std::uint32_t>&, const gb::matrix<std::uint32_t>&);
template verdict verify_product(const product_question<std::uint64_t>&, const gb::matrix<std::uint64_t>&);
template verdict verify_product(const product_question<float>&, const gb::matrix<float>&);
template verdict verify_product(const product_question<double>&, const gb::matrix<double>&);

}  // namespace grb
