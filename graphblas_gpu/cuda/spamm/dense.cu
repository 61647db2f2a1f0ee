#include <graphblas_gpu/cuda/primitives/for_each.cuh>
#include <graphblas_gpu/cuda/spamm/dense.hpp>

#include <limits>

namespace graphblas_gpu::cuda::block_product {

namespace {

/// 16 bytes of a row of a block.
struct copy_to_dense {
    const uint4* pool;
    const int* at;
    uint4* dense;
    index columns;
    unsigned chunks;  ///< a row of a block
    __device__ void operator()(std::int64_t n) const {
        const index in_row = columns * chunks, row = n / in_row, chunk = n % in_row;
        const int p = at[row / formats::block_side * columns + chunk / chunks];
        const unsigned within = static_cast<unsigned>(row % formats::block_side) * chunks + static_cast<unsigned>(chunk % chunks);
        dense[n] = p < 0 ? uint4{0, 0, 0, 0} : pool[static_cast<std::size_t>(p) * formats::block_side * chunks + within];
    }
};

template <class From, class To>
struct copy_from_dense {
    const From* dense;
    const int* at;
    To* pool;
    index columns;
    double scale;
    __device__ void operator()(std::int64_t n) const {
        const index length = columns * formats::block_side, row = n / length, column = n % length;
        const int p = at[row / formats::block_side * columns + column / formats::block_side];
        if (p < 0) return;
        pool[static_cast<std::size_t>(p) * formats::block_values + row % formats::block_side * formats::block_side +
             column % formats::block_side] = static_cast<To>(static_cast<double>(dense[n]) * scale);
    }
};

struct note_infinite {
    const double* norms;
    int* found;
    __device__ void operator()(std::int64_t p) const {
        if (norms[p] == std::numeric_limits<double>::infinity()) *found = 1;
    }
};

}  // namespace

memory dense_array(const engine_ptr& e, const void* pool, block_type type, const int* at, index rows, index columns) {
    constexpr std::size_t chunk_bytes = 16;
    const auto chunks = static_cast<unsigned>(formats::block_side * formats::size_of(type) / chunk_bytes);
    const index all = rows * formats::block_side * columns * chunks;
    memory out(e, static_cast<std::size_t>(all) * chunk_bytes);
    for_each(e, all, copy_to_dense{static_cast<const uint4*>(pool), at, static_cast<uint4*>(out.data()), columns, chunks});
    return out;
}

void fill_blocks(const engine_ptr& e, const void* dense, bool dense_is_double, const int* at, index rows, index columns, double scale,
                 blocks& c) {
    const index all = rows * columns * formats::block_values;
    void* const to = c.values.data();
    if (dense_is_double) {
        for_each(e, all, copy_from_dense<double, double>{static_cast<const double*>(dense), at, static_cast<double*>(to), columns, scale});
    } else if (c.type == block_type::float64) {
        for_each(e, all, copy_from_dense<float, double>{static_cast<const float*>(dense), at, static_cast<double*>(to), columns, scale});
    } else {
        for_each(e, all, copy_from_dense<float, float>{static_cast<const float*>(dense), at, static_cast<float*>(to), columns, scale});
    }
}

bool has_infinite_norm(const engine_ptr& e, const blocks& a) {
    const array<int> found(e, 1);
    e->set_bytes(found.data(), 0, sizeof(int));
    for_each(e, a.count, note_infinite{a.norms.data(), found.data()});
    return read_element(*e, found.data()) != 0;
}

}  // namespace graphblas_gpu::cuda::block_product
