// Method `bitmap_tile` of a semiring: the function that makes its loops over rows of tiles.
#pragma once

#include <graphblas_gpu/host/bitmap_tile/tile_rows.hpp>
#include <graphblas_gpu/host/product_kernels.hpp>
#include <graphblas_gpu/host/semiring_facts.hpp>

namespace graphblas_gpu::host {

template <class S>
class tile_rows_of_product final : public tile_row_writer {
  public:
    tile_rows_of_product(const tile_arrays& in, const tile_problem& problem, scratch& memory, index most_tiles)
        : in_(tile_operands<S>::of(in)), rows_(in_, problem, memory, most_tiles) {}

    void write(index tile_row, const column_index* columns, const formats::tile_bits* bitmaps, index count,
               void* values) override {
        rows_.compute(tile_row, columns, bitmaps, count, static_cast<semiring_value_t<S>*>(values));
    }

    static std::unique_ptr<tile_row_writer> make(const tile_arrays& in, const tile_problem& problem, scratch& memory,
                                                 index most_tiles) {
        return std::make_unique<tile_rows_of_product>(in, problem, memory, most_tiles);
    }

  private:
    tile_operands<S> in_;
    tile_rows<S> rows_;
};

template <class S>
const make_tile_row_writer kernels<S>::tile_rows = &tile_rows_of_product<loops_for_t<S>>::make;

}  // namespace graphblas_gpu::host
