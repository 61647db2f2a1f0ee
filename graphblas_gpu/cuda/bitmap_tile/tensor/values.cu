// Values of C's tiles by tensor cores: the instruction of each precision, and the kernel around them.
//
// Idea: a warp has a run of tiles of C. It adds eight outer products a step to sums in fragments, and writes the sums from
// there. With fp16, a step is an instruction or half of one. With fp64, it is two instructions, one for the first of a lane's
// two outer products and one for the second. Sums of fp32 are computed in fp64 too: splitting factors into tf32 was slower, and
// had three times the error of sums in fp32.
// Source: tSparse (Zachariadis et al.) for fp16; the order of k within a tile is free, as sums are not ordered.
#include <graphblas_gpu/cuda/bitmap_tile/tensor/values.hpp>

#include <graphblas_gpu/cuda/bitmap_tile/rules.hpp>
#include <graphblas_gpu/cuda/bitmap_tile/tensor/half_range.hpp>
#include <graphblas_gpu/cuda/bitmap_tile/tensor/mma.cuh>
#include <graphblas_gpu/cuda/bitmap_tile/tensor/steps.cuh>

namespace graphblas_gpu::cuda {

namespace {

using namespace tensor;

/// Removes the lowest lane from a set of lanes, and returns it.
__device__ inline unsigned take_lane(unsigned& lanes) {
    const auto lowest = simt::lowest_bit(lanes);
    lanes &= lanes - 1;
    return lowest;
}

/// Takes the lanes of a set two at a time, and calls add(n, m) for them, so that the loads of both are in flight together;
/// calls add_last(n) if one lane is left.
template <class Add, class AddLast>
__device__ __forceinline__ void by_twos(unsigned lanes, const Add& add, const AddLast& add_last) {
    while ((lanes & (lanes - 1)) != 0) {
        const unsigned n = take_lane(lanes);
        add(n, take_lane(lanes));
    }
    if (lanes != 0) add_last(take_lane(lanes));
}

/// A lane's elements of a step.
template <class T>
struct step_elements {
    two<T> a, b;
};

/// The elements for tensor cores; absent entries are 0.
template <class T>
struct loaded_elements {
    using elements = step_elements<T>;

    template <class Space>
    __device__ static elements load(const Space& space, unsigned step) {
        const unsigned own = simt::lane_id() / 4;
        const auto [n, m] = space.of_lane(step);
        return {
            {space.a.element(n.half_of_a(own), n.position_in_a(own)), space.a.element(m.half_of_a(own), m.position_in_a(own))},
            {space.b.element(n.half_of_b(), n.position_in_b(own)), space.b.element(m.half_of_b(), m.position_in_b(own))}};
    }
    template <class Space>
    __device__ static elements load_pair(const Space& space, unsigned pair) {
        return {row_elements(space.a, pair), column_elements(space.b, pair)};
    }
};

/// Products of fp16. Only the upper half of the instruction's rows is used, because loads take most of the time.
template <bool scaled>
struct half_products : loaded_elements<float> {
    struct sums {
        float parts[2];
    };
    half_scales scales;

    explicit half_products(const half_scales& s) : scales(s) {}
    __device__ static unsigned halves(const two<float>& x, float scale) {
        if constexpr (scaled) return packed_halves(x.first * scale, x.second * scale);
        else return packed_halves(x.first, x.second);
    }
    __device__ unsigned left(const elements& x) const { return halves(x.a, scales.a); }
    __device__ unsigned right(const elements& x) const { return halves(x.b, scales.b); }
    __device__ void multiply(sums& to, const elements& x) const {
        float parts[4] = {to.parts[0], to.parts[1], 0, 0};
        multiply_halves(parts, {left(x), 0, 0, 0}, {right(x), 0});
        to = {{parts[0], parts[1]}};
    }
    /// Multiplies pair first + n for each lane n of a set.
    template <class Space>
    __device__ void multiply_pairs(sums& to, const Space& space, unsigned first, unsigned lanes) const {
        by_twos(
            lanes,
            [&](unsigned n, unsigned m) {
                const elements x = load_pair(space, first + n), y = load_pair(space, first + m);
                float parts[4] = {to.parts[0], to.parts[1], 0, 0};
                multiply_halves(parts, {left(x), 0, left(y), 0}, {right(x), right(y)});
                to = {{parts[0], parts[1]}};
            },
            [&](unsigned n) { multiply(to, load_pair(space, first + n)); });
    }
    __device__ two<float> total(const sums& s) const { return {scales.taken_back(s.parts[0]), scales.taken_back(s.parts[1])}; }
};

template <class T>
struct double_products : loaded_elements<T> {
    using elements = step_elements<T>;
    struct sums {
        double parts[2];
    };

