#include <graphblas_gpu/host/permute_rows.hpp>

#include <algorithm>
#include <cstdint>

#include <graphblas_gpu/formats/radix_sort.hpp>
#include <graphblas_gpu/formats/value_mover.hpp>
#include <graphblas_gpu/host/rows.hpp>

namespace graphblas_gpu::host {
namespace {

/// The size of a row from which a radix sort is faster than comparisons.
constexpr row_offset long_from = 1024;

/// An entry of a row: its new column in the upper half, its position in the old row in the lower half.
using packed_entry = std::uint64_t;

/// Sorts entries by their new column; the result is in one of the two arrays.
const packed_entry* sorted(packed_entry* entries, packed_entry* other, row_offset count) {
    if (count < long_from) {
        std::sort(entries, entries + count);
        return entries;
    }
    const auto size = static_cast<std::size_t>(count);
    return formats::radix_sort(std::span<packed_entry>(entries, size), std::span<packed_entry>(other, size), 32,
                               [](packed_entry x) { return x >> 32; })
        .data();
}

}  // namespace

formats::untyped_csr permuted(team& team, const formats::untyped_view& a, const column_index* old_row, const column_index* new_column) {
    formats::untyped_csr out;
    out.nrows = a.nrows;
    out.ncols = a.ncols;
    out.value_bytes = a.value_bytes;
    row_offset longest = 0;
    out.offsets = scan_bounds(a.nrows, [&](index k) {
        const row_offset size = a.row_size(old_row[k]);
        longest = std::max(longest, size);
        return size;
    });
    const auto count = static_cast<std::size_t>(a.nvals());
    out.columns = buffer<column_index>(count);
    out.values = buffer<std::byte>(count * a.value_bytes);

    const auto room = static_cast<std::size_t>(longest);
    for_ranges_by_work(team, {out.offsets.data(), out.offsets.size()}, [&](index first, index last, int member) {
        packed_entry* const entries = team.own_scratch(member).get<packed_entry>(scratch::raw::packed, room);
        packed_entry* const other = team.own_scratch(member).get<packed_entry>(scratch::raw::keys, longest < long_from ? 0 : room);
        formats::with_value_mover(a.value_bytes, [&](auto moved) {
            for (index k = first; k < last; ++k) {
                const row_offset begin = a.begin(old_row[k]), to = out.offsets[static_cast<std::size_t>(k)];
                const row_offset size = out.offsets[static_cast<std::size_t>(k) + 1] - to;
                for (row_offset p = 0; p < size; ++p) {
                    entries[p] = packed_entry{new_column[a.columns[begin + p]]} << 32 | static_cast<packed_entry>(p);
                }
                const packed_entry* const in_order = sorted(entries, other, size);
                for (row_offset p = 0; p < size; ++p) {
                    const auto n = static_cast<std::size_t>(to + p);
                    out.columns[n] = static_cast<column_index>(in_order[p] >> 32);
                    moved.copy(out.values.data(), n, a.values,
                               static_cast<std::size_t>(begin + static_cast<column_index>(in_order[p])));
                }
            }
        });
    });
    return out;
}

}  // namespace graphblas_gpu::host
