#include <graphblas_gpu/base/memory_budget.hpp>
#include <graphblas_gpu/base/radix_sort.hpp>
#include <graphblas_gpu/io/listed_twice.hpp>

#include <cstdint>
#include <vector>

namespace graphblas_gpu::io {
namespace {

std::uint64_t key_of(column_index high, column_index low) { return std::uint64_t{high} << 32 | low; }

/// Calls f(row, column) for every entry that the file lists, in its order, until f returns false.
template <class F>
void for_each_listed(const coordinates& entries, bool mirrored, F f) {
    for (std::size_t p = 0; p < entries.rows.size();) {
        const column_index row = entries.rows[p], column = entries.columns[p];
        if (!f(row, column)) return;
        p += mirrored && row != column ? 2 : 1;
    }
}

bool ascend(const coordinates& entries, bool mirrored) {
    bool by_rows = true, by_columns = true, lower = true, upper = true, first = true;
    std::uint64_t last_by_rows = 0, last_by_columns = 0;
    const auto follows = [&](std::uint64_t& last, std::uint64_t next) {
        const bool ascends = first || next > last;
        last = next;
        return ascends;
    };
    for_each_listed(entries, mirrored, [&](column_index row, column_index column) {
        by_rows &= follows(last_by_rows, key_of(row, column));
        by_columns &= follows(last_by_columns, key_of(column, row));
        lower &= row >= column;
        upper &= row <= column;
        first = false;
        return by_rows || by_columns;
    });
    return (by_rows || by_columns) && (!mirrored || lower || upper);
}

}  // namespace

std::optional<listed_twice> find_listed_twice(const coordinates& entries, bool mirrored) {
    if (ascend(entries, mirrored)) return std::nullopt;
    struct listed {
        std::uint64_t position;
        std::size_t entry;
    };
    std::vector<listed> all;
    base::make_room(all, entries.rows.size());
    for_each_listed(entries, mirrored, [&](column_index row, column_index column) {
        if (mirrored && row < column) std::swap(row, column);
        all.push_back({key_of(row, column), all.size()});
        return true;
    });
    base::radix_sort(all, [](const listed& x) { return x.position; });
    std::optional<listed_twice> found;
    for (std::size_t k = 1; k < all.size(); ++k) {
        if (all[k].position != all[k - 1].position || (found && found->again < all[k].entry)) continue;
        found = {all[k - 1].entry, all[k].entry};
    }
    return found;
}

}  // namespace graphblas_gpu::io
