// Rows of bhSPARSE before they are arranged into C, and what their computation shares for all semirings.
//
// Idea: the upper bound of a row is the number of its multiplications. Rows of up to 512 get memory for their upper bounds.
// Long rows get memory progressively: the list of a row grows in shared memory, and when a level has no room for it, it is
// saved in global memory together with the checkpoint, from which a block with twice as much shared memory goes on; the last
// level grows the list in global memory. One kernel a level is queued for all long rows, and blocks whose row is not at this
// level end at once, so that the host does not wait between levels. Only if the memory for lists is used up it waits and
// provides more. Source: bhSPARSE (Liu, Vinter).
#pragma once

#include <graphblas_gpu/cuda/device/simt.cuh>

#include <vector>

#include <graphblas_gpu/base/function_ref.hpp>
#include <graphblas_gpu/cuda/merge/merge.hpp>
#include <graphblas_gpu/cuda/primitives/class_lists.cuh>
#include <graphblas_gpu/cuda/published/merge/rules.hpp>

namespace graphblas_gpu::cuda::merge_paper {

/// Entries in device memory.
struct row_list {
    column_index* columns = nullptr;
    void* values = nullptr;
};

/// A long row between two kernels.
struct long_row {
    row_list list;              ///< the sum of the multiplications before the checkpoint
    row_offset size = 0;        ///< of the list
    row_offset room = 0;        ///< entries that the list has room for
    row_offset left = 0;        ///< the checkpoint: an entry of A,
    row_offset right = -1;      ///< and an entry of its row of B; -1: the first
    unsigned level = 0;
    static constexpr unsigned finished = ~0u;  ///< the level of a row that is computed
};

/// Memory from which blocks take lists.
struct list_pool {
    row_list first;
    unsigned long long entries = 0;
    unsigned long long* taken = nullptr;    ///< entries asked for, also if there was no room for them
    unsigned long long* waiting = nullptr;  ///< rows that have found no room
};

/// The rows of a panel.
struct unarranged_rows {
    merging::expansion x;                    ///< with sizes, which are 0 at first
    class_lists<bins> listed;
    array<row_offset> before;       ///< of x
    array<row_list> lists;          ///< of each row; of long rows when they are computed
    std::vector<memory> spaces;     ///< columns and values of the lists
    csr c;                          ///< offsets, which x.sizes become
    std::size_t value_bytes = 0;
    std::int64_t long_products = 0;
    memory_use use;
};

/// Stages 1 and 2: upper bounds, bins, and memory for the rows of up to 512 multiplications. Waits. Throws as merge_rows does.
unarranged_rows binned(const engine_ptr& e, const product_rows& in, std::size_t value_bytes);

/// What is the same for all levels of long rows.
struct long_rows {
    long_row* rows = nullptr;
    list_pool pool;
};
/// Computes the long rows. launch(rows, level, capacity) queues the kernel of a level, whose lists have `capacity` entries in
/// shared memory; 0: they are in global memory. Waits once, and again where lists find no room. Throws out_of_memory.
void merge_long_rows(const engine_ptr& e, unarranged_rows& of,
                     base::function_ref<void(const long_rows&, unsigned level, unsigned capacity)> launch);

/// Stage 4: C with values of this type, or its structure if the type is none; `use` receives the memory of all stages. Waits.
csr arranged(const engine_ptr& e, unarranged_rows&& rows, type_code type, memory_use& use);

}  // namespace graphblas_gpu::cuda::merge_paper
