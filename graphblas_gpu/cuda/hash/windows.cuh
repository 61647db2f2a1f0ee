// Rows whose columns lie close together: a bit for each column of the range, and values in the order of the columns.
//
// Idea: a direct window has a sum for each column of the range, and is filled in one pass. A ranked window has sums only for
// the columns that the row has: a first pass over the columns sets the bits, and the index of a column's sum is the number of
// bits before it. In both, the row comes out in ascending order.
#pragma once

#include <graphblas_gpu/cuda/hash/binning.hpp>
#include <graphblas_gpu/cuda/hash/expand.cuh>
#include <graphblas_gpu/cuda/hash/in_order.cuh>
#include <graphblas_gpu/cuda/hash/product_item.cuh>
#include <graphblas_gpu/cuda/hash/row_facts.hpp>
#include <graphblas_gpu/cuda/primitives/bitmap.cuh>

namespace graphblas_gpu::cuda::hashing {

/// The bits of a row (bit b stands for column low + b), and the number of bits before each word.
struct bit_window {
    column_index low;
    unsigned words;
    unsigned* bits;
    unsigned* before;

    __device__ void set(column_index j) const { set_bit_if_clear(bits, j - low); }
    __device__ unsigned rank(unsigned at) const { return before[at / 32] + rank_in_word(bits[at / 32], at); }
    /// Clears the bits of the columns that row i of the mask forbids.
    template <unsigned lanes>
    __device__ void forbid(const csr_ref& mask, index i) const {
        for (row_offset p = mask.offsets[i] + team<lanes>::rank(); p < mask.offsets[i + 1]; p += team<lanes>::size()) {
            const column_index j = mask.columns[p];
            if (j >= low && (j - low) / 32 < words) clear_bit(bits, j - low);
        }
    }
    template <unsigned lanes>
    __device__ void count() const {
        const unsigned share = (words + team<lanes>::size() - 1) / team<lanes>::size();
        const unsigned from = team<lanes>::rank() * share < words ? team<lanes>::rank() * share : words;
        const unsigned to = from + share < words ? from + share : words;
        unsigned mine = 0;
        for (unsigned w = from; w < to; ++w) mine += __popc(bits[w]);
        unsigned start = team<lanes>::sum_before(mine);
        for (unsigned w = from; w < to; ++w) {
            before[w] = start;
            start += __popc(bits[w]);
        }
    }
};

template <class K, unsigned lanes, bool in_order>
__global__ void rows_by_windows(K k, product_rows in, product_output out, const std::uint32_t* rows, index count,
                                std::size_t bytes, const column_span* spans) {
    using lane_group = team<lanes>;
    using accumulator = typename K::accumulator;
    if (lane_group::number() >= count) return;
    const index r = rows == nullptr ? lane_group::number() : static_cast<index>(rows[lane_group::number()]);
    const index i = in.first_row + r;
    const column_span span = spans[r];
    const row_offset begin = out.offsets[r];
    const auto size = static_cast<unsigned>(out.offsets[r + 1] - begin);
    const bool with_values = out.values != nullptr;
    const bool direct = binning::is_direct(span.width, size, sizeof(accumulator));

    auto* sums = reinterpret_cast<accumulator*>(lane_group::shared(bytes));
    bit_window window{};
    window.low = span.low;
    window.words = span.width / 32 + (span.width % 32 != 0);
    const unsigned sum_count = direct ? window.words * 32 : size;
    window.bits = reinterpret_cast<unsigned*>(sums + sum_count);
    window.before = window.bits + window.words;
    for (unsigned w = lane_group::rank(); w < window.words; w += lane_group::size()) window.bits[w] = 0;
    for (unsigned p = lane_group::rank(); p < sum_count; p += lane_group::size()) sums[p] = k.empty();
    lane_group::sync();

    const walk row_walk = walk_of<lanes>(in.a, i, in.flops[i]);
    const bool bits_first = !direct || !with_values || out.columns_known;
    if (out.columns_known) {
        for (unsigned p = lane_group::rank(); p < size; p += lane_group::size()) window.set(out.columns[begin + p]);
    } else if (bits_first) {
        expand<lanes, column_index>(
            row_walk, in.a, in.b, [&](row_offset, row_offset q) { return in.b.columns[q]; },
            [&](bool active, column_index j) {
                if (active) window.set(j);
            });
    }
    if (bits_first) {
        lane_group::sync();
        if (in.mask.forbids() && !out.columns_known) {
            window.template forbid<lanes>(in.mask.rows, i);
            lane_group::sync();
        }
        window.template count<lanes>();
        lane_group::sync();
    }
    if (with_values) {
        const auto find = [&](bool active, const product_item<K>& item, unsigned& slot) {
            const unsigned at = item.column - window.low;
            if (active && !bits_first) window.set(item.column);
            if (!active || (bits_first && !has_bit(window.bits, at))) return false;
            slot = direct ? at : window.rank(at);
            return true;
        };
        const product_loader<K> load{in, true};
        if constexpr (in_order) {
            expand_in_order<lanes, product_item<K>>(
                in.a, in.b, i, in.flops[i], load, find,
                [&](unsigned slot, const auto& item) { sums[slot] = sum_in_order(k, sums[slot], item.product(k, i)); });
        } else {
            const bool alone = !lane_group::is_wide && !row_walk.flat;
            expand<lanes, product_item<K>>(row_walk, in.a, in.b, load, [&](bool active, const auto& item) {
                unsigned slot = 0;
                if (find(active, item, slot)) {
                    const auto x = item.product(k, i);
                    if (alone) sums[slot] = k.sum_into(sums[slot], x);
                    else k.add(sums + slot, x);
                }
                if (alone) __syncwarp(simt::full_warp);
            });
        }
        lane_group::sync();
    }
    if (!bits_first) {
        if (in.mask.forbids()) {
            window.template forbid<lanes>(in.mask.rows, i);
            lane_group::sync();
        }
        window.template count<lanes>();
        lane_group::sync();
    }
    auto* values = static_cast<typename K::value*>(out.values);
    const auto emit = [&](unsigned at, unsigned rank) {
        if (!out.columns_known) out.columns[begin + rank] = window.low + at;
        if (with_values) values[begin + rank] = k.read(sums[direct ? at : rank]);
    };
    if (size < hash_policy::few_bits_a_word * window.words) {
        for (unsigned w = lane_group::rank(); w < window.words; w += lane_group::size()) {
            unsigned rank = window.before[w];
            for (unsigned word = window.bits[w]; word != 0; word &= word - 1) emit(w * 32 + simt::lowest_bit(word), rank++);
        }
        return;
    }
    for (unsigned w = lane_group::warp(); w < window.words; w += lane_group::warps()) {
        if ((window.bits[w] >> simt::lane_id() & 1) == 0) continue;
        const unsigned at = w * 32 + simt::lane_id();
        emit(at, window.rank(at));
    }
}

}  // namespace graphblas_gpu::cuda::hashing
