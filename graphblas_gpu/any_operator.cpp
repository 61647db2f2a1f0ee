#include <graphblas_gpu/any_operator.hpp>

#include <graphblas_gpu/base/value_room.hpp>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/operations/device/run_time_source.hpp>
#include <semirings/operators.hpp>

#include <algorithm>
#include <array>
#include <cstring>
#include <string>

namespace graphblas_gpu {
namespace {

/// The ready-made operators, in the order of cuda::binary_code.
template <class... Ops>
struct operator_list {
    static constexpr std::array<std::string_view, sizeof...(Ops)> names{Ops::name...};

    /// The loop of an operator over pairs of values of T; null if the operator does not take them.
    template <class T>
    static host::pair_function::function loop(std::size_t number) {
        constexpr std::array<host::pair_function::function, sizeof...(Ops)> loops{loop_of<T, Ops>()...};
        return loops[number];
    }

  private:
    template <class T, class Op>
    static constexpr host::pair_function::function loop_of() {
        if constexpr (binary_operator_for<Op, T, T>) return &host::combine_pairs<binary_result_t<Op, T, T>, T, T, Op>;
        else return nullptr;
    }
};
using operators = operator_list<first, second, pair, any, plus, minus, times, divide, min, max, land, lor, lxor, eq, ne, lt, le,
                                gt, ge, saturating_plus, lxnor, bit_and, bit_or, bit_xor, bit_xnor>;

bool compares(cuda::binary_code code) { return code >= cuda::binary_code::eq && code <= cuda::binary_code::ge; }

}  // namespace

any_operator::any_operator(std::string_view name, const type_descriptor& type) {
    const auto at =
        static_cast<std::size_t>(std::find(operators::names.begin(), operators::names.end(), name) - operators::names.begin());
    if (at == operators::names.size()) throw invalid_value("any_operator: there is no operator '" + std::string(name) + "'");
    code_ = static_cast<cuda::binary_code>(at);
    if (type.bytes > 0 && type.is_built_in())
        named_ = base::with_code(type.code, [&](auto tag) { return operators::loop<typename decltype(tag)::type>(at); });
    if (named_ == nullptr)
        throw invalid_value("any_operator: '" + std::string(name) + "' does not take values of type " + type.name);
    left_ = right_ = result_ = &type;
    if (compares(*code_)) result_ = &type_of<bool>();
}

std::string_view any_operator::name() const noexcept {
    return code_ ? operators::names[static_cast<std::size_t>(*code_)] : std::string_view{};
}

void any_operator::call(void* z, const void* x, const void* y) const {
    if (own_ != nullptr) return own_(z, x, y);
    const host::pair_function f = owner_ != nullptr ? copied_.on_host : host::pair_function{this, named_};
    const host::entry_pair only{0, 0, 0};
    f.combine(f.op, x, y, z, &only, 1);
}

operations::pair_operator any_operator::view() const {
    if (owner_ != nullptr) return copied_;
    operations::pair_operator out{left_, right_, result_, {this, named_}, {}};
    out.on_device.op = this;
    out.on_device.find = [](const char* operation, bool, const void* op) -> cuda::binary_function {
        const auto& f = *static_cast<const any_operator*>(op);
        if (!f.code_) device::refuse_own_function(operation, "operator");
        return {*f.code_, f.left_->code, f.result_->code};
    };
    if (device::can_be_compiled(*this)) {
        out.on_device.by_source = [](const cuda::engine_ptr& e, const cuda::csr_ref& a, const cuda::csr_ref& b,
                                     bool is_intersection, const void* op) {
            return device::merge_entries(e, a, b, is_intersection, *static_cast<const any_operator*>(op));
        };
        out.on_device.join_rows = [](const cuda::engine_ptr& e, const cuda::csr_ref& rows, void* to, const void* op) {
            device::join_rows(e, rows, to, *static_cast<const any_operator*>(op));
        };
    }
    if (own_ == nullptr || named_ != nullptr) return out;
    out.on_host.combine = [](const void* op, const void* a, const void* b, void* to, const host::entry_pair* pairs,
                             std::size_t count) {
        const auto& f = *static_cast<const any_operator*>(op);
        const auto at = [](auto* values, row_offset n, const type_descriptor& type) {
            return values + static_cast<std::size_t>(n) * type.bytes;
        };
        // The function may write z before it has read x and y, and the output may be the array of either.
        base::value_room<64> z(f.result_->bytes);
        for (std::size_t n = 0; n < count; ++n) {
            const auto here = static_cast<row_offset>(n);
            const host::entry_pair pair = pairs != nullptr ? pairs[n] : host::entry_pair{here, here, here};
            f.own_(z.data(), at(static_cast<const std::byte*>(a), pair.a, *f.left_),
                   at(static_cast<const std::byte*>(b), pair.b, *f.right_));
            std::memcpy(at(static_cast<std::byte*>(to), pair.out, *f.result_), z.data(), f.result_->bytes);
        }
    };
    return out;
}

}  // namespace graphblas_gpu
