// Needs: SuiteSparse:GraphBLAS and Boost.Graph when the tool is built; without them require_verifier() says so.
// Idea: the same question is asked of other people's programs, by the shortest route that they offer, and the answers
// are compared entry by entry. Nothing of our own product code takes part beyond containers.
#pragma once

#include <graphblas_gpu/duplicate_policy.hpp>
#include <graphblas_gpu/formats/coordinates.hpp>
#include <graphblas_gpu/formats/types.hpp>
#include <graphblas_gpu/matrix.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace grb {

namespace gb = graphblas_gpu;

struct verdict {
    std::vector<std::string> against;  ///< what the answer was compared with, such as "SuiteSparse 7.4.0"
    std::string difference;            ///< the first one; empty if there is none

    bool equal() const { return difference.empty(); }
};

/// Throws unsupported if this program was built without the libraries to compare with. To be called before the work
/// begins. `threads` is the number they may use; 0 means all.
void require_verifier(int threads);

/// What `grb info` counts.
struct file_facts {
    gb::index nvals = 0;
    gb::index self_loops = 0;
    bool symmetric = false;
};
/// Against SuiteSparse; the entries as read, duplicates joined by the policy.
verdict verify_info(const gb::coordinates& entries, const file_facts& found,
                    gb::duplicate_policy duplicates = gb::duplicate_policy::last);

/// Against SuiteSparse; `a` is symmetric and without self loops.
verdict verify_triangles(const gb::matrix<void>& a, std::int64_t triangles);

/// Against SuiteSparse and Boost.Graph. Levels are unique; parents are not, so each is tested for being one.
verdict verify_bfs(const gb::matrix<void>& a, std::span<const gb::index> sources,
                   const gb::matrix<std::int32_t>& levels, const gb::matrix<std::int64_t>& parents);

/// Against SuiteSparse and Boost.Graph, T being int32, int64, float or double. Every program adds up a path from its
/// source on, and rounding is monotone, so that even floating-point distances are equal bit for bit.
template <class T>
verdict verify_shortest_paths(const gb::matrix<T>& a, std::span<const gb::index> sources,
                              const gb::matrix<T>& distances, const gb::matrix<std::int64_t>& parents);

/// C<M, replace> = accum(C, A (+).(x) B), with operators by name.
template <class T>
struct product_question {
    std::string add;
    std::string multiply;
    const gb::matrix<T>* a = nullptr;
    const gb::matrix<T>* b = nullptr;
    bool transpose_a = false;
    bool transpose_b = false;
    const gb::matrix<bool>* mask = nullptr;  ///< null: no mask
    bool structural = false;
    bool complement = false;
    std::string accum;  ///< empty: none
    bool replace = false;
    const gb::matrix<T>* c = nullptr;  ///< before
};

/// Against SuiteSparse, T being any built-in type. Sums of floating-point numbers may be off by what rounding can do to
/// the terms of each; everything else has to be equal. Of `any`, the first term in ascending k is demanded.
template <class T>
verdict verify_product(const product_question<T>& question, const gb::matrix<T>& answer);

}  // namespace grb
