// The kernels that run for each semiring of the library.
#include <graphblas_gpu/cuda/instances/instances.hpp>

#include <graphblas_gpu/cuda/instances/compiled.cuh>
#include <graphblas_gpu/error.hpp>

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

    void paper_rows(const engine_ptr& e, const product_rows& rows, const product_output& out,
                    hash_variant variant) const override {
        paper::rows(e, this->k_, rows, out, {.variant = variant});
    }
    csr bhsparse_rows(const engine_ptr& e, const product_rows& rows, type_code type, merge_paper::memory_use& use) const override {
        return merge_paper::rows(e, this->k_, rows, type, use);
    }
};

/// The kernels that look up the operators of a semiring whose values are stored as T.
template <class T>
shared_ptr<const product_kernels> interpreted_as(const semiring_code& code) {
    const T identity = formats::with_code(code.type, [&](auto type) {
        return static_cast<T>(identity_of<typename decltype(type)::type>(code.add));
    });
    return make_shared<const interpreted_kernels<T>>(interpreted<T>{code, identity});
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

/// The papers' hash and merge methods are compiled directly only for plus_times, the papers' own semiring, because they exist for
/// comparison. For the other semirings of direct.def they look the operators up.
template <class S>
constexpr bool is_compiled_for_paper = code_of<S>() == code_of<semiring_t<plus_times<float>>>() ||
                                       code_of<S>() == code_of<semiring_t<plus_times<double>>>();

template <class S>
class direct_kernels final : public compiled_kernels<direct<S>> {
  public:
    using compiled_kernels<direct<S>>::compiled_kernels;

    std::optional<std::size_t> small_sum_bytes() const override { return sizeof(typename direct<S>::accumulator); }
    void small_product(const engine_ptr& e, const small::task& t, unsigned blocks, std::size_t shared_bytes) const override {
        cuda::small_product(e, this->k_, t, blocks, shared_bytes);
    }
    void paper_rows(const engine_ptr& e, const product_rows& rows, const product_output& out,
                    hash_variant variant) const override {
        if constexpr (is_compiled_for_paper<S>) {
            paper::rows(e, this->k_, rows, out, {.variant = variant});
        } else {
            interpreted_for(code_of<S>())->paper_rows(e, rows, out, variant);
        }
    }
    csr bhsparse_rows(const engine_ptr& e, const product_rows& rows, type_code type, merge_paper::memory_use& use) const override {
        if constexpr (is_compiled_for_paper<S>) return merge_paper::rows(e, this->k_, rows, type, use);
        else return interpreted_for(code_of<S>())->bhsparse_rows(e, rows, type, use);
    }
};

/// Only the methods that have no kernels of their own for structure. Products under a mask are counted or made by
/// masked/strategy.hpp, tiles by bitmap_tile/structure.hpp, and no values are wanted.
class structural_rows final : public row_kernels<structural_semiring, no_kernels<>> {
  public:
    structural_rows() : row_kernels({}) {}

    std::optional<std::size_t> small_sum_bytes() const override { return sizeof(typename structural_semiring::accumulator); }
    void small_product(const engine_ptr& e, const small::task& t, unsigned blocks, std::size_t shared_bytes) const override {
        cuda::small_product(e, this->k_, t, blocks, shared_bytes);
    }
    void paper_rows(const engine_ptr& e, const product_rows& rows, const product_output& out,
                    hash_variant variant) const override {
        paper::rows(e, k_, rows, out, {.variant = variant});
    }
    csr bhsparse_rows(const engine_ptr& e, const product_rows& rows, type_code, merge_paper::memory_use& use) const override {
        // Its kernels always compute values, and these are the cheapest.
        return interpreted_for({add_code::lor, multiply_code::pair, type_code::boolean})->bhsparse_rows(e, rows, type_code::none, use);
    }
};

template <class S>
shared_ptr<const product_kernels> direct_for(const S& semiring) {
    return make_shared<const direct_kernels<S>>(direct<S>{semiring});
}

}  // namespace

shared_ptr<const product_kernels> kernels_for(const semiring_code& code) {
#define GB_DIRECT(name, T) \
    if (code == code_of<semiring_t<name<T>>>()) return direct_for(name<T>);
#include <graphblas_gpu/cuda/instances/direct.def>
    return interpreted_for(code);
}

shared_ptr<const product_kernels> structural_kernels() { return make_shared<const structural_rows>(); }

}  // namespace graphblas_gpu::cuda
