// Block matrices as dense arrays and back.
#include <graphblas_gpu/cuda/device/simt.cuh>
#include <graphblas_gpu/spamm/cuda/plan.hpp>

namespace graphblas_gpu::cuda {

namespace {

constexpr unsigned dense_threads = 128, rows_of_block = 32;

/// Where a thread block finds the block of its position in a dense array. A row of a block has `chunks` chunks of 16 bytes.
struct dense_place {
    std::size_t first, stride;
    unsigned chunks;
    __device__ dense_place(unsigned columns, unsigned chunks_of_row)
        : stride(static_cast<std::size_t>(columns) * chunks_of_row), chunks(chunks_of_row) {
        first = blockIdx.x / columns * rows_of_block * stride + blockIdx.x % columns * chunks;
    }
    /// Calls take(place, n) for the chunks of the calling thread: chunk n of the block.
    template <class Take>
    __device__ void for_chunks(const Take& take) const {
        for (unsigned n = threadIdx.x; n < rows_of_block * chunks; n += dense_threads)
            take(first + n / chunks * stride + n % chunks, n);
    }
};

/// A thread block for each position of a block.
/// @{
__global__ void to_dense_kernel(const uint4* pool, const int* at, unsigned columns, unsigned chunks, uint4* dense) {
    const int p = at[blockIdx.x];
    const uint4* const from = pool + static_cast<std::size_t>(p < 0 ? 0 : p) * rows_of_block * chunks;
    dense_place(columns, chunks).for_chunks([&](std::size_t place, unsigned n) {
        dense[place] = p < 0 ? uint4{0, 0, 0, 0} : from[n];
    });
}
__global__ void to_blocks_kernel(const uint4* dense, unsigned columns, unsigned chunks, uint4* pool, row_offset* offsets,
                                 column_index* columns_of_blocks) {
    uint4* const to = pool + static_cast<std::size_t>(blockIdx.x) * rows_of_block * chunks;
    dense_place(columns, chunks).for_chunks([&](std::size_t place, unsigned n) { to[n] = dense[place]; });
    if (threadIdx.x != 0) return;
    columns_of_blocks[blockIdx.x] = blockIdx.x % columns;
    if ((blockIdx.x + 1) % columns == 0) offsets[(blockIdx.x + 1) / columns] = blockIdx.x + 1;
}
/// @}

unsigned chunks_of_row(block_type type) {
    return static_cast<unsigned>(rows_of_block * formats::size_of(type) / sizeof(uint4));
}

}  // namespace

dense_form dense_of(const blocks& a) {
    const engine_ptr& e = a.offsets.owner();
    const engine::current_device here(*e);  // containers are read outside of operations too
    const index rows = formats::blocks_for(a.nrows), columns = formats::blocks_for(a.ncols);
    const block_product::operand from = block_product::operand_of(e, a);
    dense_form out{a.nrows, a.ncols, a.type, {}};
    out.values = memory(e, static_cast<std::size_t>(out.rows() * out.columns()) * formats::size_of(a.type));
    simt::launch(e->stream(), static_cast<unsigned>(rows * columns), dense_threads, 0, to_dense_kernel,
                 static_cast<const uint4*>(from.values), static_cast<const int*>(from.at.data()),
                 static_cast<unsigned>(columns), chunks_of_row(a.type), static_cast<uint4*>(out.values.data()));
    return out;
}

blocks blocks_of(const dense_form& a) {
    const engine_ptr& e = a.values.owner();
    const engine::current_device here(*e);
    const index rows = formats::blocks_for(a.nrows), columns = formats::blocks_for(a.ncols);
    blocks out = blocks_with_room(e, a.nrows, a.ncols, a.type, rows * columns);
    e->set_bytes(out.offsets.data(), 0, out.offsets.size() * sizeof(row_offset));
    simt::launch(e->stream(), static_cast<unsigned>(out.count), dense_threads, 0, to_blocks_kernel,
                 static_cast<const uint4*>(a.values.data()), static_cast<unsigned>(columns), chunks_of_row(a.type),
                 static_cast<uint4*>(out.values.data()), out.offsets.data(), out.columns.data());
    compute_norms(e, out);
    return out;
}

}  // namespace graphblas_gpu::cuda
