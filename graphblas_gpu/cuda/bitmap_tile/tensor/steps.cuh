// Outer products of pairs of tiles, combined into steps of eight that multiply into the same tile of C.
//
// Idea: most pairs of half-empty tiles have one or two outer products that are not empty, so an instruction for each pair would
// multiply zeros. So pairs are staged in shared memory until there are enough of them. Then all their outer products are
// written to a list, sorted by tile of C, eight in a step. The last step of a tile of C is filled up with empty outer products.
// A pair with many outer products is not in the list, but is a step of its own. If nearly all pairs have many outer products,
// there is no list.
#pragma once

#include <graphblas_gpu/cuda/bitmap_tile/tensor/fragments.cuh>

namespace graphblas_gpu::cuda::tensor {

/// The staged pairs and the list of a warp, in shared memory.
template <class T, bool has_list>
struct step_space {
    static constexpr unsigned capacity = (has_list ? 2 : 1) * simt::warp_size;  ///< pairs
    /// The worst case: no tile of C fills its last step.
    static constexpr unsigned max_steps = has_list ? capacity * bitmap_tile_policy::max_in_list / step_length + run_length : 1;

    /// The tile of C that a pair belongs to, and a bit for each of its outer products.
    struct purpose {
        std::uint8_t slot;
        std::uint8_t ks;
    };

    staged_tiles<T, capacity + 1> a, b;  ///< the last staged tile has no entries
    two_products steps[max_steps][step_length / 2];
    purpose purposes[capacity];

    /// Writes the empty tile. All lanes call, once.
    __device__ void begin() {
        if (simt::lane_id() == 0) {
            a.stage(capacity, 0, nullptr);
            b.stage(capacity, 0, nullptr);
        }
    }
    __device__ two_products of_lane(unsigned step) const { return steps[step][simt::lane_id() % 4]; }
};

/// A staged pair in the registers of a lane, and the offsets of its outer products in the list.
template <bool has_list>
struct pair_share {
    unsigned pair = 0, slot = 0, ks = 0;
    unsigned before = 0;   ///< listed outer products of the lanes below, for the same slot
    unsigned earlier = 0;  ///< listed outer products of pairs before `first`, for slot lane % run_length

    pair_share() = default;
    /// Takes pairs `first` .. first + 31 of `count`. Adds their listed outer products for slot lane % run_length to `of_slot`.
    /// All lanes call.
    template <class T>
    __device__ pair_share(const step_space<T, has_list>& space, unsigned first, unsigned count, unsigned& of_slot)
        : pair(first + simt::lane_id()), earlier(of_slot) {
        if (pair < count) {
            const auto purpose = space.purposes[pair];
            slot = purpose.slot;
            ks = purpose.ks;
        }
        if constexpr (has_list) find_offset(of_slot);
    }
    /// The lanes whose pairs are steps of their own for slot `into`. All lanes call.
    __device__ unsigned whole_ones(unsigned into) const {
        return __ballot_sync(simt::full_warp, slot == into && ks != 0 && !is_in_list());
    }
    /// Writes the listed outer products; `first` is where the outer products of slot lane % run_length begin. All lanes call.
    __device__ void write(unsigned first, outer_product* products) const {
        unsigned to = __shfl_sync(simt::full_warp, first + earlier, static_cast<int>(slot)) + before;
        for (unsigned left = is_in_list() ? ks : 0; left != 0; left &= left - 1) {
            products[to++] = outer_product::of(pair, simt::lowest_bit(left));
        }
    }

  private:
    static constexpr unsigned byte = 8;

