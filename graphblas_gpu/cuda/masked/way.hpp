// Which way a masked product goes.
#pragma once

#include <graphblas_gpu/planner/method.hpp>

namespace graphblas_gpu::cuda {

/// What the caller wants (hash pushes, dot takes dot products, automatic whatever is less work), and where to say what was
/// done: hash or dot, of a product that came apart that of its last part; null if nobody asks.
struct masked_way {
    masked_way(method m, method* to = nullptr) : wanted(m), taken(to) {}  // NOLINT: a method is a way

    void take(method m) const {
        if (taken != nullptr) *taken = m;
    }

    method wanted;
    method* taken;
};

}  // namespace graphblas_gpu::cuda
