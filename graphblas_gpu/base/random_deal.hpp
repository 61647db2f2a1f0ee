// Numbers that are dealt out at random, but stay in order.
//
// Idea: each stretch of 64 numbers a part is permuted at random by itself, and every part gets 64 of it. So parts have equal
// shares of every stretch: the hubs of a graph, which often have neighbouring numbers, spread over all parts. Within a part
// numbers that are near each other stay near.
#pragma once

#include <graphblas_gpu/base/counter_random.hpp>

namespace graphblas_gpu::base {

/// A random permutation of 0 .. size-1 whose images are cut at size * p / parts into equal parts.
class random_deal {
  public:
    GB_HD constexpr random_deal(std::uint64_t size, std::uint64_t parts, std::uint64_t seed)
        : parts_(parts),
          stretch_(parts * share),
          stretches_(size / stretch_),
          rest_(size % stretch_),
          keys_(seed, 0),
          of_rest_(rest_ == 0 ? 1 : rest_, seed, 1) {
        while (mask_ + 1 < stretch_) mask_ = 2 * mask_ + 1;
    }

    GB_HD constexpr std::uint64_t operator()(std::uint64_t x) const {
        const std::uint64_t stretch = x / stretch_;
        if (stretch == stretches_) {  // the last numbers, fewer than a stretch
            const std::uint64_t y = of_rest_(x - stretch * stretch_), part = ((y + 1) * parts_ - 1) / rest_;
            return stretches_ * share * (part + 1) + y;
        }
        const std::uint64_t y = within(stretch, x - stretch * stretch_), part = y / share;
        return part * stretches_ * share + rest_ * part / parts_ + stretch * share + y % share;
    }

  private:
    static constexpr std::uint64_t share = 64;  ///< of a stretch, for each part

    /// As random_permutation, with two rounds whose constants are the bits of one random number.
    GB_HD constexpr std::uint64_t within(std::uint64_t stretch, std::uint64_t y) const {
        const std::uint64_t key = keys_(stretch);
        do {
            for (int round = 0; round < 2; ++round) {
                const std::uint64_t bits = key >> 32 * round;
                y = ((y + (bits & 0xffff)) * ((bits >> 16 & 0xffff) | 1)) & mask_;
                y ^= y >> shift;
            }
        } while (y >= stretch_);
        return y;
    }

    static constexpr int shift = 4;
    std::uint64_t parts_, stretch_, stretches_, rest_, mask_ = 1;
    counter_random keys_;
    random_permutation of_rest_;
};

}  // namespace graphblas_gpu::base
