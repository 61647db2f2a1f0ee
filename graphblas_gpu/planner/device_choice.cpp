#include <graphblas_gpu/planner/device_choice.hpp>

#include <fmt/format.h>
#include <graphblas_gpu/error.hpp>

namespace graphblas_gpu::planner {

namespace {

void check_variant(const char* operation, method wanted, hash_variant variant, bool masked) {
    if (variant == hash_variant::automatic) return;
    if (wanted != method::automatic && wanted != method::hash) {
        throw unsupported(
            fmt::format("{}: variant {} is one of method hash, not of {}", operation, to_string(variant), to_string(wanted)));
    }
    if (masked) {
        throw unsupported(fmt::format("{}: variant {} is none for a mask that admits only its entries", operation,
                                      to_string(variant)));
    }
}

}  // namespace

choice choose_device_method(const char* operation, method wanted, hash_variant variant, const product_facts& facts) {
    check_variant(operation, wanted, variant, facts.masked);
    if (variant != hash_variant::automatic) return {method::hash, fmt::format("variant {} asked for", to_string(variant))};
    if (wanted != method::automatic) return {wanted, "asked for"};
    if (facts.masked) {
        return {method::automatic, fmt::format("under a mask, what looks up less: {} multiplications without it", facts.flops)};
    }
    if (device_dense_pays(facts)) {
        return {method::dense, fmt::format("{} multiplications for {}x{} entries", facts.flops, facts.nrows, facts.ncols)};
    }
    return {method::hash, fmt::format("{} multiplications for {} rows, each by tables or arrays of its size", facts.flops,
                                      facts.nrows)};
}

method choose_deterministic_method(const char* operation, method wanted, hash_variant variant, bool by_tiles) {
    if (variant == hash_variant::automatic) {
        if (wanted == method::automatic) return by_tiles ? method::bitmap_tile : method::merge;
        if (wanted == method::merge || wanted == method::bitmap_tile) return wanted;
    }
    throw unsupported(fmt::format("{}: method {} adds floating-point numbers in the order in which threads come by; merge and "
                                  "bitmap_tile are deterministic",
                                  operation, to_string(wanted == method::automatic ? method::hash : wanted)));
}

choice choose_mixed_method(const char* operation, method wanted, hash_variant variant, bool is_plus_times_float) {
    if (!is_plus_times_float) throw unsupported(fmt::format("{}: mixed precision is one of plus_times over float", operation));
    if (variant != hash_variant::automatic) {
        throw unsupported(
            fmt::format("{}: mixed precision is one of method bitmap_tile, not of variant {}", operation, to_string(variant)));
    }
    if (wanted == method::automatic) return {method::bitmap_tile, "mixed precision asked for"};
    if (wanted == method::bitmap_tile) return {wanted, "asked for"};
    throw unsupported(
        fmt::format("{}: mixed precision is one of method bitmap_tile, not of {}", operation, to_string(wanted)));
}

choice choose_tile_variant(const char* operation, method wanted, hash_variant variant, tile_variant tiles, bool mixed) {
    if (wanted != method::automatic && wanted != method::bitmap_tile) {
        throw unsupported(
            fmt::format("{}: variant {} is one of method bitmap_tile, not of {}", operation, to_string(tiles), to_string(wanted)));
    }
    if (variant != hash_variant::automatic) {
        throw unsupported(fmt::format("{}: variant {} is one of method hash, variant {} one of method bitmap_tile", operation,
                                      to_string(variant), to_string(tiles)));
    }
    if (mixed && tiles != tile_variant::tsparse) {
        throw unsupported(fmt::format("{}: variant {} has no mixed precision; tsparse has", operation, to_string(tiles)));
    }
    return {method::bitmap_tile,
            fmt::format("variant {} asked for{}", to_string(tiles), mixed ? " in mixed precision" : "")};
}

choice choose_merge_variant(const char* operation, method wanted, hash_variant variant, tile_variant tiles, merge_variant merge,
                            bool mixed) {
    const auto refuse = [&](const char* what, const char* of) {
        throw unsupported(
            fmt::format("{}: {} is one of method {}, variant {} one of method merge", operation, what, of, to_string(merge)));
    };
    if (wanted != method::automatic && wanted != method::merge) {
        throw unsupported(
            fmt::format("{}: variant {} is one of method merge, not of {}", operation, to_string(merge), to_string(wanted)));
    }
    if (variant != hash_variant::automatic) refuse(fmt::format("variant {}", to_string(variant)).c_str(), "hash");
    if (tiles != tile_variant::automatic) refuse(fmt::format("variant {}", to_string(tiles)).c_str(), "bitmap_tile");
    if (mixed) refuse("mixed precision", "bitmap_tile");
    return {method::merge, fmt::format("variant {} asked for", to_string(merge))};
}

choice choose_device_method(const char* operation, method wanted, const vector_product_facts& facts) {
    refuse_methods_of_matrices(operation, wanted);
    if (wanted != method::automatic) return {wanted, "asked for"};
    if (device_pull_pays(facts)) {
        return {method::dot, fmt::format("pulling is expected to meet {} entries, pushing {}", facts.pull_work, facts.push_work)};
    }
    return {method::hash, fmt::format("pushing is expected to meet {} entries, pulling {}", facts.push_work, facts.pull_work)};
}

}  // namespace graphblas_gpu::planner
