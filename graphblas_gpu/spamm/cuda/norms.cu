// Norms of blocks, positions, conversions and small blocks.
//
// Idea: a warp reads a block, 16 bytes a lane at a time.
#include <graphblas_gpu/cuda/device/for_each.cuh>
#include <graphblas_gpu/cuda/primitives/scan.hpp>
#include <graphblas_gpu/spamm/cuda/block_norm.cuh>
#include <graphblas_gpu/spamm/cuda/instructions.cuh>
#include <graphblas_gpu/spamm/cuda/plan.hpp>
#include <graphblas_gpu/spamm/cuda/spread.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace graphblas_gpu::cuda {

namespace block_product {
namespace {

constexpr unsigned norm_threads = 256;

/// The values of 16 bytes.
template <block_type type, class Take>
__device__ __forceinline__ void for_values(const uint4& chunk, const Take& take) {
    const unsigned words[4] = {chunk.x, chunk.y, chunk.z, chunk.w};
    if constexpr (type == block_type::float64) {
        for (unsigned n = 0; n < 4; n += 2) {
            take(__longlong_as_double(static_cast<long long>(static_cast<std::uint64_t>(words[n + 1]) << 32 | words[n])));
        }
    } else if constexpr (type == block_type::float32) {
        for (const unsigned word : words) take(static_cast<double>(__uint_as_float(word)));
    } else {
        for (const unsigned word : words) {
            const auto low = static_cast<unsigned short>(word), high = static_cast<unsigned short>(word >> 16);
            take(static_cast<double>(type == block_type::float16 ? float_of_half(low) : float_of_bfloat(low)));
            take(static_cast<double>(type == block_type::float16 ? float_of_half(high) : float_of_bfloat(high)));
        }
    }
}

template <block_type type>
__global__ void norms_kernel(row_offset count, const uint4* values, double* norms) {
    constexpr unsigned loads = static_cast<unsigned>(formats::block_values) *
                               (type == block_type::float64   ? 8u
                                : type == block_type::float32 ? 4u
                                                              : 2u) /
                               16 / simt::warp_size;
    const row_offset p = static_cast<row_offset>(blockIdx.x) * (norm_threads / simt::warp_size) + simt::warp_id();
    if (p >= count) return;
    const uint4* const block = values + p * loads * simt::warp_size + simt::lane_id();
    uint4 chunks[loads];
    for (unsigned n = 0; n < loads; ++n) chunks[n] = block[n * simt::warp_size];
    const double norm = norm_of_block<type == block_type::float64>([&](const auto& take) {
        for (unsigned n = 0; n < loads; ++n) for_values<type>(chunks[n], take);
    });
    if (simt::lane_id() == 0) norms[p] = norm;
}

template <block_type type>
void launch_norms(const engine_ptr& e, const void* values, row_offset count, double* norms) {
    constexpr row_offset in_block = norm_threads / simt::warp_size;
    simt::launch(e->stream(), static_cast<unsigned>((count + in_block - 1) / in_block), norm_threads, 0, norms_kernel<type>,
                 count, static_cast<const uint4*>(values), norms);
}
void norms_of_values(const engine_ptr& e, block_type type, const void* values, row_offset count, double* norms) {
    switch (type) {
        case block_type::float16:
            return launch_norms<block_type::float16>(e, values, count, norms);
        case block_type::bfloat16:
            return launch_norms<block_type::bfloat16>(e, values, count, norms);
        case block_type::float32:
            return launch_norms<block_type::float32>(e, values, count, norms);
        case block_type::float64:
            return launch_norms<block_type::float64>(e, values, count, norms);
    }
}
/// Of the blocks of some rows, which begin with block `begin` of the matrix.
struct set_position {
    const row_offset* offsets;
    const column_index* columns;
    index rows, ncolumns;
    row_offset begin;
    int* at;
    __device__ void operator()(std::int64_t p) const {
        at[row_of_entry(offsets, rows, begin + p) * ncolumns + columns[begin + p]] = static_cast<int>(p);
    }
};

/// The norm of `group` blocks side by side: block n is at at[first + n * step], where n < present.
__device__ double joint_norm(const int* at, const double* norms, index first, index step, index present) {
    constexpr index max_blocks = 4;
    double each[max_blocks], most = 0;
    for (index n = 0; n < present; ++n) {
        const int p = at[first + n * step];
        each[n] = p < 0 ? 0 : norms[p];
        most = each[n] > most ? each[n] : most;
    }
    if (most == 0 || most == infinite || present == 1) return most;
    double sum = 0;
    for (index n = 0; n < present; ++n) sum += each[n] / most * (each[n] / most);
    return most * sqrt(sum);
}

/// Norms of tiles along k, of A and then of B. Of B the walk goes along a column, so that neighbouring threads take
/// neighbouring columns and write apart.
struct tile_norm {
    const int *a_at, *b_at;
    const double *a_norms, *b_norms;
    index rows, inner, columns, group, tile_rows, tile_columns;
    double *a, *b;
    __device__ void operator()(std::int64_t n) const {
        if (n < tile_rows * inner) {
            const index k = n % inner, first = n / inner * group;
            a[n] = joint_norm(a_at, a_norms, first * inner + k, inner, ::min(group, rows - first));
        } else {
            n -= tile_rows * inner;
            const index k = n / tile_columns, tile = n % tile_columns, first = tile * group;
            b[tile * inner + k] = joint_norm(b_at, b_norms, k * columns + first, 1, ::min(group, columns - first));
        }
    }
};

template <class From, class To>
struct convert_value {
    const From* from;
    To* to;
    double scale;
    bool bfloat;
    __device__ void operator()(std::int64_t n) const {
        const auto x = static_cast<float>(static_cast<double>(from[n]) * scale);
        if constexpr (sizeof(To) == sizeof(float))
            to[n] = x;
        else
            to[n] = bfloat ? bfloat_of(x) : static_cast<unsigned short>(tensor::packed_halves(x, 0));
    }
};

template <class From, class To>
void convert(const engine_ptr& e, const operand& a, const memory& to, bool bfloat, double scale) {
    for_each(e, a.count * formats::block_values,
             convert_value<From, To>{static_cast<const From*>(a.values), static_cast<To*>(to.data()), scale, bfloat});
}

/// Value n % block_values of the block at position n / block_values of C.
template <class T>
struct set_value {
    const int *to_at, *from_at;
    const T* from;
    T* to;
    double beta;
    __device__ void operator()(std::int64_t n) const {
        const std::int64_t position = n / formats::block_values, value = n % formats::block_values;
        const int p = to_at[position], q = from_at[position];
        if (p >= 0)
            to[p * formats::block_values + value] =
                q < 0 ? T{0} : static_cast<T>(beta * static_cast<double>(from[q * formats::block_values + value]));
    }
};

/// Whether tile n has a block.
struct find_tile {
    const int* at;
    index rows, columns, side;
    bool* is_present;
    __device__ void operator()(std::int64_t n) const {
        const index tile_columns = (columns + side - 1) / side, top = n / tile_columns * side, left = n % tile_columns * side;
        bool found = false;
        for (index i = top; i < ::min(rows, top + side); ++i) {
            for (index j = left; j < ::min(columns, left + side); ++j) found |= at[i * columns + j] >= 0;
        }
        is_present[n] = found;
    }
};

/// One block: the root of the sum of squares, and the largest number that is finite.
__global__ void joint_norm_kernel(row_offset count, const double* norms, std::int64_t* answer) {
    double most = 0;
    for (row_offset p = threadIdx.x; p < count; p += one_block) {
        if (norms[p] > most && norms[p] != infinite) most = norms[p];
    }
    most = max_of_block(most);
    const double all = root_of_squares(norms, count);
    if (threadIdx.x != 0) return;
    answer[0] = __double_as_longlong(all);
    answer[1] = __double_as_longlong(most);
}

struct joint_norms {
    double all = 0, largest = 0;
};
joint_norms joint_norm(const engine_ptr& e, const double* norms, row_offset count) {
    if (count == 0) return {};
    simt::launch(e->stream(), 1, one_block, 0, joint_norm_kernel, count, norms, e->answer());
    const auto all = std::bit_cast<double>(e->await_answer());
    return {all, std::bit_cast<double>(e->answer()[1])};
}

struct flag_large {
    const double* norms;
    double least;
    row_offset count;
    row_offset* out;
    __device__ void operator()(std::int64_t p) const { out[p] = p < count && !(norms[p] < least) ? 1 : 0; }
};
/// The norms of blocks that are dropped, and 0 for all others.
struct dropped_norms {
    const double* norms;
    double least;
    __device__ double operator[](row_offset p) const { return norms[p] < least ? norms[p] : 0; }
};
/// The number of blocks that are kept, and the norm of all others together.
__global__ void dropped_kernel(row_offset count, const double* norms, double least, const row_offset* kept,
                               std::int64_t* answer) {
    const double dropped = root_of_squares(dropped_norms{norms, least}, count);
    if (threadIdx.x != 0) return;
    answer[0] = kept[count];
    answer[1] = __double_as_longlong(dropped);
}
__global__ void keep_kernel(const double* norms, double least, const row_offset* kept, const column_index* columns,
                            const uint4* values, unsigned chunks, column_index* to_columns, double* to_norms,
                            uint4* to_values) {
    const row_offset p = blockIdx.x;
    if (norms[p] < least) return;
    const row_offset to = kept[p];
    for (unsigned n = threadIdx.x; n < chunks; n += blockDim.x) to_values[to * chunks + n] = values[p * chunks + n];
    if (threadIdx.x != 0) return;
    to_columns[to] = columns[p];
    to_norms[to] = norms[p];
}
struct renumber_offset {
    const row_offset *kept, *from;
    row_offset* to;
    __device__ void operator()(std::int64_t i) const { to[i] = kept[from[i]]; }
};

}  // namespace

operand rows_of(const engine_ptr& e, const blocks& a, index first, index last, row_offset begin, row_offset end) {
    const index columns = formats::blocks_for(a.ncols);
    operand out;
    out.nrows = std::min(a.nrows, last * formats::block_side) - first * formats::block_side;
    out.ncols = a.ncols;
    out.type = a.type;
    out.count = end - begin;
    out.norms = a.norms.data() + begin;
    out.values = static_cast<const std::byte*>(a.values.data()) + bytes_of_blocks(a.type, begin);
    const bool is_whole = out.count == a.count && out.nrows == a.nrows;
    if (is_whole && !a.at.empty()) {
        out.at = a.at.shared();
        return out;
    }
    out.at = array<int>(e, static_cast<std::size_t>((last - first) * columns));
    e->set_bytes(out.at.data(), 0xff, out.at.size() * sizeof(int));
    for_each(e, out.count,
             set_position{a.offsets.data() + first, a.columns.data(), last - first, columns, begin, out.at.data()});
    if (is_whole && !out.at.empty()) a.at = out.at.shared();
    return out;
}
operand operand_of(const engine_ptr& e, const blocks& a) { return rows_of(e, a, 0, formats::blocks_for(a.nrows), 0, a.count); }

norm_maps norms_of_tiles(const engine_ptr& e, const operand& a, const operand& b, index side) {
    const index group = side / formats::block_side, rows = formats::blocks_for(a.nrows), columns = formats::blocks_for(b.ncols);
    norm_maps out;
    out.inner = formats::blocks_for(a.ncols);
    out.tile_rows = (rows + group - 1) / group;
    out.tile_columns = (columns + group - 1) / group;
    out.a = array<double>(e, static_cast<std::size_t>(out.tile_rows * out.inner));
    out.b = array<double>(e, static_cast<std::size_t>(out.tile_columns * out.inner));
    for_each(e, (out.tile_rows + out.tile_columns) * out.inner,
             tile_norm{a.at.data(), b.at.data(), a.norms, b.norms, rows, out.inner, columns, group, out.tile_rows,
                       out.tile_columns, out.a.data(), out.b.data()});
    return out;
}

void set_to_multiple(const engine_ptr& e, blocks& c, const array<int>& at, double beta, const operand& addend) {
    const std::int64_t values = formats::blocks_for(c.nrows) * formats::blocks_for(c.ncols) * formats::block_values;
    const auto set = [&]<class T>(T*) {
        for_each(e, values,
                 set_value<T>{at.data(), addend.at.data(), static_cast<const T*>(addend.values),
                              static_cast<T*>(c.values.data()), beta});
    };
    if (c.type == block_type::float64) set(static_cast<double*>(nullptr));
    else set(static_cast<float*>(nullptr));
}

void find_tiles(const engine_ptr& e, const operand& a, index side, const array<bool>& is_present) {
    for_each(e, static_cast<std::int64_t>(is_present.size()),
             find_tile{a.at.data(), formats::blocks_for(a.nrows), formats::blocks_for(a.ncols), side, is_present.data()});
}

memory converted_pool(const engine_ptr& e, const operand& a, block_type type, double scale) {
    memory out(e, bytes_of_blocks(type, a.count));
    const bool bfloat = type == block_type::bfloat16;
    if (a.type == block_type::float64 && type == block_type::float32)
        convert<double, float>(e, a, out, bfloat, scale);
    else if (a.type == block_type::float64)
        convert<double, unsigned short>(e, a, out, bfloat, scale);
    else
        convert<float, unsigned short>(e, a, out, bfloat, scale);
    return out;
}

double largest_finite_norm(const engine_ptr& e, const operand& a) { return joint_norm(e, a.norms, a.count).largest; }

blocks without_small_blocks(const engine_ptr& e, blocks&& a, double least, double& dropped) {
    if (a.count == 0) return std::move(a);
    constexpr unsigned copiers = 128;
    array<row_offset> kept(e, static_cast<std::size_t>(a.count) + 1);
    for_each(e, a.count + 1, flag_large{a.norms.data(), least, a.count, kept.data()});
    exclusive_scan(e, kept.data(), kept.data(), a.count + 1);
    simt::launch(e->stream(), 1, one_block, 0, dropped_kernel, a.count, static_cast<const double*>(a.norms.data()), least,
                 static_cast<const row_offset*>(kept.data()), e->answer());
    const row_offset count = e->await_answer();
    dropped = std::bit_cast<double>(e->answer()[1]) * (1 + formats::bound_slack);
    if (count == a.count) return std::move(a);
    blocks out = blocks_with_room(e, a.nrows, a.ncols, a.type, count);
    const auto chunks = static_cast<unsigned>(bytes_of_blocks(a.type, 1) / 16);
    simt::launch(e->stream(), static_cast<unsigned>(a.count), copiers, 0, keep_kernel,
                 static_cast<const double*>(a.norms.data()), least, static_cast<const row_offset*>(kept.data()),
                 static_cast<const column_index*>(a.columns.data()), static_cast<const uint4*>(a.values.data()), chunks,
                 out.columns.data(), out.norms.data(), static_cast<uint4*>(out.values.data()));
    for_each(e, formats::blocks_for(a.nrows) + 1, renumber_offset{kept.data(), a.offsets.data(), out.offsets.data()});
    return out;
}

}  // namespace block_product

