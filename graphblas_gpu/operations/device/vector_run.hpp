// One product of a matrix and a vector on a device, from public operands to cuda::vector_product.
#pragma once

#include <algorithm>

#include <graphblas_gpu/cuda/product/vector_product.hpp>
#include <graphblas_gpu/operations/device/operation.hpp>
#include <graphblas_gpu/operations/device/recipes.hpp>
#include <graphblas_gpu/operations/device/renumbered.hpp>
#include <graphblas_gpu/operations/device/reporting.hpp>
#include <graphblas_gpu/planner/device_choice.hpp>
#include <graphblas_gpu/planner/vector_products.hpp>
#include <graphblas_gpu/shapes.hpp>

namespace graphblas_gpu::device {

/// Which way a product goes.
struct direction {
    planner::choice choice;
    std::int64_t push_work = 0;  ///< multiplications: counted, or estimated where the rows to push along are not at hand
};

/// As host::choose_direction.
template <class TA, class TU>
direction choose_direction(const engine_ptr& e, const char* operation, bool hit_ends_row, const matrix<TA>& a, const vector<TU>& u,
                           index size, bool pull_transposed, index admitted, method wanted) {
    planner::vector_product_facts facts =
        planner::expected_facts({.output = size,
                                 .admitted = admitted,
                                 .vector = u.size(),
                                 .vector_nvals = u.nvals(),
                                 .stored_columns = a.ncols(),
                                 .stored_nvals = a.nvals(),
                                 .pull_transposed = pull_transposed,
                                 .transpose_at_hand = a.has_device_transpose_at_hand(),
                                 .hit_ends_row = hit_ends_row});
    if (facts.push_transpose == 0 && wanted == method::automatic) {
        const auto rows = own_operand(e, a, !pull_transposed);
        facts.push_work = cuda::push_work(e, u.device_list(e)->view(), rows->view());
    }
    return {planner::choose_device_method(operation, wanted, facts), facts.push_work};
}

/// The product of operands that are in new numbers, or as they are where `numbers` is null: rows are the output.
template <class S, bool from_left, class TA, class TU>
cuda::csr vector_product_in(const context& ctx, const char* operation, const S& semiring, const matrix<TA>& a, const vector<TU>& u,
                            bool transpose, const cuda::mask_ref& mask, const descriptor& desc, const product_numbering* numbers) {
    if (desc.variant != hash_variant::automatic) {
        throw unsupported(std::string(operation) + ": variant " + to_string(desc.variant) + " is one of products of matrices");
    }
    if (desc.tile_variant != tile_variant::automatic) {
        throw unsupported(std::string(operation) + ": variant " + to_string(desc.tile_variant) + " is one of products of matrices");
    }
    if (desc.precision != precision::exact) {
        throw unsupported(std::string(operation) + ": mixed precision is one of products of matrices");
    }
    const engine_ptr& e = ctx.cuda_engine();
    const reporting reporting(ctx);
    cuda::product_recipe recipe = recipe_of(operation, semiring);
    cuda::vector_task task;
    task.operation = operation;
    task.from_left = from_left;
    task.mask = mask;
    task.size = shapes::matrix_vector(operation, shapes::of(a), transpose, u.size(), from_left);

    const bool pull_transposed = transpose != from_left;
    const index listed = task.mask.rows.nvals;
    const index admitted = !task.mask.present ? task.size : task.mask.complement ? task.size - listed : listed;
    const direction chosen = choose_direction(e, operation, host::hit_ends_row_of(semiring), a, u, task.size, pull_transposed,
                                              admitted, desc.method);
    task.pull = chosen.choice.method == method::dot;

    const auto rows = own_operand(e, a, task.pull == pull_transposed);
    const auto list = u.device_list(e);
    task.rows = rows->view();
    task.u = list->view();
    if (numbers != nullptr) {
        recipe = cuda::recipe_in_new_numbers(recipe);
        task.original_outputs = numbers->rows.map();
        task.original_inner = numbers->inner.map();
    }
    cuda::csr w = cuda::vector_product(e, task, recipe);
    report r;
    r.operation = operation;
    r.method = chosen.choice.method;
    r.reason = chosen.choice.reason;
    if (numbers != nullptr) r.reason += "; computed on the indices that occur";
    r.flops = chosen.push_work;
    r.nvals = w.nvals;
    reporting.file(std::move(r));
    return w;
}

/// w = A u, or u' A if from_left, under a mask, as one row. `transpose` as in the descriptor.
template <class S, bool from_left, class TA, class TU>
cuda::csr vector_product(const context& ctx, const char* operation, const S& semiring, const matrix<TA>& a, const vector<TU>& u,
                         bool transpose, const held_mask& mask, const descriptor& desc) {
    const host::product_sides sides = host::vector_product_sides(operations::source_of(a), operations::vector_source_of(u),
                                                                 transpose, from_left);
    if (!sides.any() || !cuda::can_be_renumbered(recipe_of(operation, semiring), u.size())) {
        return vector_product_in<S, from_left>(ctx, operation, semiring, a, u, transpose, mask.rows(), desc, nullptr);
    }
    const engine_ptr& e = ctx.cuda_engine();
    const bool inner_is_columns = transpose == from_left;
    const auto rows = a.device_storage(e);
    const auto list = u.device_list(e);
    const cuda::numbering alone = cuda::identity_numbering(1);
    product_numbering numbers{{}, cuda::identity_numbering(u.size()), cuda::identity_numbering(1)};
    if (sides.far_inner) {
        numbers.inner = list->nvals <= rows->nvals ? cuda::numbered_columns(e, list->view()) : occurring(e, rows->view(), inner_is_columns);
    }
    const auto small_a =
        matrix<TA>::from_device(renumber_operand(e, rows->view(), inner_is_columns, numbers.inner, sides.far_rows, numbers.rows));
    const auto small_u = vector<TU>::from_device(cuda::renumbered(e, list->view(), alone, numbers.inner));
    cuda::mask_ref small_mask = mask.rows();
    cuda::csr mask_row;
    if (small_mask.present && !numbers.rows.is_identity) {
        mask_row = cuda::renumbered(e, small_mask.rows, alone, numbers.rows);
        small_mask.rows = mask_row.view();
    }
    cuda::csr w =
        vector_product_in<S, from_left>(ctx, operation, semiring, small_a, small_u, transpose, small_mask, desc, &numbers);
    return cuda::in_original_numbers(e, std::move(w), alone, numbers.rows);
}

/// w<m, replace> = accum(w, A u), or accum(w, u' A) if from_left; shapes are known to fit.
template <bool from_left, class TW, class Mask, class Accum, class S, class TA, class TU>
void multiply_vector(const context& ctx, const char* operation, vector<TW>& w, const Mask& mask, const Accum& accum,
                     const S& semiring, const matrix<TA>& a, const vector<TU>& u, bool transpose, const descriptor& desc) {
    const engine_ptr& e = ctx.cuda_engine();
    const cuda::engine::use here(*e, operation);
    const held_mask held(e, mask);
    cuda::csr t = vector_product<S, from_left>(ctx, operation, semiring, a, u, transpose, held, desc);
    finish(e, operation, w, std::move(t), held, accum, desc.replace, true);
}

}  // namespace graphblas_gpu::device
