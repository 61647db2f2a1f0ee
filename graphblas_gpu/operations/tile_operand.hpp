// A matrix as the tiles that a product of some semiring reads.
//
// Idea: what a matrix keeps serves if it has the values in the semiring's type, or none are read, and is not to be transposed,
// or is its own transpose; otherwise tiles are made of the rows that the product has anyway.
#pragma once

#include <graphblas_gpu/host/bitmap_tile/tiles_of.hpp>
#include <graphblas_gpu/matrix.hpp>

#include <memory>

namespace graphblas_gpu::host {

template <class To>
class tile_operand {
  public:
    tile_operand() = default;

    /// `rows`: the operand in rows, as it goes into the product; without values if they are not read.
    template <class T>
    tile_operand(team& team, const matrix<T>& m, bool transpose, const csr_view<To>& rows) {
        constexpr bool same_type = std::is_same_v<T, To>;
        const bool reads_values = !std::is_void_v<To> && rows.values != nullptr;
        if ((!transpose || m.known_symmetric()) && (same_type || !reads_values)) {
            const auto kept = m.tiles(team);
            view_ = with_values(kept->view().structure(), nullptr);
            if constexpr (same_type) view_.values = kept->values.data();
            keep_ = kept;
        } else {
            const auto made = std::make_shared<const bitmap_tiles<To>>(tiles_of(team, rows));
            view_ = made->view();
            keep_ = made;
        }
    }

    const bitmap_tiles_view<To>& view() const { return view_; }

  private:
    static bitmap_tiles_view<To> with_values(const bitmap_tiles_view<void>& s, const formats::stored<To>* values) {
        return {s.nrows, s.ncols, s.tiles, s.bitmaps, s.bases, s.starts, values};
    }

    bitmap_tiles_view<To> view_;
    std::shared_ptr<const void> keep_;
};

}  // namespace graphblas_gpu::host
