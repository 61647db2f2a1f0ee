#include <graphblas_gpu/any_operator.hpp>

#include <graphblas_gpu/error.hpp>
#include <semirings/operators.hpp>

#include <algorithm>
#include <array>
#include <string>

namespace graphblas_gpu {
namespace {

/// In the order of binary_code.
constexpr std::array<std::string_view, 20> names{"first",  "second", "pair", "any",  "plus", "minus",          "times",
                                                 "divide", "min",    "max",  "land", "lor",  "lxor",           "eq",
                                                 "ne",     "lt",     "le",   "gt",   "ge",   "saturating_plus"};

template <class T, class Op>
constexpr host::pair_function::function loop_of() {
    if constexpr (binary_operator_for<Op, T, T>) return &host::combine_pairs<T, T, T, Op>;
    else return nullptr;
}

/// The loop of an operator over pairs of values of T; null if the operator does not take them.
template <class T, class... Ops>
host::pair_function::function loop_among(std::size_t number) {
    constexpr std::array<host::pair_function::function, sizeof...(Ops)> loops{loop_of<T, Ops>()...};
    return loops[number];
}
template <class T>
host::pair_function::function loop(cuda::binary_code code) {
    return loop_among<T, first, second, pair, any, plus, minus, times, divide, min, max, land, lor, lxor, eq, ne, lt, le, gt,
                      ge, saturating_plus>(static_cast<std::size_t>(code));
}

}  // namespace

any_operator::any_operator(std::string_view name, const type_descriptor& type) {
    const auto at = std::find(names.begin(), names.end(), name);
    if (at == names.end()) throw invalid_value("any_operator: there is no operator '" + std::string(name) + "'");
    code_ = static_cast<cuda::binary_code>(at - names.begin());
    if (type.bytes > 0 && type.is_built_in()) {
        combine_ = formats::with_code(type.code, [&](auto of) { return loop<typename decltype(of)::type>(*code_); });
    }
    if (combine_ == nullptr)
        throw invalid_value("any_operator: '" + std::string(name) + "' does not take values of type " + type.name);
    type_ = &type;
}

host::accumulator any_operator::on_host() const {
    if (!is_present()) return {};
    if (own_ == nullptr) return {true, {this, combine_}};
    const auto loop = [](const void* op, const void* a, const void* b, void* out, const host::entry_pair* pairs,
                         std::size_t count) {
        const auto& f = *static_cast<const any_operator*>(op);
        const auto bytes = static_cast<row_offset>(f.type_->bytes);
        const auto at = [bytes](auto* values, row_offset n) { return values + n * bytes; };
        // The function may write z before it has read x and y, and the output may be the array of either.
        buffer<std::byte> z(f.type_->bytes);
        for (std::size_t n = 0; n < count; ++n) {
            f.own_(z.data(), at(static_cast<const std::byte*>(a), pairs[n].a),
                   at(static_cast<const std::byte*>(b), pairs[n].b));
            std::copy(z.begin(), z.end(), at(static_cast<std::byte*>(out), pairs[n].out));
        }
    };
    return {true, {this, loop}};
}

device::accumulation any_operator::on_device(const accumulated& of) {
    return {&of,
            [](const char* operation, const void* accumulator) -> device::accumulation::codes {
                const auto& what = *static_cast<const accumulated*>(accumulator);
                device::require_device_cast(operation, *what.added, *what.output);
                if (what.by->own_ != nullptr) device::refuse_own_function(operation, "accumulator");
                return {device::code_of_moved_values(operation, *what.output), what.by->code_};
            },
            nullptr};
}

void any_operator::check_type(const char* operation, const type_descriptor& output) const {
    if (!is_present() || output.bytes == 0 || type() == output) return;
    throw domain_mismatch(std::string(operation) + ": the accumulator works on values of type " + type().name +
                          ", and the output has values of type " + output.name);
}

}  // namespace graphblas_gpu
