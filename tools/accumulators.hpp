// Needs: semirings/operators.hpp.
// Idea: an accumulator chosen on the command line is a function pointer, so that the product is compiled once for all
// of them.
#pragma once

#include <semirings/operators.hpp>

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace grb {

namespace gb = graphblas_gpu;

namespace detail {

template <class... Ops>
struct operator_list {
    static std::vector<std::string> names() { return {Ops::name...}; }

    template <class T>
    static auto find(std::string_view name) -> T (*)(T, T) {
        T (*found)(T, T) = nullptr;
        const auto try_one = [&]<class Op>(Op) {
            if (name == Op::name) found = [](T x, T y) { return gb::cast<T>(gb::apply_binary(Op{}, x, y)); };
        };
        (try_one(Ops{}), ...);
        return found;
    }

    template <class F>
    static void with(std::string_view name, F&& f) {
        const auto try_one = [&]<class Op>(Op op) {
            if (name == Op::name) f(op);
        };
        (try_one(Ops{}), ...);
    }
};

using accumulators =
    operator_list<gb::plus, gb::minus, gb::times, gb::divide, gb::min, gb::max, gb::first, gb::second, gb::any,
                  gb::pair, gb::lor, gb::land, gb::lxor, gb::eq, gb::ne, gb::lt, gb::le, gb::gt, gb::ge>;

}  // namespace detail

inline std::vector<std::string> accumulator_names() { return detail::accumulators::names(); }

/// (value of C, value of the product) -> new value of C; null if there is no such operator.
/// f(op) with the operator of that name as an object.
template <class F>
void with_accumulator(std::string_view name, F&& f) {
    detail::accumulators::with(name, f);
}

template <class T>
auto accumulator(std::string_view name) -> T (*)(T, T) {
    return detail::accumulators::find<T>(name);
}

}  // namespace grb
