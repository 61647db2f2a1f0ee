// A running sum under a monoid.
#pragma once

#include <semirings/monoids.hpp>

namespace graphblas_gpu::host {

/// The sum starts from the identity of the monoid, or from the first term where the identity is not neutral, as for `any`.
template <class Monoid>
class running {
    using value = monoid_value_t<Monoid>;

  public:
    explicit running(const Monoid& monoid) : monoid_(monoid) {}

    void add(const value& x) {
        if constexpr (monoid_identity_is_neutral_fill<Monoid>) {
            sum_ = monoid_(sum_, x);
        } else if (!seen_) {
            sum_ = x;
            seen_ = true;
        }
    }
    void add(const running& other) {
        if constexpr (monoid_identity_is_neutral_fill<Monoid>) {
            sum_ = monoid_(sum_, other.sum_);
        } else if (other.seen_) {
            add(other.sum_);
        }
    }
    const value& sum() const { return sum_; }

  private:
    Monoid monoid_;
    value sum_ = Monoid::identity();
    bool seen_ = false;
};

}  // namespace graphblas_gpu::host
