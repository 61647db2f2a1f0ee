// Idea: symmetrise() sorts the off-diagonal entries by their unordered pair {i, j}, stably, so that the entries of a pair are
// one short run in the order of the file. The values of a run are joined. The first entry of each direction stays and gets the
// joined value. All decisions and all allocations are made before the first change, so that a failure leaves the entries
// unchanged.
#include <graphblas_gpu/base/checks.hpp>
#include <graphblas_gpu/base/radix_sort.hpp>
#include <graphblas_gpu/base/within_memory.hpp>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/formats/coordinates.hpp>
#include <semirings/operators.hpp>

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

/// The value of an entry without a value.
struct no_number {};

template <class Number>
struct symmetry_changes {
    std::vector<std::pair<std::size_t, Number>> overwritten;  // (position, its new value)
    std::vector<std::size_t> mirrored;                        // positions whose mirror image is appended
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
    base::radix_sort(order, [](const paired_entry& e) { return e.pair; });
    return order;
}

no_number joined(duplicate_policy, no_number, no_number) { return {}; }

template <class Number>
Number joined(duplicate_policy policy, Number earlier, Number later) {
    switch (policy) {
        case duplicate_policy::first: return earlier;
        case duplicate_policy::min: return min{}(earlier, later);
        case duplicate_policy::max: return max{}(earlier, later);
        case duplicate_policy::sum: return plus{}(earlier, later);
        case duplicate_policy::last:
        case duplicate_policy::refuse:
            break;
    }
    return later;
}

/// Whether x and y have the same bits, so that NaN equals itself.
template <class Number>
bool same_value(Number x, Number y) {
    if constexpr (std::is_same_v<Number, no_number>)
        return true;
    else
        return std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y);
}

template <class Number, class ValueAt>
symmetry_changes<Number> find_changes(const coordinates& entries, duplicate_policy policy, const ValueAt& value_at) {
    const std::vector<paired_entry> order = off_diagonal_by_pair(entries);
    symmetry_changes<Number> changes;
    for (auto run = order.begin(); run != order.end();) {
        // The two directions of the pair: the first entry and the joined value of each. Direction 0 is the one that the file
        // has first.
        struct direction {
            std::size_t front = 0;
            index count = 0;
            Number value{};
        } directions[2];
        Number of_pair{};
        const std::uint64_t pair = run->pair;
        const column_index first_row = entries.rows[run->position];
        for (bool is_first = true; run != order.end() && run->pair == pair; ++run, is_first = false) {
            const std::size_t p = run->position;
            const Number value = value_at(p);
            of_pair = is_first ? value : joined(policy, of_pair, value);
            direction& d = directions[entries.rows[p] == first_row ? 0 : 1];
            if (d.count == 0) d.front = p;
            else changes.removed.push_back(p);
            d.value = d.count == 0 ? value : joined(policy, d.value, value);
            ++d.count;
            const bool is_repeated = d.count > 1 || (directions[1].count > 0 && !entries.report.symmetric_by_format);
            if (policy == duplicate_policy::refuse && is_repeated) base::throw_duplicate(entries.rows[p], entries.columns[p]);
        }
        const bool has_both = directions[1].count > 0;
        const Number kept = entries.report.symmetric_by_format ? directions[0].value : of_pair;
        bool is_conflict = false;
        for (const direction& d : directions) {
            if (d.count == 0) continue;
            is_conflict |= has_both && !same_value(d.value, kept);
            if (!same_value(value_at(d.front), kept)) changes.overwritten.emplace_back(d.front, kept);
        }
        changes.conflicts += is_conflict;
        if (!has_both) changes.mirrored.push_back(directions[0].front);
    }
    std::sort(changes.removed.begin(), changes.removed.end());
    return changes;
}

// Calls f on the vector of values if there are values.
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
        std::size_t kept = 0;
        for (std::size_t p = 0; p < v.size(); ++p) {
            if (next != removed.end() && *next == p) ++next;
            else v[kept++] = v[p];
        }
        v.resize(kept);
    };
    with_values(entries.values, remove_from);
    remove_from(entries.rows);
    remove_from(entries.columns);
}

template <class Number>
void apply_changes(coordinates& entries, const symmetry_changes<Number>& changes) {
    auto& [nrows, ncols, rows, columns, values, report, declared_type] = entries;
    const auto lengthen = [&](auto& list) { base::make_room(list, changes.mirrored.size()); };
    lengthen(rows);
    lengthen(columns);
    with_values(values, lengthen);

    if constexpr (!std::is_same_v<Number, no_number>) {
        auto& v = std::get<std::vector<Number>>(values);
        for (const auto& [position, value] : changes.overwritten) v[position] = value;
        for (const std::size_t source : changes.mirrored) v.push_back(v[source]);
    }
    for (const std::size_t source : changes.mirrored) {
        rows.push_back(columns[source]);
        columns.push_back(rows[source]);
    }
    remove_sorted(entries, changes.removed);

    report.mirrored += static_cast<index>(changes.mirrored.size());
    report.duplicates_merged += static_cast<index>(changes.removed.size());
    report.conflicting_directions += changes.conflicts;
}

