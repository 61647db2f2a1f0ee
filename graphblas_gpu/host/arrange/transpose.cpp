#include <graphblas_gpu/host/arrange/transpose.hpp>

#include <algorithm>
#include <atomic>

#include <graphblas_gpu/base/blocks.hpp>
#include <graphblas_gpu/base/value_mover.hpp>

namespace graphblas_gpu::host {
namespace {

/// In rows up to this average length, mirror entries are found by a search on all threads; for longer rows a cursor on one
/// thread is faster.
constexpr row_offset search_up_to_average = 16;

/// Whether every entry of rows [first, last) behind the diagonal has an equal mirror entry. Counts the entries before and
/// behind the diagonal.
template <class Same>
bool mirrored(const structure_view& a, const void* values, const Same& same, index first, index last, row_offset& before,
              row_offset& behind) {
    const row_offset final_entry = a.nvals() - 1;
    for (index i = first; i < last; ++i) {
        for (row_offset p = a.begin(i); p < a.end(i); ++p) {
            __builtin_prefetch(a.offsets + a.columns[std::min(p + 24, final_entry)]);
            __builtin_prefetch(a.columns + a.begin(a.columns[std::min(p + 8, final_entry)]));
            const column_index j = a.columns[p];
            if (j <= static_cast<column_index>(i)) {
                before += j < static_cast<column_index>(i);
                continue;
            }
            ++behind;
            const column_index* const row = a.columns + a.begin(j);
            const column_index* const end = a.columns + a.end(j);
            const column_index* const at = std::lower_bound(row, end, static_cast<column_index>(i));
            if (at == end || *at != static_cast<column_index>(i)) return false;
            if (!same(values, at - a.columns, p)) return false;
        }
    }
    return true;
}

}  // namespace

bool is_symmetric(team& team, const structure_view& a, const void* values, const base::value_equality& equality) {
    if (a.nrows != a.ncols) return false;
    const bool searches = a.nvals() <= search_up_to_average * a.nrows;
    if (team.size() == 1 || a.nvals() < transposed_in_parallel_from || !searches) {
        return formats::is_symmetric(a, values, equality);
    }
    std::atomic<row_offset> before{0}, behind{0};
    std::atomic<bool> all_same{true};
    base::with_equality(equality, [&](const auto& same) {
        for_ranges(team, a.nrows, 8 * a.nvals(), [&](index first, index last, int) {
            if (!all_same.load(std::memory_order_relaxed)) return;
            row_offset here_before = 0, here_behind = 0;
            if (!mirrored(a, values, same, first, last, here_before, here_behind))
                all_same.store(false, std::memory_order_relaxed);
            before += here_before;
            behind += here_behind;
        });
    });
    // Every entry behind the diagonal has its mirror entry before it. If both sides have equally many entries, every entry has
    // one.
    return all_same.load() && before.load() == behind.load();
}

formats::untyped_csr transposed(team& team, const formats::untyped_view& a) {
    const auto parts = static_cast<index>(team.size());
    if (parts == 1 || a.nvals() < transposed_in_parallel_from || parts * a.ncols > 4 * a.nvals()) {
        return formats::transposed(a);
    }
    const auto ncols = static_cast<std::size_t>(a.ncols);
    const std::span<const row_offset> rows(a.offsets, static_cast<std::size_t>(a.nrows) + 1);
    const std::vector<index> cuts = cut_by_work(rows, parts);
    const auto chunks = static_cast<index>(cuts.size()) - 1;
    buffer<row_offset> next(ncols * static_cast<std::size_t>(chunks));
    team.run(chunks, [&](index part, int) {
        const auto c = static_cast<std::size_t>(part);
        row_offset* const count = next.data() + c * ncols;
        std::fill_n(count, ncols, row_offset{0});
        base::in_blocks(a.begin(cuts[c]), a.begin(cuts[c + 1]), base::entries_between_looks,
                        [&](row_offset first, row_offset last) {
                            for (row_offset p = first; p < last; ++p) ++count[a.columns[p]];
                        });
    });

    formats::untyped_csr out =
        formats::untyped_csr::with_room(a.ncols, a.nrows, static_cast<std::size_t>(a.nvals()), a.value_bytes);
    out.offsets[0] = 0;
    row_offset sum = 0;
    for (std::size_t j = 0; j < ncols; ++j) {
        for (std::size_t part = 0; part < static_cast<std::size_t>(chunks); ++part) {
            const row_offset here = next[part * ncols + j];
            next[part * ncols + j] = sum;
            sum += here;
        }
        out.offsets[j + 1] = sum;
    }
    base::with_value_mover(a.value_bytes, [&, from = a.values, to = out.values.data()](auto mover) {
        team.run(chunks, [&](index part, int) {
            const auto c = static_cast<std::size_t>(part);
            row_offset* const next_of_part = next.data() + c * ncols;
            base::in_blocks_of_rows(a.offsets, cuts[c], cuts[c + 1], [&](index first, index last) {
                for (index i = first; i < last; ++i) {
                    for (row_offset p = a.begin(i); p < a.end(i); ++p) {
                        const auto at = static_cast<std::size_t>(next_of_part[a.columns[p]]++);
                        out.columns[at] = static_cast<column_index>(i);
                        mover.copy(to, at, from, static_cast<std::size_t>(p));
                    }
                }
            });
        });
    });
    return out;
}

}  // namespace graphblas_gpu::host
