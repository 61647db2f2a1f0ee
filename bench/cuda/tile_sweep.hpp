// Matrices of random 8x8 tiles that all hold the same number of entries.
#pragma once

#include <string>
#include <vector>

#include <graphblas_gpu/matrix.hpp>

namespace bench {
namespace gb = graphblas_gpu;

/// `spread`: a row of tiles has its tiles among so many times as many positions around the diagonal; 0: anywhere.
struct tile_sample {
    gb::index tile_rows = 0;
    gb::index tiles_a_row = 0;
    int entries = 0;  ///< of a tile
    gb::index spread = 0;

    std::string name() const;
};

/// Tiles from nearly empty to full, in three patterns: products that hardly fall together, and those that fall together in C's
/// tiles few or many times.
std::vector<tile_sample> tile_samples();

/// The same in every run; values are whole numbers from 1 to 15.
gb::matrix<double> make_sample(const tile_sample& s);

}  // namespace bench
