// Submatrices on the device.
//
// Idea: a range of columns is a contiguous part of every row, found by two searches. For other selections J there are two
// strategies. Either every pair of I x J is looked up, which gives the result in order; or every entry of the rows looks up the
// positions of its column in J, and if J is not ascending, the result is then sorted by row and position. Work is always
// divided by entries, not by rows.
#include <graphblas_gpu/cuda/elementwise/compaction.cuh>
#include <graphblas_gpu/cuda/primitives/sort.hpp>
#include <graphblas_gpu/cuda/structure/arrange.hpp>
#include <graphblas_gpu/cuda/structure/selection.cuh>

#include <bit>

namespace graphblas_gpu::cuda {

namespace {

/// The part of each row of I that is wanted: begins[r] is its first entry in A. The sizes of the parts become offsets.
struct pieces {
    array<row_offset> begins;
    array<row_offset> offsets;
    row_offset nvals = 0;
};

/// The parts of the rows in columns first .. last - 1.
pieces cut(const engine_ptr& e, const csr_ref& a, const selection_ref& rows, index first, index last) {
    pieces out{array<row_offset>(e, static_cast<std::size_t>(rows.count)), counts_for(e, rows.count), 0};
    row_offset* const begins = out.begins.data();
    row_offset* const sizes = out.offsets.data();
    const bool whole = first == 0 && last == a.ncols;
    for_each(e, rows.count, GB_DEVICE_LAMBDA(std::int64_t r) {
        const index i = rows[r];
        row_offset begin = a.offsets[i], end = a.offsets[i + 1];
        if (!whole) {
            begin = lower_bound(a.columns, begin, end, static_cast<column_index>(first));
            end = last == a.ncols ? end : lower_bound(a.columns, begin, end, static_cast<column_index>(last));
        }
        begins[r] = begin;
        sizes[r] = end - begin;
    });
    out.nvals = sizes_to_offsets(e, sizes, rows.count);
    return out;
}

origin by_ranges(const engine_ptr& e, const csr_ref& a, const selection_ref& rows, index first, index count) {
    pieces from = cut(e, a, rows, first, first + count);
    origin out{csr_with_room(e, rows.count, count, from.nvals, type_code::none),
               array<row_offset>(e, static_cast<std::size_t>(from.nvals))};
    column_index* const columns = out.result.columns.data();
    row_offset* const positions = out.positions.data();
    const row_offset* const begins = from.begins.data();
    const row_offset* const offsets = from.offsets.data();
    const auto shift = static_cast<column_index>(first);
    for_each(e, from.nvals, GB_DEVICE_LAMBDA(std::int64_t q) {
        const index r = row_of_entry(offsets, rows.count, q);
        const row_offset p = begins[r] + (q - offsets[r]);
        columns[q] = a.columns[p] - shift;
        positions[q] = p;
    });
    out.result.offsets = std::move(from.offsets);
    return out;
}

/// The strategy that looks up every pair of I x J.
origin by_looking_up(const engine_ptr& e, const csr_ref& a, const selection_ref& rows, const selection_ref& wanted) {
    return found_entries(e, rows.count, wanted.count, GB_DEVICE_LAMBDA(index r, index n) {
        return find_entry(a, rows[r], static_cast<column_index>(wanted[n]));
    });
}

/// The positions of a column in J. Those of the n-th different column of J are positions[starts[n] .. starts[n + 1]).
struct positions_of_columns {
    selection_ref distinct;                   ///< ascending
    const column_index* starts = nullptr;     ///< null: each column has one position
    const column_index* positions = nullptr;  ///< null: the position is n itself
    bool descends = false;                    ///< positions are counted from the end

    struct span {
        index first, count;
    };
    __device__ span find(column_index j) const {
        const index n = distinct.find(j);
        if (n < 0) return {0, 0};
        if (starts == nullptr) return {n, 1};
        return {starts[n], index{starts[n + 1]} - index{starts[n]}};
    }
    __device__ std::uint64_t position(index n) const {
        if (positions != nullptr) return positions[n];
        return static_cast<std::uint64_t>(descends ? distinct.count - 1 - n : n);
    }
};

class held_positions {
  public:
    held_positions(const engine_ptr& e, const formats::selection& s) : ascending_(e, s.ascends() ? s : formats::selection()) {
        if (s.ascends()) {
            view_.distinct = ascending_.view();
        } else if (!s.is_list()) {
            view_.distinct = {s[s.size() - 1], -s.stride(), s.size(), nullptr};
            view_.descends = true;
        } else {
            const formats::grouped_selection groups = formats::grouped(s);
            distinct_ = uploaded<column_index>(e, groups.distinct);
            starts_ = uploaded<column_index>(e, groups.starts);
            positions_ = uploaded<column_index>(e, groups.elements);
            view_.distinct = {0, 1, static_cast<index>(groups.distinct.size()), distinct_.data()};
            view_.starts = starts_.data();
            view_.positions = positions_.data();
        }
    }
    const positions_of_columns& view() const { return view_; }

