// The names of methods and variants, and methods and variants by their names.
#include <graphblas_gpu/planner/method.hpp>

#include <tuple>

#include <graphblas_gpu/named_value.hpp>

namespace graphblas_gpu {

namespace {

using detail::value_names;

constexpr auto methods = std::apply([](auto... names) { return value_names<all_methods.back()>(names...); }, method_names);
constexpr value_names<hash_variant::kkspgemm> hash_variants("automatic", "kkmem", "kklp", "kkspgemm");
constexpr value_names<tile_variant::tsparse> tile_variants("automatic", "bmsparse", "tsparse");
constexpr value_names<merge_variant::bhsparse> merge_variants("automatic", "bhsparse");
constexpr value_names<precision::mixed> precisions("exact", "mixed");

}  // namespace

const char* to_string(method m) noexcept { return methods.of(m); }
const char* to_string(hash_variant v) noexcept { return hash_variants.of(v); }
const char* to_string(tile_variant v) noexcept { return tile_variants.of(v); }
const char* to_string(merge_variant v) noexcept { return merge_variants.of(v); }
const char* to_string(precision p) noexcept { return precisions.of(p); }

method method_from_string(std::string_view name) { return methods.value(name, "no method"); }
hash_variant hash_variant_from_string(std::string_view name) { return hash_variants.value(name, "no variant"); }
tile_variant tile_variant_from_string(std::string_view name) { return tile_variants.value(name, "no tile variant"); }
merge_variant merge_variant_from_string(std::string_view name) { return merge_variants.value(name, "no merge variant"); }
precision precision_from_string(std::string_view name) { return precisions.value(name, "no precision"); }

}  // namespace graphblas_gpu
