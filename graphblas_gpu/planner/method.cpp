#include <graphblas_gpu/planner/method.hpp>

#include <graphblas_gpu/named_value.hpp>

namespace graphblas_gpu {

namespace {

/// The names of the values of an enumeration, in their order.
template <auto last_value>
struct names_of_values {
    using E = decltype(last_value);
    static constexpr auto count = static_cast<std::size_t>(last_value) + 1;
    const char* names[count];

    /// One for each value.
    template <class... Name>
    requires(sizeof...(Name) == count)
    constexpr explicit names_of_values(const Name*... all) : names{all...} {}

    const char* of(E value) const noexcept {
        const auto n = static_cast<std::size_t>(value);
        return n < count ? names[n] : "unknown";
    }
    E value(std::string_view name, const char* no_such) const {
        std::array<E, count> all;
        for (std::size_t n = 0; n < count; ++n) all[n] = static_cast<E>(n);
        return detail::value_named(name, no_such, all);
    }
};

constexpr names_of_values<method::merge> methods("automatic", "hash", "dense", "dot", "bitmap_tile", "merge");
constexpr names_of_values<hash_variant::kkspgemm> hash_variants("automatic", "kkmem", "kklp", "kkspgemm");
constexpr names_of_values<tile_variant::tsparse> tile_variants("automatic", "bmsparse", "tsparse");
constexpr names_of_values<merge_variant::bhsparse> merge_variants("automatic", "bhsparse");
constexpr names_of_values<precision::mixed> precisions("exact", "mixed");

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
