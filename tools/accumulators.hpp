// Needs: semirings/operators.hpp.
// Idea: an accumulator chosen on the command line is an object of one type, a function for the host and a code for a device, so that
// the product is compiled once for all of them.
#pragma once

#include <graphblas_gpu/cuda/elementwise/function_codes.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace grb {

namespace gb = graphblas_gpu;

/// (value of C, value of the product) -> new value of C.
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

/// The operator of that name, which is one of accumulator_names().
template <class T>
accumulator<T> find_accumulator(std::string_view name);

}  // namespace grb
