// A product of a matrix and a vector on a device: direction, operands, and hypersparse sides.
#include <graphblas_gpu/operations/device/product.hpp>

#include <optional>
#include <utility>

#include <fmt/format.h>
#include <graphblas_gpu/cuda/product/vector_product.hpp>
#include <graphblas_gpu/operations/device/renumbered.hpp>
#include <graphblas_gpu/operations/device/reporting.hpp>
#include <graphblas_gpu/operations/renumbered_product.hpp>
#include <graphblas_gpu/operations/vector_run.hpp>
#include <graphblas_gpu/planner/device_choice.hpp>
#include <graphblas_gpu/planner/vector_products.hpp>

namespace graphblas_gpu::device {
namespace {

using host::vector_call;

/// The product of the given operands. If `numbers` is not null, the operands are renumbered. The rows of `numbers` are the
/// output.
cuda::csr multiply(const context& ctx, const vector_call& call, cuda::product_recipe recipe, const any_matrix& a,
                   const cuda::csr& u, const cuda::mask_ref& mask, const device_numberings* numbers) {
    const engine_ptr& e = ctx.cuda_engine();
    const reporting reporting(ctx);
    cuda::vector_task task;
    task.operation = call.operation;
    task.from_left = call.from_left;
    task.mask = mask;
    task.size = shapes::matrix_vector(call.operation, a.shape(), call.transpose, u.ncols, call.from_left);

    const index listed = mask.rows.nvals;
    const char* const renumbered_note = numbers != nullptr ? "; computed on the indices that occur" : "";
    const index admitted = !mask.present ? task.size : mask.complement ? task.size - listed : listed;
    planner::vector_product_facts facts = planner::expected_facts({.output = task.size,
                                                                   .admitted = admitted,
                                                                   .vector = u.ncols,
                                                                   .vector_nvals = u.nvals,
                                                                   .stored_columns = a.shape().ncols,
                                                                   .stored_nvals = a.nvals(),
                                                                   .pull_transposed = call.pulls_transposed(),
                                                                   .transpose_is_cached = a.has_cached_device_transpose(),
                                                                   .hit_ends_row = call.semiring.kernels->hit_ends_row});
    if (call.desc.method == method::automatic && facts.push_transpose == 0) {
        std::optional<std::int64_t> push_work;
        const auto rows = a.device_rows(e, !call.pulls_transposed());
        task.rows = rows->view();
        task.u = u.view();
        if (auto w = cuda::small_push(e, task, recipe, push_work)) {
            std::string reason = fmt::format("{} multiplications, counted and added by one block{}{}", *push_work,
                                             renumbered_note, cuda::take_note(recipe, *push_work));
            reporting.file({.operation = call.operation,
                            .method = method::dense,
                            .reason = std::move(reason),
                            .flops = *push_work,
                            .nvals = w->nvals});
            return std::move(*w);
        }
        facts.push_work = push_work ? *push_work : cuda::push_work(e, task.u, task.rows);
    }
    planner::choice chosen = planner::choose_device_method(call.operation, call.desc.method, facts);
    task.pull = chosen.method == method::dot;
    if (is_completed_by_own(recipe.values) && task.pull == call.from_left) {
        // Kernels of the caller's own find the factors of a term in rows of this direction.
        if (call.desc.method != method::automatic) {
            throw unsupported(
                fmt::format("{}: a device {} this product over a semiring of your own, so it is not one of method {}",
                            call.operation, task.pull ? "pushes" : "pulls", to_string(chosen.method)));
        }
        task.pull = !task.pull;
        chosen = {task.pull ? method::dot : method::hash, "the caller's kernels look terms up in these rows"};
    }

    const auto rows = a.device_rows(e, task.pull == call.pulls_transposed());
    task.rows = rows->view();
    task.u = u.view();
    if (numbers != nullptr) {
        recipe = cuda::recipe_in_new_numbers(recipe);
        task.original_outputs = numbers->rows.map();
        task.original_inner = numbers->inner.map();
    }
    cuda::csr w = cuda::vector_product(e, task, recipe);
    const std::string reason = chosen.reason + renumbered_note + cuda::take_note(recipe, facts.push_work);
    reporting.file(
        {.operation = call.operation, .method = chosen.method, .reason = reason, .flops = facts.push_work, .nvals = w.nvals});
    return w;
}

}  // namespace

cuda::csr product_with_vector(const context& ctx, const vector_call& call, const cuda::mask_ref& mask) {
    if (const auto named = planner::named_options(call.desc); !named.empty()) {
        throw unsupported(fmt::format("{}: {} is one of products of matrices", call.operation, named.front().what));
    }
    const engine_ptr& e = ctx.cuda_engine();
    const cuda::product_recipe recipe = call.recipe();
    if (call.desc.deterministic && cuda::sums_depend_on_order(recipe)) {
        throw unsupported(std::string(call.operation) +
                          ": on a device deterministic sums of floating-point numbers are for products of "
                          "matrices; a vector as a matrix of one row has them");
    }
    const auto u = call.u->device_rows(e);
    const host::product_sides sides = host::vector_product_sides(*call.a, *call.u, call.transpose, call.from_left);
    if (!sides.any() || !cuda::can_be_renumbered(recipe, u->ncols)) {
        return multiply(ctx, call, recipe, *call.a, *u, mask, nullptr);
    }
    const bool inner_is_columns = call.transpose == call.from_left;
    const auto rows = call.a->device_rows(e, false);
    const cuda::numbering alone = cuda::identity_numbering(1);
    device_numberings numbers{{}, cuda::identity_numbering(u->ncols), cuda::identity_numbering(1)};
    if (sides.hypersparse_inner) {
        numbers.inner =
            u->nvals <= rows->nvals ? cuda::numbered_columns(e, u->view()) : occurring(e, rows->view(), inner_is_columns);
    }
    const any_matrix small_a = renumbered(e, *call.a, inner_is_columns, numbers.inner, sides.hypersparse_rows, numbers.rows);
    const cuda::csr small_u = cuda::renumbered(e, u->view(), alone, numbers.inner);
    cuda::mask_ref small_mask = mask;
    cuda::csr mask_row;
    if (mask.present && !numbers.rows.is_identity) {
        mask_row = cuda::renumbered(e, mask.rows, alone, numbers.rows);
        small_mask.rows = mask_row.view();
    }
    cuda::csr w = multiply(ctx, call, recipe, small_a, small_u, small_mask, &numbers);
    return cuda::in_original_numbers(e, std::move(w), alone, numbers.rows);
}

}  // namespace graphblas_gpu::device
