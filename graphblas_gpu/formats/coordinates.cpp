// Needs: nothing but the entries; values of any kind.
// Idea: sort the off-diagonal entries by their unordered pair {i, j}, stably, so that each pair becomes one short run
// in file order; the first entry of the run decides the direction that the other has to mirror. All decisions are taken
// before the first change, and every allocation is made before it, so a failure leaves the entries as they were.
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/formats/checks.hpp>
#include <graphblas_gpu/formats/coordinates.hpp>
#include <graphblas_gpu/formats/radix_sort.hpp>
#include <graphblas_gpu/formats/within_memory.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace graphblas_gpu {
namespace {

struct paired_entry {
    std::uint64_t pair;
    std::size_t position;
};

struct symmetry_changes {
    std::vector<std::pair<std::size_t, std::size_t>> overwritten;  // (position, position of the value it takes over)
    std::vector<std::size_t> mirrored;                             // positions whose mirror image is appended
    std::vector<std::size_t> removed;
    index conflicts = 0;
};

std::vector<paired_entry> off_diagonal_by_pair(const coordinates& entries) {
    std::vector<paired_entry> order;
    order.reserve(entries.rows.size());
    for (std::size_t p = 0; p < entries.rows.size(); ++p) {
        const auto [low, high] = std::minmax(entries.rows[p], entries.columns[p]);
        if (low != high) order.push_back({std::uint64_t{low} << 32 | high, p});
    }
    formats::radix_sort(order, [](const paired_entry& e) { return e.pair; });
    return order;
}

template <class Values>
symmetry_changes find_changes(const coordinates& entries, [[maybe_unused]] const Values& values) {
    // Bit by bit, so that a NaN agrees with itself.
    const auto same = [&](std::size_t p, std::size_t q) {
        if constexpr (std::is_same_v<Values, std::monostate>)
            return true;
        else
            return std::bit_cast<std::uint64_t>(values[p]) == std::bit_cast<std::uint64_t>(values[q]);
    };
    const std::vector<paired_entry> order = off_diagonal_by_pair(entries);
    symmetry_changes changes;
    std::vector<std::size_t> first, second;  // the two directions of one pair, the deciding one first
    for (auto run = order.begin(); run != order.end();) {
        first.clear();
        second.clear();
        const std::uint64_t pair = run->pair;
        const column_index first_row = entries.rows[run->position];
        for (; run != order.end() && run->pair == pair; ++run)
            (entries.rows[run->position] == first_row ? first : second).push_back(run->position);

        bool conflict = false;
        const std::size_t common = std::min(first.size(), second.size());
        for (std::size_t k = 0; k < common; ++k) {
            if (same(first[k], second[k])) continue;
            conflict = true;
            changes.overwritten.emplace_back(second[k], first[k]);
        }
        // Repeating a value is no disagreement; a surplus entry with a value of its own is.
        if (common > 0) {
            for (std::size_t k = common; k < first.size(); ++k) conflict |= !same(first[k], second.back());
            for (std::size_t k = common; k < second.size(); ++k) conflict |= !same(second[k], first.back());
        }
        changes.conflicts += conflict;
        changes.mirrored.insert(changes.mirrored.end(), first.begin() + common, first.end());
        changes.removed.insert(changes.removed.end(), second.begin() + common, second.end());
    }
    std::sort(changes.removed.begin(), changes.removed.end());
    return changes;
}

template <class Values, class Keep>
void compact(std::vector<Values>& values, Keep keep) {
    std::size_t kept = 0;
    for (std::size_t p = 0; p < values.size(); ++p)
        if (keep(p)) values[kept++] = values[p];
    values.resize(kept);
}

// Calls f on the vector of values, if there is one.
template <class Variant, class F>
void with_values(Variant& values, F f) {
    std::visit(
        [&f](auto& v) {
            if constexpr (!std::is_same_v<std::remove_cvref_t<decltype(v)>, std::monostate>) f(v);
        },
        values);
}

void remove_sorted(coordinates& entries, const std::vector<std::size_t>& removed) {
    if (removed.empty()) return;
    const auto remove_from = [&removed](auto& v) {
        auto next = removed.begin();
        compact(v, [&](std::size_t p) {
            if (next == removed.end() || *next != p) return true;
            ++next;
            return false;
        });
    };
    with_values(entries.values, remove_from);
    remove_from(entries.rows);
    remove_from(entries.columns);
}

void make_symmetric(coordinates& entries) {
    auto& [nrows, ncols, rows, columns, values, report, declared_type] = entries;
    if (nrows != ncols)
        throw dimension_mismatch(fmt::format("symmetrise: the matrix is {}x{}, which is not square", nrows, ncols));

    const symmetry_changes changes = std::visit([&](const auto& v) { return find_changes(entries, v); }, values);

    const std::size_t new_size = rows.size() + changes.mirrored.size();
    rows.reserve(new_size);
    columns.reserve(new_size);
    with_values(values, [&](auto& v) { v.reserve(new_size); });

    with_values(values, [&](auto& v) {
        for (const auto& [position, source] : changes.overwritten) v[position] = v[source];
        for (const std::size_t source : changes.mirrored) v.push_back(v[source]);
    });
    for (const std::size_t source : changes.mirrored) {
        rows.push_back(columns[source]);
        columns.push_back(rows[source]);
    }
    remove_sorted(entries, changes.removed);

    report.mirrored += static_cast<index>(changes.mirrored.size());
    report.duplicates_merged += static_cast<index>(changes.removed.size());
    report.conflicting_directions += changes.conflicts;
}

std::string counted(index n, const char* singular, const char* plural) {
    return fmt::format("{} {}", n, n == 1 ? singular : plural);
}

}  // namespace

