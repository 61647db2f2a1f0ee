// Needs: semirings/operators.hpp.
// Idea: an accumulator that is chosen on the command line is an object of one type for all operators: a function for the host
// and a code for a device. So the product is compiled once for all accumulators.
#pragma once

#include <graphblas_gpu/cuda/elementwise/function_codes.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace grb {

namespace gb = graphblas_gpu;

/// A function (value of C, value of the product) -> new value of C.
template <class T>
class accumulator {
  public:
    accumulator(T (*apply)(T, T), gb::cuda::binary_code code) : apply_(apply), code_(code) {}
    T operator()(T c, T product) const { return apply_(c, product); }
    gb::cuda::binary_code code() const { return code_; }

  private:
    T (*apply_)(T, T);
    gb::cuda::binary_code code_;
};

std::vector<std::string> accumulator_names();

/// The operator with this name, which must be one of accumulator_names().
template <class T>
accumulator<T> find_accumulator(std::string_view name);

}  // namespace grb
