// Which strategy a masked product takes: a push, or dot products.
#pragma once

#include <graphblas_gpu/planner/method.hpp>

namespace graphblas_gpu::cuda {

/// The strategy that the caller wants: `hash` is a push, `dot` takes dot products, `automatic` takes the one with less work.
/// `taken` (may be null) receives the strategy that was taken, hash or dot; if the product was cut into parts, that of the last
/// part.
struct masked_strategy {
    masked_strategy(method m, method* to = nullptr) : wanted(m), taken(to) {}  // NOLINT: converts from a method

    void take(method m) const {
        if (taken != nullptr) *taken = m;
    }

    method wanted;
    method* taken;
};

}  // namespace graphblas_gpu::cuda