void coordinates::check() const {
    formats::check_side(nrows, "coordinates: number of rows");
    formats::check_side(ncols, "coordinates: number of columns");
    formats::check_same_length(rows.size(), "rows", columns.size(), "columns");
    with_values(values, [this](const auto& v) { formats::check_same_length(rows.size(), "rows", v.size(), "values"); });
    for (std::size_t p = 0; p < rows.size(); ++p) {
        if (rows[p] < nrows && columns[p] < ncols) continue;
        throw index_out_of_bounds(
            fmt::format("coordinates: entry {} at ({}, {}) lies outside {}x{}", p, rows[p], columns[p], nrows, ncols));
    }
}

void coordinates::symmetrise() {
    formats::within_memory("symmetrise: the list of entries", [this] { make_symmetric(*this); });
}

void coordinates::drop_self_loops() {
    const std::size_t size_before = rows.size();
    const auto off_diagonal = [this](std::size_t p) { return rows[p] != columns[p]; };
    with_values(values, [&](auto& v) { compact(v, off_diagonal); });
    std::size_t kept = 0;
    for (std::size_t p = 0; p < size_before; ++p) {
        if (rows[p] == columns[p]) continue;
        rows[kept] = rows[p];
        columns[kept++] = columns[p];
    }
    rows.resize(kept);
    columns.resize(kept);
    report.self_loops_dropped += static_cast<index>(size_before - kept);
}

std::string read_report::changes() const {
    std::string text;
    const auto clause = [&text](const std::string& words) {
        if (!text.empty()) text += ", ";
        text += words;
    };
    if (!original_ids.empty())
        clause("relabelled " + counted(static_cast<index>(original_ids.size()), "vertex", "vertices") +
               " in ascending order");
    if (weights_ignored) clause("ignored the values");
    if (self_loops_dropped > 0) clause("dropped " + counted(self_loops_dropped, "self loop", "self loops"));
    if (mirrored > 0) clause("mirrored " + counted(mirrored, "entry", "entries"));
    if (conflicting_directions > 0)
        clause("gave both directions the value listed first in " +
               counted(conflicting_directions, "pair that disagreed", "pairs that disagreed"));
    if (duplicates_merged > 0) clause("merged " + counted(duplicates_merged, "duplicate", "duplicates"));
    return text;
}

}  // namespace graphblas_gpu
