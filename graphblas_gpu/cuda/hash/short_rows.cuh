// The numeric phase for rows with few multiplications: columns in order, and values.
//
// Idea: products are sorted by column in registers (short_row.cuh), and their values are in shared memory at the number of the
// product. A lane sums its own neighbouring keys. If a run of equal columns goes on in the following lanes, the lane in which
// the run begins adds theirs too. So every sum is added in ascending k.
// Source: expand, sort, compress (N. Bell, S. Dalton, L. N. Olson, Exposing fine-grained parallelism in algebraic multigrid
// methods, 2012).
#pragma once

#include <graphblas_gpu/cuda/hash/product_item.cuh>
#include <graphblas_gpu/cuda/hash/row_facts.hpp>
#include <graphblas_gpu/cuda/hash/short_row.cuh>
#include <graphblas_gpu/cuda/shared/kernel_semiring.cuh>

#include <algorithm>

namespace graphblas_gpu::cuda::hashing {

/// Adds what follows in other lanes to the last sum of a lane: the keys of the next lanes, up to the first that begins an
/// entry. A lane has a last sum if `heads` is not 0. `leads`: the keys of a lane before its first head. `values`: as in
/// sorting_space.
template <class K>
__device__ __forceinline__ void add_following(const K& k, const short_team& t, const std::uint32_t (&key)[keys_a_lane],
                                              unsigned heads, unsigned leads, const typename K::accumulator* values,
                                              typename K::accumulator& last) {
    bool open = heads != 0;
    const unsigned ends = __ballot_sync(simt::full_warp, heads != 0);
    for (unsigned d = 1; d < t.lanes(); ++d) {
        const unsigned there = __shfl_down_sync(simt::full_warp, leads, d, t.lanes());
        open = open && t.lane() + d < t.lanes() && there > 0;
        if (!__any_sync(simt::full_warp, open)) return;
#pragma unroll
        for (unsigned at = 0; at < keys_a_lane; ++at) {
            const std::uint32_t next = __shfl_down_sync(simt::full_warp, key[at], d, t.lanes());
            if (open && at < there) last = k.sum_into(last, k.read(values[t.slot_of_product(t.product(next))]));
        }
        open = open && (ends >> (simt::lane_id() + d) & 1) == 0;
    }
}

/// Whether K may ask which row of B a product is of.
template <class K>
inline constexpr bool may_read_inner = true;
template <class S>
inline constexpr bool may_read_inner<direct<S>> = is_positional<S>;

/// The shared memory of a warp: the list of its rows of B with the values of A for them, and the values of products. Columns
/// and sums overwrite the list. `inner` is not listed if no product reads it: the memory that is saved caches rows of B.
template <class K>
struct sorting_space : short_space {
    using left = typename K::left;
    using accumulator = typename K::accumulator;
    static constexpr bool has_inner = may_read_inner<K>;
    static constexpr unsigned bytes_a_listed =
        std::max<unsigned>((has_inner ? 8 : 4) + sizeof(left), sizeof(column_index) + sizeof(accumulator));
    static constexpr unsigned bytes = bytes_before_list + short_slots * (bytes_a_listed + sizeof(accumulator));

