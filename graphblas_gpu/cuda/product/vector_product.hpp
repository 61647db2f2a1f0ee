// The product of a matrix and a vector on the device, as a whole.
#pragma once

#include <cstdint>
#include <optional>
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
/// out_of_memory.
csr vector_product(const engine_ptr& e, const vector_task& task, const product_recipe& recipe);

/// w as vector_product has it, where the vector is pushed along `rows`, the mask does not admit only its entries, and the
/// product is so small that one block makes it (small/small_product.hpp); else nothing. `work` receives the entries that a push
/// visits, if they were counted. Waits for the device if it counts them. Throws out_of_memory.
std::optional<csr> small_push(const engine_ptr& e, const vector_task& task, const product_recipe& recipe,
                              std::optional<std::int64_t>& work);

/// The entries that a push from u along `rows` visits. Waits for the device. O(nvals(u)).
std::int64_t push_work(const engine_ptr& e, const csr_ref& u, const csr_ref& rows);

}  // namespace graphblas_gpu::cuda
