#include <graphblas_gpu/host/arrange/extract_rows.hpp>

#include <algorithm>
#include <array>
#include <cstdint>

#include <graphblas_gpu/base/value_mover.hpp>
#include <graphblas_gpu/formats/build.hpp>
#include <graphblas_gpu/host/rows/intersect.hpp>
#include <graphblas_gpu/host/rows/rows.hpp>

namespace graphblas_gpu::host {

using formats::untyped_csr;
using formats::untyped_view;

namespace {

std::size_t slot(row_offset p) { return static_cast<std::size_t>(p); }

/// A row of `size` columns. Column k has the value number find(k) of `values`, or no entry if find(k) < 0. `most` bounds the
/// number of entries. O(size) calls of find.
template <class Find>
untyped_csr gather(team& team, index size, const std::byte* values, std::size_t value_bytes, const Find& find,
                   index most = max_side) {
    // The row is built as a matrix whose rows are runs of columns, so that threads share the runs; their entries are then one
    // row.
    constexpr index run = 4096;
    const index runs = (size + run - 1) / run;
    const buffer<row_offset> bound = scan_bounds(runs, [&](index r) { return std::min({run, size - r * run, most}); });
    untyped_csr out =
        build_untyped_rows(team, runs, size, value_bytes, bound, [&](index r, column_index* columns, std::byte* to) {
            std::array<row_offset, run> found;
            std::size_t count = 0;
            for (index k = r * run; k < std::min((r + 1) * run, size); ++k) {
                const row_offset p = find(k);
                if (p < 0) continue;
                columns[count] = static_cast<column_index>(k);
                found[count++] = p;
            }
            base::with_value_mover(value_bytes, [&](auto moved) {
                for (std::size_t n = 0; n < count; ++n) moved.copy(to, n, values, slot(found[n]));
            });
            return static_cast<index>(count);
        });
    const row_offset found = out.nvals();
    out.nrows = 1;
    out.offsets = buffer<row_offset>{0, found};
    return out;
}

/// f(k, p) for every entry p of [begin, end) whose column is element k of an ascending or descending progression, by ascending
/// column. O(log row + entries between the ends), or O(size log row) where the progression is much shorter than the row.
template <class F>
void for_each_in_progression(const column_index* columns, row_offset begin, row_offset end, const selection& s, F&& f) {
    if (s.size() == 0) return;
    const index low = std::min(s.first(), s[s.size() - 1]);
    const index high = std::max(s.first(), s[s.size() - 1]);
    const index step = s.ascends() ? s.stride() : -s.stride();
    const index last = s.size() - 1;
    const auto number = [&](index n) { return s.ascends() ? n : last - n; };
    row_offset p = std::lower_bound(columns + begin, columns + end, low) - columns;
    const row_offset p_end = std::upper_bound(columns + p, columns + end, high) - columns;
    if (p_end - p > gallop_from_ratio * s.size()) {
        for (index n = 0; n <= last && p < p_end; ++n) {
            const index column = low + n * step;
            p = gallop(columns, p, p_end, static_cast<column_index>(column));
            if (p < p_end && columns[p] == column) f(number(n), p);
        }
        return;
    }
    for (; p < p_end; ++p) {
        const index distance = columns[p] - low;
        if (step == 1) f(number(distance), p);
        else if (distance % step == 0) f(number(distance / step), p);
    }
}

/// For every column its position in a list of distinct columns, or absent. It replaces a search in the list.
class list_positions {
  public:
    static constexpr column_index absent = 0xffffffff;  // lists are shorter than this

    list_positions() = default;
    list_positions(std::span<const column_index> list, index ncols) : position_(static_cast<std::size_t>(ncols), absent) {
        for (std::size_t n = 0; n < list.size(); ++n) position_[list[n]] = static_cast<column_index>(n);
    }
    /// Whether making the table costs no more than `look_ups` look-ups save.
    static bool pays(index ncols, row_offset look_ups) { return ncols <= 4 * look_ups; }

    bool exists() const { return !position_.empty(); }
    column_index operator[](column_index column) const { return position_[column]; }
    const column_index* data() const { return position_.data(); }

