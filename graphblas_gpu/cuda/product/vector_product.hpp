// The product of a matrix and a vector on the device, as a whole.
#pragma once

#include <string>

#include <graphblas_gpu/cuda/product/recipe.hpp>

namespace graphblas_gpu::cuda {

struct vector_task {
    std::string operation;  ///< opens messages
    csr_ref rows;           ///< to pull along (row i reaches output i), or to push along (row k is reached from entry k of u)
    csr_ref u;              ///< one row
    bool from_left = false; ///< u' A; else A u
    bool pull = false;
    mask_ref mask;          ///< one row
    index size = 0;         ///< of the output
    /// Where operands are in new numbers: the original output of each number, and the original index of u. Null: as they are.
    const column_index* original_outputs = nullptr;
    const column_index* original_inner = nullptr;
};

/// w as one row, values of the recipe's type; operands have values of any type. O(entries met). Throws out_of_memory,
/// unsupported (a semiring of a caller's own that adds by `any`).
csr vector_product(const engine_ptr& e, const vector_task& task, const product_recipe& recipe);

/// Entries that pushing from the entries of u along `rows` meets. Waits for the device. O(nvals(u)).
std::int64_t push_work(const engine_ptr& e, const csr_ref& u, const csr_ref& rows);

}  // namespace graphblas_gpu::cuda
