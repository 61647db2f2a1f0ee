// Products of a matrix and a sparse vector, in both directions.
//
// Idea: a pull walks along the row of every admitted output and looks positions up in u, which is dense. A push walks along
// the rows of the entries of u and adds to outputs in an array by position. In both, all look-ups are one sequence, which is
// cut into even slices. If u has an entry at every position and there is no mask, nothing is looked up: a pull sums whole rows,
// and as the rows with entries are the outputs, it writes them where they belong. The order of terms is not defined.
#pragma once

#include <graphblas_gpu/cuda/product/methods.hpp>
#include <graphblas_gpu/cuda/masked/masked_product.cuh>
#include <graphblas_gpu/cuda/masked/row_list.cuh>
#include <graphblas_gpu/cuda/masked/vector_walk.cuh>

#include <algorithm>

namespace graphblas_gpu::cuda {

namespace masked {

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

/// The sum of the terms of an output in a pull from a vector that has an entry at every position, so that nothing is looked up.
/// Only the entries begin, begin + step, ... below `end` of the output's row are summed.
template <class K>
__device__ typename K::accumulator pulled(const operands<K>& in, const csr_ref& rows, index output, row_offset begin, row_offset end,
                                          row_offset step, bool from_left) {
    typename K::accumulator sum = in.k.empty();
#pragma unroll 4
    for (row_offset p = begin; p < end; p += step) {
        const auto k = static_cast<index>(rows.columns[p]);
        const auto x = value_at<K::reads_left>(in.a, from_left ? k : p);
        const auto y = value_at<K::reads_right>(in.b, from_left ? p : k);
        sum = in.k.sum_into(sum, in.k.product(x, y, from_left ? 0 : output, k, from_left ? output : 0));
    }
    return sum;
}

/// Lanes that sum a row together, and the most entries that each of them takes; a warp sums a longer row.
inline constexpr unsigned lanes_a_row = 4;
inline constexpr row_offset pulled_by_lane = 16;
inline constexpr unsigned rows_at_once = row_threads / lanes_a_row;

/// The sum over groups of `lanes` neighbouring lanes, in all of them.
template <unsigned lanes, class K>
__device__ typename K::accumulator combined_over_lanes(const K& k, typename K::accumulator sum) {
    for (unsigned distance = lanes / 2; distance > 0; distance /= 2) {
        sum = combined(k, sum, __shfl_xor_sync(simt::full_warp, sum, static_cast<int>(distance)));
    }
    return sum;
}

/// Computes all outputs of a pull, a tile of rows after the other.
template <class K>
__global__ void __launch_bounds__(row_threads) pull_all_kernel(operands<K> in, csr_ref rows, bool from_left, row_list_writer list,
                                                               typename K::value* values) {
    __shared__ unsigned scratch[row_threads / simt::warp_size];
    const unsigned lane = threadIdx.x % lanes_a_row;  // of those of its row
    for (index tile = blockIdx.x; tile * list.rows_a_tile < rows.nrows; tile += gridDim.x) {
        row_offset start = list.start_of(rows, tile, scratch);
        const index first = tile * list.rows_a_tile, wanted = first + list.rows_a_tile;
        const index end_of_tile = wanted < rows.nrows ? wanted : rows.nrows;
        for (index base = first; base < end_of_tile; base += rows_at_once) {
            const index output = base + threadIdx.x / lanes_a_row;
            const bool exists = output < end_of_tile;
            const row_offset begin = exists ? rows.offsets[output] : 0, end = exists ? rows.offsets[output + 1] : 0;
            const bool is_long = end - begin > pulled_by_lane * lanes_a_row;
            typename K::accumulator sum = combined_over_lanes<lanes_a_row>(
                in.k, pulled(in, rows, output, begin + lane, is_long ? begin : end, lanes_a_row, from_left));
            for (unsigned long_rows = __ballot_sync(simt::full_warp, is_long && lane == 0); long_rows != 0;
                 long_rows &= long_rows - 1) {
                const unsigned owner = simt::lowest_bit(long_rows);
                const row_offset from = __shfl_sync(simt::full_warp, begin, owner),
                                 to = __shfl_sync(simt::full_warp, end, owner);
                const typename K::accumulator whole = combined_over_lanes<simt::warp_size>(
                    in.k, pulled(in, rows, output - simt::lane_id() / lanes_a_row + owner / lanes_a_row, from + simt::lane_id(),
                                 to, simt::warp_size, from_left));
                if (simt::lane_id() == owner) sum = whole;
            }
            const bool is_written = begin < end && lane == 0;
            unsigned all = 0;
            const row_offset at = start + count_below_thread(is_written, scratch, all);
            if (is_written) {
                list.columns[at] = static_cast<column_index>(output);
                values[at] = in.k.read(sum);
            }
            start += all;
        }
        if (end_of_tile == rows.nrows && threadIdx.x == 0) list.end_at(start);
    }
}

/// The product with a vector that has an entry at every position, without a mask. Waits.
template <class K>
csr pulled_from_all(const engine_ptr& e, const K& k, const csr_ref& rows, const void* u, bool from_left) {
    rows_listed w = list_of_rows(e, rows, k.type(), rows_at_once);
    const index most = index{e->facts().multiprocessors} * 32;
    simt::launch(e->stream(), static_cast<unsigned>(std::min(w.tiles, most)), row_threads, 0, pull_all_kernel<K>,
                 operands_of(k, part(), from_left ? u : rows.values, from_left ? rows.values : u, nullptr, nullptr), rows,
                 from_left, w.writer, static_cast<typename K::value*>(w.list.values.data()));
    return finished(e, std::move(w));
}

}  // namespace masked

template <class K>
csr vector_product(const engine_ptr& e, const K& k, const csr_ref& rows, const csr_ref& u, bool from_left, const mask_ref& mask,
                   bool pull, index size, bool first_suffices) {
    const type_code type = k.type();
    const masked::part outputs = masked::outputs_of(mask, pull, size);
    if constexpr (K::is_constant && K::is_sum) {
        const auto counts = masked::count_vector_products(e, rows, u, mask, pull, size);
        masked::sums_view sums;
        sums.counts = counts.data();
        sums.term = formats::scalar_value(k.product({}, {}, 0, 0, 0));
        return masked::emit(e, outputs, sums, type);
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
            using adder = masked::dot_adder<K, masked::look_ahead{2, 1, 2}>;
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
