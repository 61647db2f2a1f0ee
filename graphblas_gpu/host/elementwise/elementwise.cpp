#include <graphblas_gpu/host/elementwise/elementwise.hpp>

#include <algorithm>
#include <array>

#include <graphblas_gpu/base/value_mover.hpp>
#include <graphblas_gpu/host/rows/intersect.hpp>
#include <graphblas_gpu/host/rows/rows.hpp>

namespace graphblas_gpu::host {

using formats::is_full;
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

/// Copies an array; all threads copy a long one.
template <class T>
void copy_array(team& team, const T* from, std::size_t count, T* to) {
    constexpr std::size_t short_array = 4096;
    if (count <= short_array) {
        std::copy(from, from + count, to);
        return;
    }
    const auto work = static_cast<index>(count);
    for_ranges(team, work, work, [&](index first, index last, int) { std::copy(from + first, from + last, to + first); });
}

/// Whether two matrices of one shape have the same entries. O(1) if both are full, else O(nvals + nrows) at most.
bool have_same_entries(const structure_view& a, const structure_view& b) {
    if (a.nvals() != b.nvals()) return false;
    return is_full(a) || (a.columns == b.columns && a.offsets == b.offsets) || formats::same_structure(a, b);
}

/// The result of two matrices with the same entries: the operator is applied to the arrays of values.
untyped_csr of_same_entries(team& team, const structure_view& a, std::size_t value_bytes, const paired_values& both) {
    untyped_csr out = shaped_like(team, a, value_bytes);
    if (both.function.combine == nullptr) return out;
    for_ranges(team, a.nvals(), a.nvals(), [&](index first, index last, int) {
        combine_run(both.function, both.a, both.b, out.values.data(), {both.bytes.a, both.bytes.b, value_bytes}, first, last);
    });
    return out;
}

/// Applies the operator to every entry of `listed` and the entry at its position in a full matrix, so that no column has to be
/// searched. pair_of(n, at) is the pair of entry n, whose position in the full matrix is `at`.
template <class PairOf>
void combine_with_full(team& team, const structure_view& listed, const paired_values& both, std::byte* values,
                       const PairOf& pair_of) {
    if (both.function.combine == nullptr) return;
    const auto combine = [&](index i, row_offset first, row_offset last) {
        pair_batch batch(both.function);
        for (row_offset n = first; n < last; ++n) {
            const entry_pair pair = pair_of(n, i * listed.ncols + listed.columns[n]);
            batch.note(pair.a, pair.b, pair.out);
            batch.keep(true);
            if (batch.is_full()) batch.combine(both.a, both.b, values);
        }
        batch.combine(both.a, both.b, values);
    };
    if (listed.nrows == 1) {
        for_ranges(team, listed.nvals(), listed.nvals(), [&](index first, index last, int) { combine(0, first, last); });
        return;
    }
    for_ranges_by_work(team, {listed.offsets, as_size(listed.nrows) + 1}, [&](index first, index last, int) {
        for (index i = first; i < last; ++i) combine(i, listed.begin(i), listed.end(i));
    });
}

/// The union and the intersection of two matrices of which one is full.
/// @{
untyped_csr union_with_full(team& team, const untyped_view& a, const untyped_view& b, const paired_values& both) {
    const bool a_is_full = is_full(a);
    const untyped_view full = a_is_full ? a : b, listed = a_is_full ? b : a;
    untyped_csr out = shaped_like(team, full, full.value_bytes);
    copy_array(team, full.values, as_size(full.nvals()) * full.value_bytes, out.values.data());
    combine_with_full(team, listed, both, out.values.data(), [&](row_offset n, row_offset at) {
        return a_is_full ? entry_pair{at, n, at} : entry_pair{n, at, at};
    });
    return out;
}

untyped_csr intersection_with_full(team& team, const structure_view& a, const structure_view& b, std::size_t value_bytes,
                                   const paired_values& both) {
    const bool a_is_full = is_full(a);
    const structure_view listed = a_is_full ? b : a;
    untyped_csr out = shaped_like(team, listed, value_bytes);
    combine_with_full(team, listed, both, out.values.data(), [&](row_offset n, row_offset at) {
        return a_is_full ? entry_pair{at, n, n} : entry_pair{n, at, n};
    });
    return out;
}
/// @}

}  // namespace

void combine_run(const pair_function& f, const void* a, const void* b, void* out, const pair_sizes& bytes, row_offset first,
                 row_offset last) {
    const auto from = as_size(first);
    f.combine(f.op, static_cast<const std::byte*>(a) + from * bytes.a, static_cast<const std::byte*>(b) + from * bytes.b,
              static_cast<std::byte*>(out) + from * bytes.out, nullptr, as_size(last - first));
}

untyped_csr shaped_like(team& team, const structure_view& like, std::size_t value_bytes) {
    untyped_csr out = untyped_csr::with_room(like.nrows, like.ncols, as_size(like.nvals()), value_bytes);
    std::copy(like.offsets, like.offsets + like.nrows + 1, out.offsets.begin());
    copy_array(team, like.columns, as_size(like.nvals()), out.columns.data());
    return out;
}