void make_symmetric(coordinates& entries, duplicate_policy duplicates) {
    if (entries.nrows != entries.ncols)
        throw dimension_mismatch(
            fmt::format("symmetrise: the matrix is {}x{}, which is not square", entries.nrows, entries.ncols));
    const auto change = [&]<class Number>(Number, const auto& value_at) {
        apply_changes<Number>(entries, find_changes<Number>(entries, duplicates, value_at));
    };
    if (entries.is_pattern()) change(no_number{}, [](std::size_t) { return no_number{}; });
    with_values(entries.values,
                [&]<class Number>(const std::vector<Number>& v) { change(Number{}, [&v](std::size_t p) { return v[p]; }); });
}

/// Whether one of the first entries below the diagonal is there above it too. This recognises files with both directions of
/// most edges without sorting.
bool has_opposite_of_some(const coordinates& entries) {
    constexpr std::size_t sample_size = 64;
    const auto key = [](column_index i, column_index j) { return std::uint64_t{i} << 32 | j; };
    std::vector<std::uint64_t> wanted;
    for (std::size_t p = 0; p < entries.rows.size() && wanted.size() < sample_size; ++p)
        if (entries.rows[p] > entries.columns[p]) wanted.push_back(key(entries.columns[p], entries.rows[p]));
    std::sort(wanted.begin(), wanted.end());
    for (std::size_t p = 0; p < entries.rows.size(); ++p)
        if (entries.rows[p] < entries.columns[p] &&
            std::binary_search(wanted.begin(), wanted.end(), key(entries.rows[p], entries.columns[p])))
            return true;
    return false;
}

bool has_opposites(const coordinates& entries) {
    bool above = false, below = false;
    for (std::size_t p = 0; p < entries.rows.size() && !(above && below); ++p) {
        above |= entries.rows[p] < entries.columns[p];
        below |= entries.rows[p] > entries.columns[p];
    }
    if (!above || !below) return false;
    if (has_opposite_of_some(entries)) return true;
    const std::vector<paired_entry> order = off_diagonal_by_pair(entries);
    for (std::size_t n = 1; n < order.size(); ++n)
        if (order[n].pair == order[n - 1].pair && entries.rows[order[n].position] != entries.rows[order[n - 1].position])
            return true;
    return false;
}

std::string counted(index n, const char* singular, const char* plural) {
    return fmt::format("{} {}", n, n == 1 ? singular : plural);
}

}  // namespace

void coordinates::check() const {
    base::library_call("coordinates: check", [&] {
        base::check_side(nrows, "coordinates: number of rows");
        base::check_side(ncols, "coordinates: number of columns");
        base::check_same_length(rows.size(), "rows", columns.size(), "columns");
        with_values(values, [this](const auto& v) { base::check_same_length(rows.size(), "rows", v.size(), "values"); });
        for (std::size_t p = 0; p < rows.size(); ++p) {
            if (rows[p] < nrows && columns[p] < ncols) continue;
            throw index_out_of_bounds(
                fmt::format("coordinates: entry {} at ({}, {}) lies outside {}x{}", p, rows[p], columns[p], nrows, ncols));
        }
    });
}

void coordinates::symmetrise(duplicate_policy duplicates) {
    base::within_memory("symmetrise: the list of entries", [&] { make_symmetric(*this, duplicates); });
}

bool coordinates::has_opposite_entries() const {
    return base::within_memory("the pairs of the entries", [this] { return has_opposites(*this); });
}

void coordinates::drop_self_loops() {
    base::library_call("drop_self_loops", [&] {
        std::vector<std::size_t> loops;
        for (std::size_t p = 0; p < rows.size(); ++p)
            if (rows[p] == columns[p]) loops.push_back(p);
        remove_sorted(*this, loops);
        report.self_loops_dropped += static_cast<index>(loops.size());
    });
}

std::string read_report::changes() const {
    return base::library_call("read_report: changes", [&] {
        std::string text;
        const auto clause = [&text](const std::string& words) {
            if (!text.empty()) text += ", ";
            text += words;
        };
        // Vertices that a format counts from 1 have the positions that one expects.
        const bool count_from_one =
            !original_ids.empty() && original_ids.front() == 1 && original_ids.back() == original_ids.size();
        if (!original_ids.empty() && !count_from_one)
            clause("relabelled " + counted(static_cast<index>(original_ids.size()), "vertex", "vertices") +
                   " in ascending order");
        if (weights_ignored) clause("ignored the values");
        if (self_loops_dropped > 0) clause("dropped " + counted(self_loops_dropped, "self loop", "self loops"));
        if (mirrored > 0) clause("mirrored " + counted(mirrored, "entry", "entries"));
        if (conflicting_directions > 0)
            clause("gave both directions one value in " +
                   counted(conflicting_directions, "pair that disagreed", "pairs that disagreed"));
        if (duplicates_merged > 0) clause("merged " + counted(duplicates_merged, "duplicate", "duplicates"));
        return text;
    });
}

}  // namespace graphblas_gpu
