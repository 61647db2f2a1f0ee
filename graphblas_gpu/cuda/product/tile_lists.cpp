// A product by method bitmap_tile as in the papers: lists of pairs of tiles, C's tiles from them, and conversion to rows.
//
// Source: bmSPARSE (Zhang, Gruenwald); tSparse (Zachariadis et al.).
#include <graphblas_gpu/cuda/product/stages.hpp>

#include <graphblas_gpu/cuda/bitmap_tile/convert.hpp>
#include <graphblas_gpu/cuda/published/bitmap_tile/counting.hpp>
#include <graphblas_gpu/cuda/published/kernels.hpp>

namespace graphblas_gpu::cuda::stages {

namespace {

tile_paper::counted_tiles list_tiles(product& p, row_range r) {
    tile_mask mask{p.task.mask.present, p.task.mask.complement, {}};
    if (mask.present) {
        take_mask_tiles(p);
        mask.tiles = p.in_tiles.mask->view();
    }
    const row_range units{r.first / formats::tile_side, formats::tiles_for(r.last)};
    const tiles_ref &a = p.in_tiles.a_view, &b = p.in_tiles.b_view;
    return tile_paper::count_tiles(p.e, a, b,
                                   tile_paper::list_tasks(p.e, p.task.desc.tile_variant, a, b, p.in_tiles.pairs, units), mask);
}

void write_listed_values(product& p, const tile_paper::counted_tiles& made, void* values) {
    const tiles_ref c = made.c.view(), &a = p.in_tiles.a_view, &b = p.in_tiles.b_view;
    if (p.task.desc.precision != precision::mixed)
        return p.recipe.run->published()->tile_values(p.e, a, b, c, made.view(), values);
    choose_exponents(p);
    const auto [of_a, of_b] = *p.in_tiles.exponents;
    tile_paper::mixed_values(p.e, a, b, c, made.view(), of_a, of_b, static_cast<float*>(values));
}

}  // namespace

double count_list_bytes(product& p) {
    take_tiles(p);
    p.in_tiles.pairs = tile_paper::count_pairs(p.e, p.in_tiles.a_view.tiles, p.in_tiles.b_view.tiles);
    return static_cast<double>(p.in_tiles.pairs.total) * tile_paper::bytes_a_pair;
}

row_offset count_by_list(product& p, row_range r) { return list_tiles(p, r).c.nvals; }

csr rows_from_list(product& p, row_range r, type_code type) {
    tile_paper::counted_tiles made = list_tiles(p, r);
    if (type != type_code::none) {
        memory values(p.e, static_cast<std::size_t>(made.c.nvals) * base::size_of(type));
        write_listed_values(p, made, values.data());
        made.c.values = std::move(values);
        made.c.type = type;
    }
    made.tasks = {};
    return untiled(p.e, made.c.view());
}

}  // namespace graphblas_gpu::cuda::stages
