// What the compiler says of a call that no overload of an operation takes: one sentence, which names the mistake.
//
// Idea: beside the overloads of an operation stands one that takes any arguments (GB_EXPLAIN_WRONG_CALLS). Its first parameter
// is a conversion, so that every other overload that takes the arguments is preferred: it is chosen for wrong calls alone. It
// compares the kinds of the arguments with those that the operation takes.
#pragma once

#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/descriptor.hpp>
#include <graphblas_gpu/mask.hpp>
#include <graphblas_gpu/operations/operation.hpp>
#include <semirings/checks.hpp>

#include <concepts>
#include <tuple>

namespace graphblas_gpu::operations {

/// What the first argument of a wrong call is converted to.
/// @{
struct first_is_context {
    first_is_context(const context&) {}
};
struct first_is_other {
    template <class X>
    requires(!std::same_as<X, context>) first_is_other(const X&) {}
};
/// @}

/// The type of an argument that is left out or stands in braces: the members of gb::descriptor, and names that programs give
/// to them by mistake.
struct options_in_braces {
    bool transpose = false, transpose_A = false, transposeA = false, trans_a = false, transpose_a = false;
    bool transpose_B = false, transposeB = false, trans_b = false, transpose_b = false;
    bool complement = false, mask_complement = false, structure = false, structural = false, mask_structure = false;
    bool replace_output = false, output_replace = false, replace = false;
    enum method method = method::automatic;
    enum hash_variant variant = hash_variant::automatic;
    enum tile_variant tile_variant = tile_variant::automatic;
    enum merge_variant merge_variant = merge_variant::automatic;
    bool deterministic = false;
    enum precision precision = precision::exact;
    int threads = 0, nthreads = 0;
};

/// The result of a wrong call. It converts to everything, so that the compiler has nothing more to say of it.
struct no_result {
    template <class T>
    operator T() const;
};

enum class argument { matrix, vector, mask_of_matrix, mask_of_vector, no_mask, no_accum, options, other };

template <class X>
constexpr argument argument_of() {
    if constexpr (is_matrix<X>) return argument::matrix;
    else if constexpr (is_vector<X>) return argument::vector;
    else if constexpr (std::is_same_v<X, no_mask_t>) return argument::no_mask;
    else if constexpr (matrix_mask<X>) return argument::mask_of_matrix;
    else if constexpr (vector_mask<X>) return argument::mask_of_vector;
    else if constexpr (std::is_same_v<X, no_accum_t>) return argument::no_accum;
    else if constexpr (std::is_same_v<X, descriptor> || std::is_same_v<X, options_in_braces>) return argument::options;
    else return argument::other;
}

/// The operations by what they take.
enum class takes { two_matrices, matrix_and_vector, vector_and_matrix, two_of_a_kind, one_operand, monoid_and_operand };

enum class mistake {
    no_context,
    other_order,
    mask_and_accumulator_missing,
    container_as_mask,
    accumulator_as_mask,
    no_mask_at_all,
    mask_of_other_kind,
    output_of_other_kind,
    operand_of_other_kind,
    in_operator_or_options,
};

constexpr bool is_container(argument x) { return x == argument::matrix || x == argument::vector; }
constexpr bool is_mask(argument x) {
    return x == argument::mask_of_matrix || x == argument::mask_of_vector || x == argument::no_mask;
}

constexpr int operands_of(takes rule) { return rule == takes::one_operand || rule == takes::monoid_and_operand ? 1 : 2; }
/// The number of arguments before the options.
constexpr int count_without_options(const argument (&given)[7]) {
    int count = 7;
    while (count > 0 && given[count - 1] == argument::options) --count;
    return count;
}

/// The first mistake of a call; `given` are the kinds of the arguments behind the context.
constexpr mistake first_mistake(takes rule, bool has_context, const argument (&given)[7]) {
    if (!has_context) return mistake::no_context;
    const int count = count_without_options(given);
    const int operands = operands_of(rule);
    const bool writes = count == 4 + operands;
    const bool sums_to_scalar = rule == takes::monoid_and_operand && count == 4 && !is_container(given[0]);
    if (!writes && !sums_to_scalar && count != 1 + operands) {
        return is_container(given[0]) && count > 1 + operands ? mistake::mask_and_accumulator_missing : mistake::other_order;
    }
    const int op = count - operands - 1;
    if (writes && !is_container(given[0])) return mistake::other_order;
    if (writes) {
        if (is_container(given[1])) return mistake::container_as_mask;
        if (given[1] == argument::no_accum || is_mask(given[2])) return mistake::accumulator_as_mask;
        if (!is_mask(given[1])) return mistake::no_mask_at_all;
    }
    if (given[op] != argument::other) return mistake::other_order;

    const argument first = given[op + 1];
    const argument last = given[op + operands];
    if (!is_container(first) || !is_container(last)) return mistake::other_order;
    constexpr argument matrix = argument::matrix;
    constexpr argument vector = argument::vector;
    const bool fit = rule == takes::two_matrices        ? first == matrix && last == matrix
                     : rule == takes::matrix_and_vector ? first == matrix && last == vector
                     : rule == takes::vector_and_matrix ? first == vector && last == matrix
                                                        : first == last;
    if (!fit) return mistake::operand_of_other_kind;
    if (writes) {
        const bool into_matrix = given[0] == matrix;
        const bool makes_matrix =
            rule == takes::two_matrices || ((rule == takes::two_of_a_kind || rule == takes::one_operand) && first == matrix);
        if (into_matrix != makes_matrix) return mistake::output_of_other_kind;
        if (given[1] != argument::no_mask && (given[1] == argument::mask_of_matrix) != into_matrix)
            return mistake::mask_of_other_kind;
    }
    return mistake::in_operator_or_options;
}

/// The place of the operator among the arguments behind the context, in a call whose arguments are of the right kinds.
constexpr int place_of_operator(takes rule, const argument (&given)[7]) {
    return count_without_options(given) - operands_of(rule) - 1;
}

/// Whether the operator of a call is one that the operation takes. If not, the program does not compile.
template <takes rule, class Op, class Operand>
constexpr bool check_operator() {
    if constexpr (rule == takes::two_of_a_kind || rule == takes::one_operand) {
        return true;  // the operation itself says what is wrong
    } else if constexpr (rule != takes::monoid_and_operand) {
        return graphblas_gpu::detail::check_semiring<Op>();
    } else if constexpr (monoid_has_value_type<Op> && !semiring_has_add<Op>) {
        return graphblas_gpu::detail::check_monoid<Op>();
    } else {
        constexpr bool is_monoid = monoid_source<Op, host::reading<value_of<Operand>>>;
        static_assert(is_monoid,
                      "a sum takes a monoid over the type of the entries, and this operator has no identity: gb::plus{} and "
                      "gb::min{} are monoids, and so is a struct with value_type, operator()(x, y) and identity()");
        return is_monoid;
    }
}

template <takes rule, bool has_context, class... Given>
constexpr no_result explain_wrong_call() {
    constexpr argument given[] = {argument_of<Given>()...};
    constexpr mistake found = first_mistake(rule, has_context, given);
    static_assert(found != mistake::no_context,
                  "the first argument is a context, which says where the operation runs: gb::mxm(ctx, semiring, a, b) with "
                  "const gb::context ctx = gb::context::automatic();");
    static_assert(found != mistake::other_order,
                  "the order of arguments is: the context, the output with mask and accumulator (or none of these three), the "
                  "operator or semiring, the operands, options; gb::mxm(ctx, c, gb::no_mask, gb::no_accum, semiring, a, b)");
    static_assert(found != mistake::mask_and_accumulator_missing,
                  "between an output and the operator stand a mask and an accumulator, gb::no_mask and gb::no_accum if there "
                  "are none: gb::mxm(ctx, c, gb::no_mask, gb::no_accum, semiring, a, b)");
    static_assert(found != mistake::container_as_mask,
                  "a matrix or vector m alone is no mask: gb::structure(m) admits the positions of its entries, gb::values(m) "
                  "those of its true entries, and ! before either all others");
    static_assert(found != mistake::accumulator_as_mask,
                  "the mask stands before the accumulator: gb::mxm(ctx, c, gb::no_mask, gb::plus{}, semiring, a, b)");
    static_assert(found != mistake::no_mask_at_all,
                  "the argument after the output is its mask: gb::structure(m), gb::values(m), one of them after !, or "
                  "gb::no_mask");
    static_assert(found != mistake::mask_of_other_kind,
                  "the mask of a matrix is made of a matrix, and the mask of a vector of a vector: gb::structure(m)");
    static_assert(found != mistake::output_of_other_kind,
                  "the output is of the kind of the result: a matrix for gb::mxm and for operations on matrices, a vector for "
                  "gb::mxv, gb::vxm, sums of rows and operations on vectors");
    static_assert(found != mistake::operand_of_other_kind || rule == takes::two_of_a_kind,
                  "gb::mxm(ctx, semiring, a, b) multiplies two matrices, gb::mxv(ctx, semiring, a, u) a matrix and a vector, "
                  "gb::vxm(ctx, semiring, u, a) a vector and a matrix");
    static_assert(found != mistake::operand_of_other_kind || rule != takes::two_of_a_kind,
                  "the operands of an element-wise operation are two matrices or two vectors");
    if constexpr (found == mistake::in_operator_or_options) {
        constexpr int op = place_of_operator(rule, given);
        using op_type = std::tuple_element_t<op, std::tuple<Given...>>;
        using operand = std::tuple_element_t<op + 1, std::tuple<Given...>>;
        if constexpr (check_operator<rule, op_type, operand>()) {
            static_assert(
                found != mistake::in_operator_or_options,
                "options in braces are members of gb::descriptor, such as {.transpose_a = true, .replace = true} (the "
                "complement is part of the mask: !gb::structure(m)), and the output is no constant and no temporary");
        }
    }
    return {};
}

template <class S>
constexpr no_result refuse_temporary_operand() {
    static_assert(
        graphblas_gpu::detail::never<S>,
        "a plan refers to its operands until it is executed, and this one is a temporary, which is gone before: keep it in "
        "a variable, and give that to gb::plan_mxm");
    return {};
}

/// Whether one of the types is a matrix<T> or a vector<T>.
template <class... Given>
concept names_container = (container<Given> || ...);

/// GB_EXPLAIN_WRONG_CALLS(operation, rule): the overload of an operation that says what is wrong with a call. A function with a
/// deduced result is compiled where it is called, so that the sentence is the compiler's first error.
#define GB_EXPLAIN_WRONG_CALLS(operation, rule)                                                 \
    GB_EXPLAIN_WRONG_CALL(operation, rule, ::graphblas_gpu::operations::first_is_context, true) \
    GB_EXPLAIN_WRONG_CALL(operation, rule, ::graphblas_gpu::operations::first_is_other, false)
#define GB_EXPLAIN_WRONG_CALL(operation, rule, first, has_context)                                                         \
    template <class A = operations::options_in_braces, class B = operations::options_in_braces,                            \
              class C = operations::options_in_braces, class D = operations::options_in_braces,                            \
              class E = operations::options_in_braces, class F = operations::options_in_braces,                            \
              class G = operations::options_in_braces>                                                                     \
    requires operations::names_container<A, B, C, D, E, F, G>                                                              \
    auto operation(const first&, const A& = {}, const B& = {}, const C& = {}, const D& = {}, const E& = {}, const F& = {}, \
                   const G& = {}) {                                                                                        \
        return operations::explain_wrong_call<operations::takes::rule, has_context, A, B, C, D, E, F, G>();                \
    }

}  // namespace graphblas_gpu::operations
