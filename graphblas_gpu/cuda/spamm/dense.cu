#include <graphblas_gpu/cuda/primitives/for_each.cuh>
#include <graphblas_gpu/cuda/spamm/block_norm.cuh>
#include <graphblas_gpu/cuda/spamm/dense.hpp>

namespace graphblas_gpu::cuda {

namespace block_product {

namespace {

constexpr unsigned dense_threads = 128, rows_of_block = 32;

/// A thread block for each position of a block; `chunks` of 16 bytes are a row of it.
__global__ void to_dense_kernel(const uint4* pool, const int* at, unsigned columns, unsigned chunks, uint4* dense) {
    const unsigned row = blockIdx.x / columns, column = blockIdx.x % columns;
    const int p = at[blockIdx.x];
    const uint4* const from = pool + static_cast<std::size_t>(p < 0 ? 0 : p) * rows_of_block * chunks;
    uint4* const to = dense + (static_cast<std::size_t>(row) * rows_of_block * columns + column) * chunks;
    for (unsigned n = threadIdx.x; n < rows_of_block * chunks; n += dense_threads) {
        to[static_cast<std::size_t>(n / chunks) * columns * chunks + n % chunks] = p < 0 ? uint4{0, 0, 0, 0} : from[n];
    }
}

/// Four neighbours of a row, which are loaded and stored together.
template <class T>
struct alignas(16) four {
    T of[4];
};

/// A warp fills a block and computes its norm.
template <class From, class To>
__global__ void from_dense_kernel(row_offset positions, const four<From>* dense, const int* at, unsigned columns, double scale,
                                  four<To>* pool, double* norms) {
    constexpr unsigned chunks = rows_of_block / 4, loads = rows_of_block * chunks / simt::warp_size;
    const row_offset position = static_cast<row_offset>(blockIdx.x) * (dense_threads / simt::warp_size) + simt::warp_id();
    if (position >= positions) return;
    const row_offset p = at == nullptr ? position : at[position];
    if (p < 0) return;
    const std::size_t stride = static_cast<std::size_t>(columns) * chunks;
    const four<From>* const from =
        dense + static_cast<std::size_t>(position / columns) * rows_of_block * stride + position % columns * chunks;
    four<To>* const to = pool + static_cast<std::size_t>(p) * rows_of_block * chunks;
    four<From> values[loads];
    for (unsigned n = 0; n < loads; ++n) {
        const unsigned chunk = n * simt::warp_size + simt::lane_id();
        values[n] = from[chunk / chunks * stride + chunk % chunks];
    }
    four<To> scaled[loads];
    for (unsigned n = 0; n < loads; ++n) {
        for (unsigned k = 0; k < 4; ++k) {
            const From x = values[n].of[k];
            scaled[n].of[k] = scale == 1 ? static_cast<To>(x) : static_cast<To>(static_cast<double>(x) * scale);
        }
        to[n * simt::warp_size + simt::lane_id()] = scaled[n];
    }
    const double norm = norm_of_block<sizeof(To) == sizeof(double)>([&](const auto& take) {
        for (const four<To>& chunk : scaled) {
            for (const To x : chunk.of) take(static_cast<double>(x));
        }
    });
    if (simt::lane_id() == 0) norms[p] = norm;
}

template <class From, class To>
void fill_from(const engine_ptr& e, const void* dense, const int* at, index rows, index columns, double scale, blocks& c) {
    constexpr row_offset warps = dense_threads / simt::warp_size;
    simt::launch(e->stream(), static_cast<unsigned>((rows * columns + warps - 1) / warps), dense_threads, 0,
                 from_dense_kernel<From, To>, rows * columns, static_cast<const four<From>*>(dense), at,
                 static_cast<unsigned>(columns), scale, static_cast<four<To>*>(c.values.data()), c.norms.data());
}

/// The index of a matrix with all blocks.
struct index_all {
    index columns;
    row_offset count;
    row_offset* offsets;
    column_index* columns_of_blocks;
    __device__ void operator()(std::int64_t p) const {
        if (p % columns == 0) offsets[p / columns] = p;
        if (p < count) columns_of_blocks[p] = static_cast<column_index>(p % columns);
    }
};

}  // namespace

memory dense_array(const engine_ptr& e, const void* pool, block_type type, const int* at, index rows, index columns) {
    constexpr std::size_t chunk_bytes = 16;
    const auto chunks = static_cast<unsigned>(rows_of_block * formats::size_of(type) / chunk_bytes);
    memory out(e, static_cast<std::size_t>(rows * columns) * rows_of_block * chunks * chunk_bytes);
    simt::launch(e->stream(), static_cast<unsigned>(rows * columns), dense_threads, 0, to_dense_kernel,
                 static_cast<const uint4*>(pool), at, static_cast<unsigned>(columns), chunks, static_cast<uint4*>(out.data()));
    return out;
}

void fill_blocks(const engine_ptr& e, const void* dense, bool dense_is_double, const int* at, index rows, index columns,
                 double scale, blocks& c) {
    if (dense_is_double)
        fill_from<double, double>(e, dense, at, rows, columns, scale, c);
    else if (c.type == block_type::float64)
        fill_from<float, double>(e, dense, at, rows, columns, scale, c);
    else
        fill_from<float, float>(e, dense, at, rows, columns, scale, c);
}

}  // namespace block_product

dense_form dense_of(const blocks& a) {
    const engine_ptr& e = a.offsets.owner();
    const engine::current_device here(*e);  // containers are read outside of operations too
    const block_product::operand from = block_product::operand_of(e, a);
    const index rows = formats::blocks_for(a.nrows), columns = formats::blocks_for(a.ncols);
    return {a.nrows, a.ncols, a.type, block_product::dense_array(e, from.values, a.type, from.at.data(), rows, columns)};
}

blocks blocks_of(const dense_form& a) {
    const engine_ptr& e = a.values.owner();
    const engine::current_device here(*e);
    const index rows = formats::blocks_for(a.nrows), columns = formats::blocks_for(a.ncols);
    blocks out;
    out.nrows = a.nrows;
    out.ncols = a.ncols;
    out.type = a.type;
    out.count = rows * columns;
    out.offsets = array<row_offset>(e, static_cast<std::size_t>(rows) + 1);
    out.columns = array<column_index>(e, static_cast<std::size_t>(out.count));
    out.norms = array<double>(e, static_cast<std::size_t>(out.count));
    out.values = memory(e, a.values.bytes());
    for_each(e, out.count + 1, block_product::index_all{columns, out.count, out.offsets.data(), out.columns.data()});
    block_product::fill_blocks(e, a.values.data(), a.type == block_type::float64, nullptr, rows, columns, 1, out);
    return out;
}

}  // namespace graphblas_gpu::cuda
