// The names of the methods of a product.
#pragma once

#include <string_view>

namespace graphblas_gpu {

/// How a product is computed. The host engine has hash, dense and dot, and for matrices bitmap_tile; a method that an engine
/// lacks is refused.
enum class method {
    automatic,    ///< the planner chooses and says why
    hash,         ///< row by row into hash tables (kkSpGEMM, Deveci, Trott, Rajamanickam)
    dense,        ///< row by row into an array as long as the row (kkDENSE, same source)
    dot,          ///< entry by entry: rows of A against rows of B transposed
    bitmap_tile,  ///< 8x8 bitmap tiles (bmSPARSE, Zhang, Gruenwald)
    merge,        ///< binned merging of rows (bhSPARSE, Liu, Vinter)
};

/// How method hash keeps a row. The host engine has its own way only; a variant that an engine lacks is refused.
enum class hash_variant {
    automatic,  ///< the engine's own way
    kkmem,      ///< CUDA, as the paper has it: two-level linked lists, a small team of threads a row (kkMEM)
    kklp,       ///< CUDA, as the paper has it: two-level linear probing, a block of threads a row (kkLP)
};

/// How method bitmap_tile finds and multiplies pairs of tiles. The host engine has its own way only; a variant that an engine
/// lacks is refused.
enum class tile_variant {
    automatic,  ///< the engine's own way
    bmsparse,   ///< CUDA, as the paper has it: one sorted list of all pairs of tiles, an entry of C a thread (Zhang, Gruenwald)
    tsparse,    ///< CUDA, as the paper has it: pairs without a product dropped, rows of tiles sorted; on tensor cores in mixed
                ///< precision (Zachariadis et al.)
};

/// What the factors of a product may be rounded to.
enum class precision {
    exact,  ///< nothing: products and sums as the type of the values has them, or better
    mixed,  ///< CUDA, method bitmap_tile, plus_times over float: factors rounded to fp16, sums in fp32 (tSparse, Zachariadis et al.)
};

/// The name of the method, as method_from_string reads it.
const char* to_string(method m) noexcept;

const char* to_string(hash_variant v) noexcept;
const char* to_string(tile_variant v) noexcept;
const char* to_string(precision p) noexcept;

/// The method of that name. Throws invalid_value listing the known ones.
method method_from_string(std::string_view name);
/// The variant of that name, likewise.
hash_variant hash_variant_from_string(std::string_view name);
tile_variant tile_variant_from_string(std::string_view name);
/// The precision of that name, likewise.
precision precision_from_string(std::string_view name);

}  // namespace graphblas_gpu
