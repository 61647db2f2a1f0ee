// Visitors for products with values: for each column that is found, a product is computed and added under a semiring K.
//
// Idea: in a dot product the products of 32 neighbouring columns are summed by shuffles, separately for each row that walks.
// While all lanes are in one row, each lane adds to a running sum instead. So memory receives one sum for each pair. In a push
// every product is added to the sum of its own entry of the mask. The order of the terms of a sum depends on how the work is
// cut into tasks; if a pair is cut, it depends on timing too.
#pragma once

#include <graphblas_gpu/cuda/dot/walk.cuh>
#include <graphblas_gpu/cuda/shared/kernel_semiring.cuh>

namespace graphblas_gpu::cuda::masked {

inline constexpr look_ahead ahead_of_values{1, 1, 1};

/// Where the factors of products come from, and where sums are stored: sums[p] is the sum of entry p of the mask, and is_hit[p]
/// is set if a product was added to it.
template <class K>
struct operands {
    K k;
    const typename K::left* a = nullptr;
    const typename K::right* b = nullptr;  // values of B' in dot products, of B in a push; may be null
    index first_row = 0;                   // the first row of the part in A and the mask
    typename K::accumulator* sums = nullptr;
    std::uint8_t* is_hit = nullptr;
};

/// p + q, where either may be empty (hold no sum yet).
template <class K>
__device__ inline typename K::accumulator combined(const K& k, typename K::accumulator p, typename K::accumulator q) {
    if (K::marks_empty && q == k.empty()) return p;
    return k.sum_into(p, k.read(q));
}

template <class K>
__device__ inline typename K::accumulator combined_over_warp(const K& k, typename K::accumulator p) {
    for (int d = 16; d > 0; d /= 2) p = combined(k, p, __shfl_xor_sync(simt::full_warp, p, d));
    return p;
}

/// The product at a match of a dot product. Owners below the plan's split are rows of A, the rest are rows of B'.
template <class K>
struct dot_product {
    encounter owner;

    __device__ typename K::value operator()(const operands<K>& in, std::uint32_t position, const chunk& c, column_index row,
                                            column_index column) const {
        const row_offset laid = owner.laid_begin + position;
        const row_offset left = owner.is_second ? c.at : laid, right = owner.is_second ? laid : c.at;
        const index i = in.first_row + (owner.is_second ? static_cast<index>(row) : owner.owner_row);
        const index j = owner.is_second ? owner.owner_row : static_cast<index>(row);
        return in.k.product(value_at<K::reads_left>(in.a, left), value_at<K::reads_right>(in.b, right), i,
                            static_cast<index>(column), j);
    }
};

template <class K>
class dot_adder : public visitor_base {
  public:
    static constexpr bool positions = true;
    static constexpr look_ahead ahead = ahead_of_values;
    using accumulator = typename K::accumulator;

    /// `first_suffices`: the first product that is found for a pair is its sum.
    __host__ __device__ explicit dot_adder(const operands<K>& in, bool first_suffices = false)
        : in_(in), first_suffices_(first_suffices) {}

    __device__ void begin_owner(const encounter& e) { product_.owner = e; }
    __device__ void begin_batch(batch& b, unsigned) {
        b.sum[simt::lane_id()] = in_.k.empty();
        found_ = 0;
        running_ = in_.k.empty();
        runs_in_ = no_slot;
        __syncwarp();
    }
    template <class Table>
    __device__ void visit(batch& b, const chunk& c, column_index j, const Table& table, std::uint32_t, std::uint32_t) {
        const std::uint32_t position = c.is_there ? table.find(j) : absent;
        const unsigned hits = __ballot_sync(simt::full_warp, position != absent);
        if (hits == 0) return;
        if (c.is_one_pair()) {
            if (c.slot != runs_in_) flush(b);
            runs_in_ = c.slot;
            if (position != absent) running_ = in_.k.sum_into(running_, product_(in_, position, c, b.row[c.slot], j));
        } else {
            flush(b);
            accumulator mine = in_.k.empty();
            if (position != absent) mine = in_.k.write(product_(in_, position, c, b.row[c.slot], j));
            add_by_rows(b, c, mine, hits);
        }
    }
    __device__ void end_batch(batch& b, unsigned count, const pair_view& pairs) {
        flush(b);
        const unsigned lane = simt::lane_id();
        if (lane >= count || (found_ >> lane & 1u) == 0) return;
        const row_offset pair = b.pair[lane];
        const row_offset entry = pairs.entries == nullptr ? pair : pairs.entries[pair];
        in_.k.add_in_global(in_.sums + entry, in_.k.read(static_cast<accumulator>(b.sum[lane])));
        in_.is_hit[entry] = 1;
    }
    __device__ bool is_done(unsigned slot) const { return first_suffices_ && ((found_ >> slot & 1u) != 0 || runs_in_ == slot); }

  private:
    static constexpr std::uint32_t no_slot = 32;

    /// Adds the running sums of the lanes to the sum of their pair.
    __device__ void flush(batch& b) {
        if (runs_in_ == no_slot) return;
        const accumulator sum = combined_over_warp(in_.k, running_);
        if (simt::lane_id() == 0) b.sum[runs_in_] = combined(in_.k, static_cast<accumulator>(b.sum[runs_in_]), sum);
        found_ |= 1u << runs_in_;
        running_ = in_.k.empty();
        runs_in_ = no_slot;
        __syncwarp();
    }

