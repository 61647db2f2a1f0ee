#include <graphblas_gpu/host/bitmap_tile/tile_row_lookup.hpp>

namespace graphblas_gpu::host {

tile_row_lookup::tile_row_lookup(const tile_problem& problem, scratch& memory, index max_tiles)
    : tiles_(memory.get<tile>(scratch::raw::positions, static_cast<std::size_t>(max_tiles))),
      by_array_(problem.by_array()),
      table_(memory, by_array_ ? 0 : max_tiles),
      slots_(by_array_ ? memory.get<std::uint32_t>(scratch::clean::slot_marks, static_cast<std::size_t>(problem.tile_columns()))
                       : nullptr) {}

void tile_row_lookup::insert(const column_index* columns, const tile_bits* bitmaps, index count) {
    std::uint32_t sizes[tile_side] = {};
    for (index n = 0; n < count; ++n) {
        tile& here = tiles_[n];
        here.bits = bitmaps[n];
        here.seen = 0;
        for (unsigned r = 0; r < tile_side; ++r) {
            here.begin[r] = sizes[r];
            sizes[r] += static_cast<std::uint32_t>(formats::tile_nvals(formats::tile_row(bitmaps[n], r)));
        }
        if (by_array_) slots_[columns[n]] = static_cast<std::uint32_t>(n) + 1;
        else table_.insert(columns[n]);  // gets slot n
    }
    std::uint32_t before[tile_side];
    nvals_ = 0;
    for (unsigned r = 0; r < tile_side; ++r) {
        before[r] = static_cast<std::uint32_t>(nvals_);
        nvals_ += sizes[r];
    }
    for (index n = 0; n < count; ++n) {
        for (unsigned r = 0; r < tile_side; ++r) tiles_[n].begin[r] += before[r];
    }
}

void tile_row_lookup::clear(const column_index* columns, index count) {
    if (!by_array_) return table_.clear();
    for (index n = 0; n < count; ++n) slots_[columns[n]] = 0;
}

}  // namespace graphblas_gpu::host
