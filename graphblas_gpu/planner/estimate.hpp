// What a method is expected to cost for a product.
#pragma once

#include <array>
#include <cstddef>
#include <limits>

#include <graphblas_gpu/planner/method.hpp>

namespace graphblas_gpu::planner {

/// The time and the memory that a method is expected to need.
struct method_estimate {
    /// Not finite if nothing is predicted: the method cannot compute this product, or nobody asked.
    double milliseconds = std::numeric_limits<double>::infinity();
    double bytes = 0;  ///< in addition to the operands

    /// Whether there is a prediction.
    constexpr bool is_predicted() const { return milliseconds < std::numeric_limits<double>::infinity(); }
};

/// An estimate for every method, in the order of all_methods. The first, for `automatic`, stays empty.
class method_estimates {
  public:
    constexpr method_estimate& operator[](method m) { return all_[static_cast<std::size_t>(m)]; }
    constexpr const method_estimate& operator[](method m) const { return all_[static_cast<std::size_t>(m)]; }

    /// The method with the least predicted time; automatic if nothing is predicted.
    constexpr method best() const {
        method least = method::automatic;
        for (const method m : all_methods) {
            if ((*this)[m].milliseconds < (*this)[least].milliseconds) least = m;
        }
        return least;
    }

  private:
    std::array<method_estimate, all_methods.size()> all_{};
};

}  // namespace graphblas_gpu::planner
