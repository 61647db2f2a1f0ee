#include <graphblas_gpu/named_value.hpp>
#include <graphblas_gpu/spamm/formats/dense_blocks.hpp>
#include <graphblas_gpu/spamm/formats/half.hpp>

#include <cmath>
#include <limits>

namespace graphblas_gpu::formats {

const char* to_string(block_type t) noexcept {
    constexpr graphblas_gpu::detail::value_names<block_type::float64> names("float16", "bfloat16", "float32", "float64");
    return names.of(t);
}

namespace {

template <class T>
double norm_of(const T* values, index n) {
    double most = 0, sum = 0;
    bool finite = true;
    for (index k = 0; k < n; ++k) {
        const double x = std::abs(as_double(values[k]));
        most = x > most ? x : most;
        finite &= x <= std::numeric_limits<double>::max();
    }
    if (!finite) return std::numeric_limits<double>::infinity();
    if (most == 0) return 0;
    // Squares of doubles beyond these magnitudes would leave the range.
    constexpr double large = 1e100, small = 1e-100, factor = 1e200;
    const double scale = most > large ? 1 / factor : most < small ? factor : 1;
    for (index k = 0; k < n; ++k) {
        const double x = as_double(values[k]) * scale;
        sum += x * x;
    }
    return std::sqrt(sum) / scale;
}

}  // namespace

double frobenius_norm(block_type type, const void* values, index n) {
    return with_block_type(type, [&]<class T>(T) { return norm_of(static_cast<const T*>(values), n); });
}

}  // namespace graphblas_gpu::formats