    left* lefts;
    accumulator* values;
    accumulator* sums;
    __device__ explicit sorting_space(unsigned char* at)
        : short_space(at, has_inner),
          lefts(reinterpret_cast<left*>(starts + short_slots)),
          values(reinterpret_cast<accumulator*>(at + bytes_before_list + short_slots * bytes_a_listed)),
          sums(reinterpret_cast<accumulator*>(inner + short_slots)) {}
};

/// Makes row i of the product, or none if the team is not `live`. start(size) returns where the row begins in `out`, or a
/// negative number if it has no room there. All lanes of the warp call.
template <class K, class Start>
__device__ __forceinline__ void row_by_sorting(const short_team& t, const K& k, const product_rows& in,
                                               const product_output& out, bool live, index i, const sorting_space<K>& space,
                                               const Start& start) {
    using accumulator = typename K::accumulator;
    const row_offset begin_of_a = live ? in.a.offsets[i] : 0, end_of_a = live ? in.a.offsets[i + 1] : 0;
    const bool with_values = out.values != nullptr;
    const product_loader<K> loader{in, with_values};
    const auto note = [&](unsigned at, row_offset p) {
        if (!with_values) return;
        if constexpr (sorting_space<K>::has_inner) space.inner[at] = in.a.columns[p];
        if constexpr (K::reads_left) space.lefts[at] = loader.left(p);
    };
    const unsigned products = list_rows(t, space, in, begin_of_a, end_of_a, note);
    std::uint32_t key[keys_a_lane];
    make_keys<product_item<K>>(
        t, space, products,
        [&](std::uint32_t q) {
            product_item<K> item{};
            item.column = in.b.columns[q];
            if (with_values) item.y = loader.right(q);
            return item;
        },
        [&](unsigned n, unsigned at, unsigned listed, product_item<K>& item) {
            if (with_values) {
                if constexpr (sorting_space<K>::has_inner) item.inner = space.inner[listed];
                if constexpr (K::reads_left) item.x = space.lefts[listed];
                space.values[at] = k.write(item.product(k, i));
            }
            return t.key(item.column, n);
        },
        key);
    __syncwarp(simt::full_warp);  // the list is not read any more, so its memory can be used
    if (in.mask.forbids()) {
        drop_forbidden(t, in.mask.rows, i, products, space.inner, key, [&](std::uint32_t x) { return t.column(x); });
    }
    sort_keys(key, t.lanes());

    column_index* columns = space.inner;  // the list is not needed any more
    const unsigned heads = heads_of(t, key);
    const unsigned up_to = t.sum_up_to(__popc(heads));
    const unsigned size = t.of_last(up_to);
    unsigned rank = up_to - __popc(heads) - 1;  // the rank of the entry before the next key's, if that key is a head
    accumulator sum = k.empty();
    unsigned leads = 0;
    __syncwarp(simt::full_warp);
#pragma unroll
    for (unsigned at = 0; at < keys_a_lane; ++at) {
        if (key[at] == no_key) continue;
        const bool head = (heads >> at & 1) != 0;
        rank += head;
        if (head) columns[t.in_order(rank)] = t.column(key[at]);
        if (with_values) {
            const accumulator x = space.values[t.slot_of_product(t.product(key[at]))];
            sum = head ? x : k.sum_into(sum, k.read(x));
            if ((heads & ((2u << at) - 1)) != 0) space.sums[t.in_order(rank)] = sum;
            else ++leads;
        }
    }
    if (with_values) {
        add_following(k, t, key, heads, leads, space.values, sum);
        if (heads != 0) space.sums[t.in_order(rank)] = sum;
    }
    __syncwarp(simt::full_warp);

    const row_offset begin = start(size);
    if (begin < 0) return;
    // Where lanes write 32 bytes or more at a time, the first ones have no entry, so that few sectors of 32 bytes are written
    // twice.
    const unsigned ahead = t.lanes() < 8 ? 0 : static_cast<unsigned>(begin) & (t.lanes() - 1);
    for (unsigned at = t.lane(); at < ahead + size; at += t.lanes()) {
        if (at < ahead) continue;
        const unsigned p = at - ahead;
        if (!out.columns_known) out.columns[begin + p] = columns[t.in_order(p)];
        if (with_values) static_cast<typename K::value*>(out.values)[begin + p] = k.read(space.sums[t.in_order(p)]);
    }
}

template <class K>
__global__ void rows_by_sorting(unsigned shift, K k, product_rows in, product_output out, const std::uint32_t* rows,
                                index count) {
    const short_team t{shift};
    const index number = static_cast<index>(blockIdx.x) * (blockDim.x >> shift) + t.in_block();
    const bool live = number < count;
    const index r = !live ? 0 : rows == nullptr ? number : static_cast<index>(rows[number]);
    const sorting_space<K> space(simt::dynamic_shared<unsigned char>() + simt::warp_id() * sorting_space<K>::bytes);
    row_by_sorting(t, k, in, out, live, in.first_row + r, space, [&](unsigned) { return live ? out.offsets[r] : 0; });
}

}  // namespace graphblas_gpu::cuda::hashing
