#include <graphblas_gpu/host/rows/intersect.hpp>

namespace graphblas_gpu::host {

int intersection::next(match* out) {
    int count = 0;
    if (gallops_in_b_) {
        for (; p_ < p_end_ && q_ < q_end_ && count < max_at_once; ++p_) {
            q_ = gallop(b_, q_, q_end_, a_[p_]);
            if (q_ < q_end_ && b_[q_] == a_[p_]) out[count++] = {p_, q_};
        }
    } else if (gallops_in_a_) {
        for (; p_ < p_end_ && q_ < q_end_ && count < max_at_once; ++q_) {
            p_ = gallop(a_, p_, p_end_, b_[q_]);
            if (p_ < p_end_ && a_[p_] == b_[q_]) out[count++] = {p_, q_};
        }
    } else {
        while (p_ < p_end_ && q_ < q_end_ && count < max_at_once) {
            const column_index a = a_[p_], b = b_[q_];
            if (a == b) out[count++] = {p_, q_};
            p_ += a <= b;
            q_ += b <= a;
        }
    }
    return count;
}

}  // namespace graphblas_gpu::host
