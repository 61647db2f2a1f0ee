// Products of a matrix and a sparse vector, in both directions.
//
// Idea: a pull walks along the row of every admitted output and looks positions up in u, which is dense. A push walks along
// the rows of the entries of u and adds to outputs in an array by position. In both, all look-ups are one sequence, which is
// cut into even slices. If u has an entry at every position and there is no mask, nothing is looked up: a pull sums whole rows,
// and as the rows with entries are the outputs, it writes them where they belong. The order of terms is not defined.
#pragma once

#include <graphblas_gpu/cuda/dot/masked_product.cuh>
#include <graphblas_gpu/cuda/dot/method.hpp>
#include <graphblas_gpu/cuda/dot/row_list.cuh>
#include <graphblas_gpu/cuda/dot/vector_walk.cuh>

#include <algorithm>

namespace graphblas_gpu::cuda {

namespace masked {

/// The visitor of a pull.
template <class K>
class vector_dot_adder : public dot_adder<K> {
  public:
    static constexpr look_ahead ahead{2, 1, 2};
    using dot_adder<K>::dot_adder;
};

/// The visitor of a push: multiplies an entry of u by an entry of the row that it names.
template <class K>
class vector_push_adder : public visitor_base {
  public:
    static constexpr bool positions = true;
    static constexpr look_ahead ahead{4, 2, 2};
    using left = typename K::left;
    using right = typename K::right;

    /// `in.a` has the left factors and `in.b` the right factors; u is the left one if `from_left`.
    __host__ __device__ vector_push_adder(const operands<K>& in, bool from_left) : in_(in), from_left_(from_left) {}

    template <class Table>
    __device__ void visit(batch& b, const chunk& c, column_index j, const Table& table, std::uint32_t, std::uint32_t) {
        if (!c.is_there || !table.has(j)) return;
        const row_offset of_u = b.pair[c.slot];
        const auto x = value_at<K::reads_left>(in_.a, from_left_ ? of_u : c.at);
        const auto y = value_at<K::reads_right>(in_.b, from_left_ ? c.at : of_u);
        const auto k = static_cast<index>(b.row[c.slot]), output = static_cast<index>(j);
        in_.k.add_in_global(in_.sums + j, in_.k.product(x, y, from_left_ ? 0 : output, k, from_left_ ? output : 0));
        if (in_.is_hit[j] == 0) in_.is_hit[j] = 1;
    }

  private:
    operands<K> in_;
    bool from_left_;
};

inline constexpr unsigned max_rows_at_once = policy::row_threads / policy::lanes_of_many_rows;
/// The sum of the terms of an output in a pull from a vector that has an entry at every position, so that nothing is looked up.
/// Only the entries begin, begin + step, ... below `end` of the output's row are summed.
template <class K>
__device__ typename K::accumulator pulled(const operands<K>& in, const csr_ref& rows, index output, row_offset begin,
                                          row_offset end, unsigned step, bool from_left) {
    typename K::accumulator sum = in.k.empty();
    for (row_offset p = begin; p < end; p += policy::pulled_at_once * step) {
        const auto left =
            static_cast<unsigned>(end - p < policy::pulled_at_once * step ? end - p : policy::pulled_at_once * step);
        column_index k[policy::pulled_at_once];
        typename K::left x[policy::pulled_at_once];
        typename K::right y[policy::pulled_at_once];
#pragma unroll
        for (unsigned u = 0; u < policy::pulled_at_once; ++u) k[u] = u * step < left ? rows.columns[p + u * step] : 0;
#pragma unroll
        for (unsigned u = 0; u < policy::pulled_at_once; ++u) {
            if (u * step >= left) continue;
            x[u] = value_at<K::reads_left>(in.a, from_left ? row_offset{k[u]} : p + u * step);
            y[u] = value_at<K::reads_right>(in.b, from_left ? p + u * step : row_offset{k[u]});
        }
#pragma unroll
        for (unsigned u = 0; u < policy::pulled_at_once; ++u) {
            if (u * step >= left) continue;
            const auto product = in.k.product(x[u], y[u], from_left ? 0 : output, index{k[u]}, from_left ? output : 0);
            sum = in.k.sum_into(sum, product);
        }
    }
    return sum;
}

/// The sum over groups of `lanes` neighbouring lanes, in all of them.
template <class K>
__device__ typename K::accumulator combined_over_lanes(const K& k, typename K::accumulator sum, unsigned lanes) {
    for (unsigned distance = lanes / 2; distance > 0; distance /= 2) {
        sum = combined(k, sum, __shfl_xor_sync(simt::full_warp, sum, static_cast<int>(distance)));
    }
    return sum;
}

/// The rests of long rows of a block: of each group of lanes the rest of its row, the parts before it, and the sums of parts.
template <class K>
struct long_rests {
    static constexpr unsigned warps = policy::row_threads / simt::warp_size;
    row_offset begin[max_rows_at_once], end[max_rows_at_once];
    unsigned parts_before[max_rows_at_once];
    typename K::accumulator sums[max_rows_at_once * warps];

