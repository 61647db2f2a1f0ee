// Values of C's tiles by tensor cores: the instruction of each precision, and the kernel around them.
//
// Idea: a warp takes a run of tiles of C, adds up pair after pair in fragments, and writes the sums from there. fp16: two pairs
// a step, side by side along k. fp64: the even rows of B's tile in one instruction, the odd ones in another, so that a lane's
// elements of A lie side by side. Sums of fp32 are made by that one too: splitting factors in tf32 was slower and, at three
// times the error of sums in fp32, not as good.
// Source: tSparse (Zachariadis et al.) for fp16; the order of k within a tile is free, as sums are not ordered.
#include <graphblas_gpu/cuda/bitmap_tile/tensor/values.hpp>

#include <graphblas_gpu/cuda/bitmap_tile/tensor/fragments.cuh>
#include <graphblas_gpu/cuda/bitmap_tile/tensor/mma.cuh>
#include <graphblas_gpu/cuda/bitmap_tile/tensor/scales.hpp>

namespace graphblas_gpu::cuda {

namespace {

using namespace tensor;

/// As many blocks on a multiprocessor are worth more than registers beyond theirs.
constexpr unsigned blocks_at_once = 8;

/// Takes the lowest of a set of lanes.
__device__ inline unsigned taken(unsigned& lanes) {
    const auto lowest = static_cast<unsigned>(__ffs(static_cast<int>(lanes))) - 1;
    lanes &= lanes - 1;
    return lowest;
}

/// add(n, m) for the lanes of a set by twos, so that loads for both are under way together; add_last(n) where one is left.
template <class Add, class AddLast>
__device__ __forceinline__ void by_twos(unsigned lanes, const Add& add, const AddLast& add_last) {
    while ((lanes & (lanes - 1)) != 0) {
        const unsigned n = taken(lanes);
        add(n, taken(lanes));
    }
    if (lanes != 0) add_last(taken(lanes));
}

/// Only the upper half of the instruction's rows is used: it is loads that take the time.
template <bool scaled>
struct half_products {
    struct sums {
        float of[2];
    };
    half_scales scales;

    __device__ static unsigned halves(const two<float>& x, float scale) {
        if constexpr (scaled) return packed_halves(x.first * scale, x.second * scale);
        else return packed_halves(x.first, x.second);
    }
    __device__ unsigned left(const two<float>& x) const { return halves(x, scales.a); }
    __device__ unsigned right(const two<float>& x) const { return halves(x, scales.b); }
    __device__ void add(sums& to, const pair_queue<float>& pairs, unsigned lanes) const {
        float of[4] = {to.of[0], to.of[1], 0, 0};
        by_twos(
            lanes,
            [&](unsigned n, unsigned m) {
                const two<float> x = row_elements(pairs.a[n]), y = column_elements(pairs.b[n]);
                const two<float> u = row_elements(pairs.a[m]), v = column_elements(pairs.b[m]);
                multiply_halves(of, {left(x), 0, left(u), 0}, {right(y), right(v)});
            },
            [&](unsigned n) {
                multiply_halves(of, {left(row_elements(pairs.a[n])), 0, 0, 0}, {right(column_elements(pairs.b[n])), 0});
            });
        to = {{of[0], of[1]}};
    }
    __device__ two<float> total(const sums& s) const { return {scales.taken_back(s.of[0]), scales.taken_back(s.of[1])}; }
};

template <class T>
struct double_products {
    struct sums {
        double of[2];
    };

    __device__ static void multiply(sums& to, const two<T>& a, const two<T>& b) {
        multiply_doubles(to.of, a.first, b.first);
        multiply_doubles(to.of, a.second, b.second);
    }
    __device__ void add(sums& to, const pair_queue<T>& pairs, unsigned lanes) const {
        by_twos(
            lanes,
            [&](unsigned n, unsigned m) {
                const two<T> x = row_elements(pairs.a[n]), y = column_elements(pairs.b[n]);
                const two<T> u = row_elements(pairs.a[m]), v = column_elements(pairs.b[m]);
                multiply(to, x, y);
                multiply(to, u, v);
            },
            [&](unsigned n) { multiply(to, row_elements(pairs.a[n]), column_elements(pairs.b[n])); });
    }
    __device__ two<T> total(const sums& s) const { return {static_cast<T>(s.of[0]), static_cast<T>(s.of[1])}; }
};

/// Without tensor cores: only entries that are there are multiplied.
template <class T>
struct plain_products {
    struct sums {
        T of[2];
    };

