// The names of the methods of a product.
#pragma once

#include <array>
#include <string_view>

namespace graphblas_gpu {

/// How a product is computed, on either engine. Products with a vector have hash, dense and dot, and refuse the methods that
/// are for matrices only.
enum class method {
    automatic,    ///< the planner chooses and says why
    hash,         ///< row by row into hash tables (kkSpGEMM, Deveci, Trott, Rajamanickam)
    dense,        ///< row by row into an array as long as the row (kkDENSE, same source)
    dot,          ///< entry by entry: rows of A against rows of B transposed
    bitmap_tile,  ///< 8x8 bitmap tiles (bmSPARSE, Zhang, Gruenwald)
    merge,        ///< row by row, by merging the rows of B that a row of A names (bhSPARSE, Liu, Vinter)
};
/// All methods, automatic among them.
inline constexpr std::array all_methods = {method::automatic, method::hash,        method::dense,
                                           method::dot,       method::bitmap_tile, method::merge};
/// Their names, in the same order.
inline constexpr std::array method_names = {"automatic", "hash", "dense", "dot", "bitmap_tile", "merge"};

/// Whether products with a vector refuse the method.
constexpr bool is_for_matrices_only(method m) { return m == method::bitmap_tile || m == method::merge; }

/// The accumulator in which method hash keeps a row. The host engine has `automatic` only; asking for a variant that the engine
/// lacks throws unsupported. In every variant the number of threads for a row follows from the sizes of the rows
/// (docs/methods.md).
enum class hash_variant {
    automatic,  ///< host: the linked lists of kkMEM (host/hash); CUDA: rows in classes by their size, each with an accumulator
                ///< of its own (cuda/hash/binning.hpp; docs/methods.md)
    kkmem,      ///< CUDA, as published: lanes of a warp a row, rows of B one after the other into two levels of linked lists
                ///< (kkMEM)
    kklp,       ///< CUDA, as published: a block a row, all its products side by side, two levels of linear probing (kkLP)
    kkspgemm,   ///< CUDA, as published: kkmem, or kklp from 256 multiplications in an average row on (kkSpGEMM)
};

/// How method bitmap_tile finds and multiplies pairs of tiles. The host engine has `automatic` only; asking for a variant that
/// the engine lacks throws unsupported.
enum class tile_variant {
    automatic,  ///< a row of tiles at a time, without a list of pairs (host/bitmap_tile, cuda/bitmap_tile; docs/methods.md)
    bmsparse,   ///< CUDA, as the paper has it: one sorted list of all pairs of tiles, an entry of C a thread (Zhang, Gruenwald)
    tsparse,    ///< CUDA, as the paper has it: pairs without a product dropped, rows of tiles sorted; on tensor cores in mixed
                ///< precision (Zachariadis et al.)
};

/// How method merge puts the multiplications of a row in order. The host engine has `automatic` only; asking for a variant that
/// the engine lacks throws unsupported.
enum class merge_variant {
    automatic,  ///< host: heaps, and merging in pairs (host/merge); CUDA: sorts in registers, in blocks and on the device
                ///< (cuda/merge)
    bhsparse,   ///< CUDA, as published: 38 bins by upper bounds; heaps, bitonic sorts, and merging in steps (Liu, Vinter)
};

/// How far the factors of a product may be rounded.
enum class precision {
    exact,  ///< factors are not rounded: products and sums have the precision of the value type, or better
    mixed,  ///< CUDA, method bitmap_tile, plus_times over float: factors in fp16, sums in fp32 (tSparse, Zachariadis et al.)
};

/// The name of the method, as method_from_string reads it.
const char* to_string(method m) noexcept;
/// The name of the variant, as hash_variant_from_string reads it.
const char* to_string(hash_variant v) noexcept;
/// The name of the variant, as tile_variant_from_string reads it.
const char* to_string(tile_variant v) noexcept;
/// The name of the variant, as merge_variant_from_string reads it.
const char* to_string(merge_variant v) noexcept;
/// The name of the precision, as precision_from_string reads it.
const char* to_string(precision p) noexcept;

/// The method of that name. Throws invalid_value listing the known ones.
method method_from_string(std::string_view name);
/// The variant of that name. Throws like method_from_string.
hash_variant hash_variant_from_string(std::string_view name);
/// The variant of that name. Throws like method_from_string.
tile_variant tile_variant_from_string(std::string_view name);
/// The variant of that name. Throws like method_from_string.
merge_variant merge_variant_from_string(std::string_view name);
/// The precision of that name. Throws like method_from_string.
precision precision_from_string(std::string_view name);

}  // namespace graphblas_gpu
