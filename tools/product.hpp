// Idea: one product as `grb mxm` computes it. Operands, output and accumulator have the semiring's value type, the mask is
// boolean, and the semiring is an entry of the catalogue. An accumulator that is chosen on the command line is an object of one
// type for all operators: a function for the host and a code for a device. So the product is compiled once for each value type.
#pragma once

#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/cuda/elementwise/function_codes.hpp>
#include <graphblas_gpu/descriptor.hpp>
#include <graphblas_gpu/matrix.hpp>

#include <optional>
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

template <class T>
struct product_problem {
    gb::matrix<T> a;
    std::optional<gb::matrix<T>> b;  ///< if absent, A is used again
    std::optional<gb::matrix<bool>> mask;
    bool structural = false;
    bool complement = false;
    std::optional<accumulator<T>> accum;
    gb::descriptor desc;
    gb::matrix<T> c;  ///< the output; its initial content is an input too

    const gb::matrix<T>& right() const { return b ? *b : a; }
};

/// C<M, replace> = accum(C, A (+).(x) B) over the semiring of that name in the catalogue, which must be defined for type T.
/// Throws what mxm throws.
template <class T>
void compute(const gb::context& ctx, std::string_view semiring, product_problem<T>& problem);

}  // namespace grb
