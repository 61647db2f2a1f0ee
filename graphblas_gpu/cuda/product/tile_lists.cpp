// A product by method bitmap_tile as in the papers: lists of pairs of tiles, C's tiles from them, and conversion to rows.
//
// Idea: as in tile_product.cpp, but panels of rows of tiles are cut by the number of pairs in their lists.
// Source: bmSPARSE (Zhang, Gruenwald); tSparse (Zachariadis et al.).
#include <graphblas_gpu/cuda/product/product.hpp>

#include <algorithm>

#include <graphblas_gpu/cuda/bitmap_tile/convert.hpp>
#include <graphblas_gpu/cuda/bitmap_tile/paper/counting.hpp>
#include <graphblas_gpu/cuda/bitmap_tile/paper/rules.hpp>
#include <graphblas_gpu/cuda/product/assemble.hpp>

namespace graphblas_gpu::cuda {

namespace {

/// A list that takes at most 1 / unasked_part of all memory is made without asking how much is free.
constexpr std::int64_t unasked_part = 64;

}  // namespace

double product::list_bytes() const {
    const std::int64_t pairs = count_tile_pairs(e_, task_.a, task_.b);
    const bool is_small = pairs * tile_paper::bytes_a_pair <= e_->facts().total_bytes / unasked_part;
    const std::int64_t most = e_->memory_limit() == 0 && is_small ? pairs : tile_paper::pairs_at_a_time(e_->free_bytes());
    return static_cast<double>(std::min(pairs, most) * tile_paper::bytes_a_pair);
}

void product::count_pairs() {
    take_tiles();
    if (task_.mask.present) take_mask_tiles();
    if (pairs_.begins.empty()) pairs_ = tile_paper::count_pairs(e_, a_in_tiles_.tiles, b_in_tiles_.tiles);
}

std::vector<row_range> product::panels_of_pairs(range units) {
    count_pairs();
    const bool is_small = pairs_.total * tile_paper::bytes_a_pair <= e_->facts().total_bytes / unasked_part;
    if (e_->memory_limit() == 0 && is_small) return {units};
    const std::int64_t most = tile_paper::pairs_at_a_time(e_->free_bytes());
    if (pairs_.total <= most) return {units};
    const buffer<row_offset> before = tile_paper::pairs_before_rows(e_, a_in_tiles_.tiles, pairs_);
    std::vector<range> panels =
        tile_paper::cut_by_pairs({before.data() + units.first, static_cast<std::size_t>(units.count()) + 1}, most);
    for (range& panel : panels) panel = {panel.first + units.first, panel.last + units.first};
    return panels;
}

tile_paper::counted_tiles product::listed(range units) {
    tile_mask mask{task_.mask.present, task_.mask.complement, {}};
    if (mask.present) mask.tiles = mask_tiles_->view();
    return tile_paper::count_tiles(
        e_, a_in_tiles_, b_in_tiles_,
        tile_paper::list_tasks(e_, task_.desc.tile_variant, a_in_tiles_, b_in_tiles_, pairs_, units), mask);
}

void product::write_listed_values(const tile_paper::counted_tiles& made, void* values) {
    const tiles_ref c = made.c.view();
    if (task_.desc.precision == precision::mixed) {
        choose_exponents();
        tile_paper::mixed_values(e_, a_in_tiles_, b_in_tiles_, c, made.view(), exponents_->first, exponents_->second,
                                 static_cast<float*>(values));
    } else {
        recipe_.run->listed_tile_values(e_, a_in_tiles_, b_in_tiles_, c, made.view(), values);
    }
}

csr product::rows_from_list(range units, type_code type) {
    tile_paper::counted_tiles made = listed(units);
    if (type != type_code::none) {
        memory values(e_, static_cast<std::size_t>(made.c.nvals) * formats::size_of(type));
        write_listed_values(made, values.data());
        made.c.values = std::move(values);
        made.c.type = type;
    }
    made.tasks = {};
    return untiled(e_, made.c.view());
}

csr product::made_of_lists(range r, type_code type) {
    const range units{r.first / formats::tile_side, formats::tiles_for(r.last)};
    const std::vector<range> panels = panels_of_pairs(units);
    if (panels.size() <= 1) {
        try {
            return rows_from_list(units, type);
        } catch (const out_of_memory&) {
            if (units.count() <= 1) throw;
        }
    }
    // Entries are counted first, so that C is allocated once.
    const row_offset nvals = nvals_of_lists(units);
    csr c;
    c.nrows = r.count();
    c.ncols = task_.b.ncols;
    c.offsets = array<row_offset>(e_, static_cast<std::size_t>(r.count()) + 1);
    allocate_entries(c, nvals, type);
    row_offset at = 0;
    std::int64_t made = 0;
    for (const range whole : panels_of_pairs(units)) {  // the panels are cut again, because C takes memory now
        made += in_panels(whole, 1, [&](range panel) {
            const csr piece = rows_from_list(panel, type);
            append_rows(e_, piece, panel.first * formats::tile_side - r.first, at, c);
            at += piece.nvals;
        });
    }
    panels_ = std::max(panels_, made);
    return c;
}

row_offset product::nvals_of_lists(range units) {
    row_offset nvals = 0;
    std::int64_t made = 0;
    for (const range whole : panels_of_pairs(units)) {
        made += in_panels(whole, 1, [&](range panel) { nvals += listed(panel).c.nvals; });
    }
    panels_ = std::max(panels_, made);
    return nvals;
}

}  // namespace graphblas_gpu::cuda
