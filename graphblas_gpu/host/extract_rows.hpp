// Submatrices: A(I, J) row by row, and single entries looked up one by one.
//
// Idea: what a row costs depends on how its columns are selected. A progression is found by binary search at its ends and
// taken by a scan in between; an ascending list is intersected with the row, galloping over the longer of the two, or looked up
// in a table; any other list is grouped by position once, and each row puts its hits in the order of the list. Where one row
// or column is read at a list of positions, every position is looked up, in parallel.
#pragma once

#include <algorithm>
#include <cstdint>

#include <graphblas_gpu/formats/selection.hpp>
#include <graphblas_gpu/host/dot/dot_rows.hpp>
#include <graphblas_gpu/host/rows.hpp>

namespace graphblas_gpu::host {

using formats::selection;

/// A one-row matrix of that many columns: column k holds values[find(k)], or nothing where find(k) < 0. At most `most` are
/// found. O(size) look-ups.
template <class T, class Find>
csr<T> gather(team& team, index size, const formats::stored<T>* values, Find&& find, index most = max_side) {
    // Runs of positions take the place of rows, so that they are shared out like rows and close up to one.
    constexpr index run = 4096;
    const index runs = (size + run - 1) / run;
    const buffer<row_offset> bound = scan_bounds(runs, [&](index r) { return std::min({run, size - r * run, most}); });
    csr<T> found = build_rows<T>(team, runs, size, bound, [&](index r, column_index* columns, formats::stored<T>* to) {
        index count = 0;
        const index last = std::min((r + 1) * run, size);
        for (index k = r * run; k < last; ++k) {
            const row_offset p = find(k);
            if (p < 0) continue;
            columns[count] = static_cast<column_index>(k);
            if constexpr (!std::is_void_v<T>) to[count] = values[p];
            ++count;
        }
        return count;
    });
    csr<T> out(1, size);
    out.offsets[1] = found.nvals();
    out.columns = std::move(found.columns);
    out.values = std::move(found.values);
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
template <class T>
csr<T> extract_by_list(team& team, const csr_view<T>& a, const selection& rows, const selection& columns) {
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

    return build_rows<T>(team, rows.size(), columns.size(), bound, work, [&](int member) {
        // Column of the result and place in the row of A, in one number, to be sorted by the former.
        auto* const hits = team.own_scratch(member).template get<std::uint64_t>(scratch::raw::packed,
                                                                                static_cast<std::size_t>(longest));
        return [&, hits](index k, column_index* to, [[maybe_unused]] formats::stored<T>* values) {
            const row_offset begin = a.begin(rows[k]);
            index size = 0;
            for_each_hit(k, [&](const column_index* place, const column_index* end, row_offset p) {
                for (; place < end; ++place) hits[size++] = std::uint64_t{*place} << 32 | static_cast<std::uint64_t>(p - begin);
            });
            std::sort(hits, hits + size);
            for (index n = 0; n < size; ++n) {
                to[n] = static_cast<column_index>(hits[n] >> 32);
                if constexpr (!std::is_void_v<T>) values[n] = a.values[begin + static_cast<column_index>(hits[n])];
            }
            return size;
        };
    });
}

/// A(I, J): entry (k, l) of the result is the entry (I[k], J[l]) of A. Rows in any order cost nothing. A row of r entries costs
/// O(size of the result) for all columns, O(log r + entries between the ends) for a progression, O(min(r + |J|, |J| log r,
/// r log |J|)) for an ascending list, O(r + hits log hits) for any other, which is sorted once. O(|I|) on one thread.
template <class T>
csr<T> extract_rows(team& team, const csr_view<T>& a, const selection& rows, const selection& columns) {
    if (columns.is_list() && !columns.ascends()) {
        if (rows.size() != 1) return extract_by_list(team, a, rows, columns);
        const column_index* const row = a.columns + a.begin(rows[0]);
        const column_index* const row_end = a.columns + a.end(rows[0]);
        if (row_end - row == a.ncols) {
            return gather<T>(team, columns.size(), a.values, [&](index k) { return a.begin(rows[0]) + columns[k]; });
        }
        return gather<T>(team, columns.size(), a.values, [&](index k) -> row_offset {
            const auto at = std::lower_bound(row, row_end, static_cast<column_index>(columns[k]));
            return at < row_end && *at == columns[k] ? at - a.columns : -1;
        });
    }
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
    return build_rows<T>(team, rows.size(), columns.size(), bound,
                         [&](index k, column_index* to, [[maybe_unused]] formats::stored<T>* values) {
        const row_offset begin = a.begin(rows[k]), end = a.end(rows[k]);
        if (all_columns) {
            std::copy(a.columns + begin, a.columns + end, to);
            if constexpr (!std::is_void_v<T>) std::copy(a.values + begin, a.values + end, values);
            return end - begin;
        }
        index size = 0;
        const auto put = [&](index column, row_offset p) {
            to[size] = static_cast<column_index>(column);
            if constexpr (!std::is_void_v<T>) values[size] = a.values[p];
            ++size;
        };
        if (table.exists() && end - begin <= gallop_from_ratio * columns.size()) {
            for (row_offset p = begin; p < end; ++p) {
                const column_index place = table[a.columns[p]];
                if (place != place_table::absent) put(place, p);
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
            if constexpr (!std::is_void_v<T>) std::reverse(values, values + size);
        }
        return size;
    });
}

}  // namespace graphblas_gpu::host
