#include "product.hpp"

#include <graphblas_gpu/catalogued.hpp>
#include <semirings/catalogue.hpp>

namespace grb {

std::vector<std::string> accumulator_names() {
    return {"plus", "minus", "times", "divide", "min", "max", "first", "second", "any", "pair",
            "lor",  "land",  "lxor",  "eq",     "ne",  "lt",  "le",    "gt",     "ge"};
}

product_semiring named_semiring(const std::string& name, gb::type_code type) {
    return {gb::any_semiring(name, gb::type_of(type)), name};
}

product_semiring made_semiring(const gb::semiring_expressions& expressions, gb::type_code type) {
    return gb::base::with_code(type, [&]<class T>(std::type_identity<T>) -> product_semiring {
        const gb::jit_semiring<T> made(expressions);
        return {gb::any_semiring(made), made.is_catalogued() ? std::string(made.entry().name) : std::string()};
    });
}

verdict verify_product(const std::string& semiring, const std::string& accum, product_operands&& operands,
                       gb::any_matrix&& before, gb::any_matrix&& answer) {
    return gb::base::with_code(answer.type().code, [&]<class T>(std::type_identity<T>) {
        const gb::matrix<T> a(std::move(operands.a)), c(std::move(before)), found(std::move(answer));
        std::optional<gb::matrix<T>> b;
        if (operands.b) b.emplace(std::move(*operands.b));
        const product_question<T> question{.semiring = semiring,
                                           .a = &a,
                                           .b = b ? &*b : &a,
                                           .transpose_a = operands.desc.transpose_a,
                                           .transpose_b = operands.desc.transpose_b,
                                           .mask = operands.mask ? &*operands.mask : nullptr,
                                           .structural = operands.structural,
                                           .complement = operands.complement,
                                           .accum = accum,
                                           .replace = operands.desc.replace,
                                           .c = &c};
        return verify_product(question, found);
    });
}

}  // namespace grb
