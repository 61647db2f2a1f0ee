// Needs: nvcc, and a device; without one it says so and exits with 77.
//
// Idea: every combination of the catalogue, every operator and every typecast is evaluated by a kernel on pairs of
// sample values and compared with what the host gives, bit for bit. Only NaN is compared as NaN: the two processors
// give it different signs and payloads.
#include "tests/semirings/samples.hpp"
#include <semirings/catalogue.hpp>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace gb = graphblas_gpu;

namespace {

int failures = 0;
int comparisons = 0;

void require(cudaError_t status, const char* what) {
    if (status == cudaSuccess) return;
    std::fprintf(stderr, "semirings_device: %s: %s\n", what, cudaGetErrorString(status));
    std::exit(1);
}

template <class T>
class managed {
  public:
    explicit managed(std::size_t n) { require(cudaMallocManaged(&data_, n * sizeof(T)), "cudaMallocManaged"); }
    managed(const managed&) = delete;
    managed& operator=(const managed&) = delete;
    ~managed() { cudaFree(data_); }
    T* get() const { return data_; }
    T& operator[](std::size_t i) const { return data_[i]; }

  private:
    T* data_ = nullptr;
};

template <class T>
bool same_bits(const T& x, const T& y) {
    if constexpr (std::is_floating_point_v<T>)
        if (std::isnan(x) && std::isnan(y)) return true;
    return std::memcmp(&x, &y, sizeof(T)) == 0;
}

/// Up to as many results of one type as one evaluation gives.
template <class T>
struct results {
    static constexpr int capacity = 32;
    int count = 0;
    T values[capacity];
    GB_HD constexpr void push(T x) { values[count++] = x; }
};

template <class Evaluate, class In, class Out>
__global__ void evaluate_all(Evaluate evaluate, const In* x, const In* y, results<Out>* out, int n) {
    const int at = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (at < n) out[at] = evaluate(x[at], y[at]);
}

template <class Out, class In, class Evaluate>
void compare(const char* what, const Evaluate& evaluate, const std::vector<In>& values) {
    const int n = static_cast<int>(values.size() * values.size());
    managed<In> x(n), y(n);
    managed<results<Out>> device(n);
    int at = 0;
    for (const In a : values)
        for (const In b : values) {
            x[at] = a;
            y[at++] = b;
        }
    evaluate_all<<<(n + 127) / 128, 128>>>(evaluate, x.get(), y.get(), device.get(), n);
    require(cudaGetLastError(), what);
    require(cudaDeviceSynchronize(), what);
    for (int i = 0; i < n; ++i) {
        const results<Out> host = evaluate(x[i], y[i]);
        bool same = host.count == device[i].count && host.count > 0;
        for (int k = 0; same && k < host.count; ++k) {
            same = same_bits(host.values[k], device[i].values[k]);
            ++comparisons;
            if (!same)
                std::printf("%s: %s -> %s: result %d of pair (%g, %g) is %g on the host and %g on the device\n", what,
                            gb::type_name<In>(), gb::type_name<Out>(), k, double(x[i]), double(y[i]),
                            double(host.values[k]), double(device[i].values[k]));
        }
        if (!same) {
            ++failures;
            return;
        }
    }
}

template <class S>
struct whole_semiring {
    S semiring;
    template <class T>
    GB_HD results<T> operator()(T x, T y) const {
        const auto add = gb::semiring_add(semiring);
        using monoid = gb::semiring_add_t<S>;
        results<T> out;
        out.push(add(x, y));
        out.push(add(monoid::identity(), y));
        out.push(monoid::identity());
        if constexpr (gb::monoid_has_terminal<monoid>) out.push(monoid::terminal());
        out.push(T(gb::is_terminal(add, x)));
        out.push(gb::semiring_product(semiring, x, y, 2, 3, 5));
        return out;
    }
};

struct all_operators {
    template <class T>
    GB_HD results<T> operator()(T x, T y) const {
        results<T> out;
        const auto binary = [&](auto... op) { (out.push(gb::cast<T>(gb::apply_binary(op, x, y))), ...); };
        binary(gb::plus{}, gb::saturating_plus{}, gb::minus{}, gb::times{}, gb::divide{}, gb::min{}, gb::max{}, gb::first{},
               gb::second{}, gb::pair{}, gb::any{}, gb::land{}, gb::lor{}, gb::lxor{}, gb::eq{}, gb::ne{}, gb::lt{}, gb::le{},
               gb::gt{}, gb::ge{});
        const auto unary = [&](auto... op) { (out.push(op(x)), ...); };
        unary(gb::identity{}, gb::ainv{}, gb::abs{}, gb::lnot{}, gb::one{}, gb::minv{});
        return out;
    }
};

template <class To>
struct cast_to {
    template <class From>
    GB_HD results<To> operator()(From x, From) const {
        results<To> out;
        out.push(gb::cast<To>(x));
        return out;
    }
};

/// A user's semiring whose monoid is a static member, which a kernel can reach through semiring_add only.
struct widest_path {
    static constexpr gb::monoid<gb::max, float> add{};
    GB_HD static constexpr float multiply(float x, float y) { return x < y ? x : y; }
};

template <class T>
std::vector<T> with_nan() {
    std::vector<T> values = samples::extreme<T>();
    if constexpr (std::is_floating_point_v<T>) {
        values.push_back(std::numeric_limits<T>::quiet_NaN());
        values.push_back(T(-0.0));
        // Around the ends of the integers that floating point can be cast to.
        for (T end : {T(127), T(255), T(32767), T(65535), T(2147483648.0), T(4294967296.0), T(9223372036854775808.0),
                      T(18446744073709551616.0)})
            for (T x : {end, end + 1, std::nextafter(end, T(0)), -end, -end - 1}) values.push_back(x);
    }
    return values;
}

}  // namespace

int main() {
    int devices = 0;
    if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
        std::printf("SKIPPED: semirings_device: no CUDA device\n");
        return 77;
    }
    int combinations = 0;
    gb::for_each_semiring([&](auto s) {
        using S = decltype(s);
        using T = gb::semiring_value_t<S>;
        compare<T>(gb::semiring_name<S>(), whole_semiring<S>{s}, with_nan<T>());
        ++combinations;
    });
    compare<float>("widest_path", whole_semiring<widest_path>{}, with_nan<float>());
    gb::for_each_type<gb::domain::any_type>([](auto from) {
        using From = typename decltype(from)::type;
        compare<From>("operators", all_operators{}, with_nan<From>());
        gb::for_each_type<gb::domain::any_type>([](auto to) {
            using To = typename decltype(to)::type;
            compare<To>("cast", cast_to<To>{}, with_nan<From>());
        });
    });
    std::printf("semirings_device: %d combinations, %d comparisons, %d failures\n", combinations, comparisons,
                failures);
    return failures == 0 ? 0 : 1;
}