blocks blocks_with_room(const engine_ptr& e, index nrows, index ncols, block_type type, row_offset count) {
    const auto n = static_cast<std::size_t>(count), offsets = static_cast<std::size_t>(formats::blocks_for(nrows)) + 1;
    return {nrows,
            ncols,
            type,
            count,
            array<row_offset>(e, offsets),
            array<column_index>(e, n),
            array<double>(e, n),
            memory(e, bytes_of_blocks(type, count)),
            {},
            {},
            {}};
}

void compute_norms(const engine_ptr& e, blocks& a) {
    block_product::norms_of_values(e, a.type, a.values.data(), a.count, a.norms.data());
}
double norm_of(const blocks& a) { return block_product::joint_norm(a.offsets.owner(), a.norms.data(), a.count).all; }
double norm_of(const dense_form& a) {
    const engine_ptr& e = a.values.owner();
    // Any 1024 values may be taken together.
    const row_offset parts = a.rows() * a.columns() / formats::block_values;
    const array<double> norms(e, static_cast<std::size_t>(parts));
    block_product::norms_of_values(e, a.type, a.values.data(), parts, norms.data());
    return block_product::joint_norm(e, norms.data(), parts).all;
}

blocks uploaded(const engine_ptr& e, const formats::dense_blocks& a) {
    blocks out;
    out.nrows = a.nrows;
    out.ncols = a.ncols;
    out.type = a.type;
    out.count = a.count();
    out.offsets = uploaded<row_offset>(e, a.offsets);
    out.columns = uploaded<column_index>(e, a.columns);
    out.norms = uploaded<double>(e, a.norms);
    out.values = uploaded<std::byte>(e, a.values).release();
    return out;
}