  private:
    buffer<column_index> position_;
};

/// Finds the columns of a row in a list that does not ascend or has repetitions.
class list_index {
  public:
    list_index(const selection& list, index ncols, row_offset look_ups) : groups_(formats::grouped(list)) {
        if (list_positions::pays(ncols, list.size() + look_ups)) table_ = list_positions(groups_.distinct, ncols);
    }

    bool has_repeats() const { return groups_.has_repeats(); }

    /// f(first, last, p) for every entry p of [begin, end) whose column is in the list: [first, last) are its positions in the
    /// list. O(row), or O(min(row, size) log) without a table.
    template <class F>
    void for_each_hit(const column_index* columns, row_offset begin, row_offset end, F&& f) const {
        const auto hit = [&](std::size_t n, row_offset p) {
            f(groups_.elements.data() + groups_.starts[n], groups_.elements.data() + groups_.starts[n + 1], p);
        };
        if (table_.exists()) {
            for (row_offset p = begin; p < end; ++p) {
                if (table_[columns[p]] != list_positions::absent) hit(table_[columns[p]], p);
            }
            return;
        }
        intersect(columns, begin, end, groups_.distinct.data(), 0, static_cast<row_offset>(groups_.distinct.size()),
                  [&](row_offset p, row_offset n) {
                      hit(static_cast<std::size_t>(n), p);
                      return true;
                  });
    }

