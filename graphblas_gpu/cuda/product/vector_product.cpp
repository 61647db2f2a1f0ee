// One product of a matrix and a vector on a device, from operands in device memory to w.
#include <graphblas_gpu/cuda/dot/vector_parts.hpp>
#include <graphblas_gpu/cuda/elementwise/values.hpp>
#include <graphblas_gpu/cuda/product/vector_product.hpp>
#include <graphblas_gpu/cuda/shared/assemble.hpp>
#include <graphblas_gpu/cuda/small/small_product.hpp>
#include <graphblas_gpu/cuda/structure/assign.hpp>
#include <graphblas_gpu/cuda/structure/renumber.hpp>
#include <graphblas_gpu/error.hpp>

namespace graphblas_gpu::cuda {

namespace {

/// The positions `from`, replaced by their original numbers, as values of `type`.
memory positions(const engine_ptr& e, const column_index* from, type_code type, std::int64_t n, const column_index* map) {
    memory values = converted(e, type_code::uint32, from, type, n);
    put_original_indices(e, type, values.data(), n, map);
    return values;
}

/// The values of w that the recipe wants, from the k of each entry that the kernels have found.
memory values_of(const engine_ptr& e, const vector_task& task, const product_recipe& recipe, const csr_ref& w) {
    const type_code type = recipe.types.value;
    switch (recipe.values) {
        case product_values::one: return memory_filled_with(e, number_of(type, 1), w.nvals);
        case product_values::row_number:
            if (task.from_left) return memory_filled_with(e, number_of(type, 0), w.nvals);
            return positions(e, w.columns, type, w.nvals, task.original_outputs);
        case product_values::first_k:
            return positions(e, static_cast<const column_index*>(w.values), type, w.nvals, task.original_inner);
        default:
            break;
    }
    const bool from_u = (recipe.values == product_values::left_at_k) == task.from_left;
    memory keep;
    const csr_ref source = with_values_of(e, from_u ? task.u : task.rows, type, keep);
    memory values(e, static_cast<std::size_t>(w.nvals) * base::size_of(type));
    const value_position in_rows = task.pull ? value_position::at_j_k : value_position::at_k_j;
    look_up(e, source, w, from_u ? value_position::at_i_k : in_rows, values.data());
    return values;
}

/// Whether x * y is y * x. (`pair` is, because it is 1.)
constexpr bool is_commutative(multiply_code multiply) {
    return multiply == multiply_code::times || multiply == multiply_code::plus || multiply == multiply_code::pair;
}

/// The values of w by kernels of the user's own, which take a product of matrices: u' A is one row, and A u has one column.
memory products_at_k(const engine_ptr& e, const vector_task& task, const product_recipe& recipe, const csr_ref& w) {
    memory of_u, of_rows;
    const csr_ref u = with_values_of(e, task.u, task.from_left ? recipe.types.left : recipe.types.right, of_u);
    const csr_ref rows = with_values_of(e, task.rows, task.from_left ? recipe.types.right : recipe.types.left, of_rows);
    memory values(e, static_cast<std::size_t>(w.nvals) * base::size_of(recipe.types.value));
    if (task.from_left) {
        recipe.own->products_at(e, u, rows, w, 0, values.data());
    } else {
        const csr u_column = as_column(e, u), w_column = as_column(e, w);
        recipe.own->products_at(e, rows, u_column.view(), w_column.view(), 0, values.data());
    }
    return values;
}

}  // namespace

csr vector_product(const engine_ptr& e, const vector_task& task, const product_recipe& recipe) {
    const bool is_summed = recipe.values == product_values::summed;
    const type_code of_u = task.from_left ? recipe.types.left : recipe.types.right;
    const type_code of_rows = task.from_left ? recipe.types.right : recipe.types.left;
    memory u_values, row_values;
    const csr_ref u = with_values_of(e, task.u, is_summed ? of_u : type_code::none, u_values);
    const csr_ref rows = with_values_of(e, task.rows, is_summed ? of_rows : type_code::none, row_values);
    // Kernels of the caller's own may add up the terms from the least k on, so that no other k will do.
    const bool any_k_suffices = !is_summed && !is_completed_by_own(recipe.values);
    csr w = recipe.run->current(e, kernel_group::vector)
                .vector_product(e, rows, u, task.from_left, task.mask, task.pull, task.size, any_k_suffices);
    if (is_summed) return w;
    w.values = is_completed_by_own(recipe.values) ? products_at_k(e, task, recipe, w.view())
                                                  : values_of(e, task, recipe, w.view());
    w.type = recipe.types.value;
    return w;
}

std::optional<csr> small_push(const engine_ptr& e, const vector_task& task, const product_recipe& recipe,
                              std::optional<std::int64_t>& work) {
    const product_value_types types = recipe.types;
    // A product is taken with u as its left factor, so that one with u on the right has to be the same with its factors
    // swapped.
    const bool is_served = recipe.values == product_values::summed && !task.mask.admits_only() &&
                           recipe.code.type != type_code::none && is_commutative(recipe.code.multiply) &&
                           e->memory_limit() == 0;
    if (!is_served || task.u.nvals == 0 || task.u.nvals > small::max_entries_of_vector) return std::nullopt;
    if (task.rows.nvals > small::max_entries_of_b) return std::nullopt;
    if (!small::fits_block(small::row_bytes(task.size, small::sum_bytes_of(types.value)), e->facts())) return std::nullopt;
    if (!recipe.run->has_small_product(e)) return std::nullopt;
    // Converting values takes longer than counting, and is wasted if the count shows too much work.
    const type_code of_rows = task.from_left ? types.right : types.left;
    if (of_rows != type_code::none && of_rows != task.rows.type) {
        work = push_work(e, task.u, task.rows);
        if (*work > small_policy::max_multiplications || *work > small_policy::max_of_a_row) return std::nullopt;
    }
    try {
        memory u_values, row_values;
        product_rows rows;
        rows.a = with_values_of(e, task.u, task.from_left ? types.left : types.right, u_values);
        rows.b = with_values_of(e, task.rows, task.from_left ? types.right : types.left, row_values);
        rows.mask = task.mask;
        rows.last_row = 1;
        std::int64_t counted = 0;
        auto w = small::multiply_row(e, *recipe.run, rows, types.value, counted);
        work = counted;
        return w;
    } catch (const out_of_memory&) {
        return std::nullopt;  // other methods need less room
    }
}

std::int64_t push_work(const engine_ptr& e, const csr_ref& u, const csr_ref& rows) {
    return masked::look_ups_to_push(e, rows, u);
}

}  // namespace graphblas_gpu::cuda