namespace {

/// The blocks of a matrix that lies on one device, to places in host memory. The offsets of its rows come behind that of the
/// first one.
void download_to(const blocks& a, row_offset* offsets, column_index* columns, double* norms, std::byte* values) {
    const auto rows = static_cast<std::size_t>(formats::blocks_for(a.nrows)), count = static_cast<std::size_t>(a.count);
    a.offsets.owner()->to_host({{offsets + 1, a.offsets.data() + 1, rows * sizeof(row_offset)},
                                {columns, a.columns.data(), count * sizeof(column_index)},
                                {norms, a.norms.data(), count * sizeof(double)},
                                {values, a.values.data(), bytes_of_blocks(a.type, a.count)}});
}

}  // namespace

formats::dense_blocks downloaded(const blocks& a) {
    using namespace block_product;
    formats::dense_blocks out;
    out.nrows = a.nrows;
    out.ncols = a.ncols;
    out.type = a.type;
    out.offsets = buffer<row_offset>(static_cast<std::size_t>(formats::blocks_for(a.nrows)) + 1);
    out.columns = buffer<column_index>(static_cast<std::size_t>(a.count));
    out.norms = buffer<double>(static_cast<std::size_t>(a.count));
    out.values = buffer<std::byte>(bytes_of_blocks(a.type, a.count));
    out.offsets[0] = 0;
    if (a.parts == nullptr) {
        download_to(a, out.offsets.data(), out.columns.data(), out.norms.data(), out.values.data());
        return out;
    }
    row_offset before = 0;
    for (const blocks_part& part : parts_of(a)) {
        row_offset* const offsets = out.offsets.data() + part.first_row;
        download_to(part.rows, offsets, out.columns.data() + before, out.norms.data() + before,
                    out.values.data() + bytes_of_blocks(a.type, before));
        for (index i = 1; i <= formats::blocks_for(part.rows.nrows); ++i) offsets[i] += before;
        before += part.rows.count;
    }
    return out;
}

}  // namespace graphblas_gpu::cuda
