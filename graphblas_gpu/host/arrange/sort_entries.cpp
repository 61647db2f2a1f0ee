// Sorted rows without their types, and the order of numbers.
#include <graphblas_gpu/host/arrange/sort_entries.hpp>

#include <bit>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <vector>

#include <graphblas_gpu/base/radix_sort.hpp>
#include <graphblas_gpu/base/value_mover.hpp>
#include <graphblas_gpu/host/rows/rows.hpp>

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

/// Sorts entries that are too few for digits. The merges have no branch that depends on keys, which processors could not
/// predict. Returns the one of the two arrays that has the result.
template <class Key>
sortable<Key>* merge_sorted(sortable<Key>* from, sortable<Key>* to, index count) {
    constexpr index short_run = 8;
    for (index first = 0; first < count; first += short_run) {
        for (index n = first + 1; n < std::min(first + short_run, count); ++n) {
            const sortable<Key> moved = from[n];
            index at = n;
            for (; at > first && moved.value < from[at - 1].value; --at) from[at] = from[at - 1];
            from[at] = moved;
        }
    }
    for (index width = short_run; width < count; width *= 2) {
        for (index first = 0; first < count; first += 2 * width) {
            const sortable<Key>*x = from + first, *const x_end = from + std::min(first + width, count);
            const sortable<Key>*y = x_end, *const y_end = from + std::min(first + 2 * width, count);
            sortable<Key>* out = to + first;
            while (x != x_end && y != y_end) {
                const index takes_y = y->value < x->value;
                *out++ = x[(y - x) & -takes_y];
                y += takes_y;
                x += 1 - takes_y;
            }
            std::copy(y, y_end, std::copy(x, x_end, out));
        }
        std::swap(from, to);
    }
    return from;
}

template <class Key>
std::byte* sort_keys(const void*, std::byte* entries, std::byte* scratch, index count) {
    // Both were measured with random keys.
    constexpr index enough_for_digits = sizeof(Key) == 4 ? 128 : 200, enough_for_long_digits = 1024;
    const auto run = [count](std::byte* bytes) {
        return std::span(reinterpret_cast<sortable<Key>*>(bytes), static_cast<std::size_t>(count));
    };
    const std::span<sortable<Key>> from = run(entries), to = run(scratch);
    const auto key = [](const sortable<Key>& x) { return x.value; };
    constexpr int bits = std::numeric_limits<Key>::digits;
    const sortable<Key>* const sorted = count < enough_for_digits        ? merge_sorted(from.data(), to.data(), count)
                                        : count < enough_for_long_digits ? base::radix_sort<8>(from, to, bits, key).data()
                                                                         : base::radix_sort(from, to, bits, key).data();
    return sorted == from.data() ? entries : scratch;
}

/// The sorted entries of a long row, by all threads.
buffer<std::byte> sorted_entries(team& team, const std::byte* row, index count, const sort_functions& functions,
                                 const void* order) {
    const auto bytes = [&](index n) { return static_cast<std::size_t>(n) * functions.entry_bytes; };
    buffer<std::byte> from(bytes(count)), to(bytes(count));
    const index max_pieces = pieces_for(team, 16 * count);
    const std::vector<index> cuts =
        cut_evenly(count, functions.by_digits ? std::min<index>(max_pieces, team.size()) : max_pieces);
    const auto pieces = static_cast<index>(cuts.size()) - 1;
    const auto cut = [&](index piece) { return cuts[static_cast<std::size_t>(std::min(piece, pieces))]; };
    team.run(pieces, [&](index piece, int) {
        const index first = cut(piece), size = cut(piece + 1) - first;
        std::byte *const run = from.data() + bytes(first), *const scratch = to.data() + bytes(first);
        base::in_blocks(first, first + size, base::entries_between_looks, [&](index begin, index end) {
            functions.load(order, row, begin, end - begin, run + bytes(begin - first));
        });
        if (functions.sort(order, run, scratch, size) == run) return;
        if (pieces == 1) std::swap(from, to);
        else std::copy(scratch, scratch + bytes(size), run);
    });
    for (index width = 1; width < pieces; width *= 2) {
        team.run((pieces + 2 * width - 1) / (2 * width), [&](index pair, int) {
            functions.merge(order, from.data(), cut(2 * width * pair), cut(2 * width * pair + width),
                            cut(2 * width * (pair + 1)), to.data());
        });
        std::swap(from, to);
    }
    return from;
}

}  // namespace