    __device__ static tile_bits bits_of(const half_tile<T> (&tile)[2]) { return tile_bits{tile[1].bits} << 32 | tile[0].bits; }
    __device__ static T value(const half_tile<T> (&tile)[2], tile_bits bits, unsigned place) {
        return tile[0].values[formats::tile_rank(bits, place)];
    }
    __device__ void add(sums& to, const pair_queue<T>& pairs, unsigned lanes) const {
        const place at = sum_place(simt::lane_id(), 0);
        while (lanes != 0) {
            const unsigned n = taken(lanes);
            const tile_bits a = bits_of(pairs.a[n]), b = bits_of(pairs.b[n]);
            for (unsigned k = 0; k < formats::tile_side; ++k) {
                if ((a & formats::tile_bit(at.row, k)) == 0) continue;
                const T x = value(pairs.a[n], a, formats::tile_side * at.row + k);
                for (unsigned j = 0; j < 2; ++j) {
                    if ((b & formats::tile_bit(k, at.column + j)) == 0) continue;
                    to.of[j] += x * value(pairs.b[n], b, formats::tile_side * k + at.column + j);
                }
            }
        }
    }
    __device__ two<T> total(const sums& s) const { return {s.of[0], s.of[1]}; }
};

template <class Products>
__device__ bool is_finite(const typename Products::sums& s) {
    bool finite = true;
    for (const auto x : s.of) finite &= x - x == 0;
    return finite;
}

/// A warp's, in shared memory.
template <class T, class Products>
struct run_space {
    pair_queue<T> pairs;
    typename Products::sums sums[run_length][simt::warp_size];
    column_index columns[run_length];
};

/// What add_up_part() calls for values.
template <class T, class Products>
struct value_sums {
    const tiles_ref& a;
    const tiles_ref& b;
    T* values;
    const Products& products;
    run_space<T, Products>& space;
    unsigned not_finite = 0;  ///< tiles of the part, a bit each

    __device__ typename Products::sums& sums_of(unsigned slot) { return space.sums[slot][simt::lane_id()]; }
    __device__ void gather(const tile_pair& pair) {
        if (!pair.present) return;
        const unsigned at = simt::lane_id();
        keep(space.pairs.a[at], pair.a_bits, a.template values_as<T>() + pair.a_first);
        keep(space.pairs.b[at], pair.b_bits, b.template values_as<T>() + pair.b_first);
    }
    __device__ void add(unsigned slot, unsigned lanes) {
        typename Products::sums sums = sums_of(slot);
        products.add(sums, space.pairs, lanes);
        sums_of(slot) = sums;
    }
    __device__ void finish(unsigned slot, const output_tile& tile) {
        const typename Products::sums sums = sums_of(slot);
        if (__any_sync(simt::full_warp, !is_finite<Products>(sums))) not_finite |= 1u << slot;
        write_elements(values, tile, products.total(sums));
    }
};

/// Tiles first .. first + count - 1 of C, in a row of its tiles. Returns which of them are not finite. All lanes call.
template <class T, class Products>
__device__ unsigned compute_part(const tiles_ref& a, const tiles_ref& b, const tiles_ref& c, index row, row_offset first,
                                 unsigned count, const Products& products, run_space<T, Products>& space, T* values) {
    value_sums<T, Products> body{a, b, values, products, space};
    for (unsigned slot = 0; slot < count; ++slot) body.sums_of(slot) = {};
    add_up_part(a, b, c, row, first, count, space.columns, body);
    return body.not_finite;
}

template <class T, class Products>
__global__ void __launch_bounds__(warps_in_block * simt::warp_size, blocks_at_once)
    values_kernel(tiles_ref a, tiles_ref b, tiles_ref c, Products products, T* values) {
    __shared__ run_space<T, Products> spaces[warps_in_block];
    run_space<T, Products>& space = spaces[simt::warp_id()];
    for_parts_of_run(c.tiles, [&](index row, row_offset first, unsigned count) {
        unsigned again = compute_part(a, b, c, row, first, count, products, space, values);
        // Room for sums in fp32 or fp64 is there where others were.
        auto& plain_space = reinterpret_cast<run_space<T, plain_products<T>>&>(space);
        static_assert(sizeof(plain_space) <= sizeof(space));
        while (again != 0) compute_part(a, b, c, row, first + taken(again), 1, plain_products<T>{}, plain_space, values);
    });
}

template <class T, class Products>
void run_values(const engine_ptr& e, const tiles_ref& a, const tiles_ref& b, const tiles_ref& c, const Products& products,
                T* values) {
    simt::launch(e->stream(), blocks_for_runs(c.tiles.nvals), warps_in_block * simt::warp_size, 0, values_kernel<T, Products>,
                 a, b, c, products, values);
}

}  // namespace

void fp64_values(const engine_ptr& e, const tiles_ref& a, const tiles_ref& b, const tiles_ref& c, double* values) {
    run_values(e, a, b, c, double_products<double>{}, values);
}

void fp64_values(const engine_ptr& e, const tiles_ref& a, const tiles_ref& b, const tiles_ref& c, float* values) {
    run_values(e, a, b, c, double_products<float>{}, values);
}

void mixed_values(const engine_ptr& e, const tiles_ref& a, const tiles_ref& b, const tiles_ref& c, int a_exponent,
                  int b_exponent, float* values) {
    const half_scales scales(a_exponent, b_exponent);
    if (a_exponent == 0 && b_exponent == 0) run_values(e, a, b, c, half_products<false>{scales}, values);
    else run_values(e, a, b, c, half_products<true>{scales}, values);
}

}  // namespace graphblas_gpu::cuda