untyped_csr copy_of(team& team, const untyped_view& a) {
    untyped_csr out = shaped_like(team, a, a.value_bytes);
    copy_array(team, a.values, as_size(a.nvals()) * a.value_bytes, out.values.data());
    return out;
}

untyped_csr union_of_rows(team& team, const untyped_view& a, const untyped_view& b, const paired_values& both) {
    if (have_same_entries(a, b)) return of_same_entries(team, a, a.value_bytes, both);
    if (is_full(a) || is_full(b)) return union_with_full(team, a, b, both);
    const buffer<row_offset> bound = scan_bounds(a.nrows, [&](index i) { return a.row_size(i) + b.row_size(i); });
    return base::with_value_mover(a.value_bytes, [&](auto moved) {
        return build_untyped_rows(team, a.nrows, a.ncols, a.value_bytes, bound,
                                  [&](index i, column_index* columns, std::byte* values) {
                                      return write_union(a, b, both, i, columns, values, moved);
                                  });
    });
}

untyped_csr intersection_of_rows(team& team, const structure_view& a, const structure_view& b, std::size_t value_bytes,
                                 const paired_values& both) {
    if (have_same_entries(a, b)) return of_same_entries(team, a, value_bytes, both);
    if (is_full(a) || is_full(b)) return intersection_with_full(team, a, b, value_bytes, both);
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

untyped_csr entries_at(team& team, const untyped_view& a, const structure_view& positions) {
    const bool a_is_full = is_full(a);
    return base::with_value_mover(a.value_bytes, [&](auto moved) {
        return build_untyped_rows(team, a.nrows, a.ncols, a.value_bytes, {positions.offsets, as_size(a.nrows) + 1},
                                  [&](index i, column_index* columns, std::byte* values) {
                                      index size = 0;
                                      row_offset p = a.begin(i);
                                      for (row_offset q = positions.begin(i); q < positions.end(i); ++q) {
                                          const column_index j = positions.columns[q];
                                          p = a_is_full ? a.begin(i) + j : gallop(a.columns, p, a.end(i), j);
                                          if (p == a.end(i) || a.columns[p] != j) continue;
                                          columns[size] = j;
                                          moved.copy(values, as_size(size), a.values, as_size(p));
                                          ++size;
                                      }
                                      return size;
                                  });
    });
}

untyped_csr entries_not_at(team& team, const untyped_view& a, const formats::untyped_dense_view& dense,
                           const structure_view& rows) {
    return base::with_value_mover(a.value_bytes, [&](auto moved) {
        return build_untyped_rows(team, a.nrows, a.ncols, a.value_bytes, {a.offsets, as_size(a.nrows) + 1},
                                  [&](index i, column_index* columns, std::byte* values) {
                                      index size = 0;
                                      row_offset q = dense.bits == nullptr ? rows.begin(i) : 0;
                                      for (row_offset p = a.begin(i); p < a.end(i); ++p) {
                                          const column_index j = a.columns[p];
                                          bool is_there = false;
                                          if (dense.bits != nullptr) {
                                              is_there = base::test_bit(dense.bits, static_cast<column_index>(i * a.ncols + j));
                                          } else {
                                              q = gallop(rows.columns, q, rows.end(i), j);
                                              is_there = q < rows.end(i) && rows.columns[q] == j;
                                          }
                                          columns[size] = j;
                                          moved.copy(values, as_size(size), a.values, as_size(p));
                                          size += !is_there;
                                      }
                                      return size;
                                  });
    });
}

untyped_csr mapped(team& team, const structure_view& a, bool is_vector, std::size_t value_bytes, map_function map) {
    untyped_csr out = shaped_like(team, a, value_bytes);
    if (value_bytes == 0) return out;
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
    return base::with_value_mover(a.value_bytes, [&](auto moved) {
        const auto write_rows = [&, moved](index first_row, index end_row, column_index* columns, void* values,
                                           row_offset start, row_offset* offsets) {
            // The predicate is called for several short rows at once, or for a part of a long one.
            constexpr row_offset at_once = 256;
            std::array<row_offset, at_once> kept;
            std::byte* const to = static_cast<std::byte*>(values);
            index size = 0;
            for (index i = first_row, end = i; i < end_row; i = end) {
                for (end = i + 1; end < end_row && a.end(end) - a.begin(i) <= at_once; ++end) continue;
                index row = i;
                for (row_offset first = a.begin(i); first < a.end(end - 1); first += at_once) {
                    const index count = keep(
                        predicate, read, {i, end, first, std::min(first + at_once, a.end(end - 1)), is_vector}, kept.data());
                    for (index n = 0; n < count; ++n, ++size) {
                        for (; a.end(row) <= kept[as_size(n)]; ++row) offsets[row + 1] = start + size;
                        columns[size] = a.columns[kept[as_size(n)]];
                        moved.copy(to, as_size(size), a.values, as_size(kept[as_size(n)]));
                    }
                }
                for (; row < end; ++row) offsets[row + 1] = start + size;
            }
            return size;
        };
        return written_rows(
            team, {a.nrows, a.ncols, a.value_bytes, bound}, [&](index i) { return bound[as_size(i)] + i; },
            [&](int) -> row_writer { return write_rows; });
    });
}

}  // namespace graphblas_gpu::host
