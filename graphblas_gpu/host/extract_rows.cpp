#include <graphblas_gpu/host/extract_rows.hpp>

#include <algorithm>
#include <array>
#include <cstdint>

#include <graphblas_gpu/formats/build.hpp>
#include <graphblas_gpu/formats/value_mover.hpp>
#include <graphblas_gpu/host/dot/dot_rows.hpp>
#include <graphblas_gpu/host/rows.hpp>

namespace graphblas_gpu::host {

using formats::untyped_csr;
using formats::untyped_view;

namespace {

std::size_t slot(row_offset p) { return static_cast<std::size_t>(p); }

/// A row of `size` columns: column k holds the value at find(k), or nothing where find(k) < 0. At most `most` are found. O(size)
/// look-ups.
template <class Find>
untyped_csr gather(team& team, index size, const std::byte* values, std::size_t value_bytes, const Find& find, index most = max_side) {
    // Runs of positions take the place of rows, so that they are shared out like rows and close up to one.
    constexpr index run = 4096;
    const index runs = (size + run - 1) / run;
    const buffer<row_offset> bound = scan_bounds(runs, [&](index r) { return std::min({run, size - r * run, most}); });
    untyped_csr out = build_untyped_rows(team, runs, size, value_bytes, bound, [&](index r, column_index* columns, std::byte* to) {
        std::array<row_offset, run> found;
        std::size_t count = 0;
        for (index k = r * run; k < std::min((r + 1) * run, size); ++k) {
            const row_offset p = find(k);
            if (p < 0) continue;
            columns[count] = static_cast<column_index>(k);
            found[count++] = p;
        }
        formats::with_value_mover(value_bytes, [&](auto moved) {
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
/// column. O(log row + entries between the ends), or O(size log row) where the progression is much the shorter.
template <class F>
void for_each_in_progression(const column_index* columns, row_offset begin, row_offset end, const selection& s, F&& f) {
    if (s.size() == 0) return;
    const index low = std::min(s.first(), s[s.size() - 1]);
    const index high = std::max(s.first(), s[s.size() - 1]);
    const index step = s.ascends() ? s.stride() : -s.stride();
    const index last = s.size() - 1;
    const auto place = [&](index n) { return s.ascends() ? n : last - n; };
    row_offset p = std::lower_bound(columns + begin, columns + end, low) - columns;
    const row_offset p_end = std::upper_bound(columns + p, columns + end, high) - columns;
    if (p_end - p > gallop_from_ratio * s.size()) {
        for (index n = 0; n <= last && p < p_end; ++n) {
            const index column = low + n * step;
            p = gallop(columns, p, p_end, static_cast<column_index>(column));
            if (p < p_end && columns[p] == column) f(place(n), p);
        }
        return;
    }
    for (; p < p_end; ++p) {
        const index distance = columns[p] - low;
        if (step == 1) f(place(distance), p);
        else if (distance % step == 0) f(place(distance / step), p);
    }
}

/// For every column its place in a list of distinct columns, or absent: answers in one step what else takes a search.
class place_table {
  public:
    static constexpr column_index absent = 0xffffffff;  // no place: there are fewer

    place_table() = default;
    place_table(std::span<const column_index> list, index ncols) : place_(static_cast<std::size_t>(ncols), absent) {
        for (std::size_t n = 0; n < list.size(); ++n) place_[list[n]] = static_cast<column_index>(n);
    }
    /// Whether making it costs no more than that many look-ups save.
    static bool pays(index ncols, row_offset look_ups) { return ncols <= 4 * look_ups; }

    bool exists() const { return !place_.empty(); }
    column_index operator[](column_index column) const { return place_[column]; }
    const column_index* data() const { return place_.data(); }

  private:
    buffer<column_index> place_;
};

/// Looks positions up in a list that does not ascend.
class list_index {
  public:
    list_index(const selection& list, index ncols, row_offset look_ups) : groups_(formats::grouped(list)) {
        if (place_table::pays(ncols, list.size() + look_ups)) table_ = place_table(groups_.distinct, ncols);
    }

    bool has_repeats() const { return groups_.has_repeats(); }

    /// f(first place, last place, p) for every entry p of [begin, end) whose column is in the list. O(row), or
    /// O(min(row, size) log) without a table.
    template <class F>
    void for_each_hit(const column_index* columns, row_offset begin, row_offset end, F&& f) const {
        const auto hit = [&](std::size_t n, row_offset p) {
            f(groups_.places.data() + groups_.starts[n], groups_.places.data() + groups_.starts[n + 1], p);
        };
        if (table_.exists()) {
            for (row_offset p = begin; p < end; ++p) {
                if (table_[columns[p]] != place_table::absent) hit(table_[columns[p]], p);
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
    place_table table_;
};

/// A(I, J) for a list J in any order, with repetitions. A row of r entries that hits h times costs O(r + h log h).
template <class Values>
untyped_csr extract_by_list(team& team, const untyped_view& a, const selection& rows, const selection& columns, Values moved) {
    const buffer<row_offset> work =
        scan_bounds(rows.size(), [&](index k) { return a.row_size(rows[k]) + 1; });
    const list_index list(columns, a.ncols, work[work.size() - 1]);
    const auto for_each_hit = [&](index k, auto&& f) { list.for_each_hit(a.columns, a.begin(rows[k]), a.end(rows[k]), f); };

    buffer<row_offset> bound(work.size());
    for_ranges_by_work(team, work, [&](index first, index last, int) {
        for (index k = first; k < last; ++k) {
            row_offset size = 0;
            if (list.has_repeats()) {
                for_each_hit(k, [&](const column_index* place, const column_index* end, row_offset) { size += end - place; });
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
        // Column of the result and place in the row of A, in one number, to be sorted by the former.
        auto* const hits = team.own_scratch(member).get<std::uint64_t>(scratch::raw::packed, slot(longest));
        return [&, hits](index k, column_index* to, std::byte* values) {
            const row_offset begin = a.begin(rows[k]);
            index size = 0;
            for_each_hit(k, [&](const column_index* place, const column_index* end, row_offset p) {
                for (; place < end; ++place) hits[size++] = std::uint64_t{*place} << 32 | static_cast<std::uint64_t>(p - begin);
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
untyped_csr extract_in_order(team& team, const untyped_view& of_a, const selection& rows, const selection& columns, Values moved) {
    const untyped_view a = of_a;
    const bool all_columns = columns.is_whole(a.ncols);
    row_offset entries = 0;
    const buffer<row_offset> bound = scan_bounds(rows.size(), [&](index k) {
        entries += a.row_size(rows[k]);
        return std::min(a.row_size(rows[k]), columns.size());
    });
    // Rows much shorter than the list would gallop over it, one by one.
    const bool rows_are_short = entries < rows.size() * (columns.size() / gallop_from_ratio);
    place_table table;
    if (columns.is_list() && rows_are_short && place_table::pays(a.ncols, entries)) {
        table = place_table(columns.positions(), a.ncols);
    }
    return build_untyped_rows(team, rows.size(), columns.size(), a.value_bytes, bound,
                              [&](index k, column_index* to, std::byte* values) {
        const row_offset begin = a.begin(rows[k]), end = a.end(rows[k]);
        if (all_columns) {
            std::copy(a.columns + begin, a.columns + end, to);
            if (begin < end) moved.copy_run(values, 0, a.values, slot(begin), slot(end - begin));
            return end - begin;
        }
        // Bytes may be written over anything, for all the compiler knows: what the loops read is in variables of their own.
        const column_index* const from_columns = a.columns;
        const std::byte* const from_values = a.values;
        index size = 0;
        const auto put = [&](index column, row_offset p) {
            to[size] = static_cast<column_index>(column);
            moved.copy(values, slot(size), from_values, slot(p));
            ++size;
        };
        if (table.exists() && end - begin <= gallop_from_ratio * columns.size()) {
            const column_index* const place_of = table.data();
            for (row_offset p = begin; p < end; ++p) {
                const column_index place = place_of[from_columns[p]];
                to[size] = place;
                moved.copy(values, slot(size), from_values, slot(p));
                size += place != place_table::absent;
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
        return formats::with_value_mover(a.value_bytes, [&](auto moved) {
            return in_any_order ? extract_by_list(team, a, rows, columns, moved) : extract_in_order(team, a, rows, columns, moved);
        });
    }
    const column_index* const row = a.columns + a.begin(rows[0]);
    const column_index* const row_end = a.columns + a.end(rows[0]);
    if (row_end - row == a.ncols) {
        return gather(team, columns.size(), a.values, a.value_bytes, [&](index k) { return a.begin(rows[0]) + columns[k]; });
    }
    return gather(team, columns.size(), a.values, a.value_bytes, [&](index k) -> row_offset {
        const auto at = std::lower_bound(row, row_end, static_cast<column_index>(columns[k]));
        return at < row_end && *at == columns[k] ? at - a.columns : -1;
    });
}

untyped_csr extract_column(team& team, const untyped_view& a, const selection& rows, index column) {
    const auto find = [&](index k) { return formats::find(a, rows[k], column); };
    // A list may name a row again and again.
    return gather(team, rows.size(), a.values, a.value_bytes, find, rows.is_list() ? rows.size() : a.nvals());
}

untyped_csr extract_entries(team& team, const formats::word* bits, const void* values, std::size_t value_bytes,
                            const selection& positions) {
    return gather(team, positions.size(), static_cast<const std::byte*>(values), value_bytes, [&](index k) -> row_offset {
        const index at = positions[k];
        return formats::test_bit(bits, static_cast<column_index>(at)) ? at : -1;
    });
}

}  // namespace graphblas_gpu::host
