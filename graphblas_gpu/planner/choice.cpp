// The choice of method and direction on host threads, and options that belong to one method.
#include <graphblas_gpu/planner/choice.hpp>

#include <fmt/format.h>
#include <graphblas_gpu/error.hpp>

namespace graphblas_gpu::planner {

namespace {

choice by_columns(const product_facts& facts) {
    if (facts.ncols < dense_below_columns) {
        return {method::dense, fmt::format("{} columns, below {}", facts.ncols, dense_below_columns)};
    }
    if (dense_is_profitable(facts)) {
        return {method::dense, fmt::format("{} multiplications for {} columns", facts.flops, facts.ncols)};
    }
    return {method::hash, fmt::format("{} columns, not below {}, and only {} multiplications", facts.ncols,
                                      dense_below_columns, facts.flops)};
}

}  // namespace

void refuse_methods_of_matrices(const char* operation, method wanted) {
    if (!is_for_matrices_only(wanted)) return;
    throw unsupported(fmt::format("{}: method {} is for products of matrices; products with a vector have hash, dense and dot",
                                  operation, to_string(wanted)));
}

choice choose_host_method(method wanted, const product_facts& facts) {
    if (wanted != method::automatic) return {wanted, "asked for"};
    if (dot_is_profitable(facts)) {
        return {method::dot, fmt::format("dot products under the mask {} {} {}, rows would multiply {} times",
                                         facts.dot_by_bits ? "look at" : "walk over", facts.dot_work,
                                         facts.dot_by_bits ? "words of bits" : "entries", facts.row_flops)};
    }
    return by_columns(facts);
}

choice choose_host_method(const char* operation, method wanted, const vector_product_facts& facts) {
    refuse_methods_of_matrices(operation, wanted);
    if (wanted != method::automatic) return {wanted, "asked for"};
    if (pull_is_profitable(facts)) {
        return {method::dot, fmt::format("pulling is expected to meet {} entries, pushing meets {}", facts.pull_work,
                                         facts.push_work)};
    }
    const bool by_hash = facts.size >= push_by_hash_from && facts.push_work < facts.size;
    return {by_hash ? method::hash : method::dense, fmt::format("pushing meets {} entries", facts.push_work)};
}

std::vector<named_option> named_options(const descriptor& desc) {
    std::vector<named_option> named;
    if (desc.variant != hash_variant::automatic)
        named.push_back({fmt::format("variant {}", to_string(desc.variant)), method::hash});
    if (desc.tile_variant != tile_variant::automatic) {
        named.push_back({fmt::format("variant {}", to_string(desc.tile_variant)), method::bitmap_tile});
    }
    if (desc.merge_variant != merge_variant::automatic) {
        named.push_back({fmt::format("variant {}", to_string(desc.merge_variant)), method::merge});
    }
    if (desc.precision == precision::mixed) named.push_back({"mixed precision", method::bitmap_tile});
    return named;
}

void refuse_device_options(const char* operation, const descriptor& desc) {
    const std::vector<named_option> named = named_options(desc);
    if (named.empty()) return;
    throw unsupported(fmt::format("{}: the host engine has no {} of method {}; the CUDA engine has", operation,
                                  named.front().what, to_string(named.front().owner)));
}

}  // namespace graphblas_gpu::planner
