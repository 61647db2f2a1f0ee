// Needs: SuiteSparse:GraphBLAS and Boost.Graph when the tool is built; without them require_verifier() throws.
// Idea: the same question is answered by other libraries, by the shortest code that they offer, and the answers are compared
// entry by entry. None of our own product code is used, only our containers.
#pragma once

#include <graphblas_gpu/base/types.hpp>
#include <graphblas_gpu/duplicate_policy.hpp>
#include <graphblas_gpu/formats/coordinates.hpp>
#include <graphblas_gpu/matrix.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace grb {

namespace gb = graphblas_gpu;

struct verdict {
    std::vector<std::string> against;  ///< the libraries that the answer was compared with, such as "SuiteSparse 7.4.0"
    std::string difference;            ///< the first difference; empty if there is none

    bool equal() const { return difference.empty(); }
};

/// Throws unsupported if this program was built without the libraries to compare with. It must be called before the work
/// begins. `threads` is the number of threads that they may use; 0 means all.
void require_verifier(int threads);

/// The numbers that `grb info` reports.
struct file_facts {
    gb::index nvals = 0;
    gb::index self_loops = 0;
    bool symmetric = false;
};
/// Compares with SuiteSparse; the entries are as read, with duplicates joined by the policy.
verdict verify_info(const gb::coordinates& entries, const file_facts& found,
                    gb::duplicate_policy duplicates = gb::duplicate_policy::last);

/// Compares with SuiteSparse; `a` must be symmetric and without self loops.
verdict verify_triangles(const gb::matrix<void>& a, std::int64_t triangles);

/// Compares with SuiteSparse and Boost.Graph. Levels are unique. Parents are not, so each is tested for being a possible
/// parent.
verdict verify_bfs(const gb::matrix<void>& a, std::span<const gb::index> sources,
                   const gb::matrix<std::int32_t>& levels, const gb::matrix<std::int64_t>& parents);

/// The types of the lengths of edges, each as an argument of the macro `f`.
#define GRB_FOR_EACH_LENGTH(f) f(std::int32_t) f(std::int64_t) f(float) f(double)

/// Compares with SuiteSparse and Boost.Graph; T is int32, int64, float or double. Every library adds up a path from its source
/// on, and rounding is monotone, so that even floating-point distances are equal bit for bit.
template <class T>
verdict verify_shortest_paths(const gb::matrix<T>& a, std::span<const gb::index> sources,
                              const gb::matrix<T>& distances, const gb::matrix<std::int64_t>& parents);

/// The statement C<M, replace> = accum(C, A (+).(x) B), with operators given by name.
template <class T>
struct product_question {
    std::string semiring = {};  ///< such as "plus_times"
    const gb::matrix<T>* a = nullptr;
    const gb::matrix<T>* b = nullptr;
    bool transpose_a = false;
    bool transpose_b = false;
    const gb::matrix<bool>* mask = nullptr;  ///< null: no mask
    bool structural = false;
    bool complement = false;
    std::string accum = {};  ///< empty: no accumulator
    bool replace = false;
    const gb::matrix<T>* c = nullptr;  ///< the content of C before the statement

    std::string add() const { return semiring.substr(0, semiring.find('_')); }
    std::string multiply() const { return semiring.substr(semiring.find('_') + 1); }
};

/// Compares with SuiteSparse; T is any built-in type. Sums of floating-point numbers may differ by the rounding of their terms;
/// all other values must be equal. For `any`, the first term in ascending k is required.
template <class T>
verdict verify_product(const product_question<T>& question, const gb::matrix<T>& answer);

}  // namespace grb