    /// Sums the products of each row separately. The lane where a row starts receives its sum.
    __device__ void add_by_rows(batch& b, const chunk& c, accumulator mine, unsigned hits) {
        const unsigned lane = simt::lane_id();
        const unsigned starts = c.starts | 1u;
        const unsigned later = lane == 31 ? 0 : starts >> (lane + 1);
        const unsigned last = later == 0 ? 31 : lane + simt::lowest_bit(later);
        for (unsigned d = 1; d < 32; d *= 2) {
            const accumulator other = __shfl_down_sync(simt::full_warp, mine, d);
            if (lane + d <= last) mine = combined(in_.k, mine, other);
        }
        const bool is_sum = (starts >> lane & 1u) != 0 && (hits & lowest_bits(last + 1) & ~lowest_bits(lane)) != 0;
        if (is_sum) b.sum[c.slot] = combined(in_.k, static_cast<accumulator>(b.sum[c.slot]), mine);
        found_ |= __reduce_or_sync(simt::full_warp, is_sum ? 1u << c.slot : 0u);
        __syncwarp();
    }

    operands<K> in_;
    bool first_suffices_;
    dot_product<K> product_;
    accumulator running_{};                 // the lane's running sum, for the pair that all lanes are in
    std::uint32_t runs_in_ = no_slot; // the slot of that pair
    unsigned found_ = 0;              // slots that have a sum; the same in all lanes
};

/// The product at a match of a push. Owners are rows of the mask; pair n is entry first_pair + n of A.
template <class K>
struct push_product {
    row_offset first_pair = 0;
    index row = 0;

    __device__ typename K::value operator()(const operands<K>& in, const batch& b, const chunk& c, column_index column) const {
        const row_offset left = first_pair + b.pair[c.slot];
        return in.k.product(value_at<K::reads_left>(in.a, left), value_at<K::reads_right>(in.b, c.at), row,
                            static_cast<index>(b.row[c.slot]), static_cast<index>(column));
    }
};

/// The visitor of a push. Sums are counted from entry `base` of the mask on.
template <class K>
class push_adder : public visitor_base {
  public:
    static constexpr bool positions = true;
    static constexpr look_ahead ahead{2, 1, 2};

    __host__ __device__ push_adder(const operands<K>& in, row_offset base, row_offset first_pair)
        : in_(in), product_{first_pair}, base_(base) {}

    __device__ void begin_owner(const encounter& e) {
        to_ = e.laid_begin - base_;
        product_.row = in_.first_row + e.owner_row;
    }
    template <class Table>
    __device__ void visit(batch& b, const chunk& c, column_index j, const Table& table, std::uint32_t, std::uint32_t) {
        if (!c.is_there) return;
        const std::uint32_t position = table.find(j);
        if (position == absent) return;
        in_.k.add_in_global(in_.sums + to_ + position, product_(in_, b, c, j));
        if (in_.is_hit[to_ + position] == 0) in_.is_hit[to_ + position] = 1;
    }

  private:
    operands<K> in_;
    push_product<K> product_;
    row_offset base_;
    row_offset to_ = 0;
};

/// The sum of all products: each thread has a running sum, and finish() adds those of a warp to sums[0].
template <class K>
class running_sum {
  public:
    __host__ __device__ explicit running_sum(const operands<K>& in) : sum_(in.k.empty()) {}
    __device__ void add(const K& k, const typename K::value& x) {
        sum_ = k.sum_into(sum_, x);
        is_hit_ = true;
    }
    __device__ void finish(const operands<K>& in) {
        sum_ = combined_over_warp(in.k, sum_);
        const bool any = __any_sync(simt::full_warp, is_hit_) != 0;
        if (simt::lane_id() != 0 || !any) return;
        in.k.add_in_global(in.sums, in.k.read(sum_));
        *in.is_hit = 1;
    }

  private:
    typename K::accumulator sum_;
    bool is_hit_ = false;
};

template <class K>
class dot_folder : public visitor_base {
  public:
    static constexpr bool positions = true;
    static constexpr look_ahead ahead = ahead_of_values;

    __host__ __device__ explicit dot_folder(const operands<K>& in) : in_(in), sum_(in) {}

    __device__ void begin_owner(const encounter& e) { product_.owner = e; }
    template <class Table>
    __device__ void visit(batch& b, const chunk& c, column_index j, const Table& table, std::uint32_t, std::uint32_t) {
        const std::uint32_t position = c.is_there ? table.find(j) : absent;
        if (position != absent) sum_.add(in_.k, product_(in_, position, c, b.row[c.slot], j));
    }
    __device__ void finish() { sum_.finish(in_); }

  private:
    operands<K> in_;
    dot_product<K> product_;
    running_sum<K> sum_;
};

template <class K>
class push_folder : public visitor_base {
  public:
    static constexpr bool positions = false;
    static constexpr look_ahead ahead = ahead_of_values;

    __host__ __device__ push_folder(const operands<K>& in, row_offset first_pair) : in_(in), product_{first_pair}, sum_(in) {}

    __device__ void begin_owner(const encounter& e) { product_.row = in_.first_row + e.owner_row; }
    template <class Table>
    __device__ void visit(batch& b, const chunk& c, column_index j, const Table& table, std::uint32_t, std::uint32_t) {
        if (c.is_there && table.has(j)) sum_.add(in_.k, product_(in_, b, c, j));
    }
    __device__ void finish() { sum_.finish(in_); }

  private:
    operands<K> in_;
    push_product<K> product_;
    running_sum<K> sum_;
};

}  // namespace graphblas_gpu::cuda::masked
