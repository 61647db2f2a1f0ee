// The product of a matrix and a vector on the device, as a whole.
#pragma once

#include <string>

#include <graphblas_gpu/cuda/product/recipe.hpp>

namespace graphblas_gpu::cuda {

struct vector_task {
    std::string operation;  ///< the beginning of error messages
    /// for a pull, row i lists the positions that reach output i; for a push, row k lists the outputs that entry k of u reaches
    csr_ref rows;
    csr_ref u;              ///< one row
    bool from_left = false; ///< u' A; else A u
    bool pull = false;
    mask_ref mask;          ///< one row
    index size = 0;         ///< of the output
    /// If the operands are renumbered: the original output of each number, and the original index of u. Null: not renumbered.
    const column_index* original_outputs = nullptr;
    const column_index* original_inner = nullptr;
};

/// w as one row with values of the recipe's type; operands may have values of any type. O(entries visited). Throws
/// out_of_memory, and unsupported for a user's own semiring that adds by `any`.
csr vector_product(const engine_ptr& e, const vector_task& task, const product_recipe& recipe);

/// The entries that a push from u along `rows` visits. Waits for the device. O(nvals(u)).
std::int64_t push_work(const engine_ptr& e, const csr_ref& u, const csr_ref& rows);

}  // namespace graphblas_gpu::cuda
