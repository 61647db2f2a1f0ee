// The values of a product that are no sums: constants, positions, and values that are looked up at the k of each entry.
#include <graphblas_gpu/cuda/product/stages.hpp>

#include <utility>

#include <graphblas_gpu/base/trace.hpp>
#include <graphblas_gpu/cuda/elementwise/values.hpp>
#include <graphblas_gpu/cuda/shared/assemble.hpp>
#include <graphblas_gpu/cuda/structure/renumber.hpp>

namespace graphblas_gpu::cuda::stages {

csr finish_rows(product& p, csr&& made, row_range r) {
    csr c = std::move(made);
    const product_recipe& recipe = p.recipe;
    const type_code type = recipe.types.value;
    if (recipe.values == product_values::none || recipe.values == product_values::summed || p.is_merged_by_own()) return c;
    const base::phase finishing("values looked up");
    memory values(p.e, static_cast<std::size_t>(c.nvals) * base::size_of(type));
    take_values(p);
    const product_task& task = p.task;
    const csr_ref a = rows_from(task.a, r);
    switch (recipe.values) {
        case product_values::one: values = memory_filled_with(p.e, number_of(type, 1), c.nvals); break;
        case product_values::row_number:
            write_row_numbers(p.e, c.view(), task.first_row + r.first, type, values.data());
            put_original_indices(p.e, type, values.data(), c.nvals, task.original_rows);
            break;
        case product_values::first_k:
            values = converted(p.e, c.type, c.values.data(), type, c.nvals);
            put_original_indices(p.e, type, values.data(), c.nvals, task.original_inner);
            break;
        case product_values::left_at_k: look_up(p.e, a, c.view(), value_position::at_i_k, values.data()); break;
        case product_values::right_at_k: look_up(p.e, task.b, c.view(), value_position::at_k_j, values.data()); break;
        default: recipe.own->products_at(p.e, a, task.b, c.view(), task.first_row + r.first, values.data()); break;
    }
    c.values = std::move(values);
    c.type = type;
    return c;
}

}  // namespace graphblas_gpu::cuda::stages
