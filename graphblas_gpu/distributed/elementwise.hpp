// Operations on distributed matrices and vectors that each rank computes for its own block: ewise_add, ewise_mult, apply,
// select, assign of a whole object or of a value; and sums.
//
// Idea: matrices, or vectors, of one shape are cut in one way, so that the blocks of operands, mask and output lie over each
// other. Nothing is communicated but whether the call has failed in a rank.
#pragma once

#include <graphblas_gpu/apply.hpp>
#include <graphblas_gpu/assign.hpp>
#include <graphblas_gpu/distributed/vector.hpp>
#include <graphblas_gpu/ewise.hpp>
#include <graphblas_gpu/reduce.hpp>
#include <graphblas_gpu/select.hpp>

#include <type_traits>

namespace graphblas_gpu::dist {

template <class X>
inline constexpr bool is_container = false;
template <class T>
inline constexpr bool is_container<matrix<T>> = true;
template <class T>
inline constexpr bool is_container<vector<T>> = true;

/// A distributed matrix or vector.
template <class X>
concept container = is_container<std::remove_cvref_t<X>>;

/// Calls compute(block) with the content that C's block has before the operation, in every rank, and C gets what the block is
/// then. Operands and mask have the shape of C. Throws dimension_mismatch, invalid_value for containers of another context.
template <container C, class Mask, class Accum, class Compute, container... Operands>
void blockwise(const context& ctx, const char* operation, C& c, const Mask& mask, const Accum& accum, const Compute& compute,
               const Operands&... operands) {
    auto block = c.empty_block();
    const auto notes =
        ctx.together(operation, {c.nvals(), shapes::of(c).nrows, shapes::of(c).ncols, operands.nvals()...}, [&](note& own) {
            require_context(ctx, operation, c, operands...);
            check_mask(ctx, operation, mask, shapes::of(c));
            (shapes::check_same(operation, "operand", shapes::of(operands), shapes::of(c)), ...);
            block = content_of(c, mask, accum);
            compute(block);
            own.number = block.nvals();
        });
    c.replace(std::move(block), notes);
}

/// Throws unsupported if f reads positions, which in a block are not those of the whole.
template <class F, class T>
void refuse_positions(const char* operation) {
    static_assert(!host::position_function<F> && !std::is_invocable_v<const F&, const host::reading<T>&, index, index>,
                  "a function of positions is not there for distributed matrices and vectors");
    (void)operation;
}

/// The operations of the same names on matrix<T> and vector<T>, without transposes; functions read values, not positions.
/// Called by all ranks; throw in all of them what they throw in one, and C is then as it was. assign of a value: at
/// all positions that the mask admits.
/// @{
template <container C, class Mask, class Accum, class Op, container A, container B>
void ewise_add(const context& ctx, C& c, const Mask& mask, const Accum& accum, const Op& op, const A& a, const B& b,
               bool replace = false) {
    blockwise(
        ctx, "ewise_add", c, mask, accum,
        [&](auto& block) {
            graphblas_gpu::ewise_add(ctx.local(), block, block_of(mask), accum, op, a.block(), b.block(), {.replace = replace});
        },
        a, b);
}
template <container C, class Mask, class Accum, class Op, container A, container B>
void ewise_mult(const context& ctx, C& c, const Mask& mask, const Accum& accum, const Op& op, const A& a, const B& b,
                bool replace = false) {
    blockwise(
        ctx, "ewise_mult", c, mask, accum,
        [&](auto& block) {
            graphblas_gpu::ewise_mult(ctx.local(), block, block_of(mask), accum, op, a.block(), b.block(),
                                      {.replace = replace});
        },
        a, b);
}
template <container C, class Mask, class Accum, class F, container A>
void apply(const context& ctx, C& c, const Mask& mask, const Accum& accum, const F& f, const A& a, bool replace = false) {
    refuse_positions<F, typename A::value_type>("apply");
    blockwise(
        ctx, "apply", c, mask, accum,
        [&](auto& block) {
            graphblas_gpu::apply(ctx.local(), block, block_of(mask), accum, f, a.block(), {.replace = replace});
        },
        a);
}
template <container C, class Mask, class Accum, class F, container A>
void select(const context& ctx, C& c, const Mask& mask, const Accum& accum, const F& f, const A& a, bool replace = false) {
    refuse_positions<F, typename A::value_type>("select");
    blockwise(
        ctx, "select", c, mask, accum,
        [&](auto& block) {
            graphblas_gpu::select(ctx.local(), block, block_of(mask), accum, f, a.block(), {.replace = replace});
        },
        a);
}
template <container C, class Mask, class Accum, container A>
void assign(const context& ctx, C& c, const Mask& mask, const Accum& accum, const A& a, bool replace = false) {
    blockwise(
        ctx, "assign", c, mask, accum,
        [&](auto& block) {
            graphblas_gpu::assign(ctx.local(), block, block_of(mask), accum, a.block(), descriptor{.replace = replace});
        },
        a);
}
template <class T, class Mask, class Accum>
void assign(const context& ctx, vector<T>& w, const Mask& mask, const Accum& accum, const T& value, bool replace = false) {
    blockwise(ctx, "assign", w, mask, accum, [&](auto& block) {
        graphblas_gpu::assign(ctx.local(), block, block_of(mask), accum, value, all, {.replace = replace});
    });
}
template <class T, class Mask, class Accum>
void assign(const context& ctx, matrix<T>& c, const Mask& mask, const Accum& accum, const T& value, bool replace = false) {
    blockwise(ctx, "assign", c, mask, accum, [&](auto& block) {
        graphblas_gpu::assign(ctx.local(), block, block_of(mask), accum, value, all, all, {.replace = replace});
    });
}
/// @}

/// The sum of all entries under a monoid, in the order of ranks; the identity if there are none. Called by all ranks.
template <class Monoid, container A>
auto reduce(const context& ctx, const Monoid& monoid, const A& a) {
    auto own_sum = host::reduction_over<typename A::value_type>(monoid).identity();
    (void)ctx.together("reduce", {a.nvals()}, [&](note&) {
        require_context(ctx, "reduce", a);
        own_sum = graphblas_gpu::reduce(ctx.local(), monoid, a.block());
    });
    return sum_over_ranks(ctx, host::reduction_over<typename A::value_type>(monoid), own_sum);
}
/// The sum of each row, or of each column: the rows of a grid row are added in the order of ranks. Called by all ranks.
template <class Monoid, class T>
auto reduce_rows(const context& ctx, const Monoid& monoid, const matrix<T>& a, bool of_columns = false) {
    const auto by = host::reduction_over<T>(monoid);
    using value = monoid_value_t<decltype(by)>;
    vector<value> sums(ctx, of_columns ? a.ncols() : a.nrows());
    graphblas_gpu::vector<value> own;
    (void)ctx.together("reduce_rows", {a.nrows(), a.nvals()}, [&](note&) {
        require_context(ctx, "reduce_rows", a);
        own = graphblas_gpu::reduce_rows(ctx.local(), monoid, a.block(), {.transpose_a = of_columns});
    });
    fold(ctx, "reduce_rows", sums, no_mask, no_accum, by, own, sides_of(a.cuts(), of_columns), false);
    return sums;
}

}  // namespace graphblas_gpu::dist