sort_functions sort_functions_of_numbers(type_code type, bool descending) {
    return base::with_code(type, [&](auto tag) -> sort_functions {
        using T = typename decltype(tag)::type;
        using key = key_of<T>;
        return {sizeof(sortable<key>), descending ? &load_keys<T, true> : &load_keys<T, false>, &sort_keys<key>,
                &merge_runs<key, key_before<key>>, true};
    });
}

rows_in_order sorted(team& team, const formats::untyped_view& a, const formats::untyped_view& keys,
                     const sort_functions& functions, const void* order) {
    const auto entries = static_cast<std::size_t>(a.nvals());
    rows_in_order out{formats::untyped_csr::with_room(a.nrows, a.ncols, entries, a.value_bytes), {}};
    std::copy(a.offsets, a.offsets + a.nrows + 1, out.values.offsets.begin());
    buffer<index> columns_before(entries);
    const auto row_of_keys = [&](index i) { return keys.values + static_cast<std::size_t>(a.begin(i)) * keys.value_bytes; };
    // Writes entries first .. last - 1 of a sorted row.
    const auto write = [&](index i, const std::byte* sorted, index first, index last) {
        const auto begin = static_cast<std::size_t>(a.begin(i));
        const bool has_values = functions.value_offset != 0 && keys.values == a.values;
        base::with_value_mover(a.value_bytes, [&](auto moved) {
            for (auto n = static_cast<std::size_t>(first); n < static_cast<std::size_t>(last); ++n) {
                const std::byte* const entry = sorted + n * functions.entry_bytes;
                column_index position;
                std::memcpy(&position, entry, sizeof(position));
                out.values.columns[begin + n] = static_cast<column_index>(n);
                columns_before[begin + n] = a.columns[begin + position];
                if (has_values) moved.one(entry + functions.value_offset).copy_to(out.values.values.data(), begin + n);
                else moved.copy(out.values.values.data(), begin + n, a.values, begin + position);
            }
        });
    };
    if (a.nrows == 1) {
        const buffer<std::byte> row = sorted_entries(team, row_of_keys(0), a.nvals(), functions, order);
        for_ranges(team, a.nvals(), a.nvals(), [&](index first, index last, int) { write(0, row.data(), first, last); });
    } else {
        const std::vector<index> cuts =
            cut_by_work({a.offsets, static_cast<std::size_t>(a.nrows) + 1}, pieces_for(team, 16 * a.nvals() + a.nrows));
        team.run(static_cast<index>(cuts.size()) - 1, [&](index chunk, int member) {
            const auto c = static_cast<std::size_t>(chunk);
            for (index i = cuts[c]; i < cuts[c + 1]; ++i) {
                base::look_now_and_then(i);
                const index count = a.row_size(i);
                if (count == 0) continue;
                const std::size_t bytes = static_cast<std::size_t>(count) * functions.entry_bytes;
                auto* const row = team.own_scratch(member).get<std::byte>(scratch::raw::row_values, 2 * bytes);
                functions.load(order, row_of_keys(i), 0, count, row);
                write(i, functions.sort(order, row, row + bytes, count), 0, count);
            }
        });
    }
    const formats::untyped_view structure{out.values.structure()};
    out.permutation = formats::copy_of(structure);
    out.permutation.values = buffer<std::byte>::reinterpreted(std::move(columns_before));
    out.permutation.value_bytes = sizeof(index);
    return out;
}

}  // namespace graphblas_gpu::host
