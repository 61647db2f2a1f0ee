#include "product.hpp"

#include <graphblas_gpu/mxm.hpp>
#include <semirings/catalogue.hpp>
#include <semirings/operators.hpp>

#include <stdexcept>

namespace grb {
namespace {

template <class... Ops>
struct operator_list {
    static std::vector<std::string> names() { return {Ops::name...}; }

    template <class T>
    static accumulator<T> find(std::string_view name) {
        const accumulator<T> all[] = {
            {[](T x, T y) { return gb::cast<T>(gb::apply_binary(Ops{}, x, y)); }, gb::cuda::binary_code_of<Ops>().value()}...};
        std::size_t n = 0;
        for (const std::string_view known : {std::string_view(Ops::name)...}) {
            if (known == name) return all[n];
            ++n;
        }
        throw std::logic_error("no such accumulator");
    }
};

using accumulators = operator_list<gb::plus, gb::minus, gb::times, gb::divide, gb::min, gb::max, gb::first, gb::second, gb::any,
                                   gb::pair, gb::lor, gb::land, gb::lxor, gb::eq, gb::ne, gb::lt, gb::le, gb::gt, gb::ge>;

}  // namespace

std::vector<std::string> accumulator_names() { return accumulators::names(); }

template <class T>
accumulator<T> find_accumulator(std::string_view name) {
    return accumulators::find<T>(name);
}

template <class T>
void compute(const gb::context& ctx, const semiring_choice<T>& semiring, product_problem<T>& problem) {
    problem.with_mask([&](const auto& mask) {
        if (problem.accum)
            gb::mxm(ctx, problem.c, mask, *problem.accum, semiring, problem.a, problem.right(), problem.desc);
        else
            gb::mxm(ctx, problem.c, mask, gb::no_accum, semiring, problem.a, problem.right(), problem.desc);
    });
}

#define GB_INSTANTIATE(name, T)                                 \
    template accumulator<T> find_accumulator(std::string_view); \
    template void compute(const gb::context&, const semiring_choice<T>&, product_problem<T>&);
GB_FOR_EACH_any_type(GB_INSTANTIATE, )
#undef GB_INSTANTIATE

}  // namespace grb
