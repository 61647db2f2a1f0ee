// A product by method bitmap_tile as in the papers: lists of pairs of tiles, C's tiles from them, and conversion to rows.
//
// Source: bmSPARSE (Zhang, Gruenwald); tSparse (Zachariadis et al.).
#include <graphblas_gpu/cuda/product/product.hpp>

#include <graphblas_gpu/cuda/bitmap_tile/convert.hpp>
#include <graphblas_gpu/cuda/bitmap_tile/paper/counting.hpp>

namespace graphblas_gpu::cuda {

double product::count_list_bytes() {
    take_tiles();
    pairs_ = tile_paper::count_pairs(e_, a_in_tiles_.tiles, b_in_tiles_.tiles);
    return static_cast<double>(pairs_.total) * tile_paper::bytes_a_pair;
}

tile_paper::counted_tiles product::listed(range r) {
    tile_mask mask{task_.mask.present, task_.mask.complement, {}};
    if (mask.present) {
        take_mask_tiles();
        mask.tiles = mask_tiles_->view();
    }
    const range units{r.first / formats::tile_side, formats::tiles_for(r.last)};
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

csr product::rows_from_list(range r, type_code type) {
    tile_paper::counted_tiles made = listed(r);
    if (type != type_code::none) {
        memory values(e_, static_cast<std::size_t>(made.c.nvals) * formats::size_of(type));
        write_listed_values(made, values.data());
        made.c.values = std::move(values);
        made.c.type = type;
    }
    made.tasks = {};
    return untiled(e_, made.c.view());
}

}  // namespace graphblas_gpu::cuda
