// A sum under a monoid whose type is not known, for code that is compiled once for all monoids, and sums over chunks of rows.
#pragma once

#include <memory>

#include <graphblas_gpu/host/elementwise/running.hpp>
#include <graphblas_gpu/host/rows/rows.hpp>

namespace graphblas_gpu::host {

class partial_sum {
  public:
    virtual ~partial_sum() = default;
    /// An empty sum under the same monoid.
    virtual std::unique_ptr<partial_sum> fresh() const = 0;
    /// Adds `count` values of the monoid's type, in order.
    virtual void add(const void* values, index count) = 0;
    /// Adds another sum under the same monoid.
    virtual void add(const partial_sum& other) = 0;
};

template <class Monoid>
class sum_of final : public partial_sum {
  public:
    explicit sum_of(const Monoid& monoid) : monoid_(monoid), sum_(monoid) {}

    std::unique_ptr<partial_sum> fresh() const override { return std::make_unique<sum_of>(monoid_); }
    void add(const void* values, index count) override {
        const auto* const terms = static_cast<const monoid_value_t<Monoid>*>(values);
        auto so_far = sum_;
        for (index n = 0; n < count; ++n) so_far.add(terms[n]);
        sum_ = so_far;
    }
    void add(const partial_sum& other) override { sum_.add(static_cast<const sum_of&>(other).sum_); }

    running<Monoid>& sum() { return sum_; }

  private:
    Monoid monoid_;
    running<Monoid> sum_;
};

/// Calls body(first, last, member, sum) with an empty sum for each chunk of rows and adds these sums to `total` in the order of
/// chunks. The cuts depend on the work and the number of threads only, so that two runs on equally many threads add in the same
/// order.
void fold_chunks(team& team, index rows, base::function_ref<std::int64_t(index)> work_before,
                 base::function_ref<void(index, index, int, partial_sum&)> body, partial_sum& total);

}  // namespace graphblas_gpu::host