    /// Adds the entries from rest_begin to rest_end - 1, the rest of the row of the calling lanes, to `sum` of the first of
    /// these lanes. The row of the first lanes of the block is `first_row`. All threads call if there is a rest in the block.
    __device__ void add(const operands<K>& in, const csr_ref& rows, index first_row, row_offset rest_begin, row_offset rest_end,
                        unsigned lanes, bool from_left, unsigned* scratch, typename K::accumulator& sum) {
        constexpr row_offset entries_of_part = simt::warp_size * policy::pulled_at_once;
        const row_offset wanted = (rest_end - rest_begin + entries_of_part - 1) / entries_of_part;
        const bool is_first = threadIdx.x % lanes == 0;
        const unsigned rows_at_once = policy::row_threads / lanes;
        const unsigned mine = !is_first ? 0 : wanted < warps ? static_cast<unsigned>(wanted) : warps;
        unsigned all = 0;
        const unsigned before = sum_up_to_thread(mine, scratch, all) - mine;
        if (is_first) {
            const unsigned group = threadIdx.x / lanes;
            begin[group] = rest_begin;
            end[group] = rest_end;
            parts_before[group] = before;
        }
        __syncthreads();
        for (unsigned part = simt::warp_id(); part < all; part += warps) {
            unsigned row = 0;  // the last one that has no more parts before it
            for (unsigned half = rows_at_once / 2; half > 0; half /= 2) row += parts_before[row + half] <= part ? half : 0;
            const unsigned of_row = (row + 1 < rows_at_once ? parts_before[row + 1] : all) - parts_before[row];
            const row_offset size = ((end[row] - begin[row]) / of_row + simt::warp_size) / simt::warp_size * simt::warp_size;
            const row_offset from = begin[row] + (part - parts_before[row]) * size;
            const row_offset to = from + size < end[row] ? from + size : end[row];
            const typename K::accumulator of_lane =
                pulled(in, rows, first_row + row, from + simt::lane_id(), to, simt::warp_size, from_left);
            const typename K::accumulator of_part = combined_over_lanes(in.k, of_lane, simt::warp_size);
            if (simt::lane_id() == 0) sums[part] = of_part;
        }
        __syncthreads();
        for (unsigned part = 0; part < mine; ++part) sum = combined(in.k, sum, sums[before + part]);
    }
};

/// Computes all outputs of a pull, a tile of rows after the other. The last tile's block answers before it sums its rows.
template <class K>
__global__ void __launch_bounds__(policy::row_threads)
    pull_all_kernel(operands<K> in, csr_ref rows, bool from_left, row_list_writer list, typename K::value* values) {
    __shared__ unsigned scratch[policy::row_threads / simt::warp_size];
    __shared__ long_rests<K> rests;
    const unsigned lanes = list.starts == nullptr ? policy::lanes_of_few_rows : policy::lanes_of_many_rows,
                   rows_at_once = policy::row_threads / lanes;
    const unsigned lane = threadIdx.x % lanes;  // of those of its row
    for (index tile = blockIdx.x; tile * list.rows_a_tile < rows.nrows; tile += gridDim.x) {
        row_offset start = list.start_of(rows, tile, scratch);
        const index first = tile * list.rows_a_tile, wanted = first + list.rows_a_tile;
        const index end_of_tile = wanted < rows.nrows ? wanted : rows.nrows;
        for (index base = first; base < end_of_tile; base += rows_at_once) {
            const index output = base + threadIdx.x / lanes;
            const bool exists = output < end_of_tile;
            const row_offset begin = exists ? rows.offsets[output] : 0, end = exists ? rows.offsets[output + 1] : 0;
            const bool is_written = begin < end && lane == 0;
            unsigned all = 0;
            const row_offset at = start + count_below_thread(is_written, scratch, all);
            start += all;
            if (base + rows_at_once >= rows.nrows && threadIdx.x == 0) list.end_at(start);
            const row_offset rest = end - begin > policy::pulled_by_lanes ? begin + policy::pulled_by_lanes : end;
            typename K::accumulator sum =
                combined_over_lanes(in.k, pulled(in, rows, output, begin + lane, rest, lanes, from_left), lanes);
            if (__syncthreads_or(rest < end) != 0) rests.add(in, rows, base, rest, end, lanes, from_left, scratch, sum);
            if (is_written) {
                list.columns[at] = static_cast<column_index>(output);
                values[at] = in.k.read(sum);
            }
        }
    }
}

/// The product with a vector that has an entry at every position, without a mask. Waits.
template <class K>
csr pulled_from_all(const engine_ptr& e, const K& k, const csr_ref& rows, const void* u, bool from_left) {
    rows_listed w = list_of_rows(e, rows, k.type(), policy::row_threads / policy::lanes_of_few_rows);
    const index most = index{e->facts().multiprocessors} * 32;
    simt::launch(e->stream(), static_cast<unsigned>(std::min(w.tiles, most)), policy::row_threads, 0, pull_all_kernel<K>,
                 operands_of(k, part(), from_left ? u : rows.values, from_left ? rows.values : u, nullptr, nullptr), rows,
                 from_left, w.writer, static_cast<typename K::value*>(w.list.values.data()));
    return finish_rows(e, std::move(w));
}

}  // namespace masked

template <class K>
csr vector_product(const engine_ptr& e, const K& k, const csr_ref& rows, const csr_ref& u, bool from_left, const mask_ref& mask,
                   bool pull, index size, bool first_suffices) {
    const type_code type = k.type();
    const masked::part outputs = masked::outputs_of(mask, pull, size);
    if constexpr (K::is_constant && K::is_sum) {
        const auto counts = masked::count_vector_products(e, rows, u, mask, pull, size);
        return masked::emit(e, outputs, {counts.data(), base::scalar_value(k.product({}, {}, 0, 0, 0))}, type);
    } else {
        if (pull && !mask.present && u.nvals == u.ncols && !first_suffices && rows.nrows > 0) {
            return masked::pulled_from_all(e, k, rows, u.values, from_left);
        }
        const masked::sum_arrays<K> sums(e, k, outputs.entries);
        const auto operands = [&](const void* vector_values) {
            return masked::operands_of(k, outputs, from_left ? vector_values : rows.values,
                                       from_left ? rows.values : vector_values, sums.words(), sums.is_hit());
        };
        if (pull) {
            const bool is_dense = u.values == nullptr || u.nvals == u.ncols;
            const masked::dense_operand dense =
                is_dense ? masked::dense_operand{masked::dense_bits(e, u), {}} : masked::dense_form(e, u);
            masked::encounter all;
            all.is_second = !from_left;
            using adder = masked::vector_dot_adder<K>;
            masked::run_sequence(e, masked::rows_to_pull(e, rows, mask), rows, masked::vector_table{dense.bits.data()}, all,
                                 adder(operands(is_dense ? u.values : dense.values.data()), first_suffices));
        } else {
            const index average = rows.nrows == 0 ? 0 : rows.nvals / rows.nrows + 1;
            const masked::laid_filter filter = masked::filter_for(e, mask, u.nvals * average);
            masked::run_sequence(e, masked::rows_to_push(e, rows, u), rows, masked::output_table{filter.view}, {},
                                 masked::vector_push_adder<K>(operands(u.values), from_left));
        }
        return masked::emit(e, outputs, sums.view(), type);
    }
}

}  // namespace graphblas_gpu::cuda