    __device__ void multiply(sums& to, const elements& x) const {
        multiply_doubles(to.parts, x.a.first, x.b.first);
        multiply_doubles(to.parts, x.a.second, x.b.second);
    }
    template <class Space>
    __device__ void multiply_pairs(sums& to, const Space& space, unsigned first, unsigned lanes) const {
        by_twos(
            lanes,
            [&](unsigned n, unsigned m) {
                const elements x = this->load_pair(space, first + n), y = this->load_pair(space, first + m);
                multiply(to, x);
                multiply(to, y);
            },
            [&](unsigned n) { multiply(to, this->load_pair(space, first + n)); });
    }
    __device__ two<T> total(const sums& s) const { return {static_cast<T>(s.parts[0]), static_cast<T>(s.parts[1])}; }
};

/// Products without tensor cores: absent entries are not multiplied.
template <class T>
struct plain_products {
    struct sums {
        T parts[2];
    };
    struct elements {};

    template <class Space>
    __device__ static void multiply(sums& to, const Space& space, outer_product product) {
        const position at = sum_position(simt::lane_id(), 0);
        const unsigned left = product.half_of_a(at.row), right = product.half_of_b();
        if (!space.a.has(left, product.position_in_a(at.row))) return;
        const T factor = space.a.element(left, product.position_in_a(at.row));
        for (unsigned j = 0; j < 2; ++j) {
            const unsigned in_b = product.position_in_b(at.column + j);
            if (space.b.has(right, in_b)) to.parts[j] += factor * space.b.element(right, in_b);
        }
    }
    template <class Space>
    __device__ void multiply_pairs(sums& to, const Space& space, unsigned first, unsigned lanes) const {
        while (lanes != 0) {
            const unsigned n = take_lane(lanes);
            for (unsigned k = 0; k < formats::tile_side; ++k) multiply(to, space, outer_product::of(first + n, k));
        }
    }
    __device__ two<T> total(const sums& s) const { return {s.parts[0], s.parts[1]}; }
};

template <class Products>
__device__ bool is_finite(const typename Products::sums& s) {
    bool finite = true;
    for (const auto x : s.parts) finite &= x - x == 0;
    return finite;
}

/// A warp's shared memory.
template <class T, class Products, bool has_list>
struct run_space {
    run_tiles tiles;
    step_space<T, has_list> steps;
    typename Products::sums sums[run_length][simt::warp_size];  ///< used if the pairs of a run do not all fit into the queue
};

template <bool has_list>
inline constexpr unsigned blocks_at_once =
    has_list ? bitmap_tile_policy::blocks_with_list : bitmap_tile_policy::blocks_without_list;

/// The sums of a run. All lanes call each function.
template <class T, class Products, bool has_list>
struct run_sums {
    const run& of_c;
    const Products& products;
    run_space<T, Products, has_list>& space;
    T* values;
    bool has_begun = false;   ///< there are sums in shared memory
    unsigned not_finite = 0;  ///< a bit for each tile of the run that has a sum that is not finite

    /// Adds the products of the queued pairs; the last call writes C. The elements of the next step are loaded before those of
    /// this step are multiplied.
    template <bool last>
    __device__ void add(pair_queue<T, has_list>& queue) {
        const step_list<has_list> list = queue.make_steps();
        const unsigned steps = has_list ? __shfl_sync(simt::full_warp, list.end, run_length - 1) : 0;
        typename Products::elements next;
        if constexpr (has_list) {
            if (steps > 0) next = products.load(space.steps, 0);
        }
        unsigned step = 0;
        for (unsigned slot = 0; slot < of_c.count; ++slot) {
            auto& stored = space.sums[slot][simt::lane_id()];
            typename Products::sums sums{};
            if (has_begun) sums = stored;
            products.multiply_pairs(sums, space.steps, 0, list.low.whole_ones(slot));
            if constexpr (has_list) {
                products.multiply_pairs(sums, space.steps, simt::warp_size, list.high.whole_ones(slot));
                const unsigned end = __shfl_sync(simt::full_warp, list.end, static_cast<int>(slot));
                while (step < end) {
                    const auto now = next;
                    if (++step < steps) next = products.load(space.steps, step);
                    products.multiply(sums, now);
                }
            }
            if constexpr (last) finish(slot, sums);
            else stored = sums;
        }
        has_begun = true;
        __syncwarp(simt::full_warp);
    }

