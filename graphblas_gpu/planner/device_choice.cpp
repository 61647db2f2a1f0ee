// The choice of method and direction on a device, from sizes and options; predicted times come later (device_costs.cpp).
#include <graphblas_gpu/planner/device_choice.hpp>

#include <fmt/format.h>
#include <graphblas_gpu/error.hpp>

namespace graphblas_gpu::planner {

choice choose_named_method(const char* operation, const descriptor& desc, bool is_plus_times_float) {
    const std::vector<named_option> options = named_options(desc);
    if (options.empty()) return {desc.method, "asked for"};
    const named_option& first = options.front();
    for (const named_option& option : options) {
        if (desc.method != method::automatic && desc.method != option.owner) {
            throw unsupported(fmt::format("{}: {} is one of method {}, not of {}", operation, option.what,
                                          to_string(option.owner), to_string(desc.method)));
        }
        if (option.owner != first.owner) {
            throw unsupported(fmt::format("{}: {} is one of method {}, {} one of method {}", operation, first.what,
                                          to_string(first.owner), option.what, to_string(option.owner)));
        }
    }
    const bool is_mixed = desc.precision == precision::mixed;
    if (is_mixed && desc.tile_variant == tile_variant::bmsparse) {
        throw unsupported(fmt::format("{}: {} has no mixed precision; tsparse has", operation, first.what));
    }
    if (is_mixed && !is_plus_times_float) {
        throw unsupported(fmt::format("{}: mixed precision is one of plus_times over float", operation));
    }
    return {first.owner, fmt::format("{} asked for{}", first.what, options.size() > 1 ? " in mixed precision" : "")};
}

method choose_deterministic_method(const char* operation, method named, bool hash_keeps_order) {
    if (named == method::automatic) return hash_keeps_order ? method::hash : method::merge;
    if (named == method::merge || named == method::bitmap_tile) return named;
    throw unsupported(
        fmt::format("{}: method {}, if it is named, adds floating-point numbers in the order in which threads come "
                    "by; automatic, merge and bitmap_tile are deterministic",
                    operation, to_string(named)));
}

choice choose_device_method(const product_facts& facts) {
    if (facts.masked) {
        return {method::automatic, fmt::format("under a mask, what looks up less: {} multiplications without it", facts.flops)};
    }
    if (device_dense_is_profitable(facts)) {
        return {method::dense, fmt::format("{} multiplications for {}x{} entries", facts.flops, facts.nrows, facts.ncols)};
    }
    return {method::hash, fmt::format("{} multiplications for {} rows, each by tables or arrays of its size", facts.flops,
                                      facts.nrows)};
}

choice choose_device_method(const char* operation, method wanted, const vector_product_facts& facts) {
    refuse_methods_of_matrices(operation, wanted);
    if (wanted != method::automatic) return {wanted, "asked for"};
    if (device_pull_is_profitable(facts)) {
        return {method::dot,
                fmt::format("pulling is expected to meet {} entries, pushing {}", facts.pull_work, facts.push_work)};
    }
    return {method::hash, fmt::format("pushing is expected to meet {} entries, pulling {}", facts.push_work, facts.pull_work)};
}

}  // namespace graphblas_gpu::planner
