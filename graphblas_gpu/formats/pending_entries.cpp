#include <graphblas_gpu/formats/pending_entries.hpp>

#include <algorithm>
#include <cstring>

namespace graphblas_gpu::formats {

namespace {
constexpr index row_of(std::uint64_t position) { return static_cast<index>(position >> 32); }
constexpr column_index column_of(std::uint64_t position) { return static_cast<column_index>(position); }
}  // namespace

void pending_entries::add(index i, index j, const void* value, std::size_t value_bytes) {
    const std::size_t number = entries_.size();
    entries_.make_room(1);
    values_.make_room(value_bytes);
    const std::uint64_t position = static_cast<std::uint64_t>(i) << 32 | static_cast<column_index>(j);
    ascends_ = number == 0 || (ascends_ && entries_[number - 1].position < position);
    entries_.extend(1);
    entries_[number] = {position, number};
    values_.extend(value_bytes);
    if (value_bytes > 0) std::memcpy(values_.data() + number * value_bytes, value, value_bytes);
}

void pending_entries::merge_into(untyped_csr& a) noexcept {
    sort();
    merge(a.nrows, a.offsets.data(), a.columns.data(), a.values.data(), a.value_bytes);
    a.columns.extend(size());
    a.values.extend(size() * a.value_bytes);
    *this = {};
}

void pending_entries::sort() noexcept {
    if (ascends_) return;
    // The numbers of the values make the order of equal positions that of the calls. std::stable_sort would allocate memory.
    std::sort(entries_.begin(), entries_.end(), [](const entry& x, const entry& y) {
        return x.position != y.position ? x.position < y.position : x.number < y.number;
    });
    std::size_t count = 0;
    for (std::size_t n = 0; n < entries_.size(); ++n) {
        if (n > 0 && entries_[n].position == entries_[n - 1].position) --count;
        entries_[count++] = entries_[n];
    }
    entries_.truncate(count);
}

void pending_entries::merge(index nrows, row_offset* offsets, column_index* columns, std::byte* values,
                            std::size_t value_bytes) const noexcept {
    // From the last entry to the first: everything between it and the entry behind it moves to its final place. Before `end`
    // the rows are still as they were.
    row_offset end = offsets[nrows];
    for (std::size_t n = entries_.size(); n-- > 0;) {
        const auto [position, number] = entries_[n];
        const index i = row_of(position);
        const column_index* const behind =
            std::lower_bound(columns + std::min(offsets[i], end), columns + std::min(offsets[i + 1], end), column_of(position));
        const row_offset at = behind - columns;
        const auto from = static_cast<std::size_t>(at), moved = static_cast<std::size_t>(end - at);
        if (moved > 0) {
            std::memmove(columns + from + n + 1, columns + from, moved * sizeof(column_index));
            if (value_bytes > 0)
                std::memmove(values + (from + n + 1) * value_bytes, values + from * value_bytes, moved * value_bytes);
        }
        columns[from + n] = column_of(position);
        if (value_bytes > 0) std::memcpy(values + (from + n) * value_bytes, values_.data() + number * value_bytes, value_bytes);
        end = at;
    }
    // n + 1 entries were added in or before the rows from that of entry n up to that of the next one.
    for (std::size_t n = 0; n < entries_.size(); ++n) {
        const index next = n + 1 < entries_.size() ? row_of(entries_[n + 1].position) : nrows;
        for (index i = row_of(entries_[n].position); i < next; ++i) offsets[i + 1] += static_cast<row_offset>(n + 1);
    }
}

}  // namespace graphblas_gpu::formats
