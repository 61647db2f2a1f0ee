#include <graphblas_gpu/planner/method.hpp>

#include <graphblas_gpu/named_value.hpp>

namespace graphblas_gpu {

namespace {
constexpr std::array all_variants = {hash_variant::automatic, hash_variant::kkmem, hash_variant::kklp, hash_variant::kkspgemm};
constexpr std::array all_tile_variants = {tile_variant::automatic, tile_variant::bmsparse, tile_variant::tsparse};
constexpr std::array all_merge_variants = {merge_variant::automatic, merge_variant::bhsparse};
constexpr std::array all_precisions = {precision::exact, precision::mixed};
}  // namespace

const char* to_string(method m) noexcept {
    switch (m) {
        case method::automatic: return "automatic";
        case method::hash: return "hash";
        case method::dense: return "dense";
        case method::dot: return "dot";
        case method::bitmap_tile: return "bitmap_tile";
        case method::merge: return "merge";
    }
    return "unknown";
}

const char* to_string(hash_variant v) noexcept {
    switch (v) {
        case hash_variant::automatic: return "automatic";
        case hash_variant::kkmem: return "kkmem";
        case hash_variant::kklp: return "kklp";
        case hash_variant::kkspgemm: return "kkspgemm";
    }
    return "unknown";
}

const char* to_string(tile_variant v) noexcept {
    switch (v) {
        case tile_variant::automatic: return "automatic";
        case tile_variant::bmsparse: return "bmsparse";
        case tile_variant::tsparse: return "tsparse";
    }
    return "unknown";
}

const char* to_string(merge_variant v) noexcept {
    switch (v) {
        case merge_variant::automatic: return "automatic";
        case merge_variant::bhsparse: return "bhsparse";
    }
    return "unknown";
}

const char* to_string(precision p) noexcept {
    switch (p) {
        case precision::exact: return "exact";
        case precision::mixed: return "mixed";
    }
    return "unknown";
}

method method_from_string(std::string_view name) { return detail::value_named(name, "no method", all_methods); }
hash_variant hash_variant_from_string(std::string_view name) { return detail::value_named(name, "no variant", all_variants); }
tile_variant tile_variant_from_string(std::string_view name) { return detail::value_named(name, "no tile variant", all_tile_variants); }
merge_variant merge_variant_from_string(std::string_view name) {
    return detail::value_named(name, "no merge variant", all_merge_variants);
}
precision precision_from_string(std::string_view name) { return detail::value_named(name, "no precision", all_precisions); }

}  // namespace graphblas_gpu
