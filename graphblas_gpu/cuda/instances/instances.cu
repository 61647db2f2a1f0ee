// The kernels that run for each semiring of the library.
#include <graphblas_gpu/cuda/instances/instances.hpp>

#include <graphblas_gpu/cuda/jit/specialised.hpp>
#include <graphblas_gpu/cuda/kernels/compiled.cuh>
#include <graphblas_gpu/cuda/published/kernels.hpp>
#include <graphblas_gpu/error.hpp>
#ifdef GRAPHBLAS_GPU_REHEARSAL
#include <graphblas_gpu/cuda/jit/words.hpp>
#endif

#include <map>
#include <mutex>

namespace graphblas_gpu::cuda {

namespace {

using namespace std;  // the types of direct.def

/// The identity of an operator of the catalogue.
template <class T>
constexpr T identity_of(add_code add) {
    switch (add) {
        case add_code::min: return min::identity<T>();
        case add_code::max: return max::identity<T>();
        case add_code::land: return static_cast<T>(1);
        default: return T{};
    }
}

template <class T>
class interpreted_kernels final : public compiled_kernels<interpreted<T>> {
  public:
    using compiled_kernels<interpreted<T>>::compiled_kernels;

    shared_ptr<const published::kernels> published() const override { return published::kernels_of(this->k_); }
};

/// The operators as kernels with open calls find them on an emulated device; a real one finds linked functions.
template <class T>
host_calls calls_of() {
    host_calls out;
#ifdef GRAPHBLAS_GPU_REHEARSAL
    using k = interpreted<T>;
    using word = accumulator_t<T>;
    out.multiply = [](const void* state, uint64_t x, uint64_t y, index i, index at, index j) -> uint64_t {
        const auto& semiring = *static_cast<const k*>(state);
        return to_word<word>(
            semiring.product(from_word<T>(static_cast<word>(x)), from_word<T>(static_cast<word>(y)), i, at, j));
    };
    out.add = [](const void* state, uint64_t x, uint64_t y) -> uint64_t {
        const auto& semiring = *static_cast<const k*>(state);
        return to_word<word>(semiring.sum(from_word<T>(static_cast<word>(x)), from_word<T>(static_cast<word>(y))));
    };
#endif
    return out;
}

/// The kernels of a semiring whose values are stored as T: at first those that look its operators up.
template <class T>
shared_ptr<const product_kernels> interpreted_as(const semiring_code& code) {
    const T identity = base::with_code(
        code.type, [&](auto type) { return static_cast<T>(identity_of<typename decltype(type)::type>(code.add)); });
    const interpreted<T> k{code, identity};
    return specialised_where_it_pays(code, make_shared<const interpreted_kernels<T>>(k), calls_of<T>(),
                                     state_of(&k, sizeof(k)));
}

shared_ptr<const product_kernels> interpreted_for(const semiring_code& code) {
    switch (code.type) {
        default: break;
        case type_code::boolean:
        case type_code::int8:
        case type_code::uint8: return interpreted_as<uint8_t>(code);
        case type_code::int16:
        case type_code::uint16: return interpreted_as<uint16_t>(code);
        case type_code::int32:
        case type_code::uint32: return interpreted_as<uint32_t>(code);
        case type_code::int64:
        case type_code::uint64: return interpreted_as<uint64_t>(code);
        case type_code::float32: return interpreted_as<float>(code);
        case type_code::float64: return interpreted_as<double>(code);
    }
    throw invalid_value("product: a semiring without a type of values");
}

/// The methods as papers published them look the operators of all other semirings up, because they exist for comparison.
template <class S>
constexpr bool is_compiled_as_published =
    code_of<S>() == code_of<semiring_t<plus_times<float>>>() || code_of<S>() == code_of<semiring_t<plus_times<double>>>();

template <class S>
class direct_kernels final : public compiled_kernels<direct<S>> {
  public:
    using compiled_kernels<direct<S>>::compiled_kernels;

    bool has_small_product(const engine_ptr&) const override { return true; }
    void small_product(const engine_ptr& e, const small::task& t, unsigned blocks, std::size_t shared_bytes) const override {
        cuda::small_product(e, this->k_, t, blocks, shared_bytes);
    }
    shared_ptr<const published::kernels> published() const override {
        if constexpr (is_compiled_as_published<S>) return published::kernels_of(this->k_);
        else return interpreted_for(code_of<S>())->published();
    }
};

/// Only the methods that have no kernels of their own for structure. Products under a mask are counted or made by
/// dot/strategy.hpp, tiles by bitmap_tile/structure.hpp, and no values are wanted.
class structural_rows final : public row_kernels<structural_semiring> {
  public:
    structural_rows() : row_kernels({}) {}

    bool has_small_product(const engine_ptr&) const override { return true; }
    void small_product(const engine_ptr& e, const small::task& t, unsigned blocks, std::size_t shared_bytes) const override {
        cuda::small_product(e, this->k_, t, blocks, shared_bytes);
    }
    shared_ptr<const published::kernels> published() const override { return published::structural_kernels(); }
};

template <class S>
shared_ptr<const product_kernels> direct_for(const S& semiring) {
    return make_shared<const direct_kernels<S>>(direct<S>{semiring});
}

}  // namespace

shared_ptr<const product_kernels> kernels_for(const semiring_code& code) {
#define GB_DIRECT(name, T) \
    if (code == code_of<semiring_t<name<T>>>()) return direct_for(name<T>);
#include <graphblas_gpu/cuda/kernels/direct.def>
    // These remember for the whole process how much they have multiplied.
    static mutex one_at_a_time;
    static map<unsigned, shared_ptr<const product_kernels>> kept;
    const lock_guard lock(one_at_a_time);
    const auto number = [](auto part) { return static_cast<unsigned>(part); };
    auto& found = kept[number(code.add) << 16 | number(code.multiply) << 8 | number(code.type)];
    if (found == nullptr) found = interpreted_for(code);
    return found;
}

shared_ptr<const product_kernels> structural_kernels() { return make_shared<const structural_rows>(); }

}  // namespace graphblas_gpu::cuda
