#include <graphblas_gpu/planner/method.hpp>

#include <array>
#include <string>

#include <fmt/format.h>
#include <graphblas_gpu/error.hpp>

namespace graphblas_gpu {

namespace {
constexpr std::array all_methods = {method::automatic, method::hash,        method::dense,
                                    method::dot,       method::bitmap_tile, method::merge};
}

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

method method_from_string(std::string_view name) {
    std::string known;
    for (const method m : all_methods) {
        if (name == to_string(m)) return m;
        known += known.empty() ? "" : ", ";
        known += to_string(m);
    }
    throw invalid_value(fmt::format("method '{}' is unknown; there are {}", name, known));
}

}  // namespace graphblas_gpu
