#include <graphblas_gpu/host/elementwise.hpp>

#include <algorithm>
#include <array>

#include <graphblas_gpu/formats/value_mover.hpp>
#include <graphblas_gpu/host/intersect.hpp>
#include <graphblas_gpu/host/rows.hpp>

namespace graphblas_gpu::host {

using formats::untyped_csr;
using formats::untyped_view;

namespace {

std::size_t as_size(row_offset p) { return static_cast<std::size_t>(p); }

/// Writes the union of row i of both matrices. Which matrix has the next column is unpredictable, so the loop writes an entry
/// in any case and has no branch on the comparison of columns.
template <class Values>
index write_union(const untyped_view& of_a, const untyped_view& of_b, const paired_values& both, index i, column_index* columns,
                  std::byte* values, Values moved) {
    const untyped_view a = of_a, b = of_b;
    pair_batch shared(both.function);
    row_offset p = a.begin(i), q = b.begin(i);
    const row_offset p_end = a.end(i), q_end = b.end(i);
    index size = 0;
    const auto copy_run = [&](const untyped_view& from, row_offset first, row_offset last) {
        if (first == last) return;
        std::copy(from.columns + first, from.columns + last, columns + size);
        moved.copy_run(values, as_size(size), from.values, as_size(first), as_size(last - first));
        size += last - first;
    };
    // Where one row is much longer, its entries between two entries of the other row are copied together.
    const bool a_is_long = p_end - p > gallop_from_ratio * (q_end - q);
    if (a_is_long || q_end - q > gallop_from_ratio * (p_end - p)) {
        const untyped_view &longer = a_is_long ? a : b, &shorter = a_is_long ? b : a;
        row_offset &from = a_is_long ? p : q, &listed = a_is_long ? q : p;
        const row_offset from_end = a_is_long ? p_end : q_end, listed_end = a_is_long ? q_end : p_end;
        for (; listed < listed_end; ++listed) {
            const column_index j = shorter.columns[listed];
            const row_offset at = gallop(longer.columns, from, from_end, j);
            copy_run(longer, from, at);
            from = at;
            const bool in_both = at < from_end && longer.columns[at] == j;
            columns[size] = j;
            moved.copy(values, as_size(size), in_both ? a.values : shorter.values, as_size(in_both ? p : listed));
            shared.note(p, q, size);
            shared.keep(in_both);
            ++size;
            from += in_both;
            if (shared.is_full()) shared.combine(both.a, both.b, values);
        }
    }
    while (p < p_end && q < q_end) {
        const column_index in_row_of_a = a.columns[p], in_row_of_b = b.columns[q];
        const bool in_a = in_row_of_a <= in_row_of_b, in_b = in_row_of_b <= in_row_of_a;
        columns[size] = in_a ? in_row_of_a : in_row_of_b;
        moved.copy(values, as_size(size), in_a ? a.values : b.values, as_size(in_a ? p : q));
        shared.note(p, q, size);
        shared.keep(in_a && in_b);
        ++size;
        p += in_a;
        q += in_b;
        if (shared.is_full()) shared.combine(both.a, both.b, values);
    }
    shared.combine(both.a, both.b, values);
    copy_run(a, p, p_end);
    copy_run(b, q, q_end);
    return size;
}

/// Whether a row is a vector with an entry at every position, so that entry number j has position j.
bool is_full_row(const structure_view& a) { return a.nrows == 1 && a.nvals() == a.ncols; }

/// A row with the columns of `like` and values of `value_bytes` bytes that are not set. All threads copy the columns.
untyped_csr row_like(team& team, const structure_view& like, std::size_t value_bytes) {
    untyped_csr out = untyped_csr::with_room(1, like.ncols, as_size(like.nvals()), value_bytes);
    out.offsets[0] = 0;
    out.offsets[1] = like.nvals();
    for_ranges(team, like.nvals(), like.nvals(), [&](index first, index last, int) {
        std::copy(like.columns + first, like.columns + last, out.columns.data() + first);
    });
    return out;
}

/// Applies the operator to the pairs pair_of(0) .. pair_of(count - 1), on all threads.
template <class PairOf>
void combine_all(team& team, row_offset count, const paired_values& both, std::byte* values, const PairOf& pair_of) {
    if (both.function.combine == nullptr) return;
    for_ranges(team, count, count, [&](index first, index last, int) {
        pair_batch batch(both.function);
        for (row_offset n = first; n < last; ++n) {
            const entry_pair pair = pair_of(n);
            batch.note(pair.a, pair.b, pair.out);
            batch.keep(true);
            if (batch.is_full()) batch.combine(both.a, both.b, values);
        }
        batch.combine(both.a, both.b, values);
    });
}

/// The union and the intersection of two vectors of which one is full, so that no column has to be searched.
/// @{
untyped_csr union_with_full_row(team& team, const untyped_view& a, const untyped_view& b, const paired_values& both) {
    const bool a_is_full = is_full_row(a);
    const untyped_view full = a_is_full ? a : b, listed = a_is_full ? b : a;
    untyped_csr out = row_like(team, full, full.value_bytes);
    for_ranges(team, full.nvals(), full.nvals(), [&](index first, index last, int) {
        const std::size_t begin = as_size(first) * full.value_bytes, end = as_size(last) * full.value_bytes;
        std::copy(full.values + begin, full.values + end, out.values.data() + begin);
    });
    combine_all(team, listed.nvals(), both, out.values.data(), [&](row_offset n) {
        const row_offset j = listed.columns[n];
        return a_is_full ? entry_pair{j, n, j} : entry_pair{n, j, j};
    });
    return out;
}

untyped_csr intersection_with_full_row(team& team, const structure_view& a, const structure_view& b, std::size_t value_bytes,
                                       const paired_values& both) {
    const bool a_is_full = is_full_row(a);
    const structure_view listed = a_is_full ? b : a;
    untyped_csr out = row_like(team, listed, value_bytes);
    combine_all(team, listed.nvals(), both, out.values.data(), [&](row_offset n) {
        const row_offset j = listed.columns[n];
        return a_is_full ? entry_pair{j, n, n} : entry_pair{n, j, n};
    });
    return out;
}
/// @}

}  // namespace

untyped_csr union_of_rows(team& team, const untyped_view& a, const untyped_view& b, const paired_values& both) {
    if (is_full_row(a) || is_full_row(b)) return union_with_full_row(team, a, b, both);
    const buffer<row_offset> bound = scan_bounds(a.nrows, [&](index i) { return a.row_size(i) + b.row_size(i); });
    return formats::with_value_mover(a.value_bytes, [&](auto moved) {
        return build_untyped_rows(team, a.nrows, a.ncols, a.value_bytes, bound,
                                  [&](index i, column_index* columns, std::byte* values) {
                                      return write_union(a, b, both, i, columns, values, moved);
                                  });
    });
}

untyped_csr intersection_of_rows(team& team, const structure_view& a, const structure_view& b, std::size_t value_bytes,
                                 const paired_values& both) {
    if (is_full_row(a) || is_full_row(b)) return intersection_with_full_row(team, a, b, value_bytes, both);
    const buffer<row_offset> bound = scan_bounds(a.nrows, [&](index i) { return std::min(a.row_size(i), b.row_size(i)); });
    return build_untyped_rows(
        team, a.nrows, a.ncols, value_bytes, bound, [&](index i, column_index* columns, std::byte* values) {
            // Plain local variables instead of a pair_batch, so that the compiler keeps the counters in registers.
            std::array<entry_pair, 128> shared;
            std::size_t count = 0;
            row_offset size = 0;
            const pair_function f = both.function;
            const auto combine = [&] {
                if (f.combine != nullptr) f.combine(f.op, both.a, both.b, values, shared.data(), count);
                count = 0;
            };
            const column_index* const of_a = a.columns;
            const column_index* const of_b = b.columns;
            row_offset p = a.begin(i), q = b.begin(i);
            const row_offset p_end = a.end(i), q_end = b.end(i);
            const bool gallops = p_end - p > gallop_from_ratio * (q_end - q) || q_end - q > gallop_from_ratio * (p_end - p);
            if (gallops) {
                intersect(of_a, p, p_end, of_b, q, q_end, [&](row_offset in_a, row_offset in_b) {
                    columns[size] = of_a[in_a];
                    shared[count] = {in_a, in_b, size};
                    ++size;
                    if (++count == shared.size()) combine();
                    return true;
                });
            } else {
                while (p < p_end && q < q_end) {
                    const column_index j = of_a[p], k = of_b[q];
                    columns[size] = j;
                    shared[count] = {p, q, size};
                    size += j == k;
                    count += j == k;
                    p += j <= k;
                    q += k <= j;
                    if (count == shared.size()) combine();
                }
            }
            combine();
            return size;
        });
}

untyped_csr mapped(team& team, const structure_view& a, bool is_vector, std::size_t value_bytes, map_function map) {
    untyped_csr out = formats::copied({a});
    out.value_bytes = value_bytes;
    if (value_bytes == 0) return out;
    out.values = buffer<std::byte>(as_size(a.nvals()) * value_bytes);
    std::byte* const values = out.values.data();
    if (is_vector) {
        for_ranges(team, a.nvals(), a.nvals(), [&](index first, index last, int) { map({0, 1, first, last, true}, values); });
    } else {
        for_ranges_by_work(team, {a.offsets, as_size(a.nrows) + 1}, [&](index first, index last, int) {
            map({first, last, a.begin(first), a.begin(last), false}, values);
        });
    }
    return out;
}

untyped_csr filter_rows(team& team, const untyped_view& a, bool is_vector, keep_function keep, const void* predicate,
                        const untyped_view& read) {
    const std::span<const row_offset> bound(a.offsets, as_size(a.nrows) + 1);
    return formats::with_value_mover(a.value_bytes, [&](auto moved) {
        return build_untyped_rows(
            team, a.nrows, a.ncols, a.value_bytes, bound, [&](index i, column_index* columns, std::byte* values) {
                constexpr row_offset at_once = 256;
                std::array<row_offset, at_once> kept;
                index size = 0;
                for (row_offset first = a.begin(i); first < a.end(i); first += at_once) {
                    const index count =
                        keep(predicate, read, {i, i + 1, first, std::min(first + at_once, a.end(i)), is_vector}, kept.data());
                    for (index n = 0; n < count; ++n, ++size) {
                        columns[size] = a.columns[kept[as_size(n)]];
                        moved.copy(values, as_size(size), a.values, as_size(kept[as_size(n)]));
                    }
                }
                return size;
            });
    });
}

}  // namespace graphblas_gpu::host
