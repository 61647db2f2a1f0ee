// The checks that the algorithms share.
#pragma once

#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/matrix.hpp>

#include <string>

namespace graphblas_gpu::algorithm {

/// Throws dimension_mismatch unless A is square; the message begins with `operation`.
template <class T>
void require_square(const char* operation, const matrix<T>& a) {
    if (a.nrows() == a.ncols()) return;
    throw dimension_mismatch(std::string(operation) + ": A is " + std::to_string(a.nrows()) + "x" +
                             std::to_string(a.ncols()) + "; it must be square");
}

/// Throws invalid_index unless `source` is a vertex of a graph of n vertices.
inline void require_vertex(const char* operation, index source, index n) {
    if (source >= 0 && source < n) return;
    throw invalid_index(std::string(operation) + ": source " + std::to_string(source) + " is outside [0, " +
                        std::to_string(n) + ")");
}

/// A comparison for a long sort, which ends if the call does: it throws cancelled. The sort gets it by std::ref.
template <class Before>
class comparison {
  public:
    comparison(const running_call& call, const Before& before) : call_(call), before_(before) {}

    template <class X>
    bool operator()(const X& x, const X& y) {
        constexpr unsigned between_looks = 1u << 18;
        if (++made_ % between_looks == 0) call_.look();
        return before_(x, y);
    }

  private:
    const running_call& call_;
    const Before& before_;
    unsigned made_ = 0;
};

}  // namespace graphblas_gpu::algorithm