  private:
    __device__ void finish(unsigned slot, const typename Products::sums& sums) {
        if (__any_sync(simt::full_warp, !is_finite<Products>(sums))) not_finite |= 1u << slot;
        write_elements(values, space.tiles.tiles[slot], products.total(sums));
    }
};

/// Computes and writes the tiles of a run. Returns not_finite. All lanes call.
template <class T, class Products, bool has_list>
__device__ unsigned compute_run(const tiles_ref& a, const tiles_ref& b, const run& of_c, const Products& products,
                                run_space<T, Products, has_list>& space, T* values) {
    run_sums<T, Products, has_list> sums{of_c, products, space, values};
    pair_queue<T, has_list> queue(space.steps, a.template values_as<T>() + a.bases[of_c.row], b.template values_as<T>());
    for_pairs_of_run(a, b, of_c, [&](unsigned lanes, const tile_pair& pair) {
        if (!queue.has_room_for(lanes)) sums.template add<false>(queue);
        queue.add(lanes, pair);
    });
    sums.template add<true>(queue);
    return sums.not_finite;
}

/// Computes the tiles of a run that are not finite again, entry by entry. All lanes call.
template <class T>
__device__ void compute_again(const tiles_ref& a, const tiles_ref& b, const tiles_ref& c, index row, row_offset first,
                              unsigned again, run_space<T, plain_products<T>, false>& space, T* values) {
    while (again != 0) {
        row_cursor cursor;
        compute_run(a, b, run(c, row, first + take_lane(again), 1, cursor, space.tiles), plain_products<T>{}, space, values);
    }
}

template <class T, class Products, bool has_list>
__global__ void __launch_bounds__(warps_in_block * simt::warp_size, blocks_at_once<has_list>)
    values_kernel(tiles_ref a, tiles_ref b, tiles_ref c, unsigned of_warp, Products products, T* values) {
    __shared__ run_space<T, Products, has_list> spaces[warps_in_block];
    run_space<T, Products, has_list>& space = spaces[simt::warp_id()];
    space.steps.begin();
    // Tiles that are computed again use the same shared memory, for sums in fp32 or fp64 and no list.
    auto& plain_space = reinterpret_cast<run_space<T, plain_products<T>, false>&>(space);
    static_assert(sizeof(plain_space) <= sizeof(space));
    for_parts_of_warp(c.tiles, of_warp, [&](index row, row_offset first_of_part, row_offset end) {
        for_runs(a, c, row, first_of_part, end, space.tiles, [&](const run& of_c, row_offset first) {
            const unsigned again = compute_run(a, b, of_c, products, space, values);
            if (again == 0) return;
            compute_again(a, b, c, row, first, again, plain_space, values);
            space.steps.begin();
        });
    });
}

template <class T, class Products>
void run_values(const engine_ptr& e, const tiles_ref& a, const tiles_ref& b, const tiles_ref& c, const Products& products,
                T* values) {
    const bool are_full =
        bitmap_tile::products_a_pair(a.nvals, a.tiles.nvals, b.nvals, b.tiles.nvals) >= bitmap_tile_policy::full_pair;
    const unsigned of_warp = tiles_a_warp(c.tiles.nvals, e->facts().multiprocessors);
    const auto kernel = are_full ? values_kernel<T, Products, false> : values_kernel<T, Products, true>;
    simt::launch(e->stream(), blocks_for(c.tiles.nvals, of_warp), warps_in_block * simt::warp_size, 0, kernel, a, b, c, of_warp,
                 products, values);
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
    if (a_exponent == 0 && b_exponent == 0) run_values(e, a, b, c, half_products<false>(scales), values);
    else run_values(e, a, b, c, half_products<true>(scales), values);
}

}  // namespace graphblas_gpu::cuda