  private:
    held_selection ascending_;
    array<column_index> distinct_, starts_, positions_;
    positions_of_columns view_;
};

/// The strategy in which every entry of the rows looks up the positions of its column in J.
origin by_walking(const engine_ptr& e, const csr_ref& a, const selection_ref& rows, const formats::selection& wanted) {
    const held_positions held(e, wanted);
    const positions_of_columns positions_of = held.view();
    const pieces from = cut(e, a, rows, 0, a.ncols);
    const row_offset* const begins = from.begins.data();
    const row_offset* const starts = from.offsets.data();

    const array<row_offset> counts = counts_for(e, from.nvals);
    row_offset* const slots = counts.data();
    for_each(e, from.nvals, GB_DEVICE_LAMBDA(std::int64_t q) {
        const index r = row_of_entry(starts, rows.count, q);
        slots[q] = positions_of.find(a.columns[begins[r] + (q - starts[r])]).count;
    });
    const row_offset nvals = sizes_to_offsets(e, slots, from.nvals);

    origin out{csr_with_room(e, rows.count, wanted.size(), nvals, type_code::none),
               array<row_offset>(e, static_cast<std::size_t>(nvals))};
    row_offset* const offsets = out.result.offsets.data();
    for_each(e, rows.count + 1, GB_DEVICE_LAMBDA(std::int64_t r) { offsets[r] = slots[starts[r]]; });

    // Row and position are joined to one number, so that one sort orders the entries within the rows.
    const int position_bits = std::bit_width(static_cast<std::uint64_t>(wanted.size()));
    const int row_bits = std::bit_width(static_cast<std::uint64_t>(rows.count));
    array<std::uint64_t> keys(e, static_cast<std::size_t>(nvals));
    std::uint64_t* const key = keys.data();
    row_offset* const position = out.positions.data();
    for_each(e, from.nvals, GB_DEVICE_LAMBDA(std::int64_t q) {
        if (slots[q + 1] == slots[q]) return;
        const index r = row_of_entry(starts, rows.count, q);
        const row_offset p = begins[r] + (q - starts[r]);
        const auto where = positions_of.find(a.columns[p]);
        for (index n = 0; n < where.count; ++n) {
            key[slots[q] + n] = static_cast<std::uint64_t>(r) << position_bits | positions_of.position(where.first + n);
            position[slots[q] + n] = p;
        }
    });
    if (!wanted.ascends()) sort_with_positions(e, keys, out.positions, position_bits + row_bits);
    column_index* const columns = out.result.columns.data();
    const std::uint64_t* const sorted = keys.data();
    const std::uint64_t low = (std::uint64_t{1} << position_bits) - 1;
    for_each(e, nvals, GB_DEVICE_LAMBDA(std::int64_t q) { columns[q] = static_cast<column_index>(sorted[q] & low); });
    return out;
}

/// Looking up a pair costs as much as looking up the positions of this many entries.
constexpr double pair_cost = 2.0;

bool looking_up_is_profitable(const csr_ref& a, index rows, index columns) {
    // The number of entries in the selected rows is known only on the device, so the average of all rows is taken.
    const double entries = a.nrows == 0 ? 0.0 : static_cast<double>(a.nvals) / static_cast<double>(a.nrows);
    return pair_cost * static_cast<double>(columns) <= entries && columns < (index{1} << 62) / (rows + 1);
}

}  // namespace

csr extracted(const engine_ptr& e, const csr_ref& a, const formats::selection& rows, const formats::selection& columns) {
    if (rows.is_whole(a.nrows) && columns.is_whole(a.ncols)) return cloned(e, a);
    if (rows.size() == 0 || columns.size() == 0 || a.nvals == 0) return empty_csr(e, rows.size(), columns.size(), a.type);
    const held_selection i(e, rows);
    origin from = [&] {
        if (!columns.is_list() && columns.stride() == 1) return by_ranges(e, a, i.view(), columns.first(), columns.size());
        if (looking_up_is_profitable(a, rows.size(), columns.size())) {
            const held_selection j(e, columns);
            return by_looking_up(e, a, i.view(), j.view());
        }
        return by_walking(e, a, i.view(), columns);
    }();
    return with_values_of(e, a, std::move(from));
}

}  // namespace graphblas_gpu::cuda
