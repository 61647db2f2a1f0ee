#include <graphblas_gpu/base/blocks.hpp>
#include <graphblas_gpu/base/memory.hpp>
#include <graphblas_gpu/host/bitmap_tile/tile_symbolic.hpp>
#include <graphblas_gpu/host/product/symbolic.hpp>
#include <graphblas_gpu/host/rows/rows.hpp>
#include <graphblas_gpu/host/simd/bit_loops.hpp>

#include <algorithm>
#include <bit>

namespace graphblas_gpu::host {

namespace {

/// The number of tiles of B that are multiplied before their products are added.
constexpr index batch_size = base::word_bits;

bitmap_tiles<void> built(team& team, const tile_problem& problem, std::span<const row_offset> bounds) {
    return tiles_with_bitmaps(
        team, problem.a().nrows, problem.b().ncols,
        build_rows<tile_bits>(team, problem.tile_rows(), problem.tile_columns(), bounds, problem.pairs_before(),
                              [&](int member) { return tile_row_finder(problem, team.own_scratch(member)); }));
}

/// Calls body(tile row, bitmaps, number of tiles, member) for every row of tiles of C. The rows of tiles are not stored.
template <class Body>
void for_each_tile_row(team& team, const tile_problem& problem, const Body& body) {
    const auto longest = static_cast<std::size_t>(problem.largest_bound());
    for_ranges_by_work(team, problem.pairs_before(), [&](index first, index last, int member) {
        scratch& memory = team.own_scratch(member);
        tile_row_finder find(problem, memory);
        auto* const columns = memory.get<column_index>(scratch::raw::row_columns, longest);
        auto* const bitmaps = memory.get<tile_bits>(scratch::raw::row_values, longest);
        for (index i = first; i < last; ++i) body(i, bitmaps, find(i, columns, bitmaps), member);
    });
}

}  // namespace

tile_problem::tile_problem(team& team, const bitmap_tiles_view<void>& a, const bitmap_tiles_view<void>& b,
                           const mask_rows& mask)
    : a_(a), b_(b), kind_(mask), pairs_before_(multiplications_before(team, a.tiles, b.tiles)) {
    if (mask.present) mask_ = tiles_of_structure(team, mask.rows);
    for (index tile_row = 0; tile_row < tile_rows(); ++tile_row) largest_bound_ = std::max(largest_bound_, bound(tile_row));
}

index tile_problem::bound(index tile_row) const {
    const auto i = static_cast<std::size_t>(tile_row);
    const index most = std::min<index>(pairs_before_[i + 1] - pairs_before_[i], tile_columns());
    return admits_only() ? std::min(most, mask_.tiles.structure().row_size(tile_row)) : most;
}

tile_row_finder::tile_row_finder(const tile_problem& problem, scratch& memory)
    : problem_(problem), sums_([&]() -> std::variant<array_sums, table_sums> {
          const auto length = static_cast<std::size_t>(problem.tile_columns());
          if (problem.by_array()) {
              const bool masked = problem.admits_only() || problem.forbids();
              return array_sums{column_marks(memory, problem.tile_columns()),
                                memory.get<tile_bits>(scratch::clean::row_bits, length),
                                masked ? memory.get<tile_bits>(scratch::clean::mask_bits, length) : nullptr};
          }
          const auto capacity = static_cast<std::size_t>(problem.largest_bound());
          return table_sums{linked_list(memory, problem.largest_bound()),
                            memory.get<tile_bits>(scratch::raw::slot_values, capacity),
                            memory.get<std::uint64_t>(scratch::raw::packed, capacity)};
      }()) {}

void tile_row_finder::add(array_sums& sums, column_index column, tile_bits bits) {
    tile_bits& sum = sums.sums[column];
    if (sum == 0) sums.marks.insert(column);
    sum |= bits;
}

void tile_row_finder::add(table_sums& sums, column_index column, tile_bits bits) {
    const auto here = sums.table.insert(column);
    sums.sums[here.slot] = here.is_new() ? bits : sums.sums[here.slot] | bits;
}

void tile_row_finder::insert_mask(array_sums& sums, index tile_row) {
    const auto mask = problem_.mask();
    for (row_offset t = mask.tiles.begin(tile_row); t < mask.tiles.end(tile_row); ++t) {
        sums.mask[mask.tiles.columns[t]] = mask.bitmaps[t];
    }
}

void tile_row_finder::clear_mask(array_sums& sums, index tile_row) {
    const auto mask = problem_.mask();
    for (row_offset t = mask.tiles.begin(tile_row); t < mask.tiles.end(tile_row); ++t) sums.mask[mask.tiles.columns[t]] = 0;
}

tile_bits tile_row_finder::admitted(const array_sums& sums, index, column_index column) const {
    return problem_.forbids() ? ~sums.mask[column] : sums.mask[column];
}

tile_bits tile_row_finder::admitted(const table_sums&, index tile_row, column_index column) const {
    const auto mask = problem_.mask();
    const column_index* const begin = mask.tiles.columns + mask.tiles.begin(tile_row);
    const column_index* const end = mask.tiles.columns + mask.tiles.end(tile_row);
    const column_index* const found = std::lower_bound(begin, end, column);
    const tile_bits bits = found != end && *found == column ? mask.bitmaps[found - mask.tiles.columns] : 0;
    return problem_.forbids() ? ~bits : bits;
}

template <class Sums, bool masked>
void tile_row_finder::add_row(Sums& sums, index tile_row) {
    const auto& a = problem_.a();
    const auto& b = problem_.b();
    tile_bits products[batch_size], operands[batch_size];
    [[maybe_unused]] tile_bits limits[batch_size];
    column_index columns[batch_size];
    for (row_offset p = a.tiles.begin(tile_row); p < a.tiles.end(tile_row); ++p) {
        base::look_now_and_then(p);
        const column_index k = a.tiles.columns[p];
        const tile_bits wanted = formats::tile_rows_wanted(a.bitmaps[p]);
        const row_offset end = b.tiles.end(k);
        for (row_offset q = b.tiles.begin(k); q < end; q += batch_size) {
            index count = 0;
            base::word met = simd::tiles_with_any(wanted, b.bitmaps + q, std::min<index>(end - q, batch_size));
            for (; met != 0; met &= met - 1) {
                const row_offset tile = q + std::countr_zero(met);
                const column_index j = b.tiles.columns[tile];
                operands[count] = b.bitmaps[tile];
                columns[count] = j;
                if constexpr (masked) {
                    limits[count] = admitted(sums, tile_row, j);
                    count += limits[count] != 0;
                } else {
                    ++count;
                }
            }
            simd::tile_products(a.bitmaps[p], operands, count, products);
            for (index n = 0; n < count; ++n) {
                if constexpr (masked) {
                    if ((products[n] & limits[n]) != 0) add(sums, columns[n], products[n] & limits[n]);
                } else {
                    add(sums, columns[n], products[n]);
                }
            }
        }
    }
}

index tile_row_finder::take(array_sums& sums, column_index* columns, tile_bits* bitmaps) {
    index count = 0;
    sums.marks.take([&](column_index column) {
        columns[count] = column;
        bitmaps[count++] = sums.sums[column];
        sums.sums[column] = 0;
    });
    return count;
}

index tile_row_finder::take(table_sums& sums, column_index* columns, tile_bits* bitmaps) {
    const std::uint32_t count = take_in_order(sums.table, 0, sums.order);
    for (std::uint32_t n = 0; n < count; ++n) {
        columns[n] = static_cast<column_index>(sums.order[n] >> 32);
        bitmaps[n] = sums.sums[static_cast<std::uint32_t>(sums.order[n])];
    }
    return count;
}

index tile_row_finder::operator()(index tile_row, column_index* columns, tile_bits* bitmaps) {
    return std::visit(
        [&]<class Sums>(Sums& sums) {
            if (problem_.admits_only() || problem_.forbids()) {
                insert_mask(sums, tile_row);
                add_row<Sums, true>(sums, tile_row);
                clear_mask(sums, tile_row);
            } else {
                add_row<Sums, false>(sums, tile_row);
            }
            return take(sums, columns, bitmaps);
        },
        sums_);
}

bitmap_tiles<void> tile_structure(team& team, const tile_problem& problem) {
    const buffer<row_offset> bounds = scan_bounds(problem.tile_rows(), [&](index tile_row) { return problem.bound(tile_row); });
    const auto most = static_cast<double>(bounds[bounds.size() - 1]) * (sizeof(column_index) + sizeof(tile_bits));
    return base::fits_in_memory(most) ? built(team, problem, bounds) : tile_structure_counted(team, problem);
}

bitmap_tiles<void> tile_structure_counted(team& team, const tile_problem& problem) {
    buffer<row_offset> sizes(static_cast<std::size_t>(problem.tile_rows()) + 1);
    for_each_tile_row(team, problem, [&](index tile_row, const tile_bits*, index count, int) {
        sizes[static_cast<std::size_t>(tile_row)] = count;
    });
    exclusive_scan({sizes.data(), sizes.size()});
    return built(team, problem, sizes);
}

tile_counts count_tiles(team& team, const tile_problem& problem) {
    struct alignas(64) padded_counts : tile_counts {};
    std::vector<padded_counts> counts(static_cast<std::size_t>(team.size()));
    for_each_tile_row(team, problem, [&](index, const tile_bits* bitmaps, index count, int member) {
        counts[static_cast<std::size_t>(member)].tiles += count;
        counts[static_cast<std::size_t>(member)].nvals += values_of_tiles(bitmaps, count);
    });
    tile_counts total;
    for (const tile_counts& of_member : counts) total = {total.tiles + of_member.tiles, total.nvals + of_member.nvals};
    return total;
}

}  // namespace graphblas_gpu::host
