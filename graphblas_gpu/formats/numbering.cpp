#include <graphblas_gpu/base/radix_sort.hpp>
#include <graphblas_gpu/base/value_mover.hpp>
#include <graphblas_gpu/base/within_memory.hpp>
#include <graphblas_gpu/formats/numbering.hpp>

#include <algorithm>
#include <cstdint>

namespace graphblas_gpu::formats {

bool operator==(const numbering& a, const numbering& b) {
    return a.side_ == b.side_ && a.is_identity_ == b.is_identity_ && a.originals_ == b.originals_;
}

namespace {

constexpr index absent = -1;

/// Looks up the numbers of indices. The indices of a row ascend, so that a search begins where the search before it ended.
class number_finder {
  public:
    explicit number_finder(const numbering& numbers) : numbers_(numbers), list_(numbers.originals()) {}

    /// Must be called before the first index of a row.
    void start_row() { from_ = 0; }
    /// The number of an index, or absent. The index must not be less than the index of the previous call in the same row.
    index find(column_index original) {
        if (numbers_.is_identity()) return original;
        std::size_t step = 1;
        std::size_t end = from_;
        while (end < list_.size() && list_[end] < original) {
            from_ = end + 1;
            end += step;
            step *= 2;
        }
        end = std::min(end, list_.size());
        from_ = static_cast<std::size_t>(std::lower_bound(list_.begin() + static_cast<std::ptrdiff_t>(from_),
                                                          list_.begin() + static_cast<std::ptrdiff_t>(end), original) -
                                         list_.begin());
        return from_ < list_.size() && list_[from_] == original ? static_cast<index>(from_) : absent;
    }

  private:
    const numbering& numbers_;
    std::span<const column_index> list_;
    std::size_t from_ = 0;
};

}  // namespace

numbering numbered_rows(const structure_view& a) {
    return base::within_memory("the rows that hold entries", [&] {
        std::vector<column_index> rows;
        for (index i = 0; i < a.nrows; ++i) {
            if (a.row_size(i) > 0) rows.push_back(static_cast<column_index>(i));
        }
        return numbering::of(a.nrows, std::move(rows));
    });
}

numbering numbered_columns(const structure_view& a) {
    return base::within_memory("the columns that hold entries", [&] {
        std::vector<column_index> columns(a.columns, a.columns + a.nvals());
        base::radix_sort(columns, [](column_index j) { return std::uint64_t{j}; });
        columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
        return numbering::of(a.ncols, std::move(columns));
    });
}

untyped_csr renumbered(const untyped_view& a, const numbering& rows, const numbering& columns) {
    const index nrows = rows.size();
    row_offset most = 0;
    for (index n = 0; n < nrows; ++n) most += a.row_size(rows.original(n));
    untyped_csr out = untyped_csr::with_room(nrows, columns.size(), static_cast<std::size_t>(most), a.value_bytes);
    number_finder numbers(columns);
    row_offset size = 0;
    out.offsets[0] = 0;
    base::with_value_mover(a.value_bytes, [&](auto mover) {
        for (index n = 0; n < nrows; ++n) {
            const index i = rows.original(n);
            numbers.start_row();
            for (row_offset p = a.begin(i); p < a.end(i); ++p) {
                const index number = numbers.find(a.columns[p]);
                if (number == absent) continue;
                const auto at = static_cast<std::size_t>(size++);
                out.columns[at] = static_cast<column_index>(number);
                mover.copy(out.values.data(), at, a.values, static_cast<std::size_t>(p));
            }
            out.offsets[static_cast<std::size_t>(n) + 1] = size;
        }
    });
    out.shrink();
    return out;
}

void renumber_columns(std::span<column_index> columns, const numbering& numbers) {
    if (numbers.is_identity()) return;
    number_finder finder(numbers);
    column_index before = 0;
    for (column_index& j : columns) {
        if (j < before) finder.start_row();
        before = j;
        j = static_cast<column_index>(finder.find(j));
    }
}

namespace {

buffer<row_offset> original_offsets(buffer<row_offset>&& offsets, const numbering& rows) {
    if (rows.is_identity()) return std::move(offsets);
    buffer<row_offset> out(static_cast<std::size_t>(rows.side()) + 1);
    row_offset* next = out.begin();
    for (std::size_t n = 0; n < rows.originals().size(); ++n) {
        // The rows after the previous numbered row, up to and including the original row of n, begin where row n does.
        row_offset* const end = out.begin() + rows.originals()[n] + 1;
        std::fill(next, end, offsets[n]);
        next = end;
    }
    std::fill(next, out.end(), offsets[rows.originals().size()]);
    return out;
}

}  // namespace

void put_original_indices(untyped_csr& a, const numbering& rows, const numbering& columns) {
    a.offsets = original_offsets(std::move(a.offsets), rows);
    if (!columns.is_identity()) {
        for (column_index& j : a.columns) j = columns.originals()[j];
    }
    a.nrows = rows.side();
    a.ncols = columns.side();
}

}  // namespace graphblas_gpu::formats