    __device__ void find_offset(unsigned& of_slot) {
        constexpr int last_lane = simt::warp_size - 1;
        const std::uint64_t own = std::uint64_t{is_in_list() ? in_ks() : 0} << (byte * slot);
        // Sums over the lanes below, a byte for each slot: at most 31 x 5.
        std::uint64_t below = __shfl_up_sync(simt::full_warp, own, 1);
        if (simt::lane_id() == 0) below = 0;
        below = sum_up_to_lane(below);
        before = byte_of(below, slot);
        const unsigned own_slot = simt::lane_id() % run_length;
        of_slot += byte_of(__shfl_sync(simt::full_warp, below, last_lane) + __shfl_sync(simt::full_warp, own, last_lane),
                           own_slot);
    }
    __device__ unsigned in_ks() const { return static_cast<unsigned>(__popc(ks)); }
    __device__ bool is_in_list() const { return has_list && in_ks() <= bitmap_tile_policy::max_in_list; }
    __device__ static unsigned byte_of(std::uint64_t bytes, unsigned at) {
        return static_cast<unsigned>(bytes >> (byte * at)) & 0xff;
    }
};

/// The steps that a warp multiplies next.
template <bool has_list>
struct step_list {
    pair_share<has_list> low, high;  ///< pairs 0 .. 31, and pairs 32 .. 63
    unsigned end = 0;                ///< in lanes s, s + 8 ..: where the steps of slot s end
};

/// The queue of staged pairs in a step_space. All lanes call each function.
template <class T, bool has_list>
class pair_queue {
  public:
    __device__ pair_queue(step_space<T, has_list>& space, const T* a_values, const T* b_values)
        : space_(space), a_values_(a_values), b_values_(b_values) {}

    __device__ bool has_room_for(unsigned lanes) const {
        return count_ + static_cast<unsigned>(__popc(lanes)) <= step_space<T, has_list>::capacity;
    }
    /// Stages the pairs of `lanes`, which are the lanes whose pairs have products.
    __device__ void add(unsigned lanes, const tile_pair& pair) {
        if (pair.ks != 0) {
            const unsigned at = count_ + simt::count_below(lanes);
            space_.a.stage(at, pair.a_bits, a_values_ + pair.a_first);
            space_.b.stage(at, pair.b_bits, b_values_ + pair.b_first);
            space_.purposes[at] = {static_cast<std::uint8_t>(pair.slot), static_cast<std::uint8_t>(pair.ks)};
        }
        count_ += static_cast<unsigned>(__popc(lanes));
    }
    /// Writes the steps of the list, and empties the queue.
    __device__ step_list<has_list> make_steps() {
        step_list<has_list> out;
        unsigned of_slot = 0;
        __syncwarp(simt::full_warp);
        out.low = pair_share<has_list>(space_, 0, count_, of_slot);
        if constexpr (has_list) {
            const bool are_many = count_ > simt::warp_size;
            if (are_many) out.high = pair_share<has_list>(space_, simt::warp_size, count_, of_slot);
            const unsigned steps = (of_slot + step_length - 1) / step_length;
            out.end = sum_up_to_lane<run_length>(steps);
            const unsigned first = step_length * (out.end - steps);
            auto* const products = reinterpret_cast<outer_product*>(space_.steps);
            out.low.write(first, products);
            if (are_many) out.high.write(first, products);
            fill_up(first + of_slot, step_length * out.end, products);
            __syncwarp(simt::full_warp);
        }
        count_ = 0;
        return out;
    }

  private:
    /// Fills the last steps of slots up with empty outer products. Four lanes take a slot.
    __device__ static void fill_up(unsigned own_from, unsigned own_end, outer_product* products) {
        constexpr unsigned lanes_a_slot = simt::warp_size / run_length;
        const auto slot = static_cast<int>(simt::lane_id() / lanes_a_slot);
        const unsigned from = __shfl_sync(simt::full_warp, own_from, slot) + simt::lane_id() % lanes_a_slot;
        const unsigned end = __shfl_sync(simt::full_warp, own_end, slot);
#pragma unroll
        for (unsigned n = 0; n < step_length; n += lanes_a_slot) {
            if (from + n < end) products[from + n] = outer_product::of(step_space<T, has_list>::capacity, 0);
        }
    }

    step_space<T, has_list>& space_;
    const T* a_values_;
    const T* b_values_;
    unsigned count_ = 0;
};

}  // namespace graphblas_gpu::cuda::tensor