  private:
    formats::grouped_selection groups_;
    list_positions table_;
};

/// A(I, J) for a list J in any order, with repetitions. A row of r entries with h hits costs O(r + h log h).
template <class Values>
untyped_csr extract_by_list(team& team, const untyped_view& a, const selection& rows, const selection& columns, Values moved) {
    const buffer<row_offset> work = scan_bounds(rows.size(), [&](index k) { return a.row_size(rows[k]) + 1; });
    const list_index list(columns, a.ncols, work[work.size() - 1]);
    const auto for_each_hit = [&](index k, auto&& f) { list.for_each_hit(a.columns, a.begin(rows[k]), a.end(rows[k]), f); };

    buffer<row_offset> bound(work.size());
    for_ranges_by_work(team, work, [&](index first, index last, int) {
        for (index k = first; k < last; ++k) {
            row_offset size = 0;
            if (list.has_repeats()) {
                for_each_hit(k, [&](const column_index* number, const column_index* end, row_offset) { size += end - number; });
            } else {
                size = std::min(a.row_size(rows[k]), columns.size());
            }
            bound[static_cast<std::size_t>(k)] = size;
        }
    });
    row_offset longest = 0;
    for (index k = 0; k < rows.size(); ++k) longest = std::max(longest, bound[static_cast<std::size_t>(k)]);
    exclusive_scan({bound.data(), bound.size()});

    return build_untyped_rows(team, rows.size(), columns.size(), a.value_bytes, bound, work, [&](int member) {
        // A hit is a column of the result (upper half) and a position in the row of A (lower half), so that sorting orders the
        // columns.
        auto* const hits = team.own_scratch(member).get<std::uint64_t>(scratch::raw::packed, slot(longest));
        return [&, hits](index k, column_index* to, std::byte* values) {
            const row_offset begin = a.begin(rows[k]);
            index size = 0;
            for_each_hit(k, [&](const column_index* number, const column_index* end, row_offset p) {
                for (; number < end; ++number)
                    hits[size++] = std::uint64_t{*number} << 32 | static_cast<std::uint64_t>(p - begin);
            });
            std::sort(hits, hits + size);
            for (index n = 0; n < size; ++n) {
                to[n] = static_cast<column_index>(hits[n] >> 32);
                moved.copy(values, slot(n), a.values, slot(begin + static_cast<column_index>(hits[n])));
            }
            return size;
        };
    });
}

void reverse_values(std::byte* values, std::size_t count, std::size_t bytes) {
    for (std::size_t first = 0, last = count; first + 1 < last; ++first) {
        --last;
        std::swap_ranges(values + first * bytes, values + (first + 1) * bytes, values + last * bytes);
    }
}

/// A(I, J) for a list J that ascends, or a progression.
template <class Values>
untyped_csr extract_in_order(team& team, const untyped_view& of_a, const selection& rows, const selection& columns,
                             Values moved) {
    const untyped_view a = of_a;
    const bool all_columns = columns.is_whole(a.ncols);
    row_offset entries = 0;
    const buffer<row_offset> bound = scan_bounds(rows.size(), [&](index k) {
        entries += a.row_size(rows[k]);
        return std::min(a.row_size(rows[k]), columns.size());
    });
    // For rows much shorter than the list, a table replaces galloping in the list.
    const bool rows_are_short = entries < rows.size() * (columns.size() / gallop_from_ratio);
    list_positions table;
    if (columns.is_list() && rows_are_short && list_positions::pays(a.ncols, entries)) {
        table = list_positions(columns.positions(), a.ncols);
    }
    return build_untyped_rows(team, rows.size(), columns.size(), a.value_bytes, bound,
                              [&](index k, column_index* to, std::byte* values) {
        const row_offset begin = a.begin(rows[k]), end = a.end(rows[k]);
        if (all_columns) {
            std::copy(a.columns + begin, a.columns + end, to);
            if (begin < end) moved.copy_run(values, 0, a.values, slot(begin), slot(end - begin));
            return end - begin;
        }
        // The compiler must assume that writing bytes changes any object, so the loops read copies of the pointers.
        const column_index* const from_columns = a.columns;
        const std::byte* const from_values = a.values;
        index size = 0;
        const auto put = [&](index column, row_offset p) {
            to[size] = static_cast<column_index>(column);
            moved.copy(values, slot(size), from_values, slot(p));
            ++size;
        };
        if (table.exists() && end - begin <= gallop_from_ratio * columns.size()) {
            const column_index* const position_of = table.data();
            for (row_offset p = begin; p < end; ++p) {
                const column_index number = position_of[from_columns[p]];
                to[size] = number;
                moved.copy(values, slot(size), from_values, slot(p));
                size += number != list_positions::absent;
                if (size == columns.size()) break;
            }
            return size;
        }
        if (columns.is_list()) {
            intersect(a.columns, begin, end, columns.positions().data(), 0, columns.size(), [&](row_offset p, row_offset q) {
                put(q, p);
                return true;
            });
            return size;
        }
        for_each_in_progression(a.columns, begin, end, columns, put);
        if (!columns.ascends()) {
            std::reverse(to, to + size);
            reverse_values(values, slot(size), a.value_bytes);
        }
        return size;
    });
}

}  // namespace

untyped_csr extract_rows(team& team, const untyped_view& a, const selection& rows, const selection& columns) {
    const bool in_any_order = columns.is_list() && !columns.ascends();
    if (!in_any_order || rows.size() != 1) {
        return base::with_value_mover(a.value_bytes, [&](auto moved) {
            return in_any_order ? extract_by_list(team, a, rows, columns, moved)
                                : extract_in_order(team, a, rows, columns, moved);
        });
    }
    const column_index* const row = a.columns + a.begin(rows[0]);
    const column_index* const row_end = a.columns + a.end(rows[0]);
    if (row_end - row == a.ncols) {
        return gather(team, columns.size(), a.values, a.value_bytes, [&](index k) { return a.begin(rows[0]) + columns[k]; });
    }
    return gather(team, columns.size(), a.values, a.value_bytes, [&](index k) -> row_offset {
        const auto found = std::lower_bound(row, row_end, static_cast<column_index>(columns[k]));
        return found < row_end && *found == columns[k] ? found - a.columns : -1;
    });
}

untyped_csr extract_column(team& team, const untyped_view& a, const selection& rows, index column) {
    const auto find = [&](index k) { return formats::find(a, rows[k], column); };
    // A list may have the same row many times, so the entries of A bound the result only for progressions.
    return gather(team, rows.size(), a.values, a.value_bytes, find, rows.is_list() ? rows.size() : a.nvals());
}

untyped_csr extract_entries(team& team, const base::word* bits, const void* values, std::size_t value_bytes,
                            const selection& positions) {
    return gather(team, positions.size(), static_cast<const std::byte*>(values), value_bytes, [&](index k) -> row_offset {
        const index j = positions[k];
        return base::test_bit(bits, static_cast<column_index>(j)) ? j : -1;
    });
}

}  // namespace graphblas_gpu::host
