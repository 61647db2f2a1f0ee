// Sorted rows without their types, and the order of numbers.
#include <graphblas_gpu/host/sort_entries.hpp>

#include <bit>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

#include <graphblas_gpu/formats/value_mover.hpp>
#include <graphblas_gpu/host/rows.hpp>

namespace graphblas_gpu::host {

namespace {

/// Values up to 4 bytes have keys of 4 bytes.
template <class T>
using key_of = std::conditional_t<sizeof(T) <= 4, std::uint32_t, std::uint64_t>;

/// A number whose order among unsigned numbers is that of x. Those of NaN are larger than those of all numbers, and 0 and -0
/// have one.
template <class T>
key_of<T> ascending_key(T x) {
    using key = key_of<T>;
    constexpr key sign = key{1} << (std::numeric_limits<key>::digits - 1);
    if constexpr (std::floating_point<T>) {
        const auto bits = std::bit_cast<key>(x == 0 ? T{0} : x);
        return (bits & sign) != 0 ? ~bits : bits | sign;
    } else if constexpr (std::is_signed_v<T>) {
        return static_cast<key>(x) ^ sign;
    } else {
        return static_cast<key>(x);
    }
}

template <class T, bool descending>
void load_keys(const void*, const std::byte* row, index first, index count, std::byte* entries) {
    const auto* const values = reinterpret_cast<const T*>(row);
    auto* const to = reinterpret_cast<sortable<key_of<T>>*>(entries);
    for (index n = 0; n < count; ++n) {
        const T x = values[first + n];
        const auto key = static_cast<key_of<T>>(descending ? ~ascending_key(x) : ascending_key(x));
        to[n] = {static_cast<column_index>(first + n), x == x ? key : std::numeric_limits<key_of<T>>::max()};
    }
}

template <class Key>
struct key_before {
    const void* order;
    bool operator()(const sortable<Key>& x, const sortable<Key>& y) const { return x.value < y.value; }
};

/// The sorted entries of a long row, by all threads.
buffer<std::byte> sorted_entries(team& team, const std::byte* row, index count, const sort_functions& by, const void* order) {
    const auto bytes = [&](index n) { return static_cast<std::size_t>(n) * by.entry_bytes; };
    buffer<std::byte> from(bytes(count));
    const std::vector<index> cuts = cut_evenly(count, pieces_for(team, 16 * count));
    const auto pieces = static_cast<index>(cuts.size()) - 1;
    const auto cut = [&](index piece) { return cuts[static_cast<std::size_t>(std::min(piece, pieces))]; };
    team.run(pieces, [&](index piece, int) {
        const index first = cut(piece), size = cut(piece + 1) - first;
        by.load(order, row, first, size, from.data() + bytes(first));
        by.sort(order, from.data() + bytes(first), size);
    });
    if (pieces == 1) return from;
    buffer<std::byte> to(from.size());
    for (index width = 1; width < pieces; width *= 2) {
        team.run((pieces + 2 * width - 1) / (2 * width), [&](index pair, int) {
            by.merge(order, from.data(), cut(2 * width * pair), cut(2 * width * pair + width), cut(2 * width * (pair + 1)),
                     to.data());
        });
        std::swap(from, to);
    }
    return from;
}

}  // namespace

sort_functions sort_functions_of_numbers(type_code type, bool descending) {
    return formats::with_code(type, [&](auto of) -> sort_functions {
        using T = typename decltype(of)::type;
        using key = key_of<T>;
        return {sizeof(sortable<key>), descending ? &load_keys<T, true> : &load_keys<T, false>, &sort_run<key, key_before<key>>,
                &merge_runs<key, key_before<key>>};
    });
}

rows_in_order sorted(team& team, const formats::untyped_view& a, const formats::untyped_view& keys, const sort_functions& by,
                     const void* order) {
    const auto entries = static_cast<std::size_t>(a.nvals());
    rows_in_order out{formats::untyped_csr::with_room(a.nrows, a.ncols, entries, a.value_bytes), {}};
    std::copy(a.offsets, a.offsets + a.nrows + 1, out.values.offsets.begin());
    buffer<index> columns_before(entries);
    const auto row_of_keys = [&](index i) { return keys.values + static_cast<std::size_t>(a.begin(i)) * keys.value_bytes; };
    // Writes entries first .. last - 1 of a sorted row.
    const auto write = [&](index i, const std::byte* sorted, index first, index last) {
        const auto begin = static_cast<std::size_t>(a.begin(i));
        formats::with_value_mover(a.value_bytes, [&](auto moved) {
            for (auto n = static_cast<std::size_t>(first); n < static_cast<std::size_t>(last); ++n) {
                column_index position;
                std::memcpy(&position, sorted + n * by.entry_bytes, sizeof(position));
                out.values.columns[begin + n] = static_cast<column_index>(n);
                columns_before[begin + n] = a.columns[begin + position];
                moved.copy(out.values.values.data(), begin + n, a.values, begin + position);
            }
        });
    };
    if (a.nrows == 1) {
        const buffer<std::byte> row = sorted_entries(team, row_of_keys(0), a.nvals(), by, order);
        for_ranges(team, a.nvals(), a.nvals(), [&](index first, index last, int) { write(0, row.data(), first, last); });
    } else {
        const std::vector<index> cuts =
            cut_by_work({a.offsets, static_cast<std::size_t>(a.nrows) + 1}, pieces_for(team, 16 * a.nvals() + a.nrows));
        team.run(static_cast<index>(cuts.size()) - 1, [&](index chunk, int member) {
            const auto c = static_cast<std::size_t>(chunk);
            for (index i = cuts[c]; i < cuts[c + 1]; ++i) {
                formats::look_now_and_then(i);
                const index count = a.row_size(i);
                if (count == 0) continue;
                auto* const row = team.own_scratch(member).get<std::byte>(scratch::raw::row_values,
                                                                          static_cast<std::size_t>(count) * by.entry_bytes);
                by.load(order, row_of_keys(i), 0, count, row);
                by.sort(order, row, count);
                write(i, row, 0, count);
            }
        });
    }
    const formats::untyped_view structure{out.values.structure()};
    out.permutation = formats::copied(structure);
    out.permutation.values = buffer<std::byte>::reinterpreted(std::move(columns_before));
    out.permutation.value_bytes = sizeof(index);
    return out;
}

}  // namespace graphblas_gpu::host
